"""All rolls of a game or of many: each counted once, undone and unused ones told apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from pathlib import Path

from builder.make.chain import ChainOfLogs, open_chain
from builder.make.claimed import Outside, with_claims
from builder.make.replaying import Replay, replay_of
from builder.make.unread import UNRECOGNISED
from builder.model import BadInput, Diagnostic, Moment, Rolled, TurnSet
from builder.vassal.rolls import Buttons, Roll, rolls_of
from builder.vassal.seeds import Seeded, seeded

NO_DEEDS = frozenset({UNRECOGNISED, "take-back"})


@dataclass(frozen=True, slots=True)
class DiceOfGame:
    """`counted` are the rolls that stood, those made outside VASSAL last; `undone` were taken back; `repeated` stand a
    second time in a file, or in a file that another one replaced; `unused` are counted, and no action of the game's
    rules took them up (None where no rules are at hand). `seeds` are of the logs that tell the seed of their numbers,
    `apart` (earlier, later) of those whose numbers do not go on from the earlier log's; `claims` tell of dice that no
    button threw."""

    chain: ChainOfLogs
    counted: tuple[Roll, ...]
    undone: tuple[Roll, ...]
    repeated: tuple[Roll, ...]
    unused: tuple[Roll, ...] | None
    seeds: tuple[Seeded, ...] = ()
    apart: tuple[tuple[str, str], ...] = ()
    claims: tuple[Diagnostic, ...] = ()


def dice_of(
    paths: Iterable[str | Path] | str | Path,
    buttons: Callable[[str, Path | None], Buttons | None] = lambda name, near: None,
    game: str | None = None,
    progress: Callable[[str], None] = lambda name: None,
    outside: Iterable[Roll] = (),
) -> DiceOfGame:
    """`buttons` gives the dice of a module by its name and a file near which it may lie; None where it is not at hand.
    BadInput where a log cannot be read."""
    chain = open_chain(paths, progress)
    counted: list[Roll] = []
    undone: list[Roll] = []
    repeated: list[Roll] = []
    seeds: list[Seeded] = []
    main = {link.log for link in chain.chain.links}
    for link in (*chain.chain.links, *chain.chain.aside):
        file = chain.files[link.log]
        log = file.read()
        data = log.save.moduledata
        near = file.source if isinstance(file.source, Path) else None
        rolls = rolls_of(file.name, log, buttons((data.name or "") if data else "", near))
        told = seeded(file.name, log, rolls)
        seeds += [told] if told is not None else []
        for roll in rolls:
            if roll.step in link.skipped:
                repeated.append(roll)
            elif roll.undone:
                undone.append(roll)
            else:
                (counted if link.log in main else repeated).append(roll)
    made = tuple(outside)
    unused, claims = _unused(chain, game, (*counted, *made), made)
    return DiceOfGame(chain, (*counted, *made), tuple(undone), tuple(repeated), unused, tuple(seeds),
                      tuple(_apart(chain, seeds)), claims)  # fmt: skip


def _apart(chain: ChainOfLogs, seeds: Iterable[Seeded]) -> Iterator[tuple[str, str]]:
    """Logs of the main line that begin at the end of another, with a number that its generator does not give next."""
    known = {one.log: one for one in seeds}
    for link in chain.chain.links:
        before = chain.before(link)
        if before is None or link.step != len(chain.records[before.log].said):
            continue
        earlier, later = (known.get(chain.files[one.log].name) for one in (before, link))
        if earlier and later and later.begins is not None and later.begins not in earlier.follows:
            yield earlier.log, later.log


def _unused(
    chain: ChainOfLogs, game: str | None, counted: Sequence[Roll], outside: Sequence[Roll]
) -> tuple[tuple[Roll, ...] | None, tuple[Diagnostic, ...]]:
    """Rolls in steps that belong to no recognised action, and that no phase asks for, None where no rules are at hand;
    and what is said of dice that were only told in chat."""
    try:
        replay = replay_of(chain, game)
    except BadInput:
        return None, ()  # no game here goes by the module's name, or it has no rules
    if replay.rules.recognise is None:
        return None, ()
    replay.outside = Outside(outside)
    deeds = [played.action for played in replay.played() if played.action.verb not in NO_DEEDS]
    claims = with_claims(((action, ()) for action in deeds), replay.fallen)[1]
    used = {(ref.file, ref.step) for action in deeds for ref in action.refs}
    idle = tuple(roll for roll in counted if (roll.log, roll.step) not in used)
    if idle and replay.rules.dice_phases:
        asked = _asked(replay_of(chain, game), {(roll.log, roll.step) for roll in idle})
        idle = tuple(roll for roll in idle if (roll.log, roll.step) not in asked)
    return idle, claims


def _asked(replay: Replay, idle: Set[tuple[str, int]]) -> set[tuple[str, int]]:
    """The first idle roll of each phase in which the rules ask for a die; what is rolled again there is not asked."""
    fallen: dict[Moment | None, list[tuple[str, int]]] = {}
    now: Moment | None = None  # before the first change of phase only that tells which it was
    for event in replay.events():
        if isinstance(event, Rolled) and (key := (event.ref.file, event.ref.step)) in idle:
            fallen.setdefault(now, []).append(key)
        elif isinstance(event, TurnSet):
            if now is None and None in fallen:
                fallen[event.before] = fallen.pop(None)
            now = event.after
    return {keys[0] for when, keys in fallen.items() if when is not None and when.phase in replay.rules.dice_phases}
