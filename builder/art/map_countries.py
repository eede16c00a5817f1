"""Names of countries, large and spaced, each on land of its own; names of seas and ranges where a game lists them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape

from builder.art import palette
from builder.art.layout import MapLayout
from builder.art.text import STYLES, text_width
from builder.model import Game

_SPACED = 0.42  # of the size, between letters
_LEAST_HEXES = 4
_SIZES = (26.0, 76.0)
SEA = "sea"

# table `geography`: how each kind of name is written (font, ink, opacity)
KINDS = {
    "sea": ("italic", palette.WATER_NAME, 0.75),
    "range": ("bold", palette.RANGE_NAME, 0.62),
    "region": ("italic", palette.RANGE_NAME, 0.62),
}


def country_layer(game: Game, drawn: MapLayout) -> str:
    return "\n".join(('<g id="layer-countries">', *_countries(game, drawn), *_geography(game, drawn), "</g>"))


def _countries(game: Game, drawn: MapLayout) -> Iterator[str]:
    table = game.tables.get("countries")
    for owner, part in lands(drawn):
        row = table.rows.get(owner) if table else None
        name = (row["name"] if row else owner).upper()
        best = max(_spots(drawn, part, _broken(name)), default=None, key=lambda spot: spot[0])
        if best is not None:
            _, lines, size, x, y = best
            for i, line in enumerate(lines):
                yield _spaced(line, x, y + size * (1.15 * (i - (len(lines) - 1) / 2) + 0.36), size)


def lands(drawn: MapLayout) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each country's land in connected parts, those of some size."""
    sheet = drawn.sheet
    left = {n: h.owner for n, h in sheet.hexes.items() if h.terrain != SEA and h.owner and h.owner.lower() != SEA}
    while left:
        first = next(iter(left))
        owner, part, todo = left.pop(first), [first], [first]
        while todo:
            for near in sheet.neighbours(todo.pop()):
                if left.get(near) == owner:
                    del left[near]
                    part.append(near)
                    todo.append(near)
        if len(part) >= _LEAST_HEXES:
            yield owner, tuple(part)


def _broken(name: str) -> tuple[tuple[str, ...], ...]:
    """On one line, or on two where it has two words."""
    for sign in "- ":
        if sign in name:
            at = name.index(sign) + 1
            return (name,), (name[:at].strip(), name[at:])
    return ((name,),)


def _spots(drawn: MapLayout, part: Sequence[str], ways: tuple[tuple[str, ...], ...]) -> Iterator[tuple]:
    """(worth, lines, size, x, y) of places where the name lies wholly on the country's land and off its towns."""
    sheet, px = drawn.sheet, drawn.hex_px
    centres = {n: drawn.centre(n) for n in part}
    mx = sum(x for x, _ in centres.values()) / len(centres)
    my = sum(y for _, y in centres.values()) / len(centres)
    spread = math.sqrt(len(part)) * px
    wanted = min(_SIZES[1], max(_SIZES[0], spread * 0.085))
    grid = {(round(x / px * 2), round(y / px * 2)): n for n, (x, y) in centres.items()}

    def share(x: float, y: float, wide: float, high: float) -> tuple[float, int]:
        """How much of the text lies on the land, and how many places it lies on."""
        steps = max(2, math.ceil(wide / px * 1.5))
        found, places = 0, set()
        for k in range(steps + 1):
            for dy in (-high / 2, 0.0, high / 2):
                n = _nearest(grid, x - wide / 2 + wide * k / steps, y + dy, px, centres)
                found += n is not None
                if n and (sheet.hexes[n].place or sheet.hexes[n].features):
                    places.add(n)
        return found / (3 * steps + 3), len(places)

    for size in sorted({wanted, wanted * 0.8, wanted * 0.62, max(18.0, wanted * 0.45)}, reverse=True):
        for lines in ways:
            wide = max(text_width(line, "bold", size) + size * _SPACED * len(line) for line in lines)
            high = size * (1.15 * len(lines) - 0.3)
            for x, y in centres.values():
                for lift in (0.0, 0.25 * px):
                    on, places = share(x, y + lift, wide, high)
                    away = math.dist((x, y), (mx, my)) / spread
                    worth = (
                        14 * min(on, 0.98) + 3.2 * size / wanted - 0.4 * places - 2.2 * away - 0.5 * (len(lines) - 1)
                    )
                    yield worth, lines, size, x, y + lift


def _nearest(grid: dict, x: float, y: float, px: float, centres: dict) -> str | None:
    i, j = round(x / px * 2), round(y / px * 2)
    for di in (0, -1, 1):
        for dj in (0, -1, 1):
            n = grid.get((i + di, j + dj))
            if n is not None and math.dist(centres[n], (x, y)) < px * 0.5:
                return n
    return None


def _spaced(name: str, x: float, y: float, size: float) -> str:
    spaced = size * _SPACED
    return (
        f'<text x="{x + spaced / 2:.1f}" y="{y:.1f}" {STYLES["bold"]} font-size="{size:.1f}" '
        f'letter-spacing="{spaced:.1f}" text-anchor="middle" fill="{palette.COUNTRY}" fill-opacity="0.5" '
        f'stroke="{palette.PAPER}" stroke-width="{size * 0.12:.1f}" stroke-opacity="0.35" paint-order="stroke">'
        f"{escape(name)}</text>"
    )


def _geography(game: Game, drawn: MapLayout) -> Iterator[str]:
    """Rows (name, kind, first and last hex) of the table `geography`: the name runs from the one to the other."""
    table = game.tables.get("geography")
    for row in table.rows.values() if table else ():
        a, b = row["first"], row["last"]
        if a in drawn.sheet.hexes and b in drawn.sheet.hexes:
            yield _along(row["name"], row["kind"], drawn.centre(a), drawn.centre(b), drawn.hex_px)


def _along(name: str, kind: str, a: tuple[float, float], b: tuple[float, float], px: float) -> str:
    font, ink, opacity = KINDS.get(kind, KINDS["region"])
    shown = name if kind == "sea" else name.upper()
    if b[0] < a[0]:
        a, b = b, a
    long = math.dist(a, b)
    plain = text_width(shown, font, 1.0)
    size = min(60.0 if kind == "sea" else 34.0, max(20.0, long / (plain + 0.5 * len(shown))))
    spaced = max(0.0, min(1.6 * size, (long - plain * size) / max(1, len(shown) - 1)))
    turn = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    return (
        f'<text x="{x + spaced / 2:.1f}" y="{y + size * 0.36:.1f}" transform="rotate({turn:.1f} {x:.1f} {y:.1f})" '
        f'{STYLES[font]} font-size="{size:.1f}" letter-spacing="{spaced:.1f}" text-anchor="middle" fill="{ink}" '
        f'fill-opacity="{opacity}">{escape(shown)}</text>'
    )
