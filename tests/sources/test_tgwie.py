"""The Great War in Europe: what the book says of numbers, computed from the counter mix and the set-ups.

Every expected value is the book's, with its rule; nothing here is read from our own tables of statements.
"""

from __future__ import annotations

import csv
import re
from collections import Counter as Count
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from builder.games.tgwie.pool import pool
from builder.games.tgwie.setup_words import DIVISIONS, printed_value
from builder.model import Counter, Evidence, Game, Placement, Tag

SOURCE = Path(__file__).resolve().parents[2] / "source/tgwie"
CAMPAIGNS = ("1914", "1915", "1916", "1917", "1918")


def standing(game: Game, scenario: str, nation: str, *kinds: str) -> list[tuple[Counter, Placement]]:
    """Counters of a nation with their places; `kinds` limits the types."""
    found = ((game.counters.get(p.what), p) for p in game.scenarios[scenario].placements)
    return [(c, p) for c, p in found if c and c.nation == nation and (not kinds or c.type in kinds)]


def places(units: Iterable[tuple[Counter, Placement]]) -> Count[str]:
    """How many stand where; all boxes of arrivals as one."""
    return Count("waiting" if p.place.startswith(("Due", "US")) else p.place for _, p in units)


# ---- the counter mix


def test_there_are_twelve_hundred_pieces(tgwie: Game) -> None:
    """2.3.1.A; pre-war chits are made of blanks (23.2.A), of which they need twenty."""
    made = [m for m in tgwie.markers.values() if "-pwe-" in m.id]
    assert len(tgwie.counters) + sum(m.count for m in tgwie.markers.values() if m not in made) == 1200
    assert tgwie.markers["blank"].count >= 20


def test_sample_counters(tgwie: Game) -> None:
    """2.4 and 2.5: the counters that the book draws; 2.3.2: the errata."""
    bavarian = tgwie.counters["ge-8br-inf"]
    assert (printed_value(bavarian), bavarian.steps, bavarian.attributes["shock"]) == ("3-4-4", 1, "yes")
    assert bavarian.attributes["letter"] == "C"
    army = tgwie.counters["ge-8-hq"]
    assert (army.attributes["artillery"], army.at(1).movement, army.attributes["setup_code"]) == ("1", 3, "E")
    assert tgwie.counters["br-rtc-tank"].attributes["drm"] == "2"
    assert tgwie.counters["tu-3-inf"].attributes["letter"] == "E"


@pytest.mark.parametrize(
    ("nation", "names", "rule"),
    [
        ("german", [*map(str, range(1, 13)), "Sud"], "18.18"),
        ("russian", ["7", "8", "9", "11", "GD", "SW"], "18.12.B, 3.2"),
        ("british", ["10", "13", "52", "53", "54", "3IN", "7IN", "1AS", "NZ", "29", "63RN", "42"], "18.8.B, 22.8"),
        ("french", ["LFD", "ITL", "FR1", "FR2"], "22.9, 24.9.B"),
        ("austro-hungarian", ["88KBD"], "18.16.C"),
    ],
)
def test_named_units_exist(tgwie: Game, nation: str, names: list[str], rule: str) -> None:
    have = {c.designation for c in tgwie.counters.values() if c.nation == nation}
    assert set(names) <= have, rule


def test_evidence_is_no_stronger_than_the_book(tgwie: Game) -> None:
    """The book prints no counter sheet: beside samples and named units, values stand as ours."""
    proven = [c.id for c in tgwie.counters.values() if c.type in DIVISIONS and c.evidence["values"].tag is Tag.BOOK]
    known = {"ge-8br-inf", "tu-19-inf"}  # 2.4, 25.20.B
    assert {i for i in proven if not i.startswith("pg-")} <= known  # 16.4.A states all of the Provisional Government


# ---- counts and values of each scenario, all at the same time (hand-computed from the book)


def test_1914_codes_fill_their_boxes(tgwie: Game) -> None:
    """3.2, 3.3: every coded unit stands under its code; V, X, Y fit two to a fort; 30 Germans for the north."""
    for c, p in [(c, p) for n in tgwie.nations for c, p in standing(tgwie, "1914", n)]:
        code = c.attributes.get("setup_code", "")
        if code and code != "entry":
            fixed = {"be-4-inf": "W6221", "fr-lfd-inf": "W6413"}.get(c.id, "W6819" if code == "BE" else "")
            assert p.place == (fixed or f"Setup{c.side.capitalize()}{code}"), c.id
        else:
            assert not p.place.startswith("Setup") and not re.fullmatch(r"[WE]\d{4}", p.place), c.id
    w = [c for c, p in standing(tgwie, "1914", "german", "infantry") if p.place == "SetupCentralW"]
    assert len(w) >= 30  # 3.3.W
    west, east = tgwie.maps
    by_code = Count(c.attributes.get("setup_code", "") for c in tgwie.counters.values() if c.nation == "german")
    assert by_code["X"] <= 2 * len(west.regions["setup-x"])
    assert by_code["Y"] <= 2 * len(east.regions["setup-y"])
    russian = Count(c.attributes.get("setup_code", "") for c in tgwie.counters.values() if c.nation == "russian")
    assert russian["V"] <= 2 * len(east.regions["setup-v"])


def test_1915(tgwie: Game) -> None:
    """Chapter 22."""
    russian = standing(tgwie, "1915", "russian", *DIVISIONS, "tank")
    assert places(russian)["ForcesRussian"] == 106  # 22.11.B
    hqs = standing(tgwie, "1915", "russian", "hq")
    assert all("spent" in p.marks for _, p in hqs if p.place == "ForcesRussian")  # 22.6.F
    austrian = standing(tgwie, "1915", "austro-hungarian", *DIVISIONS)
    at = places(austrian)
    assert (at["AreaA-HItaly"], at["E2912"], at["AreaA-HBalkans"]) == (15, 1, 10)  # 22.13.C to E
    dead = Count(printed_value(c) for c, p in austrian if p.place == "Dead-central")
    assert dead["1-6"] == 3 and dead.total() == 7  # 22.13.B
    corners = {p.place for _, p in standing(tgwie, "1915", "austro-hungarian", "hq") if p.place[0] == "E"}
    assert corners == {"E4312", "E3714", "E3616", "E3319"}  # 22.13.F
    german = places(standing(tgwie, "1915", "german", *DIVISIONS))
    assert (german["AreaGermaneast"], german["Dead-central"]) == (51, 3)  # 22.15.B, F
    turks = standing(tgwie, "1915", "ottoman", *DIVISIONS)
    assert Count(p.place for c, p in turks if printed_value(c) == "2-4" and p.place == "E1024") == {
        "E1024": 6
    }  # 22.16.C
    assert places(turks)["Dead-central"] == 1  # 22.16.B
    landed = {c.designation: p.place for c, p in standing(tgwie, "1915", "british") if p.place[0] in "EW"}
    assert landed == {"1AS": "E1122", "NZ": "E1122", "29": "E1022", "63RN": "E1022", "42": "W6707", "52": "W6707"}
    assert places(standing(tgwie, "1915", "french"))["Dead-allied"] == 5  # 22.9.E


def test_1916(tgwie: Game) -> None:
    """Chapter 24."""
    british = standing(tgwie, "1916", "british")
    out = sorted(c.designation for c, p in british if p.place == "AreaBritishBalkans")
    values = Count(printed_value(c, reduced=c.steps == 2) for c, p in british if p.place == "AreaBritishBalkans")
    assert len(out) == 5 and values == {"3-4": 4, "3-4-4": 1}  # 24.8.D
    dead = Count(c.type for c, p in british if p.place == "Dead-allied")
    assert dead == {"cavalry": 2, "infantry": 4}  # 24.8.E
    assert places(standing(tgwie, "1916", "russian"))["Dead-allied"] == 15  # 24.11.B
    serbian = standing(tgwie, "1916", "serbian")
    assert {p.place for c, p in serbian if c.type == "hq"} == {"E1116"}
    assert {p.place for c, p in serbian if c.type != "hq"} == {"Dead-allied"}  # 24.12
    german = places(standing(tgwie, "1916", "german", *DIVISIONS))
    assert (german["AreaGermaneast"], german["AreaGermanBalkans"]) == (47, 4)  # 24.16.B, C
    hqs = [c.designation for c, p in standing(tgwie, "1916", "german", "hq") if p.place == "AreaGermaneast"]
    assert len(hqs) == 4 and {"11", "Sud"} <= set(hqs)  # 24.16.B
    bulgarian = places(standing(tgwie, "1916", "bulgarian", *DIVISIONS))
    assert bulgarian["AreaBulgarianhome"] == 4  # 24.15.C


def test_1917(tgwie: Game) -> None:
    """Chapter 18: the Germans are 151 + 72 + 3 and twelve dead, and none is left over."""
    german = standing(tgwie, "1917", "german", *DIVISIONS)
    at = places(german)
    waiting = at.pop("waiting")
    assert at == {"ForcesGerman": 151, "AreaGermaneast": 72, "AreaGermanBalkans": 3, "Dead-central": 12}  # 18.18
    later = [c for c in tgwie.counters.values() if c.nation == "german" and c.attributes.get("letter", "") > "L"]
    assert waiting == len([c for c in later if c.type in DIVISIONS])
    east = [c for c, p in german if p.place == "AreaGermaneast"]
    assert sum((c.at(1).defence or 0) >= 3 for c in east) >= 36  # 18.18.2.B
    hqs = {p.place: set() for _, p in standing(tgwie, "1917", "german", "hq")}
    for c, p in standing(tgwie, "1917", "german", "hq"):
        hqs[p.place].add(c.designation)
    assert hqs["ForcesGerman"] == set("1234567")  # 18.18.1.A
    assert hqs["AreaGermaneast"] == {"8", "9", "10", "11", "12", "Sud"}  # 18.18.2.A
    austrian = places(standing(tgwie, "1917", "austro-hungarian", *DIVISIONS))
    assert (austrian["AreaA-HItaly"], austrian["AreaA-HBalkans"], austrian["AreaA-Hnorth"]) == (20, 2, 2)  # 18.16
    bulgarian = places(standing(tgwie, "1917", "bulgarian", *DIVISIONS))
    assert bulgarian == {"ForcesBulgarian": 8, "AreaBulgarianRomania": 2}  # 18.17: exactly ten
    serbian = Count(printed_value(c) for c, p in standing(tgwie, "1917", "serbian") if p.place == "Dead-allied")
    assert serbian == {"2-4": 5, "1-6": 1}  # 18.13.B
    gone = {c.designation for c, p in standing(tgwie, "1917", "russian", "hq") if p.place == "Out-of-game"}
    assert gone == {"7", "8", "9", "11", "GD"}  # 18.12.B
    in_play = [c for c, p in standing(tgwie, "1917", "russian", "infantry") if p.place == "ForcesRussian"]
    assert all(c.at(1).movement != 4 or c.designation == "SV" for c in in_play)  # 16.4.A


def test_1918(tgwie: Game) -> None:
    """Chapter 25."""
    assert places(standing(tgwie, "1918", "provisional"))["ForcesRussian"] == 80  # 25.13.B
    assert {p.place for _, p in standing(tgwie, "1918", "russian")} == {"Out-of-game"}
    american = [c for c, p in standing(tgwie, "1918", "american", "infantry") if not p.place.startswith("Due")]
    assert len(american) == 1  # 25.15.B
    german = standing(tgwie, "1918", "german", "infantry")
    assert all("turned" in p.marks for c, p in german if c.attributes.get("shock") and p.place == "ForcesGerman")
    bulgarian = standing(tgwie, "1918", "bulgarian", *DIVISIONS)
    assert {p.steps for _, p in bulgarian} == {1}  # 25.18.B
    serbian = Count(printed_value(c) for c, p in standing(tgwie, "1918", "serbian") if p.place == "Dead-allied")
    assert serbian == {"2-4": 4, "1-6": 1}  # 25.14.B
    assert places(standing(tgwie, "1918", "austro-hungarian", *DIVISIONS))["AreaA-HItaly"] == 30  # 25.17.B


@pytest.mark.parametrize(
    ("scenario", "nation", "kinds", "number", "rule"),
    [
        ("grand-offensive", "british", DIVISIONS, 8 + 6 + 40, "26.1"),
        ("grand-offensive", "belgian", DIVISIONS, 8, "26.1.2"),
        ("grand-offensive", "german", DIVISIONS, 12 + 57 + 19, "26.1"),
        ("grand-offensive", "american", DIVISIONS, 3 + 13, "26.1.3"),
        ("grand-offensive", "french", DIVISIONS, 31, "26.1.3"),
        ("grand-offensive", "german", ("hq",), 3, "26.1"),
        ("st-mihiel", "american", DIVISIONS, 9, "26.2.1"),
        ("st-mihiel", "french", DIVISIONS, 2, "26.2.1"),
        ("st-mihiel", "german", DIVISIONS, 9, "26.2.1"),
        ("amiens", "british", DIVISIONS, 5 + 4 + 5 + 4, "26.3.1"),
        ("amiens", "german", DIVISIONS, 13, "26.3.1"),
        ("salonika", "bulgarian", DIVISIONS, 9, "26.4.1"),
        ("salonika", "serbian", DIVISIONS, 7, "26.4.1"),
        ("salonika", "french", DIVISIONS, 9, "26.4.1"),
        ("salonika", "british", DIVISIONS, 7, "26.4.1"),
    ],
)
def test_short_scenarios(
    tgwie: Game, scenario: str, nation: str, kinds: tuple[str, ...], number: int, rule: str
) -> None:
    found = [c for c, p in standing(tgwie, scenario, nation, *kinds) if p.place != "Out-of-game"]
    assert len(found) == number, rule


def test_eighteen_of_57_germans_are_shock_troops(tgwie: Game) -> None:
    turned = [c for c, p in standing(tgwie, "grand-offensive", "german") if "turned" in p.marks]
    assert len(turned) == 18 and all(c.attributes["shock"] == "yes" for c in turned)  # 26.1.3


# ---- chits


def chits_in(game: Game, scenario: str, box: str) -> Count[str]:
    """Names of the chits in a box; a unit that is its own chit by the name of the chit."""
    rows = game.tables["chits"].rows.values()
    names = {name: row["name"] for row in rows for name in (row.key, *row["counters"].split())}
    return Count(re.sub(r" \(.*\)", "", names[p.what]) for p in game.scenarios[scenario].placements
                 if p.place == box and p.what in names)  # fmt: skip


def test_cups_of_1917_are_those_of_the_book(tgwie: Game) -> None:
    assert chits_in(tgwie, "1917", "Cup-allied") == {
        "No Effect": 2, "French AAC": 1, "Mustard Gas": 1, "Mine Attack": 1, "Convoy": 1, "Foch": 1, "Greek Entry": 1,
        "French Army Mutiny": 1, "Royal Tank Corps": 1,
    }  # fmt: skip  # 18.5.1.A
    assert chits_in(tgwie, "1917", "Cup-central") == {
        "No Effect": 2, "Romanian Entry": 1, "Shock Troops": 2, "Mustard Gas": 1, "Bruchmueller": 1,
        "Manfred von Richthofen": 1,
    }  # fmt: skip  # 18.5.2.A
    assert chits_in(tgwie, "1917", "Warfare") == {"U-boat": 1}  # 18.5.2.B


@pytest.mark.parametrize("side", ["allied", "central"])
def test_each_side_has_eight_event_chits_of_the_first_set(tgwie: Game, side: str) -> None:
    """24.5.A, D: with the two that do nothing."""
    rows = [r for r in tgwie.tables["chits"].rows.values() if r["side"] == side and r["letter"] == "C"]
    assert sum(int(r["count"]) for r in rows if r["kind"] not in ("air", "ace", "unit")) == 8


def test_no_chit_is_in_a_cup_before_1915(tgwie: Game) -> None:
    assert not chits_in(tgwie, "1914", "Cup-allied") and not chits_in(tgwie, "1914", "Cup-central")  # 7.1.A


def test_warfare_box(tgwie: Game) -> None:
    assert chits_in(tgwie, "1915", "Warfare") == {"U-boat": 1}  # 22.5.E
    assert chits_in(tgwie, "1918", "Warfare") == {"Convoy": 1}  # 25.5.D
    assert chits_in(tgwie, "1915", "T7") == {"Serb Typhus": 1}  # 22.5.D


# ---- calendar and tracks


@pytest.mark.parametrize(
    ("scenario", "turn", "label"),
    [("1914", 1, "18-24 August 1914"), ("1915", 10, "May 1915"), ("1916", 17, "January-February 1916"),
     ("1917", 29, "April 1917"), ("1918", 37, "January-February 1918"), ("st-mihiel", 44, "September 1918"),
     ("amiens", 43, "August 1918")],
)  # fmt: skip
def test_scenarios_open_in_their_month(tgwie: Game, scenario: str, turn: int, label: str) -> None:
    assert tgwie.scenarios[scenario].first_turn == turn and tgwie.turns[turn - 1].label == label
    if scenario in CAMPAIGNS:
        assert tgwie.scenarios[scenario].last_turn == 51


@pytest.mark.parametrize(
    ("scenario", "vp", "cities", "german", "british", "french", "other"),
    [("1914", 0, 0, "NE", "NE", "NE", "NE"), ("1915", 6, 1, "-2", "-1", "-1", "NE"),
     ("1916", 9, 0, "-2", "-2", "-2", "-1"), ("1917", 10, 0, "-2", "-2", "-2", "-1"),
     ("1918", 11, 0, "-2", "-2", "-2", "-1")],
)  # fmt: skip
def test_tracks(
    tgwie: Game, scenario: str, vp: int, cities: int, german: str, british: str, french: str, other: str
) -> None:
    """3.1.B, 22.4, 24.4, 18.4, 25.4."""
    at = {p.what: p.place for p in tgwie.scenarios[scenario].placements if p.what in tgwie.markers}
    assert (at["cp-vp"], at["allied-cities"], at["vp-retaken"]) == (f"R{vp}", f"R{cities}", "R0")
    levels = (at["trench-ge"], at["trench-brbe"], at["trench-fr"], at["trench-oal"], at["trench-ocp"])
    assert levels == tuple(f"Trench{level}" for level in (german, british, french, other, other))


@pytest.mark.parametrize(
    ("scenario", "points"),
    [("1915", "be 1 br 0 fr 3 it 0 ru 0 se 0 ge 2 ah 0 tu 2"),
     ("1916", "be 2 br 3 fr 0 it 0 ru 0 se 0 ge 3 ah 0 bu 0 tu 3"),
     ("1917", "be 2 br 4 fr 4 it 0 ru 0 se 0 ro 0 ge 8 ah 0 bu 0 tu 0"),
     ("1918", "be 5 br 6 fr 3 it 0 gr 2 se 1 ro 0 ge 3 ah 0 bu 0 tu 0")],
)  # fmt: skip
def test_resource_points(tgwie: Game, scenario: str, points: str) -> None:
    """22.7 to 22.16, 24.7 to 24.17, 18.7 to 18.19, 25.7 to 25.20."""
    words = points.split()
    wanted = {f"rp-{code}": f"R{n}" for code, n in zip(words[::2], words[1::2])}
    have = {p.what: p.place for p in tgwie.scenarios[scenario].placements if p.what.startswith("rp-")}
    assert have == wanted


def test_one_result_of_the_crt_is_known(tgwie: Game) -> None:
    row = tgwie.tables["crt_a"].rows["2:1/2"]
    assert (row["attacker"], row["defender"]) == ("2", "1")  # 13.12.A
    proven = {t: [r.key for r in tgwie.tables[t].rows.values() if r.evidence_of("attacker").tag is Tag.BOOK]
              for t in ("crt_a", "crt_b")}  # fmt: skip
    assert proven == {"crt_a": ["2:1/2", "worse"], "crt_b": ["worse"]}


def test_every_counter_has_its_place_in_a_campaign(tgwie: Game) -> None:
    """Each counter stands once, but for tanks and air units whose chit is elsewhere: those too, as chits."""
    for scenario in CAMPAIGNS:
        have = Count(p.what for p in tgwie.scenarios[scenario].placements if p.what in tgwie.counters)
        assert set(have) == set(tgwie.counters) and max(have.values()) == 1, scenario
        assert set(pool(tgwie, tgwie.scenarios[scenario])) <= set(have)


def evidence_of(game: Game) -> Iterator[tuple[str, Evidence]]:
    """Every statement of evidence in counters, markers, tables and scenarios, with what it is about."""
    for counter in game.counters.values():
        yield from ((counter.id, e) for e in counter.evidence.values())
    yield from ((m.id, m.evidence) for m in game.markers.values())
    for name, found in game.tables.items():
        yield from ((f"{name} {row.key}", e) for row in found.rows.values() for e in row.evidence.values())
    for scenario in game.scenarios.values():
        yield from ((f"{scenario.id} {p.what}", p.evidence) for p in scenario.placements if p.evidence)


def test_cited_rules_are_in_the_book(tgwie: Game, shared: Path) -> None:
    """Each rule that a source cites is one of the digest's, or the head of some."""
    with (shared / "rules/tgwie/rules.csv").open(encoding="utf-8") as file:
        ids = {row["id"] for row in csv.DictReader(file)}
    heads = {".".join(i.split(".")[:n]) for i in ids for n in range(1, 9)}
    bad = {
        (what, rule)
        for what, evidence in evidence_of(tgwie)
        for rule in re.split(r",\s*", evidence.rule)
        if rule and rule.split(" ")[0].partition("-")[0] not in heads
    }
    assert not bad
