"""Damaged saves and logs: the outcome of every broken sample as the engine had it, and what is said about it."""

from __future__ import annotations

import io
import json
import zipfile

import pytest

from builder.vassal import commands as c
from builder.vassal.containers import Container, veil
from builder.vassal.examine_modules import Outcome
from builder.vassal.examine_saves import examine_save, save_outcome_of
from builder.vassal.module import open_module
from builder.vassal.saves import log_text, save_text

VERDICTS = {
    "fatal": Outcome.FATAL,
    "not loaded": Outcome.NOT_LOADED,
    "loads with complaints": Outcome.COMPLAINTS,
    "loads with a notice": Outcome.NOTICE,
    "loads silently": Outcome.SILENT,
}

# The fault that was planted in each, as the generator of the samples names it.
PLANTED = {
    "l-add-short.vlog": "command-damaged",
    "l-bad-number.vlog": "command-damaged",
    "l-bare-command.vlog": "entry-unlogged",
    "l-change-unknown-id.vlog": "piece-unknown",
    "l-cut-in-middle.vlog": "state-cut",
    "l-empty-entry.vlog": "entry-empty",
    "l-move-unknown-id.vlog": "piece-unknown",
    "l-remove-unknown-id.vlog": "piece-unknown",
    "l-state-only.vlog": "log-empty",
    "l-turn-after.vlog": "turn-level",
    "l-unknown-log-entry.vlog": "command-unknown",
    "s-bom.vsav": "begin-missing",
    "s-crlf-end.vsav": "end-missing",
    "s-duplicate-id.vsav": "id-twice",
    "s-empty.vsav": "end-missing",
    "s-garbage.vsav": "end-missing",
    "s-missing-child.vsav": "child-missing",
    "s-newer-vassal.vsav": "vassal-version",
    "s-no-begin-save.vsav": "begin-missing",
    "s-no-boards.vsav": "boards-missing",
    "s-no-end-save.vsav": "end-missing",
    "s-no-moduledata.vsav": "module-unsaid",
    "s-no-saved-game.vsav": "V140",
    "s-no-savedata.vsav": "savedata-missing",
    "s-no-setup-stack.vsav": "setup-missing",
    "s-non-hex.vsav": "V104",
    "s-odd-hex-digit.vsav": "V105",
    "s-other-module.vsav": "module-other",
    "s-other-version.vsav": "module-version",
    "s-piece-state-short.vsav": "piece-few-states",
    "s-trailing-newline.vsav": "V104",
    "s-truncated-stream.vsav": "command-damaged",
    "s-turn-bad.vsav": "turn-unknown",
    "s-unknown-board.vsav": "board-unknown",
    "s-unknown-command.vsav": "command-unknown",
    "s-unknown-map.vsav": "map-unknown",
    "s-unknown-trait.vsav": "trait-unknown",
}


@pytest.fixture(scope="module")
def modules(samples):
    """By the first letter of the broken files: the logs are `hexmini`'s, the saves `second`'s."""
    folder = samples / "modules"
    return {"l": open_module(folder / "hexmini.vmod"), "s": open_module(folder / "second.vmod")}


def test_every_broken_save_and_log_has_the_engines_outcome(samples, modules):
    truth = json.loads((samples / "truth/broken.json").read_text(encoding="utf-8"))
    named = [name for name in truth if name.endswith((".vsav", ".vlog"))]
    assert len(named) == 38
    for name in named:
        outcome, found = examine_save(samples / "broken" / name, modules[name[0]])
        assert outcome is VERDICTS[truth[name]["verdict"]], (name, found)
        assert all("\n" not in one.headline and "red-id" not in str(one) for one in found), name
        if name in PLANTED:
            assert PLANTED[name] in [one.code for one in found], name
        else:
            assert (name, found) == ("s-upper-case-hex.vsav", ())


def test_one_fault_is_not_told_as_many(samples, modules):
    for name, code in PLANTED.items():
        _, found = examine_save(samples / "broken" / name, modules[name[0]])
        follows = {"end-missing", "begin-missing", "child-missing", "command-unknown"}
        assert {one.code for one in found} - {code} <= follows, (name, found)
        assert len(found) <= (3 if name == "s-garbage.vsav" else 2), name


def test_sound_saves_and_logs_are_silent(samples, modules):
    for folder in ("saves", "logs"):
        for path in sorted((samples / folder).iterdir()):
            module = modules["s" if path.name.startswith(("second", "L22")) else "l"]
            outcome, found = examine_save(path, module)
            assert outcome is Outcome.SILENT, (path.name, found[:3])


def game(text: str, container: Container = Container.PLAIN) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("savedGame", veil(text, container))
    return buffer.getvalue()


PIECE = c.AddPiece("7", "piece;;;a.png;A", "Main Map;1;1;0;0")
START = save_text([PIECE])


def codes(text: str, container: Container = Container.PLAIN) -> set[str]:
    return {one.code for one in examine_save(game(text, container))[1]} - {"savedata-missing", "boards-missing"}


@pytest.mark.parametrize("form", [form for form in Container if form not in (Container.VCSK, Container.PLAIN)])
def test_forms_that_no_released_vassal_reads(form):
    outcome, found = examine_save(game(START, form))
    assert outcome is Outcome.NOT_LOADED
    assert found[0].code == "container-newer" and str(form) in found[0].headline


def test_a_log_entry_inside_another_is_refused_whatever_its_depth():
    for depth in (2, 50_000):
        text = START + "\x1b" + "LOG\t" * depth + "CHATx"
        assert examine_save(game(text))[0] is Outcome.FATAL


def test_a_command_without_log_inside_an_entry_is_told():
    assert codes(START + "\x1bLOG\tCHATa\\\x1bCHATb") == {"entry-stray"}


def test_pieces_added_by_the_log_are_known_to_later_entries():
    steps = [[c.AddPiece("8", PIECE.type, PIECE.state)], [c.RemovePiece("8")], [c.RemovePiece("9")]]
    _, found = examine_save(game(log_text(START, steps)))
    assert [one.headline for one in found if one.code == "piece-unknown"] == [
        "entry 3: no piece has the id 9: VASSAL passes over it"
    ]


def test_ids_of_players_are_never_told():
    text = START + "\x1bLOG\tM/7/Main Map/x/1/null/Main Map/1/1/null/hunter2" + "\x1bPLAYER\thunter2"
    outcome, found = examine_save(game(text))
    assert outcome is Outcome.FATAL and len([one for one in found if one.code == "command-damaged"]) == 2
    assert "hunter2" not in repr(found)


def test_a_file_that_is_no_zip_is_not_loaded(tmp_path):
    path = tmp_path / "no.vsav"
    path.write_bytes(b"nothing")
    outcome, found = examine_save(path)
    assert outcome is Outcome.NOT_LOADED and found[0].code == "V111"
    assert save_outcome_of(found[0]) is Outcome.SILENT  # codes of reading stand for no outcome by themselves
