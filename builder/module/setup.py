"""A scenario as a save that VASSAL opens: every counter and marker at its start, the tracker at the first moment."""

from __future__ import annotations

from collections.abc import Iterator

from builder.model import Game, Placement, Scenario
from builder.module import words as w
from builder.module.backs import with_back
from builder.module.cups import deck_traits, has_cups
from builder.module.heaps import heaps
from builder.module.markers import with_face
from builder.module.plan import ModulePlan
from builder.module.strength import with_stock
from builder.module.toolbar import first_moment, tracker_state
from builder.module.windows import Atlas, MapWindow, atlas
from builder.module.write import module_metadata, save_metadata
from builder.vassal.archive import zip_bytes
from builder.vassal.commands import AddPiece, BoardAt, Boards, Command, GlobalProperty, SetupStack, Turn
from builder.vassal.pieces import encode_piece, expand, slot_text, state_at
from builder.vassal.saves import game_entries, save_text
from builder.vassal.traits.trait import Trait

FIRST_ID = 1_400_000_000_001  # ids look like VASSAL's creation times, and are the same in every build


class Mint:
    """Writes pieces of one planned module; those that differ only in where they stand are encoded once."""

    def __init__(self, game: Game, plan: ModulePlan, windows: tuple[MapWindow, ...]):
        self.game, self.plan = game, plan
        self.where = module_atlas(plan, windows)
        self._prototypes = {name: slot_text(traits) for name, traits in plan.prototypes.items()}
        self._struck: dict[tuple[object, ...], tuple[str, str, Trait]] = {}

    def piece(self, placement: Placement, on: str, x: int, y: int, id_: str) -> AddPiece:
        """The piece of a placement on a map at a pixel."""
        kind = placement.what, placement.steps, placement.marks, placement.stock, placement.face
        if kind not in self._struck:
            traits = self._traits(placement)
            self._struck[kind] = (*encode_piece(traits), traits[-1])
        type_text, state_text, basic = self._struck[kind]
        placed = basic.with_state(map=on, x=x, y=y, properties=(("UniqueID", id_),))
        try:
            return AddPiece(id_, type_text, state_at(state_text, basic, placed))
        except ValueError:
            return AddPiece(id_, *encode_piece((*self._traits(placement)[:-1], placed)))

    def _traits(self, placement: Placement) -> tuple[Trait, ...]:
        traits = expand(_at_start(self.game, placement, self.plan), self._prototypes)
        return with_back(with_stock(with_marks(traits, placement.marks), placement.stock), placement.marks)


def setup_bytes(
    game: Game, scenario: Scenario, plan: ModulePlan, windows: tuple[MapWindow, ...], mint: Mint | None = None
) -> bytes:
    """The .vsav of a scenario; set-ups of one module share a `mint`."""
    text = save_text(*setup_commands(game, scenario, plan, windows, mint))
    return zip_bytes(game_entries(text, save_metadata(plan, scenario.name), module_metadata(plan)))


def setup_commands(
    game: Game, scenario: Scenario, plan: ModulePlan, windows: tuple[MapWindow, ...], mint: Mint | None = None
) -> tuple[tuple[AddPiece, ...], tuple[Command, ...]]:
    """The pieces of a scenario's start, and what else its save holds."""
    turn, side, phase = first_moment(game, scenario)
    return tuple(setup_pieces(game, scenario, mint or Mint(game, plan, windows))), (
        *(Boards(window.name, (BoardAt(window.board, False, 0, 0),)) for window in windows),
        GlobalProperty(w.SCENARIO, scenario.id, "Module"),
        *((SetupStack(),) if has_cups(game) else ()),
        Turn("TurnTracker0", tracker_state(game, turn, side, phase)),
    )


def setup_pieces(game: Game, scenario: Scenario, mint: Mint) -> Iterator[AddPiece]:
    """Every piece, and after the pieces of a place the stack that holds them, bottom first."""
    number = FIRST_ID
    for on, x, y, placements, cup in heaps(game, scenario, mint.where):
        members = []
        for placement in placements:
            id_ = str(number)
            number += 1
            members.append(id_)
            yield mint.piece(placement, on, x, y, id_)
        if cup is not None:
            deck = deck_traits(game, cup, tuple(members))
            yield AddPiece(str(number), deck.type_text(), deck.state_text())
        else:
            yield AddPiece(str(number), "stack", f"{on};{x};{y};{';'.join(members)};@@-1")
        number += 1


def module_atlas(plan: ModulePlan, windows: tuple[MapWindow, ...]) -> Atlas:
    """Where everything lies in the planned module."""
    return atlas(plan.root, windows)


def _at_start(game: Game, placement: Placement, plan: ModulePlan) -> tuple[Trait, ...]:
    """The palette's piece with its steps and marks set."""
    if placement.what in game.markers:
        return with_face(plan.pieces[f"slot:marker:{placement.what}"], placement.face)
    traits = plan.pieces[f"slot:{placement.what}"]
    steps = placement.steps or max(game.counters[placement.what].steps, 1)
    return tuple(_level(t, "Step", steps) for t in traits)


def _level(trait: Trait, name: str, level: int) -> Trait:
    return trait.with_state(level=level) if trait.prefix == "emb2" and trait.fields.name == name else trait


def with_marks(traits: tuple[Trait, ...], marks: tuple[str, ...]) -> tuple[Trait, ...]:
    """An expanded unit that carries marks: out of command on its layer, deeds in the Acted property."""
    deed = next((m for m in marks if m in w.DEEDS), "")

    def marked(trait: Trait) -> Trait:
        if trait.prefix == "emb2" and trait.fields.name == "OocMark" and "ooc" in marks:
            return trait.with_state(level=2)
        if trait.prefix == "PROP" and trait.fields.name == w.ACTED and deed:
            return trait.with_state(value=deed)
        return trait

    return tuple(marked(t) for t in traits)
