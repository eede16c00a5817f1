"""Pieces: chains of traits, slot texts, prototypes, composed names, against the engine's own account."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.model import BadInput
from builder.vassal.buildfile import read_buildfile
from builder.vassal.pieces import (
    decode_piece,
    encode_piece,
    expand,
    fill,
    piece_name,
    read_slot,
    slot_text,
    state_levels,
    type_levels,
)
from builder.vassal.traits import decode_trait, make
from tests.support.vassal_truth import by_name, module_xml, museum_traits, save_records, slots, truth_pieces

# README of the samples: what the engine rewrites on loading.
MODERNISED = {f"Event {letter}" for letter in "ABCDEFGH"} | {
    "T nonrect old", "T layer legacy", "T layer v0", "T short types", "N overlong marker", "N short marker",
}  # fmt: skip


def test_every_piece_of_the_engine_comes_back(samples):
    count = 0
    for text, state in truth_pieces(samples):
        assert encode_piece(decode_piece(text, state)) == (text, state)
        count += 1
    assert count > 2000


def prototypes_of(samples, module="hexmini"):
    root = read_buildfile(module_xml(samples, module))
    return {one.get("name"): one.text for one in root.all("PrototypeDefinition")}


@pytest.mark.parametrize("module", ["hexmini", "second"])
def test_slots_equal_the_engine_but_for_key_numbers(samples, module):
    root = read_buildfile(module_xml(samples, module))
    ours = {slot.get("gpid"): read_slot(slot.text) for slot in root.all("PieceSlot", "CardSlot")}
    engine = {slot["gpid"]: slot for slot in slots(samples, module)}
    assert ours.keys() == engine.keys()
    for gpid, (_, text, state) in ours.items():
        slot = engine[gpid]
        traits = decode_piece(text, state)
        assert encode_piece(traits) == (text, state)
        assert slot_text(traits) == "+/" + next(s.text for s in root.all(slot["class"]) if s.get("gpid") == gpid)[2:]
        if slot["entryName"] in MODERNISED:
            continue
        assert by_name(text) == by_name(slot["type"])
        theirs = decode_piece(slot["type"], slot["state"])
        placed = theirs[-1].state
        moved = traits[-1].with_state(x=placed.x, y=placed.y)  # the position of a slot piece is noise
        assert encode_piece((*traits[:-1], moved))[1] == slot["state"]


def test_expansion_equals_the_pieces_on_the_map(samples):
    """`hex-museum` holds every palette slot as the engine expands it."""
    prototypes = prototypes_of(samples)
    _, engine = museum_traits(samples)
    by_gpid = {traits[-1].state.gpid: traits for traits in engine.values()}
    seen = 0
    for name, record in save_records(samples):
        if name != "hex-museum.save.jsonl.gz" or record.get("kind") != "piece" or record.get("gpid") not in by_gpid:
            continue
        ours = expand(by_gpid[record["gpid"]], prototypes)
        assert by_name(encode_piece(ours)[0]) == by_name(record["type"]), record["name"]
        seen += 1
    assert seen > 80


def test_names_equal_the_engines(samples):
    """Every piece of every save, seen by Red and by Blue: levels, labels, masks."""
    checked = 0
    for file, record in save_records(samples):
        if record.get("kind") != "piece":
            continue
        if "{" in record["type"] and "Vp" in record["type"]:
            continue  # a level by expression needs the module's properties
        traits = decode_piece(record["type"], record["state"])
        ours = piece_name(traits, as_owner=not record.get("obscured_to_me"))
        assert ours == record["name"], (file, record["id"])
        checked += 1
    assert checked > 400


def test_slot_names_equal_the_engines(samples):
    prototypes = prototypes_of(samples)
    for slot in slots(samples, "hexmini"):
        traits = expand(decode_piece(slot["type"], slot["state"]), prototypes)
        assert piece_name(traits) == slot["pieceName"]


def test_worked_example_of_the_format_description():
    """Formats §3.3: nesting by TAB and the slash level above it."""
    traits = (
        make.prototype("Unit"),
        make.marker({"Side": "Red", "Move": 4}),
        make.basic("inf.png", "1/9 Bn", 12),
    )
    assert encode_piece(traits) == (
        "prototype;Unit\tmark;Side,Move\\\tpiece;;;inf.png;1/9 Bn",
        "\tRed,4\\\tnull;0;0;12;0",
    )
    assert slot_text(traits) == (
        "+/null/prototype;Unit\tmark;Side,Move\\\tpiece;;;inf.png;1\\/9 Bn/\tRed,4\\\tnull;0;0;12;0"
    )


@given(st.lists(st.text(alphabet=";,\\\t/'|:\"$ aä", max_size=12), min_size=4, max_size=4))
def test_public_report_18_values_at_any_depth_round_trip_or_are_refused(values):
    """Four traits with `; , \\ TAB / ' "` in values: exact, or refused before anything is written."""
    side, note, name, label = values
    try:
        text = slot_text(
            (
                make.label(label),
                make.marker({"Side": side, "Note": note}),
                make.dynamic_property("P", note),
                make.basic("a.png", name),
            )
        )
    except (BadInput, ValueError):
        assert any(value.endswith("\\") or "\t" in name or "\\" in value or "'" in value for value in values)
        return
    _, type_text, state_text = read_slot(text)
    traits = decode_piece(type_text, state_text)
    assert traits[0].state.label == label
    assert traits[1].state["values"] == (side, note)
    assert traits[2].state.value == note
    assert traits[3].fields.name == name


def test_a_literal_backslash_t_is_not_a_tab():
    traits = (make.marker({"A": "x;y"}), make.delete(), make.dynamic_property("P", r"C:\temp"), make.basic("a", "b"))
    assert decode_piece(*read_slot(slot_text(traits))[1:]) == traits


@pytest.mark.parametrize(
    "traits, says",
    [
        ((make.basic("a.png", "Tail\\"),), "ends in a backslash"),
        ((make.marker({"A": "x\\"}), make.basic("a.png", "n")), "state of Marker ends in a backslash"),
        ((make.marker({"A": "x"}), make.basic("a.png", "tab\there")), "basic piece holds a TAB"),
    ],
)
def test_what_the_engine_could_not_read_is_not_written(traits, says):
    with pytest.raises(BadInput, match=says):
        slot_text(traits)


def test_too_few_states_name_the_trait():
    with pytest.raises(BadInput, match="no state for trait 'piece': 3 types but 2 states"):
        decode_piece("mark;A\tdelete;D;68,130;\\\tpiece;;;a.png;n", "x\ty")


def test_too_many_states_go_into_the_basic_piece():
    """As in the engine: the innermost level takes all that is left."""
    assert state_levels("b\tc\\\tnull;0;0;1;0", 2) == ["b", "c\tnull;0;0;1;0"]
    traits = decode_piece("mark;A\tpiece;;;a.png;n", "b\tc\\\tnull;0;0;1;0")
    assert traits[-1].state.map == "c\tnull"


def test_deep_chains_are_refused():
    text = "cmt;x"
    for _ in range(3):
        text = f"{text}\t{text}"
    assert len(type_levels(text)) == 2  # items after the second are not read, as in the engine
    with pytest.raises(BadInput, match="more than 1000 traits"):
        type_levels("".join("cmt;\t" if i == 0 else "cmt;" + "\\" * i + "\t" for i in range(1200)) + "end")


def test_parameters_of_prototypes():
    assert fill("Hello $who$ x$n$ and $other$ too", {"who": "World", "n": "3"}) == "Hello World x3 and other too"
    unit = slot_text((make.marker({"Who": "$who$"}), make.basic("", "")))
    piece = (make.prototype("P", who="Ann"), make.basic("a", "b"))
    assert expand(piece, {"P": unit})[0].state["values"] == ("Ann",)


def test_unknown_and_recursive_prototypes_vanish():
    loop = slot_text((make.prototype("B"), make.basic("", "")))
    back = slot_text((make.prototype("A"), make.delete(), make.basic("", "")))
    piece = (make.prototype("A"), make.prototype("None"), make.basic("a", "b"))
    assert [trait.prefix for trait in expand(piece, {"A": loop, "B": back})] == ["delete", "piece"]


def test_level_names():
    layer = make.layer(["", "a", "b", "c"], "Step", ["", "+ (half)", "old +", "Gone"])
    for level, name in ((1, "Unit"), (2, "Unit (half)"), (3, "old Unit"), (4, "Gone")):
        assert piece_name((layer.with_state(level=level), make.basic("x", "Unit"))) == name


def test_masked_names():
    masked = make.mask(None, "m.png", mask_name="?").with_state(masked_by="Red")
    piece = (masked, make.basic("x", "Unit"))
    assert (piece_name(piece), piece_name(piece, as_owner=False)) == ("Unit(?)", "?")


def test_a_piece_needs_one_basic_piece():
    with pytest.raises(ValueError, match="exactly one basic piece"):
        encode_piece((decode_trait("mark;A", "x"),))
