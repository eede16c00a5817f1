"""A module of our own with one slot for each way in which VASSAL puts a face together; the engine drew each of them."""

from __future__ import annotations

import io
from collections.abc import Iterator

from PIL import Image, ImageDraw

from builder.vassal.archive import zip_bytes
from builder.vassal.buildfile import component, write_buildfile
from builder.vassal.pieces import slot_text
from builder.vassal.traits import Colour, MaskStyle, Trait, make, new_trait


def _png(wide: int, high: int, colour: str, corner: str) -> bytes:
    """A ground with a square in its upper left corner, so that turns and mirrors show."""
    picture = Image.new("RGBA", (wide, high), colour)
    ImageDraw.Draw(picture).rectangle((0, 0, wide // 3, high // 3), fill=corner)
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


_SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40" viewBox="0 0 60 40">'
    '<rect width="60" height="40" fill="#2f6b3a"/><circle cx="20" cy="20" r="12" fill="#f2c230"/></svg>'
)

IMAGES = {
    "even.png": _png(60, 60, "#8899aa", "#202020"),
    "odd.png": _png(51, 37, "#aa8866", "#202020"),
    "small.png": _png(20, 14, "#d02020", "#ffffff"),
    "tiny.png": _png(9, 9, "#2020d0", "#ffffff"),
    "back.png": _png(60, 60, "#333333", "#f0f0f0"),
    "drawn.svg": _SVG.encode(),
}
_RED, _PALE = Colour(208, 32, 32), Colour(255, 255, 200)


def _layer(images: tuple[str, ...], level: int = 1, **said: object) -> Trait:
    return new_trait("emb2", {"level": level}, images=images, level_names=("",) * len(images), name="L", **said)


def _label(text: str, **said: object) -> Trait:
    return new_trait("label", {"label": text}, **said)


def _free(angle: float) -> Trait:
    return new_trait("rotate", {"angle": angle}, facings=1, name="F")


def _facing(facing: int, facings: int) -> Trait:
    return new_trait("rotate", {"facing": facing}, facings=facings, name="F")


def _mask(style: str, image: str = "back.png", masked: str = "somebody else", own: str = "") -> Trait:
    return new_trait("obs", {"masked_by": masked}, image=image, style=MaskStyle(style, own))


_MOVED = new_trait("markmoved", {"moved": True}, image="tiny.png", x=30, y=-25)
_SEVERAL = {"even-2": ("even.png", "odd.png"), "odd-3": ("", "small.png", "tiny.png")}

# outermost first, the basic piece left out: name, picture, traits
_SAMPLES: tuple[tuple[str, str, tuple[Trait, ...]], ...] = (
    ("even", "even.png", ()),
    ("odd", "odd.png", ()),
    ("svg", "drawn.svg", ()),
    ("nothing", "", (_layer(("even.png",)),)),
    ("layer", "even.png", (_layer(("small.png",)),)),
    ("layer-offset", "even.png", (_layer(("small.png",), x=17, y=-13),)),
    ("layer-odd", "odd.png", (_layer(("tiny.png",), x=-6, y=5),)),
    ("layer-scaled", "even.png", (_layer(("small.png",), x=5, y=4, scale=2.0),)),
    ("layer-shrunk", "even.png", (_layer(("small.png",), scale=0.5),)),
    ("layer-off", "even.png", (_layer(("small.png",), -1, always_active=False),)),
    ("layer-second", "even.png", (_layer(("small.png", "tiny.png"), 2),)),
    ("layer-empty", "even.png", (_layer(("", "tiny.png"), 1),)),
    ("layer-svg", "even.png", (_layer(("drawn.svg",), scale=0.5),)),
    ("layer-outside", "even.png", (_layer(("small.png",), x=35, y=30),)),
    ("layer-beneath", "even.png", (_layer(("small.png",), under_when_selected=True),)),
    ("layer-only-if", "even.png",
     (_layer(("small.png",), only_property="On", only_value="true"), make.marker({"On": "true"}))),
    ("layer-only-if-not", "even.png",
     (_layer(("small.png",), only_property="On", only_value="true"), make.marker({"On": "false"}))),
    ("layer-follows", "even.png",
     (_layer(("small.png", "tiny.png"), follow=True, follow_property="N", first_level=4), make.marker({"N": "5"}))),
    ("two-layers", "even.png", (_layer(("tiny.png",), x=8), _layer(("small.png",)))),
    ("turned-60", "even.png", (_facing(1, 6),)),
    ("turned-90", "odd.png", (_facing(1, 4),)),
    ("turned-180", "odd.png", (_facing(2, 4),)),
    ("turned-free", "even.png", (_free(-30.0),)),
    ("turned-with-layer", "even.png", (_facing(1, 4), _layer(("small.png",), x=15, y=-10))),
    ("turned-below-layer", "even.png", (_layer(("small.png",), x=15, y=-10), _facing(1, 4))),
    ("turned-outside", "even.png", (_facing(1, 4), _layer(("small.png",), x=35, y=30))),
    ("turned-60-odd", "odd.png", (_facing(1, 6),)),
    ("turned-45-outside", "odd.png", (_facing(1, 8), _layer(("small.png",), x=35, y=30))),
    ("mask", "even.png", (_mask("B"),)),
    ("mask-inset", "odd.png", (_mask("I"),)),
    ("mask-inset-2", "odd.png", (_mask("2"),)),
    ("mask-image", "even.png", (_mask("G", own="odd.png"),)),
    ("mask-peek", "even.png", (_mask("P"),)),
    ("mask-off", "even.png", (_mask("B", masked="null"),)),
    ("mask-below-layer", "even.png", (_layer(("small.png",), x=10), _mask("B"))),
    ("mask-above-layer", "even.png", (_mask("B"), _layer(("small.png",), x=10))),
    ("hidden", "even.png", (new_trait("hide", {"hidden_by": "null"}),)),
    ("moved", "even.png", (_MOVED,)),
    ("label", "even.png", (_label("label"),)),
    ("label-below", "even.png", (_label("below", vertical="b", vertical_offset=3, vertical_justify="t"),)),
    ("label-centre", "even.png",
     (_label("4-5-4", vertical="c", vertical_justify="c", font_size=16, font_style=1, foreground=_RED),)),
    ("label-left", "even.png",
     (_label("12", vertical="c", vertical_justify="c", horizontal="l", horizontal_offset=2, horizontal_justify="r",
             background=_PALE),)),
    ("label-right", "even.png",
     (_label("R", vertical="t", vertical_justify="t", horizontal="r", horizontal_offset=4, horizontal_justify="l"),)),
    ("label-lines", "even.png", (_label("one\nand two", background=_PALE),)),
    ("label-turned", "even.png", (_label("down", rotate=90, vertical="c", vertical_justify="c", background=_PALE),)),
    ("label-named", "even.png", (_label("$BasicName$", vertical="c", vertical_justify="c"),)),
    ("label-property", "even.png",
     (_label("$MP$", vertical="c", vertical_justify="c", font_size=20), make.marker({"MP": "7"}))),
    ("label-html", "even.png", (_label("<html><b>bold</b><br>two</html>", vertical="c", vertical_justify="c"),)),
    ("label-serif", "even.png", (_label("Serif", font="Serif", font_size=14, vertical="c", vertical_justify="c"),)),
    ("label-mono", "even.png", (_label("Mono", font="Monospaced", font_size=14, font_style=2),)),
    ("border-thin", "odd.png",
     (new_trait("border", property="Lit", thickness=1, colour=_RED), make.marker({"Lit": "true"}))),
    ("border-thick", "even.png",
     (new_trait("border", property="Lit", thickness=6, colour=_RED), make.marker({"Lit": "true"}))),
    ("border", "even.png",
     (new_trait("border", property="Lit", thickness=3, colour=_RED), make.marker({"Lit": "true"}))),
)  # fmt: skip


def samples() -> Iterator[tuple[str, tuple[Trait, ...]]]:
    for number, (name, image, traits) in enumerate(_SAMPLES, 1):
        yield name, (*traits, make.basic(image, name, number))


def module_bytes() -> bytes:
    slots = [
        component("widget.PieceSlot", {"entryName": name, "gpid": str(number), "width": 60, "height": 60},
                  text=slot_text(traits))
        for number, (name, traits) in enumerate(samples(), 1)
    ]  # fmt: skip
    root = component("VASSAL.build.GameModule", {"name": "Faces", "version": "1", "VassalVersion": "3.7.26"}, [
        component("module.BasicCommandEncoder"),
        component("module.PlayerRoster"),
        component("module.GlobalOptions"),
        component("module.PrototypesContainer"),
        component("module.PieceWindow", {"name": "All", "hidden": False, "scale": "1.0"},
                  [component("widget.ListWidget", {"entryName": "Samples"}, slots)]),
    ])  # fmt: skip
    return zip_bytes({"buildFile.xml": write_buildfile(root), **{f"images/{n}": data for n, data in IMAGES.items()}})
