"""The floors of the house: imports go down only; the referee knows no file format."""

from __future__ import annotations

import ast
from pathlib import Path

from importlinter.api import use_cases  # noqa: F401  (fails loudly where the library is missing)
from importlinter.cli import lint_imports

ROOT = Path(__file__).resolve().parent.parent
LONGEST = 420  # lines; the house asks for about 400


def test_imports_go_down_only(monkeypatch):
    monkeypatch.chdir(ROOT)
    assert lint_imports(config_filename="pyproject.toml", no_cache=True) == 0


def test_checks_never_call_kit():
    for path in (ROOT / "builder" / "games").rglob("checks*.py"):
        imported = {
            node.module or ""
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.ImportFrom)
        }
        assert not [name for name in imported if name.startswith("builder.kit")], f"{path} asks kit instead of facts"


def test_files_stay_readable():
    long = {
        str(path.relative_to(ROOT)): count
        for folder in ("builder", "tests")
        for path in (ROOT / folder).rglob("*.py")
        if (count := len(path.read_text(encoding="utf-8").splitlines())) > LONGEST
    }
    assert not long, f"split these: {long}"


def test_every_folder_says_what_lives_there():
    folders = [p.parent for p in (ROOT / "builder").rglob("__init__.py")]
    floors = [f for f in folders if f.parent == ROOT / "builder"]
    assert not [str(f) for f in floors if not (f / "README.md").exists()]
