"""Game to module: every component and every file as plain values, before anything is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from builder.model import BadInput, Counter, Game, MarkerKind, error
from builder.module import backs, battle_hq_desk, cups, mobilization, strength, toolbar, works
from builder.module.board import map_component
from builder.module.making import module_version
from builder.module.markers import MARKER, marker_prototype, marker_traits
from builder.module.toolbar import has_turns
from builder.module.units import PLACE_TRENCH, UNIT, unit_prototype, unit_traits
from builder.module.windows import MapWindow
from builder.module.wishes import own_prototypes, own_toolbar
from builder.module.wishes import own_traits as own_traits_of
from builder.vassal.buildfile import Component, component
from builder.vassal.pieces import slot_text
from builder.vassal.traits.trait import Trait, new_trait

VASSAL_VERSION = "3.7.0"  # the oldest player that the module supports
PREFIX = "VASSAL.build.module."
UNDER = 1  # a trench is placed at the bottom of the stack, where it hides no counter


@dataclass(frozen=True, slots=True)
class ModulePlan:
    """`prototypes`: name -> traits; `pieces`: slot key (`slot:de-2-corps`) -> traits as in the palette."""

    name: str
    version: str
    root: Component
    prototypes: Mapping[str, tuple[Trait, ...]]
    pieces: Mapping[str, tuple[Trait, ...]]


def gpid_keys(game: Game) -> tuple[tuple[str, str], ...]:
    """(kind, key) of every lasting number that the module needs, in the order a new game would deal them."""
    keys = [("slot", f"slot:{c}") for c in game.counters] + [("slot", f"slot:marker:{m}") for m in game.markers]
    placed = ("mark:trench",) if "trench" in game.markers else ()
    placed = works.mark_keys(game) if strength.has_strength(game) else placed
    return (*keys, *(("mark", key) for key in placed))


def plan_module(
    game: Game,
    windows: tuple[MapWindow, ...],
    charts: Mapping[str, str],
    setups: Mapping[str, str],
    keys_file: str,
) -> ModulePlan:
    """`charts`: title -> entry name; `setups`: scenario name -> entry name. BadInput where a gpid is missing."""
    numbers = gpids(game)
    version = module_version(game)
    trench = _trench(game, numbers)
    strong = strength.has_strength(game)
    shared = strength.strength_prototypes(game, numbers) if strong else {UNIT: unit_prototype(game, trench)}
    own_traits = strength.strength_traits if strong else unit_traits
    if backs.has_backs(game) and not strong:
        shared, own_traits = backs.back_prototypes(game), backs.back_traits
    prototypes = dict(shared) if game.counters else {}
    prototypes |= {MARKER: marker_prototype(game)} if game.markers else {}
    prototypes |= own_prototypes(game)
    asked = own_traits_of(game)
    pieces: dict[str, tuple[Trait, ...]] = {}
    for counter in game.counters.values():
        pile = dead_pile(game, counter.side)
        pieces[f"slot:{counter.id}"] = (*asked, *own_traits(counter, game, pile, numbers[f"slot:{counter.id}"]))
    for kind in game.markers.values():
        traits = marker_traits(kind, game, numbers[f"slot:marker:{kind.id}"])
        pieces[f"slot:marker:{kind.id}"] = works.finishing(traits, kind, game, numbers) if strong else traits
    root = component(
        "VASSAL.build.GameModule",
        {
            "name": game.name, "version": version, "VassalVersion": VASSAL_VERSION, "description": game.name,
            "nextPieceSlotId": str(max((*numbers.values(), *(g.gpid for g in game.gpids)), default=0) + 1),
            "ModuleOther1": "", "ModuleOther2": "",
        },
        (
            component(PREFIX + "BasicCommandEncoder"),
            toolbar.documentation(game, keys_file),
            component(PREFIX + "Chatter"),
            component(PREFIX + "KeyNamer"),
            component("VASSAL.i18n.Language"),
            toolbar.players(game),
            toolbar.options(),
            component(PREFIX + "gamepieceimage.GamePieceImageDefinitions"),
            toolbar.global_properties(game),
            component(PREFIX + "properties.GlobalTranslatableMessages"),
            component(PREFIX + "PrototypesContainer", {}, tuple(
                component(PREFIX + "PrototypeDefinition", {"name": name, "description": ""}, (), slot_text(traits))
                for name, traits in prototypes.items()
            )),
            *(map_component(window, window is windows[0], cups.deck_components(game, window)) for window in windows),
            *((toolbar.tracker(game), toolbar.upkeep(game)) if has_turns(game) else ()),
            *((*mobilization.senders(game), *works.button(game)) if strong else ()),
            *(battle_hq_desk.desk_components(game) if backs.has_backs(game) and not strong else ()),
            *toolbar.dice(game),
            *own_toolbar(game),
            *_palette(game, pieces, numbers),
            *((toolbar.charts(charts),) if charts else ()),
            toolbar.inventory(cups.has_cups(game)),
            toolbar.notes(),
            *toolbar.setups(setups),
        ),
    )  # fmt: skip
    return ModulePlan(game.name, version, root, prototypes, pieces)


def gpids(game: Game) -> Mapping[str, int]:
    """Key -> lasting number; BadInput names every key that gpids.csv lacks."""
    numbers = {g.key: g.gpid for g in game.gpids if not g.retired}
    missing = [key for _, key in gpid_keys(game) if key not in numbers]
    if missing:
        shown = ", ".join(missing[:5]) + (f" and {len(missing) - 5} more" if len(missing) > 5 else "")
        raise BadInput(error("gpid-missing", f"gpids.csv has no number for {shown}",
                             help=f"hexwright gpids {game.id} --write  deals the next free numbers"))  # fmt: skip
    return numbers


def dead_pile(game: Game, side: str) -> str:
    """The name of the zone where a side's eliminated counters go; "" where no map has one."""
    return next((box.label for sheet in game.maps for box in sheet.boxes if box.id == f"Dead-{side}"), "")


def _trench(game: Game, numbers: Mapping[str, int]) -> tuple[Trait, ...]:
    kind = game.markers.get("trench")
    if kind is None:
        return ()
    piece = slot_text(marker_traits(kind, game, numbers["mark:trench"]))
    return (new_trait("placemark", key=PLACE_TRENCH, marker=piece, gpid=str(numbers["mark:trench"]), placement=UNDER),)


def _palette(game: Game, pieces: Mapping[str, tuple[Trait, ...]], numbers: Mapping[str, int]) -> tuple[Component, ...]:
    """A tab for each nation, and one for markers; nothing for a game that is its maps alone."""
    tabs: dict[str, list[Component]] = {}
    for nation in game.nations.values():
        slots = [_slot(c, pieces, numbers) for c in game.counters.values() if c.nation == nation.id]
        if slots:
            tabs[nation.name] = slots
    if game.markers:
        tabs["Markers"] = [_slot(kind, pieces, numbers) for kind in game.markers.values()]
    return (toolbar.palette(tabs),) if tabs else ()


def _slot(row: Counter | MarkerKind, pieces: Mapping[str, tuple[Trait, ...]], numbers: Mapping[str, int]) -> Component:
    key = f"slot:{row.id}" if isinstance(row, Counter) else f"slot:marker:{row.id}"
    return component("VASSAL.build.widget.PieceSlot",
                     {"entryName": row.name, "gpid": str(numbers[key]), "width": "75", "height": "75"}, (),
                     slot_text(pieces[key]))  # fmt: skip
