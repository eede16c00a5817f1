"""What the gallery knows of each counter and marker: its faces, and the words by which it is found."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any

from builder.art.faces import counter_faces, face_svg, factors, printed, reverse
from builder.art.images import back_image, counter_image, marker_image, own_faces
from builder.art.markers import marker_svg, nation_of
from builder.model import Counter, Game, MarkerKind

MARKERS = "marker"  # the type under which markers are found
_PICTURE_PX = 300  # of a game's own pictures; drawings have no pixels
_INTERNAL = ("front_picture", "back_picture")


class _Faces:
    """Each drawing once, by number: blank backs and the markers of a kind share one."""

    def __init__(self, game: Game) -> None:
        self._known: dict[str, int] = {}
        self._own = dict(own_faces(game, _PICTURE_PX))

    def __call__(self, name: str, svg: str) -> int:
        if name in self._own:
            svg = "data:image/png;base64," + base64.b64encode(self._own[name]).decode("ascii")
        return self._known.setdefault(svg, len(self._known))

    def all(self) -> list[str]:
        return list(self._known)


def gallery_data(game: Game) -> dict[str, Any]:
    """`pieces`, in the order of the sources: id, name, nation, type, the faces as [caption, number], the facts.

    `faces` are SVG texts, or data addresses of pictures that the game brings.
    """
    faces = _Faces(game)
    pieces = [_counter(counter, game, faces) for counter in game.counters.values()]
    pieces += [_marker(kind, game, faces) for kind in game.markers.values()]
    return {"game": game.name, "pieces": pieces, "faces": faces.all()}


def _counter(counter: Counter, game: Game, faces: _Faces) -> dict[str, Any]:
    shown = [
        [_caption(counter, steps, game), faces(counter_image(counter, steps), face_svg(counter, steps, game))]
        for steps in counter_faces(counter)
    ]
    if (back := reverse(counter)) is not None:
        word = counter.attributes["back"].replace("-", " ")
        shown.append([f"reverse: {word}", faces(back_image(counter), face_svg(back, back.steps, game))])
    return {
        "id": counter.id, "label": counter.designation, "name": counter.name or counter.id,
        "nation": game.nations[counter.nation].name, "type": _words(counter.type), "faces": shown,
        "back": _behind(counter, shown, game), "facts": [[what, said] for what, said in _facts(counter, game) if said],
        "row": _row(counter),
    }  # fmt: skip


def _behind(counter: Counter, shown: list[list[Any]], game: Game) -> int:
    """Which of the faces lies behind the first."""
    back = counter.attributes.get("back", "")
    if game.numbers:
        return counter.steps - int(back) if back.isdigit() else 0
    return min(1, len(shown) - 1)


def _caption(counter: Counter, steps: int, game: Game) -> str:
    if not counter.steps:
        return "front"
    if game.numbers:
        return f"strength {steps}"
    return f"{steps} step{'s' * (steps != 1)}" if counter.steps > 1 else "front"


def _facts(counter: Counter, game: Game) -> Iterator[tuple[str, str]]:
    yield "Nation", game.nations[counter.nation].name
    yield "Type", _words(counter.type)
    yield "Size", counter.size
    yield "Steps" if not game.numbers else "Strength", str(counter.steps or "")
    yield "Values", " / ".join(
        text for steps in (counter_faces(counter) if not game.numbers else counter_faces(counter)[:1])
        if (text := factors(printed(counter, steps)))
    )  # fmt: skip
    yield "Army", counter.army
    yield "Starts in", counter.start
    yield "Arrives", f"turn {counter.arrival_turn}" if counter.arrival_turn else ""
    yield "Enters at", counter.arrival_place
    for name, text in counter.attributes.items():
        if name not in _INTERNAL:
            yield _words(name).capitalize(), text


def _marker(kind: MarkerKind, game: Game, faces: _Faces) -> dict[str, Any]:
    shown = [
        [face, faces(marker_image(kind, face), marker_svg(kind, face, game))]
        for face in (("front", "back") if kind.back else ("front",))
    ]
    nation = nation_of(kind, kind.front, game)
    side = next((side.name for side in game.sides if side.id == kind.side), "")
    facts = [["Side", side], ["Front", kind.front], ["Back", kind.back], ["Rule", kind.rule],
             ["How many", str(kind.count) if kind.count else "as many as needed"]]  # fmt: skip
    return {
        "id": kind.id, "label": "", "name": kind.name, "nation": nation.name if nation else side or "All",
        "type": MARKERS, "faces": shown, "back": 1, "facts": [fact for fact in facts if fact[1]], "row": _row(kind),
    }  # fmt: skip


def _row(piece: Counter | MarkerKind) -> str:
    """The row of the sources that says so, without the folders of whoever made the page."""
    name = piece.span.path.replace("\\", "/").rsplit("/", 1)[-1]
    return f"{name}, line {piece.span.line}" if name and piece.span.line else name


def _words(text: str) -> str:
    return text.replace("-", " ").replace("_", " ")
