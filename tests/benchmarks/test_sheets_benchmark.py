"""The benchmark of printing runs and reports; it fails on no seconds."""

from __future__ import annotations

from tests.benchmarks.sheets import WAYS, printed


def test_each_way_of_printing_is_measured_from_nothing() -> None:
    for way in WAYS:
        found = printed("tutorial", *way)
        assert 0 < found.size <= 5_000_000
        print(found)
