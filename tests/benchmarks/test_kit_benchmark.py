"""The benchmarks of kit run and report; they fail on no seconds."""

from __future__ import annotations

from tests.benchmarks.kit import Figure, reaches, supply
from tests.census import raw, rows


def test_reach_is_measured_over_the_whole_census() -> None:
    median, worst = reaches("glorys-end", rounds=1)
    assert f"median of {len(rows.read('glorys-end'))}" in median.what
    assert 0 < median.seconds <= worst.seconds
    print(median, worst, sep="\n")


def test_supply_is_asked_for_every_unit_that_moves_and_all_at_the_end_of_a_turn() -> None:
    """All counters of the campaign stand to attrition twice a turn; those on the map but fortresses move."""
    kinds = {row["id"]: row["type"] for row in raw.table("glorys_end", "counters.csv")}
    placed = raw.document("glorys_end", "scenarios", "campaign.yaml")["placements"]
    units = [kinds[p["what"]] for p in placed if p["what"] in kinds and p["at"].isdigit()]
    figure, asked = supply(turns=1)
    assert asked == len([kind for kind in units if kind != "fortress"]) + 2 * len(units) and figure.seconds > 0
    print(figure)


def test_a_figure_says_when_it_is_over_its_target() -> None:
    assert "within 3 ms" in str(Figure("reach", 0.001, 0.003)) and "OVER 3 ms" in str(Figure("reach", 0.004, 0.003))
