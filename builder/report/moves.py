"""What a unit may do, as lines, as JSON, as a picture and on the map page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from builder.make.board_picture import BoardPainter, Line, Mark, drawn_counter
from builder.make.moves import FoundMoves
from builder.model import Game, GameState, Placement, Scenario, Unit
from builder.report.map_layers import BLUE, ORANGE, RED, Layer, LayerHex, Part, costs
from builder.report.map_page import map_page
from builder.rules.options import Option, Options

HERE = "#c2185b"
SHUT = "#7a7f85"
POSITION = "position"  # the id of the set-up that a page shows


def text(found: FoundMoves, sums: bool = False) -> Iterator[str]:
    """The table: who and when, what bars every move, hexes with their cost, attacks with their odds."""
    options = found.options
    yield from _heading(options)
    for verdict in options.bars:
        yield f"no move now: {verdict.outcome} {verdict.rule.id}: {verdict.message}"
    goals = _sorted(options.goals)
    yield ""
    yield f"{len(goals)} hex{'es' * (len(goals) != 1)} in reach" + (" but for that" if options.bars else "")
    for option in goals:
        yield from _row(option, sums)
    if options.closed:
        yield ""
        yield "in reach, but not to stop in"
        for option in _sorted(options.closed):
            yield from _row(option, sums)
    yield ""
    attacks = tuple(a for a in options.attacks if a.may)
    yield f"{len({a.place for a in attacks})} hexes it may attack" if attacks else "nobody it may attack"
    for option in sorted(attacks, key=_by_target):
        yield from _attack(option, sums)
    refused = {}
    for option in options.attacks:
        for verdict in option.against if not option.may else ():
            refused.setdefault((option.place, verdict.rule.id), verdict)
    for (place, rule), verdict in sorted(refused.items()):
        yield f"  {place}  not {_kind(verdict.action)}: {verdict.outcome} {rule} {verdict.message}"


def _heading(options: Options) -> Iterator[str]:
    unit, when = options.unit, options.when
    steps = f", {unit.steps} step{'s' * (unit.steps != 1)}" if unit.steps else ""
    name = f" ({unit.name})" if unit.name and unit.name != unit.id else ""
    yield f"{unit.id}{name}{steps} in {unit.place or 'no place'}" + (f": {when}" if str(when) else "")
    if options.allowance is not None:
        if options.allowance.known:
            yield f"movement points: {options.allowance.value}"
        for reason in options.allowance.reasons:
            yield f"    {reason}"
        for need in options.allowance.needs:
            yield f"    needed: {need}"


def _sorted(options: Iterable[Option]) -> list[Option]:
    return sorted(options, key=lambda o: (o.proposal.points.value if o.proposal.points else 0, o.place))


def _by_target(option: Option) -> tuple:
    return option.place, _kind(option.action), len(option.action.units), option.proposal.note


def _row(option: Option, sums: bool) -> Iterator[str]:
    points = option.proposal.points
    cost = "?" if points is None else str(points.value) + ("+?" if points.needs else "")
    note = f"  {option.proposal.note}" if option.proposal.note else ""
    yield f"  {option.place:<6} {cost:>3}  {'-'.join(option.action.path)}{note}"
    if sums:
        yield from (f"              {line}" for line in option.proposal.sum)
    yield from _against(option)


def _against(option: Option) -> Iterator[str]:
    for verdict in option.against:
        yield f"              {verdict.outcome} {verdict.rule.id}: {verdict.message}"
        yield from (f"              needed: {need}" for need in verdict.needs)


def _kind(action: Any) -> str:
    return {"ma": "march assault", "pa": "prepared assault"}.get(action.detail("kind"), action.verb)


def _attack(option: Option, sums: bool) -> Iterator[str]:
    yield (f"  {option.place:<6} {_kind(option.action)} {option.proposal.note}: odds {odds_of(option)}{_drm(option)}, "
           f"against {', '.join(option.defenders)}" + _with(option))  # fmt: skip
    if sums:
        yield from (f"              {line}" for line in option.proposal.sum)
    yield from _against(option)


def _with(option: Option) -> str:
    return f"; {'+'.join(option.action.units)}" if len(option.action.units) > 1 else ""


def odds_of(option: Option) -> str:
    return str(option.odds.value) if option.odds is not None and option.odds.known else "?"


def _drm(option: Option) -> str:
    if option.drm is None:
        return ""
    return f", die {option.drm.value:+d}" if option.drm.known else ", die ?"


# ---- JSON


def as_json(found: FoundMoves) -> dict[str, Any]:
    options = found.options
    allowance = options.allowance
    return {
        "schema": 1,
        "game": found.standing.game.id,
        "position": found.standing.source,
        "unit": options.unit.id,
        "place": options.unit.place,
        "when": str(options.when),
        "allowance": allowance.value if allowance is not None and allowance.known else None,
        "bars": [v.as_json() for v in options.bars],
        "moves": [_move_json(o) for o in _sorted(options.moves)],
        "attacks": [_attack_json(o) for o in sorted(options.attacks, key=_by_target)],
    }


def _move_json(option: Option) -> dict[str, Any]:
    points = option.proposal.points
    return {"to": option.place, "points": points.value if points else None, "path": list(option.action.path),
            "sum": list(option.proposal.sum), "note": option.proposal.note, "outcome": option.outcome,
            "may": option.may, "against": [v.as_json() for v in option.against]}  # fmt: skip


def _attack_json(option: Option) -> dict[str, Any]:
    known = option.odds is not None and option.odds.known
    first = option.proposal.first
    return {"at": option.place, "action": str(option.action), "after": str(first) if first else "",
            "odds": str(option.odds.value) if known else None,
            "drm": option.drm.value if option.drm is not None and option.drm.known else None,
            "defenders": list(option.defenders), "note": option.proposal.note, "outcome": option.outcome,
            "may": option.may, "against": [v.as_json() for v in option.against]}  # fmt: skip


# ---- pictures


def marks_of(options: Options) -> dict[str, Mark]:
    """What stands in each hex of a picture: costs blue, hexes not to stop in grey, targets red with best odds."""
    marks = {o.place: Mark("", SHUT) for o in options.closed}
    marks |= {o.place: Mark(str(o.proposal.points.value) if o.proposal.points else "", BLUE) for o in options.goals}
    best: dict[str, Option] = {}
    for option in options.attacks:
        if option.may and (option.place not in best or _rank(option) > _rank(best[option.place])):
            best[option.place] = option
    marks |= {place: Mark(odds_of(option), RED, True) for place, option in best.items()}
    return {options.unit.place: Mark("", HERE, True), **marks}


def _rank(option: Option) -> float:
    attack, colon, defence = odds_of(option).partition(":")
    return int(attack) / int(defence) if colon and attack.isdecimal() and defence.isdecimal() else 0.0


def picture(found: FoundMoves, px: float, cache: Path | None, svg: bool = False) -> bytes:
    """The surroundings as PNG or SVG; b"" for a unit that stands on no map."""
    marks = marks_of(found.options)
    painter = BoardPainter(found.standing.game, px, cache)
    places = (found.options.unit.place, *marks)
    state = found.standing.position.state
    lines: tuple[Line, ...] = ()
    return painter.svg(state, places, marks, lines).encode() if svg else painter.png(state, places, marks, lines)


# ---- the map page


def page(found: FoundMoves, cache: Path | None) -> str:
    """The map with the position on it, and what the unit may do as layers."""
    options, state = found.options, found.standing.position.state
    game = with_position(found.standing.game, state, found.standing.source)
    extra = {}
    for sheet in game.maps:
        here = tuple(layer for layer in layers(options) if _touches(layer, sheet.hexes))
        if here:
            extra[sheet.id] = here
    return map_page(game, extra, cache, POSITION, options.unit.place)


def _touches(layer: Layer, hexes: Mapping[str, Any]) -> bool:
    return any(one.number in hexes for part in layer.parts for one in part.hexes)


def layers(options: Options) -> Iterator[Layer]:
    name = options.unit.id
    goals = {o.place: str(o.proposal.points.value) if o.proposal.points else "" for o in options.goals}
    notes = {o.place: "; ".join((*o.proposal.sum, *filter(None, (o.proposal.note,)))) + "." for o in options.goals}
    if goals:
        yield costs(f"moves-{name}", f"{name} may go", goals, notes)
    if options.closed:
        shut = tuple(LayerHex(o.place, "", f"{o.against[0].rule.id}: {o.against[0].message}.") for o in options.closed)
        yield Layer(f"shut-{name}", "Moves", "in reach, not to stop in", (Part("not to stop in", RED, "cross", shut),),
                    shown=True)  # fmt: skip
    told: dict[str, list[str]] = {}
    for option in sorted(options.attacks, key=_by_target):
        if option.may:
            line = f"{_kind(option.action)} {option.proposal.note}: odds {odds_of(option)}{_drm(option)}"
            told.setdefault(option.place, []).append(line)
    marks = marks_of(options)
    if told:
        hexes = tuple(LayerHex(place, marks[place].label, "; ".join(lines) + ".") for place, lines in told.items())
        yield Layer(f"attacks-{name}", "Moves", f"{name} may attack", (Part("may attack", ORANGE, "slant", hexes),),
                    shown=True)  # fmt: skip


def with_position(game: Game, state: GameState, name: str) -> Game:
    """The game with one more set-up, that of the position; pieces that a case drew get a counter of their own."""
    counters = dict(game.counters)
    placements = [Placement(m.kind, m.place) for m in state.markers.values() if m.kind in game.markers]
    for place in state.by_place:
        for unit in state.at(place):
            what = unit.counter if unit.counter in game.counters else _drawn(unit, game, counters)
            if what:
                placements.append(Placement(what, place, unit.steps, tuple(sorted(unit.marks))))
    when = state.when
    scenario = Scenario(POSITION, f"as it stands ({name.rpartition('/')[2]})", when.turn, when.turn, when.side,
                        tuple(placements), (), MappingProxyType(dict(state.control)), MappingProxyType({}))  # fmt: skip
    scenarios = MappingProxyType({POSITION: scenario, **game.scenarios})
    return replace(game, counters=MappingProxyType(counters), scenarios=scenarios)


def _drawn(unit: Unit, game: Game, counters: dict) -> str:
    made = drawn_counter(unit, game)
    if made is None:
        return ""
    name = f"drawn-{len(counters)}"
    counters[name] = replace(made, id=name)
    return name
