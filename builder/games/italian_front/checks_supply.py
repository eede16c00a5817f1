"""Supply in battle: who may go without, who may pay, how much, over what line."""

from __future__ import annotations

from builder.games.italian_front.checks_base import Rulings, Told, acting, told_by
from builder.games.italian_front.facts import Facts, Fight, seen
from builder.games.italian_front.facts_base import book
from builder.games.italian_front.facts_units import GUNS
from builder.model import Action, Answer, Evidence, Need, Reason, Tag, Unit
from builder.rules.ruleset import Check
from builder.rules.ruling import Ruling, illegal, legal, undecided

ATTACKS = ("attack", "column-attack")
ALL_HQS = "illegal where the limit is for one attack, whoever pays, not for each headquarters"


def _without(fight: Fight) -> list[tuple[Unit, Answer[bool]]]:
    """Attackers of whom it is known that nobody pays for them, and who are not supplied by themselves."""
    found = []
    for unit in fight.attackers:
        supplied, always = fight.supplied(unit), fight.facts.always_supplied(unit)
        if supplied.known and not supplied.value and not (always.known and always.value):
            found.append((unit, supplied))
    return found


def unsupplied_told(action: Action, facts: Facts) -> Told:
    """The bans on attacking without supply (I3-8, I11-5, I13-5, S26-6); break-outs are attacks too."""
    fight = facts.fight(action)
    if not fight.target or (not fight.defenders and action.detail("empty") == "yes"):
        return
    for unit, supplied in _without(fight):
        ban = facts.barred_unsupplied(unit)
        message = f"{unit.id} attacks without supply"
        if ban is not None:
            rule, why = ban
            yield rule, illegal(message, supplied, why)
        else:
            yield "S19-11", legal(f"{message}, at half its strength", supplied, book("may attack", "half", "S19-11"))
    for unit in fight.attackers:
        supplied, ban = fight.supplied(unit), facts.barred_unsupplied(unit)
        always = facts.always_supplied(unit)
        if always.known and always.value and (ban is not None or action.detail("unsupplied") == "yes"):
            yield "S30-1", legal(f"{unit.id} is always supplied", always, book("cavalry", "always supplied", "S30-1"))
            if ban is not None:
                yield ban[0], legal(f"{unit.id} counts as supplied", always, book("cavalry", "supplied", "S30-1"))
        elif ban is not None and supplied.known and supplied.value:
            yield ban[0], legal(f"{unit.id} attacks with supply", supplied)


def guns_unsupplied(action: Action, facts: Facts) -> Rulings:
    """S19-11: artillery has no half strength without supply: it does not attack."""
    for unit, supplied in _without(facts.fight(action)):
        if unit.type in GUNS:
            yield illegal(f"{unit.id} fires without supply", supplied, seen(unit.id, unit.type))


def paying_told(action: Action, facts: Facts) -> Told:
    """Whose headquarters may pay for whom (S18-13, S37-8, S38-3, S39-2)."""
    fight = facts.fight(action)
    for unit in fight.attackers:
        payer = fight.paid_by(unit)
        if payer in ("", "none") or facts.unit(payer) is None:
            continue
        rule, may = facts.may_pay(payer, unit.id)
        message = f"{payer} pays for {unit.id}"
        yield rule, (legal if may.value else illegal)(message, may)
        free = facts.mobilized(payer)
        if free.known and not free.value:
            yield "I6-u4", legal(f"{payer}, not mobilized, may pay all the same", free)


def cut_off_headquarters_pay_outside_zones(action: Action, facts: Facts) -> Rulings:
    """S19-15.d: without clean communications a headquarters in an enemy zone spends nothing."""
    fight = facts.fight(action)
    for name in dict.fromkeys(fight.paid_by(unit) for unit in fight.attackers):
        staff = facts.unit(name) if name not in ("", "none") else None
        if staff is None:
            continue
        clean = facts.communications(name)
        if clean.value or clean.needs:
            continue
        zone = facts.zone(staff.place, staff.side)
        yield (illegal if zone.value else legal)(f"{name}, without clean communications, pays", clean, zone)


def artillery_lines(action: Action, facts: Facts) -> Rulings:
    """S29-4: no gun fires over a line of more than four; S19-14: one beside its headquarters may."""
    fight = facts.fight(action)
    for unit in fight.attackers:
        if unit.type not in GUNS:
            continue
        payer = fight.paid_by(unit)
        staff = facts.unit(payer) if payer else None
        beside = facts.said_yes("adjacent-hq", unit.id) or facts.said_yes("next-to-hq", unit.id)
        near = (
            beside.value
            if beside is not None
            else bool(
                staff is not None and (staff.place == unit.place or facts.adjacent(unit.place, staff.place).value)
            )
        )
        length = facts.line_length(unit.id, payer if staff is not None else "")
        if near:
            yield legal(f"{unit.id} stands beside its headquarters", book("beside headquarters", "may fire", "S19-14"))
        elif length.known and payer != "none":
            none = length.value < 0
            message = f"{unit.id} fires over a line of {'no length' if none else length.value}"
            yield (illegal if none or length.value > 4 else legal)(message, length)


def a_line_leads_to_who_pays(action: Action, facts: Facts) -> Rulings:
    """S19-4, S19-7: a chain of hexes past no enemy and no unoccupied enemy zone."""
    fight = facts.fight(action)
    for unit in fight.attackers:
        payer = fight.paid_by(unit)
        staff = facts.unit(payer) if payer not in ("", "none") else None
        if staff is None or facts.given.blank or staff.place == unit.place:
            continue
        length = facts.line_length(unit.id, payer)
        if length.needs:
            continue
        message = f"{payer} pays for {unit.id}"
        if length.value < 0:
            yield illegal(f"{message}, and no supply line leads there", length, *_ground_doubt(facts))
        else:
            yield legal(f"{message} over {length.value} points", length)


def _ground_doubt(facts: Facts) -> tuple[Reason, ...]:
    """A line that exists nowhere rests on the whole map."""
    return (Reason("ground between them", "no way", facts.weigh(Evidence(Tag.COMPUTED))),)


def a_written_line_is_open(action: Action, facts: Facts) -> Rulings:
    """S19-7, for a line that is named hex by hex."""
    side = facts.actor(action) or facts.when.side
    if len(action.path) < 2:
        return
    why = facts.blocked_line(action.path, side)
    text = "-".join(action.path)
    if why is not None:
        yield illegal(f"the line {text} is cut", why)
    else:
        yield legal(f"the line {text} is open", seen("enemies and zones on it", "none that count"))


def attacks_are_paid(action: Action, facts: Facts) -> Rulings:
    """S19-2: a point for four strength points, for two of artillery, fractions up."""
    fight = facts.fight(action)
    said = action.detail("pay") or action.detail("pays")
    if not said:
        return
    paid = sum(int(part) for part in said.split(",") if part.isdecimal())
    cost = fight.attack_cost()
    message = f"{paid} supply points paid, {cost.value} due"
    if cost.needs:
        yield undecided(message, cost)
    else:
        yield (legal if paid >= cost.value else illegal)(message, cost, seen("paid", paid))


def italian_attacks_are_limited(action: Action, facts: Facts) -> Rulings:
    """I3-5.e: twelve points for one attack in 1915, eighteen in 1916; all headquarters together (P86)."""
    if not facts.year or facts.year > 1916:
        return
    pays = [int(part) for part in (action.detail("pay") or action.detail("pays")).split(",") if part.isdecimal()]
    units = acting(action, facts)
    hqs = [facts.unit(h) for h in action.detail("hq").split(",") if h]
    italian = any(u.nation == "italian" for u in units) or any(h is not None and h.nation == "italian" for h in hqs)
    if not pays or not italian:
        return
    most = facts.number("supply_limits", f"it-{facts.year}", "points")
    message = f"{sum(pays)} Italian supply points in one attack, {most.value} at most"
    paid = seen("paid", " + ".join(map(str, pays)))
    if sum(pays) <= most.value:
        yield legal(message, most, paid)
    elif max(pays) > most.value:
        yield illegal(message, most, paid)
    else:
        yield undecided(message, most, paid, needs=_reading("I3-5.e"), reading=ALL_HQS)


def _reading(rule: str) -> tuple[Need, ...]:
    return (Need("reading-of", rule),)


def corps_headquarters_pay_two(action: Action, facts: Facts) -> Rulings:
    """S18-18: in the duration and linked games a corps headquarters gives two points to an attack."""
    pays = [part for part in (action.detail("pay") or action.detail("pays")).split(",") if part.isdecimal()]
    hqs = [h for h in action.detail("hq").split(",") if h]
    if facts.base not in ("duration", "linked"):
        return
    for hq, paid in zip(hqs, pays):
        unit = facts.unit(hq)
        if unit is not None and unit.size == "XXX":
            message = f"{hq} pays {paid} toward one attack"
            because = book("corps headquarters", "two points an attack", "S18-18")
            yield (legal if int(paid) <= 2 else illegal)(message, because, seen("size", unit.size))


def transfers_are_of_ten_points(action: Action, facts: Facts) -> Rulings:
    """S18-6: ten points, sent and received together, and only while it has not moved."""
    points = int(action.detail("points") or 0)
    for name in (*action.units, action.detail("to")):
        unit = facts.unit(name)
        if unit is None:
            continue
        before = int(facts.ledger.note("handled", name) or 0)
        message = f"{name} handles {before + points} points in this phase"
        moved = facts.moved(unit)
        if moved.value:
            yield illegal(f"{name} moved and handles supply", moved)
        else:
            yield (legal if before + points <= 10 else illegal)(message, seen("handled before", before), moved)


def pockets_pay_for_themselves(action: Action, facts: Facts) -> Rulings:
    """S20-11: who strikes back out of a pocket is paid for by its nearest headquarters that has points."""
    named = action.detail("sup").split(",") if action.detail("sup") else []
    for unit, payer in zip(acting(action, facts), named):
        pocket = facts.pocket(unit.place, unit.side)
        if not facts.surrounded(unit.place, unit.side).value or not pocket.value:
            continue
        staffs = [u for place in sorted(pocket.value) for u in facts.at(place) if u.type == "headquarters"]
        staffs = [u for u in staffs if facts.may_pay(u.id, unit.id)[1].value]
        if staffs:
            yield _paid_in_the_pocket(facts, unit, payer, staffs)


def _paid_in_the_pocket(facts: Facts, unit: Unit, payer: str, staffs: list[Unit]) -> Ruling:
    message = f"{unit.id} is paid for by {payer}" if payer != "none" else f"nobody pays for {unit.id}"
    far = {u.id: facts.steps_between(unit.place, u.place) for u in staffs}
    inside = seen("headquarters in the pocket", ", ".join(f"{name} {n} hexes off" for name, n in far.items()))
    better = [u for u in staffs if u.id != payer and (payer not in far or far[u.id] < far[payer])]
    stocks = [(u, facts.stock(u.id)) for u in better]
    rich = next(((u, stock) for u, stock in stocks if stock.known and stock.value > 0), None)
    if rich is not None:
        return illegal(f"{message}; {rich[0].id} has points", inside, rich[1])
    unknown = tuple(need for _, stock in stocks if not stock.known for need in stock.needs)
    if unknown:
        return undecided(message, inside, needs=unknown)
    return legal(message, inside)


CHECKS = (
    *told_by(
        unsupplied_told,
        {
            "I3-8": "french_and_british_do_not_attack_unsupplied",
            "I11-5": "germans_alone_attack_unsupplied",
            "I13-5": "nobody_attacks_unsupplied",
            "S26-6": "shaken_nations_do_not_attack_unsupplied",
            "S30-1": "weak_cavalry_is_always_supplied",
            "S19-11": "the_unsupplied_attack_at_half",
        },
        *ATTACKS,
    ),
    Check("S19-11", ATTACKS, guns_unsupplied),
    *told_by(
        paying_told,
        {rule: "headquarters_pay_for_whom_they_may" for rule in ("S18-13", "S37-8", "S38-3", "S39-2", "I6-u4")},
        *ATTACKS,
    ),
    Check("S20-11", ("strike",), pockets_pay_for_themselves),
    Check("S19-15.d", ATTACKS, cut_off_headquarters_pay_outside_zones),
    Check("S29-4", ATTACKS, artillery_lines),
    Check("S19-4", ATTACKS, a_line_leads_to_who_pays),
    Check("S19-7", ("line",), a_written_line_is_open),
    Check("S19-2", ATTACKS, attacks_are_paid),
    Check("I3-5.e", ATTACKS, italian_attacks_are_limited),
    Check("S18-18", ATTACKS, corps_headquarters_pay_two),
    Check("S18-6", ("transfer",), transfers_are_of_ten_points),
)
