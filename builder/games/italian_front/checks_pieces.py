"""Divisions divided and put together, men who come back, supply markers taken in, cavalry that flees."""

from __future__ import annotations

from builder.games.italian_front.checks_base import Rulings, Told, acting, names, told_by
from builder.games.italian_front.facts import Facts, Fight, seen
from builder.games.italian_front.facts_units import FOOT, MOUNTAIN
from builder.games.italian_front.verbs_pieces import parts_of
from builder.model import Action, Answer, Need, Unit
from builder.rules.ruleset import Check
from builder.rules.ruling import Ruling, illegal, legal, undecided

PARTS = ("X", "III")
BACK = {"croat": "croat", "austrian": "austrian"}  # whom Austro-Hungarian replacements bring back to mountain units


def divided_told(action: Action, facts: Facts) -> Told:
    """S27-1: as movement begins, into smaller units of its type and no more strength."""
    parts = facts.units(parts_of(action))
    for unit in acting(action, facts):
        if parts:
            yield "S27-1", _divided(facts, unit, parts)


def _divided(facts: Facts, unit: Unit, parts: tuple[Unit, ...]) -> Ruling:
    message = f"{unit.id} is divided into {names(parts)}"
    whole, pieces = facts.raw(unit.id), [facts.raw(p.id) for p in parts]
    total = sum(p.value for p in pieces)
    reasons = (*whole.reasons, *(r for p in pieces for r in p.reasons))
    moved = facts.moved(unit)
    if unit.size not in ("", "XX"):
        return illegal(f"{message}, and is no division", seen(f"size of {unit.id}", unit.size))
    if facts.when.phase not in ("", "movement") or moved.value:
        return illegal(f"{message} after it moved, or out of the movement phase", facts.moment(), moved)
    return _alike(message, unit, parts) or (
        illegal(f"{message}: {total} strength points of {whole.value}", *reasons)
        if total > whole.value
        else legal(f"{message}: {total} strength points of {whole.value}", *reasons)
    )


def _alike(message: str, whole: Unit, parts: tuple[Unit, ...]) -> Ruling | None:
    """What is wrong with type, nation or size of the parts of a division; None where nothing is."""
    other = next((p for p in parts if p.type != whole.type or p.nation != whole.nation), None)
    if other is not None:
        return illegal(f"{message}: {other.id} is of another type", seen(other.id, f"{other.nation} {other.type}"))
    big = next((p for p in parts if p.size not in ("", *PARTS)), None)
    return None if big is None else illegal(f"{message}: {big.id} is no part", seen(f"size of {big.id}", big.size))


def united_told(action: Action, facts: Facts) -> Told:
    """S27-2: as movement ends, in one hex; the division has their strength."""
    parts = acting(action, facts)
    for whole in facts.units(parts_of(action)):
        if parts:
            yield "S27-2", _united(facts, whole, parts)


def _united(facts: Facts, whole: Unit, parts: tuple[Unit, ...]) -> Ruling:
    message = f"{names(parts)} become {whole.id}"
    have, pieces = facts.raw(whole.id), [facts.raw(p.id) for p in parts]
    total = sum(p.value for p in pieces)
    places = {p.place for p in parts}
    if len(places) > 1:
        return illegal(f"{message} from {len(places)} hexes", seen("they stand in", " ".join(sorted(places))))
    if facts.when.phase not in ("", "movement"):
        return illegal(f"{message} out of the movement phase", facts.moment())
    reasons = (*have.reasons, *(r for p in pieces for r in p.reasons))
    counts = f"{message}: {total} strength points, it has {have.value}"
    return _alike(message, whole, parts) or (legal if have.value == total else illegal)(counts, *reasons)


# ---- replacements


def who_surrendered_stays_away(action: Action, facts: Facts) -> Rulings:
    """S20-6: what was taken off the map as surrounded is not rebuilt."""
    for unit in acting(action, facts):
        gone = facts.ledger.note("surrendered", unit.id)
        message = f"{unit.id} is rebuilt"
        if gone:
            yield illegal(f"{message}, though it surrendered", seen(f"{unit.id} was surrounded", gone))
        elif unit.place.startswith("Dead") and not facts.ledger.note("unseen"):
            yield legal(f"{message}; it did not surrender", seen(f"{unit.id} surrendered", "no"))


def mountain_troops_have_their_own_men(action: Action, facts: Facts) -> Rulings:
    """I15-3: Italian mountain replacements; Croats for Croats and Austrians for Austrians."""
    units = acting(action, facts)
    men = [u for u in units if u.type == "replacement"]
    for unit in units:
        if unit.type not in MOUNTAIN or unit.nation not in ("italian", "austro-hungarian"):
            continue
        for man in men:
            yield _men(facts, unit, man)


def _men(facts: Facts, unit: Unit, man: Unit) -> Ruling:
    message = f"{man.id} rebuilds {unit.id}"
    his, own = facts.colour(man), facts.colour(unit)
    if unit.nation == "italian":
        if not his.value:
            return undecided(message, needs=(Need("given", f"colour {man.id}"),))
        return (legal if his.value == "mountain" else illegal)(f"{message}: {his.value} replacements", his)
    if not his.value or not own.value:
        missing = man.id if not his.value else unit.id
        return undecided(message, needs=(Need("given", f"colour {missing}"),))
    right = BACK.get(his.value) == own.value
    return (legal if right else illegal)(f"{message}: {his.value} men, {own.value} troops", his, own)


# ---- supply markers


def absorbed_told(action: Action, facts: Facts) -> Told:
    """S18-10: as movement ends, in the hex of a friendly headquarters; of its own nation (S17-3)."""
    staff = facts.unit(action.detail("to"))
    for marker in acting(action, facts):
        if staff is None:
            continue
        message = f"{staff.id} takes {marker.id} in"
        here = seen("they stand in", f"{staff.place} and {marker.place}")
        nations = seen("nations", f"{staff.nation or 'not said'}, {marker.nation or 'not said'}")
        alike = not staff.nation or not marker.nation or staff.nation == marker.nation
        timely = facts.when.phase in ("", "movement")
        right = staff.place == marker.place and alike and timely
        yield "S18-10", (legal if right else illegal)(message, here, nations, facts.moment())


# ---- Austro-Hungarian cavalry


def weak_cavalry_flees_told(action: Action, facts: Facts) -> Told:
    """S40-3: alone before three times as much cavalry, six times as much on the march; yellow values alone."""
    places = {u.place for u in acting(action, facts)} or {action.place}
    fight = facts.open_fight()
    if fight is None or fight.target not in places:
        by = tuple(name for name in action.detail("by").split(",") if name)
        fight = Fight(facts, Action("attack", by, (), next(iter(places)), "", action.details)) if by else None
    if fight is None:
        return
    riders = [u for u in facts.units(action.units) if u.type == "cavalry" and u.nation == "austro-hungarian"]
    foot = [u for u in facts.at(fight.target) if u.type in FOOT and u.side == "central"]
    if riders and fight.attackers and all(u.type == "cavalry" for u in fight.attackers):
        yield "S40-3", _flight(facts, fight, riders, foot)


def _flight(facts: Facts, fight: Fight, riders: list[Unit], foot: list[Unit]) -> Ruling:
    have = [facts.raw(u.id) for u in riders]
    foes = [facts.raw(u.id) for u in fight.attackers]
    mine, his, times = sum(a.value for a in have), sum(a.value for a in foes), 6 if fight.column_attack else 3
    message = f"{names(riders)} with {mine} stand before {his} points of cavalry"
    sums = Answer(mine, tuple(r for a in (*have, *foes) for r in a.reasons))
    if foot:
        return legal(f"{message}, beside infantry", seen(foot[0].id, fight.target))
    if his < times * mine:
        return legal(f"{message}, fewer than {times} times as many", sums)
    yellow = [u for u in riders if "yellow" in u.marks]
    if yellow:
        return illegal(f"{message}, {times} times as many", sums, seen(yellow[0].id, "yellow values"))
    return undecided(f"{message}, {times} times as many", sums, needs=(Need("counters.csv", riders[0].id, "yellow"),))


CHECKS = (
    *told_by(divided_told, {"S27-1": "a_division_is_divided_into_its_like"}, "divide"),
    *told_by(united_told, {"S27-2": "a_division_has_the_strength_of_its_parts"}, "unite"),
    Check("S20-6", ("recombine",), who_surrendered_stays_away),
    Check("I15-3", ("recombine",), mountain_troops_have_their_own_men),
    *told_by(absorbed_told, {"S18-10": "markers_are_taken_in_where_they_lie"}, "absorb"),
    *told_by(weak_cavalry_flees_told, {"S40-3": "weak_cavalry_flees_before_much_cavalry"}, "stay", "strike"),
)
