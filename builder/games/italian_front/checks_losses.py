"""Losses: how much is given up, and by whom first.

Of a written line the very line is looked at. In a log presses come in any order, and late: there the whole battle is
looked at when the player turn ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from builder.games.italian_front.checks_base import Rulings, Told, names, told_by, written
from builder.games.italian_front.facts import Facts, seen
from builder.games.italian_front.facts_units import ASSAULT, FOOT, GUNS
from builder.games.italian_front.verbs import losses_of
from builder.model import Action, Answer, Evidence, Need, Reason, Tag, Unit
from builder.rules.ruleset import Check
from builder.rules.ruling import illegal, legal, undecided

PURE = "illegal where AlpK and Jgr, assault to the last point, die before others pay"
ALL_FOOT = frozenset(FOOT)
DEFENDING = (ALL_FOOT, {"cavalry"}, frozenset(GUNS), {"fortress"}, {"headquarters"})
ATTACKING = ({"cavalry"}, ALL_FOOT, frozenset(GUNS))


class Share(NamedTuple):
    """Who shares a loss, what each gave up, what each has left."""

    party: tuple[Unit, ...]
    taken: dict[str, int]
    left: dict[str, int]
    attacking: bool

    def paid(self) -> Reason:
        return seen("losses", ", ".join(f"{name} {n}" for name, n in self.taken.items() if n))


def shares(action: Action, facts: Facts) -> Iterator[Share]:
    if action.verb == "lose":
        if written(action):
            yield from _line(action, facts)
    elif facts.turn_ends():
        for key, text in facts.ledger.turn_notes.items():
            if key[0] == "due":
                yield from _battle(facts, key[1] == "attacker", text)


def _line(action: Action, facts: Facts) -> Iterator[Share]:
    taken = dict(losses_of(action, facts.position))
    if not taken:
        return
    fight = facts.open_fight()
    inside = fight is not None and any(u.id in taken for u in (*fight.attackers, *fight.defenders))
    role = action.detail("role")
    attacking = role == "attacker" or (not role and inside and any(u.id in taken for u in fight.attackers))
    if inside:
        party = [u for u in (fight.attackers if attacking else fight.defenders) if not facts.retreated(u.id)]
    else:
        units = facts.units(dict.fromkeys((*action.units, *taken)))
        places = {u.place for u in units if u.place}
        alone = attacking or not places
        party = list(units) if alone else [u for p in places for u in facts.at(p) if u.side == units[0].side]
    yield Share(tuple(party), taken, {u.id: u.steps - taken.get(u.id, 0) for u in party}, attacking)


def _battle(facts: Facts, attacking: bool, text: str) -> Iterator[Share]:
    owing = (*text.split(" "), "")[2]
    party = facts.units(name for name in owing.split(",") if name)
    taken = {u.id: int(facts.ledger.note("lost", u.id) or 0) for u in party}
    if any(taken.values()):
        left = {u.id: 0 if u.place.startswith("Dead") else u.steps for u in party}
        yield Share(party, taken, left, attacking)


def order_told(action: Action, facts: Facts) -> Told:
    """S13-23 by types, S13-24 down to the reverse, S33-4 and S33-5 assault first, S20-5 the surrounded before all."""
    for share in shares(action, facts):
        if share.attacking and written(action):  # a log's units stand elsewhere by the time that losses are looked at
            yield from _surrounded_first(facts, share)
        yield from _assault_first(facts, share)
        yield from _by_types(facts, share)
        yield from _to_the_reverse(facts, share)


def _surrounded_first(facts: Facts, share: Share) -> Told:
    """Those who attack out of a pocket pay for all who attack with them."""
    cut = {u.id: facts.surrounded(u.place, u.side) for u in share.party if u.place and not u.place.startswith("Dead")}
    inside = [u for u in share.party if u.id in cut and cut[u.id].value]
    others = [u for u in share.party if u.id in cut and not cut[u.id].value]
    if not inside or not others:
        return
    paying = next((u for u in others if share.taken.get(u.id, 0)), None)
    spared = next((u for u in inside if share.left[u.id] > 0), None)
    if paying is not None and spared is not None:
        message = f"{paying.id} pays while {spared.id}, surrounded, has strength left"
        yield "S20-5", illegal(message, share.paid(), cut[spared.id])
    else:
        yield "S20-5", legal("the surrounded pay first", share.paid(), cut[inside[0].id])


def _pure(unit: Unit) -> bool:
    return any(word in f"{unit.id} {unit.counter} {unit.name}".casefold() for word in ("alpk", "jgr"))


def _assault_first(facts: Facts, share: Share) -> Told:
    """S33-4: assault troops pay until only their symbol is left; the regulars do not before."""
    assault = [u for u in share.party if u.type in ASSAULT]
    others = [u for u in share.party if u.type not in ASSAULT and share.taken.get(u.id, 0)]
    if not assault:
        return
    owing = [u for u in assault if share.left[u.id] > (0 if _pure(u) else facts.symbol(u).value)]
    if not others or not owing:
        yield "S33-4", legal("assault troops pay first", seen("assault", ", ".join(u.id for u in assault)))
        return
    message = f"{others[0].id} pays while {owing[0].id} has assault strength left"
    if all(_pure(u) for u in owing):
        yield "S33-5", undecided(message, share.paid(), needs=(Need("reading-of", "S33-5"),), reading=PURE)
    else:
        yield "S33-4", illegal(message, share.paid(), facts.symbol(owing[0]))


def _by_types(facts: Facts, share: Share) -> Told:
    """S13-23: attackers' cavalry first; defenders: foot, cavalry, artillery, fortress, headquarters."""
    ranks = ATTACKING if share.attacking else DEFENDING
    rank_of = {u.id: next((i for i, rank in enumerate(ranks) if _type(facts, u) in rank), 9) for u in share.party}
    for unit in share.party:
        if not share.taken.get(unit.id, 0):
            continue
        lower = (o for o in share.party if rank_of[o.id] < rank_of[unit.id] and o.type not in ASSAULT)
        spared = next((o for o in lower if share.left[o.id] > 0), None)
        if spared is not None:
            message = f"{unit.id} pays while {spared.id} is left"
            yield "S13-23", illegal(message, share.paid(), seen(spared.id, spared.type))
            return
    if len(set(rank_of.values())) > 1:
        yield "S13-23", legal("losses fall on the types in their order", share.paid())


def _type(facts: Facts, unit: Unit) -> str:
    """Strengthened cavalry counts as infantry (S31-4): its symbol is above the small one."""
    if unit.type != "cavalry":
        return unit.type
    stated = facts.said_number("symbol", unit.id)
    most = 2 if unit.nation in ("british", "german") else 1
    return "infantry" if stated is not None and stated.value > most else "cavalry"


def _to_the_reverse(facts: Facts, share: Share) -> Told:
    """S13-24: nobody drops below the reverse while one of its type is above it."""
    foot = [u for u in share.party if u.type in FOOT and u.type not in ASSAULT]
    backs = {u.id: facts.back(u) for u in foot}
    left = share.left
    if len(foot) < 2 or not any(share.taken.get(u.id, 0) for u in foot) or not all(b.known for b in backs.values()):
        return
    below = [u for u in foot if share.taken.get(u.id, 0) and left[u.id] < backs[u.id].value]
    pairs = ((one, o) for one in below for o in foot if o.type == one.type and left[o.id] > backs[o.id].value)
    pair = next(((one.id, other.id) for one, other in pairs if one.id != other.id), None)
    if pair is not None:
        low, high = pair
        yield "S13-24", illegal(f"{low} drops to {left[low]} while {high} has {left[high]}", backs[low], backs[high])
    else:
        yield "S13-24", legal("all reach the reverse before one drops further", *backs.values())


def attackers_told(action: Action, facts: Facts) -> Told:
    """S13-18: the counterattack takes from those who attacked, from nobody who stands beside them."""
    fight = facts.open_fight()
    if fight is None or not written(action) or action.detail("role") != "attacker":
        return
    taken = {name for name, points in losses_of(action, facts.position) if points}
    idle = sorted(taken - {u.id for u in fight.attackers})
    if idle:
        yield "S13-18", illegal(f"{idle[0]} pays and has not attacked", seen("attackers", names(fight.attackers)))
    elif taken:
        yield "S13-18", legal("those who attacked pay", seen("attackers", names(fight.attackers)))


def unpaid(facts: Facts, party: str) -> Answer[int]:
    """What a party of the open battle still owes: as stated, else by the table, less what is gone."""
    fight = facts.open_fight()
    if fight is None:
        return Answer(0, needs=(Need("log", "attack"),))
    units = fight.attackers if party == "attacker" else fight.defenders
    stated = facts.said_number("owed", party)
    text = facts.ledger.note("due", party, fight.target)
    if stated is None and not text:
        return Answer(0, needs=(Need("given", f"owed {party}"),))
    number, sure, owing = (*text.split(" "), "", "")[:3]
    names_of = [name for name in owing.split(",") if name] or [u.id for u in units]
    paid = sum(int(facts.ledger.note("lost", name) or 0) for name in names_of)
    due = stated.value if stated is not None else int(number)
    evidence = Evidence(Tag.PLAYED if sure == "sure" else Tag.CHOSEN)
    reasons = stated.reasons if stated is not None else (Reason(f"the table takes of the {party}", due, evidence),)
    return Answer(due - paid, (*reasons, seen(f"given up by the {party}", paid)))


def attackers_pay_first(action: Action, facts: Facts) -> Rulings:
    """S13-20, of what is written: in a log presses come in any order."""
    fight = facts.open_fight()
    taken = {name for name, points in losses_of(action, facts.position) if points}
    if fight is None or not written(action) or not taken & {u.id for u in fight.defenders}:
        return
    owing = unpaid(facts, "attacker")
    if not owing.known:
        return
    first = owing.value > 0 and not taken & {u.id for u in fight.attackers}
    message = f"the defenders pay while the attackers owe {max(owing.value, 0)}"
    yield (illegal if first else legal)(message, owing)


def one_battle_is_finished_before_the_next(action: Action, facts: Facts) -> Rulings:
    """S12-3, of what is written: in a log losses are pressed late."""
    before = facts.open_fight()
    fight = facts.fight(action)
    if before is None or not written(action) or before.target == fight.target:
        return
    owing = [unpaid(facts, party) for party in ("attacker", "defender")]
    known = [answer for answer in owing if answer.known]
    if not known:
        return
    open_ = next((answer for answer in known if answer.value > 0), None)
    message = f"{fight.target} is attacked after the battle of {before.target}"
    if open_ is not None:
        yield illegal(f"{message}, whose losses are not all taken", open_)
    else:
        yield legal(message, *known)


def due_told(_action: Action, facts: Facts) -> Told:
    """S13-13, S13-17: what the table took is given up before the player turn is over; players often pay late.

    Column and modifiers are worked out by readings of several rules, so that a shortfall is never proven.
    """
    if not facts.turn_ends():
        return
    marked = any("strength" in m.kind and facts.on_map(m.place) for m in facts.state.markers.values())
    for key, text in facts.ledger.turn_notes.items():
        if key[0] != "due":
            continue
        _, party, target = key
        number, sure, owing = (*text.split(" "), "")[:3]
        due = int(number)
        lost = sum(int(facts.ledger.note("lost", name) or 0) for name in owing.split(",") if name)
        if party == "defender" and facts.ledger.note("vacated", target):
            due = due * 2 // 3  # a nation's third may be off (S14-3)
        rule = "S13-13" if party == "defender" else "S13-17"
        evidence = Evidence(Tag.PLAYED if sure == "sure" else Tag.CHOSEN)
        message = f"{lost} strength points given up of {due} due for {target}"
        taken = Reason(f"the table takes of the {party}s in {target}", int(number), evidence)
        gone = seen("given up", lost)
        if lost >= due:
            yield rule, legal(message, taken, gone)
        elif marked:
            yield rule, undecided(message, taken, gone, needs=(Need("log", target, "which strength markers were put"),))
        else:
            yield rule, illegal(message, taken, gone, inferred=True)


CHECKS = (
    *told_by(
        order_told,
        {
            "S13-23": "losses_fall_on_types_in_their_order",
            "S13-24": "all_reach_the_reverse_before_one_drops_further",
            "S20-5": "the_surrounded_pay_for_all_who_attack_with_them",
            "S33-4": "assault_troops_pay_first",
            "S33-5": "pure_assault_troops_pay_first",
        },
        "lose",
        "end-phase",
    ),
    *told_by(attackers_told, {"S13-18": "only_attackers_pay_for_the_counterattack"}, "lose"),
    Check("S13-20", ("lose",), attackers_pay_first),
    Check("S12-3", ("attack", "column-attack"), one_battle_is_finished_before_the_next),
    *told_by(
        due_told,
        {
            "S13-13": "defenders_give_up_what_the_table_takes",
            "S13-17": "attackers_give_up_what_the_table_takes",
        },
        "end-phase",
    ),
)
