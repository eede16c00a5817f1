"""A hand that plays: what VASSAL would write into a log when somebody drags our counters or presses our keys.

It keeps the table as VASSAL does and gives each action as the commands of one step. Nothing here knows a rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from builder.model import Game
from builder.model.speech import announce
from builder.module import battle as b
from builder.module import words as w
from builder.module.board import SLIP
from builder.module.hand_pieces import (
    decode_last,
    deed_level,
    factor,
    inverse,
    level_of,
    mark,
    trail_from,
    trailed,
    value,
)
from builder.module.toolbar import tracker_state
from builder.module.units import phase_name, piece_name
from builder.vassal import commands as c
from builder.vassal.pieces import join_levels
from builder.vassal.places import Places
from builder.vassal.table import STACK, Table, TablePiece

Commands = tuple[c.Command, ...]
FIRST = dict(b.global_properties()) | {f"{w.DIE}_{k}": v for k, v in
                                       (("result", "1"), ("total", "0"), ("keep", "0"), ("summary", ""))}  # fmt: skip
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
    _names: dict[str, str] = field(default_factory=dict)
    _undoable: list[tuple[Commands, tuple[int, str, str]]] = field(default_factory=list)  # with the moment before
    _before: tuple[int, str, str] = (0, "", "")

    def __post_init__(self) -> None:
        self._before = self.moment
        for piece in self.table.pieces.values():
            counter = mark(piece, w.COUNTER_ID)
            if counter:
                self._ids[counter] = piece.id

    def piece(self, counter: str) -> TablePiece:
        """The piece of a counter; KeyError where it is not on the table."""
        return self.table.pieces[self._ids[counter]]

    def steps_of(self, counter: str) -> int:
        piece = self.piece(counter)
        return int(piece.levels[level_of(piece.type, "emb2", "Step")])

    def location(self, counter: str) -> str:
        _, x, y = self.table.place_of(self._ids[counter])
        return self.places.location(x, y)

    # ---- what players do

    def drag(self, counters: Sequence[str], place: str) -> Commands:
        """One drag of one or several units to a place: each is marked and moved, then comes one report for those
        of a place, then the module's move key."""
        done: list[c.Command] = [UNSAID]
        before = [self.location(counter) for counter in counters]
        for counter in counters:
            self._carry(done, self._leaves(self.piece(counter)))
            self._carry(done, self._placed(self.piece(counter), place))
        for origin in dict.fromkeys(before):
            names = ", ".join(self._label(k) for k, left in zip(counters, before) if left == origin)
            report = SLIP.replace("$pieceName$", names).replace("$previousLocation$", origin)
            self._carry(done, [c.Chat("* " + report.replace("$location$", self.location(counters[0])))])
        for counter, origin in zip(counters, before):
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

    def out_of_command(self, counter: str, out: bool = True) -> Commands:
        piece = self.piece(counter)
        said = announce("command", unit=piece.id, at=self.location(counter), ooc="2" if out else "1")
        words = "out of command" if out else "in command"
        text = f"{self._label(counter, bare=True)} in {self.location(counter)} is {words} {said}"
        return self._step([*self._set(piece, {("emb2", "OocMark"): "2" if out else "1"}), c.Chat("* " + text)])

    def battle(self, attackers: Sequence[str], target: str, die: int, number: int) -> Commands:
        """Ctrl+B on the attackers and a unit of the target hex: properties, marks, die and report in one step.

        A lone cavalry attacked without cavalry is only declared: `resolve` rolls it, `withdraw` ends it.
        """
        own = [self.piece(a) for a in attackers]
        side = self.game.counters[attackers[0]].side
        enemies = [p for p in self._units_at(target) if self.game.counters[mark(p, w.COUNTER_ID)].side != side]
        done: list[c.Command] = []
        kind = "ma" if self.moment[2] == "operational-movement" else "pa"
        cleared = {**dict.fromkeys(b.NUMBERS, "0"), **dict.fromkeys(b.TEXTS, "")}
        self._say_properties(done, cleared | {"BattleNo": str(number), "BattleKind": kind})
        for p, name in zip(own, attackers):
            deed = "march" if kind == "ma" else "prepared"
            self._carry(done, self._set(p, {("PROP", w.IN_BATTLE): str(number), ("PROP", w.ACTED): deed}))
            self._add(done, "BattleAF", factor(p, "A"), "BattleAC", factor(p, "C"), *self._by_type(p, "Att"))
            self._append(done, "BattleBy", p.id + ",", "BattleFrom", self._where(p).replace(" ", "_") + ",")
            self._join(done, "BattleAtt", name)
        self._say_properties(done, {"BattleHex": self.places.location(*self._pixel(target))})
        self._defend(done, enemies, number)
        if self._held("BattleDefInf") == "0" and self._held("BattleAttCav") == "0":
            self._say_properties(done, {"BattleOpen": "1"})
            self._carry(done, [c.Chat(f"* Battle {number} declared: {self._odds()}, {w.RESOLVE.label} rolls "
                                      f"{announce('declare', **self._said())}")])  # fmt: skip
        else:
            self._roll_battle(done, die)
        return self._step(done, carried=True)

    @property
    def declared(self) -> bool:
        """Whether a battle stands open that nobody has rolled."""
        return self._held("BattleOpen") == "1"

    def resolve(self, die: int) -> Commands:
        """Ctrl+R: the declared battle is rolled, its defenders counted anew."""
        done: list[c.Command] = []
        self._say_properties(done, dict.fromkeys(("BattleDF", "BattleDC", "BattleDefInf"), "0"))
        self._say_properties(done, dict.fromkeys(("BattleDef", "BattleDfd"), ""))
        by = self._held("BattleBy").split(",")
        side = next(self.game.counters[k].side for k, id in self._ids.items() if id in by)
        here = self._units_at(self._held("BattleHex"))
        enemies = [p for p in here if self.game.counters[mark(p, w.COUNTER_ID)].side != side]
        self._defend(done, enemies, int(self._held("BattleNo")))
        self._say_properties(done, {"BattleOpen": "0"})
        self._roll_battle(done, die)
        return self._step(done, carried=True)

    def withdraw(self, counter: str) -> Commands:
        """Ctrl+Y: lone cavalry leaves before the die; the drag follows."""
        done: list[c.Command] = []
        self._say_properties(done, {"BattleOpen": "0"})
        said = announce("withdraw", id=self._held("BattleNo"), unit=self.piece(counter).id)
        self._carry(done, [c.Chat(f"* {self._label(counter, bare=True)} retreats before combat {said}")])
        return self._step(done, carried=True)

    def roll(self, die: int, name: str = w.DIE) -> Commands:
        return self._step(self._rolled(name, die))

    def say(self, text: str) -> Commands:
        return self._step([c.Chat(f"&lt;{self.name}&gt; - {text}")])

    def turn(self, turn: int, side: str, phase: str) -> Commands:
        """The tracker steps on."""
        self.moment = (turn, side, phase)
        return self._step([c.Chat(f"* {self._moment_text(self.moment)}"),
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

    def _step(self, commands: Iterable[c.Command], carried: bool = False) -> Commands:
        done = tuple(commands)
        if not carried:
            self.table.apply_all(done)
        self.steps.append(done)
        self._undoable.append((done, self._before))
        self._before = self.moment
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
        for (prefix, name), new_value in values.items():
            level = level_of(piece.type, prefix, name)
            if level >= 0:
                levels[level] = new_value
        deed = values.get(("PROP", w.ACTED))
        if deed is not None:
            for level, shown in ((level_of(piece.type, "rotate", ""), "1" if deed else "0"),
                                 (level_of(piece.type, "emb2", "Deed"), deed_level(deed))):  # fmt: skip
                if level >= 0:
                    levels[level] = shown
        new = join_levels(levels)
        return [] if new == old else [c.ChangePiece(piece.id, new, old)]

    def _leaves(self, piece: TablePiece) -> list[c.Command]:
        """The mark of a moved piece, and its trail."""
        _, x, y = self.table.place_of(piece.id)
        trail = piece.levels[level_of(piece.type, "footprint", "")]
        return self._set(piece, {("footprint", ""): trailed(trail, x, y), ("markmoved", ""): "true"})

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
        return [move, c.AddPiece(str(self.next_id), "stack", f"{w.MAP};{x};{y};{piece.id};@@1")]

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

    # ---- battles

    def _defend(self, done: list[c.Command], enemies: Sequence[TablePiece], number: int) -> None:
        for p in enemies:
            self._carry(done, self._set(p, {("PROP", w.IN_BATTLE): str(number)}))
            self._add(done, "BattleDF", factor(p, "D"), "BattleDC", factor(p, "E"), *self._by_type(p, "Def")[:2])
            self._append(done, "BattleDef", p.id + ",")
            self._join(done, "BattleDfd", mark(p, w.COUNTER_ID))

    def _roll_battle(self, done: list[c.Command], die: int) -> None:
        self._carry(done, self._rolled(w.DIE, die))
        said = announce("battle", **self._said(), die=str(die))
        self._carry(done, [c.Chat(f"* Battle {self._held('BattleNo')}: {self._odds()}, die {die} {said}")])

    def _sums(self) -> tuple[int, int]:
        attack = "BattleAC" if self._held("BattleDefInf") == "0" else "BattleAF"
        defence = "BattleDC" if self._held("BattleAttInf") == "0" else "BattleDF"
        return int(self._held(attack)), int(self._held(defence))

    def _odds(self) -> str:
        af, df = self._sums()
        odds = "no odds" if not af or not df else f"{af // df}:1" if af >= df else f"1:{-(-df // af)}"
        sides = f"{self._held('BattleAtt')} attack {self._held('BattleDfd')} in {self._held('BattleHex')}"
        return f"{sides}: {af}:{df} = {odds}"

    def _said(self) -> dict[str, str]:
        af, df = self._sums()
        held = {key: self._held(f"Battle{name}") for key, name in (
            ("id", "No"), ("kind", "Kind"), ("at", "Hex"), ("by", "By"), ("from", "From"), ("def", "Def"))}  # fmt: skip
        return {"id": held["id"], "kind": held["kind"], "turn": str(self.moment[0]), "phase": self.moment[2],
                "at": held["at"], "by": held["by"], "from": held["from"], "def": held["def"],
                "af": str(af), "df": str(df)}  # fmt: skip

    def _by_type(self, piece: TablePiece, role: str) -> tuple[str, int, str, int]:
        riders = mark(piece, "Type") == "cavalry"
        return f"Battle{role}Inf", int(not riders), f"Battle{role}Cav", int(riders)

    def _add(self, done: list[c.Command], *pairs: str | int) -> None:
        for name, more in zip(pairs[::2], pairs[1::2]):
            self._say_properties(done, {str(name): str(int(self._held(str(name))) + int(more))})

    def _append(self, done: list[c.Command], *pairs: str) -> None:
        for name, more in zip(pairs[::2], pairs[1::2]):
            self._say_properties(done, {name: self._held(name) + more})

    def _join(self, done: list[c.Command], name: str, counter: str) -> None:
        said = self._held(name)
        self._say_properties(done, {name: (said and said + ", ") + self._label(counter, bare=True)})

    def _say_properties(self, done: list[c.Command], values: dict[str, str]) -> None:
        for name, new in values.items():
            self._carry(done, [self._property(name, new)])

    def _held(self, name: str) -> str:
        """A module property as it stands; what no command has set yet has its first value."""
        return self.table.properties.get(("Module", name), FIRST.get(name, ""))

    def _property(self, name: str, value: str) -> c.MutableProperty:
        return c.MutableProperty(name, self._held(name), value, "Module")

    def _rolled(self, name: str, die: int) -> list[c.Command]:
        results = {"result": str(die), "total": str(die), "keep": "1", "summary": f"{die} x1"}
        return [c.Chat(f"*** {name} = {die} *** &lt;{self.name}&gt;"),
                *(self._property(f"{name}_{what}", value) for what, value in results.items())]  # fmt: skip

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
        name = self._names.get(counter) or self._names.setdefault(counter, piece_name(row, self.game))
        steps = self.steps_of(counter)
        return name if bare or steps == row.steps else f"{name} ({steps})"

    def _moment_text(self, moment: tuple[int, str, str]) -> str:
        turn, side, phase = moment
        name = next((s.name for s in self.game.sides if s.id == side), "")
        return f"Turn {turn} {name}: {next((phase_name(p) for p in self.game.phases if p.id == phase), '')}"
