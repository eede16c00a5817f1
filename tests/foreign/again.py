"""A game recorded on our module, played again on somebody else's."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from builder.make.bind import Draft
from builder.make.check import open_replay
from builder.model import Game
from builder.vassal.undo import undo_targets
from tests.foreign.fans import Hand, Style, first_turn, write_log


def played_again(log: Path, game: Game, style: Style, out: Path, slip: int = 0) -> Path:
    """The same moves, losses and rolls, step by step, with the other module's pieces."""
    replay = open_replay(log, game)
    hand = Hand(style, slip)
    (started,) = replay._started()
    interpreter, read, _ = started
    before = interpreter.state
    start, opening = hand.start(iter(before.units.values())), first_turn(style, before.when)
    targets = undo_targets(read.steps)
    units = dict(before.units)
    steps = []
    for step in read.steps:
        events = interpreter.events_of(step)
        units.update(interpreter.state.units)  # those that are gone are still known by name
        if step.number not in targets and step.number not in targets.values():
            steps.append([one for event in events for one in hand.play(event, units)])
    write_log(out, style, start, opening, [commands for commands in steps if commands])
    return out


def finished(found: Draft, style: Style) -> Draft:
    """A draft as somebody who knows the module finishes it: what is asked for is filled in, nothing else is touched."""
    game = style.game
    by_name = {
        style.name(id, steps): (id, steps) for id, row in game.counters.items() for steps in _strengths(row.steps)
    }
    rows = []
    for row in found.rows:
        if row.kind == "ask" and row.piece in by_name:
            id, steps = by_name[row.piece]
            fixed = str(steps) if style.replaces and game.counters[id].steps > 1 else ""
            row = row._replace(kind="unit", counter=id, steps=fixed, picture="")
        rows.append(row)
    binding = found.binding | {"scenario": "marne"}
    if not style.has_grid:
        hexes = list(style.sheet.hexes)
        at = [hexes[0], hexes[-1], hexes[len(hexes) // 2], hexes[len(hexes) // 3]]
        (only,) = binding["maps"]
        binding["maps"] = [only | {"anchors": ["{} {},{}".format(one, *style.pixel(one)) for one in at]}]
        binding["clock"] = {
            "by": "chat", "begins": {"turn": 8, "side": "allied"}, "sides": {"allied": "allied", "german": "german"},
            "pattern": "Turn (?P<turn>\\d+), (?P<side>allied|german)",
        }  # fmt: skip
    return replace(found, rows=tuple(rows), binding=binding, asked=())


def _strengths(steps: int) -> range:
    return range(1, max(steps, 1) + 1)
