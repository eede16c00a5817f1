"""Drawing and playing chits: who pays, what goes back, when each may be played (7.2 to 7.4, and by chit)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from builder.games.tgwie.checks_base import Rulings, from_log, verdict
from builder.games.tgwie.facts import Facts
from builder.games.tgwie.facts_base import joined, seen
from builder.games.tgwie.facts_chits import JOINING, chit_name
from builder.model import Action, Answer, Reason, Row
from builder.rules.ruleset import Check
from builder.rules.ruling import illegal, legal

PAYERS = {"7.3.A": ("central", ("german",)), "7.3.B": ("allied", ("british", "french", "american"))}
NEXT_PHASE = {  # rule -> chits that are played in the New Units Phase of the turn they are drawn
    "7.11.A": tuple(JOINING), "7.26.A": ("paris-gun",), "7.27.A": ("influenza",)}  # fmt: skip
ONCE = {"7.6.5": ("air-raid-london", "air-raid-paris"), "7.13.J": ("gallipoli",)}


def _played(action: Action, facts: Facts, names: tuple[str, ...]) -> Iterator[tuple[str, Row]]:
    for row in facts.chits_of_action(action):
        if chit_name(row) in names:
            yield chit_name(row), row


def _kind(facts: Facts, row: Row) -> Reason:
    text = row["kind"] + (", played at once" if row["mandatory"] else "")
    return Reason(f"{row.key} is", text, facts.weigh(row.evidence_of("mandatory")))


def an_enemy_chit_works_for_its_owner(action: Action, facts: Facts) -> Rulings:
    """One that must be played at once is handed over, for its own side to play (7.2.C.1)."""
    for row in facts.chits_of_action(action):
        if row["mandatory"] and action.side and not from_log(action):
            told = f"{action.side} plays {row.key} of the {row['side']} side"
            yield verdict(action.side != row["side"], told, _kind(facts, row))


def an_optional_chit_drawn_by_the_enemy_is_gone(action: Action, facts: Facts) -> Rulings:
    for row in facts.chits_of_action(action):
        by = facts.ledger.note("drawn-by", row.key)
        if row["mandatory"] or not by:
            continue
        yield verdict(by != row["side"], f"{row.key} is played, drawn by the {by} side", _kind(facts, row),
                      seen(f"{row.key} drawn by", by))  # fmt: skip


def no_chit_but_no_effect_goes_back(action: Action, facts: Facts) -> Rulings:
    """So no other is drawn twice (7.2.D)."""
    for row in facts.chits_of_action(action):
        before = facts.drawn_turn(chit_name(row))
        if row["kind"] == "no-effect" or before is None:
            yield legal(f"{row.key} is drawn", seen(f"{row.key} drawn before", "no matter" if before else "no"))
        else:
            # a pull that was put back by hand leaves the same trace
            yield illegal(f"{row.key} is drawn again", before, inferred=from_log(action))


def no_effect_is_not_redrawn(action: Action, facts: Facts) -> Rulings:
    side, cup = action.side, action.detail("cup") or action.side
    if side != cup or from_log(action):
        return
    blank = facts.ledger.note("no-effect", side) == cup
    yield verdict(blank, f"{side} draws" + (" again after No Effect" if blank else ""),
                  seen("No Effect drawn this turn", "yes" if blank else "no"))  # fmt: skip


def _paid_by(rule: str) -> Callable[[Action, Facts], Rulings]:
    side, able = PAYERS[rule]

    def check(action: Action, facts: Facts) -> Rulings:
        nation = facts.nation_of(action.detail("paid")) if action.detail("paid") else ""
        if nation and action.side == side:
            yield verdict(nation not in able, f"{nation} points buy a chit", seen("may pay", " ".join(able)))

    check.__name__ = f"{side}_chits_are_paid_by_" + "_".join(able)
    return check


def _phase(action: Action, facts: Facts) -> Answer[bool]:
    """Whether it is played in New Units; a log's clock may be behind."""
    phase = facts.when.phase
    return Answer(not phase or "new-units" in phase, (facts.moment(),))


def _in_the_next_phase(rule: str) -> Callable[[Action, Facts], Rulings]:
    """In the New Units Phase that follows the draw."""

    def check(action: Action, facts: Facts) -> Rulings:
        turn = facts.turn()
        for name, row in _played(action, facts, NEXT_PHASE[rule]):
            drawn, fits = facts.drawn_turn(name), _phase(action, facts)
            late = drawn is not None and turn.known and drawn.value != turn.value
            why = joined(late or not fits.value, fits, *((drawn, turn) if drawn is not None else ()))
            yield verdict(why.value, f"{row.key} is played on turn {turn.value}", why)

    check.__name__ = {
        "7.11.A": "an_entry_is_played_on_the_turn_of_its_draw", "7.26.A": "the_gun_is_played_in_the_next_new_units",
        "7.27.A": "influenza_is_played_in_the_next_new_units",
    }[rule]  # fmt: skip
    return check


def _once(rule: str) -> Callable[[Action, Facts], Rulings]:
    def check(action: Action, facts: Facts) -> Rulings:
        for name, row in _played(action, facts, ONCE[rule]):
            before = facts.played_turn(name)
            if before is not None:
                yield illegal(f"{row.key} is played again", before)
            else:
                yield legal(f"{row.key} is played", seen(f"{row.key} played before", "no"))

    check.__name__ = "gallipoli_happens_once" if rule == "7.13.J" else "each_air_raid_flies_once"
    return check


def gallipoli_comes_before_salonika(action: Action, facts: Facts) -> Rulings:
    """In a New Units Phase (7.13.A)."""
    for _name, row in _played(action, facts, ("gallipoli",)):
        fits, salonika = _phase(action, facts), facts.played("salonika")
        gone = joined(True, salonika) if salonika.known and salonika.value else fits
        bad = not fits.value or (salonika.known and salonika.value)
        yield verdict(bad, f"{row.key} is played" + (" after Salonika" if fits.value and bad else ""), gone)


def salonika_needs_a_neutral_greece(action: Action, facts: Facts) -> Rulings:
    """In a New Units Phase (7.14.A)."""
    for _name, row in _played(action, facts, ("salonika",)):
        fits, greece = _phase(action, facts), facts.side_of_nation("greek")
        if not fits.value:
            yield illegal(f"{row.key} is played", fits)
        else:
            yield verdict(bool(greece.value), f"{row.key} is played, Greece {greece.value or 'neutral'}", greece)


def one_stoss_chit_a_turn(action: Action, facts: Facts) -> Rulings:
    for name, row in _played(action, facts, ("stoss", "stoss-b")):
        before = facts.ledger.note("stoss")
        told = f"{row.key} is played" + (f" after {before}" if before else "")
        yield verdict(bool(before), told, seen("Shock Troops played this turn", before or "no"))
        if before == name:
            return


def typhus_breaks_out_at_once(action: Action, facts: Facts) -> Rulings:
    turn = facts.turn()
    for name, row in _played(action, facts, ("serb-typhus",)):
        drawn = facts.drawn_turn(name)
        if drawn is not None and turn.known:
            yield verdict(drawn.value != turn.value, f"{row.key} is played on turn {turn.value}", drawn, turn)


CHECKS = (
    Check("7.2.C.1", ("play",), an_enemy_chit_works_for_its_owner),
    Check("7.2.C.3", ("play",), an_optional_chit_drawn_by_the_enemy_is_gone),
    Check("7.2.D", ("draw",), no_chit_but_no_effect_goes_back),
    Check("7.2.E", ("draw",), no_effect_is_not_redrawn),
    *(Check(rule, ("draw",), _paid_by(rule)) for rule in PAYERS),
    *(Check(rule, ("play",), _once(rule)) for rule in ONCE),
    *(Check(rule, ("play",), _in_the_next_phase(rule)) for rule in NEXT_PHASE),
    Check("7.13.A", ("play",), gallipoli_comes_before_salonika),
    Check("7.14.A", ("play",), salonika_needs_a_neutral_greece),
    Check("7.24.A", ("play",), one_stoss_chit_a_turn),
    Check("7.28.A", ("play",), typhus_breaks_out_at_once),
)
