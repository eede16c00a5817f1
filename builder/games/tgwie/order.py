"""The order of play as the recogniser needs it: which phases lie between two moments of a log."""

from __future__ import annotations

from builder.model import Game, Moment

MOST = 40  # phases; a longer jump is a correction of the tracker, not play that was skipped


def skipped(game: Game, before: Moment, after: Moment) -> tuple[Moment, ...]:
    """The moments strictly between two of a log; none where the tracker went back, far ahead, or is not known."""
    between: list[Moment] = []
    turn, seen = before.turn, False
    while 0 < turn <= after.turn and len(between) <= MOST:
        for phase in game.phases:
            if phase.turns and turn not in phase.turns:
                continue
            now = Moment(turn, phase.side, phase.id)
            if seen and (now.turn, now.phase) == (after.turn, after.phase):
                return tuple(between)
            if seen:
                between.append(now)
            seen = seen or (now.turn, now.phase) == (before.turn, before.phase)
        turn += 1
    return ()
