"""After the die: losses, advances, withdrawals, attrition (13.12, 13.19, 13.21, 11.17)."""

from __future__ import annotations

from itertools import pairwise

from builder.games.tgwie.checks_base import Rulings, from_log, units_of, verdict
from builder.games.tgwie.facts import Facts
from builder.games.tgwie.facts_base import book, joined, seen
from builder.games.tgwie.verbs_battle import ATTACK, DEFENCE, losses, party
from builder.model import Action, Evidence, Need, Reason, Tag
from builder.rules.ruleset import Check
from builder.rules.ruling import illegal, legal, undecided

GROUND = ("12.5.A.2", "12.5.A.3", "12.5.B", "12.5.C")  # what bars a march; alpine ground last
LATE_TANKS = 49  # April 1919, after March (13.21.D; reading E57)


def each_side_loses_the_steps_of_its_number(action: Action, facts: Facts) -> Rulings:
    """A loss of several units at once is the whole of it; single ones add up till the phase ends."""
    battle = facts.ledger.battle
    if battle is None or _of_an_earlier_battle(action, facts):
        return
    who = party(action, facts)
    known = battle.detail("result") or battle.detail("=result")
    if not known or known.split("/")[0 if who == ATTACK else -1] == "x":
        return
    total = sum(steps for _, steps in losses(action)) + (1 if action.detail("fort") else 0)
    owed = facts.ledger.owed.get(who, 0)
    could = int(facts.ledger.note("could-lose", who) or 0) - int(facts.ledger.note("paid", who) or 0)
    due = min(owed, could)
    whole = not from_log(action) and len(losses(action)) + bool(action.detail("fort")) > 1
    reasons = (seen(f"owed by the {who}", owed), seen("result", known))
    assumed = _because(battle, facts, known)
    if total > due or (whole and total < due):
        ours = "" if battle.detail("result") else "the result as the referee works it out, which nobody told"
        yield illegal(f"{total} steps given up, {due} owed", *reasons, *assumed, reading=ours)
    else:
        yield legal(f"{total} of {due} steps given up", *reasons, *assumed)


def _because(battle: Action, facts: Facts, known: str) -> tuple[Reason, ...]:
    """What a result that nobody told rests on."""
    if battle.detail("result"):
        return ()
    return (Reason("result by the tables", known, facts.weigh(Evidence(Tag.CHOSEN))),)


def losses_are_paid_when_the_phase_ends(action: Action, facts: Facts) -> Rulings:
    battle = facts.ledger.battle
    if battle is None or not battle.detail("result") or "x" in battle.detail("result"):
        return
    for who in (ATTACK, DEFENCE):
        owed = facts.ledger.owed.get(who, 0)
        could = int(facts.ledger.note("could-lose", who) or 0) - int(facts.ledger.note("paid", who) or 0)
        left = min(owed, max(could, 0))
        yield verdict(left > 0, f"{left} steps of the {who} were never given up" if left else f"the {who} has paid",
                      seen("still owed", left))  # fmt: skip


def attackers_lose_first(action: Action, facts: Facts) -> Rulings:
    """As written; a log tells losses in the order of clicks, which nobody minds (13.12.C)."""
    battle = facts.ledger.battle
    if battle is None or from_log(action) or not battle.detail("result") or party(action, facts) != DEFENCE:
        return
    could = int(facts.ledger.note("could-lose", ATTACK) or 0) - int(facts.ledger.note("paid", ATTACK) or 0)
    left = min(facts.ledger.owed.get(ATTACK, 0), max(could, 0))
    yield verdict(left > 0, "the defender loses" + (f" while the attacker owes {left}" if left else ""),
                  seen("still owed by the attacker", left))  # fmt: skip


def _of_an_earlier_battle(action: Action, facts: Facts) -> bool:
    battle, told = facts.ledger.battle, action.detail("battle")
    at_hand = battle.detail("id") if battle is not None else ""
    return bool(told and at_hand and told != at_hand and facts.ledger.note("begun", told))


def one_battle_is_over_before_the_next(action: Action, facts: Facts) -> Rulings:
    """No loss belongs to a battle before the one at hand (13.5.B)."""
    battle, told = facts.ledger.battle, action.detail("battle")
    if battle is None or not told or not battle.detail("id"):
        return
    at_hand = seen("battle at hand", battle.detail("id"))
    text = f"{' '.join(name for name, _ in losses(action))} lost in battle {told}"
    if _of_an_earlier_battle(action, facts):
        yield illegal(text, at_hand, inferred=from_log(action))
    else:
        yield legal(text, at_hand)


def headquarters_are_no_losses(action: Action, facts: Facts) -> Rulings:
    if facts.ledger.battle is None:
        return
    for unit in facts.units(name for name, _ in losses(action)):
        yield verdict(facts.is_hq(unit), f"{unit.id} is given up", seen(f"type of {unit.id}", unit.type))


def _firsts(action: Action, facts: Facts, who: str, kinds: tuple[str, ...]) -> Rulings:
    battle = facts.ledger.battle
    if battle is None or party(action, facts) != who or facts.ledger.note("first-loss", who):
        return
    fight = facts.fight(battle)
    there = fight.attackers if who == ATTACK else fight.defenders
    must = [u.id for u in there if _is_one_of(facts, u, kinds)]
    tanks = [u.id for u in there if u.type == "tank"]
    must = tanks if tanks and who == ATTACK else must  # 7.7a.D is the stricter (reading E5)
    gone = losses(action)
    if not must or not gone:
        return
    yield verdict(
        gone[0][0] not in must, f"{gone[0][0]} goes first, {must[0]} should", seen("must go first", " ".join(must))
    )


def _is_one_of(facts: Facts, unit, kinds: tuple[str, ...]) -> bool:
    shock = facts.is_shock(unit.id) if "shock" in kinds else None
    return unit.type in kinds or bool(shock is not None and shock.known and shock.value)


def tank_or_shock_goes_first(action: Action, facts: Facts) -> Rulings:
    yield from _firsts(action, facts, ATTACK, ("tank", "shock"))


def anti_tank_goes_first(action: Action, facts: Facts) -> Rulings:
    yield from _firsts(action, facts, DEFENCE, ("anti-tank",))


def the_fort_goes_last(action: Action, facts: Facts) -> Rulings:
    """Its point is the last step of the defenders (13.12.G)."""
    battle = facts.ledger.battle
    if battle is None or not action.detail("fort"):
        return
    place = battle.place
    dying = {name for name, _ in losses(action)}
    left = [u.id for u in facts.at(place) if facts.is_combat_unit(u) and u.side != facts.fight(battle).side
            and (u.id not in dying or u.steps > dict(losses(action))[u.id])]  # fmt: skip
    yield verdict(bool(left), f"the fort falls{' before ' + left[0] if left else ' last'}", seen("left in the hex",
                  " ".join(left) or "nobody"))  # fmt: skip


# ---- advance and withdrawal


def attackers_advance_into_the_vacated_hex(action: Action, facts: Facts) -> Rulings:
    battle = facts.ledger.battle
    if battle is None or len(action.path) < 2:
        return
    fight = facts.fight(battle)
    place = action.path[1]
    fort = facts.fort_in(fight) if place == fight.place else None
    left = [u.id for u in facts.at(place) if u.side != fight.side and facts.is_combat_unit(u)]
    for unit in units_of(action, facts):
        if unit.id not in battle.units:
            continue
        bad = place != fight.place or bool(left) or bool(fort is not None and fort.value)
        yield verdict(bad, f"{unit.id} advances into {place}" + (f", where {left[0]} stands" if left else ""),
                      seen("attacked hex", fight.place), *((fort,) if fort is not None else ()))  # fmt: skip


def defenders_never_advance(action: Action, facts: Facts) -> Rulings:
    battle = facts.ledger.battle
    if battle is None:
        return
    side = facts.fight(battle).side
    for unit in units_of(action, facts):
        who = "attackers" if unit.side == side else "defenders"
        yield verdict(unit.side != side, f"{unit.id} of the {who} advances", seen("attacker", side))


def the_advance_comes_at_once(action: Action, facts: Facts) -> Rulings:
    """Before any other battle (13.21.B). In a log it may be a march before anybody clicked on."""
    battle = facts.ledger.battle
    if battle is None or len(action.path) < 2:
        return
    place = action.path[1]
    for unit in units_of(action, facts):
        mine = facts.ledger.note("attacked", unit.id)
        if mine != place:
            continue
        late = facts.fight(battle).place != place
        why = seen("last battle", facts.fight(battle).place)
        told = f"{unit.id} advances into {place}" + (" after another battle" if late else "")
        if late and from_log(action) and not facts.ledger.note("clicked"):
            yield undecided(told, why, needs=(Need("log", "phase", "whether movement had begun"),))
        else:
            yield illegal(told, why, inferred=from_log(action)) if late else legal(told, why)


def an_advance_keeps_to_passable_ground(action: Action, facts: Facts) -> Rulings:
    """What bars a march bars it too (13.21.E); enemies, and alpine ground beyond, are other rules' matter."""
    side = facts.actor(action)
    for unit in units_of(action, facts):
        found = [bar for at, (a, b) in enumerate(pairwise(action.path)) for bar in facts.bars(unit, a, b)
                 if bar.rule in GROUND[: 3 if at else 4]]  # fmt: skip
        sure = next((bar for bar in found if bar.shut.known and bar.shut.value), None)
        if sure is not None:
            yield illegal(f"{unit.id}: {sure.text}", sure.shut)
        elif found:
            yield verdict(False, f"{unit.id} of the {side} side may go there", *(bar.shut for bar in found))


def nobody_retreats_after_combat(action: Action, facts: Facts) -> Rulings:
    """A defender that leaves his hex in the combat phase; in a log it may be a march unclicked (13.12.I)."""
    battle = facts.ledger.battle
    if battle is None or "combat" not in facts.when.phase:
        return
    fight = facts.fight(battle)
    for unit in units_of(action, facts):
        if unit.side == fight.side or not action.path or action.path[0] != fight.place:
            continue
        told, why = f"{unit.id} leaves {fight.place} after the battle for it", seen("attacked hex", fight.place)
        if from_log(action):
            yield undecided(told, why, needs=(Need("log", "phase", "whether movement had begun"),))
        else:
            yield illegal(told, why)


def shock_and_late_tanks_advance_two(action: Action, facts: Facts) -> Rulings:
    """All others one hex; a second one after clear ground, empty and not alpine (13.21.D)."""
    for unit in units_of(action, facts):
        steps = len(action.path) - 1
        if steps < 1:
            continue
        shock = facts.is_shock(unit.id)
        turn = facts.turn()
        tank = unit.type == "tank" and unit.side == "allied"
        able = joined(shock.value or (tank and turn.value >= LATE_TANKS), shock, *((turn,) if tank else ()))
        most = 2 if able.value else 1
        if steps == 1:
            yield legal(f"{unit.id} advances one hex", seen("hexes", 1))
        else:
            yield verdict(steps > most, f"{unit.id} advances {steps} hexes, {most} it may", able)


def hard_ground_ends_the_advance(action: Action, facts: Facts) -> Rulings:
    if len(action.path) < 3:
        return
    middle, end = action.path[1], action.path[2]
    ground, beyond = facts.terrain(middle), facts.terrain(end)
    side = facts.actor(action)
    foes = [u.id for u in facts.foes_at(end, side)]
    bad = joined(ground.value in ("marsh", "mountain") or beyond.value == "alpine" or bool(foes), ground, beyond)
    yield verdict(bad.value, f"on over {middle} ({ground.value}) to {end}", bad, seen(f"enemies in {end}", len(foes)))


def cavalry_alone_withdraws_from_foot(action: Action, facts: Facts) -> Rulings:
    """All defenders are cavalry, no attacker is, the die is not rolled (13.19.A)."""
    units = units_of(action, facts)
    if not units:
        return
    place = action.path[0] if action.path else units[0].place
    battle = facts.ledger.battle
    there = [u for u in facts.at(place) if facts.is_combat_unit(u)] or list(units)
    foot = [u.id for u in there if not facts.is_cavalry(u)]
    attackers = facts.fight(battle).attackers if battle is not None else ()
    riders = [u.id for u in attackers if facts.is_cavalry(u)]
    rolled = action.detail("roll") == "after" or bool(battle is not None and battle.detail("roll") and from_log(action))
    why = (
        f"{foot[0]} defends too"
        if foot
        else f"{riders[0]} attacks"
        if riders
        else "the die is rolled"
        if rolled
        else ""
    )
    defenders = seen("defenders", " ".join(u.id for u in there))
    cavalry = seen("attacking cavalry", " ".join(riders) or "none")
    yield verdict(bool(why), f"withdrawal from {place}" + (f": {why}" if why else ""), defenders, cavalry)


def it_withdraws_one_hex(action: Action, facts: Facts) -> Rulings:
    if len(action.path) < 2:
        return
    end = action.path[-1]
    side = facts.actor(action)
    foes = [u.id for u in facts.foes_at(end, side)]
    bad = len(action.path) != 2 or bool(foes)
    yield verdict(bad, f"withdrawal to {end}" + (f", where {foes[0]} stands" if foes else ""), seen("hexes",
                  len(action.path) - 1), seen("enemies there", " ".join(foes) or "none"))  # fmt: skip


def attrition_takes_those_out_of_supply(action: Action, facts: Facts) -> Rulings:
    """Fortress supply and Belgians in Antwerp survive (11.16, 11.18)."""
    for unit in units_of(action, facts):
        fate = facts.survives_attrition(unit.id)
        yield verdict(fate.value, f"{unit.id} is removed and {'may live' if fate.value else 'is out of supply'}", fate,
                      book("attrition", "those out of supply", "11.17"))  # fmt: skip


CHECKS = (
    Check("13.12.B", ("lose",), each_side_loses_the_steps_of_its_number),
    Check("13.12.B", ("end-phase", "attack"), losses_are_paid_when_the_phase_ends),
    Check("13.5.B", ("lose",), one_battle_is_over_before_the_next),
    Check("13.12.C", ("lose",), attackers_lose_first),
    Check("13.12.I", ("move",), nobody_retreats_after_combat),
    Check("13.12.D", ("lose",), headquarters_are_no_losses),
    Check("13.12.E", ("lose",), tank_or_shock_goes_first),
    Check("13.12.F", ("lose",), anti_tank_goes_first),
    Check("13.12.G", ("lose",), the_fort_goes_last),
    Check("13.21.A", ("advance",), attackers_advance_into_the_vacated_hex),
    Check("13.21.B", ("advance",), the_advance_comes_at_once),
    Check("13.21.C", ("advance",), defenders_never_advance),
    Check("13.21.D", ("advance",), shock_and_late_tanks_advance_two),
    Check("13.21.D.stop", ("advance",), hard_ground_ends_the_advance),
    Check("13.21.E", ("advance",), an_advance_keeps_to_passable_ground),
    Check("13.19.A", ("withdraw",), cavalry_alone_withdraws_from_foot),
    Check("13.19.B", ("withdraw",), it_withdraws_one_hex),
    Check("11.17", ("attrition",), attrition_takes_those_out_of_supply),
)
