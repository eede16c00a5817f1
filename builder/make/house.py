"""What the players of a game agreed, and what its director ruled: `house.yaml` and `rulings.yaml` beside the logs.

House rules change what is judged: rules that are not played say nothing, what consent allows is never proven illegal,
changed numbers count as given. A ruling changes no verdict; it stands beside it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from builder.model import (
    Action,
    BadInput,
    Diagnostic,
    Evidence,
    Game,
    LogRef,
    RuleRef,
    Span,
    Tag,
    Verdict,
    near_miss,
    note,
    warning,
)
from builder.rules.ruleset import Given, RuleSet, Stated
from builder.sources import kinds as k
from builder.sources.faults import Faults, Record, Word
from builder.sources.layout import may, must, words
from builder.sources.shape import Field, Fields, Items, shape_yaml
from builder.sources.yamlfile import read_yaml
from builder.vassal.rolls import Roll

HOUSE_FILE, RULINGS_FILE = "house.yaml", "rulings.yaml"

POLICIES = ("free", "until-roll", "never")
SOURCES = ("module", "server", "table")
CARRIED, CARRIAGE = ("rail", "ship"), ("rail", "sea", "march")
WORDS_OF_RULING = ("allowed", "upheld", "void")

_HOUSE = Fields({
    "game": may(k.ID),
    "options": words(k.TEXT, required=False),
    "not-played": words(required=False),
    "agreed": words(required=False),
    "values": Field(Items(Fields({"table": must(k.ID), "row": must(k.TEXT), "column": must(k.WORD),
                                  "value": must(k.TEXT), "why": may(k.TEXT)})), required=False),
    "bid": may(k.TEXT),
    "take-back": Field(Fields({"policy": must(k.choice("policy", *POLICIES)), "note": may(k.TEXT)}), required=False),
    "dice": Field(Fields({"source": must(k.choice("source", *SOURCES)), "note": may(k.TEXT)}), required=False),
    "standing-orders": Field(Items(Fields({"side": must(k.SIDE), "order": must(k.TEXT), "until": may(k.TEXT)})),
                             required=False),
    "routes": Field(Items(Fields({"log": must(k.TEXT), "sha256": may(k.TEXT), "step": must(k.INTEGER),
                                  "unit": may(k.ID), "way": may(k.TEXT), "by": may(k.choice("by", *CARRIAGE)),
                                  "why": may(k.TEXT)})), required=False),
    "notes": words(k.TEXT, required=False),
})  # fmt: skip
_RULINGS = Items(Fields({
    "log": must(k.TEXT), "sha256": may(k.TEXT), "step": must(k.INTEGER), "rule": must(k.WORD),
    "ruling": must(k.choice("ruling", *WORDS_OF_RULING)), "reason": must(k.TEXT), "by": may(k.TEXT),
}))  # fmt: skip


class ChangedValue(NamedTuple):
    table: str
    row: str
    column: str
    value: str
    why: str


class StandingOrder(NamedTuple):
    side: str
    order: str
    until: str


class RouteSaid(NamedTuple):
    """By which hexes the drag of a step went, or whether it was a train, a ship, a march: what no log shows. Without a
    unit it is said of all that were dragged."""

    log: str
    sha256: str
    step: int
    unit: str
    way: tuple[str, ...]
    by: str
    why: str
    span: Span

    def fits(self, action: Action) -> bool:
        """Whether it tells of this action: step, unit, and both ends of the way in this order."""
        if not any((ref.file, ref.step) == (self.log, self.step) for ref in action.refs):
            return False
        if self.unit not in ("", *action.units):
            return False
        ends = [place for place in action.path if place in (self.way[0], self.way[-1])] if self.way else []
        return action.verb in CARRIED if self.by else ends == [self.way[0], self.way[-1]]

    def __str__(self) -> str:
        what = self.unit or "the drag"
        how = f"by {self.by}" if self.by else "-".join(self.way)
        return f"{self.log} step {self.step}: {what} went {how}{_noted(self.why)}"


@dataclass(frozen=True, slots=True)
class House:
    """`not_played` and `agreed` are rule ids, each with all below it."""

    path: str
    options: tuple[str, ...] = ()
    not_played: tuple[str, ...] = ()
    agreed: tuple[str, ...] = ()
    values: tuple[ChangedValue, ...] = ()
    bid: str = ""
    take_back: str = ""  # "" where nothing was agreed
    take_back_note: str = ""
    dice: str = ""
    dice_note: str = ""
    orders: tuple[StandingOrder, ...] = ()
    notes: tuple[str, ...] = ()
    routes: tuple[RouteSaid, ...] = ()

    def lines(self) -> tuple[str, ...]:
        """What every report says first."""
        told = [f"option in play: {one}" for one in self.options]
        told += [f"not played: {one}" for one in self.not_played]
        told += [f"open to agreement: {one}" for one in self.agreed]
        told += [
            f"changed: {v.table} {v.row} {v.column} is {v.value}" + (f" ({v.why})" if v.why else "")
            for v in self.values
        ]
        told += [f"bid: {self.bid}"] if self.bid else []
        told += [f"take-backs: {self.take_back}{_noted(self.take_back_note)}"] if self.take_back else []
        told += [f"dice: {self.dice}{_noted(self.dice_note)}"] if self.dice else []
        told += [
            f"standing order of {o.side}: {o.order}" + (f", until {o.until}" if o.until else "") for o in self.orders
        ]
        ways = tuple(f"way told, {route}" for route in self.routes)
        return (*(f"house rule, {line}" for line in (*told, *self.notes)), *ways)


def _noted(text: str) -> str:
    return f" ({text})" if text else ""


class DirectorsRuling(NamedTuple):
    """`ruling` is `allowed` (no breach), `upheld`, or `void` (the action is taken back)."""

    log: str
    sha256: str
    step: int
    rule: str
    ruling: str
    reason: str
    by: str
    span: Span

    def __str__(self) -> str:
        return f"ruling: {self.ruling}{f' by {self.by}' if self.by else ''}: {self.reason}"


def read_house(path: Path, game: Game, rules: RuleSet) -> House:
    """BadInput with every fault."""
    record, faults = _read(path, _HOUSE)
    if isinstance(record, Record):
        known = [check.rule for check in rules.checks]
        for key in ("not-played", "agreed"):
            for word in record[key]:
                if not any(RuleRef(game.id, word.text).selects(rule) for rule in known):
                    faults.error(
                        "house-rule", f"no rule {word.text!r} is judged{near_miss(word.text, known)}", word.span
                    )
        for value in record["values"]:
            _check_value(value, game, faults)
        for route in record["routes"]:
            _check_route(route, game, faults)
        if record["game"] not in ("", game.id):
            faults.error("house-game", f"these are house rules of {record['game']!r}, the logs are of {game.id!r}",
                         record.at("game"))  # fmt: skip
    if faults.errors:
        raise BadInput(*faults.sorted())
    return _house(path, record)


def _read(path: Path, shape: Fields | Items) -> tuple[Record | tuple | None, Faults]:
    faults = Faults()
    node = read_yaml(path, str(path), faults)
    return (shape_yaml(node, shape, faults, path.name) if node is not None else None), faults


def _check_value(value: Record, game: Game, faults: Faults) -> None:
    table = game.tables.get(value["table"])
    if table is None:
        faults.error("house-table", f"no table {value['table']!r}{near_miss(value['table'], game.tables)}",
                     value.at("table"))  # fmt: skip
    elif value["row"] not in table.rows:
        faults.error("house-row", f"no row {value['row']!r} in {table.file}{near_miss(value['row'], table.rows)}",
                     value.at("row"))  # fmt: skip
    elif value["column"] not in table.columns:
        faults.error("house-column", f"no column {value['column']!r} in {table.file}"
                     f"{near_miss(value['column'], table.columns)}", value.at("column"))  # fmt: skip


def _check_route(route: Record, game: Game, faults: Faults) -> None:
    hexes = {place for sheet in game.maps for place in sheet.hexes}
    way = _way(route)
    for place in way:
        if place not in hexes:
            faults.error("house-way", f"{place!r} is no hex of the map{near_miss(place, hexes)}", route.at("way"))
    if len(way) < 2 and not (route["by"] and not route["way"]):
        faults.error("house-way", f"{route['way']!r} is no way (expected hexes as in 2934-2935-3036)", route.at("way"))
    if route["unit"] and route["unit"] not in game.counters:
        faults.error("house-unit", f"no counter {route['unit']!r}{near_miss(route['unit'], game.counters)}",
                     route.at("unit"))  # fmt: skip


def _way(route: Record) -> tuple[str, ...]:
    return tuple(place.strip() for place in route["way"].split("-")) if route["way"] else ()


def _house(path: Path, record: Record) -> House:
    back, dice = record["take-back"], record["dice"]
    return House(
        str(path),
        options=_texts(record["options"]),
        not_played=_texts(record["not-played"]),
        agreed=_texts(record["agreed"]),
        values=tuple(ChangedValue(*(v[name] for name in ChangedValue._fields)) for v in record["values"]),
        bid=record["bid"],
        take_back=back["policy"] if back else "",
        take_back_note=back["note"] if back else "",
        dice=dice["source"] if dice else "",
        dice_note=dice["note"] if dice else "",
        orders=tuple(StandingOrder(o["side"], o["order"], o["until"]) for o in record["standing-orders"]),
        notes=_texts(record["notes"]),
        routes=tuple(RouteSaid(r["log"], r["sha256"], r["step"], r["unit"], _way(r), r["by"], r["why"],
                               r.span)
                     for r in record["routes"]),
    )  # fmt: skip


def _texts(found: Iterable[Word]) -> tuple[str, ...]:
    return tuple(word.text for word in found)


# ---- what house rules do


def with_values(game: Game, house: House) -> Game:
    """The game with the changed numbers, whose evidence is that somebody gave them."""
    tables = dict(game.tables)
    for value in house.values:
        table = tables[value.table]
        row = table.rows[value.row]
        changed = replace(
            row,
            cells=MappingProxyType({**row.cells, value.column: value.value}),
            evidence=MappingProxyType(
                {**row.evidence, value.column: Evidence(Tag.GIVEN, note=f"house rule {value.why}")}
            ),
        )
        tables[value.table] = replace(table, rows=MappingProxyType({**table.rows, value.row: changed}))
    return replace(game, tables=MappingProxyType(tables))


def with_routes(given: Given, house: House | None, hashes: Mapping[str, str]) -> Given:
    """What the rules may rest on, with the ways that were told; `hashes` are the SHA-256 of the logs by name."""
    told = {}
    for route in house.routes if house is not None else ():
        if hashes.get(route.log, "").startswith(route.sha256.lower()):
            source = f"{route.span.path}:{route.span.line}"
            fact, value = ("by", route.by) if route.by else ("route", "-".join(route.way))
            told[fact, (f"{route.log}#{route.step}", route.unit)] = Stated(value, source=source)
    return replace(given, values=MappingProxyType({**given.values, **told})) if told else given


def unused_routes(
    house: House | None, actions: Iterable[Action], hashes: Mapping[str, str]
) -> tuple[Diagnostic, ...]:  # fmt: skip
    """Ways that were told of nothing that was played."""
    if house is None or not house.routes:
        return ()
    moves = [action for action in actions if len(action.path) > 1]
    faults = []
    for one in house.routes:
        if one.log not in hashes:
            told = f"no log {one.log!r} is here{near_miss(one.log, hashes)}"
            faults.append(warning("route-unused", told, one.span))
        elif not hashes[one.log].startswith(one.sha256.lower()):
            faults.append(warning("route-log", f"{one.log} is another file than the one whose drag was told", one.span,
                                  help="look at the step again, then write its sha256"))  # fmt: skip
        elif not any(one.fits(action) for action in moves):
            what = f"from {one.way[0]} to {one.way[-1]}" if one.way else "in a way to ask about"
            told = f"no drag of step {one.step} of {one.log} leads {one.unit or 'anybody'} {what}"
            faults.append(warning("route-unused", told, one.span))
    return tuple(faults)


def as_agreed(verdicts: tuple[Verdict, ...], house: House) -> tuple[Verdict, ...]:
    """Without those of rules that are not played; what consent allows stands as unproven."""

    def under(verdict: Verdict, ids: tuple[str, ...]) -> bool:
        return any(RuleRef(verdict.rule.game, id).selects(verdict.rule.id) for id in ids)

    return tuple(
        v._replace(unless_consent=True) if under(v, house.agreed) else v
        for v in verdicts if not under(v, house.not_played)
    )  # fmt: skip


def breaches(
    house: House, undone: Iterable[Roll], steps: Mapping[str, tuple[int, ...]] = MappingProxyType({})
) -> tuple[Diagnostic, ...]:
    """What was taken back though the players agreed otherwise: rolls, and where nothing may be, `steps` of each log."""
    if house.take_back not in ("until-roll", "never"):
        return ()
    rolls = tuple(undone)
    told = [(roll.log, roll.step, f"step {roll.step}: a roll ({roll.button} = {_fell(roll)}) was taken back")
            for roll in rolls]  # fmt: skip
    if house.take_back == "never":
        known = {(roll.log, roll.step) for roll in rolls}
        told += [(log, step, f"step {step} was taken back") for log, numbers in steps.items() for step in numbers
                 if (log, step) not in known]  # fmt: skip
    logs = list(dict.fromkeys((*steps, *(log for log, *_ in told))))
    told.sort(key=lambda one: (logs.index(one[0]), one[1]))
    return tuple(
        warning("house-take-back", f"{what}; agreed is: {house.take_back}", Span(log)) for log, _, what in told
    )


def _fell(roll: Roll) -> str:
    return ", ".join(roll.words) or " ".join(map(str, roll.faces))


# ---- rulings


def read_rulings(path: Path) -> tuple[DirectorsRuling, ...]:
    """BadInput with every fault."""
    records, faults = _read(path, _RULINGS)
    if faults.errors:
        raise BadInput(*faults.sorted())
    names = [name for name in DirectorsRuling._fields if name != "span"]
    return tuple(DirectorsRuling(*(record[name] for name in names), span=record.span) for record in records or ())


@dataclass(frozen=True, slots=True)
class Rulings:
    """`beside` gives the ruling that stands beside a verdict; `faults` names those that stand beside none."""

    beside: Mapping[tuple[str, int, str], DirectorsRuling]
    faults: tuple[Diagnostic, ...] = ()

    def of(self, verdict: Verdict) -> DirectorsRuling | None:
        for ref in verdict.refs or verdict.action.refs:
            found = self.beside.get((ref.file, ref.step, verdict.rule.id))
            if found is not None:
                return found
        return None


NO_RULINGS = Rulings(MappingProxyType({}))


def placed(rulings: Iterable[DirectorsRuling], verdicts: Iterable[Verdict], hashes: Mapping[str, str]) -> Rulings:
    """Rulings by the step and rule that they name; `hashes` are the SHA-256 of the logs by name."""
    steps: dict[tuple[str, int, str], None] = {}
    for verdict in verdicts:
        refs: tuple[LogRef, ...] = verdict.refs or verdict.action.refs
        steps.update({(ref.file, ref.step, verdict.rule.id): None for ref in refs})
    beside, faults = {}, []
    for one in rulings:
        key = (one.log, one.step, one.rule)
        if one.log not in hashes:
            faults.append(warning("ruling-unused", f"no log {one.log!r} is here{near_miss(one.log, hashes)}", one.span))
        elif one.sha256 and not hashes[one.log].startswith(one.sha256.lower()):
            faults.append(warning("ruling-log", f"{one.log} is another file than the one that was ruled on", one.span,
                                  help="look at the step again, then write its sha256"))  # fmt: skip
        elif key not in steps:
            faults.append(warning("ruling-unused", f"no verdict on rule {one.rule} at step {one.step} of {one.log}",
                                  one.span))  # fmt: skip
        elif key in beside:
            faults.append(note("ruling-twice", f"step {one.step} of {one.log} is ruled on twice", one.span))
        else:
            beside[key] = one
    return Rulings(MappingProxyType(beside), tuple(faults))


def sha256_of(source: Path | bytes) -> str:
    return hashlib.sha256(source if isinstance(source, bytes) else source.read_bytes()).hexdigest()


def beside_logs(paths: Iterable[Path], name: str) -> Path | None:
    """The file of that name in the one folder that was named, or in the folder of the first log."""
    for path in paths:
        folder = path if path.is_dir() else path.parent
        if (folder / name).is_file():
            return folder / name
    return None
