"""A mapping as files: `binding.yaml` and `pieces.csv` in one folder, read with every fault at once."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from types import MappingProxyType
from typing import Any

from builder.model import BadInput, Game, Moment, near_miss
from builder.replay.foreign import fitted
from builder.replay.mapping import Anchor, ClockBy, ClockRule, Kind, MapRule, ModuleMapping, PieceRule
from builder.sources import kinds as k
from builder.sources.csvfile import read_csv
from builder.sources.faults import Faults, Record
from builder.sources.layout import may, must, words
from builder.sources.shape import Column, Field, Fields, Items, Keyed, One, Sheet, shape_csv, shape_yaml
from builder.sources.yamlfile import read_yaml

BINDING_FILE, PIECES_FILE = "binding.yaml", "pieces.csv"

_ANCHOR = re.compile(r"(\S+)\s+(\d{1,6})\s*,\s*(\d{1,6})")
_NAMES = Field(Keyed(k.TEXT, One(k.TEXT)), required=False)
_MAP = Fields({
    "map": must(k.TEXT), "sheet": must(k.ID), "names": may(k.TEXT), "anchors": words(k.TEXT, required=False),
    "boxes": _NAMES,
})  # fmt: skip
_CLOCK = Fields({
    "begins": Field(Fields({"turn": must(k.INTEGER), "side": may(k.SIDE), "phase": may(k.ID)}), required=False),
    "by": must(k.choice("by", *map(str, ClockBy))), "source": may(k.TEXT), "pattern": may(k.TEXT), "sides": _NAMES,
    "phases": _NAMES, "turns": Field(Keyed(k.TEXT, One(k.INTEGER)), required=False),
})  # fmt: skip
_BINDING = Fields({
    "game": must(k.ID), "module": must(k.TEXT), "maps": Field(Items(_MAP)), "clock": Field(_CLOCK, required=False),
    "sides": _NAMES, "scenario": may(k.ID),
})  # fmt: skip
_PIECES = Sheet(
    (
        Column("piece", k.TEXT),
        Column("picture", k.TEXT, False),
        Column("kind", k.choice("kind", *map(str, Kind), "ask"), False),
        Column("counter", k.TEXT, False),
        Column("steps", k.INTEGER, False),
        Column("layer", k.TEXT, False),
        Column("levels", k.TEXT, False),
        Column("note", k.TEXT, False),
    ),
    ("piece", "picture"),
)


def read_binding(folder: Path, game: Game) -> ModuleMapping:
    """The mapping in a folder that `bind` wrote. BadInput with every fault; rows of kind `ask` are not matched yet and
    are passed over."""
    faults = Faults()
    node = read_yaml(folder / BINDING_FILE, str(folder / BINDING_FILE), faults)
    record = shape_yaml(node, _BINDING, faults, BINDING_FILE) if node is not None else None
    file = read_csv(folder / PIECES_FILE, str(folder / PIECES_FILE), faults)
    rows = shape_csv(file, _PIECES, faults) if file is not None else []
    pieces = tuple(piece for row in rows if (piece := _piece(row, game, faults)) is not None)
    found = _mapping(record, pieces, game, faults) if isinstance(record, Record) else None
    if faults.errors or found is None:
        raise BadInput(*faults.sorted())
    return found


def _mapping(record: Record, pieces: tuple[PieceRule, ...], game: Game, faults: Faults) -> ModuleMapping:
    if record["game"] and record["game"] != game.id:
        faults.error("bind-game", f"this binds a module to {record['game']!r}, the game is {game.id!r}",
                     record.at("game"))  # fmt: skip
    maps = tuple(rule for one in record["maps"] if (rule := _map(one, game, faults)) is not None)
    clock = _clock(record["clock"], game, faults) if record["clock"] else ClockRule()
    sides = {side.id for side in game.sides}
    for name, side in record["sides"].items():
        if side not in sides:
            faults.error("bind-side", f"side {side!r} of {name!r} is none of the game's{near_miss(side, sides)}",
                         record.at("sides"))  # fmt: skip
    if record["scenario"] and record["scenario"] not in game.scenarios:
        faults.error("bind-scenario", f"no scenario {record['scenario']!r}"
                     f"{near_miss(record['scenario'], game.scenarios)}", record.at("scenario"))  # fmt: skip
    sides_ = MappingProxyType(record["sides"])
    return ModuleMapping(game.id, record["module"], pieces, maps, clock, sides_, record["scenario"])


def _map(record: Record, game: Game, faults: Faults) -> MapRule | None:
    sheet = next((one for one in game.maps if one.id == record["sheet"]), None)
    if sheet is None:
        known = [one.id for one in game.maps]
        faults.error("bind-sheet", f"no map {record['sheet']!r} in {game.id}{near_miss(record['sheet'], known)}",
                     record.at("sheet"))  # fmt: skip
        return None
    anchors = []
    for word in record["anchors"]:
        match = _ANCHOR.fullmatch(word.text or "")
        if match is None or match[1] not in sheet.hexes:
            faults.error("bind-anchor", f"{word.text!r} is no hex of {sheet.id} and a pixel", word.span,
                         help="write  2934 1203,2210")  # fmt: skip
        else:
            anchors.append(Anchor(match[1], int(match[2]), int(match[3])))
    pattern = _pattern(record, "names", ("hex",), faults)
    if pattern is None and not record["names"] and not record["anchors"]:
        faults.error("bind-places", f"nothing says where the hexes of {record['map']!r} are",
                     record.at("map"), help="give `names`, or `anchors` with three hexes")  # fmt: skip
    if anchors:
        try:
            fitted([(anchor, sheet.grid.centre(anchor.hex)) for anchor in anchors])
        except ValueError as wrong:
            faults.error("bind-anchor", str(wrong), record.at("anchors"))
            anchors = []
    boxes = _boxes(record, sheet.boxes, faults)
    return MapRule(record["map"], sheet.id, pattern, tuple(anchors), MappingProxyType(boxes))


def _boxes(record: Record, known: Iterable[Any], faults: Faults) -> dict[str, str]:
    ids = {box.label: box.id for box in known} | {box.id: box.id for box in known}
    found = {}
    for name, box in record["boxes"].items():
        if box not in ids:
            faults.error("bind-box", f"no box {box!r} for {name!r}{near_miss(box, ids)}", record.at("boxes"))
        else:
            found[name] = ids[box]
    return found


def _pattern(record: Record, key: str, groups: tuple[str, ...], faults: Faults) -> re.Pattern[str] | None:
    """A pattern with at least one of the groups; bounded, since files are passed around."""
    text = record[key]
    if not text:
        return None
    try:
        if len(text) > 300:
            raise re.error("longer than 300 letters")
        pattern = re.compile(text)
    except re.error as wrong:
        faults.error("bind-pattern", f"{text!r} is no pattern: {wrong}", record.at(key))
        return None
    if not set(groups) & set(pattern.groupindex):
        faults.error("bind-pattern", f"the pattern names no group {' or '.join(groups)}", record.at(key),
                     help=f"write (?P<{groups[0]}>…) around what it is")  # fmt: skip
        return None
    return pattern


def _clock(record: Record, game: Game, faults: Faults) -> ClockRule:
    by = ClockBy(record["by"] or ClockBy.NOTHING)
    pattern = _pattern(record, "pattern", ("turn", "side", "phase"), faults)
    if by is not ClockBy.NOTHING and pattern is None and not record["pattern"]:
        faults.error("bind-clock", "a clock needs a pattern", record.at("by"))
    if by in (ClockBy.TRACKER, ClockBy.PROPERTY) and not record["source"]:
        faults.error("bind-clock", f"which {by}? its name is missing", record.at("by"), help="give `source`")
    phases, sides = {phase.id for phase in game.phases}, {side.id for side in game.sides}
    for key, known in (("phases", phases), ("sides", sides)):
        for name, id_ in record[key].items():
            if id_ not in known:
                faults.error("bind-clock", f"{id_!r} of {name!r} is none of the game's {key}{near_miss(id_, known)}",
                             record.at(key))  # fmt: skip
    begins = record["begins"]
    if begins is None and by in (ClockBy.CHAT, ClockBy.NOTHING):
        faults.error("bind-clock", "when does the game begin? nothing tells it before the first line of chat",
                     record.at("by"), help="give  begins: {turn: 8, side: allied}")  # fmt: skip
    for key, known in (("side", sides), ("phase", phases)):
        if begins is not None and begins[key] and begins[key] not in known:
            faults.error("bind-clock", f"no {key} {begins[key]!r}{near_miss(begins[key], known)}", begins.at(key))
    start = Moment(begins["turn"] or 0, begins["side"], begins["phase"]) if begins is not None else Moment()
    words_ = {key: MappingProxyType(record[key]) for key in ("sides", "phases", "turns")}
    return ClockRule(by, record["source"], pattern, begins=start, **words_)


def _piece(row: Record, game: Game, faults: Faults) -> PieceRule | None:
    kind = row["kind"] or "ask"
    if kind == "ask":
        return None
    counter, steps = row["counter"] or "", row["steps"]
    if kind == Kind.UNIT and counter not in game.counters:
        faults.error("bind-counter", f"no counter {counter!r}{near_miss(counter, game.counters)}", row.at("counter"))
        return None
    if kind == Kind.MARKER and counter not in game.markers:
        faults.error("bind-counter", f"no marker {counter!r}{near_miss(counter, game.markers)}", row.at("counter"))
        return None
    levels = tuple(part for part in (row["levels"] or "").replace(",", " ").split())
    if not all(part.isascii() and part.isdigit() for part in levels):
        faults.error("bind-levels", f"{row['levels']!r}: expected steps for each level such as  3 2 1",
                     row.at("levels"))  # fmt: skip
        return None
    if bool(row["layer"]) != bool(levels):
        faults.error("bind-levels", "a layer needs its levels, and levels their layer", row.at("layer"))
        return None
    if kind == Kind.STRENGTH and steps is None and not levels:
        faults.error("bind-levels", f"{row['piece']!r} tells no steps", row.at("steps"))
        return None
    return PieceRule(row["piece"], Kind(kind), counter, row["picture"] or "", steps, row["layer"] or "",
                     tuple(map(int, levels)))  # fmt: skip
