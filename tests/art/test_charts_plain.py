"""Charts that show tables as they stand: every cell is its table's, and what is ours is marked."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.art.charts import charts, charts_for
from builder.art.charts_plain import short_nation, title_of
from builder.model import Game, Tag
from builder.sources import load

SOURCE = Path(__file__).resolve().parents[2] / "source" / "italian_front"


@pytest.fixture(scope="module")
def front() -> Game:
    return load(SOURCE)


def chart(game: Game, id_: str):
    return next(one for one in charts(game) if one.id == id_)


def test_every_listed_table_is_a_chart_in_its_order(front: Game) -> None:
    listed = [str(name).replace("_", "-") for name in front.module["charts"]]
    assert [one.id for one in charts(front)] == ["sequence", "turns", *listed, "setup-areas"]
    unlisted = set(front.tables) - {str(name) for name in front.module["charts"]}
    assert unlisted == {
        "countries",
        "geography",
        "limits",
        "linked_schedule",
        "garrisons",
    }  # no charts for players


@pytest.mark.parametrize("edition", ["crt_early", "crt_later"])
def test_results_equal_their_table_cell_by_cell(front: Game, edition: str) -> None:
    table, (part,) = front.tables[edition], chart(front, edition.replace("_", "-")).parts
    assert part.columns == ("Strength", "Roll -1", *(f"Roll {n}" for n in range(9)))
    for cells, row in zip(part.rows, table.rows.values(), strict=True):
        assert [cell.text for cell in cells] == [row[column] for column in table.columns]
        for cell, column in zip(cells[1:], table.columns[1:], strict=True):
            assert (cell.mark == "") == (row.evidence_of(column).tag == Tag.BOOK)


def test_only_two_results_are_shown_as_the_book_s(front: Game) -> None:
    (part,) = chart(front, "crt-early").parts
    unmarked = {(row[0].text, part.columns[i]) for row in part.rows for i, c in enumerate(row) if i and not c.mark}
    assert unmarked == {("20", "Roll 1"), ("24", "Roll 7")}


def test_terrain_chart(front: Game) -> None:
    (part,) = chart(front, "terrain-effects").parts
    rows = {row[0].text: dict(zip(part.columns, row)) for row in part.rows}
    assert (rows["rough"]["Counterattack"].text, rows["rough"]["Counterattack"].mark) == ("+3", "")  # Figure 9
    assert (rows["rough"]["Movement"].text, rows["rough"]["Movement"].mark) == ("3", "*")
    assert rows["alpine"]["Closed"].text == "yes"


def test_the_schedule_speaks_of_units_and_turns(front: Game) -> None:
    (part,) = chart(front, "schedule").parts
    first = dict(zip(part.columns, part.rows[0]))
    assert first["Turn"].text.replace("\u2011", "-") == "1915-06-T5"
    assert (first["Nation"].text, first["Units"].text) == ("Austro-Hungarian", "44\u00a0XX")  # I16-1


def test_calendar(front: Game) -> None:
    """A row a month from the first scenario on; I16-1 brings Austro-Hungarians in June on turn 5, July on 3, 5."""
    (part,) = chart(front, "turns").parts
    assert part.columns[:3] == ("Month", "Special turn", "Turn 1") and len(part.rows) == 43
    rows = {row[0].text.replace("\u00a0", " "): [cell.text for cell in row] for row in part.rows}
    assert rows["June 1915"][1:9] == ["", "", "", "", "", "+AH", "", ""]
    assert rows["July 1915"][1:9] == ["", "", "", "+AH", "", "+AH", "", ""]
    assert "May 1915 (turn 7)" in rows["May 1915"][9] and not any(row[1].text for row in part.rows)


def test_order_of_play_has_the_special_turn_first(front: Game) -> None:
    parts = chart(front, "sequence").parts
    assert [part.title for part in parts] == [
        "Special turn, once a month",
        "Central Powers player turn",
        "Entente player turn",
    ]
    assert [len(part.rows) for part in parts] == [2, 4, 4]


def test_pages_are_pure_ascii(front: Game) -> None:
    assert all(text.isascii() for text in charts_for(front).values())


def test_names() -> None:
    assert (title_of("roll_m1"), title_of("attack_drm"), short_nation("austro-hungarian")) == (
        "Roll -1",
        "Attack",
        "AH",
    )
