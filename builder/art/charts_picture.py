"""A chart as a picture: the same cells as its page, laid out and wrapped by the bundled fonts."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path

from builder.art import palette
from builder.art.chart_values import HEAD, OURS, Cell, Chart, Part
from builder.art.render import render_cached
from builder.art.text import STYLES, text_width, wrap

SIZE, LINE, PAD, MARGIN = 14.0, 18.0, 6.0, 20.0
TITLE, SUBTITLE, SMALL = 22.0, 16.0, 12.0
WIDEST, EACH = 1000.0, 125.0  # of a table, where its words can be wrapped; one of many columns has more
DASH = "\u2013"  # what an empty cell shows


def chart_png(chart: Chart, cache: Path | None = None, scale: float = 1.5) -> bytes:
    """The chart as PNG, `scale` pixels to a unit; `cache` as for the faces."""
    svg, width = chart_svg(chart)
    return render_cached(svg, round(width * scale), cache)


def chart_svg(chart: Chart) -> tuple[str, float]:
    """The drawing and its width in units."""
    drawn: list[str] = []
    y = MARGIN + TITLE
    wide = text_width(chart.title, "bold", TITLE)
    drawn.append(_text(MARGIN, y, chart.title, "bold", TITLE))
    y += 14
    for part in chart.parts:
        lines, y, width = _part(part, y)
        drawn += lines
        wide = max(wide, width)
    for note in chart.footnotes:
        y += SMALL + 6
        drawn.append(_text(MARGIN, y, f"{note.mark}  {note.text}", "plain", SMALL))
        wide = max(wide, text_width(f"{note.mark}  {note.text}", "plain", SMALL))
    width, height = wide + 2 * MARGIN, y + MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.1f}" height="{height:.1f}" '
        f'viewBox="0 0 {width:.1f} {height:.1f}"><rect width="100%" height="100%" fill="{palette.PAPER}"/>'
        + "\n".join(drawn) + "</svg>",
        width,
    )  # fmt: skip


def _part(part: Part, y: float) -> tuple[list[str], float, float]:
    """Its drawing, where it ends, and its width."""
    drawn: list[str] = []
    if part.title:
        y += SUBTITLE + 8
        drawn.append(_text(MARGIN, y, part.title, "bold", SUBTITLE))
        y += 8
    widths = column_widths(part)
    heads = tuple(Cell(name, "", "center", True) for name in part.columns)
    for number, row in enumerate((heads, *part.rows)):
        lines, y = _row(row, widths, y, HEAD if not number else palette.WHITE)
        drawn += lines
    width = sum(widths)
    for note in part.notes:
        for line in wrap(note, "plain", max(width, 400), SMALL):
            y += SMALL + 5
            drawn.append(_text(MARGIN, y, line, "plain", SMALL))
            width = max(width, text_width(line, "plain", SMALL))
    return drawn, y + 8, max(width, text_width(part.title, "bold", SUBTITLE))


def column_widths(part: Part) -> tuple[float, ...]:
    """As wide as their longest cell; the widest columns give way where the table would be too wide."""
    columns = list(zip(*((tuple(Cell(c, "", "", True) for c in part.columns)), *part.rows)))
    full = [max(text_width(_shown(cell), _font(cell), SIZE) for cell in column) + 2 * PAD for column in columns]
    least = [max(_longest_word(cell) for cell in column) + 2 * PAD for column in columns]
    spare = max(WIDEST, EACH * len(full)) - sum(full)
    while spare < -0.5:
        wide = max(range(len(full)), key=lambda i: full[i] - least[i])
        if full[wide] - least[wide] < 1:
            break
        give = min(-spare, max((full[wide] - least[wide]) / 2, 1))
        full[wide] -= give
        spare += give
    return tuple(full)


def _longest_word(cell: Cell) -> float:
    return max((text_width(word, _font(cell), SIZE) for word in _shown(cell).split()), default=0.0)


def _row(row: tuple[Cell, ...], widths: tuple[float, ...], y: float, ground: str) -> tuple[list[str], float]:
    texts = [wrap(_shown(cell), _font(cell), w - 2 * PAD + 0.01, SIZE) for cell, w in zip(row, widths)]
    height = max(map(len, texts)) * LINE + 2 * (PAD - 2)
    drawn = list(_cells(row, texts, widths, y, height, ground))
    return drawn, y + height


def _cells(
    row: tuple[Cell, ...], texts: list[tuple[str, ...]], widths: tuple[float, ...], y: float, height: float, ground: str
) -> Iterator[str]:
    x = MARGIN
    for cell, lines, width in zip(row, texts, widths):
        fill = OURS if cell.mark else ground
        yield (f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{fill}" '
               f'stroke="{palette.FAINT_INK}" stroke-width="0.8"/>')  # fmt: skip
        for number, line in enumerate(lines):
            at = x + PAD
            if cell.align == "center":
                at = x + (width - text_width(line, _font(cell), SIZE)) / 2
            yield _text(at, y + PAD - 2 + LINE * number + SIZE - 0.5, line, _font(cell), SIZE)
        x += width


def _shown(cell: Cell) -> str:
    """The text with its mark; non-breaking signs hold in the picture too."""
    text = (cell.text or DASH).replace("\u2011", "-")
    return f"{text}{cell.mark}" if cell.mark else text


def _font(cell: Cell) -> str:
    return "bold" if cell.head else "plain"


def _text(x: float, y: float, text: str, font: str, size: float) -> str:
    return (f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{palette.INK}" {STYLES[font]} '
            f'xml:space="preserve">{escape(text)}</text>')  # fmt: skip
