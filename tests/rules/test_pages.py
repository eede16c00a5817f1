"""Pages of rules: what they say, their examples, and whether catalogue, checks and pages agree."""

from __future__ import annotations

from dataclasses import replace

import pytest

from builder.model import BadInput, Rule, Span
from builder.rules.pages import coverage, explain, read_page, read_pages
from tests.rules.tiny import GAME, RULES

PAGE = """# Stacks and ways

Prose that belongs to nobody.

## 1.1 Two units at most

**Asks** that no more than two units
stand in a place.
*Looks at:* the stack after the move.

**Emphasis** is not a field.

```case
case P-1 "three"
rules 1.1
```

## What else

### 1.2 Four points

**Asks** for four points.
**Reading taken**: printed allowance, since nothing else is said.

```case
case P-2
rules 1.2
```
"""


def test_a_page_becomes_entries_with_fields_and_cases():
    page = read_page(PAGE, "p.md")
    assert page.title == "Stacks and ways"
    first, second = page.entries
    assert (first.rule, first.title, first.span) == ("1.1", "Two units at most", Span("p.md", 5, 4))
    assert first.asks == "that no more than two units stand in a place."
    assert first.looks_at == "the stack after the move."
    assert (first.cannot_see, first.reading) == ("", "")
    assert [(c.id, c.span.line) for c in first.cases] == [("P-1", 14)]
    assert second.reading == "printed allowance, since nothing else is said."
    assert [c.id for c in second.cases] == ["P-2"]


def test_all_faults_of_a_page_at_once():
    with pytest.raises(BadInput) as caught:
        read_page(
            "# T\n```case\ncase lost\n```\n## 1.1 a\n**Aks** x\n## 1.2 b\n**Asks** y\n**Asks** z\n## 1.1 again\n"
            "**Asks** x\n```case\ncase A\ngvien x: y\n```\n",
            "p.md",
        )
    assert [str(d).splitlines()[0] for d in caught.value.diagnostics] == [
        "p.md:5:4: 1.1 does not say what it asks",
        "p.md:6:1: no field is called 'aks' (did you mean 'asks'?)",
        "p.md:9:1: 'asks' is said twice",
        "p.md:10:4: 1.1 has a heading already",
        "p.md:14:1: no line begins with 'gvien' (did you mean 'given'?)",
    ]
    with pytest.raises(BadInput, match="case 'lost' stands under no rule"):
        read_page("# T\n```case\ncase lost\n```\n")


def test_pages_of_a_folder_leave_out_its_readme(tmp_path):
    (tmp_path / "b.md").write_text(PAGE, encoding="utf-8")
    (tmp_path / "README.md").write_text("## 1.1 no page\n", encoding="utf-8")
    assert [page.title for page in read_pages(tmp_path)] == ["Stacks and ways"]
    (tmp_path / "a.md").write_bytes(b"\xff\xfe")
    with pytest.raises(BadInput, match="not UTF-8"):
        read_pages(tmp_path)


def test_coverage_holds_status_check_and_page_together():
    catalogue = {
        "1.1": Rule("1.1", "", "", "checked"),
        "1.2": Rule("1.2", "", "", "information"),  # but a check is bound
        "1.3": Rule("1.3", "", "", "trial"),  # no page
        "4.1": Rule("4.1", "", "", "checked"),  # neither
        "5.1": Rule("5.1", "", "", "hidden"),  # without a reason
        "5.2": Rule("5.2", "", "", "hidden", "done in the head"),
    }
    pages = [read_page(PAGE + "\n## 7.1 beside\n**Asks** nothing.\n```case\ncase P-3\nrules 1.1\n```\n", "p.md")]
    found = coverage(replace(GAME, catalogue=catalogue), RULES, pages)
    assert found.by_status == {"checked": 2, "information": 1, "trial": 1, "hidden": 2}
    assert found.checked == 1
    assert [d.headline for d in found.faults] == [
        "1.3 is trial, but no page has a heading for it",
        "4.1 is checked, but no check is bound to it",
        "4.1 is checked, but no page has a heading for it",
        "5.1 is hidden, and no note says why",
        "check 'the_way_costs_four_points_at_most' is bound to 1.2, whose status is 'information'",
        "check 'no_march_ends_in_mist' is bound to no rule: '2.1' (did you mean '5.1'?)",
        "check 'the_fallen_are_counted' is bound to no rule: '2.1' (did you mean '5.1'?)",
        "check 'bread_is_left_when_a_phase_ends' is bound to no rule: '3.1.a'",
        "no rule '7.1' in the catalogue (did you mean '5.1'?)",
        "case 'P-3' stands under 7.1, but its rules do not name it",
    ]


def test_explain_prints_what_a_prefix_selects():
    text = explain("1", GAME, RULES, [read_page(PAGE)])
    assert text.startswith("1.1 1.1\n  1.1\n  status: checked\n  check: at most two units stand in a place (move)\n")
    assert '  looks at: the stack after the move.\n\n    case P-1 "three"\n    rules 1.1\n' in text
    assert [line.split()[0] for line in text.splitlines() if line[:1].isdigit()] == ["1.1", "1.2", "1.3"]
    with pytest.raises(BadInput, match=r"no rule '1\.9'"):
        explain("1.9", GAME, RULES, [])
