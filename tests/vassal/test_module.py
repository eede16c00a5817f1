"""An opened module against the engine's account of it: components, maps, slots, turns, dice, pictures."""

import json
import re

import pytest
from PIL import Image

from builder.model import BadInput
from builder.vassal.archive import zip_bytes
from builder.vassal.buildfile import component, read_buildfile, write_buildfile
from builder.vassal.dice import SpecialDice
from builder.vassal.module import open_module, setup_file
from builder.vassal.pictures import picture_size
from builder.vassal.pieces import encode_piece
from builder.vassal.turns import Level, TurnTracker
from tests.support.vassal_truth import by_name, records


@pytest.fixture(scope="module", params=["hexmini", "second"])
def pair(request, samples):
    truth = list(records(samples / "truth" / f"{request.param}.module.jsonl.gz"))
    return open_module(samples / "modules" / f"{request.param}.vmod"), truth


@pytest.fixture(scope="module")
def hexmini(samples):
    return open_module(samples / "modules" / "hexmini.vmod")


def test_facts_of_the_module(pair):
    module, truth = pair
    load = truth[0]
    assert (module.name, module.version) == (load["module"], load["version"])
    assert module.problems == () and not module.is_extension
    assert module.metadata.name == module.name
    slots = next(record for record in truth if record["record"] == "slots")
    assert len(module.slots) == slots["count"]
    assert len(module.prototypes) == next(r["count"] for r in truth if r["record"] == "prototypes")


def test_maps_and_boards(pair):
    module, truth = pair
    theirs = [record for record in truth if record["record"] == "map"]
    assert [(one.name, one.id) for one in module.maps] == [(one["name"], one["id"]) for one in theirs]
    for ours, engine in zip(module.maps, theirs):
        assert ours.part.tag == engine["class"]
        boards = [(board.name, *board.size, type(board.grid).__name__) for board in ours.boards]
        assert boards == [(b["name"], b["w"], b["h"], b["grid"] or "NoneType") for b in engine["boards"]]


# What the engine adds by itself when it is missing (formats §2.3, §2.7).
_ADDED = {
    "ColorManager", "FontManager", "FontStyle", "GamePieceLayoutsContainer", "GlobalProperties", "Flare",
    "SelectionHighlighters", "HighlightLastMoved", "StackMetrics", "BoardPicker",
}  # fmt: skip


def test_every_component_of_the_engine_is_reachable(pair):
    """Walking the engine's paths by class and order among those of one class, attributes equal where both have them."""
    module, truth = pair
    found = 0
    for record in truth:
        if record["record"] != "component":
            continue
        part, steps = module.root, [step for step in record["path"].split("/") if step]
        for step in _steps(steps, truth):
            part = _child(part, *step)
            if part is None:
                break
        if part is None:
            assert any(step.partition(":")[2] in _ADDED for step in steps), record["path"]
            continue
        found += 1
        assert part.tag == record["class"]
        for name, value in (record.get("attributes") or {}).items():
            ours = part.attributes.get(name)
            computed = (part.short, name) in {("TurnTracker", "length")} or name == "tooltip"
            if ours is not None and isinstance(value, str) and not computed:
                assert _plain(ours) == _plain(value), (record["path"], name)
    assert found > (250 if module.name.startswith("Hex") else 90)


def _steps(steps, truth):
    """(class, how many of that class stand before it under the same parent) for each step of a path."""
    for depth, step in enumerate(steps):
        index, _, short = step.partition(":")
        above = "".join(f"/{one}" for one in steps[:depth])
        pattern = re.compile(re.escape(above) + r"/(\d+):" + re.escape(short) + "$")
        before = sum(
            1
            for record in truth
            if record["record"] == "component" and (m := pattern.match(record["path"])) and int(m[1]) < int(index)
        )
        yield short, before


def _child(part, short, before):
    same = [child for child in part.children if child.short == short]
    return same[before] if before < len(same) else None


def _plain(text):
    return by_name(text.strip().lower().removesuffix(".0"))


def test_global_properties_and_their_start(hexmini, samples):
    start = next(records(samples / "truth" / "hex-start.save.jsonl.gz"))
    ours = {f"{one.container}/{one.name}".lstrip("/"): one.initial for one in hexmini.properties}
    assert ours == start["globals"]


def test_turns_are_named_as_the_engine_chats_them(hexmini, samples):
    (tracker,) = hexmini.turn_trackers
    seen = 0
    for name in ("L08-turns", "L16-long"):
        for step in records(samples / "truth" / f"{name}.log.jsonl.gz"):
            for _, _, text in step.get("commands", ()):
                if not text or not text.startswith("TURN"):
                    continue
                code = text.partition("\t")[2]
                state = tracker.read(code)
                assert tracker.write(state) == code
                if chats := [line for line in step["chat"] if "Turn Updated" in line and "UNDO" not in line]:
                    assert chats[-1].rpartition(" to ")[2] == tracker.text(state)
                    seen += 1
    assert seen > 30


def test_turn_states_by_name(hexmini):
    (tracker,) = hexmini.turn_trackers
    assert tracker.id == "TurnTracker0"
    assert tracker.start().values() == {"TurnNo": "1", "ActiveSide": "Red", "Phase": "Movement"}
    state = tracker.at({"TurnNo": 3, "ActiveSide": "Blue", "Phase": "Supply; Rally"})
    assert tracker.write(state) == ("0|3;0;false;-1;1\\;0\\;0\\;true,true\\;2\\\\;0\\\\;0\\\\;true,true,true")
    assert tracker.text(state) == "Turn 3 Blue: Supply; Rally"
    with pytest.raises(ValueError, match="no value 'Green'"):
        tracker.at({"ActiveSide": "Green"})
    with pytest.raises(ValueError, match="has no level Sied"):
        tracker.at({"Sied": "Red"})


def test_turn_state_examples_of_the_format_description():
    """Formats §4.10."""
    counter = Level("Turn", "T")
    sides = Level("Side", "S", values=("Red", "Blue"), is_list=True)
    alone = TurnTracker("TurnTracker0", "Turn", (counter,))
    assert alone.read("0|3;0;false;-1").values() == {"T": "3"}
    nested = TurnTracker("TurnTracker0", "Turn", (Level("Turn", "T", children=(sides,)),))
    assert nested.read("0|3;0;false;-1;1\\;0\\;0\\;true,true").values() == {"T": "3", "S": "Blue"}
    assert nested.read("garbage").values() == {"T": "1", "S": "Red"}


def test_dice(hexmini):
    assert [(one.name, getattr(one, "count", None)) for one in hexmini.dice] == [
        ("1d6", 1), ("2d6", 2), ("Battle", None), ("Weather roll", 1),
    ]  # fmt: skip
    assert hexmini.dice[3].faces == ("Clear", "Rain, light", "Snow")
    battle = hexmini.special_dice("SpecialDiceButton0")
    assert isinstance(battle, SpecialDice) and battle is hexmini.special_dice("Battle")
    assert [one.text for one in battle.faces(("1", "5"))] == ["Hit; light", "Élan"]


def test_public_report_43_more_dice_than_the_module_has(hexmini):
    rolled = hexmini.special_dice("Battle").faces(("0", "9", "2", "x"))
    assert [one.text for one in rolled] == ["Miss", "unknown (9)", "unknown (2)", "unknown (x)"]
    assert [one.face is None for one in rolled] == [False, True, True, True]


def test_pictures_sounds_setups(hexmini):
    assert len(hexmini.images) == 39 and hexmini.sounds == ("beep.wav",)
    sizes = hexmini.image_sizes()
    assert len(sizes) == len(hexmini.images) and sizes["board.png"] == (920, 720)
    assert [(one.name, one.file) for one in hexmini.setups] == [
        ("Setups", ""), ("Fresh start", ""), ("Mid game", "mid.vsav"),
    ]  # fmt: skip
    assert setup_file(hexmini, "Mid game")[:2] == b"PK"
    with pytest.raises(BadInput, match="no setup named 'Nothing'"):
        setup_file(hexmini, "Nothing")


def test_slots_by_gpid(hexmini):
    slot = hexmini.by_gpid["100"]
    assert (slot.entry_name, slot.kind, slot.traits[-1].fields.name) == ("Red 1", "PieceSlot", "Red 1")
    assert slot.path == "Map 'Main Map'/SetupStack 'Red start'/PieceSlot 'Red 1'"
    assert encode_piece(slot.traits) == slot.piece[1:]


def module_bytes(root, **entries):
    return zip_bytes({"buildFile.xml": write_buildfile(root), **entries})


def test_public_report_11_both_names_of_the_build_file():
    old, new = (write_buildfile(component("VASSAL.build.GameModule", {"name": n})) for n in ("Old", "New"))
    assert open_module(zip_bytes({"buildFile": old})).name == "Old"
    assert open_module(zip_bytes({"buildFile.xml": new})).name == "New"
    both = open_module(zip_bytes({"buildFile": old, "buildFile.xml": new}))
    assert both.name == "New" and "buildFile.xml was read" in both.problems[0].headline


def test_public_report_30_setup_in_an_extension():
    module = open_module(module_bytes(component("VASSAL.build.GameModule", {"name": "M"}), **{"s.vsav": b"module's"}))
    setup = component("module.PredefinedSetup", {"name": "S", "file": "s.vsav", "useFile": True})
    root = component("VASSAL.build.module.ModuleExtension", {"module": "M"}, [setup])
    own = open_module(module_bytes(root, extensiondata=b"<data/>", **{"s.vsav": b"extension's"}))
    bare = open_module(module_bytes(root, extensiondata=b"<data/>"))
    assert own.is_extension
    assert setup_file(module, "S", (own,)) == b"extension's"
    assert setup_file(module, "S", (bare,)) == b"module's"


def test_sizes_of_pictures(tmp_path):
    path = tmp_path / "a.png"
    Image.new("RGB", (7, 5)).save(path)
    assert picture_size(path.read_bytes()) == (7, 5)
    assert picture_size(b"this is text") is None and picture_size(b"") is None
    assert picture_size(b'<svg xmlns="http://www.w3.org/2000/svg" width="10mm" height="20"/>', "a.svg") == (38, 20)
    assert picture_size(b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 40"/>', "a.svg") == (30, 40)
    assert picture_size(b"<html/>", "a.svg") is None


def test_the_build_file_as_the_engine_writes_it_back_is_the_same_module(samples):
    import gzip

    back = read_buildfile(gzip.decompress((samples / "truth" / "second.buildFile.xml.gz").read_bytes()))
    ours = open_module(samples / "modules" / "second.vmod")
    shorts = {part.short for part in ours.root.all()} - {"entry", "setup"}
    assert shorts <= {part.short for part in back.all()}
    assert json.dumps(sorted(p.get("entryName") for p in back.all("PieceSlot"))) == json.dumps(
        sorted(slot.entry_name for slot in ours.slots)
    )
