"""The benchmark of drawing runs and reports; it fails on no seconds."""

from __future__ import annotations

from tests.benchmarks.drawing import FORMATS, drawn


def test_each_format_is_measured_from_nothing() -> None:
    for form in FORMATS:
        found = drawn("tutorial", form, "--px", "40")
        assert found.sizes[0][0] == f"tutorial-main.{form}"
        assert 0 < found.sizes[0][1] <= 8_000_000
        print(found)
