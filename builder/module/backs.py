"""Units whose reverse is no lost step: a headquarters with its artillery used, a division turned to shock troops.

A unit that shows its back lies turned by a quarter and says so in its name. Declaring and rolling battles is not among
these keys: each game's way of fighting stands in a file of its own, and finds the values of both sides as markers.
"""

from __future__ import annotations

from builder.art.images import counter_image
from builder.model import Counter, Game
from builder.module import words as w
from builder.module.flat_turns import is_flat
from builder.module.make_trait import braced, command, trigger
from builder.module.units import UNIT, deed_traits, phase_name, piece_name, step_reports, step_triggers, to_dead
from builder.vassal.traits.trait import Trait, new_trait
from builder.vassal.traits.values import Colour, Constraints, NamedKey

BACK, TURN_BACK, TURN_PIECE = "Back", NamedKey("turnBack"), NamedKey("turnPiece")
BACK_MARKS = ("spent", "turned")  # marks of a scenario's placements that show the back
QUARTER = 1  # index of the facing
KEYS = (
    (w.FLIP, "turn a unit to its back or its front again: headquarters used, shock divisions; turn a marker over"),
    (w.LOSE, "lose a step; the last one sends the counter to its side's dead pile"),
    (w.GAIN, "take a replacement step"),
    (w.TRAIL, "show or hide the movement trail"),
    (w.CLONE, "copy a marker"),
    (w.DELETE, "remove a marker"),
    (w.NEXT_PHASE, "next phase; strategic turns come before the turns that begin with one"),
    (w.PREVIOUS_PHASE, "phase before"),
    (w.UPKEEP, "end of a phase: clear movement trails and marks"),
)


def has_backs(game: Game) -> bool:
    return any(counter.attributes.get("back") for counter in game.counters.values())


def back_prototypes(game: Game) -> dict[str, tuple[Trait, ...]]:
    """What all units share."""
    phases = {phase.id: phase_name(phase) for phase in game.phases}
    moving = [name for id_, name in phases.items() if id_.endswith("movement")] or [""]
    in_movement = " || ".join(f'Phase == "{name}"' for name in moving)
    own = "" if is_flat(game) else " && Side == ActiveSide"
    return {UNIT: (
        new_trait("footprint", {"visible": False, "points": (), "ever_used": False}, key=w.TRAIL, menu="Movement trail",
                  clear_key=w.CLEAR_TRAIL, radius=8, line_width="3.0", line=Colour(180, 40, 40), visible_to_all=True),
        *step_triggers(),
        trigger("moved", w.ON_MOVE, f"OldLocationName != LocationName{own}", (w.NOTE_MOVE,)),
        trigger("end of turn", w.UPKEEP_SENT, "", (w.UPKEEP_CLEAR, w.CLEAR_TRAIL, w.CLEAR_MOVED)),
        *step_reports(),
        new_trait("PROP", name=w.PATH, constraints=Constraints(), commands=(
            command(w.NOTE_MOVE, braced(f'({in_movement}) ? (Path == "" ? OldLocationName : Path) + ">" + LocationName'
                                        " : Path")),
            command(w.UPKEEP_CLEAR, ""))),
        new_trait("PROP", {"value": "0"}, name=w.IN_BATTLE, constraints=Constraints(),
                  commands=(command(w.UPKEEP_CLEAR, "0"),)),
        new_trait("calcProp", name="InDeadPile", expression=braced("LocationName == DeadPile ? 1 : 0")),
        to_dead(game),
        new_trait("markmoved", {"moved": False}, image="", menu="", key=None, clear_key=w.CLEAR_MOVED),
        *deed_traits(phases, ""),
        new_trait("piece", {"map": "null"}, image="", name=""),
    )}  # fmt: skip


def back_traits(counter: Counter, game: Game, dead_pile: str, gpid: int) -> tuple[Trait, ...]:
    """A counter's own traits around the shared ones: a face for each step, its back, the values of both as markers."""
    steps = max(counter.steps, 1)
    images = tuple(counter_image(counter, n if counter.steps else 0) for n in range(1, steps + 1))
    names = tuple("" if n == steps else f"+ ({n})" for n in range(1, steps + 1))
    has = counter.attributes.get
    low, full = counter.at(1), counter.at(steps)
    marks: dict[str, str] = {
        w.COUNTER_ID: counter.id, "Side": next(s.name for s in game.sides if s.id == counter.side),
        "Nation": counter.nation, "Type": counter.type, "Size": counter.size, "FullSteps": str(steps),
        "UnitInPlay": "1", "DeadPile": dead_pile,
        "A1": str(low.attack or 0), "D1": str(low.defence or 0), "A2": str(full.attack or 0),
        "D2": str(full.defence or 0), "Move": str(full.movement or 0), "BackKind": has("back") or "none",
        "BackAttack": has("back_attack") or "0", "BackDefence": has("back_defence") or "0",
        "BackMove": has("back_movement") or "0", "Artillery": has("artillery") or "0", "Drm": has("drm") or "0",
    }  # fmt: skip
    return (
        new_trait("prototype", name=UNIT),
        *(_back(has("back", "")) if has("back") else ()),
        new_trait("emb2", {"level": steps}, name="Step", images=images, level_names=names, always_active=True,
                  increase_key=w.STEP_UP, decrease_key=w.STEP_DOWN, loop=False),
        new_trait("mark", {"values": tuple(marks.values())}, names=tuple(marks)),
        new_trait("piece", {"map": "null", "gpid": str(gpid)}, image=images[-1], name=piece_name(counter, game)),
    )  # fmt: skip


def _back(kind: str) -> tuple[Trait, ...]:
    """A layer without pictures that holds which side is up and says it, and the quarter turn that shows it."""
    return (
        trigger("turn over", w.FLIP, "", (TURN_BACK, TURN_PIECE), menu="Turn over"),
        new_trait("rotate", {"facing": 0}, facings=4, name="Turned", direct_key=TURN_PIECE,
                  direct_expression=braced("Back_Level"), direct_is_facing=True),
        new_trait("emb2", {"level": 1}, name=BACK, images=("", ""), level_names=("", f"+ [{kind}]"), always_active=True,
                  increase_key=TURN_BACK, loop=True),
    )  # fmt: skip


def with_back(traits: tuple[Trait, ...], marks: tuple[str, ...]) -> tuple[Trait, ...]:
    """An expanded unit that begins with its back up, where its marks say so."""
    if not set(marks) & set(BACK_MARKS):
        return traits

    def turned(trait: Trait) -> Trait:
        if trait.prefix == "emb2" and trait.fields.name == BACK:
            return trait.with_state(level=2)
        if trait.prefix == "rotate" and trait.fields.name == "Turned":
            return trait.with_state(facing=QUARTER)
        return trait

    return tuple(turned(t) for t in traits)
