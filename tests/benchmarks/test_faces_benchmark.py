"""The benchmark of faces runs and reports; it fails on no seconds."""

from __future__ import annotations

from tests.benchmarks.faces import figure, gallery


def test_faces_are_drawn_and_found_again() -> None:
    found = figure(60, ("tutorial", "glorys_end"))
    assert found.faces == 60 and found.anew > 0 and found.unchanged > 0
    assert "60 faces at 150 px" in str(found)
    print(found)


def test_a_page_of_counters_stays_small() -> None:
    seconds, size = gallery("glorys_end")
    assert seconds > 0 and 20_000 < size < 500_000
