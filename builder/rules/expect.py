"""What a case expects against what came, told so that a reader sees why."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from builder.model import Answer, BadInput, Diagnostic, Finding, Game, RuleRef, Span, Verdict, error, near_miss
from builder.model.notation import Case, ExpectLine, Fact, Only, Outcome
from builder.model.notation.printer import print_fact, print_outcome
from builder.rules.asking import ASKED, faults_of
from builder.rules.judge import END_PHASE, Referee, Step, end_of_phase
from builder.rules.position import Position
from builder.rules.ruling import Unknown
from builder.rules.setup import places_of, split_args

Closing = Callable[[], tuple[Verdict, ...]]
JUDGED_BY = re.compile(r"judged by ((?:[\w.]+(?:, | and )?)+)")  # in a note of the catalogue


@dataclass(frozen=True, slots=True)
class Failure:
    """One expectation that was not met, or a finding nobody announced; `came` is an account line by line."""

    expected: str
    came: tuple[str, ...]
    span: Span

    def __str__(self) -> str:
        return f"{self.span}: {self.expected}" + "".join(f"\n    {line}" for line in self.came)


def compare(case: Case, steps: Sequence[Step], last: Position, referee: Referee) -> tuple[Failure, ...]:
    """All failures of a case; BadInput where it asks what no predicate answers."""
    failures: list[Failure] = []
    lines = [line for line in case.lines if isinstance(line, ExpectLine)]
    closing = cache(lambda: _closing(steps, last, referee))
    for line in lines:
        match line.what:
            case Outcome():
                failures += _outcome(line.what, line.target, _of(steps, line.target), closing, referee.game)
            case Fact():
                failures += _fact(line.what, line.target, steps, last, referee)
    return (*failures, *_unannounced(case, lines, steps, referee.game))


def account(verdict: Verdict) -> tuple[str, ...]:
    """A verdict for people: the finding and its message, then the sum, the facts and what is missing."""
    consent = " unless consent" if verdict.unless_consent else ""
    reading = f", reading: {verdict.reading}" if verdict.reading else ""
    head = (
        f"{verdict.finding} {verdict.rule.id}{consent} ({verdict.strength}{reading}) "
        f"of '{verdict.action}': {verdict.message}"
    )
    return (
        head,
        *(f"    {line}" for line in verdict.sum),
        *(f"    {fact}" for fact in verdict.facts),
        *(f"    needs {need}" for need in verdict.needs),
    )


def same(expected: str, value: object) -> bool:
    """Whether an answer's value is what was written; sets in any order, `none` for nothing, `yes` for True."""
    if isinstance(value, AbstractSet):
        return sorted(_words(expected)) == sorted(text_of(v) for v in value)
    if isinstance(value, int) and not isinstance(value, bool):
        return expected.lstrip("+").removeprefix("-").isdecimal() and int(expected) == value
    return " ".join(_words(expected)) == " ".join(_words(text_of(value)))


def text_of(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, AbstractSet):
        return " ".join(sorted(text_of(v) for v in value)) or "none"
    if isinstance(value, tuple | list):
        return " ".join(text_of(v) for v in value) or "none"
    return "none" if value is None or value == "" else str(value)


def _words(text: str) -> list[str]:
    words = text.replace(",", " ").split()
    return [] if words == ["none"] else words


def _of(steps: Sequence[Step], target: str) -> list[Verdict]:
    return [v for step in steps if not target or step.action.id == target for v in step.verdicts]


def _closing(steps: Sequence[Step], last: Position, referee: Referee) -> tuple[Verdict, ...]:
    """What the end of the phase would find, where a case ends before it: some rules are looked at then alone."""
    if END_PHASE not in referee.ruleset.verbs or (steps and steps[-1].action.verb == END_PHASE):
        return ()
    return referee.verdicts(end_of_phase(last.state.when), last)


def spokesmen(rule: str, game: Game) -> tuple[RuleRef, ...]:
    """The rule, and those that find its breaches: a rule that is part of a sum is judged where the sum is announced."""
    own = RuleRef("", rule)
    notes = (row.note for id, row in game.catalogue.items() if own.selects(id))
    others = [id for note in notes for found in JUDGED_BY.findall(note) for id in re.split(r", | and ", found)]
    return (own, *(RuleRef("", id.rstrip(".")) for id in dict.fromkeys(others)))


def _outcome(what: Outcome, target: str, verdicts: list[Verdict], closing: Closing, game: Game) -> Iterable[Failure]:
    expected = "expected " + print_outcome(what) + (f" of @{target}" if target else "")
    if what.finding == "undecided":
        if not any(_undecided(what, v) for v in verdicts):
            yield Failure(expected, _came(verdicts), what.span)
        return
    for rule in what.rules:
        wanted = spokesmen(rule, game)
        ruled = [v for v in verdicts if any(ref.selects(v.rule.id) for ref in wanted)]
        ruled = ruled or [v for v in closing() if any(ref.selects(v.rule.id) for ref in wanted)]
        if what.finding == "legal":
            met = any(v.finding is Finding.LEGAL for v in ruled) and not any(_bad(v) for v in ruled)
        else:
            met = any(_meets(what, v) for v in ruled)
        if not met:
            came = _came(ruled) if ruled else (*_silence(rule, game), *_others(verdicts))
            yield Failure(expected if len(what.rules) == 1 else f"{expected}: {rule}", came, what.span)


def _silence(rule: str, game: Game) -> tuple[str, ...]:
    """That nothing was found by this rule; where no check of it could have spoken, how it may be asked."""
    row = game.catalogue.get(rule)
    told = f"; in the catalogue it is: {row.status}, {row.note}" if row is not None and row.note else ""
    return (f"no check of {rule} spoke{told}",)


def _others(verdicts: list[Verdict]) -> tuple[str, ...]:
    """What other rules found: breaches at length, the rest by their numbers."""
    bad = [v for v in verdicts if _bad(v)]
    fine = sorted({v.rule.id for v in verdicts if not _bad(v)}, key=lambda id: RuleRef("", id))
    return (*(_came(bad) if bad or not fine else ()), *((f"found legal: {', '.join(fine)}",) if fine else ()))


def _meets(what: Outcome, verdict: Verdict) -> bool:
    if verdict.finding is not Finding.ILLEGAL or verdict.unless_consent != what.consent:
        return False
    return what.finding == "illegal" or verdict.outcome == "SUSPECT"


def _undecided(what: Outcome, verdict: Verdict) -> bool:
    """Each word names the rule, or part of what is missing; the reading is that of the verdict or of a need."""
    if verdict.finding is not Finding.UNDECIDED:
        return False
    readings = [verdict.reading, *(need.reading for need in verdict.needs)]
    said = {verdict.rule.id, *readings}
    for need in verdict.needs:
        said |= {str(need), need.file, need.key, need.column}
    if any(readings):
        said.add("reading-of")
    words_met = all(word in said for word in what.words)
    return words_met and (not what.reading or any(r.split()[:1] == [what.reading] for r in readings))


def _bad(verdict: Verdict) -> bool:
    return verdict.finding in (Finding.ILLEGAL, Finding.UNDECIDED, Finding.UNCHECKED)


def _came(verdicts: list[Verdict]) -> tuple[str, ...]:
    if not verdicts:
        return ("came: nothing",)
    return tuple(("came: " if not i else "      ") + line for v in verdicts for i, line in enumerate(account(v)))


class Told(NamedTuple):
    """A question and what the facts answer."""

    fact: Fact
    target: str
    answer: Answer

    def lines(self) -> tuple[str, ...]:
        """`supplied G: yes`, then the reasons or what is missing."""
        head = " ".join((self.fact.predicate, *self.fact.args)) + (f" after @{self.target}" if self.target else "")
        first, *rest = _answer(self.answer)
        return f"{head}: {first.removeprefix('came: ')}", *rest


def answers(case: Case, steps: Sequence[Step], last: Position, referee: Referee) -> tuple[Told, ...]:
    """What came of every question of a case; BadInput with all that is asked amiss."""
    told: list[Told] = []
    faults: list[Diagnostic] = []
    for line in case.lines:
        if isinstance(line, ExpectLine) and isinstance(line.what, Fact):
            try:
                told += _asked(line.what, line.target, steps, last, referee)
            except BadInput as bad:
                faults += bad.diagnostics
    if faults:
        raise BadInput(*faults)
    return tuple(told)


def _asked(fact: Fact, target: str, steps: Sequence[Step], last: Position, referee: Referee) -> Iterable[Told]:
    predicate = referee.ruleset.predicates.get(fact.predicate)
    if predicate is None or predicate.ask is None:
        askable = [name for name, p in referee.ruleset.predicates.items() if p.ask is not None]
        what = "can only be stated, not asked" if predicate else f"is no predicate{near_miss(fact.predicate, askable)}"
        raise BadInput(error("case-predicate", f"{fact.predicate!r} {what}", fact.span))
    position = next((s.after for s in steps if target and s.action.id == target), last)
    game = referee.game
    places = () if referee.given.blank else places_of(game)
    first = steps[0].before if steps else last  # who has fallen since may be asked about
    units = {*first.state.units, *position.state.units, *game.counters}
    faults = tuple(faults_of(fact, predicate, units, places, asked=True))
    if faults:
        raise BadInput(*faults)
    for args in split_args(predicate, fact.args):
        try:
            answer = predicate.ask(referee.facts(position), args)
        except Unknown as unknown:
            answer = Answer(None, unknown.reasons, unknown.needs)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError) as wrong:
            headline = f"{fact.predicate!r} cannot be asked of {' '.join(args) or 'nothing'}: {wrong}"
            raise BadInput(error("fact-asked", headline, fact.span, help=f"it is said  {predicate.usage}")) from None
        yield Told(Fact(fact.predicate, args, fact.value, span=fact.span), target, answer)


def _fact(fact: Fact, target: str, steps: Sequence[Step], last: Position, referee: Referee) -> Iterable[Failure]:
    for told in _asked(fact, target, steps, last, referee):
        if fact.value != ASKED and not _answers(fact.value, told.answer):
            expected = f"expected {print_fact(told.fact)}"
            yield Failure(expected + (f" after @{target}" if target else ""), _answer(told.answer), fact.span)


def _answers(expected: str, answer: Answer) -> bool:
    if not answer.known:
        return expected in ("unknown", "undecided")
    return same(expected, answer.value)


def _answer(answer: Answer) -> tuple[str, ...]:
    if not answer.known:
        return ("came: unknown", *(f"    needs {need}" for need in answer.needs))
    return (f"came: {text_of(answer.value)}", *(f"    {reason}" for reason in answer.reasons))


def _unannounced(case: Case, lines: list[ExpectLine], steps: Sequence[Step], game: Game) -> Iterable[Failure]:
    """Findings of the listed rules (with `expect only` of any rule) that no line announced; any crash."""
    listed = [RuleRef("", rule) for rule in case.rules]
    everything = any(isinstance(line.what, Only) for line in lines)
    outcomes = [(line.target, line.what) for line in lines if isinstance(line.what, Outcome)]
    for step in steps:
        # what an act of the case left lying is found again as its phase ends: announced once is enough
        again = step.action.verb == END_PHASE
        announced = [
            what for target, what in outcomes if target in ("", step.action.id) or (again and what.finding != "legal")
        ]
        for verdict in step.verdicts:
            if not _bad(verdict) or any(_announces(what, verdict, game) for what in announced):
                continue
            ours = everything or any(ref.selects(verdict.rule.id) for ref in listed)
            if ours or verdict.finding is Finding.UNCHECKED:
                yield Failure("nobody announced this finding", _came([verdict]), case.span)


def _announces(what: Outcome, verdict: Verdict, game: Game) -> bool:
    if what.finding == "undecided":
        return _undecided(what, verdict)
    if verdict.finding is not Finding.ILLEGAL:
        return False
    # a legal expectation has told of this rule already; once is enough
    return any(ref.selects(verdict.rule.id) for rule in what.rules for ref in spokesmen(rule, game))
