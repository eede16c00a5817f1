"""Every face of any module's pieces: as each starts, at each level of each layer, masked; and what prints of them."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter as Tally
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from builder.art import palette
from builder.art.text import FONT_FILES
from builder.make.face_drawing import Look, Pictures, bounds, look_of, painted
from builder.model import BadInput, Diagnostic, Span, error, warning
from builder.sheets.stock import BLANK, FaceRef, Picture, Piece, Stock
from builder.vassal.maps import Slot
from builder.vassal.module import Module
from builder.vassal.pieces import decode_piece, expand, layer_images, layer_level, level_names, properties_of
from builder.vassal.traits import Trait

MOST_LEVELS = 60  # of a layer; what has more is a number or a name rather than a face
_COVERS = 0.6  # share of a piece that a layer covers where its levels are faces of the piece
_STEPS = 6  # levels of such a layer, at most
_CELL, _THUMB, _COLUMNS, _ROWS = (112, 126), 96, 12, 14  # of a contact sheet, pixels
_SHOWN = 17  # letters of a name below its face


class Face(NamedTuple):
    """`state` is "" as the piece starts, `step-2` for a level of a layer, `masked` for what others see."""

    state: str
    look: Look


class SlotFaces(NamedTuple):
    """A slot's faces, the first as it starts. `steps` are its faces by strength, where a layer holds them."""

    id: str  # begins the names of its files
    slot: Slot
    faces: tuple[Face, ...]
    steps: tuple[Look, ...]


class ModuleFaces(NamedTuple):
    slots: tuple[SlotFaces, ...]
    problems: tuple[Diagnostic, ...]


def module_faces(module: Module, pictures: Pictures) -> ModuleFaces:
    """A slot that holds no piece and a picture that is missing are told as warnings, the rest is composed."""
    outside = {one.name: one.initial for one in module.properties}
    problems: list[Diagnostic] = []
    ids: Tally[str] = Tally()
    found = []
    for slot in module.slots:
        try:
            traits = expand(decode_piece(slot.piece.type, slot.piece.state), module.prototypes)
        except BadInput as fault:
            problems += [warning("F101", f"{slot.path}: {d.headline}", Span(module.source)) for d in fault.diagnostics]
            continue
        slug = re.sub(r"[^a-z0-9]+", "-", slot.entry_name.lower()).strip("-")[:60] or "piece"
        ids[slug] += 1
        name = slug if ids[slug] == 1 else f"{slug}-{ids[slug]}"
        faces = tuple(_faces(traits, pictures, outside))
        found.append(SlotFaces(name, slot, faces, _steps(traits, faces[0].look, pictures, outside)))
    problems += [
        warning("F102", f"no picture {name!r} that can be drawn", Span(module.source))
        for name in sorted(pictures.missing)
    ]
    return ModuleFaces(tuple(found), tuple(problems))


def _faces(traits: tuple[Trait, ...], pictures: Pictures, outside: dict[str, str]) -> Iterator[Face]:
    """Each different picture once; one trait is changed at a time."""
    seen: set[Look] = set()
    for state, changed in _states(traits, {**outside, **properties_of(traits)}):
        look = look_of(changed, pictures, outside)
        if look not in seen or not state:
            seen.add(look)
            yield Face(state, look)


def _states(traits: tuple[Trait, ...], own: dict[str, str]) -> Iterator[tuple[str, tuple[Trait, ...]]]:
    yield "", traits
    for at, trait in enumerate(traits):
        if trait.prefix in ("emb", "emb2"):
            start = layer_level(trait, own)
            levels = list(range(1, len(layer_images(trait)) + 1))[:MOST_LEVELS]
            off = trait.prefix == "emb" or not trait.fields["always_active"]
            for level in ([-1] if off else []) + levels:
                if level != start:
                    yield _level_name(trait, level), _changed(traits, at, _at_level(trait, level))
        elif trait.prefix == "obs" and trait.state.masked_by == "null":
            yield "masked", _changed(traits, at, trait.with_state(masked_by="somebody"))


def _changed(traits: tuple[Trait, ...], at: int, trait: Trait) -> tuple[Trait, ...]:
    return (*traits[:at], trait, *traits[at + 1 :])


def _at_level(trait: Trait, level: int) -> Trait:
    """A layer that follows a property is cut loose from it, else it would not show the level."""
    follows = trait.prefix == "emb2" and trait.fields.follow
    return (trait.replace(follow=False) if follows else trait).with_state(level=level)


def _level_name(trait: Trait, level: int) -> str:
    name = trait.fields.name if trait.prefix == "emb2" else ""
    last = "off" if level < 0 else str(level)
    if level > 0 and level <= len(level_names(trait)) and not name:
        name = level_names(trait)[level - 1]
    return f"{re.sub(r'[^a-z0-9]+', '-', name.lower()).strip('-')[:40] or 'layer'}-{last}"


def _steps(traits: tuple[Trait, ...], start: Look, pictures: Pictures, outside: dict[str, str]) -> tuple[Look, ...]:
    """The levels of the outermost layer whose pictures are as large as the piece, if they are a few; from its start."""
    box = bounds(start, pictures)
    own = {**outside, **properties_of(traits)}
    for at, trait in enumerate(traits if box else ()):
        if trait.prefix != "emb2" or not 2 <= len(layer_images(trait)) <= _STEPS:
            continue
        area = max(w * h for w, h in (pictures.size(name) for name in layer_images(trait))) * trait.fields.scale**2
        if area < _COVERS * (box[2] - box[0]) * (box[3] - box[1]):
            continue
        first = max(layer_level(trait, own), 1)
        levels = (_changed(traits, at, _at_level(trait, n)) for n in range(first, len(layer_images(trait)) + 1))
        return tuple(look_of(one, pictures, outside) for one in levels)
    return ()


def module_stock(module: Module) -> Stock:
    """The pieces of a module to print: as often as they lie at the start of a game; what only a palette has, once.

    The back of a piece is its mask, else its next step. BadInput where the module has no piece that shows anything.
    """
    pictures = Pictures(module)
    looks: dict[FaceRef, Look] = {}
    pieces: list[Piece] = []
    known: set[tuple[str, tuple[Look, ...]]] = set()
    faces = [one for one in module_faces(module, pictures).slots if one.faces[0].look]
    for one in sorted(faces, key=lambda one: not _at_start(one.slot)):
        key = one.slot.entry_name, tuple(face.look for face in one.faces)
        if _at_start(one.slot) or key not in known:
            known.add(key)
            for front, back in _sides(one):
                names = FaceRef("module", one.id, front[0]), FaceRef("module" if back[1] else BLANK, one.id, back[0])
                looks.update(zip(names, (front[1], back[1] or front[1])))
                pieces.append(Piece(*names))
    if not pieces:
        raise BadInput(error("F103", "this module has no pieces to print", Span(module.source)))

    def draw(ref: FaceRef) -> Picture:
        data = png(looks[ref], pictures)
        return Picture(ground=_commonest(data)) if ref.kind == BLANK else Picture(png=data)

    slug = re.sub(r"[^a-z0-9]+", "-", module.name.lower()).strip("-")[:60] or "module"
    return Stock(slug, module.name, tuple(pieces), draw)


def _commonest(data: bytes) -> str:
    """The ground of a face, for a back that shows nothing."""
    face = Image.open(io.BytesIO(data)).convert("RGBA")
    face.thumbnail((64, 64), Image.Resampling.NEAREST)
    seen = [(count, colour[:3]) for count, colour in face.getcolors(64 * 64) or () if colour[3] > 127]
    return "#{:02x}{:02x}{:02x}".format(*max(seen)[1]) if seen else palette.WHITE


def _at_start(slot: Slot) -> bool:
    return any(f"/{part} " in f"/{slot.path}" for part in ("SetupStack", "DrawPile"))


def _sides(one: SlotFaces) -> Iterator[tuple[tuple[str, Look], tuple[str, Look]]]:
    """(name, look) of front and back of each counter: two steps a counter, as they are printed."""
    masked = next((face.look for face in one.faces if face.state == "masked"), ())
    if masked or not one.steps:
        yield ("", one.faces[0].look), ("masked" if masked else "back", masked)
        return
    for at in range(0, len(one.steps), 2):
        back = one.steps[at + 1] if at + 1 < len(one.steps) else ()
        yield (str(at + 1) if at else "", one.steps[at]), (str(at + 2), back)


def png(look: Look, pictures: Pictures) -> bytes:
    """The picture cut to what is drawn; one clear pixel where nothing is."""
    found = painted(look, pictures)
    out = io.BytesIO()
    (found[0] if found else Image.new("RGBA", (1, 1), (0, 0, 0, 0))).save(out, "PNG")
    return out.getvalue()


def face_files(faces: ModuleFaces, pictures: Pictures, start_only: bool = False) -> Iterator[tuple[str, bytes]]:
    """(file name, content): each face as PNG, contact sheets of all, and a table of what is what."""
    rows, shown = [("file", "piece", "state", "gpid", "where")], []
    for one in faces.slots:
        for face in one.faces[:1] if start_only else one.faces:
            name = f"{one.id}-{face.state}.png" if face.state else f"{one.id}.png"
            if not face.look:
                continue
            data = png(face.look, pictures)
            yield name, data
            rows.append((name, one.slot.entry_name, face.state, one.slot.gpid, one.slot.path))
            shown.append((name.removesuffix(".png"), data))
    for number, at in enumerate(range(0, len(shown), _COLUMNS * _ROWS), 1):
        yield f"contact-sheet-{number}.png", _contact(shown[at : at + _COLUMNS * _ROWS])
    table = io.StringIO()
    csv.writer(table, lineterminator="\n").writerows(rows)
    yield "faces.csv", table.getvalue().encode("utf-8")


def _contact(shown: list[tuple[str, bytes]]) -> bytes:
    wide, high = _CELL
    rows = -(-len(shown) // _COLUMNS)
    sheet = Image.new("RGB", (min(len(shown), _COLUMNS) * wide, rows * high), palette.PAPER)
    pen = ImageDraw.Draw(sheet)
    for number, (name, data) in enumerate(shown):
        x, y = number % _COLUMNS * wide, number // _COLUMNS * high
        face = Image.open(io.BytesIO(data)).convert("RGBA")
        face.thumbnail((_THUMB, _THUMB), Image.Resampling.LANCZOS)
        sheet.paste(face, (x + (wide - face.width) // 2, y + 6 + (_THUMB - face.height) // 2), face)
        text = name if len(name) <= _SHOWN else f"{name[: _SHOWN // 2]}…{name[-(_SHOWN - _SHOWN // 2 - 1) :]}"
        pen.text((x + wide // 2, y + high - 14), text, fill=palette.INK, font=_small(), anchor="mm")
    out = io.BytesIO()
    sheet.save(out, "PNG")
    return out.getvalue()


@lru_cache(maxsize=1)
def _small() -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONT_FILES["plain"], 10, layout_engine=ImageFont.Layout.BASIC)
