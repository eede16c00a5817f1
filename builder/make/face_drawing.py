"""How VASSAL puts a piece's picture together, as a list of what is drawn where, and that list painted.

Compared with pictures that the engine drew (tests/make/test_faces_of_modules.py).
"""

from __future__ import annotations

import html
import io
import math
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from lxml import etree
from PIL import Image, ImageDraw, ImageFont, UnidentifiedImageError

from builder.art.render import render
from builder.art.text import FONT_FILES, text_width
from builder.model import BadInput
from builder.vassal.metadata import parser
from builder.vassal.module import Module
from builder.vassal.pictures import picture_size
from builder.vassal.pieces import fill, layer_images, layer_level, properties_of
from builder.vassal.traits import Trait

MOST_PIXELS = 16_000_000  # of one picture of a module; a board is not a counter
MOST_SIDE = 8_000
_SCALES = 0.01, 20.0  # what a layer's scale is held between
_ASCENT, _DESCENT = 0.928, 0.236  # of the letters, in their size
_XLINK = "{http://www.w3.org/1999/xlink}href"


class Drawn(NamedTuple):
    """A picture, its upper left corner right and down of the piece's middle."""

    image: str
    x: int
    y: int
    scale: float = 1.0


class Words(NamedTuple):
    """A label of one or more lines: its box and how it is turned, in degrees clockwise about the box's middle."""

    lines: tuple[str, ...]
    x: int
    y: int
    width: int
    height: int
    size: int
    bold: bool
    italic: bool
    colour: str
    ground: str
    turn: int = 0


class Frame(NamedTuple):
    x: int
    y: int
    width: int
    height: int
    thickness: int
    colour: str


class Turned(NamedTuple):
    """What lies inside, turned clockwise about the piece's middle."""

    degrees: float
    inside: tuple


Look = tuple[Drawn | Words | Frame | Turned, ...]


class Pictures:
    """The pictures of a module, opened once each; what is missing or no picture is nothing."""

    def __init__(self, module: Module):
        self._module, self._archive = module, module.archive()
        self._size: dict[str, tuple[int, int]] = {}
        self.missing: set[str] = set()

    def size(self, name: str) -> tuple[int, int]:
        if name not in self._size:
            found = picture_size(self._data(name), name) if name else None
            if name and (found is None or found[0] * found[1] > MOST_PIXELS):
                self.missing.add(name)
                found = None
            self._size[name] = found or (0, 0)
        return self._size[name]

    def picture(self, name: str, wide: int, high: int) -> Image.Image:
        """RGBA of that size; a drawing is drawn so large, pixels are stretched."""
        data = self._data(name)
        if name.lower().endswith(".svg"):
            picture = Image.open(io.BytesIO(render(_harmless(data), wide)))
        else:
            picture = _opened(data)
        picture = picture.convert("RGBA")
        return picture if picture.size == (wide, high) else picture.resize((wide, high), Image.Resampling.BICUBIC)

    def _data(self, name: str) -> bytes:
        try:
            found, _ = self._archive.find(f"images/{name}")
            return self._archive.read(found) if found else b""
        except BadInput:
            return b""

    def close(self) -> None:
        self._archive.close()


def _opened(data: bytes) -> Image.Image:
    try:
        picture = Image.open(io.BytesIO(data), formats=("PNG", "GIF", "JPEG", "BMP", "WEBP", "TIFF"))
        picture.load()
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError):
        return Image.new("RGBA", (1, 1), (0, 0, 0, 0))  # its head was whole, its body is not
    return picture


def _harmless(data: bytes) -> str:
    """A stranger's drawing without what it would take from other files."""
    root = etree.fromstring(data, parser())
    for element in root.iter():
        for name in ("href", _XLINK):
            if not element.get(name, "#").startswith(("#", "data:")):
                del element.attrib[name]
    return etree.tostring(root, encoding="unicode")


def look_of(traits: tuple[Trait, ...], pictures: Pictures, outside: Mapping[str, str]) -> Look:
    """What is drawn of an expanded piece, first what lies lowest. `outside`: properties of the module."""
    own = {**outside, **properties_of(traits)}
    look: Look = ()
    for trait in reversed(traits):
        look = _with(trait, look, own, pictures)
    return look


def _with(trait: Trait, look: Look, own: Mapping[str, str], pictures: Pictures) -> Look:
    match trait.prefix:
        case "piece":
            return _centred(trait.fields.image, 0, 0, 1.0, pictures)
        case "emb2" | "emb":
            level = layer_level(trait, own)
            images = layer_images(trait)
            if not 0 < level <= len(images):
                return look
            scale = trait.fields.scale if trait.prefix == "emb2" and "scale" in trait.fields.layout.names else 1.0
            scale = min(max(scale or 1.0, _SCALES[0]), _SCALES[1])
            return look + _centred(images[level - 1], trait.fields.x, trait.fields.y, scale, pictures)
        case "rotate":
            turn = _turn(trait)
            return (Turned(turn, look),) if turn and look else look
        case "obs":
            if trait.state.masked_by in ("null", ""):
                return look
            return _centred(trait.fields.image, 0, 0, 1.0, pictures)
        case "markmoved":
            image = trait.fields.image
            return (*look, Drawn(image, trait.fields.x, trait.fields.y)) if trait.state.moved and image else look
        case "label":
            return look + _label(trait, look, own, pictures)
        case "border":
            return look + _border(trait, look, own, pictures)
    return look


def _centred(image: str, x: int, y: int, scale: float, pictures: Pictures) -> Look:
    wide, high = (max(int(side * scale), 1) if side else 0 for side in pictures.size(image))
    return (Drawn(image, x - wide // 2, y - high // 2, scale),) if wide and high else ()


def _turn(trait: Trait) -> float:
    """Degrees clockwise: facings are counted so, a free angle the other way."""
    if "angle" in trait.state.layout.names:
        return -trait.state.angle % 360 if math.isfinite(trait.state.angle) else 0.0
    facings = max(trait.fields.facings, 1)
    return trait.state.facing % facings * 360 / facings


def _label(trait: Trait, look: Look, own: Mapping[str, str], pictures: Pictures) -> Look:
    text = fill(trait.state.label.strip(), own)
    if not text:
        return ()
    fields, said = trait.fields, trait.fields.layout.names
    bold, italic = bool(fields.font_style & 1), bool(fields.font_style & 2)
    if text.lower().startswith("<html>"):
        lines = tuple(html.unescape(re.sub(r"<[^>]*>", "", part)) for part in re.split(r"(?i)<br\s*/?>", text))
        bold = bold or bool(re.search(r"(?i)<b>", text))
    else:
        lines = ("".join(text.splitlines()),)
    size = max(fields.font_size, 1)
    wide = max(sum(_advances(line, _font(bold, italic), size)) for line in lines)
    high = (math.ceil(_ASCENT * size) + math.ceil(_DESCENT * size)) * len(lines)
    turn = fields.rotate % 360
    box = (high, wide) if turn in (90, 270) else (wide, high)
    left, top, right, bottom = bounds(look, pictures) or (0, 0, 0, 0)
    x = {"l": left, "r": right}.get(fields.horizontal[:1], 0) + fields.horizontal_offset
    y = {"t": top, "b": bottom}.get(fields.vertical[:1], 0) + fields.vertical_offset
    x -= {"l": 0, "r": box[0]}.get(fields.horizontal_justify[:1], box[0] // 2)
    y -= {"t": 0, "b": box[1]}.get(fields.vertical_justify[:1], box[1] // 2)
    x, y = x + (box[0] - wide) // 2, y + (box[1] - high) // 2
    ground = "" if "background" not in said or fields.background is None else _hex(fields.background)
    ink = "#000000" if fields.foreground is None else _hex(fields.foreground)
    return (Words(lines, x, y, wide, high, size, bold, italic, ink, ground, turn),)


def _advances(line: str, font: str, size: int) -> list[int]:
    """Java sets letters on whole pixels."""
    return [round(text_width(letter, font, size)) for letter in line]


def _hex(colour: object) -> str:
    return f"#{colour.red:02x}{colour.green:02x}{colour.blue:02x}"


def _font(bold: bool, italic: bool) -> str:
    return "bold" if bold else "italic" if italic else "plain"


def _border(trait: Trait, look: Look, own: Mapping[str, str], pictures: Pictures) -> Look:
    if own.get(trait.fields.property, "").lower() not in ("true", "yes", "1"):
        return ()
    box = bounds(look, pictures)
    if box is None:
        return ()
    colour = "#ff0000" if trait.fields.colour is None else _hex(trait.fields.colour)
    return (Frame(box[0], box[1], box[2] - box[0], box[3] - box[1], max(trait.fields.thickness, 1), colour),)


def bounds(look: Look, pictures: Pictures) -> tuple[int, int, int, int] | None:
    """Left, top, right, bottom of all that is drawn, from the piece's middle; None where nothing is."""
    boxes = [box for one in look if (box := _box(one, pictures)) is not None]
    if not boxes:
        return None
    lefts, tops, rights, bottoms = zip(*boxes)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _box(one: Drawn | Words | Frame | Turned, pictures: Pictures) -> tuple[int, int, int, int] | None:
    if isinstance(one, Drawn):
        wide, high = _scaled(one, pictures)
        return (one.x, one.y, one.x + wide, one.y + high) if wide and high else None
    if isinstance(one, Words):
        x, y, wide, high = one.x, one.y, one.width, one.height
        if one.turn:
            side = max(wide, high)
            x, y, wide, high = x + (wide - side) // 2, y + (high - side) // 2, side, side
        return x, y, x + wide, y + high
    if isinstance(one, Frame):
        t = one.thickness
        return one.x - t, one.y - t, one.x + one.width + t, one.y + one.height + t
    inner = bounds(one.inside, pictures)
    if inner is None:
        return None
    mx, my = _pivot(inner)
    turn = math.radians(one.degrees)
    cos, sin = math.cos(turn), math.sin(turn)
    corners = [(x - mx, y - my) for x in (inner[0], inner[2]) for y in (inner[1], inner[3])]
    xs, ys = zip(*((mx + x * cos - y * sin, my + x * sin + y * cos) for x, y in corners))
    return tuple(
        f(round(v, 6))
        for f, v in ((math.floor, min(xs)), (math.floor, min(ys)), (math.ceil, max(xs)), (math.ceil, max(ys)))
    )


def _pivot(box: tuple[int, int, int, int]) -> tuple[float, float]:
    """The point about which a piece turns: its middle, between pixels where it has an odd number of them."""
    return (box[2] - box[0]) % 2 / 2, (box[3] - box[1]) % 2 / 2


def _scaled(one: Drawn, pictures: Pictures) -> tuple[int, int]:
    wide, high = pictures.size(one.image)
    return (max(int(wide * one.scale), 1), max(int(high * one.scale), 1)) if wide and high else (0, 0)


def painted(look: Look, pictures: Pictures) -> tuple[Image.Image, int, int] | None:
    """RGBA, and the piece's middle in it; None where nothing is drawn, or more than a counter can be."""
    box = bounds(look, pictures)
    if box is None:
        return None
    wide, high = box[2] - box[0], box[3] - box[1]
    if wide * high > MOST_PIXELS or max(wide, high) > MOST_SIDE:
        return None
    picture = Image.new("RGBA", (wide, high), (0, 0, 0, 0))
    for one in look:
        _paint(picture, one, -box[0], -box[1], pictures)
    return picture, -box[0], -box[1]


def _paint(on: Image.Image, one: Drawn | Words | Frame | Turned, x: int, y: int, pictures: Pictures) -> None:
    """Onto a picture in which the piece's middle is (x, y)."""
    if isinstance(one, Drawn):
        size = _scaled(one, pictures)
        if all(size):
            _lay(on, pictures.picture(one.image, *size), one.x + x, one.y + y)
    elif isinstance(one, Words):
        label = _written(one)
        if one.turn:
            label = label.rotate(-one.turn, expand=True, resample=Image.Resampling.BICUBIC)
        left = one.x + x + (one.width - label.width) // 2
        _lay(on, label, left, one.y + y + (one.height - label.height) // 2)
    elif isinstance(one, Frame):
        out = one.thickness // 2 + 1
        _lay(on, _framed(one, out), one.x + x - out, one.y + y - out)
    else:
        _turned(on, one, x, y, pictures)


def _lay(on: Image.Image, picture: Image.Image, x: int, y: int) -> None:
    layer = Image.new("RGBA", on.size, (0, 0, 0, 0))
    layer.paste(picture, (x, y))
    on.alpha_composite(layer)


def _turned(on: Image.Image, one: Turned, x: int, y: int, pictures: Pictures) -> None:
    found = painted(one.inside, pictures)
    if found is None:
        return
    picture, cx, cy = found
    if sum(side * side for side in picture.size) > MOST_PIXELS:
        return
    mx, my = _pivot((-cx, -cy, picture.width - cx, picture.height - cy))
    reach = math.ceil(math.hypot(*(max(side, 1) for side in picture.size))) + 2
    square = Image.new("RGBA", (2 * reach, 2 * reach), (0, 0, 0, 0))
    square.paste(picture, (reach - cx, reach - cy))
    centre = (reach + mx, reach + my)
    way = Image.Resampling.NEAREST if one.degrees % 90 == 0 else Image.Resampling.BICUBIC
    _lay(on, square.rotate(-one.degrees, resample=way, center=centre), x - reach, y - reach)


def _framed(one: Frame, out: int) -> Image.Image:
    """The line's middle runs half a pixel outside the piece."""
    wide, high = one.width + 2 * out, one.height + 2 * out
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}">'
        f'<rect x="{out - 0.5}" y="{out - 0.5}" width="{one.width + 1}" height="{one.height + 1}" fill="none" '
        f'stroke="{one.colour}" stroke-width="{one.thickness}"/></svg>'
    )
    return Image.open(io.BytesIO(render(svg, wide))).convert("RGBA")


@lru_cache(maxsize=256)
def _written(words: Words) -> Image.Image:
    """Letter by letter, since Java sets them on whole pixels."""
    name, step = _font(words.bold, words.italic), words.height / len(words.lines)
    font = ImageFont.truetype(FONT_FILES[name], words.size, layout_engine=ImageFont.Layout.BASIC)
    ink = Image.new("L", (words.width, words.height), 0)
    pen = ImageDraw.Draw(ink)
    for number, line in enumerate(words.lines):
        x, baseline = 0, step * number + math.ceil(_ASCENT * words.size)
        for letter, advance in zip(line, _advances(line, name, words.size)):
            if letter.isprintable():
                pen.text((x, baseline), letter, fill=255, font=font, anchor="ls")
            x += advance
    label = Image.new("RGBA", ink.size, words.ground or (0, 0, 0, 0))
    letters = Image.new("RGBA", ink.size, words.colour)
    letters.putalpha(ink)
    label.alpha_composite(letters)
    return label
