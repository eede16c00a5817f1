"""Units whose reverse is no lost step: a headquarters with its artillery used, a division turned to shock troops.

A unit that shows its back says so in its name. How they fight stands in `battle_hq.py`, which finds the values of both
sides as markers; air units are chits (`cups.py`).
"""

from __future__ import annotations

from collections.abc import Mapping

from builder.art.images import back_image
from builder.model import Counter, Game
from builder.module import battle_hq, cups
from builder.module import hq_words as h
from builder.module import words as w
from builder.module.flat_turns import is_flat
from builder.module.make_trait import braced, command, trigger
from builder.module.units import (
    UNIT,
    counter_itself,
    deed_traits,
    identity,
    phase_name,
    step_reports,
    step_triggers,
    to_dead,
)
from builder.vassal.traits.trait import Trait, new_trait
from builder.vassal.traits.values import Colour, Constraints, NamedKey

HEADQUARTERS = "Headquarters"
BACK, TURN_BACK = "Back", NamedKey("turnBack")
BACK_MARKS = ("spent", "turned")  # marks of a scenario's placements that show the back


def has_backs(game: Game) -> bool:
    return any(counter.attributes.get("back") for counter in game.counters.values())


def back_prototypes(game: Game) -> dict[str, tuple[Trait, ...]]:
    """What all units on the ground share, what headquarters have besides, and what chits and air units do."""
    made = {UNIT: _unit_prototype(game), HEADQUARTERS: (
        *battle_hq.headquarters_traits((TURN_BACK,), _refresh(game, headquarters=True)),
        new_trait("piece", {"map": "null"}, image="", name=""),
    )}  # fmt: skip
    if cups.has_cups(game):
        made[battle_hq.SELECTED] = battle_hq.selected_prototype()
        made[cups.CHIT] = cups.chit_prototype(game, _refresh(game))
    return made


def _refresh(game: Game, headquarters: bool = False) -> str:
    """The condition under which the end of a phase brings back what was used; module.yaml says when."""
    said = game.module.get("refresh")
    if not isinstance(said, Mapping):
        return "1 == 0"
    phase = next(phase_name(phase) for phase in game.phases if phase.id == said["phase"])
    never = said.get("headquarters_not", ()) if headquarters else ()
    return " && ".join((f'{w.PHASE} == "{phase}"', *(f"{w.TURN_NUMBER} != {turn}" for turn in never)))


def _unit_prototype(game: Game) -> tuple[Trait, ...]:
    phases = {phase.id: phase_name(phase) for phase in game.phases}
    moving = [name for id_, name in phases.items() if id_.endswith("movement")] or [""]
    in_movement = " || ".join(f'Phase == "{name}"' for name in moving)
    own = "" if is_flat(game) else " && Side == ActiveSide"
    return (
        new_trait("footprint", {"visible": False, "points": (), "ever_used": False}, key=w.TRAIL, menu="Movement trail",
                  clear_key=w.CLEAR_TRAIL, radius=8, line_width="3.0", line=Colour(180, 40, 40), visible_to_all=True),
        *battle_hq.unit_triggers(),
        *step_triggers(),
        trigger("moved", w.ON_MOVE, f"OldLocationName != LocationName{own}", (w.NOTE_MOVE,)),
        trigger("end of turn", w.UPKEEP_SENT, "", (w.UPKEEP_CLEAR, w.CLEAR_TRAIL, w.CLEAR_MOVED)),
        *step_reports(),
        new_trait("PROP", name=w.PATH, constraints=Constraints(), commands=(
            command(w.NOTE_MOVE, braced(f'({in_movement}) ? (Path == "" ? OldLocationName : Path) + ">" + LocationName'
                                        " : Path")),
            command(w.UPKEEP_CLEAR, ""))),
        *battle_hq.unit_properties(game),
        new_trait("calcProp", name="InDeadPile", expression=braced("LocationName == DeadPile ? 1 : 0")),
        to_dead(game),
        new_trait("markmoved", {"moved": False}, image="", menu="", key=None, clear_key=w.CLEAR_MOVED),
        *deed_traits(phases, "", (command(h.COUNT_IN, braced('Side == BattleSide ? "prepared" : Acted')),)),
        new_trait("piece", {"map": "null"}, image="", name=""),
    )  # fmt: skip


def back_traits(counter: Counter, game: Game, dead_pile: str, gpid: int) -> tuple[Trait, ...]:
    """A counter's own traits around the shared ones: a face for each step, its back, the values of both as markers."""
    row = cups.chit_rows(game).get(counter.id)
    if counter.type in cups.AIR and row is not None:
        return cups.air_traits(counter, game, row, gpid)
    steps = max(counter.steps, 1)
    has = counter.attributes.get
    low, full = counter.at(1), counter.at(steps)
    marks = identity(counter, game) | {
        "UnitInPlay": "1", "DeadPile": dead_pile,
        "A1": str(low.attack or 0), "D1": str(low.defence or 0), "A2": str(full.attack or 0),
        "D2": str(full.defence or 0), "Move": str(full.movement or 0), "BackKind": has("back") or "none",
        "BackAttack": has("back_attack") or "0", "BackDefence": has("back_defence") or "0",
        "BackMove": has("back_movement") or "0", "Artillery": has("artillery") or "0", "Drm": has("drm") or "0",
        **({} if has("back") else {"Back_Level": "1"}), **(cups.chit_marks(row, game) if row is not None else {}),
    }  # fmt: skip
    return (
        *((new_trait("prototype", name=HEADQUARTERS),) if counter.type == "hq" else ()),
        *((new_trait("prototype", name=cups.CHIT), cups.mask(row)) if row is not None else ()),
        new_trait("prototype", name=UNIT),
        *(_back(counter) if has("back") else ()),
        *counter_itself(counter, game, marks, gpid),
    )  # fmt: skip


def _back(counter: Counter) -> tuple[Trait, ...]:
    """A layer that holds which side is up, lays the back's face over the front and says its name."""
    kind = counter.attributes["back"]
    return (
        trigger("turn over", w.FLIP, "", (TURN_BACK,), menu="Turn over"),
        new_trait("emb2", {"level": 1}, name=BACK, images=("", back_image(counter)), level_names=("", f"+ [{kind}]"),
                  always_active=True, increase_key=TURN_BACK, loop=True),
    )  # fmt: skip


def with_back(traits: tuple[Trait, ...], marks: tuple[str, ...]) -> tuple[Trait, ...]:
    """An expanded unit that begins with its back up, where its marks say so."""
    if not set(marks) & set(BACK_MARKS):
        return traits

    def turned(trait: Trait) -> Trait:
        if trait.prefix == "emb2" and trait.fields.name == BACK:
            return trait.with_state(level=2)
        return trait

    return tuple(turned(t) for t in traits)
