"""Questions of the linked game of South and East."""

from __future__ import annotations

from builder.games.italian_front.facts import Facts
from builder.model import Answer
from builder.rules.ruleset import Predicate

Args = tuple[str, ...]


def _released(facts: Facts, args: Args) -> Answer:
    return facts.released(int(args[0]))


def _short(facts: Facts, _args: Args) -> Answer:
    found = facts.garrison_short()
    return Answer(frozenset(word.replace(" ", "-") for word in found.value), found.reasons, found.needs)


LINKED = (
    Predicate("italy-joins", "italy-joins: TURN", "the turn on which Italy joins the linked game (I17-6)"),
    Predicate(
        "released",
        "released N: COUNTER…",
        "Austro-Hungarians whom the eastern garrison gives up N months after Russia's surrender (I18-2)",
        _released,
    ),
    Predicate(
        "released-on",
        "released-on UNIT: TURN",
        "the first turn on which the eastern garrison may give it up",
        lambda f, args: f.release_of(args[0]),
        arity=1,
    ),
    Predicate(
        "rpl-division",
        "rpl-division N: WORD",
        "strength and origin of the N-th replacement division (I17-27)",
        lambda f, args: f.rpl_division(int(args[0])),
    ),
    Predicate(
        "garrison-short",
        "garrison-short: N-KIND…",
        "what the garrison of Italy lacks after the Italian surrender (I17-10)",
        _short,
    ),
    Predicate("game-over", "game-over: yes|no", "whether the linked game is over (I17-end)", lambda f, args: f.over()),
)
