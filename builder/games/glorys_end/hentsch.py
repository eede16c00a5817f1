"""Lt. Col. Hentsch's order, by agreement (10.4): when it is given, and whom it binds."""

from __future__ import annotations

from collections.abc import Iterable

from builder.games.glorys_end.facts import Facts, seen
from builder.games.glorys_end.facts_board import PARIS
from builder.games.glorys_end.open_ways import OpenWay
from builder.model import Action, Answer, Reason, Unit
from builder.rules.position import Ledger, Scope

SIX = "6"
AGREED = "hentsch-order"  # a row of the table of limits: 0, or 1 where the players agreed


def played(facts: Facts) -> Answer[str]:
    """`agreed`, `in-force` or `no`: as a case states it, else by the number that house rules may change."""
    stated = facts.stated("hentsch")
    if stated is not None:
        return stated
    chosen = facts.limit(AGREED)
    return Answer("agreed" if chosen.value else "no", chosen.reasons)


def in_force(facts: Facts) -> Answer[bool]:
    """Whether the order binds the Germans in this player turn; never where nobody says that it is played."""
    said = played(facts)
    if said.value == "in-force":
        return Answer(facts.when.side in ("", "german"), said.reasons)
    if said.value != "agreed":
        return Answer(False, said.reasons)
    noted = facts.ledger.note("hentsch-order")
    return Answer(noted == "yes", (*said.reasons, seen("Hentsch's order", noted or "not given")))


def inside(place: str, facts: Facts) -> Answer[bool]:
    """Whether a hex lies within the perimeter printed round Paris."""
    stated = facts.said_yes("in-perimeter", place)
    if stated is not None:
        return stated
    within = facts.in_perimeter(place)
    return Answer(within, (Reason(f"{place} inside the perimeter", "yes" if within else "no",
                                  facts.perimeter_evidence()),))  # fmt: skip


def kept_out(way: OpenWay, units: Iterable[Unit], facts: Facts) -> OpenWay:
    """An open way without those through the perimeter that the order forbids, where there is another."""
    start = next((facts.ledger.started.get(u.id, u.place) for u in units if u.side == "german"), "")
    if not start or not in_force(facts).value or inside(start, facts).value:
        return way
    return way.avoiding(frozenset(p for p in way.possible if inside(p, facts).value)) or way


def way_out(place: str, facts: Facts) -> int:
    """Hexes to the nearest one outside the perimeter; 0 outside it."""
    reached, edge, far = {place}, [place], 0
    while edge:
        if any(not inside(p, facts).value for p in edge):
            return far
        edge = [n for p in edge for n in facts.neighbours(p) if n not in reached]
        reached.update(edge)
        far += 1
    return far


def ordered(action: Action, ledger: Ledger, facts: Facts) -> Ledger:
    """After a roll for command: the first six with Germans inside the perimeter gives the order, or voids it."""
    if action.detail("roll") != SIX or facts.when.side != "german" or played(facts).value != "agreed":
        return ledger
    if ledger.note("hentsch-used") or not any(_german_inside(u, facts) for u in facts.state.units.values()):
        return ledger
    held = [facts.control(place) for place in PARIS]
    void = any(one.known and one.value == "german" for one in held)
    ledger = ledger.with_note(Scope.GAME, ("hentsch-used",), "void" if void else str(facts.when))
    return ledger if void else ledger.with_note(Scope.TURN, ("hentsch-order",), "yes")


def _german_inside(unit: Unit, facts: Facts) -> bool:
    return unit.side == "german" and facts.on_map(unit.place) and inside(unit.place, facts).value
