"""The second rounds of OHL, OberOst and Foch: whose they are, how often, and where the markers lie (13.22, 13.23)."""

from __future__ import annotations

from builder.games.tgwie.checks_base import Rulings, from_log, verdict
from builder.games.tgwie.facts import Facts
from builder.games.tgwie.facts_base import joined, missing, seen
from builder.model import Action, Answer, Reason
from builder.rules.ruleset import Check
from builder.rules.ruling import Ruling, illegal, legal

GERMAN = ("ohl", "oberost")


def foch_commands_in_the_west_once_he_is_played(action: Action, facts: Facts) -> Rulings:
    """Not in Italy, not before his chit (7.22.A)."""
    fight = facts.fight(action)
    if facts.commander(fight) != "foch":
        return
    where, may = facts.theatre(fight.place), facts.usable("foch")
    if where.known and where.value == "italy":
        yield verdict(True, f"Foch commands in {fight.place}, in Italy", where)
    else:
        yield verdict(not may.value, f"Foch commands an attack on {fight.place}", may, where)


def _again(facts: Facts, marker: str) -> Answer[bool] | None:
    """Whether a marker was used in an earlier round since the last strategic turn; None where none is known."""
    used, turn = facts.commanded(marker), facts.turn()
    noted = facts.ledger.note("commanded", marker)
    if used is None or not turn.known or noted == f"{turn.value}/{facts.when.phase}":
        return None
    renewed = facts.strategic_between(used.value, turn.value)
    return joined(not renewed.value, used, renewed)


def _judged(again: bool, told: str, action: Action, *because: Answer | Reason) -> Ruling:
    """A log's rounds are told by its clock alone, which may be a click ahead: SUSPECT there."""
    return illegal(told, *because, inferred=from_log(action)) if again else legal(told, *because)


def one_of_ohl_and_oberost_between_strategic_turns(action: Action, facts: Facts) -> Rulings:
    marker = facts.commander(facts.fight(action))
    if marker in GERMAN:
        other = GERMAN[1 - GERMAN.index(marker)]
        again = _again(facts, other)
        after = again is not None and again.value
        told = f"{marker} commands a round" + (f" after {other}" if after else "")
        yield _judged(after, told, action, again or seen(f"{other} used", "no"))


def ohl_and_oberost_command_once_between_strategic_turns(action: Action, facts: Facts) -> Rulings:
    """The marker is off the map until the next initiative phase (13.22.F)."""
    marker = facts.commander(facts.fight(action))
    if marker in GERMAN:
        again = _again(facts, marker)
        twice = again is not None and again.value
        told = f"{marker} commands {'another' if twice else 'a'} round"
        yield _judged(twice, told, action, again or seen(f"{marker} used before", "no"))


def foch_commands_once_a_turn(action: Action, facts: Facts) -> Rulings:
    if facts.commander(facts.fight(action)) != "foch":
        return
    used, turn = facts.commanded("foch"), facts.turn()
    now = facts.ledger.note("commanded", "foch") == f"{turn.value}/{facts.when.phase}"
    twice = used is not None and turn.known and used.value == turn.value and not now
    told = f"Foch commands {'another' if twice else 'a'} round of turn {turn.value}"
    yield _judged(twice, told, action, turn, used or seen("Foch used before", "no"))


# ---- where the markers are laid


def ohl_lies_in_the_west_and_oberost_in_the_east(action: Action, facts: Facts) -> Rulings:
    marker = action.detail("marker")
    if marker in GERMAN:
        where = facts.theatre(action.place)
        east = where.value == "east"
        yield verdict(east != (marker == "oberost"), f"{marker} is laid on the {where.value} map", where)


def _with_supplied_troops(action: Action, facts: Facts, marker: str) -> Rulings:
    """Some unit of its own there is in supply: a German one, or for Foch any Ally."""
    place = action.place
    own = [u for u in facts.at(place) if (u.side == "allied" if marker == "foch" else u.nation == "german")]
    fed = [facts.supplied(u.id) for u in own]
    sure = next((f for f in fed if f.known and f.value), None)
    answer = sure if sure is not None else joined(False, *fed)
    yield verdict(not answer.value, f"{marker} is laid in {place}", answer,
                  seen("its own there", " ".join(u.id for u in own) or "nobody"))  # fmt: skip


def ohl_and_oberost_lie_with_supplied_germans(action: Action, facts: Facts) -> Rulings:
    if action.detail("marker") in GERMAN:
        yield from _with_supplied_troops(action, facts, action.detail("marker"))


def foch_lies_with_supplied_allies_in_the_west(action: Action, facts: Facts) -> Rulings:
    if action.detail("marker") != "foch":
        return
    where = facts.theatre(action.place) if action.place else missing("case", "put", "place")
    if where.known and where.value != "west":
        yield verdict(True, f"foch is laid on the {where.value} map", where)
    else:
        yield from _with_supplied_troops(action, facts, "foch")


CHECKS = (
    Check("7.22.A", ("attack",), foch_commands_in_the_west_once_he_is_played),
    Check("13.22.A", ("put",), ohl_lies_in_the_west_and_oberost_in_the_east),
    Check("13.22.B", ("attack",), one_of_ohl_and_oberost_between_strategic_turns),
    Check("13.22.C", ("put",), ohl_and_oberost_lie_with_supplied_germans),
    Check("13.22.F", ("attack",), ohl_and_oberost_command_once_between_strategic_turns),
    Check("13.23.B", ("attack",), foch_commands_once_a_turn),
    Check("13.23.C", ("put",), foch_lies_with_supplied_allies_in_the_west),
)
