"""The turn tracker of a game whose turns are parts of months: a special turn without player turns, then ordinary ones.

A month has two levels below it that VASSAL goes through in turn: the special turn with its joint phases, and the
ordinary turns with sides and phases. So no press is ever passed over.
"""

from __future__ import annotations

from builder.model import Game, Phase
from builder.module import mobilization
from builder.module import words as w
from builder.module.units import phase_name
from builder.vassal.buildfile import Component, component
from builder.vassal.sequence import encode

T = "VASSAL.build.module.turn."


def has_months(game: Game) -> bool:
    return bool(game.turns) and bool(game.turns[0].month)


def month_tracker(game: Game) -> Component:
    """Month, then special turn and phase, or turn, side and phase."""
    joint, own = _joint(game), _own(game)
    special = _parts(game, True)
    first = (_level("Special turn", w.TURN_SPECIAL, special, (_level("Special phase", w.PHASE_SPECIAL, joint),)),)
    sides = [side.name for side in _sides(game)]
    side = _level("Side", w.ACTIVE_SIDE, sides, (_level("Phase", w.PHASE, own),), "$value$:")
    ordinary = _level("Turn", w.TURN_PART, _parts(game, False), (side,))
    return component(T + "TurnTracker", {
        "name": w.TRACKER, "description": "", "buttonText": "Turn", "icon": "",
        "hotkey": "", "nexthotkey": str(w.NEXT_PHASE), "prevhotkey": str(w.PREVIOUS_PHASE),
        "turnFormat": "$level1$, $level2$, $level3$ $level4$",
        "reportFormat": "$newTurn$", "tooltip": "Month, turn, player turn and phase", "lengthStyle": "Maximum",
        "length": "0", "plusButtonSize": "22", "turnButtonHeight": "22", "fwdOnly": "false"}, (
        _level("Month", w.TURN_MONTH, list(months(game)), (*(first if special and joint else ()), ordinary)),
        *mobilization.hot_keys(game),
    ))  # fmt: skip


def turn_words() -> str:
    """The turn as one word, as an expression: `May_1915,turn_7`."""
    return f'{w.TURN_MONTH}.replace(" ", "_") + "," + {w.TURN_PART}.replace(" ", "_")'


def months(game: Game) -> tuple[str, ...]:
    return tuple(dict.fromkeys(turn.month for turn in game.turns))


def month_state(game: Game, turn: int, side: str, phase: str) -> str:
    """The tracker's own state at a moment: which month, which of the two levels below it, and where those stand."""
    at = game.turns[turn - 1]
    special, ordinary, joint, own = _parts(game, True), _parts(game, False), _joint(game), _own(game)
    sides = [one.id for one in _sides(game)]
    in_special = at.part in special
    phases = _state(own, [p.id for p in _own_phases(game)].index(phase) if not in_special else 0)
    side_level = _state(sides, sides.index(side) if not in_special else 0, (phases,))
    children = [_state(ordinary, ordinary.index(at.part) if not in_special else 0, (side_level,))]
    if special and joint:
        index = [p.id for p in game.phases if not p.side].index(phase) if in_special else 0
        below = _state(joint, index)
        children.insert(0, _state(special, special.index(at.part) if in_special else 0, (below,)))
    child = 0 if in_special or len(children) == 1 else 1
    whole = months(game)
    return encode(["0", _state(whole, whole.index(at.month), tuple(children), child)], "|")


def month_text(game: Game, turn: int, side: str, phase: str) -> str:
    """What the tracker shows; on a special turn the level of the sides is not there, and the third one is the phase."""
    at = game.turns[turn - 1]
    third, fourth = (f"{side}:", phase) if at.part in _parts(game, False) else (phase, "")
    return f"{at.month}, {at.part}, {third} {fourth}".strip()


def _state(values, index: int, children: tuple[str, ...] = (), child: int = 0) -> str:
    flags = encode(["true"] * len(values), ",")
    return encode([str(index), str(child), "0", flags, *children], ";")


def _level(
    name: str, prop: str, values: list[str], children: tuple[Component, ...] = (), shown: str = "$value$"
) -> Component:
    return component(T + "ListTurnLevel", {
        "name": name, "property": prop, "turnFormat": shown, "list": encode(values, ","), "configList": "false",
        "configFirst": "false", "prompt": ""}, children)  # fmt: skip


def _parts(game: Game, special: bool) -> list[str]:
    """The parts of a month in order; special ones are those that have joint phases alone."""
    joint = {n for phase in game.phases if not phase.side for n in phase.turns}
    parts = dict.fromkeys(turn.part for turn in game.turns if (turn.number in joint) == special)
    return list(parts)


def _joint(game: Game) -> list[str]:
    return [phase_name(phase) for phase in game.phases if not phase.side]


def _own_phases(game: Game) -> tuple[Phase, ...]:
    """The phases of a player turn, each once; both sides share them."""
    return tuple({phase.id: phase for phase in reversed(game.phases) if phase.side}.values())[::-1]


def _own(game: Game) -> list[str]:
    return [phase_name(phase) for phase in _own_phases(game)]


def _sides(game: Game):
    """Sides in the order in which their player turns come."""
    order = list(dict.fromkeys(phase.side for phase in game.phases if phase.side))
    return sorted(game.sides, key=lambda side: order.index(side.id) if side.id in order else len(order))
