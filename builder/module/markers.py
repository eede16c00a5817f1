"""Markers as pieces: two faces as a layer, copy and remove, and what kind it is for the replay."""

from __future__ import annotations

from builder.art.images import marker_image
from builder.model import Game, MarkerKind
from builder.module import battle, battle_supply, cups
from builder.module import words as w
from builder.module.backs import has_backs
from builder.module.battle_hq import SELECTED, works_traits
from builder.module.strength import has_strength
from builder.vassal.traits.trait import Trait, new_trait

MARKER = "Marker"
FACE = "Face"
LEVELS = {"front": 1, "back": 2}  # of that layer


def marker_prototype(game: Game) -> tuple[Trait, ...]:
    """What all markers share; where units have battle keys, markers that lie in selected stacks know them too."""
    selected: tuple[Trait, ...] = ()
    if has_strength(game):
        selected = battle_supply.marker_traits(game)
    elif game.counters and not has_backs(game):
        selected = battle.marker_traits()
    return (
        *selected,
        new_trait("delete", menu="Remove", key=w.DELETE),
        new_trait("clone", menu="Copy", key=w.CLONE),
        new_trait("piece", {"map": "null"}, image="", name=""),
    )


def marker_traits(kind: MarkerKind, game: Game, gpid: int) -> tuple[Trait, ...]:
    """A marker with the face up that it is named for; level 1 is the front, level 2 the back."""
    side = next((s.name for s in game.sides if s.id == kind.side), "")
    images = tuple(marker_image(kind, f) for f in faces(kind))
    turning = (
        new_trait("emb2", {"level": named_face(kind)}, name=FACE, images=images, level_names=_level_names(kind),
                  always_active=True, loop=True,
                  increase_menu="Turn over", increase_key=w.FLIP),
    ) if len(images) > 1 else ()  # fmt: skip
    marks = {w.MARKER_ID: kind.id, "Side": side}
    row = cups.chit_rows(game).get(kind.id)
    chit: tuple[Trait, ...] = ()
    if row is not None:
        marks |= cups.chit_marks(row, game)
        chit = (new_trait("prototype", name=cups.CHIT), cups.mask(row))
    works = works_traits(kind.id, marks) if cups.has_cups(game) else ()
    return (
        new_trait("prototype", name=MARKER),
        *((new_trait("prototype", name=SELECTED),) if cups.has_cups(game) else ()),
        *chit,
        *turning,
        *works,
        new_trait("mark", {"values": tuple(marks.values())}, names=tuple(marks)),
        new_trait("piece", {"map": "null", "gpid": str(gpid)}, image=images[0], name=kind.name),
    )


def with_face(traits: tuple[Trait, ...], face: str) -> tuple[Trait, ...]:
    """A marker that begins with the face up that its set-up states."""
    return tuple(
        t.with_state(level=LEVELS[face]) if face and t.prefix == "emb2" and t.fields.name == FACE else t for t in traits
    )


def named_face(kind: MarkerKind) -> int:
    """The level of the face that the marker is named for (4.2)."""
    return LEVELS[kind.named_face]


def _level_names(kind: MarkerKind) -> tuple[str, str]:
    """What a face adds to the name: nothing where it is the one the marker is named for."""
    return (f"+ ({kind.front})", "") if named_face(kind) == 2 else ("", f"+ ({kind.back})")


def faces(kind: MarkerKind) -> tuple[str, ...]:
    """Faces worth a picture of their own."""
    return ("front", "back") if kind.two_faced else ("front",)
