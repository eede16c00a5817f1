"""The map as one page that needs nothing else: to pan, zoom and search, with the facts and evidence of each hex."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from markupsafe import Markup

from builder.art.mapdraw import map_svg
from builder.art.templates import fill, template_folder
from builder.art.webfont import with_letters
from builder.model import Game
from builder.report.attributions import attributions
from builder.report.map_data import UNITS, Evidences, scenario_data, sheet_data
from builder.report.map_layers import EVIDENCE, EVIDENCE_WORDS, ORDER, Layer, layers_of

SCRIPTS = ("data.js", "view.js", "overlay.js", "card.js", "search.js", "main.js")


def map_page(
    game: Game, extra: Mapping[str, tuple[Layer, ...]] | None = None, cache: Path | None = None,
    scenario: str = "", at: str = "",
) -> str:  # fmt: skip
    """All maps of a game as one HTML file, which asks the network for nothing.

    `extra` are further layers by the id of their map; `cache` keeps the counters' pictures as for the faces. The page
    opens with the set-up `scenario` shown and the hex `at` in the middle, where they are named.
    """
    extra = extra or {}
    evidences = Evidences()
    sheets = [
        sheet_data(game, sheet, (*layers_of(game, sheet), *extra.get(sheet.id, ())), evidences) for sheet in game.maps
    ]
    data = {
        "game": game.name,
        "version": game.full_version,
        "groups": list(ORDER),
        "words": {str(tag): [text, *EVIDENCE[tag]] for tag, text in EVIDENCE_WORDS.items()},
        "sheets": sheets,
        **scenario_data(game, evidences, cache),
        "evidence": evidences.rows(),
        "open": {"scenario": scenario, "hex": at},
    }
    script = _joined(SCRIPTS)
    return fill(
        "map_page/page.html.j2",
        game=game,
        sheets=game.maps,
        style=Markup(_joined(("style.css",))),
        script=Markup(script),
        script_hash=base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii"),
        data=Markup(_json(data)),
        drawings=[(sheet.id, _packed(with_letters(map_svg(game, sheet, UNITS)))) for sheet in game.maps],
        attributions=attributions(game.id),
    )


def _joined(names: tuple[str, ...]) -> str:
    """Our own scripts as one text; they are code, so they go in as they stand."""
    folder = template_folder() / "map_page"
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in names)


def _json(data: Any) -> str:
    """JSON that can not end its element, whatever a place is called."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _packed(svg: str) -> str:
    """A drawing is mostly repetition: packed it is a fifth of its size even as base 64."""
    return base64.b64encode(gzip.compress(svg.encode("utf-8"), 9, mtime=0)).decode("ascii")
