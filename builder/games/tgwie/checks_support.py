"""Artillery support by headquarters (13.13.3), whether told with the attack or by itself."""

from __future__ import annotations

from collections.abc import Iterator

from builder.games.tgwie.checks_base import Rulings, verdict
from builder.games.tgwie.facts import Facts
from builder.games.tgwie.facts_base import book, joined, seen
from builder.model import Action, Unit
from builder.rules.ruleset import Check


def supports(action: Action, facts: Facts) -> Iterator[tuple[Unit, str, tuple[Unit, ...]]]:
    """(headquarters, hex of the battle, its friends in it)."""
    if action.verb == "support":
        for hq in facts.units(action.units):
            place = action.place
            open_ = facts.ledger.battle
            named = open_.units if open_ is not None and open_.place == place else ()
            defending = any(u.side == hq.side for u in facts.at(place))
            friends = facts.at(place) if defending else facts.units(named)
            yield hq, place, tuple(u for u in friends if u.side == hq.side and not facts.is_hq(u))
        return
    fight = facts.fight(action)
    if fight.hq is not None:
        yield fight.hq, fight.place, fight.attackers
    if fight.defence_hq is not None:
        yield fight.defence_hq, fight.place, fight.defenders


def a_headquarters_that_supports_is_supplied(action: Action, facts: Facts) -> Rulings:
    for hq, _, _ in supports(action, facts):
        fed, rating = facts.supplied(hq.id), facts.artillery(hq)
        if rating.known and not rating.value:
            yield verdict(True, f"{hq.id} has no artillery left", rating)
        elif not fed.needs or action.verb == "attack":
            yield verdict(not fed.value, f"{hq.id} supports {'in' if fed.value else 'out of'} supply", fed)


def it_is_beside_its_own_in_the_battle(action: Action, facts: Facts) -> Rulings:
    """With or next to a unit of its nation that fights there (13.13.3.B)."""
    for hq, _, friends in supports(action, facts):
        own = [u for u in friends if u.nation == hq.nation]
        if action.verb == "support" and not friends:
            continue
        near = [facts.near(hq.place, u.place) for u in own]
        close = next((n for n in near if n.known and n.value), None)
        answer = close if close is not None else joined(False, *near)
        told = f"{hq.id} in {hq.place} and {own[0].id if own else 'nobody of its nation'}"
        yield verdict(not answer.value, told, answer, seen("its nation there", " ".join(u.id for u in own) or "none"))


def one_headquarters_a_side(action: Action, facts: Facts) -> Rulings:
    """No battle has two of one side (13.13.3.C)."""
    if action.verb == "support":
        hq = next(iter(facts.units(action.units)), None)
        if hq is None:
            return
        defending = any(u.side == hq.side for u in facts.at(action.place))
        before = facts.ledger.note("support", action.place, "defence" if defending else "attack")
        yield verdict(bool(before) and before != hq.id, f"{hq.id} supports the battle for {action.place}",
                      seen("supported already by", before or "nobody"))  # fmt: skip
        return
    for key in ("hq", "defhq"):
        names = [n for n in action.detail(key).split(",") if n]
        if names:
            yield verdict(len(names) > 1, f"support by {' '.join(names)}", seen("headquarters", len(names)))


def the_attacker_commits_first(action: Action, facts: Facts) -> Rulings:
    """Supports that are told one by one (13.13.3.D)."""
    hq = next(iter(facts.units(action.units)), None)
    if hq is None:
        return
    defending = action.detail("as") == "defence" or any(u.side == hq.side for u in facts.at(action.place))
    before = "" if defending else facts.ledger.note("support", action.place, "defence")
    told = f"{hq.id} supports the battle for {action.place}" + (f" after {before}" if before else "")
    yield verdict(bool(before), told, seen("support of the defence", before or "none yet"))


def a_spent_headquarters_waits_for_the_resource_phase(action: Action, facts: Facts) -> Rulings:
    for hq, _, _ in supports(action, facts):
        used = facts.ledger.note("hq-used", hq.id)
        turn = facts.turn()
        if not used or not turn.known:
            continue
        ready = facts.strategic_between(int(used), turn.value)
        flipped = ready.known and ready.value and not hq.marks & {"spent", "turned"}
        yield verdict(not flipped, f"{hq.id} supported on turn {used} and supports on turn {turn.value}", ready,
                      seen("last support on turn", int(used)))  # fmt: skip


def the_german_11th_army_supports_in_the_east(action: Action, facts: Facts) -> Rulings:
    for hq, _, _ in supports(action, facts):
        if hq.nation == "german" and facts.designation(hq) == "11":
            where = facts.theatre(hq.place)
            yield verdict(where.value != "east", f"the 11th Army supports on the {where.value} map", where)


def cavalry_alone_gets_no_artillery(action: Action, facts: Facts) -> Rulings:
    for hq, place, friends in supports(action, facts):
        riders = [u for u in friends if facts.is_cavalry(u)]
        if riders and len(riders) == len(friends):
            bound = [facts.restricted_cavalry(u) for u in riders]
            yield verdict(all(b.value for b in bound), f"{hq.id} supports cavalry alone at {place}", *bound,
                          book("cavalry", "no artillery", "13.20.B"))  # fmt: skip


BOTH = ("support", "attack")
CHECKS = (
    Check("13.13.3.A", BOTH, a_headquarters_that_supports_is_supplied),
    Check("13.13.3.B", BOTH, it_is_beside_its_own_in_the_battle),
    Check("13.13.3.C", BOTH, one_headquarters_a_side),
    Check("13.13.3.D", ("support",), the_attacker_commits_first),
    Check("13.13.3.E", BOTH, a_spent_headquarters_waits_for_the_resource_phase),
    Check("13.13.3.H", BOTH, the_german_11th_army_supports_in_the_east),
    Check("13.20.B", BOTH, cavalry_alone_gets_no_artillery),
)
