"""The linked game of South and East: Italy while it is neutral, and what a surrender asks."""

from __future__ import annotations

from builder.games.italian_front.checks_base import Rulings, Told, acting, goal_of, on_table, told_by, worst
from builder.games.italian_front.facts import Facts, seen
from builder.games.italian_front.facts_base import book
from builder.model import Action, Need, Unit
from builder.rules.ruleset import Check
from builder.rules.ruling import Ruling, illegal, legal, undecided

ENTERS = ("move", "rail", "attack", "column-attack", "advance", "retreat")
AUSTRIAN = "austro-hungarian"


def neutrality_told(action: Action, facts: Facts) -> Told:
    """I17-5 of Austro-Hungarians, I17-7 of all: nobody goes into neutral Italy or attacks it, no Italian acts."""
    if not facts.linked():
        return
    neutral = facts.neutral_italy()
    units = acting(action, facts)
    if not units or (neutral.known and not neutral.value):
        return
    italian = next((u for u in units if u.nation == "italian"), None)
    into = _italian_hex(action, facts)
    rule = "I17-5" if units[0].nation == AUSTRIAN else "I17-7"
    whom = f"{units[0].id} goes into {into}" if into else f"{units[0].id} stays out of Italy"
    where = facts.country(into).reasons if into else ()
    if italian is not None:
        rule, whom, where = "I17-7", f"{italian.id} acts", (seen(italian.id, "Italian"),)
    broken = bool(into) or italian is not None
    if neutral.needs and broken:
        yield rule, undecided(f"{whom}; whether Italy is neutral is not said", needs=neutral.needs)
    elif not neutral.needs:
        yield rule, (illegal if broken else legal)(f"{whom} while Italy is neutral", *neutral.reasons, *where)


def _italian_hex(action: Action, facts: Facts) -> str:
    """The first hex of Italy that an action goes into or strikes; "" for none that is known."""
    places = action.path[1:] or ((goal_of(action),) if goal_of(action) else ())
    return next((p for p in places if (found := facts.country(p)).known and found.value == "IT"), "")


def the_garrison_digs_at_home(action: Action, facts: Facts) -> Rulings:
    """I17-4: before Italy joins it digs where it likes on its own soil, and nowhere else."""
    neutral = facts.neutral_italy()
    if not neutral.value or action.detail("at") == "set-up":
        return
    for unit in acting(action, facts)[:1]:
        country = facts.country(unit.place)
        if unit.nation == AUSTRIAN and country.known:
            home = country.value == "AH"
            yield (legal if home else illegal)(f"{unit.id} digs in {unit.place}", *neutral.reasons, *country.reasons)


# ---- after Russia's surrender


def released_units_come(action: Action, facts: Facts) -> Rulings:
    """I17-15: who is on the list comes from its month on; before that only what is in excess of the garrison."""
    if not facts.linked() or not facts.surrender_turn("russian") or not facts.when.turn:
        return
    for unit in acting(action, facts):
        due = facts.release_of(unit.id)
        turn = facts.turn_named(due.value or "")
        if unit.nation != AUSTRIAN or turn is None:
            continue
        message = f"{unit.id}, released on {due.value}, arrives on {facts.label}"
        if facts.when.turn >= turn.number:
            yield legal(message, due, facts.moment())
        else:
            excess = (Need("given", "what the garrison of the East has in excess"),)
            yield undecided(message, due, facts.moment(), needs=excess)


def germans_of_the_schedule_alone(action: Action, facts: Facts) -> Rulings:
    """I17-16: of the Germans those of the Italian schedule come, the others have left play."""
    if not facts.linked() or not facts.gave_up("russian").value:
        return
    gave_up = facts.gave_up("russian")
    ending = action.verb == "end-phase"
    if ending and not facts.turn_ends():
        return
    units = on_table(facts) if ending else acting(action, facts)
    yield from worst(_german(facts, unit, gave_up, ending) for unit in units if unit.nation == "german")


def _german(facts: Facts, unit: Unit, gave_up, ending: bool):
    named = facts.in_german_schedule(unit)
    message = f"{unit.id} {'stands on the map' if ending else 'arrives'} after Russia's surrender"
    listed = book(f"{unit.id} in the schedule of the Italian front", "yes" if named else "no", "I17-16")
    return (legal if named else illegal)(message, gave_up, listed)


# ---- after Italy's surrender


def garrison_told(action: Action, facts: Facts) -> Told:
    """I17-11: a month on the garrison stands, and only what is in excess leaves; I17-12: or whom the schedule names.

    Rows of that schedule are lost (P6): of a shortage nothing is proven.
    """
    surrender = facts.surrender_turn("italian")
    if not facts.linked() or not surrender or not facts.when.turn:
        return
    if action.verb == "end-phase":
        due = facts.turn_named(facts.turn_after(surrender, 7).value or "")
        if due is not None and facts.when.turn >= due.number and facts.turn_ends():
            yield "I17-11", _garrison(facts, (), "the garrison of Italy stands")
        return
    for unit in acting(action, facts):
        if unit.nation != AUSTRIAN:
            continue
        listed = facts.scheduled_turn(unit.id, "withdrawal")
        turn = facts.turn_named(listed.value or "")
        if turn is not None and facts.when.turn >= turn.number:
            yield "I17-12", legal(f"{unit.id} leaves by the schedule", listed, facts.moment())
        else:
            yield "I17-11", _garrison(facts, action.units, f"{unit.id} leaves Italy")


def _garrison(facts: Facts, without: tuple[str, ...], message: str) -> Ruling:
    short = facts.garrison_short(without)
    if not short.value and not short.needs:
        return legal(f"{message}; nothing is short", short)
    needs = short.needs or (Need("schedule.csv", "I16-1", "withdrawals that the book lost"),)
    return undecided(f"{message}; short of {', '.join(short.value) or 'supply, maybe'}", short, needs=needs)


CHECKS = (
    *told_by(
        neutrality_told,
        {
            "I17-5": "austrians_stay_out_of_neutral_italy",
            "I17-7": "italy_is_left_alone_while_it_is_neutral",
        },
        *ENTERS,
    ),
    Check("I17-4", ("dig",), the_garrison_digs_at_home),
    *told_by(
        garrison_told,
        {"I17-11": "the_garrison_of_italy_stands", "I17-12": "the_schedule_shrinks_the_garrison"},
        "withdraw",
        "end-phase",
    ),
    Check("I17-15", ("arrive",), released_units_come),
    Check("I17-16", ("arrive", "end-phase"), germans_of_the_schedule_alone),
)
