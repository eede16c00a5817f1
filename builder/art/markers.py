"""Faces of markers, and the badges that say on a unit what it carries or did."""

from __future__ import annotations

from typing import NamedTuple

from markupsafe import Markup

from builder.art import palette
from builder.art.faces import EDGE, FULL, Line, line
from builder.art.templates import fill, own_templates
from builder.art.text import STYLES, wrap
from builder.model import Game, MarkerKind, Nation, Side


class Drawing(NamedTuple):
    """`words`: any of them in a face's text chooses the drawing; `title` stands below it."""

    words: tuple[str, ...]
    template: str
    title: str = ""


# the first that matches is taken, so the narrower words stand first
DRAWINGS = (
    Drawing(("control",), "control", "control"),
    Drawing(("digging", "shovel", "dig"), "digging", "digging"),
    Drawing(("trench", "entrenchment"), "trench", "trench"),
    Drawing(("zone", "fortified"), "zone", "fort. zone"),
    Drawing(("turn",), "turn", "turn"),
    Drawing(("vp", "victory"), "vp", ""),
    Drawing(("replacement",), "replacements", "repl."),
    Drawing(("army", "mobilization", "mobilisation"), "army", "army"),
)
_WORDS_ONLY = (("ooc", "out of command"), ("r&r", "rest and replenishment"))


def marker_svg(kind: MarkerKind, face: str, game: Game) -> str:
    """One face of a marker; `face` is "front" or "back". A face whose text names no known thing is that text."""
    if face not in ("front", "back"):
        raise ValueError(f"a marker has no face {face!r} (front, back)")
    text = kind.front if face == "front" else kind.back
    nation = nation_of(kind, text, game)
    drawing = _drawing(text)
    plain = drawing is None or drawing.template == "control"
    ground, ink, mark = _colours(nation, _side_colour(kind, game), full=plain)
    if drawing is None:
        lines = _words(text, ink)
    elif drawing.template == "vp":
        sign = "–" if "negative" in text.lower() or "-" in text else "+"
        lines = (line("VP", 75, 68, room=60, size=36, least=20, fill=ink, font="bold"),)
        lines += (line(f"{sign} {_owner(kind, nation, game)}", 75, 139, room=FULL, size=26, least=12, fill=ink),)
    elif drawing.template == "army":
        number = "".join(c for c in text if c.isdigit() or c == "-") or ""
        lines = (line(number, 75, 79, room=72, size=40, least=18, fill=palette.readable_on(mark), font="bold"),)
        lines += _title(f"{_owner(kind, nation, game)} army", ink)
    elif drawing.template in ("control", "replacements"):
        lines = _title(f"{_owner(kind, nation, game)} {drawing.title}".strip(), ink)
    else:
        lines = _title(drawing.title or text, ink)
    return fill(
        "faces/marker.svg.j2",
        own_templates(game.folder),
        ground=ground,
        ink=ink,
        mark=mark,
        white=palette.WHITE,
        drawing=f"faces/marker-{drawing.template}.svg.j2" if drawing else "",
        texts=lines,
    )


def chit_svg(side: Side, game: Game) -> str:
    """What a side's chits show while they lie in their cup: nothing but whose they are."""
    ink = palette.readable_on(side.colour)
    return fill("faces/marker.svg.j2", own_templates(game.folder), ground=side.colour, ink=ink, mark=ink,
                white=palette.WHITE, drawing="", texts=_words("chit", ink))  # fmt: skip


def nation_of(kind: MarkerKind, text: str, game: Game) -> Nation | None:
    """The nation that a marker's text or id names, else none: a nation's own marker wears its colours."""
    words = f"{text} {kind.name} {kind.id}".lower()
    return next((n for n in game.nations.values() if n.id.lower() in words or n.name.lower() in words), None)


def _colours(nation: Nation | None, side: str, full: bool) -> tuple[str, str, str]:
    """Ground, ink, and the colour of the drawing; `full`: the whole marker in the nation's colours, seen from afar."""
    if nation is None:
        return palette.MARKER_GROUND, palette.INK, side or palette.BROWN
    if full:
        return nation.ground, nation.ink, palette.mix(nation.ground, palette.WHITE, 0.7)
    return palette.MARKER_GROUND, palette.INK, nation.ground


def _side_colour(kind: MarkerKind, game: Game) -> str:
    return next((side.colour for side in game.sides if side.id == kind.side), "")


def _owner(kind: MarkerKind, nation: Nation | None, game: Game) -> str:
    if nation is not None:
        return nation.name
    return next((side.name for side in game.sides if side.id == kind.side), "")


def _drawing(text: str) -> Drawing | None:
    words = text.lower()
    if any(word in words for pair in _WORDS_ONLY for word in pair):
        return None
    return next((d for d in DRAWINGS if any(word in words for word in d.words)), None)


def _title(text: str, ink: str) -> tuple[Line, ...]:
    return (line(text, 75, 139, room=FULL, size=26, least=12, fill=ink),)


def _words(text: str, ink: str) -> tuple[Line, ...]:
    """Plain words, in as few and as large lines as fit; short ones are written large."""
    text = {"ooc": "OOC", "out of command": "OOC", "rest and replenishment": "R&R"}.get(text.lower(), text)
    if text.lower() in ("", "blank"):
        return ()
    size = 46.0 if len(text) <= 4 else 26.0
    rows = wrap(text, "condensed", FULL, size)
    step = size * 1.15
    first = 75 - step * (len(rows) - 1) / 2 + size * 0.36
    return tuple(
        line(row, 75, round(first + step * i, 1), room=FULL - EDGE, size=size, least=11, fill=ink)
        for i, row in enumerate(rows)
    )


class Badge(NamedTuple):
    """A small picture laid over a unit. `dx`, `dy`: its centre from the counter's, in counter widths; x east, y south.

    Badges that can be worn together stand at different places.
    """

    mark: str
    what: str  # in words, for tooltips and key pages
    shape: str
    ground: str
    dx: float
    dy: float
    text: str = ""
    path: str = ""
    ink: str = palette.WHITE
    edge: str = palette.WHITE
    width: int = 60
    height: int = 60

    @property
    def share(self) -> float:
        """Its width as a share of the counter's."""
        return self.width / 220


_ARROW = "M14 30 H46 M34 18 L46 30 L34 42"
# a unit moves in one way, attacks in one way, and may carry the rest besides; none hides a factor or the name
BADGES = (
    Badge("moved", "moved this turn", "disc", palette.GREEN, 0.40, 0.06, path=_ARROW),
    Badge("railed", "moved by rail", "square", palette.INK, 0.40, 0.06, text="R"),
    Badge("shipped", "moved by sea", "disc", palette.BLUE, 0.40, 0.06, text="S"),
    Badge("arrived", "arrived this turn", "diamond", palette.GREEN, 0.40, 0.06, path="M30 16 V42 M19 32 L30 43 L41 32"),
    Badge("forced", "forced march", "disc", palette.AMBER, 0.40, 0.06, text="F", ink=palette.INK, edge=palette.INK),
    Badge("march", "made a march assault", "diamond", palette.RED, -0.40, -0.10, text="M"),
    Badge("prepared", "made a prepared assault", "diamond", palette.RED, -0.40, -0.10, text="P"),
    Badge("digging", "digging", "square", palette.BROWN, -0.40, -0.39, path="M16 44 L44 16 M32 14 Q44 16 46 28"),
    Badge("rr", "rest and replenishment", "square", palette.BLUE, 0.40, -0.39, text="RR"),
    Badge("ooc", "out of command", "banner", palette.AMBER, 0.0, -0.39, text="OOC", ink=palette.INK,
          edge=palette.INK, width=100, height=40),
    Badge("unmobilized", "not mobilized yet", "banner", palette.BROWN, 0.0, -0.39, text="WAIT", width=100, height=40),
)  # fmt: skip


def badge(mark: str) -> Badge:
    """The badge of a mark; ValueError where there is none."""
    for found in BADGES:
        if found.mark == mark:
            return found
    raise ValueError(f"no badge for the mark {mark!r} ({', '.join(b.mark for b in BADGES)})")


def badge_svg(mark: str) -> str:
    found = badge(mark)
    size = 34.0 if len(found.text) == 1 else 28.0
    return fill(
        "faces/badge.svg.j2",
        **{k: getattr(found, k) for k in ("shape", "ground", "text", "path", "ink", "edge", "width", "height")},
        size=size,
        style=Markup(STYLES["condensed"]),
    )
