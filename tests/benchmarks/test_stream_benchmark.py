"""The benchmark runs and reports; no bound of the clock is asserted. `python -m tests.benchmarks.stream` tells them."""

from __future__ import annotations

from builder.vassal.containers import veil
from tests.benchmarks.stream import SHORT, STATE, figures, plain_decode, read_every_field, repeated, stored


def test_the_benchmark_reports_its_figures(samples):
    found = figures(samples / "logs/L01-single-moves.vlog", steps=20, long=40, rounds=1)
    assert [figure.bound for figure in found] == [4, 8, 8, 8, 8, 64, 3]
    assert all(str(figure).count("at most") == 1 for figure in found)
    assert found[5].value < 64  # memory is no matter of the clock


def test_yardstick_and_reader_see_the_same_steps(samples):
    assert read_every_field(stored(veil(repeated(samples / "logs/L16-long.vlog", 2_000)))) == 2_000
    for name, text in SHORT.items():
        assert len(text.encode()) == 62, name
        raw = veil(STATE + text * 7)
        assert read_every_field(stored(raw)) == 7 == len(plain_decode(raw)) - 3
