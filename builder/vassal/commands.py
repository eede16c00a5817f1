"""The commands of saves and logs as values (formats 4.5); `command_text` reads and writes them.

Where VASSAL writes the word `null` for "none", the field is `None`; fields that an older VASSAL did not write are
`None` at the end, and those that a newer one may append are kept in `more`.
"""

from __future__ import annotations

from typing import NamedTuple


class PlayerId(str):
    """A player's id, which is the player's password (formats 4.13): equal and hashed as the text, never shown.

    Only the codecs of this package join it into text; `reveal` is for them alone.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return "PlayerId(...)"

    def __str__(self) -> str:
        return "<player>"

    def __format__(self, spec: str) -> str:
        return format("<player>", spec)

    def reveal(self) -> str:
        return str.__str__(self)


class _Players(dict[str, PlayerId]):
    """Ids by their text: a log names the same few in every move, and a look-up is all that it costs."""

    def __missing__(self, text: str) -> PlayerId:
        if len(self) > 256:
            self.clear()
        self[text] = player = PlayerId(text)
        return player


PLAYERS = _Players()
player_id = PLAYERS.__getitem__

More = tuple[str, ...]


class AddPiece(NamedTuple):
    """A piece, stack or deck appears; `id` is None in palettes only."""

    id: str | None
    type: str
    state: str
    more: More = ()


class RemovePiece(NamedTuple):
    id: str


class ChangePiece(NamedTuple):
    """Levels of the state that differ between `old` and `new` are set; all of them where `old` is None."""

    id: str
    new: str
    old: str | None = None
    more: More = ()


class MovePiece(NamedTuple):
    id: str | None
    map: str | None
    x: int
    y: int
    under: str | None
    old_map: str | None
    old_x: int
    old_y: int
    old_under: str | None
    player: PlayerId | None = None
    more: More = ()


class Chat(NamedTuple):
    text: str


class Nothing(NamedTuple):
    """The head of a group (empty text), or in a log a command that has no text form (`null`)."""

    text: str = ""


class BeginSave(NamedTuple):
    pass


class EndSave(NamedTuple):
    pass


class Logged(NamedTuple):
    """A command inside a log entry; steps take this wrapper off."""

    command: Command


class Undo(NamedTuple):
    start: bool


class Player(NamedTuple):
    id: PlayerId
    name: str
    side: str
    more: More = ()


class PlayerRemoved(NamedTuple):
    id: PlayerId
    more: More = ()


class BoardAt(NamedTuple):
    """A board of a map by its place in the grid of boards, not in pixels."""

    name: str
    reversed: bool
    column: int
    row: int


class Boards(NamedTuple):
    map: str
    boards: tuple[BoardAt, ...]


class SetupStack(NamedTuple):
    """The module's at-start stacks have been placed already."""

    rest: str = ""


class Turn(NamedTuple):
    tracker: str
    state: str
    more: More = ()


class GlobalProperty(NamedTuple):
    """A value in a save; zone properties have tabs in the name: name, zone, board, map."""

    name: str
    value: str | None = None
    container: str | None = None
    more: More = ()


class MutableProperty(NamedTuple):
    """A change in a log; `container` is `Module`, a map, or `map:zone`."""

    name: str
    old: str | None = None
    new: str | None = None
    container: str | None = None
    more: More = ()


class ShowResults(NamedTuple):
    """Faces of special dice, counted from 0, one per die."""

    button: str
    faces: tuple[int, ...]


class Notes(NamedTuple):
    text: str


class PublicNotes(NamedTuple):
    text: str


class PrivateNote(NamedTuple):
    owner: PlayerId
    text: str
    more: More = ()


class SecretNote(NamedTuple):
    name: str
    owner: PlayerId
    hidden: bool
    text: str
    date: str | None = None
    handle: str | None = None
    more: More = ()


class Unmask(NamedTuple):
    """Who allows others to unmask their pieces."""

    players: tuple[PlayerId, ...]


class Extension(NamedTuple):
    name: str
    version: str | None = None
    more: More = ()


class Plugin(NamedTuple):
    name: str
    version: str | None = None
    more: More = ()


class ClockControl(NamedTuple):
    showing: bool
    online: bool | None = None
    more: More = ()


class Clock(NamedTuple):
    """A side's chess clock; times in milliseconds."""

    who: PlayerId
    side: str
    elapsed: int
    verified: int | None = None
    ticking: bool | None = None
    restore: bool | None = None
    more: More = ()


class LineOfSight(NamedTuple):
    thread: str
    x1: int
    y1: int
    x2: int
    y2: int
    persisting: bool | None = None
    mirroring: bool | None = None
    reset: bool | None = None
    more: More = ()


class Flare(NamedTuple):
    id: str
    x: int
    y: int
    more: More = ()


class StartupCommand(NamedTuple):
    id: str
    applied: bool | None = None
    more: More = ()


class LockScenarioTab(NamedTuple):
    tab: str
    user: str | None = None
    password: PlayerId | None = None
    date: str | None = None
    more: More = ()


class ServerEmail(NamedTuple):
    address: str


class OldEvents(NamedTuple):
    text: str


class PlayAudio(NamedTuple):
    clip: str


class Unknown(NamedTuple):
    """No stock command: a custom class of the module, a newer VASSAL, or a stray fragment."""

    text: str


class Bare(NamedTuple):
    """A command inside a step that is not wrapped as a log entry: a stray fragment, which VASSAL drops."""

    command: Command


class Damaged(NamedTuple):
    """A stock command on which VASSAL itself stumbles."""

    text: str
    reason: str


Command = (
    AddPiece | RemovePiece | ChangePiece | MovePiece | Chat | Nothing | BeginSave | EndSave | Logged | Undo | Player
    | PlayerRemoved | Boards | SetupStack | Turn | GlobalProperty | MutableProperty | ShowResults | Notes | PublicNotes
    | PrivateNote | SecretNote | Unmask | Extension | Plugin | ClockControl | Clock | LineOfSight | Flare
    | StartupCommand | LockScenarioTab | ServerEmail | OldEvents | PlayAudio | Bare | Unknown | Damaged
)  # fmt: skip

GROUP = Nothing("")
"""The head of a group, or an empty step."""

UNSAID = Nothing("null")
"""A logged command that has no text form; VASSAL drops it on reading."""
