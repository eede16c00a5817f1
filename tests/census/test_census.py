"""At least forty positions a game: kit on the real maps, the files, and the slow twins all count the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from tests.census import glorys_end, italian_front, rows, tgwie, write
from tests.census.rows import Count

FAST: Mapping[str, Callable[[Mapping[str, str]], Count]] = {
    "tgwie": tgwie.counts,
    "italian-front": italian_front.counts,
    "glorys-end": glorys_end.counts,
}
SAMPLE = 9  # one position in so many is counted slowly in the ordinary run, all with --all


def told(row: Mapping[str, str]) -> str:
    return " ".join(value for name, value in row.items() if value and name not in Count._fields)


@pytest.mark.parametrize("game", rows.GAMES)
def test_reach_and_supply_count_as_the_census_file_says(game: str) -> None:
    found = [(told(row), FAST[game](row)) for row in rows.read(game)]
    assert found == [(told(row), rows.counted(row)) for row in rows.read(game)]


@pytest.mark.parametrize("game", rows.GAMES)
def test_the_slow_twin_counts_the_same(game: str) -> None:
    for row in rows.read(game)[::SAMPLE]:
        assert (told(row), write.SLOW[game](row)) == (told(row), rows.counted(row))


@pytest.mark.slow
@pytest.mark.parametrize("game", rows.GAMES)
def test_the_slow_twin_counts_the_same_everywhere(game: str) -> None:
    for row in rows.read(game):
        assert (told(row), write.SLOW[game](row)) == (told(row), rows.counted(row))


@pytest.mark.parametrize("game", rows.GAMES)
def test_a_census_has_forty_different_positions_and_every_outcome(game: str) -> None:
    found = rows.read(game)
    assert len({told(row) for row in found}) == len(found) >= 40
    supplies = {row["supply"] for row in found}
    assert len(supplies) > 2 and any(supply[0] in "-n" for supply in supplies)  # some are out of supply
    assert len({row["hexes"] for row in found}) > 10
