"""One step that players disagree on, as a sheet to print: the board before, the action, each sum, facts, ruling."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from builder.make.board_picture import BoardPainter
from builder.make.check import CheckReport
from builder.make.house import DirectorsRuling
from builder.model import Action, BadInput, LogRef, RuleRef, Verdict, error, near_miss
from builder.report.html import picture
from builder.report.verdicts import LOUD, account

PX = 72  # from hex to hex of the picture
MOST = 5  # verdicts of a sheet
MOST_FACTS = 16  # of a sheet, which says how many more there are


@dataclass(frozen=True, slots=True)
class Matter:
    """A verdict, what its rule asks in our words, and the ruling if there is one."""

    verdict: Verdict
    rule: str
    ruling: DirectorsRuling | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything of one page. `board` is a PNG, b"" where the action is on no map; `quiet` counts what is left out."""

    game: str
    where: str
    when: str
    actions: tuple[Action, ...]
    matters: tuple[Matter, ...]
    quiet: int
    board: bytes
    house: tuple[str, ...]
    ours: bool


def sheet_of(report: CheckReport, step: int, log: str = "", rule: str = "", cache: Path | None = None) -> Sheet:
    """The sheet of a step (`check(…, step=step)` keeps its board).

    BadInput for a log, a step or a rule that the checked game has not.
    """
    if log and log not in report.files:
        raise BadInput(error("dispute-log", f"no log {log!r} is here{near_miss(log, report.files)}"))
    log = log or report.files[0]
    found = [i for i, a in enumerate(report.judged.actions) if any((r.file, r.step) == (log, step) for r in a.refs)]
    if not found:
        raise BadInput(
            error("dispute-step", f"nothing was judged at step {step} of {log}", help=_near(report, step, log))
        )
    verdicts = [v for i in found for v in report.judged[i][1]]
    chosen, quiet = _chosen(verdicts, rule, report)
    weighty = chosen[0].action
    number = next(i for i in found if report.judged[i][0] is weighty)
    position = report.story.boards.get(number) if report.story is not None else None
    painter = BoardPainter(report.game, PX, cache)
    board = picture(painter, weighty, position, chosen[0].outcome) if position is not None else b""
    return Sheet(
        report.game.name,
        _where([r for i in found for r in report.judged[i][0].refs]),
        str(report.story.moments[number]) if report.story is not None else "",
        tuple(report.judged[i][0] for i in found),
        tuple(_matter(v, report) for v in chosen),
        quiet,
        board,
        report.house.lines() if report.house is not None else (),
        report.played_on_ours,
    )


def said(sheet: Sheet) -> Iterator[str]:
    """Every line that a sheet can show."""
    yield from map(str, sheet.actions)
    for matter in sheet.matters:
        yield from account(matter.verdict)


def _where(refs: Iterable[LogRef]) -> str:
    """`turn9.vlog#41`, or `turn9.vlog#12 to 16` for several steps of one log."""
    steps: dict[str, list[int]] = {}
    for ref in refs:
        steps.setdefault(ref.file, []).append(ref.step)
    return ", ".join(
        f"{file}#{min(found)}" + (f" to {max(found)}" if max(found) > min(found) else "")
        for file, found in steps.items()
    )


def _matter(verdict: Verdict, report: CheckReport) -> Matter:
    about = report.game.catalogue.get(verdict.rule.id)
    return Matter(verdict, about.summary if about is not None else "", report.rulings.of(verdict))


def _chosen(verdicts: list[Verdict], rule: str, report: CheckReport) -> tuple[list[Verdict], int]:
    """The verdicts of a rule where it is named; else those that are not legal; else those that show a sum."""
    if rule:
        ref = RuleRef(report.game.id, rule)
        found = [v for v in verdicts if ref.selects(v.rule.id)]
        if not found:
            ids = [v.rule.id for v in verdicts]
            raise BadInput(error("dispute-rule", f"rule {rule} said nothing of this step{near_miss(rule, ids)}",
                                 help="examined here: " + (", ".join(ids) or "no rule")))  # fmt: skip
    else:
        loud = sorted((v for v in verdicts if v.outcome in LOUD), key=lambda v: LOUD.index(v.outcome))
        found = loud or [v for v in verdicts if v.sum] or verdicts
    if not found:
        raise BadInput(error("dispute-step", "no rule examined what was done at this step"))
    return found[:MOST], len(verdicts) - len(found[:MOST])


def _near(report: CheckReport, step: int, log: str) -> str:
    steps = sorted({r.step for a in report.judged.actions for r in a.refs if r.file == log})
    if not steps:
        return "no step of this log was judged"
    below = max((s for s in steps if s < step), default=steps[0])
    above = min((s for s in steps if s > step), default=steps[-1])
    return f"the steps around it with actions are {below} and {above}; the log's last is {steps[-1]}"


def facts_of(verdict: Verdict) -> Iterable[tuple[str, str, str, str, bool]]:
    """(what, value, evidence, source, proven) of each fact."""
    for fact in verdict.facts:
        value = fact.value
        shown = ", ".join(sorted(map(str, value))) if isinstance(value, (set, frozenset, tuple, list)) else str(value)
        tag = str(fact.evidence.tag) + (f", rule {fact.evidence.rule}" if fact.evidence.rule else "")
        yield fact.name, shown, tag, fact.source, fact.evidence.tag.proven
