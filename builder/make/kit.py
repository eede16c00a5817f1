"""A game as a folder to print: map, charts, tracks, set-up cards, counters, with a page that says what to do."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reportlab.lib.units import mm

from builder.art.charts import charts
from builder.art.layout import COUNTER
from builder.model import Game
from builder.sheets import SheetStyle, counter_sheet, game_stock
from builder.sheets.calibration import calibration_sheet
from builder.sheets.charts_pdf import charts_pdf
from builder.sheets.contents import Part, contents_html, contents_pdf
from builder.sheets.map_pdf import map_pdf
from builder.sheets.setup_cards import setup_cards_pdf
from builder.sheets.tracks import tracks, tracks_pdf

_TURNS = {
    "long": "Print on both sides, turned over the long edge. Cut by the marks.",
    "short": "Print on both sides, turned over the short edge. Cut by the marks.",
    "fold": "Print on one side. Fold at the dashed line, printed sides out, glue, press, then cut by the marks.",
}


def print_kit(game: Game, style: SheetStyle) -> dict[str, bytes]:
    """File name to content, in the order in which they are read. ValueError where counters do not fit the paper.

    The map is drawn so that counters of this size lie in its hexes.
    """
    made = tuple(_parts(game, style))
    parts = tuple(Part(file, title, _pages(data), advice) for file, title, advice, data in made)
    return {
        "0-contents.pdf": contents_pdf(game.name, style, parts),
        "index.html": contents_html(game.name, style, parts).encode("utf-8"),
        **{file: data for file, _, _, data in made},
    }


def _parts(game: Game, style: SheetStyle) -> Iterator[tuple[str, str, str, bytes]]:
    """(file, title, advice, content)."""
    paper = style.paper.wide * mm, style.paper.high * mm
    for sheet in game.maps:
        advice = (
            "Cut each sheet along the edges that say so, lay it over the hatched strips of its neighbours and glue. "
            "Sheets are named by row (A, B…) and column (1, 2…)."
        )
        data = map_pdf(game, sheet, max(style.wide, style.high) / COUNTER * mm, paper)
        yield f"1-map-{sheet.id}.pdf", f"Map: {sheet.name}", advice, data
    if found := tuple(charts(game)):
        yield "2-charts.pdf", "Charts", "For the table.", charts_pdf(game.name, found, style.paper)
    if any(True for _ in tracks(game)):
        advice = "The tracks are on the map too; these are for those who want them beside it."
        yield "3-tracks.pdf", "Tracks", advice, tracks_pdf(game, style)
    if game.scenarios:
        advice = "For each scenario a card for each side: what stands where, and what comes when."
        yield "4-set-up-cards.pdf", "Set-up cards", advice, setup_cards_pdf(game, style.paper)
    yield "5-counters.pdf", "Counters", _TURNS[style.turn], counter_sheet(game_stock(game), style)
    advice = "If backs do not lie behind fronts: print this, measure, and make the counters again with what it shows."
    yield "6-calibration.pdf", "Calibration of the printer", advice, calibration_sheet(style)


def _pages(data: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", data))
