"""The campaign scenarios of Glory's End: whole, within the limits of set-up, and without a fault (3, 17)."""

from __future__ import annotations

from collections import Counter as Count

import pytest

from builder.model import Game, Scenario, Tag

WHOLE = ("campaign", "short-campaign")
ALL = (*WHOLE, "free-set-up")
PRINTED_FORTS = {  # 7.11, 14.10, 16.2: fortresses whose hex the book gives
    "be-liege-fort": "1621",
    "fr-verdun-fort": "2822",
    "fr-toul-fort": "3320",
    "fr-epinal-fort": "3716",
    "fr-belfort-fort": "4115",
    "fr-paris-n-fort": "3036",
    "fr-paris-w-fort": "3037",
    "fr-paris-s-fort": "3136",
}


def placed(scenario: Scenario) -> dict[str, str]:
    return {p.what: p.place for p in scenario.placements}


@pytest.mark.parametrize("name", ALL)
def test_every_counter_starts_or_arrives(glory: Game, name: str) -> None:
    """3.1: a unit has an army or a hex at the start, or a turn of entry; nothing is left in the box of the game."""
    scenario = glory.scenarios[name]
    starting = {c.id for c in glory.counters.values() if not c.arrival_turn}
    due = {c.id for c in glory.counters.values() if c.arrival_turn and c.arrival_turn <= scenario.last_turn}
    assert placed(scenario).keys() & glory.counters.keys() == starting
    assert {a.what: (a.turn, a.place) for a in scenario.arrivals} == {
        i: (glory.counters[i].arrival_turn, glory.counters[i].arrival_place) for i in due
    }
    assert all(not p.steps for p in scenario.placements), "all start at full strength (3.8)"


@pytest.mark.parametrize("name", ALL)
def test_fixed_hexes_and_forts(glory: Game, name: str) -> None:
    """3.3: units with a hex of their own stand there; 14: 13 fortresses, 19 zones, none of these on a fortress."""
    scenario = glory.scenarios[name]
    where = placed(scenario)
    for counter in glory.counters.values():
        if counter.start:
            assert where[counter.id] == counter.start
    assert PRINTED_FORTS.items() <= where.items()
    forts = {where[c.id] for c in glory.counters.values() if c.type == "fortress"}
    zones = [p.place for p in scenario.placements if p.what == "fortified-zone"]
    assert (len(forts), len(zones), len(set(zones))) == (13, 19, 19)
    assert not forts & set(zones)


@pytest.mark.parametrize("name", WHOLE)
def test_armies_stand_by_their_markers(glory: Game, name: str) -> None:
    """3.3, 3.4, 3.6: five and seven markers, 4th Army in 3223, no German one beside a neutral; three hexes at most;
    Germans in both small countries and not in France, French in France; armies apart."""
    scenario, sheet = glory.scenarios[name], glory.maps[0]
    where = placed(scenario)
    markers = {what: place for what, place in where.items() if "-army-" in what}
    assert Count(what[:2] for what in markers) == {"de": 7, "fr": 5}
    assert markers["fr-army-4"] == "3223"
    assert not set(markers.values()) & set(sheet.regions["neutral-border"])
    armies: dict[str, set[str]] = {}
    germans = set()
    for counter in glory.counters.values():
        if not counter.army:
            continue
        place = where[counter.id]
        owner = sheet.hexes[place].owner
        assert owner in (("GE", "BE", "LU") if counter.nation == "german" else ("FR",)), counter.id
        if counter.nation == "german":
            germans.add(owner)
        if counter.army != "0":
            marker = markers[f"{'de' if counter.nation == 'german' else 'fr'}-army-{counter.army}"]
            assert sheet.grid.distance(marker, place) <= 3, counter.id
            armies.setdefault(place, set()).add(f"{counter.nation} {counter.army}")
    assert germans == {"GE", "BE", "LU"}
    assert all(len(names) == 1 for names in armies.values())


@pytest.mark.parametrize("name", WHOLE)
def test_germans_hold_what_they_stand_in_abroad(glory: Game, name: str) -> None:
    """4.7, and nothing else beyond their frontier."""
    scenario, sheet = glory.scenarios[name], glory.maps[0]
    abroad = {
        p.place
        for p in scenario.placements
        if p.what in glory.counters
        and glory.counters[p.what].nation == "german"
        and sheet.hexes[p.place].owner in ("BE", "LU")
    }
    assert dict(scenario.control) == dict.fromkeys(abroad, "german") and abroad


def test_free_set_up_leaves_armies_to_the_players(glory: Game) -> None:
    """3.5: armies and markers wait off the map; 3.6: nothing is said of the neutrals; the British stand (3.7)."""
    scenario = glory.scenarios["free-set-up"]
    where = placed(scenario)
    waiting = {what for what in where if "-army-" in what} | {c.id for c in glory.counters.values() if c.army}
    assert {where[what] for what in waiting} == {"Offmap-german", "Offmap-allied"}
    assert not [fact for fact in scenario.facts if "violated" in fact] and not scenario.control
    assert {where["uk-1-corps"], where["uk-2-corps"], where["uk-1c-div"]} <= set(glory.maps[0].hexes)


@pytest.mark.parametrize(("name", "rule", "last"), [("campaign", "3.3", 30), ("short-campaign", "17", 10)])
def test_frame(glory: Game, name: str, rule: str, last: int) -> None:
    """1.2, 17: thirty turns or ten, the Allies first; 4.1: 0 and minus seven; 8.6: three steps from turn 4."""
    scenario = glory.scenarios[name]
    assert (scenario.rule, scenario.first_turn, scenario.last_turn) == (rule, 1, last)
    assert scenario.first_side == "allied" and not scenario.area
    facts = scenario.facts
    assert (facts["vp german"], facts["vp allied"]) == ("0", "-7")
    assert [facts[f"replacements-per-turn {n}"] for n in ("french", "german")] == ["3", "3"]
    assert facts["replacements-from-turn"] == "4" and "replacements british" not in facts
    assert [facts[f"violated {c}"] for c in ("belgium", "luxembourg", "holland")] == ["yes", "yes", "no"]


def test_the_short_campaign_is_set_up_the_same(glory: Game) -> None:
    """17.1."""
    assert placed(glory.scenarios["short-campaign"]) == placed(glory.scenarios["campaign"])


def test_what_happens_when(glory: Game) -> None:
    """5.2, 8, 9.1, 11.5: each row's turns; arrivals are those of the counters."""
    rows = glory.tables["sequence_notes"].rows
    for key, turns, rule in (
        ("replacements", "4..30", "8.6"),
        ("withdrawal", "5", "8.8"),
        ("plan-xvii", "1..5", "4.6"),
        ("allied-sea", "8..30", "11.5"),
        ("entrenching", "10..30", "9.1"),
        ("command", "2..30", "10.1"),
        ("east-front", "30", "4.4"),
        ("conditional", "30", "4.3"),
    ):
        assert rows[key]["turns"] == turns
        evidence = rows[key].evidence_of("what")
        assert (evidence.tag, evidence.rule) == (Tag.BOOK, rule)
    for side in ("german", "allied"):
        said = {int(row["turns"]) for key, row in rows.items() if key.startswith(f"{side}-arrivals-")}
        due = {c.arrival_turn for c in glory.counters.values() if c.side == side and c.arrival_turn}
        assert said == due
