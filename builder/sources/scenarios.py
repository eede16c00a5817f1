"""Scenarios: who stands where at the start, who comes later, who holds what."""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from builder.model import Arrival, Counter, MapSheet, MarkerKind, Placement, Scenario
from builder.sources.faults import Record, Word
from builder.sources.names import Names
from builder.sources.reading import Sources

Pieces = Mapping[str, Counter]
Markers = Mapping[str, MarkerKind]


def link_scenarios(
    sources: Sources, counters: Pieces, markers: Markers, maps: tuple[MapSheet, ...], names: Names
) -> dict[str, Scenario]:
    """By id; a scenario's faults do not keep the others from being told."""
    found: dict[str, Scenario] = {}
    regions = {name: hexes for sheet in maps for name, hexes in sheet.regions.items()}
    for record in sources.scenarios:
        if record["id"] in found:
            names.faults.error("key-twice", f"scenario {record['id']!r} is there already", record.at("id"))
        found[record["id"]] = _scenario(record, sources, counters, markers, regions, names)
    return found


def _scenario(
    record: Record,
    sources: Sources,
    counters: Pieces,
    markers: Markers,
    regions: Mapping[str, tuple[str, ...]],
    names: Names,
) -> Scenario:
    first, last = record["first_turn"], record["last_turn"]
    names.turn(first, record.at("first_turn"))
    names.turn(last, record.at("last_turn"))
    if first and last and first > last:
        message = f"the scenario ends on turn {last}, before turn {first}"
        names.faults.error("turn-order", message, record.at("last_turn"))
    if record["first_side"]:
        names.side(record["first_side"], record.at("first_side"))
    area: tuple[str, ...] = ()
    if record["area"] and names.known(record["area"], regions, "region", record.at("area"), "region"):
        area = regions[record["area"]]
    placements = tuple(_placements(record["placements"], area, sources, counters, markers, names))
    placed = {p.what: p for p in placements if p.what in counters}
    return Scenario(
        record["id"],
        record["name"],
        first or 0,
        last or 0,
        record["first_side"],
        placements,
        tuple(_arrivals(record, placed, sources, counters, names)),
        MappingProxyType(dict(_control(record["control"], area, names))),
        MappingProxyType(dict(record["facts"])),
        area,
        record["rule"],
        record.span,
        _first_phase(record, sources, names),
    )


def _first_phase(record: Record, sources: Sources, names: Names) -> str:
    own = [row["id"] for row in sources.phases if row["side"] in ("", record["first_side"])]
    if record["first_phase"]:
        names.known(record["first_phase"], own, "phase", record.at("first_phase"), "phase")
    return record["first_phase"]


def _placements(
    rows: tuple[Record, ...],
    area: tuple[str, ...],
    sources: Sources,
    counters: Pieces,
    markers: Markers,
    names: Names,
) -> Iterator[Placement]:
    seen: dict[str, int] = {}
    count: Count[str] = Count()
    inside = frozenset(area)
    marks = sources.words("marks")
    for row in rows:
        if not isinstance(row, Record) or not row["what"] or not row["at"]:
            continue  # already said
        what, place = row["what"], row["at"]
        if not names.known(what, (*counters, *markers), "counter or marker", row.at("what"), "piece"):
            continue
        count[what] += 1
        if what in counters and what in seen:
            names.faults.error("placed-twice", f"{what} is placed in line {seen[what]} already", row.at("what"))
            continue
        seen.setdefault(what, row.span.line)
        if what in markers and markers[what].count and count[what] == markers[what].count + 1:
            names.faults.error("marker-count", f"{what}: more than the {markers[what].count} there are", row.at("what"))
        if names.place(place, row.at("at"), what) and inside and place in names.hexes and place not in inside:
            names.faults.error("place-area", f"{what}: {place} is outside of the scenario's area", row.at("at"))
        steps = _steps(row, counters.get(what), names)
        face = _face(row, markers.get(what), names)
        marked = _marks(row, marks, names)
        yield Placement(what, place, steps, marked, row.evidence.get(""), row.span, row["stock"], face)


def _steps(row: Record, counter: Counter | None, names: Names) -> int:
    """The steps written, 0 for full; a fault where the counter has no such number."""
    steps = row["steps"]
    if steps is None:
        return 0
    full = counter.steps if counter else 0
    if not 1 <= steps <= full:
        expected = f"1 to {full}" if full else "none"
        names.faults.error("steps-range", f"{row['what']}: {steps} steps (expected {expected})", row.at("steps"))
        return 0
    return steps


def _face(row: Record, marker: MarkerKind | None, names: Names) -> str:
    """The face written; a fault for what has no two to choose from."""
    if row["face"] and (marker is None or not marker.two_faced):
        why = "it has one face" if marker else "a counter's face goes by its steps and marks"
        names.faults.error("face-one", f"{row['what']}: no face can be chosen, {why}", row.at("face"))
        return ""
    return row["face"] or ""


def _marks(row: Record, known: tuple[str, ...], names: Names) -> tuple[str, ...]:
    words = [word for word in row["marks"] if isinstance(word, Word)]
    return tuple(w.text for w in words if names.known(w.text, known, "mark", w.span, "mark", row["what"]))


def _arrivals(
    record: Record, placed: Mapping[str, Placement], sources: Sources, counters: Pieces, names: Names
) -> Iterator[Arrival]:
    first, last = record["first_turn"] or 0, record["last_turn"] or 0
    seen: set[str] = set()
    for row in record["arrivals"]:
        if not isinstance(row, Record) or not row["what"] or row["turn"] is None:
            continue
        what, turn = row["what"], row["turn"]
        if not names.known(what, counters, "counter", row.at("what"), "piece"):
            continue
        if what in placed:
            names.faults.error(
                "placed-arrives", f"{what} arrives, but is placed in line {placed[what].span.line}", row.at("what")
            )
        if what in seen:
            names.faults.error("arrives-twice", f"{what} arrives twice", row.at("what"))
        seen.add(what)
        if not first <= turn <= last:
            names.faults.error(
                "arrival-turn", f"{what}: turn {turn} is outside of turns {first} to {last}", row.at("turn")
            )
        if row["place"] and row["place"] not in sources.words("entries"):
            names.place(row["place"], row.at("place"), what)
        steps = _steps(row, counters[what], names)
        yield Arrival(what, turn, row["place"], steps, row.evidence.get(""), row.span, row["stock"])


def _control(rows: tuple[Record, ...], area: tuple[str, ...], names: Names) -> Iterator[tuple[str, str]]:
    seen: set[str] = set()
    for row in rows:
        if not isinstance(row, Record) or not row["hex"]:
            continue
        number = row["hex"]
        if number in seen:
            names.faults.error("control-twice", f"hex {number!r} is listed twice", row.at("hex"))
        seen.add(number)
        if names.hex(number, row.at("hex")) and area and number not in area:
            names.faults.error("place-area", f"{number} is outside of the scenario's area", row.at("hex"))
        if row["side"] and names.side(row["side"], row.at("side"), number):
            yield number, row["side"]
