"""The written module read back: every piece decoded, every picture there, every place where the plan put it."""

from __future__ import annotations

from collections.abc import Iterator

from builder.model import BadInput, Diagnostic, Game, error
from builder.module.heaps import heaps
from builder.module.plan import ModulePlan
from builder.module.windows import Atlas, MapWindow, atlas
from builder.vassal.examine_modules import traps
from builder.vassal.module import Module, open_module, setup_file
from builder.vassal.pieces import slot_text
from builder.vassal.saves import read_save
from builder.vassal.table import PIECE, Table


def verify_module(
    content: bytes, game: Game, plan: ModulePlan, windows: tuple[MapWindow, ...]
) -> tuple[Diagnostic, ...]:
    """What the examination has to say of a sound module; BadInput where the module is not what was planned."""
    module = open_module(content, path=f"{game.id}.vmod")
    where = atlas(module.root, windows)
    faults = (*_slots(module, plan), *_places(where), *_setups(module, game, where))
    if faults:
        raise BadInput(*faults)
    return traps(module)


def _slots(module: Module, plan: ModulePlan) -> Iterator[Diagnostic]:
    written = {slot.text for slot in module.slots}
    for key, traits in plan.pieces.items():
        if slot_text(traits) not in written:
            yield error("verify-slot", f"the palette does not hold {key} as planned")


def _places(where: Atlas) -> Iterator[Diagnostic]:
    """The module's grids must name every hex and box as the game does, and find each hex again by its name."""
    for window in where.windows:
        places = where.places[window.name]
        for number in window.sheet.hexes:
            x, y = window.centre(number)
            found = places.location(round(x), round(y))
            if found != number:
                yield error("verify-grid", f"the module calls the centre of {number} {found!r}")
            elif places.pixel(number) != places.snap(round(x), round(y)):
                yield error("verify-grid", f"the module finds {number} at {places.pixel(number)}, not at {x:g}, {y:g}")
        for box in window.sheet.boxes:
            x, y = window.centre(box.id)
            found = places.location(round(x), round(y))
            if found != box.label:
                yield error("verify-zone", f"the module calls the middle of box {box.label!r} {found!r}")


def _setups(module: Module, game: Game, where: Atlas) -> Iterator[Diagnostic]:
    """Each set-up must put each counter where its scenario says."""
    for scenario in game.scenarios.values():
        table = Table()
        table.apply_all(read_save(setup_file(module, scenario.name)).commands)
        stand = sorted(table.place_of(p.id) for p in table.pieces.values() if p.kind == PIECE)
        planned = sorted(heap[:3] for heap in heaps(game, scenario, where) for _ in heap.placements)
        if stand != planned:
            yield error("verify-setup", f"the set-up {scenario.name!r} does not stand as its scenario says")
