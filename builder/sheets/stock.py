"""What is to be printed: pieces of cardboard, and what each of their faces shows, from a game or from elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import NamedTuple

from builder.art.faces import face_svg, reverse, sheet_faces
from builder.art.markers import marker_svg
from builder.art.own_pictures import face_png, is_picture
from builder.model import BadInput, Counter, Game, error, near_miss

UNLIMITED = 12  # copies of a marker that the game has no limit for
BLANK = "blank"  # a reverse without a picture: the ground of its front
OWN_PX = 600  # of a picture that a game brings; a counter of an inch at 600 dpi


class FaceRef(NamedTuple):
    """What a face shows: a counter at steps, its own reverse, a marker's front or back, or a blank reverse."""

    kind: str
    id: str
    face: str


class Piece(NamedTuple):
    front: FaceRef
    back: FaceRef


class Picture(NamedTuple):
    """A face as SVG or as PNG; with neither it is its ground alone, `#rrggbb`."""

    svg: str = ""
    png: bytes = b""
    ground: str = ""


@dataclass(frozen=True, slots=True)
class Stock:
    """`id` begins the names of files, `name` stands on the pages. `draw` is asked once for each different face."""

    id: str
    name: str
    pieces: tuple[Piece, ...]
    draw: Callable[[FaceRef], Picture]

    def only(self, wanted: tuple[str, ...]) -> Stock:
        """Those whose id is among `wanted`, where `*` stands for anything. BadInput for what names nothing."""
        if not wanted:
            return self
        ids = tuple(dict.fromkeys(piece.front.id for piece in self.pieces))
        found = {one: {id_ for id_ in ids if id_ == one or fnmatchcase(id_, one)} for one in wanted}
        if missing := [one for one, those in found.items() if not those]:
            raise BadInput(*(error("counter", f"no counter or marker {one!r}{near_miss(one, ids)}") for one in missing))
        kept = set().union(*found.values())
        return Stock(self.id, self.name, tuple(p for p in self.pieces if p.front.id in kept), self.draw)


def game_stock(game: Game) -> Stock:
    return Stock(game.id, game.name, tuple(pieces(game)), lambda face: _draw(face, game))


def pieces(game: Game) -> Iterator[Piece]:
    """Every piece of cardboard: each unit's counters, a substitute being one of them, and every copy of each marker.

    A counter of which the game has several says how many in its column `count`.
    """
    for counter in game.counters.values():
        for _ in range(_copies(counter)):
            for front, back in sheet_faces(counter, game.numbers):
                yield Piece(FaceRef("counter", counter.id, str(front)), _back(counter, front, back))
    for kind in game.markers.values():
        back = FaceRef("marker", kind.id, "back" if kind.back else "front")
        for _ in range(kind.count or UNLIMITED):
            yield Piece(FaceRef("marker", kind.id, "front"), back)


def _copies(counter: Counter) -> int:
    text = counter.attributes.get("count", "")
    return int(text) if text.isdigit() else 1


def _back(counter: Counter, front: int, back: int | None) -> FaceRef:
    if back is not None:
        return FaceRef("counter", counter.id, str(back))
    if reverse(counter) is not None or counter.attributes.get("back_picture"):
        return FaceRef("reverse", counter.id, "")
    return FaceRef(BLANK, counter.id, str(front))


def _draw(face: FaceRef, game: Game) -> Picture:
    if face.kind == "marker":
        kind = game.markers[face.id]
        text = kind.front if face.face == "front" else kind.back
        own = face_png(game, text, OWN_PX) if is_picture(text) else b""
        return Picture(png=own) if own else Picture(marker_svg(kind, face.face, game))
    counter = game.counters[face.id]
    if face.kind == BLANK:
        return Picture(ground=game.nations[counter.nation].ground)
    if own := _own_picture(counter, face):
        return Picture(png=face_png(game, own, OWN_PX))
    if face.kind == "reverse":
        back = reverse(counter)
        return Picture(face_svg(back, back.steps, game))
    return Picture(face_svg(counter, int(face.face), game))


def _own_picture(counter: Counter, face: FaceRef) -> str:
    """The file of a face that the game brings; a counter that has lost steps shows its back."""
    front, back = (counter.attributes.get(f"{side}_picture", "") for side in ("front", "back"))
    lost = face.kind == "reverse" or int(face.face) < counter.steps
    return back if front and back and lost else front
