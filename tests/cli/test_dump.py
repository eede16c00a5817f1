"""dump: what is shown to whom. Names and owners are those of the recorded samples' own description."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.vassal_truth import save_records

PASSWORDS = ("red-id", "blue-id")


def records(run, path: Path, *words: object) -> list[dict]:
    code, out, err = run("dump", path, "--json", *words)
    assert code == 0, err
    return [json.loads(line) for line in out.splitlines()]


def test_a_log_of_ours_step_by_step(run, log):
    code, out, _ = run("dump", log)
    assert code == 0
    lines = out.splitlines()
    assert "player Allied: Allied" in lines and any(line.startswith("step 4") for line in lines)
    assert any(line.startswith("  moves French 18th Corps") and line.endswith("to Map 3531") for line in lines)
    assert "  undo" in lines and "script-allied" not in out


def test_a_module_trait_by_trait(run, module):
    found = records(run, module)
    assert found[0]["what"] == "module" and found[0]["name"] == "Seven Hexes"
    assert {"component", "trait", "entry"} <= {record["what"] for record in found}
    marks = [r["fields"] for r in found if r["what"] == "trait" and "blue-1" in str(r["fields"])]
    assert marks and found[0]["maps"] == 1


def test_a_side_that_nobody_plays(run, log):
    code, _, err = run("dump", log, "--eyes", "Alied")
    assert code == 2 and "did you mean 'Allied'" in err


def test_the_public_view_of_hidden_things(run, samples):
    """hex-hidden: a unit masked and invisible (Red), a piece in a private window, decks face down."""
    save = samples / "saves" / "hex-hidden.vsav"
    public = json.dumps(records(run, save))
    assert "Fog Red" not in public and "Fog Blue" in public
    for hidden in ("Event A", "Chit 1", *PASSWORDS):
        assert hidden not in public
    assert "Fog Red" in json.dumps(records(run, save, "--eyes", "Red"))
    everything = json.dumps(records(run, save, "--eyes", "director"))
    assert "Fog Red" in everything and "Event A" in everything and "red-id" not in everything
    assert run("dump", save, "--eyes", "director")[1].startswith("DIRECTOR'S VIEW")


def test_cards_and_chits(run, samples):
    """hex-decks: a chit in Blue's hand that Red masked, one drawn and masked, cards turned down in the open."""
    save = samples / "saves" / "hex-decks.vsav"
    found = records(run, save)
    stacks = {r["place"]: [piece["name"] for piece in r["pieces"]] for r in found if r["what"] == "stack"}
    assert stacks["Main Map 0811"] == ["?"] and stacks["Main Map 0711"] == ["Event card", "Event card"]
    assert stacks["Red Secrets"] == ["a piece"]
    decks = {record["name"]: record for record in found if record["what"] == "deck"}
    assert decks["deck 'Events'"]["cards"] == 5 and "order" not in decks["deck 'Events'"]
    assert "Chit 3" not in json.dumps(found) and "Chit 5" not in json.dumps(found)
    red = {r["place"]: r for r in records(run, save, "--eyes", "Red") if r["what"] == "stack"}
    assert red["Main Map 0811"]["pieces"][0]["name"].startswith("Chit 3")
    director = {r["name"]: r for r in records(run, save, "--eyes", "director") if r["what"] == "deck"}
    assert director["deck 'Events'"]["order"] == [f"Event {letter}" for letter in "EDCBA"]


def test_without_the_module_no_piece_is_named(run, samples, tmp_path):
    """Which windows are private only the module tells."""
    alone = tmp_path / "deep" / "hex-decks.vsav"
    alone.parent.mkdir()
    alone.write_bytes((samples / "saves" / "hex-decks.vsav").read_bytes())
    found = records(run, alone)
    assert "module is not at hand" in found[0]["note"]
    names = {piece["name"] for record in found if record["what"] == "stack" for piece in record["pieces"]}
    assert names <= {"a piece"}
    assert "Red HQ" in json.dumps(records(run, alone, "--module", samples / "modules" / "hexmini.vmod"))
    assert "Red HQ" in json.dumps(records(run, alone, "--eyes", "director"))


def test_steps_name_a_drawn_card_only_to_its_owner(run, samples):
    """L10: cards go from the face-down deck to hands and private windows."""
    log = samples / "logs" / "L10-decks.vlog"
    public = [r for r in records(run, log) if r["what"] == "step"]
    moves = [c for step in public for c in step["commands"] if c["do"] == "move"]
    drawn = {name for move in moves if move["from"] == "Main Map Events" for name in move["pieces"]}
    assert drawn and drawn <= {"a card", "Event card", "a piece"}


@pytest.mark.parametrize("name", ["hex-hidden", "hex-decks", "hex-notes"])
def test_blue_sees_what_the_engine_shows_blue(run, samples, name):
    """The engine's own account as Blue: the same names, and nothing told of what is obscured or invisible."""
    shown = {}
    for record in records(run, samples / "saves" / f"{name}.vsav", "--eyes", "Blue"):
        pieces = record["pieces"] if record["what"] == "stack" else [record] if record["what"] == "piece" else []
        shown |= {piece["id"]: piece["name"] for piece in pieces if "id" in piece}
    truth = {}
    for file, record in save_records(samples):
        if file == f"{name}.as-blue.save.jsonl.gz" and record.get("kind") == "piece":
            truth[record["id"]] = record
    hidden = {id for id, one in truth.items() if one.get("obscured_to_me") or one.get("invisible_to_me")}
    assert hidden and not hidden & set(shown)
    assert len(shown) == 14 and {id: truth[id]["name"] for id in shown} == shown


def test_notes_are_read_by_their_owners(run, samples):
    save = samples / "saves" / "hex-notes.vsav"
    public = [r for r in records(run, save) if r["what"] == "note"]
    kinds = [r["kind"] for r in public]
    assert "scenario" in kinds and "public" in kinds and "private" not in kinds
    assert any(r["kind"] == "secret" and r["text"] is None for r in public)
    director = [r for r in records(run, save, "--eyes", "director") if r["what"] == "note"]
    assert "private" in [r["kind"] for r in director] and all(r["text"] is not None for r in director)


def test_every_sample_is_dumped_without_a_password(run, samples):
    files = sorted((*samples.glob("saves/*.vsav"), *samples.glob("logs/*.vlog"), *samples.glob("modules/*.vmod")))
    assert len(files) >= 40
    for file in files:
        for eyes in ("public", "director"):
            code, out, err = run("dump", file, "--eyes", eyes)
            assert code == 0 and out, (file, err)
            assert not any(word in out + err for word in PASSWORDS), (file, eyes)


@pytest.mark.parametrize("command", ["dump", "examine"])
def test_broken_samples_end_in_lines(run, samples, command):
    files = sorted((samples / "broken").iterdir())
    assert len(files) >= 60
    for file in files:
        code, out, err = run(command, file)
        assert code in (0, 1, 2) and out + err and "Traceback" not in out + err
