"""Replacements (8.6, 8.7): what may be rebuilt, for how many steps, where the dead return."""

from __future__ import annotations

from builder.games.glorys_end.checks_base import Rulings, acting, names, worst
from builder.games.glorys_end.facts import Facts, seen
from builder.model import Action, Answer, Evidence, Reason, Tag, Unit
from builder.rules.ruleset import Check
from builder.rules.ruling import Ruling, illegal, legal, undecided

PORT = "whether port supply, for all purposes but strategic movement (7.9), is the full supply of 8.7"


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
        if unit.type == "fortress":
            continue  # 14.2.f speaks
        corps = facts.is_corps(unit)
        if unit.type != "infantry":
            found.append(illegal(f"{unit.id} is no infantry corps, and stays dead", seen(unit.id, unit.type)))
        elif corps.known and not corps.value:
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
        abroad = country.known and country.value != "FR"
        if abroad or (west.known and not west.value):
            yield legal(f"{unit.place} is not in France west of the Meuse", country if abroad else west, turn)
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
        port = facts.in_port_supply(unit.id) if unit.nation == "british" else Answer(False)
        if not supplied.known:
            found.append(undecided(f"whether {unit.id} is supplied is not known", supplied))
        elif supplied.value:
            found.append(legal(f"{unit.id} is in full supply", supplied))
        elif port.value or not port.known:
            found.append(undecided(f"{unit.id} has port supply alone", supplied, port, reading=PORT))
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
    for nation in sorted({u.nation for u in acting(action, facts)} - {"belgian"}):
        stock = facts.stock(nation)
        spent = facts.ledger.sums.get(f"rebuilt {nation}", 0)
        gain = _gain(action) * sum(1 for u in acting(action, facts) if u.nation == nation)
        used = seen(f"{nation} steps spent", spent + gain)
        lines = (f"{spent} + {gain} of {stock.value}{'' if stock.known else ' at most'}",)
        if not facts.when.turn and facts.stated("stock", nation) is None:
            yield undecided(f"how many {nation} replacements there are is not known", stock)
        elif spent + gain > stock.value:
            # what is not known of the game before can only have used some of them up
            message = f"{spent + gain} {nation} replacements spent, {stock.value} there"
            yield illegal(message, *stock.reasons, used, sum=lines)
        else:
            yield legal(f"{spent + gain} of {stock.value} {nation} replacements spent", stock, used, sum=lines)


def belgium_has_no_replacements(action: Action, facts: Facts) -> Rulings:
    book = Reason("Belgian replacements", 0, Evidence(Tag.BOOK, "8.6"))
    units = acting(action, facts)
    belgians = [u for u in units if u.nation == "belgian"]
    if belgians:
        yield illegal(f"{names(belgians)} is rebuilt, and Belgium has no replacements", book)
    elif units:
        yield legal("each nation spends its own", *(seen(u.id, u.nation) for u in units))


def corps_return_where_their_nation_enters(action: Action, facts: Facts) -> Rulings:
    """German by the east edge, British by an Allied port, French by the south edge in France."""
    found = []
    for unit in acting(action, facts):
        if (
            _back_from_the_dead(unit)
            and unit.type == "infantry"
            and unit.nation != "belgian"
            and facts.on_map(action.place)
        ):
            found.append(_returned(unit, action.place, facts))
    return worst(found)


def _returned(unit: Unit, place: str, facts: Facts) -> Ruling:
    if unit.nation == "british":
        port, held = facts.is_port(place), facts.control(place)
        if port.known and not port.value:
            return illegal(f"{place} is no port", port)
        if held.known and held.value != "allied":
            return illegal(f"{place} is not under Allied control", held)
        return legal(f"{unit.id} returns by the port {place}", port, held)
    word, text = ("E", "the east edge") if unit.side == "german" else ("S", "the south edge in France")
    book = Reason(f"{unit.nation} corps return by", text, Evidence(Tag.BOOK, "8.7"))
    foes, country = facts.foes_at(place, unit.side), facts.country(place)
    if place not in facts.entry_hexes(word):
        return illegal(f"{place} is no hex of {text}", book)
    if foes:
        return illegal(f"{place} is occupied by {names(foes)}", book, *(seen(u.id, place) for u in foes))
    if word == "S" and country.known and country.value != "FR":
        return illegal(f"{place} is not in France", book, country)
    return legal(f"{unit.id} returns by {place}", book, *((country,) if word == "S" else ()))


CHECKS = (
    Check("8.6.a", ("rebuild",), replacements_do_not_exceed_the_stock),
    Check("8.6.e", ("rebuild",), belgium_has_no_replacements),
    Check("8.7.d", ("rebuild",), corps_return_where_their_nation_enters),
    Check("8.7.a", ("rebuild",), on_the_map_only_infantry_is_rebuilt),
    Check("8.7.b", ("rebuild",), only_infantry_corps_return_from_the_dead_pile),
    Check("16.3.f", ("rebuild",), in_the_marne_nothing_eliminated_returns),
    Check("8.7.c", ("rebuild",), no_unit_gains_more_than_one_step_a_turn),
    Check("8.7.e", ("rebuild",), germans_beyond_the_meuse_are_not_rebuilt_before_turn_10),
    Check("7.5.e", ("rebuild",), unsupplied_units_are_not_rebuilt),
    Check("8.7.g", ("attack",), rebuilt_units_do_nothing_else),
)
