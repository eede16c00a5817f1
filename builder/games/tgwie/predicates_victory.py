"""What one may state or ask of points, collapse, revolution, strategic movement."""

from __future__ import annotations

from builder.games.tgwie.facts import Facts
from builder.games.tgwie.facts_base import joined, missing
from builder.model import Answer
from builder.rules.ruleset import Predicate

Args = tuple[str, ...]


def _vp(facts: Facts, args: Args) -> Answer:
    if args and args[0] == "retaken":
        return facts.said_number("vp", "retaken") or missing("given", "vp retaken")
    return facts.vp()


def _instant(facts: Facts, args: Args) -> Answer:
    """Who has won at this instant (4.2, 4.3)."""
    if args:
        total, need = facts.instant_total(int(args[0])), facts.limit("victory")
        return joined("central" if total.value >= need.value else "", total, need)
    won = facts.allied_instant()
    return joined("allied" if won.value else "", won)


def _revolution(facts: Facts, args: Args) -> Answer:
    total = facts.revolution_total(int(args[0]))
    return joined(total.value >= 11, total)


def _load(facts: Facts, args: Args) -> Answer:
    return facts.used(args[0])


def _exchanged(facts: Facts, args: Args) -> Answer:
    """Whether the fall of the Czar turns a unit into a Provisional division (16.4)."""
    unit = facts.unit(args[0])
    if unit is None:
        return missing("given", args[0])
    return facts.exchanged(unit)


def _jutland(facts: Facts, args: Args) -> Answer:
    """What the die of Jutland gives the Central Powers (7.23)."""
    die = int(args[0])
    key = "jutland/1" if die <= 1 else "jutland/2" if die <= 4 else "jutland/5"
    found = facts.cell("dice", key, "what")
    return joined({"jutland/1": 2, "jutland/2": 0, "jutland/5": -1}[key], found)


VICTORY = (
    Predicate("vp", "vp central|retaken: N", "victory points of the Central Powers", _vp),
    Predicate("vp-of", "vp-of PLACE: N", "what a hex counts", lambda f, args: f.vp_of(args[0]), arity=1),
    Predicate("vp-hexes", "vp-hexes: N", "victory hexes that the Central Powers hold"),
    Predicate("cities", "cities allied: N", "cities of 4.4.C that the Allies hold", lambda f, args: f.allied_cities()),
    Predicate(
        "victory-check",
        "victory-check LETTER: central|allied|draw|none",
        "who wins the check of a strategic turn",
        lambda f, args: f.victory_check(args[0]),
    ),
    Predicate(
        "instant-victory",
        "instant-victory [DIE]: central|allied|none",
        "who wins at this instant, the Central Powers by the die for a French victory hex",
        _instant,
    ),
    Predicate(
        "instant-total",
        "instant-total DIE: N",
        "points, die and modifiers of that roll",
        lambda f, args: f.instant_total(int(args[0])),
    ),
    Predicate("instant-rolls-this-turn", "instant-rolls-this-turn: N", "rolls of the kind made before in this turn"),
    Predicate("vp-retaken", "vp-retaken: N", "victory hexes retaken by the Allies after turn 28"),
    Predicate(
        "us-divisions", "us-divisions: N", "full American divisions in France", lambda f, args: f.full_us_divisions()
    ),
    Predicate(
        "collapsed",
        "collapsed NATION: yes|no",
        "whether a nation has collapsed",
        lambda f, args: f.collapsed(args[0]),
        arity=1,
    ),
    Predicate(
        "may-attack-together",
        "may-attack-together NATION NATION: yes|no",
        "whether their units may still fight side by side (4.6.E)",
        lambda f, args: _together(f, args),
    ),
    Predicate("russian-cities-all", "russian-cities-all: yes|no", "whether the Central Powers hold every Russian city"),
    Predicate("captured-hexes", "captured-hexes: N", "hexes taken in a scenario of chapter 26"),
    Predicate(
        "scenario-result",
        "scenario-result: allied|allied-grand|allied-marginal|allied-overwhelming|central",
        "who has won a scenario of chapter 26",
        lambda f, args: f.short_result(),
    ),
    Predicate(
        "revolution-total",
        "revolution-total DIE: N",
        "die, cities and modifiers of the next Russian revolution",
        lambda f, args: f.revolution_total(int(args[0])),
    ),
    Predicate("revolution", "revolution DIE: yes|no", "whether it comes", _revolution),
    Predicate("czar-fallen", "czar-fallen: yes|no", "whether the Czar has fallen", lambda f, args: f.czar_fallen()),
    Predicate(
        "bolshevik-revolution", "bolshevik-revolution: LETTER|yes|no", "whether the Bolsheviks have come, and when"
    ),
    Predicate("cp-cities", "cp-cities russia: N", "Russian cities in Central hands"),
    Predicate("russian-held-cities", "russian-held-cities: N", "Central cities in Russian hands"),
    Predicate("russian-attack-turns", "russian-attack-turns: N", "turns since with a Russian attack"),
    Predicate("quiet-turns", "quiet-turns: N", "turns since in which nobody attacked Russians"),
    Predicate(
        "exchanged", "exchanged UNIT: yes|no", "whether the fall of the Czar exchanges a unit", _exchanged, arity=1
    ),
    Predicate(
        "red-army",
        "red-army LETTER: yes|no",
        "whether the Red Army may form on a strategic turn",
        lambda f, args: f.red_army(args[0]),
    ),
    Predicate(
        "red-army-divisions",
        "red-army-divisions DIE: N",
        "Provisional divisions that a die converts",
        lambda f, args: f.red_army_divisions(int(args[0])),
    ),
    Predicate("provisional-divisions", "provisional-divisions: N", "supplied Provisional divisions on the board"),
    Predicate(
        "counts",
        "counts PLACE: yes|no",
        "whether a Russian victory hex counts after the treaty (6.15.B)",
        lambda f, args: f.counts_after_treaty(f.place_of(args[0])),
        arity=1,
    ),
    Predicate("german-divisions", "german-divisions PLACE: N", "German divisions in a hex"),
    Predicate("german-hqs-in-russia", "german-hqs-in-russia: N", "German headquarters in Russia"),
    Predicate("lost-in-east", "lost-in-east UNIT: N|no", "its number among the British lost on the east map"),
    Predicate("treaty", "treaty: yes|no", "whether Brest-Litovsk is concluded"),
    Predicate("jutland", "jutland DIE: N", "victory points by the die of Jutland", _jutland),
    Predicate(
        "u-boat-roll",
        "u-boat-roll: yes|none",
        "whether the Central Powers roll for U-boats",
        lambda f, args: f.u_boat_roll(),
    ),
    Predicate(
        "u-boat-loss",
        "u-boat-loss DIE: N",
        "British points lost by the die",
        lambda f, args: f.u_boat_loss(int(args[0])),
    ),
    Predicate(
        "raid-loss",
        "raid-loss london|paris: N",
        "British or French points lost to the air raid whose chit lies in the Strategic Warfare Box",
        lambda f, args: f.raid_loss(args[0]),
    ),
    Predicate(
        "iaf-loss",
        "iaf-loss DIE: N",
        "German points lost to the Independent Air Force",
        lambda f, args: f.iaf_loss(int(args[0])),
    ),
    Predicate("home-defence", "home-defence: N", "German air units on home defence"),
    Predicate(
        "us-entry-after",
        "us-entry-after DIE: LETTER",
        "American entry after a die for U-boats",
        lambda f, args: f.us_entry_after(int(args[0])),
    ),
    Predicate(
        "us-sunk",
        "us-sunk DIE: yes|no",
        "whether an arriving American division is lost to U-boats",
        lambda f, args: f.us_sunk(int(args[0])),
    ),
    Predicate(
        "declares-initiative",
        "declares-initiative: allied|central",
        "who declares the maps of the initiative",
        lambda f, args: f.declares_initiative(),
    ),
    Predicate("us-declared", "us-declared: yes|no", "whether the Allies have declared it before"),
    Predicate(
        "in-command-range",
        "in-command-range UNIT [ohl|oberost|foch]: yes|no",
        "whether a unit is within two hexes of a command marker",
        lambda f, args: f.in_command(f.state.units[args[0]], (*args, "ohl")[1]),
    ),
    Predicate("in-warfare-box", "in-warfare-box CHIT: yes|no", "what lies in the Strategic Warfare Box"),
    Predicate(
        "kept",
        "kept NATION POINTS: N",
        "points a nation keeps at the end of a strategic turn",
        lambda f, args: f.kept_points(int(args[1])),
    ),
    Predicate(
        "used", "used rail-central|rail-allied|rail-russian|sea|by-hq-east: N", "what has been moved of a limit", _load
    ),
    Predicate("load", "load: N", "what the movements of this phase have used", lambda f, args: f.last_load()),
    Predicate("bill", "bill: N", "points that the rebuilding of this phase costs", lambda f, args: f.bill()),
    Predicate(
        "may-flip",
        "may-flip HQ: yes|no",
        "whether a headquarters turns to its artillery side on this turn",
        lambda f, args: f.may_flip(args[0]),
        arity=1,
    ),
    Predicate(
        "transferable",
        "transferable NATION: N",
        "points its allies may give a nation in one phase",
        lambda f, args: f.transferable(f.nation_of(args[0]) or args[0]),
    ),
    Predicate(
        "usable",
        "usable ohl|oberost|foch: yes|no",
        "whether a command marker may be used",
        lambda f, args: f.usable(args[0]),
    ),
    Predicate(
        "stated-by",
        "stated-by RULE: TEXT",
        "what a rule of the catalogue says, in our words",
        lambda f, args: f.summary(args[0]),
    ),
)


def _together(facts: Facts, args: Args) -> Answer:
    nations = [facts.nation_of(word) or word for word in args]
    fallen = [facts.collapsed(nation) for nation in nations]
    apart = nations[0] != nations[-1] and any(f.known and f.value for f in fallen)
    known = [f for f in fallen if f.known and f.value] if apart else fallen
    return joined(not apart, *known)
