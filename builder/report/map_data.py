"""What the map page knows, as compact values for its script: hexes, hexsides, boxes, regions, layers, set-ups."""

from __future__ import annotations

import base64
import io
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from PIL import Image

from builder.art.faces import counter_faces, face_svg
from builder.art.images import counter_image, marker_image
from builder.art.layout import MapLayout, layout
from builder.art.markers import marker_svg
from builder.art.render import render_many
from builder.model import Evidence, Game, MapHex, MapSheet, Placement, Row, Scenario
from builder.report.map_layers import Layer, LayerHex, country_names, evidence_of, said, stated, titled, words

UNITS = 100  # of the page's coordinates to a hex width
PICTURE_PX = 84  # of a counter: sharp on the map at its own size and a little beyond
COLOURS = 40


LABELS = {"owner": "country", "place": "name"}  # an owner is also a kind of evidence, and a place may be a box


class Evidences:
    """Evidence by number, each once: hundreds of hexes share one."""

    def __init__(self) -> None:
        self.numbers: dict[Evidence, int] = {}

    def __call__(self, evidence: Evidence) -> int:
        return self.numbers.setdefault(evidence, len(self.numbers))

    def rows(self) -> list[list[str]]:
        return [[str(e.tag), e.rule, e.note] for e in self.numbers]


def sheet_data(game: Game, sheet: MapSheet, layers: tuple[Layer, ...], evidences: Evidences) -> dict[str, Any]:
    """One map. A hex is [number, x, y, q, r, place, facts]; a fact [what, value, evidence]."""
    drawn = layout(sheet, UNITS)
    index = {number: i for i, number in enumerate(sheet.hexes)}
    tables = _table_facts(game, index, evidences)
    countries = country_names(game)
    columns = sorted({name for hex_ in sheet.hexes.values() for name in hex_.attributes})
    return {
        "id": sheet.id,
        "name": sheet.name,
        "width": drawn.width,
        "height": drawn.height,
        "pointy": sheet.grid.pointy,
        "hexes": [
            [
                number,
                *(round(v, 1) for v in drawn.centre(number)),
                *sheet.grid.hex(number),
                hex_.place,
                [*_facts(hex_, countries, evidences), *tables.get(number, ())],
            ]
            for number, hex_ in sheet.hexes.items()
        ],
        "sides": [
            [index[thing.side.a], index[thing.side.b], words(thing.kind), thing.name, evidences(thing.evidence)]
            for things in sheet.sides.values()
            for thing in things
        ],
        "regions": [
            [titled(r.id), r.kind, said(r), [index[n] for n in r.hexes if n in index]]
            for r in sheet.region_facts.values()
        ],
        "boxes": [_box(drawn, box) for box in sheet.boxes],
        "layers": [_layer(layer, index) for layer in layers],
        "file": _file(sheet),
        "columns": ["hex", "terrain", "owner", "place", "features", *columns],
        "rows": _rows(sheet, columns),
    }


def _box(drawn: MapLayout, box: Any) -> list[Any]:
    return [box.id, box.label, *(round(v, 1) for v in drawn.rectangle(box))]


def _facts(hex_: MapHex, countries: Mapping[str, str], evidences: Evidences) -> Iterator[list[Any]]:
    for column in stated(hex_):
        if column == "features":
            value = ", ".join(word.replace("-", " ") for word in hex_.features)
        elif column == "owner":
            value = countries.get(hex_.owner, hex_.owner)
        else:
            value = getattr(hex_, column, None) or hex_.attributes.get(column, "")
        if column == "terrain":
            value = value.replace("-", " ")
        yield [LABELS.get(column, column).replace("_", " "), value, evidences(evidence_of(hex_, column))]


def _table_facts(game: Game, index: Mapping[str, int], evidences: Evidences) -> dict[str, list[list[Any]]]:
    """What the game's tables say of hexes: victory points, resources, and whatever else has a column `hex`."""
    found: dict[str, list[list[Any]]] = defaultdict(list)
    for table in game.tables.values():
        if "hex" not in table.columns:
            continue
        for row in table.rows.values():
            number = row.key if table.columns[0] == "hex" else row["hex"]
            if number in index:
                value = "; ".join(_cells(row, table.columns))
                found[number].append([words(table.id).lower(), value, evidences(_row_evidence(row))])
    return found


def _cells(row: Row, columns: tuple[str, ...]) -> Iterator[str]:
    for column in columns[1:]:
        if column not in ("hex", "place", "note") and row[column]:
            yield f"{column.replace('_', ' ')} {row[column]}"


def _row_evidence(row: Row) -> Evidence:
    return next(iter(row.evidence.values()))


def _layer(layer: Layer, index: Mapping[str, int]) -> dict[str, Any]:
    return {
        "id": layer.id,
        "group": layer.group,
        "name": layer.name,
        "note": layer.note,
        "shown": layer.shown,
        "front": [[index[s.a], index[s.b]] for s in layer.front],
        "parts": [
            {
                "name": part.name,
                "colour": part.colour,
                "hatch": part.hatch,
                "hexes": [_hex(one, index) for one in part.hexes if one.number in index],
                "sides": [[index[s.a], index[s.b]] for s in part.sides],
            }
            for part in layer.parts
        ],
    }


def _hex(one: LayerHex, index: Mapping[str, int]) -> Any:
    at = index[one.number]
    return [at, one.label, one.note] if one.label or one.note else at


def _file(sheet: MapSheet) -> str:
    """Where an owner's row goes: the file below the overlay's folder."""
    path = next(iter(sheet.hexes.values())).span.path
    return f"{Path(path).parent.name}/hexes.csv" if path else f"{sheet.id}/hexes.csv"


def _rows(sheet: MapSheet, columns: list[str]) -> list[list[str]]:
    """What the row of a hex in hexes.csv says after its number, as one would write it."""
    return [
        [h.terrain, h.owner, h.place, " ".join(h.features), *(h.attributes.get(name, "") for name in columns)]
        for h in sheet.hexes.values()
    ]


def scenario_data(game: Game, evidences: Evidences, cache: Path | None) -> dict[str, Any]:
    """The set-ups: what stands where, bottom first, as [place, picture, text, evidence]; pictures as data addresses."""
    faces: dict[str, tuple[str, int]] = {}
    sides = {side.id: side.name for side in game.sides}
    found = [
        {
            "id": scenario.id,
            "name": scenario.name,
            "rule": scenario.rule,
            "area": list(scenario.area),
            "control": {hex_: sides.get(side, side) for hex_, side in scenario.control.items()},
            "pieces": [
                [p.place, _face(game, p, faces), _piece(game, p), evidences(p.evidence) if p.evidence else -1]
                for p in _placements(game, scenario)
            ],
        }
        for scenario in game.scenarios.values()
    ]
    pictures = render_many([(name, svg, px) for name, (svg, px) in faces.items()], cache)
    coded = {name: f"data:image/png;base64,{_small(data)}" for name, data in pictures.items()}
    return {"scenarios": found, "pictures": coded}


def _small(picture: bytes) -> str:
    """A counter in few colours: a game has a thousand of them."""
    out = io.BytesIO()
    Image.open(io.BytesIO(picture)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(out, "PNG")
    return base64.b64encode(out.getvalue()).decode("ascii")


def _placements(game: Game, scenario: Scenario) -> list[Placement]:
    """Markers lie below units."""
    return sorted(scenario.placements, key=lambda p: p.what not in game.markers)


def _face(game: Game, placement: Placement, faces: dict[str, tuple[str, int]]) -> str:
    if placement.what in game.markers:
        kind = game.markers[placement.what]
        side = "back" if kind.back and kind.id.startswith("control-") else "front"  # control lies on a dummy's back
        name = marker_image(kind, side)
        if name not in faces:
            faces[name] = marker_svg(kind, side, game), PICTURE_PX
        return name
    counter = game.counters[placement.what]
    steps = placement.steps or counter_faces(counter)[0]
    name = counter_image(counter, steps)
    if name not in faces:
        faces[name] = face_svg(counter, steps, game), PICTURE_PX
    return name


def _piece(game: Game, placement: Placement) -> str:
    if placement.what in game.markers:
        return game.markers[placement.what].name
    counter = game.counters[placement.what]
    steps = placement.steps or counter.steps
    shown = f", {steps} step{'s' * (steps != 1)}" if counter.steps else ""
    marks = f", {' '.join(placement.marks)}" if placement.marks else ""
    return f"{counter.name or counter.id}{shown}{marks}"
