"""Maps: hexes, what runs along their sides, regions, boxes and tracks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import MappingProxyType

from builder.model import Box, Evidence, Grid, Hexside, MapHex, MapSheet, MapSide, Region, Tag, hexside
from builder.sources.faults import Record, Word
from builder.sources.names import Names
from builder.sources.pictures import fitted_picture
from builder.sources.reading import MapRecords, Sources

ROW_PITCH = 3**0.5 / 2
HEX_COLUMNS = ("hex", "terrain", "owner", "place", "features", "evidence")
DEFAULT_MARGINS = (1.0, 1.0, 1.0, 1.0)
UNSTATED = Evidence(Tag.CHOSEN, note="not stated")  # only where the missing statement is already a fault


def link_maps(sources: Sources, names: Names) -> tuple[MapSheet, ...]:
    """Every map; fills `names.places`. A fault where two maps share a hex number."""
    return tuple(sheet for rows in sources.maps if (sheet := _map(rows, sources, names)) is not None)


def _map(rows: MapRecords, sources: Sources, names: Names) -> MapSheet | None:
    grid = _grid(rows.map, names)
    if grid is None:
        return None
    hexes = dict(_hexes(rows.hexes, grid, sources, names))
    fitted = fitted_picture(rows.map, grid, sources, names) if rows.map["picture"] else None
    if fitted is not None:
        ground = (n for n in grid.numbers() if fitted.holds(*grid.centre(n)))
        hexes = {number: hexes.get(number) or MapHex(number, "", "") for number in dict.fromkeys((*ground, *hexes))}
    names.hexes |= hexes.keys()
    boxes = tuple(_boxes(rows.map, names))
    names.places |= hexes.keys() | {box.id for box in boxes}
    margins = rows.map["margins"]
    sizes = DEFAULT_MARGINS
    if isinstance(margins, Record):
        sizes = tuple(margins[side] or 0.0 for side in ("left", "top", "right", "bottom"))
    if fitted is not None:
        sizes = fitted.margins(grid, hexes)
    _on_paper(rows.map, grid, hexes, boxes, sizes, names)
    return MapSheet(
        rows.map["id"],
        rows.map["name"],
        grid,
        MappingProxyType(hexes),
        MappingProxyType(_sides(rows.sides, grid, hexes, sources, names)),
        MappingProxyType(_regions(rows.regions, names)),
        boxes,
        sizes,
        sources.words("side_terrain"),
        MappingProxyType({row["region"]: _region(row) for row in rows.regions}),
        rows.map["picture"],
    )


def _grid(record: Record, names: Names) -> Grid | None:
    grid = record["grid"]
    if not isinstance(grid, Record):
        return None
    pairs = []
    for name in ("rows", "columns"):
        pair = tuple(word.text for word in grid[name] if isinstance(word, Word))
        if len(pair) != 2 or None in pair or pair[0] > pair[1]:
            names.faults.error("grid-limits", f"{name!r} wants the lowest and the highest number", grid.at(name))
            return None
        pairs.append(pair)
    pointy = grid["tops"] == "pointy"
    if grid["shift"] not in (("east", "west") if pointy else ("south", "north")):
        ways = "east or west" if pointy else "south or north"
        names.faults.error("grid-shift", f"a {grid['tops']} grid is shifted {ways}", grid.at("shift"))
    return Grid(
        pointy=pointy,
        rows=pairs[0],
        columns=pairs[1],
        row_first=grid["first"] == "row",
        row_sign=1 if grid["rows_grow"] == "south" else -1,
        column_sign=1 if grid["columns_grow"] == "east" else -1,
        shifted=grid["shifted"] or "odd",
        shift_sign=1 if grid["shift"] in ("east", "south") else -1,
        prefix=grid["prefix"],
    )


def _hexes(rows: list[Record], grid: Grid, sources: Sources, names: Names) -> Iterator[tuple[str, MapHex]]:
    terrain, features = set(sources.words("terrain")), set(sources.words("features"))
    for row in rows:
        number = row["hex"]
        try:
            line, column = grid.split(number)
        except ValueError as trouble:
            names.faults.error("hex-number", str(trouble), row.at("hex"))
            continue
        if not (grid.rows[0] <= line <= grid.rows[1] and grid.columns[0] <= column <= grid.columns[1]):
            names.faults.error("hex-off-map", f"hex {number!r} is outside of the grid", row.at("hex"))
            continue
        if number in names.hexes:
            names.faults.error("hex-twice", f"hex {number!r} is on another map too", row.at("hex"))
        if row["terrain"]:
            names.known(row["terrain"], terrain, "terrain", row.at("terrain"), "terrain", number)
        for word in row["features"]:
            names.known(word, features, "feature", row.at("features"), "feature", number)
        own = {name: text for name, text in row.texts.items() if name not in HEX_COLUMNS and name[:3] != "ev_"}
        yield (
            number,
            MapHex(
                number,
                row["terrain"],
                row["owner"],
                row["place"],
                row["features"],
                MappingProxyType(own),
                MappingProxyType(row.evidence),
                row.span,
            ),
        )


def check_hex_lists(sources: Sources, names: Names) -> None:
    """Hex lists in the game's own columns name hexes that exist; told once all maps are read."""
    listed = [name for name, (kind, _) in sources.own_columns("hexes").items() if kind.hexes]
    for rows in sources.maps:
        for row in rows.hexes:
            for name in listed:
                value = row.values.get(name) or ()
                for number in (value,) if isinstance(value, str) else value:
                    names.hex(number, row.at(name), row["hex"])


def _sides(
    rows: list[Record], grid: Grid, hexes: dict[str, MapHex], sources: Sources, names: Names
) -> dict[Hexside, tuple[MapSide, ...]]:
    terrains = set(sources.words("side_terrain"))
    kinds = terrains | set(sources.words("hexsides"))
    found: dict[Hexside, tuple[MapSide, ...]] = {}
    seen: dict[tuple[Hexside, str], int] = {}
    first_terrain: dict[Hexside, int] = {}
    for row in rows:
        a, b = row["a"], row["b"]
        who = f"{a}|{b}"
        known = [names.hex(row[end], row.at(end), who) for end in ("a", "b")]
        names.known(row["kind"], kinds, "kind of hexside", row.at("kind"), "hexside", who)
        if not all(known) or a not in hexes or b not in hexes:
            continue
        if grid.distance(a, b) != 1:
            names.faults.error("side-apart", f"{a} and {b} are no neighbours", row.at("b"))
            continue
        side = hexside(a, b)
        if (side, row["kind"]) in seen:
            first = seen[side, row["kind"]]
            names.faults.error("key-twice", f"{who!r} is {row['kind']} already in line {first}", row.span)
            continue
        seen[side, row["kind"]] = row.span.line
        if row["kind"] in terrains and (other := terrains & {thing.kind for thing in found.get(side, ())}):
            message = f"{who} is {row['kind']}, but {other.pop()} in line {first_terrain[side]}: a side has one terrain"
            names.faults.error("side-terrain", message, row.at("kind"))
            continue
        if row["kind"] in terrains:
            first_terrain[side] = row.span.line
        evidence = row.evidence.get("", UNSTATED)
        found[side] = (*found.get(side, ()), MapSide(side, row["kind"], row["name"], evidence, row.span))
    return found


def _regions(rows: list[Record], names: Names) -> dict[str, tuple[str, ...]]:
    for row in rows:
        seen: set[str] = set()
        for number in row["hexes"]:
            names.hex(number, row.at("hexes"), row["region"])
            if number in seen:
                names.faults.error("hex-twice", f"{row['region']}: hex {number!r} is listed twice", row.at("hexes"))
            seen.add(number)
    return {row["region"]: row["hexes"] for row in rows}


def _region(row: Record) -> Region:
    evidence = row.evidence.get("", UNSTATED)
    return Region(row["region"], row["kind"], row["rule"], row["hexes"], evidence, row["note"])


def _boxes(record: Record, names: Names) -> Iterator[Box]:
    seen: set[str] = set()
    labels: set[str] = set()
    for row in (*_tracks(record["tracks"], names), *record["boxes"]):
        if not isinstance(row, Record) or not row["id"]:
            continue
        if row["id"] in seen or row["id"] in names.places:
            names.faults.error("box-twice", f"a box {row['id']!r} is there already", row.at("id"))
            continue
        seen.add(row["id"])
        lengths = [row[name] for name in ("x", "y", "width", "height")]
        if None in lengths:
            continue  # already said
        track, word = row.get("track") or "", row.get("word") or ""
        box = Box(row["id"], row["name"], *lengths, track, word, row["heading"] or "", row["evidence"] or None)
        if box.label in labels:
            names.faults.error("box-twice", f"a box is called {box.label!r} already", row.at("name"))
        labels.add(box.label)
        yield box


def _tracks(tracks: tuple[Record, ...], names: Names) -> Iterator[Record]:
    """A track's boxes, row by row; the first `skip` places of the first row stay empty."""
    for track in tracks:
        if not isinstance(track, Record) or track["per_row"] is None:
            continue
        found = _box_names(track, names)
        x, y, width, height = (track[name] for name in ("x", "y", "width", "height"))
        if None in (x, y, width, height):
            continue  # already said
        widths = tuple(word.text or width for word in track["widths"]) or (width,) * len(found)
        if len(widths) != len(found):
            message = f"the track {track['track']!r} has {len(found)} boxes and {len(widths)} widths"
            names.faults.error("track-widths", message, track.at("widths"))
            continue
        skip, per_row = max(track["skip"] or 0, 0), max(track["per_row"], 1)
        left = x + width * skip
        for i, name in enumerate(found):
            down, across = divmod(i + skip, per_row)
            left = x if i and not across else left
            own = {
                "id": track["prefix"] + re.sub(r"[^A-Za-z0-9-]", "", name),
                "name": name,
                "word": track["name"],
                "heading": track["heading"] if i == 0 else "",
                "x": round(left, 6),
                "y": round(y + height * down, 6),
                "width": widths[i],
            }
            left += widths[i]
            yield Record(dict(track.values) | own, track.span, lambda _name, span=track.span: span)


def _box_names(track: Record, names: Names) -> tuple[str, ...]:
    """`names`, or the figures from `first` to `last`."""
    listed = tuple(str(word.text) for word in track["names"] if word.text)
    first, last = track["first"], track["last"]
    if bool(listed) == (first is not None or last is not None) or (not listed and None in (first, last)):
        message = f"the track {track['track']!r} wants either 'names' or both 'first' and 'last'"
        names.faults.error("track-names", message, track.span)
        return listed
    return listed or tuple(map(str, range(first, min(last, first + 999) + 1)))


def _on_paper(
    record: Record,
    grid: Grid,
    hexes: dict[str, MapHex],
    boxes: tuple[Box, ...],
    margins: tuple[float, ...],
    names: Names,
) -> None:
    """A box must lie on the drawn paper: the hexes and the margins around them."""
    if not hexes:
        return
    xs, ys = zip(*(grid.centre(number) for number in hexes))
    across, down = (1.0, 2 / 3**0.5) if grid.pointy else (2 / 3**0.5, 1.0)
    width = max(xs) - min(xs) + across + margins[0] + margins[2]
    height = max(ys) - min(ys) + down + margins[1] + margins[3]
    for box in boxes:
        if box.x < 0 or box.y < 0 or box.x + box.width > width + 1e-6 or box.y + box.height > height + 1e-6:
            names.faults.error(
                "box-off-paper",
                f"box {box.id!r} reaches beyond the paper of {width:.1f} by {height:.1f} hex widths",
                record.at("tracks" if box.track else "boxes"),
            )
