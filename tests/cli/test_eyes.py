"""What is hidden stays hidden, whatever command looks, in whatever form it tells.

`hex-hidden` holds a unit that Red masked and made invisible. In L12 he does so before Blue's eyes, moves it, and shows
it again: from the mask on it has no name, and no report on rules names it at all.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from builder.vassal import commands as c
from builder.vassal.cutting import cut_at
from builder.vassal.pieces import join_levels, state_levels, type_levels
from builder.vassal.saves import log_text, read_log, save_text, write_game

STAGES = ("split", "decode", "interpret", "settle", "recognise")
TUTORIAL = ("--game", "tutorial")
JUDGED = (
    *(("check", *TUTORIAL, *form) for form in (
        (), ("--all",), ("--summary",), ("--json",), ("--summary", "--json"), ("--html", "OUT.html"))),
    *(("check", *TUTORIAL, "--stage", stage) for stage in STAGES),
    ("dispute", *TUTORIAL, "--step", "1", "-o", "OUT.pdf"), ("dispute", *TUTORIAL, "--step", "1", "-o", "OUT.html"),
)  # fmt: skip
LOOKING = (
    *JUDGED, ("dump",), ("dump", "--json"), ("chain",), ("chain", "--json"),
    *(("transcript", "--form", form) for form in ("text", "md", "json", "csv")),
    *(("transcript", "--facts", "--form", form) for form in ("text", "md", "json", "csv")),
    ("dice",), ("dice", "--json"), ("dice", "--csv"), ("dice", "--picture", "OUT.svg"),
    ("examine",), ("examine", "--json"),
    ("examine", "--module", "OTHER"), ("examine", "--module", "OTHER", "--json"),
    *(("moves", unit, *TUTORIAL, *form) for unit in ("nobody", "a-1-line")
      for form in ((), ("--json",), ("--html", "OUT.html"), ("--svg", "OUT.svg"))),
    ("setup check", *TUTORIAL), ("setup check", *TUTORIAL, "--json"),
)  # fmt: skip
BLIND = ("dice",)  # shows no piece
FREE = ("cut", "faces", "sheets", "bind")  # write what the file itself holds, or look at modules alone


def looked(run, words, file: Path, folder: Path, eyes: str) -> str:
    """All that a command says and writes."""
    out = folder / "out"
    out.mkdir(exist_ok=True)
    said = [word.replace("OUT", str(out / "OUT")) for word in words]
    said = [str(folder / "second.vmod") if word == "OTHER" else word for word in said]
    look = () if words[0] in BLIND else ("--eyes", eyes)
    code, told, wrong = run(*said[0].split(), file, *said[1:], *look)
    assert code in (0, 1, 2), wrong
    return told + wrong + "".join(one.read_text("utf-8", "replace") for one in out.iterdir())


@pytest.fixture
def folder(samples, tmp_path) -> Path:
    for name in ("hexmini.vmod", "second.vmod"):
        shutil.copy(samples / "modules" / name, tmp_path / name)
    return tmp_path


@pytest.fixture
def hidden_save(samples, folder) -> Path:
    return Path(shutil.copy(samples / "saves" / "hex-hidden.vsav", folder / "a.vsav"))


@pytest.fixture
def hidden_log(samples, folder) -> Path:
    """Steps 2 to 5 of L12, as a log that begins when the unit is masked: it is never seen in it."""
    log = read_log(samples / "logs" / "L12-hidden.vlog")
    text = log_text(cut_at(log, 1).text, tuple(log.steps)[1:5])
    write_game(folder / "a.vlog", text, savedata=log.save.savedata, moduledata=log.save.moduledata)
    return folder / "a.vlog"


def nothing_told(text: str) -> None:
    assert "Fog Red" not in text
    assert "red-id" not in text and "blue-id" not in text


@pytest.mark.parametrize("eyes", ["Blue", "public"])
@pytest.mark.parametrize("words", LOOKING)
def test_a_report_for_blue_never_names_what_red_hides(run, hidden_save, folder, words, eyes):
    nothing_told(looked(run, words, hidden_save, folder, eyes))


@pytest.mark.parametrize("eyes", ["Blue", "public"])
@pytest.mark.parametrize("words", LOOKING)
def test_nor_while_it_moves_masked_and_invisible(run, hidden_log, folder, words, eyes):
    nothing_told(looked(run, words, hidden_log, folder, eyes))


@pytest.mark.parametrize("words", JUDGED)
def test_a_report_on_rules_names_it_nowhere_in_l12(run, samples, folder, words):
    log = Path(shutil.copy(samples / "logs" / "L12-hidden.vlog", folder / "a.vlog"))
    nothing_told(looked(run, words, log, folder, "Blue"))


@pytest.mark.parametrize("form", ["text", "md", "json", "csv"])
def test_blue_is_told_of_l12_what_he_saw(run, samples, folder, form):
    """He saw it masked (1) and shown again (6); between, a step names nothing but what its mask is called."""
    log = Path(shutil.copy(samples / "logs" / "L12-hidden.vlog", folder / "a.vlog"))
    for step in range(1, 19):
        told = run("transcript", log, "--form", form, "--from", step, "--to", step, "--eyes", "Blue")[1]
        assert ("Fog Red" in told) == (step in (1, 6)), step


@pytest.mark.parametrize(
    "words", [words for words in LOOKING if words[0] in ("dump", "transcript") or "decode" in words]
)
def test_red_and_the_director_see_it(run, hidden_log, folder, words):
    """Else the tests above would prove nothing; and the director's view says that it is his."""
    assert "Fog Red" in looked(run, words, hidden_log, folder, "Red")
    told = looked(run, words, hidden_log, folder, "director")
    assert "Fog Red" in told and "director" in told.lower()


@pytest.mark.parametrize("words", [words for words in LOOKING if words[0] not in BLIND and "--help" not in words])
def test_every_command_that_looks_has_eyes(run, words):
    assert "--eyes" in run(*words[0].split(), "--help")[1]


def test_every_command_that_opens_a_game_is_looked_at():
    """A new command must be put into one list or the other."""
    from builder.cli import COMMANDS

    games = {words[0].split()[0] for words in LOOKING} | set(FREE)
    others = {"build", "charts", "counters", "demo", "explain", "gpids", "judge", "lint", "map", "missing", "new",
              "record", "rules"}  # fmt: skip
    assert set(COMMANDS) == games | others


def test_a_chain_that_breaks_at_a_hidden_piece_does_not_name_it(run, samples, hidden_save, folder):
    """hex-hidden does not follow hex-mid: among what differs is the hidden unit."""
    for eyes in ("Blue", "public"):
        out = run("chain", samples / "saves" / "hex-mid.vsav", hidden_save, "--eyes", eyes)[1]
        assert "3 piece(s)" in out and "Fog Red" not in out


# ---- a game that is judged, with a unit that somebody made invisible

HIDDEN = ("fr-11-corps", "11th Corps")
ILLEGAL = (
    (), ("--all",), ("--summary",), ("--json",), ("--summary", "--json"), ("--html", "OUT.html"),
    *(("--stage", stage) for stage in STAGES),
)  # fmt: skip


@pytest.fixture
def judged(log, tmp_path) -> Path:
    """The corps that goes too far, with a trait that hides it: Allied alone see it."""
    found = read_log(log)
    id = next(one.id for one in found.save.pieces if "fr-11-corps" in one.state or "fr-11-corps" in one.type)

    def veiled(one):
        if not isinstance(one, c.AddPiece | c.ChangePiece) or one.id != id:
            return one
        types = type_levels(next(p.type for p in found.save.pieces if p.id == id))

        def state(text):
            return None if text is None else join_levels(["script-allied", *state_levels(text, len(types))])

        if isinstance(one, c.AddPiece):
            return one._replace(type=join_levels(["hide;73,130;Invisible;255,255,255", *types]), state=state(one.state))
        return one._replace(new=state(one.new), old=state(one.old))

    pieces = [veiled(one) for one in found.save.commands if isinstance(one, c.AddPiece)]
    others = [one for one in found.save.commands if not isinstance(one, c.AddPiece)]
    steps = [tuple(map(veiled, step.commands)) for step in found.steps]
    path = tmp_path / "hidden.vlog"
    write_game(path, log_text(save_text(pieces, _between(others)), steps), savedata=found.save.savedata,
               moduledata=found.save.moduledata)  # fmt: skip
    return path


def _between(others):
    return [one for one in others if not isinstance(one, c.BeginSave | c.EndSave)]


@pytest.mark.parametrize("words", ILLEGAL)
def test_a_verdict_on_a_hidden_unit_does_not_name_it(run, judged, tmp_path, words):
    told = looked(run, ("check", *words), judged, tmp_path, "German")
    assert not any(name in told for name in HIDDEN)
    own = looked(run, ("check", *words), judged, tmp_path, "director")
    assert any(name in own for name in HIDDEN) or "split" in words
    if "--stage" not in words:
        assert "ILLEGAL" in told  # judged all the same


def test_a_sheet_on_a_hidden_unit_is_refused(run, judged, tmp_path):
    report = json.loads(run("check", judged, "--json", "--eyes", "director")[1])
    action = next(a for a in report["actions"] if any(v["outcome"] == "ILLEGAL" for v in a["verdicts"]))
    step = action["log"][0].partition("#")[2].partition(" ")[0]
    words = ("dispute", judged, "--step", step, "-o", tmp_path / "sheet.html")
    code, _, err = run(*words)
    assert code == 2 and "hidden" in err and "fr-11" not in err and not (tmp_path / "sheet.html").exists()
    assert run(*words, "--eyes", "director")[0] == 0


def test_moves_of_a_hidden_unit_are_refused(run, judged, tmp_path):
    code, _, err = run("moves", judged, "fr-11-corps")
    assert code == 2 and "hidden" in err
    other = run("moves", judged, "fr-18-corps", "--json")
    assert other[0] == 0 and not any(name in other[1] for name in HIDDEN)
    assert run("moves", judged, "fr-11-corps", "--eyes", "director")[0] == 0
