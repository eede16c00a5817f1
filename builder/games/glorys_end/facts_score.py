"""Victory points: what each side has now, part by part, and what the end adds (3.6, 4.2 to 4.6, 16.4, 17.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from builder.games.glorys_end.facts_base import remembered, seen
from builder.games.glorys_end.facts_board import OTHER, PARIS
from builder.games.glorys_end.facts_schedule import Schedule
from builder.kit.tables import number
from builder.model import Answer, Evidence, Need, Reason, Tag
from builder.rules.memory import lasting
from builder.rules.position import Position
from builder.rules.score import Part, Score, added
from builder.rules.setup import scenario_state

SOUTH_OF = 31  # 16.4: rows below this one
LILLE = "the Allies hold Lille from the start, so its 5 are in the opening total and are lost with it (4.1, 4.2)"
SOUTH = "whether a siege gun is a unit south of row 31"
UNKNOWN, XVII = "?", "plan-xvii"


class Item(NamedTuple):
    """Something that counts or not, by a key that stays the same through the game."""

    key: str
    part: Part


class Scores(Schedule):
    # ---- totals

    @remembered
    def vp(self, side: str) -> Answer[int]:
        """Points of a side as its track should show them (4.1, 4.2)."""
        return added(self.score_parts(side))

    @remembered
    def final_vp(self, side: str) -> Answer[int]:
        """Points with what counts at the end alone: conditional hexes, the east, the Marne's towns."""
        stated = self.stated("final-vp", side)
        if stated is not None:
            return Answer(int(stated.value), stated.reasons)
        return added((*self.score_parts(side), *self.final_parts(side)))

    @remembered
    def score_parts(self, side: str) -> tuple[Part, ...]:
        """The opening total and what has changed since: points of the scenario, or those a case states."""
        stated = self.given.answer("vp", side)
        if stated is None:
            return (Part("opening total", "4.1.d", Answer(0, needs=(Need("given", f"vp {side}"),))),)
        opening = Part("opening total", "4.1.d", Answer(int(stated.value), stated.reasons))
        of_scenario = stated.reasons[0].source.startswith("scenario ")
        start = self.start_of_play(side) if of_scenario else self._said(side)
        parts = (opening, *self._changes(side, start))
        if of_scenario and side == "allied" and self.rules_of_play != "marne" and not self.whole:
            # Plan XVII and Belgians abroad leave nothing on the table
            parts += (Part("the game before", "4.6.c", Answer(0, needs=(self.unseen("vp allied"),))),)
        return parts

    def _changes(self, side: str, start: dict[str, str]) -> Iterator[Part]:
        """Each item against what it was at the start; what was and is unknown did not change."""
        for key, part in self.items(side):
            before = start.get(key, "0")
            if not part.points.known:
                # battles that were seen may exceed the seven, where nobody says how many there were before
                if before != UNKNOWN or (key == XVII and part.points.value):
                    yield part
            elif before == UNKNOWN:
                yield Part(part.name, part.rule, Answer(0, needs=(Need("given", key, "at the start"),)))
            elif part.points.value != int(before):
                reasons = part.points.reasons
                if key == "allied/1632":
                    reasons += (Reason("reading", LILLE, Evidence(Tag.CHOSEN, "4.2")),)
                yield Part(part.name, part.rule, Answer(part.points.value - int(before), reasons))

    def tally(self, side: str) -> dict[str, str]:
        """Item -> its points now, `?` where they are not known."""
        return {key: str(part.points.value) if part.points.known else UNKNOWN for key, part in self.items(side)}

    def _said(self, side: str) -> dict[str, str]:
        """The tally as a stated total found it: noted with the first action, before that the present one."""
        noted = self.ledger.note("tally", side)
        return dict(word.split("=") for word in noted.split()) if noted else self.tally(side)

    @lasting
    def start_of_play(self, side: str) -> dict[str, str]:
        """The tally of the scenario's own set-up; Holland counts against it (3.6)."""
        if self.scenario is None:
            return {}
        start = type(self)(self.game, Position(scenario_state(self.game, self.scenario)), self.given)
        return {key: points for key, points in start.tally(side).items() if key != "holland"}

    # ---- what counts through the game

    def items(self, side: str) -> Iterable[Item]:
        if self.rules_of_play == "marne":
            return self._marne_losses(side)
        if side == "german":
            return (*self._hexes(side), *self._holland())
        return (*self._hexes(side), *self._belgians(), *self._plan_xvii())

    def _hexes(self, side: str, conditional: str = "") -> Iterator[Item]:
        """Each VP hex of a side: its points while the side controls it (4.2)."""
        table = self.game.tables["victory"]
        for key, row in table.rows.items():
            if row["side"] != side or row["conditional"] != conditional:
                continue
            place, held = row["hex"], self.control(row["hex"])
            value = number(table, key, "points", self.weigh)
            points = value.value if held.value == side else 0
            answer = Answer(points, held.reasons + (value.reasons if points else ()), held.needs)
            yield Item(key, Part(f"{row['place']} {place}", "4.3.b" if conditional else "4.2.c", answer))

    def _holland(self) -> Iterator[Item]:
        invaded, cost = self.violated("holland"), self.limit("holland-vp")
        answer = Answer(cost.value if invaded.value else 0, invaded.reasons + cost.reasons, invaded.needs)
        yield Item("holland", Part("Holland invaded", "3.6.f", answer))

    def _belgians(self) -> Iterator[Item]:
        for unit in self._of("belgian"):
            if unit.type == "fortress" or unit.size not in ("XXX", "XX"):
                continue
            lost = self.counts_as_lost(unit)
            price = self.limit("belgian-corps-vp" if unit.size == "XXX" else "belgian-division-vp")
            answer = Answer(price.value if lost.value else 0, lost.reasons + price.reasons, lost.needs)
            yield Item(f"belgian/{unit.id}", Part(f"{unit.id} lost", "4.5.a", answer))

    def _plan_xvii(self) -> Iterator[Item]:
        yield Item(XVII, Part("Plan XVII battles", "4.6.c", self.plan_xvii()))

    def _of(self, nation: str) -> list:
        return sorted((u for u in self.state.units.values() if u.nation == nation), key=lambda u: u.id)

    # ---- the Marne (16.4)

    def _marne_losses(self, side: str) -> Iterator[Item]:
        if side == "allied":
            for unit in self._of("german"):
                yield self._marne_loss(unit, "marne-german-corps-vp", "16.4.c", "XXX")
            return
        step = self.limit("marne-british-step-vp")
        for unit in self._of("british"):
            gone = max(self._steps_at_start(unit) - (0 if self.dead(unit.id).value else unit.steps), 0)
            answer = Answer(gone * step.value, (seen(f"steps lost of {unit.id}", gone), *step.reasons))
            yield Item(f"lost/{unit.id}", Part(f"steps of {unit.id}", "16.4.e", answer))
        for unit in self._of("french"):
            size = "XX" if unit.size == "XX" else "XXX"
            key = "marne-french-division-vp" if size == "XX" else "marne-french-corps-vp"
            yield self._marne_loss(unit, key, "16.4.f", size)

    def _marne_loss(self, unit, key: str, rule: str, size: str) -> Item:
        price, gone = self.limit(key), self._eliminated(unit)
        fits = Answer(unit.size == "XX", (seen(unit.id, unit.size),)) if size == "XX" else self.is_corps(unit)
        if (fits.known and not fits.value) or (gone.known and not gone.value) or unit.type in ("fortress", "siege-gun"):
            answer = Answer(0, gone.reasons)
        else:
            answer = Answer(price.value, gone.reasons + fits.reasons + price.reasons, gone.needs + fits.needs)
        return Item(f"lost/{unit.id}", Part(f"{unit.id} eliminated", rule, answer))

    def _eliminated(self, unit) -> Answer[bool]:
        """Dead, or German and forced off the east or the west edge (16.1.b)."""
        if self.dead(unit.id).value:
            return Answer(True, (seen(unit.id, unit.place or "dead"),))
        if not unit.place.startswith("Offmap") or unit.side != "german" or unit.id in self._waiting:
            return Answer(False, (seen(unit.id, unit.place),))
        edge = self.ledger.note("left-by", unit.id) or self.given.get("left-by", unit.id) or ""
        if not edge or "|" in edge:
            return Answer(False, needs=(Need("given", f"left-by {unit.id}", "east, west, north or south"),))
        return Answer(edge in ("east", "west"), (seen(f"{unit.id} left by the edge", edge),))

    @property
    @remembered
    def _waiting(self) -> frozenset[str]:
        """Arrivals that have not come yet: some wait in a box beside the map."""
        rows = self.scenario.arrivals if self.scenario is not None else ()
        return frozenset(row.what for row in rows if not self.ledger.note("arrived", row.what))

    def _steps_at_start(self, unit) -> int:
        rows = self.scenario.placements if self.scenario is not None else ()
        return next((row.steps for row in rows if row.what == unit.counter and row.steps), unit.full_steps)

    # ---- what the end adds

    @remembered
    def final_parts(self, side: str) -> tuple[Part, ...]:
        """The lines that count at the end alone, nought included where something decided against them."""
        play = self.rules_of_play
        if play == "marne":
            return tuple(self._marne_towns() if side == "allied" else self._south_of_the_marne())
        if play == "short":
            return tuple(self._corps_beside_paris()) if side == "german" else ()
        return tuple(self._conditional(side)) + (tuple(self._east_front()) if side == "allied" else ())

    def _conditional(self, side: str) -> Iterator[Part]:
        endangered = self.paris_endangered() if side == "german" else Answer(True)
        for _, part in self._hexes(side, "yes"):
            if part.points.known and not part.points.value:
                continue
            if not endangered.known or not endangered.value:
                yield Part(part.name, "4.3.d", Answer(0, endangered.reasons, endangered.needs))
            else:
                points, why = part.points, part.points.reasons + endangered.reasons
                yield Part(part.name, part.rule, Answer(points.value, why, points.needs))

    def _east_front(self) -> Iterator[Part]:
        withdrew = self.withdrew()
        award = self.limit("east-front-vp" if withdrew.value else "east-front-vp-no-withdrawal")
        rule = "4.4.a" if withdrew.value else "4.4.b"
        answer = Answer(award.value, withdrew.reasons + award.reasons, withdrew.needs)
        yield Part("eastern front", rule, answer)

    def _corps_beside_paris(self) -> Iterator[Part]:
        beside = {near for place in PARIS for near in self.neighbours(place)} - set(PARIS)
        for unit in self._of("german"):
            if unit.place not in beside or unit.type != "infantry":
                continue
            corps, supplied = self.is_corps(unit), self.supplied(unit.id)
            if (corps.known and not corps.value) or (supplied.known and not supplied.value):
                continue
            points = self.limit("short-corps-by-paris-vp")
            why = corps.reasons + supplied.reasons + points.reasons
            answer = Answer(points.value, why, corps.needs + supplied.needs)
            yield Part(f"{unit.id} beside Paris", "17.3.e", answer)

    def _marne_towns(self) -> Iterator[Part]:
        for args, value in sorted(self.given.all("town-vp")):
            held = self.control(args[0])
            hex_ = self.sheet.hexes.get(args[0])
            name = f"{hex_.place} {args[0]}" if hex_ is not None else args[0]
            points = int(value) if held.value == "allied" else 0
            if points or held.needs:
                yield Part(name, "16.4.d", Answer(points, held.reasons, held.needs))

    def _south_of_the_marne(self) -> Iterator[Part]:
        for unit in self._of("german"):
            if not self.on_map(unit.place) or not self.is_number(unit.place):
                continue
            row = self.sheet.grid.split(unit.place)[0]
            supplied = self.supplied(unit.id) if row > SOUTH_OF else Answer(False)
            if row <= SOUTH_OF or (supplied.known and not supplied.value):
                continue
            points = self.limit("marne-south-vp")
            needs = supplied.needs
            if unit.type == "siege-gun":
                needs += (Need("rulebook", "16.4", reading=SOUTH),)
            answer = Answer(points.value, (seen(unit.id, unit.place), *supplied.reasons, *points.reasons), needs)
            yield Part(f"{unit.id} south of row {SOUTH_OF}", "16.4.g", answer)

    # ---- for reports

    def score(self, side: str) -> Score:
        final = self.final_parts(side)
        return Score(side, self.vp(side), self.score_parts(side), self.final_vp(side), final, self.shown(side))

    def scores(self) -> tuple[Score, ...]:
        """Both sides, the Allies first."""
        return tuple(self.score(side) for side in OTHER)

    def shown(self, side: str) -> int | None:
        """What the marker on the track says; its back stands for less than nothing."""
        marker = next((m for m in self.state.markers.values() if m.kind == f"vp-{side}"), None)
        if marker is None or not marker.place.startswith("VP") or not marker.place[2:].isdecimal():
            return None
        value = int(marker.place[2:])
        return -value if marker.face == "back" else value
