"""Questions of supply and battle: what an attack comes to, who must go, what is still owed."""

from __future__ import annotations

from collections.abc import Callable

from builder.games.italian_front.facts import Facts, Fight
from builder.games.italian_front.facts_base import missing, seen
from builder.kit.tables import portions
from builder.model import Action, Answer
from builder.rules.position import Position, Scope
from builder.rules.ruleset import Predicate

Args = tuple[str, ...]
Ask = Callable[[Facts, Args], Answer]


def _fact(method: str) -> Ask:
    """A question of one name that `Facts` answers itself."""
    return lambda facts, args: getattr(facts, method)(args[0])


def _line(facts: Facts, args: Args) -> Answer:
    found = facts.line_length(args[0], args[1] if len(args) > 1 else "")
    return found if found.needs or found.value >= 0 else Answer("none", found.reasons)


def _fight(ask: Callable[[Fight], Answer]) -> Ask:
    def asked(facts: Facts, args: Args) -> Answer:
        fight = facts.open_fight()
        if fight is None:
            fight = Fight(facts, Action("attack", place=args[0] if args else ""))
        return ask(fight)

    return asked


def _of(attack: Callable[[Fight], Answer], counter: Callable[[Fight], Answer]) -> Ask:
    """`column attack` or `column counter`."""

    def asked(facts: Facts, args: Args) -> Answer:
        fight = facts.open_fight() or Fight(facts, Action("attack"))
        return counter(fight) if args and args[0] == "counter" else attack(fight)

    return asked


def _portions(facts: Facts, args: Args) -> Answer:
    """A total cut into columns of the table: `50 50 35`."""
    found = portions(int(args[0]), 50)
    return Answer(found, (seen(f"columns of {args[0]}", " ".join(map(str, found))),))


def _retreats(facts: Facts, args: Args) -> Answer:
    """Whether the defenders of a hex (or of a unit's hex) must leave it after a loss."""
    unit = facts.unit(args[0])
    found = facts.stand(unit.place if unit is not None else args[0], int(args[1]))
    return Answer(found.must, found.reasons, found.needs)


def _class(facts: Facts, args: Args) -> Answer:
    return facts.retreat_class(args[0], args[1])


def _reduced(facts: Facts, args: Args) -> Answer:
    return facts.reduced(int(args[0]), facts.nation(args[1]) if len(args) > 1 else "french")


def _loss_points(facts: Facts, args: Args) -> Answer:
    """Demoralization for the loss of units: those named, `surrendered` for the higher rate."""
    return facts.loss_points(list(facts.units(args[0].split("+"))), args[1:] == ("surrendered",))


def _fort_falls(facts: Facts, args: Args) -> Answer:
    """`fort-falls STRENGTH TURNS ROLL`, or the fort by name."""
    fort = facts.unit(args[0])
    strength = fort.full_steps if fort is not None else int(args[0])
    return facts.fort_falls(strength, int(args[1]), int(args[2]))


def _pays(facts: Facts, args: Args) -> Answer:
    return facts.may_pay(args[0], args[1])[1]


def _enough(facts: Facts, args: Args) -> Answer:
    return facts.guns_enough(facts.open_fight() or Fight(facts, Action("attack")))


def _stiffens(fight: Fight) -> Answer:
    facts = fight.facts
    firm = facts.stiff(fight)
    lapse = facts.lapses(fight, list(fight.defenders))
    return Answer(firm.value and not lapse.value, (*firm.reasons, *lapse.reasons), firm.needs)


def _owed(position: Position, args: Args, value: str) -> Position:
    party = {"attackers": "attacker", "defenders": "defender"}.get(args[0], args[0]) if args else "defender"
    return position.with_ledger(position.ledger.with_owed(party, int(value)))


def _handled(position: Position, args: Args, value: str) -> Position:
    return position.with_ledger(position.ledger.with_note(Scope.PHASE, ("handled", args[0]), value))


SUPPLY = (
    Predicate("line", "line UNIT [HQ]: N|none", "points of its supply line", _line),
    Predicate(
        "communications",
        "communications HQ: yes|no",
        "a clean line to working rail (S19-15)",
        _fact("communications"),
        arity=1,
    ),
    Predicate(
        "distance-loss",
        "distance-loss UNIT [HQ]: N",
        "strength lost by distance in attack",
        lambda f, args: f.distance_loss(args[0], args[1] if len(args) > 1 else ""),
    ),
    Predicate("loss-by-distance", "loss-by-distance: N", "all that the attackers lose by distance"),
    Predicate("supplied", "supplied UNIT: yes|no", "whether supply is paid for it", arity=1),
    Predicate(
        "surrounded",
        "surrounded UNIT|HEX: yes|no",
        "whether it is cut off (S20-1)",
        lambda f, args: f.surrounded(
            f.unit(args[0]).place if f.unit(args[0]) else args[0],
            f.unit(args[0]).side if f.unit(args[0]) else f.when.side,
        ),
        arity=1,
    ),
    Predicate(
        "pocket",
        "pocket HEX: HEX…|none",
        "the hexes of a pocket of the side whose units stand there (S20-14)",
        lambda f, args: f.pocket(args[0], next((u.side for u in f.at(args[0])), f.when.side)),
        arity=1,
    ),
    Predicate("may-pay", "may-pay HQ UNIT: yes|no", "whether a headquarters may pay for a unit (S18-13)", _pays),
    Predicate("handled", "handled HQ: N", "points it sent and received this phase", None, _handled),
    Predicate("main-hq", "main-hq: HQ", "the headquarters that pays"),
)
BATTLE = (
    Predicate(
        "attack-total",
        "attack-total: N",
        "strength points of the attack before distance",
        _fight(lambda fight: fight.attack_strength()),
    ),
    Predicate(
        "counter-total",
        "counter-total: N",
        "the counterattack's column",
        _fight(lambda fight: fight.counter_strength()),
    ),
    Predicate("terrain-chosen", "terrain-chosen: TERRAIN", "the ground that the defender chose", _fight(Fight.ground)),
    Predicate("terrain-choices", "terrain-choices: TERRAIN…", "what he may choose", _fight(Fight.choices)),
    Predicate("attacked-sides", "attacked-sides: N", "hexsides attacked across"),
    Predicate(
        "column",
        "column attack|counter: N",
        "the column of the results table",
        _of(Fight.attack_strength, Fight.counter_strength),
    ),
    Predicate("columns", "columns N: N…", "a total as columns of the table (S13-19)", _portions),
    Predicate(
        "modifier",
        "modifier attack|counter: N",
        "the net modifier of a roll",
        _of(lambda fight: fight.modifier(False), lambda fight: fight.modifier(True)),
    ),
    Predicate(
        "roll",
        "roll attack|counter: N",
        "the die with its modifiers",
        _of(lambda fight: fight.roll(False), lambda fight: fight.roll(True)),
    ),
    Predicate(
        "loss",
        "loss attack|counter: N",
        "the strength points that the table takes",
        _of(lambda fight: fight.loss(False), lambda fight: fight.loss(True)),
    ),
    Predicate(
        "supply-cost",
        "supply-cost attack|counter: N",
        "points that headquarters pay",
        _of(Fight.attack_cost, Fight.counter_cost),
    ),
    Predicate(
        "trench-counts",
        "trench-counts [HEX]: yes|no",
        "whether the trench has effect",
        _fight(lambda fight: fight.facts.trench_counts(fight)),
    ),
    Predicate(
        "solid",
        "solid: yes|no",
        "whether the defence is solid (S22-19)",
        _fight(lambda fight: fight.facts.solid(fight)),
    ),
    Predicate(
        "guns-needed", "guns-needed: N", "artillery needed against a solid defence", lambda f, args: f.guns_needed()
    ),
    Predicate("guns-enough", "guns-enough: yes|no", "whether the attacker has as much", _enough),
    Predicate("attack-artillery", "attack-artillery: N", "artillery strength of the attack"),
    Predicate(
        "stiffens",
        "stiffens: yes|no",
        "whether good ground holds to the last (S22-16, S33-9)",
        _fight(lambda fight: _stiffens(fight)),
    ),
    Predicate(
        "front-and-rear",
        "front-and-rear [HEX]: yes|no",
        "attacked from both sides without support (S22-18)",
        _fight(lambda fight: fight.facts.front_and_rear(fight)),
    ),
    Predicate("attackers-in-trenches", "attackers-in-trenches: yes|no", "whether all attackers stand in trenches"),
    Predicate(
        "assault-points",
        "assault-points [UNIT]: N",
        "strength above the symbol (S33-9)",
        lambda f, args: f.assault_points(f.unit(args[0])) if args else missing("case", "unit"),
    ),
    Predicate("full-assault", "full-assault: yes|no", "whether assault at full strength attacks"),
    Predicate(
        "first-assault", "first-assault [NATION]: yes|no", "whether it is the first turn of that against a nation"
    ),
    Predicate("retreated", "retreated UNIT: yes|no", "whether it retreated into its hex in this phase", arity=1),
    Predicate(
        "must-retreat", "must-retreat HEX|UNIT LOSS: yes|no", "whether a loss forces the defenders out", _retreats
    ),
    Predicate("reduced-loss", "reduced-loss N [NATION]: N", "losses of those who retreat (S14-3)", _reduced),
    Predicate(
        "losses-in-retreat",
        "losses-in-retreat HEX LOSS: N N",
        "what a fortress gives, then those who leave",
        lambda f, args: f.losses_in_retreat(args[0], int(args[1])),
    ),
    Predicate(
        "surrenders",
        "surrenders UNIT: yes|no",
        "whether it finds no hex to retreat to (S20-8)",
        _fact("surrenders"),
        arity=1,
    ),
    Predicate(
        "nearer-supply",
        "nearer-supply HEX: nearer|equal|farther",
        "by supply route, against the hex one leaves",
        arity=1,
    ),
    Predicate("retreat-class", "retreat-class UNIT HEX: N", "the class of a retreat hex (S14-8), 0 for none", _class),
    Predicate(
        "owed",
        "owed attacker|defender: N",
        "losses still to be taken",
        lambda f, args: Answer(f.ledger.owed.get(args[0], 0), (seen("owed", f.ledger.owed.get(args[0], 0)),)),
        _owed,
    ),
    Predicate(
        "dm-of-loss",
        "dm-of-loss UNIT{+UNIT} [surrendered]: N",
        "demoralization points for losing these units",
        _loss_points,
    ),
    Predicate(
        "fort-falls",
        "fort-falls UNIT|STRENGTH TURNS ROLL: yes|no",
        "whether a fortress surrounded so long falls on two dice",
        _fort_falls,
    ),
    Predicate(
        "fort-rpl",
        "fort-rpl N: N",
        "replacement points for a fortress of so much strength given up (S21-9)",
        lambda f, args: f.fort_replacement(int(args[0])),
    ),
    Predicate(
        "breakout-loss",
        "breakout-loss UNIT{+UNIT}: N",
        "what the surrounded give up before they attack unsupplied (S20-3)",
        lambda f, args: f.breakout_loss(args[0].split("+")),
    ),
    Predicate(
        "cavalry-loss",
        "cavalry-loss UNIT: N",
        "strength that cavalry far from rail, port and headquarters loses from November to June (S30-4)",
        _fact("cavalry_loss"),
        arity=1,
    ),
)
