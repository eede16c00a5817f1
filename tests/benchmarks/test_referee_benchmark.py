"""The benchmark of the referee runs and reports; no bound of the clock is asserted."""

from __future__ import annotations

from builder.make.opening import open_game
from tests.benchmarks.referee import alone, campaign, curve, measure
from tests.census.rows import SOURCE


def test_the_curve_is_the_cost_between_its_points():
    """The first action is no cost of its own: a second to step 2, a second more to step 4; step 5 ends no point."""
    assert curve([1, 2, 4, 5], [0.0, 1.0, 2.0, 9.0], 2) == ((2, 500.0), (4, 500.0))


def test_the_benchmark_measures_a_campaign(tmp_path):
    path = tmp_path / "campaign.vlog"
    steps = campaign(open_game(SOURCE / "glorys_end"), path, player_turns=2)
    found = measure(path, each=50)
    assert found.steps == steps and found.verdicts > steps
    assert [at for at, _ in found.curve] == list(range(50, steps, 50))
    assert 0 < found.opening < found.seconds
    assert alone(path).startswith(f"{steps} steps, {found.verdicts} verdicts: ")
