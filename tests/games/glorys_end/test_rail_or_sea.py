"""A drag between two ports: judged as what is legal, counted for neither limit while nothing rests on it.

Dunkirk 1335 and Boulogne 1439 are ports and towns of France. Ships sail from turn 8 on and carry four steps, trains
eight (11.1, 11.5). The 1st Territorial corps has two steps here, the 17th and the 11th corps three.
"""

from __future__ import annotations

from dataclasses import replace

from builder.games.glorys_end import RULES
from builder.make.house import House, RouteSaid, with_routes
from builder.model import LogRef, Span
from builder.model.notation import action_of, parse_phrase
from builder.rules.judge import Referee
from tests.games.glorys_end.table import Table

PORTS = {"fr-1t-corps": "1335", "fr-17-corps": "1335", "fr-11-corps": "1439"}


def table(glorys_end, turn: int) -> Table:
    played = Table(glorys_end, "campaign", PORTS)
    state = played.position.state
    played.position = played.position.with_state(state.with_unit(state.units["fr-1t-corps"]._replace(steps=2)))
    return played.play(f"end-phase -> {turn} allied strategic-movement")


def drag(played: Table, text: str, guessed: bool = True) -> dict[str, str]:
    """The drag as the recogniser hands it on; what the rules say of it."""
    played.step += 1
    action = action_of(parse_phrase(text), RULES.verbs, played.position.state.units, played.places)
    action = replace(action, refs=(LogRef("game.vlog", played.step),), inferred=guessed)
    verdicts = played.referee.verdicts(action, played.position)
    played.position, trouble = played.referee.after(action, played.position)
    assert not trouble
    return {v.rule.id: v.outcome for v in verdicts}


def test_before_ships_sail_it_was_a_train(glorys_end):
    played = table(glorys_end, 5)
    found = drag(played, "ship fr-1t-corps 1335-1439")
    assert found["11.2.c"] == found["11.1.a"] == "legal" and "11.5.a" not in found
    assert played.position.ledger.sums["rail"] == 2 and "ship" not in played.position.ledger.sums
    assert "SUSPECT" not in found.values() and "ILLEGAL" not in found.values()


def test_what_rests_on_train_or_ship_is_asked(glorys_end):
    """Two steps by either, then three by sea: five of four if both sailed."""
    played = table(glorys_end, 9)
    assert set(drag(played, "ship fr-1t-corps 1335-1439").values()) == {"legal"}
    found = drag(played, "ship fr-11-corps 1439-1335", guessed=False)
    assert found["11.5.a"] == "undecided" and {v for k, v in found.items() if k != "11.5.a"} == {"legal"}
    (need,) = played.facts.either().needs
    assert need.column == "game.vlog#2 fr-1t-corps: by rail or by sea"


def test_what_does_not_rest_on_it_stands(glorys_end):
    """Two by either and three by rail are five of eight."""
    played = table(glorys_end, 9)
    drag(played, "ship fr-1t-corps 1335-1439")
    assert set(drag(played, "rail fr-17-corps 1335-1536").values()) == {"legal"}


def test_too_many_by_sea_whatever_the_first_was(glorys_end):
    played = table(glorys_end, 9)
    drag(played, "ship fr-17-corps 1335-1439", guessed=False)
    assert drag(played, "ship fr-11-corps 1439-1335", guessed=False)["11.5.a"] == "ILLEGAL"


def test_the_director_says_by_what(glorys_end):
    for by, outcome in (("sea", "ILLEGAL"), ("rail", "legal")):
        played = table(glorys_end, 9)
        said = RouteSaid("game.vlog", "", 2, "fr-1t-corps", (), by, "", Span("house.yaml"))
        given = with_routes(played.referee.given, House("house.yaml", routes=(said,)), {"game.vlog": "00"})
        played.referee = Referee(glorys_end, RULES, given)
        drag(played, "ship fr-1t-corps 1335-1439")
        assert drag(played, "ship fr-11-corps 1439-1335", guessed=False)["11.5.a"] == outcome, by
