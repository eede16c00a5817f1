"""Prepared positions and the guns against them: when they fall, and that what fell is off the map (9.3, 14)."""

from __future__ import annotations

from operator import attrgetter

from builder.games.glorys_end.checks_base import Rulings, acting, goal_of, names, written
from builder.games.glorys_end.facts import Facts, seen
from builder.games.glorys_end.facts_board import OTHER
from builder.model import Action, Answer, Unit
from builder.rules.ruleset import Check
from builder.rules.ruling import Ruling, illegal, legal

LAST_PHASES = ("victory", "joint-victory")  # what should be gone may lie about until hands have time to take it off
NOBODY = ("fortress", "siege-gun", "dummy")


# ---- what should be gone


def left_over(rule: str, facts: Facts) -> Ruling | None:
    """Something that fell by this rule in this player turn and still lies on the map as the turn ends."""
    if facts.when.phase not in LAST_PHASES:
        return None
    for entry in facts.ledger.note("gone").split():
        found, kind, where = entry.split(":")
        if found != rule:
            continue
        if kind in ("fortress", "siege-gun"):
            unit = facts.alive(where)
            if unit is not None:
                return illegal(f"{where} fell in this player turn and is still on the map", seen(where, unit.place))
        elif any(True for _ in facts.markers(where, kind)):
            return _still_there(kind, where)
    return _perhaps_left_over(rule, facts)


def _still_there(kind: str, where: str, *because: Answer) -> Ruling:
    what = kind.replace("-", " ")
    told = f"the {what} of {where} fell in this player turn and is still on the map"
    return illegal(told, seen(what, where), *because)


def _perhaps_left_over(rule: str, facts: Facts) -> Ruling | None:
    """The same of what fell if a move whose way nobody saw led there."""
    asked = None
    for told, went in facts.perhaps_gone():
        found, kind, where = told.split(":")
        if found != rule or not any(True for _ in facts.markers(where, kind)):
            continue
        if went.known and went.value:
            return _still_there(kind, where, went)
        asked = asked or (None if went.known else _still_there(kind, where, went))
    return asked


def _gone(rule: str, name: str):
    def run(_action: Action, facts: Facts) -> Rulings:
        found = left_over(rule, facts)
        if found is not None:
            yield found

    run.__name__ = name
    return run


# ---- trenches


def a_trench_without_infantry_goes_as_combat_ends(_action: Action, facts: Facts) -> Rulings:
    found = left_over("9.3.a", facts)
    if found is not None:
        yield found
    if facts.when.phase != "prepared-combat":
        return
    held, empty = [], []
    for marker in sorted(facts.state.markers.values(), key=attrgetter("place", "id")):
        owner = marker.side or facts.ledger.note("trench-of", marker.place)
        if marker.kind != "trench" or owner != facts.when.side:
            continue
        men = any(u.side == owner and u.steps and facts.is_infantry(u) for u in facts.at(marker.place))
        (held if men else empty).append(marker.place)
    if held or empty:
        told = f"trenches without infantry go now: {', '.join(empty)}" if empty else "infantry holds every trench"
        yield legal(told, *(seen(f"trench in {place}", "held") for place in held),
                    *(seen(f"trench in {place}", "no infantry") for place in empty))  # fmt: skip


def digging_holds_up_nobody_else(action: Action, facts: Facts) -> Rulings:
    """Diggers themselves are bound by 9.2.c and 12.2.b."""
    for unit in acting(action, facts):
        if facts.did(unit, "dig") is not None:
            continue
        busy = [u for u in facts.at(unit.place) if u.side == unit.side and facts.did(u, "dig") is not None]
        if busy:
            yield legal(f"{names(busy)} digs, and {unit.id} is free", *(seen(u.id, "digs") for u in busy))
            return


def an_entered_trench_goes(action: Action, facts: Facts) -> Rulings:
    if action.verb == "end-phase":
        found = left_over("9.3.b", facts)
        if found is not None:
            yield found
        return
    side = facts.actor(action)
    for place in action.path[1:] or (action.place,):
        owner = facts.trench(place)
        if owner and owner != side and not facts.foes_at(place, side):
            yield legal(f"the empty trench of {place} is gone", seen(f"trench in {place}", owner))
            return


# ---- fortified zones


def a_zone_falls_with_its_last_mobile_step(action: Action, facts: Facts) -> Rulings:
    if action.verb == "end-phase":
        found = left_over("14.3.g", facts)
        if found is not None:
            yield found
        return
    for unit in acting(action, facts):
        if facts.zone(unit.place) != unit.side or unit.type in NOBODY:
            continue
        others = [u for u in facts.at(unit.place) if u.side == unit.side and u.type not in NOBODY]
        lost = action.detail(unit.id) or action.detail("steps") or "1"
        if others == [unit] and (lost == "all" or (lost.isdecimal() and int(lost) >= unit.steps)):
            yield legal(f"the zone of {unit.place} falls with {unit.id}", seen(unit.id, f"{unit.steps} steps"))
            return


def siege_fire_always_destroys_a_zone(action: Action, facts: Facts) -> Rulings:
    if action.verb == "end-phase":
        found = left_over("14.3.e", facts)
        if found is not None:
            yield found
        return
    if not facts.zone(action.place) or facts.fortress_at(action.place) is not None:
        return
    zone = seen(f"fortified zone in {action.place}", facts.zone(action.place))
    said = action.detail("effect")
    if said and said.upper() != "E":
        yield illegal(f"{said} announced, and a zone under siege fire is always gone", zone, seen("effect", said))
    else:
        yield legal(f"the zone of {action.place} is gone", zone)


def guns_fire_at_a_zone_before_the_assault(action: Action, facts: Facts) -> Rulings:
    target = goal_of(action)
    fought = next((b for b in facts.battles() if b.hex == target), None)
    if action.verb == "fire":
        if not facts.zone(target):
            return
        if fought is not None:
            yield illegal(f"{target} was assaulted already: guns fire first", seen("battle in", target))
        else:
            yield legal(f"nobody has assaulted {target} yet", seen(f"battles in {target}", "none"))
    elif facts.ledger.note("fired-at", target) and facts.fortress_at(target) is None:
        yield legal(f"the guns have fired at {target}, and its zone is gone", seen(f"siege fire at {target}", "yes"))


# ---- fortresses


def a_destroyed_fortress_never_returns(action: Action, facts: Facts) -> Rulings:
    forts = [u for u in acting(action, facts) if u.type == "fortress"]
    dead = [u for u in forts if facts.dead(u.id).value]
    if dead:
        yield illegal(f"{names(dead)} was destroyed and never returns", *(seen(u.id, u.place or "dead") for u in dead))


def the_hex_of_a_destroyed_fortress_is_ordinary(action: Action, facts: Facts) -> Rulings:
    target = goal_of(action)
    opened = facts.ledger.note("opened", target) or facts.ledger.note("razed", target)
    if opened and facts.fortress_at(target) is None:
        yield legal(f"the fortress of {target} is gone, and its hex is like any other", seen(target, "no fortress"))


# ---- guns


def siege_guns_do_nothing_to_trenches(action: Action, facts: Facts) -> Rulings:
    owner = facts.trench(action.place)
    if not owner or facts.zone(action.place) or facts.fortress_at(action.place) is not None:
        return
    trench = seen(f"trench in {action.place}", owner)
    if action.detail("effect").upper() == "E":
        yield illegal(f"siege guns do nothing to the trench of {action.place}", trench, seen("effect", "E"))
    else:
        yield legal(f"the trench of {action.place} stays", trench)


def guns_never_retreat(action: Action, facts: Facts) -> Rulings:
    if action.verb == "end-phase":
        found = left_over("14.7.e", facts)
        if found is not None:
            yield found
        return
    units = acting(action, facts)
    guns = [u for u in units if u.type == "siege-gun"]
    if guns:
        yield illegal(f"{names(guns)} never retreats", *(seen(u.id, u.type) for u in guns))
        return
    here = {u.place for u in units}
    stay = [u for place in sorted(here) for u in facts.at(place) if u.type == "siege-gun" and u.side == units[0].side]
    if stay:
        yield legal(f"{names(stay)} stays behind and is lost", *(seen(u.id, u.place) for u in stay))


def guns_pay_for_no_losses(action: Action, facts: Facts) -> Rulings:
    """In a log the gun may only be taken off before its escort, with which it falls."""
    if action.detail("why") not in ("", "battle") or not written(action):
        return
    for gun in acting(action, facts):
        if gun.type != "siege-gun":
            continue
        escort = _escort(gun, facts)
        if escort:
            stands = (seen(u.id, f"{u.steps} steps in {u.place}") for u in escort)
            yield illegal(f"{gun.id} pays for no losses while {names(escort)} stands", *stands)
        else:
            yield legal(f"{gun.id} is lost with its escort", seen(f"escort of {gun.id}", "none"))
        return


def _escort(gun: Unit, facts: Facts) -> list[Unit]:
    return [u for u in facts.at(gun.place) if u.side == gun.side and u.type not in NOBODY and u.steps]


# ---- retreats and advances


def a_position_is_lost_by_a_chosen_retreat(action: Action, facts: Facts) -> Rulings:
    if action.verb == "end-phase":
        found = left_over("14.5.a", facts)
        if found is not None:
            yield found
        return
    units = acting(action, facts)
    place = next((u.place for u in units), "")
    position = facts.position_of(place, facts.actor(action))
    staying = [u for u in facts.at(place) if u not in units and u.type not in NOBODY]
    if position and not staying:
        paid = " and pays one loss point" if position == "fortress" else ""
        yield legal(f"the {position} of {place} is given up{paid}", seen(f"in {place}", position))


def infantry_enters_an_opened_fortress_and_assaults_no_more(action: Action, facts: Facts) -> Rulings:
    if action.verb == "attack":
        for unit in acting(action, facts):
            if facts.ledger.note("opened", unit.place) and facts.did(unit, "advance") is not None:
                yield illegal(f"{unit.id} entered {unit.place} when guns had opened it, and assaults no more",
                              seen(f"{unit.place} opened", "this phase"), seen(unit.id, "advanced"))  # fmt: skip
                return
        return
    goal = goal_of(action)
    side = facts.actor(action)
    fought = any(b.hex == goal for b in facts.battles())
    if not facts.ledger.note("opened", goal) or fought or facts.foes_at(goal, side):
        return
    unfit = [u for u in acting(action, facts) if not facts.is_infantry(u) and u.type != "siege-gun"]  # 14.7.d speaks
    opened = seen(f"{goal} opened by siege fire", OTHER.get(side, ""))
    others = [u for u in acting(action, facts) if u not in unfit and not _could_assault(u, goal, facts)]
    if unfit:
        yield illegal(f"{names(unfit)} is no infantry and was not named for the assault", opened)
    elif others:
        stand = (seen(u.id, u.place) for u in others)
        yield illegal(f"{names(others)} could not be named for the assault of {goal}", opened, *stand)
    else:
        yield legal(f"infantry enters the opened {goal}", opened)


def _could_assault(unit: Unit, goal: str, facts: Facts) -> bool:
    """Whether a unit was named for the assault, or could have been: beside the hex, and free to make one."""
    named = facts.designated(goal)
    fired = {name for done in facts.ledger.done if done.verb == "fire" and done.place == goal
             for name in done.detail("with").split(",")}  # fmt: skip
    touch = facts.adjacent(unit.place, goal)
    if (touch.known and not touch.value) or (named and unit.id not in named):
        return False
    if unit.id in named | fired:
        return True  # declared with the guns: its mark is of this very assault
    return facts.did(unit, "move", "rail", "ship", "rebuild", "dig", "pa", "ma") is None


END = ("end-phase",)
CHECKS = (
    Check("9.2.e", ("move", "attack"), digging_holds_up_nobody_else),
    Check("9.3.a", END, a_trench_without_infantry_goes_as_combat_ends),
    Check("9.3.b", ("move", "advance", "end-phase"), an_entered_trench_goes),
    Check("14.2.f", ("rebuild", "arrive"), a_destroyed_fortress_never_returns),
    Check("14.2.f", ("attack",), the_hex_of_a_destroyed_fortress_is_ordinary),
    Check("14.3.c", END, _gone("14.3.c", "an_entered_zone_is_gone")),
    Check("14.3.e", ("fire", "end-phase"), siege_fire_always_destroys_a_zone),
    Check("14.3.g", ("lose", "end-phase"), a_zone_falls_with_its_last_mobile_step),
    Check("14.4.b", ("fire",), siege_guns_do_nothing_to_trenches),
    Check("14.5.a", ("retreat", "end-phase"), a_position_is_lost_by_a_chosen_retreat),
    Check("14.7.d", ("lose",), guns_pay_for_no_losses),
    Check("14.7.e", ("retreat", "end-phase"), guns_never_retreat),
    Check("14.8.a", ("fire", "attack"), guns_fire_at_a_zone_before_the_assault),
    Check("14.9.b", ("attack", "advance"), infantry_enters_an_opened_fortress_and_assaults_no_more),
)
