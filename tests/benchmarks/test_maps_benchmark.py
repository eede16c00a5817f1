"""The benchmark of loading maps runs and reports; it fails on no seconds."""

from __future__ import annotations

from tests.benchmarks.maps import SOURCE, figure, plain


def test_the_largest_map_is_measured_beside_plain_reading() -> None:
    found = figure("tgwie", rounds=1)
    assert found.hexes == 1473 + 2044
    assert found.ratio > 0 and f"{found.ratio:.1f} times plain reading" in str(found)
    print(found)


def test_the_yardstick_reads_every_row() -> None:
    """The header lines are none; the west and east maps and their sides alone are over six thousand rows."""
    rows = sum(len(p.read_text(encoding="utf-8").splitlines()) - 1 for p in (SOURCE / "tgwie").rglob("*.csv"))
    documents = len(list((SOURCE / "tgwie").rglob("*.yaml")))
    assert plain(SOURCE / "tgwie") == rows + documents > 6000
