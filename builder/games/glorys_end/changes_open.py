"""What a move leaves that nobody saw go: hexes it surely entered are taken, of the others it is carried who may have.

Later acts tell more of it: what the unit spends on, control markers that players put down. What is settled by that is
noted for good as phases end.
"""

from __future__ import annotations

from rpds import HashTrieMap

from builder.games.glorys_end.facts import Facts
from builder.games.glorys_end.facts_control import Held, histories
from builder.games.glorys_end.open_ways import NONE_OPEN, Claim, Deed, Open, OpenWay, Route
from builder.model import Action
from builder.rules.position import Ledger, Position, Scope

LAST_PHASES = ("victory", "joint-victory", "")
MOST_CLAIMS = 12  # of one hex; beyond that nobody could say which of them mattered


def carried(position: Position, action: Action, way: OpenWay, facts: Facts) -> tuple[Position, str]:
    """The position that carries this way too, and the key of the route."""
    label = str(action.refs[0]) if action.refs else ""
    route = Route(label, tuple(action.units), facts.actor(action), str(facts.when), way, HashTrieMap())
    now = position.ledger.open or Open(markers=facts.state.markers)
    if route.key not in now.routes:
        position = _with(position, now._replace(routes=now.routes.insert(route.key, route)))
    return position, route.key


def claimed(position: Position, place: str, side: str, key: str, facts: Facts) -> Position:
    """A route may have led there: the hex is its side's now, if it did."""
    held, ledger = facts.recorded_control(place), position.ledger
    if not held.known and place not in facts.open.claims:
        return position  # who held it nobody knows: a doubt more changes nothing
    now = ledger.open or NONE_OPEN
    claims = now.claims.get(place)
    if claims is None:
        since = ledger.note("control", place).partition("@")[2]
        claims = (Claim(held.value, int(since) if since.isdecimal() else 0),)
    claims = (*_recent(claims, facts.when.turn), Claim(side, facts.when.turn, key))
    route = now.routes[key]
    marks = HashTrieMap({**route.marks, place: facts.control_markers.get(place, frozenset())})
    routes = now.routes.insert(key, route._replace(marks=marks))
    return _with(position, now._replace(routes=routes, claims=now.claims.insert(place, claims)))


def retaken(position: Position, place: str, side: str, facts: Facts) -> Position:
    """A side surely enters a hex of which it was open who held it."""
    now = position.ledger.open
    claims = (*_recent(now.claims[place], facts.when.turn), Claim(side, facts.when.turn))
    position = _with(position, now._replace(claims=now.claims.insert(place, claims)))
    ledger = position.ledger.with_note(Scope.GAME, ("control", place), f"{side}@{facts.when.turn}")
    return _settled(position.with_ledger(ledger), place, facts)


def noted(position: Position, what: tuple[str, ...], deed: Deed) -> Position:
    """Something that counts for good, if a route led by certain hexes."""
    now = position.ledger.open
    deeds = now.deeds.get(what, ())
    return position if deed in deeds else _with(position, now._replace(deeds=now.deeds.insert(what, (*deeds, deed))))


def narrowed(position: Position, spare: dict[str, int], facts: Facts, by_part: bool = False) -> Position:
    """Units that have these points over: dearer ways of this phase they did not go. A part of a stack that goes on by
    itself may have been left on the way and tells nothing of the whole, unless it acts from where that ended."""
    now = position.ledger.open
    for key, route in now.routes.items() if now is not None else ():
        left = [spare[name] for name in route.units if name in spare]
        if not left or route.when != str(facts.when) or (not by_part and len(left) < len(route.units)):
            continue
        way = route.way.within((route.way.least() or 0) + max(min(left), 0))
        if way is not None and way is not route.way:
            now = now._replace(routes=now.routes.insert(key, route._replace(way=way)))
    return _with(position, now) if now is not position.ledger.open else position


def by_markers(position: Position, facts: Facts) -> Position:
    """What the control markers of the board tell by now, noted for good."""
    now = position.ledger.open
    if now is None or now.markers is facts.state.markers:
        return position
    claims, marks = now.claims, facts.control_markers
    for place, side in facts.newly_marked.items():
        of_side = [i for i, claim in enumerate(claims.get(place, ())) if claim.side == side and claim.key]
        if of_side:
            sure = claims[place][of_side[-1]]._replace(key="")
            claims = claims.insert(place, (*claims[place][: of_side[-1]], sure, *claims[place][of_side[-1] + 1 :]))
    routes = now.routes
    for key in now.routes:
        route = facts.route(key)
        marked = HashTrieMap({place: marks.get(place, frozenset()) for place in route.marks})
        routes = routes.insert(key, route._replace(marks=marked))
    return _with(position, now._replace(routes=routes, claims=claims, markers=facts.state.markers))


def settled(position: Position, facts: Facts) -> Position:
    """As a player turn ends: what is open no more stands as a plain note, ways that nothing rests on are let go."""
    if position.ledger.open is None or facts.when.phase not in LAST_PHASES:
        return position
    for place in tuple(position.ledger.open.claims):
        position = _settled(position, place, facts)
    now, today = position.ledger.open, f"{facts.when.turn}-{facts.when.side}"
    for what in now.deeds:
        if what[0] == "gone" and what[1] != today:
            now = now._replace(deeds=now.deeds.remove(what))
    kept = {claim.key for claims in now.claims.values() for claim in claims}
    kept |= {deed.key for deeds in now.deeds.values() for deed in deeds}
    routes = HashTrieMap({key: route for key, route in now.routes.items() if key in kept})
    return _with(position, now._replace(routes=routes) if kept - {""} else None)


def _settled(position: Position, place: str, facts: Facts) -> Position:
    """With a plain note in place of claims that leave nothing open."""
    now, ledger = position.ledger.open, position.ledger
    claims = _recent(now.claims[place], facts.when.turn)
    position = _with(position, now._replace(claims=now.claims.insert(place, claims)))
    now = position.ledger.open

    def took(claim: Claim) -> bool | None:
        route = now.routes.get(claim.key)
        return True if not claim.key else route.way.passes(frozenset({place})) if route is not None else None

    found = histories(claims, str(facts.when.turn), ledger.note("turn-began", place), took)
    if len(found) > 1:
        return position
    held = found[0]
    position = _with(position, now._replace(claims=now.claims.remove(place)))
    if not held.since or f"{held.side}@{held.since}" == ledger.note("control", place).replace("?", ""):
        return position  # as it was before any of them
    seen = any(not claim.key and (claim.side, str(claim.turn)) == (held.side, held.since) for claim in claims)
    return position.with_ledger(_plain(position.ledger, place, held, seen, facts))


def _plain(ledger: Ledger, place: str, held: Held, seen: bool, facts: Facts) -> Ledger:
    if held.began is not None:
        ledger = ledger.with_note(Scope.GAME, ("turn-began", place), f"{held.began}@{facts.when.turn}")
    return ledger.with_note(Scope.GAME, ("control", place), f"{held.side}{'' if seen else '?'}@{held.since}")


def _recent(claims: tuple[Claim, ...], turn: int) -> tuple[Claim, ...]:
    """Without what came before a sure one of an earlier turn."""
    first = max((i for i, claim in enumerate(claims) if not claim.key and claim.turn < turn), default=0)
    kept = claims[first:]
    return kept if len(kept) < MOST_CLAIMS else (kept[0], *kept[2:])


def _with(position: Position, now: Open | None) -> Position:
    return position.with_ledger(position.ledger._replace(open=now))
