"""Battles that no key and no announcement tells of, guessed from a die, losses, retreats and who stands where.

Only who surely took part is named, and no die: what came of it is not judged, and nothing is proven by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from builder.games.glorys_end.drags import FIGHTING
from builder.model import Action
from builder.rules.position import Played

Adjacent = Callable[[str, str], bool]


def with_unsaid_battles(actions: Iterable[Played], adjacent: Adjacent) -> Iterator[Played]:
    """The same actions; a die with losses on both sides of a hexside gets a guessed attack before it."""
    held: list[Played] = []
    for played in actions:
        if _belongs(played):
            if held and _begins_another(held, played):
                yield from _told(held, adjacent)
                held = []
            held.append(played)
            continue
        yield from _told(held, adjacent)
        held = []
        yield played
    yield from _told(held, adjacent)


def _belongs(played: Played) -> bool:
    """A die nobody explained, or a loss, retreat or advance that belongs to no battle told of."""
    action = played.action
    if played.before.when.phase not in FIGHTING:
        return False
    if _is_roll(action):
        return True
    return action.verb in ("lose", "retreat", "advance") and not action.detail("battle")


def _is_roll(action: Action) -> bool:
    return action.verb == "unrecognised" and action.detail("what") == "roll"


def _begins_another(held: list[Played], played: Played) -> bool:
    """A second die, or a loss of the defence in another hex once a die has fallen."""
    rolled = any(_is_roll(one.action) for one in held)
    if _is_roll(played.action):
        return rolled
    targets = _targets(held)
    other = _targets([played])
    return rolled and bool(targets) and bool(other - targets)


def _targets(held: list[Played]) -> set[str]:
    """Where units of the side that is not to move lost or fled."""
    return {
        _from(one.action) for one in held
        if one.action.verb in ("lose", "retreat") and one.action.side != one.before.when.side
    }  # fmt: skip


def _from(action: Action) -> str:
    return action.path[0] if action.path else action.place


@dataclass(frozen=True, slots=True)
class _Battle:
    target: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]


def _told(held: list[Played], adjacent: Adjacent) -> Iterator[Played]:
    battle = _battle(held, adjacent)
    if battle is None:
        yield from held
        return
    first = held[0]
    side = first.before.when.side
    refs = tuple(dict.fromkeys(ref for one in held if _is_roll(one.action) for ref in one.action.refs))
    details = (("def", ",".join(battle.defenders)),)
    attack = Action("attack", battle.attackers, (), battle.target, side, details, refs, inferred=True)
    yield Played(attack, first.before, first.before)
    for one in held:
        if not _is_roll(one.action):
            yield Played(replace(one.action, inferred=True), one.before, one.after)


def _battle(held: list[Played], adjacent: Adjacent) -> _Battle | None:
    """The one reading of a group: a die, one hex of the defence, attackers beside it. None where it is not clear."""
    targets = _targets(held)
    if len(targets) != 1 or not any(_is_roll(one.action) for one in held):
        return None
    target = next(iter(targets))
    state = held[0].before
    side = state.when.side
    attackers = []
    for one in held:
        action = one.action
        if action.side != side or _is_roll(action):
            continue
        near = adjacent(_from(action), target) and action.verb != "retreat"
        if not near or (action.verb == "advance" and action.path[-1] != target):
            return None
        attackers += [unit for unit in action.units if unit not in attackers]
    defenders = tuple(unit.id for unit in state.at(target) if unit.side != side)
    return _Battle(target, tuple(attackers), defenders) if attackers and defenders else None
