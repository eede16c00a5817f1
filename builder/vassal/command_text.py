"""The text of commands (formats 4.5): read by their first two characters, written back from their fields.

What no stock command claims is `Unknown`, what VASSAL itself would stumble on is `Damaged`: both are kept verbatim.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from builder.vassal.commands import (
    GROUP,
    UNSAID,
    AddPiece,
    Bare,
    BeginSave,
    BoardAt,
    Boards,
    ChangePiece,
    Chat,
    Clock,
    ClockControl,
    Command,
    Damaged,
    EndSave,
    Extension,
    Flare,
    GlobalProperty,
    LineOfSight,
    LockScenarioTab,
    Logged,
    MovePiece,
    MutableProperty,
    Notes,
    Nothing,
    OldEvents,
    PlayAudio,
    Player,
    PlayerId,
    PlayerRemoved,
    Plugin,
    PrivateNote,
    PublicNotes,
    RemovePiece,
    SecretNote,
    ServerEmail,
    SetupStack,
    ShowResults,
    StartupCommand,
    Turn,
    Undo,
    Unknown,
    Unmask,
    player_id,
)
from builder.vassal.sequence import decode as items_of
from builder.vassal.sequence import encode as joined

# Reading fields: one letter a field. s text, n text or null, p player, i integer, b boolean.
_READ: dict[str, Callable[[str], object]] = {
    "s": lambda text: text,
    "n": lambda text: None if text == "null" else text,
    "p": player_id,
    "i": int,
    "b": lambda text: text == "true",
    "l": lambda text: "\n".join(items_of(text, "|")),
}
_WRITE: dict[str, Callable[[object], str]] = {
    "s": lambda value: value,  # type: ignore[dict-item,return-value]
    "n": lambda value: "null" if value is None else value,  # type: ignore[dict-item,return-value]
    "p": lambda value: value.reveal() if isinstance(value, PlayerId) else value,  # type: ignore[dict-item,return-value]
    "i": str,
    "b": lambda value: "true" if value else "false",
    "l": lambda value: joined(_closed(value.split("\n")), "|"),  # type: ignore[attr-defined]
}


class _Form(NamedTuple):
    """How a command with fields is written: its prefix, the delimiter, a letter a field, and how many must be there."""

    command: type
    prefix: str
    delimiter: str
    kinds: str
    required: int


_FORMS = (
    _Form(AddPiece, "+/", "/", "nss", 3),
    _Form(ChangePiece, "D/", "/", "sss", 2),
    _Form(MovePiece, "M/", "/", "nniinniinp", 9),
    _Form(MutableProperty, "MutableProperty\t", "\t", "ssss", 1),
    _Form(Player, "PLAYER\t", "\t", "pss", 3),
    _Form(PlayerRemoved, "PYREMOVE\t", "\t", "p", 1),
    _Form(PrivateNote, "PNOTE\t", "\t", "pl", 2),
    _Form(SecretNote, "SNOTE\t", "\t", "spblss", 4),
    _Form(Extension, "EXT\t", "\t", "ss", 1),
    _Form(Plugin, "PLUGIN\t", "\t", "ss", 1),
    _Form(ClockControl, "CLOCKCONTROL\t", "\t", "bb", 1),
    _Form(Clock, "CLOCK\t", "\t", "psiibb", 3),
    _Form(LineOfSight, "LOS\t", "\t", "siiiibbb", 5),
    _Form(Flare, "FLARE\t", "\t", "sii", 3),
    _Form(StartupCommand, "SGKC\t", "\t", "sb", 1),
    _Form(LockScenarioTab, "LOCKSPOTAB\t", "\t", "ssps", 1),
)


def _with_fields(form: _Form, text: str) -> Command:
    parts = items_of(text[len(form.prefix) :], form.delimiter)
    kinds = form.kinds
    if len(parts) < form.required:
        return Damaged(text, f"{len(parts)} of at least {form.required} fields")
    try:
        values: list[object] = [_READ[kind](part) for kind, part in zip(kinds, parts)]
    except ValueError:
        return Damaged(text, "a number that is none")
    values += [None] * (len(kinds) - len(parts))
    return form.command(*values, tuple(parts[len(kinds) :]))


def _fields_text(form: _Form, command: tuple) -> str:
    parts = [_WRITE[kind](value) for kind, value in zip(form.kinds, command) if value is not None or kind == "n"]
    return form.prefix + joined(_closed([*parts, *command[-1]]), form.delimiter)


def _closed(parts: list[str]) -> list[str]:
    """A backslash at the end of a field would swallow the next one (formats 3.1): it gets a space behind it. Fields
    that were read never end so, but for those that the codec quotes."""
    ends = [index for index, part in enumerate(parts[:-1]) if part[-1:] == "\\" and part[0] != "\\"]
    for index in ends:
        parts[index] += " "
    return parts


def _turn(text: str) -> Command | None:
    parts = items_of(text, "\t")
    if len(parts) < 2:
        return None
    return Turn(parts[0][4:], parts[1], tuple(parts[2:])) if parts[0][:4] == "TURN" else None


def _global_property(text: str) -> Command | None:
    parts = items_of(text, ";")
    if parts[0] != "GlobalProperty\t" or len(parts) < 2:
        return None
    name, value, container = [*parts[1:4], None, None][:3]
    return GlobalProperty(name, value, container, tuple(parts[4:]))


def _unmask(text: str) -> Command | None:
    if text[:7] != "UNMASK\t":
        return None
    return Unmask(() if text == "UNMASK\tnull" else tuple(map(player_id, items_of(text[7:], "\t"))))


def _show_results(text: str) -> Command | None:
    if text[:13] != "SHOW_RESULTS\t":
        return None
    button, *faces = items_of(text[13:], "\t")
    try:
        return ShowResults(button, tuple(map(int, faces)))
    except ValueError:
        return Damaged(text, "a face that is no number")


def _l_words(text: str) -> Command | None:
    if text[:4] != "LOG\t":
        return None
    if text[4:8] == "LOG\t":  # VASSAL throws; and a stranger may have written it a million times
        return Damaged(text, "a log entry inside itself")
    return Logged(decode(text[4:]))


def _undo(text: str) -> Command | None:
    return Undo(text[5:] == "true") if text[:5] == "UNDO\t" else None


def _notes(text: str) -> Command | None:
    if text[:6] == "NOTES\t":
        return Notes("\n".join(items_of(text[6:], "|")))
    if text[:7] == "PNOTES\t":
        return PublicNotes("\n".join(items_of(text[7:], "|")))
    return None


def _exact(word: str, command: Command) -> Callable[[str], Command | None]:
    return lambda text: command if text == word else None


def _rest(prefix: str, command: Callable[[str], Command]) -> Callable[[str], Command | None]:
    size = len(prefix)
    return lambda text: command(text[size:]) if text[:size] == prefix else None


def _formed(form: _Form) -> Callable[[str], Command | None]:
    return lambda text: _with_fields(form, text) if text.startswith(form.prefix) else None


def boards_of(text: str) -> Command | None:
    """`MAPBoardPicker`, then three fields a board; the name of the map comes first, so no prefix tells it."""
    if "BoardPicker\t" not in text:
        return None
    head, *fields = items_of(text, "\t")
    if not head.endswith("BoardPicker") or len(fields) % 3:
        return None
    boards = []
    try:
        for board, column, row in zip(fields[::3], fields[1::3], fields[2::3]):
            name, *turned = items_of(board, "/")
            if turned not in ([], ["rev"]):
                return None
            boards.append(BoardAt(name, bool(turned), int(column), int(row)))
    except ValueError:
        return None
    return Boards(head[: -len("BoardPicker")], tuple(boards))


def _boards_text(command: Boards) -> str:
    parts = [command.map + "BoardPicker"]
    for board in command.boards:
        name = joined(_closed([board.name, "rev"]) if board.reversed else [board.name], "/")
        parts += [name, str(board.column), str(board.row)]
    return joined(_closed(parts), "\t")


_BY_FORM = {form.command: form for form in _FORMS}

# For each first two characters, the decoders that may claim the text, in the order of trial.
DECODERS: dict[str, Callable[[str], Command | None]] = {
    "+/": _formed(_BY_FORM[AddPiece]),
    "-/": _rest("-/", RemovePiece),
    "D/": _formed(_BY_FORM[ChangePiece]),
    "M/": _formed(_BY_FORM[MovePiece]),
    "CH": _rest("CHAT", Chat),
    "Mu": _formed(_BY_FORM[MutableProperty]),
    "UN": lambda text: _undo(text) or _unmask(text),
    "TU": _turn,
    "SH": _show_results,
    "Gl": _global_property,
    "NO": _notes,
    "PN": lambda text: _notes(text) or _formed(_BY_FORM[PrivateNote])(text),
    "LO": lambda text: _l_words(text) or _either(text, LineOfSight, LockScenarioTab),
    "PL": lambda text: _either(text, Player, Plugin),
    "PY": _formed(_BY_FORM[PlayerRemoved]),
    "SN": _formed(_BY_FORM[SecretNote]),
    "EX": _formed(_BY_FORM[Extension]),
    "CL": lambda text: _either(text, ClockControl, Clock),
    "FL": _formed(_BY_FORM[Flare]),
    "SG": _formed(_BY_FORM[StartupCommand]),
    "SE": lambda text: _rest("SETUP_STACK\t", SetupStack)(text) or _rest("SEMAIL\t", ServerEmail)(text),
    "AU": _rest("AUDIO\t", PlayAudio),
    "Ev": _rest("Events", OldEvents),
    "be": _exact("begin_save", BeginSave()),
    "en": _exact("end_save", EndSave()),
    "nu": _exact("null", UNSAID),
    "": _exact("", GROUP),
}


def _either(text: str, *kinds: type) -> Command | None:
    for kind in kinds:
        if text.startswith(_BY_FORM[kind].prefix):
            return _with_fields(_BY_FORM[kind], text)
    return None


def decode(text: str) -> Command:
    """The command of one text (without sub-commands). Never raises: see `Unknown` and `Damaged`."""
    decoder = DECODERS.get(text[:2])
    if decoder is not None:
        command = decoder(text)
        if command is not None:
            return command
    return boards_of(text) or Unknown(text)


def _after(prefix: str) -> Callable[[tuple], str]:
    return lambda command: prefix + command[0]


_WRITERS: dict[type, Callable[..., str]] = {
    RemovePiece: _after("-/"),
    Chat: _after("CHAT"),
    Nothing: _after(""),
    Unknown: _after(""),
    Damaged: _after(""),
    BeginSave: lambda _: "begin_save",
    EndSave: lambda _: "end_save",
    Logged: lambda command: "LOG\t" + encode(command.command),
    Bare: lambda command: encode(command.command),
    Undo: lambda command: "UNDO\ttrue" if command.start else "UNDO\tfalse",
    Boards: _boards_text,
    SetupStack: _after("SETUP_STACK\t"),
    Turn: lambda command: joined(_closed(["TURN" + command.tracker, command.state, *command.more]), "\t"),
    GlobalProperty: lambda command: joined(
        _closed(["GlobalProperty\t", *(field for field in command[:3] if field is not None), *command.more]), ";"
    ),
    ShowResults: lambda command: "SHOW_RESULTS\t" + joined(_closed([command.button, *map(str, command.faces)]), "\t"),
    Notes: lambda command: "NOTES\t" + _WRITE["l"](command.text),
    PublicNotes: lambda command: "PNOTES\t" + _WRITE["l"](command.text),
    Unmask: lambda command: "UNMASK\t" + (joined(_closed([who.reveal() for who in command.players]), "\t")
                                          if command.players else "null"),
    ServerEmail: _after("SEMAIL\t"),
    OldEvents: _after("Events"),
    PlayAudio: _after("AUDIO\t"),
}  # fmt: skip


def encode(command: Command) -> str:
    """The text of a command, from its fields."""
    form = _BY_FORM.get(type(command))
    if form is not None:
        return _fields_text(form, command)
    return _WRITERS[type(command)](command)
