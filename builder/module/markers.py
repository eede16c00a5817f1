"""Markers as pieces: two faces as a layer, copy and remove, and what kind it is for the replay."""

from __future__ import annotations

from builder.art.images import marker_image
from builder.model import Game, MarkerKind
from builder.module import words as w
from builder.vassal.traits.trait import Trait, new_trait

MARKER = "Marker"


def marker_prototype() -> tuple[Trait, ...]:
    return (
        new_trait("delete", menu="Remove", key=w.DELETE),
        new_trait("clone", menu="Copy", key=w.CLONE),
        new_trait("piece", {"map": "null"}, image="", name=""),
    )


def marker_traits(kind: MarkerKind, game: Game, gpid: int, face: str = "front") -> tuple[Trait, ...]:
    """`face` is the one that shows at first; level 1 is the front, level 2 the back."""
    side = next((s.name for s in game.sides if s.id == kind.side), "")
    images = tuple(marker_image(kind, f) for f in faces(kind))
    turning = (
        new_trait("emb2", {"level": 2 if face == "back" and len(images) > 1 else 1}, name="Face", images=images,
                  level_names=("", f"+ ({kind.back})")[: len(images)], always_active=True, loop=True,
                  increase_menu="Turn over", increase_key=w.FLIP),
    ) if len(images) > 1 else ()  # fmt: skip
    return (
        new_trait("prototype", name=MARKER),
        *turning,
        new_trait("mark", {"values": (kind.id, side)}, names=(w.MARKER_ID, "Side")),
        new_trait("piece", {"map": "null", "gpid": str(gpid)}, image=images[0], name=kind.name),
    )


def faces(kind: MarkerKind) -> tuple[str, ...]:
    """Faces worth a picture of their own."""
    return ("front",) if kind.back in ("", "blank", kind.front) else ("front", "back")
