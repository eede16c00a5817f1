"""From actions to verdicts: each action is judged on the position before it, and then applied, legal or not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from builder.model import Action, Finding, Game, GameState, Moment, RuleRef, Strength, Tag, Verdict
from builder.rules.position import Played, Position, Unfinished, Unseen
from builder.rules.ruleset import Check, Facts, Given, RuleSet
from builder.rules.ruling import Ruling, Unknown
from builder.rules.score import Score
from builder.rules.unseen import forget, half_seen, in_doubt, spied

NOTHING_GIVEN = Given()
END_PHASE = "end-phase"  # the verb, where a game has phases that end
Judged = tuple[Action, Position, tuple[Verdict, ...]]


@dataclass(frozen=True, slots=True)
class Step:
    """One action, judged, with the position after it."""

    action: Action
    before: Position
    after: Position
    verdicts: tuple[Verdict, ...]


def judge(
    actions: Iterable[Action | Played | Unseen | Unfinished],
    position: Position,
    game: Game,
    ruleset: RuleSet,
    given: Given = NOTHING_GIVEN,
    trusted: frozenset[Tag] = frozenset(),
) -> Iterator[Judged]:
    """Judge a stream; yields (action, position before it, verdicts).

    A `Played` action brings its own tables from the log: the ledger is carried, the board is the log's.
    """
    referee = Referee(game, ruleset, given, trusted)
    for item in actions:
        if isinstance(item, Unseen):
            position = referee.missed(item, position)
            continue
        why = item.why if isinstance(item, Unfinished) else ""
        item = item.played if isinstance(item, Unfinished) else item
        action, position = referee.before(item, position)
        verdicts = referee.verdicts(action, position)
        verdicts = tuple(in_doubt(v, why) for v in verdicts) if why else verdicts
        after, trouble = referee.after(item, position)
        yield action, position, verdicts + trouble
        position = after


@dataclass(slots=True)
class Referee:
    """One game's rules at work. Keeps the facts of the position asked last, so that its checks share them."""

    game: Game
    ruleset: RuleSet
    given: Given = NOTHING_GIVEN
    trusted: frozenset[Tag] = frozenset()
    _by_verb: dict[str, tuple[Check, ...]] = field(init=False, repr=False)
    _facts: tuple[Position, Facts] | None = field(init=False, repr=False, default=None)
    _missed: Unseen | None = field(init=False, repr=False, default=None)  # while its player turn lasts

    def __post_init__(self) -> None:
        by_verb: dict[str, list[Check]] = {}
        for check in self.ruleset.checks:
            for verb in check.verbs:
                by_verb.setdefault(verb, []).append(check)
        self._by_verb = {verb: tuple(checks) for verb, checks in by_verb.items()}

    def facts(self, position: Position) -> Facts:
        """The facts of a position, made once while it is the one in hand."""
        if self._facts is None or self._facts[0] is not position:
            self._facts = (position, self.ruleset.facts(self.game, position, self.given))
        return self._facts[1]

    def score(self, position: Position) -> tuple[Score, ...]:
        """The points of every side, part by part; () where the game counts none."""
        return () if self.ruleset.score is None else self.ruleset.score(self.facts(position))

    def missed(self, item: Unseen, position: Position) -> Position:
        """The position as play is seen again: what the missing part may have changed is known no more."""
        position = position.with_state(item.state)
        self._missed = item if item.turn_too else None
        return position if self.ruleset.unseen is None else self.ruleset.unseen(position)

    def before(self, item: Action | Played, position: Position) -> tuple[Action, Position]:
        if not isinstance(item, Played):
            return item, position
        return item.action, position if item.before is position.state else position.with_state(item.before)

    def verdicts(self, action: Action, position: Position) -> tuple[Verdict, ...]:
        checks = self._by_verb.get(action.verb, ())
        if not checks:
            return ()
        if self._missed is not None:
            then, now = self._missed.state.when, position.state.when
            if (then.turn, then.side) == (now.turn, now.side):
                return tuple(self._half_seen(checks, action, position, self._missed.why))
            self._missed = None
        facts = self.facts(position)
        found: list[Verdict] = []
        for check in checks:
            try:
                for ruling in check.run(action, facts) or ():
                    found.append(self._verdict(check.rule, action, ruling))
            except Exception as trouble:
                found.append(self._troubled(check, action, trouble))
        return tuple(found)

    def after(
        self, item: Action | Played, position: Position, moment: Moment | None = None
    ) -> tuple[Position, tuple[Verdict, ...]]:
        """The position after an action that stands on `position`, and a verdict where its effect crashed.

        `moment` is where the action leads when it ends a phase.
        """
        action = item.action if isinstance(item, Played) else item
        verb = self.ruleset.verbs.get(action.verb)
        trouble: tuple[Verdict, ...] = ()
        try:
            facts = self.facts(position) if verb is not None and verb.asks else None
            after = position.after_action(action, verb, facts)
        except Exception as crash:
            after = position.after_action(action, None)
            trouble = (self._crashed(f"verb.{action.verb}", action, f"the effect of {action.verb!r}", crash),)
        if isinstance(item, Played):
            after = after.with_state(item.after)
        else:
            after = after if moment is None else after.at_moment(moment)
            after = self._without_turn_marks(position.state, after)
        return after, trouble

    def _half_seen(self, checks: Iterable[Check], action: Action, position: Position, why: str) -> Iterator[Verdict]:
        for check in checks:
            ledger = spied(position.ledger)  # and facts of each check's own, which remember nothing
            facts = self.ruleset.facts(self.game, Position(position.state, ledger), self.given)
            forget(ledger)
            try:
                for ruling in half_seen(check.run(action, facts) or (), ledger, why):
                    yield self._verdict(check.rule, action, ruling)
            except Exception as trouble:
                yield self._troubled(check, action, trouble)

    def _troubled(self, check: Check, action: Action, trouble: Exception) -> Verdict:
        """What is not known is undecided; one faulty check must not cost the rest of the report."""
        if isinstance(trouble, Unknown):
            told = f"cannot be told: {trouble}"
            ruling = Ruling(Finding.UNDECIDED, told, trouble.reasons, needs=trouble.needs)
            return self._verdict(check.rule, action, ruling)
        return self._crashed(check.rule, action, f"check {check.name!r}", trouble)

    def _verdict(self, rule: str, action: Action, ruling: Ruling) -> Verdict:
        return Verdict(
            RuleRef(self.ruleset.game, rule),
            ruling.finding,
            strength_of(ruling, action, self.trusted),
            action,
            ruling.message,
            ruling.facts,
            ruling.sum,
            ruling.needs,
            ruling.reading,
            ruling.unless_consent,
            action.refs,
        )

    def _crashed(self, rule: str, action: Action, what: str, crash: Exception) -> Verdict:
        message = f"{what} crashed: {type(crash).__name__}: {crash}"
        return Verdict(
            RuleRef(self.ruleset.game, rule), Finding.UNCHECKED, Strength.ASSUMED, action, message, refs=action.refs
        )

    def _without_turn_marks(self, before: GameState, after: Position) -> Position:
        then, now = before.when, after.state.when
        marks = self.ruleset.turn_marks
        if not marks or (then.turn, then.side) == (now.turn, now.side):
            return after
        return after._replace(state=without_marks(after.state, marks))


def end_of_phase(now: Moment) -> Action:
    """That the phase of a moment ends."""
    return Action(END_PHASE, side=now.side, details=(("turn", str(now.turn)), ("phase", now.phase)))


def strength_of(ruling: Ruling, action: Action, trusted: frozenset[Tag]) -> Strength:
    """How firmly a ruling stands: guessed play, then assumed facts or a reading, then proof."""
    if action.inferred or ruling.inferred:
        return Strength.INFERRED
    firm = all(r.evidence.tag.proven or r.evidence.tag in trusted for r in ruling.facts)
    return Strength.PROVEN if firm and not ruling.reading else Strength.ASSUMED


def without_marks(state: GameState, marks: frozenset[str]) -> GameState:
    """A table on which no unit carries these marks."""
    for unit in state.units.values():
        if unit.marks & marks:
            state = state.with_unit(unit._replace(marks=unit.marks - marks))
    return state
