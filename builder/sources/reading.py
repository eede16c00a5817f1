"""Every source file of a game as shaped records, with an owner's overlay laid over them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from builder.model import Span, near_miss
from builder.sources import layout
from builder.sources.csvfile import CsvFile, read_csv
from builder.sources.faults import Faults, Record, Word
from builder.sources.find import shown
from builder.sources.hashing import source_files
from builder.sources.kinds import Kind
from builder.sources.overlay import lay_over, lay_rows
from builder.sources.overlay_scenario import lay_scenario
from builder.sources.shape import Shape, Sheet, shape_csv, shape_yaml
from builder.sources.yamlfile import Node, read_yaml

OVERLAY_GPIDS = 100_000


@dataclass(slots=True)
class MapRecords:
    map: Record
    hexes: list[Record] = field(default_factory=list)
    sides: list[Record] = field(default_factory=list)
    regions: list[Record] = field(default_factory=list)


@dataclass(slots=True)
class TableRecords:
    sheet: Sheet
    rows: list[Record]
    columns: tuple[str, ...]
    shape: Record
    file: str
    span: Span


@dataclass(slots=True)
class Sources:
    """All records of a game, before names are linked to things."""

    folder: Path
    overlay: Path | None
    game: Record
    turns: list[Record]
    phases: list[Record]
    counters: list[Record]
    markers: list[Record]
    maps: list[MapRecords]
    tables: dict[str, TableRecords]
    scenarios: list[Record]
    catalogue: list[Record]
    gpids: list[Record]
    module: dict[str, Any]

    def words(self, name: str) -> tuple[str, ...]:
        """One of the game's word lists; () where it is not given."""
        words = self.game["words"]
        return tuple(word.text for word in words.get(name, ())) if isinstance(words, Record) else ()

    def own_columns(self, file: str) -> dict[str, tuple[Kind, bool]]:
        return own_columns(self.game, file)


class _Files:
    """Reads one folder and its overlay by relative name; remembers what was asked for."""

    def __init__(self, folder: Path, overlay: Path | None, faults: Faults):
        self.folder, self.overlay, self.faults = folder, overlay, faults
        self.asked: set[str] = set()

    def yaml(self, name: str, shape: Shape, required: bool = True) -> Any:
        base = self._one(self.folder, name, required, lambda p, s: self._yaml(p, s, shape, False))
        over = self._over(name, lambda p, s: self._yaml(p, s, shape, True))
        if isinstance(base, Record) and isinstance(over, Record):
            return lay_over(base, over, shape, self.faults)
        return base

    def csv(self, name: str, sheet: Sheet, required: bool = True) -> list[Record]:
        return self.table(name, sheet, required)[0]

    def table(self, name: str, sheet: Sheet, required: bool = True) -> tuple[list[Record], tuple[str, ...]]:
        base = self._one(self.folder, name, required, lambda p, s: self._csv(p, s, sheet, False))
        rows, header = base or ([], ())
        over = self._over(name, lambda p, s: self._csv(p, s, sheet, True))
        if over:
            rows = lay_rows(rows, over[0], sheet, self.faults)
        return rows, header

    def _yaml(self, path: Path, name: str, shape: Shape, partly: bool) -> Any:
        node: Node | None = read_yaml(path, name, self.faults)
        return None if node is None else shape_yaml(node, shape, self.faults, partly=partly)

    def _csv(self, path: Path, name: str, sheet: Sheet, partly: bool) -> tuple[list[Record], tuple[str, ...]] | None:
        file: CsvFile | None = read_csv(path, name, self.faults)
        return None if file is None else (shape_csv(file, sheet, self.faults, partly=partly), file.header)

    def _one(self, root: Path, name: str, required: bool, read: Callable[[Path, str], Any]) -> Any:
        self.asked.add(name)
        path = root / name
        if not path.is_file():
            if required:
                self.faults.error("file-missing", "the file is missing", Span(shown(path)))
            return None
        return read(path, shown(path))

    def over_csv(self, name: str, sheet: Sheet) -> list[Record]:
        """The rows of a table that only an overlay has."""
        over = self._over(name, lambda p, s: self._csv(p, s, sheet, True))
        return over[0] if over else []

    def _over(self, name: str, read: Callable[[Path, str], Any]) -> Any:
        return None if self.overlay is None else self._one(self.overlay, name, False, read)

    def strangers(self) -> Iterator[tuple[str, Path]]:
        """CSV and YAML files that no part of the game asked for."""
        for root in (self.folder, self.overlay):
            if root is not None:
                for path in sorted(source_files(root)):
                    name = path.relative_to(root).as_posix()
                    if path.suffix.lower() in (".csv", ".yaml", ".yml") and name not in self.asked:
                        yield name, path


def read_sources(folder: Path, overlay: Path | None, faults: Faults) -> Sources | None:
    """Everything under a game's folder; None where game.yaml itself is beyond use."""
    files = _Files(folder, overlay, faults)
    game = files.yaml("game.yaml", layout.GAME)
    if game is None:
        return None
    without = {word.text for word in game["without"] if isinstance(word, Word)}

    def rows(part: str, sheet: Sheet) -> list[Record]:
        """The rows of a file that must be there, unless game.yaml says that this game goes without it."""
        return [] if part in without else files.csv(f"{part}.csv", sheet)

    sources = Sources(
        folder,
        overlay,
        game,
        turns=rows("turns", layout.TURNS),
        phases=rows("phases", layout.PHASES),
        counters=rows("counters", layout.counters(own_columns(game, "counters"))),
        markers=files.csv("markers.csv", layout.MARKERS, required=False),
        maps=list(_maps(files, game, layout.hexes(own_columns(game, "hexes")))),
        tables=_tables(files, game),
        scenarios=[],
        catalogue=files.csv("rules/catalogue.csv", layout.CATALOGUE, required=False),
        gpids=files.csv("gpids.csv", layout.GPIDS, required=False),
        module=files.yaml("module.yaml", layout.MODULE, required=False) or {},
    )
    for path in sorted((folder / "scenarios").glob("*.yaml")):
        scenario = files.yaml(f"scenarios/{path.name}", layout.SCENARIO)
        if scenario is not None:
            lay_scenario(scenario, files.over_csv(f"scenarios/{path.stem}.csv", layout.SCENARIO_ROWS), faults)
            sources.scenarios.append(scenario)
    for name, path in files.strangers():
        near = near_miss(name, files.asked)
        faults.error("file-unknown", f"nothing asks for the file {name!r}{near}", Span(shown(path)))
    return sources


def own_columns(game: Record, file: str) -> dict[str, tuple[Kind, bool]]:
    """The columns that only this game's counters.csv or hexes.csv has: kind, and whether it must be filled."""
    columns = game["columns"]
    found = columns.get(file) if isinstance(columns, Record) else None
    return {name: column for name, column in (found or {}).items() if isinstance(column, tuple)}


def _maps(files: _Files, game: Record, hexes: Sheet) -> Iterator[MapRecords]:
    for word in game["maps"]:
        if not isinstance(word, Word):
            continue
        found = files.yaml(f"{word.text}/map.yaml", layout.MAP)
        rows = MapRecords(found) if found is not None else None
        sheets = [
            files.csv(f"{word.text}/{name}.csv", sheet, required)
            for name, sheet, required in (
                ("hexes", hexes, found is None or not found["picture"]),
                ("hexsides", layout.HEXSIDES, False),
                ("regions", layout.REGIONS, False),
            )
        ]
        if rows is not None:
            rows.hexes, rows.sides, rows.regions = sheets
            yield rows


def _tables(files: _Files, game: Record) -> dict[str, TableRecords]:
    found: dict[str, TableRecords] = {}
    for name, shape in game["tables"].items():
        if not isinstance(shape, Record):
            continue
        sheet = layout.table(shape)
        file = f"tables/{name}.csv"
        rows, header = files.table(file, sheet)
        columns = tuple(c for c in header if c != "evidence" and not c.startswith("ev_"))
        found[name] = TableRecords(sheet, rows, columns, shape, f"{name}.csv", Span(shown(files.folder / file), 1))
    return found
