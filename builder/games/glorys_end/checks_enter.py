"""What comes in phases A to C: arrivals (8.1 to 8.5, 16.3.d), replacements (8.6, 8.7), digging (9), command (10)."""

from __future__ import annotations

from builder.games.glorys_end.checks_base import Rulings, acting, names, worst
from builder.games.glorys_end.facts import Facts, seen
from builder.model import Action, Answer, Evidence, Reason, Tag, Unit
from builder.rules.ruleset import Check
from builder.rules.ruling import Ruling, illegal, legal, undecided

ONCE = Evidence(Tag.BOOK, "8.7")


# ---- arrivals


def _turn_of(action: Action, facts: Facts, rail: bool) -> Rulings:
    found = []
    for unit in acting(action, facts):
        arrival = facts.arrival(unit.id)
        if (arrival.value[1] == "rail") != rail or not arrival.known:
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
    return legal(f"{unit.id} enters by {word}", arrival)


def _by_port(unit: Unit, place: str, arrival: Answer, facts: Facts) -> Ruling:
    port, control = facts.is_port(place), facts.control(place)
    if unit.type == "naval-infantry" and unit.size == "X":
        coast = facts.features(place)
        if coast.known and coast.value & {"coast", "port"} and not facts.foes_at(place, unit.side):
            return legal(f"{unit.id} lands on the coast", arrival, coast)
    held = Answer(control.value == unit.side, control.reasons, control.needs)
    if place in facts.entry_hexes("W") and not facts.any_port_open():
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
            found.append(legal(f"{word} is {unit.side}", arrival, control))
    return worst(found)


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


# ---- replacements


def _back_from_the_dead(unit: Unit) -> bool:
    return unit.place.startswith("Dead")


def on_the_map_only_infantry_is_rebuilt(action: Action, facts: Facts) -> Rulings:
    found = []
    for unit in acting(action, facts):
        if _back_from_the_dead(unit):
            continue
        kind = seen(unit.id, unit.type)
        if unit.type != "infantry":
            found.append(illegal(f"{unit.id} is {unit.type}, and takes no replacements", kind))
        elif unit.steps >= unit.full_steps and facts.did(unit, "rebuild"):
            continue  # 8.7.c speaks
        elif unit.steps >= unit.full_steps:
            found.append(illegal(f"{unit.id} is at full strength", seen(f"steps of {unit.id}", unit.steps)))
        else:
            found.append(legal(f"{unit.id} is reduced infantry", kind))
    return worst(found)


def only_infantry_corps_return_from_the_dead_pile(action: Action, facts: Facts) -> Rulings:
    found = []
    for unit in acting(action, facts):
        if not _back_from_the_dead(unit):
            continue
        corps = facts.is_corps(unit)
        if unit.type != "infantry" or (corps.known and not corps.value):
            found.append(illegal(f"{unit.id} is no infantry corps, and stays dead", seen(unit.id, unit.type), corps))
        elif _gain(action) > 1:
            found.append(illegal(f"{unit.id} returns with one step", seen("steps", _gain(action))))
        else:
            found.append(legal(f"{unit.id} returns with one step", corps))
    return worst(found)


def in_the_marne_nothing_eliminated_returns(action: Action, facts: Facts) -> Rulings:
    stated = facts.stated("rebuild-eliminated")
    for unit in acting(action, facts):
        if _back_from_the_dead(unit) and stated is not None and stated.value == "no":
            yield illegal(f"{unit.id} was eliminated and stays so in this scenario", stated)
            return
    if stated is not None and any(not _back_from_the_dead(u) for u in acting(action, facts)):
        yield legal("it is on the map", stated)


def _gain(action: Action) -> int:
    return int(action.detail("steps")) if action.detail("steps").isdecimal() else 1


def no_unit_gains_more_than_one_step_a_turn(action: Action, facts: Facts) -> Rulings:
    found = []
    limit = facts.limit("replacement-steps-per-unit")
    for unit in acting(action, facts):
        before = int(facts.ledger.note("rebuilt", unit.id) or 0)
        total = before + _gain(action)
        count = seen(f"steps gained by {unit.id}", total)
        if total > limit.value:
            found.append(illegal(f"{unit.id} gains {total} steps this turn", limit, count))
        else:
            found.append(legal(f"{unit.id} gains one step", limit, count))
    return worst(found)


def germans_beyond_the_meuse_are_not_rebuilt_before_turn_10(action: Action, facts: Facts) -> Rulings:
    for unit in acting(action, facts):
        turn, invaded = facts.turn(), facts.violated("belgium")
        if unit.side != "german" or _back_from_the_dead(unit) or not invaded.value:
            continue
        if turn.known and turn.value >= 10:
            yield legal("from turn 10 Germans are rebuilt everywhere", turn)
            return
        country, west = facts.country(unit.place), facts.west_of_meuse(unit.place)
        away = (country.known and country.value != "FR") or (west.known and not west.value)
        if away:
            yield legal(f"{unit.place} is not in France west of the Meuse", country, west, turn)
        elif country.needs or west.needs or turn.needs:
            yield undecided(f"whether {unit.place} lies in France west of the Meuse is not known", country, west, turn)
        else:
            message = f"{unit.id} stands in France west of the Meuse before turn 10"
            yield illegal(message, country, west, turn, invaded)
        return


def unsupplied_units_are_not_rebuilt(action: Action, facts: Facts) -> Rulings:
    found = []
    for unit in acting(action, facts):
        if _back_from_the_dead(unit):
            continue
        supplied = facts.supplied(unit.id)
        if not supplied.known:
            found.append(undecided(f"whether {unit.id} is supplied is not known", supplied))
        elif supplied.value:
            found.append(legal(f"{unit.id} is in full supply", supplied))
        else:
            found.append(illegal(f"{unit.id} is not in full supply", supplied))
    return worst(found)


def rebuilt_units_do_nothing_else(action: Action, facts: Facts) -> Rulings:
    """Moving is 12.2.b, digging 9.2.d, prepared assaults 13.22.a; this is the rest."""
    if action.verb == "attack" and facts.kind_of(action) != "ma":
        return
    found = []
    for unit in acting(action, facts):
        did = facts.did(unit, "rebuild")
        if did is not None:
            found.append(illegal(f"{unit.id} took replacements and does nothing else", did))
        else:
            found.append(legal(f"{unit.id} took no replacements", seen(unit.id, "not rebuilt")))
    return worst(found)


def replacements_do_not_exceed_the_stock(action: Action, facts: Facts) -> Rulings:
    for nation in sorted({u.nation for u in acting(action, facts)}):
        stock = facts.stock(nation)
        spent = facts.ledger.sums.get(f"rebuilt {nation}", 0)
        gain = _gain(action) * sum(1 for u in acting(action, facts) if u.nation == nation)
        used = seen(f"{nation} steps spent", spent + gain)
        if nation == "belgian":
            yield illegal("Belgium has no replacements", Reason("Belgian replacements", 0, Evidence(Tag.BOOK, "8.6")))
        elif not stock.known:
            continue  # the track is not followed here
        elif spent + gain > stock.value:
            yield illegal(f"{spent + gain} {nation} replacements spent, {stock.value} there", stock, used)
        else:
            yield legal(f"{spent + gain} of {stock.value} {nation} replacements spent", stock, used)


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
    return unsupplied_units_are_not_rebuilt(action, facts)


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


def a_six_lets_three_stacks_be_marked(action: Action, facts: Facts) -> Rulings:
    roll = action.detail("roll")
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
    Check("8.6.a", ("rebuild",), replacements_do_not_exceed_the_stock),
    Check("8.7.a", ("rebuild",), on_the_map_only_infantry_is_rebuilt),
    Check("8.7.b", ("rebuild",), only_infantry_corps_return_from_the_dead_pile),
    Check("16.3.f", ("rebuild",), in_the_marne_nothing_eliminated_returns),
    Check("8.7.c", ("rebuild",), no_unit_gains_more_than_one_step_a_turn),
    Check("8.7.e", ("rebuild",), germans_beyond_the_meuse_are_not_rebuilt_before_turn_10),
    Check("7.5.e", ("rebuild",), unsupplied_units_are_not_rebuilt),
    Check("8.7.g", ("attack",), rebuilt_units_do_nothing_else),
    Check("9.1.c", ("dig",), only_supplied_infantry_digs),
    Check("7.5.b", ("dig",), unsupplied_units_do_not_dig),
    Check("9.1.b", ("dig",), the_die_says_how_many_dig),
    Check("9.2.a", ("dig",), nobody_digs_in_a_fortress_or_zone),
    Check("9.2.d", ("dig",), units_just_rebuilt_do_not_dig),
    Check("10.1.a", ("command-mark",), a_six_lets_three_stacks_be_marked),
)  # fmt: skip
