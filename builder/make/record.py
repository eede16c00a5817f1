"""`do` lines to a log: a script in the notation played on the game's own module by `module.hand`.

`when` lines step the turn tracker on; a change of player turn presses the end-of-turn key first. Beside the game's own
verbs a script may say `undo`, `upkeep`, `roll roll=N` and `say text=words_joined_so`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from builder.make.build import KEYS_FILE
from builder.make.judging import read_cases
from builder.make.opening import open_game, rules_of
from builder.model import Action, BadInput, Game, Moment, Scenario, Span, error, near_miss
from builder.model.notation import Case, DoLine, ScenarioLine, WhenLine, action_of
from builder.module.flat_turns import is_flat
from builder.module.hand import Hand
from builder.module.hand_pieces import placed_trench, placed_works
from builder.module.plan import ModulePlan, plan_module
from builder.module.setup import module_atlas, setup_commands
from builder.module.strength import has_strength
from builder.module.toolbar import first_moment
from builder.module.windows import map_windows
from builder.module.works import digs
from builder.module.write import module_metadata, save_metadata
from builder.rules.setup import moment_of
from builder.vassal import commands as c
from builder.vassal.saves import log_text, save_text, write_game
from builder.vassal.table import Table

OWN_VERBS = ("undo", "upkeep", "roll", "say")
DRAGS = frozenset({"move", "rail", "ship", "retreat", "advance"})


@dataclass(slots=True)
class Recorder:
    """Plays a script on a fresh set-up of its scenario."""

    game: Game
    scenario: Scenario
    seed: int = 1914
    hand: Hand = field(init=False)
    start: str = field(init=False)  # the text of the save that the log begins with
    lines: list[tuple[int, int]] = field(default_factory=list)  # (line of the script, first step it wrote)
    _dice: random.Random = field(init=False)
    _plan: ModulePlan = field(init=False)
    _opening: tuple[c.Command, ...] = field(init=False)

    def __post_init__(self) -> None:
        self._dice = random.Random(self.seed)
        windows = map_windows(self.game)
        setups = {s.name: f"{s.id}.vsav" for s in self.game.scenarios.values()}
        self._plan = plan_module(self.game, windows, {}, setups, KEYS_FILE)
        pieces, others = setup_commands(self.game, self.scenario, self._plan, windows)
        others = (*(c.Player(_player(s.id), s.name, s.name) for s in self.game.sides), *others,
                  *_unset(self._plan, others))  # fmt: skip
        table = Table()
        self.start = save_text(pieces, others)
        self._opening = (*pieces, *others)
        table.apply_all(self._opening)
        moment = first_moment(self.game, self.scenario)
        self.hand = Hand(self.game, table, module_atlas(self._plan, windows), moment=moment,
                         trench=placed_trench(self.game, self._plan),
                         works=placed_works(self.game, self._plan) if has_strength(self.game) else {})  # fmt: skip
        self._sit(moment[1])

    def play(self, case: Case) -> None:
        """Every line of the script in order; BadInput for what cannot be played."""
        rules = rules_of(self.game)
        verbs = (*(rules.verbs if rules else ()), *OWN_VERBS)
        boxes = [box.id for sheet in self.game.maps for box in sheet.boxes if "-" in box.id]
        for line in case.lines:
            if isinstance(line, WhenLine | DoLine):
                self.lines.append((line.span.line, len(self.hand.steps) + 1))
            if isinstance(line, WhenLine):
                self._until(moment_of(line.time, self.game, line.span))
            elif isinstance(line, DoLine):
                action = action_of(line.phrase, verbs, self.game.counters, boxes)
                try:
                    self._do(action)
                except (KeyError, ValueError) as wrong:
                    raise BadInput(error("record", f"cannot be played: {action} ({wrong})", line.phrase.span)) from None

    def write(self, path: Path, first: int = 0, last: int | None = None) -> None:
        """The game as a log; or its steps from `first` up to `last` alone, a log that starts from the table there."""
        steps, start = self.hand.steps[first:last], self.start
        if first:
            table = Table()
            table.apply_all(self._opening)
            for step in self.hand.steps[:first]:
                table.apply_all(step)
            start = save_text(table.as_commands(), table.settings())
        text = log_text(start, steps)
        write_game(path, text, savedata=save_metadata(self._plan, self.scenario.name),
                   moduledata=module_metadata(self._plan))  # fmt: skip

    # ---- the verbs

    def _do(self, action: Action) -> None:
        hand, units, verb = self.hand, action.units, action.verb
        if verb in DRAGS:
            if action.detail("before-combat"):
                hand.withdraw(units[0])
            hops = action.path[1:] or (action.place,)
            if verb == "rail" and has_strength(self.game):  # here a key says it, not the phase
                for unit in units:
                    hand.by_rail(unit)
            for hop in hops[-1:] if action.detail("drag") == "direct" else hops:
                hand.drag(units, hop)
        elif verb == "arrive":
            hand.drag(units, action.place)
        elif verb in ("attack", "column-attack") and has_strength(self.game):
            ground = action.detail("ground") or action.detail("terrain")
            hand.attack(units, action.place, _payers(action), self._die(action), ground)
        elif verb == "strike":
            hand.strike(units, _payers(action), action.detail("answer") or "stand", self._die(action))
        elif verb == "attack":
            hand.battle(units, action.place, self._die(action))
            if hand.declared and action.detail("roll"):
                hand.resolve(self._die(action))  # lone cavalry that stays
        elif verb == "lose":
            for unit, steps in self._losses(action):
                for _ in range(steps):
                    hand.lose(unit)
        elif verb == "rebuild":
            for unit in units:
                for _ in range(int(action.detail("steps") or 1)):
                    hand.gain(unit)
        elif verb == "dig" and not has_strength(self.game):
            for unit in units:
                hand.deed(unit, "digging")
        elif verb == "dig" and action.detail("at") != "set-up":
            for unit in units:
                if not digs(self.game.counters[unit], self.game):
                    raise ValueError(f"no key begins works under {unit}")
                hand.begin_works(unit)
        elif verb == "command-mark":
            for unit in units:
                hand.out_of_command(unit)
        elif verb == "undo":
            hand.undo()
        elif verb == "upkeep":
            hand.upkeep(hand.moment[1])
        elif verb == "roll":
            hand.roll(self._die(action))
        elif verb == "say":
            hand.say(action.detail("text").replace("_", " "))
        else:
            raise ValueError(f"no key of the module does {verb!r}")

    def _losses(self, action: Action) -> Iterator[tuple[str, int]]:
        """`lose A steps=2`, or `lose A=1 B=1` where each names its own."""
        named = [(k, v) for k, v in action.details if k in self.game.counters]
        if named:
            yield from ((unit, int(steps)) for unit, steps in named)
        else:
            each = int(action.detail("steps") or action.detail("loss") or 1)
            yield from ((unit, each) for unit in action.units)

    def _die(self, action: Action) -> int:
        """The roll the script states, else one from its seed: the same script gives the same log."""
        return int(action.detail("roll") or self._dice.randint(1, 6))

    # ---- the order of play

    def _until(self, goal: Moment) -> None:
        """Press the tracker's next key until the moment is reached."""
        for _ in range(len(self.game.phases) * (len(self.game.turns) + 1)):
            turn, side, phase = self.hand.moment
            if (goal.turn in (0, turn)) and goal.side in ("", side) and goal.phase in ("", phase):
                return
            following = self._next(turn, side, phase)
            if following[:2] != (turn, side) and not is_flat(self.game):
                self.hand.upkeep(side)
            self.hand.turn(*following)
            self._sit(following[1])
        raise ValueError(f"the order of play never comes to {goal}")

    def _next(self, turn: int, side: str, phase: str) -> tuple[int, str, str]:
        """The next phase that exists, as the tracker finds it."""
        sides = list(dict.fromkeys(p.side for p in self.game.phases if p.side)) or [side]  # both act in every phase
        order = [
            (t.number, s, p.id)
            for t in self.game.turns for s in sides for p in self.game.phases
            if (p.side == s or (not p.side and s == sides[-1])) and (not p.turns or t.number in p.turns)
        ]  # fmt: skip
        later = order[order.index((turn, side, phase)) + 1 :]
        if not later:
            raise ValueError("the game is over")
        return later[0]

    def _sit(self, side: str) -> None:
        self.hand.player = _player(side)
        self.hand.name = next((s.name for s in self.game.sides if s.id == side), "")


def _unset(plan: ModulePlan, others: tuple[c.Command, ...]) -> Iterator[c.GlobalProperty]:
    """The other properties of the module, which VASSAL puts into every save: a position that is cut out later has only
    those that the log began with."""
    known = {one.name for one in others if isinstance(one, c.GlobalProperty)}
    for part in plan.root.all("GlobalProperty"):
        if part.get("name") not in known:
            yield c.GlobalProperty(part.get("name"), part.get("initialValue"), "Module")


def record_file(script: Path, out: Path, game: str | None = None, overlay: Path | None = None) -> Path:
    """Play the first case of a script and write its log. BadInput for what is wrong with it."""
    case = read_cases(script)[0]
    opened = open_game(game or case.game, overlay)
    recorder = record(case, opened, str(script))
    out.parent.mkdir(parents=True, exist_ok=True)
    recorder.write(out)
    return out


def record(case: Case, game: Game, path: str = "") -> Recorder:
    line = next((line for line in case.lines if isinstance(line, ScenarioLine)), None)
    if line is None:
        raise BadInput(error("record-scenario", f"case {case.id} names no scenario to start from", Span(path)))
    scenario = game.scenarios.get(line.id)
    if scenario is None:
        near = near_miss(line.id, game.scenarios)
        raise BadInput(error("record-scenario", f"no scenario {line.id!r} in {game.id}{near}", line.span))
    recorder = Recorder(game, scenario)
    recorder.play(case)
    return recorder


def _payers(action: Action) -> tuple[str, ...]:
    """For each unit the headquarters that pays: `sup=A,none` one by one, `hq=A` for all, else nobody."""
    named = tuple(filter(None, action.detail("sup").split(",")))
    if named:
        return named
    return (action.detail("hq").split(",")[0] or "none",) * len(action.units)


def _player(side: str) -> c.PlayerId:
    """Nobody's password: a script's players are called after their sides."""
    return c.PlayerId(f"script-{side}")
