"""A game's own pictures, brought to the size of the module: 100 pixels from hex to hex, 75 a counter."""

from __future__ import annotations

import base64
import io
from pathlib import Path

from PIL import Image

from builder.art.layout import HEX_PX, layout
from builder.model import BadInput, Game, MapSheet, Span, error

SUFFIXES = (".png", ".jpg", ".jpeg", ".gif")


def is_picture(text: str) -> bool:
    """Whether a face of counters.csv or markers.csv names a picture."""
    return text.lower().endswith(SUFFIXES)


def map_picture(game: Game, sheet: MapSheet, hex_px: float = HEX_PX) -> Image.Image:
    """The printed map; where its hexes are not quite regular, stretched until they are. BadInput where it is gone."""
    paper = layout(sheet, hex_px)
    with _opened(game, sheet.picture) as picture:
        return picture.convert("RGB").resize((paper.width, paper.height), Image.Resampling.LANCZOS)


def picture_layer(game: Game, sheet: MapSheet, width: float, height: float) -> str:
    """The printed map inside a drawing of that size."""
    data = base64.b64encode(map_picture_png(game, sheet)).decode("ascii")
    return (f'<image width="{width:.2f}" height="{height:.2f}" preserveAspectRatio="none" '
            f'href="data:image/png;base64,{data}"/>')  # fmt: skip


def face_png(game: Game, name: str, px: int) -> bytes:
    """A square picture `px` wide with the whole of the file in its middle; what is left over is clear."""
    with _opened(game, name) as picture:
        face = picture.convert("RGBA")
        face.thumbnail((px, px), Image.Resampling.LANCZOS)
        if max(face.size) < px:  # smaller than a counter: made larger
            share = px / max(face.size)
            size = tuple(max(round(length * share), 1) for length in face.size)
            face = picture.convert("RGBA").resize(size, Image.Resampling.LANCZOS)
    square = Image.new("RGBA", (px, px), (0, 0, 0, 0))
    square.paste(face, ((px - face.width) // 2, (px - face.height) // 2))
    return _png(square)


def map_picture_png(game: Game, sheet: MapSheet, hex_px: float = HEX_PX) -> bytes:
    return _png(map_picture(game, sheet, hex_px))


def _png(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def _opened(game: Game, name: str) -> Image.Image:
    path = Path(game.folder) / name
    try:
        return Image.open(path)
    except (OSError, Image.DecompressionBombError) as trouble:
        said = f"the picture cannot be read: {getattr(trouble, 'strerror', None) or trouble}"
        raise BadInput(error("picture-broken", said, Span(str(path)))) from None
