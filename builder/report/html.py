"""The report as one self-contained page that can be mailed and printed."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from builder.art.templates import fill, own_templates
from builder.make.board_picture import BoardPainter, Line, Mark
from builder.make.check import CheckReport
from builder.make.house import DirectorsRuling
from builder.model import Action, Verdict
from builder.report import summary as short
from builder.report.verdicts import LOUD, head, notes_of, outcomes_of, per_rule
from builder.rules.position import Position

PX = 44  # from hex to hex in a finding's picture
MOST_PICTURES = 60
MOST_NOTES = 50
COLOURS = {"ILLEGAL": "#a01818", "SUSPECT": "#b35c00"}
SOFT = "#4a5a78"


class Finding(NamedTuple):
    """A verdict that is shown, with what stands around it on the page."""

    id: str
    verdict: Verdict
    where: str
    when: str
    ruling: DirectorsRuling | None
    rule: str  # what the rule asks, in our words
    picture: str  # data address, "" for none


class Row(NamedTuple):
    """A line of the sum: `3130-3129`, what it adds up from, the total so far."""

    what: str
    parts: str
    total: str


def page(report: CheckReport, cache: Path | None = None) -> str:
    """HTML with everything escaped: findings with the board, each player turn, rule by rule. `cache` keeps maps."""
    findings = list(findings_of(report, cache))
    all_counts = report.judged.counts()
    counts = outcomes_of(all_counts)
    turns = short.turns_of(report)
    return fill(
        "report/check.html.j2",
        own_templates(report.game.folder),
        report=report,
        house=list(report.house.lines()) if report.house is not None else [],
        head=[row for row in head(report) if not row.startswith(("house rule", "first illegal", *LOUD))],
        counts=[(name, counts[name]) for name in (*LOUD, "legal")],
        first=next((f for f in findings if f.verdict.outcome == "ILLEGAL"), None),
        findings=findings,
        anchors={(f.verdict.action, f.verdict.rule.id): f.id for f in findings},
        turns=turns,
        short=short,
        loud=LOUD,
        rules=[(rule, found, report.game.catalogue.get(rule)) for rule, found in per_rule(all_counts)],
        notes=[str(n) for n in notes_of(report)[:MOST_NOTES]],
        rows=sum_rows,
    )


def findings_of(report: CheckReport, cache: Path | None) -> Iterator[Finding]:
    """Every verdict that is not legal, the weightiest first and else in the order of play."""
    painter = BoardPainter(report.game, PX, cache)
    drawn: dict[int, str] = {}
    story = report.story
    found = [(i, v) for i, (_, verdicts) in enumerate(report.judged.loud) for v in verdicts]
    found.sort(key=lambda one: LOUD.index(one[1].outcome))
    for count, (number, verdict) in enumerate(found, 1):
        position = story.boards.get(number) if story is not None else None
        if position is not None and number not in drawn and len(drawn) < MOST_PICTURES:
            data = picture(painter, verdict.action, position, verdict.outcome)
            drawn[number] = f"data:image/png;base64,{base64.b64encode(data).decode('ascii')}" if data else ""
        about = report.game.catalogue.get(verdict.rule.id)
        yield Finding(
            f"f{count}",
            verdict,
            " ".join(map(str, verdict.refs or verdict.action.refs)),
            str(story.moments[number]) if story is not None else "",
            report.rulings.of(verdict),
            about.summary if about else "",
            drawn.get(number, ""),
        )


def picture(painter: BoardPainter, action: Action, position: Position, outcome: str) -> bytes:
    """The board before an action: its units framed, its way or target in the colour of the verdict."""
    units = [position.state.units[name] for name in action.units if name in position.state.units]
    starts = tuple(dict.fromkeys(unit.place for unit in units))
    places = (*action.path, *((action.place,) if action.place else ()), *starts)
    hexes = tuple(place for place in places if any(place in sheet.hexes for sheet in painter.game.maps))
    places = hexes or places  # a box of the track may lie far away
    colour = COLOURS.get(outcome, SOFT)
    marks = {place: Mark("", "#1f2c38", True) for place in starts}
    if action.place and action.place not in starts:
        marks[action.place] = Mark("", colour, True)
    lines = [Line(action.path, colour)] if len(action.path) > 1 else []
    if not lines and action.place:
        lines = [Line((start, action.place), colour) for start in starts if start != action.place]
    return painter.png(position.state, places, marks, lines)


def sum_rows(verdict: Verdict) -> list[Row]:
    """The addition as columns: `a-b: forest 2, river 1; 3 in all`."""
    rows = []
    for text in verdict.sum:
        what, colon, rest = text.partition(": ")
        parts, semicolon, total = rest.partition("; ")
        rows.append(Row(what, parts, total) if colon and semicolon else Row("", text, ""))
    return rows
