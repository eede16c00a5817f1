"""A deployment that players made, against the scenario that it is of: what a game's set-up rules are asked with.

A deployment is a scenario with other placements, so that what lints a game's own scenarios judges it too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from builder.model import Diagnostic, Game, Placement, Scenario

Faults = tuple[Diagnostic, ...]


def nothing_is_fixed(_game: Game, _scenario: Scenario, _placement: Placement) -> str:
    return ""


class SetUpRules(NamedTuple):
    """What a game says of its set-ups.

    `faults` judges a scenario's placements and arrivals. `pools` are the beginnings of the ids of boxes where units
    wait until their players place them. `named` is whether a scenario names each unit (else its statements do, and
    `faults` counts). `fixed` gives the rule that holds a placement to its place, "" where players choose.
    """

    faults: Callable[[Game, Scenario], Faults]
    pools: tuple[str, ...] = ()
    named: bool = True
    fixed: Callable[[Game, Scenario, Placement], str] = nothing_is_fixed
