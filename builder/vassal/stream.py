"""The command stream of a save or log (formats 4.3 and 4.6): items, steps, and their nested commands.

VASSAL nests commands with one delimiter, so that a delimiter at depth n carries n backslashes. The text is therefore
split once at every ESC, and the backslashes at the end of a piece give the depth of the next one. A step stays one
value: its commands in the order of execution, each with its depth.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from builder.vassal.command_text import decode, encode
from builder.vassal.commands import UNSAID, Bare, Command, Damaged, Logged, Nothing, Unknown
from builder.vassal.log_entries import DECODERS, escaped_commands, plain_commands

ESC = "\x1b"
LOG = "LOG\t"

# Streams are cut as bytes and decoded command by command: one letter beyond Latin-1 would make Python keep a whole
# log in two bytes a letter, and UTF-8 can be cut at any ASCII character.
_ESC, _LOG, _NESTED = b"\x1b", b"LOG\t", b"\\\x1b"
_ESC_BYTE, _BACKSLASH = b"\x1b\\"
# An ESC that no backslash precedes ends an item. The literal comes first in the pattern, since the engine of `re`
# then searches for it at C speed.
_ITEM_END = re.compile(b"\x1b(?<!\\\\\x1b)")
# `LOG⇥null` and its trailing backslashes: a drag begins with a dozen of them.
_UNSAID_PIECES = frozenset(b"LOG\tnull" + b"\\" * depth for depth in range(1, 16))
_LONGEST_UNSAID = len(b"LOG\tnull") + 15

# A custom class may own any prefix, but not these: what begins so, or holds such a command, is a step in every VASSAL.
_SURE = frozenset({b"LOG\t+/", b"LOG\t-/", b"LOG\tD/", b"LOG\tM/", b"LOG\tCH"})
_BEGINNINGS = (*_SURE, b"LOG\tMutableProperty\t", b"LOG\tUNDO\t", b"LOG\tTURN")
_NEXT_LOG = b"\x1bLOG\t"
_WITHIN = (b"\x1bLOG\tD/", b"\x1bLOG\tM/", b"\x1bLOG\t+/", b"\x1bLOG\tCHAT")

_new = tuple.__new__


class Node(NamedTuple):
    """A command and its depth below the head of its item, which has depth 0."""

    depth: int
    command: Command


class Item(NamedTuple):
    """One top-level item of a stream, undecoded until asked; everything is decoded anew at each reading."""

    raw: bytes

    @property
    def text(self) -> str:
        """Bytes that are not UTF-8 become U+FFFD, as in VASSAL."""
        return self.raw.decode("utf-8", "replace")

    @property
    def nodes(self) -> tuple[Node, ...]:
        return decode_item(self.text)

    @property
    def commands(self) -> tuple[Command, ...]:
        """What is carried out, in order, without heads of groups."""
        return tuple(node.command for node in self.nodes if type(node.command) is not Nothing)


class _Read(NamedTuple):
    number: int
    source: bytes | str
    commands: tuple[Command, ...]


class Step(_Read):
    """What one press of VASSAL's Step button carries out; numbers count from 1.

    `commands` holds them in the order of execution, without those that do nothing; none is wrapped in `Logged`.
    """

    __slots__ = ()

    def __new__(cls, number: int, source: bytes | str) -> Step:
        raw = source.encode() if isinstance(source, str) else source
        return _new(Step, (number, raw, _step_commands(raw)))

    def __repr__(self) -> str:
        # not the text: it holds players' ids, which are passwords
        return f"Step({self.number}, {self.commands!r})"

    @property
    def raw(self) -> bytes:
        source = self.source
        return source.encode() if isinstance(source, str) else source

    @property
    def text(self) -> str:
        source = self.source
        return source if isinstance(source, str) else source.decode("utf-8", "replace")

    @property
    def nodes(self) -> tuple[Node, ...]:
        """All commands with their depth, those without text form included."""
        return tuple([_new(Node, pair) for pair in _step_pairs(self.raw)])

    @property
    def numbered(self) -> list[tuple[int, Command]]:
        """The commands with the number that each has among all of the step, from 1."""
        return _numbered(self.raw)


class _LateStep(Step):
    """A step among steps of several commands: decoded anew at each reading, so that passing over it costs nothing."""

    __slots__ = ()

    @property
    def commands(self) -> tuple[Command, ...]:
        return _step_commands(self[1])


def split_items(raw: bytes) -> list[bytes]:
    """All top-level items of a whole stream."""
    return raw.split(_ESC) if raw.find(_NESTED) < 0 else _ITEM_END.split(raw)


def item_runs(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """A stream that arrives in blocks, cut anew between items: each run holds whole items, separated as ever."""
    pending: list[bytes] = []
    held = b""
    for block in blocks:
        text = held + block
        body = text.rstrip(b"\\")  # what follows decides whether they escape something
        held = text[len(body) :]
        cut = body.rfind(_ESC)
        while cut > 0 and body[cut - 1] == _BACKSLASH:
            cut = body.rfind(_ESC, 0, cut)
        if cut < 0:
            pending.append(body)
            continue
        yield b"".join([*pending, body[:cut]])
        pending = [body[cut + 1 :]]
    yield b"".join([*pending, held])


def decode_item(text: str) -> tuple[Node, ...]:
    """The commands of an item, each with its depth; log entries stay wrapped in `Logged`."""
    pieces = text.split(ESC)
    nodes = []
    depth = 0
    last = pieces.pop()
    for piece in pieces:
        own = piece.rstrip("\\")
        nodes.append(Node(depth, decode(own)))
        depth = len(piece) - len(own)
    nodes.append(Node(depth, decode(last)))
    return tuple(nodes)


def encode_item(nodes: Iterable[tuple[int, Command]]) -> str:
    """The text of an item. ESC in a text is left out, since it would split it, and a backslash at the end of a text
    that something follows gets a space, since it would swallow what follows (formats 3.1, 6.3)."""
    pieces: list[str] = []
    for depth, command in nodes:
        own = encode(command).replace(ESC, "")
        if pieces:
            pieces[-1] = closed(pieces[-1]) + "\\" * depth
        elif depth:
            raise ValueError(f"the head of an item has depth 0, not {depth}")
        pieces.append(own)
    return ESC.join(pieces)


def encode_items(items: Iterable[Iterable[tuple[int, Command]]]) -> str:
    """The text of a stream from the nodes of its items."""
    return joined_items(encode_item(nodes) for nodes in items)


def joined_items(texts: Iterable[str]) -> str:
    """The text of a stream from the texts of its items."""
    *before, last = texts
    return ESC.join([*map(closed, before), last])


def closed(text: str) -> str:
    """A text that can have a successor: see `encode_item`."""
    return text + " " if text.endswith("\\") else text


def encode_step(nodes: Iterable[tuple[int, Command]]) -> str:
    """The text of a log entry: every command in its own `Logged`; those that a step held bare stay bare."""
    return encode_item((depth, command if type(command) is Bare else Logged(command)) for depth, command in nodes)


def _step_pairs(raw: bytes) -> list[tuple[int, Command]]:
    """(depth, command) of every command of a step."""
    pieces = raw.split(_ESC)
    last = pieces.pop()
    depth = 0
    pairs: list[tuple[int, Command]] = []
    for piece in pieces:
        own = piece.rstrip(b"\\")
        pairs.append((depth, _entry(own)))
        depth = len(piece) - len(own)
    pairs.append((depth, _entry(last)))
    return pairs


def _step_commands(raw: bytes) -> tuple[Command, ...]:
    return tuple([command for _, command in _numbered(raw)])


def _numbered(raw: bytes) -> list[tuple[int, Command]]:
    """What `_step_pairs` gives, with the number of each among all instead of its depth, and without those that do
    nothing: the hot loop of the reader."""
    pieces = raw.split(_ESC)
    last = len(pieces)
    found = []
    for number, piece in enumerate(pieces, 1):
        if len(piece) > _LONGEST_UNSAID or piece not in _UNSAID_PIECES:
            command = _entry(piece if number == last else piece.rstrip(b"\\"))
            if type(command) is not Nothing:
                found.append((number, command))
    return found


def _entry(raw: bytes) -> Command:
    try:
        text = raw.decode()
        decoder = DECODERS.get(text[4])
        if decoder is not None:
            command = decoder(text)
            if command is not None:
                return command
    except (UnicodeDecodeError, IndexError):
        pass
    return _odd_entry(raw)


def _odd_entry(raw: bytes) -> Command:
    text = raw.decode("utf-8", "replace")
    return decode(text[4:]) if text[:4] == LOG else Bare(decode(text))


def is_step(raw: bytes) -> bool:
    """Whether VASSAL makes a step of this item: of log entries it drops those of which no stock command is left."""
    if raw.startswith(_BEGINNINGS):
        return True
    if not raw.startswith(_LOG):
        return False
    for mark in _WITHIN:
        if raw.find(mark) >= 0:  # `in` is slower with bytes
            return True
    return any(command != UNSAID and type(command) not in (Unknown, Bare) for _, command in _step_pairs(raw))


def steps_of(runs: Iterable[bytes]) -> Iterator[Step]:
    """The steps among items (in runs of whole ones), numbered as VASSAL's Step button counts them."""
    number = 0
    for run in runs:
        escaped = run.find(b"\\") >= 0
        if not run.isascii() or (escaped and run.find(_NESTED) >= 0):
            for raw in _ITEM_END.split(run):
                if raw[:6] in _SURE or is_step(raw):
                    number += 1
                    yield _new(_LateStep, (number, raw, None))
            continue
        # Steps of one command each: decoded as they are met, since little else is to be done with them.
        texts = run.decode().split(ESC)
        commands = escaped_commands(texts) if escaped or run.find(b"'") >= 0 else plain_commands(texts)
        for text, command in zip(texts, commands):
            if command is not None:
                number += 1
                yield _new(Step, (number, text, (command,)))
            elif is_step(text.encode()):
                number += 1
                yield Step(number, text)


def faults(commands: Iterable[Command]) -> Iterator[Damaged | Unknown]:
    """What no stock VASSAL reads, in order."""
    for command in commands:
        inner = command.command if isinstance(command, Bare | Logged) else command
        if isinstance(inner, Damaged | Unknown):
            yield inner
