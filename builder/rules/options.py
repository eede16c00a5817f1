"""What a unit may do from here: a game proposes, the referee decides each proposal as if it had been written down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from builder.model import Action, Answer, Finding, Moment, Unit, Verdict
from builder.rules.judge import Referee
from builder.rules.position import Position

WEIGHT = ("legal", "undecided", "unchecked", "SUSPECT", "ILLEGAL")


class Proposal(NamedTuple):
    """One thing that a unit might do. `first` is the move that leads there; `phase` is where the action belongs."""

    action: Action
    points: Answer[int] | None = None
    sum: tuple[str, ...] = ()
    note: str = ""
    first: Action | None = None
    phase: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """A proposal with what the referee says of it: `against` holds every verdict but the legal ones."""

    proposal: Proposal
    against: tuple[Verdict, ...] = ()
    odds: Answer | None = None
    drm: Answer | None = None
    defenders: tuple[str, ...] = ()

    @property
    def action(self) -> Action:
        return self.proposal.action

    @property
    def place(self) -> str:
        return self.action.place or (self.action.path[-1] if self.action.path else "")

    @property
    def outcome(self) -> str:
        return max((v.outcome for v in self.against), key=WEIGHT.index, default="legal")

    @property
    def may(self) -> bool:
        """Whether no rule is known to forbid it."""
        return all(v.finding is not Finding.ILLEGAL for v in self.against)


@dataclass(frozen=True, slots=True)
class Options:
    """All that a unit may do. `bars` are the verdicts that stand against every one of its moves, said once.

    `needs` says what is missing where the game could propose nothing.
    """

    unit: Unit
    when: Moment
    moves: tuple[Option, ...] = ()
    attacks: tuple[Option, ...] = ()
    bars: tuple[Verdict, ...] = ()
    allowance: Answer[int] | None = None

    @property
    def goals(self) -> tuple[Option, ...]:
        """Moves that no rule forbids, apart from what bars them all."""
        return tuple(option for option in self.moves if option.may)

    @property
    def closed(self) -> tuple[Option, ...]:
        return tuple(option for option in self.moves if not option.may)


def options(unit: Unit, position: Position, referee: Referee) -> Options:
    """Every proposal of the game for this unit, judged; ValueError where its rules propose nothing."""
    propose = referee.ruleset.moves
    if propose is None:
        raise ValueError(f"the rules of {referee.ruleset.game} do not say where a unit may go")
    facts = referee.facts(position)
    proposals = tuple(propose(unit, facts))
    moves = [_judged(p, position, referee) for p in proposals if p.action.path]
    bars = _common(moves)
    moves = [replace(o, against=tuple(v for v in o.against if _key(v) not in bars)) for o in moves]
    attacks = tuple(_attacks((p for p in proposals if not p.action.path), position, referee))
    allowance = referee.ruleset.predicates.get("allowance")
    points = allowance.ask(facts, (unit.id,)) if allowance is not None and allowance.ask is not None else None
    return Options(unit, position.state.when, tuple(moves), attacks, tuple(bars.values()), points)


def _judged(proposal: Proposal, position: Position, referee: Referee) -> Option:
    verdicts = referee.verdicts(proposal.action, position)
    return Option(proposal, tuple(v for v in verdicts if v.finding is not Finding.LEGAL))


def _attacks(proposals: Iterable[Proposal], position: Position, referee: Referee) -> Iterator[Option]:
    """Attacks that start from one place stand together, so that the facts of that position are worked out once."""
    grouped: dict[tuple[Action | None, str], list[Proposal]] = {}
    for proposal in proposals:
        grouped.setdefault((proposal.first, proposal.phase), []).append(proposal)
    for (first, phase), group in grouped.items():
        before, against = position, ()
        if first is not None:
            step = _judged(Proposal(first), position, referee)
            if not step.may:
                continue  # who cannot come there cannot attack from there
            against = step.against
            before, _ = referee.after(first, position)
        before = _in_phase(before, phase, referee)
        for proposal in group:
            option = _judged(proposal, before, referee)
            after, _ = referee.after(proposal.action, before)
            yield replace(
                option,
                against=(*against, *option.against),
                odds=_asked("odds", after, referee),
                drm=_asked("drm", after, referee),
                defenders=tuple(u.id for u in before.state.at(proposal.action.place)),
            )


def _in_phase(position: Position, phase: str, referee: Referee) -> Position:
    """The position once the phase has come, where that is still ahead in this player turn."""
    now = position.state.when
    order = [p.id for p in referee.game.phases if p.side in ("", now.side)]
    ahead = now.phase in order and phase in order[order.index(now.phase) + 1 :]
    return position.at_moment(replace(now, phase=phase)) if ahead else position


def _asked(name: str, position: Position, referee: Referee) -> Answer | None:
    predicate = referee.ruleset.predicates.get(name)
    return predicate.ask(referee.facts(position), ()) if predicate is not None and predicate.ask is not None else None


def _key(verdict: Verdict) -> tuple[str, str]:
    return verdict.rule.id, verdict.message


def _common(moves: list[Option]) -> dict[tuple[str, str], Verdict]:
    """The verdicts that every move has."""
    if len(moves) < 2:
        return {}
    shared = {_key(v): v for v in moves[0].against}
    for option in moves[1:]:
        keys = {_key(v) for v in option.against}
        shared = {key: verdict for key, verdict in shared.items() if key in keys}
    return shared
