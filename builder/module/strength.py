"""Units whose steps are their strength points, and headquarters with a stock that only their own side sees.

How they fight stands in `battle_supply.py`, their works in `works.py`, who waits for mobilization in `mobilization.py`.
"""

from __future__ import annotations

from collections.abc import Mapping

from builder.model import Counter, Game, speech
from builder.model.speech import announce
from builder.module import battle_supply, mobilization, works
from builder.module import supply_words as s
from builder.module import words as w
from builder.module.make_trait import braced, command, report, trigger
from builder.module.units import (
    SAY_DEAD,
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
from builder.vassal.traits.values import Change, Colour, Constraints, KeyCommand

HEADQUARTERS = "Headquarters"
MOST_STOCK, CORPS_STOCK = 100, 10  # S18-17, S18-18


def has_strength(game: Game) -> bool:
    return game.numbers == "steps"


def strength_prototypes(game: Game, numbers: Mapping[str, int]) -> dict[str, tuple[Trait, ...]]:
    """What all units share, what headquarters have besides, and units that a scenario has wait."""
    phases = {phase.id: phase_name(phase) for phase in game.phases}
    movement = phases.get("movement", "")
    shared = {UNIT: _unit(game, phases, movement), HEADQUARTERS: _headquarters()}
    return shared | mobilization.prototype(game) | works.prototypes(game, numbers)


def _unit(game: Game, phases: dict[str, str], movement: str) -> tuple[Trait, ...]:
    return (
        new_trait("footprint", {"visible": False, "points": (), "ever_used": False}, key=w.TRAIL, menu="Movement trail",
                  clear_key=w.CLEAR_TRAIL, radius=8, line_width="3.0", line=Colour(180, 40, 40), visible_to_all=True),
        *battle_supply.unit_triggers(game),
        *step_triggers("strength point"),
        *_rail(),
        trigger("moved", w.ON_MOVE, "OldLocationName != LocationName && Side == ActiveSide", (w.NOTE_MOVE,)),
        trigger("end of turn", w.UPKEEP_SENT, "", (w.UPKEEP_CLEAR, w.CLEAR_TRAIL, w.CLEAR_MOVED)),
        *step_reports("strength point"),
        new_trait("PROP", name=w.PATH, constraints=Constraints(), commands=(
            command(w.NOTE_MOVE, braced(f'Phase != "{movement}" ? Path : (Path == "" ? OldLocationName : Path)'
                                        ' + ">" + LocationName')),
            command(w.UPKEEP_CLEAR, ""))),
        *battle_supply.unit_properties(game, movement),
        new_trait("calcProp", name="InDeadPile", expression=braced("LocationName == DeadPile ? 1 : 0")),
        new_trait("calcProp", name="Strength", expression=braced("Armed == 1 ? Step_Level : 0")),
        to_dead(game),
        new_trait("markmoved", {"moved": False}, image="", menu="", key=None, clear_key=w.CLEAR_MOVED),
        *deed_traits(phases, movement, (*battle_supply.deed_commands(), _toggle_rail())),
        new_trait("piece", {"map": "null"}, image="", name=""),
    )  # fmt: skip


def _rail() -> tuple[Trait, ...]:
    """Movement by rail is made in the movement phase too, so a key says that it was (S8)."""
    said = announce(speech.RAIL, unit="$UniqueID$", at="$PlaceName$", deed="$Acted$")
    return (
        trigger("rail", s.RAIL, "", (s.TOGGLE_RAIL, s.SAY_RAIL), menu="By rail"),
        report(s.SAY_RAIL, f"$BasicName$ in $location$ $ByRailWords$ {said}"),
        new_trait("calcProp", name="ByRailWords",
                  expression=braced('Acted == "railed" ? "moves by rail" : "does not move by rail"')),
    )  # fmt: skip


def _toggle_rail() -> KeyCommand:
    return command(s.TOGGLE_RAIL, braced('Acted != "railed" ? "railed" : Path == "" ? "" : "moved"'))


def _headquarters() -> tuple[Trait, ...]:
    """The stock as a number over the counter that the other side's table does not draw (S17-5), with what is owed for
    the open battle; lost, it takes its stock along."""
    lost = announce(speech.HQ_LOST, unit="$UniqueID$", at="$PlaceName$")
    shown = f'Pays > 0 && Pays == BattleNo && Due > 0 ? {s.STOCK} + " - " + Due : {s.STOCK}'
    return (
        *battle_supply.headquarters_traits(),
        trigger("lost", SAY_DEAD, "", (s.LOST_HQ, s.SAY_LOST_HQ)),
        report(s.SAY_LOST_HQ, f"the headquarters $BasicName$ is lost with all its supply points$LostCost$ {lost}"),
        new_trait("calcProp", name="LostCost", expression=braced('Size == "XXXX" ? ", 10 demoralization points" : ""')),
        new_trait("label", {"label": "$SupplyShown$"}, key=None, menu="", name_format="$pieceName$",
                  font_size=13, font="Dialog", font_style=1, foreground=Colour(150, 20, 20),
                  background=Colour(255, 255, 220), vertical="t", vertical_offset=-2, vertical_justify="t",
                  horizontal="r", horizontal_offset=-2, horizontal_justify="r", always_use_format=True),
        new_trait("calcProp", name="SupplyShown", expression=braced(f'PlayerSide == Side ? ({shown}) : ""')),
        new_trait("piece", {"map": "null"}, image="", name=""),
    )  # fmt: skip


def strength_traits(counter: Counter, game: Game, dead_pile: str, gpid: int) -> tuple[Trait, ...]:
    """A counter's own traits around the shared ones: a face for each strength, its values, a stock for headquarters."""
    marks = identity(counter, game) | {
        "Armed": "1" if counter.steps else "0", "Move": str(counter.at(1).movement or 0), "UnitInPlay": "1",
        "DeadPile": dead_pile,
    }  # fmt: skip
    late = mobilization.is_late(counter, game)
    if late:
        marks[mobilization.MARK] = str(mobilization.first_turn(counter))
    return (
        *((new_trait("prototype", name=mobilization.MOBILIZATION),) if late else ()),
        *works.digs(counter, game),
        new_trait("prototype", name=UNIT),
        *(_stock(counter) if counter.type == "headquarters" else ()),
        *counter_itself(counter, game, marks, gpid),
    )  # fmt: skip


def _stock(counter: Counter) -> tuple[Trait, ...]:
    most = CORPS_STOCK if counter.size == "XXX" else MOST_STOCK
    return (
        new_trait("prototype", name=HEADQUARTERS),
        new_trait("PROP", {"value": "0"}, name=s.STOCK, constraints=Constraints(True, 0, most, False), commands=(
            KeyCommand("Set supply points", s.SET_STOCK, Change.ask("Supply points")),
            KeyCommand("Receive a supply point", s.ADD_STOCK, Change.by(1)),
            KeyCommand("Spend a supply point", s.SPEND_STOCK, Change.by(-1)),
            *battle_supply.stock_commands(),
        )),
    )  # fmt: skip


def with_stock(traits: tuple[Trait, ...], stock: int | None) -> tuple[Trait, ...]:
    """An expanded headquarters with its stock at the start of a scenario."""
    if stock is None:
        return traits
    return tuple(
        t.with_state(value=str(stock)) if t.prefix == "PROP" and t.fields.name == s.STOCK else t for t in traits
    )
