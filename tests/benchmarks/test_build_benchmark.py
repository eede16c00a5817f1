"""The benchmark of building runs and reports; it fails on no seconds."""

from __future__ import annotations

from tests.benchmarks.build import figure


def test_the_tutorial_is_built_from_nothing_and_again() -> None:
    found = figure("tutorial")
    assert found.nothing > 0 and found.unchanged > 0 and found.size > 10_000
    assert {"draw map", "set up", "verify"} <= found.stages.keys()
    print(found)
