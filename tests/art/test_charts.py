from __future__ import annotations

import re
from dataclasses import replace
from types import MappingProxyType

from lxml import etree, html

from builder.art.charts import Cell, chart_html, charts, charts_for
from builder.model import Game, Row


def by_id(game: Game, id_: str):
    return next(chart for chart in charts(game) if chart.id == id_)


def cells(game: Game, id_: str, part: int = 0) -> dict[tuple[str, str], Cell]:
    found = by_id(game, id_).parts[part]
    return {
        (row[0].text, name): cell for row in found.rows for name, cell in zip(found.columns[1:], row[1:], strict=True)
    }


def test_the_combat_table_shows_the_book_as_the_book_and_ours_as_ours(game: Game) -> None:
    crt = cells(game, "crt")
    assert len(crt) == 36
    assert crt["6", "3:1"] == Cell("0/2R", "")  # 13.3 prints this one
    assert crt["6", "5:1"] == Cell("0/3R", "*")
    (note,) = by_id(game, "crt").footnotes
    assert note.mark == "*"
    assert any("2/0" in text for text in by_id(game, "crt").parts[0].notes)  # 13.11


def test_terrain_has_costs_and_modifiers(game: Game) -> None:
    terrain = cells(game, "terrain")
    assert terrain["Mountain", "Movement"].text == "3"  # 12.8
    assert terrain["Mountain", "Die"].text == "-2"  # 13.14
    assert terrain["Major river", "Movement"].text == "+1"  # 12.9
    assert terrain["All sea", "Movement"].text == "closed"  # 12.3
    assert terrain["Forest", "Die"].mark == "*"  # the book names none


def test_siege_guns_and_fortresses(game: Game) -> None:
    assert cells(game, "siege", 1)["Verdun", "Modifier"] == Cell("+3", "")  # 14.10
    assert cells(game, "siege")["1", "420 mm"].mark == "*"


def test_order_of_play_and_turns(game: Game) -> None:
    allied = next(p for p in by_id(game, "sequence").parts if p.title.startswith("Allied"))
    assert [row[0].text for row in allied.rows] == list("ABCDEFGH")  # 5.2
    assert [row[2].text for row in allied.rows][:2] == ["2-30", "10-30"]
    turns = by_id(game, "turns").parts[0].rows
    assert len(turns) == 30
    assert turns[7][1].text.replace("\u00a0", " ").startswith("4-6 September")
    assert "Indian Corps" in turns[23][2].text  # 8.3


def test_pages_are_old_plain_html_in_ascii(game: Game) -> None:
    known = {"html", "head", "title", "body", "h2", "h3", "table", "tr", "th", "td", "b", "sup", "p", "hr", "font"}
    pages = charts_for(game)
    assert list(pages) == [f"chart-{c.id}.html" for c in charts(game)]
    for name, text in pages.items():
        assert text.isascii(), name
        assert "style" not in text and "class=" not in text and "<meta" not in text, name
        root = html.fromstring(text)
        assert {e.tag for e in root.iter() if isinstance(e.tag, str)} <= known, name
        assert all(not re.search(r"None|\{\{|Markup", e.text_content()) for e in root.iter(etree.Element)), name


def test_every_cell_that_is_not_proven_is_marked(game: Game) -> None:
    """As many marks in the victory chart as rows of ours in its table."""
    rows = game.tables["victory"].rows.values()
    ours = sum(not row.evidence_of("points").tag.proven for row in rows)
    marked = sum(bool(row[2].mark) for part in by_id(game, "victory").parts for row in part.rows)
    assert marked == ours > 0


def test_what_the_sources_say_is_escaped(game: Game) -> None:
    table = game.tables["victory"]
    first = next(iter(table.rows.values()))
    evil = Row(first.key, {**first.cells, "place": "<script>x</script>"}, first.evidence, first.span)
    rows = MappingProxyType({**table.rows, first.key: evil})
    changed = replace(game, tables=MappingProxyType({**game.tables, "victory": replace(table, rows=rows)}))
    page = chart_html(by_id(changed, "victory"), changed)
    assert "<script" not in page and "&lt;script&gt;" in page


def test_a_game_without_tables_has_the_charts_that_are_left(game: Game) -> None:
    bare = replace(game, tables=MappingProxyType({}))
    assert [chart.id for chart in charts(bare)] == ["sequence", "turns"]
