"""Units whose steps are their strength points, and headquarters with a stock that only their own side sees.

Declaring and rolling battles is not among their keys: each game's way of fighting stands in a file of its own.
"""

from __future__ import annotations

from builder.art.images import counter_image
from builder.model import Counter, Game
from builder.module import words as w
from builder.module.make_trait import braced, command, trigger
from builder.module.units import UNIT, deed_traits, phase_name, piece_name, step_reports, step_triggers, to_dead
from builder.vassal.traits.trait import Trait, new_trait
from builder.vassal.traits.values import Change, Colour, Constraints, Key, KeyCommand

HEADQUARTERS = "Headquarters"
STOCK, MOST_STOCK, CORPS_STOCK = "Supply", 100, 10  # S18-17, S18-18
SET_STOCK, ADD_STOCK, SPEND_STOCK = Key("P", ctrl=True), Key("I", ctrl=True), Key("D", ctrl=True)
KEYS = (
    (w.LOSE, "lose a strength point; the last one sends the counter to its side's box of the destroyed"),
    (w.GAIN, "gain a strength point"),
    (SET_STOCK, "set a headquarters' supply points; only its own side sees them"),
    (ADD_STOCK, "a headquarters receives a supply point"),
    (SPEND_STOCK, "a headquarters spends a supply point"),
    (w.TRAIL, "show or hide the movement trail"),
    (w.FLIP, "turn a marker over"),
    (w.CLONE, "copy a marker"),
    (w.DELETE, "remove a marker"),
    (w.NEXT_PHASE, "next phase; a special turn stands between two months"),
    (w.PREVIOUS_PHASE, "phase before"),
    (w.UPKEEP, "end of the player turn: clear what units did"),
)


def has_strength(game: Game) -> bool:
    return game.numbers == "steps"


def strength_prototypes(game: Game) -> dict[str, tuple[Trait, ...]]:
    """What all units share, and what headquarters have besides."""
    phases = {phase.id: phase_name(phase) for phase in game.phases}
    movement = phases.get("movement", "")
    return {UNIT: _unit(game, phases, movement), HEADQUARTERS: _headquarters()}


def _unit(game: Game, phases: dict[str, str], movement: str) -> tuple[Trait, ...]:
    return (
        new_trait("footprint", {"visible": False, "points": (), "ever_used": False}, key=w.TRAIL, menu="Movement trail",
                  clear_key=w.CLEAR_TRAIL, radius=8, line_width="3.0", line=Colour(180, 40, 40), visible_to_all=True),
        *step_triggers("strength point"),
        trigger("moved", w.ON_MOVE, "OldLocationName != LocationName && Side == ActiveSide", (w.NOTE_MOVE,)),
        trigger("end of turn", w.UPKEEP_SENT, "", (w.UPKEEP_CLEAR, w.CLEAR_TRAIL, w.CLEAR_MOVED)),
        *step_reports("strength point"),
        new_trait("PROP", name=w.PATH, constraints=Constraints(), commands=(
            command(w.NOTE_MOVE, braced(f'Phase != "{movement}" ? Path : (Path == "" ? OldLocationName : Path)'
                                        ' + ">" + LocationName')),
            command(w.UPKEEP_CLEAR, ""))),
        new_trait("PROP", {"value": "0"}, name=w.IN_BATTLE, constraints=Constraints(),
                  commands=(command(w.UPKEEP_CLEAR, "0"),)),
        new_trait("calcProp", name="InDeadPile", expression=braced("LocationName == DeadPile ? 1 : 0")),
        new_trait("calcProp", name="Strength", expression=braced("Armed == 1 ? Step_Level : 0")),
        to_dead(game),
        new_trait("markmoved", {"moved": False}, image="", menu="", key=None, clear_key=w.CLEAR_MOVED),
        *deed_traits(phases, movement),
        new_trait("piece", {"map": "null"}, image="", name=""),
    )  # fmt: skip


def _headquarters() -> tuple[Trait, ...]:
    """The stock as a number over the counter that the other side's table does not draw (S17-5)."""
    return (
        new_trait("label", {"label": "$SupplyShown$"}, key=None, menu="", name_format="$pieceName$",
                  font_size=13, font="Dialog", font_style=1, foreground=Colour(150, 20, 20),
                  background=Colour(255, 255, 220), vertical="t", vertical_offset=-2, vertical_justify="t",
                  horizontal="r", horizontal_offset=-2, horizontal_justify="r", always_use_format=True),
        new_trait("calcProp", name="SupplyShown", expression=braced(f'PlayerSide == Side ? {STOCK} : ""')),
        new_trait("piece", {"map": "null"}, image="", name=""),
    )  # fmt: skip


def strength_traits(counter: Counter, game: Game, dead_pile: str, gpid: int) -> tuple[Trait, ...]:
    """A counter's own traits around the shared ones: a face for each strength, its values, a stock for headquarters."""
    steps = max(counter.steps, 1)
    images = tuple(counter_image(counter, n if counter.steps else 0) for n in range(1, steps + 1))
    names = tuple("" if n == steps else f"+ ({n})" for n in range(1, steps + 1))
    marks: dict[str, str] = {
        w.COUNTER_ID: counter.id, "Side": next(s.name for s in game.sides if s.id == counter.side),
        "Nation": counter.nation, "Type": counter.type, "Size": counter.size, "FullSteps": str(steps),
        "Armed": "1" if counter.steps else "0", "Move": str(counter.at(1).movement or 0), "UnitInPlay": "1",
        "DeadPile": dead_pile,
    }  # fmt: skip
    return (
        new_trait("prototype", name=UNIT),
        *(_stock(counter) if counter.type == "headquarters" else ()),
        new_trait("emb2", {"level": steps}, name="Step", images=images, level_names=names, always_active=True,
                  increase_key=w.STEP_UP, decrease_key=w.STEP_DOWN, loop=False),
        new_trait("mark", {"values": tuple(marks.values())}, names=tuple(marks)),
        new_trait("piece", {"map": "null", "gpid": str(gpid)}, image=images[-1], name=piece_name(counter, game)),
    )  # fmt: skip


def _stock(counter: Counter) -> tuple[Trait, ...]:
    most = CORPS_STOCK if counter.size == "XXX" else MOST_STOCK
    return (
        new_trait("prototype", name=HEADQUARTERS),
        new_trait("PROP", {"value": "0"}, name=STOCK, constraints=Constraints(True, 0, most, False), commands=(
            KeyCommand("Set supply points", SET_STOCK, Change.ask("Supply points")),
            KeyCommand("Receive a supply point", ADD_STOCK, Change.by(1)),
            KeyCommand("Spend a supply point", SPEND_STOCK, Change.by(-1)),
        )),
    )  # fmt: skip


def with_stock(traits: tuple[Trait, ...], stock: int | None) -> tuple[Trait, ...]:
    """An expanded headquarters with its stock at the start of a scenario."""
    if stock is None:
        return traits
    return tuple(t.with_state(value=str(stock)) if t.prefix == "PROP" and t.fields.name == STOCK else t for t in traits)
