"""Siege guns (14.7 to 14.10): who fires when, what the table says, and the duty to assault."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from builder.games.glorys_end.checks_attack import out_of_command_nobody_attacks
from builder.games.glorys_end.checks_base import Rulings, acting, names, worst, written
from builder.games.glorys_end.facts import Facts, seen
from builder.games.glorys_end.verbs_battle import opened_by_guns
from builder.model import Action, Answer, Finding, Unit
from builder.rules.ruleset import Check
from builder.rules.ruling import illegal, legal, undecided

FIRING = "a gun that fires attacks, so that what bars a unit from a prepared assault bars it too"


def supplied_german_guns_fire_in_their_combat_phase(action: Action, facts: Facts) -> Rulings:
    """Fire at a trench is 14.4.b's. In a log what they fired at may be off the map before the guns say so."""
    found = []
    marked = any(True for kind in ("trench", "fortified-zone") for _ in facts.markers(action.place, kind))
    there = marked or facts.fortress_at(action.place) is not None or facts.ledger.note("fired-at", action.place)
    if not there and written(action):
        found.append(illegal(f"{action.place} has no fortress and no zone to fire at", seen(action.place, "nothing")))
    for unit in acting(action, facts):
        supplied = facts.supplied(unit.id)
        if unit.type != "siege-gun":
            found.append(illegal(f"{unit.id} is no siege gun", seen(unit.id, unit.type)))
        elif facts.when.side and facts.when.side != unit.side:
            found.append(illegal(f"{unit.id} fires in the player turns of its own side alone", facts.moment()))
        elif facts.when.phase and facts.when.phase != "prepared-combat":
            found.append(illegal(f"guns fire in the prepared combat phase, not in {facts.when.phase}", facts.moment()))
        elif not supplied.known:
            found.append(undecided(f"whether {unit.id} is supplied is not known", supplied))
        elif not supplied.value:
            found.append(illegal(f"{unit.id} is not supplied", supplied))
        else:
            found.append(legal(f"{unit.id} is supplied", supplied, facts.moment()))
    return worst(found)


def guns_fire_with_assaulting_infantry(action: Action, facts: Facts) -> Rulings:
    found = []
    for gun in acting(action, facts):
        touch = facts.adjacent(gun.place, action.place)
        if touch.known and not touch.value:
            found.append(illegal(f"{gun.id} in {gun.place} does not touch {action.place}", touch))
            continue
        escort = [u for u in facts.at(gun.place) if u.side == gun.side and facts.is_infantry(u)]
        fit = [u for u in escort if facts.did(u, "move", "rail", "rebuild", "dig", "pa", "ma") is None]
        if not escort:
            found.append(illegal(f"no infantry stands with {gun.id} in {gun.place}", seen(gun.id, gun.place)))
        elif not fit and facts.zone(action.place) and any(b.hex == action.place for b in facts.battles()):
            continue  # 14.8.a speaks
        elif not fit:
            found.append(illegal(f"{names(escort)} may not assault, so that {gun.id} does not fire",
                                 *(seen(u.id, "has acted") for u in escort)))  # fmt: skip
        else:
            found.append(legal(f"{gun.id} fires with {names(fit)}", *(seen(u.id, gun.place) for u in fit)))
    return worst(found)


def _as_attackers(check: Callable[[Action, Facts], Rulings], name: str) -> Callable[[Action, Facts], Rulings]:
    """What the book says of units that attack, asked of guns that fire: a breach rests on that reading."""

    def run(action: Action, facts: Facts) -> Rulings:
        for ruling in check(action, facts):
            yield ruling._replace(reading=FIRING) if ruling.finding is Finding.ILLEGAL else ruling

    run.__name__ = name
    return run


def _rested_guns(action: Action, facts: Facts) -> Rulings:
    for gun in acting(action, facts):
        did = facts.did(gun, "move", "rail", "ship")
        if did is not None:
            yield illegal(f"{gun.id} {did.value} this player turn", did)
            return
    yield legal("none of the guns has moved", seen(names(action.units), "stood"))


def _first_fire(action: Action, facts: Facts) -> Rulings:
    for gun in acting(action, facts):
        target = facts.ledger.note("fired", gun.id)
        if target:
            yield illegal(f"{gun.id} has fired at {target} already", seen(gun.id, f"fired at {target}"))
            return
    yield legal("none of the guns has fired", seen(names(action.units), "first fire"))


def siege_fire_is_read_from_the_siege_table(action: Action, facts: Facts) -> Rulings:
    said = action.detail("effect")
    roll = action.detail("roll")
    if not said or not roll.isdecimal() or facts.fortress_at(action.place) is None:
        return
    for gun in acting(action, facts)[:1]:
        answer = facts.siege_result(gun, action.place, int(roll))
        told = seen("effect announced", said)
        if not answer.known:
            yield undecided("the siege table cannot be read", answer)
        elif answer.value == (said.upper() == "E"):
            yield legal(f"the table says {said}", answer, told)
        else:
            yield illegal(f"{said} announced, and the table says {'E' if answer.value else 'no effect'}", answer, told)


def _dice(facts: Facts, place: str) -> Iterator[tuple[str, Answer[bool]]]:
    """(roll, whether it ends the fortress) for each gun that fired at a fortress in this phase and told its die."""
    for entry in facts.ledger.note("siege-dice", place).split():
        name, _, roll = entry.partition("=")
        gun = facts.unit(name)
        if gun is not None and roll.isdecimal():
            yield roll, facts.siege_result(gun, place, int(roll))


def a_fortress_falls_to_guns_as_the_table_says(action: Action, facts: Facts) -> Rulings:
    """Where nobody announced the effect: what became of the fortress against the dice of the guns."""
    if action.verb == "end-phase":
        for place in _targets(facts):
            fortress = facts.fortress_at(place)
            if fortress is None or any(b.hex == place for b in facts.battles()):
                continue
            hit = next((answer for _, answer in _dice(facts, place) if answer.known and answer.value), None)
            if hit is not None:
                yield illegal(f"the table ends {fortress.id}, which stands", hit)
        return
    for unit in acting(action, facts):
        if unit.type != "fortress" or not opened_by_guns(unit, facts.ledger):
            continue
        told = list(_dice(facts, unit.place))
        if not told:
            return
        rolls = seen("siege dice", " ".join(roll for roll, _ in told))
        hit = next((answer for _, answer in told if answer.value), None)
        if hit is not None:
            yield legal(f"{unit.id} falls to siege fire", hit, rolls)
        else:
            yield illegal(f"the table does not end {unit.id}", *(answer for _, answer in told), rolls)
        return


def _targets(facts: Facts) -> list[str]:
    """The fortress hexes that guns fired at in this phase."""
    notes = facts.ledger.phase_notes.items()
    return sorted(key[1] for key, value in notes if key[0] == "fired-at" and value == "fortress")


def the_assault_behind_siege_fire_was_made(_action: Action, facts: Facts) -> Rulings:
    if facts.when.phase != "prepared-combat":
        return
    for place in _targets(facts):
        fought = any(b.hex == place for b in facts.battles())
        called_off = any(a.verb == "cancel-attack" and a.place == place for a in facts.ledger.done)
        foes = [u for u in facts.foes_at(place, facts.when.side) if u.type != "siege-gun"]
        because = seen(f"siege guns fired at {place}", "this phase")
        if any(u.type == "fortress" for u in foes) and any(a.known and a.value for _, a in _dice(facts, place)):
            continue  # 14.9.a speaks
        idle = [u for u in map(facts.alive, sorted(facts.designated(place))) if u and facts.did(u, "pa") is None]
        if foes and fought and idle:
            yield illegal(f"{names(idle)} was named for the assault of {place} and did not make it", because)
        elif foes and not fought and not called_off:
            stand = (seen(u.id, place) for u in foes)
            yield illegal(f"guns fired at {place}, and nobody assaulted it", because, *stand)
        elif not called_off:
            yield legal(f"the assault of {place} was made, or nobody was left", because)


def guns_fired_for_infantry_of_their_own_hex(_action: Action, facts: Facts) -> Rulings:
    """Looked at when the phase ends; who advanced or died may have come from anywhere."""
    if facts.when.phase != "prepared-combat":
        return
    for key, target in facts.ledger.phase_notes.items():
        gun = facts.unit(key[1]) if key[0] == "fired" else None
        battle = next((b for b in facts.battles() if b.hex == target), None)
        if gun is None:
            continue
        if battle is None:
            yield from _without_assault(gun, target, facts)
            continue
        infantry = [u for u in map(facts.alive, battle.attackers) if u is not None and facts.is_infantry(u)]
        elsewhere = [u for u in infantry if u.place not in (gun.place, target)]
        if len(elsewhere) == len(battle.attackers):
            yield illegal(f"{gun.id} fired from {gun.place}, and the assault came from elsewhere",
                          seen(gun.id, gun.place), *(seen(u.id, u.place) for u in elsewhere))  # fmt: skip


def _without_assault(gun: Unit, target: str, facts: Facts) -> Rulings:
    """Guns fire for an assault; one called off, and that of a fortress, is 14.9.d's."""
    called_off = any(a.verb == "cancel-attack" and a.place == target for a in facts.ledger.done)
    foes = [u for u in facts.foes_at(target, gun.side) if u.type not in ("siege-gun", "dummy")]
    if foes and not called_off and facts.ledger.note("fired-at", target) == "zone":
        yield illegal(f"{gun.id} fired at {target}, and no infantry assaulted it", seen(gun.id, f"fired at {target}"),
                      *(seen(u.id, target) for u in foes))  # fmt: skip


def after_siege_fire_the_assault_is_made(action: Action, facts: Facts) -> Rulings:
    target = action.place
    if not facts.ledger.note("fired-at", target) and action.detail("fired") != "yes":
        return
    because = seen(f"siege guns fired at {target}", "this phase")
    side = facts.actor(action)
    if facts.fortress_at(target) is not None and any(hit.known and hit.value for _, hit in _dice(facts, target)):
        return  # 14.9.a speaks
    if not facts.foes_at(target, side) and not facts.zone(target):
        yield legal(f"nobody is left in {target} to assault", because)
    else:
        yield illegal(f"guns fired at {target}: the assault must be made", because)


CHECKS = (
    Check("10.2.c", ("fire",), _as_attackers(out_of_command_nobody_attacks, "guns_out_of_command_do_not_fire")),
    Check("13.6.b", ("fire",), _as_attackers(_first_fire, "a_gun_fires_once_a_phase")),
    Check("13.22.a", ("fire",), _as_attackers(_rested_guns, "guns_that_moved_do_not_fire")),
    Check("14.7.b", ("fire",), supplied_german_guns_fire_in_their_combat_phase),
    Check("14.7.c", ("fire",), guns_fire_with_assaulting_infantry),
    Check("14.9.a", ("fire",), siege_fire_is_read_from_the_siege_table),
    Check("14.9.a", ("lose", "end-phase"), a_fortress_falls_to_guns_as_the_table_says),
    Check("14.9.d", ("cancel-attack",), after_siege_fire_the_assault_is_made),
    Check("14.9.d", ("end-phase",), the_assault_behind_siege_fire_was_made),
    Check("14.7.c", ("end-phase",), guns_fired_for_infantry_of_their_own_hex),
)
