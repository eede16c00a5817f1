"""Every chart of the three games, read from its page, against the rows of the files as the csv module reads them."""

from __future__ import annotations

import csv
import re
from functools import lru_cache
from pathlib import Path

import pytest
import yaml
from lxml import html

from builder.art.charts import charts, charts_for
from builder.art.charts_picture import chart_svg, column_widths
from builder.art.charts_setup import in_words, runs
from builder.model import Game
from builder.sources import load

SOURCE = Path(__file__).resolve().parents[2] / "source"
GAMES = ("glorys_end", "italian_front", "tgwie")
OURS = {"chosen": "*", "deduced": "d", "computed": "m"}
DASH = "\u2013"


@lru_cache(maxsize=3)
def game_of(name: str) -> Game:
    return load(SOURCE / name)


def rows_of(game: str, file: str) -> list[dict[str, str]]:
    with (SOURCE / game / file).open(encoding="utf-8-sig", newline="") as lines:
        return list(csv.DictReader(lines))


def sign(row: dict[str, str], *columns: str) -> str:
    """The mark that a cell must bear: none where the book says it."""
    for column in columns:
        tag = re.split("[:;]", row.get(f"ev_{column}") or row["evidence"])[0].strip()
        if tag in OURS:
            return OURS[tag]
    return ""


def pages(game: str) -> dict[str, list[list[list[tuple[str, str]]]]]:
    """Chart id to its tables, rows and cells as (text, mark), all from the page itself."""
    found = {}
    for name, text in charts_for(game_of(game)).items():
        root = html.fromstring(text)
        tables = []
        for table in root.iter("table"):
            rows = [[_cell(cell) for cell in row if cell.tag in ("td", "th")] for row in table.iter("tr")]
            tables.append(rows)
        found[name.removeprefix("chart-").removesuffix(".html")] = tables
    return found


def _cell(cell) -> tuple[str, str]:
    mark = "".join(sup.text or "" for sup in cell.iter("sup"))
    text = cell.text_content().strip().removesuffix(mark) if mark else cell.text_content().strip()
    return text.replace("\u00a0", " ").replace("\u2011", "-"), mark


def spoken(game: Game) -> dict[str, str]:
    names = {n.id: n.name for n in game.nations.values()} | {s.id: s.name for s in game.sides}
    return names | {s.id: s.name for s in game.scenarios.values()}


def expected(game: Game, row: dict[str, str], column: str) -> str:
    """What a reader should find for a cell of the file."""
    text = row[column]
    if column in ("turn", "first") and text.isdigit():
        return game.turns[int(text) - 1].label
    if column.endswith("_drm") and text.isdigit() and text != "0":
        return f"+{text}"
    names = spoken(game)
    return names.get(text, text) or DASH


LISTED = [(name, table) for name in ("italian_front", "tgwie")
          for table in yaml.safe_load((SOURCE / name / "module.yaml").read_text("utf-8"))["charts"]]  # fmt: skip
MATRICES = {"crt_a", "crt_b"}
STATEMENTS = {"setup"}


@pytest.mark.parametrize(("name", "table"), [one for one in LISTED if one[1] not in MATRICES | STATEMENTS])
def test_a_table_as_it_stands(name: str, table: str) -> None:
    game, rows = game_of(name), rows_of(name, f"tables/{table}.csv")
    ((_, *shown),) = pages(name)[table.replace("_", "-")]
    key, *others = [c for c in rows[0] if c != "evidence" and not c.startswith("ev_")]
    filled = [c for c in others if any(row[c] for row in rows)]
    assert len(shown) == len(rows)
    for row, cells in zip(rows, shown, strict=True):
        if key != "key":
            assert cells.pop(0) == (row[key].replace("-", " "), "")
        assert len(cells) == len(filled)
        for column, (text, mark) in zip(filled, cells, strict=True):
            ids = [word for word in row[column].split() if word in game.counters]
            if ids and ids == row[column].split():
                assert len(text.split(", ")) == len(ids)
                assert all(game.counters[i].designation in text for i in ids)
            else:
                assert text == expected(game, row, column), (row[key], column)
            wanted = sign(row, column) if row[column] and column != "note" else ""
            assert mark == wanted, (row[key], column)


@pytest.mark.parametrize("table", sorted(MATRICES))
def test_combat_results_of_tgwie_by_odds_and_die(table: str) -> None:
    rows = {row["key"]: row for row in rows_of("tgwie", f"tables/{table}.csv")}
    ((head, *shown),) = pages("tgwie")[table.replace("_", "-")]
    odds = [text for text, _ in head][1:]
    cells = {f"{column}/{line[0][0]}": cell for line in shown for column, cell in zip(odds, line[1:], strict=True)}
    assert cells.keys() == rows.keys() - {"worse"} and len(cells) == 42
    for key, (text, mark) in cells.items():
        row = rows[key]
        assert text == f"{row['attacker']}/{row['defender']}", key
        assert mark == sign(row, "attacker", "defender"), key


def test_statements_of_tgwie_row_by_row() -> None:
    game, rows = game_of("tgwie"), rows_of("tgwie", "tables/setup.csv")
    shown = [line for table in pages("tgwie")["setup"] for line in table[1:]]
    order = list(dict.fromkeys(row["scenario"] for row in rows))
    rows.sort(key=lambda row: order.index(row["scenario"]))
    assert len(shown) == len(rows)
    for row, (who, _, number, where, rule) in zip(rows, shown, strict=True):
        assert number == (row["count"] or DASH, sign(row, "count") if row["count"] else "")
        assert rule[0] == (re.split("[;]", row["evidence"])[0].partition(":")[2] or DASH).strip()
        nations = re.search(r"nation=(\S+)", row["who"])[1].split(",")
        assert all(game.nations[nation].name in who[0] for nation in nations)
        for hex_ in re.findall(r"[EW]\d{4}", row["where"]):
            assert hex_ in where[0]
        assert "=" not in who[0] + where[0] and (row["note"] or "") in where[0]


@pytest.mark.parametrize("name", ["italian_front", "tgwie"])
def test_areas_and_front_lines_hex_by_hex(name: str) -> None:
    """Each region of the files once, with its very hexes."""
    wanted = []
    for kind in ("set-up", "front"):
        for file in sorted(SOURCE.joinpath(name).glob("*/regions.csv"), reverse=True):  # west before east
            regions = rows_of(name, f"{file.parent.name}/regions.csv")
            wanted += [(row["rule"] or DASH, sorted(row["hexes"].split()), sign(row, "hexes"))
                       for row in regions if row["kind"] == kind]  # fmt: skip
    shown = [line for table in pages(name)["setup-areas"] for line in table[1:]]
    assert len(shown) == len(wanted)
    assert [(rule, sorted(spread(hexes)), mark) for _, (rule, _), (hexes, mark) in shown] == wanted


def spread(text: str) -> list[str]:
    found = []
    for part in text.split():
        first, _, last = part.partition("-")
        found += [f"{first[:-2]}{n:02}" for n in range(int(first[-2:]), int((last or first)[-2:]) + 1)]
    return found


def test_glorys_end_cell_by_cell() -> None:
    shown = pages("glorys_end")
    (crt,) = shown["crt"]
    rows = {row["key"]: row for row in rows_of("glorys_end", "tables/crt.csv")}
    for line in crt[1:]:
        for (odds, _), (text, mark) in zip(crt[0][1:], line[1:], strict=True):
            row = rows[f"{odds}/{line[0][0]}"]
            retreat = "R" if row["retreat"] == "yes" else ""
            assert (text, mark) == (f"{row['attacker']}/{row['defender']}{retreat}", sign(row, "attacker"))
    terrain = rows_of("glorys_end", "tables/terrain.csv")
    for row, line in zip(terrain, shown["terrain"][0][1:], strict=True):
        cells = [text for text, _ in line]
        assert cells[0].lower() == row["terrain"].replace("-", " ") and (row["note"] or DASH) == cells[5]
        for column, text in (("movement", cells[2]), ("drm", cells[3]), ("attacker_loss", cells[4])):
            if column == "movement" and row["closed"] == "yes":
                assert text == "closed"
            else:
                assert text.lstrip("+") == (row[column] or DASH), (row["terrain"], column)
    victory = [line for table in shown["victory"] for line in table[1:]]
    found = {(line[0][0], line[1][0]): line[2] for line in victory}
    wanted = rows_of("glorys_end", "tables/victory.csv")
    assert found == {(row["place"], row["hex"]): (row["points"], sign(row, "points")) for row in wanted}
    siege = {row["key"]: row for row in rows_of("glorys_end", "tables/siege.csv")}
    table = shown["siege"][0]
    guns = [text.removesuffix(" mm") for text, _ in table[0][1:]]
    for line in table[1:]:
        for gun, (text, mark) in zip(guns, line[1:], strict=True):
            row = siege[f"{gun}/{line[0][0]}"]
            assert (text == "E") == (row["eliminated"] == "yes") and mark == sign(row, "eliminated")


def turns_said(text: str) -> str:
    return text.replace("..", "-").replace(" ", ", ") or "all"


@pytest.mark.parametrize("name", ["glorys_end", "tgwie"])
def test_order_of_play_phase_by_phase(name: str) -> None:
    """A table for each side, or one for the turn that both share: every phase once, in order, with turns and rule."""
    found = [[tuple(text for text, _ in line) for line in table[1:]] for table in pages(name)["sequence"]]
    rows = rows_of(name, "phases.csv")
    by_side: dict[str, list[tuple[str, ...]]] = {}
    for row in rows:
        line = (row["letter"], row["name"], turns_said(row["turns"]), row["rule"])
        by_side.setdefault(row["side"], []).append(line)
    assert found == list(by_side.values())


def test_order_of_play_of_a_month() -> None:
    found = [[tuple(text for text, _ in line) for line in table[1:]] for table in pages("italian_front")["sequence"]]
    rows = rows_of("italian_front", "phases.csv")
    wanted = [[(r["letter"], r["name"], r["rule"]) for r in rows if r["side"] == side]
              for side in dict.fromkeys(r["side"] for r in rows)]  # fmt: skip
    assert found == wanted


@pytest.mark.parametrize("name", ["glorys_end", "tgwie"])
def test_turn_record_turn_by_turn(name: str) -> None:
    """Each turn has its days, all notes that begin on it, and nothing that no file says."""
    ((_, *shown),) = pages(name)["turns"]
    turns = rows_of(name, "turns.csv")
    assert [(n, days) for (n, _), (days, _), _ in shown] == [(row["turn"], row["label"]) for row in turns]
    notes: dict[str, list[str]] = {}
    for row in rows_of(name, "tables/sequence_notes.csv"):
        notes.setdefault(re.match(r"\d*", row["turns"])[0] or "1", []).append(row["what"])
    for (number, _), _, (text, _) in shown:
        for what in notes.get(number, ()):
            assert what in text, (number, what)
            text = text.replace(what, "", 1)
        left = re.sub(r"\((to turn \d+|on)\)|\b(Allied|German|Central Powers|all)\b:?|[;: d*m]", "", text)
        assert left in ("", DASH) or left.startswith("unitsarrive"), (number, left)


def test_turn_record_has_each_month_of_the_italian_front() -> None:
    ((head_, *shown),) = pages("italian_front")["turns"]
    turns = rows_of("italian_front", "turns.csv")
    months = list(dict.fromkeys(row["month"] for row in turns))
    assert [line[0][0] for line in shown] == months[months.index("May 1915") :]
    parts = list(dict.fromkeys(row["part"] for row in turns))
    assert [text.lower() for text, _ in head_[1:-1]] == parts and all(len(line) == len(head_) for line in shown)


def test_turn_record_of_the_italian_front_says_who_comes_and_who_leaves() -> None:
    """Cell by cell against the schedule: a sign and a nation once a turn, the printed rows and ours apart."""
    ((_, *shown),) = pages("italian_front")["turns"]
    turns = rows_of("italian_front", "turns.csv")
    nations = {"austro-hungarian": "AH", "german": "Ge", "italian": "It", "french": "Fr", "british": "Br"}
    signs = {"reinforcement": "+", "withdrawal": "-"}
    wanted: dict[str, dict[str, None]] = {}
    for row in rows_of("italian_front", "tables/schedule.csv"):
        if row["event"] in signs and row["turn"]:
            word = f"{signs[row['event']]}{nations[row['nation']]}{sign(row, 'event')}"
            wanted.setdefault(row["turn"], {})[word] = None
    cells = {(line[0][0], part): text for line in shown for part, (text, _) in enumerate(line[1:9])}
    parts = list(dict.fromkeys(row["part"] for row in turns))
    compared = [row for row in turns if (row["month"], 0) in cells]
    assert len(compared) == len(cells) and wanted.keys() <= {row["turn"] for row in compared}
    for row in compared:
        text = cells[row["month"], parts.index(row["part"])]
        assert text == (" ".join(wanted.get(row["turn"], ())) or DASH), row["label"]


def test_victory_hexes_of_tgwie() -> None:
    found = {hex_: (place, points) for table in pages("tgwie")["victory"] for place, hex_, points, _ in table[1:]}
    rows = rows_of("tgwie", "tables/victory.csv")
    assert found == {
        (row["hex"], sign(row, "hex")): ((row["place"], ""), (row["points"], sign(row, "points"))) for row in rows
    }


def test_retreats_and_fortresses_of_glorys_end() -> None:
    shown = pages("glorys_end")
    (_, *lines), *_ = shown["retreat"]
    found = {(line[0][0], text): mark for line in lines for text, mark in line[1:] if text != DASH}
    rows = rows_of("glorys_end", "tables/retreat.csv")
    assert found == {(row["side"].title(), row["direction"]): sign(row, "direction") for row in rows}
    fortresses = [line for table in shown["siege"] if table[0][0][0] == "Fortress" for line in table[1:]]
    wanted = rows_of("glorys_end", "tables/siege_modifiers.csv")
    assert [(a, b, c) for (a, _), (b, _), c in fortresses] == [
        (row["fortress"], row["hex"], (f"+{row['modifier']}", sign(row, "modifier"))) for row in wanted
    ]


@pytest.mark.parametrize("name", GAMES)
def test_the_picture_has_the_same_cells(name: str) -> None:
    """Every word of every cell, on its ground; and no word is wider than its column."""
    for chart in charts(game_of(name)):
        svg, width = chart_svg(chart)
        root = html.fromstring(svg)
        drawn = [node.text_content() for node in root.iter("text")]
        words = sorted(word for text in drawn for word in text.replace("\u2011", "-").split())
        cells = [c for part in chart.parts for row in part.rows for c in row]
        wanted = [(c.text or DASH).replace("\u2011", "-") + c.mark for c in cells]
        wanted += [chart.title, *(p.title for p in chart.parts), *(c for p in chart.parts for c in p.columns)]
        wanted += [n for p in chart.parts for n in p.notes] + [f"{n.mark} {n.text}" for n in chart.footnotes]
        assert words == sorted(word for text in wanted for word in text.split()), chart.id
        assert all(sum(column_widths(part)) <= width for part in chart.parts)


def test_words_of_statements_and_runs_of_hexes() -> None:
    game = game_of("tgwie")
    assert in_words("nation=french code=F", game) == "French, code F"
    assert (
        in_words("map=west rows=62..66 | box=Dead-allied", game) == "map west, rows 62 to 66; or box Allied dead pile"
    )
    assert in_words("map=west rows=54..", game) == "map west, rows 54 and above"
    assert list(runs(["W5002", "W5001", "W5003", "W5010", "W5011", "W5101"])) == [
        "W5001-W5003", "W5010", "W5011", "W5101"]  # fmt: skip
