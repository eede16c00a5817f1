"""Every face of every game: what is written fits, stands clear, and is read; kinds are told apart without colour."""

from __future__ import annotations

import io
import itertools
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from builder.art import palette
from builder.art.faces import FACE, SYMBOL, Line, check_faces, counter_faces, face_svg, lines, reverse
from builder.art.faces_looks import READABLE, look_of
from builder.art.faces_parts import chip_of, pips, side_of
from builder.art.images import images_for
from builder.art.markers import check_markers, marker_face
from builder.art.render import render
from builder.model import Counter, Game
from builder.sources import load

SOURCE = Path(__file__).resolve().parents[2] / "source"
GAMES = ("glorys_end", "tgwie", "italian_front", "tutorial")
RIM = 3.0  # units that ink keeps from the cut at the least: a third of a millimetre on a counter of 5/8 inch
TEMPLATES = SOURCE.parent / "templates" / "faces"

every_game = pytest.mark.parametrize("name", GAMES)


@lru_cache(maxsize=4)
def game_of(name: str) -> Game:
    return load(str(SOURCE / name))


def faces_of(game: Game) -> Iterator[tuple[Counter, int]]:
    """Each counter with the steps of each of its faces, and the reverse that is no lost step."""
    for counter in game.counters.values():
        yield from ((counter, steps) for steps in counter_faces(counter))
        if (back := reverse(counter)) is not None:
            yield back, back.steps


def boxes_of(game: Game, counter: Counter, steps: int) -> list[tuple[str, tuple[float, float, float, float]]]:
    """What is drawn beside the texts and may be touched by none of them."""
    lost = max(counter.steps - steps, 0)
    found = [(f"pip {i}", (p.x, p.y, p.x + p.width, p.y + p.height)) for i, p in enumerate(pips(counter, lost, game))]
    x, y, scale = SYMBOL
    if counter.type not in ("air", "ace", "flotilla"):
        found.append(("symbol", (x - 1.8, y - 1.8, x + 66 * scale + 1.8, y + 40 * scale + 1.8)))
    if side_of(counter, lost).dot:
        found.append(("dot", (123.3, 58.8, 135.7, 71.2)))
    if counter.steps > 2 and lost >= 2 and not game.numbers:
        found.append(("substitute", (8.5, 7.5, 27.5, 26.5)))
    return found


def clear(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]


@every_game
def test_no_text_is_clipped_or_lies_on_another_or_on_a_sign(name: str) -> None:
    game = game_of(name)
    for counter, steps in faces_of(game):
        written = [(row.text, tuple(row.box())[:4]) for row in lines(counter, steps, look_of(counter, game), game)]
        for text, box in written:
            inside = box[0] >= RIM and box[1] >= RIM and box[2] <= FACE - RIM and box[3] <= FACE - RIM
            assert inside, (counter.id, steps, text, box)
        signs = boxes_of(game, counter, steps)
        for one, other in itertools.chain(itertools.combinations(written, 2), itertools.product(written, signs)):
            assert clear(one[1], other[1]), (counter.id, steps, one, other)


@every_game
def test_signs_beside_the_symbol_do_not_lie_on_each_other(name: str) -> None:
    game = game_of(name)
    for counter, steps in faces_of(game):
        signs = boxes_of(game, counter, steps)
        lost = max(counter.steps - steps, 0)
        if chip_of(counter, game) is not None:
            signs.append(("chip", (5.5, 25.6, 34.5, 71.4)))
        if side_of(counter, lost).circled:
            signs.append(("ring", (114.3, 24.8, 144.7, 55.2)))
        for one, other in itertools.combinations(signs, 2):
            assert clear(one[1], other[1]), (counter.id, steps, one, other)
        assert all(box[0] >= 0 and box[2] <= FACE for _, box in signs)


@every_game
def test_every_text_stands_out_from_what_is_behind_it(name: str) -> None:
    game = game_of(name)
    for counter, steps in faces_of(game):
        look = look_of(counter, game)
        chip = chip_of(counter, game)
        for row in lines(counter, steps, look, game):
            if chip is not None and row.text == chip.text and row.x < 30:
                grounds = [look.paper]
            elif row.y > 130:
                grounds = [look.values_ground or look.ground]
            else:  # the stripe of a lost step runs behind what stands beside the symbol
                grounds = [look.ground, look.stripe]
            for ground in grounds:
                assert palette.contrast(row.fill, ground) >= READABLE, (counter.id, row.text, row.fill, ground)
        assert palette.contrast(look.line, look.paper) >= 3, counter.id  # of signs, by the same standard


@every_game
def test_all_texts_of_all_faces_fit(name: str) -> None:
    game = game_of(name)
    assert check_faces(game) == ()
    assert check_markers(game) == ()


@every_game
def test_what_is_written_on_markers_is_inside_apart_and_stands_out(name: str) -> None:
    game = game_of(name)
    for kind in game.markers.values():
        for side in ("front", "back"):
            face = marker_face(kind, side, game)
            boxes = [(row, tuple(row.box())[:4]) for row in face.texts]
            for row, box in boxes:
                assert min(box) >= RIM and max(box) <= FACE - RIM, (kind.id, row.text, box)
                assert palette.contrast(row.fill, behind(face, row)) >= READABLE, (kind.id, row.text)
            for (one, a), (other, b) in itertools.combinations(boxes, 2):
                assert clear(a, b), (kind.id, side, one.text, other.text)


def behind(face, row: Line) -> str:
    """The colour under a marker's text: the strip's, the drawing's where the word stands on it, else the ground."""
    if face.strip and face.strip[0] <= row.y <= face.strip[0] + face.strip[1]:
        return face.strip[2]
    return face.mark if face.drawing.endswith(("army.svg.j2", "supply.svg.j2")) else face.ground


def test_a_name_that_does_not_fit_a_marker_is_told_at_its_row() -> None:
    game = game_of("tgwie")
    kind = replace(game.markers["al-foch"], front="Donaudampfschifffahrtsgesellschaft")
    (found,) = check_markers(replace(game, markers={kind.id: kind}))
    assert found.code == "A101" and found.span == kind.span and "al-foch" in found.headline


def grey(svg: str, px: int) -> Image.Image:
    return Image.open(io.BytesIO(render(svg, px))).convert("RGB").convert("L")


@pytest.mark.parametrize("px", [48, 75])
def test_types_are_told_apart_without_colour(px: int) -> None:
    """Every symbol that we have, on the same ground: each pair differs by more than the edges of a line."""
    game = game_of("tgwie")
    model = replace(game.counters["be-3-inf"], designation="", size="", attributes={})
    types = sorted(path.name[7:-7] for path in TEMPLATES.glob("symbol-*.svg.j2"))
    assert len(types) >= 22
    drawn = {type_: grey(face_svg(replace(model, type=type_), 1, game), px) for type_ in types}
    for one, other in itertools.combinations(types, 2):
        rows = (0, 0, px, round(px * 73 / 150))  # the values stand below
        apart = ImageChops.difference(drawn[one].crop(rows), drawn[other].crop(rows))
        share = sum(apart.point(lambda v: 255 * (v > 60)).histogram()[255:]) / (px * px)
        assert share > 0.012, (one, other, share, ImageStat.Stat(apart).mean)


def test_every_type_that_the_games_declare_has_a_symbol_of_its_own() -> None:
    for name in GAMES:
        for counter in game_of(name).counters.values():
            assert (TEMPLATES / f"symbol-{counter.type}.svg.j2").is_file(), counter.type


def test_faces_hold_only_what_prints_as_lines() -> None:
    """templates/README.md: the elements and letters of paths that a PDF can take over; no numbers run together."""
    for path in TEMPLATES.glob("*.j2"):
        text = path.read_text(encoding="utf-8")
        elements = set(re.findall(r"<(\w+)", text)) - {"svg"}
        assert elements <= {"rect", "circle", "ellipse", "path", "g", "text"}, path.name
        for data in re.findall(r' d="([^"{]*)"', text):
            assert re.fullmatch(r"[MLHVQTCZ\d\s.-]*", data), (path.name, data)


@pytest.mark.slow
@every_game
def test_every_face_of_every_manifest_is_drawn(name: str) -> None:
    game = game_of(name)
    images = images_for(game, 48)
    assert len(images) >= len({(c.id, s) for c, s in faces_of(game)})
    for file, data in images.items():
        picture = Image.open(io.BytesIO(data)).convert("RGB")
        assert len(picture.getcolors(4096)) > 1, file
        if not file.startswith("badge"):
            assert picture.size == (48, 48)
