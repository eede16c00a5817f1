"""What each source file looks like: the shapes, declared once; the JSON Schemas are made from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from builder.sources import kinds as k
from builder.sources.faults import Record
from builder.sources.kinds import Kind, choice
from builder.sources.shape import Column, Field, Fields, Items, Keyed, One, Sheet, Tree

FORMAT = replace(choice("format", "1"), schema={"enum": [1, "1"]})
STATUS = choice("status", "checked", "trial", "value", "source", "module", "hidden", "information", "open")
WITHOUT = choice("part", "turns", "phases", "counters")  # files that a game may say it does not have
FACE = choice("face", "front", "back")
NUMBERS_ARE = choice("numbers", "steps")  # a counter's strength is its steps, so that no column repeats it
MOST_STEPS = 9
MOST_STRENGTH = 20  # where steps are the strength: a fortress may have 16


def must(kind: Kind) -> Field:
    return Field(One(kind))


def may(kind: Kind) -> Field:
    return Field(One(kind), required=False)


def words(kind: Kind = k.WORD, required: bool = True) -> Field:
    return Field(Items(One(kind)), required)


NATION = Fields({"name": must(k.TEXT), "ground": must(k.COLOUR), "ink": must(k.COLOUR)})
SIDE = Fields({"name": must(k.TEXT), "colour": must(k.COLOUR), "nations": Field(Keyed(k.ID, NATION))})
WORDS = Fields(
    {
        "types": words(required=False),
        "sizes": words(required=False),
        "terrain": words(required=False),
        "features": words(required=False),
        "hexsides": words(required=False),
        "side_terrain": words(required=False),
        "marks": words(required=False),
        "entries": words(required=False),
    }
)
COLUMN_NAMES = k._pattern("column-name", r"[a-z][a-z0-9_]*", "a column name in lower case")
COLUMNS = Keyed(COLUMN_NAMES, One(k.COLUMN))
TABLE = Fields(
    {
        "title": must(k.TEXT),
        "key": may(COLUMN_NAMES),
        "columns": Field(COLUMNS),
        "keys": Field(Items(Items(One(k.TEXT))), required=False),
        "also": words(required=False),
    }
)
GAME = Fields(
    {
        "format": must(FORMAT),
        "id": must(k.ID),
        "name": must(k.TEXT),
        "version": must(k.VERSION),
        "rules": may(k.RULES),
        "validation": may(k.RULES),
        "sides": Field(Keyed(k.ID, SIDE)),
        "words": Field(WORDS, required=False),
        "columns": Field(
            Fields({"counters": Field(COLUMNS, required=False), "hexes": Field(COLUMNS, required=False)}),
            required=False,
        ),
        "maps": words(),
        "without": words(WITHOUT, required=False),
        "numbers": may(NUMBERS_ARE),
        "tables": Field(Keyed(COLUMN_NAMES, TABLE), required=False),
    }
)

GRID = Fields(
    {
        "tops": must(choice("tops", "pointy", "flat")),
        "rows": words(k.INTEGER),
        "columns": words(k.INTEGER),
        "first": must(choice("first", "row", "column")),
        "rows_grow": must(choice("rows_grow", "south", "north")),
        "columns_grow": must(choice("columns_grow", "east", "west")),
        "shifted": must(choice("shifted", "odd", "even")),
        "shift": must(choice("shift", "east", "west", "south", "north")),
        "prefix": may(k._pattern("prefix", "[A-Za-z]", "one letter")),
    }
)
LENGTHS = {"x": must(k.DECIMAL), "y": must(k.DECIMAL), "width": must(k.DECIMAL), "height": must(k.DECIMAL)}
BOX = Fields(
    {"id": must(k.PLACE), "name": must(k.TEXT), **LENGTHS, "heading": may(k.TEXT), "evidence": may(k.EVIDENCE)}
)
TRACK = Fields(  # its boxes count from `first` to `last`, or bear `names`
    {
        "track": must(k.ID),
        "name": may(k.TEXT),
        "heading": may(k.TEXT),
        "prefix": must(k._pattern("track-prefix", "[A-Za-z]+", "letters")),
        "first": may(k.INTEGER),
        "last": may(k.INTEGER),
        "names": words(k.TEXT, required=False),
        **LENGTHS,
        "per_row": must(k.INTEGER),
        "skip": may(k.INTEGER),
        "widths": words(k.DECIMAL, required=False),  # of each box, where they differ
        "evidence": may(k.EVIDENCE),
    }
)
FIT = Fields({"hex": must(k.HEX_NUMBER), "x": must(k.DECIMAL), "y": must(k.DECIMAL)})  # pixels of the picture
MARGINS = Fields({name: must(k.DECIMAL) for name in ("left", "top", "right", "bottom")})
MAP = Fields(
    {
        "format": must(FORMAT),
        "id": must(k.ID),
        "name": must(k.TEXT),
        "grid": Field(GRID),
        "picture": may(k.PICTURE),
        "fit": Field(Items(FIT, "hex"), required=False),
        "margins": Field(MARGINS, required=False),
        "boxes": Field(Items(BOX, "id"), required=False),
        "tracks": Field(Items(TRACK, "track"), required=False),
    }
)

PLACEMENT = Fields(
    {
        "what": must(k.ID),
        "at": must(k.PLACE),
        "steps": may(k.INTEGER),
        "stock": may(k.INTEGER),
        "marks": words(required=False),
        "face": may(FACE),
        "evidence": must(k.EVIDENCE),
    }
)
ARRIVAL = Fields(
    {
        "what": must(k.ID),
        "turn": must(k.INTEGER),
        "place": must(k.PLACE),
        "steps": may(k.INTEGER),
        "stock": may(k.INTEGER),
        "evidence": must(k.EVIDENCE),
    }
)
CONTROL = Fields({"hex": must(k.HEX_NUMBER), "side": must(k.SIDE), "evidence": must(k.EVIDENCE)})
SCENARIO = Fields(
    {
        "format": must(FORMAT),
        "id": must(k.ID),
        "name": must(k.TEXT),
        "rule": may(k.WORD),
        "first_turn": must(k.INTEGER),
        "last_turn": must(k.INTEGER),
        "first_side": must(k.SIDE),
        "first_phase": may(k.ID),
        "area": may(k.ID),
        "placements": Field(Items(PLACEMENT, "what")),
        "arrivals": Field(Items(ARRIVAL, "what"), required=False),
        "control": Field(Items(CONTROL, "hex"), required=False),
        "facts": Field(Keyed(k.TEXT, One(k.TEXT)), required=False),
    }
)
SCENARIO_ROWS = Sheet(  # an owner's overlay of a scenario as a table: its lists row by row
    (
        Column("list", choice("list", "placements", "arrivals", "control")),
        Column("what", k.PLACE),
        Column("nth", k.INTEGER),
        Column("at", k.PLACE, False),
        Column("turn", k.INTEGER, False),
        Column("side", k.SIDE, False),
        Column("steps", k.INTEGER, False),
        Column("stock", k.INTEGER, False),
        Column("marks", k.WORDS, False),
        Column("face", FACE, False),
    ),
    ("list", "what", "nth"),
    evidence=True,
)
SCENARIO_LISTS = {  # list -> its key in YAML, and the table's columns with the keys that they stand for
    "placements": ("what", {"at": "at", "steps": "steps", "stock": "stock", "marks": "marks", "face": "face"}),
    "arrivals": ("what", {"turn": "turn", "at": "place", "steps": "steps", "stock": "stock"}),
    "control": ("hex", {"side": "side"}),
}
MODULE = Tree()
YAML = {"game": GAME, "map": MAP, "scenario": SCENARIO, "module": MODULE}

TURNS = Sheet(
    (
        Column("turn", k.INTEGER),
        Column("label", k.TEXT),
        Column("first_day", k.DATE, False),
        Column("last_day", k.DATE, False),
        Column("month", k.TEXT, False),
        Column("part", k.TEXT, False),
        Column("box", k.PLACE, False),
    ),
    ("turn",),
)
PHASES = Sheet(
    (
        Column("side", k.SIDE, False),
        Column("id", k.ID),
        Column("letter", k.WORD),
        Column("name", k.TEXT),
        Column("rule", k.TEXT, False),
        Column("turns", k.TURNS, False),
    ),
    ("side", "id"),
)
MARKERS = Sheet(
    (
        Column("id", k.ID),
        Column("name", k.TEXT),
        Column("side", k.SIDE, False),
        Column("count", k.INTEGER),
        Column("front", k.TEXT),
        Column("back", k.TEXT, False),
        Column("rule", k.TEXT, False),
    ),
    ("id",),
    evidence=True,
)
HEXSIDES = Sheet(
    (
        Column("a", k.HEX_NUMBER),
        Column("b", k.HEX_NUMBER),
        Column("kind", k.WORD),
        Column("name", k.TEXT, False),
    ),
    ("a", "b", "kind"),
    evidence=True,
)
REGIONS = Sheet(
    (
        Column("region", k.ID),
        Column("kind", k.WORD),
        Column("rule", k.TEXT, False),
        Column("hexes", k.HEXES),
        Column("note", k.TEXT, False),
    ),
    ("region",),
    evidence=True,
)
CATALOGUE = Sheet(
    (
        Column("id", k.WORD),
        Column("title", k.TEXT),
        Column("summary", k.TEXT),
        Column("status", STATUS),
        Column("note", k.TEXT, False),
    ),
    ("id",),
)
GPIDS = Sheet(
    (
        Column("gpid", k.INTEGER),
        Column("kind", choice("gpid-kind", "slot", "mark", "replace")),
        Column("key", k.TEXT),
        Column("retired", k.YES, False),
    ),
    ("gpid",),
)


def counters(own: Mapping[str, tuple[Kind, bool]]) -> Sheet:
    """The counter mix: a column for each number and count of steps (a cell `4-3` would become a date).

    Where each counter brings its picture, neither type nor designation nor steps need be said.
    """
    pictured = own.get("front") == (k.PICTURE, True)
    values = [Column(f"{name}_{n}", k.INTEGER, False) for n in range(MOST_STEPS, 0, -1) for name in NUMBERS]
    return Sheet(
        (
            Column("id", k.ID),
            Column("side", k.SIDE),
            Column("nation", k.NATION),
            Column("designation", k.TEXT, not pictured),
            Column("name", k.TEXT),
            Column("type", k.WORD, not pictured),
            Column("size", k.WORD, False),
            Column("steps", k.INTEGER, not pictured),
            Column("movement", k.INTEGER, False),
            *values,
            Column("army", k.TEXT, False),
            Column("start", k.PLACE, False),
            Column("arrival_turn", k.INTEGER, False),
            Column("arrival_place", k.PLACE, False),
            *(Column(name, kind, required) for name, (kind, required) in own.items()),
            Column("note", k.TEXT, False),
        ),
        ("id",),
        ("values", "reduced", "place"),
        evidence=True,
    )


NUMBERS = ("attack", "defence", "cavalry")


def hexes(own: Mapping[str, tuple[Kind, bool]]) -> Sheet:
    return Sheet(
        (
            Column("hex", k.HEX_NUMBER),
            Column("terrain", k.WORD),
            Column("owner", k.WORD, False),
            Column("place", k.TEXT, False),
            Column("features", k.WORDS, False),
            *(Column(name, kind, required) for name, (kind, required) in own.items()),
        ),
        ("hex",),
        evidence=True,
    )


def table(shape: Record) -> Sheet:
    """A table that game.yaml declares; its rows state their evidence and may carry a note."""
    key = shape["key"] or DEFAULT_KEYS
    columns = [Column(name, *column) for name, column in shape["columns"].items() if isinstance(column, tuple)]
    key_kind = k.HEX_NUMBER if key == "hex" else k.TEXT
    return Sheet((Column(key, key_kind), *columns, Column("note", k.TEXT, False)), (key,), evidence=True)


DEFAULT_KEYS = "key"
