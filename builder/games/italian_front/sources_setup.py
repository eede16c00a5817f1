"""How a scenario of The Italian Front may be set up: stacks, ground, garrisons, supply points, works, fortresses."""

from __future__ import annotations

from collections.abc import Callable

from builder.games.italian_front.sources_base import (
    FIGHTING,
    GUNS,
    NO_WORKS,
    POOLS,
    Faults,
    SetUp,
    Stand,
    fault,
    is_printed,
    land_sides,
    limit,
)
from builder.model import Row

GARRISONS = {"3419": "ah-trste-bde", "3423": "ah-112l-bde", "3620": "ah-fium-bde"}  # I3-4
CODES = {"austro-hungarian": "ah", "german": "ge", "italian": "it", "french": "fr", "british": "br"}
TRENCHES = {"cp-trench": "central", "en-trench": "entente"}
CEILINGS = (("austro-hungarian", "ah-supply", 40, "I15-4"), ("italian", "it-supply", 70, "I15-5"))


def stacks_keep_to_their_limits(at: SetUp) -> Faults:
    """Six divisions and three artillery units, less with one or two land sides (S11-1, S11-4, S11-9)."""
    for place, stack in at.stands.items():
        sides = land_sides(at.sheet, place)
        row = _stacking(at, sides)
        if row is None:
            continue
        divisions, guns = divisions_of(at, stack), sum(s.counter.type in GUNS for s in stack)
        less = f" with {sides} land hexside{'s' * (sides > 1)}" if sides < 3 else ""
        span = stack[-1].placement.span
        if divisions > int(row["divisions"]):
            message = f"{place}: {divisions:g} divisions in a hex{less} (at most {row['divisions']})"
            yield fault("S11-9" if less else "S11-1", message, span)
        if guns > int(row["artillery"]):
            message = f"{place}: {guns} artillery units in a hex{less} (at most {row['artillery']})"
            yield fault("S11-9" if less else "S11-4", message, span)


def _stacking(at: SetUp, sides: int) -> Row | None:
    table = at.game.tables.get("stacking")
    return table.rows.get(str(sides)) if table else None


def divisions_of(at: SetUp, stack: list[Stand]) -> float:
    """Brigades and regiments are halves (S11-6), two or three AlpK units one (I3-2), a weak Jgr a half (I11-2)."""
    total, alpine = 0.0, 0
    for stand in stack:
        counter = stand.counter
        if counter.type == "replacement" or (counter.type in FIGHTING and counter.size == "XX"):
            weak = counter.id == "ge-jgr-assault-div" and stand.steps <= limit(at.game, "jgr-brigade", 3)
            total += 0.5 if weak else 1
        elif counter.type in FIGHTING and "alpk" in counter.id:
            alpine += 1
        elif counter.type in FIGHTING:
            total += 0.5
    return total + (1 if alpine > 1 else alpine / 2)


def opponents_do_not_share_a_hex(at: SetUp) -> Faults:
    for place, stack in at.stands.items():
        if len({s.counter.side for s in stack}) > 1:
            yield fault("S6-11", f"{place}: units of both sides in a hex", stack[-1].placement.span)


def units_stand_on_open_land(at: SetUp) -> Faults:
    for place, stack in at.stands.items():
        hex_ = at.sheet.hexes[place]
        if hex_.terrain == "sea" or "closed" in hex_.features:
            what = "sea" if hex_.terrain == "sea" else "closed to all"
            yield fault(at.rule(stack[0].counter.side), f"{place}: {what}", stack[0].placement.span)


def units_stand_on_their_side_of_the_line(at: SetUp) -> Faults:
    for place, stack in at.stands.items():
        holder = at.holder(place)
        for stand in stack:
            if holder and stand.counter.side != holder:
                message = f"{stand.counter.id}: {place} is held by the other side at the start"
                yield fault(at.rule(stand.counter.side), message, stand.placement.span)


def printed_lists_are_whole_below_their_end(at: SetUp) -> Faults:
    """The lists are sorted by hex: below the hex where one breaks off, only its printed rows stand (P2)."""
    if at.begin is None:
        return
    for nation, end in zip(("austro-hungarian", "italian"), at.begin.cut):
        for stand in at.units():
            counter, place = stand.counter, stand.placement.place
            if counter.nation == nation and counter.type != "fortress" and place < end and not is_printed(stand):
                message = f"{counter.id}: no printed row has it in {place}, and the list is whole below {end}"
                yield fault(at.rule(counter.side), message, stand.placement.span)


def fortresses_stand_in_their_hex(at: SetUp) -> Faults:
    for place, stack in at.stands.items():
        for s in stack:
            if s.counter.type == "fortress" and s.counter.start != place:
                yield fault("S3-u14", f"{s.counter.id}: stands in {place}, not {s.counter.start}", s.placement.span)


def fortresses_of_the_scenario_are_there(at: SetUp) -> Faults:
    """The lists of I5-1, I5-3 and the later set-ups: whole in every one."""
    if at.begin is None:
        return
    for name, side in (("austrian", "central"), ("italian", "entente")):
        listed = at.sheet.regions.get(f"{name}-fortresses-{at.base}", ())
        have = {s.placement.place: s for s in at.units() if s.counter.type == "fortress" and s.counter.side == side}
        for place in sorted(set(listed) ^ set(have)):
            span = have[place].placement.span if place in have else at.scenario.span
            verb = "has no fortress in this scenario" if place in have else "lacks its fortress"
            yield fault(f"{at.rule(side)}.fort", f"{place}: {verb}", span)


def garrisons_stand_in_their_towns(at: SetUp) -> Faults:
    """Trieste, Pola and Fiume keep theirs (I3-4); they may wait in a pool where their row is lost."""
    homes = {unit: place for place, unit in GARRISONS.items()}
    placed = {p.what: p for p in at.scenario.placements}
    for unit, home in homes.items():
        if unit not in at.game.counters:
            continue
        if unit not in placed:
            yield fault("I3-4", f"{unit}: the garrison of {home} is missing", at.scenario.span)
        elif placed[unit].place != home and not placed[unit].place.startswith(POOLS):
            yield fault("I3-4", f"{unit}: stands in {placed[unit].place}, not in {home}", placed[unit].span)


def supply_points_stand_on_headquarters(at: SetUp) -> Faults:
    """Headquarters alone hold them (S18-1), a corps up to ten (S18-18), any up to a hundred (S18-17)."""
    rows = [(p.what, p.stock, p.span) for p in at.scenario.placements]
    rows += [(a.what, a.stock, a.span) for a in at.scenario.arrivals]
    for what, stock, span in rows:
        counter = at.game.counters.get(what)
        if counter is None or counter.type != "headquarters":
            if stock is not None:
                yield fault("S18-1", f"{what}: only headquarters hold supply points", span)
            continue
        if stock is None:
            continue
        corps = counter.size == "XXX"
        most = limit(at.game, "corps-supply", 10) if corps else limit(at.game, "headquarters-supply", 100)
        if not 0 <= stock <= most:
            rule = "S18-18" if corps else "S18-17"
            yield fault(rule, f"{what}: {stock} supply points (expected 0 to {most})", span)


def headquarters_say_what_they_hold(at: SetUp) -> Faults:
    for p in at.scenario.placements:
        counter = at.game.counters.get(p.what)
        waiting = p.place.startswith(("Dead-", "Withdrawn-"))
        if counter is not None and counter.type == "headquarters" and p.stock is None and not waiting:
            yield fault("S3-u20", f"{p.what}: the supply points of a headquarters are not stated", p.span)


def nations_keep_their_supply_ceilings(at: SetUp) -> Faults:
    """The duration game may start from any set-up, so that its ceilings hold in all of them (I15-4, I15-5)."""
    for nation, key, otherwise, rule in CEILINGS:
        most = limit(at.game, key, otherwise)
        own = [
            p for p in at.scenario.placements if p.stock and p.what in at.game.counters
            and at.game.counters[p.what].nation == nation
        ]  # fmt: skip
        total = sum(p.stock or 0 for p in own)
        if total > most:
            yield fault(rule, f"{total} {nation} supply points (at most {most})", own[-1].span)


def one_piece_of_a_unit_is_in_play(at: SetUp) -> Faults:
    """Regular or assault (S33-4), plain or strengthened cavalry (S31-2), a division or its parts (S27-1)."""
    families: dict[str, str] = {}
    placed = {p.what for p in at.scenario.placements}
    rows = [(p.what, p.span) for p in at.scenario.placements] + [(a.what, a.span) for a in at.scenario.arrivals]
    for what, span in rows:
        counter = at.game.counters.get(what)
        if counter is None:
            continue
        family, whole = counter.attributes.get("family", ""), counter.attributes.get("part_of", "")
        if family and families.setdefault(family, what) != what:
            rule = "S31-2" if counter.type == "cavalry" else "S33-4"
            yield fault(rule, f"{what}: the same unit as {families[family]}, which is in play", span)
        if whole in placed:
            yield fault("S27-1", f"{what}: a part of {whole}, which is in play", span)


def trenches_face_the_enemy(at: SetUp) -> Faults:
    """On the line, on a side that is not mountain, marsh or barred, without devastation (S22-2, I4-2 and its like)."""
    ruined = {p.place for p in at.scenario.placements if p.what == "devastation"}
    seen: set[str] = set()
    for p in at.scenario.placements:
        if p.what not in TRENCHES or p.place not in at.sheet.hexes:
            continue
        rule = at.begin.trenches if at.begin else "S22-2"
        if at.holder(p.place) != TRENCHES[p.what]:
            yield fault(rule, f"{p.place}: the other side holds the hex of {p.what}", p.span)
        elif not any(kind not in NO_WORKS for kind in at.facing(p.place)):
            yield fault("S22-2", f"{p.place}: no hexside here can be dug in against the enemy", p.span)
        if p.place in ruined:
            yield fault("S22-11", f"{p.place}: a trench and devastation in a hex", p.span)
        if p.place in seen:
            yield fault("S22-5", f"{p.place}: a second trench", p.span)
        seen.add(p.place)


def devastation_lies_where_the_book_puts_it(at: SetUp) -> Faults:
    if at.begin is None:
        return
    listed = at.sheet.regions.get(f"devastated-{at.base}", ())
    have = {p.place: p for p in at.scenario.placements if p.what == "devastation"}
    facts = at.sheet.region_facts.get(f"devastated-{at.base}")
    for place in listed:
        if place not in have:
            yield fault(facts.rule if facts else at.begin.rule, f"{place}: devastation is missing", at.scenario.span)
    for place in have if not listed else ():
        yield fault(at.begin.rule, f"{place}: there is no devastation in this scenario", have[place].span)


def boxes_hold_what_they_are_for(at: SetUp) -> Faults:
    """`Units-ah…` holds Austro-Hungarians, `Dead-central` and `Replacements-central` the Central Powers' own."""
    for p in at.scenario.placements:
        counter, (head, _, rest) = at.game.counters.get(p.what), p.place.partition("-")
        if counter is None or not rest:
            continue
        code, wrong = CODES.get(counter.nation, ""), False
        if head == "Units":
            wrong = rest.split("-")[0] != code
        elif head in ("Dead", "Replacements", "Withdrawn", "Aside"):
            wrong = rest != counter.side or (head == "Replacements") != (counter.type == "replacement")
        if wrong:
            yield fault(at.rule(counter.side), f"{p.what}: does not belong into {p.place}", p.span)


def scenarios_open_and_end_by_the_book(at: SetUp) -> Faults:
    """First turn and phase, last turn, demoralization at the start."""
    begin, scenario = at.begin, at.scenario
    if begin is None:
        return
    labels = {turn.number: turn.label for turn in at.game.turns}
    last, rule = (begin.last, begin.rule) if not scenario.id.startswith("duration") else ("1918-11-T1", "I15-u1")
    first = (labels.get(scenario.first_turn), (scenario.first_side, scenario.first_phase))
    if first != (begin.first, begin.phase):
        expected = f"{begin.first}, {' '.join(begin.phase)}"
        yield fault(
            f"{begin.rule}-first", f"opens on {first[0]}, {' '.join(first[1])} (expected {expected})", scenario.span
        )
    if labels.get(scenario.last_turn) != last:
        message = f"ends on {labels.get(scenario.last_turn)} (expected {last})"
        yield fault(f"{rule}-last" if rule == begin.rule else rule, message, scenario.span)
    for nation, points in (("austro-hungarian", begin.austrian), ("italian", begin.italian)):
        if scenario.facts.get(f"dm {nation}") != str(points):
            said = scenario.facts.get(f"dm {nation}", "no")
            yield fault(f"{begin.rule}-1", f"{said} {nation} demoralization points (expected {points})", scenario.span)


SETUP: tuple[Callable[[SetUp], Faults], ...] = (
    stacks_keep_to_their_limits,
    opponents_do_not_share_a_hex,
    units_stand_on_open_land,
    units_stand_on_their_side_of_the_line,
    printed_lists_are_whole_below_their_end,
    fortresses_stand_in_their_hex,
    fortresses_of_the_scenario_are_there,
    garrisons_stand_in_their_towns,
    supply_points_stand_on_headquarters,
    headquarters_say_what_they_hold,
    nations_keep_their_supply_ceilings,
    one_piece_of_a_unit_is_in_play,
    trenches_face_the_enemy,
    devastation_lies_where_the_book_puts_it,
    boxes_hold_what_they_are_for,
    scenarios_open_and_end_by_the_book,
)
"""The rules of every set-up, in the order in which faults are told."""
