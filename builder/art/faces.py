"""Faces of units: what a counter prints at each number of steps, as SVG on a ground of 150 by 150 units."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from markupsafe import Markup

from builder.art import faces_parts as parts
from builder.art import palette
from builder.art.faces_looks import READABLE, Look, look_of
from builder.art.templates import environment, fill, own_templates
from builder.art.text import CAP_HEIGHT, STYLES, Fit, Ink, fit, ink_box
from builder.model import Counter, Diagnostic, Game, Values, warning

FACE = 150  # units a side
EDGE = 6  # what text keeps free of the rim: covers a cut that is a millimetre off
FULL = FACE - 2 * EDGE

SYMBOL = (38.04, 25.0, 1.12)  # x, y, scale of the symbol's box of 66 by 40 units
STAFF = ("hq", "headquarters")
OPEN = ("air", "ace", "flotilla")  # drawn on the ground itself rather than in a box, and larger
OPEN_SYMBOL = (8.0, 9.0, 1.5)
_CENTRED = (25.5, 9.0, 1.5)  # where nothing stands beside it
_SIDE = 129.5  # middle of what stands right of the symbol
_LEFT = 20.5  # and left of it


class Line(NamedTuple):
    """A line of text, its baseline at (x, y), and whether it stays inside its room. `turn`: degrees about (x, y)."""

    text: str
    x: float
    y: float
    size: float
    style: Markup
    anchor: str
    fill: str
    fits: bool = True
    font: str = "condensed"
    turn: int = 0

    def box(self) -> Ink:
        """The rectangle that its ink covers on the face."""
        ink = ink_box(self.text, self.font, self.size)
        wide = {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor] * ink.advance
        left, top, right, bottom = ink.left - wide, ink.top, ink.right - wide, ink.bottom
        if self.turn == -90:  # read from below
            left, top, right, bottom = top, -right, bottom, -left
        return Ink(self.x + left, self.y + top, self.x + right, self.y + bottom, ink.advance)


def line(
    text: str,
    x: float,
    y: float,
    *,
    room: float,
    size: float,
    least: float,
    fill: str,
    font: str = "condensed",
    anchor: str = "middle",
    turn: int = 0,
) -> Line:
    """A line that shrinks from `size` to `least` to stay within `room`."""
    found: Fit = fit(text, font, room, size, least)
    return Line(text, x, y, found.size, Markup(STYLES[font]), anchor, fill, found.fits, font, turn)


def counter_faces(counter: Counter) -> tuple[int, ...]:
    """The steps that have a face of their own, the strongest first; (0,) for a counter without steps."""
    return tuple(range(counter.steps, 0, -1)) or (0,)


def sheet_faces(counter: Counter, numbers: str = "") -> tuple[tuple[int, int | None], ...]:
    """(front, back) in steps of each physical counter: two steps a counter, the substitute last (2.11).

    Where steps are strength points (`numbers`), one counter with the strength that its back prints.
    """
    faces = counter_faces(counter)
    if numbers:
        back = counter.attributes.get("back", "")
        return ((faces[0], int(back) if back.isdigit() and int(back) in faces else None),)
    return tuple((faces[i], faces[i + 1] if i + 1 < len(faces) else None) for i in range(0, len(faces), 2))


def reverse(counter: Counter) -> Counter | None:
    """The counter as its back shows it where that is no lost step: a headquarters used, a division as shock troops.

    None for a counter without such a back; one that shows where it enters has that hex in place of its values.
    """
    has = counter.attributes.get
    back = has("back", "")
    if not back or back.isdigit():
        return None
    attack, defence, movement = (
        int(text) if (text := has(f"back_{what}", "")) else None for what in ("attack", "defence", "movement")
    )
    gone = ("back", "setup_code", "letter", "after_entry", "no_replacement")  # of the front alone
    own = {name: text for name, text in counter.attributes.items() if name not in gone}
    own |= {"artillery": "0"} if has("artillery") else {}
    own |= {"no_replacement": "yes"} if has("no_replacement") in ("yes", "back") else {}
    own |= {"used": "yes"} if back == "spent" else {}
    type_ = back if back in ("shock", "infantry") else counter.type
    return replace(
        counter, type=type_, steps=1, values=(Values(attack, defence, movement),),
        attributes=MappingProxyType(own),
    )  # fmt: skip


def printed(counter: Counter, steps: int) -> Values:
    """The values of a face; a headquarters prints its artillery where others print attack and defence."""
    values = counter.at(steps)
    artillery = counter.attributes.get("artillery", "")
    return Values(int(artillery), None, values.movement) if artillery.isdigit() else values


def factors(values: Values, staff: bool = False) -> str:
    """What the face prints in its lowest row: a fortress its defence alone, a gun and a `staff` their movement."""
    if values.against_cavalry is not None:
        return f"({values.against_cavalry}){_number(values.attack)}-{_number(values.movement)}"
    if values.attack is None and values.defence is None:
        return f"{'' if staff else '– – '}{values.movement}" if values.movement else ""
    if not values.attack and not values.movement:
        return _number(values.defence)
    return "-".join(_number(v) for v in (values.attack, values.defence, values.movement) if v is not None)


def face_svg(counter: Counter, steps: int, game: Game) -> str:
    """The face at `steps` steps (0 for a counter without steps); ValueError for steps it never has."""
    if steps not in counter_faces(counter):
        raise ValueError(f"{counter.id!r} has no face at {steps} steps (1 to {counter.steps})")
    look, own = look_of(counter, game), own_templates(game.folder)
    lost = max(counter.steps - steps, 0)
    x, y, scale = _place(counter, lost)
    return fill(
        "faces/counter.svg.j2",
        own,
        **look._asdict(),
        nation=counter.nation,
        x=x,
        y=y,
        scale=scale,
        boxed=counter.type not in OPEN,
        reduced=_is_back(counter, steps, game) or "used" in counter.attributes,
        substitute=_is_substitute(counter, lost, game),
        group=counter.size == "group",
        symbol=_symbol(counter.type, own),
        letters=counter.type[:3].upper(),
        condensed=Markup(STYLES["condensed"]),
        pips=parts.pips(counter, lost, game),
        side=parts.side_of(counter, lost),
        chip=parts.chip_of(counter, game),
        texts=lines(counter, steps, look, game),
    )


def _place(counter: Counter, lost: int) -> tuple[float, float, float]:
    """Where the symbol is drawn: one without a box and a size mark takes the row above too."""
    if counter.type not in OPEN or parts.size_mark(counter):
        return SYMBOL
    return _CENTRED if parts.side_of(counter, lost) == parts.Side() else OPEN_SYMBOL


def _is_substitute(counter: Counter, lost: int, game: Game) -> bool:
    return counter.steps > 2 and lost >= 2 and not game.numbers


def _is_back(counter: Counter, steps: int, game: Game) -> bool:
    """Whether the counter lies on its back: every other step, or from the strength that its back prints down."""
    if not game.numbers:
        return (counter.steps - steps) % 2 == 1
    back = counter.attributes.get("back", "")
    return back.isdigit() and 0 < steps <= int(back)


def check_faces(game: Game) -> tuple[Diagnostic, ...]:
    """A warning for each text that does not fit its room on a face, at the counter's row."""
    found = []
    for counter in game.counters.values():
        look = look_of(counter, game)
        long = {row.text for steps in counter_faces(counter) for row in lines(counter, steps, look, game)
                if not row.fits}  # fmt: skip
        if (back := reverse(counter)) is not None:
            long |= {row.text for row in lines(back, back.steps, look, game) if not row.fits}
        found += [
            warning(
                "A101",
                f"the text {text!r} is too wide for the face of {counter.id!r}",
                counter.span,
                help="shorten it, or give the game a face template of its own",
            )
            for text in sorted(long)
        ]
    return tuple(found)


def lines(counter: Counter, steps: int, look: Look, game: Game) -> tuple[Line, ...]:
    """Every text of a face. Rooms do not overlap, so fitting each one keeps them apart."""
    lost = max(counter.steps - steps, 0)
    values = _values(counter, steps, look)
    name = (75, 94, 27) if values else (75, 123, 44)
    return (
        *_above(counter, 0 if game.numbers else lost, look.ink),
        *_beside(counter, lost, look, game),
        line(counter.designation, *name[:2], room=FULL, size=name[2], least=15, fill=look.ink),
        *values,
    )


def _above(counter: Counter, lost: int, ink: str) -> list[Line]:
    """The row over the symbol, and the place of arrival, which is read from below along the left rim."""
    found = []
    free = FULL / 2  # from the rim to what stands in the middle
    if size := parts.size_mark(counter):
        found.append(line(size, 75, 21, room=58, size=20, least=14, fill=ink))
        free -= found[0].box().advance / 2 + 4
    corner, below = parts.corner_codes(counter, lost)
    if corner:
        found.append(line(corner, EDGE, 21, room=free, size=20, least=12, fill=ink, anchor="start"))
    if below:
        found.append(line(below, 25, 48, room=44, size=19, least=12, fill=ink, turn=-90))
    if counter.army:
        found.append(line(counter.army, FACE - EDGE, 21, room=30, size=21, least=12, fill=ink, anchor="end"))
    return found


def _beside(counter: Counter, lost: int, look: Look, game: Game) -> list[Line]:
    found = []
    side = parts.side_of(counter, lost)
    if side.code:
        y = 40 if side.circled else 42
        size, room = (18, 21) if side.circled else (25, 28)
        cap = size * CAP_HEIGHT / 2
        found.append(line(side.code, _SIDE, y + cap, room=room, size=size, least=9, fill=look.ink))
    if (chip := parts.chip_of(counter, game)) is not None:
        ink = look.line if palette.contrast(look.line, look.paper) >= READABLE else palette.readable_on(look.paper)
        found.append(line(chip.text, _LEFT, 47, room=23.5, size=24, least=12, fill=ink))
        if chip.code:
            found.append(line(chip.code, _LEFT, 69, room=28, size=17, least=9, fill=look.ink))
    elif text := parts.contingent(counter):
        found.append(line(text, 25, 48, room=44, size=17, least=10, fill=look.ink, turn=-90))
    return found


def _values(counter: Counter, steps: int, look: Look) -> tuple[Line, ...]:
    """The lowest row: the values, or in their place what kills an ace, or the hex where a unit enters."""
    if text := factors(printed(counter, steps), counter.type in STAFF):
        return (line(text, 75, 141, room=FULL, size=50, least=28, fill=look.values),)
    hex_ = "" if counter.attributes.get("back") else counter.attributes.get("back_hex", "")  # it is on the reverse
    if text := parts.killed_on(counter) or hex_:
        return (line(text, 75, 138, room=FULL, size=36, least=20, fill=look.values),)
    return ()


@lru_cache(maxsize=256)
def _symbol(type_: str, own: str) -> str:
    names = [f"faces/symbol-{type_}.svg.j2", "faces/symbol-other.svg.j2"]
    return environment(own).select_template(names).name or names[1]


def _number(value: int | None) -> str:
    return "" if value is None else str(value)
