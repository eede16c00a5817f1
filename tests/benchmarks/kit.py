"""Loading the largest sources, the reach of a unit, supply through a whole game: against what the project asks of them.

`python -m tests.benchmarks.kit` prints processor time, so that a busy machine does not speak in it.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from builder.games.glorys_end import RULES
from builder.kit import movement
from builder.model import GameState, Unit
from builder.rules.position import Position
from builder.rules.setup import scenario_state
from builder.sources import load
from tests.census import glorys_end, italian_front, rows, tgwie

TURNS = 30


def fresh(row: Mapping[str, str]) -> Callable[[], movement.Reach | None]:
    """A reach with nothing remembered: facts of a new position."""
    facts = glorys_end.facts_of(row)
    return lambda: RULES.facts(facts.game, facts.position, facts.given).reach(row["unit"])


REACH: Mapping[str, Callable[[Mapping[str, str]], Callable[[], movement.Reach | None]]] = {
    "tgwie": lambda row: lambda: tgwie.reach_of(row),
    "italian-front": lambda row: lambda: italian_front.reach_of(row),
    "glorys-end": fresh,
}


class Figure(NamedTuple):
    """Seconds measured, seconds asked for, and what was done."""

    what: str
    seconds: float
    target: float

    def __str__(self) -> str:
        verdict = "within" if self.seconds <= self.target else "OVER"
        return f"{self.what}: {self.seconds * 1000:.2f} ms, {verdict} {self.target * 1000:g} ms"


def loading(rounds: int = 3) -> Figure:
    """Both maps of The Great War in Europe with all else of its sources: read, shaped, linked, validated."""
    return Figure("load tgwie", _best(lambda: load(rows.SOURCE / "tgwie"), rounds), 1.5)


def reaches(game: str, rounds: int = 5) -> tuple[Figure, Figure]:
    """Of one unit, over all positions of the game's census: the median, and the worst."""
    found = []
    for row in rows.read(game):
        found.append((_best(REACH[game](row), rounds), " ".join(row.values())))
    worst = max(found)
    return (Figure(f"reach {game}, median of {len(found)}", statistics.median(one for one, _ in found), 0.003),
            Figure(f"reach {game}, worst ({worst[1].strip()})", worst[0], 0.003))  # fmt: skip


def supply(turns: int = TURNS) -> tuple[Figure, int]:
    """The campaign of 1914: Glory's End, and how often supply was asked for.

    All its units wander a step each player turn; each is asked for its supply in the very position it moved into, and
    every unit at the end of each player turn, as attrition does.
    """
    game, given, asked, spent = glorys_end.game(), glorys_end.given("campaign"), 0, 0.0
    for state, names, purpose in wandering(turns):
        start = time.process_time()
        facts = RULES.facts(game, Position(state), given)
        for name in names:
            asked += 1
            facts.supplied_to(name, purpose) if purpose else facts.supplied(name)
        spent += time.process_time() - start
    return Figure(f"supply through {turns} turns, asked {asked} times", spent, 1.0), asked


def wandering(turns: int) -> Iterator[tuple[GameState, tuple[str, ...], str]]:
    """Positions of a game, the units whose supply is asked in each, and what for."""
    game, dice = glorys_end.game(), random.Random(1914)
    state = scenario_state(game, game.scenarios["campaign"])
    for _ in range(turns):
        for side in ("allied", "german"):
            for unit in tuple(state.units.values()):
                if unit.side == side and unit.type != "fortress" and unit.place in game.maps[0].hexes:
                    state = _moved(state, unit, dice)
                    yield state, (unit.id,), ""
            yield state, tuple(state.units), "endure"


def _moved(state: GameState, unit: Unit, dice: random.Random) -> GameState:
    sheet = glorys_end.game().maps[0]
    near = [place for place in sheet.neighbours(unit.place)
            if sheet.hexes[place].terrain != "sea" and all(u.side == unit.side for u in state.at(place))]  # fmt: skip
    return state.with_unit(unit._replace(place=dice.choice(near))) if near else state


def _best(job: Callable[[], object], rounds: int) -> float:
    found = []
    for _ in range(rounds):
        start = time.process_time()
        job()
        found.append(time.process_time() - start)
    return min(found)


if __name__ == "__main__":
    print(loading())
    for name in rows.GAMES:
        for figure in reaches(name):
            print(figure)
    print(supply()[0])
