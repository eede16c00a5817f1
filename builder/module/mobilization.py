"""Units that are not mobilized yet when a scenario begins (column `mobilized`): a badge, and what takes it off.

The calendar does at the turn named, an attack on them (I6-u3), or a key. Which scenarios begin before follows from
their first turns, so set-ups need not say it.
"""

from __future__ import annotations

from builder.art.images import badge_image
from builder.art.markers import BADGES
from builder.model import Counter, Game, speech
from builder.model.speech import announce
from builder.module import supply_words as s
from builder.module import words as w
from builder.module.make_trait import braced, command, report, trigger
from builder.module.senders import sender
from builder.module.units import badge_offset, phase_name
from builder.vassal.buildfile import Component, component
from builder.vassal.traits.trait import Trait, new_trait
from builder.vassal.traits.values import Constraints, NamedKey

MOBILIZATION, MARK, FREED = "Mobilization", "Mobilized", "Freed"
CALLED_TO = "CalledUpTo"  # of the module: the last turn whose units the calendar mobilized


def first_turn(counter: Counter) -> int:
    """The turn from which the unit is mobilized; 0 where nothing is said."""
    return int(counter.attributes.get("mobilized") or 0)


def is_late(counter: Counter, game: Game) -> bool:
    """Whether some scenario begins before the unit is mobilized."""
    return any(scenario.first_turn < first_turn(counter) for scenario in game.scenarios.values())


def late_turns(game: Game) -> tuple[int, ...]:
    return tuple(sorted({first_turn(c) for c in game.counters.values() if is_late(c, game)}))


def prototype(game: Game) -> dict[str, tuple[Trait, ...]]:
    """What units have that may be unmobilized; none for a game without them."""
    if not late_turns(game):
        return {}
    turns = late_turns(game)
    waits = " || ".join(f'({w.SCENARIO} == "{one.id}" && {MARK} > {one.first_turn})'
                        for one in game.scenarios.values() if one.first_turn < turns[-1])  # fmt: skip
    place = next(badge for badge in BADGES if badge.mark == "unmobilized")
    said = announce(speech.MOBILIZED, unit="$UniqueID$", at="$PlaceName$")
    waiting = "WaitsNo == 2"
    return {MOBILIZATION: (
        trigger("mobilized", s.MOBILIZE, waiting, (s.CALLED_UP, s.SAY_CALLED_UP), menu="Mobilized"),
        trigger("attacked", s.DEFEND, waiting, (s.CALLED_UP, s.SAY_CALLED_UP)),
        report(s.SAY_CALLED_UP, f"$BasicName$ in $location$ is mobilized {said}"),
        new_trait("PROP", {"value": "0"}, name=FREED, constraints=Constraints(), commands=(command(s.CALLED_UP, "1"),)),
        trigger("called", s.CALL_UP, waiting, (s.CALLED_UP,)),
        new_trait("setprop", name=CALLED_TO, constraints=Constraints(max=9999), level="Module", commands=(
            command(s.CALL_UP, braced(f"{MARK} > {CALLED_TO} ? {MARK} : {CALLED_TO}")),)),
        new_trait("emb2", {"level": 1}, name="Waits", images=("", badge_image("unmobilized")),
                  level_names=("", ""), follow=True, follow_property="WaitsNo", first_level=1,
                  always_active=True, **badge_offset(place)),
        new_trait("calcProp", name="WaitsNo", expression=braced(f"{FREED} == 0 && ({waits}) ? 2 : 1")),
        new_trait("piece", {"map": "null"}, image="", name=""),
    )}  # fmt: skip


def _sent(turn: int) -> NamedKey:
    return NamedKey(f"callUp{turn}")


def hot_keys(game: Game) -> tuple[Component, ...]:
    """In the first phase of a turn that mobilizes units the tracker sends their key, once.

    In a special turn VASSAL's tracker says turn 1 already, so units of turn 1 may be mobilized one press early, when
    nobody moves or fights.
    """
    made = []
    for turn in late_turns(game):
        at = game.turns[turn - 1]
        phase = next(p for p in game.phases if p.side and turn in p.turns)
        side = next(one.name for one in game.sides if one.id == phase.side)
        when = (f'{w.TURN_MONTH} == "{at.month}" && {w.TURN_PART} == "{at.part}" && {w.ACTIVE_SIDE} == "{side}" && '
                f'{w.PHASE} == "{phase_name(phase)}"')  # fmt: skip
        made.append(component("VASSAL.build.module.turn.TurnGlobalHotkey", {
            "name": f"mobilize {at.label}", "hotkey": str(_sent(turn)),
            "match": f'{{ {w.LAST_PRESS} != "Prev" && {CALLED_TO} < {turn} && {when} }}',
            "reportFormat": ""}))  # fmt: skip
    return tuple(made)


def senders(game: Game) -> tuple[Component, ...]:
    """The key commands behind the hot keys; they have no button."""
    return tuple(
        sender(f"Mobilize {turn}", "", "", _sent(turn), s.CALL_UP, f"{{ {MARK} > 0 && {MARK} <= {turn} }}",
               f"Units are mobilized {announce(speech.CALLED_UP, turn=str(turn))}")
        for turn in late_turns(game)
    )  # fmt: skip
