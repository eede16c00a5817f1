"""The command stream of a save or log (formats 4.3 and 4.6): items, steps, and their nested commands.

VASSAL nests commands with one delimiter, so that a delimiter at depth n carries n backslashes. The text is therefore
split once at every ESC, and the backslashes at the end of a piece give the depth of the next one. A step stays one
value: its commands in the order of execution, each with its depth.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from builder.vassal.command_text import DECODERS, decode, encode
from builder.vassal.commands import UNSAID, Bare, Command, Damaged, Logged, Nothing, Unknown

ESC = "\x1b"
LOG = "LOG\t"

# An ESC that no backslash precedes ends an item. The literal comes first in the pattern, since the engine of `re`
# then searches for it at C speed.
_ITEM_END = re.compile("\x1b(?<!\\\\\x1b)")
# In a step that begins with a command without text form: the first command that has one.
_FIRST_SAID = re.compile("\x1bLOG\t(?!null(?:[\\\\\x1b]|$))(..)", re.DOTALL)
# `LOG⇥null` and its trailing backslashes: a drag begins with a dozen of them.
_UNSAID_PIECES = {"LOG\tnull" + "\\" * depth: depth for depth in range(1, 16)}
_LONGEST_UNSAID = len("LOG\tnull") + 15

# A custom class may own any prefix; these are the ones that make a step in every VASSAL.
_SURE = frozenset({"+/", "-/", "D/", "M/", "CH"})

_new = tuple.__new__


class Node(NamedTuple):
    """A command and its depth below the head of its item, which has depth 0."""

    depth: int
    command: Command


class Item(NamedTuple):
    """One top-level item of a stream, undecoded until asked; `nodes` decodes anew at each reading."""

    text: str

    @property
    def nodes(self) -> tuple[Node, ...]:
        return decode_item(self.text)

    @property
    def commands(self) -> tuple[Command, ...]:
        """What is carried out, in order, without heads of groups."""
        return tuple(node.command for node in self.nodes if type(node.command) is not Nothing)


class Step(NamedTuple):
    """What one press of VASSAL's Step button carries out; numbers count from 1. Decoded anew at each reading."""

    number: int
    text: str

    @property
    def nodes(self) -> tuple[Node, ...]:
        """All commands with their depth, those without text form included; none is wrapped in `Logged`."""
        return tuple([_new(Node, pair) for pair in _step_pairs(self.text)])

    @property
    def commands(self) -> tuple[Command, ...]:
        """The commands in the order of execution, without those that do nothing."""
        return tuple([command for _, command in _step_pairs(self.text) if type(command) is not Nothing])


def split_items(text: str) -> list[str]:
    """The texts of all top-level items of a whole stream."""
    return _ITEM_END.split(text)


def item_batches(blocks: Iterable[str]) -> Iterator[list[str]]:
    """The texts of all top-level items, from a stream that arrives in blocks; many at a time, for speed."""
    pending: list[str] = []
    held = ""
    for block in blocks:
        text = held + block
        body = text.rstrip("\\")  # what follows decides whether they escape something
        held = text[len(body) :]
        parts = _ITEM_END.split(body)
        if len(parts) == 1:
            pending.append(body)
            continue
        pending.append(parts[0])
        parts[0] = "".join(pending)
        pending = [parts.pop()]
        yield parts
    yield ["".join([*pending, held])]


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


def _step_pairs(text: str) -> list[tuple[int, Command]]:
    """(depth, command) of every command of a step: the one hot loop of the reader."""
    if ESC not in text:
        return [(0, _entry(text))]
    pieces = text.split(ESC)
    last = pieces.pop()
    depth = 0
    pairs: list[tuple[int, Command]] = []
    add = pairs.append
    for piece in pieces:
        if len(piece) <= _LONGEST_UNSAID:
            below = _UNSAID_PIECES.get(piece)
            if below is not None:
                add((depth, UNSAID))
                depth = below
                continue
        own = piece.rstrip("\\")
        decoder = DECODERS.get(own[4:6]) if own[:4] == LOG else None
        command = decoder(own[4:]) if decoder is not None else None
        add((depth, _entry(own) if command is None else command))
        depth = len(piece) - len(own)
    add((depth, _entry(last)))
    return pairs


def _entry(own: str) -> Command:
    if own[:4] != LOG:
        return Bare(decode(own))
    own = own[4:]
    decoder = DECODERS.get(own[:2])
    command = decoder(own) if decoder is not None else None
    return decode(own) if command is None else command


def is_step(text: str) -> bool:
    """Whether VASSAL makes a step of this log entry: it drops those of which no stock command is left."""
    if text[4:6] in _SURE:
        return True
    found = _FIRST_SAID.search(text) if text[4:8] == "null" else None
    if found and found[1] in _SURE:
        return True
    return any(command != UNSAID and type(command) not in (Unknown, Bare) for _, command in _step_pairs(text))


def steps_of(batches: Iterable[Sequence[str]]) -> Iterator[Step]:
    """The steps among items, numbered as VASSAL's Step button counts them; other items are passed over."""
    number = 0
    for batch in batches:
        for text in batch:
            if text[:4] == LOG and (text[4:6] in _SURE or is_step(text)):
                number += 1
                yield _new(Step, (number, text))


def faults(commands: Iterable[Command]) -> Iterator[Damaged | Unknown]:
    """What no stock VASSAL reads, in order."""
    for command in commands:
        inner = command.command if isinstance(command, Bare | Logged) else command
        if isinstance(inner, Damaged | Unknown):
            yield inner
