"""Every acceptance case, those of the notation's examples, and the examples of the rule pages come out as they say."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.games.tgwie import RULES
from builder.model import Game
from builder.model.notation import Case, GameLine, expand, parse
from builder.rules.cases import run_case
from builder.rules.pages import coverage, read_pages
from builder.sources import load

ROOT = Path(__file__).resolve().parents[3]
CASES = sorted((ROOT / "tests" / "cases").glob("tgwie*.case"))
PAGES = ROOT / "source" / "tgwie" / "rules"


def read(path: Path) -> list[Case]:
    return [full for case in parse(path.read_text(encoding="utf-8"), str(path)) for full in expand(case)]


cases = [full for path in CASES for full in read(path)]
pages = read_pages(PAGES)
examples = [full for page in pages for entry in page.entries for case in entry.cases for full in expand(case)]


@pytest.fixture(scope="module")
def tgwie() -> Game:
    return load(ROOT / "source" / "tgwie")


@pytest.mark.parametrize("case", cases, ids=lambda case: case.id)
def test_acceptance(case: Case, tgwie: Game) -> None:
    result = run_case(case, tgwie, RULES)
    assert result.ok, str(result)


@pytest.mark.parametrize("case", examples, ids=lambda case: case.id)
def test_examples_of_the_pages(case: Case, tgwie: Game) -> None:
    result = run_case(case, tgwie, RULES)
    assert result.ok, str(result)


def test_examples_of_the_notation(tgwie: Game, shared: Path) -> None:
    """As they stand in the design, not in a copy of ours."""
    ours = [c for c in read(shared / "rules" / "notation-examples.case") if GameLine("tgwie") in _games(c)]
    assert len(ours) >= 10
    wrong = [str(result) for case in ours if not (result := run_case(case, tgwie, RULES)).ok]
    assert not wrong, "\n".join(wrong)


def _games(case: Case) -> list[GameLine]:
    return [GameLine(line.id) for line in case.lines if isinstance(line, GameLine)]


def test_catalogue_checks_and_pages_agree(tgwie: Game) -> None:
    found = coverage(tgwie, RULES, pages)
    assert not found.faults, "\n".join(map(str, found.faults))
    assert len(tgwie.catalogue) == 1280
    assert found.checked == found.by_status.get("checked", 0)


def test_every_acceptance_case_of_the_project_is_written(shared: Path) -> None:
    """A case here for each id of the acceptance file, whatever its name goes on with."""
    import re

    text = (shared / "rules" / "tgwie" / "cases.yaml").read_text(encoding="utf-8")
    ids = re.findall(r"^- id: ([a-z]+-\d+)", text, re.MULTILINE)
    written = {"-".join(case.id.partition(".")[0].split("-")[:2]) for case in cases}
    assert len(ids) == 88 and not set(ids) - written


# rules that only permit, or only forbid, so that no act shows the other finding; their pages say so
ONE_FINDING = {
    "12.4.A",  # it permits one hex; a longer way is 12.1.A's matter
    "6.5.D",  # no other transfers at all
    "7.26.D",  # the gun never moves
    "13.12.I",  # no retreat at all
    "14.2.E",  # where no free path is seen it is asked for
}


def test_every_checked_rule_is_shown_with_both_findings(tgwie: Game) -> None:
    """Legal and illegal, or why one is impossible."""
    shown: dict[str, set[str]] = {}
    for case in (*examples, *cases):
        for line in case.lines:
            what = getattr(line, "what", None)
            for rule in getattr(what, "rules", ()) if hasattr(what, "finding") else ():
                finding = "illegal" if what.finding == "suspect" else what.finding
                shown.setdefault(rule, set()).add(finding)
    missing = {
        rule.id: sorted({"legal", "illegal"} - shown.get(rule.id, set()))
        for rule in tgwie.catalogue.values()
        if rule.status == "checked" and rule.id not in ONE_FINDING and {"legal", "illegal"} - shown.get(rule.id, set())
    }
    assert not missing
