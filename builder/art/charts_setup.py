"""Where units may begin, for players: the areas of set-up codes and the front lines as lists of hexes, and what a
table of statements asks, in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from builder.art.chart_values import Cell, Chart, Part, cell, head, mark_of
from builder.model import Game, MapSheet, Region, Row, Table

KINDS = (("set-up", "Set-up areas"), ("front", "Front lines"))
STATEMENT_COLUMNS = {"scenario", "do", "who", "count", "where", "box"}
DEEDS = {
    "place": "begin", "dead": "begin dead", "remove": "are out of the game", "draw": "are drawn", "most": "at most",
    "least": "at least", "exact": "exactly", "cover": "hold every hex", "confine": "keep to", "forbid": "never",
    "only": "none but these", "face": "side up", "steps": "steps", "convert": "turn into others", "info": "",
    "pile": "in a hex at most", "apart": "share no hex", "beside": "the first with the second in each hex",
}  # fmt: skip
WORDS = re.compile(r"(not-)?([a-z]+)=(\S+)")


def area_chart(game: Game) -> Chart | None:
    """The hexes of each set-up code and front line; None for a game that has neither."""
    parts = []
    for kind, title in KINDS:
        for sheet in game.maps:
            rows = tuple(_area(region, sheet) for region in sheet.region_facts.values() if region.kind == kind)
            if rows:
                where = f"{title}: {sheet.name}" if len(game.maps) > 1 else title
                parts.append(Part(where, ("Area", "Rule", "Hexes"), rows))
    return Chart("setup-areas", "Set-up areas", tuple(parts)) if parts else None


def _area(region: Region, sheet: MapSheet) -> tuple[Cell, ...]:
    hexes = runs(number for number in region.hexes if number in sheet.hexes)
    return (
        head(area_name(region.id)),
        Cell(region.rule),
        Cell(" ".join(hexes), mark_of(region.evidence), "left"),
    )


def runs(hexes: Iterable[str]) -> Iterator[str]:
    """Numbers in order, three and more in a row as `3101-3104`."""
    found: list[list[str]] = []
    for number in sorted(hexes):
        last = found[-1][-1] if found else ""
        if last[:-2] == number[:-2] and last[-2:].isdigit() and int(number[-2:]) == int(last[-2:]) + 1:
            found[-1].append(number)
        else:
            found.append([number])
    for run in found:
        if len(run) > 2:
            yield f"{run[0]}-{run[-1]}"
        else:
            yield from run


def area_name(region: str) -> str:
    """`setup-b` is the code B; `front-1915-allied` the front 1915 allied."""
    code = region.removeprefix("setup-")
    if code != region:
        return code.upper() if len(code) < 3 else code.replace("-", " ")
    return region.replace("-", " ")


def is_statements(table: Table) -> bool:
    return set(table.columns) >= STATEMENT_COLUMNS


def statement_chart(table: Table, game: Game) -> Chart:
    """A part for each scenario: who, what is asked of them, how many, where. Every row of the table is one."""
    names = {scenario.id: scenario.name for scenario in game.scenarios.values()}
    by_scenario: dict[str, list[Row]] = {}
    for row in table.rows.values():
        by_scenario.setdefault(row["scenario"], []).append(row)
    parts = tuple(
        Part(names.get(which, "Every scenario"), ("Units", "What", "Number", "Where", "Rule"),
             tuple(_statement(row, game) for row in rows))
        for which, rows in by_scenario.items()
    )  # fmt: skip
    return Chart(table.id.replace("_", "-"), table.title, parts)


def _statement(row: Row, game: Game) -> tuple[Cell, ...]:
    where = in_words(row["where"], game)
    box = _box(row["box"], game)
    placed = "; ".join(part for part in (where, f"box {box}" if box else "") if part)
    note = f" ({row['note']})" if row["note"] else ""
    turns = f" in turns {row['turns'].replace('..', '-')}" if row["turns"] else ""
    return (
        Cell(in_words(row["who"], game), "", "left"),
        Cell(DEEDS.get(row["do"], row["do"]), "", "left"),
        cell(row, "count"),
        Cell(f"{placed}{turns}{note}", "", "left"),
        Cell(row.evidence_of("count").rule),
    )


def in_words(text: str, game: Game) -> str:
    """`nation=french code=F | box=Dead-allied` as `French, code F; or box Allied dead pile`."""
    return "; or ".join(", ".join(_words(part, game)) for part in text.split("|") if part.strip())


def _words(text: str, game: Game) -> Iterator[str]:
    for no, word, wanted in WORDS.findall(text):
        said = [_one(word, one, game) for one in wanted.split(",")]
        yield f"{'not ' if no else ''}{_HEADS.get(word, '')}{' or '.join(said)}"


def _one(word: str, one: str, game: Game) -> str:
    if word == "nation" and one in game.nations:
        return game.nations[one].name
    if word == "region":
        return area_name(one)
    if word == "box":
        return _box(one, game)
    if word == "within":
        centre, _, steps = one.partition("/")
        return f"{steps} hexes of {centre}"
    low, dots, high = one.partition("..")
    if not dots:
        return one
    return f"{low} to {high}" if low and high else f"{low} and above" if low else f"up to {high}"


_HEADS = {"code": "code ", "value": "value ", "region": "area ", "rows": "rows ", "box": "box ", "hexes": "hex ",
          "within": "within ", "country": "country ", "name": "unit ", "defence": "defence ", "attack": "attack ",
          "movement": "movement ", "steps": "steps ", "map": "map ", "shock": "shock ",
          "terrain": ""}  # fmt: skip


def _box(id: str, game: Game) -> str:
    return next((box.label for sheet in game.maps for box in sheet.boxes if box.id == id), id)
