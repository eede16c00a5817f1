"""What the events of a log mean: moves, battles and what follows them, arrivals, chits, ends of phases.

Who acted is told from piece and phase, never from the login. What the module says in chat (model.speech) is taken
at its word; what has to be guessed is marked `inferred`. Undone steps are folded away first (rules.steps).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from builder.games.tgwie.drags import Battle, Drags
from builder.games.tgwie.facts_units import TURNED
from builder.model import (
    Announced,
    Announcement,
    Event,
    Game,
    GameState,
    LogRef,
    Marked,
    MarkerPlaced,
    Moved,
    Stepped,
    TurnSet,
)
from builder.model import speech as say
from builder.rules.drafts import Draft, chunks, ended, skipped, without_wobble
from builder.rules.position import Played
from builder.rules.steps import Press, folded, presses

JOINED = ("move", "rail", "ship")
TURN_SPACE = re.compile(r"T[A-U]")  # of a strategic turn on the track
MOST_SKIPPED = 40  # phases; a longer jump is a correction of the tracker


def recognise(events: Iterable[Event], state: GameState, game: Game) -> Iterator[Played]:
    """The actions of a stream of events, each with the table before and after it.

    `state` is the table before the first event. Verbs: set-up, arrive, return, rebuild, rail, ship, move, attack, lose,
    advance, withdraw, draw, flip, convert, put, commit, recall, end-phase, take-back, unrecognised.
    """
    table = _Table(state, game)
    for press in folded(presses(events)):
        yield from table.press(press)
    yield from table.flush()


class _Table:
    """Reads steps one by one; holds the state, the battles of the phase and the one draft that may still grow."""

    def __init__(self, state: GameState, game: Game):
        self.state, self.game = state, game
        self.draft: Draft | None = None
        self.battles: list[Battle] = []  # of this phase, newest first
        self.drags = Drags(game)

    def press(self, press: Press) -> Iterator[Played]:
        if press.takes_back:
            yield from self._take_back(press)
            return
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
                    for draft in self._moved(chunk, before):
                        yield from self._put(draft, press.ref)
                case Stepped():
                    yield from self._put(self._stepped(first, before), press.ref)
                case Marked():
                    yield from self._put(self._turned(first, before), press.ref)
                case MarkerPlaced():
                    yield from self._put(_command(first, before), press.ref)
        if self.draft is not None and self.draft.refs[-1:] == (press.ref,):
            self.draft.after = self.state  # with all that the step did besides

    def flush(self) -> Iterator[Played]:
        draft, self.draft = self.draft, None
        if draft is not None and not (draft.verb in JOINED and len(draft.path) < 2):
            yield draft.done()

    def _put(self, draft: Draft | None, ref: LogRef) -> Iterator[Played]:
        """Join a draft to the one held, or hand that on and hold this one."""
        if draft is None:
            return
        draft.refs, draft.after = (ref,), self.state
        if self.draft is not None and _one_way(self.draft, draft):
            return
        yield from self.flush()
        self.draft = draft

    def _take_back(self, press: Press) -> Iterator[Played]:
        yield from self.flush()
        before = self.state
        for event in press.events:
            self.state = self.state.after(event)
        self.battles = []
        details = {"step": str(press.takes_back)}
        yield Draft("take-back", before, details=details, refs=(press.ref,), after=self.state).done()

    def _turn(self, event: TurnSet, ref: LogRef) -> Iterator[Played]:
        yield from self.flush()
        self.battles = []
        between = skipped(self.game, self.state.when, event.after, MOST_SKIPPED, sides=False)
        yield from ended(self.state, event, ref, between)
        self.state = self.state.after(event)

    # ---- what was said

    def _announced(self, words: Announcement, before: GameState, ref: LogRef) -> Iterator[Played]:
        if words.verb in (say.COMBAT_DECLARED, say.COMBAT):
            yield from self.flush()
            self._open(words, before, rolled=words.verb == say.COMBAT)
            if words.verb == say.COMBAT:
                yield from self._put(self._attack(words, before), ref)
        elif words.verb == say.WITHDRAW and self.battles:
            yield from self.flush()
            battle = self.battles[0]
            there = before.units[words["unit"]].place if words["unit"] in before.units else battle.at
            battle.withdrew |= {u.id for u in before.at(there) if u.side != battle.side}
        elif words.verb == say.PULL:
            yield from self._put(self._pull(words, before), ref)

    def _open(self, words: Announcement, before: GameState, rolled: bool) -> None:
        attackers = frozenset(words.ids("by"))
        side = next((before.units[u].side for u in words.ids("by") if u in before.units), "")
        there = frozenset(u.id for u in before.at(words["at"]) if u.side != side)
        held = self.battles[0] if self.battles else None
        if held is not None and held.announced["id"] == words["id"] and not held.rolled:
            held.announced, held.rolled = words, rolled
            held.attackers, held.defenders = attackers, held.defenders | there
            return
        self.battles.insert(0, Battle(words, attackers, there | frozenset(words.ids("def")), side, rolled))

    def _attack(self, words: Announcement, before: GameState) -> Draft:
        details = {key: words[key].rstrip(",") for key in
                   ("id", "hq", "defhq", "def", "air", "defair", "chits", "table", "af", "df", "fort")}  # fmt: skip
        chits = {m.id: m.kind for m in before.markers.values()}
        details["chits"] = ",".join(chits.get(one, one) for one in words.ids("chits"))
        details["roll"] = words["die"]
        return Draft("attack", before, words.ids("by"), (), words["at"], self.battles[0].side, details)

    def _pull(self, words: Announcement, before: GameState) -> Draft:
        """Who pulled is not told from the login: one player may sit for both, so it is the cup's own side."""
        details = {"chit": words["chit"], "cup": words["cup"], "turn": words["turn"]}
        return Draft("draw", before, side=words["cup"], details=details)

    # ---- units

    def _moved(self, chunk: tuple[Moved, ...], before: GameState) -> Iterator[Draft]:
        path = without_wobble(chunk[0].path)
        units = [before.units[e.unit] for e in chunk if e.unit in before.units]
        if len(path) < 2 or not units:
            return
        sense = self.drags.sense(units, path, before.when, self.battles)
        ids, side = tuple(unit.id for unit in units), units[0].side
        if sense.verb == "lose":
            for unit in units:
                yield self._loss(unit.id, unit.steps, before, sense.details)
            return
        on_map = self.drags.is_hex(path[0]) and self.drags.is_hex(path[-1])
        yield Draft(sense.verb, before, ids, path if on_map else (), "" if on_map else path[-1], side,
                    dict(sense.details), inferred=sense.guessed)  # fmt: skip

    def _stepped(self, event: Stepped, before: GameState) -> Draft | None:
        unit = before.units.get(event.unit)
        change = event.after - event.before
        if unit is None or change == 0:
            return None
        if change > 0:
            return Draft("rebuild", before, (unit.id,), (), unit.place, unit.side, {"steps": str(change)},
                         inferred=before.when.phase != "replacement")  # fmt: skip
        return self._loss(unit.id, -change, before, {"dead": "yes"} if event.after == 0 else {})

    def _turned(self, event: Marked, before: GameState) -> Draft | None:
        """German cavalry dismounts, or mounts again; a headquarters gets its artillery back in the resource phase."""
        unit = before.units.get(event.unit)
        counter = self.game.counters.get(unit.counter) if unit is not None else None
        if unit is None or counter is None or not before.when.turn:
            return None
        if unit.type == "hq" and before.when.phase == "resources" and (event.before - event.after) & {"spent", TURNED}:
            return Draft("flip", before, (unit.id,), side=unit.side)
        if unit.type == "cavalry" and counter.attributes.get("back") and TURNED in event.before ^ event.after:
            to = "infantry" if TURNED in event.after else "cavalry"
            return Draft("convert", before, (unit.id,), (), unit.place, unit.side, {"to": to})
        return None

    def _loss(self, name: str, steps: int, before: GameState, more: dict[str, str]) -> Draft:
        unit = before.units[name]
        details = {"steps": str(steps), **more}
        battle = next((b for b in self.battles if name in b.attackers | b.defenders), None)
        if battle is not None:
            details["battle"] = battle.announced["id"]
            details["role"] = "attacker" if name in battle.attackers else "defender"
        return Draft("lose", before, (name,), (), unit.place, unit.side, details)


def _command(event: MarkerPlaced, before: GameState) -> Draft | None:
    """The marker of OHL and OberOst comes to the space of a strategic turn."""
    marker, old = event.marker, before.markers.get(event.marker.id)
    if marker.kind != "ohl-oberost" or not TURN_SPACE.fullmatch(marker.place) or not before.when.turn:
        return None
    if old is not None and (old.place, old.face) == (marker.place, marker.face):
        return None
    which = "ohl" if marker.face == "front" else "oberost"
    return Draft("put", before, place=marker.place, side="central", details={"marker": which})


def _one_way(first: Draft, second: Draft) -> bool:
    return first.verb == second.verb and first.verb in JOINED and first.goes_on(second)
