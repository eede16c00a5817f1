"""What may be stated or asked of points, victory, and what happened once for good."""

from __future__ import annotations

from builder.games.glorys_end.facts import Facts, seen
from builder.model import Answer
from builder.rules.position import Position, Scope
from builder.rules.ruleset import Predicate

Args = tuple[str, ...]


def _count(position: Position, _args: Args, value: str) -> Position:
    return position.with_ledger(position.ledger.with_note(Scope.GAME, ("plan-xvii",), value))


def _left(position: Position, args: Args, value: str) -> Position:
    if value in ("no", "none"):
        return position
    return position.with_ledger(position.ledger.with_note(Scope.GAME, ("belgian-left", args[0]), value))


def _edge(position: Position, args: Args, value: str) -> Position:
    return position.with_ledger(position.ledger.with_note(Scope.GAME, ("left-by", args[0]), value))


def _belgian(facts: Facts, args: Args) -> Answer:
    unit = facts.unit(args[0])
    return facts.counts_as_lost(unit) if unit is not None else Answer(True, (seen(args[0], "gone"),))


SCORE = (
    Predicate("vp", "vp allied|german: N", "victory points now; stated, the total that later changes are added to",
              lambda facts, args: facts.vp(args[0])),
    Predicate("final-vp", "final-vp allied|german: N", "victory points with what counts at the end alone",
              lambda facts, args: facts.final_vp(args[0])),
    Predicate("victory", "victory: allied|german|draw|none", "who has won at this moment",
              lambda facts, args: facts.victory()),
    Predicate("won", "won: allied|german|draw|none", "who had won at an earlier check, whoever played on",
              lambda facts, args: facts.won()),
    Predicate("paris-endangered", "paris-endangered: yes|no", "whether supplied Germans were ever inside the perimeter",
              lambda facts, args: facts.paris_endangered()),
    Predicate("plan-xvii", "plan-xvii: N", "Plan XVII battles that count so far",
              lambda facts, args: facts.plan_xvii(), _count),
    Predicate("withdrew", "withdrew: yes|no", "whether Germany sent units to the east on turn 5",
              lambda facts, args: facts.withdrew()),
    Predicate("belgian-left", "belgian-left UNIT: yes|no", "whether a Belgian unit counts as lost", _belgian, _left,
              arity=1),
    Predicate("left-by", "left-by UNIT: east|west|north|south", "the edge by which a unit left the Marne's map",
              None, _edge, arity=1),
    Predicate("stock", "stock NATION: N", "replacement steps at hand",
              lambda facts, args: facts.left_of_stock(args[0])),
    Predicate("army-marker", "army-marker NATION N: HEX", "where the mobilization marker of an army lies",
              lambda facts, args: facts.army_marker(*args)),
    Predicate("town-vp", "town-vp HEX: N", "what a town is worth to the Allies when the Marne ends"),
)  # fmt: skip
