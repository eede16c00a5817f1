"""A game recorded on our module, played again on somebody else's; and what both logs tell, to compare."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from builder.make.bind import Draft
from builder.make.bound import Bound
from builder.make.opening import module_places, module_tracker
from builder.model import Appeared, Event, Game, Marked, MarkerPlaced, Moment, Moved, Removed, Rolled, Stepped, TurnSet
from builder.replay.board import Board
from builder.replay.interpret import Interpreter
from builder.vassal import commands as c
from builder.vassal.module import Module
from builder.vassal.saves import Log, read_log
from builder.vassal.undo import undo_targets
from tests.foreign.hand import Hand, write_log
from tests.foreign.styles import USED, Style


def started(log: Log, game: Game, bound: Bound | None = None) -> Interpreter:
    """The log's start taken in, on our module or on theirs."""
    if bound is None:
        found = Interpreter(game, Board(game, module_places(game)), module_tracker(game), "log")
    else:
        table, board = bound.seat(game, log)
        found = Interpreter(game, board, None, "log", table)
    found.start(log.save.commands)
    return found


def lasting(log: Log, interpreter: Interpreter) -> Iterator[tuple[Event, ...]]:
    """The events of each step that was not taken back."""
    targets = undo_targets(log.steps)
    for step in log.steps:
        events = interpreter.events_of(step)
        if step.number not in targets and step.number not in targets.values():
            yield events


def played_again(
    path: Path, game: Game, style: Style, module: Module, out: Path, slip: int = 0, again: int = 0
) -> Path:
    """The same moves, losses and rolls, step by step, with the other module's pieces; after every move of that number
    (`again`) the unit is deleted and put from the palette, or put first and deleted then."""
    log = read_log(path)
    hand, interpreter = Hand(style, module, slip), started(log, game)
    before = interpreter.state
    start, units = hand.start(before), dict(before.units)
    steps: list[list[c.Command]] = []
    moved = 0
    for events in lasting(log, interpreter):
        units.update(interpreter.state.units)  # those that are gone are still known by name
        commands = [one for event in events for one in hand.play(event, units)]
        if commands:
            steps.append(commands)
        for unit in dict.fromkeys(event.unit for event in events if isinstance(event, Moved) and event.unit in hand.at):
            moved += 1
            if again and moved % again == 0:
                steps += hand.put_again(unit, first=moved % (2 * again) == 0)
    write_log(out, hand, start, before.when, steps)
    return out


# ---- what both tell


def told(log: Log, interpreter: Interpreter, style: Style) -> list[tuple[object, ...]]:
    """Units, places, steps, turns and dice in the order of play, as far as the style's module can show them."""
    return [one for events in lasting(log, interpreter) for event in events for one in line(event, style)]


def line(event: Event, style: Style) -> Iterator[tuple[object, ...]]:
    holds = style.holds
    if isinstance(event, Moved):
        begin, end = event.path[0], event.path[-1]
        if holds(begin) and holds(end):
            yield "move", event.unit, begin, end
        elif holds(begin):
            yield "gone", event.unit, begin
        elif holds(end):
            yield "there", event.unit, end
    elif isinstance(event, Removed) and holds(event.place):
        yield "gone", event.unit, event.place
    elif isinstance(event, Appeared) and holds(event.unit.place):
        yield "there", event.unit.id, event.unit.place
    elif isinstance(event, Stepped):
        yield "steps", event.unit, event.before, event.after
    elif isinstance(event, Marked) and (event.before & USED) != (event.after & USED):
        yield "back", event.unit, event.after & USED
    elif isinstance(event, MarkerPlaced) and holds(event.marker.place):
        yield "marker", event.marker.kind, event.marker.place, event.marker.side
    elif isinstance(event, Rolled) and event.faces:
        yield "die", event.faces
    elif isinstance(event, TurnSet) and (event.before.turn, event.before.side) != (event.after.turn, event.after.side):
        yield "turn", event.after.turn, event.after.side


# ---- a draft as people finish it


def finished(found: Draft, style: Style, scenario: str, begins: Moment) -> Draft:
    """A draft as somebody who knows the module finishes it: what is asked for is filled in, nothing else is touched."""
    game = style.game
    by_name: dict[str, dict[str, str]] = {}
    for id, row in game.counters.items():
        for steps in range(max(row.steps, 1), 0, -1):
            shown = style.shown(id, steps)
            fixed = "" if shown.number or shown.level > 1 or style.strengths() or steps == row.steps else str(steps)
            by_name.setdefault(shown.piece, {"kind": "unit", "counter": id, "steps": fixed})
    for id in game.markers:
        by_name.setdefault(style.marker(id), {"kind": "marker", "counter": id})
    rows = [row._replace(**by_name[row.piece], picture="") if row.kind == "ask" else row for row in found.rows]
    binding = found.binding | {"scenario": scenario}
    if not style.numbers:
        binding["maps"] = [_anchored(one, style) for one in binding["maps"]]
        binding["clock"] = style.clock(begins)
    return replace(found, rows=tuple(rows), binding=binding, asked=())


def _anchored(entry: dict, style: Style) -> dict:
    """Four hexes far apart both ways, by the pixels where they lie."""
    if "sheet" not in entry:
        return entry
    ground = next(one for one in style.grounds if one.sheet.id == entry["sheet"])
    at = {number: ground.pixel(number) for number in ground.sheet.hexes}
    corners = [pick(at, key=lambda one: at[one][0] + way * at[one][1]) for pick in (min, max) for way in (1, -1)]
    return entry | {"anchors": [f"{one} {at[one][0]},{at[one][1]}" for one in corners]}
