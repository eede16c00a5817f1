"""Traits: every kind VASSAL 3.7.26 knows, to named fields and back from the fields to the same text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.vassal.traits import (
    KNOWN,
    Access,
    Change,
    Colour,
    Constraints,
    Key,
    KeyCommand,
    MaskStyle,
    NamedKey,
    SheetField,
    Target,
    decode_trait,
    make,
    new_trait,
)
from builder.vassal.traits.layouts import TYPES
from tests.support.vassal_truth import by_name, museum_traits, truth_pieces

# Formats §3.6 and BasicCommandEncoder of 3.7.26: the decorators and three basics.
_ENGINE = """
immob emb2 emb hide obs label table propertysheet rotate pivot nonRect nonRect2 mark locmsg restrict placemark replace
report markmoved footprint return sendto prototype clone delete submenu menuSeparator translate AreaOfEffect globalkey
macro PROP calcProp setprop setpieceprop hideCmd playSound button globalhotkey deselect mat matPiece basicName border
attach locCommand cmt piece stack deck
"""
ENGINE_PREFIXES = _ENGINE.split()


def test_every_prefix_of_the_engine_is_known():
    assert set(ENGINE_PREFIXES) == set(KNOWN)


@pytest.mark.parametrize(
    "text, state, expected",
    [
        ("mark;Side,Army Group", "Red,a\\,b", {"names": ("Side", "Army Group"), "values": ("Red", "a,b")}),
        (
            "PROP;MP;true,0,6,false;Spend:57353\\,0\\,spend:I\\,-1,Pick:88\\,130:E\\,Choose\\,0\\\\,5;points\\; left",
            "6",
            {
                "name": "MP",
                "constraints": Constraints(True, 0, 6, False),
                "commands": (
                    KeyCommand("Spend", NamedKey("spend"), Change.by(-1)),
                    KeyCommand("Pick", Key("X", ctrl=True), Change.choose("Choose", ("0", "5"))),
                ),
                "description": "points; left",
                "value": "6",
            },
        ),
        (
            "obs;73,130;mask.png;Mask;P57375,0,peekKey;Hidden\\; unit;sides:Red:Blue;Peek;;false;;",
            "Red;",
            {
                "style": MaskStyle("P", "", NamedKey("peekKey")),
                "mask_name": "Hidden; unit",
                "access": Access("sides", ("Red", "Blue")),
                "masked_by": "Red",
            },
        ),
        (
            "propertysheet;0Name~1Notes~7Spin;Properties;;0;200;220;240;80,130;sheet",
            "Łódź~line 1|line 2~4",
            {
                "lines": (SheetField(0, "Name"), SheetField(1, "Notes"), SheetField(7, "Spin")),
                "values": ("Łódź", "line 1\nline 2", "4"),
            },
        ),
        (
            "globalkey;Go;71,130;57350,0,setMoved;{ A };true;2;true;true;;x;-1;"
            "COUNTER|true|LOCATION||||0507|0|0||false|||EQUALS||;false;",
            "",
            {"sent_key": NamedKey("setMoved"), "range": 2, "target": Target(by_location=True, where="LOCATION",
                                                                            location="0507")},
        ),
        ("sendto;Go;49,130;Main;B;1;2;;;0;0;0;0;;L;;;;", "Map0;3;4", {"back_map": "Map0", "x": "1"}),
        ("button;70,130;-20;-20;20;20;t;false;false;1;2;-20;-20;0;5", "", {"points": ((-20, -20), (0, 5))}),
        ("footprint;84,130", "true;Map0;2;1,2;-3,4;true", {"points": ((1, 2), (-3, 4)), "radius": 10}),
        ("rotate;6;93,0;91,0;R;L;;;Facing;;;;;true", "4", {"facing": 4, "clockwise_key": Key("]")}),
        ("rotate;1;69,130;Free;;;F;;;;;true", "-30.5", {"angle": -30.5, "menu": "Free"}),
        ("label;76,130;L;12;255,255,255;0,0,255;b;3", "a\tb", {"background": Colour(255, 255, 255), "label": "a\tb"}),
        ("emb;a;A;u;Up;d;Down;0;0;r.png,full;m.png,+ hit", "-1", {"levels": (("r.png", "full"), ("m.png", "+ hit"))}),
        ("attach;Leader;leads", "2;11;12", {"pieces": ("11", "12"), "before_attach": "clear"}),
        ("table;2;2;Sheet;83,130;", "a,b\\,c,,1", {"cells": ("a", "b,c", "", "1")}),
        ("piece;;;a.png;x\\;y", "Main;1;-2;7;1;OldMap;a\\;b", {"name": "x;y", "properties": (("OldMap", "a;b"),)}),
    ],

)  # fmt: skip
def test_fields_by_name(text, state, expected):
    trait = decode_trait(text, state)
    assert {name: trait[name] for name in expected} == expected
    assert (trait.type_text(), trait.state_text()) == (text, state)


@pytest.mark.parametrize(
    "text, state",
    [
        ("label;76,130;Label", "old label"),
        ("report;70,130", "-1"),
        ("immob;g;N", ""),
        ("emb2;Activate;x", "notanumber"),
        ("emb2;A;2;A;Up;2;];Down;2;[;Reset;R;1;false;0;0;a.png,b.png;,+ two;true;Old;;;false;;1", "-1"),
        ("delete;Delete;D", ""),
        ("delete;Delete;68,2;a;too;many", ""),
        ("mark;a,'b',\\c", "'x',"),
        ("piece;;;a.png", "null;0;0"),
        ("piece;;;a.png;n", "null;0;0;;3;k"),
        ("rotate;six;;", "x"),
        ("zzz;a;b", "anything; at all"),
        ("stack", "Main;1;2;11;12;@@1"),
        ("nonRect;m,1,2;l", ""),
        ("cmt;not; escaped", ""),
        ("deck;true", "Main;1;2;true;11,12"),
        ("globalkey;;;;;;;;;;;;MAP|x", ""),
        ("button;;0;0;0;0;;false;false;1;9;1", ""),
        ("hide;;;300,0,0;;x", ""),
        ("prototype;P;a,b=1", ""),
        ("nosemicolon", ""),
    ],
)  # fmt: skip
def test_odd_and_short_strings_come_back_as_they_were(text, state):
    trait = decode_trait(text, state)
    assert (trait.type_text(), trait.state_text()) == (text, state)


@given(
    st.sampled_from([p for p in ENGINE_PREFIXES if p != "stack"]),
    st.text(alphabet=";,\\'|:~=-0129tf \tä", max_size=40),
    st.text(alphabet=";,\\'|:~=-0129tf \tä", max_size=30),
)
def test_no_text_is_lost_or_refused(prefix, text, state):
    trait = decode_trait(f"{prefix};{text}", state)
    assert (trait.type_text(), trait.state_text()) == (f"{prefix};{text}", state)
    assert len(dict(trait.fields)) == len(trait.fields.layout.fields)  # every field has a value or a default


def test_every_trait_of_the_samples_is_known_and_plain(samples):
    """Museum, saves and logs of the engine: encoded from the fields, no item odd, none left over."""
    seen = set()
    for text, state in truth_pieces(samples, level_by_level=True):
        trait = decode_trait(text, state)
        seen.add(trait.prefix)
        assert trait.known and (trait.type_text(), trait.state_text()) == (text, state)
        assert not trait.fields.odd() + trait.state.odd(), text
        assert trait.prefix == "stack" or not trait.fields.extra + trait.state.extra, text
    assert seen >= set(ENGINE_PREFIXES) - {"emb", "nonRect"}  # the engine has modernised these two


def test_what_the_museum_says_raw_is_read_as_the_engine_modernises_it(samples):
    """`T layer legacy` and `T layer v0` in the module's own text against the engine's rewriting of them."""
    raw, engine = museum_traits(samples)
    for slot in ("T layer legacy", "T layer v0"):
        old, new = raw[slot][0], engine[slot][0]
        images = [level[0] for level in old.fields.levels] if old.prefix == "emb" else list(old.fields.images)
        assert images == list(new.fields.images)
        assert old.state.level == new.state.level == -1
    short = dict(zip(("label", "report", "footprint", "restrict", "immob"), raw["T short types"]))
    for prefix, old in short.items():
        new = next(trait for trait in engine["T short types"] if trait.prefix == prefix)
        unequal = {name for name in old.fields if old.fields[name] != new.fields[name]}
        assert unequal <= {"menu"}, (prefix, unequal)  # the default text is the engine's own words


def test_defaults_and_replacing_a_missing_field():
    old = decode_trait("label;76,130;Label")
    assert (old.fields.present, old.fields.font_size, old.fields.name_format) == (2, 10, "$pieceName$ ($label$)")
    assert old.replace(font_size=12).type_text() == "label;76,130;Label;12"
    assert old.replace(background=Colour(1, 2, 3)).type_text() == "label;76,130;Label;10;1,2,3"


def test_public_report_20_text_where_a_number_is_due():
    """The default is taken (the engine's, -1: no cycling), the field is named with its text, the rest is read."""
    trait = decode_trait("report;70\\,130;says;;;d;true", "abc;true|0")
    assert trait.state.odd() == (("cycle", "abc;true|0", -1),)
    assert trait.fields.description == "d" and trait.state_text() == "abc;true|0"


def test_keys():
    assert str(Key("B", ctrl=True)) == "66,130"
    assert str(Key("F5", shift=True, ctrl=True)) == "116,195"
    assert str(Key("a", alt=True, ctrl=True)) == "65,650"
    assert str(NamedKey("flip")) == "57348,0,flip"
    assert NamedKey("flip", 57401) == NamedKey("flip") != NamedKey("flop")
    assert decode_trait("delete;Delete;D").fields.key == Key("D", ctrl=True)  # an old single letter
    assert Key("F", ctrl=True).label == "Ctrl+F"
    assert eval(repr(Key("F", ctrl=True))) == Key("F", ctrl=True)
    with pytest.raises(ValueError, match="unknown key 'Bx'"):
        Key("Bx")


def test_worked_example_of_the_format_description():
    """Formats §3.3: layer Step of two levels, always active, Ctrl+F = next, spelled by the editor."""
    step = make.layer(
        ["full.png", "reduced.png"], "Step", ["", "+ (reduced)"], increase_key=Key("F", ctrl=True),
        increase_menu="Flip", loop=True,
    )  # fmt: skip
    assert step.type_text() == (
        "emb2;;128;;Flip;128;;;128;;;;1;false;0;0;full.png,reduced.png;,+ (reduced);true;Step;;;false;;1;1;true;;"
        "70,130;;;1.0;;true"
    )
    assert step.state_text() == "1"


def test_written_traits_have_all_fields_of_3_7_and_none_of_3_8():
    for prefix in sorted(set(TYPES) - {"emb", "nonRect", "mark"}):
        trait = new_trait(prefix)
        due = [field for field in trait.fields.layout.fields if field.since not in ("3.8", "if said")]
        assert trait.fields.present == len(due), prefix
        assert decode_trait(trait.type_text(), trait.state_text()) == trait
    assert len(new_trait("deck").fields) == 49
    assert make.trail().type_text().count(";") == 16  # 3.8's last field is not written


def test_written_traits_equal_what_the_engine_wrote(samples):
    """Constructors against the engine's own strings of the museum, keys by name."""
    _, engine = museum_traits(samples)
    ctrl = lambda letter: Key(letter, ctrl=True)  # noqa: E731
    same = {
        "T marker 2": make.marker({"Only": "a,b;c/d|e:f"}),
        "T hotkey": make.global_hotkey(ctrl("B"), NamedKey("roll2d6"), "Roll dice", "sends a hot key"),
        "T nostack": make.does_not_stack(select="g", description="ignores grid"),
        "T hidecmd": make.restrict_commands("No delete in hex", ctrl("D"), '{ CurrentZone != "Dead Pile" }'),
        "T restrict": make.restricted_access(["Red"]),
        "T comment": make.comment("only a comment"),
        "T proto nested": make.prototype("Unit"),
        "T proto param": make.prototype("Greeter", who="World 2", n=3),
        "T moved": make.mark_moved(
            "moved.png", menu="Mark Moved", key=ctrl("M"), set_menu="Set moved", set_key=NamedKey("setMoved"),
            clear_menu="Clear moved", clear_key=NamedKey("clearMoved"),
        ),
        "T trail": make.trail(ctrl("T"), clear_key=NamedKey("clearTrail")),
        "T hide": make.invisible(ctrl("H"), background=Colour(0, 255, 0), description="hide me"),
        "T mask peek": make.mask(
            ctrl("I"), "mask.png", access=Access("player"), style=MaskStyle("P", key=NamedKey("peekKey")),
            peek_menu="Peek",
        ),
        "T setpieceprop": make.set_piece_property(
            "MP", [make.change(NamedKey("allMP2"), Change.to(2), "Everybody MP 2")], Constraints(True, 0, 6),
            filter='{ Side == "Red" }',
        ),
        "T calc": make.calculated("Strength", "{ Step_Level == 1 ? 4 : 2 }", "calc; desc"),
    }  # fmt: skip
    for slot, made in same.items():
        there = engine[slot][0]
        assert by_name(made.type_text()) == by_name(there.type_text()), slot
        assert made.state_text() == there.state_text(), slot


def test_what_cannot_be_written_is_refused():
    with pytest.raises(ValueError, match=r"has no field 'nmae'.*'name'"):
        new_trait("PROP", nmae="x")
    with pytest.raises(ValueError, match="unknown trait"):
        new_trait("emb3")
    with pytest.raises(ValueError, match="backslash"):
        new_trait("calcProp", name="end\\", expression="1")
    with pytest.raises(ValueError, match="images"):
        new_trait("emb2", images="one.png")
    with pytest.raises(ValueError, match="x cannot be 'left'"):
        new_trait("markmoved", x="left")
    with pytest.raises(ValueError, match="2 pictures but 1 level names"):
        make.layer(["a.png", "b.png"], "Step", ["x"])
    with pytest.raises(ValueError, match="starts at level 3"):
        make.layer(["a.png"], "Step", level=3)
    with pytest.raises(ValueError, match="must not hold '/'"):
        make.prototype("P", who="a/b")
    with pytest.raises(ValueError, match="exactly one destination"):
        make.send_to_location(NamedKey("go"), zone="A", region="B")
