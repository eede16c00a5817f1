"""Whether a scenario's statements can be met from the counter mix, and whether its set-up meets them."""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Callable

from builder.games.tgwie.matching import matched
from builder.games.tgwie.pool import PLACING, Statement, pool, slots, statement
from builder.games.tgwie.sources_base import POOLS, Faults, SetUp, fault, hex_of
from builder.model import Game

DOES = ("place", "dead", "remove", "draw", "most", "least", "exact", "cover", "confine", "forbid", "only", "face",
        "steps", "convert", "info", "pile", "apart", "beside")  # fmt: skip


def statements_can_be_read(game: Game) -> Faults:
    """Words that are none, scenarios, nations and boxes that do not exist."""
    table = game.tables.get("setup")
    boxes = {box.id for sheet in game.maps for box in sheet.boxes}
    for row in table.rows.values() if table else ():
        try:
            one = statement(row)
        except ValueError as trouble:
            yield fault("3.1", f"setup {row.key}: {trouble}", row.span)
            continue
        strange = [n for n in one.who.nations if n not in game.nations]
        if strange:
            yield fault("3.1", f"setup {row.key}: no nation {strange[0]!r}", row.span)
        if one.do not in DOES:
            yield fault("3.1", f"setup {row.key}: {one.do!r} is none of {', '.join(DOES)}", row.span)
        if one.scenario != "all" and one.scenario not in game.scenarios:
            yield fault("3.1", f"setup {row.key}: no scenario {one.scenario!r}", row.span)
        if one.box and one.box not in boxes:
            yield fault("3.1", f"setup {row.key}: no box {one.box!r}", row.span)


def stated_places_can_be_filled_at_once(at: SetUp) -> Faults:
    """A place for each number that the scenario states, a counter for each place, no counter twice."""
    wanted = {}
    for one, n in slots(at.own):
        if one.do != "draw":
            wanted[one.row.key, n] = at.fitting[one.row.key]
    found = matched(wanted)
    short = Count(key for key, n in wanted if (key, n) not in found)
    for one in at.own:
        if missing := short[one.row.key]:
            message = (
                f"{at.scenario.id}: {missing} of {one.number} ({one.row['who']}) cannot be filled beside the others"
            )
            yield fault(one.rule, message, one.row.span)


def exact_numbers_and_draws_hold(at: SetUp) -> Faults:
    """Exactly so many exist; enough for a draw or a stated least."""
    units = pool(at.game, at.scenario)
    for one in at.own:
        number = sum(one.who.fits(c) for c in units.values())
        if one.do == "exact" and number != one.number:
            yield fault(one.rule, f"{at.scenario.id}: {number} units ({one.row['who']}), there are exactly {one.count}",
                        one.row.span)  # fmt: skip
        if one.do in ("draw", "least") and number < one.number:
            yield fault(one.rule, f"{at.scenario.id}: {number} units ({one.row['who']}) for {one.count}", one.row.span)


def units_stand_where_statements_say(at: SetUp) -> Faults:
    """Each stated number is met by units that stand in its box or hexes, all at the same time."""
    there = {
        one.row.key: [i for i in at.fitting[one.row.key] if i in at.stands and may_stand(at, one, at.stands[i].place)]
        for one in at.own
        if one.do in PLACING
    }
    wanted = {(one.row.key, n): there[one.row.key] for one, n in slots(at.own) if one.do != "draw"}
    found = matched(wanted)
    short = Count(key for key, n in wanted if (key, n) not in found)
    for one in at.own:
        if missing := short[one.row.key]:
            message = (
                f"{at.scenario.id}: {one.number - missing} units ({one.row['who']}) stand as stated, not {one.number}"
            )
            yield fault(one.rule, message, one.row.span)
    yield from _none_stands_elsewhere(at, found)


def _none_stands_elsewhere(at: SetUp, found: dict) -> Faults:
    """Every unit in play stands where some statement of its kind allows it, and whole numbers are not exceeded."""
    placing = [s for s in at.own if s.do in PLACING and s.do != "draw"]
    taken = set(found.values())
    meant = {s.row.key: set(at.fitting[s.row.key]) for s in placing}
    for i in at.units:
        stand = at.stands.get(i)
        if stand is None:
            if not at.partial:
                yield fault("3.1.B", f"{at.scenario.id}: {i} stands nowhere", at.scenario.span)
            continue
        fitting = [s for s in placing if i in meant[s.row.key]]
        here = [s for s in fitting if may_stand(at, s, stand.place)]
        if not here:
            rule = next((s.rule for s in fitting if s.count == "rest"), fitting[0].rule if fitting else "3.1.B")
            yield fault(rule, f"{i}: may not begin in {stand.place}", stand.placement.span)
        elif i not in taken and all(s.number for s in here):
            yield fault(
                here[0].rule, f"{i}: in {stand.place}, more than the {here[0].count} stated", stand.placement.span
            )


def may_stand(at: SetUp, one: Statement, place: str) -> bool:
    if one.do in ("dead", "remove"):
        return place == one.box
    if place == one.box or place in [b for words in one.where for b in words.get("box", ())]:
        return True
    return hex_of(at.game, place) is not None and at.inside(place, one.where)


def limits_of_areas_hold(at: SetUp) -> Faults:
    """At most so many there, only there, never there, none but those there."""
    for one in at.statements:
        if one.do not in ("most", "confine", "forbid", "only"):
            continue
        there = [s for s in at.stands.values() if _on_map(at, one, s.place) and at.inside(s.place, one.where)]
        meant = [s for s in there if one.who.fits(s.counter, s.counter.nation in at.reduced)]
        if one.do == "most" and len(meant) > one.number:
            said = f"{at.scenario.id}: {len(meant)} units ({one.row['who']}) in {one.row['where']}, at most {one.count}"
            yield fault(one.rule, said, meant[-1].placement.span)
        if one.do == "forbid":
            for s in meant:
                yield fault(
                    one.rule, f"{s.counter.id}: {s.counter.nation} units may not be in {s.place}", s.placement.span
                )
        if one.do == "only":
            for s in there:
                if s not in meant:
                    yield fault(one.rule, f"{s.counter.id}: no {s.counter.nation} unit may be in {s.place}",
                                s.placement.span)  # fmt: skip
        if one.do == "confine":
            for s in at.stands.values():
                if one.who.fits(s.counter) and hex_of(at.game, s.place) and s not in there:
                    yield fault(one.rule, f"{s.counter.id}: {s.counter.nation} units keep to {one.row['where']}, not "
                                f"{s.place}", s.placement.span)  # fmt: skip


def _on_map(at: SetUp, one: Statement, place: str) -> bool:
    return hex_of(at.game, place) is not None or any("box" in words for words in one.where)


def least_numbers_and_front_lines_hold(at: SetUp) -> Faults:
    """Judged once every unit that is meant has left its box: who still sorts his units is not at fault."""
    for one in at.own:
        meant = [s for s in at.stands.values() if s.counter.id in at.units and one.who.fits(s.counter)]
        if one.do not in ("cover", "least") or any(_in_set_up_box(at, s.place) for s in meant):
            continue
        if one.do == "least":
            there = sum(at.inside(s.place, one.where) for s in meant)
            if there < one.number:
                said = f"{at.scenario.id}: {there} units ({one.row['who']}) in {one.row['where']}, at least {one.count}"
                yield fault(one.rule, said, one.row.span)
            continue
        held = {s.place for s in meant}
        empty = [n for sheet in at.game.maps for n in sheet.hexes if n not in held and at.inside(n, one.where)]
        if empty:
            more = f" and {len(empty) - 3} more" if len(empty) > 3 else ""
            yield fault(one.rule, f"{at.scenario.id}: no unit in {', '.join(empty[:3])}{more}", one.row.span)


def _in_set_up_box(at: SetUp, place: str) -> bool:
    return place.startswith(POOLS)


def stacks_are_as_stated(at: SetUp) -> Faults:
    """`pile`: at most so many of them in a hex; `apart`: their nations share none; `beside`: the first nation's units
    stand with one of the second."""
    for one in at.own:
        if one.do not in ("pile", "apart", "beside"):
            continue
        for place, stack in at.by_hex.items():
            meant = [s for s in stack if one.who.fits(s.counter)] if at.inside(place, one.where) else []
            nations = {s.counter.nation for s in meant}
            if not meant:
                continue
            span = meant[-1].placement.span
            if one.do == "pile" and len(meant) > one.number:
                said = f"{len(meant)} units ({one.row['who']}) in a hex, at most {one.count}"
                yield fault(one.rule, f"{place}: {said}", span)
            if one.do == "apart" and len(nations) > 1:
                yield fault(one.rule, f"{place}: {' and '.join(sorted(nations))} units may not share a hex", span)
            if one.do == "beside" and nations == {one.who.nations[0]}:
                yield fault(one.rule, f"{meant[-1].counter.id}: {place} has no {one.who.nations[1]} unit", span)


def steps_and_faces_are_as_stated(at: SetUp) -> Faults:
    """Two-step units at the steps, HQs with the face that the scenario states."""
    for one in at.own:
        for stand in at.stands.values():
            if stand.counter.id not in at.units or stand.place.startswith(("Dead-", "Out-")):
                continue
            if not one.who.fits(stand.counter):
                continue
            steps = stand.placement.steps or stand.counter.steps
            if one.do == "steps" and steps != one.number:
                yield fault(one.rule, f"{stand.counter.id}: {steps} steps, expected {one.count}", stand.placement.span)
            if one.do == "face" and ("spent" in stand.placement.marks) != (one.count == "back"):
                yield fault(one.rule, f"{stand.counter.id}: its {one.count} belongs up", stand.placement.span)


STATEMENTS: tuple[Callable[[SetUp], Faults], ...] = (
    stated_places_can_be_filled_at_once,
    exact_numbers_and_draws_hold,
    units_stand_where_statements_say,
    limits_of_areas_hold,
    least_numbers_and_front_lines_hold,
    stacks_are_as_stated,
    steps_and_faces_are_as_stated,
)
