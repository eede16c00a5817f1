"""A game's counters and markers as one page to browse: to filter, search, turn over and look at in any size."""

from __future__ import annotations

import base64
import gzip
import hashlib
import html
import json
import re
from typing import Any

from markupsafe import Markup

from builder.art.templates import fill, template_folder
from builder.art.webfont import font_rules
from builder.model import Game
from builder.report.gallery_data import gallery_data

_TEXT = re.compile(r">([^<>]+)</text>")


def gallery_page(game: Game) -> str:
    """One HTML file that asks the network for nothing.

    Faces lie in it packed, as drawings rather than pixels, and the page unpacks and draws those that come into view:
    1,300 faces in some 150 kB, sharp at every size.
    """
    data = gallery_data(game)
    script = _own("gallery.js")
    return fill(
        "gallery/page.html.j2",
        game=game,
        style=Markup(_own("style.css")),
        script=Markup(script),
        script_hash=base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii"),
        data=_packed({**data, "letters": font_rules(_letters(data["faces"]))}),
    )


def _own(name: str) -> str:
    """Our own script or style; they are code, so they go in as they stand."""
    return (template_folder() / "gallery" / name).read_text(encoding="utf-8")


def _letters(faces: list[str]) -> set[str]:
    return {letter for face in faces for text in _TEXT.findall(face) for letter in html.unescape(text)}


def _packed(data: dict[str, Any]) -> str:
    """Base 64 of gzipped JSON: no word of a game can end the element that holds it."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode("utf-8"), 9, mtime=0)).decode("ascii")
