"""Damaged and trapped modules: the outcome of every broken sample, each trap in small, and the public reports."""

import io
import json

import pytest
from PIL import Image

from builder.vassal.archive import zip_bytes
from builder.vassal.buildfile import Component, component, read_buildfile, write_buildfile
from builder.vassal.component_classes import LISTENERS
from builder.vassal.examine_modules import Outcome, examine_module, traps
from builder.vassal.examine_pictures import unused_pictures
from builder.vassal.expression_traps import unguarded_divisions
from builder.vassal.grid_reading import read_grid
from builder.vassal.grid_writing import grid_component
from builder.vassal.grids import Axis, HexGrid, Numbering, Region, RegionGrid, SquareGrid
from builder.vassal.metadata import Metadata, write_metadata
from builder.vassal.module import open_module
from builder.vassal.pieces import slot_text
from builder.vassal.traits import NamedKey, make
from builder.vassal.zones import Zone, ZonedGrid

VERDICTS = {
    "fatal": Outcome.FATAL,
    "loads with complaints": Outcome.COMPLAINTS,
    "loads with a notice": Outcome.NOTICE,
    "loads silently": Outcome.SILENT,
}


def test_every_broken_module_has_the_engines_outcome(samples):
    truth = json.loads((samples / "truth" / "broken.json").read_text(encoding="utf-8"))
    seen = 0
    for name, said in truth.items():
        if not name.endswith(".vmod"):
            continue
        outcome, found = examine_module(samples / "broken" / name)
        assert outcome is VERDICTS[said["verdict"]], name
        assert found and all("\n" not in one.headline for one in found), name
        if outcome is not Outcome.SILENT:
            assert str(found[0].span.path).startswith(str(samples / "broken" / name)), name
        seen += 1
    assert seen == 31


@pytest.mark.parametrize("name", ["modules/hexmini", "modules/second", "battle/battle-odds", "battle/battle-supply"])
def test_sound_modules_are_silent(samples, name):
    assert examine_module(samples / f"{name}.vmod")[0] is Outcome.SILENT


def picture(size=(8, 8)):
    data = io.BytesIO()
    Image.new("RGB", size).save(data, "PNG")
    return data.getvalue()


FORMATS = dict.fromkeys(("moveWithinFormat", "moveToFormat", "createFormat", "changeFormat"), "")


def a_map(*children, name="Main", **attributes):
    listeners = [component(f"module.map.{one}") for one in LISTENERS]
    return component("module.Map", {"mapName": name, **FORMATS, **attributes}, [*listeners, *children])


def a_slot(*traits, name="Inf", gpid=1, image="inf.png", text=None, kind="PieceSlot"):
    text = slot_text((*traits, make.basic(image, name, gpid))) if text is None else text
    return component(f"widget.{kind}", {"entryName": name, "gpid": gpid}, text=text)


def a_module(*children, entries=None, next_id=100, encoder=True, images=("inf.png", "map.png"), raw=None, **attributes):
    root = component(
        "VASSAL.build.GameModule",
        {"name": "Demo", "version": "1.0", "VassalVersion": "3.7.26", "nextPieceSlotId": next_id, **attributes},
        [*([component("module.BasicCommandEncoder")] if encoder else []), *children],
    )
    content = {
        "buildFile.xml": raw or write_buildfile(root),
        "moduledata": write_metadata(Metadata(version="1.0", vassal_version="3.7.26", name="Demo")),
        **{f"images/{name}": picture() for name in images},
        **(entries or {}),
    }
    return zip_bytes(content)


def palette(*slots):
    return component("module.PieceWindow", {"name": "P"}, [component("widget.PanelWidget", {"entryName": "U"}, slots)])


def prototypes(**texts):
    definitions = [component("module.PrototypeDefinition", {"name": name}, text=text) for name, text in texts.items()]
    return component("module.PrototypesContainer", {}, definitions)


def definition(*traits):
    return slot_text((*traits, make.basic("", "")))


def found_in(data, code=None):
    return [one for one in traps(open_module(data)) if code in (None, one.code)]


def test_a_sound_module_has_no_trap_at_all():
    data = a_module(
        a_map(component("module.map.BoardPicker", {}, [
            component("module.map.boardPicker.Board", {"name": "Board", "image": "map.png"})])),
        prototypes(Unit=definition(make.delete())),
        palette(a_slot(make.prototype("Unit"), make.marker({"Side": "Red"}))),
    )  # fmt: skip
    assert found_in(data) == []
    assert examine_module(data) == (Outcome.SILENT, ())


def test_public_report_8_text_where_a_picture_is_due():
    board = component("module.map.boardPicker.Board", {"name": "B", "image": "data.txt"})
    data = a_module(a_map(component("module.map.BoardPicker", {}, [board])), entries={"images/data.txt": b"just text"})
    outcome, found = examine_module(data)
    assert outcome is Outcome.COMPLAINTS
    assert found[0].headline == "Map 'Main'/BoardPicker/Board 'B': 'data.txt' is not an image"


def test_public_report_16_one_unbuildable_piece_in_a_stack():
    """The component is named by its path; the good piece beside it is still read."""
    stack = component(
        "module.map.SetupStack", {"name": "S"}, [a_slot(text="", name="Bad"), a_slot(name="Good", gpid=2)]
    )
    data = a_module(a_map(stack))
    module = open_module(data)
    (problem,) = found_in(data, "slot-not-a-piece")
    assert problem.headline.startswith("Map 'Main'/SetupStack 'S'/PieceSlot 'Bad': no piece here")
    assert module.maps[0].start_stacks[0].slots[1].traits[-1].fields.name == "Good"


def test_public_report_21_duplicate_and_missing_gpids():
    slots = [a_slot(name="A", gpid=12), a_slot(name="B", gpid=12), a_slot(name="C", gpid="")]
    data = a_module(palette(*slots), next_id=12)
    (twice,) = found_in(data, "gpid-twice")
    assert twice.notes == (
        "PieceWindow 'P'/PanelWidget 'U'/PieceSlot 'A'", "PieceWindow 'P'/PanelWidget 'U'/PieceSlot 'B'",
    )  # fmt: skip
    (missing,) = found_in(data, "gpid-missing")
    assert "PieceSlot 'C': no gpid" in missing.headline
    (low,) = found_in(data, "nextid-low")
    assert "nextPieceSlotId is 12, but gpid 12 is in use" in low.headline
    assert examine_module(data)[0] is Outcome.NOTICE


def test_gpids_of_markers_count_too():
    hit = slot_text((make.basic("inf.png", "Hit"),))
    data = a_module(
        palette(a_slot(make.place_marker(NamedKey("hit"), hit, 7), gpid=7)),
        prototypes(P=definition(make.replace_with(NamedKey("up"), hit, 7))),
    )
    (twice,) = found_in(data, "gpid-twice")
    assert len(twice.notes) == 3 and "(Place Marker)" in twice.notes[1]


def test_public_report_28_pictures_used_only_by_an_extension():
    module = open_module(a_module(palette(a_slot()), images=("inf.png", "extra.png", "never.png")))
    root = component("VASSAL.build.module.ModuleExtension", {"module": "Demo"}, [palette(a_slot(image="extra.png"))])
    extension = open_module(zip_bytes({"buildFile.xml": write_buildfile(root), "extensiondata": b"<data/>"}))
    assert unused_pictures(module) == (("extra.png", "never.png"), "extensions were not considered")
    assert unused_pictures(module, (extension,)) == (("never.png",), "1 extensions considered")
    missing = open_module(a_module(palette(a_slot(image="theirs.png"))))
    theirs = open_module(zip_bytes({"buildFile.xml": write_buildfile(root), "images/theirs.png": picture()}))
    assert [one.code for one in traps(missing)] == ["image-missing"] and traps(missing, (theirs,)) == ()


@pytest.mark.parametrize("visible", [True, False])
def test_public_report_36_numbers_are_drawn_only_when_asked_for(visible):
    grid = HexGrid(43.3, 50.0, 30, 30, numbering=Numbering())
    assert grid_component(grid, numbers=visible).children[0].get("visible") == ("true" if visible else "false")
    assert grid_component(grid).children[0].get("visible") == "false"


def test_public_report_35_custom_numbering_is_said():
    custom = Component("ak.ObliqueHexGridNumbering", {}, (), "")
    grid = component("module.map.boardPicker.board.HexGrid", {"dx": 43.3, "dy": 50.0}, [custom])
    board = component("module.map.boardPicker.Board", {"name": "B", "width": 200, "height": 200}, [grid])
    data = a_module(a_map(component("module.map.BoardPicker", {}, [board])))
    (said,) = found_in(data, "numbering-custom")
    assert "ak.ObliqueHexGridNumbering is not VASSAL 3.7's" in said.headline
    assert open_module(data).maps[0].places().location(0, 32) == "column 0 row 0"


@pytest.mark.parametrize(
    "grid",
    [
        HexGrid(43.3, 50.0, 30, -7, True, False, True, True, 4, Numbering(Axis("A", 0, -2, True), Axis(), False, ".")),
        HexGrid(55.4, 64.0),
        SquareGrid(40.5, 37.0, 20, 18, numbering=Numbering(stagger=False, location_format="$row$/$column$")),
        RegionGrid((Region("a/b; c", 1, 2), Region("Île", 3, 4)), False),
        ZonedGrid(
            (Zone("Z", ((0, 0), (9, 0), (9, 9)), "$name$", False, SquareGrid()), Zone("Y", (), "x", True)),
            HexGrid(43.3, 50.0),
        ),
    ],
)  # fmt: skip
def test_grids_are_written_and_read_back(grid):
    board = component("module.map.boardPicker.Board", {}, [grid_component(grid)])
    problems = []
    assert read_grid(read_buildfile(write_buildfile(board)), problems) == grid and not problems


IMAGE_CASES = [
    ("Ocan\u0303a.png", "Oca\u00f1a.png", "image-form", Outcome.SILENT),
    ("foo.png", "foo.PNG", "image-missing", Outcome.COMPLAINTS),
    ("inf.pgn", "inf.png", "image-missing", Outcome.COMPLAINTS),
]


@pytest.mark.parametrize("asked, stored, code, outcome", IMAGE_CASES)
def test_names_of_pictures(asked, stored, code, outcome):
    got, found = examine_module(a_module(palette(a_slot(image=asked)), images=(stored,)))
    assert got is outcome and [one.code for one in found if one.code.startswith("image")] == [code]


TRAPS = [
    ("prototype-unknown", palette(a_slot(make.prototype("Unti"))), "no prototype named 'Unti'"),
    ("prototype-circle", prototypes(A=definition(make.prototype("B")), B=definition(make.prototype("A"))), "A > B > A"),
    ("class-unknown", component("com.example.Thing", {"name": "x"}), "no class com.example.Thing"),
    ("trait-unknown", palette(a_slot(text="+/null/zzz;a\tpiece;;;inf.png;n/b\tnull;0;0;1;0")), "unknown trait 'zzz'"),
    ("piece-short", palette(a_slot(text="+/null/piece;;x/null;0;0")), "2 of 4 fields"),
    ("piece-few-states", palette(a_slot(text="+/null/mark;A\tpiece;;;inf.png;n/b")), "2 types but 1 states"),
    ("piece-number", palette(a_slot(text="+/null/rotate;six\tpiece;;;inf.png;n/0\tnull;0;0;1;0")), "facings is 'six'"),
    (
        "piece-number",
        palette(a_slot(text="+/null/globalkey;;;;;;;;;;;;MPA|x\tpiece;;;inf.png;n/\tnull;0;0;1;0")),
        "unknown word 'MPA' in its target",
    ),
    ("slot-not-a-piece", palette(a_slot(text="+/null/stack/null;0;0")), "not a stack"),
    ("trait-odd", palette(a_slot(text="+/null/markmoved;;left\tpiece;;;inf.png;n/false\tnull;0;0;1;0")), "x is 'left'"),
    ("marker-length", palette(a_slot(text="+/null/mark;A,B\tpiece;;;inf.png;n/1\tnull;0;0;1;0")), "2 names but 1"),
    (
        "layer-length",
        palette(a_slot(make.layer(["inf.png", ""], "S").replace(level_names=("a", "b", "c")))),
        "2 pictures but 3 level names",
    ),
    ("layer-level", palette(a_slot(make.layer(["inf.png"], "S").with_state(level=-1))), "always active but"),
    ("division", palette(a_slot(make.calculated("Odds", "{ Att / Def }"))), "divides by Def unguarded"),
    ("map-listener", component("module.Map", {"mapName": "M", **FORMATS}), "without ForwardToKeyBuffer"),
    ("map-format", component("module.Map", {"mapName": "M"}), "createFormat is not set"),
    ("map-twice", component("module.X", {}, [a_map(), a_map()]), "more than one map is named 'Main'"),
    ("name-marks", a_map(name="a/b"), "which VASSAL splits at"),
    ("name-null", a_map(name="null"), "means no map"),
    ("board-unknown", a_map(component("module.map.DrawPile", {"name": "D", "owningBoard": "No"})), "no board 'No'"),
    ("board-image", a_map(component("module.map.boardPicker.Board", {"name": "B", "image": ""})), "image is empty"),
    ("die-face-icon", component("module.SpecialDie", {"name": "d"}, [component("module.SpecialDieFace")]),
     "icon is not set"),
    ("number-bad", component("module.DiceButton", {"name": "d", "nDice": "two"}), "nDice is 'two'"),
    ("setup-file", component("module.PredefinedSetup", {"name": "S", "file": "s.vsav"}), "no file 's.vsav'"),
    ("file-missing", component("widget.HtmlChart", {"chartName": "C", "fileName": "c.html"}), "no file 'c.html'"),
    ("prototype-twice", component("module.PrototypesContainer", {}, [
        component("module.PrototypeDefinition", {"name": "P"}, text=definition()) for _ in "ab"]), "defined twice"),
    (
        "prototype-dollars",
        component("module.X", {}, [
            prototypes(P=definition(make.report(NamedKey("r"), "$who$ at $LocationName$"))),
            palette(a_slot(make.prototype("P", who="Ann"))),
        ]),
        "$LocationName$ in it lose their dollar signs",
    ),
    ("prototype-broken", prototypes(P="+/null/mark;A\tpiece;;;;/x"), "2 types but 1 states"),
    (
        "marker-broken",
        palette(a_slot(make.place_marker(NamedKey("m"), "+/null/piece;;/null;0;0", 9))),
        "piece of Place Marker: basic piece with 2 of 4 fields",
    ),
]  # fmt: skip


@pytest.mark.parametrize("code, part, says", TRAPS)
def test_each_trap_is_found_and_named(code, part, says):
    problems = found_in(a_module(part), code)
    assert problems and any(says in one.headline for one in problems), [str(one) for one in problems]


def test_traps_of_the_module_itself():
    assert found_in(a_module(encoder=False), "encoder-missing")
    assert found_in(a_module(next_id="x1"), "nextid-bad")
    assert found_in(a_module(VassalVersion="9.1.0"), "vassal-newer")
    assert not found_in(a_module(VassalVersion="3.6.0"), "vassal-newer")
    assert found_in(a_module(version="2.0"), "metadata-differs")
    slot = b"<VASSAL.build.widget.PieceSlot><![CDATA[+/null/piece;;;a;b/null;0;0;;0]]></VASSAL.build.widget.PieceSlot>"
    cdata = a_module(raw=b"<VASSAL.build.GameModule>" + slot + b"</VASSAL.build.GameModule>")
    assert found_in(cdata, "cdata") and found_in(cdata, "slot-not-a-piece")


def test_a_class_file_in_the_module_makes_its_tag_known():
    part = component("com.example.Thing")
    assert not found_in(a_module(part, entries={"com/example/Thing.class": b"\xca\xfe"}), "class-unknown")


@pytest.mark.parametrize(
    "expression, divisors",
    [
        ("{ Att / Def }", ["Def"]),
        ("{ Def == 0 ? 0 : Att / Def }", []),
        ("{ Def > 0 ? Att / Def : 0 }", []),
        ("{ Att / 2 }", []),
        ("{ Att / 0 }", ["0"]),
        ("{ Att % Sides }", ["Sides"]),
        ("{ Att / (A + B) }", ["(A + B)"]),
        ('{ GetProperty("a/b") }', []),
        ("{ Att / Sum(\"Def\") }", ['Sum("")']),
        ("{ Other == 1 ? Att / Def : 0 }", ["Def"]),
        ("$Att$ / $Def$", []),
        ("{ if (Def != 0) return Att / Def; else return 0; }", []),
    ],
)  # fmt: skip
def test_unguarded_divisions(expression, divisors):
    assert list(unguarded_divisions(expression)) == divisors


def test_prototypes_nested_without_end_are_walked():
    chain = {f"P{n}": definition(make.prototype(f"P{n + 1}")) for n in range(3000)}
    assert [one.code for one in found_in(a_module(prototypes(**chain)))] == ["prototype-unknown"]
