"""What the events of a log mean: moves, rides, battles that headquarters pay for, losses, retreats, works.

Who acted is told from piece and phase, never from the login. What the module says in chat (model.speech) is taken at
its word; what has to be guessed is marked `inferred`. Undone steps are folded away first (rules.steps).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from builder.games.italian_front.drags import Battle, Drags
from builder.games.italian_front.facts_ground import DIGGING
from builder.model import (
    Action,
    Announced,
    Announcement,
    Event,
    Game,
    GameState,
    LogRef,
    MarkerPlaced,
    Moved,
    Rolled,
    Stepped,
    TurnSet,
)
from builder.model import speech as say
from builder.rules.drafts import ended, skipped, without_wobble
from builder.rules.position import Played
from builder.rules.steps import Press, folded, presses

MOST_SKIPPED = 24  # phases; a longer jump is a correction of the tracker
WORDLESS = ("unnamed", "")  # what the module says of ground that nobody chose


def recognise(events: Iterable[Event], state: GameState, game: Game) -> Iterator[Played]:
    """The actions of a stream of events, each with the table before and after it. `state` is that before the first."""
    return _Table(state, game).played(folded(presses(events)))


class _Table:
    """Reads steps one by one; holds the state, the battles of the phase, and the one move that may still go on."""

    def __init__(self, state: GameState, game: Game):
        self.state, self.game = state, game
        self.drags = Drags(game)
        self.battles: list[Battle] = []  # of this phase, the newest first
        self.grounds: dict[str, str] = {}  # battle -> the ground chosen
        self.held: Played | None = None

    def played(self, steps: Iterable[Press]) -> Iterator[Played]:
        for press in steps:
            for played in self._press(press):
                yield from self._join(played)
        yield from self._flush()

    # ---- joining

    def _join(self, played: Played) -> Iterator[Played]:
        """A move that goes on from where the last one ended is one move; a way back takes it back."""
        held = self.held
        if held is not None and _goes_on(held.action, played.action):
            path = without_wobble(held.action.path + played.action.path[1:])
            whole = path == held.action.path + played.action.path[1:]
            action = replace(
                held.action,
                path=path,
                refs=tuple(dict.fromkeys((*held.action.refs, *played.action.refs))),
                inferred=held.action.inferred or played.action.inferred or not whole,
            )
            self.held = Played(action, held.before, played.after)
            return
        if held is not None and _takes_back(held.action, played.action):
            self.held = None
            return
        yield from self._flush()
        self.held = played

    def _flush(self) -> Iterator[Played]:
        held, self.held = self.held, None
        if held is not None and not (held.action.verb == "move" and len(held.action.path) < 2):
            yield held

    # ---- steps

    def _press(self, press: Press) -> Iterator[Played]:
        before = self.state
        actions: list[Action] = []
        turned: list[TurnSet] = []
        explained = any(isinstance(e, Announced) for e in press.events)
        for event in press.events:
            if isinstance(event, TurnSet):
                turned.append(event)
                continue
            if isinstance(event, Announced):
                actions += self._announced(event.announcement, before)
            elif isinstance(event, Stepped):
                actions += self._stepped(event)
            elif isinstance(event, MarkerPlaced):
                actions += self._carried(event)
            elif isinstance(event, Rolled) and not explained:
                actions.append(Action("unrecognised", details=(("what", "roll"),)))
            self.state = self.state.after(event)
        actions += self._moved(press, before)
        if press.takes_back:
            actions = [Action("take-back", details=(("step", str(press.takes_back)),))]
        for action in actions:
            yield Played(replace(action, refs=(press.ref,)), before, self.state)
        for event in turned:
            yield from self._turn(event, press.ref)

    def _turn(self, event: TurnSet, ref: LogRef) -> Iterator[Played]:
        if self.state.when == event.after:
            return
        self.battles, self.grounds = [], {}
        yield from ended(self.state, event, ref, skipped(self.game, self.state.when, event.after, MOST_SKIPPED))
        self.state = self.state.after(event)

    # ---- drags and losses

    def _moved(self, press: Press, before: GameState) -> Iterator[Action]:
        ways: dict[tuple[str, ...], list[str]] = {}
        for event in press.events:
            if isinstance(event, Moved) and event.unit in before.units and len(event.path) > 1:
                ways.setdefault(event.path, []).append(event.unit)
        for path, names in ways.items():
            units = [before.units[name] for name in names]
            for side in dict.fromkeys(u.side for u in units):
                group = [u for u in units if u.side == side]
                sense = self.drags.sense(group, path, before, self.battles)
                on_map = sense.verb in ("move", "retreat", "advance")
                yield Action(
                    sense.verb,
                    tuple(u.id for u in group),
                    path if on_map else (),
                    "" if on_map or sense.verb in ("lose", "withdraw") else path[-1],
                    side,
                    (*sense.details, *(() if on_map else (("from", path[0]),))),
                    inferred=sense.guessed,
                )

    def _stepped(self, event: Stepped) -> Iterator[Action]:
        unit = self.state.units.get(event.unit)
        change = event.after - event.before
        if unit is None or not change:
            return
        if change > 0:
            details = (("gained", str(change)),)
            # outside of its phase it is a correction, not a rebuilding
            verb = "recombine" if self.state.when.phase == "replacement" else "unrecognised"
            yield Action(verb, (unit.id,), (), unit.place, unit.side, details, inferred=True)
            return
        role = self._role(unit.id)
        details = (("loss", str(-change)), *((("role", role),) if role else ()))
        yield Action("lose", (unit.id,), (), "", unit.side, details)

    def _carried(self, event: MarkerPlaced) -> Iterator[Action]:
        """Works begun that go from hex to hex; a whole stack may have been dragged, so that it is a guess (S22-3)."""
        old = self.state.markers.get(event.marker.id)
        places = (old.place, event.marker.place) if old is not None else ()
        on_map = len(places) == 2 and places[0] != places[1] and all(p in self.drags.hexes for p in places)
        if on_map and old.kind in DIGGING and self.state.when.turn:
            yield Action("carry-works", (), places, "", old.side, inferred=True)

    def _role(self, name: str) -> str:
        for battle in self.battles:
            if name in battle.attackers:
                return "attacker"
            if name in battle.defenders:
                return "defender"
        return ""

    # ---- what was said

    def _announced(self, words: Announcement, before: GameState) -> Iterator[Action]:
        if words.verb in (say.ATTACK_DECLARED, say.ATTACK):
            self._open(words, before)
        if words.verb == say.GROUND:
            self.grounds[words["id"]] = words["terrain"]
        elif words.verb == say.ATTACK:
            yield self._attack(words)
        elif words.verb == say.STRIKE:
            yield self._strike(words)
        elif words.verb == say.DIG and words["unit"] in before.units:
            unit = before.units[words["unit"]]
            yield Action("dig", (unit.id,), side=unit.side)

    def _open(self, words: Announcement, before: GameState) -> None:
        attackers = frozenset(words.ids("by"))
        side = next((before.units[u].side for u in words.ids("by") if u in before.units), before.when.side)
        there = frozenset(u.id for u in before.at(words["at"]) if u.side != side)
        rolled = words.verb == say.ATTACK
        self.battles = [b for b in self.battles if b.words["id"] != words["id"]]
        self.battles.insert(0, Battle(words, attackers, frozenset(words.ids("def")) | there, side, rolled))

    def _attack(self, words: Announcement) -> Action:
        chosen = words["ground"].replace("_", "-")
        ground = chosen if chosen not in WORDLESS else self.grounds.get(words["id"], "")
        details = {
            "id": words["id"],
            "kind": words["kind"],
            "from": ",".join(dict.fromkeys(words.ids("from"))),
            "def": ",".join(words.ids("def")),
            "sup": ",".join(words.ids("sup")),
            "hq": ",".join(words.ids("hq")),
            "pay": ",".join(words.ids("pays")),
            "ground": ground,
            "roll": words["die"],
        }
        kept = tuple((key, value) for key, value in details.items() if value)
        return Action("attack", words.ids("by"), (), words["at"], self.battles[0].side, kept)

    def _strike(self, words: Announcement) -> Action:
        details = {
            "id": words["id"],
            "sup": ",".join(words.ids("sup")),
            "pay": ",".join(words.ids("pays")),
            "answer": words["answer"],
            "roll": words["die"],
        }
        kept = tuple((key, value) for key, value in details.items() if value)
        units = [self.state.units[name] for name in words.ids("by") if name in self.state.units]
        return Action("strike", words.ids("by"), (), words["at"], units[0].side if units else "", kept)


def _goes_on(first: Action, second: Action) -> bool:
    """Whether a drag goes on with the last one: the same units, from where they came to."""
    if first.verb != second.verb or first.verb not in ("move", "retreat") or not first.path or not second.path:
        return False
    same = set(first.units) == set(second.units) and first.details == second.details
    return same and first.path[-1] == second.path[0]


def _takes_back(first: Action, second: Action) -> bool:
    """Whether a gain takes back the loss just before it: a key pressed by mistake, and pressed back."""
    lost = first.detail("loss") if first.verb == "lose" else ""
    return bool(lost) and first.units == second.units and second.detail("gained") == lost
