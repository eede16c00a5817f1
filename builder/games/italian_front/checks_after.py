"""After the dice: losses in their order, retreats forced and free, where to, advances."""

from __future__ import annotations

from builder.games.italian_front.checks_base import Rulings, Told, acting, goal_of, told_by
from builder.games.italian_front.facts import Facts, Fight, seen
from builder.games.italian_front.facts_units import ASSAULT, FOOT, GUNS
from builder.games.italian_front.verbs import losses_of
from builder.model import Action, Evidence, Need, Reason, Tag, Unit
from builder.rules.ruleset import Check
from builder.rules.ruling import Ruling, illegal, legal, undecided

PURE = "illegal where AlpK and Jgr, assault to the last point, die before others pay"
STANDS = (
    "S14-4",
    "S14-4.a",
    "S14-4.b",
    "S14-17",
    "S14-18",
    "S20-7",
    "S20-9",
    "S20-12",
    "S21-5",
    "S22-8",
    "S22-16",
    "S22-17",
    "S22-18",
    "S29-14",
    "S33-3.b",
    "S33-8",
    "S33-9",
    "S40-4",
    "S40-5",
    "S42-2",
    "I3-7",
    "I13-4",
)


def stay_told(action: Action, facts: Facts) -> Told:
    """Defenders who stay although their losses force them out; every rule that bears on it speaks."""
    loss = action.detail("loss")
    if not loss.isdecimal():
        return
    places = {u.place for u in acting(action, facts)} or {action.place}
    for place in places:
        fight = facts.open_fight()
        if action.detail("ground") or action.detail("from") or fight is None or fight.target != place:
            details = tuple(d for d in action.details if d[0] != "loss")
            attackers = tuple(u for u in action.detail("by").split(",") if u)
            fight = Fight(facts, Action("attack", attackers, (), place, "", details))
        found = facts.stand(place, int(loss), fight)
        message = f"they stay in {place}: {found.message}"
        for rule in found.rules:
            if found.needs:
                ruling = undecided(message, needs=found.needs)
            else:
                ruling = (illegal if found.must else legal)(message, *found.reasons)
            yield rule, ruling


# ---- losses


def order_told(action: Action, facts: Facts) -> Told:
    """S13-23 by types, S13-24 down to the reverse, S33-4 assault first, S33-5 for those who are all assault."""
    taken = dict(losses_of(action, facts.position))
    if not taken:
        return
    attacking = _attacking(action, facts, taken)
    party = _party(action, facts, taken, attacking)
    left = {u.id: u.steps - taken.get(u.id, 0) for u in party}
    yield from _assault_first(facts, party, taken, left)
    yield from _by_types(facts, party, taken, left, attacking)
    yield from _to_the_reverse(facts, party, taken, left)


def _attacking(action: Action, facts: Facts, taken: dict[str, int]) -> bool:
    role = action.detail("role")
    if role:
        return role == "attacker"
    fight = facts.open_fight()
    return fight is not None and any(u.id in taken for u in fight.attackers)


def _party(action: Action, facts: Facts, taken: dict[str, int], attacking: bool) -> list[Unit]:
    """Those who share the loss: the attackers of the battle, or the stack that was attacked."""
    fight = facts.open_fight()
    if fight is not None and any(u.id in taken for u in (*fight.attackers, *fight.defenders)):
        group = fight.attackers if any(u.id in taken for u in fight.attackers) else fight.defenders
        return [u for u in group if not facts.retreated(u.id)]
    units = facts.units(dict.fromkeys((*action.units, *taken)))
    places = {u.place for u in units if u.place}
    if attacking or not places:
        return list(units)
    return [u for place in places for u in facts.at(place) if u.side == units[0].side]


def _assault_first(facts: Facts, party: list[Unit], taken: dict[str, int], left: dict[str, int]) -> Told:
    """S33-4: assault troops pay until only their symbol is left; the regulars do not before."""
    assault = [u for u in party if u.type in ASSAULT]
    others = [u for u in party if u.type not in ASSAULT and taken.get(u.id, 0)]
    if not assault:
        return
    owing = [u for u in assault if left[u.id] > max(u.steps - facts.assault_points(u).value, 0)]
    if not others or not owing:
        yield "S33-4", legal("assault troops pay first", seen("assault", ", ".join(u.id for u in assault)))
        return
    pure = [u for u in owing if any(word in f"{u.id} {u.counter} {u.name}".casefold() for word in ("alpk", "jgr"))]
    paid = seen("losses", ", ".join(f"{name} {n}" for name, n in taken.items()))
    message = f"{others[0].id} pays while {owing[0].id} has assault strength left"
    if pure == owing:
        yield "S33-5", undecided(message, paid, needs=(Need("reading-of", "S33-5"),), reading=PURE)
    else:
        yield "S33-4", illegal(message, paid, *facts.assault_points(owing[0]).reasons)


def _by_types(facts: Facts, party: list[Unit], taken: dict[str, int], left: dict[str, int], attacking: bool) -> Told:
    """S13-23: attackers' cavalry first; defenders: foot, cavalry, artillery, fortress, headquarters."""
    ranks = [frozenset(FOOT), {"cavalry"}, frozenset(GUNS), {"fortress"}, {"headquarters"}]
    if attacking:
        ranks = [{"cavalry"}, frozenset(FOOT), frozenset(GUNS)]
    rank_of = {u.id: next((i for i, rank in enumerate(ranks) if _type(facts, u) in rank), 9) for u in party}
    for unit in party:
        if not taken.get(unit.id, 0):
            continue
        spared = [o for o in party if rank_of[o.id] < rank_of[unit.id] and left[o.id] > 0 and o.type not in ASSAULT]
        if spared:
            paid = seen("losses", ", ".join(f"{name} {n}" for name, n in taken.items()))
            yield (
                "S13-23",
                illegal(f"{unit.id} pays while {spared[0].id} is left", paid, seen(spared[0].id, spared[0].type)),
            )
            return
    if len(set(rank_of.values())) > 1:
        yield "S13-23", legal("losses fall on the types in their order", seen("losses", str(taken)))


def _type(facts: Facts, unit: Unit) -> str:
    """Strengthened cavalry counts as infantry (S31-4): its symbol is above the small one."""
    if unit.type != "cavalry":
        return unit.type
    stated = facts.said_number("symbol", unit.id)
    most = 2 if unit.nation in ("british", "german") else 1
    return "infantry" if stated is not None and stated.value > most else "cavalry"


def _to_the_reverse(facts: Facts, party: list[Unit], taken: dict[str, int], left: dict[str, int]) -> Told:
    """S13-24: nobody drops below the reverse while one of its type is above it."""
    foot = [u for u in party if u.type in FOOT and u.type not in ASSAULT]
    backs = {u.id: facts.back(u) for u in foot}
    if len(foot) < 2 or not any(taken.get(u.id, 0) for u in foot):
        return
    below = [u for u in foot if taken.get(u.id, 0) and backs[u.id].known and left[u.id] < backs[u.id].value]
    above = [u for u in foot if backs[u.id].known and left[u.id] > backs[u.id].value]
    if below and above and below[0].id != above[0].id:
        yield (
            "S13-24",
            illegal(
                f"{below[0].id} drops to {left[below[0].id]} while {above[0].id} has {left[above[0].id]}",
                backs[below[0].id],
                backs[above[0].id],
            ),
        )
    elif all(backs[u.id].known for u in foot):
        yield "S13-24", legal("all reach the reverse before one drops further", *backs.values())


def due_told(action: Action, facts: Facts) -> Told:
    """S13-13, S13-17: what the table took is given up before the player turn is over; players often pay late."""
    order = [(p.side, p.id) for p in facts.phases_of(facts.when.turn)]
    now = (facts.when.side, facts.when.phase)
    if now in order and order.index(now) + 1 < len(order) and order[order.index(now) + 1][0] == now[0]:
        return
    for key, text in facts.ledger.turn_notes.items():
        if key[0] != "due":
            continue
        _, party, target = key
        number, sure, names_ = (*text.split(" "), "")[:3]
        due = int(number)
        lost = sum(int(facts.ledger.note("lost", name) or 0) for name in names_.split(",") if name)
        if party == "defender" and facts.ledger.note("vacated", target):
            due = due * 2 // 3  # a nation's third may be off (S14-3)
        rule = "S13-13" if party == "defender" else "S13-17"
        evidence = Evidence(Tag.PLAYED if sure == "sure" else Tag.CHOSEN)
        message = f"{lost} strength points given up of {due} due for {target}"
        taken = Reason(f"the table takes of the {party}s in {target}", int(number), evidence)
        yield rule, (legal if lost >= due else illegal)(message, taken, seen("given up", lost))


# ---- retreats and advances


def retreat_told(action: Action, facts: Facts) -> Told:
    """S14-6 one hex, S14-12 not over barred sides, S14-8 the best class there is."""
    if action.detail("before-combat") == "yes":
        return
    for unit in acting(action, facts):
        goal = goal_of(action)
        path = action.path if len(action.path) > 1 else (unit.place, goal)
        steps = [p for p in path if p]
        if unit.type in GUNS or unit.type == "fortress" or not goal or not facts.on_map(goal):
            continue
        if len(steps) != 2 or not (facts.adjacent(*steps).value or facts.adjacent(*steps).needs):
            yield "S14-6", illegal(f"{unit.id} retreats {'-'.join(steps)}", facts.adjacent(steps[0], steps[-1]))
            continue
        yield "S14-6", legal(f"{unit.id} retreats one hex", seen("hexes", 1))
        side = facts.side(*steps)
        closed = side.shut or facts.closed(goal)
        yield (
            "S14-12",
            (illegal if closed else legal)(
                f"{unit.id} retreats over {'|'.join(steps)}: {side.terrain}",
                *(facts.country(goal).reasons if facts.closed(goal) else side.reasons),
            ),
        )
        if not closed:
            yield "S14-8", _class(facts, unit, goal)
            yield from _surrounded_retreat(facts, unit, goal)


def _class(facts: Facts, unit: Unit, goal: str) -> Ruling:
    """The class of the hex against the best of the others (S14-8, S14-11)."""
    own = facts.retreat_class(unit.id, goal)
    others = {p: facts.retreat_class(unit.id, p) for p in facts.retreat_hexes(unit.id) if p != goal}
    if own.needs:
        return undecided(f"the class of {goal} is not known", own)
    better = [(p, found) for p, found in others.items() if found.known and 0 < found.value < own.value]
    if better and facts.surrounded(unit.place, unit.side).value:
        return legal(f"{unit.id} is surrounded: its headquarters do not count", seen("surrounded", "yes"))
    if better:
        place, found = min(better, key=lambda one: one[1].value)
        return illegal(f"{goal} is of class {own.value}, {place} of class {found.value}", own, found)
    open_ = [p for p, found in others.items() if found.needs and own.value > 1]
    if open_:
        return undecided(f"{goal} is of class {own.value}; {open_[0]} may be better", own, others[open_[0]])
    return legal(f"{goal} is of class {own.value}, none is better", own)


def _surrounded_retreat(facts: Facts, unit: Unit, goal: str) -> Told:
    """S20-10: from zone to zone only into a fortress."""
    cut = facts.surrounded(unit.place, unit.side)
    if not cut.value:
        return
    zones = facts.zone(unit.place, unit.side), facts.zone(goal, unit.side)
    fort = facts.fortress_at(goal, unit.side)
    barred = all(z.value for z in zones) and fort is None
    yield "S20-10", (illegal if barred else legal)(f"{unit.id}, surrounded, retreats into {goal}", cut, *zones)


def last_class_attacks_at_once(action: Action, facts: Facts) -> Rulings:
    """S14-9: a retreat into an empty enemy zone is followed by a column attack on all around."""
    said = action.detail("column-attack")
    for unit in acting(action, facts)[:1]:
        goal = goal_of(action)
        if not said or not goal:
            continue
        own = facts.retreat_class(unit.id, goal)
        if own.known and own.value == 7:
            message = f"{unit.id} retreats into {goal}, an empty enemy zone"
            yield (illegal if said in ("no", "none") else legal)(f"{message}; column attack: {said}", own)


def guns_do_not_retreat(action: Action, facts: Facts) -> Rulings:
    """S29-13: they are destroyed."""
    for unit in acting(action, facts):
        if unit.type in GUNS and facts.on_map(goal_of(action)):
            yield illegal(f"{unit.id} retreats", seen(unit.id, unit.type))


def cavalry_leaves_before_cavalry_comes(action: Action, facts: Facts) -> Rulings:
    """S30-2."""
    if action.detail("before-combat") != "yes":
        return
    fight = facts.open_fight()
    riders = [u for u in fight.attackers if u.type == "cavalry"] if fight is not None else []
    for unit in acting(action, facts):
        if unit.type != "cavalry":
            yield illegal(f"{unit.id} leaves before combat", seen(unit.id, unit.type))
        elif fight is None:
            yield undecided(f"{unit.id} leaves before combat", needs=(Need("log", "attack"),))
        else:
            found = seen("attacking cavalry", riders[0].id if riders else "none")
            yield (illegal if riders else legal)(f"{unit.id} leaves before combat", found)


def advance_told(action: Action, facts: Facts) -> Told:
    """S15-1 into the hex that was left; S15-3 never guns; S15-4 those hit hardest first."""
    units = acting(action, facts)
    goal = goal_of(action)
    guns = [u for u in units if u.type in GUNS]
    if guns:
        yield "S15-3", illegal(f"{guns[0].id} advances", seen(guns[0].id, guns[0].type))
    elif units:
        yield "S15-3", legal("no artillery advances", seen("artillery", "none"))
    fight = facts.open_fight()
    if fight is not None and fight.target:
        foes = facts.foes_at(goal, facts.actor(action))
        right = goal == fight.target and not [u for u in foes if facts.fights(u) or u.type == "fortress"]
        attackers = {u.id for u in fight.attackers}
        if attackers and not {u.id for u in units} <= attackers:
            right = False
        found = seen("attacked", f"{fight.target} by {', '.join(sorted(attackers))}")
        yield "S15-1", (legal if right else illegal)(f"an advance into {goal}", found)
    yield from _hardest_first(action, facts, units, fight)


def _hardest_first(action: Action, facts: Facts, units: tuple[Unit, ...], fight: Fight | None) -> Told:
    """The share of its strength that each attacker lost in this battle."""
    group = [*(fight.attackers if fight is not None else ()), *units]
    shares: dict[str, float] = {}
    for unit in {u.id: u for u in group}.values():
        lost = int(facts.ledger.note("lost", unit.id) or 0)
        stated = facts.said_number("lost", unit.id)
        lost = stated.value if stated is not None else lost
        before = unit.steps + lost if stated is None else unit.full_steps
        if unit.steps > 0 and before:
            shares[unit.id] = lost / before
    going = {u.id for u in units}
    staying = {
        name: share
        for name, share in shares.items()
        if name not in going and facts.unit(name).type not in GUNS and facts.unit(name).place != goal_of(action)
    }
    if not going & set(shares) or len(shares) < 2:
        return
    lightest = min(shares[name] for name in going & set(shares))
    heavier = [name for name, share in staying.items() if share > lightest]
    lost = seen("share lost", ", ".join(f"{name} {share:.0%}" for name, share in shares.items()))
    if heavier:
        yield "S15-4", illegal(f"{heavier[0]} lost more and has not advanced", lost)
    else:
        yield "S15-4", legal("those hit hardest advance", lost)


CHECKS = (
    *told_by(stay_told, {rule: "losses_force_a_retreat_unless_something_holds_them" for rule in STANDS}, "stay"),
    *told_by(
        order_told,
        {
            "S13-23": "losses_fall_on_types_in_their_order",
            "S13-24": "all_reach_the_reverse_before_one_drops_further",
            "S33-4": "assault_troops_pay_first",
            "S33-5": "pure_assault_troops_pay_first",
        },
        "lose",
    ),
    *told_by(
        due_told,
        {"S13-13": "defenders_give_up_what_the_table_takes", "S13-17": "attackers_give_up_what_the_table_takes"},
        "end-phase",
    ),
    *told_by(
        retreat_told,
        {
            "S14-6": "a_retreat_is_one_hex",
            "S14-12": "nobody_retreats_over_a_barred_side",
            "S14-8": "retreats_go_into_the_best_class",
            "S20-10": "the_surrounded_do_not_go_from_zone_to_zone",
        },
        "retreat",
    ),
    Check("S14-9", ("retreat",), last_class_attacks_at_once),
    Check("S29-13", ("retreat",), guns_do_not_retreat),
    Check("S30-2", ("retreat",), cavalry_leaves_before_cavalry_comes),
    *told_by(
        advance_told,
        {
            "S15-1": "attackers_advance_into_the_hex_that_was_left",
            "S15-3": "guns_never_advance",
            "S15-4": "those_hit_hardest_advance_first",
        },
        "advance",
    ),
)
