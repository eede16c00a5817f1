"""Positions and games cut out of a log: the board before or after any step as a save, a log shortened (formats 4.4).

What a save holds beside the pieces is kept item by item: what steps changed is put in the place of what stood there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from builder.model import BadInput, Span, error
from builder.vassal import commands as c
from builder.vassal.saves import Log, log_text
from builder.vassal.stream import Item, Step, encode_item, joined_items
from builder.vassal.table import Stacking, Table, everything_stacks

Key = tuple[object, ...]

_SAID = {
    c.Notes: (), c.PublicNotes: (), c.PrivateNote: ("owner",), c.SecretNote: ("name", "owner"), c.Unmask: (),
    c.ClockControl: (), c.Clock: ("who", "side"), c.LineOfSight: ("thread",), c.StartupCommand: ("id",),
    c.LockScenarioTab: ("tab",),
}  # fmt: skip
_KEPT_BY = _SAID | {
    c.Player: ("id",), c.Boards: ("map",), c.Turn: ("tracker",), c.GlobalProperty: ("name", "container"),
}  # fmt: skip
"""What a save holds beside the pieces, and by which fields a later one takes the place of an earlier one. The table
keeps track of the last four; of the others the last word counts."""


class Cut(NamedTuple):
    """A save's text, and the heads of commands that no stock VASSAL knows: what they changed is not in it."""

    text: str
    unknown: tuple[str, ...]


def cut_at(log: Log, number: int, stacking: Stacking = everything_stacks) -> Cut:
    """The position after step `number`, 0 for the start. BadInput where the log has fewer steps."""
    table = Table(stacking)
    table.apply_all(log.save.commands)
    said: dict[Key, c.Command] = {}
    unknown: list[str] = []
    strays = (command for item in log.strays for command in item.commands)
    _carry_out(strays, table, said, unknown)  # VASSAL does so on loading, before any step
    for step in _first(log, number):
        _carry_out(step.commands, table, said, unknown)
    now = {_key(command): command for command in table.settings()} | said
    return Cut(joined_items(_items(log.save.items, table, now)), tuple(unknown))


def shortened(log: Log, number: int) -> str:
    """The text of the log without what comes after step `number`. BadInput where the log has fewer steps."""
    return log_text(log.save.text, _first(log, number))


def _first(log: Log, number: int) -> Iterator[Step]:
    count = 0
    for step in islice(log.steps, number):
        count += 1
        yield step
    if count < number:
        raise BadInput(error("V145", f"step {number} was asked for, and the log has {count}", Span(log.path),
                             help=f"give a number from 0 to {count}"))  # fmt: skip


def _carry_out(commands: Iterable[c.Command], table: Table, said: dict[Key, c.Command], unknown: list[str]) -> None:
    for command in commands:
        table.apply(command)
        if type(command) is c.Unknown:
            unknown.append(command.text[:12])
        elif type(command) in _SAID:
            said[_key(command)] = command


def _key(command: c.Command) -> Key:
    return (type(command), *(getattr(command, name) for name in _KEPT_BY[type(command)]))


def _items(items: tuple[Item, ...], table: Table, now: dict[Key, c.Command]) -> Iterable[str]:
    """The save's items with their present values; what is new comes before the end of the save."""
    left = dict(now)
    placed = False
    for item in items:
        nodes = item.nodes
        if any(type(node.command) is c.AddPiece for node in nodes):
            if not placed:
                yield _pieces(table)
            placed = True
            continue
        if any(type(node.command) is c.EndSave for node in nodes):
            if not placed:
                yield _pieces(table)
            yield from (encode_item([(0, command)]) for command in left.values())
        kept = []
        for depth, command in nodes:
            key = _key(command) if type(command) in _KEPT_BY else None
            if key is not None and key not in now and type(command) is c.Player:
                continue  # who has left the game
            kept.append((depth, now.get(key, command)))
            left.pop(key, None)
        if kept:
            yield encode_item(_headed(kept)) if kept != [tuple(node) for node in nodes] else item.text


def _headed(nodes: list[tuple[int, c.Command]]) -> list[tuple[int, c.Command]]:
    return nodes if nodes[0][0] == 0 else [(0, c.GROUP), *nodes]


def _pieces(table: Table) -> str:
    return encode_item([(0, c.GROUP), *((1, piece) for piece in table.as_commands())])
