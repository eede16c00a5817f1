from __future__ import annotations

import json

import pypdfium2
import pytest
from PIL import Image


def test_every_option_of_the_sheets_together(run, tmp_path) -> None:
    words = ("--paper", "300x400mm", "--size", "1/2in", "--turn", "short", "--gutter", "2", "--bleed", "0.8mm",
             "--block", "3x2", "--block-gap", "9", "--corner", "1.5", "--marks", "front", "--mark-distance", "2",
             "--low-ink", "--shift-x", "0.4", "--shift-y", "-0.2", "--scale-x", "99.6", "--back-scale-x", "99.4",
             "--only", "blue-*", "--cuts", "--json")  # fmt: skip
    code, out, err = run("sheets", "tutorial", "-o", tmp_path, *words)
    told = json.loads(out)
    assert code == 0, err
    assert told["paper"] == "300x400mm" and told["size_mm"] == 12.7 and told["pages"] == 2 and len(told["cuts"]) == 2
    with pypdfium2.PdfDocument(told["sheet"]) as document:
        assert document[0].get_size() == pytest.approx((300 / 25.4 * 72, 400 / 25.4 * 72), abs=0.01)


def test_single_counters_and_the_calibration_page(run, tmp_path) -> None:
    code, out, _ = run("sheets", "tutorial", "-o", tmp_path, "--png", "600", "--only", "blue-1", "--json")
    told = json.loads(out)
    assert code == 0 and told["pictures"] == 2
    with Image.open(tmp_path / "tutorial-counters-600dpi" / "blue-1-2.png") as picture:
        assert picture.size == (375, 375)
    code, out, _ = run("sheets", "--calibration", "--paper", "Letter", "-o", tmp_path)
    assert code == 0 and (tmp_path / "calibration-Letter.pdf").is_file()


def test_a_kit_is_a_folder(run, tmp_path) -> None:
    code, out, _ = run("sheets", "tutorial", "--kit", "--paper", "letter", "-o", tmp_path)
    assert code == 0 and (tmp_path / "tutorial-kit-Letter" / "index.html").is_file() and len(out.splitlines()) == 8


def test_faces_and_sheets_of_a_module(run, samples, tmp_path) -> None:
    module = samples / "modules" / "hexmini.vmod"
    code, out, err = run("faces", module, "-o", tmp_path, "--json")
    told = json.loads(out)
    assert code == 0 and told["pieces"] == 114 and told["faces"] == 169 and "169 faces of 114 pieces" in err
    assert (tmp_path / "hexmini-faces" / "contact-sheet-1.png").is_file()
    code, out, _ = run("sheets", "--module", module, "-o", tmp_path, "--only", "event-*", "--size", "44x63mm")
    assert code == 0 and "8 counters of 44 × 63 mm" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("tutorial", "--size", "wide"), "'wide' is no length"),
        (("tutorial", "--paper", "A99"), "no paper 'A99'"),
        (("tutorial", "--block", "3"), "'3' is no block"),
        (("tutorial", "--block", "30x1"), "blocks of 30 by 1 counters"),
        (("tutorial", "--corner", "20"), "corners of 20 mm"),
        (("tutorial", "--scale-x", "50"), "between 90 and 110"),
        (("tutorial", "--png", "9"), "9 dpi"),
        (("tutorial", "--only", "blu-1"), "did you mean 'blue-1'"),
        (("tutorial", "--module", __file__), "a GAME, or --module"),
        ((), "a GAME, or --module"),
        (("tutorial", "--kit", "--only", "blue-1"), "leave out --only"),
        (("tutorial", "--png", "300", "--cuts"), "leave out --cuts"),
        (("--kit", "--module", __file__), "--kit is for a GAME"),
        (("--module", __file__), "test_sheets.py"),
    ],
)
def test_bad_input_is_told_in_a_line(run, tmp_path, words: tuple[str, ...], said: str) -> None:
    code, _, err = run("sheets", *words, "-o", tmp_path)
    assert code == 2 and said in err and "Traceback" not in err
