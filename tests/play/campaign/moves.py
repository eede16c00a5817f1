"""Trains, ships and marches of the campaign, with the slips of hands that play: a step undone, a word said."""

from __future__ import annotations

from collections.abc import Sequence

from tests.census import raw
from tests.play import ground
from tests.play.board import Piece
from tests.play.campaign import ground as west
from tests.play.campaign.siege import GUN, foot_of

MARCH, FIGHT, SLIP, WORD = 0.85, 0.2, 0.01, 0.01
WORDS = ("your move", "one moment", "brb", "nice roll!", "sorry, wrong unit", "ok")


class Moves:
    """What a `Campaign` moves; the frame lies there."""

    # ---- D (11)

    def strategic_movement(self) -> None:
        self.trains = self.train_steps()
        for piece in self.some([p for p in self.ours() if self.may_rail(p)], 6):
            goals = self.goals_by_rail(piece, self.net_of(piece)) if self.may_rail(piece) else []
            if goals and piece.steps <= self.trains:
                self.trains -= piece.steps
                self.railed(piece, self.dice.choice(goals), "rail")
        ships = 4 if self.side == "allied" and self.turn >= 8 else 0
        for piece in self.some([p for p in self.ours() if ships and self.may_ship(p)], 2):
            goals = [h for h in sorted(west.ports()) if h != piece.at and self.berth(piece, h)]
            if goals and piece.steps <= ships:
                ships -= piece.steps
                self.railed(piece, self.dice.choice(goals), "ship")

    def train_steps(self) -> int:
        """Eight, less four for Melun and for Paris where lost or cut off (11.3)."""
        linked = self.board.linked(self.side)
        lost = [h for h in (west.MELUN, west.PARIS_SOUTH) if self.board.holder(h) != "allied" or h not in linked]
        return 8 - 4 * len(lost) if self.side == "allied" else 8

    def may_rail(self, p: Piece) -> bool:
        fit = p.type == "infantry" and not p.ooc and not any(q.type == GUN for q in self.board.on(p.at))
        fit = fit and ground.is_town(p.at) and p.id not in self.fresh
        held = fit and self.board.since_start(p.at, p.side) and not self.shut_to(p, p.at)
        return held and not self.board.beside_enemy(p.at, p.side) and self.board.in_full(p)

    def net_of(self, p: Piece) -> set[str]:
        return self.board.by_rail([p.at], p.side, [h for h in west.area() if self.shut_to(p, h)])

    def shut_to(self, p: Piece, place: str) -> bool:
        """11.2, items 2 to 5."""
        beyond = place in ground.west_of_meuse()
        if p.side == "german":
            return self.turn < 10 and beyond and west.country(place) == "FR"
        if (west.country(place) == "BE") != (p.nation == "belgian"):
            return True
        if p.nation == "french" and beyond and p.at not in ground.west_of_meuse() and not self.germans_beyond():
            return True
        return p.nation != "belgian" and west.north(place) and self.board.holder(west.ABBEVILLE) == "german"

    def germans_beyond(self) -> bool:
        places = self.board.enemy_places("allied")
        return any(h in ground.west_of_meuse() and west.country(h) == "FR" for h in places)

    def goals_by_rail(self, p: Piece, net: set[str]) -> list[str]:
        ports = west.ports() if p.at in west.ports() else ()  # nothing tells a train between two ports from a ship
        return [
            place for place in west.towns()
            if place in net and place != p.at and place not in ports and self.board.holder(place) == p.side
            and self.may_stop(place, [p]) and self.board.full(place, p.side, p.nation)
        ]  # fmt: skip

    def may_ship(self, p: Piece) -> bool:
        ready = p.at in west.ports() and p.type == "infantry" and not p.ooc and p.id not in self.fresh
        held = ready and self.board.since_start(p.at, p.side) and self.board.in_full(p)
        return held and self.berth(p, p.at)

    def berth(self, p: Piece, port: str) -> bool:
        """Whether a ship may lie there, and the unit be put ashore (11.5)."""
        belgian = west.country(port) == "BE"
        if (belgian and p.nation == "french") or (not belgian and p.nation == "belgian"):
            return False
        if self.board.holder(west.ABBEVILLE) == "german" and west.north(port):
            return False
        open_ = self.board.port_open(port) and not self.board.beside_enemy(port, p.side)
        return open_ and (p.at == port or self.board.fits(port, [p])) and self.board.full(port, p.side, p.nation)

    # ---- E (12)

    def operational_movement(self) -> None:
        self.starts = {p.id: p.at for p in self.board.of(self.side)}
        self.supplied_at_start = {p.id: self.board.in_full(p) for p in self.ours(idle=False)}
        self.board.fed = self.supplied_at_start
        places = sorted({p.at for p in self.ours()})
        self.dice.shuffle(places)
        for place in places:
            for group in self.groups_at(place):
                if all(p.at == place and not p.did for p in group) and self.dice.random() < self.urge(group):
                    self.march(group, place)

    def urge(self, group: list[Piece]) -> float:
        """How likely they march; guns stay where they have something to fire at."""
        gun = next((p for p in group if p.type == GUN), None)
        return MARCH if gun is None else 0 if self.forts_beside(gun) else 1

    def groups_at(self, place: str) -> list[list[Piece]]:
        """Who goes together: one stack or two; guns with infantry alone; in a trench a man stays behind."""
        able = [p for p in self.board.on(place) if p.mobile and not p.did and self.starts[p.id] == place]
        if place in self.board.trenches:
            stay = [p for p in able if p.type == "infantry"][:1]
            able = [p for p in able if p not in stay] if self.dice.random() < 0.4 else []
        guns = [p for p in able if p.type == GUN]
        rest = [p for p in able if p.type != GUN]
        self.dice.shuffle(rest)
        cut = self.dice.randint(1, len(rest)) if rest and self.dice.random() < 0.5 else len(rest)
        groups = [group for group in (rest[:cut], rest[cut:]) if group]
        escort = next((group for group in groups if foot_of(group)), None)
        if guns and escort is not None:
            escort += guns
        return groups

    def march(self, group: list[Piece], start: str) -> None:
        plain = self.rules.points(group)
        extra = int(self.may_force(group, start) and self.dice.random() < 0.5)
        reach = self.rules.ways(self.board, group, start, plain + extra)
        found = {h: w for h, w in reach.items() if self.may_stop(h, group)}
        if not found:
            return
        goal = self.goal_of(found, group)
        path, left = found[goal]
        if self.twist(self, "move", {"group": group, "path": path, "left": left, "ways": found}):
            return
        # as this stack sets out: a town that cavalry held may be lost by then (4.8, 7.5)
        self.supplied_at_start.update({p.id: self.board.in_full(p) for p in group})
        rest = self.drag(group, path, plain + extra)
        forced = extra and left < 1
        if rest is not None and not forced and not any(p.type == GUN for p in rest) and self.dice.random() < FIGHT:
            self.march_assault(rest, goal, left - extra)

    def may_force(self, group: Sequence[Piece], start: str) -> bool:
        ready = all(p.type == "infantry" and not p.ooc and self.supplied_at_start[p.id] for p in group)
        return self.side == "german" and 2 <= self.turn <= 6 and ready and start in ground.west_of_meuse()

    def goal_of(self, found: dict, group: Sequence[Piece]) -> str:
        """Towards the enemy by and large, guns towards the next fortress."""
        foes = self.board.enemy_places(self.side)
        if any(p.type == GUN for p in group):
            forts = [p.at for p in self.board.pieces.values() if p.at and not p.mobile and p.side != self.side]
            return min(sorted(found), key=lambda h: west.nearest(h, forts))
        if self.dice.random() < 0.25:
            return self.dice.choice(sorted(found))
        return min(sorted(found), key=lambda h: west.nearest(h, foes) + 2 * self.dice.random())

    def drag(self, group: list[Piece], path: tuple[str, ...], budget: int) -> list[Piece] | None:
        self.slip(group, path)
        group = super().drag(group, path, budget)
        for place in [h for h in path[-1:] if self.board.zones.get(h, self.side) != self.side]:
            self.remove(place, "fortified-zone")
        return group

    def slip(self, group: list[Piece], path: tuple[str, ...]) -> None:
        """The wrong hex and a step taken back; a word to the other."""
        others = [h for h in raw.around_rows(path[0]) if h in west.area() and h != path[1]]
        if others and self.dice.random() < SLIP:
            self.note("a drag undone")
            self.hand.drag([p.id for p in group], self.dice.choice(others))
            self.hand.undo()
        if self.dice.random() < WORD:
            self.hand.say(self.dice.choice(WORDS))

    def dropped(self, group: list[Piece], place: str) -> list[Piece]:
        return group if any(p.type == GUN for p in group) else super().dropped(group, place)

    def may_stop(self, place: str, group: Sequence[Piece]) -> bool:
        if self.side == "german" and place == west.ABBEVILLE:
            return False  # 7.13
        dug = any(p.did == "dug" for p in self.board.on(place))
        if any(p.rides for p in group) and (dug or place in self.board.trenches):
            return False
        return self.board.fits(place, group)
