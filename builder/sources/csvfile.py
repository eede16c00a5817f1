"""CSV as spreadsheets write it: comma or semicolon, byte-order mark, any line end; every cell has a place."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from builder.model import Span
from builder.sources.faults import Faults

LIMIT = 16 << 20  # bytes; our largest table has 100,000


@dataclass(frozen=True, slots=True)
class Line:
    """One record: its cells and the line it begins on."""

    cells: list[str]
    number: int


@dataclass(frozen=True, slots=True)
class CsvFile:
    path: str  # as messages show it
    header: tuple[str, ...]
    lines: tuple[Line, ...]
    raw: tuple[str, ...]  # the physical lines
    delimiter: str

    def span(self, line: int, index: int) -> Span:
        """The place of a cell, columns counted in characters; found by reading the line again, only when asked."""
        return _locate(self.path, self.raw, line, index, self.delimiter)


def read_text(path: Path, shown: str, faults: Faults) -> str | None:
    """A file's text with plain line ends and no byte-order mark; None, with a fault, where it cannot be read."""
    try:
        if path.stat().st_size > LIMIT:
            faults.error("file-size", f"the file is larger than {LIMIT >> 20} MB", Span(shown))
            return None
        data = path.read_bytes()
    except OSError as trouble:
        faults.error("file-read", f"cannot be read: {trouble.strerror or trouble}", Span(shown))
        return None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as trouble:
        line = data.count(b"\n", 0, trouble.start) + 1
        faults.error(
            "file-encoding",
            f"byte {data[trouble.start]:#04x} is not UTF-8",
            Span(shown, line),
            help="save the file as CSV UTF-8",
        )
        return None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_csv(path: Path, shown: str, faults: Faults) -> CsvFile | None:
    """The file's records; None, with a fault, where there is no table at all."""
    text = read_text(path, shown, faults)
    if text is None:
        return None
    raw = tuple(text.split("\n"))
    head = next((line for line in raw if line.strip()), "")
    delimiter = ";" if head.count(";") > head.count(",") else ","
    lines = tuple(_records(raw, delimiter, shown, faults))
    if not lines:
        faults.error("file-empty", "the file has no header line", Span(shown, 1))
        return None
    header = tuple(cell.strip() for cell in lines[0].cells)
    while header and not header[-1]:
        header = header[:-1]  # spreadsheets leave empty columns at the right
    return CsvFile(shown, header, lines[1:], raw, delimiter)


def _records(raw: tuple[str, ...], delimiter: str, shown: str, faults: Faults) -> Iterator[Line]:
    reader = csv.reader((line + "\n" for line in raw), delimiter=delimiter, strict=True)
    before = 0
    try:
        for cells in reader:
            if any(cell and not cell.isspace() for cell in cells):
                yield Line(cells, before + 1)
            before = reader.line_num
    except csv.Error as trouble:
        faults.error("csv-quotes", f"the line cannot be read: {trouble}", Span(shown, before + 1))


def _locate(path: str, raw: tuple[str, ...], line: int, index: int, delimiter: str) -> Span:
    if '"' not in raw[line - 1]:  # the usual case, and quick
        cells = raw[line - 1].split(delimiter)
        return Span(path, line, sum(len(cell) + 1 for cell in cells[:index]) + (index < len(cells)))
    column, quoted, number, cell = 0, False, line, 0
    start = (line, 1)
    while cell < index and number <= len(raw):
        text = raw[number - 1]
        while column < len(text) and cell < index:
            if text[column] == '"':
                quoted = not quoted
            elif text[column] == delimiter and not quoted:
                cell += 1
                start = (number, column + 2)
            column += 1
        if cell == index:
            break
        if not quoted:
            return Span(path, line, len(raw[line - 1]) + 1)  # a short row: after its end
        number, column = number + 1, 0
    return Span(path, *start)
