"""A dispute's sheet as PDF: exactly one page, A4 or Letter, whatever the verdict has to say."""

from __future__ import annotations

import io
from collections.abc import Iterator
from html import escape

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Frame, Image, KeepInFrame, Paragraph, Spacer, Table

from builder.report.dispute import MOST_FACTS, Matter, Sheet, facts_of
from builder.sheets.vector import pdf_font

PAPERS = {"a4": A4, "letter": LETTER}
MARGIN = 14 * mm
BOARD = 88 * mm  # the most that the picture takes of the page's height
RULING = 34 * mm  # kept free at the foot
INK, SOFT, LINE = HexColor("#1c2126"), HexColor("#59616a"), HexColor("#cfc9b8")
COLOURS = {"ILLEGAL": HexColor("#a01818"), "SUSPECT": HexColor("#b35c00"), "legal": HexColor("#2f6b35")}


def dispute_pdf(sheet: Sheet, paper: str = "a4") -> bytes:
    """One page; the same sheet gives the same bytes. ValueError for a paper that is not in `PAPERS`."""
    if paper not in PAPERS:
        raise ValueError(f"no paper {paper!r} (expected {', '.join(PAPERS)})")
    wide, high = PAPERS[paper]
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(wide, high), invariant=1)
    canvas.setTitle(f"{sheet.game}: {sheet.where}")
    room = wide - 2 * MARGIN
    _foot(canvas, sheet, room)
    body = [*_head(sheet, room), *_board(sheet, room), *_matters(sheet, room)]
    space = high - 2 * MARGIN - RULING
    frame = Frame(MARGIN, MARGIN + RULING, room, space, 0, 0, 0, 0)
    frame.addFromList([KeepInFrame(room, space, body, mode="shrink", hAlign="LEFT", vAlign="TOP")], canvas)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def _style(size: float, bold: bool = False, colour=INK, **more) -> ParagraphStyle:
    font = pdf_font("bold" if bold else "plain")
    return ParagraphStyle(f"s{size}{bold}", fontName=font, fontSize=size, leading=size * 1.3, textColor=colour, **more)


def _text(text: str, size: float = 9, bold: bool = False, colour=INK, **more) -> Paragraph:
    return Paragraph(escape(text), _style(size, bold, colour, **more))


def _head(sheet: Sheet, room: float) -> Iterator:
    when = f"{sheet.where}{' · ' if sheet.when else ''}{sheet.when}"
    yield Table([[_text(sheet.game, 15, True), _text(when, 9, colour=SOFT, alignment=2)]], [room * 0.5, room * 0.5],
                style=[("VALIGN", (0, 0), (-1, -1), "BOTTOM"), ("LEFTPADDING", (0, 0), (-1, -1), 0),
                       ("RIGHTPADDING", (0, 0), (-1, -1), 0), ("LINEBELOW", (0, 0), (-1, 0), 1.2, INK)])  # fmt: skip
    yield Spacer(1, 2 * mm)
    for action in sheet.actions[:4]:
        yield _text(str(action), 11, True)
    yield Spacer(1, 2 * mm)


def _board(sheet: Sheet, room: float) -> Iterator:
    if not sheet.board:
        return
    wide, high = ImageReader(io.BytesIO(sheet.board)).getSize()
    scale = min(room / wide, BOARD / high)
    picture = Image(io.BytesIO(sheet.board), wide * scale, high * scale, hAlign="LEFT")
    yield picture
    yield _text("The board before this step.", 7.5, colour=SOFT, spaceAfter=2 * mm)


def _matters(sheet: Sheet, room: float) -> Iterator:
    facts_left = MOST_FACTS
    for matter in sheet.matters:
        yield from _verdict(matter, room)
        facts = list(facts_of(matter.verdict))
        if facts and facts_left > 0:
            yield _facts(facts[:facts_left], room)
        left_out = max(len(facts) - max(facts_left, 0), 0)
        facts_left -= len(facts)
        if left_out:
            yield _text(f"and {left_out} more facts, which hexwright check shows", 7.5, colour=SOFT)
        if matter.verdict.reading:
            yield _text(f"Reading taken: {matter.verdict.reading}", 8.5)
        for need in matter.verdict.needs[:3]:
            yield _text(f"What would settle it: {need.words}", 8.5)
        yield Spacer(1, 2.5 * mm)
    if sheet.quiet:
        yield _text(
            f"{sheet.quiet} further verdict{'s' * (sheet.quiet != 1)} on this step are left out.", 7.5, colour=SOFT
        )


def _verdict(matter: Matter, room: float) -> Iterator:
    verdict = matter.verdict
    colour = COLOURS.get(verdict.outcome, SOFT)
    agreed = " unless agreed" if verdict.unless_consent else ""
    yield Table([[_text(verdict.outcome + agreed, 9, True, HexColor("#ffffff")),
                  _text(f"Rule {verdict.rule.id}: {verdict.message}", 10, True)]], [26 * mm, room - 26 * mm],
                style=[("BACKGROUND", (0, 0), (0, 0), colour), ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
                       ("LEFTPADDING", (0, 0), (-1, -1), 5), ("TOPPADDING", (0, 0), (-1, -1), 2),
                       ("BOTTOMPADDING", (0, 0), (-1, -1), 3)])  # fmt: skip
    if matter.rule:
        yield _text(f"The rule in our words: {matter.rule}", 8.5, colour=SOFT, spaceBefore=1 * mm, spaceAfter=1 * mm)
    for line in verdict.sum:
        yield _text(line, 9, leftIndent=4 * mm)


def _facts(facts: list[tuple[str, str, str, str, bool]], room: float) -> Table:
    rows = [[_text(name, 8), _text(value, 8, True), _text(tag if firm else f"{tag} (not proven)", 8,
             colour=SOFT if firm else COLOURS["SUSPECT"]), _text(source, 7, colour=SOFT)]
            for name, value, tag, source, firm in facts]  # fmt: skip
    return Table(rows, [room * share for share in (0.32, 0.2, 0.2, 0.28)],
                 style=[("LINEABOVE", (0, 0), (-1, -1), 0.4, LINE), ("TOPPADDING", (0, 0), (-1, -1), 1),
                        ("BOTTOMPADDING", (0, 0), (-1, -1), 1.5), ("LEFTPADDING", (0, 0), (-1, -1), 2),
                        ("VALIGN", (0, 0), (-1, -1), "TOP")])  # fmt: skip


def _foot(canvas: Canvas, sheet: Sheet, room: float) -> None:
    """The ruling, or room to write one; below it how the game was judged."""
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(0.8)
    canvas.rect(MARGIN, MARGIN + 7 * mm, room, RULING - 10 * mm)
    ruled = [m.ruling for m in sheet.matters if m.ruling is not None]
    if ruled:
        body = [_text(f"Ruling: {r.ruling}{f', by {r.by}' if r.by else ''}", 10, True) for r in ruled[:1]]
        body += [_text(r.reason, 9) for r in ruled[:1]]
        frame = Frame(MARGIN, MARGIN + 7 * mm, room, RULING - 10 * mm, 6, 4, 6, 4)
        frame.addFromList([KeepInFrame(room - 12, RULING - 10 * mm - 10, body, mode="shrink")], canvas)
    else:
        canvas.setFont(pdf_font("bold"), 9)
        canvas.setFillColor(INK)
        canvas.drawString(MARGIN + 6, MARGIN + RULING - 8.5 * mm, "Ruling")
        canvas.setFont(pdf_font("plain"), 8)
        canvas.setFillColor(SOFT)
        canvas.drawString(MARGIN + 6, MARGIN + 9.5 * mm, "Director")
        canvas.drawString(MARGIN + room * 0.62, MARGIN + 9.5 * mm, "Date")
    canvas.setFont(pdf_font("plain"), 7)
    canvas.setFillColor(SOFT)
    judged = (
        "Judged by the board in play."
        if sheet.ours
        else "Not played on this module: reconstructed facts prove nothing."
    )
    canvas.drawString(MARGIN, MARGIN + 2.5 * mm, judged)
    house = "; ".join(line.removeprefix("house rule, ") for line in sheet.house)
    if house:
        text = f"Agreed: {house}"
        while canvas.stringWidth(text, pdf_font("plain"), 7) > room and len(text) > 12:
            text = text[:-6] + "…"
        canvas.drawString(MARGIN, MARGIN - 1 * mm, text)
