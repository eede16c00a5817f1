"""A hand that plays: what VASSAL would write into a log when somebody drags our counters or presses our keys.

It keeps the table as VASSAL does and gives each action as the commands of one step. Nothing here knows a rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from builder.model import Game
from builder.model.speech import announce
from builder.module import words as w
from builder.module.board import SLIP
from builder.module.toolbar import tracker_state
from builder.module.units import phase_name
from builder.vassal import commands as c
from builder.vassal.pieces import join_levels, type_levels
from builder.vassal.places import Places
from builder.vassal.sequence import decode
from builder.vassal.table import STACK, Table, TablePiece
from builder.vassal.traits.trait import decode_type

Commands = tuple[c.Command, ...]
UNSAID = c.Nothing("null")  # a drag begins with commands that have no text form


@dataclass(slots=True)
class Hand:
    """Plays one side after another. Each method returns the commands of its step, already carried out on the table."""

    game: Game
    table: Table
    places: Places
    player: c.PlayerId = field(default_factory=lambda: c.PlayerId(""))
    name: str = ""
    moment: tuple[int, str, str] = (0, "", "")
    next_id: int = 1_500_000_000_001
    steps: list[Commands] = field(default_factory=list)
    _ids: dict[str, str] = field(default_factory=dict)  # counter id -> piece id

    def __post_init__(self) -> None:
        for piece in self.table.pieces.values():
            counter = _mark(piece, w.COUNTER_ID)
            if counter:
                self._ids[counter] = piece.id

    def piece(self, counter: str) -> TablePiece:
        """The piece of a counter; KeyError where it is not on the table."""
        return self.table.pieces[self._ids[counter]]

    def steps_of(self, counter: str) -> int:
        piece = self.piece(counter)
        return int(piece.levels[_level(piece.type, "emb2", "Step")])

    def location(self, counter: str) -> str:
        _, x, y = self.table.place_of(self._ids[counter])
        return self.places.location(x, y)

    # ---- what players do

    def drag(self, counters: Sequence[str], place: str) -> Commands:
        """One drag of one or several units to a place; the module's move key follows."""
        done: list[c.Command] = [UNSAID]
        for counter in counters:
            done += self._moved(self.piece(counter), place)
        before = [self.location(counter) for counter in counters]
        for counter, origin in zip(counters, before):
            self._carry(done, self._placed(self.piece(counter), place))
            report = SLIP.replace("$pieceName$", self._label(counter)).replace("$previousLocation$", origin)
            self._carry(done, [c.Chat("* " + report.replace("$location$", self.location(counter)))])
        for counter, origin in zip(counters, before):
            self._carry(done, self._note_move(counter, origin))
        return self._step(done, carried=True)

    def send_to(self, counter: str, place: str, said: str) -> Commands:
        """A Send to Location with the report that goes before it."""
        done: list[c.Command] = []
        self._carry(done, [c.Chat("* " + said)])
        self._carry(done, self._placed(self.piece(counter), place))
        return self._step(done, carried=True)

    def lose(self, counter: str) -> Commands:
        """Ctrl+L on a unit: one step, or the dead pile."""
        piece, steps = self.piece(counter), self.steps_of(counter)
        said = {"unit": piece.id, "at": self.location(counter), "steps": str(steps - 1), "battle": _property(piece, w.IN_BATTLE)}
        if steps > 1:
            text = f"{self._label(counter, bare=True)} in {said['at']} loses a step and has {steps - 1} left {announce('loss', **said)}"
            return self._step([*self._set(piece, {("emb2", "Step"): str(steps - 1)}), c.Chat("* " + text)])
        text = f"{self._label(counter, bare=True)} in {said['at']} loses its last step {announce('loss', **said)}"
        side = self.game.counters[counter].side
        return self.send_to(counter, f"Dead-{side}", text)

    def gain(self, counter: str) -> Commands:
        """Ctrl+G: a replacement step."""
        piece, steps = self.piece(counter), self.steps_of(counter) + 1
        said = announce("gain", unit=piece.id, at=self.location(counter), steps=str(steps))
        text = f"{self._label(counter, bare=True)} in {self.location(counter)} takes a step and has {steps} {said}"
        return self._step([*self._set(piece, {("emb2", "Step"): str(steps), ("PROP", w.ACTED): "rr"}), c.Chat("* " + text)])

    def deed(self, counter: str, deed: str) -> Commands:
        """A key that notes what the unit does: digging."""
        return self._step(self._set(self.piece(counter), {("PROP", w.ACTED): deed}))

    def out_of_command(self, counter: str, out: bool = True) -> Commands:
        piece = self.piece(counter)
        said = announce("command", unit=piece.id, at=self.location(counter), ooc="2" if out else "1")
        words = "out of command" if out else "in command"
        text = f"{self._label(counter, bare=True)} in {self.location(counter)} is {words} {said}"
        return self._step([*self._set(piece, {("emb2", "OocMark"): "2" if out else "1"}), c.Chat("* " + text)])

    def battle(self, attackers: Sequence[str], target: str, die: int, number: int) -> Commands:
        """Ctrl+B on the attackers and a unit of the target hex: properties, marks, die and report in one step."""
        kind = "ma" if self.moment[2] == "operational-movement" else "pa"
        own = [self.piece(a) for a in attackers]
        side = self.game.counters[attackers[0]].side
        enemies = [p for p in self._units_at(target) if self.game.counters[_mark(p, w.COUNTER_ID)].side != side]
        lone = not any(_mark(p, "Type") != "cavalry" for p in enemies)
        af = sum(_factor(p, "C" if lone else "A") for p in own)
        only_cavalry = not any(_mark(p, "Type") != "cavalry" for p in own)
        df = sum(_factor(p, "E" if only_cavalry else "D") for p in enemies)
        fields = {
            "id": str(number), "kind": kind, "turn": str(self.moment[0]), "at": self.places.location(*self._pixel(target)),
            "by": "".join(p.id + "," for p in own), "from": "".join(self._where(p) + "," for p in own),
            "def": "".join(p.id + "," for p in enemies), "af": str(af), "df": str(df), "die": str(die),
        }  # fmt: skip
        done: list[c.Command] = []
        values = {"BattleNo": str(number), "BattleKind": kind, "BattleHex": fields["at"], "BattleBy": fields["by"],
                  "BattleFrom": fields["from"], "BattleDef": fields["def"], "BattleAF": str(af), "BattleDF": str(df)}  # fmt: skip
        self._carry(done, [self._property(name, value) for name, value in values.items()])
        for p in own:
            self._carry(done, self._set(p, {("PROP", w.IN_BATTLE): str(number), ("PROP", w.ACTED): "march" if kind == "ma" else "prepared"}))
        for p in enemies:
            self._carry(done, self._set(p, {("PROP", w.IN_BATTLE): str(number)}))
        self._carry(done, self._rolled(w.DIE, die))
        names = ", ".join(self._label(a, bare=True) for a in attackers)
        foes = ", ".join(self._label(_mark(p, w.COUNTER_ID), bare=True) for p in enemies)
        odds = "-" if not af or not df else f"{af // df}:1" if af >= df else f"1:{-(-df // af)}"
        text = f"Battle {number}: {names} attack {foes} in {fields['at']}; {af} : {df} = {odds}; die {die} {announce('battle', **fields)}"
        self._carry(done, [c.Chat("* " + text)])
        return self._step(done, carried=True)

    def roll(self, die: int, name: str = w.DIE) -> Commands:
        return self._step(self._rolled(name, die))

    def say(self, text: str) -> Commands:
        return self._step([c.Chat(f"&lt;{self.name}&gt; - {text}")])

    def turn(self, turn: int, side: str, phase: str) -> Commands:
        """The tracker steps on."""
        before, self.moment = self.moment, (turn, side, phase)
        text = f"* * {self._moment_text(before)} &rarr; {self._moment_text(self.moment)}"
        return self._step([c.Chat(text), c.Turn("TurnTracker0", tracker_state(self.game, turn, side, phase))])

    def upkeep(self, side: str) -> Commands:
        """F8: what the side's units did is cleared."""
        done: list[c.Command] = []
        for counter, id in self._ids.items():
            piece = self.table.pieces.get(id)
            if piece is not None and self.game.counters[counter].side == side:
                self._carry(done, self._set(piece, {
                    ("PROP", w.ACTED): "", ("PROP", w.PATH): "", ("PROP", w.IN_BATTLE): "0", ("emb2", "OocMark"): "1",
                    ("markmoved", ""): "false"}))  # fmt: skip
        name = next(s.name for s in self.game.sides if s.id == side)
        self._carry(done, [c.Chat(f"* {name} ends its player turn [hw1 upkeep turn={self.moment[0]} side={name}]")])
        return self._step(done, carried=True)

    def undo(self) -> Commands:
        """The last step is taken back: its inverse commands between two marks."""
        last = self.steps[-1]
        inverse: list[c.Command] = [c.Undo(True)]
        for command in reversed(last):
            self._carry(inverse, _inverse(command, self.table))
        inverse.append(c.Undo(False))
        self.steps.append(tuple(inverse))
        return self.steps[-1]

    # ---- the commands they consist of

    def _step(self, commands: Iterable[c.Command], carried: bool = False) -> Commands:
        done = tuple(commands)
        if not carried:
            self.table.apply_all(done)
        self.steps.append(done)
        return done

    def _carry(self, done: list[c.Command], commands: Iterable[c.Command]) -> None:
        for command in commands:
            self.table.apply(command)
            done.append(command)

    def _set(self, piece: TablePiece, values: dict[tuple[str, str], str]) -> list[c.Command]:
        """A change of some levels of a piece's state; nothing where they hold that already."""
        old = self.table.state_text(piece.id)
        levels = list(piece.levels)
        levels[-1] = decode_last(old, len(levels))
        for (prefix, name), value in values.items():
            level = _level(piece.type, prefix, name)
            if level >= 0:
                levels[level] = value
        turned = _level(piece.type, "rotate", "")
        if ("PROP", w.ACTED) in values and turned >= 0:
            levels[turned] = "1" if values[("PROP", w.ACTED)] else "0"
        new = join_levels(levels)
        return [] if new == old else [c.ChangePiece(piece.id, new, old)]

    def _moved(self, piece: TablePiece, place: str) -> list[c.Command]:
        change = self._set(piece, {("markmoved", ""): "true"})
        self.table.apply_all(change)
        return change

    def _placed(self, piece: TablePiece, place: str) -> list[c.Command]:
        x, y = self._pixel(place)
        old_map, old_x, old_y = self.table.place_of(piece.id)
        stack = next((p for p in self.table.pieces.values()
                      if p.kind == STACK and (p.map, p.x, p.y) == (w.MAP, x, y) and p.members), None)  # fmt: skip
        under = stack.members[-1] if stack else None
        move = c.MovePiece(piece.id, w.MAP, x, y, under, old_map, old_x, old_y, self._below(piece), self.player)
        if stack is not None:
            return [move]
        self.next_id += 1
        return [move, c.AddPiece(str(self.next_id), "stack", f"{w.MAP};{x};{y};{piece.id};@@-1")]

    def _note_move(self, counter: str, origin: str) -> list[c.Command]:
        """What the module's move key writes: the dragged path and the deed, by the phase."""
        piece = self.piece(counter)
        turn, side, phase = self.moment
        if self.game.counters[counter].side != side or origin == self.location(counter):
            return []
        deeds = {"operational-movement": "moved", "strategic-movement": "railed", "arrivals": "arrived"}
        acted = _property(piece, w.ACTED)
        deed = acted if acted not in ("", "arrived") else deeds.get(phase, acted)
        path = _property(piece, w.PATH)
        if phase == "operational-movement":
            path = f"{path or origin}>{self.location(counter)}"
        return self._set(piece, {("PROP", w.PATH): path, ("PROP", w.ACTED): deed})

    def _property(self, name: str, value: str) -> c.MutableProperty:
        return c.MutableProperty(name, self.table.properties.get(("Module", name), ""), value, "Module")

    def _rolled(self, name: str, die: int) -> list[c.Command]:
        return [c.Chat(f"*** {name} = {die} *** &lt;{self.name}&gt;"), self._property(f"{name}_result", str(die)),
                self._property(f"{name}_total", str(die))]  # fmt: skip

    def _below(self, piece: TablePiece) -> str | None:
        holder = self.table.pieces.get(piece.parent or "")
        if holder is None:
            return None
        index = holder.members.index(piece.id)
        return holder.members[index - 1] if index else None

    def _units_at(self, place: str) -> list[TablePiece]:
        spot = (w.MAP, *self._pixel(place))
        return [p for p in map(self.table.pieces.get, self._ids.values()) if p and self.table.place_of(p.id) == spot]

    def _pixel(self, place: str) -> tuple[int, int]:
        name = next((box.label for box in self.game.maps[0].boxes if box.id == place), place)
        found = self.places.pixel(name)
        if found is None:
            raise ValueError(f"no place {place!r} on the map")
        return self.places.snap(*found)

    def _where(self, piece: TablePiece) -> str:
        return self.places.location(*self.table.place_of(piece.id)[1:])

    def _label(self, counter: str, bare: bool = False) -> str:
        row = self.game.counters[counter]
        name = f"{self.game.nations[row.nation].name} {row.name or row.designation}"
        steps = self.steps_of(counter)
        return name if bare or steps == row.steps else f"{name} ({steps})"

    def _moment_text(self, moment: tuple[int, str, str]) -> str:
        turn, side, phase = moment
        name = next((s.name for s in self.game.sides if s.id == side), "")
        return f"Turn {turn} {name}: {next((phase_name(p) for p in self.game.phases if p.id == phase), '')}"


def decode_last(state: str, count: int) -> str:
    """The innermost level of a STATE of `count` levels."""
    for _ in range(count - 1):
        state = decode(state, "\t")[1]
    return state


@lru_cache(maxsize=4096)
def _level(type_text: str, prefix: str, name: str) -> int:
    """The level of a trait by prefix and, where it has one, its name; -1 where the piece has none."""
    for level, text in enumerate(type_levels(type_text)):
        own, fields = decode_type(text)
        if own == prefix and (not name or fields.name == name):
            return level
    return -1


def _mark(piece: TablePiece, name: str) -> str:
    if piece.kind != "piece":
        return ""
    for level, text in enumerate(type_levels(piece.type)):
        prefix, fields = decode_type(text)
        if prefix == "mark" and name in fields.names:
            return decode(piece.levels[level], ",")[fields.names.index(name)]
    return ""


def _property(piece: TablePiece, name: str) -> str:
    level = _level(piece.type, "PROP", name)
    return piece.levels[level] if level >= 0 else ""


def _factor(piece: TablePiece, letter: str) -> int:
    steps = piece.levels[_level(piece.type, "emb2", "Step")]
    return int(_mark(piece, f"{letter}{steps}") or 0)


def _inverse(command: c.Command, table: Table) -> Iterable[c.Command]:
    if isinstance(command, c.ChangePiece) and command.old is not None:
        return [c.ChangePiece(command.id, command.old, command.new)]
    if isinstance(command, c.MovePiece):
        return [c.MovePiece(command.id, command.old_map, command.old_x, command.old_y, command.old_under,
                            command.map, command.x, command.y, command.under, command.player)]  # fmt: skip
    if isinstance(command, c.AddPiece) and command.id is not None:
        return [c.RemovePiece(command.id)]
    if isinstance(command, c.MutableProperty):
        return [c.MutableProperty(command.name, command.new, command.old, command.container)]
    if isinstance(command, c.Chat):
        return [c.Chat(f"* UNDO: {command.text}")]
    return []
