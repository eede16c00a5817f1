"""Arrivals and withdrawals, works, recombination, what is taken off the map."""

from __future__ import annotations

import re

from builder.games.italian_front.checks_base import Rulings, Told, acting, told_by, written
from builder.games.italian_front.facts import Facts, seen
from builder.games.italian_front.facts_base import book
from builder.games.italian_front.facts_units import ASSAULT, FOOT
from builder.model import Action, Answer, Need, Reason, Unit
from builder.rules.ruleset import Check
from builder.rules.ruling import illegal, legal, undecided

NO_WORKS = ("mountain", "marsh", "alpine", "lake", "all-sea")
KINDS = {"assault": "infantry", "mountain-assault": "mountain"}
GUESTS = {"german": "austro-hungarian", "french": "italian", "british": "italian"}
GUEST_READING = "the book says only where Austrians and Italians arrive; their guests arrive where they do"


# ---- arrivals


def places_told(action: Action, facts: Facts) -> Told:
    """I15-18: Milano, Bologna or Italian rail at the edge; I15-12: any home city or home rail at the edge."""
    for unit in acting(action, facts):
        nation = GUESTS.get(unit.nation, unit.nation)
        if nation not in ("italian", "austro-hungarian") or not action.place or facts.given.blank:
            continue
        reading = GUEST_READING if unit.nation in GUESTS else ""
        names = (
            ("italian-arrival-cities", "italian-rail-edge")
            if nation == "italian"
            else ("austrian-arrival-cities", "austrian-rail-edge")
        )
        rule = "I15-18" if nation == "italian" else "I15-12"
        facts_of = [facts.sheet.region_facts.get(name) for name in names]
        reasons = tuple(
            Reason(name, " ".join(r.hexes), facts.weigh(r.evidence)) for name, r in zip(names, facts_of) if r
        )
        open_ = any(action.place in facts.region(name) for name in names)
        listed = facts.scheduled_turn(unit.id, "reinforcement")
        message = f"{unit.id} arrives in {action.place}"
        if open_:
            yield rule, legal(message, *reasons, reading=reading)
        elif facts.all_entries_barred(unit.nation, unit.side):
            continue  # S25-3 speaks
        elif rule == "I15-18" and not facts.has_rail(action.place):
            # the list of edge hexes is ours; a hex that is no rail hex of the edge is none on any list
            yield rule, illegal(message, reasons[0], *listed.reasons, reading=reading)
        elif rule == "I15-18":
            edge = len(facts.neighbours(action.place)) < 6
            firm = reasons[:1] if not edge else reasons
            yield rule, illegal(message, *firm, reading=reading)
        else:
            yield rule, illegal(message, *reasons, reading=reading)


def arrivals_are_due(action: Action, facts: Facts) -> Rulings:
    """S25-1, S25-2: on the turn of the schedule, or later."""
    for unit in acting(action, facts):
        due = facts.scheduled_turn(unit.id, "reinforcement")
        turn = facts.turn_named(due.value or "")
        if turn is None or not facts.when.turn or not facts.label:
            continue
        message = f"{unit.id}, due on {due.value}, arrives on {facts.label}"
        early = facts.when.turn < turn.number
        yield (illegal if early else legal)(message, due, facts.moment())


def withdrawals_told(action: Action, facts: Facts) -> Told:
    """S25-8: who is due leaves; I15-11: who cannot pay leaves altogether."""
    if action.detail("short") == "yes":
        nations = {u.nation for u in acting(action, facts)} & {"german", "french", "british"}
        if nations:
            yield (
                "I15-11",
                illegal(
                    f"{' '.join(nations)} units stay, though withdrawals cannot be met",
                    seen("withdrawals", "cannot be met"),
                ),
            )
        return
    for unit in acting(action, facts):
        due = facts.scheduled_turn(unit.id, "withdrawal")
        turn = facts.turn_named(due.value or "")
        if turn is None or not facts.when.turn:
            continue
        leaves = action.verb == "withdraw"
        late = facts.when.turn >= turn.number
        message = f"{unit.id}, due to leave on {due.value}, {'leaves' if leaves else 'stays'} on {facts.label}"
        listed, have = facts.listed_strength(unit), facts.raw(unit.id)
        paid = int(action.detail("paid") or 0)
        if leaves and late and listed.known and have.known and have.value + paid < listed.value:
            short = f"{message} with {have.value} of {listed.value} points, {paid} paid by others"
            yield "S25-8", illegal(short, due, listed, have)
            continue
        yield "S25-8", (legal if leaves == late else illegal)(message, due, facts.moment())


# ---- works


def works_told(action: Action, facts: Facts) -> Told:
    """S22-1 who digs, S22-2 and S22-9 where, I3-6 not west of column 29, I7-2 what stands at the set-up."""
    if action.detail("at") == "set-up":
        yield from _at_set_up(action, facts)
        return
    for unit in acting(action, facts)[:1]:
        fit = unit.type in FOOT
        yield "S22-1", (legal if fit else illegal)(f"{unit.id} digs", seen(unit.id, unit.type))
        yield from _frontage(facts, unit)
        yield from _on_the_front(facts, unit, not written(action))
        if unit.nation == "italian":
            yield from _west(facts, unit)


def _frontage(facts: Facts, unit: Unit) -> Told:
    """At least one side that faces the enemy is neither mountain nor marsh (S22-2)."""
    said = facts.stated("front-side", unit.place)
    if said is not None:
        kinds, reasons = said.value.replace(",", " ").split(), said.reasons
    else:
        sides = [(n, facts.side(n, unit.place)) for n in facts.neighbours(unit.place) if _enemy_ground(facts, n, unit)]
        if not sides:
            return
        kinds, reasons = [side.terrain for _, side in sides], tuple(r for _, side in sides for r in side.reasons)
    shut = all(kind in NO_WORKS for kind in kinds)
    yield "S22-2", (illegal if shut else legal)(f"{unit.id} digs in {unit.place}", *reasons)


def _on_the_front(facts: Facts, unit: Unit, logged: bool) -> Told:
    """S22-9, from April 1915: new works on the front line alone, beside hexes or units of the enemy (P67)."""
    said = facts.said_yes("front", unit.place)
    if not facts.label or facts.label < "1915-04-T1" or facts.neutral_italy().value:
        return
    if said is None and (logged or not facts.is_number(unit.place)):
        return
    near = [n for n in facts.neighbours(unit.place) if _enemy_ground(facts, n, unit)]
    on = said if said is not None else Answer(bool(near), (seen("enemy hexes beside it", " ".join(near) or "none"),))
    yield (
        "S22-9",
        (legal if on.value else illegal)(f"{unit.id} digs in {unit.place}", on, reading="" if on.value else FRONT),
    )


FRONT = "the front line is where a hex touches one of the enemy's, or his units"


def _enemy_ground(facts: Facts, place: str, unit: Unit) -> bool:
    if facts.foes_at(place, unit.side):
        return True
    return not facts.given.blank and facts.control(place).value not in ("", unit.side) and place in facts.sheet.hexes


def _west(facts: Facts, unit: Unit) -> Told:
    """I3-6: until 1917, or until the Central Powers come down into an Italian hex with clear ground."""
    if not facts.is_number(unit.place) or not facts.year:
        return
    message = f"{unit.id} digs in {unit.place} in {facts.label}"
    west = seen("column", unit.place[:2])
    if unit.place[:2] >= "29" or facts.year >= 1917:
        yield "I3-6", legal(message, west, facts.moment())
        return
    said = facts.said_yes("lowlands-entered")
    past = next(iter(facts.ledger.past("lowlands-entered")), None)
    noted = facts.ledger.note("lowlands-entered") or (past is not None and past.value not in ("no", "none"))
    if noted or (said is not None and said.value):
        yield (
            "I3-6",
            legal(f"{message}; the enemy came into the plain", west, seen("Central Powers in the plain", "yes")),
        )
        return
    inside = [
        u
        for u in facts.state.units.values()
        if u.side == "central"
        and facts.on_map(u.place)
        and facts.fights(u)
        and facts.country(u.place).value == "IT"
        and facts.clear_ground(u.place)
    ]
    if inside:
        yield "I3-6", legal(f"{message}; {inside[0].id} stands in the plain", west, seen(inside[0].id, inside[0].place))
    else:
        yield "I3-6", illegal(message, west, facts.moment(), seen("Central Powers in the plain", "none"))


SET_UPS = {"may-1915": "I4-2", "may-1916": "I7-2", "may-1917": "I9-2", "oct-1917": "I11-3", "june-1918": "I13-2"}


def _at_set_up(action: Action, facts: Facts) -> Told:
    """Nearly all start entrenched, but where only mountain and alpine sides lie between the enemies."""
    rule = SET_UPS.get({"duration": "may-1915"}.get(facts.base, facts.base), "")
    units = acting(action, facts)
    if not rule or not units:
        return
    unit = units[0]
    said = facts.stated("front-side", unit.place)
    kinds = (
        said.value.replace(",", " ").split()
        if said is not None
        else [facts.side(n, unit.place).terrain for n in facts.neighbours(unit.place) if _enemy_ground(facts, n, unit)]
    )
    reasons = (
        said.reasons
        if said is not None
        else tuple(
            r
            for n in facts.neighbours(unit.place)
            if _enemy_ground(facts, n, unit)
            for r in facts.side(n, unit.place).reasons
        )
    )
    shut = all(kind in ("mountain", "alpine") for kind in kinds)
    if not kinds:
        yield (
            rule,
            undecided(f"a trench in {unit.place} at the set-up", needs=(Need("given", f"front-side {unit.place}"),)),
        )
    else:
        yield rule, (illegal if shut else legal)(f"a trench in {unit.place} at the set-up", *reasons)


# ---- recombination


def recombination_told(action: Action, facts: Facts) -> Told:
    """S23-1 alike, S23-2 unmoved beside a headquarters, S23-4.2 no point more, S23-6 not in a zone, S33-6."""
    units = acting(action, facts)
    place = action.place or next((u.place for u in units), "")
    side = facts.actor(action)
    zone = facts.zone(place, side)
    yield from _alike(facts, units)
    yield "S23-6", (illegal if zone.value else legal)(f"units recombine in {place}", zone)
    yield from _staff(facts, units, place)
    yield from _sums(action, facts, units)


def _alike(facts: Facts, units: tuple[Unit, ...]) -> Told:
    """S23-1: one nation, type and symbol colour; Germans recombine whatever their kingdom (S37-9)."""
    nations = {u.nation for u in units if u.nation}
    kinds = {KINDS.get(u.type, u.type) for u in units if u.type != "replacement"}
    colours = {found.value for u in units if (found := facts.colour(u)).known and found.value}
    mixed = len(colours) > 1 and nations != {"german"}
    if len(nations) > 1 or len(kinds) > 1:
        kinds_of = " ".join(sorted((*nations, *kinds)))
        yield "S23-1", illegal("units that are not alike recombine", seen("nations and types", kinds_of))
    elif mixed:
        reasons = tuple(r for u in units for r in facts.colour(u).reasons)
        yield "S23-1", illegal("units of several symbol colours recombine", *reasons)
    elif len(units) > 1:
        yield "S23-1", legal("units alike recombine", seen("types", ", ".join(sorted(kinds)) or "replacements"))


def _staff(facts: Facts, units: tuple[Unit, ...], place: str) -> Told:
    staffs = [u for u in facts.at(place) if u.type == "headquarters"]
    active = [(u, facts.moved(u), facts.did(u, "attack", "column-attack")) for u in (*staffs, *units)]
    busy = next(((u, m, d) for u, m, d in active if m.value or d is not None), None)
    if busy is not None:
        unit, moved, did = busy
        yield "S23-2", illegal(f"{unit.id} moved or fought this turn", moved, *([did] if did else []))
    elif not staffs:
        yield "S23-2", illegal(f"no headquarters stands in {place}", seen(f"headquarters in {place}", "none"))
    else:
        yield "S23-2", legal(f"all stand still beside {staffs[0].id}", seen(staffs[0].id, place))


def _sums(action: Action, facts: Facts, units: tuple[Unit, ...]) -> Told:
    made = [tuple(map(int, pair)) for pair in re.findall(r"(\d+)-(\d+)", action.detail("make"))]
    if not made:
        return
    have = [facts.raw(u.id) if u.type != "replacement" else _rpl(u) for u in units]
    total = sum(a.value for a in have)
    wanted = sum(strength for strength, _ in made)
    reasons = tuple(r for a in have for r in a.reasons)
    needs = tuple(n for a in have for n in a.needs)
    message = f"{wanted} points are made of {total}"
    grown = [u for u in units if u.type in ASSAULT or facts.stated("reverted", u.id) is not None]
    over = next((u for u in grown if any(s > facts.symbol(u).value for s, _ in made)), None)
    if over is not None:
        yield (
            "S33-6",
            illegal(
                f"{over.id} is lifted above {facts.symbol(over).value}",
                facts.symbol(over),
                book("assault strength", "never rebuilt", "S33-6"),
            ),
        )
    elif grown:
        yield "S33-6", legal("no assault strength is rebuilt", facts.symbol(grown[0]))
    if needs:
        yield "S23-4.2", undecided(message, needs=needs)
    else:
        yield "S23-4.2", (legal if wanted <= total else illegal)(message, *reasons)


def _rpl(unit: Unit) -> Answer[int]:
    return Answer(unit.steps, (seen(f"points of {unit.id}", unit.steps),))


# ---- off the map


def removal_told(action: Action, facts: Facts) -> Told:
    """S21-8: a fortress that is not surrounded, in the own movement phase; S20-13, S37-7, S38-2 on pockets."""
    for unit in acting(action, facts):
        cut = facts.surrounded_fort(unit) if unit.type == "fortress" else facts.surrounded(unit.place, unit.side)
        if unit.type == "fortress":
            own = facts.when.phase in ("", "movement") and facts.when.side in ("", unit.side)
            fine = own and not cut.value
            yield "S21-8", (legal if fine else illegal)(f"{unit.id} is removed by its owner", cut, facts.moment())
            continue
        places = {u.place for u in acting(action, facts)}
        touching = len(places) >= 3 and all(facts.adjacent(a, b).value for a in places for b in places if a != b)
        if unit.nation in ("german", "british") and touching:
            rule = "S37-7" if unit.nation == "german" else "S38-2"
            yield (
                rule,
                illegal(
                    f"a pocket of three hexes is removed with {unit.id}",
                    cut,
                    book("three hexes that touch", "exempt", rule),
                ),
            )
        elif cut.value:
            yield "S20-13", legal(f"{unit.id} is removed, cut off a whole half-turn", cut)
        else:
            yield "S20-13", illegal(f"{unit.id} is removed, though not cut off", cut)


CHECKS = (
    *told_by(
        places_told, {"I15-18": "italians_arrive_where_they_may", "I15-12": "austrians_arrive_where_they_may"}, "arrive"
    ),
    Check("S25-1", ("arrive",), arrivals_are_due),
    *told_by(
        withdrawals_told,
        {"S25-8": "who_is_due_leaves", "I15-11": "who_cannot_pay_leaves_altogether"},
        "withdraw",
        "keep",
    ),
    *told_by(
        works_told,
        {
            "S22-1": "foot_alone_digs",
            "S22-9": "new_works_lie_on_the_front",
            "S22-2": "works_face_ground_that_can_be_dug",
            "I3-6": "italians_do_not_dig_west_of_column_29",
        }
        | {rule: "works_of_the_set_up_face_the_enemy" for rule in SET_UPS.values()},
        "dig",
    ),
    *told_by(
        recombination_told,
        {
            "S23-1": "units_that_recombine_are_alike",
            "S23-2": "units_recombine_unmoved_beside_headquarters",
            "S23-4.2": "no_point_is_added",
            "S23-6": "nobody_recombines_in_an_enemy_zone",
            "S33-6": "assault_strength_is_never_rebuilt",
        },
        "recombine",
    ),
    *told_by(
        removal_told,
        {
            "S21-8": "a_fortress_goes_only_while_it_is_not_surrounded",
            "S37-7": "german_pockets_of_three_are_exempt",
            "S38-2": "british_pockets_of_three_are_exempt",
            "S20-13": "pockets_are_removed",
        },
        "remove",
    ),
)
