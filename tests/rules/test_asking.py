"""Questions said amiss are told in lines, each with how it is said; the page of the notation holds; `?` asks."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.cli import main
from builder.make.judging import judge_file
from builder.make.rulebook import notation

ROOT = Path(__file__).resolve().parents[2]
HEAD = "case q\ngame glorys-end\nscenario marne\nwhen turn 8, german, operational-movement\n"


def judged(tmp_path: Path, lines: str):
    path = tmp_path / "q.case"
    path.write_text(HEAD + lines, encoding="utf-8")
    return judge_file(path)[0]


def test_the_page_holds():
    results = judge_file(ROOT / "source" / "NOTATION.md")
    assert len(results) == 7 and [(r.name, r.failures) for r in results if not r.ok] == []


def test_every_fault_of_questions_is_told_at_once(tmp_path):
    result = judged(tmp_path, "expect supplied: yes\nexpect supplied de-2-crps: yes\nexpect terrain 9999: clear\n"
                    "expect cost de-2-corps: lots\nexpect odds de-2-corps: 1:1\n")  # fmt: skip
    text = "\n".join(result.failures)
    assert not result.ok and len(result.failures) == 5
    for said in (
        "'supplied' says too little",
        "it is said  supplied UNIT: yes|no",
        "did you mean 'de-2-corps'?",
        "'9999' is no place of the map",
        "'cost' is a number, not 'lots'",
        "'odds' says too much",
    ):
        assert said in text


def test_what_is_stated_amiss_is_told_too(tmp_path):
    text = "\n".join(judged(tmp_path, "given allowance de-2-corps: many\ngiven terrain 9999: clear\n").failures)
    assert "'allowance' is a number" in text and "no place of the map" in text


def test_a_question_mark_asks_and_expects_nothing(tmp_path):
    result = judged(tmp_path, "expect allowance de-2-corps: ?\nexpect supplied de-2-corps: ?\n")
    assert result.ok and [lines[0] for lines in result.told] == ["allowance de-2-corps: 4", "supplied de-2-corps: yes"]
    assert any("movement of de-2-corps: 4" in line for line in result.told[0])


def test_factors_may_stand_behind_a_comma(tmp_path):
    text = HEAD.replace("scenario marne", "map blank clear")
    (tmp_path / "f.case").write_text(
        text + "given G = German infantry XXX, 3-5-4, steps 2, at 2934\ngiven supplied G: yes\n"
        "expect attack-factor G: 3\nexpect defence-factor G: 5\nexpect allowance G: 4\n", "utf-8")  # fmt: skip
    assert judge_file(tmp_path / "f.case")[0].failures == ()


def test_rules_in_question_are_shown_and_the_others_counted(tmp_path, capsys):
    path = tmp_path / "m.case"
    path.write_text(HEAD + "do move de-2-corps 3133-3132\nexpect legal 12.1.a\n", encoding="utf-8")
    for words, more in (((), True), (("--all",), False)):
        with pytest.raises(SystemExit) as left:
            main(["judge", str(path), *words])
        out = capsys.readouterr().out
        assert left.value.code == 0 and "legal 12.1.a" in out
        assert ("found legal (--all shows them)" in out) is more and ("12.4.a" in out) is not more


@pytest.mark.parametrize("game", ["glorys-end", "tutorial"])
def test_the_table_of_a_game_is_whole(game):
    from builder.make.opening import open_game, rules_of

    text, rules = notation(game), rules_of(open_game(game))
    for item in (*rules.verbs.values(), *rules.predicates.values()):
        assert f"`{item.usage}`".replace("|", "\\|") in text and item.summary


def test_keys_and_words_that_nobody_knows_are_told(tmp_path):
    text = "\n".join(judged(tmp_path, "given terrain 2934: claer\n").failures)
    assert "'terrain' is clear, forest, marsh, mountain or sea, not 'claer' (did you mean 'clear'?)" in text
    text = "\n".join(judged(tmp_path, "do attack de-2-corps 3132 reslt=0/2\ndo lose de-2-corps wy=battle\n"
                            "do lose de-2-corps why=batle\n").failures)  # fmt: skip
    for said in ("'attack' takes no 'reslt' (did you mean 'result'?)", "'lose' takes no 'wy' (did you mean 'why'?)",
                 "'why' is battle, attrition, overstack or withdrawal, not 'batle'"):  # fmt: skip
        assert said in text


def test_units_may_be_named_by_what_each_loses(tmp_path):
    """`lose A=1 B=2` without a list of units first."""
    lines = "given A = German infantry XXX, steps 3, at 2934\ngiven B = German infantry XX, steps 2, at 2934\n"
    result = judged(tmp_path, lines + "do lose A=1 B=2\nexpect steps A: 2\nexpect dead B: yes\n")
    assert result.failures == ()


def test_what_the_end_of_a_phase_looks_at_is_looked_at_where_a_case_ends(tmp_path):
    """6.1: three corps in a hex, and no line that ends the phase."""
    lines = "".join(f"given {name} = German infantry XXX, steps 1, at 2934\n" for name in "ABC")
    result = judged(tmp_path, "rules 6.1.b\n" + lines + "expect illegal 6.1.b\n")
    assert result.failures == ()


def test_dice_odds_and_results_that_are_none_are_told(tmp_path):
    words = "roll=7", "roll=x", "odds=3-1", "drm=two", "result=0-2R", "kind=xa"
    text = "\n".join(judged(tmp_path, "".join(f"do attack de-2-corps 3132 {word}\n" for word in words)).failures)
    for said in (
        "'roll' is a number from 1 to 6, not '7'",
        "not 'x'",
        "two numbers with a colon (3:1), not '3-1'",
        "'drm' is a number, not 'two'",
        "R for a retreat (1/2R), not '0-2R'",
        "'kind' is ma or pa, not 'xa'",
    ):
        assert said in text
    assert judged(tmp_path, "do lose de-2-corps steps=all\nexpect dead de-2-corps: yes\n").failures == ()


def test_a_piece_takes_the_printed_face_of_cavalry_and_refuses_what_nearly_names_a_number(tmp_path):
    """2.9: the number against cavalry stands in brackets."""
    lines = "given C = German cavalry XXX (4)2-6, steps 2, at 2934\ngiven E = French cavalry XX (2)1-6, at 2935\n"
    both = lines + "given supplied C E: yes\ndo attack C 2935\nexpect odds: 2:1\n"
    assert judged(tmp_path, both).failures == ()
    for fault, said in (("XXX 4-4, at 2934", "has the numbers '4-4'"), ("XXX, atack 4", "did you mean 'attack'?")):
        assert said in "\n".join(judged(tmp_path, f"given G = German infantry {fault}\n").failures)


def test_a_rule_that_is_part_of_a_sum_is_judged_where_the_sum_is_told(tmp_path):
    lines = ("map blank clear\nwhen turn 8, german, prepared-combat\ngiven G = German infantry XXX 4-4-4, at 2934\n"
             "given F = French infantry XXX 4-4-4, at 2935\ngiven supplied G F: yes\n")  # fmt: skip
    assert judged(tmp_path, lines + "do attack G 2935 drm=2\nexpect illegal 13.16.a\n").failures == ()
    assert judged(tmp_path, lines + "do attack G 2935 drm=0\nexpect legal 13.14\n").failures == ()
    text = "\n".join(judged(tmp_path, lines + "do attack G 2935\nexpect legal 13.16.a\nexpect drm zone: -1\n").failures)
    assert "no modifier is called 'zone'" in text
    text = "\n".join(judged(tmp_path, lines + "do attack G 2935\nexpect legal 13.16.a\n").failures)
    assert "no check of 13.16.a spoke; in the catalogue it is: value, part of the answer to `drm`" in text
