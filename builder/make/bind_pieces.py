"""The pieces of somebody else's module as rows of pieces.csv: which is taken for which, how it shows its strength."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from builder.make.bind_names import CLEAR, REDUCED, REVERSE, Matcher, counters_of, markers_of, steps_in
from builder.model import BadInput, Counter, Game, MarkerKind
from builder.replay.mapping import Kind
from builder.vassal.module import Module
from builder.vassal.pieces import expand
from builder.vassal.traits import Trait

_TELLS = re.compile(
    r"^(?:strength\s*)?(\d{1,2})\s*(?:steps?|sp|str|strength)\b|^(?:strength|steps?)\s*(\d{1,2})$", re.IGNORECASE
)
_TAKES = re.compile(
    r"^(?:(?:strength|step|loss|losses|hits?|reduction)s?\s*)?-\s*(\d{1,2})(?:\s*(?:steps?|sp|str|strength))?$",
    re.IGNORECASE,
)
_SIDES_OF = ("step", "flip", "side", "strength", "reduc", "face", "back")  # in the name of a layer that turns a counter
_NUMBER_OF = re.compile(r"^(?:sps?|steps?|strength|str|current ?strength|strength ?points?)$", re.IGNORECASE)
HEADER = ("piece", "picture", "kind", "counter", "steps", "mark", "layer", "levels", "note")


class Row(NamedTuple):
    piece: str
    picture: str = ""
    kind: str = "ask"
    counter: str = ""
    steps: str = ""
    mark: str = ""
    layer: str = ""
    levels: str = ""
    note: str = ""


def rows_of(module: Module, game: Game) -> Iterator[Row]:
    """One for each piece that the module offers; those of equal names once."""
    counters, markers = counters_of(game), markers_of(game)
    for slot in module.slots:
        try:
            traits = expand(slot.traits, module.prototypes)
        except BadInput:
            continue
        basic = traits[-1]
        if basic.prefix == "piece" and basic.fields.name:
            yield _row(basic.fields.name, basic.fields.image, slot.entry_name, traits, game, counters, markers)


def _row(
    name: str, picture: str, entry: str, traits: Sequence[Trait], game: Game, counters: Matcher, markers: Matcher
) -> Row:
    told, taken = _TELLS.match(name), _TAKES.match(name)
    if told:
        return Row(name, kind=Kind.STRENGTH, steps=told[1] or told[2], note="a unit under it has these steps")
    if taken:
        return Row(name, kind=Kind.STRENGTH, steps=f"-{taken[1]}", note="steps that a unit under it lacks")
    reverse = REVERSE.search(name) is not None
    names = tuple(REVERSE.sub(" ", text) for text in (name, entry, Path(picture).stem))
    unit, marker = counters.match(*names), markers.match(name, entry)
    counter, kind = game.counters.get(unit.sure), game.markers.get(marker.sure)
    if reverse and counter is not None and not back_mark(counter) and counter.steps < 2:
        counter = None  # its name speaks of a reverse, and it has none
    if counter is not None and kind is not None:
        counter = counter if unit.value > marker.value + CLEAR else None
        kind = kind if marker.value > unit.value + CLEAR else None
    if counter is None and kind is None:
        near = sorted((*unit.perhaps, *marker.perhaps), key=lambda one: -one[0])[:3]
        return Row(name, picture, note=_perhaps([id for _, id in near], game))
    if kind is not None:
        return Row(name, "", Kind.MARKER, kind.id, layer=_marker_layer(kind, traits), note=kind.name)
    assert counter is not None
    if reverse and back_mark(counter):
        return Row(name, "", Kind.UNIT, counter.id, mark=back_mark(counter), note=counter.name)
    return Row(name, "", Kind.UNIT, counter.id, *_strength_of(name, traits, counter), note=counter.name)


def _perhaps(ids: Sequence[str], game: Game) -> str:
    names = {id: one.name for things in (game.counters, game.markers) for id, one in things.items()}
    return f"perhaps {'; '.join(f'{id} ({names[id]})' for id in ids)}" if ids else ""


# ---- strength


def _strength_of(name: str, traits: Sequence[Trait], counter: Counter) -> tuple[str, str, str, str]:
    """(steps, mark, layer, levels): by the name, by a number it bears, by a layer with a level for each step or for
    its two sides, else left open."""
    full = counter.steps
    told = steps_in(name)
    if told is not None and 0 < told <= max(full, 1):
        return str(told), "", "", ""
    if REDUCED.search(name) and full > 1:
        return str(_weak(counter)), "", "", ""
    if full > 1:
        number = next((t.fields.name for t in traits if t.prefix == "PROP" and _NUMBER_OF.match(t.fields.name)), "")
        if number:
            return "", "", number, ""
    layers = [t for t in traits if t.prefix == "emb2"]
    for trait in layers:
        if full > 1 and _level_count(trait) == full:
            return "", "", trait.fields.name, " ".join(map(str, range(full, 0, -1)))
    for trait in layers:
        if _level_count(trait) in (1, 2) and _turns_over(trait):
            if back_mark(counter):
                return "", "", trait.fields.name, f"{full} {back_mark(counter)}"
            if full > 1:
                return "", "", trait.fields.name, f"{full} {_weak(counter)}"
    return "", "", "", ""


def _weak(counter: Counter) -> int:
    """The steps of a counter's back: as printed, else half."""
    printed = str(counter.attributes.get("back") or "")
    if printed.isdigit():
        return int(printed)
    return max(1, counter.steps // 2)


def back_mark(counter: Counter) -> str:
    """The mark of a counter that shows a back which is no lost step; "" where it has none."""
    back = str(counter.attributes.get("back") or "")
    return {"spent": "spent", "shock": "turned", "infantry": "turned"}.get(back, "")


def _marker_layer(kind: MarkerKind, traits: Sequence[Trait]) -> str:
    """The layer whose second level is the marker's back."""
    if not kind.back or kind.back == kind.front:
        return ""
    return next((t.fields.name for t in traits if t.prefix == "emb2" and _level_count(t) == 2), "")


def _level_count(trait: Trait) -> int:
    return len([image for image in trait.fields.images if image]) or len(trait.fields.level_names)


def _turns_over(trait: Trait) -> bool:
    return any(word in trait.fields.name.lower() for word in _SIDES_OF)
