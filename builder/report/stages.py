"""What one stage of the replay made of logs, as lines: `hexwright check LOG --stage NAME`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

from builder.make.bound import Bound
from builder.make.check import Replay, open_replay
from builder.make.inputs import log_files
from builder.model import Event, Game
from builder.report.dump import records
from builder.report.dump_text import lines
from builder.rules.steps import folded, presses

Opened = Callable[[], Replay]


def show(
    logs: Iterable[str | Path],
    game: Game | str | None,
    stage: str,
    overlay: Path | None = None,
    bind: Callable[[Game], Bound] | None = None,
) -> Iterator[str]:
    """One line an item, event, press or action. `split` and `decode` need no game. ValueError for another stage."""
    if stage not in STAGES:
        raise ValueError(f"no stage {stage!r} ({', '.join(STAGES)})")
    return STAGES[stage](logs, lambda: open_replay(logs, game, overlay, bind))


def _split(logs: Iterable[str | Path], opened: Opened) -> Iterator[str]:
    """Items by number, with their length and the kinds of their commands; never the text, which holds secrets."""
    for file in log_files(logs):
        log = file.read()
        yield f"{file.name}: {log.save.container}, position of {len(log.save.items)} items"
        for step in log.steps:
            kinds = Counter(type(command).__name__ for command in step.commands)
            yield f"step {step.number}: {len(step.raw)} bytes, " + ", ".join(f"{n} {kind}" for kind, n in kinds.items())


def _decode(logs: Iterable[str | Path], opened: Opened) -> Iterator[str]:
    for file in log_files(logs):
        yield from lines(
            record for record in records(file.source, name=file.name) if record["what"] in ("file", "step")
        )


def _interpret(logs: Iterable[str | Path], opened: Opened) -> Iterator[str]:
    return map(_told, opened().events())


def _settle(logs: Iterable[str | Path], opened: Opened) -> Iterator[str]:
    for press in folded(presses(opened().events())):
        late = f" takes back step {press.takes_back}" if press.takes_back else ""
        yield f"{press.ref}{late}"
        for event in press.events:
            yield f"  {_told(event)}"


def _recognise(logs: Iterable[str | Path], opened: Opened) -> Iterator[str]:
    for played in opened().played():
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


STAGES = {"split": _split, "decode": _decode, "interpret": _interpret, "settle": _settle, "recognise": _recognise}
