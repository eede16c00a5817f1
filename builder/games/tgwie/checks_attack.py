"""Attacks: who may attack what, from where, with which help; whether what was told is so (13, 7.7 to 7.10)."""

from __future__ import annotations

from collections.abc import Callable

from builder.games.tgwie.checks_base import Rulings, from_log, units_of, verdict
from builder.games.tgwie.facts import Facts, parse_odds
from builder.games.tgwie.facts_base import joined, seen
from builder.games.tgwie.facts_drm import GAS_NATIONS, SPECIAL
from builder.model import Action, Need
from builder.rules.ruleset import Check
from builder.rules.ruling import illegal, legal, undecided

CLOSED_TO_TANKS = ("forest", "marsh", "mountain", "alpine")


def attackers_stand_beside_their_target(action: Action, facts: Facts) -> Rulings:
    fight = facts.fight(action)
    for unit in fight.attackers:
        touch = facts.adjacent(unit.place, fight.place)
        yield verdict(not touch.value, f"{unit.id} in {unit.place} attacks {fight.place}", touch)


def nobody_attacks_twice_in_a_round(action: Action, facts: Facts) -> Rulings:
    fight = facts.fight(action)
    for unit in fight.attackers:
        before = facts.ledger.note("attacked", unit.id)
        # a battle that the defender's cavalry left does not count (13.19.C)
        again = bool(before) and facts.ledger.note("vacated", before) != "withdrawn"
        told = f"{unit.id} attacks {fight.place}" + (f" after {before}" if again else "")
        why = seen(f"{unit.id} attacked in this phase", before or "nobody")
        if again and _second_round_unclicked(action, facts):
            yield undecided(told, why, needs=(Need("log", "phase", "whether the second round had begun"),))
        else:
            yield verdict(again, told, why)


def _second_round_unclicked(action: Action, facts: Facts) -> bool:
    """Whether OHL, OberOst or Foch lies on the map: people seldom click on to their round."""
    markers = [m for m in facts.state.markers.values() if m.kind in ("ohl-oberost", "ohl", "oberost", "foch")]
    return from_log(action) and any(facts.on_map(m.place) for m in markers)


def nobody_is_attacked_twice_in_a_round(action: Action, facts: Facts) -> Rulings:
    """Other defenders may have withdrawn into the hex: then the battle is a new one."""
    fight = facts.fight(action)
    before = facts.ledger.note("defended", fight.place)
    why = seen("attacked in this phase", before or "no")
    if before and _second_round_unclicked(action, facts):
        yield undecided(
            f"{fight.place} is attacked", why, needs=(Need("log", "phase", "whether the second round had begun"),)
        )
    elif fight.defenders:
        yield verdict(bool(before), f"{fight.place} is attacked", why)


def an_attack_has_one_target(action: Action, facts: Facts) -> Rulings:
    """Defenders that are named stand in the hex attacked, all of them (13.3.B)."""
    fight = facts.fight(action)
    if not action.detail("def") or from_log(action):  # a module names them itself, by the hex
        return
    away = [u for u in fight.defenders if u.place != fight.place]
    told = f"{away[0].id} in {away[0].place} is attacked with {fight.place}" if away else f"{fight.place} is attacked"
    yield verdict(bool(away), told, seen("defenders", " ".join(u.id for u in fight.defenders)))


def all_who_defend_a_hex_are_attacked(action: Action, facts: Facts) -> Rulings:
    """None of them is left out (13.4.B)."""
    fight = facts.fight(action)
    if not action.detail("def") or from_log(action):
        return
    there = [u for u in facts.foes_at(fight.place, fight.side) if facts.is_combat_unit(u)]
    spared = [u.id for u in there if u not in fight.defenders]
    told = f"{fight.place} is attacked" + (f" without {spared[0]}" if spared else "")
    yield verdict(bool(spared), told, seen(f"defenders of {fight.place}", " ".join(u.id for u in there) or "none"))


def nobody_attacks_across_a_lake(action: Action, facts: Facts) -> Rulings:
    fight = facts.fight(action)
    for place in fight.hexes:
        side = facts.side(place, fight.place)
        if side.needs:
            yield undecided(f"whether {place}|{fight.place} is a lake", side)
        elif "lake" in side.value or "all-sea" in side.value:
            yield illegal(f"{place}|{fight.place} is a lake", side)
        else:
            yield legal(f"{place}|{fight.place} is no lake", side)


def mountain_units_alone_attack_alpine_hexes(action: Action, facts: Facts) -> Rulings:
    fight = facts.fight(action)
    ground = facts.terrain(fight.place)
    if ground.known and ground.value != "alpine":
        return
    for unit in fight.attackers:
        yield verdict(unit.type != "mountain", f"{unit.id}, {unit.type}, attacks alpine {fight.place}", ground)


def nobody_attacks_neutral_ground(action: Action, facts: Facts) -> Rulings:
    shut = facts.neutral(action.place)
    if shut.known and shut.value:
        yield illegal(f"{action.place} is neutral", shut)
    elif shut.known:
        yield legal(f"{action.place} is at war", shut)


def tanks_attack_with_others_of_their_nation(action: Action, facts: Facts) -> Rulings:
    fight = facts.fight(action)
    for tank in (u for u in fight.attackers if u.type == "tank"):
        beside = [u.id for u in fight.attackers if u.type != "tank" and u.nation == tank.nation]
        yield verdict(not beside, f"{tank.id} attacks with {beside[0] if beside else 'no other of its nation'}",
                      seen("attackers", " ".join(u.id for u in fight.attackers)))  # fmt: skip


def tanks_keep_to_open_ground(action: Action, facts: Facts) -> Rulings:
    fight = facts.fight(action)
    tanks = [u for u in fight.attackers if u.type == "tank"]
    if not tanks:
        return
    ground = facts.terrain(fight.place)
    if ground.value == "flood-plain":
        where = facts.theatre(fight.place)
        weather = facts.weather(where.value) if where.known else where
        bad = joined(weather.value == "wet", ground, weather)
    else:
        bad = joined(ground.value in CLOSED_TO_TANKS, ground)
    yield verdict(bad.value, f"{tanks[0].id} attacks into {ground.value}", bad)


def tanks_stay_out_of_italy(action: Action, facts: Facts) -> Rulings:
    """No tank of either side goes there (7.7)."""
    end = action.path[-1] if action.path else action.place
    for unit in units_of(action, facts):
        if unit.type != "tank" or not facts.on_map(end):
            continue
        where = facts.theatre(end)
        yield verdict(where.value == "italy", f"{unit.id} in {end}", where)


def cavalry_attacks_infantry_beside_infantry(action: Action, facts: Facts) -> Rulings:
    """Restricted cavalry needs infantry of its own hex in the attack (13.20.A; reading E48: hex by hex)."""
    fight = facts.fight(action)
    fort = facts.fort_in(fight)
    strong = bool(fort.value) or any(facts.is_infantry(u) for u in fight.defenders)
    for unit in (u for u in fight.attackers if facts.is_cavalry(u)):
        bound = facts.restricted_cavalry(unit)
        friends = [u.id for u in fight.attackers if u.place == unit.place and facts.is_infantry(u)]
        bad = joined(bool(bound.value) and strong and not friends, bound, fort)
        if bound.needs and (friends or not strong):
            bad = joined(False, fort)
        yield verdict(
            bad.value, f"{unit.id} attacks {'with ' + friends[0] if friends else 'without infantry beside it'}", bad
        )


def british_cavalry_is_bound_from_d(action: Action, facts: Facts) -> Rulings:
    """The same of British cavalry, which is free before strategic turn D (13.20.D)."""
    fight = facts.fight(action)
    strong = bool(facts.fort_in(fight).value) or any(facts.is_infantry(u) for u in fight.defenders)
    for unit in (u for u in fight.attackers if facts.is_cavalry(u) and u.nation == "british"):
        bound = facts.restricted_cavalry(unit)
        friends = any(u.place == unit.place and facts.is_infantry(u) for u in fight.attackers)
        yield verdict(bool(bound.value) and strong and not friends, f"{unit.id} attacks", bound)


def mutineers_do_not_attack(action: Action, facts: Facts) -> Rulings:
    """French units in the west for three turns (7.20.A)."""
    since = facts.said_number("played-on", "mutiny") or facts.said_number("played-on", "french-mutiny")
    noted = facts.ledger.note("played-on", "french-mutiny")
    turn = facts.turn()
    if (since is None and not noted) or not turn.known:
        return
    first = since.value if since is not None else int(noted)
    for unit in facts.fight(action).attackers:
        where = facts.theatre(unit.place)
        if unit.nation == "french" and where.value in ("west", "italy"):
            # three consecutive turns, that of the play the first
            yield verdict(first <= turn.value < first + 3, f"{unit.id} attacks on turn {turn.value}", turn, where,
                          *(since.reasons if since else (seen("mutiny on turn", first),)))  # fmt: skip


def armies_1_and_2_of_russia_fight_apart(action: Action, facts: Facts) -> Rulings:
    fight = facts.fight(action)
    codes = {facts.attribute(u, "setup_code") for u in fight.attackers if u.nation == "russian"} & {"1", "2"}
    if codes and facts.when.turn:
        yield verdict(
            len(codes) > 1 and facts.when.turn <= 2, "units coded " + " and ".join(sorted(codes)), facts.moment()
        )


def fallen_nations_fight_alone(action: Action, facts: Facts) -> Rulings:
    fight = facts.fight(action)
    nations = {u.nation for u in fight.attackers}
    if len(nations) < 2:
        return
    states = {nation: facts.collapsed(nation) for nation in sorted(nations)}
    down = [nation for nation, fallen in states.items() if fallen.known and fallen.value]
    if down:
        yield illegal(f"{down[0]} units attack with others", states[down[0]])
    else:
        yield legal("none of their nations is known to have collapsed", seen("nations", " ".join(states)))


def under_the_treaty_nobody_attacks_russians(action: Action, facts: Facts) -> Rulings:
    treaty = facts.said_yes("treaty")
    if treaty is not None and treaty.value:
        russians = [u.id for u in facts.fight(action).defenders if u.nation in ("russian", "provisional")]
        yield verdict(bool(russians), "the defenders are " + ("Russian" if russians else "no Russians"), treaty)


# ---- chits


def one_gas_an_attack(action: Action, facts: Facts) -> Rulings:
    used = facts.gas_used(facts.fight(action))
    if used:
        yield verdict(len(used) > 1, f"gas used: {' '.join(used)}", seen("gas", " ".join(used)))


def gas_flame_and_mine_are_not_combined(action: Action, facts: Facts) -> Rulings:
    fight = facts.fight(action)
    used = [*facts.gas_used(fight)[:1], *(kind for kind in SPECIAL if facts.drm(fight, kind).value)]
    if any(kind in used for kind in SPECIAL):
        yield verdict(len(used) > 1, f"used together: {' '.join(used)}", seen("used", " ".join(used)))


def allied_gas_helps_british_french_belgians(action: Action, facts: Facts) -> Rulings:
    fight = facts.fight(action)
    if fight.side == "allied" and facts.gas_used(fight):
        able = [u.id for u in fight.attackers if u.nation in GAS_NATIONS]
        yield verdict(not able, f"gas for {'none of them' if not able else able[0]}",
                      seen("nations", " ".join(sorted({u.nation for u in fight.attackers}))))  # fmt: skip


def air_units_fly_in_the_west(action: Action, facts: Facts) -> Rulings:
    """Over the western front alone; East Air in the east (7.6.1.A)."""
    fight = facts.fight(action)
    names = [n for key in ("air", "defair") for n in action.detail(key).split(",") if n and not n.isdecimal()]
    count = any(action.detail(key) not in ("", "0") for key in ("air", "defair"))
    where = facts.theatre(fight.place)
    if not count or not where.known:
        return
    other = [n for n in names if "eastair" not in n] if names else [""]
    yield verdict(where.value != "west" and bool(other), f"air units over the {where.value} map", where)


def the_second_round_is_for_those_near_the_marker(rule: str) -> Callable[[Action, Facts], Rulings]:
    """Supplied units within two hexes of OHL or OberOst, and of Foch (13.22.D, 13.23.D)."""

    def check(action: Action, facts: Facts) -> Rulings:
        fight = facts.fight(action)
        if not facts.when.phase.endswith("-again") or fight.side != ("allied" if rule == "13.23.D" else "central"):
            return
        marker = "foch" if rule == "13.23.D" else "oberost" if "east" in facts.when.phase else "ohl"
        for unit in fight.attackers:
            near, fed = facts.in_command(unit, marker), facts.supplied(unit.id)
            foreign = fight.side == "central" and unit.nation != "german"
            sure = next((a for a in (near, fed) if a.known and not a.value), None)
            if sure is not None or foreign:
                yield illegal(f"{unit.id} attacks again by {marker}", sure or seen(f"nation of {unit.id}", unit.nation))
            else:
                yield verdict(False, f"{unit.id} attacks again by {marker}", near, fed)

    check.__name__ = "the_second_round_is_for_those_near_" + ("foch" if rule == "13.23.D" else "ohl_or_oberost")
    return check


# ---- what was told


def the_table_is_picked_by_the_defenders(action: Action, facts: Facts) -> Rulings:
    said, fight = action.detail("table"), facts.fight(action)
    found, fort = facts.table(fight), facts.fort_in(fight)
    if (
        said
        and from_log(action)
        and action.detail("fort") in ("0", "1")
        and (action.detail("fort") == "1") != bool(fort.value)
    ):
        # the module goes by the markers that lie there
        yield undecided(f"table {said} told", fort, needs=(Need("log", fight.place, "whether its fort stands"),))
    elif said:
        yield verdict(said != found.value, f"table {said} told, {found.value} it is", found)


def the_odds_are_what_was_told(action: Action, facts: Facts) -> Rulings:
    said = action.detail("odds")
    if not said:
        return
    found = facts.odds(facts.fight(action))
    told = parse_odds(said)
    yield verdict(told != found.value, f"{said} told, {found.value} they are", found)


def the_modifiers_are_what_was_told(action: Action, facts: Facts) -> Rulings:
    said = action.detail("drm")
    if said:
        found = facts.total_drm(facts.fight(action))
        yield verdict(int(said) != found.value, f"{said} told, {found.value} it is", found)


def the_result_is_the_cell_of_the_table(action: Action, facts: Facts) -> Rulings:
    """A die and a result told: the cell of table, column and modified die (13.12.A)."""
    said, fight = action.detail("result"), facts.fight(action)
    if not said or "x" in said or not action.detail("roll"):
        return
    found = facts.result(fight)
    yield verdict(said != found.value, f"{said} told, the table gives {found.value}", found)


CHECKS = (
    Check("13.3.A", ("attack",), attackers_stand_beside_their_target),
    Check("13.3.B", ("attack",), an_attack_has_one_target),
    Check("13.4.B", ("attack",), all_who_defend_a_hex_are_attacked),
    Check("13.4.C", ("attack",), nobody_attacks_twice_in_a_round),
    Check("13.4.D", ("attack",), nobody_is_attacked_twice_in_a_round),
    Check("12.5.B", ("attack",), nobody_attacks_across_a_lake),
    Check("12.9.C", ("attack",), mountain_units_alone_attack_alpine_hexes),
    Check("3.6.B", ("attack",), nobody_attacks_neutral_ground),
    Check("7.7a.C", ("attack",), tanks_attack_with_others_of_their_nation),
    Check("7.7a.D", ("attack",), tanks_keep_to_open_ground),
    Check("7.7a.I", ("move", "rail", "ship", "arrive", "advance"), tanks_stay_out_of_italy),
    Check("13.20.A", ("attack",), cavalry_attacks_infantry_beside_infantry),
    Check("13.20.D", ("attack",), british_cavalry_is_bound_from_d),
    Check("7.20.A", ("attack",), mutineers_do_not_attack),
    Check("3.4.H", ("attack",), armies_1_and_2_of_russia_fight_apart),
    Check("4.6.E", ("attack",), fallen_nations_fight_alone),
    Check("6.15.A.2", ("attack",), under_the_treaty_nobody_attacks_russians),
    Check("7.8.C", ("attack",), one_gas_an_attack),
    Check("7.9.C", ("attack",), gas_flame_and_mine_are_not_combined),
    Check("7.8.F", ("attack",), allied_gas_helps_british_french_belgians),
    Check("7.6.1.A", ("attack",), air_units_fly_in_the_west),
    Check("13.22.D", ("attack",), the_second_round_is_for_those_near_the_marker("13.22.D")),
    Check("13.23.D", ("attack",), the_second_round_is_for_those_near_the_marker("13.23.D")),
    Check("13.11.A", ("attack",), the_table_is_picked_by_the_defenders),
    Check("13.8.B.3", ("attack",), the_odds_are_what_was_told),
    Check("13.15.A", ("attack",), the_modifiers_are_what_was_told),
    Check("13.12.A", ("attack",), the_result_is_the_cell_of_the_table),
)
