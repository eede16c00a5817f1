"""The sheet of a disputed step: one page of either paper whatever there is to say; the ruling, or room for one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest

from builder.cli import main
from builder.make.check import CheckReport, check
from builder.make.record import record_file
from builder.model import BadInput, Evidence, Reason, Tag
from builder.report.dispute import Matter, Sheet, sheet_of
from builder.report.dispute_page import dispute_page
from builder.report.dispute_pdf import PAPERS, dispute_pdf
from tests.report.browser import started
from tests.report.test_summary import SCRIPT


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    made = tmp_path_factory.mktemp("dispute")
    (made / "battle.case").write_text(SCRIPT, encoding="utf-8")
    record_file(made / "battle.case", made / "game" / "battle.vlog")
    return made / "game"


@pytest.fixture(scope="module")
def first(folder) -> CheckReport:
    return check(folder)


@pytest.fixture(scope="module")
def sheet(folder, first) -> Sheet:
    step = first.illegal[0].refs[0].step
    return sheet_of(check(folder, step=step), step)


def text_of(data: bytes) -> tuple[list[tuple[float, float]], str]:
    document = pypdfium2.PdfDocument(data)
    try:
        pages = [document[i] for i in range(len(document))]
        sizes = [page.get_size() for page in pages]
        return sizes, " ".join(" ".join(page.get_textpage().get_text_range() for page in pages).split())
    finally:
        document.close()


@pytest.mark.parametrize("paper", PAPERS)
def test_one_page(sheet, paper):
    sizes, text = text_of(dispute_pdf(sheet, paper))
    assert len(sizes) == 1 and sizes[0] == pytest.approx(PAPERS[paper], abs=0.5)
    assert "12.1.a" in text and "ILLEGAL" in text and "3229-3328: clear 1; 1 in all" in text
    assert "Director" in text and "battle.vlog#" in text and "turn 8, allied" in text


def test_the_same_sheet_gives_the_same_bytes(sheet):
    assert dispute_pdf(sheet) == dispute_pdf(sheet)


def test_whatever_there_is_to_say_it_is_one_page_that_can_be_read(sheet):
    """Forty facts with long values, five verdicts, eight lines of agreements: nothing runs into the ruling's box."""
    facts = tuple(
        Reason(f"a fact with a long name {i}", "3230-3231-3232-" * 6, Evidence(Tag.CHOSEN), "map/hexes.csv:3230:x")
        for i in range(40)
    )
    verdict = sheet.matters[0].verdict._replace(facts=facts, sum=("one line of the sum",) * 12, reading="so " * 60)
    long = replace(sheet, matters=(Matter(verdict, "asks " * 50, None),) * 5, house=("house rule, x " * 20,) * 8)
    sizes, text = text_of(dispute_pdf(long))
    assert len(sizes) == 1 and "more facts" in text and "Ruling" in text


def test_a_ruling_stands_on_it(folder, first, tmp_path):
    verdict = first.illegal[0]
    (tmp_path / "r.yaml").write_text(
        f"- {{log: battle.vlog, step: {verdict.refs[0].step}, rule: 12.1.a, ruling: upheld, reason: too far, by: TD}}\n"
    )
    step = verdict.refs[0].step
    ruled = sheet_of(check(folder, rulings=tmp_path / "r.yaml", step=step), step)
    _, text = text_of(dispute_pdf(ruled))
    assert "Ruling: upheld, by TD" in text and "too far" in text and "Director" not in text
    assert "Ruling: upheld, by TD" in dispute_page(ruled)


def test_a_legal_step_has_a_sheet_too(folder, first):
    move = next(a for a, _ in first.judged if a.verb == "move" and "fr-m-div" in a.units)
    step = move.refs[0].step
    sheet = sheet_of(check(folder, step=step), step, rule="12.1")
    assert {m.verdict.outcome for m in sheet.matters} == {"legal"} and sheet.board.startswith(b"\x89PNG")


def test_what_is_not_there_is_told(first):
    with pytest.raises(BadInput, match="nothing was judged at step 999"):
        sheet_of(first, 999)
    with pytest.raises(BadInput, match=r"did you mean 'battle\.vlog'"):
        sheet_of(first, 2, "batle.vlog")
    with pytest.raises(BadInput, match=r"rule 99\.9 said nothing"):
        sheet_of(first, first.illegal[0].refs[0].step, rule="99.9")


def test_text_of_others_is_escaped(sheet):
    verdict = sheet.matters[0].verdict._replace(message="<script>alert(1)</script> & more")
    text = dispute_page(replace(sheet, matters=(Matter(verdict, "<b>", None),)))
    assert "<script>" not in text and "&lt;script&gt;" in text
    _, printed = text_of(dispute_pdf(replace(sheet, matters=(Matter(verdict, "<b>", None),))))
    assert "<script>alert(1)</script> & more" in printed


@pytest.mark.slow
@pytest.mark.parametrize("paper", PAPERS)
def test_the_page_prints_on_one_sheet(sheet, paper, tmp_path):
    path = tmp_path / "sheet.html"
    path.write_text(dispute_page(sheet, paper), encoding="utf-8")
    with started() as browser:
        page = browser.new_page()
        page.goto(path.as_uri())
        data = page.pdf(prefer_css_page_size=True)
    sizes, _ = text_of(data)
    assert len(sizes) == 1 and sizes[0] == pytest.approx(PAPERS[paper], abs=2)


def test_the_command(folder, first, tmp_path, capsys):
    def run(*words) -> tuple[int, str, str]:
        code = 0
        try:
            main([*map(str, words)])
        except SystemExit as left:
            code = int(left.code or 0)
        out, err = capsys.readouterr()
        return code, out, err

    step = first.illegal[0].refs[0].step
    code, out, _ = run("dispute", folder, "--step", step, "-o", tmp_path / "d.pdf", "--paper", "letter")
    assert code == 0 and "d.pdf" in out and (tmp_path / "d.pdf").read_bytes().startswith(b"%PDF")
    assert run("dispute", folder, "--step", step, "-o", tmp_path / "d.html")[0] == 0
    code, _, err = run("dispute", folder, "--step", step, "-o", tmp_path / "d.doc")
    assert code == 2 and "neither .pdf nor .html" in err
