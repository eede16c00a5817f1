"""What the sources only deduce, compute or choose: the data that somebody with the printed game could settle.

`missing_data` lists it file by file; `write_missing` writes it as an overlay to fill in: keys in place, cells blank,
what we have beside each in a comment column.
"""

from __future__ import annotations

import csv
import io
from collections import Counter as Count
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from builder.model import BadInput, Evidence, Span, Tag, error
from builder.sources import layout
from builder.sources.faults import Faults, Record, Word
from builder.sources.find import find_game
from builder.sources.link import counter_evidence
from builder.sources.reading import Sources, own_columns, read_sources
from builder.sources.shape import COMMENT, PRINTED, Sheet

WEAK = (Tag.DEDUCED, Tag.COMPUTED, Tag.CHOSEN)
NO_DATA = frozenset({"note", "rule"})  # ours to write, whatever the game prints
README = "README.md"


@dataclass(frozen=True, slots=True)
class WeakRow:
    """`now`: column -> what we have; `evidence`: column -> its weak evidence, "" where the row itself is the datum."""

    key: tuple[str, ...]
    now: Mapping[str, str]
    evidence: Mapping[str, Evidence]


@dataclass(frozen=True, slots=True)
class WeakFile:
    """The rows of one source file with weak data. `name` is its path in a game's folder and in an overlay."""

    name: str
    key: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[WeakRow, ...]

    def counts(self) -> dict[Tag, int]:
        """Data by evidence, the stronger first."""
        found = Count(evidence.tag for row in self.rows for evidence in row.evidence.values())
        return {tag: found[tag] for tag in WEAK if found[tag]}


def missing_data(game: str | Path, overlay: Path | None = None) -> tuple[WeakFile, ...]:
    """Every file with weak data, in the order of the sources. BadInput where they cannot be read."""
    faults = Faults()
    sources = read_sources(find_game(game), overlay, faults)
    if faults.errors or sources is None:
        raise BadInput(*faults.errors)
    return tuple(file for file in _files(sources) if file.rows)


def _files(sources: Sources) -> Iterator[WeakFile]:
    yield _file("counters.csv", layout.counters(own_columns(sources.game, "counters")), sources.counters)
    yield _file("markers.csv", layout.MARKERS, sources.markers)
    folders = [word.text for word in sources.game["maps"] if isinstance(word, Word)]
    hexes = layout.hexes(own_columns(sources.game, "hexes"))
    for folder, sheets in zip(folders, sources.maps):
        yield _file(f"{folder}/hexes.csv", hexes, sheets.hexes)
        yield _file(f"{folder}/hexsides.csv", layout.HEXSIDES, sheets.sides)
        yield _file(f"{folder}/regions.csv", layout.REGIONS, sheets.regions)
    for table in sources.tables.values():
        yield _file(f"tables/{table.file}", table.sheet, table.rows)
    for path, scenario in zip(sorted((sources.folder / "scenarios").glob("*.yaml")), sources.scenarios):
        yield _scenario(f"scenarios/{path.stem}.csv", scenario)


def _file(name: str, sheet: Sheet, records: Iterable[Record]) -> WeakFile:
    """Columns that no row uses are left out; a hexside is one datum, whatever it is called."""
    records = tuple(records)
    used = {column for record in records for column in record.texts}
    columns = tuple(c.name for c in sheet.columns if c.name in used and c.name not in (*sheet.key, *NO_DATA))
    rows = []
    for record in records:
        now = {column: record.texts[column] for column in columns if record.texts.get(column)}
        if sheet is layout.HEXSIDES:
            evidence = {"": record.evidence.get("")}
        elif sheet is layout.REGIONS:
            evidence = {"hexes": record.evidence.get("hexes") or record.evidence.get("")}
        else:
            said = record.evidence if "steps" not in sheet.known else counter_evidence(record, record.get("steps") or 0)
            evidence = {column: said.get(column) or said.get("") for column in now} or {"": said.get("")}
        weak = {column: found for column, found in evidence.items() if found is not None and found.tag in WEAK}
        if weak:
            rows.append(WeakRow(tuple(record.texts.get(column, "") for column in sheet.key), now, weak))
    return WeakFile(name, sheet.key, columns, tuple(rows))


def _scenario(name: str, scenario: Record) -> WeakFile:
    """Every entry of its lists whose evidence is weak; the entry is one datum."""
    rows, used = [], {}
    for list_, (key, columns) in layout.SCENARIO_LISTS.items():
        seen: Count[str] = Count()
        for entry in scenario[list_]:
            if not isinstance(entry, Record):
                continue
            seen[entry[key]] += 1
            found = entry.evidence.get("")
            if found is not None and found.tag in WEAK:
                now = {column: _text(entry[yaml]) for column, yaml in columns.items() if entry[yaml] not in (None, ())}
                now = {column: text for column, text in now.items() if text}
                used |= dict.fromkeys(now)
                rows.append(WeakRow((list_, entry[key], str(seen[entry[key]])), now, {"": found}))
    sheet = layout.SCENARIO_ROWS
    return WeakFile(name, sheet.key, tuple(c.name for c in sheet.columns if c.name in used), tuple(rows))


def _text(value: object) -> str:
    return " ".join(word.text for word in value) if isinstance(value, tuple) else str(value)


# ---- written out


@dataclass(frozen=True, slots=True)
class Written:
    written: tuple[Path, ...]
    kept: tuple[Path, ...]  # stood there already


def write_missing(game: str | Path, files: Iterable[WeakFile], folder: Path, delimiter: str = ",") -> Written:
    """The files as an overlay to fill in, and a page that says how. What stands there already is left as it is.

    BadInput where the folder cannot be written.
    """
    written, kept = [], []
    texts = {file.name: _csv(file, delimiter).encode("utf-8-sig") for file in files}
    texts[README] = _readme(str(game)).encode("utf-8")
    for name, data in texts.items():
        path = folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("xb") as file:
                file.write(data)
        except FileExistsError:
            if not path.is_file():
                way = next(part for part in (path, *path.parents) if part.exists())
                raise BadInput(
                    error("missing-folder", "is in the way of what is to be written", Span(str(way)))
                ) from None
            kept.append(path)
        except OSError as trouble:
            said = f"cannot be written: {trouble.strerror or trouble}"
            raise BadInput(error("missing-write", said, Span(str(path)))) from None
        else:
            written.append(path)
    return Written(tuple(written), tuple(kept))


def _csv(file: WeakFile, delimiter: str) -> str:
    out = io.StringIO()
    lines = csv.writer(out, delimiter=delimiter, lineterminator="\r\n")
    pairs = [name for column in file.columns for name in (column, f"{COMMENT} {column}")]
    lines.writerow([*file.key, *pairs, PRINTED.name, f"{COMMENT} evidence"])
    for row in file.rows:
        cells = [cell for column in file.columns for cell in ("", _comment(row.now.get(column, "")))]
        lines.writerow([*row.key, *cells, "", _comment(_said(row))])
    return out.getvalue()


def _said(row: WeakRow) -> str:
    """`computed`, or `terrain, owner: computed. place: deduced; the sister game`."""
    by_evidence: dict[str, list[str]] = {}
    for column, evidence in row.evidence.items():
        by_evidence.setdefault(str(evidence), []).append(column)
    if len(by_evidence) == 1 and len(row.evidence) in (1, len(row.now)):
        return next(iter(by_evidence))
    return ". ".join(f"{', '.join(columns)}: {said}" for said, columns in by_evidence.items())


def _comment(text: str) -> str:
    """Never a formula to a spreadsheet."""
    return f" {text}" if text[:1] in tuple("=+-@\t") else text


def _readme(game: str) -> str:
    return f"""# What you can settle

These tables list what our sources of this game only deduce, compute or choose. If you own the game, you can replace
any of it with what is printed. Open a table in a spreadsheet, fill in what you know, save it as CSV (UTF-8; commas or
semicolons), and give the folder to any command:

    hexwright lint {game} --overlay FOLDER
    hexwright map {game} --overlay FOLDER
    hexwright build {game} --overlay FOLDER

- The first columns say which row it is: leave them as they are.
- A column whose name begins with `#` shows what we have. It is not read.
- **A blank cell says nothing.** Fill only what you have seen; each cell that you fill counts as the owner's.
- `(none)` empties a cell: no town here, no port.
- `printed`: `yes` if all of the row stands so in the game, `no` if there is no such thing (a river along that side).
- A thing that we lack is a new row at the end, with its key and every cell that such a row must have.
- Hex numbers that begin with 0 may lose it in a spreadsheet; they are read all the same, with a warning.
- Delete the rows, or whole tables, that you do not care for.

`hexwright missing {game} --overlay FOLDER` says what is still open.
"""
