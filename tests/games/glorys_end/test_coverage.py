"""How much of the rulebook is covered: every row has a status, and what a log can show is judged."""

from __future__ import annotations

import csv
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[3] / "source" / "glorys_end" / "rules"
STATUSES = {"checked", "value", "source", "module", "hidden", "information", "open"}
DONE = {"checked", "value", "source", "module"}


def read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_every_row_of_the_book_has_a_status(shared):
    ours = {row["id"]: row["status"] for row in read(SOURCE / "catalogue.csv")}
    book = read(shared / "rules" / "glorys-end" / "rules.csv")
    assert len(book) == 385 and ours.keys() == {row["id"] for row in book}
    assert set(ours.values()) <= STATUSES and "open" not in ours.values()


def test_ninety_five_of_a_hundred_rules_that_a_log_shows_are_done(shared):
    """Rows classed `both` or `log` by how they can be checked."""
    ours = {row["id"]: row["status"] for row in read(SOURCE / "catalogue.csv")}
    shown = [row["id"] for row in read(shared / "rules" / "glorys-end" / "rules.csv") if row["how"] in ("both", "log")]
    assert len(shown) > 300
    assert sum(ours[id] in DONE for id in shown) >= 0.95 * len(shown)
