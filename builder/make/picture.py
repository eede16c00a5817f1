"""A scenario's start as one picture: the map with its counters on it, whole or cut around a hex."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image

from builder.art.images import counter_image, images_for, marker_image
from builder.art.layout import layout
from builder.art.mapdraw import map_png
from builder.model import BadInput, Game, Placement, Scenario, error, near_miss

COUNTER = 0.75  # of a hex width, as in the module
STACK = 0.06  # what one counter of a stack lies higher and further right than the one below
CUT = (12, 8)  # hex widths


def setup_picture(game: Game, scenario: str, px: int, around: str = "", cache: Path | None = None) -> bytes:
    """PNG. BadInput for a scenario or hex that the game has not."""
    found = game.scenarios.get(scenario)
    if found is None:
        raise BadInput(error("scenario", f"no scenario {scenario!r}{near_miss(scenario, game.scenarios)}"))
    sheet = game.maps[0]
    if around and around not in sheet.hexes:
        raise BadInput(error("hex", f"no hex {around!r} on {sheet.name}"))
    placed = layout(sheet, px)
    picture = Image.open(io.BytesIO(map_png(game, sheet, px, cache))).convert("RGB")
    size = round(px * COUNTER)
    faces = images_for(game, size, cache)
    for place, stack in _stacks(game, found).items():
        x, y = placed.centre(place) if place in sheet.hexes else placed.box(place).centre
        for height, placement in enumerate(stack):
            face = Image.open(io.BytesIO(faces[_face(game, placement)])).convert("RGBA")
            lift = round(px * STACK * height)
            picture.paste(face, (round(x - size / 2) + lift, round(y - size / 2) - lift), face)
    if around:
        x, y = placed.centre(around)
        wide, high = (px * side / 2 for side in CUT)
        picture = picture.crop((round(x - wide), round(y - high), round(x + wide), round(y + high)))
    out = io.BytesIO()
    picture.quantize(192, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def _stacks(game: Game, scenario: Scenario) -> dict[str, list[Placement]]:
    """By place, bottom first; arrivals wait in their box of the turn track."""
    stacks: dict[str, list[Placement]] = {}
    waiting = [Placement(a.what, game.waiting_box(a.turn), a.steps) for a in scenario.arrivals]
    for placement in (*scenario.placements, *waiting):
        stacks.setdefault(placement.place, []).append(placement)
    for stack in stacks.values():
        stack.sort(key=lambda p: p.what not in game.markers and game.counters[p.what].steps > 0)  # units above forts
    return stacks


def _face(game: Game, placement: Placement) -> str:
    if placement.what in game.markers:
        kind = game.markers[placement.what]
        return marker_image(kind, placement.face or kind.named_face)
    counter = game.counters[placement.what]
    return counter_image(counter, placement.steps or counter.steps)
