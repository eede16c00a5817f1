"""Saves and logs as files: read in any container, streamed where they are long, and written (formats 4.1, 4.4, 4.6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TypeVar

from builder.model import BadInput, Diagnostic, Span, error, warning
from builder.vassal import commands as c
from builder.vassal.archive import (
    BUILD_FILES,
    MODULE_DATA,
    SAVE_DATA,
    SAVED_GAME,
    Archive,
    open_archive,
    write_archive,
)
from builder.vassal.containers import DEFAULT_KEY, TEXT_LIMIT, Container, plain_blocks, veil
from builder.vassal.metadata import Metadata, read_metadata, write_metadata
from builder.vassal.sequence import decode as items_of
from builder.vassal.stream import (
    Item,
    Node,
    Step,
    encode_item,
    encode_step,
    item_runs,
    joined_items,
    split_items,
    steps_of,
)

_END, _LOG = b"end_save", b"LOG\t"

C = TypeVar("C")


@dataclass(frozen=True, slots=True)
class Save:
    """A position. `items` is the text of its stream as read, `commands` the same decoded, in order of execution.

    `ended` is false where `end_save` is missing or spoilt: VASSAL starts no game from such a file.
    """

    path: str
    container: Container
    items: tuple[Item, ...]
    commands: tuple[c.Command, ...]
    savedata: Metadata | None = None
    moduledata: Metadata | None = None
    ended: bool = True
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def text(self) -> str:
        return joined_items(item.text for item in self.items)

    @property
    def pieces(self) -> tuple[c.AddPiece, ...]:
        """Pieces, stacks and decks in file order; each stack follows its contents."""
        return self._of(c.AddPiece)

    @property
    def players(self) -> tuple[c.Player, ...]:
        """Each once, although VASSAL writes them twice; where an id returns, its last line counts."""
        return tuple({player.id: player for player in self._of(c.Player)}.values())

    @property
    def boards(self) -> dict[str, tuple[c.BoardAt, ...]]:
        """By the name of their map."""
        return {command.map: command.boards for command in self._of(c.Boards)}

    @property
    def properties(self) -> dict[tuple[str, str], str]:
        """(container, name) to value: `Module`, a map's name, or `map:zone` as in the commands of logs."""
        return dict(map(property_of, self._of(c.GlobalProperty)))

    @property
    def turns(self) -> dict[str, str]:
        """State of each turn tracker by its id."""
        return {command.tracker: command.state for command in self._of(c.Turn)}

    def _of(self, kind: type[C]) -> tuple[C, ...]:
        return tuple(command for command in self.commands if isinstance(command, kind))


def property_of(command: c.GlobalProperty) -> tuple[tuple[str, str], str]:
    """The property that a save's line sets: zone properties name zone, board and map after their own name."""
    if not command.container and "\t" in command.name:
        name, *place = items_of(command.name, "\t")
        if len(place) == 3:
            return (f"{place[2]}:{place[0]}", name), command.value or ""
    return (command.container or "", command.name), command.value or ""


@dataclass(frozen=True, slots=True)
class Log:
    """A recorded game: `save` is the position when logging began; `steps` reads the file anew each time it is asked,
    one step at a time, and never holds more than a block of it."""

    source: Path | bytes
    save: Save
    limit: int = TEXT_LIMIT

    @property
    def path(self) -> str:
        return self.save.path

    @property
    def steps(self) -> Iterator[Step]:
        """What each press of VASSAL's Step button does, counted from 1."""
        return steps_of(self._runs())

    @property
    def strays(self) -> Iterator[Item]:
        """Items behind `end_save` that are no log entries: VASSAL carries them out on loading, before any step."""
        for item in self.entries:
            if not item.raw.startswith(_LOG):
                yield item

    @property
    def entries(self) -> Iterator[Item]:
        """All that stands behind the position, verbatim: also what makes no step."""
        for run in self._runs():
            yield from map(Item, split_items(run))

    def _runs(self) -> Iterator[bytes]:
        with _opened(self.source, self.path) as archive:
            yield from _logged(_runs(archive, self.limit)[1])

    @property
    def text(self) -> str:
        return joined_items(item.text for item in chain(self.save.items, self.entries))


def read_save(source: Path | str | bytes, *, path: str = "", limit: int = TEXT_LIMIT) -> Save:
    """The position in a save, or the one at the start of a log. BadInput if the file cannot be read at all."""
    with _opened(source, path) as archive:
        container, runs = _runs(archive, limit)
        items, ended = _start(runs)
        notes = list(archive.diagnostics)
        savedata, moduledata = (_metadata(archive, name, notes) for name in (SAVE_DATA, MODULE_DATA))
    commands = tuple(command for item in items for command in item.commands)
    if any("\ufffd" in item.text and "\ufffd".encode() not in item.raw for item in items):
        notes.append(warning("V141", "bytes that are not UTF-8 were replaced", Span(archive.path)))
    return Save(archive.path, container, items, commands, savedata, moduledata, ended, tuple(notes))


def read_log(source: Path | str | bytes, *, path: str = "", limit: int = TEXT_LIMIT) -> Log:
    """A log (or a save, which is a log of no steps)."""
    save = read_save(source, path=path, limit=limit)
    return Log(Path(source) if isinstance(source, str) else source, save, limit)


def module_name(source: Path | str | bytes, *, path: str = "") -> str:
    """The name of the module that a save or log was made on, and nothing else read; empty where it tells none."""
    try:
        with open_archive(source, path=path) as archive:
            data = _metadata(archive, MODULE_DATA, [])
    except BadInput:
        return ""
    return (data.name or "") if data is not None else ""


def _opened(source: Path | str | bytes, path: str) -> Archive:
    archive = open_archive(source, path=path)
    if SAVED_GAME not in archive:
        archive.close()
        module = any(name in archive for name in BUILD_FILES)
        what = "this is a module" if module else "neither a save nor a log"
        raise BadInput(error("V140", f"no entry 'savedGame': {what}", Span(archive.path)))
    return archive


def _runs(archive: Archive, limit: int) -> tuple[Container, Iterator[bytes]]:
    container, blocks = plain_blocks(archive.blocks(SAVED_GAME), path=archive.path, limit=limit)
    return container, item_runs(blocks)


def _start(runs: Iterable[bytes]) -> tuple[tuple[Item, ...], bool]:
    """The items of the position, and whether it ended as it must."""
    items: list[bytes] = []
    ended = False
    for run in runs:
        found = split_items(run)
        cut, ended = _cut(found)
        items += found[:cut]
        if cut < len(found) or ended:
            break
    return tuple(map(Item, items)), ended


def _cut(items: list[bytes]) -> tuple[int, bool]:
    """How many items belong to the position, and whether its end is among them."""
    for index, raw in enumerate(items):
        if raw == _END:
            return index + 1, True
        if raw[:4] == _LOG:
            return index, False
    return len(items), False


def _logged(runs: Iterator[bytes]) -> Iterator[bytes]:
    for run in runs:
        items = split_items(run)
        cut, ended = _cut(items)
        if cut < len(items):
            yield b"\x1b".join(items[cut:])
        if cut < len(items) or ended:
            break
    yield from runs


def _metadata(archive: Archive, name: str, notes: list[Diagnostic]) -> Metadata | None:
    if name not in archive:
        return None
    try:
        return read_metadata(archive.read(name), f"{archive.path}/{name}")
    except BadInput as trouble:
        notes.extend(trouble.diagnostics)
        return None


# ---- writing


def save_text(pieces: Iterable[c.AddPiece], others: Iterable[c.Command] = (), *, placed: bool = True) -> str:
    """The stream of a save: pieces before the stacks and decks that hold them, then one item per other command.

    `placed` says that the module's at-start stacks are among the pieces; otherwise VASSAL adds them on loading.
    ValueError for ids that occur twice and for contents that are not there.
    """
    ordered = _contents_first(tuple(pieces))
    items: list[list[tuple[int, c.Command]]] = [[(0, c.BeginSave())], [(0, c.GROUP)]]
    if ordered:
        items.append([(0, c.GROUP), *((1, piece) for piece in ordered)])
    items += [[(0, command)] for command in others]
    if placed:
        items.append([(0, c.SetupStack())])
    items.append([(0, c.EndSave())])
    return joined_items(map(encode_item, items))


def _contents_first(pieces: tuple[c.AddPiece, ...]) -> tuple[c.AddPiece, ...]:
    """VASSAL looks contents up by id and passes over those that it has not met yet."""
    ids = {piece.id for piece in pieces}
    if len(ids) < len(pieces) or None in ids:
        raise ValueError("every piece of a save needs an id of its own")
    containers = tuple(piece for piece in pieces if is_container(piece.type))
    for container in containers:
        missing = [member for member in contents(container) if member not in ids]
        if missing:
            raise ValueError(f"{container.id} holds {missing[0]}, which is not in the save")
    return tuple(piece for piece in pieces if not is_container(piece.type)) + containers


def is_container(type_: str) -> bool:
    return type_ == "stack" or type_.startswith("deck;")


def contents(piece: c.AddPiece) -> tuple[str, ...]:
    """Ids in a stack or deck by its state, bottom first."""
    fields = items_of(piece.state, ";")
    if piece.type == "stack":
        return tuple(field for field in fields[3:] if field and not field.startswith("@@"))
    return tuple(items_of(fields[4], ",")) if len(fields) > 4 and fields[4] else ()


Entry = Step | Iterable[Node | tuple[int, c.Command]] | Iterable[c.Command]
"""A step read elsewhere; (depth, command) pairs; or commands, of which the first heads the others."""


def log_text(start: str, steps: Iterable[Entry]) -> str:
    """The stream of a log: a save's stream, then one entry a step. Empty steps are left out, as VASSAL does."""
    entries = (entry_text(step) for step in steps)
    return joined_items([start, *(entry for entry in entries if entry)])


def entry_text(step: Entry) -> str:
    if isinstance(step, Step):
        return step.text
    nodes = tuple(step)
    if nodes and not isinstance(nodes[0], Node) and not (len(nodes[0]) == 2 and isinstance(nodes[0][0], int)):
        return encode_step((min(index, 1), command) for index, command in enumerate(nodes))  # type: ignore[misc]
    return encode_step(nodes) if nodes else ""  # type: ignore[arg-type]


def write_game(
    path: Path | str,
    text: str,
    *,
    savedata: Metadata | None = None,
    moduledata: Metadata | None = None,
    container: Container = Container.VCSK,
    key: int = DEFAULT_KEY,
) -> None:
    """A save or log from its stream. Pass `container=save.container` to keep the form of a file that was read."""
    write_archive(path, game_entries(text, savedata, moduledata, container, key))


def game_entries(
    text: str,
    savedata: Metadata | None,
    moduledata: Metadata | None,
    container: Container = Container.VCSK,
    key: int = DEFAULT_KEY,
) -> dict[str, bytes]:
    """The entries of the zip. Metadata comes in pairs: VASSAL takes the module's name as empty where only the save's
    own is there, and asks."""
    if (savedata is None) != (moduledata is None):
        raise ValueError("savedata and moduledata go together")
    entries = {SAVED_GAME: veil(text, container, key=key)}
    if savedata is not None and moduledata is not None:
        entries |= {SAVE_DATA: write_metadata(savedata), MODULE_DATA: write_metadata(moduledata)}
    return entries
