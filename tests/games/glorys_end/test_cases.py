"""Every case of the acceptance file and of the rule pages comes out as it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.games.glorys_end import RULES
from builder.model.notation import expand, parse
from builder.rules.cases import run_case
from builder.rules.pages import coverage, read_pages

ROOT = Path(__file__).resolve().parents[3]
CASES = ROOT / "tests" / "cases" / "glorys-end.case"
PAGES = ROOT / "source" / "glorys_end" / "rules"

cases = [full for case in parse(CASES.read_text(encoding="utf-8"), str(CASES)) for full in expand(case)]
pages = read_pages(PAGES)
examples = [full for page in pages for entry in page.entries for case in entry.cases for full in expand(case)]


@pytest.mark.parametrize("case", cases, ids=lambda case: case.id)
def test_acceptance(case, glorys_end):
    result = run_case(case, glorys_end, RULES)
    assert result.ok, str(result)


@pytest.mark.parametrize("case", examples, ids=lambda case: case.id)
def test_examples_of_the_pages(case, glorys_end):
    result = run_case(case, glorys_end, RULES)
    assert result.ok, str(result)
