"""Tracks on pages of their own, for tables on which the map's margins are too far away or already full."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import NamedTuple

from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from builder.art import palette
from builder.art.text import wrap
from builder.model import Box, Game
from builder.sheets.countersheet import new_canvas
from builder.sheets.style import SheetStyle
from builder.sheets.vector import pdf_font

_MARGIN, _GAP, _HEAD = 12 * mm, 5 * mm, 7 * mm
_ROOM = 1.3  # side of a box in counters
_NAME = 4.5 * mm  # height of a box's name


class Track(NamedTuple):
    title: str
    boxes: tuple[Box, ...]


def tracks(game: Game) -> Iterator[Track]:
    """Every track of every map, in the order of its first box."""
    for sheet in game.maps:
        for name in dict.fromkeys(box.track for box in sheet.boxes if box.track):
            boxes = tuple(box for box in sheet.boxes if box.track == name)
            title = next((box.heading for box in boxes if box.heading), "") or boxes[0].word or name.replace("-", " ")
            yield Track(title[:1].upper() + title[1:], boxes)


def tracks_pdf(game: Game, style: SheetStyle) -> bytes:
    """Boxes in which counters of that size lie; the turns with their dates. The same bytes every time."""
    wide, high = sorted((style.paper.wide, style.paper.high))
    out = io.BytesIO()
    canvas = new_canvas(out, (wide, high), f"{game.name}: tracks")
    size = wide * mm, high * mm
    side, tall = style.wide * _ROOM * mm, style.high * _ROOM * mm + _NAME
    labels = {turn.waiting: turn.label for turn in game.turns}
    columns = max(int((size[0] - 2 * _MARGIN) / side), 1)
    y = size[1] - _MARGIN
    for track in tracks(game):
        if y - _HEAD - tall < _MARGIN and y < size[1] - _MARGIN:
            canvas.showPage()
            y = size[1] - _MARGIN
        y = _heading(canvas, track.title, y)
        for start in range(0, len(track.boxes), columns):
            if y - tall < _MARGIN:
                canvas.showPage()
                y = _heading(canvas, f"{track.title} (continued)", size[1] - _MARGIN)
            for number, box in enumerate(track.boxes[start : start + columns]):
                _box(canvas, box, labels.get(box.id, ""), _MARGIN + number * side, y - tall, side, tall)
            y -= tall
        y -= _GAP
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def _heading(canvas: Canvas, title: str, y: float) -> float:
    canvas.setFillColor(HexColor(palette.INK))
    canvas.setFont(pdf_font("bold"), 10)
    canvas.drawString(_MARGIN, y - 11, title)
    return y - _HEAD


def _box(canvas: Canvas, box: Box, label: str, x: float, y: float, wide: float, high: float) -> None:
    canvas.setStrokeColor(HexColor(palette.INK))
    canvas.setLineWidth(0.7)
    canvas.rect(x, y, wide, high, stroke=1, fill=0)
    canvas.setFillColor(HexColor(palette.INK))
    _fitted(canvas, box.name, "bold", 10, x + wide / 2, y + high - 10.5, wide - 3)
    if label and label != box.name:
        canvas.setFillColor(HexColor(palette.NUMBER))
        for number, line in enumerate(reversed(wrap(label, "plain", wide - 3, 5.5))):
            _fitted(canvas, line, "plain", 5.5, x + wide / 2, y + 2.5 + 6.2 * number, wide - 3)


def _fitted(canvas: Canvas, text: str, font: str, size: float, x: float, y: float, room: float) -> None:
    """Centred, smaller where it would be wider than its room."""
    wide = stringWidth(text, pdf_font(font), size)
    canvas.setFont(pdf_font(font), size if wide <= room else max(size * room / wide, 3.5))
    canvas.drawCentredString(x, y, text)
