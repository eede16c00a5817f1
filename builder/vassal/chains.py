"""Logs of one game put in order by the positions that they hold: what follows what, where a chain breaks, what stands
twice.

A log opens with the whole position. It follows another if that position is the other's last one; it leaves it earlier
if it is one of those in between. Nothing is told from names or dates of files.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from builder.vassal import commands as c
from builder.vassal.fingerprint import Fingerprint, Fingerprints, Standing, standing_of
from builder.vassal.saves import Log
from builder.vassal.standing import DECK, PIECE
from builder.vassal.table import Table

Position = dict[str, Standing]
Alike = dict[tuple[str, ...], tuple[str, ...]]


class Recorded(NamedTuple):
    """A log as far as its place in a chain is concerned. `positions[n]` is the board after step n, 0 the start;
    `said[n - 1]` is a hash of what step n does."""

    name: str
    module: tuple[str, ...]  # name, version, then each extension with its version
    players: tuple[tuple[str, str], ...]  # name and side at the start
    players_at_end: tuple[tuple[str, str], ...]
    positions: tuple[Fingerprint, ...]
    said: Sequence[int]
    odd: frozenset[int]  # numbers of steps that begin where the board does not stand
    telling: frozenset[int]  # numbers of steps that make pieces: no two of them are alike by chance
    touched: frozenset[str]  # ids of pieces and decks that stand otherwise at its end
    start: Position
    end: Position


class Difference(NamedTuple):
    """One piece or deck that stands otherwise at the start of a log than at the end of the one before."""

    id: str
    before: Standing | None
    after: Standing | None


class Link(NamedTuple):
    """Where log number `log` begins: behind step `step` of log `after`; `after` is None where nothing comes before it.

    `skipped` are numbers of its steps that stand in logs before it, or twice in it. `broken` says what differs where
    the log follows no other to the letter, and stands behind the one that is most like it. `beside` is the other log of
    two that were played at the same time and are both followed.
    """

    log: int
    after: int | None
    step: int
    skipped: frozenset[int] = frozenset()
    broken: tuple[Difference, ...] = ()
    beside: int | None = None


class Chain(NamedTuple):
    """`links` in the order of play; those in `aside` leave that line somewhere, or hold nothing of their own."""

    links: tuple[Link, ...]
    aside: tuple[Link, ...]


def record_of(name: str, log: Log, alike: Alike | None = None) -> Recorded:
    """Walk a log once. Memory: a few numbers a step, and the first and last position; `alike` holds what positions of
    other logs of the game showed, so that what is equal in them is kept once."""
    alike = {} if alike is None else alike
    table = Table()
    table.apply_all(log.save.commands)
    players = tuple(sorted(table.players.values()))
    prints = Fingerprints(table)
    start = _position(table, alike)
    positions, said, odd, telling = [prints.now], [], set(), set()
    for step in log.steps:
        commands = step.commands
        if is_odd(commands, table):
            odd.add(step.number)
        if makes_pieces(commands):
            telling.add(step.number)
        prints.apply(commands)
        now = prints.now
        positions.append(now if now != positions[-1] else positions[-1])
        said.append(saying(commands))
    end = _position(table, alike)
    touched = frozenset(one.id for one in differences(start, end))
    return Recorded(
        name=name,
        module=module_of(log),
        players=players,
        players_at_end=tuple(sorted(table.players.values())),
        positions=tuple(positions),
        said=tuple(said),
        odd=frozenset(odd),
        telling=frozenset(telling),
        touched=touched,
        start=start,
        end=end,
    )


def record_alone(name: str, log: Log, alike: Alike | None = None) -> Recorded:
    """A log that nothing is put in order with: its board need not be followed, unless a move or a piece stands twice in
    it. Only names, players, numbers of steps and what repeats are told; positions are not."""
    said: list[int] = []
    before: set[int] = set()
    lie = _Lie(log.save.commands)
    for step in log.steps:
        commands = step.commands
        hashed = saying(commands)
        if hashed in before and not lie.fits(commands):
            return record_of(name, log, alike)
        said.append(hashed)
        before.add(hashed)
        lie.follow(commands)
    table = Table()
    table.apply_all(one for one in log.save.commands if isinstance(one, c.Player))
    players = tuple(sorted(table.players.values()))
    nowhere = (Fingerprint(0, 0, 0),) * (len(said) + 1)
    return in_line(name, module_of(log), (players, players), nowhere, tuple(said))


def in_line(
    name: str,
    module: tuple[str, ...],
    players: tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]],
    positions: tuple[Fingerprint, ...],
    said: Sequence[int],
) -> Recorded:
    """A log whose place is known, so that nothing need be told of its pieces; `players` at its start and its end."""
    none: frozenset = frozenset()
    return Recorded(name, module, *players, positions, said, none, none, none, {}, {})


class _Lie:
    """Where pieces were last told to lie, without the board: enough to see that most steps that stand twice in a log
    were made twice."""

    def __init__(self, save: Sequence[c.Command]):
        self._places: dict[str | None, tuple[str | None, int, int] | None] = {}
        self._stacks: set[str | None] = set()
        self._lost = False  # a whole stack was moved: who went with it is not told
        self.follow(save)

    def follow(self, commands: Sequence[c.Command]) -> None:
        for one in commands:
            kind = type(one)
            if kind is c.MovePiece:
                self._places[one.id] = (one.map, one.x, one.y)
                self._lost = self._lost or one.id in self._stacks
            elif kind is c.ChangePiece:
                if one.old is None or one.old.rpartition("\t")[2] != one.new.rpartition("\t")[2]:
                    self._places[one.id] = None  # it may have gone elsewhere
            elif kind is c.AddPiece:
                self._places[one.id] = None
                if one.type == "stack" or one.type.startswith("deck;"):
                    self._stacks.add(one.id)
            elif kind is c.RemovePiece:
                self._places.pop(one.id, None)

    def fits(self, commands: Sequence[c.Command]) -> bool:
        """Whether the step can have been made where it stands, as far as that is told: see `is_odd`."""
        for one in commands:
            if type(one) is c.MovePiece and one.old_map is not None:
                return not self._lost and self._places.get(one.id) == (one.old_map, one.old_x, one.old_y)
            if type(one) is c.AddPiece:
                return one.id not in self._places
        return True


def saying(commands: tuple[c.Command, ...]) -> int:
    """A hash of what a step does, the same wherever it is recorded again."""
    return hash((tuple(map(type, commands)), commands))


def makes_pieces(commands: Iterable[c.Command]) -> bool:
    """Whether a step tells by itself that it is not another one: no two make the same piece."""
    return any(type(one) is c.AddPiece for one in commands)


def module_of(log: Log) -> tuple[str, ...]:
    """Name and version of the module, then each extension with its version."""
    data = log.save.moduledata
    module = ("", "") if data is None else (data.name or "", data.version or "")
    extensions = {f"{one.name} {one.version or ''}".strip() for one in log.save.commands if type(one) is c.Extension}
    return (*module, *sorted(extensions))


def _position(table: Table, alike: Alike) -> Position:
    found = {}
    for id, piece in table.pieces.items():
        if piece.kind in (PIECE, DECK):
            place, shown = standing_of(table, piece)
            found[id] = Standing(place, alike.setdefault(shown, shown))
    return found


def is_odd(commands: Sequence[c.Command], table: Table) -> bool:
    """Whether a step moves a piece from where it is not, or adds one that is there: it was recorded elsewhere."""
    if any(type(one) is c.Undo for one in commands):
        return False
    gone: set[str | None] = set()
    for one in commands:  # the first that tells: what comes behind it may build on it
        if type(one) is c.MovePiece and one.id in table.pieces and one.old_map is not None:
            return table.place_of(one.id) != (one.old_map, one.old_x, one.old_y)
        if type(one) is c.AddPiece:
            return one.id in table.pieces and one.id not in gone
        if type(one) is c.RemovePiece:
            gone.add(one.id)
    return False


def differences(before: Position, after: Position) -> tuple[Difference, ...]:
    """In the order of the first position, then what is new."""
    ids = [*before, *(id for id in after if id not in before)]
    return tuple(Difference(id, before.get(id), after.get(id)) for id in ids if before.get(id) != after.get(id))


# ---- steps that stand twice in one log


def repeated_steps(log: Recorded) -> frozenset[int]:
    """Numbers of steps that a log holds for the second time: a log that was loaded as a continuation while another was
    recorded stands there twice (formats, re-recorded steps).

    Proof is a step that repeats an earlier one to the letter and cannot have been made where it stands; its neighbours
    count as long as they repeat the earlier one's neighbours.
    """
    first: dict[int, list[int]] = {}
    for number, hashed in enumerate(log.said, 1):
        first.setdefault(hashed, []).append(number)
    repeated: set[int] = set()
    for number in sorted(log.odd):
        if number in repeated:
            continue
        earlier = [one for one in first[log.said[number - 1]] if one < number and one not in repeated]
        if earlier:
            repeated |= _alike(log.said, earlier[-1], number)
    return frozenset(repeated)


def _alike(said: Sequence[int], first: int, second: int) -> set[int]:
    """The numbers around `second` whose steps say the same as those around `first`."""
    distance = second - first
    low = second
    while low - 1 - distance >= 1 and low - 1 > first and said[low - 2] == said[low - 2 - distance]:
        low -= 1
    high = second
    while high < len(said) and high + 1 - distance < low and said[high] == said[high - distance]:
        high += 1
    return set(range(low, high + 1))
