"""What the events of a log mean: moves, battles and what follows them, rebuilding, digging, ends of phases.

Who acted is told from piece and phase, never from the login. What the module says in chat (model.speech) is taken
at its word; what has to be guessed is marked `inferred`. Undone steps are folded away first (rules.steps).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from builder.games.glorys_end.drafts import cancels, join
from builder.games.glorys_end.drags import DEAD, FIGHTING, OFF_MAP, OPERATIONAL, PREPARED, Battle, Drags
from builder.games.glorys_end.unsaid import with_unsaid_battles
from builder.model import (
    Announced,
    Announcement,
    Appeared,
    Event,
    Game,
    GameState,
    LogRef,
    Marked,
    Moved,
    Removed,
    Rolled,
    Stepped,
    TurnSet,
    Unit,
)
from builder.model import speech as say
from builder.rules.drafts import Draft, Sense, chunks, ended, skipped, without_wobble
from builder.rules.position import Played
from builder.rules.steps import Press, folded, presses

MOST_SKIPPED = 20  # phases; a longer jump is a correction of the tracker


def recognise(events: Iterable[Event], state: GameState, game: Game) -> Iterator[Played]:
    """The actions of a stream of events, each with the table before and after it.

    `state` is the table before the first event. Actions come when nothing can be joined to them or undo them any
    more, that is at the latest when a phase has ended and play went on. Verbs: set-up, arrive, rebuild, withdraw,
    dig, command-mark, rail, ship, move, attack, fire, cancel-attack, lose, retreat, advance, end-phase, take-back,
    unrecognised.
    """
    table = _Table(state, game)
    yield from with_unsaid_battles(table.played(folded(presses(events))), table.drags.adjacent)


class _Table:
    """Reads steps one by one; holds the state, the open battle and the one draft that may still grow."""

    def __init__(self, state: GameState, game: Game):
        self.state, self.game = state, game
        self.opened: GameState | None = state  # the table as the step in hand found it; None once a draft has it
        self.draft: Draft | None = None
        self.battle: Battle | None = None
        self.earlier: tuple[Battle, ...] = ()  # of this phase, newest first: some pay when all are rolled
        self.roll = ""  # the last die of this phase that no announcement explains
        self.speaks = False  # whether the module tells of its battles, so that silence means there was none
        self.fought: frozenset[str] = frozenset()  # who took part in a battle of this phase
        self.vacated = ""  # where the side that is not to move last lost steps or fled: attackers may follow
        self.drags = Drags(game)

    # ------------------------------------------------------------ steps

    def played(self, steps: Iterable[Press]) -> Iterator[Played]:
        for press in steps:
            yield from self.press(press)
        yield from self.flush()

    def press(self, press: Press) -> Iterator[Played]:
        if press.takes_back:
            yield from self._take_back(press)
            return
        self.opened = self.state
        said = {e.announcement.verb for e in press.events if isinstance(e, Announced)}
        for chunk in chunks(press.events):
            first, before = chunk[0], self.state
            if isinstance(first, TurnSet):
                yield from self._turn(first, press.ref)
                continue
            for event in chunk:
                self.state = self.state.after(event)
            match first:
                case Announced():
                    yield from self._announced(first.announcement, before, press.ref)
                case Moved():
                    for draft in self._moved(chunk, before, press):
                        yield from self._put(draft, press.ref)
                case Stepped():
                    yield from self._put(self._stepped(first, before), press.ref)
                case Marked():
                    yield from self._put(self._marked(first, before), press.ref)
                case Rolled():
                    if not said & {say.BATTLE, say.FIRE}:
                        yield from self._put(self._rolled(first, before), press.ref)
                case Appeared() | Removed():
                    unit = first.unit.id if isinstance(first, Appeared) else first.unit
                    draft = Draft("unrecognised", before, (unit,), details={"what": type(first).__name__.lower()})
                    yield from self._put(draft, press.ref)
        if self.draft is not None and self.draft.refs[-1] == press.ref:
            self.draft.after = self.state  # with all that the step did besides

    def flush(self) -> Iterator[Played]:
        draft, self.draft = self.draft, None
        if draft is not None and not (draft.verb == "move" and len(draft.path) < 2):
            yield draft.done()

    def _put(self, draft: Draft | None, ref: LogRef) -> Iterator[Played]:
        """Join a draft to the one held, let it take that back, or hand that on and hold this one."""
        if draft is None:
            return
        # a step marks its pieces before it says what they did: the rules judge the table before both
        draft.before, self.opened = self.opened or draft.before, None
        draft.refs, draft.after = (ref,), self.state
        if self.draft is not None:
            if cancels(self.draft, draft):
                self.draft = None
                return
            if join(self.draft, draft):
                if self.draft.verb == "move" and len(self.draft.path) < 2:
                    self.draft = None
                return
        if draft.verb in ("leave-off", "command-unmark"):
            return  # the end of a mark is no action: markers come off by themselves
        yield from self.flush()
        self.draft = draft

    def _take_back(self, press: Press) -> Iterator[Played]:
        yield from self.flush()
        before = self.state
        for event in press.events:
            self.state = self.state.after(event)
        self.battle = None
        details = {"step": str(press.takes_back)}
        yield Draft("take-back", before, details=details, refs=(press.ref,), after=self.state).done()

    def _turn(self, event: TurnSet, ref: LogRef) -> Iterator[Played]:
        yield from self.flush()
        yield from self._close()
        self.roll, self.fought, self.earlier, self.vacated = "", frozenset(), (), ""
        yield from ended(self.state, event, ref, skipped(self.game, self.state.when, event.after, MOST_SKIPPED))
        self.state = self.state.after(event)

    # ------------------------------------------------------------ what was said

    def _announced(self, words: Announcement, before: GameState, ref: LogRef) -> Iterator[Played]:
        self.speaks = self.speaks or words.verb != say.LOSS  # the key for losses serves a battle without a key too
        if words.verb == say.BATTLE:
            yield from self._open(words, before, rolled=True)
            self._as_declared()
            yield from self._put(self._attack(words, before), ref)
        elif words.verb == say.DECLARE:
            yield from self._open(words, before, rolled=False)
        elif words.verb == say.FIRE:
            table = self.opened
            self._as_declared()
            yield from self._put(self._fire(words, before), ref)
            self.opened = table  # guns that fire at one press all do so from the table that it found
        elif words.verb == say.LOSS:
            self._lost(words)
        elif words.verb == say.WITHDRAW and self.battle is not None:
            if not self.battle.withdrew:
                self._as_declared()
                yield from self._put(self._attack(self.battle.announced, before), ref)
            self.battle.withdrew |= {words["unit"]}
            self.battle.rolled = True  # nothing is left to roll

    def _as_declared(self) -> None:
        """A battle declared in an earlier step is judged as its attackers were before they declared it."""
        table = self.opened
        if table is None or self.battle is None:
            return
        for name, marks in self.battle.marks.items():
            unit = table.units.get(name)
            if unit is not None and unit.marks != marks:
                table = table.with_unit(unit._replace(marks=marks))
        self.opened = table

    def _lost(self, words: Announcement) -> None:
        """A loss taken late still says which battle it pays for; a piece keeps that number until its turn ends."""
        draft = self.draft
        fighting = self.state.when.phase in (OPERATIONAL, PREPARED)
        if draft is None or draft.verb != "lose" or draft.units != (words["unit"],) or not fighting:
            return
        if words["battle"] not in ("", "0"):
            draft.details.setdefault("battle", words["battle"])

    def _open(self, words: Announcement, before: GameState, rolled: bool) -> Iterator[Played]:
        """A new battle closes the one before; the die of a declared one goes on with it."""
        yield from self.flush()
        if self.battle is not None and self.battle.id == words["id"] and not self.battle.rolled:
            self.battle.announced, self.battle.rolled = words, rolled
            self.battle.defenders |= frozenset(words.ids("def"))
            return
        yield from self._close()
        attackers = frozenset(words.ids("by"))
        side = next((before.units[u].side for u in words.ids("by") if u in before.units), before.when.side)
        there = frozenset(u.id for u in before.at(words["at"]) if u.side != side)
        defenders = frozenset(words.ids("def")) | there
        self.fought |= attackers | defenders
        found = (self.opened or before).units
        marks = {} if rolled else {name: found[name].marks for name in attackers if name in found}
        self.battle = Battle(words, attackers, defenders, side, rolled, marks=marks)

    def _close(self) -> Iterator[Played]:
        """End the open battle; one that was declared and never rolled was called off."""
        battle, self.battle = self.battle, None
        if battle is None:
            return
        if battle.rolled:
            self.earlier = (battle, *self.earlier)
            return
        details = {"id": battle.id, "fired": "yes" if battle.fired else ""}
        units = battle.announced.ids("by")
        yield Draft("cancel-attack", self.state, units, (), battle.at, battle.side, details, after=self.state).done()

    def _attack(self, words: Announcement, before: GameState) -> Draft:
        hexes = tuple(dict.fromkeys(words.ids("from")))
        details = {
            "id": words["id"],
            "kind": words["kind"],
            "from": ",".join(hexes),
            "def": ",".join(words.ids("def")),
            "af": words["af"],
            "df": words["df"],
            "roll": words["die"],
        }
        return Draft("attack", before, words.ids("by"), (), words["at"], self.battle.side, details)

    def _fire(self, words: Announcement, before: GameState) -> Draft:
        battle = self.battle if self.battle is not None and self.battle.id == words["id"] else None
        side = before.units[words["unit"]].side if words["unit"] in before.units else before.when.side
        details = {"id": words["id"], "roll": words["die"]}
        if battle is not None:
            battle.fired = True
            details["with"] = ",".join(battle.announced.ids("by"))
        return Draft("fire", before, (words["unit"],), (), words["at"], side, details)

    # ------------------------------------------------------------ units

    def _moved(self, chunk: tuple[Moved, ...], before: GameState, press: Press) -> Iterator[Draft]:
        path = without_wobble(chunk[0].path)
        units = [before.units[e.unit] for e in chunk if e.unit in before.units]
        if len(path) < 2 or not units:
            return
        origin, goal = path[0], path[-1]
        if goal.startswith(DEAD):
            for unit in units:
                yield self._dead(unit, before)
            return
        sense = self._sense(units, path, before, press)
        verb, details = sense.verb, sense.details
        at = path if origin in self.drags.hexes or goal.startswith(OFF_MAP) or verb == "rail" else ()
        if not at:
            details["from"] = origin
        ids = tuple(unit.id for unit in units)
        yield Draft(verb, before, ids, at, "" if at else goal, units[0].side, details, inferred=sense.guessed)

    def _sense(self, units: list[Unit], path: tuple[str, ...], before: GameState, press: Press) -> Sense:
        """A drag on the map that belongs to no battle closes the open one."""
        off_board = self.drags.off_board(units, path[0], path[-1], before.when)
        if off_board is not None:
            return off_board
        if self.battle is not None:
            fought = self.battle.sense(units, path[-1])
            if fought is not None:
                return fought
            if self.battle.rolled:
                self.earlier, self.battle = (self.battle, *self.earlier), None
        for battle in self.earlier:
            paid = battle.sense(units, path[-1])
            if paid is not None and (paid.verb == "retreat" or not before.at(path[-1])):
                return paid
        if self.speaks and units[0].side != before.when.side and not self.fought & {unit.id for unit in units}:
            return Sense("move", {})  # no battle made them go
        vacated = "" if self.speaks or before.at(self.vacated) else self.vacated
        sense = self.drags.on_map(units, path, before.when, press, vacated)
        if sense.verb == "retreat":
            self.vacated = path[0]
        return sense

    def _stepped(self, event: Stepped, before: GameState) -> Draft | None:
        unit = before.units.get(event.unit)
        change = event.after - event.before
        if unit is None or change == 0:
            return None
        if change > 0:
            details = {"steps": str(change)}
            return Draft("rebuild", before, (unit.id,), (), unit.place, unit.side, details)
        return self._loss(unit, -change, before, {"dead": "yes"} if event.after == 0 else {})

    def _dead(self, unit: Unit, before: GameState) -> Draft:
        """To the dead pile: whatever steps it still had are lost."""
        return self._loss(unit, unit.steps, before, {"dead": "yes"})

    def _loss(self, unit: Unit, steps: int, before: GameState, more: dict[str, str]) -> Draft:
        details = {"steps": str(steps), **more}
        if unit.side != before.when.side:
            self.vacated = unit.place
        open_ = (self.battle,) if self.battle is not None else ()
        battle = next((b for b in (*open_, *self.earlier) if unit.id in b.attackers | b.defenders), None)
        if battle is not None:
            details["battle"] = battle.id
            details["role"] = "attacker" if unit.id in battle.attackers else "defender"
        return Draft("lose", before, (unit.id,), (), unit.place, unit.side, details)

    def _rolled(self, event: Rolled, before: GameState) -> Draft | None:
        """A die nobody explained: what digging and command marks rest on, or something we cannot read."""
        self.roll = " ".join(str(face) for face in event.faces)
        if before.when.phase not in FIGHTING:
            return None
        return Draft("unrecognised", before, details={"what": "roll", "roll": self.roll}, side=before.when.side)

    def _marked(self, event: Marked, before: GameState) -> Draft | None:
        unit = before.units.get(event.unit)
        if unit is None:
            return None
        gone, new = event.before - event.after, event.after - event.before
        # it is the opponent who marks stacks as out of command
        other = next((side.id for side in self.game.sides if side.id != unit.side), "")
        for mark, on, off, side in (
            ("digging", "dig", "leave-off", unit.side),
            ("ooc", "command-mark", "command-unmark", other),
        ):
            if mark in new | gone:
                details = {"roll": self.roll}
                return Draft(on if mark in new else off, before, (unit.id,), (), unit.place, side, details)
        return None
