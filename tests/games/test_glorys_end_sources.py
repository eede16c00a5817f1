"""The rulebook's word on set-ups and counters: each rule finds its own fault and nothing else."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest

from builder.games.glorys_end.sources import validate_sources
from builder.model import Arrival, Counter, Game, Placement, Scenario, Values
from builder.sources import load

SOURCE = Path(__file__).resolve().parents[2] / "source" / "glorys_end"


@pytest.fixture(scope="module")
def glory() -> Game:
    return load(SOURCE)


def codes(game: Game) -> list[str]:
    return sorted({d.code.removeprefix("glorys-end ") for d in validate_sources(game)})


def with_scenario(game: Game, scenario: Scenario) -> Game:
    return replace(game, scenarios=MappingProxyType({scenario.id: scenario}))


def scene(game: Game, *placements: Placement, arrivals: tuple[Arrival, ...] = ()) -> Game:
    """A scenario of a few pieces."""
    return with_scenario(game, Scenario("test", "Test", 8, 12, "allied", placements, arrivals, {}, {}))


def at(place: str, *units: str, marks: tuple[str, ...] = ()) -> tuple[Placement, ...]:
    return tuple(Placement(unit, place, marks=marks) for unit in units)


def with_counter(game: Game, id: str, **changes: object) -> Game:
    counter: Counter = replace(game.counters[id], **changes)
    return replace(game, counters=MappingProxyType({**game.counters, id: counter}))


def with_hex(game: Game, number: str, **changes: object) -> Game:
    sheet = game.maps[0]
    hexes = {**sheet.hexes, number: replace(sheet.hexes[number], **changes)}
    return replace(game, maps=(replace(sheet, hexes=MappingProxyType(hexes)),))


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        (at("3027", "de-2-corps", "de-4-corps"), []),  # eight steps, two corps
        (at("3027", "de-2-corps", "de-4-corps", "de-10l-bde"), []),  # nine steps
        (at("3027", "de-2-corps", "de-4-corps", "de-ge-div"), ["6.1.a"]),  # ten steps
        (at("3027", "de-2-corps", "de-4-corps", "de-10l-bde", "de-420-gun"), []),  # guns are free (6.1.c)
        (at("3036", "fr-paris-n-fort", "fr-4-corps", "fr-7-corps", "fr-n-bde"), ["6.1.a"]),  # forts count (14.2.c)
        (at("3027", "de-1c-corps", "de-2c-corps", "de-4c-corps"), ["6.1.b"]),  # seven steps, three corps
        (at("3027", "uk-4-div", "fr-42-div"), ["6.2.a"]),
        (at("3027", "uk-n-div", "fr-42-div"), []),  # 6.2.b
        (at("3027", "be-3-div", "fr-n-bde"), ["6.2.a"]),  # the exemption is British
        (at("3027", "de-2-corps", "fr-42-div"), ["12.4.a"]),
        (at("3037", "uk-4-div"), ["6.3.a"]),
        (at("3037", "de-2-corps"), []),  # an enemy may hold Paris
        (at("1743", "uk-4-div"), ["12.3.b"]),
        (at("4415", "fr-42-div"), ["3.2.c"]),
        (at("3037", "fr-paris-n-fort"), ["14.1.a"]),
        ((*at("2822", "fr-verdun-fort"), Placement("fortified-zone", "2822")), ["9.2.a"]),
        (at("3334", "uk-1-corps", marks=("ooc",)), []),
        ((*at("3334", "uk-1-corps", marks=("ooc",)), *at("3334", "uk-4-div")), ["10.1.a"]),
        ((*at("3334", "uk-1-corps", marks=("ooc",)), *at("3027", "de-2-corps", marks=("ooc",))), ["10.3.b"]),
        (
            tuple(p for i, u in enumerate(("uk-1-corps", "uk-2-corps", "uk-4-div", "uk-6-div"))
                  for p in at(f"332{i}", u, marks=("ooc",))),
            ["10.1.a"],
        ),
    ],
)  # fmt: skip
def test_set_up(glory: Game, pieces: tuple[Placement, ...], expected: list[str]) -> None:
    assert codes(scene(glory, *pieces)) == expected


@pytest.mark.parametrize(
    ("arrivals", "expected"),
    [
        ([("de-15-corps", 10, 4), ("de-7r-corps", 10, 4)], []),  # exactly eight
        ([("de-15-corps", 10, 4), ("de-7r-corps", 10, 4), ("de-10l-bde", 10, 1)], ["16.3.d"]),
        ([("de-15-corps", 10, 4), ("de-7r-corps", 10, 4), ("fr-7-corps", 10, 4)], []),  # each side its own
        ([("de-15-corps", 10, 4), ("de-7r-corps", 11, 4), ("de-10l-bde", 11, 1)], []),
        ([("de-1c-corps", 10, 2)], ["11.1.b"]),  # cavalry never
    ],
)
def test_rail_arrivals(glory: Game, arrivals: list[tuple[str, int, int]], expected: list[str]) -> None:
    rows = tuple(Arrival(unit, turn, "rail", steps) for unit, turn, steps in arrivals)
    assert codes(scene(glory, arrivals=rows)) == expected


@pytest.mark.parametrize(
    ("unit", "changes", "expected"),
    [
        ("de-2-corps", {"army": ""}, ["3.1.b"]),
        ("de-2-corps", {"start": "1415"}, ["3.1.b"]),
        ("de-2-corps", {"army": "8"}, ["3.3.a"]),
        ("fr-1-corps", {"army": "6"}, ["3.3.a"]),
        ("de-9r-corps", {"arrival_place": "S"}, ["8.2.a"]),
        ("de-9r-corps", {"arrival_place": ""}, ["8.2.a", "8.5.a"]),
        ("uk-6-div", {"arrival_place": "S"}, ["8.3.a"]),
        ("uk-i-corps", {"arrival_place": "port"}, ["8.3.a"]),
        ("fr-37-div", {"arrival_place": "1415"}, ["8.4.c"]),
        ("fr-37-div", {"arrival_place": "P"}, ["8.4.b"]),
        ("fr-45-div", {"arrival_place": "S"}, ["8.4.b"]),
        ("be-3-div", {"start": "", "arrival_turn": 3, "arrival_place": "S"}, ["8.4.d"]),
        ("fr-toul-fort", {"steps": 2, "values": (Values(0, 9, 0), Values(0, 9, 0))}, ["14.5.a"]),
        ("fr-toul-fort", {"values": (Values(1, 9, 0),)}, ["14.2.b"]),
        ("fr-toul-fort", {"start": "3321"}, ["14.1.a"]),
        ("de-305a-gun", {"designation": "420b"}, ["14.7.a"]),
        ("de-305a-gun", {"steps": 1}, ["14.7.a"]),
        ("de-ge-div", {"values": (Values(3, 1, 3), Values(2, 2, 3))}, ["2.11"]),
        ("de-1c-corps", {"type": "infantry"}, ["2.9"]),
    ],
)
def test_counter_mix(glory: Game, unit: str, changes: dict, expected: list[str]) -> None:
    game = replace(with_counter(glory, unit, **changes), scenarios=MappingProxyType({}))
    found = validate_sources(game)
    assert sorted({d.code.removeprefix("glorys-end ") for d in found}) == expected
    assert all(d.span.line for d in found), "each names its row"


@pytest.mark.parametrize(
    ("number", "changes", "expected"),
    [
        ("1743", {"place": "Atlantis"}, ["12.3.b"]),
        ("3027", {"owner": "XX"}, ["4.7.a"]),
        ("3027", {"features": ("coast",)}, ["7.8.a"]),
        ("1439", {"features": ("city", "port")}, ["7.8.a"]),
        ("1226", {"attributes": {}}, ["7.9.c"]),
        ("3027", {"features": ("town", "inland-port")}, ["7.9.c"]),
    ],
)
def test_map(glory: Game, number: str, changes: dict, expected: list[str]) -> None:
    assert codes(with_hex(glory, number, **changes)) == expected


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda p: replace(p, steps=2) if p.what == "fr-9-corps" else p, ["16.2.b"]),
        (lambda p: replace(p, marks=()) if p.place == "3333" else p, ["16.3.b"]),
        (lambda p: replace(p, marks=("ooc",)) if p.place == "3230" else p, ["10.1.a", "16.3.b"]),
        (lambda p: replace(p, what="fortified-zone") if p.place == "2331" else p, ["16.2.a"]),
        (lambda p: replace(p, what="fr-toul-fort", place="3320") if p.what == "fr-paris-w-fort" else p, ["16.2.a"]),
    ],
)
def test_marne(glory: Game, change: Callable[[Placement], Placement], expected: list[str]) -> None:
    marne = glory.scenarios["marne"]
    changed = replace(marne, placements=tuple(change(p) for p in marne.placements))
    assert codes(with_scenario(glory, changed)) == expected


@pytest.fixture(scope="module")
def campaign(shared: Path) -> Scenario:
    """A full legal deployment of the campaign, rebuilt from the book's limits."""
    text = (shared / "recon/glorys-end/setup-historical.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(text.splitlines()))
    placements = tuple(
        Placement("fortified-zone" if r["unit"].startswith("fz-") else r["unit"], r["hex"]) for r in rows
    )
    return Scenario("campaign", "Campaign", 1, 30, "allied", placements, (), {}, {})


def test_a_legal_campaign_deployment_is_without_fault(glory: Game, campaign: Scenario) -> None:
    assert len(campaign.placements) == 154
    assert validate_sources(with_scenario(glory, campaign)) == ()


@pytest.mark.parametrize(
    ("unit", "place", "expected"),
    [
        ("fr-7-corps", "3422", ["3.3.b"]),  # far from the 1st Army's marker in 3716
        ("fr-7-corps", "3713", ["3.3.b"]),  # within three hexes, yet in Alsace
        ("de-14-corps", "3811", []),
        ("de-21-corps", "3118", ["3.3.g"]),  # as GE-004: within three hexes, yet in France
        ("fr-army-4", "3224", ["3.4.c"]),
        ("de-army-1", "2425", ["3.3.e", "3.5.c"]),
        ("fr-army-1", "3419", ["3.3.b", "3.5.d"]),
    ],
)
def test_armies_by_their_markers(glory: Game, campaign: Scenario, unit: str, place: str, expected: list[str]) -> None:
    moved = tuple(replace(p, place=place) if p.what == unit else p for p in campaign.placements)
    found = set(codes(with_scenario(glory, replace(campaign, placements=moved))))
    assert found >= set(expected)
    if not expected:
        assert not found


def test_armies_do_not_mix_in_a_hex(glory: Game, campaign: Scenario) -> None:
    """GE-005: six steps and two corps would fit, but they are of two armies."""
    places = {p.what: p.place for p in campaign.placements}
    moved = tuple(
        replace(p, place=places["fr-20-corps"]) if p.what == "fr-21-corps" else p for p in campaign.placements
    )
    assert "3.3.d" in codes(with_scenario(glory, replace(campaign, placements=moved)))


def test_germans_start_in_both_invaded_countries(glory: Game, campaign: Scenario) -> None:
    owner = {number: hex_.owner for number, hex_ in glory.maps[0].hexes.items()}
    for country in ("LU", "BE"):
        kept = tuple(p for p in campaign.placements if not (p.what.startswith("de-") and owner.get(p.place) == country))
        assert "3.3.f" in codes(with_scenario(glory, replace(campaign, placements=kept)))
