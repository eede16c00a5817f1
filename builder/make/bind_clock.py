"""Turn and sides of somebody else's module: which tracker tells the turn, and what its words mean."""

from __future__ import annotations

import re
from collections.abc import Sequence

from builder.make.bind_names import Matcher, phases_of, words_of
from builder.model import Game
from builder.replay.mapping import month_of
from builder.vassal.grids import filled
from builder.vassal.turns import Level, TurnTracker

LONG = 150  # letters; a longer list of words stands as `.+` in a pattern
_IDLE = frozenset(("powers", "player", "players", "side", "army", "armies", "and", "commander"))


def drafted_clock(trackers: Sequence[TurnTracker], game: Game, asked: list[str]) -> dict[str, object]:
    """The first tracker with a level that counts or names turns, or names sides or phases."""
    for tracker in trackers:
        found = _by_tracker(tracker, game, asked)
        if found:
            return found
    asked.append(
        "no turn tracker tells the turn: say in `clock` when the game begins, and what in the chat tells the rest"
    )
    begins: dict[str, object] = {"turn": game.turns[0].number if game.turns else 1}
    if any(phase.side for phase in game.phases):
        begins["side"] = game.sides[0].id
    return {"by": "nothing", "begins": begins}


def _by_tracker(tracker: TurnTracker, game: Game, asked: list[str]) -> dict[str, object]:
    """What it shows as a pattern, each level in its place."""
    values: dict[str, object] = {"by": "tracker", "source": tracker.name}
    levels = [one.level for one in tracker.start().active()]
    shown = {f"level{n}": "" for n in range(1, 16)}
    groups: dict[str, str] = {}
    for number, level in enumerate(levels, 1):
        shown[f"level{number}"] = filled(level.format, {"value": f"\0{number}\0"})
        group, ids = _meaning(level, game, any(_has_months(one, game) for one in levels), asked)
        words = "|".join(map(re.escape, level.values)) if level.is_list else r"-?\d+"
        words = words if len(words) <= LONG else ".+"
        if group and group not in groups.values():
            groups[str(number)] = group
            words = f"?P<{group}>{words}"
            if ids:
                values[f"{group}s"] = ids
        else:
            words = f"?:{words}"
        shown[f"level{number}"] = shown[f"level{number}"].replace(f"\0{number}\0", f"\0({words})\0", 1)
    if not groups:
        return {}
    parts = filled(tracker.format, shown).strip().split("\0")
    return values | {"pattern": "".join(part if at % 2 else re.escape(part) for at, part in enumerate(parts))}


def _has_months(level: Level, game: Game) -> bool:
    months = {month_of(turn.month) for turn in game.turns if turn.month}
    return bool(months and level.values) and all(month_of(value) in months for value in level.values)


def _meaning(level: Level, game: Game, by_month: bool, asked: list[str]) -> tuple[str, dict[str, object]]:
    """What a level counts, and our ids for its words."""
    if not level.is_list:
        return "turn", {}
    if _has_months(level, game):
        return "month", {}
    turns = {words_of(turn.label): turn.number for turn in game.turns}
    labelled = {value: turns[words_of(value)] for value in level.values if words_of(value) in turns}
    if labelled and len(labelled) >= len(level.values) / 2:
        return "turn", dict(labelled)
    sides = {value: side for value in level.values if (side := side_called(value, game))}
    if len(sides) == len(level.values):
        return "side", dict(sides)
    phases = _phases(level, phases_of(game))
    if phases:
        left = [value for value in level.values if value not in phases]
        if left:
            asked.append(f"phases of the tracker that are none of ours by name: {', '.join(left)}; "
                         "say which they are in `clock`, `phases`, or leave them")  # fmt: skip
        return "phase", dict(phases)
    if by_month or len(level.values) < len(game.turns) or not game.turns:
        return "", {}
    return "turn", {value: number for number, value in enumerate(level.values, 1)}


def _phases(level: Level, known: Matcher) -> dict[str, str]:
    found = {value: known.match(value).sure for value in level.values}
    return {value: phase for value, phase in found.items() if phase}


def side_called(name: str, game: Game) -> str:
    """The side whose name, or one of whose nations, a name tells; "" for none, or more than one."""
    told = frozenset(words_of(name)) - _IDLE
    if not told:
        return ""
    known: dict[str, set[frozenset[str]]] = {}
    for side in game.sides:
        own = {frozenset(words_of(text)) - _IDLE for text in (side.name, side.id)}
        known[side.id] = own | {frozenset(words_of(nation)) for nation in side.nations}
    found = [id for id, forms in known.items() if any(form and form <= told for form in forms)]
    return found[0] if len(found) == 1 else ""


def drafted_sides(names: Sequence[str], game: Game, asked: list[str]) -> dict[str, str]:
    found = {}
    for name in names:
        side = side_called(name, game)
        if side:
            found[name] = side
        else:
            asked.append(f"side {name!r} of the module is none of the game's by its name: say which in `sides`")
    return found
