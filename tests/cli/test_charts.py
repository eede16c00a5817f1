"""`hexwright charts`: a page and a picture for each chart."""

from __future__ import annotations

import json
from pathlib import Path


def test_each_chart_is_a_page_and_a_picture(run, tmp_path):
    code, out, _ = run("charts", "tutorial", "-o", tmp_path, "--json")
    files = [Path(name) for name in json.loads(out)["files"]]
    assert code == 0 and len(files) == 6
    assert {path.name for path in files} >= {"tutorial-chart-crt.html", "tutorial-chart-crt.png"}
    assert all(path.read_bytes()[:4] == b"\x89PNG" for path in files if path.suffix == ".png")
    assert run("charts", "tutorial", "-o", tmp_path)[0] == 0  # again, over what is there


def test_a_wrong_game_is_told(run):
    code, out, err = run("charts", "glory-end")
    assert code == 2 and "did you mean 'glorys-end'" in out + err
