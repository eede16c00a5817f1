"""Names to things: the records of a game become one frozen `Game`, with every fault found on the way."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

from builder.model import (
    Counter,
    Evidence,
    Game,
    MarkerKind,
    Nation,
    Phase,
    Row,
    Rule,
    Side,
    Table,
    Turn,
    Values,
    table,
)
from builder.sources.faults import Faults, Record
from builder.sources.find import shown
from builder.sources.gpids import link_gpids
from builder.sources.layout import MOST_STEPS, MOST_STRENGTH, NUMBERS
from builder.sources.linkmaps import UNSTATED, check_hex_lists, link_maps
from builder.sources.names import Names
from builder.sources.pictures import check_pictures
from builder.sources.reading import Sources, TableRecords
from builder.sources.scenarios import link_scenarios

CONTRAST = 3.0  # of ink on ground: the least at which large print is readable (WCAG 2)
NUMBERED = frozenset(f"{name}_{n}" for name in NUMBERS for n in range(1, MOST_STEPS + 1))
PLACING = ("army", "start", "arrival_turn", "arrival_place")
OWN_FIELDS = NUMBERED | {  # columns that Counter has fields for; the rest are attributes
    *("id", "side", "nation", "designation", "name", "type", "size", "steps", "movement", "evidence"),
    *PLACING,
}


def link(sources: Sources, content_hash: str, faults: Faults) -> Game:
    """The game as far as it can be told; what could not be linked is a fault and left out."""
    names = Names(faults)
    names.sides, names.nations = _people(sources.game, faults)
    turns = tuple(_turns(sources.turns, faults))
    names.turns = tuple(turn.number for turn in turns)
    maps = link_maps(sources, names)
    check_hex_lists(sources, names)
    for row in sources.turns:
        if row["box"]:
            names.place(row["box"], row.at("box"), f"turn {row['turn']}")
    counters = {row["id"]: _counter(row, sources, names) for row in sources.counters}
    markers = {row["id"]: _marker(row, sources, names) for row in sources.markers}
    for row in sources.markers:
        if row["id"] in counters:
            faults.error("key-twice", f"{row['id']!r} is a counter already", row.at("id"))
    game = sources.game
    return Game(
        id=game["id"],
        name=game["name"],
        version=game["version"],
        rules=game["rules"],
        sides=names.sides,
        nations=MappingProxyType(names.nations),
        turns=turns,
        phases=tuple(_phases(sources.phases, names)),
        counters=MappingProxyType(counters),
        markers=MappingProxyType(markers),
        maps=maps,
        tables=MappingProxyType({name: _table(name, rows, names) for name, rows in sources.tables.items()}),
        scenarios=MappingProxyType(link_scenarios(sources, counters, markers, maps, names)),
        catalogue=MappingProxyType({row["id"]: _rule(row) for row in sources.catalogue}),
        gpids=link_gpids(sources, faults),
        module=MappingProxyType(sources.module),
        content_hash=content_hash,
        folder=shown(sources.folder),
        numbers=game["numbers"],
        validation=game["validation"],
    )


def _people(game: Record, faults: Faults) -> tuple[tuple[Side, ...], dict[str, Nation]]:
    sides, nations = [], {}
    for side_id, side in game["sides"].items():
        if not isinstance(side, Record):
            continue
        for nation_id, nation in side["nations"].items():
            if nation_id in nations:
                faults.error("key-twice", f"nation {nation_id!r} is {nations[nation_id].side!r} already", side.span)
            if isinstance(nation, Record):
                nations[nation_id] = Nation(nation_id, nation["name"], side_id, nation["ground"], nation["ink"])
                _readable(nation, nation_id, faults)
        sides.append(Side(side_id, side["name"], side["colour"], tuple(side["nations"])))
    if len(sides) < 2:
        faults.error("sides", "a game needs two sides", game.at("sides"))
    return tuple(sides), nations


def _readable(nation: Record, who: str, faults: Faults) -> None:
    ground, ink = nation["ground"], nation["ink"]
    if ground and ink and (ratio := contrast(ground, ink)) < CONTRAST:
        faults.error(
            "colour-contrast",
            f"{who}: ink {ink} on {ground} cannot be read (contrast {ratio:.1f}, expected {CONTRAST:.0f} or more)",
            nation.at("ink"),
        )


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG 2 counts it, 1 to 21."""
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _turns(rows: list[Record], faults: Faults) -> Iterator[Turn]:
    before = ""
    for expected, row in enumerate(rows, 1):
        if row["turn"] != expected:
            faults.error("turn-order", f"turn {row['turn']} stands where turn {expected} belongs", row.at("turn"))
        first, last = row["first_day"], row["last_day"]
        if first and last and first > last:
            faults.error("turn-days", f"turn {row['turn']} ends on {last}, before it begins", row.at("last_day"))
        if first and before and first <= before:
            faults.error("turn-days", f"turn {row['turn']} begins before the last has ended", row.at("first_day"))
        before = last or before
        yield Turn(row["turn"], row["label"], first, last, row["month"], row["part"], row["box"])


def _phases(rows: list[Record], names: Names) -> Iterator[Phase]:
    for row in rows:
        if row["side"]:
            names.side(row["side"], row.at("side"), row["id"])
        for number in row["turns"]:
            if not names.turn(number, row.at("turns"), row["id"]):
                break
        yield Phase(row["id"], row["letter"], row["name"], row["side"], row["rule"], row["turns"])


def _counter(row: Record, sources: Sources, names: Names) -> Counter:
    who, steps = row["id"], row["steps"]
    faces = check_pictures(row, sources, names)
    if steps is None:
        steps = len(faces)  # a front alone is one step, a back the second
    if row["side"]:
        names.side(row["side"], row.at("side"), who)
    nation = row["nation"]
    if nation and names.known(nation, names.nations, "nation", row.at("nation"), "nation", who):
        side = names.nations[nation].side
        if row["side"] in names.side_ids and side != row["side"]:
            names.faults.error("nation-side", f"{who}: {nation} units are {side}, not {row['side']}", row.at("side"))
    if row["type"]:
        names.known(row["type"], sources.words("types"), "type", row.at("type"), "type", who)
    if row["size"]:
        names.known(row["size"], sources.words("sizes"), "size", row.at("size"), "size", who)
    most = MOST_STRENGTH if sources.game["numbers"] == "steps" else MOST_STEPS
    if not 0 <= steps <= most:
        names.faults.error("steps-range", f"{who}: {steps} steps (expected 0 to {most})", row.at("steps"))
        steps = max(0, min(steps, most))
    _start(row, sources, names)
    return Counter(
        who,
        row["side"],
        nation,
        row["designation"],
        row["name"],
        row["type"],
        row["size"],
        steps,
        _values(row, steps, sources.game["numbers"], names.faults, bool(faces)),
        row["army"],
        row["start"],
        row["arrival_turn"] or 0,
        row["arrival_place"],
        MappingProxyType(
            {
                f"{n}_picture" if n in faces else n: text
                for n, text in row.texts.items()
                if n not in OWN_FIELDS and n[:3] != "ev_"
            }
        ),
        MappingProxyType(counter_evidence(row, steps)),
        row.span,
    )


def _values(row: Record, steps: int, numbers: str, faults: Faults, pictured: bool = False) -> tuple[Values, ...]:
    """The values at 1..steps steps; a counter without steps has one entry. `numbers` "steps": n steps attack with n.

    A counter that is a picture need not say them again.
    """
    if numbers == "steps" and steps:
        return tuple(Values(n, None, row["movement"]) for n in range(1, steps + 1))
    found = []
    for n in range(1, max(steps, 1) + 1):
        attack, defence, cavalry = (row.get(f"{name}_{n}") for name in NUMBERS)
        if steps and attack is None and defence is None and not pictured:
            faults.error("values-missing", f"{row['id']}: no values at {n} of {steps} steps", row.at(f"attack_{n}"))
        found.append(Values(attack, defence, row["movement"], cavalry))
    for n in range(max(steps, 1) + 1, MOST_STEPS + 1):
        for name in NUMBERS:
            if row.get(f"{name}_{n}") is not None:
                message = f"{row['id']}: values at {n} steps, but it has {steps}"
                faults.error("values-extra", message, row.at(f"{name}_{n}"))
                break
    return tuple(found)


def counter_evidence(row: Record, steps: int) -> dict[str, Evidence]:
    """By column and by group: `values` (full strength), `reduced`, `place`; a column's own word comes first."""
    found = dict(row.evidence)
    for n in range(1, max(steps, 1) + 1):
        group = "values" if n == max(steps, 1) else "reduced"
        for name in NUMBERS:
            if row.get(f"{name}_{n}") is not None and group in row.evidence:
                found.setdefault(f"{name}_{n}", row.evidence[group])
    for column, group in (("movement", "values"), *((c, "place") for c in PLACING)):
        if group in row.evidence and row.texts.get(column):
            found.setdefault(column, row.evidence[group])
    return found


def _start(row: Record, sources: Sources, names: Names) -> None:
    who = row["id"]
    if row["start"]:
        names.place(row["start"], row.at("start"), who)
    if row["arrival_turn"] is not None:
        names.turn(row["arrival_turn"], row.at("arrival_turn"), who)
        if row["start"]:
            names.faults.error("start-twice", f"{who}: both a start hex and an arrival turn", row.at("arrival_turn"))
    entry = row["arrival_place"]
    if entry and entry not in sources.words("entries"):
        names.place(entry, row.at("arrival_place"), who)


def _marker(row: Record, sources: Sources, names: Names) -> MarkerKind:
    if row["side"]:
        names.side(row["side"], row.at("side"), row["id"])
    check_pictures(row, sources, names)
    if (row["count"] or 0) < 0:
        names.faults.error("marker-count", f"{row['id']}: {row['count']} of them (0 is without limit)", row.at("count"))
    return MarkerKind(
        row["id"],
        row["name"],
        row["side"],
        row["count"] or 0,
        row["front"],
        row["back"],
        row["rule"],
        row.evidence.get("", UNSTATED),
        row.span,
    )


def _table(name: str, found: TableRecords, names: Names) -> Table:
    key = found.sheet.key[0]
    kinds = {column.name: column.kind.name for column in found.sheet.columns}
    for row in found.rows:
        who = f"{name} {row[key]!r}"
        for column in row.texts:
            value, kind = row.values.get(column), kinds.get(column)
            if not value:
                continue
            if kind == "side":
                names.side(value, row.at(column), who)
            elif kind == "nation":
                names.known(value, names.nations, "nation", row.at(column), "nation", who)
            elif kind in ("hex", "hexes"):
                for number in (value,) if kind == "hex" else value:
                    names.hex(number, row.at(column), who)
    _complete(name, found, names.faults)
    rows = tuple(
        Row(
            str(row[key]),
            MappingProxyType({c: t for c, t in row.texts.items() if c != "evidence" and c[:3] != "ev_"}),
            MappingProxyType(row.evidence),
            row.span,
        )
        for row in found.rows
    )
    return table(name, found.file, found.columns, rows, found.shape["title"])


def _complete(name: str, found: TableRecords, faults: Faults) -> None:
    """The rows that game.yaml asks for are there, and no others where it lists them."""
    lists = [[word.text for word in words] for words in found.shape["keys"]]
    wanted = [""] if lists else []
    for words in lists:
        wanted = [f"{key}/{word}" if key else word for key in wanted for word in words]
    if not wanted:
        return
    wanted += [word.text for word in found.shape["also"]]
    key = found.sheet.key[0]
    have = {str(row[key]): row for row in found.rows}
    for missing in [k for k in wanted if k not in have]:
        faults.error("table-row", f"table {name!r} has no row {missing!r}", found.span)
    for extra in [k for k in have if k not in set(wanted)]:
        message = f"table {name!r} has a row {extra!r} that game.yaml does not list"
        faults.error("table-extra", message, have[extra].at(key))


def _rule(row: Record) -> Rule:
    return Rule(row["id"], row["title"], row["summary"], row["status"], row["note"], row.span)
