"""The map of a game as one picture: layer upon layer, the ground first, the names last."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image

from builder.art import palette
from builder.art.layout import HEX_PX, MapLayout, layout
from builder.art.map_countries import country_layer
from builder.art.map_geography import geography_layer
from builder.art.map_ground import grid_layer, ground_defs, ground_layer, number_layer
from builder.art.map_lines import border_layer, edge_layer, outline_layer
from builder.art.map_margins import margin_layer
from builder.art.map_places import place_layer, write
from builder.art.map_rail import rail_layer
from builder.art.map_shapes import Board, board, polygon
from builder.art.map_water import river_layer
from builder.art.own_pictures import map_picture_png, picture_layer
from builder.art.render import render_cached
from builder.model import Game, MapSheet

__all__ = ["HEX_PX", "MapLayout", "layout", "map_png", "map_svg"]

LARGEST = 8_000_000  # bytes of a picture that travels inside a module
UNITS = 100  # of a hex width: what all layers draw in, whatever the pixels


def map_svg(game: Game, sheet: MapSheet, hex_px: float = HEX_PX) -> str:
    """The whole map as SVG, `layout(sheet, hex_px).width` pixels wide. The same game gives the same text."""
    paper = layout(sheet, hex_px)
    drawn = layout(sheet, UNITS)
    ring = board(drawn)
    written = write(game, drawn)
    share = UNITS / hex_px
    box = f"{paper.width * share:.6f} {paper.height * share:.6f}"  # so that a hex is hex_px wide to the last digit
    if sheet.picture:
        printed = picture_layer(game, sheet, paper.width * share, paper.height * share)
        return _svg(paper, box, (printed, hex_layer(ring)))
    layers = (
        ground_defs(ring),
        f'<rect width="{paper.width * share:.2f}" height="{paper.height * share:.2f}" fill="{palette.PAPER}"/>',
        ground_layer(ring),
        grid_layer(ring),
        country_layer(written.countries),
        geography_layer(written.geography),
        river_layer(drawn),
        border_layer(drawn),
        rail_layer(drawn),
        outline_layer(drawn),
        edge_layer(drawn),
        number_layer(drawn),
        place_layer(game, drawn, written),
        margin_layer(game, drawn),
        hex_layer(ring),
    )
    return _svg(paper, box, layers)


def _svg(paper: MapLayout, box: str, layers: tuple[str, ...]) -> str:
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
            f'width="{paper.width}" height="{paper.height}" viewBox="0 0 {box}">',
            *(layer for layer in layers if layer),
            "</svg>",
        )
    )


def hex_layer(ring: Board) -> str:
    """Nothing to see: each hex as a shape, `hex-NNNN`, for pages that ask what the pointer is on."""
    parts = ['<g id="layer-hexes" fill="none" pointer-events="all">']
    parts += [f'<path id="hex-{hex_.id}" d="{polygon(ring.corners(at))}"/>' for at, hex_ in ring.hexes.items()]
    return "\n".join((*parts, "</g>"))


def map_png(game: Game, sheet: MapSheet, hex_px: float = HEX_PX, cache: Path | None = None) -> bytes:
    """The map as PNG; `cache` as for the faces. One beyond `LARGEST` bytes is put into 256 colours."""
    if sheet.picture:
        data = map_picture_png(game, sheet, hex_px)
    else:
        data = render_cached(map_svg(game, sheet, hex_px), layout(sheet, hex_px).width, cache)
    if len(data) <= LARGEST:
        return data
    out = io.BytesIO()
    Image.open(io.BytesIO(data)).convert("RGB").quantize(256, dither=Image.Dither.NONE).save(out, "PNG")
    return out.getvalue()
