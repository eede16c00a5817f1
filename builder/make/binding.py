"""A mapping as files: `binding.yaml` and `pieces.csv` in one folder, read with every fault at once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from builder.model import BadInput, Game, MapSheet, Moment, near_miss
from builder.module.backs import BACK_MARKS
from builder.replay.foreign import fitted
from builder.replay.mapping import Anchor, ClockBy, ClockRule, Kind, MapRule, ModuleMapping, PieceRule
from builder.sources import kinds as k
from builder.sources.csvfile import read_csv
from builder.sources.faults import Faults, Record
from builder.sources.layout import may, must, words
from builder.sources.shape import Column, Field, Fields, Items, Keyed, One, Sheet, shape_csv, shape_yaml
from builder.sources.yamlfile import read_yaml

BINDING_FILE, PIECES_FILE = "binding.yaml", "pieces.csv"

_FORMULA = re.compile(r"[=+@\t]|-(?!\d+$)")
MARKS = frozenset(BACK_MARKS)  # what a piece may show by its reverse
_ANCHOR = re.compile(r"(\S+)\s+(\d{1,6})\s*,\s*(\d{1,6})")
_AREA = re.compile(r"(\d{1,6})\s*,\s*(\d{1,6})\s+(\d{1,6})\s*,\s*(\d{1,6})")
_NAMES = Field(Keyed(k.TEXT, One(k.TEXT)), required=False)
_MAP = Fields({
    "map": must(k.TEXT), "board": may(k.TEXT), "sheet": may(k.ID), "names": may(k.TEXT),
    "anchors": words(k.TEXT, required=False), "boxes": _NAMES, "areas": _NAMES, "box": may(k.TEXT),
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
        Column("mark", k.TEXT, False),
        Column("layer", k.TEXT, False),
        Column("levels", k.TEXT, False),
        Column("note", k.TEXT, False),
    ),
    ("piece", "picture"),
)


def as_text(name: str) -> str:
    """A piece's name as a cell: what a spreadsheet would take for a formula stands behind an apostrophe."""
    return f"'{name}" if _FORMULA.match(name) else name


def _as_named(cell: str) -> str:
    return cell[1:] if cell[:1] == "'" and _FORMULA.match(cell[1:]) else cell


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
    boxes = {name: box.id for one in game.maps for box in one.boxes for name in (box.id, box.label)}
    name, board = record["map"], record["board"]
    if record["box"]:
        (box,) = _boxes(record, "box", {"": record["box"]}, boxes, faults).values() or ("",)
        return MapRule(name, board=board, box=box) if box else None
    sheet = next((one for one in game.maps if one.id == record["sheet"]), None)
    if sheet is None:
        known = [one.id for one in game.maps]
        if record["sheet"]:
            wrong = f"no map {record['sheet']!r} in {game.id}{near_miss(record['sheet'], known)}"
            faults.error("bind-sheet", wrong, record.at("sheet"))
        else:
            faults.error("bind-sheet", f"which map of {game.id} is {name!r}?", record.at("map"),
                         help=f"give `sheet`, one of {', '.join(known)}; or `box`, if it is one whole")  # fmt: skip
        return None
    anchors = _anchors(record, sheet, faults)
    pattern = _pattern(record, "names", ("hex",), faults)
    if pattern is None and not record["names"] and not record["anchors"]:
        faults.error("bind-places", f"nothing says where the hexes of {name!r} are",
                     record.at("map"), help="give `names`, or `anchors` with three hexes")  # fmt: skip
    named = _boxes(record, "boxes", record["boxes"], boxes, faults)
    areas = _areas(record, boxes, faults)
    return MapRule(name, sheet.id, board, "", pattern, anchors, MappingProxyType(named), areas)


def _anchors(record: Record, sheet: MapSheet, faults: Faults) -> tuple[Anchor, ...]:
    anchors = []
    for word in record["anchors"]:
        match = _ANCHOR.fullmatch(word.text or "")
        if match is None or match[1] not in sheet.hexes:
            faults.error("bind-anchor", f"{word.text!r} is no hex of {sheet.id} and a pixel", word.span,
                         help="write  2934 1203,2210")  # fmt: skip
        else:
            anchors.append(Anchor(match[1], int(match[2]), int(match[3])))
    if anchors:
        try:
            fitted([(anchor, sheet.grid.centre(anchor.hex)) for anchor in anchors])
        except ValueError as wrong:
            faults.error("bind-anchor", str(wrong), record.at("anchors"))
            return ()
    return tuple(anchors)


def _areas(record: Record, known: Mapping[str, str], faults: Faults) -> tuple[tuple[str, int, int, int, int], ...]:
    """Boxes as rectangles of the map's pixels, for maps without a grid."""
    found = []
    for name, box in _boxes(record, "areas", {name: name for name in record["areas"]}, known, faults).items():
        match = _AREA.fullmatch(record["areas"][name])
        if match is None:
            faults.error("bind-area", f"{record['areas'][name]!r} is no rectangle", record.at("areas"),
                         help="write two corners in pixels:  10,20 310,120")  # fmt: skip
        else:
            left, top, right, bottom = map(int, match.groups())
            found.append((box, min(left, right), min(top, bottom), max(left, right), max(top, bottom)))
    return tuple(found)


def _boxes(
    record: Record, key: str, named: Mapping[str, str], known: Mapping[str, str], faults: Faults
) -> dict[str, str]:
    found = {}
    for name, box in named.items():
        if box not in known:
            of = f" for {name!r}" if name not in ("", box) else ""
            faults.error("bind-box", f"no box {box!r}{of}{near_miss(box, known)}", record.at(key))
        else:
            found[name] = known[box]
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
    pattern = _pattern(record, "pattern", ("turn", "month", "side", "phase"), faults)
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
    marks = tuple(sorted(MARKS))
    if row["mark"] and row["mark"] not in MARKS:
        faults.error("bind-mark", f"no mark {row['mark']!r}{near_miss(row['mark'], marks)}: one of {', '.join(marks)}",
                     row.at("mark"))  # fmt: skip
        return None
    levels = (row["levels"] or "").replace(",", " ").split()
    if not all((part.isascii() and part.isdigit()) or part in MARKS for part in levels):
        faults.error("bind-levels", f"{row['levels']!r}: expected steps, or a mark, for each level",
                     row.at("levels"), help=f"write  3 2 1  or  1 {marks[0]}")  # fmt: skip
        return None
    if levels and not row["layer"]:
        faults.error("bind-levels", "levels need their layer", row.at("layer"))
        return None
    if kind == Kind.STRENGTH and steps is None and not row["layer"]:
        faults.error("bind-levels", f"{row['piece']!r} tells no steps", row.at("steps"))
        return None
    shown = tuple(int(part) if part.isdigit() else part for part in levels)
    return PieceRule(_as_named(row["piece"]), Kind(kind), counter, row["picture"] or "", steps, row["mark"] or "",
                     row["layer"] or "", shown)  # fmt: skip
