"""What one may state or ask of battles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from builder.games.tgwie.facts import Facts
from builder.games.tgwie.facts_base import missing, seen
from builder.model import Action, Answer, Moment, Need
from builder.rules.position import Position, Scope
from builder.rules.ruleset import Predicate

Args = tuple[str, ...]


def _declared(facts: Facts) -> Action | None:
    action = facts.ledger.battle
    if action is None:
        return None
    return replace(action, details=tuple(d for d in action.details if not d[0].startswith("=")))


def _last(facts: Facts, key: str, work: Callable[[Facts, object], Answer]) -> Answer:
    """A sum of the last attack: as it stood when it was declared, else as it can be worked out now."""
    action = facts.ledger.battle
    if action is None:
        return Answer(None, needs=(Need("case", "attack", key),))
    kept = action.detail(f"={key}")
    if kept:
        return Answer(int(kept) if kept.lstrip("-").isdecimal() else kept, (seen(key, kept),))
    return work(facts, facts.fight(_declared(facts)))


def _sum(key: str, method: str) -> Callable[[Facts, Args], Answer]:
    return lambda facts, args: _last(facts, key, lambda f, fight: getattr(f, method)(fight))


def shown(columns: int) -> str | None:
    """`1L`, `2R`; None for no shift."""
    return f"{abs(columns)}{'R' if columns > 0 else 'L'}" if columns else None


def _shift(facts: Facts, args: Args) -> Answer:
    if args:
        found = _last(facts, f"shift {args[0]}", lambda f, fight: f.shift(fight, args[0]))
    else:
        found = _last(facts, "net", lambda f, fight: f.net_shift(fight))
    return Answer(shown(found.value), found.reasons) if found.known and isinstance(found.value, int) else found


def _shifts(facts: Facts, args: Args) -> Answer:
    """Every shift that applies, with its size."""
    action = _declared(facts)
    if action is None:
        return missing("case", "attack", "shifts")
    found = [(name, a) for name, a in facts.shifts(facts.fight(action))]
    return Answer(
        frozenset(f"{shown(a.value)}-{name}" for name, a in found if a.value),
        tuple(r for _, a in found for r in a.reasons),
        tuple(n for _, a in found for n in a.needs),
    )


def _drm(facts: Facts, args: Args) -> Answer:
    if not args:
        return _last(facts, "drm", lambda f, fight: f.total_drm(fight))
    if args[0] in ("stoss", "shock"):
        row = facts.stated("attacks-in-order", args[0])
        if row is not None:
            numbers = tuple(int(n) for n in row.value.replace(",", " ").split())
            return Answer(facts.stoss_in_order(numbers), row.reasons)
    if args[0] == "positive":
        return _last(facts, "positive", lambda f, fight: f.positive_drm(fight))
    return _last(facts, f"drm {args[0]}", lambda f, fight: f.drm(fight, args[0]))


def _table(facts: Facts, args: Args) -> Answer:
    if not args:
        return _last(facts, "table", lambda f, fight: f.table(fight))
    if len(args) < 3:
        raise ValueError("a cell is a table, a row and a column")
    stated = facts.stated("table", *args)
    return stated if stated is not None else facts.cell(*args[:3])


def _owed(facts: Facts, args: Args) -> Answer:
    left = facts.ledger.owed.get(args[0], 0)
    return Answer(left, (seen(f"still owed by {args[0]}", left),))


def _vacated(facts: Facts, args: Args) -> Answer:
    """Whether nothing that defends is left in a hex: no unit and no intact work."""
    place = facts.place_of(args[0])
    units = [u for u in facts.at(place) if facts.is_combat_unit(u)]
    fort = facts.fort(place)
    return Answer(not units and not fort.value, (*fort.reasons, seen(f"units in {place}", len(units))), fort.needs)


def _supported(position: Position, when: Moment, args: Args, value: str) -> Position:
    if value in ("no", "none"):
        return position
    return position.with_ledger(position.ledger.with_note(Scope.GAME, ("hq-used", args[0]), str(when.turn)))


def _flown(position: Position, when: Moment, args: Args, value: str) -> Position:
    if value in ("no", "none"):
        return position
    return position.with_ledger(position.ledger.with_note(Scope.GAME, ("flown", args[0]), str(when.turn)))


def _commanded(position: Position, when: Moment, args: Args, value: str) -> Position:
    """`earlier (turn 20 first-combat-west-again) commanded ohl: yes`."""
    if value in ("no", "none"):
        return position
    told = f"{when.turn}/{when.phase}"
    return position.with_ledger(position.ledger.with_note(Scope.GAME, ("commanded", args[0]), told))


def _supported_now(position: Position, args: Args, value: str) -> Position:
    turn = int(value.removeprefix("turn").strip() or 0) if value.removeprefix("turn").strip().isdecimal() else 0
    return _supported(position, Moment(turn or position.state.when.turn), args, value)


def _ready(facts: Facts, args: Args) -> Answer:
    """Whether a headquarters may still support: its artillery shows and it has not been used since."""
    unit = facts.unit(args[0])
    return facts.ready(unit) if unit is not None else missing("given", args[0])


BATTLE = (
    Predicate(
        "attack-strength", "attack-strength: N", "attack factors of the last attack", _sum("attack", "attack_strength")
    ),
    Predicate(
        "defence-strength",
        "defence-strength: N",
        "defence factors against the last attack, a fort's point too",
        _sum("defence", "defence_strength"),
    ),
    Predicate(
        "attack-factor",
        "attack-factor UNIT: N",
        "what a unit attacks with, halved out of supply",
        lambda f, args: f.strength(f.units(args[:1]), "attack"),
        arity=1,
    ),
    Predicate(
        "defence-factor",
        "defence-factor UNIT: N",
        "what a unit defends with, halved out of supply",
        lambda f, args: f.strength(f.units(args[:1]), "defence"),
        arity=1,
    ),
    Predicate("odds", "odds: N:N", "basic odds of the last attack", _sum("odds", "odds")),
    Predicate(
        "table",
        "table [NAME] [ROW] [COLUMN]: VALUE",
        "the combat results table of the last attack, A or B; or a cell "
        "of one of the tables, `table crt_a 2:1/2 attacker: 2`",
        _table,
    ),
    Predicate("base-column", "base-column: N:N|worse", "its column before shifts", _sum("base", "base_column")),
    Predicate("column", "column: N:N|worse", "its column after shifts", _sum("column", "column")),
    Predicate(
        "shift",
        "shift [NAME]: 1L|2R|none",
        "the net shift of the last attack, or one of them: city, fort, river, "
        "forest…, hq-attack, hq-defence, nations-attack, nations-defence",
        _shift,
    ),
    Predicate("shifts", "shifts: 1L-city…|none", "every shift that applies; stated none: there is none", _shifts),
    Predicate(
        "drm",
        "drm [NAME]: VALUE",
        "the modifiers of the last attack, or one of them: trench, air, concentric, "
        "bruchmueller, stoss, tank, gas, flamethrower, mine, brusilov, high-odds, positive",
        _drm,
    ),
    Predicate("modified-die", "modified-die: N", "the die with all modifiers", _sum("modified", "modified_die")),
    Predicate("final-die", "final-die: N", "the same held between 0 and 6", _sum("final", "final_die")),
    Predicate("result", "result: A/D", "the cell of the table", _sum("result", "result")),
    Predicate(
        "recommended-result",
        "recommended-result: A/D",
        "the same by our reading where the book is silent",
        lambda f, args: _last(f, "recommended", lambda g, fight: g.recommended_result(fight)),
    ),
    Predicate("owed", "owed attack|defence: N", "steps that a side still owes", _owed),
    Predicate("vacated", "vacated PLACE: yes|no", "whether nothing that defends is left there", _vacated, arity=1),
    Predicate(
        "supported",
        "supported HQ: yes|turn N|no",
        "whether a headquarters has supported",
        None,
        _supported_now,
        _supported,
        arity=1,
    ),
    Predicate("flown", "flown UNIT: yes", "that an air unit supported a battle, earlier", None, None, _flown, arity=1),
    Predicate(
        "commanded",
        "commanded ohl|oberost|foch: yes",
        "that a second round was its own, earlier",
        None,
        None,
        _commanded,
    ),
    Predicate("ready", "ready HQ: yes|no", "whether a headquarters may support", _ready, arity=1),
    Predicate("next-strategic-turn", "next-strategic-turn: LETTER", "the strategic turn to come"),
    Predicate(
        "attacks-in-order", "attacks-in-order stoss: N N…", "shock divisions in German attacks on the declared front"
    ),
    Predicate("declared", "declared front: west|italy|east", "the front of the Kaiserschlacht (16.2)"),
    Predicate("other-drms", "other-drms: none", "that nothing else modifies the die"),
    Predicate(
        "air-surplus", "air-surplus: N", "the attacker's air units left after cancelling, minus for the defender's"
    ),
    Predicate("concentric", "concentric PLACE: yes|no", "whether an attack on a place with a label is concentric"),
    Predicate("gas-used", "gas-used KIND: yes|no", "whether either side has used a gas before"),
    Predicate(
        "haig-attacks",
        "haig-attacks: N",
        "British attacks of this turn that count for Haig (7.19)",
        lambda f, args: f.haig_attacks(),
    ),
    Predicate(
        "haig", "haig: central|none", "who wins by the Haig Offensive at the end of this turn", lambda f, args: f.haig()
    ),
)
