"""What the books say of their counters, and what a face of ours shows of it."""

from __future__ import annotations

import io
import re
from collections import Counter as Tally
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from PIL import Image

from builder.art import palette
from builder.art.faces import counter_faces, face_svg, reverse
from builder.art.faces_looks import look_of
from builder.art.faces_parts import pips, side_of
from builder.art.images import back_image, images_for
from builder.art.markers import marker_svg
from builder.art.render import render
from builder.model import Counter, Game
from builder.sources import load

SOURCE = Path(__file__).resolve().parents[2] / "source"


@lru_cache(maxsize=3)
def game_of(name: str) -> Game:
    return load(str(SOURCE / name))


def texts(svg: str) -> Tally[str]:
    return Tally(re.findall(r"<text[^>]*>([^<]*)</text>", svg))


def pixel(svg: str, x: float, y: float) -> tuple[int, int, int]:
    return Image.open(io.BytesIO(render(svg, 600))).convert("RGB").getpixel((round(x * 4), round(y * 4)))


def test_the_sample_division_of_the_great_war() -> None:
    """tgwie 2.4: 8th Bavarian Reserve, 3-4-4, arrives on C, a band for its shock side, where the dot is."""
    game = game_of("tgwie")
    counter = game.counters["ge-8br-inf"]
    front = face_svg(counter, 1, game)
    assert texts(front) == Tally(["XX", "C", "8BR", "3-4-4"])
    assert pixel(front, 30, 99.4) == palette.rgb(palette.RED)
    back = reverse(counter)
    assert back is not None and not side_of(counter, 0).dot and side_of(back, 0).dot
    assert "C" not in texts(face_svg(back, 1, game))


def test_shock_troops_are_white_on_black_and_regulars_black_on_field_grey() -> None:
    game = game_of("tgwie")  # 2.6.2
    regular = game.counters["ge-8br-inf"]
    back = reverse(regular)
    assert back is not None and back.type == "shock"
    assert palette.luminance(look_of(back, game).ground) < 0.02 and look_of(back, game).ink == palette.WHITE
    assert palette.luminance(look_of(regular, game).ink) < 0.02
    assert 0.2 < palette.luminance(look_of(regular, game).ground) < 0.5


def test_the_sample_headquarters() -> None:
    """tgwie 2.5: the German 8th Army supports with 1, used with 0, moves 3, and begins with the circled E."""
    game = game_of("tgwie")
    counter = game.counters["ge-8-hq"]
    front = face_svg(counter, 1, game)
    assert {"1-3", "HQ", "8", "XXXX", "E"} == set(texts(front)) and side_of(counter, 0).circled
    used = reverse(counter)
    assert used is not None and "0-3" in texts(face_svg(used, 1, game))


def test_letters_of_arrival_are_not_circled_and_codes_of_the_start_are() -> None:
    game = game_of("tgwie")  # 3.1.B
    for counter in game.counters.values():
        side = side_of(counter, 0)
        assert side.circled == bool(counter.attributes.get("setup_code")), counter.id
        assert not (counter.attributes.get("letter") and side.circled), counter.id


def test_only_the_first_step_of_the_british_may_not_be_replaced() -> None:
    game = game_of("tgwie")  # 2.11.B
    british = [c for c in game.counters.values() if c.nation == "british" and c.steps == 2]
    assert british
    for counter in british:
        assert side_of(counter, 0).dot and not side_of(counter, 1).dot


def test_the_die_modifier_of_the_royal_tank_corps_is_the_corrected_one() -> None:
    game = game_of("tgwie")  # 2.3.2.A
    assert "+2" in texts(face_svg(game.counters["br-rtc-tank"], 1, game))


def test_aces_bear_the_rolls_that_kill_them() -> None:
    game = game_of("tgwie")  # 7.6.3
    aces = [c for c in game.counters.values() if c.type == "ace"]
    assert len(aces) == 8
    for counter in aces:
        assert any(text.startswith("KIA ") for text in texts(face_svg(counter, counter_faces(counter)[0], game)))


def test_chits_that_must_be_played_at_once_have_a_band() -> None:
    game = game_of("tgwie")  # 7.4.B; 7.13 is no such event, 7.11 is one
    assert pixel(marker_svg(game.markers["al-italy-entry"], "front", game), 20, 135) == palette.rgb(palette.RED)
    assert pixel(marker_svg(game.markers["al-gallipoli"], "front", game), 20, 135) != palette.rgb(palette.RED)


def test_reverses_have_a_picture_each_and_none_is_its_front() -> None:
    game = game_of("tgwie")
    some = [c for c in game.counters.values() if reverse(c) is not None]
    assert len(some) == 58 + 48 + 11 + 12  # used, shock, converted, entering
    few = {c.id: c for c in some[::9]}
    images = images_for(replace(game, counters=few, markers={}), 75)
    for counter in few.values():
        assert images[back_image(counter)] != images[f"{counter.id}-1.png"]


def test_a_substitute_has_the_dot_in_its_corner_and_a_group_its_bracket() -> None:
    game = game_of("glorys_end")  # 2.11, 2.8
    corps = game.counters["de-2-corps"]
    assert "<circle" not in face_svg(corps, 3, game) and '<circle cx="18" cy="17"' in face_svg(corps, 2, game)
    group = next(c for c in game.counters.values() if c.size == "group")
    assert "M49 13 V5 H101 V13" in face_svg(group, group.steps, game)
    assert "M49 13 V5 H101 V13" not in face_svg(corps, 4, game)


def test_steps_that_are_left_are_filled() -> None:
    game = game_of("glorys_end")
    assert [pip.full for pip in pips(game.counters["de-2-corps"], 1, game)] == [False, True, True, True]


def test_men_of_the_armies_of_the_italian_front_are_told_by_their_box() -> None:
    """50-1, 50-4: Bavarians blue with white lines, Austrians red, Hungarians green, Croats light blue."""
    game = game_of("italian_front")

    def of(group: str) -> Counter:
        return next(c for c in game.counters.values() if c.attributes.get("group") == group and c.type != "replacement")

    red, green, blue = range(3)
    austrian, hungarian, croat = (palette.rgb(look_of(of(g), game).paper) for g in ("austrian", "hungarian", "croat"))
    assert austrian[red] > 2 * austrian[blue] and hungarian[green] > hungarian[red] and croat[blue] > croat[red]
    bavarian = look_of(of("bavarian"), game)
    assert palette.rgb(bavarian.paper)[blue] > 2 * palette.rgb(bavarian.paper)[red] and bavarian.line == palette.WHITE
    codes = {g: texts(face_svg(of(g), counter_faces(of(g))[0], game)) for g in ("austrian", "hungarian", "bavarian")}
    assert "Au" in codes["austrian"] and "Hu" in codes["hungarian"] and "Ba" in codes["bavarian"]


def test_yellow_values_stand_on_a_ground_of_their_own() -> None:
    """50-4, 40-3: they say which cavalry gives way, so they must be read on white."""
    game = game_of("italian_front")
    some = next(c for c in game.counters.values() if c.attributes.get("group") == "values-yellow")
    look = look_of(some, game)
    assert palette.contrast(look.values, look.ground) < 4.5 <= palette.contrast(look.values, look.values_ground)


def test_full_strength_stands_beside_the_symbol_of_units_that_recombine() -> None:
    game = game_of("italian_front")  # the playing pieces, 23-1
    third = game.counters["ah-3-div"]
    assert texts(face_svg(third, 3, game)) == Tally(["XX", "5", "Au", "3", "3-4"])
    assert texts(face_svg(game.counters["it-2320-fort"], game.counters["it-2320-fort"].steps, game))["2320"] == 2


def test_a_game_puts_its_own_template_before_ours(tmp_path: Path) -> None:
    game = game_of("glorys_end")
    (tmp_path / "templates" / "faces").mkdir(parents=True)
    (tmp_path / "templates" / "faces" / "symbol-cavalry.svg.j2").write_text(
        '<circle cx="33" cy="20" r="12" fill="#00ff00"/>'
    )
    own = replace(game, folder=str(tmp_path))
    cavalry = next(c for c in game.counters.values() if c.type == "cavalry")
    assert "#00ff00" in face_svg(cavalry, cavalry.steps, own)
    assert "#00ff00" not in face_svg(cavalry, cavalry.steps, game)
    assert face_svg(game.counters["de-2-corps"], 4, own) == face_svg(game.counters["de-2-corps"], 4, game)
