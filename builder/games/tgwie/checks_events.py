"""Chits, points, conversion, markers, devastation (chapters 6, 7, 13.25, 15, 16)."""

from __future__ import annotations

from collections.abc import Callable

from builder.games.tgwie.checks_base import Rulings, from_log, units_of, verdict
from builder.games.tgwie.facts import Facts
from builder.games.tgwie.facts_base import book, seen
from builder.games.tgwie.facts_strategic_turn import SHELL_SHORTAGE
from builder.model import Action, Evidence, Reason, Tag
from builder.rules.ruleset import Check
from builder.rules.ruling import illegal, legal

EAST_EXITS = ("E", "NE", "SE")
STOSS_FIRST = 6
OPEN_GROUND = ("clear", "flood-plain")


# ---- chits and points


def one_chit_a_side_and_turn(action: Action, facts: Facts) -> Rulings:
    side, cup = action.side, action.detail("cup") or action.side
    before = facts.chits_drawn(side, cup)
    # a log does not tell whose hand a second chit of a cup was for: the enemy may buy one of them
    most = 1 if from_log(action) else 0
    yield verdict(before > most, f"{side} draws from the {cup} cup", seen("drawn already", before))


def the_enemy_cup_is_for_a_sole_buyer(action: Action, facts: Facts) -> Rulings:
    side, cup = action.side, action.detail("cup") or action.side
    if cup == side or from_log(action):
        return
    other = facts.ledger.note("bought", cup)
    own = facts.ledger.note("bought", side)
    yield verdict(bool(other) or not own, f"{side} draws from the {cup} cup",
                  seen(f"{cup} bought", other or "no"), seen(f"{side} bought", own or "no"))  # fmt: skip


def no_chit_comes_before_its_strategic_turn(action: Action, facts: Facts) -> Rulings:
    for word in (*action.units, action.place, action.detail("chit")):
        row = facts.chit(word) if word else None
        if row is None:
            continue
        come = facts.in_play(row.key)
        yield verdict(not come.value, f"{row.key} is drawn or played", come)


def transfers_keep_to_the_allowance(rule: str) -> Callable[[Action, Facts], Rulings]:
    """Points to Russia, Serbia and the allies of Germany (6.5, 6.6)."""

    def check(action: Action, facts: Facts) -> Rulings:
        to = facts.nation_of(action.detail("to"))
        if not to or _rule_of_transfer(facts, to) != rule:
            return
        givers = {facts.nation_of(k): int(v) for k, v in action.details if v.isdecimal() and facts.nation_of(k)}
        total = sum(givers.values()) + facts.ledger.sums.get(f"given {action.detail('to')}", 0)
        most = facts.transferable(to)
        able = ("german",) if rule == "6.6" else ("french", "british")
        wrong = [g for g in givers if g not in able]
        both = rule == "6.5.C" and len(givers) > 1
        if most.needs and total <= 1 and not wrong:
            yield legal(f"{total} points to {to}", seen("points", total))
            return
        yield verdict(total > most.value or bool(wrong) or both, f"{total} points to {to}, {most.value} may be", most,
                      seen("givers", " ".join(sorted(givers))))  # fmt: skip

    check.__name__ = "points_given_away_keep_to_" + rule.replace(".", "_").lower()
    return check


def _rule_of_transfer(facts: Facts, to: str) -> str:
    if facts.game.side_of(to) == "central":
        return "6.6"
    return {"russian": "6.5.A", "provisional": "6.5.A", "serbian": "6.5.C"}.get(to, "6.5.D")


def rebuilding_costs_no_more_than_there_is(action: Action, facts: Facts) -> Rulings:
    nations = {u.nation for u in units_of(action, facts)}
    if len(nations) != 1:
        return
    there = facts.said_number("resources", next(iter(nations)))
    if there is not None:
        price, paid = facts.price(action), facts.bill()
        total = price.value + paid.value
        yield verdict(total > there.value, f"{total} points for {there.value}", price, paid, there)


def units_with_a_dot_stay_dead(action: Action, facts: Facts) -> Rulings:
    for unit in units_of(action, facts):
        dot = facts.attribute(unit, "no_replacement")
        if unit.counter:
            yield verdict(
                dot == "yes", f"{unit.id} is bought back", _column(facts, unit.counter, "no_replacement", dot)
            )


def _column(facts: Facts, counter: str, column: str, value: str) -> Reason:
    found = facts.game.counters[counter]
    evidence = found.evidence.get(column) or found.evidence.get("") or Evidence(Tag.CHOSEN)
    return Reason(f"{column.replace('_', ' ')} of {counter}", value or "none", facts.weigh(evidence))


def one_step_of(contingent: str, rule: str) -> Callable[[Action, Facts], Rulings]:
    """Canadians, and Australians with New Zealanders: one step a replacement phase (6.12)."""

    def check(action: Action, facts: Facts) -> Rulings:
        gain = sum(int(action.detail(u.id) or action.detail("steps") or 1) for u in units_of(action, facts)
                   if facts.contingent(u) == contingent)  # fmt: skip
        if gain:
            total = gain + facts.ledger.sums.get(f"rebuilt {contingent}", 0)
            yield verdict(total > 1, f"{total} {contingent} steps are rebuilt", book("steps a phase", 1, rule))

    check.__name__ = f"one_{contingent.lower()}_step_is_rebuilt"
    return check


# ---- headquarters


def nobody_flips_in_the_shell_shortage(action: Action, facts: Facts) -> Rulings:
    letter = facts.letter()
    yield verdict(letter.value in SHELL_SHORTAGE, f"headquarters turned on strategic turn {letter.value}", letter)


def supplied_headquarters_turn(action: Action, facts: Facts) -> Rulings:
    for unit in units_of(action, facts):
        may = facts.may_flip(unit.id)
        yield verdict(not may.value, f"{unit.id} is turned to its artillery", may)


def russian_headquarters_stay_spent_after_the_czar(action: Action, facts: Facts) -> Rulings:
    for unit in units_of(action, facts):
        if unit.nation in ("russian", "provisional"):
            fallen = facts.czar_fallen()
            yield verdict(fallen.value, f"{unit.id} is turned to its artillery", fallen)


# ---- conversion, markers


def six_divisions_with_the_first_chit(action: Action, facts: Facts) -> Rulings:
    """The Alpenkorps comes besides (7.24.B, 16.1.2.B)."""
    if action.detail("to") == "infantry" or facts.said_yes("played", "stoss-second") is not None:
        return
    number = sum(1 for u in units_of(action, facts) if facts.designation(u) != "AK" and not facts.is_cavalry(u))
    if number:
        total = number + facts.ledger.sums.get("converted", 0)
        yield verdict(
            total > STOSS_FIRST, f"{total} divisions are converted", book("first chit", STOSS_FIRST, "7.24.B")
        )


def those_converted_are_able_and_supplied(action: Action, facts: Facts) -> Rulings:
    for unit in units_of(action, facts):
        if not unit.counter or facts.is_cavalry(unit) or facts.designation(unit) == "AK":
            continue
        able, fed = facts.attribute(unit, "shock") == "yes", facts.supplied(unit.id)
        yield verdict(not able or not fed.value, f"{unit.id} is converted", _column(facts, unit.counter, "shock",
                      "yes" if able else "no"), fed)  # fmt: skip


def the_hindenburg_line_keeps_off_the_enemy(action: Action, facts: Facts) -> Rulings:
    """Supplied hexes not beside Allied units or forts (13.25.A); a scenario's own hexes stand."""
    if action.detail("marker") != "hindenburg":
        return
    for place in action.path or (action.place,):
        foes = facts.foes_beside(place, "central")
        forts = [p for p in facts.neighbours(place) if facts.enemy_fort("central", p).value]
        where = facts.theatre(place)
        bad = bool(foes) or bool(forts) or (where.known and where.value != "west")
        why = f" beside {foes[0].id}" if foes else f" beside the fort in {forts[0]}" if forts else ""
        yield verdict(bad, f"a Hindenburg marker in {place}{why}", seen(f"Allies beside {place}", len(foes)))


def all_four_in_one_line(action: Action, facts: Facts) -> Rulings:
    if action.detail("marker") != "hindenburg":
        return
    places = action.path or (action.place,)
    whole = facts.in_one_line(tuple(places))
    limit = facts.limit("hindenburg")
    told = f"{len(places)} markers in {'one line' if whole else 'parts'}"
    yield verdict(len(places) != limit.value or not whole, told, limit)


def the_gun_reaches_paris(action: Action, facts: Facts) -> Rulings:
    """Within eight hexes of a hex of Paris, supplied and friendly (7.26.B)."""
    if action.detail("marker") != "paris-gun":
        return
    place = action.place
    limit = facts.limit("paris-gun")
    said = facts.said_number("distance-to-paris", place)
    if said is None:
        far = [facts.distance(place, p) for p in sorted(facts.region("paris"))]
        said = min(far, key=lambda a: a.value)
    held = facts.held_by(place, "central")
    yield verdict(
        said.value > limit.value or not held.value, f"the gun in {place}, {said.value} from Paris", said, limit, held
    )


# ---- devastation


def clear_hexes_of_france_and_belgium_are_devastated(action: Action, facts: Facts) -> Rulings:
    place = action.path[0] if action.path else action.place
    ground, country = facts.terrain(place), facts.country(place)
    side = facts.actor(action)
    bad = ground.value not in OPEN_GROUND or country.value not in ("FR", "BE") or side == "allied"
    yield verdict(bad, f"{place} is devastated", ground, country, seen("side", side or "none"))


def they_leave_to_the_east(action: Action, facts: Facts) -> Rulings:
    if len(action.path) < 2:
        return
    way = facts.direction(action.path[0], action.path[1])
    yield verdict(
        way.value not in EAST_EXITS or len(action.path) > 2, f"leaves {action.path[0]} to the {way.value}", way
    )


def a_marked_unit_has_not_attacked(action: Action, facts: Facts) -> Rulings:
    for unit in units_of(action, facts):
        did = facts.ledger.has_acted(unit.id, "attack", "move")
        yield verdict(did, f"{unit.id} {'acted' if did else 'stood still'} this turn", seen(unit.id, "acted" if did
                      else "stood"))  # fmt: skip


def ohl_needs_the_initiative_in_the_west(action: Action, facts: Facts) -> Rulings:
    if action.detail("marker") == "ohl":
        may = facts.usable("ohl")
        if may.known and not may.value:
            yield illegal("OHL without the initiative in the west", may)
        else:
            yield verdict(not may.value, "OHL is placed", may)


CHECKS = (
    Check("7.2.B", ("draw",), one_chit_a_side_and_turn),
    Check("7.2.C", ("draw",), the_enemy_cup_is_for_a_sole_buyer),
    Check("6.2.C", ("draw", "play"), no_chit_comes_before_its_strategic_turn),
    *(Check(rule, ("transfer",), transfers_keep_to_the_allowance(rule)) for rule in ("6.5.A", "6.5.C", "6.5.D", "6.6")),
    Check("6.11.F", ("rebuild",), rebuilding_costs_no_more_than_there_is),
    Check("6.11.C", ("rebuild",), units_with_a_dot_stay_dead),
    Check("6.12.B", ("rebuild",), one_step_of("CND", "6.12.B")),
    Check("6.12.C", ("rebuild",), one_step_of("ANZAC", "6.12.C")),
    Check("6.2.J.exc", ("flip",), nobody_flips_in_the_shell_shortage),
    Check("6.2.J", ("flip",), supplied_headquarters_turn),
    Check("6.14.A.2", ("flip",), russian_headquarters_stay_spent_after_the_czar),
    Check("7.24.B", ("convert",), six_divisions_with_the_first_chit),
    Check("16.1.1.A", ("convert",), those_converted_are_able_and_supplied),
    Check("13.25.A", ("put",), the_hindenburg_line_keeps_off_the_enemy),
    Check("13.25.B", ("put",), all_four_in_one_line),
    Check("7.26.B", ("put",), the_gun_reaches_paris),
    Check("15.1", ("devastate",), clear_hexes_of_france_and_belgium_are_devastated),
    Check("15.2.C", ("devastate",), they_leave_to_the_east),
    Check("15.2.B", ("devastate",), a_marked_unit_has_not_attacked),
    Check("6.18.B", ("put",), ohl_needs_the_initiative_in_the_west),
)
