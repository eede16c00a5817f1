"""What may be used once: air units, chits of a battle, Brusilov's headquarters (7.6, 7.8 to 7.10, 7.17)."""

from __future__ import annotations

from builder.games.tgwie.checks_base import Rulings, verdict
from builder.games.tgwie.checks_support import supports
from builder.games.tgwie.facts import Facts
from builder.games.tgwie.facts_base import joined, seen
from builder.games.tgwie.verbs_battle import losses
from builder.model import Action
from builder.rules.ruleset import Check

AIR = ("air", "ace")


def air_units_are_no_losses(action: Action, facts: Facts) -> Rulings:
    """Neither steps nor strength (7.6.1.C)."""
    if facts.ledger.battle is None:
        return
    for unit in facts.units(name for name, _ in losses(action)):
        yield verdict(unit.type in AIR, f"{unit.id} is given up", seen(f"type of {unit.id}", unit.type))


def an_air_unit_flies_once_between_strategic_turns(action: Action, facts: Facts) -> Rulings:
    turn = facts.turn()
    if not turn.known:
        return
    for name in (*facts.flyers(action, "air"), *facts.flyers(action, "defair")):
        used = facts.ledger.note("flown", name)
        if not used:
            yield verdict(False, f"{name} supports a battle", seen(f"{name} flew before", "no"))
            continue
        fresh = facts.strategic_between(int(used), turn.value)
        yield verdict(not fresh.value, f"{name} supported on turn {used} and supports on turn {turn.value}", fresh,
                      seen(f"{name} flew on turn", int(used)))  # fmt: skip


def east_air_helps_germans_in_the_east(action: Action, facts: Facts) -> Rulings:
    """Nowhere else, and no longer once there is peace with Russia (7.6.4)."""
    fight = facts.fight(action)
    for key, units in (("air", fight.attackers), ("defair", fight.defenders)):
        name = next((n for n in facts.flyers(action, key) if "eastair" in n.replace("-", "")), "")
        if not name:
            continue
        where, treaty = facts.theatre(fight.place), facts.said_yes("treaty")
        if treaty is not None and treaty.value:
            yield verdict(True, f"{name} flies after the peace with Russia", treaty)
            continue
        german = not units or any(u.nation == "german" for u in units)  # a fort may stand alone
        bad = joined(where.value != "east" or not german, where)
        yield verdict(bad.value, f"{name} over the {where.value} map for {'Germans' if german else 'no Germans'}", bad,
                      seen("helped", " ".join(sorted({u.nation for u in units})) or "nobody"))  # fmt: skip


def _serves_once(prefix: tuple[str, ...]):
    def check(action: Action, facts: Facts) -> Rulings:
        side = facts.fight(action).side
        for chit in facts.chits_used(action):
            if chit.startswith(prefix):
                used = facts.ledger.note("chit-used", side, chit)
                told = f"{side} uses {chit}" + (f" after turn {used}" if used else "")
                yield verdict(bool(used), told, seen(f"{chit} used by that side", used or "no"))

    return check


a_gas_serves_one_attack = _serves_once(("gas-",))
a_gas_serves_one_attack.__name__ = "a_gas_serves_one_attack"
flame_and_mine_serve_one_attack = _serves_once(("flamethrower", "mine"))
flame_and_mine_serve_one_attack.__name__ = "flame_and_mine_serve_one_attack"


def bruchmueller_serves_one_attack_a_turn(action: Action, facts: Facts) -> Rulings:
    turn = facts.turn()
    if not facts.uses_bruchmueller(action) or not turn.known:
        return
    used = facts.ledger.note("bruchmueller")
    told = f"Bruchmueller on turn {turn.value}" + (f", used on turn {used}" if used else "")
    yield verdict(used == str(turn.value), told, turn, seen("Bruchmueller used on turn", used or "none"))


def brusilov_spends_the_headquarters(action: Action, facts: Facts) -> Rulings:
    """A Russian headquarters that attacked so has left the game (7.17; reading E46: attacks alone)."""
    for hq, place, _ in supports(action, facts):
        if hq.nation != "russian":
            continue
        used = facts.ledger.note("brusilov-spent", hq.id)
        told = f"{hq.id} supports the battle for {place}" + (f", spent on turn {used}" if used else "")
        yield verdict(bool(used), told, seen(f"{hq.id} spent by Brusilov", used or "no"))


CHECKS = (
    Check("7.6.1.C", ("lose",), air_units_are_no_losses),
    Check("7.6.1.D", ("attack",), an_air_unit_flies_once_between_strategic_turns),
    Check("7.6.4", ("attack",), east_air_helps_germans_in_the_east),
    Check("7.8.B", ("attack",), a_gas_serves_one_attack),
    Check("7.9.B", ("attack",), flame_and_mine_serve_one_attack),
    Check("7.10.B", ("attack",), bruchmueller_serves_one_attack_a_turn),
    Check("7.17.B", ("attack", "support"), brusilov_spends_the_headquarters),
)
