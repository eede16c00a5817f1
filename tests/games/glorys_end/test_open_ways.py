"""All ways of a drag at once: against a slow list of every walk, and what follows from them on the board."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import pytest

from builder.games.glorys_end import RULES
from builder.games.glorys_end.open_ways import OpenWay, open_way
from builder.games.glorys_end.worlds import by_every_way
from builder.model import Action, Marker
from builder.rules.judge import Referee
from builder.rules.ruleset import Check, Stated
from builder.rules.ruling import illegal, legal
from tests.games.glorys_end.table import Table

# ---- the slow twin: every walk of a small board, one by one

SIZE = 4
BOARD = [f"{x}{y}" for x in range(SIZE) for y in range(SIZE)]


def beside(place: str) -> list[str]:
    x, y = map(int, place)
    near = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1), (x + 1, y - 1), (x - 1, y + 1)]
    return [f"{a}{b}" for a, b in near if 0 <= a < SIZE and 0 <= b < SIZE]


def walks(start: str, goal: str, enter: dict[str, int | None], budget: int) -> list[tuple[str, ...]]:
    found, open_ = [], [((start,), 0)]
    while open_:
        path, spent = open_.pop()
        if path[-1] == goal:
            found.append(path)
        for near in beside(path[-1]):
            cost = enter[near]
            if cost is not None and spent + cost <= budget:
                open_.append(((*path, near), spent + cost))
    return found


def price(path: tuple[str, ...], enter: dict[str, int | None]) -> int:
    return sum(enter[place] for place in path[1:])


@pytest.mark.parametrize("seed", range(40))
def test_against_every_walk(seed: int) -> None:
    dice = random.Random(seed)
    enter = {place: dice.choice((1, 1, 1, 2, 3, None)) for place in BOARD}
    start, goal = dice.sample(BOARD, 2)
    spare = dice.randint(0, 2)
    enter[goal] = enter[goal] or 1
    way = open_way(start, goal, beside, lambda a, b: enter[b], lambda p: True, spare)
    longest = walks(start, goal, enter, 7)
    if not longest:
        assert way is None or way.least() > 7
        return
    least = min(price(path, enter) for path in longest)
    budget = least + spare
    if budget > 7:
        return
    every = walks(start, goal, enter, budget)
    assert way.least() == least == price(way.ways(1)[0], enter)
    assert way.points()[1] == max(price(path, enter) for path in every)
    for place in BOARD:
        passed = {place in path for path in every}
        assert way.passes(frozenset({place})) == (passed.pop() if len(passed) == 1 else None), place
    some = frozenset(dice.sample(BOARD, 3)) - {start, goal}
    for narrowed, kept in (
        (way.via(some), [p for p in every if some & set(p)]),
        (way.avoiding(some), [p for p in every if not some & set(p)]),
        (way.within(budget - 1), [p for p in every if price(p, enter) < budget]),
    ):
        assert (narrowed is None) == (not kept)
        if narrowed is not None:
            assert narrowed.least() == min(price(p, enter) for p in kept)
            for place in BOARD:
                passed = {place in path for path in kept}
                assert narrowed.passes(frozenset({place})) == (passed.pop() if len(passed) == 1 else None)
            assert all(path in kept for path in narrowed.ways(3))


def test_a_board_full_of_ways_is_searched_at_once() -> None:
    """Sixteen steps across open ground: more walks than anybody could list."""
    row = range(12)

    def near(place: str) -> list[str]:
        x, y = map(int, place.split("."))
        steps = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
        return [f"{x + a}.{y + b}" for a, b in steps if x + a in row and y + b in row]

    way = open_way("0.0", "8.8", near, lambda a, b: 1, lambda p: True, 2)
    assert way.least() == 16 and way.passes(frozenset({"4.4"})) is None and len(way.ways(3)) == 3
    assert way.passes(frozenset(f"{x}.{8 - x}" for x in range(9))) is True
    assert way.via(frozenset({"0.8"})).passes(frozenset({"8.0"})) is False


def test_a_train_may_have_entered_nothing() -> None:
    way = OpenWay("a", "c", {"a": (("b", 1),), "b": (("c", 1),), "c": ()}, 2)
    assert way.passes(frozenset("b")) is True
    assert OpenWay(way.start, way.goal, way.steps, 2, rode=True).passes(frozenset("b")) is None


# ---- the board


def table(glorys_end, **places: str) -> Table:
    """The campaign, with German units in the empty middle of France; 3437 is Etampes, held by the Allies."""
    table = Table(glorys_end, "campaign", {name.replace("_", "-"): place for name, place in places.items()})
    return table.play("end-phase -> 9 german operational-movement")


def held(table: Table, place: str) -> str:
    now = table.facts.control(place)
    return now.value if now.known else "open"


def test_what_every_way_enters_is_taken_and_what_some_do_is_open(glorys_end):
    """3336-3438 for four points: by 3337 or 3437, or with a bow by others. 3436-3438 for two: by 3437 alone."""
    played = table(glorys_end, de_9_corps="3336", de_4_corps="3436")
    played.play("move de-9-corps 3336-3438")
    assert {p: held(played, p) for p in ("3438", "3337", "3437", "3336")} == {
        "3438": "german", "3337": "open", "3437": "open", "3336": "german"}  # fmt: skip
    (need,) = played.facts.control("3437").needs
    assert (need.file, need.key) == ("house.yaml", "routes")
    assert "game.vlog#2 de-9-corps 3336-3438" in need.column and "by 3437" in need.column


def test_points_spent_afterwards_narrow_the_way(glorys_end):
    """Four points: two hexes in one drag, two more one by one leave nothing for a bow."""
    played = table(glorys_end, de_9_corps="3336").play("move de-9-corps 3336-3438")
    assert held(played, "3436") == "open"  # 3336-3436-3437-3438 costs three
    played.play("move de-9-corps 3438-3538-3638")
    assert held(played, "3436") == "allied"
    assert held(played, "3437") == "open"  # it or 3337


def test_a_hex_entered_one_by_one_is_taken(glorys_end):
    played = table(glorys_end, de_9_corps="3336").play("move de-9-corps 3336-3437-3438")
    assert held(played, "3437") == "german" and played.position.ledger.open is None


def test_retaken_for_sure_it_is_open_no_more(glorys_end):
    played = table(glorys_end, de_9_corps="3336", fr_17_corps="3536").play("move de-9-corps 3336-3438")
    played.play("end-phase -> 10 allied operational-movement", "move fr-17-corps 3536-3437-3536")
    assert held(played, "3437") == "allied"
    # but whether the Allies held it as the turn began rests on the German way
    assert not played.facts.held_since_turn_began("3437", "allied").known
    played.play("end-phase -> 10 german operational-movement", "end-phase -> 11 allied operational-movement")
    assert played.facts.held_since_turn_began("3437", "allied").value
    played.play("end-phase -> 11 allied victory", "end-phase -> 11 german operational-movement")
    assert "3437" not in played.position.ledger.open.claims


def test_cavalry_leaves_nothing_behind(glorys_end):
    horse = next(u.id for u in table(glorys_end).position.state.units.values()
                 if u.type == "cavalry" and u.side == "german" and u.place.isdigit())  # fmt: skip
    played = table(glorys_end, **{horse: "3336"}).play(f"move {horse} 3336-3438")
    assert held(played, "3437") == "allied" and held(played, "3337") == "allied"


def slow(played: Table, *units: str) -> Table:
    """Out of command: half of four points."""
    state = played.position.state
    for name in units:
        state = state.with_unit(state.units[name]._replace(marks=frozenset({"ooc"})))
    played.position = played.position.with_state(state)
    return played


def test_a_march_assault_takes_points_too(glorys_end):
    """A brigade of three points: two to 3438, one into 3538. For the bow by 3436 it would have had none left."""
    played = table(glorys_end, **{"de-9bl-bde": "3336", "fr-61r-div": "3538"}).play("move de-9bl-bde 3336-3438")
    assert held(played, "3436") == "open"
    played.play("attack de-9bl-bde 3538 kind=ma roll=3")
    assert (held(played, "3436"), held(played, "3437")) == ("allied", "open")


def test_part_of_a_stack_that_goes_on_tells_nothing_of_the_rest(glorys_end):
    """It may have been left on the way, and is dragged to where it was left."""
    played = table(glorys_end, de_9_corps="3336", de_4_corps="3336").play("move de-9-corps+de-4-corps 3336-3438")
    played.play("move de-4-corps 3438-3538-3638")
    assert held(played, "3436") == "open"


def test_a_drag_too_far_about_counts_by_its_ends(glorys_end):
    """3336-3838-3438 is more than four points: the hand slipped, and nobody was in 3838."""
    played = table(glorys_end, de_9_corps="3336").play("move de-9-corps 3336-3838-3438")
    assert held(played, "3838") == "allied" and held(played, "3437") == "open"
    assert "12.1.a" not in {rule for rule, _ in played.found}


def test_worlds_know_that_it_went_one_way_or_the_other(glorys_end):
    """With two points it went by 3337 or 3437: never by both, never by neither."""
    played = slow(table(glorys_end, de_9_corps="3336"), "de-9-corps").play("move de-9-corps 3336-3438")

    def check(count: int) -> list[str]:
        def run(_action, facts):
            german = sum(facts.control(place).value == "german" for place in ("3337", "3437"))
            yield (legal if german == count else illegal)(f"{german} are German", facts.control("3337"))

        (one,) = by_every_way(Check("0", ("end-phase",), run))
        return [str(ruling.finding) for ruling in one.run(Action("end-phase"), played.facts)]

    assert check(1) == ["legal"] and check(2) == check(0) == ["illegal"]

    def first(_action, facts):
        yield (legal if facts.control("3337").value == "german" else illegal)("3337", facts.control("3337"))

    (one,) = by_every_way(Check("0", ("end-phase",), first))
    (ruling,) = one.run(Action("end-phase"), played.facts)
    assert str(ruling.finding) == "undecided" and ruling.needs[0].key == "routes"


def test_an_enemy_trench_that_was_perhaps_entered(glorys_end):
    """Gone if it was, there by right if not: nobody is blamed for the marker."""
    played = slow(table(glorys_end, de_9_corps="3336"), "de-9-corps")
    trench = Marker("t1", "trench", "3437", "allied")
    played.position = played.position.with_state(played.position.state.with_marker(trench))
    played.play("move de-9-corps 3336-3438", "end-phase -> 9 german victory")
    played.found.clear()
    played.play("end-phase -> 10 allied arrivals")
    assert ("9.3.b", "undecided") in played.found and ("9.3.b", "ILLEGAL") not in played.found


def test_paris_is_endangered_only_when_surely_entered(glorys_end):
    """Between two hexes outside the perimeter, one of the two ways inside it."""
    facts = table(glorys_end).facts
    inside = facts.in_perimeter
    places = (p for p in sorted(facts.sheet.hexes) if any(inside(n) for n in facts.neighbours(p)) and not inside(p))
    pairs = ((a, b) for a in places for m in facts.neighbours(a) for b in facts.neighbours(m) if not inside(b))
    for a, b in pairs:
        middles = set(facts.neighbours(a)) & set(facts.neighbours(b)) - {a, b}
        steps = [facts.step(x, y) for m in middles for x, y in ((a, m), (m, b))]
        if a == b or b in facts.neighbours(a) or [inside(m) for m in sorted(middles)].count(True) != 1:
            continue
        if len(middles) == 2 and all(step is not None and step.points == 1 for step in steps):
            break
    played = slow(table(glorys_end, de_9_corps=a), "de-9-corps")
    given = dict(played.referee.given.values) | {("supplied", ("de-9-corps",)): Stated("yes")}
    played.referee = Referee(glorys_end, RULES, replace(played.referee.given, values=given))
    played.play(f"move de-9-corps {a}-{b}")
    found = played.facts.paris_endangered()
    assert not found.known and found.needs[0].key == "routes"


def test_a_march_through_a_belgian_border_is_counted_only_when_sure(glorys_end):
    """A Belgian division between two hexes of Belgium: every way at home, or some abroad."""
    game = glorys_end.maps[0]
    at_home = lambda p: game.hexes[p].owner == "BE"  # noqa: E731
    played = Table(glorys_end, "campaign")
    facts = played.facts
    for start in sorted(p for p in game.hexes if at_home(p) and game.hexes[p].terrain == "clear"):
        for goal in facts.neighbours(start):
            for far in facts.neighbours(goal):
                middles = set(facts.neighbours(start)) & set(facts.neighbours(far))
                if not (at_home(far) and facts.sheet.grid.distance(start, far) == 2 and len(middles) == 2):
                    continue
                homely = [at_home(m) for m in middles]
                costs = [facts.step(a, b) for m in middles for a, b in pairwise((start, m, far))]
                if sorted(homely) != [False, True] or any(c is None or c.points != 1 for c in costs):
                    continue
                if any(facts.at(p) for p in (*middles, start, far)):
                    continue
                table = Table(glorys_end, "campaign", {"be-3-div": start})
                table.play("end-phase -> 3 allied operational-movement", f"move be-3-div {start}-{far}")
                left = table.facts.counts_as_lost(table.facts.unit("be-3-div"))
                assert not left.known and left.needs[0].key == "routes"
                return
    pytest.fail("the map holds no such pair of hexes: nothing was tried")
