"""The steps of a log as records: what each command did, as far as these eyes see it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from builder.report.eyes import NOTHING, NOWHERE, SECRET_TRAITS, Look, Watcher, deck_name
from builder.vassal import commands as c
from builder.vassal.pieces import state_levels, type_levels
from builder.vassal.sequence import decode
from builder.vassal.stream import Step
from builder.vassal.table import DECK, STACK
from builder.vassal.traits import decode_state, decode_type

Record = dict[str, Any]
_HIDING = {"obs": "masked", "hide": "invisible"}
_OWNER = {"obs": "masked_by", "hide": "hidden_by"}


@dataclass(frozen=True, slots=True)
class _Before:
    """What the step found: how each piece looked, what each stack held, of which type each piece is, and where those
    stood that a stack of the step brings along without a move of their own."""

    looks: Mapping[str, Look]
    members: Mapping[str, tuple[str, ...]]
    types: Mapping[str, str]
    brought: Mapping[str, str]


def step_record(step: Step, watcher: Watcher) -> Record:
    """One press of Step, carried out on the watcher's table.

    A piece is named as it is seen before or after the whole step, never as it lies for a moment in between: a card
    that is drawn and masked in one step is not shown.
    """
    nodes = [command for _, command in step.nodes if type(command) is not c.Nothing]
    before = _before(nodes, watcher)
    watcher.table.apply_all(nodes)
    watcher.passwords.update(command.id for command in nodes if type(command) is c.Player)
    said = []
    for command in nodes:
        record = _command(command, before, watcher)
        if record is not None:
            said.append(record)
    return {"what": "step", "step": step.number, "commands": said}


def _before(nodes: list[c.Command], watcher: Watcher) -> _Before:
    pieces = watcher.table.pieces
    looks, members, types, brought = {}, {}, {}, {}
    moved = {command.id for command in nodes if type(command) is c.MovePiece}
    for command in nodes:
        if type(command) is c.AddPiece and command.id:
            types.setdefault(command.id, command.type)
            for id in _held(command):
                if id in pieces and id not in moved:
                    looks.setdefault(id, watcher.look(id))
                    brought[id] = watcher.place(id)
        if type(command) not in (c.AddPiece, c.RemovePiece, c.ChangePiece, c.MovePiece) or command.id not in pieces:
            continue
        piece = pieces[command.id]
        types[piece.id] = piece.type
        if piece.kind == STACK:
            members[piece.id] = tuple(piece.members)
        for id in (piece.id, *members.get(piece.id, ())):
            if id not in looks:
                looks[id] = watcher.look(id)
    return _Before(looks, members, types, brought)


def _held(command: c.AddPiece) -> list[str]:
    """The ids in a stack that appears."""
    if command.type != "stack":
        return []
    return [item for item in decode(command.state, ";")[3:] if item and not item.startswith("@@")]


def _name(id: str | None, before: _Before, watcher: Watcher) -> Look:
    was, now = before.looks.get(id or "", NOTHING), watcher.look(id)
    for look in (now, was):
        if look.shown:
            return look
    return now if now.there else was


def _command(command: c.Command, before: _Before, watcher: Watcher) -> Record | None:
    """None for what is not seen, and for what moves nothing in people's eyes (the stacks that VASSAL makes)."""
    writer = _WRITERS.get(type(command))
    if writer is not None:
        return writer(command, before, watcher)
    if isinstance(command, c.Unknown | c.Damaged):
        return {"do": "unknown", "text": watcher.clean(command.text[:40])}
    if isinstance(command, c.Notes | c.PublicNotes | c.PrivateNote | c.SecretNote):
        note = note_record(command, watcher)
        return {"do": "note", **note} if note else None
    return {"do": _kebab(type(command).__name__)}


def _add(command: c.AddPiece, before: _Before, watcher: Watcher) -> Record | None:
    if not _is_piece(command.type):
        return _brought(command, before, watcher)
    look = _name(command.id, before, watcher)
    here = command.id in watcher.table.pieces
    return {"do": "add", "piece": look.name, "at": watcher.place(command.id) if here else ""} if look.there else None


def _brought(command: c.AddPiece, before: _Before, watcher: Watcher) -> Record | None:
    """Pieces that stood elsewhere and come with the stack that holds them: VASSAL brings lost ones back so."""
    for id in _held(command):
        start, end, look = before.brought.get(id), watcher.place(id), _name(id, before, watcher)
        if start is not None and start != end and look.there:
            return {"do": "move", "pieces": [look.name], "from": start, "to": end}
    return None


def _remove(command: c.RemovePiece, before: _Before, watcher: Watcher) -> Record | None:
    if not _is_piece(before.types.get(command.id, "")):
        return None
    look = _name(command.id, before, watcher)
    return {"do": "remove", "piece": look.name} if look.there else None


def _move(command: c.MovePiece, before: _Before, watcher: Watcher) -> Record | None:
    if command.map is None or command.id is None:
        return None
    ids = before.members.get(command.id, (command.id,))
    names = [look.name for id in ids if (look := _name(id, before, watcher)).there and look.name != "stack"]
    if not names:
        return None
    start = _spot(command.old_map, command.old_x, command.old_y, watcher)
    return {"do": "move", "pieces": names, "from": start, "to": _spot(command.map, command.x, command.y, watcher)}


def _spot(map_name: str | None, x: int, y: int, watcher: Watcher) -> str:
    if map_name is None:
        return NOWHERE
    return f"{map_name} {watcher.spot(map_name, x, y)}" if watcher.open(map_name) else map_name


def _change(command: c.ChangePiece, before: _Before, watcher: Watcher) -> Record | None:
    """Levels that differ. Their values are told only where the piece is seen for what it is before and after."""
    type_text = before.types.get(command.id, "")
    if type_text.startswith("deck;"):
        piece = watcher.table.pieces.get(command.id)
        cards = len(piece.members) if piece is not None and piece.kind == DECK else 0
        return {"do": "deck", "piece": f"deck {deck_name(type_text)!r}", "cards": cards}
    look = _name(command.id, before, watcher)
    if not _is_piece(type_text) or not look.there:
        return None
    plain = watcher.look(command.id).shown and before.looks.get(command.id, Look("")).shown
    changes = _changes(type_text, command, watcher, plain)
    return {"do": "change", "piece": look.name, "changes": changes} if changes else None


def _changes(type_text: str, command: c.ChangePiece, watcher: Watcher, plain: bool) -> list[Record]:
    types = type_levels(type_text)
    new = state_levels(command.new, len(types))
    old = state_levels(command.old, len(types)) if command.old is not None else []
    found = []
    for at, (level, value) in enumerate(zip(types, new)):
        was = old[at] if at < len(old) else ""
        if value == was:
            continue
        prefix, fields = decode_type(level)
        if prefix in _HIDING:
            hidden, hides = (decode_state(prefix, fields, text)[_OWNER[prefix]] != "null" for text in (was, value))
            if hidden != hides:
                found.append({"trait": _HIDING[prefix], "from": _yes(hidden), "to": _yes(hides)})
        elif plain and prefix not in SECRET_TRAITS:
            label = fields.get("name") or fields.layout.title
            found.append({"trait": label, "from": watcher.clean(was), "to": watcher.clean(value)})
    return found


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _chat(command: c.Chat, before: _Before, watcher: Watcher) -> Record:
    return {"do": "chat", "text": watcher.clean(command.text)}


def _turn(command: c.Turn, before: _Before, watcher: Watcher) -> Record:
    return {"do": "turn", **turn_record(command.tracker, command.state, watcher)}


def _property(command: c.MutableProperty, before: _Before, watcher: Watcher) -> Record:
    old, new = (watcher.clean(value or "") for value in (command.old, command.new))
    return {"do": "property", "name": command.name, "container": command.container or "", "from": old, "to": new}


def _player(command: c.Player, before: _Before, watcher: Watcher) -> Record:
    return {"do": "player", "name": command.name, "side": command.side}


_WRITERS: dict[type, Callable[[Any, _Before, Watcher], Record | None]] = {
    c.AddPiece: _add,
    c.RemovePiece: _remove,
    c.MovePiece: _move,
    c.ChangePiece: _change,
    c.Chat: _chat,
    c.Turn: _turn,
    c.MutableProperty: _property,
    c.Player: _player,
    c.Undo: lambda command, *_: {"do": "undo"} if command.start else None,
    c.ShowResults: lambda command, *_: {"do": "dice", "name": command.button, "faces": list(command.faces)},
    c.Bare: lambda *_: {"do": "dropped"},  # VASSAL drops it
}


def note_record(command: c.Command, watcher: Watcher) -> Record | None:
    """A note that these eyes may read; of a secret one everybody sees the name."""
    eyes = watcher.eyes
    if isinstance(command, c.Notes | c.PublicNotes) and command.text:
        return {"what": "note", "kind": "scenario" if isinstance(command, c.Notes) else "public", "text": command.text}
    if isinstance(command, c.PrivateNote) and eyes.see(command.owner) and command.text:
        return {"what": "note", "kind": "private", "text": command.text}
    if isinstance(command, c.SecretNote):
        read = not command.hidden or eyes.see(command.owner)
        return {"what": "note", "kind": "secret", "name": command.name, "text": command.text if read else None}
    return None


def turn_record(tracker: str, state: str, watcher: Watcher) -> Record:
    known = watcher.windows.trackers.get(tracker)
    return {"turn": known.text(known.read(state))} if known is not None else {"state": state}


def _is_piece(type_text: str) -> bool:
    return bool(type_text) and type_text != "stack" and not type_text.startswith("deck;")


def _kebab(name: str) -> str:
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("-")
