"""Where a unit may go: the list agrees with the referee hex by hex, with a slow count, and its odds with a verdict."""

from __future__ import annotations

from dataclasses import replace

import pytest

from builder.games.glorys_end import RULES
from builder.model import Action, Finding, Moment
from builder.model.notation import action_of, parse, parse_phrase
from builder.rules.cases import last_position
from builder.rules.judge import Referee
from builder.rules.options import Options, options
from builder.rules.position import Position
from builder.rules.ruleset import Given
from builder.rules.setup import start_of_scenario
from tests.census import glorys_end_slow

HEAD = "case c\ngame glorys-end\nmap blank clear\n"


@pytest.fixture(scope="module")
def marne(glorys_end) -> tuple[Position, Referee]:
    position, values = start_of_scenario(glorys_end, glorys_end.scenarios["marne"], RULES)
    return position, Referee(glorys_end, RULES, Given(values=values))


def at(position: Position, side: str, phase: str = "operational-movement") -> Position:
    return position.at_moment(Moment(8, side, phase))


def said(game, lines: str, unit: str) -> tuple[Options, Position, Referee]:
    (case,) = parse(HEAD + lines)
    position, given = last_position(case, game, RULES)
    referee = Referee(game, RULES, given)
    return options(position.state.units[unit], position, referee), position, referee


def illegal(referee: Referee, position: Position, text: str) -> set[str]:
    action = action_of(parse_phrase(text), RULES.verbs, position.state.units)
    return {v.rule.id for v in referee.verdicts(action, position) if v.finding is Finding.ILLEGAL}


def mobile(position: Position) -> list:
    return [u for u in position.state.units.values() if u.type not in ("fortress", "siege-gun") and u.place.isdigit()]


def test_every_hex_that_is_listed_is_legal_and_each_beside_them_is_not(marne):
    """All units of the Marne, every hex of the list and every hex around it, by each way through the list."""
    start, referee = marne
    looked = outside = 0
    for side in ("allied", "german"):
        position = at(start, side)
        for unit in (u for u in mobile(position) if u.side == side):
            found = options(unit, position, referee)
            paths = {o.place: o.action.path for o in found.moves} | {unit.place: (unit.place,)}
            for option in found.goals:
                assert not illegal(referee, position, f"move {unit.id} {'-'.join(option.action.path)}"), option
                looked += 1
            for option in found.closed:
                assert illegal(referee, position, f"move {unit.id} {'-'.join(option.action.path)}"), option
            neighbours = referee.facts(position).neighbours
            for place, path in paths.items():
                for beyond in neighbours(place):
                    if beyond not in paths:
                        assert illegal(referee, position, f"move {unit.id} {'-'.join((*path, beyond))}"), beyond
                        outside += 1
    assert looked > 1000 and outside > 1000


def test_the_list_is_as_long_as_a_slow_count(marne):
    """Where no stack is in the way; the slow count knows no stacking and shares no code (tests/census)."""
    start, referee = marne
    same = 0
    for unit in mobile(start):
        position = at(start, unit.side)
        found = options(position.state.units[unit.id], position, referee)
        slow = glorys_end_slow.counts({"board": "marne", "unit": unit.id, "hex": ""})
        points = [o.proposal.points.value for o in found.moves if "forced" not in o.proposal.note]
        cheap = [min(p, found.allowance.value) for p in points]  # the guarantee takes the whole allowance
        assert len(points) == slow.hexes, unit.id
        assert sum(cheap) >= slow.total, unit.id  # round a full stack it may be farther
        same += sum(cheap) == slow.total
    assert same > 40


def test_odds_are_those_of_a_verdict(marne):
    start, referee = marne
    position = at(start, "allied")
    compared = 0
    for name in ("fr-9-corps", "fr-42-div", "uk-1-corps"):
        for option in options(position.state.units[name], position, referee).attacks:
            before = position if option.proposal.first is None else referee.after(option.proposal.first, position)[0]
            told = replace(option.action, details=(*option.action.details, ("odds", str(option.odds.value))))
            wrong = replace(option.action, details=(*option.action.details, ("odds", "4:1")))
            rules = {"13.9.a", "13.10.a"}
            assert "legal" in {v.outcome for v in referee.verdicts(told, before) if v.rule.id in rules}, option.action
            if str(option.odds.value) != "4:1":
                assert {v.finding for v in referee.verdicts(wrong, before) if v.rule.id in rules} != {Finding.LEGAL}
            compared += 1
    assert compared > 12


def test_all_beside_the_target_attack_together(marne):
    """9th corps 4, 11th corps 4 and the 42nd division 3 against the Guard's 4: 11 to 4 is 2:1."""
    start, referee = marne
    position = at(start, "allied", "prepared-combat")
    found = options(position.state.units["fr-9-corps"], position, referee)
    together = next(o for o in found.attacks if len(o.action.units) > 1 and o.place == "3129")
    assert set(together.action.units) == {"fr-9-corps", "fr-11-corps", "fr-42-div"}
    assert str(together.odds.value) == "2:1" and together.may


def test_the_guarantee_and_the_forced_march(glorys_end):
    lines = ("when turn 8, german, operational-movement\ngiven G = German infantry XXX, steps 3, mf 2, at 2934\n"
             "given terrain 2935: mountain\n")  # fmt: skip
    found, _, _ = said(glorys_end, lines, "G")
    notes = {o.place: (o.proposal.points.value, o.proposal.note, o.outcome) for o in found.moves}
    assert notes["2935"] == (3, "one hex for its whole allowance", "legal")
    assert all(points <= 2 for place, (points, *_) in notes.items() if place != "2935")
    lines = ("when turn 3, german, operational-movement\ngiven G = German infantry XXX, steps 3, mf 2, at 2934\n"
             "given supplied G: yes\ngiven west-of-meuse 2934: yes\n")  # fmt: skip
    found, _, _ = said(glorys_end, lines, "G")
    far = [o for o in found.moves if o.proposal.points.value == 3]
    assert len(far) == 18 and all(o.proposal.note == "by forced march" and o.outcome == "legal" for o in far)
    assert len(found.moves) == 6 + 12 + 18


def test_what_is_spent_is_spent(glorys_end):
    lines = ("when turn 8, german, operational-movement\ngiven G = German infantry XXX, steps 3, mf 4, at 2934\n"
             "do move G 2934-2933-2932-2931\n")  # fmt: skip
    found, _, _ = said(glorys_end, lines, "G")
    assert len(found.moves) == 6 and not found.bars


def test_what_bars_every_move_is_said_once(glorys_end):
    lines = ("when turn 8, german, strategic-movement\ngiven G = German infantry XXX, steps 3, mf 1, at 2934\n"
             "given dug G: yes\n")  # fmt: skip
    found, _, _ = said(glorys_end, lines, "G")
    assert {v.rule.id for v in found.bars} == {"5.2.e", "12.2.b"}
    assert len(found.goals) == 6


def test_enemies_trenches_and_zones_close_hexes(glorys_end):
    """Around 2934 are 2834, 2835, 2935, 3034, 3033... one is held, one is a trench that cavalry does not enter."""
    lines = ("when turn 8, german, operational-movement\ngiven C = German cavalry XX, steps 1, mf 2, at 2934\n"
             "given E = French infantry XX, 3-3-4, steps 2, at 2834\ngiven trench 2835: allied\n")  # fmt: skip
    found, position, referee = said(glorys_end, lines, "C")
    listed = {o.place for o in found.moves}
    assert not listed & {"2834", "2835"}
    assert illegal(referee, position, "move C 2934-2834") == {"12.4.a"}
    assert illegal(referee, position, "move C 2934-2835") == {"9.4.a"}
    assert {o.place for o in found.attacks if o.may} == {"2834"}


def test_a_full_stack_is_gone_round_where_that_can_be(glorys_end):
    """Two corps of four steps fill 2933; the hex behind it is reached at the same cost round about."""
    lines = ("when turn 8, german, operational-movement\ngiven G = German infantry XXX, steps 3, mf 2, at 2934\n"
             "given A = German infantry XXX, steps 4, mf 4, at 2933\n"
             "given B = German infantry XX, steps 4, mf 4, at 2933\n")  # fmt: skip
    found, _, _ = said(glorys_end, lines, "G")
    by = {o.place: o for o in found.moves}
    assert not by["2933"].may and {v.rule.id for v in by["2933"].against} == {"6.1.a"}
    straight = [o for o in found.moves if "2933" in o.action.path[1:-1]]
    assert [o.proposal.note for o in straight] == ["every way leads through a full stack"]
    assert [v.outcome for v in straight[0].against] == ["SUSPECT"]


def test_a_unit_off_the_map_goes_nowhere(marne):
    start, referee = marne
    unit = start.state.units["fr-9-corps"]._replace(place="Dead-allied")
    position = start.with_state(start.state.with_unit(unit))
    found = options(unit, position, referee)
    assert not found.moves and not found.attacks


def test_rules_that_propose_nothing_say_so(marne):
    start, referee = marne
    silent = Referee(referee.game, replace(RULES, moves=None))
    with pytest.raises(ValueError, match="do not say where"):
        options(start.state.units["fr-9-corps"], start, silent)


def test_a_proposal_is_written_as_one_would_write_it(marne):
    start, referee = marne
    position = at(start, "allied")
    for option in options(position.state.units["fr-9-corps"], position, referee).goals:
        read = action_of(parse_phrase(str(option.action)), RULES.verbs, position.state.units)
        assert isinstance(option.action, Action) and read == option.action
