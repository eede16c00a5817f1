"""Faults planted in copies of the games, line by line: lint names each by its rule, at its line or its hex."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from builder.make.opening import validate_by_rules
from builder.sources import lint

SOURCE = Path(__file__).resolve().parents[2] / "source"
Edit = Callable[[str], str]


def at(place: str) -> Edit:
    """The piece of the line elsewhere."""
    return lambda line: re.sub(r'\bat: "?[\w-]+"?', f'at: "{place}"', line)


def replaced(old: str, new: str) -> Edit:
    return lambda line: line.replace(old, new)


# (file, what its line holds, how it is changed, the rule)
FAULTS: dict[str, tuple[tuple[str, str, Edit, str], ...]] = {
    "tgwie": (
        ("scenarios/1914.yaml", "{what: fr-7-inf,", at("W5409"), "3.2.F"),
        ("scenarios/1914.yaml", "{what: be-4-inf,", at("W6220"), "3.2.BE"),
        ("scenarios/1915.yaml", "{what: ah-7-inf,", at("W5024"), "22.13.G"),
        ("scenarios/1915.yaml", "{what: ge-201-inf,", at("W5024"), "3.1.B"),
        ("scenarios/1915.yaml", "{what: br-nz-inf,", at("E1022"), "22.8.D"),
        ("scenarios/1915.yaml", "{what: cp-jutland,", at("Cup-central"), "7.1.B"),
        ("scenarios/1916.yaml", "{what: trench-fr,", at("Trench-1"), "13.18"),
        ("scenarios/1917.yaml", "{what: al-foch,", at("Cup-central"), "7.1.C"),
        ("scenarios/1917.yaml", "{what: rp-ge,", at("R9"), "6.2.G"),
        ("scenarios/1917.yaml", "{what: br-17-inf,", at("W2026"), "12.5.A"),
    ),
    "glorys_end": (
        ("scenarios/marne.yaml", "{what: uk-1-corps,", replaced(", marks: [ooc]", ""), "16.3.b"),
        ("scenarios/marne.yaml", "{what: fr-paris-n-fort,", at("3035"), "14.1.a"),
        ("scenarios/campaign.yaml", "{what: de-18-corps,", at("1920"), "3.3.e"),
        ("scenarios/campaign.yaml", "{what: fr-10-corps,", at("2718"), "12.4.a"),
        ("scenarios/campaign.yaml", "{what: de-5-corps,", at("3118"), "3.3.g"),
        ("scenarios/campaign.yaml", "{what: fr-army-4,", at("3222"), "3.4.c"),
        ("scenarios/campaign.yaml", "{what: de-16-corps,", at("2717"), "6.1.b"),
        ("scenarios/campaign.yaml", "{what: uk-1-corps,", at("2425"), "6.2.a"),
    ),
    "italian_front": (
        ("scenarios/may-1915.yaml", "{what: ah-53m-mtn-bde,", at("1717"), "I5-1"),
        ("scenarios/may-1915.yaml", "{what: ah-16-art,", at("2428"), "I5-1"),
        ("scenarios/may-1915.yaml", "{what: ah-tir-hq,", replaced("stock: 5", "stock: 101"), "S18-17"),
        ("scenarios/may-1916.yaml", "{what: it-1st-hq,", replaced("stock: ", "stock: 10"), "S18-17"),
        ("scenarios/may-1917-example.yaml", "{what: ah-trste-bde,", at("3318"), "I3-4"),
        ("scenarios/may-1915.yaml", "{what: ah-44-div, turn:", replaced("turn: 86", "turn: 87"), "I3-10"),
        ("scenarios/may-1915.yaml", "{what: ah-22-div, turn:", replaced("place: AH", "place: IT"), "I15-12"),
    ),
}  # fmt: skip


def planted(folder: Path, file: str, holds: str, edit: Edit) -> int:
    """Change the first line that holds the words; its number."""
    path = folder / file
    lines = path.read_text("utf-8").splitlines(keepends=True)
    number = next(n for n, line in enumerate(lines) if holds in line)
    changed = edit(lines[number])
    assert changed != lines[number], holds
    lines[number] = changed
    path.write_text("".join(lines), "utf-8")
    return number + 1


@pytest.mark.parametrize("game", FAULTS)
def test_each_is_found_with_its_rule_at_its_line(tmp_path: Path, game: str) -> None:
    folder = Path(shutil.copytree(SOURCE / game, tmp_path / game))
    wanted = [(f"{game.replace('_', '-')} {rule}", file, planted(folder, file, holds, edit))
              for file, holds, edit, rule in FAULTS[game]]  # fmt: skip
    found = lint(folder, validate=validate_by_rules)
    for code, file, line in wanted:
        here = [d for d in found if d.code == code and d.span.path.endswith(f"{game}/{file}")]
        place = re.search(r'\bat: "?([\w-]+)', (folder / file).read_text("utf-8").splitlines()[line - 1])
        stack = place is not None and any(d.headline.startswith(f"{place[1]}: ") for d in here)  # of the whole hex
        assert stack or any(d.span.line == line for d in here), (code, file, line)


def test_there_are_at_least_twenty_five() -> None:
    assert sum(map(len, FAULTS.values())) >= 25
