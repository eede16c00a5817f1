"""After the dice: losses in their order, retreats forced and free, where to, advances."""

from __future__ import annotations

from builder.games.italian_front.checks_base import Rulings, Told, acting, goal_of, told_by, written
from builder.games.italian_front.checks_losses import unpaid
from builder.games.italian_front.facts import Facts, Fight, seen
from builder.games.italian_front.facts_base import book
from builder.games.italian_front.facts_units import EXERT, GUNS, SUPPORT
from builder.model import Action, Need, Unit
from builder.rules.ruleset import Check
from builder.rules.ruling import Ruling, illegal, legal, undecided

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
            yield "S14-8", _class(facts, unit, goal, action.units)
            yield from _surrounded_retreat(facts, unit, goal)


def _class(facts: Facts, unit: Unit, goal: str, group: tuple[str, ...]) -> Ruling:
    """The class of the hex against the best of the others that take them in (S14-8, S14-10, S14-11, S14-16)."""
    own = facts.retreat_class(unit.id, goal)
    open_hexes = (p for p in facts.retreat_hexes(unit.id) if p != goal and facts.takes_in(p, unit, group))
    others = {p: facts.retreat_class(unit.id, p) for p in open_hexes}
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


def losses_come_before_retreats(action: Action, facts: Facts) -> Rulings:
    """S14-5, of what is written; what a nation saves by retreating is taken off (S14-3)."""
    fight = facts.open_fight()
    if fight is None or not written(action) or action.detail("before-combat") == "yes":
        return
    own = [u for u in acting(action, facts) if u.id in {d.id for d in fight.defenders}]
    owing = unpaid(facts, "defender")
    if not own or not owing.known:
        return
    stated = facts.said_number("owed", "defender")
    text = facts.ledger.note("due", "defender", fight.target)
    due = stated.value if stated is not None else int(text.split(" ")[0])
    saved = due - facts.reduced(due, own[0].nation).value
    left = owing.value - saved
    message = f"{own[0].id} retreats with {max(left, 0)} strength points still to give up"
    yield (illegal if left > 0 else legal)(message, owing, book("saved by the retreat", saved, "S14-3"))


def ground_shut_to_a_minimum_move_is_the_last_way_out(action: Action, facts: Facts) -> Rulings:
    """S14-16: foot and cavalry alone, where nothing else is open, and by half of their strength."""
    if action.detail("before-combat") == "yes":
        return
    for unit in acting(action, facts):
        goal = goal_of(action)
        if unit.type in GUNS or unit.type == "fortress" or not facts.adjacent(unit.place, goal).value:
            continue
        if facts.side(unit.place, goal).shut or facts.closed(goal):
            continue  # S14-12 speaks
        _, may = facts.guaranteed(unit, unit.place, goal)
        if may.value or may.needs:
            continue
        message = f"{unit.id} retreats into {goal}, shut to a minimum move"
        if unit.type not in EXERT:
            yield illegal(f"{message}; it is destroyed instead", may, seen(unit.id, unit.type))
            continue
        others = {p: facts.retreat_class(unit.id, p) for p in facts.retreat_hexes(unit.id) if p != goal}
        open_ = [p for p in others if facts.takes_in(p, unit, action.units)]
        known = next((p for p in open_ if others[p].known and others[p].value), "")
        half = -(-facts.raw(unit.id).value // 2)
        if known:
            yield illegal(f"{message}; {known} is open", may, others[known])
        elif any(others[p].needs for p in open_):
            needs = tuple(n for p in open_ for n in others[p].needs)
            yield undecided(f"{message}; another hex may be open", may, needs=needs)
        elif action.detail("loss").isdecimal() and int(action.detail("loss")) < half:
            yield illegal(f"{message}, and gives up less than half, {half}", may, book("to give up", half, "S14-16"))
        else:
            yield legal(f"{message}; nothing else is open, {half} go", may, book("to give up", half, "S14-16"))


def who_comes_into_a_hex_left_before_combat_told(action: Action, facts: Facts) -> Told:
    """S30-3: nothing is paid for a hex that was left before combat, and attackers may go in."""
    goal = goal_of(action)
    left = facts.ledger.note("left-early", goal)
    if not left or [u for u in facts.foes_at(goal, facts.actor(action)) if u.type not in SUPPORT]:
        return
    gone = seen(f"{goal} was left before combat by", left)
    paid = sum(int(n) for n in action.detail("pay").split(",") if n.isdecimal())
    if action.verb == "advance":
        yield "S30-3", legal(f"attackers go into {goal}", gone)
    elif paid:
        yield "S30-3", illegal(f"{paid} supply points are paid for {goal}, which was left", gone, seen("paid", paid))
    else:
        yield "S30-3", legal(f"nothing is paid for {goal}, which was left", gone)


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
    if heavier and not written(action):
        # the other may be dragged after it: the order of two drags of one advance proves nothing
        yield (
            "S15-4",
            undecided(f"{heavier[0]} lost more and may follow", lost, needs=(Need("log", heavier[0], "advance"),)),
        )
    elif heavier:
        yield "S15-4", illegal(f"{heavier[0]} lost more and has not advanced", lost)
    else:
        yield "S15-4", legal("those hit hardest advance", lost)


CHECKS = (
    *told_by(stay_told, {rule: "losses_force_a_retreat_unless_something_holds_them" for rule in STANDS}, "stay"),
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
    Check("S14-5", ("retreat",), losses_come_before_retreats),
    Check("S14-16", ("retreat",), ground_shut_to_a_minimum_move_is_the_last_way_out),
    *told_by(
        who_comes_into_a_hex_left_before_combat_told,
        {"S30-3": "nothing_is_paid_for_a_hex_left_before_combat"},
        "attack",
        "advance",
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
