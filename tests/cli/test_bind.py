"""hexwright bind: drafts two files, tells what it asks for, and reads them again."""

from __future__ import annotations

import json

from builder.make.opening import open_game
from tests.foreign.modules import write_module
from tests.foreign.styles import Fans


def test_a_draft_is_written_and_read_again(run, tmp_path):
    style = Fans(open_game("glorys-end"))
    module = write_module(style, tmp_path)
    code, out, err = run("bind", module, "glorys-end", "-o", tmp_path / "b", "--json")
    told = json.loads(out)
    assert code == 1 and told["matched"] > 0.9 * told["pieces"]
    assert any("which scenario" in line for line in told["asked"])
    assert (tmp_path / "b" / "pieces.csv").exists() and (tmp_path / "b" / "binding.yaml").exists()
    code, out, _ = run("bind", module, "glorys-end", "-o", tmp_path / "b")
    assert code == 0 and "units and 1 maps bound, turn by tracker" in out
    (tmp_path / "b" / "binding.yaml").write_text("game: tgwie\n", encoding="utf-8")
    code, _, err = run("bind", module, "glorys-end", "-o", tmp_path / "b")
    assert code == 2 and "binding.yaml:1:" in err and "key 'maps' is missing" in err


def test_check_needs_the_game_and_the_module(run, log, tmp_path):
    (tmp_path / "b").mkdir()
    code, _, err = run("check", log, "--binding", tmp_path / "b")
    assert code == 2 and "--binding needs --game" in err
