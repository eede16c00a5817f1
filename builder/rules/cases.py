"""Run a case: build its position, do what it does, judge it, and compare with what it expects."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from builder.model import Action, BadInput, Diagnostic, Game, Moment, Span, Tag, error, near_miss
from builder.model.notation import Case, DoLine, WhenLine, action_of, expand
from builder.rules.asking import faults_of_action, with_units_named
from builder.rules.expect import Failure, Told, answers, compare
from builder.rules.judge import END_PHASE, Referee, Step, end_of_phase
from builder.rules.position import Position
from builder.rules.ruleset import Given, RuleSet
from builder.rules.setup import Start, moment_of, start_of


@dataclass(frozen=True, slots=True)
class Result:
    """A case (or one of its variants, `GE-016.b`) as it came out; `diagnostics` where it could not be run."""

    case: Case
    steps: tuple[Step, ...] = ()
    failures: tuple[Failure, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    told: tuple[Told, ...] = ()  # what came of its questions

    @property
    def ok(self) -> bool:
        return not self.failures and not self.diagnostics

    def __str__(self) -> str:
        title = f' "{self.case.title}"' if self.case.title else ""
        head = f"{self.case.span}: {self.case.id}{title}: {'as expected' if self.ok else 'not as expected'}"
        lines = [head, *(str(d) for d in self.diagnostics), *(str(f) for f in self.failures)]
        return "\n".join(lines)


def run_cases(
    cases: Iterable[Case], game: Game, ruleset: RuleSet, trusted: frozenset[Tag] = frozenset()
) -> tuple[Result, ...]:
    """Every case and variant in order; one that cannot be run does not stop the others."""
    return tuple(run_case(full, game, ruleset, trusted) for case in cases for full in expand(case))


def run_case(case: Case, game: Game, ruleset: RuleSet, trusted: frozenset[Tag] = frozenset()) -> Result:
    """One case without variants (`notation.expand` gives them)."""
    try:
        check_rules(case, game)
        start = start_of(case, game, ruleset)
        referee = Referee(game, ruleset, start.given, trusted)
        steps, last = _play(case, start, referee)
        told = answers(case, steps, last, referee)
        failures = compare(case, steps, last, referee)
    except BadInput as bad:
        return Result(case, diagnostics=bad.diagnostics)
    return Result(case, steps, failures, told=told)


def judge_case(case: Case, game: Game, ruleset: RuleSet, trusted: frozenset[Tag] = frozenset()) -> tuple[Step, ...]:
    """The judged actions of a case, whatever it expects; BadInput where it cannot be run."""
    start = start_of(case, game, ruleset)
    return _play(case, start, Referee(game, ruleset, start.given, trusted))[0]


def last_position(case: Case, game: Game, ruleset: RuleSet) -> tuple[Position, Given]:
    """Where a case leaves the board once its actions are done; BadInput where it cannot be run."""
    start = start_of(case, game, ruleset)
    return _play(case, start, Referee(game, ruleset, start.given))[1], start.given


def check_rules(case: Case, game: Game) -> None:
    """Every rule a case names stands in the catalogue, itself or with rules below it."""
    if not game.catalogue:
        return
    known = set(game.catalogue)
    for id in game.catalogue:
        for mark in ".-":
            known.update(id[:i] for i, letter in enumerate(id) if letter == mark)
    faults = []
    for line in case.lines:
        rules = getattr(line, "rules", None) or getattr(getattr(line, "what", None), "rules", ())
        for rule in rules:
            if rule not in known:
                headline = f"no rule {rule!r} in the catalogue{near_miss(rule, game.catalogue)}"
                faults.append(error("case-rule", headline, line.span))
    if faults:
        raise BadInput(*faults)


def _play(case: Case, start: Start, referee: Referee) -> tuple[tuple[Step, ...], Position]:
    position, steps, faults = start.position, [], []
    for line in start.script:
        try:
            action, moment = _next(line, position, start, referee)
        except BadInput as bad:
            faults += bad.diagnostics
            continue
        if action is None:
            position = position.at_moment(moment)
            continue
        verdicts = referee.verdicts(action, position)
        after, trouble = referee.after(action, position, moment)
        steps.append(Step(action, position, after, verdicts + trouble))
        position = after
    if faults:
        raise BadInput(*faults)
    return tuple(steps), position


def _next(
    line: DoLine | WhenLine, position: Position, start: Start, referee: Referee
) -> tuple[Action | None, Moment | None]:
    """The action of a line, and the moment it leads to; a `when` between actions ends a phase."""
    if isinstance(line, DoLine):
        return _action(line, position, start, referee), None
    moment = moment_of(line.time, referee.game, line.span, referee.ruleset.phases)
    now = position.state.when
    if END_PHASE not in referee.ruleset.verbs or now == moment:
        return None, moment
    return end_of_phase(now), moment


def _action(line: DoLine, position: Position, start: Start, referee: Referee) -> Action:
    real = not start.given.blank
    action = action_of(line.phrase, referee.ruleset.verbs, position.state.units, start.places, id=line.id, strict=real)
    verb = referee.ruleset.verbs[action.verb]
    action = with_units_named(action, verb, position.state.units)
    faults = tuple(faults_of_action(action, verb, position.state.units, line.phrase.span))
    if faults:
        raise BadInput(*faults)
    if real and start.places:
        action = by_number(action, referee.game, start.places)
        regions = {name for sheet in referee.game.maps for name in sheet.regions}
        unknown = [p for p in (*action.path, action.place) if p and p not in start.places and p not in regions]
        if unknown:
            raise BadInput(*(_no_place(p, start.places, line.phrase.span) for p in unknown))
    nation = next((n for n in referee.game.nations.values() if action.side in (n.id, n.name)), None)
    if nation is None:
        return action
    return Action(action.verb, action.units, action.path, action.place, nation.side, action.details, id=action.id)


def by_number(action: Action, game: Game, places: Collection[str]) -> Action:
    """The same action with a hex's number for its printed name (`capture Trieste`); a region by its id (Paris)."""

    def number(place: str) -> str:
        if not place or place in places:
            return place
        if any(place.casefold() in sheet.regions for sheet in game.maps):
            return place.casefold()
        found = [h.id for sheet in game.maps for h in sheet.hexes.values() if h.place == place]
        return found[0] if len(found) == 1 else place

    return replace(action, path=tuple(map(number, action.path)), place=number(action.place))


def _no_place(place: str, places: Iterable[str], span: Span) -> Diagnostic:
    return error("do-place", f"{place!r} is no place of the map{near_miss(place, places)}", span)
