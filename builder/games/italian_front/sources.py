"""The rules that bind The Italian Front's sources: the counter mix, the tables, and how every scenario is set up.

Pure functions over the linked game; each fault names its rule and the place of the row.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from builder.games.italian_front.sources_arrivals import ARRIVALS
from builder.games.italian_front.sources_base import POOLS, Faults, fault, set_up_of
from builder.games.italian_front.sources_front import FRONT
from builder.games.italian_front.sources_setup import SETUP
from builder.model import Counter, Diagnostic, Game, Placement, Row, Scenario, Span, Table, Tag
from builder.rules.deployment import SetUpRules

ROLLS = ("roll_m1", *(f"roll_{n}" for n in range(9)))
UNARMED = ("headquarters", "engineer")
ASSAULT = ("assault", "mountain-assault")
SPECIAL = "special turn"


def validate_sources(game: Game) -> tuple[Diagnostic, ...]:
    """Every fault of the sources against the rulebook; () for sound ones."""
    found: list[Diagnostic] = []
    for check in (*MIX, *TABLES):
        found += check(game)
    for scenario in game.scenarios.values() if game.maps else ():
        found += set_up_faults(game, scenario)
    return tuple(found)


def set_up_faults(game: Game, scenario: Scenario) -> tuple[Diagnostic, ...]:
    """Every breach of a scenario's set-up, ours or that of players."""
    at = set_up_of(game, scenario)
    return tuple(found for rule in (*SETUP, *ARRIVALS, *FRONT) for found in rule(at))


def printed_row(_game: Game, _scenario: Scenario, placement: Placement) -> str:
    """The row of the book's list that puts a unit into its hex, or box; "" where the row is lost."""
    evidence = placement.evidence
    return evidence.rule if evidence is not None and evidence.tag in (Tag.BOOK, Tag.OWNER) else ""


SET_UP = SetUpRules(set_up_faults, pools=(POOLS,), fixed=printed_row)


# ---- the counter mix


def backs_are_never_stronger(game: Game) -> Faults:
    for counter in game.counters.values():
        back = counter.attributes.get("back", "")
        if back.isdigit() and int(back) > counter.steps:
            yield fault("S3-u12", f"{counter.id}: {back} on the back, {counter.steps} on the front", counter.span)


def strength_is_what_fights(game: Game) -> Faults:
    """Headquarters and engineers have none (S18-15 gives a lone one a point); all else has."""
    for counter in game.counters.values():
        if (counter.type in UNARMED) != (counter.steps == 0):
            yield fault("S3-u12", f"{counter.id}: {counter.type} with strength {counter.steps}", counter.span)


def headquarters_are_armies_or_corps(game: Game) -> Faults:
    for counter in game.counters.values():
        if counter.type == "headquarters" and counter.size not in ("XXXX", "XXX"):
            yield fault("S3-u15", f"{counter.id}: a headquarters of size {counter.size or 'none'}", counter.span)


def fortresses_match_the_map(game: Game) -> Faults:
    """A fortress prints its home hex and its strength (S3-u14): those of the map; it does not move."""
    for counter in game.counters.values():
        if counter.type != "fortress":
            continue
        hex_ = next((sheet.hexes[counter.start] for sheet in game.maps if counter.start in sheet.hexes), None)
        if hex_ is None or "fortress" not in hex_.features:
            yield fault("S3-u14", f"{counter.id}: {counter.start or 'no hex'} is no fortress hex", counter.span)
        elif hex_.attributes.get("fortress", "") != str(counter.steps):
            said = hex_.attributes.get("fortress", "") or "none"
            yield fault("S3-u14", f"{counter.id}: strength {counter.steps}, the map has {said}", counter.span)
        if counter.at(1).movement:
            yield fault("S3-u14", f"{counter.id}: a fortress does not move", counter.span)


def pieces_of_a_unit_agree(game: Game) -> Faults:
    """Same nation, same designation; the assault or strengthened piece is the stronger one (S31-2, S33-4)."""
    families: dict[str, list[Counter]] = {}
    for counter in game.counters.values():
        if family := counter.attributes.get("family", ""):
            families.setdefault(family, []).append(counter)
    for family, pieces in families.items():
        last, rule = pieces[-1], "S31-2" if pieces[-1].type == "cavalry" else "S33-4"
        if len(pieces) < 2:
            yield fault(rule, f"{last.id}: the only piece of the unit {family}", last.span)
            continue
        if len({(p.nation, p.designation) for p in pieces}) > 1:
            yield fault(rule, f"{family}: pieces of different name or nation", last.span)
        plain = [p.steps for p in pieces if p.type not in ASSAULT]
        better = [p for p in pieces if p.type in ASSAULT]
        if better and plain and better[0].steps <= min(plain):
            yield fault(rule, f"{better[0].id}: no stronger than the unit that it replaces", better[0].span)


def parts_belong_to_a_division(game: Game) -> Faults:
    """Of the same type, and no stronger together than the whole (S27-1)."""
    parts: dict[str, list[Counter]] = {}
    for counter in game.counters.values():
        if whole := counter.attributes.get("part_of", ""):
            parts.setdefault(whole, []).append(counter)
    for whole, own in parts.items():
        division = game.counters.get(whole)
        if division is None:
            yield fault("S27-1", f"{own[0].id}: there is no division {whole!r}", own[0].span)
        elif sum(p.steps for p in own) > division.steps or any(p.type != division.type for p in own):
            yield fault("S27-1", f"{whole}: parts of another type, or stronger than the whole", own[0].span)


# ---- the tables


def months_are_a_special_turn_and_seven(game: Game) -> Faults:
    months: dict[str, list[str]] = {}
    for turn in game.turns:
        months.setdefault(turn.month, []).append(turn.part)
    wanted = ["special turn", *(f"turn {n}" for n in range(1, 8))]
    for month, parts in months.items():
        if parts != wanted:
            span = Span(f"{game.folder}/turns.csv")
            yield fault("S5-u1", f"{month or 'no month'}: {', '.join(parts)} (expected {', '.join(wanted)})", span)


def results_never_fall(game: Game) -> Faults:
    """More strength or a better roll never takes fewer; later years are bloodier (S13-26)."""
    tables = [game.tables[name] for name in ("crt_early", "crt_later") if name in game.tables]
    for table in tables:
        before: tuple[int, ...] = ()
        for row in table.rows.values():
            cells = _results(row.cells)
            if any(a > b for a, b in pairwise(cells)) or any(a > b for a, b in zip(before, cells)):
                yield fault("S13-fig9", f"{table.id} {row.key}: a result falls with roll or strength", row.span)
            before = cells
    if len(tables) == 2:
        yield from _later_is_bloodier(*tables)


def _results(cells) -> tuple[int, ...]:
    return tuple(int(text) for name in ROLLS if (text := cells.get(name, "")).isdigit())


def _later_is_bloodier(early: Table, later: Table) -> Faults:
    for key, row in later.rows.items():
        if key in early.rows and any(a > b for a, b in zip(_results(early.rows[key].cells), _results(row.cells))):
            yield fault("S13-26", f"crt_later {key}: fewer losses than in the early table", row.span)


def terrain_of_the_map_is_on_the_chart(game: Game) -> Faults:
    table = game.tables.get("terrain_effects")
    if table is None:
        return
    for sheet in game.maps:
        used = {
            thing.kind: thing for things in sheet.sides.values() for thing in things if thing.kind in sheet.side_terrain
        }
        for kind, thing in used.items():
            if kind not in table.rows:
                yield fault("STEC", f"{kind}: terrain of the map without a row on the terrain chart", thing.span)


def schedule_names_its_units(game: Game) -> Faults:
    """As many as it counts, of the row's nation, on ordinary turns, no stronger than their counters."""
    table = game.tables.get("schedule")
    special = {str(turn.number) for turn in game.turns if turn.part == SPECIAL}
    for row in table.rows.values() if table else ():
        rule = row.key.partition(".")[0] if not row.key.startswith("bridge") else "I3-10"
        units = row["units"].split()
        if units and str(len(units)) != row["count"]:
            yield fault(rule, f"{row.key}: {len(units)} units named, {row['count']} counted", row.span)
        if row["turn"] in special:
            yield fault("S5-u6", f"{row.key}: nobody comes or goes on a special turn", row.span)
        for unit in units:
            counter = game.counters.get(unit)
            if counter is None:
                yield fault(rule, f"{row.key}: there is no counter {unit!r}", row.span)
            elif counter.nation != row["nation"]:
                yield fault(rule, f"{row.key}: {unit} is {counter.nation}, not {row['nation']}", row.span)
            elif row["strength"].isdigit() and int(row["strength"]) > counter.steps:
                message = f"{row.key}: {unit} with {row['strength']}, its counter has {counter.steps}"
                yield fault(rule, message, row.span)


def linked_rows_name_their_units(game: Game) -> Faults:
    """As many as they count, of their strength and type; who comes in 1914 comes on an ordinary turn (I17-3, I18-2)."""
    special = {str(turn.number) for turn in game.turns if turn.part == SPECIAL}
    for name in ("linked_schedule", "garrisons"):
        table = game.tables.get(name)
        for row in table.rows.values() if table else ():
            rule, units = row.key.partition(".")[0], row["units"].split()
            twice = "two are counted" in row["note"]
            if units and str(len(units)) != row["count"] and not twice:
                yield fault(rule, f"{row.key}: {len(units)} units named, {row['count']} counted", row.span)
            if name == "linked_schedule" and bool(row["turn"]) == bool(row["months_after"]):
                yield fault(rule, f"{row.key}: needs a turn or the months after a surrender, one of them", row.span)
            if name == "linked_schedule" and row["turn"] in special:
                yield fault(rule, f"{row.key}: nobody comes on a special turn", row.span)
            yield from _as_listed(game, row, rule, units)


def _as_listed(game: Game, row: Row, rule: str, units: list[str]) -> Faults:
    for unit in units:
        counter = game.counters.get(unit)
        if counter is None:
            yield fault(rule, f"{row.key}: there is no counter {unit!r}", row.span)
        elif row["strength"].isdigit() and int(row["strength"]) > counter.steps:
            message = f"{row.key}: {unit} with {row['strength']}, its counter has {counter.steps}"
            yield fault(rule, message, row.span)
        elif "type" in row.cells and row["type"] != counter.type:
            yield fault(rule, f"{row.key}: {unit} is {counter.type}, not {row['type']}", row.span)


def nations_break_in_order(game: Game) -> Faults:
    """Collapse comes before surrender, and neither threshold falls from year to year (I15-9, I15-10)."""
    table = game.tables.get("dm_thresholds")
    before: dict[str, tuple[int, int]] = {}
    for row in table.rows.values() if table else ():
        if not (row["collapse"].isdigit() and row["surrender"].isdigit()):
            continue
        rule = "I15-9" if row["nation"] == "austro-hungarian" else "I15-10"
        now = int(row["collapse"]), int(row["surrender"])
        if now[0] >= now[1]:
            yield fault(rule, f"{row.key}: collapse at {now[0]}, surrender at {now[1]}", row.span)
        if row["nation"] in before and any(a > b for a, b in zip(before[row["nation"]], now)):
            yield fault(rule, f"{row.key}: a threshold below that of the year before", row.span)
        before[row["nation"]] = now


MIX: tuple[Callable[[Game], Faults], ...] = (
    backs_are_never_stronger,
    strength_is_what_fights,
    headquarters_are_armies_or_corps,
    fortresses_match_the_map,
    pieces_of_a_unit_agree,
    parts_belong_to_a_division,
)
TABLES: tuple[Callable[[Game], Faults], ...] = (
    months_are_a_special_turn_and_seven,
    results_never_fall,
    terrain_of_the_map_is_on_the_chart,
    schedule_names_its_units,
    linked_rows_name_their_units,
    nations_break_in_order,
)
