"""What was said of a battle against what it comes to: odds, modifiers, die, result (13.9 to 13.16, 14.2.e)."""

from __future__ import annotations

from builder.games.glorys_end.checks_base import Rulings
from builder.games.glorys_end.facts import Facts, Fight, Result, parse_odds, parse_result, seen
from builder.games.glorys_end.facts_battle import BEST
from builder.model import Action, Answer
from builder.rules.ruleset import Check
from builder.rules.ruling import Ruling, illegal, legal, undecided

WORST = -1  # the rank of 1:2


def _compare(said: str, same: bool, what: str, answer: Answer, fight: Fight) -> Ruling:
    """What was announced against what comes out; `same` says whether the two agree."""
    if not answer.known:
        return undecided(f"{what} cannot be worked out", answer, reading=fight.reading)
    told = seen(f"{what} announced", said)
    if same:
        return legal(f"{what} {said}", answer, told, sum=fight.sum(), reading=fight.reading)
    message = f"{what} announced as {said}, and it is {answer.value}"
    return illegal(message, answer, told, sum=fight.sum(), reading=fight.reading)


def _reported(action: Action, facts: Facts, high: bool) -> Rulings:
    """Totals that a module told by itself: claimed where somebody typed them, a note where our module adds up.

    Our battle key adds whole printed factors; supply and cavalry are for the players to allow for.
    """
    attack, defence = action.detail("af"), action.detail("df")
    if not (attack.isdecimal() and defence.isdecimal()) or not int(attack):
        return
    fight = facts.fight(action)
    told = facts.odds_of(int(attack), int(defence))
    if not fight.odds.known or (fight.odds.value.rank >= 0) != high:
        return
    same = told.rank == fight.odds.value.rank
    words = f"odds {told} by the totals reported, {attack} to {defence}"
    reported = seen("totals reported", f"{attack} to {defence}")
    if same:
        yield legal(words, fight.odds, reported, sum=fight.sum(), reading=fight.reading)
    elif facts.given.played:
        come = f"{fight.attack.value} to {fight.defence.value}, {fight.odds.value}"
        yield legal(f"{words}; with supply and cavalry it comes to {come}", fight.odds, reported, sum=fight.sum())
    else:
        yield illegal(f"{words}, and it is {fight.odds.value}", fight.odds, reported, sum=fight.sum(),
                      reading=fight.reading)  # fmt: skip


def _odds(action: Action, facts: Facts, high: bool) -> Rulings:
    said = action.detail("odds")
    if not said:
        yield from _reported(action, facts, high)
        return
    fight = facts.fight(action)
    try:
        told = parse_odds(said)
    except ValueError:
        return
    if fight.odds.known and (fight.odds.value.rank >= 0) == high:
        same = told == fight.odds.value or (told == BEST and fight.odds.value.rank > BEST.rank)
        yield _compare(said, same, "odds", fight.odds, fight)  # odds beyond the last column are resolved there (13.11)
    elif not fight.odds.known and (told.rank >= 0) == high:
        yield _compare(said, False, "odds", fight.odds, fight)


def high_odds_drop_the_fraction(action: Action, facts: Facts) -> Rulings:
    return _odds(action, facts, high=True)


def poor_odds_raise_the_fraction(action: Action, facts: Facts) -> Rulings:
    return _odds(action, facts, high=False)


def odds_worse_than_1_2_give_2_0(action: Action, facts: Facts) -> Rulings:
    fight = facts.fight(action)
    if not fight.odds.known or fight.odds.value.rank >= WORST:
        return
    said = parse_result(action.detail("result"))
    if said is None:
        yield legal("worse than 1:2: 2/0 without a die", fight.odds, fight.printed, sum=fight.sum())
    else:
        yield _compare(str(said), _same_result(fight, said), "result", fight.printed, fight)


def the_modifiers_are_those_of_the_defenders_hex(action: Action, facts: Facts) -> Rulings:
    said = action.detail("drm")
    if said.lstrip("+-").isdecimal():
        fight = facts.fight(action)
        told = -int(said.lstrip("+-")) if said.startswith("-") else int(said.lstrip("+"))
        yield _compare(said, fight.drm.known and told == fight.drm.value, "modifier", fight.drm, fight)


def the_modified_die_stays_between_1_and_6(action: Action, facts: Facts) -> Rulings:
    said = action.detail("final")
    if said.lstrip("-").isdecimal():
        fight = facts.fight(action)
        yield _compare(said, fight.final.known and int(said) == fight.final.value, "modified die", fight.final, fight)


def the_result_is_the_one_of_the_table(action: Action, facts: Facts) -> Rulings:
    fight = facts.fight(action)
    said = parse_result(action.detail("result"))
    if said is None or (fight.odds.known and fight.odds.value.rank < WORST):
        return
    if not fight.printed.known and not action.detail("roll"):
        return  # nobody said what was rolled
    yield _compare(str(said), _same_result(fight, said), "result", fight.printed, fight)


def _same_result(fight: Fight, said: Result) -> bool:
    """A result may be told as printed, or with what a fortress adds."""
    if not fight.printed.known:
        return False
    printed = fight.printed.value
    added = Result(printed.attacker + 2, printed.defender, printed.retreat)
    fortress = any(u.type == "fortress" for u in fight.defenders)
    return said == printed or (fortress and said == added)


ATTACK = ("attack",)
CHECKS = (
    Check("13.9.a", ATTACK, high_odds_drop_the_fraction),
    Check("13.10.a", ATTACK, poor_odds_raise_the_fraction),
    Check("13.11.a", ATTACK, odds_worse_than_1_2_give_2_0),
    Check("13.12.a", ATTACK, the_modifiers_are_those_of_the_defenders_hex),
    Check("13.12.b", ATTACK, the_modified_die_stays_between_1_and_6),
    Check("13.3.a", ATTACK, the_result_is_the_one_of_the_table),
)
