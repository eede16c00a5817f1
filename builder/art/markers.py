"""Faces of markers, and the badges that say on a unit what it carries or did."""

from __future__ import annotations

import re
from typing import NamedTuple

from markupsafe import Markup

from builder.art import palette
from builder.art.faces import EDGE, FACE, FULL, Line, line
from builder.art.marker_signs import Sign, after, chit_letter, number_in, sign_of
from builder.art.templates import fill, own_templates
from builder.art.text import STYLES, text_width, wrap
from builder.model import Diagnostic, Game, MarkerKind, Nation, Side, warning

STRIP = 38  # units that the caption takes below
_LARGE = (75, 88, 74)  # x, y, size of a large word without a drawing
# where a drawing leaves room for a large word: x, y, room, size
_WORD_ON = {
    "vp": (75, 68, 44, 32), "army": (75, 75, 72, 44), "supply": (75, 84, 66, 44), "dummy": (75, 140, FULL, 52),
}  # fmt: skip


class MarkerFace(NamedTuple):
    """What a face shows. `strip`: y, height and colour of a strip across it; `drawing`: a template, or ""."""

    ground: str
    ink: str
    mark: str  # the second colour of the drawing
    texts: tuple[Line, ...]
    drawing: str = ""
    strip: tuple[float, float, str] | tuple[()] = ()


class Owner(NamedTuple):
    """Whose a marker is, and the colours of that nation or side."""

    name: str
    ground: str
    ink: str


NOBODY = Owner("", palette.BROWN, palette.WHITE)


def marker_svg(kind: MarkerKind, face: str, game: Game) -> str:
    """One face of a marker; `face` is "front" or "back". A face whose text names no known thing is that text."""
    return _svg(marker_face(kind, face, game), game)


def marker_face(kind: MarkerKind, face: str, game: Game) -> MarkerFace:
    """What that face shows; ValueError for a face that no marker has."""
    if face not in ("front", "back"):
        raise ValueError(f"a marker has no face {face!r} (front, back)")
    text = kind.front if face == "front" else kind.back
    if (letter := chit_letter(kind, text)) is not None:
        return _chit(kind, text, letter, game)
    owner, sign = owner_of(kind, text, game), sign_of(kind, text)
    if sign is None:
        plain = Owner("", palette.MARKER_GROUND, palette.INK)
        shown = owner if owner.name and text.lower() not in ("", "blank") else plain
        return MarkerFace(shown.ground, shown.ink, shown.ground, _words(text, shown.ink))
    return _signed(sign, text, owner)


def _signed(sign: Sign, text: str, owner: Owner) -> MarkerFace:
    ground, ink, strip, strip_ink = palette.MARKER_GROUND, palette.INK, owner.ground, owner.ink
    if sign.alarm:
        ground, ink, strip, strip_ink = palette.AMBER, palette.INK, palette.INK, palette.AMBER
    elif sign.full:
        ground, ink, strip, strip_ink = owner.ground, owner.ink, owner.ink, owner.ground
    mark = palette.mix(ground, palette.readable_on(ink), 0.6) if sign.full else strip
    big = number_in(text) if sign.big == "#" else sign.big
    written = []
    if big:
        x, y, room, size = _WORD_ON.get(sign.drawing, (*_LARGE[:2], FULL, _LARGE[2]))
        on = palette.readable_on(mark) if sign.drawing in ("army", "supply") else ink
        written.append(line(big, x, y, room=room, size=size, least=16, fill=on))
    if caption := _caption(sign, text, owner):
        written += _in_strip(caption, strip_ink)
    drawing = f"faces/marker-{sign.drawing}.svg.j2" if sign.drawing else ""
    below = (FACE - STRIP, STRIP, strip) if caption else ()
    return MarkerFace(ground, ink, mark, tuple(written), drawing, below)


def _caption(sign: Sign, text: str, owner: Owner) -> str:
    if sign.drawing == "vp":
        marks = "–" if "negative" in text.lower() else "+" if "positive" in text.lower() else ""
        more = text.partition("+")[2]
        if not owner.name and sign.caption == "@":
            return "Points"
        return f"{marks} {sign.caption.replace('@', owner.name)} {'+' + more if more else ''}".strip()
    words = text[:1].upper() + text[1:]
    return sign.caption.replace("@", owner.name or words).replace("*", words).replace("~", after(sign, text)).strip()


def _in_strip(caption: str, ink: str) -> tuple[Line, ...]:
    """The caption in the strip below, in two lines where it would be too small in one."""
    middle = FACE - STRIP / 2
    one = line(caption, 75, middle + 8.5, room=FULL, size=24, least=11, fill=ink)
    halves = wrap(caption, "condensed", text_width(caption, "condensed", 17) * 0.66, 17)
    if one.size >= 16 or len(halves) != 2:
        return (one,)
    return tuple(
        line(text, 75, middle + y, room=FULL, size=17, least=11, fill=ink) for text, y in zip(halves, (-3, 14.5))
    )


def chit_svg(side: Side, game: Game) -> str:
    """What a side's chits show while they lie in their cup: nothing but whose they are."""
    return _svg(_chit_back("", _of_side(side)), game)


def _chit_back(letter: str, owner: Owner) -> MarkerFace:
    rows = [line("CHIT", 75, 28, room=FULL, size=24, least=12, fill=owner.ink)]
    rows.append(line(letter or "?", 75, 104, room=FULL, size=78, least=20, fill=owner.ink))
    rows.append(line(owner.name, 75, 138, room=FULL, size=20, least=10, fill=owner.ink))
    return MarkerFace(owner.ground, owner.ink, owner.ink, tuple(rows), "faces/marker-chit.svg.j2")


def _chit(kind: MarkerKind, text: str, letter: str, game: Game) -> MarkerFace:
    """An event by its name, under the letter with which it comes; one that must be played at once bears a band.

    The band: tgwie 7.4.B.
    """
    owner = next((_of_side(side) for side in game.sides if side.id == kind.side), NOBODY)
    if re.search(r"\bchit\b", text):
        return _chit_back(letter, owner)
    at_once = "chits" in game.tables and kind.id in (rows := game.tables["chits"].rows) and rows[kind.id]["mandatory"]
    head = line(f"CHIT {letter}".strip(), 75, 26, room=FULL, size=23, least=12, fill=owner.ink)
    ground = palette.MARKER_GROUND
    words = _words(text, palette.INK, top=STRIP, bottom=24 if at_once else 6)
    drawing = "faces/marker-at-once.svg.j2" if at_once else ""
    return MarkerFace(ground, palette.INK, palette.RED, (head, *words), drawing, (0, 36, owner.ground))


def _svg(face: MarkerFace, game: Game) -> str:
    return fill("faces/marker.svg.j2", own_templates(game.folder), **face._asdict(), white=palette.WHITE)


def nation_of(kind: MarkerKind, text: str, game: Game) -> Nation | None:
    """The nation that a marker's text or id names, else none: a nation's own marker wears its colours."""
    words = f"{text} {kind.name} {kind.id}".lower()
    return next((n for n in game.nations.values() if n.id.lower() in words or n.name.lower() in words), None)


def owner_of(kind: MarkerKind, text: str, game: Game) -> Owner:
    """The nation that the marker names, else the side that its text names, else its own side, else nobody."""
    if (nation := nation_of(kind, text, game)) is not None:
        return Owner(nation.name, nation.ground, nation.ink)
    words = text.lower()
    side = next((s for s in game.sides if s.id in words or s.name.lower() in words), None)
    side = side or next((s for s in game.sides if s.id == kind.side), None)
    return NOBODY if side is None else _of_side(side)


def _of_side(side: Side) -> Owner:
    return Owner(side.name, side.colour, palette.readable_on(side.colour))


def _words(text: str, ink: str, top: float = EDGE, bottom: float = EDGE) -> tuple[Line, ...]:
    """Plain words in the room between `top` and `bottom`, in lines as large as fit; short ones are written large."""
    if text.lower() in ("", "blank"):
        return ()
    high = FACE - top - bottom
    for size in (46, 42, 38, 35, 32, 30, 28, 26, 24, 22, 20, 19, 18, 17, 16, 15):
        rows = wrap(text, "condensed", FULL - EDGE, size)
        if len(rows) * size * 1.12 <= high and all(text_width(row, "condensed", size) <= FULL - EDGE for row in rows):
            break
    step = size * 1.12
    first = top + high / 2 - step * (len(rows) - 1) / 2 + size * 0.36
    return tuple(
        line(row, 75, round(first + step * i, 1), room=FULL - EDGE, size=size, least=10, fill=ink)
        for i, row in enumerate(rows)
    )


def check_markers(game: Game) -> tuple[Diagnostic, ...]:
    """A warning for each text that does not fit its marker, at the marker's row."""
    found = []
    for kind in game.markers.values():
        faces = (marker_face(kind, face, game) for face in ("front", "back"))
        long = {row.text for face in faces for row in face.texts if not row.fits}
        found += [
            warning(
                "A101",
                f"the text {text!r} is too wide for the marker {kind.id!r}",
                kind.span,
                help="shorten it, or give the game a face template of its own",
            )
            for text in sorted(long)
        ]
    return tuple(found)


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
