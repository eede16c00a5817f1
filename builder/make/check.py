"""Recorded games to verdicts: every replay stage in order, over one log or a chain of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from builder.make.bound import Bound
from builder.make.chain import ChainOfLogs, compared
from builder.make.claimed import Outside, with_claims
from builder.make.collecting import seldom_collected
from builder.make.course import AsGiven, Course, OutOfCourse
from builder.make.house import (
    NO_RULINGS,
    House,
    Rulings,
    as_agreed,
    breaches,
    placed,
    read_house,
    read_rulings,
    sha256_of,
    unused_routes,
    with_routes,
    with_values,
)
from builder.make.inputs import all_faults, log_files
from builder.make.judged import Judged
from builder.make.opening import module_dice
from builder.make.replaying import Replay, first_position, of_one_game, replay_of
from builder.make.story import Story, Teller
from builder.make.unread import UNRECOGNISED, Unread, unread
from builder.model import Action, BadInput, Diagnostic, Game, GameState, Tag, Verdict
from builder.rules.judge import Referee, judge
from builder.vassal.rolls import Roll, rolls_of
from builder.vassal.undo import undone_steps


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What `check` found. `judged` are (action, verdicts) in the order of play; `notes` concern the files.

    Of a long game `verdicts` are far too many to be held at once: walk through `judged`, and ask it for counts.
    """

    game: Game
    files: tuple[str, ...]
    steps: int
    played_on_ours: bool
    judged: Judged
    notes: tuple[Diagnostic, ...] = ()
    unknown: tuple[tuple[str, int], ...] = ()
    chain: ChainOfLogs | None = None
    house: House | None = None
    rulings: Rulings = NO_RULINGS
    story: Story | None = None
    unread: tuple[Unread, ...] = ()

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        return tuple(v for _, verdicts in self.judged for v in verdicts)

    @property
    def findings(self) -> tuple[Verdict, ...]:
        """ILLEGAL and SUSPECT verdicts, without those that the director allowed or voided."""
        return tuple(v for v in (*self.illegal, *self.suspect) if not self._let_be(v))

    def _let_be(self, verdict: Verdict) -> bool:
        ruling = self.rulings.of(verdict)
        return ruling is not None and ruling.ruling != "upheld"

    def _with(self, outcome: str) -> tuple[Verdict, ...]:
        return tuple(v for _, verdicts in self.judged.loud for v in verdicts if v.outcome == outcome)

    @property
    def illegal(self) -> tuple[Verdict, ...]:
        return self._with("ILLEGAL")

    @property
    def suspect(self) -> tuple[Verdict, ...]:
        return self._with("SUSPECT")

    @property
    def undecided(self) -> tuple[Verdict, ...]:
        return self._with("undecided")


@seldom_collected
def check(
    paths: Iterable[str | Path] | str | Path,
    game: Game | str | None = None,
    trusted: frozenset[Tag] = frozenset(),
    progress: Callable[[int], None] = lambda actions: None,
    overlay: Path | None = None,
    house: Path | None = None,
    rulings: Path | None = None,
    step: int | None = None,
    bind: Callable[[Game], Bound] | None = None,
    rolls: Iterable[Roll] = (),
) -> CheckReport:
    """Replay and judge logs. The game is told from the first log's module where it is not named; an owner's overlay
    is laid over it. The report keeps the board before each finding, and before the actions of `step` if it is given.
    `bind` gives the mapping of a module of other people; `rolls` were made outside VASSAL and count as seen."""
    files, others = of_one_game(log_files(paths), game)
    judged = partial(_judged, tuple(others), trusted, progress, house, rulings, step, tuple(rolls))
    try:
        course = AsGiven(files) if bind is None else Course(compared(files))
        replay = replay_of(course, game, overlay, bind)
        try:
            return judged(replay)
        except OutOfCourse:
            return judged(replay_of(Course(compared(files)), replay.game, bind=bind))
    except BadInput:
        if faults := all_faults(files):
            raise BadInput(*faults) from None
        raise


def _judged(
    others: tuple[Diagnostic, ...],
    trusted: frozenset[Tag],
    progress: Callable[[int], None],
    house: Path | None,
    rulings: Path | None,
    step: int | None,
    rolls: tuple[Roll, ...],
    replay: Replay,
) -> CheckReport:
    """What `check` finds on one course of the logs."""
    replay.outside = Outside(rolls)
    ours = replay.on_our_module
    agreed = read_house(house, replay.game, replay.rules) if house else None
    ruled = read_rulings(rulings) if rulings else ()
    if agreed is not None:
        replay.game = with_values(replay.game, agreed)
    position, given = first_position(replay, ours)
    asked = ruled or (agreed is not None and agreed.routes)
    hashes = {file.name: sha256_of(file.source) for file in replay.chain.files} if asked else {}
    given = with_routes(given, agreed, hashes)
    judged, teller, before = Judged(), Teller(step=step), position
    trust = replay.bound.trust(replay.game) if replay.bound is not None else None
    odd: list[tuple[Action, GameState]] = []
    stretches: list[tuple[Action, GameState, GameState]] = []
    for action, before, verdicts in judge(replay.seen(), position, replay.game, replay.rules, given, trusted):
        verdicts = verdicts if trust is None else trust.of(action, before.state, verdicts)
        verdicts = verdicts if agreed is None else as_agreed(verdicts, agreed)
        judged.add(action, verdicts)
        teller.hear(action, before, verdicts)
        stretches += [(one, then, before.state) for one, then in odd]
        odd = [(action, before.state)] if action.verb == UNRECOGNISED else []
        progress(len(judged))
    last = before if replay.interpreter is None else before.with_state(replay.interpreter.state)
    stretches += [(one, then, last.state) for one, then in odd]
    story = teller.finish(last, Referee(replay.game, replay.rules, given, trusted))
    loud, claims = with_claims(judged.loud, replay.fallen)  # what is legal stays so, whoever told of the die
    judged = judged.with_loud(loud)
    beside = placed(ruled, (v for _, verdicts in judged for v in verdicts) if ruled else (), hashes)
    strays = unused_routes(agreed, judged.actions, hashes)
    notes = (*beside.faults, *strays, *replay.outside.unused(), *claims, *_taken_back(replay, agreed), *replay.notes)
    notes = (*others, *notes)
    return CheckReport(
        replay.game, tuple(part.file.name for part in replay.chain.parts), replay.steps, ours, judged, notes,
        tuple(replay.unknown.items()), replay.chain, agreed, beside, story, unread(stretches),
    )  # fmt: skip


def _taken_back(replay: Replay, agreed: House | None) -> tuple[Diagnostic, ...]:
    """What was taken back against what was agreed; the logs are looked at only where something was."""
    if agreed is None or not agreed.take_back:
        return ()
    rolls: list[Roll] = []
    steps: dict[str, tuple[int, ...]] = {}
    for name, log, skipped in replay.logs:
        found = rolls_of(name, log, module_dice(replay.game))
        rolls += [roll for roll in found if roll.undone and roll.step not in skipped]
        steps[name] = tuple(step for step in sorted(undone_steps(log.steps)) if step not in skipped)
    return breaches(agreed, rolls, steps)
