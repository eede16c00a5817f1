"""The benchmarks of kit run and report; they fail on no seconds."""

from __future__ import annotations

from tests.benchmarks.kit import Figure, reaches, supply
from tests.census import rows


def test_reach_is_measured_over_the_whole_census() -> None:
    median, worst = reaches("glorys-end", rounds=1)
    assert f"median of {len(rows.read('glorys-end'))}" in median.what
    assert 0 < median.seconds <= worst.seconds
    print(median, worst, sep="\n")


def test_supply_is_asked_for_every_unit_that_moves_and_all_at_the_end_of_a_turn() -> None:
    """Forty-six units of the Marne move (16.2); with the three forts of Paris all stand to attrition twice a turn."""
    figure, asked = supply(turns=1)
    assert asked == 46 + 2 * (46 + 3) and figure.seconds > 0
    print(figure)


def test_a_figure_says_when_it_is_over_its_target() -> None:
    assert "within 3 ms" in str(Figure("reach", 0.001, 0.003)) and "OVER 3 ms" in str(Figure("reach", 0.004, 0.003))
