"""Shared fixtures: where the recorded samples lie, and the depth of the run."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("hexwright", deadline=None)  # a loaded machine is no fault
settings.load_profile("hexwright")

ROOT = Path(__file__).resolve().parent.parent


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="also census depth, pictures, browser and fuzz tests")
    parser.addoption("--update", action="store_true", help="rewrite golden files (refused under CI)")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--update") and os.environ.get("CI"):
        raise pytest.UsageError("--update is refused under CI: goldens are rewritten by hand and read before they land")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--all"):
        return
    skip = pytest.mark.skip(reason="slow: run with --all")
    for item in items:
        if "slow" in item.keywords:
            item.add_marker(skip)


def shared_folder() -> Path | None:
    folder = Path(os.environ.get("HEXWRIGHT_SHARED", ROOT.parent / "shared"))
    return folder if (folder / "vassal-samples").is_dir() else None


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with recorded samples and rule digests; skips elsewhere, never under CI where it must stand."""
    folder = shared_folder()
    if folder is None:
        message = "the recorded samples (../shared, or HEXWRIGHT_SHARED) are not here"
        if os.environ.get("CI"):
            pytest.fail(message + ", and CI must not skip them")
        pytest.skip(message)
    return folder


@pytest.fixture(scope="session")
def samples(shared: Path) -> Path:
    return shared / "vassal-samples"


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update"))
