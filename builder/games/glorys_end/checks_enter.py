"""What comes in phases A to C: arrivals (8.1 to 8.5, 16.3.d), digging (9), command (10)."""

from __future__ import annotations

from builder.games.glorys_end.checks_base import Rulings, acting, names, worst, written
from builder.games.glorys_end.facts import Facts, seen
from builder.model import Action, Answer, Evidence, Tag, Unit
from builder.rules.ruleset import Check
from builder.rules.ruling import Ruling, illegal, legal, undecided

ONCE = Evidence(Tag.BOOK, "8.7")
HELD_PARIS = "a Paris hex under enemy control is closed to arrivals as a printed entry hex is (8.5)"


# ---- arrivals


def _turn_of(action: Action, facts: Facts, rail: bool) -> Rulings:
    found = []
    for unit in acting(action, facts):
        arrival = facts.arrival(unit.id)
        if (arrival.value[1] == "rail") != rail or not arrival.known or facts.waits_for_war(unit):
            continue
        turn = facts.turn()
        due = arrival.value[0]
        if not due:
            found.append(illegal(f"{unit.id} is no reinforcement", arrival))
        elif turn.known and turn.value < due:
            found.append(illegal(f"{unit.id} arrives on turn {due}, not {turn.value}", arrival, turn))
        else:
            found.append(legal(f"{unit.id} is due since turn {due}", arrival, turn))
    return worst(found)


def nobody_arrives_before_its_turn(action: Action, facts: Facts) -> Rulings:
    return _turn_of(action, facts, rail=False)


def marne_arrivals_come_by_rail_on_their_turn(action: Action, facts: Facts) -> Rulings:
    return _turn_of(action, facts, rail=True)


def _entry(rule: str, name: str, fits):
    """A check of the entry place for the arrivals that `fits` takes: fits(unit, word) -> bool."""

    def run(action: Action, facts: Facts) -> Rulings:
        found = []
        for unit in acting(action, facts):
            arrival = facts.arrival(unit.id)
            word = arrival.value[1]
            if not arrival.known or not word or word == "rail" or not fits(unit, word):
                continue
            found.append(_entered(unit, word, action.place, arrival, facts))
        return worst(found)

    run.__name__ = name
    return Check(rule, ("arrive",), run)


def _entered(unit: Unit, word: str, place: str, arrival: Answer, facts: Facts) -> Ruling:
    if word == "port":
        return _by_port(unit, place, arrival, facts)
    hexes = facts.entry_hexes(word)
    if place not in hexes:
        return illegal(f"{unit.id} enters by {word}, not {place}", arrival)
    foes = facts.foes_at(place, unit.side)
    if foes:
        return illegal(f"{place} is occupied by {names(foes)}", arrival, *(seen(u.id, place) for u in foes))
    control = facts.control(place)
    if word == "P" and control.known and control.value not in ("", unit.side):
        return illegal(f"{place} is {control.value}", arrival, control, reading=HELD_PARIS)
    return legal(f"{unit.id} enters by {word}", arrival)


def _by_port(unit: Unit, place: str, arrival: Answer, facts: Facts) -> Ruling:
    port, control = facts.is_port(place), facts.control(place)
    if unit.type == "naval-infantry" and unit.size == "X":
        coast = facts.is_coast(place)
        if coast.known and coast.value and not facts.foes_at(place, unit.side):
            return legal(f"{unit.id} lands on the coast", arrival, coast)
    held = Answer(control.value == unit.side, control.reasons, control.needs)
    if place in facts.entry_hexes("W") and not facts.any_port_held():
        return legal("every port is German: the west edge serves (8.3.d)", arrival)
    for answer, trouble in ((port, "is no port"), (held, "is not under Allied control")):
        if answer.known and not answer.value:
            return illegal(f"{place} {trouble}", arrival, answer)
    return legal(f"{unit.id} enters by the port {place}", arrival, port, held)


def _on_edge(word: str) -> bool:
    return word in ("E", "S", "W")


def entry_waits_while_the_hex_is_enemy_held(action: Action, facts: Facts) -> Rulings:
    found = []
    for unit in acting(action, facts):
        arrival = facts.arrival(unit.id)
        word = arrival.value[1]
        if not arrival.known or word != action.place:
            continue
        control = facts.control(word)
        if control.needs:
            found.append(undecided(f"who holds {word} is not known", control))
        elif control.value != unit.side:
            found.append(illegal(f"{word} is not {unit.side}: the entry waits", arrival, control))
        else:
            found.append(_fed_entry(unit, word, arrival, control, facts))
    return worst(found)


def _fed_entry(unit: Unit, place: str, arrival: Answer, control: Answer, facts: Facts) -> Ruling:
    """A held entry hex that is no port must be in supply itself (8.5)."""
    stated = facts.said_yes("supplied", unit.id) or facts.said_yes("supplied", place)
    if facts.is_port(place).value or (facts.given.blank and stated is None):
        return legal(f"{place} is {unit.side}", arrival, control)
    supplied = stated or facts.supplied_at(place, unit.side, unit.nation)
    if supplied.known and not supplied.value:
        return illegal(f"{place} is out of supply: the entry waits", arrival, supplied)
    return legal(f"{place} is {unit.side} and in supply", arrival, control, supplied)


def arrivals_come_at_full_strength(action: Action, facts: Facts) -> Rulings:
    found = []
    for unit in acting(action, facts):
        due = facts.arrival(unit.id)
        full = due.value[2] or unit.full_steps
        each = seen(f"steps of {unit.id}", f"{unit.steps} of {full}")
        if unit.steps < full:
            found.append(illegal(f"{unit.id} enters with {unit.steps} steps, not {full}", each))
        else:
            found.append(legal(f"{unit.id} enters with all its steps", each))
    return worst(found)


# ---- digging


def only_supplied_infantry_digs(action: Action, facts: Facts) -> Rulings:
    found = []
    for unit in acting(action, facts):
        if unit.type not in ("infantry", "naval-infantry"):
            found.append(illegal(f"{unit.id} is {unit.type}, and does not dig", seen(unit.id, unit.type)))
        else:
            found.append(legal(f"{unit.id} is {unit.type}", seen(unit.id, unit.type)))
    return worst(found)


def unsupplied_units_do_not_dig(action: Action, facts: Facts) -> Rulings:
    """Ports supply British and Belgians for all purposes but strategic movement (7.9)."""
    found = []
    for unit in acting(action, facts):
        supplied = facts.supplied_to(unit.id, "dig")
        if not supplied.known:
            found.append(undecided(f"whether {unit.id} is supplied is not known", supplied))
        elif supplied.value:
            found.append(legal(f"{unit.id} is in supply", supplied))
        else:
            found.append(illegal(f"{unit.id} is out of supply", supplied))
    return worst(found)


def the_die_says_how_many_dig(action: Action, facts: Facts) -> Rulings:
    free, bound = [], []
    for unit in acting(action, facts):
        (free if facts.beside_enemy_trench(unit) else bound).append(unit)
    roll = action.detail("roll") or facts.ledger.note("dig-roll")
    if free and not bound:
        because = (seen(u.id, u.place) for u in free)
        yield legal(f"{names(free)} digs beside an enemy trench, free of the quota", *because)
        return
    if not roll.isdecimal():
        return
    quota = facts.limit("trenches-die-1-3" if int(roll) <= 3 else "trenches-die-4-6")
    total = int(facts.ledger.note("dug-on-quota") or 0) + len(bound)
    verdict = illegal if total > quota.value else legal
    yield verdict(f"{total} units dig, a {roll} allows {quota.value}", quota, seen("die", int(roll)))


def nobody_digs_in_a_fortress_or_zone(action: Action, facts: Facts) -> Rulings:
    found = []
    for unit in acting(action, facts):
        place = unit.place
        what = "fortress" if facts.fortress_at(place) is not None else "fortified zone" if facts.zone(place) else ""
        because = seen(f"in {place}", what or "neither fortress nor zone")
        verdict = illegal if what else legal
        found.append(verdict(f"{place} has a {what}" if what else f"{place} is free to dig in", because))
    return worst(found)


def units_just_rebuilt_do_not_dig(action: Action, facts: Facts) -> Rulings:
    for unit in acting(action, facts):
        did = facts.did(unit, "rebuild")
        if did is not None:
            yield illegal(f"{unit.id} took replacements this turn", did)
            return
    if acting(action, facts):
        yield legal("none of them took replacements", seen(names(action.units), "not rebuilt"))


# ---- command


def _marked(action: Action, facts: Facts) -> tuple[Unit, ...]:
    places = action.path or ((action.place,) if action.place else ())
    return (*acting(action, facts), *(u for place in places for u in facts.at(place)))


def a_six_lets_three_stacks_be_marked(action: Action, facts: Facts) -> Rulings:
    roll, mover = action.detail("roll"), facts.when.side
    strangers = [u for u in _marked(action, facts) if u.side != mover]
    if written(action) and mover and strangers:  # in a log nobody may have clicked on yet
        whose = seen(strangers[0].id, strangers[0].side)
        yield illegal(f"{names(strangers)} is marked in the {mover} command phase", whose, facts.moment())
        return
    if written(action) and mover and action.side == mover:
        yield illegal(f"the {mover} player marks his own stacks: the opponent does", facts.moment())
        return
    six, most = facts.limit("ooc-die"), facts.limit("ooc-stacks")
    if roll.isdecimal() and int(roll) != six.value:
        yield illegal(f"a {roll} marks nobody", six, seen("die", int(roll)))
        return
    places = {u.place for u in acting(action, facts)} or set(action.path or (action.place,)) - {""}
    new = {p for p in places if not facts.ledger.note("ooc-stack", p)}
    total = facts.ledger.sums.get("ooc", 0) + len(new)
    if total > most.value:
        yield illegal(f"{total} stacks are marked, {most.value} at most", most)
    elif roll.isdecimal():
        yield legal(f"a six; {total} of {most.value} stacks are marked", six, most, seen("die", int(roll)))


CHECKS = (
    Check("8.1.a", ("arrive",), nobody_arrives_before_its_turn),
    Check("16.3.d", ("arrive",), marne_arrivals_come_by_rail_on_their_turn),
    _entry("8.2.a", "germans_enter_at_cologne_or_the_east_edge", lambda unit, word: unit.side == "german"),
    _entry("8.3.a", "british_enter_by_ports", lambda unit, word: unit.nation == "british" and not _on_edge(word)),
    _entry("8.3.b", "the_indian_corps_enters_by_the_south_edge",
           lambda unit, word: unit.nation == "british" and _on_edge(word)),
    _entry("8.4.a", "french_marked_s_enter_by_the_south_edge",
           lambda unit, word: unit.nation == "french" and word == "S"),
    _entry("8.4.b", "french_marked_p_enter_in_paris", lambda unit, word: unit.nation == "french" and word == "P"),
    _entry("8.4.c", "other_french_enter_in_their_hex",
           lambda unit, word: unit.nation == "french" and word not in ("S", "P")),
    Check("8.5.b", ("arrive",), entry_waits_while_the_hex_is_enemy_held),
    Check("8.5.f", ("arrive",), arrivals_come_at_full_strength),
    Check("9.1.c", ("dig",), only_supplied_infantry_digs),
    Check("7.5.b", ("dig",), unsupplied_units_do_not_dig),
    Check("9.1.b", ("dig",), the_die_says_how_many_dig),
    Check("9.2.a", ("dig",), nobody_digs_in_a_fortress_or_zone),
    Check("9.2.d", ("dig",), units_just_rebuilt_do_not_dig),
    Check("10.1.a", ("command-mark",), a_six_lets_three_stacks_be_marked),
)  # fmt: skip
