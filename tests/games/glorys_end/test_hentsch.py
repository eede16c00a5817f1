"""Lt. Col. Hentsch's order in a log: given by the first six, by agreement alone, for one player turn (10.4)."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from builder.model import Evidence, Game, Tag
from tests.games.glorys_end.test_referee import Table, bad

C8, E8 = "when 8 german command", "when 8 german operational-movement"


def agreed(game: Game) -> Game:
    """As house rules change a number."""
    table = game.tables["limits"]
    row = table.rows["hentsch-order"]
    row = replace(row, cells=MappingProxyType({**row.cells, "value": "1"}),
                  evidence=MappingProxyType({"value": Evidence(Tag.GIVEN)}))  # fmt: skip
    limits = replace(table, rows=MappingProxyType({**table.rows, "hentsch-order": row}))
    return replace(game, tables=MappingProxyType({**game.tables, "limits": limits}))


SIX = "command-mark de-19-corps roll=6"


def play(game: Game, *lines: str) -> list[tuple[str, str]]:
    table = Table(game)
    state = table.position.state
    for unit in ("uk-1-corps", "uk-1c-div"):
        state = state.with_unit(state.units[unit]._replace(place="3735"))
    # one German within three hexes of Paris, another well outside
    state = state.with_unit(state.units["de-4r-corps"]._replace(place="2934"))
    state = state.with_unit(state.units["de-2-corps"]._replace(place="3032"))
    table.position = table.position.with_state(state)
    facts = table.referee.facts(table.position)
    assert facts.in_perimeter("2934") and not facts.in_perimeter("3032")
    return [found for found in bad(table.play(lines)) if found[0].startswith("10.4")]


IN = "move de-2-corps 3032-3033"
ASSAULT = "attack de-4r-corps 2935 kind=ma roll=3"
OUT = "move de-4r-corps 2934-2833"


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ((C8, SIX, E8, IN), [("10.4.d", "ILLEGAL")]),
        ((C8, SIX, E8, ASSAULT), [("10.4.c", "ILLEGAL")]),
        ((C8, SIX, E8, OUT, "end-phase"), []),
        ((C8, SIX, E8, "end-phase"), [("10.4.c", "ILLEGAL")]),
        ((C8, "command-mark de-19-corps roll=5", E8, IN), []),
        ((C8, SIX, "when 8 german victory", "end-phase", "when 9 german operational-movement", IN), []),
        ((C8, SIX, "when 9 german command", SIX, "when 9 german operational-movement", IN), []),  # once a game
    ],
)
def test_the_order(glorys_end: Game, lines: tuple[str, ...], found: list) -> None:
    assert play(agreed(glorys_end), *lines) == found


def test_nobody_is_bound_who_did_not_agree(glorys_end: Game) -> None:
    assert play(glorys_end, C8, SIX, E8, IN, ASSAULT, "end-phase") == []
