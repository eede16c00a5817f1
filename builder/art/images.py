"""All pictures of a game's pieces, by file name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from builder.art.faces import counter_faces, face_svg, reverse
from builder.art.markers import BADGES, badge_svg, chit_svg, marker_svg
from builder.art.own_pictures import face_png, is_picture
from builder.art.render import render_many
from builder.model import Counter, Game, MarkerKind

COUNTER_PX = 75


def counter_image(counter: Counter, steps: int) -> str:
    """`de-2-corps-4.png`; a counter without steps is `…-0.png`."""
    return f"{_ascii(counter.id)}-{steps}.png"


def back_image(counter: Counter) -> str:
    """The reverse of a counter whose reverse is no lost step."""
    return f"{_ascii(counter.id)}-back.png"


def chit_image(side: str) -> str:
    """What a side's chits show while nobody may see what they are."""
    return f"chit-{_ascii(side)}.png"


def marker_image(kind: MarkerKind, face: str) -> str:
    return f"marker-{_ascii(kind.id)}-{face}.png"


def badge_image(mark: str) -> str:
    return f"badge-{_ascii(mark)}.png"


def images_for(game: Game, px: int = COUNTER_PX, cache: Path | None = None) -> Mapping[str, bytes]:
    """Every face of every counter and marker, and the badges, as PNG `px` pixels wide, by stable ASCII names.

    `cache` is a folder that keeps what was drawn (`render.default_cache()` is the user's own); None draws all anew.
    """
    return {**render_many(face_jobs(game, px), cache), **dict(own_faces(game, px))}


def face_jobs(game: Game, px: int) -> Iterator[tuple[str, str, int]]:
    """(file name, drawing, width) of each face and badge of a game."""
    for counter in game.counters.values():
        for steps in counter_faces(counter):
            yield counter_image(counter, steps), face_svg(counter, steps, game), px
        if (back := reverse(counter)) is not None:
            yield back_image(counter), face_svg(back, back.steps, game), px
    for side in game.sides if "chits" in game.tables else ():
        yield chit_image(side.id), chit_svg(side, game), px
    for kind in game.markers.values():
        for face in ("front", "back") if kind.back else ("front",):
            yield marker_image(kind, face), marker_svg(kind, face, game), px
    for one in BADGES:
        yield badge_image(one.mark), badge_svg(one.mark), max(round(px * one.share), 8)


def own_faces(game: Game, px: int) -> Iterator[tuple[str, bytes]]:
    """Every face that the game brings as a picture; a counter that has lost steps shows its back."""
    for counter in game.counters.values():
        front, back = (counter.attributes.get(f"{face}_picture", "") for face in ("front", "back"))
        for n in (range(1, counter.steps + 1) if counter.steps else (0,)) if front else ():
            shown = back if n < counter.steps and back else front
            yield counter_image(counter, n), face_png(game, shown, px)
    for kind in game.markers.values():
        for face, name in (("front", kind.front), ("back", kind.back)):
            if is_picture(name):
                yield marker_image(kind, face), face_png(game, name, px)


def _ascii(id_: str) -> str:
    """Ids are `[a-z0-9-]+`; anything else would make a name that some file system or VASSAL refuses."""
    if not re.fullmatch(r"[A-Za-z0-9-]+", id_):
        raise ValueError(f"the id {id_!r} can not name a picture (letters, digits and hyphens)")
    return id_
