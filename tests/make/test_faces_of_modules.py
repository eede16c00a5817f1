"""Faces against what VASSAL 3.7.26 drew of the same pieces.

`data/faces/engine.png` holds its pictures of `face_samples`, 120 pixels a piece with its middle in the middle;
`hexmini.csv` the hashes of its pictures of the sample module, each on a white ground of 400 pixels.
"""

from __future__ import annotations

import csv
import hashlib
import io
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from builder.make.face_drawing import Look, Pictures, Words, bounds, look_of, painted
from builder.make.faces import _states, face_files, module_faces, module_stock
from builder.model import BadInput
from builder.sheets import counter_sheet
from builder.vassal.archive import zip_bytes
from builder.vassal.buildfile import component, write_buildfile
from builder.vassal.module import open_module
from builder.vassal.pieces import decode_piece, expand, properties_of
from tests.make.face_samples import IMAGES, module_bytes
from tests.make.face_samples import samples as every_sample

DATA = Path(__file__).parent / "data" / "faces"
CELL, COLUMNS = 120, 10
STRANGE_FONTS = ("label-serif", "label-mono", "label-html")  # fonts that we do not bundle, or a browser's layout
TURNED = ("turned-60", "turned-free", "turned-60-odd", "turned-45-outside")  # smoothed otherwise along slanting edges


@pytest.fixture(scope="module")
def pictures() -> Pictures:
    return Pictures(open_module(module_bytes()))


@pytest.fixture(scope="module")
def engine() -> dict[str, tuple[Image.Image, tuple[int, ...]]]:
    atlas = Image.open(DATA / "engine.png").convert("RGBA")
    found = {}
    with (DATA / "engine.csv").open(encoding="utf-8") as file:
        for at, row in enumerate(csv.DictReader(file)):
            x, y = at % COLUMNS * CELL, at // COLUMNS * CELL
            box = tuple(int(row[k]) for k in ("x", "y", "width", "height"))
            found[row["name"]] = atlas.crop((x, y, x + CELL, y + CELL)), box
    return found


def on_white(look: Look, pictures: Pictures, side: int) -> Image.Image:
    ground = Image.new("RGBA", (side, side), "white")
    found = painted(look, pictures)
    if found is not None:
        layer = Image.new("RGBA", (side, side), (0, 0, 0, 0))
        layer.paste(found[0], (side // 2 - found[1], side // 2 - found[2]))
        ground.alpha_composite(layer)
    return ground.convert("RGB")


@pytest.mark.parametrize(
    ("name", "traits"), tuple(every_sample()), ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_piece_looks_as_the_engine_draws_it(name: str, traits: tuple, pictures: Pictures, engine: dict) -> None:
    """The mean difference over the piece, of 255: 0.6; smoothed edges 2.5; letters 4, in fonts not ours or turned 8."""
    look = look_of(traits, pictures, {})
    theirs, box = engine[name]
    ground = Image.new("RGBA", theirs.size, "white")
    ground.alpha_composite(theirs)
    histogram = ImageChops.difference(on_white(look, pictures, CELL), ground.convert("RGB")).convert("L").histogram()
    mean = sum(value * count for value, count in enumerate(histogram)) / (box[2] * box[3])
    words = any(isinstance(one, Words) for one in look)
    letters = 8 if name in STRANGE_FONTS or name == "label-turned" else 4
    assert mean <= (letters if words else 2.5 if name in TURNED else 0.6), mean
    assert sum(histogram[64:]) / (box[2] * box[3]) <= (0.05 if words else 0.011 if name in TURNED else 0.001)
    left, top, right, bottom = bounds(look, pictures)
    near = 4 if name in STRANGE_FONTS else 2 if words else 0
    assert (left, top, right - left, bottom - top) == pytest.approx(box, abs=near)


def test_faces_of_the_sample_module_are_the_engines_pixel_for_pixel(samples: Path) -> None:
    module = open_module(samples / "modules" / "hexmini.vmod")
    pictures, outside = Pictures(module), {one.name: one.initial for one in module.properties}
    with (DATA / "hexmini.csv").open(encoding="utf-8") as file:
        engine = {row["slot_state"]: row["pixels"] for row in csv.DictReader(file)}
    alike, other = 0, set()
    for slot in module.slots:
        traits = expand(decode_piece(slot.piece.type, slot.piece.state), module.prototypes)
        for state, changed in _states(traits, {**outside, **properties_of(traits)}):
            look = look_of(changed, pictures, outside)
            pixels = hashlib.sha256(on_white(look, pictures, 400).tobytes()).hexdigest()[:16]
            if engine[f"{slot.gpid}_{state}"] == pixels:
                alike += 1
            else:
                other.add(slot.entry_name)
    pictures.close()
    # letters, and a layer at half its size, are compared in the mean above
    assert other == {"T label", "T label lines", "T label tab", "T layer manual", "T short types"}
    assert alike == len(engine) - 6 == 166


def test_every_state_is_a_picture_of_its_own(pictures: Pictures) -> None:
    found = {one.slot.entry_name: one for one in module_faces(open_module(module_bytes()), pictures).slots}
    assert [face.state for face in found["layer-off"].faces] == ["", "l-1"]
    assert [face.state for face in found["layer-second"].faces] == ["", "l-1"]
    assert [face.state for face in found["mask-off"].faces] == ["", "masked"]
    assert [face.state for face in found["even"].faces] == [""]
    assert [face.state for face in found["layer-follows"].faces] == ["", "l-1"]


def test_files_are_faces_sheets_and_a_table(pictures: Pictures) -> None:
    module = open_module(module_bytes())
    files = dict(face_files(module_faces(module, pictures), pictures))
    assert files == dict(face_files(module_faces(module, pictures), pictures))
    rows = list(csv.DictReader(io.StringIO(files["faces.csv"].decode())))
    faces = {name for name in files if name.endswith(".png") and not name.startswith("contact-sheet-")}
    assert {row["file"] for row in rows} == faces and len(rows) == len(faces) > 50
    assert Image.open(io.BytesIO(files["odd.png"])).size == (51, 37)
    assert Image.open(io.BytesIO(files["contact-sheet-1.png"])).size[0] == 12 * 112
    few = dict(face_files(module_faces(module, pictures), pictures, start_only=True))
    assert "mask-off-masked.png" not in few and "mask-off.png" in few


def test_a_module_prints_its_pieces_with_masks_and_steps_behind(samples: Path) -> None:
    stock = module_stock(open_module(samples / "modules" / "hexmini.vmod"))
    by_id = {piece.front.id: piece for piece in stock.pieces}
    assert by_id["fog-red"].back.face == "masked"
    assert by_id["red-1"].back.face == "2"  # its Step layer
    assert by_id["t-marker"].back.kind == "blank"
    assert stock.draw(by_id["t-marker"].back).ground == "#e1e1e1"
    assert sum(p.front.id.startswith("event-") for p in stock.pieces) == 8
    assert counter_sheet(stock.only(("red-*",))).startswith(b"%PDF")


def _module(slots: list[str], images: dict[str, bytes]) -> bytes:
    parts = [component("widget.PieceSlot", {"entryName": f"s{i}"}, text=text) for i, text in enumerate(slots)]
    root = component("VASSAL.build.GameModule", {"name": "Odd"}, [component("module.PieceWindow", {}, parts)])
    return zip_bytes({"buildFile.xml": write_buildfile(root), **{f"images/{n}": d for n, d in images.items()}})


def test_what_cannot_be_drawn_is_told_and_the_rest_is_drawn() -> None:
    piece = "+/null/piece;;;{};x/null;0;0;;0"
    torn = IMAGES["even.png"][:60]
    outside = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="/etc/passwd"/></svg>'
    images = {"torn.png": torn, "even.png": IMAGES["even.png"], "out.svg": outside}
    slots = ["no piece", *(piece.format(name) for name in ("gone.png", "torn.png", "out.svg", "even.png"))]
    data = _module(slots, images)
    module = open_module(data)
    pictures = Pictures(module)
    found = module_faces(module, pictures)
    files = dict(face_files(found, pictures))
    assert {d.code for d in found.problems} == {"F101", "F102"}
    assert any("gone.png" in str(d) for d in found.problems)
    assert {"s4.png", "s3.png"} <= set(files)
    with pytest.raises(BadInput, match="no pieces to print"):
        module_stock(open_module(_module([], {})))


@pytest.mark.parametrize(
    ("type_", "state"),
    [
        ("emb2;;128;A;;128;;;128;;;;1;false;0;0;even.png;;true;L;;;false;;1;1;true;;;;;1e999", "1"),
        ("emb2;;128;A;;128;;;128;;;;1;false;99999999999999999999;0;even.png;;true;L", "1"),
        ("emb2;x", "99"),
        ("rotate;1;;", "1e999"),
        ("rotate;6;;", "9" * 400),
        ("rotate;0;;", "5"),
        ("label;;;999999999;;;t;0;c;0;b;c", "wide"),
        ("label;;;12;;;t;0;c;0;b;c", "long " * 20000),
        ("label;;;12;;;t;0;c;0;b;c", "<html><br><br></html>"),
        ("label;;;-5;;;?;x;?;x;?;?;;;;77", "odd"),
        ("border;On;;-3", ""),
        ("obs;;gone.png", "someone"),
        ("markmoved;gone.png;5;5", "true"),
    ],
)
def test_figures_that_no_module_should_hold_do_no_harm(type_: str, state: str) -> None:
    text = f"+/null/{type_}\tmark;On\\\tpiece;;;even.png;x/{state}\ttrue\\\tnull;0;0;;0"
    module = open_module(_module([text], {"even.png": IMAGES["even.png"]}))
    pictures = Pictures(module)
    files = dict(face_files(module_faces(module, pictures), pictures))
    pictures.close()
    assert Image.open(io.BytesIO(files.get("s0.png", IMAGES["even.png"]))).size[0] <= 8000
