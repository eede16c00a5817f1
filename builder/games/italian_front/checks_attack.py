"""Attacks: whom one may attack across what, how often, on which ground he stands."""

from __future__ import annotations

from builder.games.italian_front.checks_base import Rulings, Told, names, told_by, written
from builder.games.italian_front.facts import Facts, Fight, seen
from builder.games.italian_front.facts_base import book
from builder.games.italian_front.facts_units import GUNS
from builder.model import Action, Answer, Need
from builder.rules.ruleset import Check
from builder.rules.ruling import illegal, legal, undecided

COLUMN_BARRED = ("wooded-rough", "urban", "mountain")  # alpine, lake and sea bar every attack (S16-10, S12-5)
ATTACKS = ("attack", "column-attack")
OBLIGED = "raw strength of the same Entente turn, column attacks counted"


def only_neighbours_are_attacked(action: Action, facts: Facts) -> Rulings:
    """S12-4."""
    fight = facts.fight(action)
    for a, b in fight.across():
        touch = facts.adjacent(a, b)
        if touch.needs:
            continue
        yield (legal if touch.value else illegal)(f"an attack from {a} on {b}", touch)


def nobody_attacks_over_a_barred_side(action: Action, facts: Facts) -> Rulings:
    """S12-5."""
    fight = facts.fight(action)
    for a, b in fight.across():
        if not facts.adjacent(a, b).value:
            continue
        side = facts.side(a, b)
        yield (illegal if side.shut else legal)(f"an attack across {a}|{b}: {side.terrain}", *side.reasons)


def a_hex_is_attacked_once_a_phase(action: Action, facts: Facts) -> Rulings:
    """S12-7; column attacks are not counted (S16-1)."""
    fight = facts.fight(action)
    if fight.column_attack or not fight.target:
        return
    before = facts.ledger.note("attack", fight.target)
    message = f"{fight.target} is attacked"
    if before and before != "0":
        yield illegal(f"{message} a second time in this phase", seen("attacks on it", before))
    else:
        yield legal(f"{message} for the first time in this phase", seen("attacks on it", "none"))


def a_unit_attacks_once_a_phase(action: Action, facts: Facts) -> Rulings:
    """S12-9."""
    fight = facts.fight(action)
    if fight.column_attack:
        return
    again = [u for u in fight.attackers if facts.did(u, "attack")]
    for unit in again[:1]:
        yield illegal(f"{unit.id} attacked before in this phase", facts.did(unit, "attack"))
    if not again and fight.attackers:
        yield legal(f"{names(fight.attackers)} attack for the first time", seen("attacked before", "no"))


def _guessed(action: Action) -> bool:
    """In a log an attack is one on the march when the tracker shows that phase: people forget to step it on."""
    return not written(action)


def one_column_attack_a_phase(action: Action, facts: Facts) -> Rulings:
    """S16-5."""
    fight = facts.fight(action)
    if not fight.column_attack:
        return
    again = [u for u in fight.attackers if facts.did(u, "column-attack")]
    for unit in again[:1]:
        did = facts.did(unit, "column-attack")
        yield illegal(f"{unit.id} made a column attack before", did, inferred=_guessed(action))
    if not again:
        yield legal("their first column attack", seen("column attacks before", "none"))


def guns_make_no_column_attack(action: Action, facts: Facts) -> Rulings:
    """S16-4."""
    fight = facts.fight(action)
    if not fight.column_attack or not fight.attackers:
        return
    guns = [u for u in fight.attackers if u.type in GUNS]
    if guns:
        gun = seen(guns[0].id, guns[0].type)
        yield illegal(f"{guns[0].id} takes part in a column attack", gun, inferred=_guessed(action))
    else:
        yield legal("no artillery in the column attack", seen("artillery", "none"))


def column_attacks_cross_easy_sides(action: Action, facts: Facts) -> Rulings:
    """S16-10: not over major rivers, wooded rough, urban ground and mountains; rough is not on the list (P55)."""
    fight = facts.fight(action)
    if not fight.column_attack:
        return
    for a, b in fight.across():
        if facts.is_number(a) and not facts.adjacent(a, b).value:
            continue  # S12-4 speaks
        side = facts.side(a, b)
        barred = side.terrain in COLUMN_BARRED or side.shut or side.river == "major-river"
        what = f"{side.terrain}{' and a major river' if side.river == 'major-river' else ''}"
        message = f"a column attack across {a}|{b}: {what}"
        yield (illegal if barred else legal)(message, *side.reasons, inferred=_guessed(action))


def only_who_fights_attacks(action: Action, facts: Facts) -> Rulings:
    """S24-1, S21-3: replacements, engineers and fortresses do not attack."""
    for unit in facts.units(action.units):
        if unit.type in ("replacement", "engineer", "fortress", "supply"):
            yield illegal(f"{unit.id} takes part in an attack", seen(unit.id, unit.type))


def narrow_hexes_face_twice_their_room(action: Action, facts: Facts) -> Rulings:
    """S11-10."""
    fight = facts.fight(action)
    if not fight.target or facts.land_sides(fight.target).value > 2:
        return
    room, guns = facts.room(fight.target)
    place = "attackers"
    divisions = facts.divisions(place, (), tuple(u.id for u in fight.attackers))
    count = sum(u.type in GUNS for u in fight.attackers)
    over = divisions.value > 2 * room.value or count > 2 * guns.value
    message = (
        f"{divisions.value:g} divisions and {count} artillery units attack {fight.target}, which holds {room.value}"
    )
    yield (illegal if over else legal)(message, divisions, room, guns)


# ---- the ground that the defender chooses


def choice_told(action: Action, facts: Facts) -> Told:
    """S13-3: of the attacked sides and their neighbours; S13-4 and S21-4 on urban ground."""
    chosen = action.detail("ground") or action.detail("terrain")
    if not chosen:
        return
    fight = facts.open_fight() if action.verb == "choose" else facts.fight(action)
    fight = fight or Fight(facts, action)
    if action.detail("from") and action.verb == "choose":
        fight = Fight(facts, action)
    open_ = fight.choices()
    message = f"{chosen} is chosen in {fight.target}"
    could = seen("he may choose", ", ".join(sorted(open_.value)) or "nothing known")
    if chosen == "urban" and facts.fortress_at(fight.target) is not None:
        fort = facts.fortress_at(fight.target)
        yield "S21-4", illegal(f"{message}, where {fort.id} stands", seen(fort.id, fight.target), could)
        return
    if chosen == "urban":
        yield from _urban(facts, fight, message)
        return
    if not open_.value:
        yield "S13-3", undecided(message, needs=(Need("given", "the sides attacked across"),))
        return
    if chosen == "broken" and facts.fortress_at(fight.target) is not None and chosen in open_.value:
        yield "S21-4", legal(message, open_)
    yield "S13-3", (legal if chosen in open_.value else illegal)(message, open_, could)


def _urban(facts: Facts, fight: Fight, message: str) -> Told:
    """City centre with an urban side, two urban sides, or one attacked across."""
    sides = [side for _, side in facts.sides_of(fight.target)]
    urban = sum(side.terrain == "urban" for side in sides)
    attacked = any(facts.side(a, b).terrain == "urban" for a, b in fight.across())
    city = "city" in facts.features(fight.target).value
    may = attacked or urban >= 2 or (city and urban)
    yield (
        "S13-4",
        (legal if may else illegal)(message, seen("urban sides", urban), *facts.features(fight.target).reasons),
    )


def rivers_count_when_all_cross(action: Action, facts: Facts) -> Rulings:
    """S13-5: whoever claims the river's effect."""
    claimed = action.detail("river")
    if not claimed:
        return
    fight = facts.fight(action)
    if not fight.origins:
        yield undecided("the river's effect is claimed", needs=(Need("given", "where the attackers stand"),))
        return
    crossing = [f"{a}|{b}: {facts.side(a, b).river or 'none'}" for a, b in fight.across()]
    reason = seen("rivers crossed", ", ".join(crossing))
    all_ = bool(fight.all_cross())
    right = all_ == (claimed not in ("no", "none"))
    yield (legal if right else illegal)("the river's effect is claimed", reason)


# ---- the broad front


def second_and_third_army_do_not_join(action: Action, facts: Facts) -> Rulings:
    """I3-5.b, before 1917."""
    fight = facts.fight(action)
    armies = {facts.army_of(fight.paid_by(u)) or facts.ledger.note("army", u.id) for u in fight.attackers}
    armies |= {(facts.stated("army", u.id) or Answer("")).value for u in fight.attackers}
    armies |= {facts.army_of(hq) for hq in action.detail("hq").split(",") if hq}
    both = {"2nd", "3rd"} <= armies
    if not armies & {"2nd", "3rd"} or not facts.year:
        return
    barred = both and facts.year < 1917
    reason = seen("armies in the attack", " ".join(sorted(a for a in armies if a)))
    yield (illegal if barred else legal)(f"an Italian attack in {facts.year}", reason, facts.moment())


def the_other_army_attacks_too(action: Action, facts: Facts) -> Rulings:
    """I3-5.c: where one of the two armies attacked, the other attacked with half as much in 1915, a third in 1916."""
    if (facts.when.side, facts.when.phase) != ("entente", "replacement") or facts.year not in (1915, 1916):
        return
    points = {army: facts.ledger.sums.get(f"attacked {army}", 0) for army in ("2nd", "3rd")}
    least, most = sorted(points.values())
    if not most:
        return
    share = 2 if facts.year == 1915 else 3
    message = f"the armies attacked with {points['2nd']} and {points['3rd']} points, one in {share} is due"
    reasons = (*(seen(f"attacked by the {army} Army", n) for army, n in points.items()), facts.moment())
    if least * share < most and facts.ledger.sums.get("attacked by others", 0):
        yield undecided(message, *reasons, needs=(Need("log", "the army of every Italian attacker"),))
        return
    yield (legal if least * share >= most else illegal)(message, *reasons, reading=OBLIGED)


def surrounded_told(action: Action, facts: Facts) -> Told:
    """S20-2: who is surrounded may break out, unsupplied too, unless the scenario bars that."""
    if action.detail("breakout") != "yes":
        return
    fight = facts.fight(action)
    for unit in fight.attackers:
        supplied = fight.supplied(unit)
        barred = facts.barred_unsupplied(unit)
        if supplied.value or barred is None:
            yield "S20-2", legal(f"{unit.id} breaks out", supplied if supplied.known else seen("unsupplied", "may"))


def empty_hexes_told(action: Action, facts: Facts) -> Told:
    """S33-7: assault units may attack an empty neighbour for nothing; others have nobody to attack."""
    fight = facts.fight(action)
    if not fight.attackers or fight.defenders or not fight.target or facts.given.map == "":
        return
    if facts.given.blank and action.detail("empty") != "yes" and facts.said_yes("empty", fight.target) is None:
        return
    assault = [u for u in fight.attackers if u.type in ("assault", "mountain-assault")]
    all_ = len(assault) == len(fight.attackers)
    message = f"an attack on {fight.target}, which is empty"
    yield "S33-7", (legal if all_ else illegal)(message, book("assault units", names(assault) or "none", "S33-7"))


CHECKS = (
    Check("S12-4", ATTACKS, only_neighbours_are_attacked),
    Check("S12-5", ATTACKS, nobody_attacks_over_a_barred_side),
    Check("S12-7", ATTACKS, a_hex_is_attacked_once_a_phase),
    Check("S12-9", ATTACKS, a_unit_attacks_once_a_phase),
    Check("S16-5", ATTACKS, one_column_attack_a_phase),
    Check("S16-4", ATTACKS, guns_make_no_column_attack),
    Check("S16-10", ATTACKS, column_attacks_cross_easy_sides),
    Check("S24-1", ATTACKS, only_who_fights_attacks),
    Check("S11-10", ATTACKS, narrow_hexes_face_twice_their_room),
    *told_by(
        choice_told,
        {
            "S13-3": "the_defender_chooses_ground_that_is_attacked",
            "S13-4": "urban_ground_has_its_terms",
            "S21-4": "a_fortress_forbids_urban_ground",
        },
        "choose",
        *ATTACKS,
    ),
    Check("S13-5", ATTACKS, rivers_count_when_all_cross),
    Check("I3-5.b", ATTACKS, second_and_third_army_do_not_join),
    Check("I3-5.c", ("end-phase",), the_other_army_attacks_too),
    *told_by(surrounded_told, {"S20-2": "the_surrounded_may_break_out"}, *ATTACKS),
    *told_by(empty_hexes_told, {"S33-7": "assault_units_alone_attack_empty_hexes"}, *ATTACKS),
)
