"""The table of somebody else's module, read through its mapping: the same questions as `board.Board` answers."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from builder.model import Game, MapSheet, Marker, Moment, Unit, unit_of
from builder.replay.binding import level_number
from builder.replay.board import OFF_BOARD
from builder.replay.mapping import Anchor, ClockBy, Kind, MapRule, ModuleMapping, PieceRule, month_of
from builder.vassal.pieces import type_levels
from builder.vassal.places import Places
from builder.vassal.table import Table
from builder.vassal.traits.trait import decode_type
from builder.vassal.turns import TurnTracker

THIN = 0.12  # of the spread of anchors along a line: what they must spread across it
STRETCH = 1.25  # how much longer hexes may be one way on a map that was scanned or drawn by hand
ASTRAY = 0.5  # hexes that an anchor may lie beside where all together put it
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
    _maps: dict[str, list[_Ground]] = field(init=False)
    _parts: dict[tuple[tuple[str, str], str], int] = field(init=False)  # (month, part of it) -> turn
    _known: dict[tuple[str, int, int], str] = field(init=False, default_factory=dict)
    _shapes: dict[str, tuple[PieceRule | None, int]] = field(init=False, default_factory=dict)
    _covers: dict[str, str] = field(init=False, default_factory=dict)  # strength marker -> the unit it belongs to
    _told: dict[str, dict[str, int]] = field(init=False, default_factory=dict)  # unit -> what its markers tell
    _heard: str = field(init=False, default="")

    def __post_init__(self) -> None:
        self._rules = {}
        for rule in self.mapping.pieces:
            self._rules.setdefault(rule.piece, []).append(rule)
        sheets = {sheet.id: sheet for sheet in self.game.maps}
        boxes = {box.label: box.id for sheet in self.game.maps for box in sheet.boxes}
        self._maps = {}
        for one in self.mapping.maps:
            self._maps.setdefault(one.map, []).append(_Ground(one, sheets.get(one.sheet), boxes))
        self._parts = {(month_of(turn.month), _part(turn.part)): turn.number for turn in self.game.turns if turn.month}

    # ---- places

    def place(self, map_name: str | None, x: int, y: int) -> str:
        key = (map_name or "", x, y)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._found(*key)
        return found

    def _found(self, map_name: str, x: int, y: int) -> str:
        """By the board that the pixel lies on, where the map has several."""
        places = self.places.get(map_name)
        name = places.location(x, y) if places is not None else OFF_BOARD
        placed = places.board_at(x, y) if places is not None else None
        board = placed.board.name if placed is not None else ""
        grounds = (one for one in self._maps.get(map_name, ()) if one.rule.board in ("", board))
        return next((found for one in grounds if (found := one.place(name, x, y)) != OFF_BOARD), OFF_BOARD)

    def place_named(self, location: str) -> str:
        for ground in (one for grounds in self._maps.values() for one in grounds):
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
        turn = self._turn(told.get("turn", ""), told.get("month", ""))
        side = clock.sides.get(told.get("side", ""), "") or self.side_named(told.get("side", ""))
        side = side if self._is_sided(turn) else ""
        return Moment(turn, side, clock.phases.get(told.get("phase", ""), ""))

    def _is_sided(self, turn: int) -> bool:
        """Whether a turn is played side after side; what a tracker shows beside another kind of turn is nothing."""
        return any(phase.side for phase in self.game.phases if not phase.turns or turn in phase.turns)

    def _turn(self, number: str, month: str) -> int:
        """A turn by its number or name, or by the part of a month that it is."""
        if number in self.mapping.clock.turns:
            return self.mapping.clock.turns[number]
        if month:
            return self._parts.get((month_of(month), _part(number)), 0)
        return int(number) if number.isascii() and number.isdigit() else 0

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

    def unit(self, piece_id: str, type_text: str, levels: Sequence[str], place: str, name: str = "") -> Unit | None:
        rule, layer = self._shape(type_text)
        if rule is None or rule.kind is not Kind.UNIT:
            return None
        counter = self.game.counters.get(rule.counter)
        if counter is None:
            return None
        steps, marks = _face(rule, layer, levels, counter.steps)
        for told in self._told.get(piece_id, {}).values():
            steps = told if told >= 0 else steps + told
        if counter.steps:
            steps = max(1, min(steps, counter.steps))
        return unit_of(counter, place, steps, marks, name or piece_id)

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
            self._untell(before, piece_id)
            return tuple(id for id in (before,) if id in self.table.pieces)
        rule, layer = self._shape(piece.type)
        if rule is None or rule.kind is not Kind.STRENGTH:
            return ()
        now = self._below(piece_id) or before
        if not now:
            return ()
        if now != before:
            self._untell(before, piece_id)
        self._covers[piece_id] = now
        self._told.setdefault(now, {})[piece_id] = _face(rule, layer, piece.levels, 1)[0]
        return tuple(dict.fromkeys(id for id in (before, now) if id in self.table.pieces))

    def _untell(self, unit: str, marker: str) -> None:
        told = self._told.get(unit, {})
        told.pop(marker, None)
        if not told:
            self._told.pop(unit, None)

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
        kinds = ("emb2;",) if rule.levels or rule.kind is Kind.MARKER else ("PROP;",)
        layers = (at for at, text in enumerate(texts) if text.startswith(kinds) and _named(text) == rule.layer)
        return rule, next(layers, -1)


def _named(layer: str) -> str:
    return decode_type(layer)[1].name


def _part(text: str) -> str:
    """A part of a month, to compare: its number; `0` for the one that has none."""
    digits = "".join(letter for letter in text if letter.isascii() and letter.isdigit())
    return digits.lstrip("0") or "0"


def _face(rule: PieceRule, layer: int, levels: Sequence[str], full: int) -> tuple[int, frozenset[str]]:
    """Steps and marks that a piece shows."""
    marks = frozenset((rule.mark,)) if rule.mark else frozenset[str]()
    if rule.steps is not None:
        return rule.steps, marks
    if layer < 0:
        return full, marks
    if not rule.levels:
        number = levels[layer]
        return int(number) if number.isascii() and number.isdigit() else full, marks
    shown = rule.levels[min(max(level_number(levels, layer, 1), 1), len(rule.levels)) - 1]
    return (shown, marks) if isinstance(shown, int) else (full, marks | {shown})


@dataclass(slots=True)
class _Ground:
    """One map of the module, or a board of it, over one sheet of ours; or over a box."""

    rule: MapRule
    sheet: MapSheet | None
    labels: Mapping[str, str]  # boxes of the game by label
    _boxes: dict[str, str] = field(init=False)
    _fit: tuple[float, ...] | None = field(init=False, default=None)
    _centres: dict[tuple[int, int], list[tuple[float, float, str]]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self._boxes = {**self.labels, **self.rule.boxes}
        if self.rule.anchors and self.sheet is not None:
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
        if match is None or self.sheet is None:
            return ""
        numbers = (match["hex"], self.sheet.grid.prefix + match["hex"])  # printed without its letter, it may be
        return next((number for number in numbers if number in self.sheet.hexes), "")

    def place(self, name: str, x: int, y: int) -> str:
        if self.rule.box:
            return self.rule.box
        found = self.named(name) or next(
            (box for box, left, top, right, bottom in self.rule.areas if left <= x <= right and top <= y <= bottom), ""
        )
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
    """The six numbers of the map from pixels to our grid, by least squares. ValueError for points near one line, and
    for a map on which hexes would be no hexes, which a wrong number or pixel makes."""
    n = len(pairs)
    if n < 3:
        raise ValueError(f"{n} points were given, three are needed")
    mx, my = (sum(getattr(a, axis) for a, _ in pairs) / n for axis in ("x", "y"))
    sxx = sum((a.x - mx) ** 2 for a, _ in pairs)
    syy = sum((a.y - my) ** 2 for a, _ in pairs)
    sxy = sum((a.x - mx) * (a.y - my) for a, _ in pairs)
    det = sxx * syy - sxy * sxy
    # the spread across the line over that along it, squared, is about det / trace squared
    if det <= THIN**2 * (sxx + syy) ** 2:
        raise ValueError("the points lie near one line: name hexes that are far apart both ways")
    rows: list[float] = []
    for axis in (0, 1):
        mean = sum(centre[axis] for _, centre in pairs) / n
        tx = sum((a.x - mx) * (centre[axis] - mean) for a, centre in pairs)
        ty = sum((a.y - my) * (centre[axis] - mean) for a, centre in pairs)
        p, q = (tx * syy - ty * sxy) / det, (ty * sxx - tx * sxy) / det
        rows += [p, q, mean - p * mx - q * my]
    _hexes_stay_hexes(rows, pairs)
    return tuple(rows)


def _hexes_stay_hexes(fit: Sequence[float], pairs: Sequence[tuple[Anchor, tuple[float, float]]]) -> None:
    """Neither mirrored nor much longer one way than the other, and each point near where the others put it."""
    a, b, c, d, e, f = fit
    total, area = a * a + b * b + d * d + e * e, a * e - b * d
    if area <= 0 or total > (STRETCH + 1 / STRETCH) * area:
        raise ValueError("by these points hexes would be no hexes: a number or a pixel is wrong")
    for anchor, (gx, gy) in pairs:
        off = math.hypot(a * anchor.x + b * anchor.y + c - gx, d * anchor.x + e * anchor.y + f - gy)
        if off > ASTRAY:
            raise ValueError(f"{anchor.hex} is {off:.1f} hexes away from where the other points put it")
