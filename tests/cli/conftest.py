"""One run of the command line, as a shell would see it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from builder.cli import main
from builder.make.build import build as build_module
from builder.make.opening import open_game
from builder.make.record import record_file

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = """\
case short "a move, taken back and made otherwise; then one too far"
game glorys-end
scenario marne
when turn 8, allied, operational-movement
do move fr-18-corps 3631-3531
do undo
do move fr-18-corps 3631-3530-3431
do move fr-11-corps 3229-3328-3428-3427-3426-3425-3424
"""
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="session")
def kept(tmp_path_factory) -> Path:
    """A cache of the tests' own, shared by all of them."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def run(capsys, monkeypatch, kept) -> Run:
    """(exit code, output, errors) of the words; a traceback would come through as an exception."""
    monkeypatch.setenv("HEXWRIGHT_CACHE", str(kept))
    monkeypatch.chdir(ROOT)  # a test may go elsewhere before it calls

    def call(*words: object) -> tuple[int, str, str]:
        capsys.readouterr()
        code = 0
        try:
            main([str(word) for word in words])
        except SystemExit as leaving:  # not pytest.raises: what it keeps would hold files open
            code = int(leaving.code or 0)
        out, err = capsys.readouterr()
        return code, out, err

    return call


@pytest.fixture(scope="session")
def made(tmp_path_factory) -> Path:
    """A folder with the tutorial's module, and a short script with its log, made once."""
    folder = tmp_path_factory.mktemp("made")
    build_module(open_game("tutorial")).save(folder)
    (folder / "short.case").write_text(SCRIPT, encoding="utf-8")
    record_file(folder / "short.case", folder / "short.vlog")
    return folder


@pytest.fixture
def log(made: Path) -> Path:
    return made / "short.vlog"


@pytest.fixture
def module(made: Path) -> Path:
    return next(made.glob("tutorial-*.vmod"))
