"""Drafts the mapping of somebody else's module by names, pictures, grids and trackers; the rest is asked for."""

from __future__ import annotations

import csv
import difflib
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import yaml

from builder.make.bind_names import REDUCED, Matcher, steps_in
from builder.make.binding import BINDING_FILE, PIECES_FILE
from builder.model import BadInput, Counter, Game, MapSheet, Span, error
from builder.replay.mapping import Kind
from builder.vassal.archive import write_file
from builder.vassal.maps import MapDefinition
from builder.vassal.module import Module
from builder.vassal.pieces import expand
from builder.vassal.places import OFFBOARD, Places
from builder.vassal.traits import Trait
from builder.vassal.turns import Level, TurnTracker

PITCH = 24  # pixels between the points at which a map is asked for its names
MOST_POINTS = 120_000
ENOUGH = 0.7  # of a sheet's hexes: then the names are ours
_STRENGTH = re.compile(
    r"^(?:strength\s*)?(\d)\s*(?:steps?|sp|str|strength)\b|^(?:strength|steps?)\s*(\d)$", re.IGNORECASE
)
HEADER = ("piece", "picture", "kind", "counter", "steps", "layer", "levels", "note")


class Row(NamedTuple):
    piece: str
    picture: str = ""
    kind: str = "ask"
    counter: str = ""
    steps: str = ""
    layer: str = ""
    levels: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """`asked` says in lines for people what stayed unmatched."""

    rows: tuple[Row, ...]
    binding: dict[str, object]
    asked: tuple[str, ...]


def draft(module: Module, game: Game) -> Draft:
    """BadInput for no module; what cannot be told is asked for."""
    rows = tuple(dict.fromkeys(_rows(module, game)))
    asked: list[str] = []
    binding: dict[str, object] = {
        "game": game.id, "module": module.name, "maps": list(_maps(module, game, asked)),
        "clock": _clock(module.turn_trackers, game, asked), "sides": _sides(module, game, asked),
    }  # fmt: skip
    if len(game.scenarios) == 1:
        binding["scenario"] = next(iter(game.scenarios))
    elif game.scenarios:
        asked.append(f"which scenario is played? write `scenario`: one of {', '.join(game.scenarios)}")
    unmatched = [row for row in rows if row.kind == "ask"]
    if unmatched:
        asked.insert(0, f"{len(unmatched)} of {len(rows)} pieces are not matched (kind `ask` in {PIECES_FILE})")
    bound = {row.counter for row in rows if row.kind == Kind.UNIT}
    missing = [counter.name for id, counter in game.counters.items() if id not in bound]
    if missing:
        shown = ", ".join(missing[:5]) + (f" and {len(missing) - 5} more" if len(missing) > 5 else "")
        asked.append(f"{len(missing)} counters of the game have no piece here: {shown}")
    return Draft(rows, binding, tuple(asked))


def write_draft(found: Draft, folder: Path) -> tuple[Path, ...]:
    """The two files. BadInput where one is there already: nothing that people filled in is lost."""
    paths = folder / BINDING_FILE, folder / PIECES_FILE
    for path in paths:
        if path.exists():
            raise BadInput(error("bind-exists", "there is a file of this name already", Span(str(path)),
                                 help="name another folder with -o"))  # fmt: skip
    folder.mkdir(parents=True, exist_ok=True)
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADER)
    writer.writerows(found.rows)
    head = (
        "# What the module means in the game's words. Finish it by hand; the README of builder/make tells each key.\n"
    )
    body = head + yaml.safe_dump(found.binding, allow_unicode=True, sort_keys=False, width=110)
    write_file(paths[0], body.encode("utf-8"))
    write_file(paths[1], text.getvalue().encode("utf-8-sig"))
    return paths


# ---- pieces


def _rows(module: Module, game: Game) -> Iterator[Row]:
    matcher = Matcher(game)
    markers = {_plain(kind.name): kind.id for kind in game.markers.values()}
    for slot in module.slots:
        try:
            traits = expand(slot.traits, module.prototypes)
        except BadInput:
            continue
        basic = traits[-1]
        if basic.prefix != "piece" or not basic.fields.name:
            continue
        yield _row(basic.fields.name, basic.fields.image, slot.entry_name, traits, game, matcher, markers)


def _row(
    name: str, picture: str, entry: str, traits: Sequence[Trait], game: Game, matcher: Matcher, markers: dict[str, str]
) -> Row:
    strength = _STRENGTH.match(name)
    if strength:
        return Row(name, "", Kind.STRENGTH, steps=strength[1] or strength[2])
    if _plain(name) in markers:
        return Row(name, "", Kind.MARKER, markers[_plain(name)])
    match = matcher.match(name, entry, Path(picture).stem)
    counter = game.counters.get(match.sure)
    if counter is None:
        near = "; ".join(f"{id} ({game.counters[id].name})" for id in match.perhaps)
        return Row(name, picture, note=f"perhaps {near}" if near else "")
    return Row(name, "", Kind.UNIT, counter.id, *_strength_of(name, traits, counter), note=counter.name)


def _strength_of(name: str, traits: Sequence[Trait], counter: Counter) -> tuple[str, str, str]:
    """(steps, layer, levels): by the name, by a layer with a level for each step, else left open."""
    told = steps_in(name)
    if told is not None:
        return str(told), "", ""
    if REDUCED.search(name) and counter.steps > 1:
        return str(counter.steps - 1 if counter.steps == 2 else max(1, counter.steps // 2)), "", ""
    for trait in traits:
        if trait.prefix == "emb2" and counter.steps > 1 and _level_count(trait) == counter.steps:
            return "", trait.fields.name, " ".join(map(str, range(counter.steps, 0, -1)))
    for trait in traits:
        if trait.prefix == "emb2" and counter.steps > 1 and _level_count(trait) in (1, 2) and _flips(trait):
            return "", trait.fields.name, f"{counter.steps} {max(1, counter.steps // 2)}"
    return "", "", ""


def _level_count(trait: Trait) -> int:
    return len([image for image in trait.fields.images if image]) or len(trait.fields.level_names)


def _flips(trait: Trait) -> bool:
    return any(word in trait.fields.name.lower() for word in ("step", "flip", "side", "strength", "reduc"))


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", " ", name.lower()).strip()


# ---- maps


def _maps(module: Module, game: Game, asked: list[str]) -> Iterator[dict[str, object]]:
    found = 0
    for one in module.maps:
        try:
            names = _names_on(one)
        except ValueError:
            continue
        sheet, pattern = _sheet_named(names, game)
        if sheet is not None:
            found += 1
            yield {"map": one.name, "sheet": sheet.id, "names": pattern, "boxes": _boxes(names, sheet)}
        elif one.boards and max(_extent(one.places())) > 1000 and game.maps:
            found += 1
            asked.append(f"map {one.name!r}: its names are none of ours; give the pixels of three hexes as `anchors`")
            yield {"map": one.name, "sheet": game.maps[0].id, "anchors": [], "boxes": _boxes(names, game.maps[0])}
    if not found:
        asked.append("no map of the module looks like one of the game's")


def _names_on(one: MapDefinition) -> dict[str, tuple[int, int]]:
    """Every location name of a map with one of its pixels, asked at the points of a lattice."""
    places = one.places()
    width, height = _extent(places)
    pitch = max(PITCH, int((width * height / MOST_POINTS) ** 0.5))
    found: dict[str, tuple[int, int]] = {}
    for y in range(pitch // 2, height, pitch):
        for x in range(pitch // 2, width, pitch):
            name = places.location(x, y)
            if name != OFFBOARD:
                found.setdefault(name, (x, y))
    return found


def _extent(places: Places) -> tuple[int, int]:
    """Width and height of all that boards cover."""
    ends = [(placed.x + placed.board.size[0], placed.y + placed.board.size[1]) for placed in places.boards]
    return max((x for x, _ in ends), default=0), max((y for _, y in ends), default=0)


def _sheet_named(names: dict[str, tuple[int, int]], game: Game) -> tuple[MapSheet | None, str]:
    """The sheet whose numbers stand in the names, and the pattern that finds them."""
    for sheet in game.maps:
        forms: dict[str, int] = {}
        length = len(next(iter(sheet.hexes), ""))
        for name in names:
            for start in range(len(name) - length + 1):
                if name[start : start + length] in sheet.hexes:
                    form = f"{re.escape(name[:start])}(?P<hex>.{{{length}}}){re.escape(name[start + length :])}"
                    forms[form] = forms.get(form, 0) + 1
                    break
        best = max(forms, key=forms.__getitem__, default="")
        if best and sum(forms.values()) >= ENOUGH * len(sheet.hexes):
            return sheet, best if len(forms) == 1 else ".*?(?P<hex>[A-Z]?\\d{4}).*"
    return None, ""


def _boxes(names: dict[str, tuple[int, int]], sheet: MapSheet) -> dict[str, str]:
    labels = {_plain(box.label): box.label for box in sheet.boxes}
    found = {}
    for name in names:
        near = difflib.get_close_matches(_plain(name), labels, 1, 0.85)
        if near and name != labels[near[0]] and not re.search(r"\d{4}", name):
            found[name] = labels[near[0]]
    return found


# ---- time and sides


def _clock(trackers: Sequence[TurnTracker], game: Game, asked: list[str]) -> dict[str, object]:
    """The first tracker with a level that counts or names turns, or names sides or phases."""
    for tracker in trackers:
        values: dict[str, object] = {"by": "tracker", "source": tracker.name}
        shown = tracker.text(tracker.start())
        pattern = re.escape(shown)
        told = False
        for one in tracker.start().active():
            group, ids = _meaning(one.level, game)
            if group and one.value and re.escape(one.value) in pattern:
                words = "|".join(map(re.escape, one.level.values)) if one.level.is_list else r"\d+"
                pattern = pattern.replace(re.escape(one.value), f"(?P<{group}>{words})", 1)
                told = True
                if ids:
                    values[f"{group}s"] = ids
        if told:
            return values | {"pattern": pattern}
    asked.append(
        "no turn tracker tells the turn: say in `clock` when the game begins, and what in the chat tells the rest"
    )
    first = game.turns[0].number if game.turns else 1
    return {"by": "nothing", "begins": {"turn": first, "side": game.sides[0].id}}


def _meaning(level: Level, game: Game) -> tuple[str, dict[str, object]]:
    """What a level counts, and our ids for its words."""
    if not level.is_list:
        return "turn", {}
    sides = {side.name.lower(): side.id for side in game.sides}
    named = {value: sides[value.lower()] for value in level.values if value.lower() in sides}
    if named and len(named) >= len(level.values) / 2:
        return "side", dict(named)
    phases = {phase.name.lower(): phase.id for phase in game.phases}
    alike = {}
    for value in level.values:
        near = difflib.get_close_matches(value.lower(), phases, 1, 0.6)
        if near:
            alike[value] = phases[near[0]]
    if alike:
        return "phase", dict(alike)
    if len(level.values) >= len(game.turns) > 0:
        return "turn", {value: number for number, value in enumerate(level.values, 1)}
    return "", {}


def _sides(module: Module, game: Game, asked: list[str]) -> dict[str, str]:
    known = {side.name.lower(): side.id for side in game.sides}
    for side in game.sides:
        known.update({nation.lower().replace("-", " "): side.id for nation in side.nations})
    found = {}
    for name in module.sides:
        near = difflib.get_close_matches(name.lower(), known, 1, 0.6)
        if near:
            found[name] = known[near[0]]
        else:
            asked.append(f"side {name!r} of the module is none of the game's by its name: say which in `sides`")
    return found
