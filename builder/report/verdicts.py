"""Verdicts of a checked game for people and for programs: one line each, or the whole account."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from builder.make.check import CheckReport
from builder.model import Diagnostic, RuleRef, Verdict
from builder.report.chain import chain_report

LOUD = ("ILLEGAL", "SUSPECT", "undecided", "unchecked")
"""Outcomes that are shown unless all are asked for, the weightiest first."""


MOST_NOTES = 30


def notes_of(report: CheckReport) -> tuple[Diagnostic, ...]:
    """What concerns the files: first the chain that they make, then what the replay noticed."""
    chain = chain_report(report.chain).faults if report.chain is not None else ()
    return (*chain, *report.notes)


def line(verdict: Verdict) -> str:
    return str(verdict)


def account(verdict: Verdict) -> Iterator[str]:
    """The line, and below it the sum, the facts with their evidence, the reading, and what is missing."""
    yield line(verdict)
    for part in verdict.sum:
        yield f"    {part}"
    for fact in verdict.facts:
        source = f" [{fact.source}]" if fact.source else ""
        yield f"    {fact.name}: {_shown(fact.value)} ({fact.evidence}){source}"
    if verdict.reading:
        yield f"    reading taken: {verdict.reading}"
    for need in verdict.needs:
        yield f"    needed: {need.words}"


def head(report: CheckReport) -> Iterator[str]:
    """First what was agreed and the first illegal act, then how the game was judged and what was found."""
    files = len(report.files)
    if report.house is not None:
        yield from report.house.lines()
    for verdict in report.illegal[:1]:
        yield f"first illegal act: {line(verdict)}"
    yield f"{report.game.name}: {files} log{'s' * (files != 1)}, {report.steps} steps, {len(report.judged)} actions"
    yield (
        "judged by the board in play: the logs name this very module"
        if report.played_on_ours
        else "not played on this module: what is our reconstruction can make a finding SUSPECT at most"
    )
    counts = outcomes_of(report.judged.counts())
    yield "  ".join(f"{name} {counts.get(name, 0)}" for name in (*LOUD, "legal"))
    for begin, count in report.unknown:
        yield f"not understood, passed over: {count} command(s) that begin {begin!r}"


def about_files(report: CheckReport) -> Iterator[str]:
    """The notes as lines: without them no verdict can be read."""
    notes = notes_of(report)
    for note in notes[:MOST_NOTES]:
        yield str(note)
    if len(notes) > MOST_NOTES:
        yield f"… and {len(notes) - MOST_NOTES} more notes"


def text(report: CheckReport, everything: bool = False, details: bool = True) -> Iterator[str]:
    """The whole report as lines."""
    yield from head(report)
    yield from about_files(report)
    for stretch in report.unread:
        yield from stretch.lines()
    for _, verdicts in report.judged if everything else report.judged.loud:
        for verdict in verdicts:
            yield ""
            yield from account(verdict) if details else (line(verdict),)
            ruling = report.rulings.of(verdict)
            if ruling is not None:
                yield f"    {ruling}"


def as_json(report: CheckReport) -> dict[str, Any]:
    return {
        "schema": 1,
        "game": report.game.id,
        "version": report.game.full_version,
        "files": list(report.files),
        "steps": report.steps,
        "played_on_ours": report.played_on_ours,
        "house": list(report.house.lines()) if report.house is not None else [],
        "notes": [note.as_json() for note in notes_of(report)],
        "unknown": dict(report.unknown),
        "not_understood": ["\n".join(stretch.lines()) for stretch in report.unread],
        "actions": [
            {
                "action": str(action),
                "log": list(map(str, action.refs)),
                "verdicts": [_told(v, report) for v in verdicts],
            }
            for action, verdicts in report.judged
        ],
    }


def _told(verdict: Verdict, report: CheckReport) -> dict[str, Any]:
    ruling = report.rulings.of(verdict)
    if ruling is None:
        return verdict.as_json()
    return verdict.as_json() | {"ruling": {"ruling": ruling.ruling, "reason": ruling.reason, "by": ruling.by}}


def per_rule(counts: Mapping[tuple[str, str], int]) -> list[tuple[str, Counter]]:
    """(rule, how often each outcome) in natural order of the rules."""
    found: dict[str, Counter] = {}
    for (rule, outcome), times in counts.items():
        found.setdefault(rule, Counter())[outcome] += times
    return sorted(found.items(), key=lambda item: RuleRef("", item[0]).sort_key)


def outcomes_of(counts: Mapping[tuple[str, str], int]) -> Counter[str]:
    """How often each outcome, whatever the rule."""
    found: Counter[str] = Counter()
    for (_, outcome), times in counts.items():
        found[outcome] += times
    return found


def _shown(value: Any) -> str:
    if isinstance(value, frozenset | set):
        return ", ".join(sorted(map(str, value)))
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return str(value)
