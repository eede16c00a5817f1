"""Single counters as pictures, at any resolution."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

from PIL import Image

from builder.art.render import render
from builder.sheets.low_ink import low_ink
from builder.sheets.stock import BLANK, FaceRef, Picture, Stock
from builder.sheets.style import INCH, SheetStyle

MOST_DPI = 2400


def single_faces(stock: Stock, style: SheetStyle, dpi: int) -> Iterator[tuple[str, bytes]]:
    """(file name, PNG) of each different face, as large as it is printed; blank reverses are left out."""
    if not 30 <= dpi <= MOST_DPI:
        raise ValueError(f"pictures of {dpi} dpi are not made (30 to {MOST_DPI})")
    faces = dict.fromkeys(face for piece in stock.pieces for face in piece if face.kind != BLANK)
    size = tuple(round(side / INCH * dpi) for side in (style.wide, style.high))
    for face in faces:
        picture = stock.draw(face)
        yield _name(face), _png(low_ink(picture) if style.low_ink else picture, size, dpi)


def _name(face: FaceRef) -> str:
    last = "back" if face.kind == "reverse" else face.face
    return re.sub(r"[^A-Za-z0-9._-]+", "-", f"{face.id}-{last}" if last else face.id) + ".png"


def _png(picture: Picture, size: tuple[int, int], dpi: int) -> bytes:
    data = render(picture.svg, min(size)) if picture.svg else picture.png
    face = Image.open(io.BytesIO(data)).convert("RGBA")
    share = min(size[0] / face.width, size[1] / face.height)
    if share != 1:
        face = face.resize(
            (max(round(face.width * share), 1), max(round(face.height * share), 1)), Image.Resampling.LANCZOS
        )
    whole = Image.new("RGBA", size, (0, 0, 0, 0))
    whole.paste(face, ((size[0] - face.width) // 2, (size[1] - face.height) // 2))
    out = io.BytesIO()
    whole.save(out, "PNG", dpi=(dpi, dpi))
    return out.getvalue()
