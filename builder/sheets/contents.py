"""The first page of a print kit: what is in it, how much paper it takes, what to do with each part."""

from __future__ import annotations

import html
import io
from typing import NamedTuple

from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm

from builder.art import palette
from builder.art.text import wrap
from builder.sheets.countersheet import new_canvas
from builder.sheets.style import SheetStyle
from builder.sheets.vector import pdf_font

_MARGIN = 18 * mm


class Part(NamedTuple):
    """One file of a kit; `advice` says how to print it and what to do then."""

    file: str
    title: str
    pages: int
    advice: str


def contents_pdf(name: str, style: SheetStyle, parts: tuple[Part, ...]) -> bytes:
    wide, high = sorted((style.paper.wide, style.paper.high))
    out = io.BytesIO()
    canvas = new_canvas(out, (wide, high), f"{name}: print kit")
    y = high * mm - _MARGIN - 16
    canvas.setFillColor(HexColor(palette.INK))
    canvas.setFont(pdf_font("bold"), 18)
    canvas.drawString(_MARGIN, y, name)
    canvas.setFont(pdf_font("plain"), 9)
    canvas.drawString(_MARGIN, y - 16, summary(style, parts))
    y -= 44
    room = wide * mm - 2 * _MARGIN
    for part in parts:
        canvas.setFont(pdf_font("bold"), 10)
        canvas.drawString(_MARGIN, y, part.title)
        canvas.drawRightString(wide * mm - _MARGIN, y, f"{part.pages} page{'s' * (part.pages != 1)}")
        canvas.setFont(pdf_font("plain"), 8)
        for line in (part.file, *wrap(part.advice, "plain", room, 8)):
            y -= 11.5
            canvas.drawString(_MARGIN, y, line)
        y -= 20
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def contents_html(name: str, style: SheetStyle, parts: tuple[Part, ...]) -> str:
    """The same as a page with links."""
    rows = "".join(
        f'<tr><td><a href="{html.escape(part.file)}">{html.escape(part.title)}</a></td><td>{part.pages}</td>'
        f"<td>{html.escape(part.advice)}</td></tr>\n"
        for part in parts
    )
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{html.escape(name)}: print kit</title><style>body{{font:16px/1.5 sans-serif;max-width:52em;margin:2em "
        "auto;padding:0 1em}td,th{text-align:left;vertical-align:top;padding:.4em 1em .4em 0}</style></head><body>\n"
        f"<h1>{html.escape(name)}</h1>\n<p>{html.escape(summary(style, parts))}</p>\n"
        f"<table><tr><th>Part</th><th>Pages</th><th>What to do</th></tr>\n{rows}</table>\n</body></html>\n"
    )


def summary(style: SheetStyle, parts: tuple[Part, ...]) -> str:
    return (
        f"{style.paper.name}, counters of {style.size_text}, {sum(part.pages for part in parts)} pages in all. "
        "Print every part at actual size (100 %)."
    )
