"""The counter mix of tgwie: ways of entry, steps, backs, chits and their counters."""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Callable

from builder.games.tgwie.pool import LETTERS
from builder.games.tgwie.setup_words import DIVISIONS
from builder.games.tgwie.sources_base import Faults, fault
from builder.model import Counter, Game, Span

PIECES = 1200  # 2.3.1.A
CODES = {  # 3.2, 3.3; `entry` for those that join later (7.11.D)
    "belgian": {"BE"}, "british": {"B"}, "french": {"F", "G", "L", "V"}, "montenegrin": {"MN"}, "serbian": {"SR"},
    "russian": {"S", "V", "1", "2"}, "austro-hungarian": {"A", "B", "M"}, "german": {"E", "W", "X", "Y"},
    "italian": {"entry"}, "romanian": {"entry"}, "greek": {"entry"}, "bulgarian": {"entry"}, "ottoman": {"entry"},
}  # fmt: skip
TWO_STEPS = ("bulgarian", "american", "british")  # 2.11.A
CHIT_LETTERS = ("C", "G", "K", "O")  # the sets of each January
AIR = ("air", "ace")


def units_have_one_way_of_entry(game: Game) -> Faults:
    """A code, a letter, a number after US entry, or a chit or event; the letter of air units is that of their chit."""
    for counter in game.counters.values():
        has = counter.attributes.get
        ways = ["setup_code", "after_entry", "via"] + ["letter"] * (counter.type not in AIR)
        if (n := sum(bool(has(way)) for way in ways)) != 1:
            yield fault("2.3.1.B", f"{counter.id}: {n} ways of entry, expected one", counter.span)
        if (letter := has("letter")) and letter not in LETTERS:
            yield fault("6.2.B", f"{counter.id}: {letter!r} is no strategic turn (A to U)", counter.span)
        if (code := has("setup_code")) and code not in CODES.get(counter.nation, ()):
            own = ", ".join(sorted(CODES.get(counter.nation, ()))) or "none"
            message = f"{counter.id}: {counter.nation} units have no code {code} ({own})"
            yield fault("3.3" if counter.side == "central" else "3.2", message, counter.span)
        if has("after_entry") and counter.nation != "american":
            yield fault("6.16.B", f"{counter.id}: only American units count from US entry", counter.span)


def two_step_units_are_bulgarian_american_british(game: Game) -> Faults:
    for counter in game.counters.values():
        division = counter.type in DIVISIONS
        if counter.steps > 2 or (counter.steps == 2 and counter.nation not in TWO_STEPS):
            yield fault("2.11.A", f"{counter.id}: a {counter.nation} unit with {counter.steps} steps", counter.span)
        elif division and counter.nation in TWO_STEPS[:2] and counter.steps != 2:
            yield fault("2.11.A", f"{counter.id}: {counter.nation} divisions have two steps", counter.span)
        if counter.steps == 2:
            yield from _reduced_is_weaker(counter)
        if (
            counter.nation == "british"
            and counter.steps == 2
            and counter.attributes.get("no_replacement") != "first-step"
        ):
            yield fault("2.11.B", f"{counter.id}: the first step of such a British unit is not replaced", counter.span)


def _reduced_is_weaker(counter: Counter) -> Faults:
    low, full = counter.at(1), counter.at(2)
    if (low.attack or 0) > (full.attack or 0) or (low.defence or 0) > (full.defence or 0):
        yield fault("2.11.F", f"{counter.id}: stronger when reduced", counter.span)


def backs_fit_the_unit(game: Game) -> Faults:
    """Shock by the coloured band (2.4), cavalry of Germany (16.3), HQs (2.12), Ottoman entry hexes (7.11.D)."""
    for counter in game.counters.values():
        has = counter.attributes.get
        back = has("back", "")
        if (back == "shock") != (has("shock") == "yes"):
            yield fault("2.4", f"{counter.id}: the band and a shock side go together", counter.span)
        elif back == "shock" and (counter.nation != "german" or has("no_replacement") != "back"):
            yield fault("6.11.C", f"{counter.id}: shock sides are German and never replaced", counter.span)
        if (back == "infantry") != (counter.nation == "german" and counter.type == "cavalry"):
            yield fault("16.3.A", f"{counter.id}: German cavalry, and it alone, turns to infantry", counter.span)
        if (back == "spent") != (counter.type == "hq"):
            yield fault("2.12", f"{counter.id}: HQs, and they alone, have a spent side", counter.span)
        if counter.type == "hq" and has("artillery") not in ("1", "2"):
            yield fault("2.12", f"{counter.id}: artillery {has('artillery') or 'none'}, expected 1 or 2", counter.span)
        if back == "entry-hex" and (counter.nation != "ottoman" or not has("back_hex")):
            yield fault("7.11.D", f"{counter.id}: entry hexes are Ottoman", counter.span)
        if back in ("shock", "infantry") and counter.steps != 1:
            yield fault("2.11.D", f"{counter.id}: a unit that turns has one step", counter.span)


def tanks_and_anti_tanks_are_as_stated(game: Game) -> Faults:
    for counter in game.counters.values():
        drm = counter.attributes.get("drm", "")
        if (counter.type == "tank") != (drm in ("1", "2")):
            yield fault("7.7a.C", f"{counter.id}: tank units, and they alone, add 1 or 2", counter.span)
        full = counter.at(1)
        if counter.type == "anti-tank" and (full.attack, full.defence, counter.nation) != (0, 1, "german"):
            yield fault("7.7b.B", f"{counter.id}: an anti-tank regiment is German, attack 0, defence 1", counter.span)
    regiments = [c for c in game.counters.values() if c.type == "anti-tank"]
    if len(regiments) != 3:
        yield fault("7.7b.A", f"{len(regiments)} anti-tank regiments, there are three", _file(game, "counters.csv"))


def provisional_divisions_suffice(game: Game) -> Faults:
    """1-2-3 each (16.4.A), and no fewer than the Russian infantry that turns into them."""
    mine = [c for c in game.counters.values() if c.nation == "provisional"]
    turning = [c for c in game.counters.values() if c.nation == "russian" and c.type == "infantry"
               and c.at(1).movement == 4 and c.designation != "SV"]  # fmt: skip
    for counter in mine:
        full = counter.at(1)
        if (full.attack, full.defence, full.movement) != (1, 2, 3):
            yield fault("16.4.A", f"{counter.id}: {full}, Provisional Government divisions are 1-2-3", counter.span)
    if len(mine) < len(turning):
        message = f"{len(mine)} Provisional Government divisions for {len(turning)} Russian ones"
        yield fault("16.4.A", message, _file(game, "counters.csv"))


def chits_are_counters_or_markers(game: Game) -> Faults:
    """A chit is a marker of its name, or the unit that it brings; what a unit comes by is a chit."""
    table = game.tables.get("chits")
    if table is None:
        return
    for row in table.rows.values():
        if row.key not in game.markers and not row["counters"]:
            yield fault("7.5", f"{row.key}: no marker of this name, and no counter is named", row.span)
        for named in row["counters"].split():
            counter = game.counters.get(named)
            if counter is None:
                yield fault("7.5", f"{row.key}: there is no counter {named!r}", row.span)
            elif counter.attributes.get("via") != row.key or counter.side != row["side"]:
                yield fault("7.5", f"{row.key}: {named} does not come by this chit", row.span)
        if row["kind"] != "prewar" and row["letter"] not in CHIT_LETTERS:
            yield fault(
                "7.1.B", f"{row.key}: sets come on C, G, K and O, not {row['letter'] or 'without letter'}", row.span
            )
    for counter in game.counters.values():
        via = counter.attributes.get("via", "")
        if via and via != "czar-fallen" and via not in table.rows:
            yield fault("7.5", f"{counter.id}: no chit {via!r} brings it", counter.span)


def cups_have_two_without_effect_and_three_gases(game: Game) -> Faults:
    table = game.tables.get("chits")
    for side in ("allied", "central") if table else ():
        rows = [row for row in table.rows.values() if row["side"] == side]
        blank = sum(int(row["count"]) for row in rows if row["kind"] == "no-effect")
        gases = Count(row["name"] for row in rows if row["kind"] == "gas")
        if blank != 2:
            yield fault(
                "25.5.A", f"{blank} {side} chits without effect, there are two", _file(game, "tables/chits.csv")
            )
        if len(gases) != 3 or max(gases.values()) > 1:
            yield fault(
                "7.8.A", f"{side} gases: {', '.join(gases) or 'none'}; three kinds", _file(game, "tables/chits.csv")
            )


def pieces_are_twelve_hundred(game: Game) -> Faults:
    """Pre-war chits are made of blanks (23.2.A), and so count as these."""
    table = game.tables.get("chits")
    made = {row.key for row in table.rows.values() if row["kind"] == "prewar"} if table else set()
    total = len(game.counters) + sum(m.count for m in game.markers.values() if m.id not in made)
    if total != PIECES:
        yield fault("2.3.1.A", f"{total} counters and markers, there are {PIECES}", _file(game, "markers.csv"))
    if sum(m.count for m in game.markers.values() if m.id == "blank") < 2 * 10:
        yield fault("23.2.A", "too few blanks for the pre-war chits (10 a side)", _file(game, "markers.csv"))


def _file(game: Game, name: str) -> Span:
    return Span(f"{game.folder}/{name}")


MIX: tuple[Callable[[Game], Faults], ...] = (
    units_have_one_way_of_entry,
    two_step_units_are_bulgarian_american_british,
    backs_fit_the_unit,
    tanks_and_anti_tanks_are_as_stated,
    provisional_divisions_suffice,
    chits_are_counters_or_markers,
    cups_have_two_without_effect_and_three_gases,
    pieces_are_twelve_hundred,
)
