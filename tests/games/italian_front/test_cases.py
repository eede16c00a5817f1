"""Every case of the acceptance files and of the rule pages comes out as it says."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
import yaml

from builder.games.italian_front import RULES
from builder.model.notation import expand, parse
from builder.rules.cases import run_case
from builder.rules.pages import coverage, read_pages

ROOT = Path(__file__).resolve().parents[3]
CASES = sorted((ROOT / "tests" / "cases").glob("italian-front*.case"))
PAGES = ROOT / "source" / "italian_front" / "rules"
STATUSES = {"checked", "value", "source", "module", "hidden", "information", "open"}

cases = [full for path in CASES for case in parse(path.read_text(encoding="utf-8"), str(path)) for full in expand(case)]
pages = read_pages(PAGES)
examples = [full for page in pages for entry in page.entries for case in entry.cases for full in expand(case)]


@pytest.mark.parametrize("case", cases, ids=lambda case: case.id)
def test_acceptance(case, italian_front):
    result = run_case(case, italian_front, RULES)
    assert result.ok, str(result)


@pytest.mark.parametrize("case", examples, ids=lambda case: case.id)
def test_examples_of_the_pages(case, italian_front):
    result = run_case(case, italian_front, RULES)
    assert result.ok, str(result)


def test_examples_of_the_notation_run_as_they_stand(shared, italian_front):
    path = shared / "rules" / "notation-examples.case"
    ours = [c for c in parse(path.read_text(encoding="utf-8"), str(path)) if c.game == "italian-front"]
    found = [run_case(full, italian_front, RULES) for case in ours for full in expand(case)]
    assert len(ours) == 10 and all(result.ok for result in found), "\n".join(map(str, found))


def test_every_case_of_the_project_is_written(shared):
    """By its number; none is left to Python alone."""
    book = yaml.safe_load((shared / "rules" / "italian-front" / "cases.yaml").read_text(encoding="utf-8"))
    assert len(book) == 151
    assert {case["id"] for case in book} <= {case.id for case in cases}


def test_catalogue_checks_and_pages_agree(italian_front):
    found = coverage(italian_front, RULES, pages)
    assert not found.faults, "\n".join(map(str, found.faults))
    assert len(italian_front.catalogue) == 850
    assert found.checked == found.by_status["checked"] == len({check.rule for check in RULES.checks})


def test_every_row_of_the_book_has_a_status(shared):
    """A plus in the id of a row is written as a hyphen."""
    with (PAGES / "catalogue.csv").open(encoding="utf-8", newline="") as file:
        ours = {row["id"]: row["status"] for row in csv.DictReader(file)}
    with (shared / "rules" / "italian-front" / "rules.csv").open(encoding="utf-8", newline="") as file:
        book = [row["id"].replace("+", "-") for row in csv.DictReader(file)]
    assert len(book) == 850 and list(ours) == book
    assert set(ours.values()) <= STATUSES


# rules that only permit, or only forbid: what keeps to them is named by another rule; their pages say so
PERMIT = {
    "I6-u3",
    "S9-9",
    "S14-18",
    "S14-4.a",
    "S14-4.b",
    "S20-2",
    "S20-9",
    "S21-5",
    "S30-1",
    "S37-2",
    "S37-4",
    "S37-8",
}
PERMIT |= {"S38-1", "I3-7", "I13-4", "I6-u4", "I17-11", "I17-12", "I17-15"}
FORBID = {
    "I15-11",
    "I3-4",
    "S21-1",
    "S22-3",
    "S24-1",
    "S29-12",
    "S29-13",
    "S37-7",
    "S38-2",
    "S6-6",
    "S6-9.a",
    "S7-10",
    "S7-4",
    "S7-8",
}
UNSURE = {"S33-5"}  # a reading carries it either way


def test_every_checked_rule_is_shown_with_both_findings():
    shown: dict[str, set[str]] = {}
    for case in (*examples, *cases):
        for line in case.lines:
            what = getattr(line, "what", None)
            for rule in getattr(what, "rules", ()) if hasattr(what, "finding") else ():
                finding = "illegal" if what.finding == "suspect" else what.finding
                shown.setdefault(rule, set()).add(finding)
    wanted = {check.rule: {"legal", "illegal"} for check in RULES.checks}
    for rules, findings in ((PERMIT, {"legal"}), (FORBID, {"illegal"}), (UNSURE, set())):
        wanted |= {rule: findings for rule in rules}
    assert not {rule: both - shown.get(rule, set()) for rule, both in wanted.items() if both - shown.get(rule, set())}
