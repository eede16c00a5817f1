"""Retreats after combat (13.18, 13.19): when, where to, and who must go."""

from __future__ import annotations

from itertools import pairwise

from builder.games.glorys_end.checks_after import FIGHTING, result_of
from builder.games.glorys_end.checks_base import Rulings, acting, goal_of, names, worst, written
from builder.games.glorys_end.checks_stack import too_many_steps
from builder.games.glorys_end.facts import Facts, seen
from builder.games.glorys_end.facts_battles_open import Open, evades
from builder.games.glorys_end.facts_board import PARIS
from builder.model import Action, Answer, Need, Unit
from builder.rules.ruleset import Check
from builder.rules.ruling import illegal, legal, undecided

AS_ONE = "who leaves before combat does so as a whole, as after combat"


def battle_fled(action: Action, facts: Facts) -> Open | None:
    """The newest battle in which the retreating units defended."""
    return next((b for b in facts.battles() if set(action.units) & set(b.defenders)), None)


def after_combat(action: Action) -> bool:
    return not evades(action)


def _stays(unit: Unit) -> bool:
    """Fortresses and guns never retreat."""
    return unit.type in ("fortress", "siege-gun")


# ---- whether and who


def nobody_retreats_without_a_loss_number_or_an_r(action: Action, facts: Facts) -> Rulings:
    battle = battle_fled(action, facts)
    if not after_combat(action):
        return
    spared = [u for u in acting(action, facts) if _was_spared(u, battle, facts)]
    if spared and written(action):
        fought = (seen("battle in", b.hex) for b in facts.battles())
        yield illegal(f"{names(spared)} was not attacked and does not retreat", *fought)
        return
    if battle is None or battle.result is None:
        return
    if battle.retreat == "no" and not battle.evaded:
        yield illegal(f"the result gives {names(action.units)} no retreat", result_of(battle))
    elif battle.retreat:
        yield legal(f"{names(action.units)} may retreat", result_of(battle))


def _was_spared(unit: Unit, battle: Open | None, facts: Facts) -> bool:
    """Whether a unit took no part in any battle of the phase, though battles were fought; guns are 14.7.e's."""
    if _stays(unit) or not facts.battles():
        return False
    return not any(b.role_of(unit.id) for b in facts.battles())


def attackers_never_retreat(action: Action, facts: Facts) -> Rulings:
    for unit in acting(action, facts):
        newest = next((b for b in facts.battles() if b.role_of(unit.id)), None)
        if newest is not None and newest.role_of(unit.id) == "attacker" and not newest.evaded:
            yield illegal(f"{unit.id} attacked and does not retreat", seen(unit.id, f"attacked {newest.hex}"))
            return
        if newest is not None:
            yield legal(f"{unit.id} defended", seen(unit.id, f"defended {newest.hex}"))
            return


def an_r_makes_the_whole_defence_retreat(_action: Action, facts: Facts) -> Rulings:
    if facts.when.phase not in FIGHTING:
        return
    fine = None
    for battle in facts.battles():
        if battle.retreat != "must" or battle.result is None:
            continue
        here = [u for u in facts.survivors(battle, "defender") if u.place == battle.hex and not _stays(u)]
        defender = next((u.side for u in here), "")
        position = facts.position_of(battle.hex, defender)
        gone = [n for n in battle.defenders if facts.ledger.note("retreated", n)]
        if here and not position and not gone and not exits(here, battle.hex, facts).value:
            continue  # 13.19.b speaks
        if here and not position and not gone:
            yield illegal(f"{names(here)} had to retreat from {battle.hex}", result_of(battle))
            return
        if not here or position:
            fine = legal(f"nobody had to retreat from {battle.hex} and stayed", result_of(battle))
    if fine is not None:
        yield fine


def all_defenders_go_or_all_stay(action: Action, facts: Facts) -> Rulings:
    if action.verb == "end-phase":
        for battle in facts.battles() if facts.when.phase in FIGHTING else ():
            yield from _split(battle, (), facts)
        return
    battle = battle_fled(action, facts)
    if battle is None or not after_combat(action) or not written(action):
        return  # a drag may take a stack in several goes
    company = [u for u in facts.survivors(battle, "defender") if u.place == battle.hex and not _stays(u)]
    if overstacked(goal_of(action), company, facts):
        return  # a stack may split where there is no room for all (13.19.e)
    found = list(_split(battle, action.units, facts))
    yield from found or (legal("the whole defence goes", *(seen(u.id, u.place) for u in acting(action, facts))),)


def _split(battle: Open, going: tuple[str, ...], facts: Facts) -> Rulings:
    gone = [n for n in battle.defenders if n in going or facts.ledger.note("retreated", n)]
    left = [u for u in facts.survivors(battle, "defender")
            if u.id not in gone and u.place == battle.hex and not _stays(u)]  # fmt: skip
    if gone and left:
        because = (seen(u.id, f"stays in {battle.hex}") for u in left)
        yield illegal(f"{names(gone)} goes and {names(left)} stays", *because, reading=AS_ONE if battle.evaded else "")


def exits(units: list[Unit], place: str, facts: Facts) -> Answer[bool]:
    """Whether a direction is open to all of them: a hex too full is passed, one held or closed is not."""
    side = next((u.side for u in units), "")
    reasons, needs, ahead, passed = [], [], [place], {place}
    while ahead:
        here = ahead.pop(0)
        for near in facts.neighbours(here) or ():
            way = facts.may_retreat_by(side, here, near)
            needs += way.needs
            if not way.value or way.needs or near in passed:
                continue
            passed.add(near)
            if any(facts.step_for(u, here, near) is None for u in units) or facts.shut(near).value:
                reasons += [*way.reasons, seen(near, "closed")]
            elif any(not overstacked(near, [u], facts) for u in units):
                return Answer(True, (*way.reasons, seen(near, "open")))
            else:
                reasons += [*way.reasons, seen(near, "full")]
                ahead.append(near)
        around = facts.around(here)
        off_the_map = facts.area and any(not facts.on_map(near) for near in around)  # the Marne lets them leave (16.1)
        if needs or off_the_map or not around:
            return Answer(True, tuple(reasons), (*needs, Need("given", f"direction from {here}")))
    return Answer(False, tuple(reasons))


# ---- where to


def retreats_respect_what_is_closed_to_movement(action: Action, facts: Facts) -> Rulings:
    forts = [u for u in acting(action, facts) if u.type == "fortress"]
    if forts:
        yield illegal(f"{names(forts)} is a fortress and never moves", *(seen(u.id, u.type) for u in forts))
        return
    yield from worst(_legs(action, facts))


def _legs(action: Action, facts: Facts) -> Rulings:
    for a, b in pairwise(action.path):
        if not facts.on_map(b) or not facts.adjacent(a, b).value or facts.shut(b).value:
            continue
        side, terrain = facts.side(a, b), facts.terrain(b)
        foes = [u for u in facts.foes_at(b, facts.actor(action)) if u.type != "siege-gun"]
        if foes:
            yield illegal(f"{b} holds {names(foes)}", *(seen(u.id, b) for u in foes))
        elif _closed_to_cavalry(action, facts, b):
            yield illegal(f"cavalry does not enter the enemy {_closed_to_cavalry(action, facts, b)} of {b}",
                          seen(f"in {b}", _closed_to_cavalry(action, facts, b)))  # fmt: skip
        elif "all-sea" in side.value or terrain.value == "sea":
            yield illegal(f"the way from {a} to {b} is sea", side, terrain)
        elif side.needs or terrain.needs:
            yield undecided(f"what lies between {a} and {b} is not known", side, terrain)
        else:
            yield legal(f"the way from {a} to {b} is open", side, terrain)


def _closed_to_cavalry(action: Action, facts: Facts, place: str) -> str:
    """The enemy trench or zone that keeps cavalry among the retreating units out, or "" (9.4)."""
    side = facts.actor(action)
    if not any(u.type == "cavalry" for u in acting(action, facts)):
        return ""
    if facts.trench(place) not in ("", side):
        return "trench"
    return "fortified zone" if facts.zone(place) not in ("", side) else ""


def retreats_keep_to_the_map_and_out_of_neutral_land(action: Action, facts: Facts) -> Rulings:
    for place in action.path[1:]:
        if not facts.on_map(place):
            if not facts.area:  # the Marne lets units leave (16.1.b)
                yield illegal(f"{place} is off the map", seen(place, "off the map"))
            return
        shut = facts.shut(place)
        if shut.value:
            yield illegal(f"{place} lies in a country nobody may enter", shut)
            return
        yield legal(f"{place} lies on open ground of the map", shut)


def retreats_go_in_the_directions_of_the_compass(action: Action, facts: Facts) -> Rulings:
    side = facts.actor(action)
    for a, b in pairwise(action.path):
        if not facts.on_map(b) or not facts.adjacent(a, b).value:
            continue
        if facts.foes_at(b, side):
            return  # 13.18.c speaks
        way = facts.may_retreat_by(side, a, b)
        if way.needs:
            yield undecided(f"in which direction {b} lies from {a} is not known", way)
        elif not way.value:
            yield illegal(f"{side} units do not retreat from {a} to {b}", way)
            return
        else:
            yield legal(f"{side} units may retreat from {a} to {b}", way)


def retreats_prefer_hexes_away_from_enemies_then_empty_ones(action: Action, facts: Facts) -> Rulings:
    if len(action.path) < 2:
        return
    a, b = action.path[-2:]  # full hexes were passed before
    if not facts.on_map(b) or not facts.adjacent(a, b).value:
        return
    side = facts.actor(action)
    if facts.foes_at(b, side) or not facts.may_retreat_by(side, a, b).value:
        return  # 13.18.c and 13.19.a speak
    battle = battle_fled(action, facts)
    company = set(action.units) | set(battle.defenders if battle is not None else ())
    chosen = rank(b, side, company, facts)
    full = overstacked(b, list(acting(action, facts)), facts)
    better = []
    for other in facts.neighbours(a):
        way = facts.may_retreat_by(side, a, other)
        if other == b or way.needs or not way.value or not _open_to(acting(action, facts), a, other, facts):
            continue
        if full or rank(other, side, company, facts) < chosen:
            better.append((other, way))
    where = seen(b, _told(chosen))
    if better:
        other, way = better[0]
        instead = seen(other, _told(rank(other, side, company, facts)))
        trouble = "too full" if full else _told(chosen)
        yield illegal(f"{b} is {trouble}, and {other} was open", where, instead, way)
    elif facts.around(a):
        yield legal(f"no better hex was open than {b}", where)


def rank(place: str, side: str, company: set[str], facts: Facts) -> tuple[bool, bool]:
    """(enemies beside, friends in it): the smaller the better, the first counting first."""
    friends = any(u.side == side and u.id not in company for u in facts.at(place))
    return bool(facts.foes_beside(place, side)), friends


def _told(rank: tuple[bool, bool]) -> str:
    return ("beside enemies" if rank[0] else "away from enemies") + (", with friends in it" if rank[1] else ", empty")


def _open_to(units: tuple[Unit, ...], a: str, b: str, facts: Facts) -> bool:
    """Whether all of them could have gone there without overstacking. Nobody is blamed for leaving Paris to the French
    (6.3)."""
    movers = [u for u in units if not _stays(u)]
    if facts.shut(b).value or (b in PARIS and any(u.nation != "french" for u in movers)):
        return False
    if any(facts.step_for(u, a, b) is None or facts.step(a, b).needs for u in movers):
        return False
    return not overstacked(b, movers, facts)


def overstacked(place: str, movers: list[Unit], facts: Facts) -> bool:
    ids = {u.id for u in movers}
    units = [u for u in facts.at(place) if u.id not in ids] + movers
    steps, limit, _ = too_many_steps(units, facts)
    corps = sum(1 for u in units if u.type not in ("fortress", "siege-gun", "dummy") and facts.is_corps(u).value)
    nations = {u.nation for u in units if u.side == "allied" and not facts.naval_exempt(u)}
    return steps > limit.value or corps > facts.limit("stack-corps").value or len(nations) > 1


def a_retreat_stops_in_the_first_hex_that_fits(action: Action, facts: Facts) -> Rulings:
    if len(action.path) < 2:
        return
    movers = list(acting(action, facts))
    full = [p for p in action.path[1:-1] if facts.on_map(p)]
    for place in full:
        if facts.adjacent(action.path[0], place).value and not overstacked(place, movers, facts):
            yield illegal(f"the retreat had to stop in {place}", seen(place, "room for all"))
            return
    for a, place in pairwise(action.path[:-1]):
        room = rooms(acting(action, facts), a, facts) if facts.adjacent(a, place).value else []
        if room:
            way = facts.may_retreat_by(facts.actor(action), a, room[0])
            yield illegal(f"the retreat goes on past {place}, and {room[0]} had room",
                          seen(room[0], "room for all"), way)  # fmt: skip
            return
    goal = goal_of(action)
    if facts.on_map(goal) and overstacked(goal, movers, facts):
        if rooms(acting(action, facts), action.path[-2], facts):
            return  # 13.19.c: another direction was open
        yield illegal(f"the retreat had to go on from {goal}: too many stand there", seen(goal, "overstacked"))
        return
    touch = facts.adjacent(action.path[-2], goal)
    if touch.known and not touch.value and facts.on_map(goal):
        yield from _jumped(action, facts)
        return
    yield legal(f"the retreat ends in {goal}", seen("way", "-".join(action.path)))


def rooms(units: tuple[Unit, ...], a: str, facts: Facts) -> list[str]:
    """The hexes in their side's directions that would take them all."""
    side = next((u.side for u in units), "")
    return [b for b in facts.neighbours(a) if facts.may_retreat_by(side, a, b).value and _open_to(units, a, b, facts)]


def _jumped(action: Action, facts: Facts) -> Rulings:
    """Dragged over several hexes: fair only where every first hex was full."""
    a = action.path[-2]
    side = facts.actor(action)
    room = rooms(acting(action, facts), a, facts)
    if room:
        way = facts.may_retreat_by(side, a, room[0])
        yield illegal(f"the retreat goes one hex, and {room[0]} had room", seen(room[0], "room for all"), way)
    else:
        needs = Need("log", "retreat", "the hexes passed")
        yield undecided("which hexes the retreat passed is not shown", Answer(None, needs=(needs,)))


RETREAT, END = ("retreat",), ("end-phase",)
CHECKS = (
    Check("13.18.b", RETREAT, nobody_retreats_without_a_loss_number_or_an_r),
    Check("13.18.h", RETREAT, attackers_never_retreat),
    Check("13.18.a", END, an_r_makes_the_whole_defence_retreat),
    Check("13.18.d", ("retreat", "end-phase"), all_defenders_go_or_all_stay),
    Check("13.18.c", RETREAT, retreats_respect_what_is_closed_to_movement),
    Check("13.18.e", RETREAT, retreats_keep_to_the_map_and_out_of_neutral_land),
    Check("13.19.a", RETREAT, retreats_go_in_the_directions_of_the_compass),
    Check("13.19.c", RETREAT, retreats_prefer_hexes_away_from_enemies_then_empty_ones),
    Check("13.19.d", RETREAT, a_retreat_stops_in_the_first_hex_that_fits),
)
