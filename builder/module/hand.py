"""A hand that plays: what VASSAL would write into a log when somebody drags our counters or presses our keys.

It keeps the table as VASSAL does and gives each action as the commands of one step. Nothing here knows a rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from builder.model.speech import DIG, announce
from builder.module import words as w
from builder.module.board import SLIP
from builder.module.hand_pieces import (
    inverse,
    level_of,
    mark,
    trail_from,
    trailed,
    value,
)
from builder.module.hand_supply import SupplyBattles
from builder.module.hand_writer import Commands
from builder.module.toolbar import tracker_state, tracker_text
from builder.module.works import kinds
from builder.vassal import commands as c
from builder.vassal.table import STACK, TablePiece

UNSAID = c.Nothing("null")  # a drag begins with commands that have no text form


@dataclass(slots=True)
class Hand(SupplyBattles):
    """Plays one side after another. Each method returns the commands of its step, already carried out on the table."""

    # ---- what players do

    def drag(self, counters: Sequence[str], place: str) -> Commands:
        """One or several units to a place. Those of different places take a drag each: VASSAL keeps the distances of
        what is dragged together."""
        stacks: dict[tuple[str | None, int, int], list[str]] = {}
        for counter in counters:
            stacks.setdefault(self.table.place_of(self.piece(counter).id), []).append(counter)
        return [self._drag_stack(stack, place) for stack in stacks.values()][-1]

    def _drag_stack(self, counters: Sequence[str], place: str) -> Commands:
        """One drag: each is marked and moved, then comes one report, then the module's move key."""
        done: list[c.Command] = [UNSAID]
        counters = sorted(counters, key=self._height)
        origin = self.location(counters[0])
        for counter in counters:
            self._carry(done, self._leaves(self.piece(counter)))
            self._carry(done, self._placed(self.piece(counter), place))
        report = SLIP.replace("$pieceName$", ", ".join(map(self._label, counters)))
        report = report.replace("$previousLocation$", origin).replace("$location$", self.location(counters[0]))
        self._carry(done, [c.Chat("* " + report)])
        for counter in counters:
            self._carry(done, self._note_move(counter, origin))
        return self._step(done, carried=True)

    def send_to(self, counter: str, place: str, said: str) -> Commands:
        """A Send to Location with the report that goes before it; the piece remembers where it was."""
        done: list[c.Command] = []
        piece = self.piece(counter)
        where = ";".join(map(str, self.table.place_of(piece.id)))
        self._carry(done, [c.Chat("* " + said)])
        self._carry(done, self._set(piece, {("sendto", ""): where}))
        self._carry(done, self._placed(piece, place))
        return self._step(done, carried=True)

    def lose(self, counter: str) -> Commands:
        """Ctrl+L on a unit: one step, or the dead pile."""
        piece, steps = self.piece(counter), self.steps_of(counter)
        where, left = self.location(counter), str(steps - 1)
        said = announce("loss", unit=piece.id, at=where.replace(" ", "_"), steps=left, battle=value(piece, w.IN_BATTLE))
        name = self._label(counter, bare=True)
        if steps > 1:
            text = f"{name} in {where} loses a step and has {left} left {said}"
            return self._step([*self._set(piece, {("emb2", "Step"): str(steps - 1)}), c.Chat("* " + text)])
        text = f"{name} in {where} loses its last step {said}"
        side = self.game.counters[counter].side
        return self.send_to(counter, f"Dead-{side}", text)

    def gain(self, counter: str) -> Commands:
        """Ctrl+G: a replacement step."""
        piece, steps = self.piece(counter), self.steps_of(counter) + 1
        said = announce("gain", unit=piece.id, at=self.location(counter), steps=str(steps))
        text = f"{self._label(counter, bare=True)} in {self.location(counter)} takes a step and has {steps} {said}"
        gained = self._set(piece, {("emb2", "Step"): str(steps), ("PROP", w.ACTED): "rr"})
        return self._step([*gained, c.Chat("* " + text)])

    def deed(self, counter: str, deed: str) -> Commands:
        """A key that notes what the unit does: digging."""
        return self._step(self._set(self.piece(counter), {("PROP", w.ACTED): deed}))

    def begin_works(self, counter: str) -> Commands:
        """Ctrl+E on a unit that digs: works begun lie at the bottom of its stack; ValueError where some lie already."""
        piece, where = self.piece(counter), self.location(counter)
        spot, ids = self.table.place_of(piece.id), {kind.id for pair in kinds(self.game) for kind in pair}
        if any(mark(p, w.MARKER_ID) in ids and self.table.place_of(p.id) == spot for p in self.table.pieces.values()):
            raise ValueError(f"works lie in {where} already")
        done: list[c.Command] = []
        self._put_under(done, piece, self.works[self.game.counters[counter].side])
        said = announce(DIG, unit=piece.id, at=where.replace(" ", "_"))
        self._carry(done, [c.Chat(f"* {self._label(counter, bare=True)} begins works in {where} {said}")])
        return self._step(done, carried=True)

    def by_rail(self, counter: str) -> Commands:
        """The key that says that a unit goes by rail this turn; pressed again once it has ridden it walks on."""
        piece = self.piece(counter)
        rode = value(piece, w.ACTED) == "railed"
        deed = "railed" if not rode else "moved" if value(piece, w.PATH) else ""
        where = self.location(counter)
        said = announce("rail", unit=piece.id, at=where.replace(" ", "_"), deed=deed)
        words = "moves by rail" if deed == "railed" else "does not move by rail"
        text = f"{self._label(counter, bare=True)} in {where} {words} {said}"
        return self._step([*self._set(piece, {("PROP", w.ACTED): deed}), c.Chat("* " + text)])

    def out_of_command(self, counter: str, out: bool = True) -> Commands:
        piece = self.piece(counter)
        said = announce("command", unit=piece.id, at=self.location(counter), ooc="2" if out else "1")
        words = "out of command" if out else "in command"
        text = f"{self._label(counter, bare=True)} in {self.location(counter)} is {words} {said}"
        return self._step([*self._set(piece, {("emb2", "OocMark"): "2" if out else "1"}), c.Chat("* " + text)])

    def roll(self, die: int, name: str = w.DIE) -> Commands:
        return self._step(self._rolled(name, die))

    def say(self, text: str) -> Commands:
        return self._step([c.Chat(f"&lt;{self.name}&gt; - {text}")])

    def turn(self, turn: int, side: str, phase: str) -> Commands:
        """The tracker steps on."""
        self.moment = (turn, side, phase)
        return self._step([c.Chat(f"* {tracker_text(self.game, *self.moment)}"),
                           c.Turn("TurnTracker0", tracker_state(self.game, turn, side, phase))])  # fmt: skip

    def upkeep(self, side: str) -> Commands:
        """F8: what the side's units did is cleared."""
        done: list[c.Command] = []
        name = next(s.name for s in self.game.sides if s.id == side)
        self._carry(done, [c.Chat(f"* {name} ends its player turn [hw1 upkeep turn={self.moment[0]} side={name}]")])
        for counter, id in self._ids.items():
            piece = self.table.pieces.get(id)
            if piece is not None and self.game.counters[counter].side == side:
                trail = piece.levels[level_of(piece.type, "footprint", "")]
                _, x, y = self.table.place_of(id)
                if value(piece, w.ACTED) == "digging":
                    self._entrench(done, piece)
                self._carry(done, self._set(piece, {
                    ("footprint", ""): trail_from(trail, x, y), ("PROP", w.ACTED): "", ("PROP", w.PATH): "",
                    ("PROP", w.IN_BATTLE): "0", ("emb2", "OocMark"): "1", ("markmoved", ""): "false"}))  # fmt: skip
        return self._step(done, carried=True)

    def undo(self) -> Commands:
        """The last step not yet taken back: its inverse commands between two marks. ValueError where there is none."""
        if not self._undoable:
            raise ValueError("nothing is left to undo")
        commands, self.moment = self._undoable.pop()
        done: list[c.Command] = [c.Undo(True)]
        for command in reversed(commands):
            if isinstance(command, c.Turn):
                self._carry(done, [c.Turn(command.tracker, tracker_state(self.game, *self.moment))])
            self._carry(done, inverse(command))
        done.append(c.Undo(False))
        self.steps.append(tuple(done))
        return self.steps[-1]

    # ---- the commands they consist of

    def _leaves(self, piece: TablePiece) -> list[c.Command]:
        """The mark of a moved piece, and its trail."""
        _, x, y = self.table.place_of(piece.id)
        trail = piece.levels[level_of(piece.type, "footprint", "")]
        return self._set(piece, {("footprint", ""): trailed(trail, x, y), ("markmoved", ""): "true"})

    def _placed(self, piece: TablePiece, place: str) -> list[c.Command]:
        on, x, y = self._spot(place)
        old_map, old_x, old_y = self.table.place_of(piece.id)
        stack = next((p for p in self.table.pieces.values()
                      if p.kind == STACK and (p.map, p.x, p.y) == (on, x, y) and p.members), None)  # fmt: skip
        under = stack.members[-1] if stack else None
        move = c.MovePiece(piece.id, on, x, y, under, old_map, old_x, old_y, self._below(piece), self.player)
        if stack is not None:
            return [move]
        self.next_id += 1
        return [move, c.AddPiece(str(self.next_id), "stack", f"{on};{x};{y};{piece.id};@@1")]

    def _entrench(self, done: list[c.Command], piece: TablePiece) -> None:
        """A finished trench at the bottom of the digger's stack."""
        if self.trench[0]:
            self._put_under(done, piece, self.trench)

    def _put_under(self, done: list[c.Command], piece: TablePiece, marker: tuple[str, str]) -> None:
        """A marker, by its TYPE and STATE, at the bottom of a piece's stack."""
        self.next_id += 1
        id, (on, x, y) = str(self.next_id), self.table.place_of(piece.id)
        self._carry(done, [c.AddPiece(id, marker[0], f"{marker[1]};1;UniqueID;{id}"),
                           c.MovePiece(id, on, x, y, piece.id, None, 0, 0, None, self.player)])  # fmt: skip
        holder = self.table.holder_of(piece.id)
        if holder is not None:
            old = self.table.state_text(holder.id)
            rest = [member for member in holder.members if member != id]
            new = ";".join((on or "", str(x), str(y), id, *rest, "@@-1"))
            self._carry(done, [c.ChangePiece(holder.id, new, old)])

    def _note_move(self, counter: str, origin: str) -> list[c.Command]:
        """What the module's move key writes: the dragged path and the deed, by the phase."""
        piece = self.piece(counter)
        _, side, phase = self.moment
        if self.game.counters[counter].side != side or origin == self.location(counter):
            return []
        deeds = {"operational-movement": "moved", "strategic-movement": "railed", "arrivals": "arrived"}
        acted = value(piece, w.ACTED)
        deed = acted if acted not in ("", "arrived") else deeds.get(phase, acted)
        path = value(piece, w.PATH)
        if phase == "operational-movement":
            path = f"{path or origin}>{self.location(counter)}"
        return self._set(piece, {("PROP", w.PATH): path, ("PROP", w.ACTED): deed})
