"""What one stage of the replay made of logs, as lines: `hexwright check LOG --stage NAME`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

from builder.make.bound import Bound
from builder.make.inputs import log_files
from builder.make.replaying import Replay, open_replay
from builder.model import Event, Game
from builder.report.dump import records
from builder.report.dump_text import lines
from builder.report.eyes import PUBLIC
from builder.report.veil import ids_of, veil_of
from builder.rules.steps import folded, presses
from builder.vassal.module import Module

Stage = Callable[[Replay], Iterator[str]]


def show(
    logs: Iterable[str | Path],
    game: Game | str | None,
    stage: str,
    overlay: Path | None = None,
    bind: Callable[[Game], Bound] | None = None,
    eyes: str = PUBLIC,
    module: Module | None = None,
) -> Iterator[str]:
    """One line an item, event, press or action. `split` and `decode` need no game. ValueError for another stage."""
    if stage not in NAMES:
        raise ValueError(f"no stage {stage!r} ({', '.join(NAMES)})")
    if stage == "split":
        return _split(logs)
    if stage == "decode":
        return map(veil_of(log_files(logs), eyes, module).text, _decode(logs, eyes, module))
    return _seen(STAGES[stage], open_replay(logs, game, overlay, bind), eyes, module)


def _seen(stage: Stage, replay: Replay, eyes: str, module: Module | None) -> Iterator[str]:
    """What a stage says, for these eyes."""
    first = replay.logs[0][1]
    veil = veil_of(replay.chain.files, eyes, module, ids_of(replay.game, replay.bound, first))
    yield from filter(None, (veil.head,))
    yield from map(veil.text, stage(replay))


def _split(logs: Iterable[str | Path]) -> Iterator[str]:
    """Items by number, with their length and the kinds of their commands; never the text, which holds secrets."""
    for file in log_files(logs):
        log = file.read()
        yield f"{file.name}: {log.save.container}, position of {len(log.save.items)} items"
        for step in log.steps:
            kinds = Counter(type(command).__name__ for command in step.commands)
            yield f"step {step.number}: {len(step.raw)} bytes, " + ", ".join(f"{n} {kind}" for kind, n in kinds.items())


def _decode(logs: Iterable[str | Path], eyes: str, module: Module | None) -> Iterator[str]:
    for file in log_files(logs):
        told = records(file.source, eyes, module, name=file.name)
        yield from lines(record for record in told if record["what"] in ("file", "step"))


def _interpret(replay: Replay) -> Iterator[str]:
    return map(_told, replay.events())


def _settle(replay: Replay) -> Iterator[str]:
    for press in folded(presses(replay.events())):
        late = f" takes back step {press.takes_back}" if press.takes_back else ""
        yield f"{press.ref}{late}"
        for event in press.events:
            yield f"  {_told(event)}"


def _recognise(replay: Replay) -> Iterator[str]:
    for played in replay.played():
        action = played.action
        refs = " ".join(map(str, action.refs)) or "-"
        yield f"{refs}: {action.side or '-'} {action}" + (" (inferred)" if action.inferred else "")


def _told(event: Event) -> str:
    """`game.vlog#3.2: moved allied  unit fr-7-corps, path 3136-3236`."""
    said = [f"{field.name} {_value(getattr(event, field.name))}" for field in fields(event)[2:]]
    return f"{event.ref}: {type(event).__name__.lower()} {event.player or '-'}  {', '.join(said)}"


def _value(value: Any) -> str:
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return "-".join(map(str, value))
    if isinstance(value, frozenset):
        return "+".join(sorted(value)) or "none"
    if hasattr(value, "place"):  # a unit or marker
        return f"{value.id} in {value.place}"
    return str(value)


STAGES: dict[str, Stage] = {"interpret": _interpret, "settle": _settle, "recognise": _recognise}
NAMES = ("split", "decode", *STAGES)
