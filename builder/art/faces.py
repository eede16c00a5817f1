"""Faces of units: what a counter prints at each number of steps, as SVG on a ground of 150 by 150 units."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from markupsafe import Markup

from builder.art import palette
from builder.art.templates import environment, fill, own_templates
from builder.art.text import CAP_HEIGHT, STYLES, Fit, fit
from builder.model import Counter, Diagnostic, Game, Values, warning

FACE = 150  # units a side
EDGE = 6  # what text keeps free of the rim: covers a cut that is a millimetre off
FULL = FACE - 2 * EDGE

_PIP_STEP = 12.0


class Line(NamedTuple):
    """A line of text, its baseline at (x, y), and whether it stays inside its room."""

    text: str
    x: float
    y: float
    size: float
    style: Markup
    anchor: str
    fill: str
    fits: bool = True


class Pip(NamedTuple):
    y: float
    full: bool


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
) -> Line:
    """A line that shrinks from `size` to `least` to stay within `room`."""
    found: Fit = fit(text, font, room, size, least)
    return Line(text, x, y, found.size, Markup(STYLES[font]), anchor, fill, found.fits)


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

    None for a counter without such a back; one that shows where it enters bears that hex as its name.
    """
    has = counter.attributes.get
    back = has("back", "")
    if not back or back.isdigit():
        return None
    attack, defence, movement = (
        int(text) if (text := has(f"back_{what}", "")) else None for what in ("attack", "defence", "movement")
    )
    own = {**counter.attributes, "back": ""} | ({"artillery": "0"} if has("artillery") else {})
    type_ = back if back in ("shock", "infantry") else counter.type
    return replace(
        counter, type=type_, steps=1, values=(Values(attack, defence, movement),),
        designation=has("back_hex") or counter.designation, attributes=MappingProxyType(own),
    )  # fmt: skip


def printed(counter: Counter, steps: int) -> Values:
    """The values of a face; a headquarters prints its artillery where others print attack and defence."""
    values = counter.at(steps)
    artillery = counter.attributes.get("artillery", "")
    return Values(int(artillery), None, values.movement) if artillery.isdigit() else values


def factors(values: Values) -> str:
    """What the face prints in its lowest row: a fortress its defence alone, a gun its movement alone."""
    if values.against_cavalry is not None:
        return f"({values.against_cavalry}){_number(values.attack)}-{_number(values.movement)}"
    if values.attack is None and values.defence is None:
        return f"– – {values.movement}" if values.movement else ""
    if not values.attack and not values.movement:
        return _number(values.defence)
    return "-".join(_number(v) for v in (values.attack, values.defence, values.movement) if v is not None)


def face_svg(counter: Counter, steps: int, game: Game) -> str:
    """The face at `steps` steps (0 for a counter without steps); ValueError for steps it never has."""
    if steps not in counter_faces(counter):
        raise ValueError(f"{counter.id!r} has no face at {steps} steps (1 to {counter.steps})")
    nation = game.nations[counter.nation]
    lost = max(counter.steps - steps, 0)
    light, dark = sorted((nation.ground, nation.ink), key=palette.luminance, reverse=True)
    own = own_templates(game.folder)
    return fill(
        "faces/counter.svg.j2",
        own,
        ground=nation.ground,
        ink=nation.ink,
        rim=palette.mix(nation.ground, nation.ink, 0.45),
        band=palette.mix(nation.ground, nation.ink, 0.22),
        paper=palette.mix(light, palette.WHITE, 0.6),
        line=palette.mix(dark, palette.BLACK, 0.35),
        reduced=_is_back(counter, steps, game),
        substitute=counter.steps > 2 and lost >= 2 and not game.numbers,
        group=counter.size == "group",
        symbol=_symbol(counter.type, own),
        letters=counter.type[:3].upper(),
        condensed=Markup(STYLES["condensed"]),
        pips=_pips(counter, lost) if counter.steps > 1 and not game.numbers else (),
        modifier=bool(_modifier(counter)),
        texts=_lines(counter, steps, nation.ink, lost),
    )


def _is_back(counter: Counter, steps: int, game: Game) -> bool:
    """Whether the counter lies on its back: every other step, or from the strength that its back prints down."""
    if not game.numbers:
        return (counter.steps - steps) % 2 == 1
    back = counter.attributes.get("back", "")
    return back.isdigit() and 0 < steps <= int(back)


def _pips(counter: Counter, lost: int) -> tuple[Pip, ...]:
    return tuple(Pip(30 + _PIP_STEP * i, i >= lost) for i in range(counter.steps))


def check_faces(game: Game) -> tuple[Diagnostic, ...]:
    """A warning for each text that does not fit its room on a face, at the counter's row."""
    found = []
    for counter in game.counters.values():
        ink = game.nations[counter.nation].ink
        long = {
            row.text
            for steps in counter_faces(counter)
            for row in _lines(counter, steps, ink, max(counter.steps - steps, 0))
            if not row.fits
        }
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


def _lines(counter: Counter, steps: int, ink: str, lost: int) -> tuple[Line, ...]:
    """Every text of a face. Rooms do not overlap, so fitting each one keeps them apart."""
    lines = []
    if counter.size and counter.size != "group":
        lines.append(line(counter.size, 75, 22, room=56, size=21, least=14, fill=ink))
    codes = [str(counter.arrival_turn)] if counter.arrival_turn else []
    codes += [code for code in (counter.arrival_place, counter.start) if code][:1]
    for row, code in enumerate(codes):
        lines.append(line(code, EDGE, 21 + 17 * row, room=33, size=16, least=10, fill=ink, anchor="start"))
    if counter.army:
        lines.append(line(counter.army, FACE - EDGE, 23, room=30, size=21, least=12, fill=ink, anchor="end"))
    beside_dot = counter.steps > 2 and lost >= 2
    lines.append(line(counter.designation, 75, 94, room=84 if beside_dot else FULL, size=28, least=15, fill=ink))
    modifier = _modifier(counter)
    row_centre, row_room = (52, 92) if modifier else (75, FULL)
    if text := factors(printed(counter, steps)):
        lines.append(line(text, row_centre, 139, room=row_room, size=48, least=30, fill=ink, font="bold"))
    if modifier:
        chip_ink = palette.readable_on(palette.WHITE)
        lines.append(line(modifier, 125, 123 + 24 * CAP_HEIGHT / 2, room=36, size=24, least=14, fill=chip_ink))
    return tuple(lines)


def _modifier(counter: Counter) -> str:
    """A fortress's siege modifier; nothing where it is nought."""
    text = counter.attributes.get("siege_mod", "").strip().lstrip("+")
    return f"+{text}" if text not in ("", "0") and not text.startswith("-") else text if text.startswith("-") else ""


@lru_cache(maxsize=256)
def _symbol(type_: str, own: str) -> str:
    names = [f"faces/symbol-{type_}.svg.j2", "faces/symbol-other.svg.j2"]
    return environment(own).select_template(names).name or names[1]


def _number(value: int | None) -> str:
    return "" if value is None else str(value)
