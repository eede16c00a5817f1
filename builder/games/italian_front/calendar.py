"""The order of play as the recogniser needs it: which phases lie between two moments of a log."""

from __future__ import annotations

from builder.model import Game, Moment, Phase

MOST = 24  # phases; a longer jump is a correction of the tracker, not play that was skipped


def phases_of(game: Game, turn: int) -> tuple[Phase, ...]:
    """The phases that a turn has, in order: two of a special turn, eight of any other."""
    return tuple(phase for phase in game.phases if not phase.turns or turn in phase.turns)


def skipped(game: Game, before: Moment, after: Moment) -> tuple[Moment, ...]:
    """The moments strictly between two of a log; none where the tracker went back, far ahead, or is not known."""
    between: list[Moment] = []
    seen = False
    for turn in range(before.turn, after.turn + 1):
        for phase in phases_of(game, turn) if turn else ():
            now = Moment(turn, phase.side, phase.id)
            if seen and now == after:
                return tuple(between) if len(between) <= MOST else ()
            if seen:
                between.append(now)
            seen = seen or now == before
    return ()
