"""What a director wants to know first: each player turn in a few lines, the first illegal act, and rule by rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from builder.make.check import CheckReport
from builder.make.judged import Judged
from builder.make.story import Die, Loss, PlayerTurn, Taken, dice_of, verbs_of
from builder.model import Action, Verdict
from builder.report.verdicts import LOUD, about_files, head, line, notes_of, outcomes_of, per_rule
from builder.rules.score import Score

OUTCOMES = (*LOUD, "legal")
QUIET = ("end-phase", "end-movement")  # verbs that are no deeds


@dataclass(frozen=True, slots=True)
class TurnSummary:
    """`outcomes` counts the verdicts; `points` are those at the end of the player turn."""

    turn: PlayerTurn
    judged: Judged  # of the whole game
    verbs: Counter
    outcomes: Counter
    dice: tuple[Die, ...]
    losses: tuple[Loss, ...]
    taken: tuple[Taken, ...]
    points: tuple[Score, ...]
    before: tuple[Score, ...]

    @property
    def name(self) -> str:
        return str(self.turn.when) or "before play"

    @property
    def actions(self) -> Iterator[tuple[int, Action, tuple[Verdict, ...]]]:
        """(number in the game, action, verdicts)."""
        return ((number, *self.judged[number]) for number in range(self.turn.first, self.turn.last))

    def losses_by_side(self) -> list[tuple[str, int, tuple[str, ...]]]:
        """(side, steps, units that are gone)."""
        sides: dict[str, list[Loss]] = {}
        for loss in self.losses:
            sides.setdefault(loss.side, []).append(loss)
        return [(s, sum(x.steps for x in found), tuple(x.unit for x in found if x.gone)) for s, found in sides.items()]


def turns_of(report: CheckReport) -> tuple[TurnSummary, ...]:
    """The player turns in order; () where nothing was played."""
    story, judged, found = report.story, report.judged, []
    actions = list(judged.actions)
    if story is None:
        return ()
    before: tuple[Score, ...] | None = None
    for turn in story.turns:
        own = actions[turn.first : turn.last]
        verbs = Counter({verb: n for verb, n in verbs_of(own).items() if verb not in QUIET})
        outcomes = outcomes_of(judged.counts(turn.first, turn.last))
        opening = story.score(turn.before) if before is None else before
        before = story.score(turn.after)
        found.append(TurnSummary(turn, judged, verbs, outcomes, tuple(dice_of(own)), turn.losses(), turn.taken(),
                                 before, opening))  # fmt: skip
    return tuple(found)


def text(report: CheckReport) -> Iterator[str]:
    """The summary as lines, some forty columns of them a player turn."""
    yield from head(report)
    yield from about_files(report)
    for summary in turns_of(report):
        yield ""
        yield from turn_lines(summary)
    yield ""
    yield from rule_lines(report)


def turn_lines(summary: TurnSummary) -> Iterator[str]:
    yield f"{summary.name}: {counted(summary.verbs) or 'nothing done'}"
    outcomes = summary.outcomes
    found = [f"{name} {outcomes[name]}" for name in LOUD if outcomes[name]]
    if found:
        yield f"  verdicts   {'  '.join(found)}  legal {outcomes['legal']}"
    if summary.dice:
        yield f"  dice       {' '.join(die.value for die in summary.dice)}"
    for side, steps, gone in summary.losses_by_side():
        yield f"  losses     {side} {steps} step{'s' * (steps != 1)}" + (f", gone: {', '.join(gone)}" if gone else "")
    for text_ in points(summary):
        yield f"  points     {text_}"
    if summary.taken:
        yield f"  control    {control(summary.taken)}"


def counted(verbs: Counter) -> str:
    return ", ".join(f"{n} {verb}" for verb, n in verbs.most_common())


def points(summary: TurnSummary) -> list[str]:
    """`german 12, was 11` for each side; what cannot be worked out is said to be open."""
    told = []
    was = {score.side: score for score in summary.before}
    for score in summary.points:
        now = shown(score)
        before = shown(was[score.side]) if score.side in was else now
        told.append(f"{score.side} {now}" + (f", was {before}" if before != now else ""))
    return told


def shown(score: Score) -> str:
    if score.total.known:
        return str(score.total.value)
    return f"{score.shown} on the track" if score.shown is not None else "open"


def control(taken: Iterable[Taken]) -> str:
    sides: dict[str, list[str]] = {}
    for one in taken:
        sides.setdefault(one.after or "nobody", []).append(one.place)
    return "; ".join(f"{side} takes {', '.join(places)}" for side, places in sides.items())


def rule_lines(report: CheckReport) -> Iterator[str]:
    """A row a rule; those with findings first."""
    yield f"{'rule':<10} {'examined':>8} {'ILLEGAL':>8} {'SUSPECT':>8} {'undecided':>9}"
    rows = per_rule(report.judged.counts())
    for rule, counts in sorted(rows, key=lambda row: not any(row[1][name] for name in LOUD)):
        row = (sum(counts.values()), counts["ILLEGAL"], counts["SUSPECT"], counts["undecided"] + counts["unchecked"])
        about = report.game.catalogue.get(rule)
        yield f"{rule:<10} {row[0]:>8} {row[1]:>8} {row[2]:>8} {row[3]:>9}  {about.title if about else ''}".rstrip()


def as_json(report: CheckReport) -> dict[str, Any]:
    first, counts = next(iter(report.illegal), None), report.judged.counts()
    return {
        "schema": 1,
        "game": report.game.id,
        "files": list(report.files),
        "steps": report.steps,
        "played_on_ours": report.played_on_ours,
        "house": list(report.house.lines()) if report.house is not None else [],
        "notes": [note.as_json() for note in notes_of(report)],
        "outcomes": dict(outcomes_of(counts)),
        "first_illegal": first.as_json() | {"line": line(first)} if first is not None else None,
        "turns": [_turn_json(summary) for summary in turns_of(report)],
        "rules": {
            rule: {"examined": sum(found.values()), **{name: found[name] for name in OUTCOMES}}
            for rule, found in per_rule(counts)
        },
    }


def _turn_json(summary: TurnSummary) -> dict[str, Any]:
    return {
        "turn": summary.turn.when.turn,
        "side": summary.turn.when.side,
        "actions": dict(summary.verbs),
        "outcomes": dict(summary.outcomes),
        "dice": [{"verb": die.verb, "value": die.value, "action": str(die.action)} for die in summary.dice],
        "losses": [loss._asdict() for loss in summary.losses],
        "points": {
            score.side: {"total": score.total.value if score.total.known else None, "shown": score.shown}
            for score in summary.points
        },
        "control": [one._asdict() for one in summary.taken],
    }
