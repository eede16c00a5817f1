"""Habits of players, step by step at the level of VASSAL's commands: drags, layers, clones, deletes, dice, chat.

A script is lines of words; see `habits.txt`. None of these uses a battle key unless it says `battle`.
"""

from __future__ import annotations

from builder.make.record import Recorder
from builder.model import Game
from builder.module import words as w
from builder.module.hand_pieces import mark
from builder.vassal import commands as c
from builder.vassal.pieces import join_levels


class BareHand:
    """Plays the lines of one habit on a fresh Marne."""

    def __init__(self, game: Game):
        self.recorder = Recorder(game, game.scenarios["marne"])
        self.hand = self.recorder.hand

    def play(self, lines: list[str]) -> None:
        for line in lines:
            verb, *words = line.split()
            getattr(self, "do_" + verb)(*words)

    # ---- the tracker, dice, talk

    def do_phase(self, side: str, phase: str, turn: str = "") -> None:
        """Pressed once, and the tracker set there: nobody clicks through all the phases."""
        self.hand.turn(int(turn or self.hand.moment[0]), side, phase)

    def do_upkeep(self) -> None:
        self.hand.upkeep(self.hand.moment[1])

    def do_roll(self, *faces: str) -> None:
        """One die, or several thrown at once."""
        text = ", ".join(faces)
        self.hand._step([c.Chat(f"*** {w.DIE} = {text} ***"), self.hand._property(f"{w.DIE}_result", text)])

    def do_say(self, *words: str) -> None:
        self.hand.say(" ".join(words))

    # ---- pieces

    def do_drag(self, units: str, place: str) -> None:
        self.hand.drag(units.split("+"), place)

    def do_steps(self, unit: str, steps: str) -> None:
        """The layer turned by hand: no key, no word in the chat."""
        self.hand._step(self.hand._set(self.hand.piece(unit), {("emb2", "Step"): steps}))

    def do_lose(self, unit: str) -> None:
        self.hand.lose(unit)

    def do_gain(self, unit: str) -> None:
        self.hand.gain(unit)

    def do_dig(self, unit: str) -> None:
        self.hand.deed(unit, "digging")

    def do_undig(self, unit: str) -> None:
        self.hand.deed(unit, "")

    def do_ooc(self, unit: str, on: str = "yes") -> None:
        self.hand.out_of_command(unit, on == "yes")

    def do_battle(self, attackers: str, target: str, die: str) -> None:
        self.hand.battle(attackers.split("+"), target, int(die))

    def do_resolve(self, die: str) -> None:
        self.hand.resolve(int(die))

    def do_undo(self) -> None:
        self.hand.undo()

    def do_delete(self, unit: str) -> None:
        self.hand._step([c.RemovePiece(self.hand.piece(unit).id)])

    def do_clone(self, unit: str, place: str = "") -> None:
        """A copy of the piece in its place or another; the counter's piece is the copy from now on."""
        piece = self.hand.piece(unit)
        on, x, y = self.hand._spot(place) if place else self.hand.table.place_of(piece.id)
        self.hand.next_id += 1
        new = str(self.hand.next_id)
        levels = list(piece.levels)
        levels[-1] = f"{on};{x};{y};{levels[-1].split(';', 3)[3]}"
        done: list[c.Command] = []
        self.hand._carry(done, [c.AddPiece(new, piece.type, join_levels(levels))])
        self.hand._step(done, carried=True)
        self.hand._ids[unit] = new

    def do_old(self, unit: str, id: str) -> None:
        """The counter's piece is the one it was at the start again."""
        self.hand._ids[unit] = id

    def do_replace(self, unit: str) -> None:
        """Deleted and put down anew in one step, as a Replace does."""
        piece = self.hand.piece(unit)
        on, x, y = self.hand.table.place_of(piece.id)
        self.hand.next_id += 1
        new = str(self.hand.next_id)
        levels = list(piece.levels)
        levels[-1] = f"{on};{x};{y};{levels[-1].split(';', 3)[3]}"
        done: list[c.Command] = []
        self.hand._carry(done, [c.AddPiece(new, piece.type, join_levels(levels)), c.RemovePiece(piece.id)])
        self.hand._step(done, carried=True)
        self.hand._ids[unit] = new

    def do_marker(self, kind: str, start: str, goal: str) -> None:
        """A marker dragged from one place to another."""
        at = self.hand._spot(start)
        for piece in list(self.hand.table.pieces.values()):
            if mark(piece, w.MARKER_ID) == kind and self.hand.table.place_of(piece.id) == at:
                done: list[c.Command] = []
                self.hand._carry(done, self.hand._placed(piece, goal))
                self.hand._step(done, carried=True)
                return
        raise ValueError(f"no {kind} in {start}")
