"""Where a unit may go and whom it may attack, from a case, a save or a log."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from builder.make.judging import game_of_case, read_cases
from builder.make.opening import module_places, module_tracker, open_game, rules_of
from builder.make.replaying import Replay, first_position, open_replay
from builder.model import BadInput, Game, Span, Unit, error, near_miss
from builder.model.notation import Case, expand
from builder.replay.board import Board
from builder.replay.interpret import Interpreter
from builder.rules.cases import last_position
from builder.rules.judge import Referee
from builder.rules.options import Options, options
from builder.rules.position import Position
from builder.rules.ruleset import Given, RuleSet

SAVES = (".vsav", ".vlog", ".zip")


@dataclass(frozen=True, slots=True)
class Standing:
    """A position with all that is needed to judge from it; `source` says where it comes from."""

    game: Game
    rules: RuleSet
    position: Position
    given: Given
    source: str


@dataclass(frozen=True, slots=True)
class FoundMoves:
    standing: Standing
    options: Options


def moves_of(
    path: Path, unit: str, game: str | None = None, overlay: Path | None = None, case: str = "",
    at: int | None = None,
) -> FoundMoves:  # fmt: skip
    """BadInput for a unit that is not there, a case that is not there, and rules that propose no moves."""
    standing = standing_of(path, game, overlay, case, unit, at)
    if standing.rules.moves is None:
        raise BadInput(error("no-moves", f"the rules of {standing.game.id} do not say where a unit may go"))
    referee = Referee(standing.game, standing.rules, standing.given)
    return FoundMoves(standing, options(_unit(unit, standing), standing.position, referee))


def _unit(name: str, standing: Standing) -> Unit:
    units = standing.position.state.units
    named = {u.name.casefold(): u.id for u in units.values() if u.name}
    found = units.get(name) or units.get(named.get(name.casefold(), ""))
    if found is None:
        raise BadInput(error("moves-unit", f"no unit is called {name!r}{near_miss(name, (*units, *named))}",
                             Span(standing.source), help=_names(standing)))  # fmt: skip
    return found


def _names(standing: Standing) -> str:
    known = sorted(standing.position.state.units)
    if not known:
        return "there are no units in this position"
    return "units here: " + ", ".join(known[:12]) + (f" and {len(known) - 12} more" if len(known) > 12 else "")


def standing_of(
    path: Path, game: str | None = None, overlay: Path | None = None, case: str = "", unit: str = "",
    at: int | None = None,
) -> Standing:  # fmt: skip
    """The position that a file holds: a case after its actions, a save, a log before its first or after step `at`."""
    if path.suffix.lower() in SAVES or path.is_dir():
        if case:
            raise BadInput(error("moves-case", "--case is for a file of cases", Span(str(path))))
        return _logged(path, game, overlay, at)
    if at is not None:
        raise BadInput(error("moves-at", "--at is for a log", Span(str(path))))
    return _said(path, game, overlay, case, unit)


# ---- cases


def _said(path: Path, game: str | None, overlay: Path | None, wanted: str, unit: str) -> Standing:
    cases = tuple(full for one in read_cases(path) for full in expand(one))
    if not cases:
        raise BadInput(error("moves-none", "there is no case in this file", Span(str(path))))
    chosen = [one for one in cases if one.id == wanted] if wanted else list(cases)
    if not chosen:
        ids = [one.id for one in cases]
        raise BadInput(error("moves-case", f"no case {wanted!r}{near_miss(wanted, ids)}", Span(str(path)),
                             help="cases here: " + ", ".join(ids)))  # fmt: skip
    opened: dict[str, tuple[Game, RuleSet]] = {}
    first = None
    for one in chosen:
        standing = _case(one, path, game, overlay, opened)
        first = first or standing
        if unit in standing.position.state.units:
            return standing
    return first or _case(chosen[0], path, game, overlay, opened)


def _case(
    case: Case, path: Path, game: str | None, overlay: Path | None, opened: dict[str, tuple[Game, RuleSet]]
) -> Standing:
    name = game_of_case(case) or game
    if not name:
        raise BadInput(error("case-game", f"case {case.id} names no game", Span(str(path)),
                             help="write  game glorys-end  below it, or pass --game"))  # fmt: skip
    if name not in opened:
        found = open_game(name, overlay)
        opened[name] = found, _rules(found)
    found, rules = opened[name]
    position, given = last_position(case, found, rules)
    return Standing(found, rules, position, given, f"{path}: {case.id}")


def _rules(game: Game) -> RuleSet:
    rules = rules_of(game)
    if rules is None:
        raise BadInput(error("no-rules", f"{game.id} names no rule set, so nothing can be judged"))
    return rules


# ---- saves and logs


def _logged(path: Path, game: str | None, overlay: Path | None, at: int | None) -> Standing:
    replay = open_replay(path, game, overlay)
    position, given = first_position(replay, replay.on_our_module)
    if at is not None:
        position = _after(replay, position, given, at, path)
    return Standing(replay.game, replay.rules, position, given, f"{path}#{at or 0}")


def _after(replay: Replay, position: Position, given: Given, at: int, path: Path) -> Position:
    """The ledger by the actions up to a step of the first log, the board by the log itself."""
    referee = Referee(replay.game, replay.rules, given)
    name, log, _ = replay.logs[0]
    last = 0
    for item in replay.played():
        action, before = referee.before(item, position)
        if action.refs and (action.refs[0].file != name or action.refs[0].step > at):
            break
        position, _ = referee.after(item, before)
    places, tracker = module_places(replay.game), module_tracker(replay.game)
    interpreter = Interpreter(replay.game, Board(replay.game, places), tracker, name)
    state = interpreter.start(log.save.commands)
    for step in log.steps:
        if step.number > at:
            break
        interpreter.events_of(step)
        last, state = step.number, interpreter.state
    if last < at:
        raise BadInput(error("moves-at", f"the log ends with step {last}", Span(str(path)),
                             help=f"give --at a step from 0 to {last}"))  # fmt: skip
    return position.with_state(state)
