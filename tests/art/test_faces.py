from __future__ import annotations

import io
import re
import time
from dataclasses import replace
from types import MappingProxyType

import pytest
from PIL import Image, ImageChops

from builder.art import palette
from builder.art.faces import FACE, check_faces, counter_faces, face_svg, factors, sheet_faces
from builder.art.images import counter_image, images_for
from builder.art.markers import BADGES, badge_svg, marker_svg
from builder.art.render import render, render_cached
from builder.art.text import fit, text_width, wrap
from builder.model import Game, Values


def texts(svg: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg)


def with_counter(game: Game, **changes: object) -> Game:
    """The game with its German 2nd Corps changed."""
    changed = replace(game.counters["de-2-corps"], **changes)
    return replace(game, counters=MappingProxyType({**game.counters, "de-2-corps": changed}))


def test_the_sample_counter_of_the_book_prints_its_values(game: Game) -> None:
    # 2.4: 2nd Corps, four steps, 6-7-4, 1st Army
    svg = face_svg(game.counters["de-2-corps"], 4, game)
    assert sorted(texts(svg)) == ["1", "2", "6-7-4", "XXX"]
    assert game.nations["german"].ground in svg


def test_factors_are_printed_as_the_type_has_them() -> None:
    assert factors(Values(6, 7, 4)) == "6-7-4"
    assert factors(Values(2, None, 6, against_cavalry=4)) == "(4)2-6"  # 2.9: cavalry in brackets first
    assert factors(Values(0, 8, 0)) == "8"  # a fortress
    assert factors(Values(None, None, 3)) == "– – 3"  # a siege gun has no factors


def test_units_of_three_and_four_steps_own_two_counters_and_the_weaker_bears_the_dot(game: Game) -> None:
    four, three, two = (game.counters[c] for c in ("de-2-corps", "be-1-corps", "de-ge-div"))
    assert (four.steps, three.steps, two.steps) == (4, 3, 2)
    assert sheet_faces(four) == ((4, 3), (2, 1))  # 2.11
    assert sheet_faces(three) == ((3, 2), (1, None))
    assert sheet_faces(two) == ((2, 1),)
    dotted = {(c.id, s) for c in (four, three, two) for s in counter_faces(c) if "<circle" in face_svg(c, s, game)}
    assert dotted == {("de-2-corps", 2), ("de-2-corps", 1), ("be-1-corps", 1)}


def test_arrival_and_start_stand_in_the_corner(game: Game) -> None:
    indian = game.counters["uk-i-corps"]  # 8.3: turn 24, south edge
    assert {"24", "S"} <= set(texts(face_svg(indian, 3, game)))
    assert "1621" in texts(face_svg(game.counters["be-liege-fort"], 1, game))  # 2.4: a corner number is the start hex


def test_steps_that_a_counter_never_has_are_refused(game: Game) -> None:
    with pytest.raises(ValueError, match="no face at 5 steps"):
        face_svg(game.counters["de-2-corps"], 5, game)


def test_a_text_that_is_too_wide_is_reported_at_its_row_and_all_others_fit(game: Game) -> None:
    assert check_faces(game) == ()
    found = check_faces(with_counter(game, designation="Territorialverstaerkung"))
    assert [d.code for d in found] == ["A101"]
    assert "'Territorialverstaerkung'" in found[0].headline
    assert found[0].span == game.counters["de-2-corps"].span


def test_no_ink_leaves_the_face(game: Game) -> None:
    """Drawn on a larger ground, every face equals itself: nothing is clipped at the rim."""
    for counter in game.counters.values():
        svg = face_svg(counter, counter_faces(counter)[0], game)
        wide = svg.replace('viewBox="0 0 150 150" width="150" height="150"', 'viewBox="-30 -30 210 210" width="210"')
        assert wide != svg
        pixels = Image.open(io.BytesIO(render(wide, 210))).convert("RGBA")
        pixels.paste((0, 0, 0, 0), (30, 30, 180, 180))
        assert pixels.getchannel("A").getbbox() is None, counter.id


def test_texts_of_a_face_do_not_lie_on_each_other(game: Game) -> None:
    pattern = r'<text x="([\d.]+)" y="([\d.]+)" [^>]*?font-weight="bold"([^>]*)font-size="([\d.]+)" text-anchor="(\w+)"'
    for counter in game.counters.values():
        for steps in counter_faces(counter):
            svg = face_svg(counter, steps, game)
            rooms = []
            for (x, y, stretch, size, anchor), text in zip(re.findall(pattern, svg), texts(svg), strict=True):
                wide = text_width(text, "condensed" if "condensed" in stretch else "bold", float(size))
                left = float(x) - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
                rooms.append((left, float(y) - 0.73 * float(size), left + wide, float(y)))
            for i, a in enumerate(rooms):
                assert a[0] >= 0 and a[2] <= FACE and a[1] >= 0 and a[3] <= FACE
                for b in rooms[i + 1 :]:
                    apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
                    assert apart, (counter.id, steps, a, b)


def test_names_from_the_sources_are_text_and_nothing_else(game: Game) -> None:
    changed = with_counter(game, designation='<&">')
    svg = face_svg(changed.counters["de-2-corps"], 4, changed)
    assert "&lt;&amp;" in svg
    assert render(svg, 75).startswith(b"\x89PNG")


def test_a_type_without_a_symbol_shows_its_letters(game: Game) -> None:
    changed = with_counter(game, type="zeppelin")
    assert "ZEP" in texts(face_svg(changed.counters["de-2-corps"], 4, changed))


def test_ink_stands_out_on_its_ground(game: Game) -> None:
    assert all(palette.contrast(n.ground, n.ink) >= 4.5 for n in game.nations.values())
    assert palette.contrast("#000000", "#ffffff") == pytest.approx(21)


def test_every_picture_is_there_once_by_a_stable_name_and_size(game: Game) -> None:
    images = images_for(game)
    faces = sum(len(counter_faces(c)) for c in game.counters.values())
    backs = sum(2 if kind.back else 1 for kind in game.markers.values())
    assert len(images) == faces + backs + len(BADGES)
    assert counter_image(game.counters["de-2-corps"], 4) == "de-2-corps-4.png"
    assert {"de-2-corps-1.png", "de-420-gun-0.png", "marker-trench-front.png", "badge-ooc.png"} <= set(images)
    sizes = {name: Image.open(io.BytesIO(data)).size for name, data in images.items()}
    assert {size for name, size in sizes.items() if not name.startswith("badge")} == {(75, 75)}
    assert all(name.isascii() for name in images)


def test_pictures_are_the_same_bytes_and_come_from_the_cache_the_second_time(game: Game, tmp_path) -> None:
    first = images_for(game, cache=tmp_path)
    start = time.perf_counter()
    again = images_for(game, cache=tmp_path)
    assert time.perf_counter() - start < 5  # about 0.4 s where nothing else runs
    assert first == again == images_for(game)


def test_a_torn_picture_in_the_cache_is_drawn_again(game: Game, tmp_path) -> None:
    svg = face_svg(game.counters["de-2-corps"], 4, game)
    whole = render_cached(svg, 75, tmp_path)
    (kept,) = tmp_path.iterdir()
    kept.write_bytes(whole[: len(whole) // 2])
    assert render_cached(svg, 75, tmp_path) == whole
    assert kept.read_bytes() == whole


def test_markers_wear_the_colours_of_the_nation_they_name(game: Game) -> None:
    for nation in ("german", "french", "british"):
        svg = marker_svg(game.markers[f"control-{nation}"], "back", game)
        assert game.nations[nation].ground in svg
        assert f"{game.nations[nation].name} control" in texts(svg)
    with pytest.raises(ValueError, match="no face 'top'"):
        marker_svg(game.markers["ooc"], "top", game)


def test_faces_of_markers_differ(game: Game) -> None:
    drawn: dict[str, str] = {}
    for kind in game.markers.values():
        for face, text in (("front", kind.front), ("back", kind.back)):
            if text not in ("", "blank"):
                drawn.setdefault(marker_svg(kind, face, game), f"{kind.id} {text}")
    alike = [f"{kind.id} {kind.front}" for kind in game.markers.values() if kind.front not in ("", "blank")]
    assert len(drawn) >= len(alike)


def test_badges_of_different_kinds_stand_apart_and_look_apart_without_colour() -> None:
    grey = {}
    for one in BADGES:
        picture = Image.open(io.BytesIO(render(badge_svg(one.mark), one.width))).convert("LA").convert("RGB")
        for other, seen in grey.items():
            assert picture.size != seen.size or ImageChops.difference(picture, seen).getbbox(), (one.mark, other)
        grey[one.mark] = picture
    at = {(b.dx, b.dy) for b in BADGES if b.mark in ("moved", "march", "digging", "rr", "ooc")}
    assert len(at) == 5
    with pytest.raises(ValueError, match="no badge for the mark 'flown'"):
        badge_svg("flown")


def test_text_is_measured_as_it_is_drawn() -> None:
    from builder.art.text import STYLES

    for font, style in STYLES.items():
        svg = (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 60"><text x="0" y="40" '
            f'{style} font-size="30">H22NR 6-7-4H</text></svg>'
        )
        box = Image.open(io.BytesIO(render(svg, 400))).getchannel("A").getbbox()
        assert box[2] == pytest.approx(text_width("H22NR 6-7-4H", font, 30), abs=4), font


def test_text_shrinks_to_its_room_or_says_so() -> None:
    assert fit("22NR", "condensed", 100, 20, 10) == (20, True)
    narrow = fit("22NR", "condensed", 40, 20, 10)
    assert narrow.fits and text_width("22NR", "condensed", narrow.size) <= 40
    assert fit("22NR", "condensed", 5, 20, 10) == (10, False)
    assert wrap("dummy, movement 4", "condensed", 80, 20) == ("dummy,", "movement", "4")


def test_nonsense_is_refused() -> None:
    with pytest.raises(ValueError):
        render("<svg", 10)
    with pytest.raises(ValueError, match="0 pixels wide"):
        render("<svg/>", 0)
    with pytest.raises(ValueError, match="no colour"):
        palette.mix("red", "#000000", 0.5)


def test_a_counter_of_strength_points_has_a_front_and_the_back_that_it_prints(game: Game) -> None:
    """The Italian Front: an infantry division of 5 shows 2 on its back; a fortress of 16 has none."""
    some = next(c for c in game.counters.values() if c.steps == 4)
    five = replace(some, steps=4, attributes=MappingProxyType({"back": "2"}))
    assert sheet_faces(five, "steps") == ((4, 2),)
    assert sheet_faces(replace(five, attributes=MappingProxyType({})), "steps") == ((4, None),)
