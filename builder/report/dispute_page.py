"""A dispute's sheet as a page for the browser, which prints on one sheet of paper."""

from __future__ import annotations

import base64

from builder.art.templates import fill
from builder.report.dispute import MOST_FACTS, Sheet, facts_of


def dispute_page(sheet: Sheet, paper: str = "a4") -> str:
    """HTML that needs nothing else, everything escaped."""
    return fill(
        "report/dispute.html.j2",
        sheet=sheet,
        paper={"a4": "A4", "letter": "letter"}[paper],
        board=base64.b64encode(sheet.board).decode("ascii"),
        house=[line.removeprefix("house rule, ") for line in sheet.house],
        facts=facts_of,
        most=MOST_FACTS // max(len(sheet.matters), 1),
        ruling=next((m.ruling for m in sheet.matters if m.ruling is not None), None),
    )
