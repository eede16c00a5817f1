"""The wheel: every package in it, sources and templates inside, and it works where no work tree is."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SETUP = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
CARRIED = {"builder.source", "builder.templates"}  # folders beside the package that wheels carry inside


def test_the_list_of_packages_is_complete():
    folders = {".".join(p.parent.relative_to(ROOT).parts) for p in (ROOT / "builder").rglob("__init__.py")}
    listed = set(SETUP["packages"])
    assert listed - CARRIED == folders
    assert set(SETUP["package-dir"]) == {"builder", *CARRIED}
    assert len(SETUP["packages"]) == len(listed) and SETUP["packages"] == sorted(SETUP["packages"])


def test_every_data_file_is_matched_by_a_pattern():
    """What is no Python in the folders that are carried, but for pictures of the README."""
    for package, patterns in SETUP["package-data"].items():
        folder = ROOT / SETUP["package-dir"].get(package, package.replace(".", "/"))
        matched = {path for pattern in patterns for path in folder.glob(pattern)}
        if package in CARRIED:
            there = {p for p in folder.rglob("*") if p.is_file() and not p.name.startswith(".") and p.suffix != ".png"}
            assert there == {path for path in matched if path.is_file()}
        assert matched


@pytest.mark.slow
def test_a_wheel_works_far_from_the_work_tree(tmp_path):
    tree = tmp_path / "tree"
    unwanted = shutil.ignore_patterns("__pycache__", ".*", "*.egg-info", "build")
    for name in ("builder", "source", "templates"):
        shutil.copytree(ROOT / name, tree / name, ignore=unwanted)
    for name in ("pyproject.toml", "README.md", "LICENSE", "NOTICE"):
        shutil.copy(ROOT / name, tree / name)
    pip(tmp_path, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", tmp_path / "wheels", tree)
    (wheel,) = (tmp_path / "wheels").glob("hexwright-*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "builder/source/tutorial/game.yaml" in names and "builder/templates/faces/counter.svg.j2" in names
    assert any(name.endswith("licenses/NOTICE") for name in names)
    there = tmp_path / "there"
    pip(tmp_path, "install", "--no-deps", "--target", there, wheel)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for words in (("lint", "tutorial"), ("build", "tutorial", "-o", "out"), ("explain", "12.8"), ("new", "mine")):
        env = {**os.environ, "PYTHONPATH": str(there), "HEXWRIGHT_CACHE": str(tmp_path / "cache")}
        done = subprocess.run([sys.executable, "-m", "builder", *words], cwd=elsewhere, env=env, capture_output=True)
        assert done.returncode == 0, done.stderr.decode()
    assert list((elsewhere / "out").glob("tutorial-*.vmod")) and (elsewhere / "mine" / "game.yaml").exists()


def pip(cwd: Path, *words: object) -> None:
    command = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *map(str, words)]
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
