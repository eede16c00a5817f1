"""The table of somebody else's module, read through its mapping: the same questions as `board.Board` answers."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from builder.model import Game, MapSheet, Marker, Moment, Unit, unit_of
from builder.replay.binding import level_number
from builder.replay.board import OFF_BOARD
from builder.replay.mapping import Anchor, ClockBy, Kind, MapRule, ModuleMapping, PieceRule
from builder.vassal.pieces import type_levels
from builder.vassal.places import Places
from builder.vassal.table import Table
from builder.vassal.traits.trait import decode_type
from builder.vassal.turns import TurnTracker

NEAR = 0.62  # of the distance between hexes: a little more than half, since people drop beside the centre


@dataclass(slots=True)
class ForeignBoard:
    """`table` is the one that the log is played on; `places` are those of the module's maps by name."""

    game: Game
    mapping: ModuleMapping
    table: Table
    places: Mapping[str, Places] = field(default_factory=dict)
    trackers: Mapping[str, TurnTracker] = field(default_factory=dict)  # by name
    _rules: dict[str, list[PieceRule]] = field(init=False)
    _maps: dict[str, _Ground] = field(init=False)
    _known: dict[tuple[str, int, int], str] = field(init=False, default_factory=dict)
    _shapes: dict[str, tuple[PieceRule | None, int]] = field(init=False, default_factory=dict)
    _covers: dict[str, str] = field(init=False, default_factory=dict)  # strength marker -> the unit it belongs to
    _told: dict[str, int] = field(init=False, default_factory=dict)  # unit -> steps that its marker tells
    _heard: str = field(init=False, default="")

    def __post_init__(self) -> None:
        self._rules = {}
        for rule in self.mapping.pieces:
            self._rules.setdefault(rule.piece, []).append(rule)
        sheets = {sheet.id: sheet for sheet in self.game.maps}
        self._maps = {rule.map: _Ground(rule, sheets[rule.sheet]) for rule in self.mapping.maps if rule.sheet in sheets}

    # ---- places

    def place(self, map_name: str | None, x: int, y: int) -> str:
        key = (map_name or "", x, y)
        found = self._known.get(key)
        if found is None:
            ground, places = self._maps.get(key[0]), self.places.get(key[0])
            name = places.location(x, y) if places is not None else OFF_BOARD
            found = ground.place(name, x, y) if ground is not None else OFF_BOARD
            self._known[key] = found
        return found

    def place_named(self, location: str) -> str:
        for ground in self._maps.values():
            found = ground.named(location)
            if found:
                return found
        return location

    # ---- sides and time

    def side_named(self, name: str) -> str:
        return self.mapping.sides.get(name, "") or next((s.id for s in self.game.sides if s.name == name), "")

    def moment(self, table: Table, tracker: TurnTracker | None = None) -> Moment:
        """What the module shows of the turn, as far as the mapping tells."""
        clock = self.mapping.clock
        match = clock.pattern.search(self._shown()) if clock.pattern is not None else None
        if match is None:
            return clock.begins
        told = {name: (value or "").strip() for name, value in match.groupdict().items()}
        number = told.get("turn", "")
        turn = clock.turns.get(number, int(number) if number.isascii() and number.isdigit() else 0)
        side = clock.sides.get(told.get("side", ""), "") or self.side_named(told.get("side", ""))
        return Moment(turn, side, clock.phases.get(told.get("phase", ""), ""))

    def _shown(self) -> str:
        clock = self.mapping.clock
        if clock.by is ClockBy.TRACKER:
            tracker = self.trackers.get(clock.source)
            state = self.table.turns.get(tracker.id) if tracker is not None else None
            return tracker.text(tracker.read(state)) if tracker is not None and state is not None else ""
        if clock.by is ClockBy.PROPERTY:
            return next((v for (_, name), v in self.table.properties.items() if name == clock.source), "")
        return self._heard if clock.by is ClockBy.CHAT else ""

    def hears(self, text: str) -> bool:
        """A chat line; whether it tells the time."""
        clock = self.mapping.clock
        if clock.by is not ClockBy.CHAT or clock.pattern is None or not clock.pattern.search(text):
            return False
        self._heard = text
        return True

    def tells_time(self, name: str) -> bool:
        """Whether a property of that name does."""
        return self.mapping.clock.by is ClockBy.PROPERTY and self.mapping.clock.source == name

    # ---- pieces

    def unit(self, piece_id: str, type_text: str, levels: Sequence[str], place: str) -> Unit | None:
        rule, layer = self._shape(type_text)
        if rule is None or rule.kind is not Kind.UNIT:
            return None
        counter = self.game.counters.get(rule.counter)
        if counter is None:
            return None
        told = self._told.get(piece_id)
        steps = told if told is not None else _steps(rule, layer, levels, counter.steps)
        return unit_of(counter, place, min(steps, counter.steps), frozenset(), piece_id)

    def marker(self, piece_id: str, type_text: str, levels: Sequence[str], place: str) -> Marker | None:
        rule, layer = self._shape(type_text)
        kind = self.game.markers.get(rule.counter) if rule is not None and rule.kind is Kind.MARKER else None
        if kind is None:
            return None
        return Marker(piece_id, kind.id, place, kind.side, "back" if level_number(levels, layer, 1) == 2 else "front")

    def counter_of(self, type_text: str, levels: Sequence[str] = ()) -> str:
        """The counter that a piece of this TYPE is; "" for none."""
        rule, _ = self._shape(type_text)
        return rule.counter if rule is not None and rule.kind is Kind.UNIT else ""

    def touched_by(self, piece_id: str) -> tuple[str, ...]:
        """Units whose strength a piece tells anew. A marker that lies by itself for a while, or is left behind when its
        unit is dragged, tells what it told: only another unit, or its removal, ends that."""
        before = self._covers.get(piece_id, "")
        piece = self.table.pieces.get(piece_id)
        if piece is None:
            self._covers.pop(piece_id, None)
            self._told.pop(before, None)
            return tuple(id for id in (before,) if id in self.table.pieces)
        rule, layer = self._shape(piece.type)
        if rule is None or rule.kind is not Kind.STRENGTH:
            return ()
        now = self._below(piece_id) or before
        if not now:
            return ()
        if now != before:
            self._told.pop(before, None)
        self._covers[piece_id] = now
        self._told[now] = _steps(rule, layer, piece.levels, 1)
        return tuple(dict.fromkeys(id for id in (before, now) if id in self.table.pieces))

    def _below(self, piece_id: str) -> str:
        holder = self.table.holder_of(piece_id)
        if holder is None or piece_id not in holder.members:
            return ""
        for below in reversed(holder.members[: holder.members.index(piece_id)]):
            piece = self.table.pieces.get(below)
            rule = self._shape(piece.type)[0] if piece is not None else None
            if rule is not None and rule.kind is Kind.UNIT:
                return below
        return ""

    def _shape(self, type_text: str) -> tuple[PieceRule | None, int]:
        """The rule of a TYPE and the level of its layer, found once."""
        found = self._shapes.get(type_text)
        if found is None:
            found = self._shapes[type_text] = self._rule_of(type_text)
        return found

    def _rule_of(self, type_text: str) -> tuple[PieceRule | None, int]:
        texts = type_levels(type_text)
        if not texts[-1].startswith("piece;"):
            return None, -1
        basic = decode_type(texts[-1])[1]
        rules = self._rules.get(basic.name, [])
        rule = next((one for one in rules if one.picture and one.picture == basic.image), None)
        rule = rule or next((one for one in rules if not one.picture), None)
        if rule is None or not rule.layer:
            return rule, -1
        layers = (at for at, text in enumerate(texts) if text.startswith("emb2;") and _named(text) == rule.layer)
        return rule, next(layers, -1)


def _named(layer: str) -> str:
    return decode_type(layer)[1].name


def _steps(rule: PieceRule, layer: int, levels: Sequence[str], full: int) -> int:
    if rule.steps is not None:
        return rule.steps
    if layer < 0 or not rule.levels:
        return full
    at = level_number(levels, layer, 1)
    return rule.levels[min(max(at, 1), len(rule.levels)) - 1]


@dataclass(slots=True)
class _Ground:
    """One map of the module over one sheet of ours."""

    rule: MapRule
    sheet: MapSheet
    _boxes: dict[str, str] = field(init=False)
    _fit: tuple[float, ...] | None = field(init=False, default=None)
    _centres: dict[tuple[int, int], list[tuple[float, float, str]]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self._boxes = {box.label: box.id for box in self.sheet.boxes} | dict(self.rule.boxes)
        if self.rule.anchors:
            self._fit = fitted([(a, self.sheet.grid.centre(a.hex)) for a in self.rule.anchors])
            for number in self.sheet.hexes:
                x, y = self.sheet.grid.centre(number)
                self._centres.setdefault((math.floor(x), math.floor(y)), []).append((x, y, number))

    def named(self, name: str) -> str:
        """Our place of a name of the module's; "" for none."""
        box = self._boxes.get(name)
        if box:
            return box
        match = self.rule.names.fullmatch(name) if self.rule.names is not None else None
        number = match["hex"] if match is not None else ""
        return number if number in self.sheet.hexes else ""

    def place(self, name: str, x: int, y: int) -> str:
        found = self.named(name)
        if found or self._fit is None:
            return found or OFF_BOARD
        a, b, c, d, e, f = self._fit
        gx, gy = a * x + b * y + c, d * x + e * y + f
        near = [
            (math.hypot(cx - gx, cy - gy), number)
            for column in (-1, 0, 1)
            for row in (-1, 0, 1)
            for cx, cy, number in self._centres.get((math.floor(gx) + column, math.floor(gy) + row), ())
        ]
        distance, number = min(near, default=(math.inf, ""))
        return number if distance <= NEAR else OFF_BOARD


def fitted(pairs: Sequence[tuple[Anchor, tuple[float, float]]]) -> tuple[float, ...]:
    """The six numbers of the map from pixels to our grid, by least squares. ValueError for points on one line."""
    n = len(pairs)
    if n < 3:
        raise ValueError(f"{n} points were given, three are needed")
    mx, my = (sum(getattr(a, axis) for a, _ in pairs) / n for axis in ("x", "y"))
    sxx = sum((a.x - mx) ** 2 for a, _ in pairs)
    syy = sum((a.y - my) ** 2 for a, _ in pairs)
    sxy = sum((a.x - mx) * (a.y - my) for a, _ in pairs)
    det = sxx * syy - sxy * sxy
    if det <= 1e-9 * (sxx + syy) ** 2:
        raise ValueError("the points lie on one line: name hexes that are far apart both ways")
    rows: list[float] = []
    for axis in (0, 1):
        mean = sum(centre[axis] for _, centre in pairs) / n
        tx = sum((a.x - mx) * (centre[axis] - mean) for a, centre in pairs)
        ty = sum((a.y - my) * (centre[axis] - mean) for a, centre in pairs)
        p, q = (tx * syy - ty * sxy) / det, (ty * sxx - tx * sxy) / det
        rows += [p, q, mean - p * mx - q * my]
    return tuple(rows)
