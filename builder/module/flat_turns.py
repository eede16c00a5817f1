"""The turn tracker of a game without player turns: both sides act in every phase, one list of phases a turn.

Phases that a turn lacks (a strategic turn comes before every second or third turn only) are passed over as in
`toolbar.py`: a hot key steps on, the way the tracker was going.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.model import Game
from builder.module import words as w
from builder.module.units import phase_name
from builder.vassal.buildfile import Component, component
from builder.vassal.sequence import encode

T = "VASSAL.build.module.turn."


def is_flat(game: Game) -> bool:
    """Whether no phase belongs to a side's player turn, and turns are no parts of months."""
    return bool(game.turns and game.phases) and not any(p.side for p in game.phases) and not game.turns[0].month


def flat_tracker(game: Game) -> Component:
    """Turn and phase."""
    return component(T + "TurnTracker", {
        "name": w.TRACKER, "description": "", "buttonText": "Turn", "icon": "",
        "hotkey": "", "nexthotkey": str(w.NEXT_PHASE), "prevhotkey": str(w.PREVIOUS_PHASE),
        "turnFormat": "Turn $level1$: $level2$",
        "reportFormat": "$newTurn$", "tooltip": "Turn and phase", "lengthStyle": "Maximum", "length": "0",
        "plusButtonSize": "22", "turnButtonHeight": "22", "fwdOnly": "false"}, (
        component(T + "CounterTurnLevel", {
            "name": "Turn", "property": w.TURN_NUMBER, "turnFormat": "$value$", "start": str(game.turns[0].number),
            "incr": "1", "loop": "false", "loopLimit": "-1"}, (
            component(T + "ListTurnLevel", {
                "name": "Phase", "property": w.PHASE, "turnFormat": "$value$",
                "list": encode([phase_name(p) for p in game.phases], ","), "configList": "false",
                "configFirst": "false", "prompt": ""}),
        )),
        *_skips(game),
    ))  # fmt: skip


def flat_state(game: Game, turn: int, phase: str) -> str:
    """The tracker's own state at a moment (formats §4.10): the turn's number, the phase's index."""
    phases = [p.id for p in game.phases]
    inner = encode([str(phases.index(phase)), "0", "0", encode(["true"] * len(phases), ",")], ";")
    return encode(["0", encode([str(turn), "0", "false", "-1", inner], ";")], "|")


def _skips(game: Game) -> tuple[Component, ...]:
    """One hot key each way for every set of turns that some phases lack together."""
    absent: dict[tuple[int, ...], list[str]] = {}
    for phase in game.phases:
        missing = tuple(t.number for t in game.turns if phase.turns and t.number not in phase.turns)
        if missing:
            absent.setdefault(missing, []).append(phase_name(phase))
    made: list[Component] = []
    for number, (turns, names) in enumerate(absent.items(), 1):
        these = " || ".join(f'{w.PHASE} == "{name}"' for name in names)
        made += skip(str(number), f"({these}) && ({in_turns(turns)})")
    return tuple(made)


def skip(what: str, absent: str) -> Iterator[Component]:
    """One hot key each way: where the condition holds, the tracker steps on by itself, the way it was going."""
    for way, key, on in (("!=", w.NEXT_PHASE, "on"), ("==", w.PREVIOUS_PHASE, "back")):
        yield component(T + "TurnGlobalHotkey", {
            "name": f"skip {what} {on}", "hotkey": str(key),
            "match": f'{{ {w.LAST_PRESS} {way} "Prev" && {absent} }}', "reportFormat": ""})  # fmt: skip


def in_turns(numbers: Sequence[int]) -> str:
    """The condition that the turn is one of these."""
    return " || ".join(_range(first, last) for first, last in _runs(numbers))


def _runs(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """(1, 2, 3, 5) as [(1, 3), (5, 5)]."""
    found: list[tuple[int, int]] = []
    for n in numbers:
        if found and found[-1][1] == n - 1:
            found[-1] = (found[-1][0], n)
        else:
            found.append((n, n))
    return found


def _range(first: int, last: int) -> str:
    turn = w.TURN_NUMBER
    return f"{turn} == {first}" if first == last else f"({turn} >= {first} && {turn} <= {last})"
