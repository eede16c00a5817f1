"""After the dice: whether defenders must go, where they may go, who takes losses first, what it demoralizes."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from builder.games.italian_front.facts_base import book, missing, seen
from builder.games.italian_front.facts_battle import Battles
from builder.games.italian_front.facts_units import GUNS
from builder.games.italian_front.fight import Fight
from builder.model import Action, Answer, Need, Reason, Unit
from builder.rules.memory import remembered

NEARER, EQUAL, FARTHER = "nearer", "equal", "farther"
CLASSES = {  # (controlled, friends there, distance) -> class (S14-8.1 to S14-8.6)
    (False, None, NEARER): 1,
    (False, None, EQUAL): 2,
    (True, True, NEARER): 3,
    (True, True, EQUAL): 4,
    (False, None, FARTHER): 5,
    (True, True, FARTHER): 6,
}
LAST_CLASS = 7
SHARED_THIRD = ("german", "french", "british")  # whose losses shrink by retreating (S14-3; not S40-6, S42-3)
DM_EVENT = {
    "artillery": "cavalry-or-artillery-strength-point",
    "siege-artillery": "cavalry-or-artillery-strength-point",
    "cavalry": "cavalry-or-artillery-strength-point",
    "fortress": "fortress-strength-point",
    "engineer": "engineer-unit",
    "headquarters": "army-headquarters",
}


@dataclass(frozen=True, slots=True)
class Stand:
    """Whether the defenders of a hex have to leave it after a loss, and the rules that say so."""

    must: bool
    rules: tuple[str, ...]
    message: str
    reasons: tuple[Reason, ...]
    needs: tuple[Need, ...] = ()


class Retreats(Battles):
    # ---- forced retreat

    def stand(self, place: str, loss: int, fight: Fight | None = None) -> Stand:
        """S14-4 with its exceptions, the strongest first."""
        units = [u for u in self.at(place) if u.type != "supply"]
        if fight is not None:
            units = [u for u in units if u in fight.defenders] or units
        side = next((u.side for u in units), "")
        counted = [u for u in units if u.type not in GUNS and not self.retreated(u.id)]
        raw = [self.raw(u.id) for u in counted]
        base = sum(a.value for a in raw)
        reasons = tuple(r for a in raw for r in a.reasons)
        needs = tuple(n for a in raw for n in a.needs)
        extra = ("S14-17",) if any(self.retreated(u.id) for u in units) else ()
        extra += ("S29-14",) if any(u.type in GUNS for u in units) else ()
        fight = fight or self.open_fight() or Fight(self, Action("attack", place=place))
        fort = self.fortress_at(place, side)
        surrounded = self.surrounded(place, side)
        if surrounded.value and fort is None:
            dug = ("S20-12",) if self.trench(place) else ()
            return self._share(
                loss, base, Fraction(1, 4), ("S20-7", *dug, *extra), (*reasons, *surrounded.reasons), needs
            )
        if fort is not None:
            return self._beside_a_fort(place, loss, base, fight, units, (reasons, needs, extra))
        first = self.first_assault(fight, units)
        safe = self._never(place, fight)
        if safe is not None:
            rule, why = safe
            if first.value and rule != "S14-18":
                return self._share(loss, base, Fraction(1, 2), ("S33-3.b", *extra), (*reasons, *first.reasons), needs)
            return Stand(False, (rule, *extra), f"{place} cannot be forced", (*reasons, *why), needs)
        if first.value:
            return self._share(loss, base, Fraction(1, 2), ("S33-3.b", *extra), (*reasons, *first.reasons), needs)
        return self._works_or_share(place, loss, base, fight, units, (reasons, needs, extra))

    def _works_or_share(self, place, loss, base, fight, units, rest) -> Stand:
        """Trench or good ground hold to the last point; else the nation's share (S22-8, S22-16, S14-4)."""
        reasons, needs, extra = rest
        voids = [(rule, void) for rule, void in self.voids(fight) if void.value]
        exempt = self._exempted(units)
        dug, firm = bool(self.trench(place)), self.stiff(fight)
        lost = tuple(rule for rule, _ in voids) if dug or firm.value else ()
        if not voids and dug:
            return self._share(loss, base, Fraction(1), ("S22-8", *exempt, *extra), reasons, needs)
        if not voids and firm.value:
            lapse = self.lapses(fight, units)
            if not lapse.value:
                return self._share(
                    loss, base, Fraction(1), ("S22-16", *exempt, *extra), (*reasons, *firm.reasons), needs
                )
            lost = ("S33-9",)
        share, rule, why = self.share(units)
        more = tuple(r for _, void in voids for r in void.reasons)
        return self._share(
            loss, base, share.value, (rule, *lost, *extra), (*reasons, *why, *more), (*needs, *share.needs)
        )

    def _beside_a_fort(self, place, loss, base, fight, units, rest) -> Stand:
        reasons, needs, extra = rest
        rules = ("S21-5", "S14-4.b", *(("S20-9",) if self._said_surrounded(place, units) else ()), *extra)
        held = bool(self.trench(place)) or self.stiff(fight).value
        assault = self.full_assault(fight)
        if assault.value and not held:
            return self._share(loss, base, Fraction(1, 2), ("S33-8", *extra), (*reasons, *assault.reasons), needs)
        return Stand(False, rules, f"{place} has a fortress: nobody is forced out", reasons, needs)

    def _said_surrounded(self, place: str, units: list[Unit]) -> bool:
        return any(self.stated("surrounded", name) is not None for name in (place, *(u.id for u in units)))

    def _share(self, loss: int, base: int, share: Fraction, rules, reasons, needs) -> Stand:
        must = base > 0 and Fraction(loss) >= share * base
        words = f"a loss of {loss} of {base}, {share} of it forces a retreat"
        return Stand(
            must, tuple(rules), words, (*reasons, book("share that forces", str(share), rules[0])), tuple(needs)
        )

    def _never(self, place: str, fight: Fight) -> tuple[str, tuple[Reason, ...]] | None:
        """City centre, port, chosen urban, chosen mountain (S14-4.a, S14-18)."""
        ground = fight.ground()
        if ground.known and ground.value == "mountain":
            return "S14-18", ground.reasons
        found = self.features(place)
        if found.value & {"city", "port"} or (ground.known and ground.value == "urban"):
            return "S14-4.a", (*found.reasons, *ground.reasons)
        return None

    def stiff(self, fight: Fight) -> Answer[bool]:
        """Whether the chosen ground is good enough to hold to the last (S22-16)."""
        ground = fight.ground()
        if not ground.known or not self.year:
            return Answer(False)
        most = -3 if self.year <= 1915 else -2
        points = self.terrain_drm(ground.value, False)
        return Answer(points.value <= most, (*points.reasons, book("stiffens from", most, "S22-16")), points.needs)

    def lapses(self, fight: Fight, units: list[Unit]) -> Answer[bool]:
        """More assault points than defending strength (S33-9)."""
        stated = self.said_number("assault-points")
        points = [self.assault_points(u) for u in fight.attackers]
        total = stated.value if stated is not None else sum(a.value for a in points)
        strength = sum(self.raw(u.id).value for u in units)
        return Answer(total > strength, (seen("assault points", total), seen("defending strength", strength)))

    def share(self, units: list[Unit]) -> tuple[Answer[Fraction], str, tuple[Reason, ...]]:
        """The share of losses that forces a nation, its rule, and why (S14-4, S40-4, S40-5, S42-2)."""
        by: dict[str, int] = {}
        for unit in units:
            by[unit.nation] = by.get(unit.nation, 0) + self.raw(unit.id).value
        nation = max(by, key=by.__getitem__, default="")
        if nation == "austro-hungarian":
            if "german" in by:
                return Answer(Fraction(1, 2)), "S40-5", (seen("stacked with", "Germans"),)
            if not self.year:
                return Answer(Fraction(1, 2), needs=self.needs_of_date()), "S40-4", ()
            return Answer(Fraction(1, 3 if self.year <= 1915 else 2)), "S40-4", (self.moment(),)
        if nation == "italian":
            if not self.year:
                return Answer(Fraction(1, 2), needs=self.needs_of_date()), "S42-2", ()
            return Answer(Fraction(1, 3 if self.year <= 1917 else 2)), "S42-2", (self.moment(),)
        if not nation:
            return Answer(Fraction(1, 2), needs=(Need("given", "nation of the defenders"),)), "S14-4", ()
        return Answer(Fraction(1, 2)), "S14-4", (seen("defenders", nation),)

    def first_assault(self, fight: Fight, units: list[Unit]) -> Answer[bool]:
        """Whether this is the first turn on which full-strength assault strikes the nation (S33-3, I3-7, I13-4)."""
        if not self.full_assault(fight).value:
            return Answer(False)
        if self._exempted(units):
            return Answer(False, (book("first assault turn", "not here", self._exempted(units)[0]),))
        by: dict[str, int] = {}
        for unit in units:
            by[unit.nation] = by.get(unit.nation, 0) + self.raw(unit.id).value
        nation = max(by, key=by.__getitem__, default="")  # most of the strength decides of a mixed stack (S33-3.c)
        stated = self.said_yes("first-assault", nation) or self.said_yes("first-assault")
        if stated is not None:
            return stated
        noted = self.ledger.note("first-assault", nation)
        if noted:
            return Answer(noted == str(self.when.turn), (seen("first assault on", f"{nation}, turn {noted}"),))
        if self.base == "oct-1917" and self.scenario and self.when.turn == self.scenario.first_turn:
            return Answer(True, (book("first assault turn", self.label, "S33-3"),))
        return Answer(False)

    def _exempted(self, units: list[Unit]) -> tuple[str, ...]:
        """Why the first turn of assault does not count: British and French, and everybody in June 1918."""
        if units and all(u.nation in ("british", "french") for u in units if u.nation) and any(u.nation for u in units):
            return ("I3-7",)
        return ("I13-4",) if self.base == "june-1918" else ()

    def reduced(self, loss: int, nation: str) -> Answer[int]:
        """Losses of those who retreat: a third less, nearest whole (S14-3); not Austrians and Italians."""
        if nation not in SHARED_THIRD:
            rule = {"austro-hungarian": "S40-6", "italian": "S42-3"}.get(nation, "S14-3")
            return Answer(loss, (book(f"losses of {nation}", "no third off", rule),))
        value = int(Fraction(2 * loss, 3) + Fraction(1, 2))
        return Answer(value, (book("a third off", value, "S14-3"),))

    def losses_in_retreat(self, place: str, loss: int) -> Answer[tuple[int, ...]]:
        """What a fortress gives, and what its companions who leave still give (S21-5, S14-3)."""
        fort = self.fortress_at(place)
        units = [u for u in self.at(place) if u.type != "fortress"]
        nation = next((u.nation for u in units if u.nation), "")
        first = min(loss, self.raw(fort.id).value) if fort is not None else 0
        rest = self.reduced(loss - first, nation)
        return Answer((first, rest.value), (book("the fortress first", first, "S21-5"), *rest.reasons))

    def surrenders(self, name: str) -> Answer[bool]:
        """Whether a surrounded unit that must go finds no hex to go to (S20-8, S20-10)."""
        unit = self.unit(name)
        if unit is None:
            return missing("given", name)
        cut, here = self.surrounded(unit.place, unit.side), self.zone(unit.place, unit.side)
        if not cut.value:
            return Answer(False, cut.reasons, cut.needs)
        reasons = [*cut.reasons, *here.reasons]
        for place in self.retreat_hexes(name):
            side, zone = self.side(unit.place, place), self.zone(place, unit.side)
            shut = side.shut or self.closed(place) or bool(self.foes_at(place, unit.side))
            if not shut and (not here.value or not zone.value or self.fortress_at(place, unit.side) is not None):
                return Answer(False, (*cut.reasons, seen("a hex to go to", place)))
            reasons += zone.reasons
        return Answer(True, tuple(reasons))

    # ---- where to

    @remembered
    def distance_word(self, name: str, place: str) -> Answer[str]:
        """Whether a hex is nearer the headquarters that supplies the unit, as far, or farther (S14-7)."""
        stated = self.stated("nearer-supply", place)
        if stated is not None:
            return stated
        unit = self.unit(name)
        hq = self._headquarters_of(name)
        if unit is None or hq is None or self.given.blank:
            return missing("given", f"nearer-supply {place}")
        here, there = self._line_to(name, unit, hq.place), self._from(name, unit, place, hq.place)
        if here.value < 0 or there.value < 0:
            return missing("given", f"nearer-supply {place}")
        word = NEARER if there.value < here.value else FARTHER if there.value > here.value else EQUAL
        told = seen(f"{place} to {hq.id}", f"{there.value}, from {unit.place} {here.value}")
        return Answer(word, (told, *there.reasons, *here.reasons))

    def _from(self, name: str, unit: Unit, place: str, goal: str) -> Answer[int]:
        return self._line_to(name, unit._replace(place=place), goal)

    def _headquarters_of(self, name: str) -> Unit | None:
        """The one that supplied the unit in this battle; else the only one of its nation."""
        noted = self.ledger.note("supplied-by", name)
        if noted and noted != "none":
            return self.unit(noted)
        unit = self.unit(name)
        own = [
            u
            for u in self.state.units.values()
            if unit is not None and u.nation == unit.nation and u.type == "headquarters" and self.on_map(u.place)
        ]
        return own[0] if len(own) == 1 else None

    def retreat_class(self, name: str, place: str) -> Answer[int]:
        """1 to 7 by S14-8; 0 where nobody may go there."""
        unit = self.unit(name)
        if unit is None:
            return missing("given", name)
        side = self.side(unit.place, place)
        if side.shut or self.closed(place) or self.foes_at(place, unit.side):
            return Answer(0, side.reasons)
        zone, friend = self.zone(place, unit.side), self.held(place, unit.side, (name,))
        if zone.value and not friend.value:
            return Answer(LAST_CLASS, (*zone.reasons, *friend.reasons))
        near = self.distance_word(name, place)
        if not near.known:
            return Answer(0, near.reasons, near.needs)
        found = CLASSES[(zone.value, True if zone.value else None, near.value)]
        return Answer(found, (*zone.reasons, *(friend.reasons if zone.value else ()), *near.reasons))

    def retreat_hexes(self, name: str) -> tuple[str, ...]:
        """The hexes around a unit that a case says something of; on the map all of them."""
        unit = self.unit(name)
        if unit is None:
            return ()
        around = self.neighbours(unit.place)
        if not self.given.blank:
            return around
        told = {args[0] for word in ("nearer-supply", "zoc", "friend") for args, _ in self.given.all(word) if args}
        told |= {u.place for u in self.state.units.values()}
        return tuple(p for p in around if p in told)

    def takes_in(self, place: str, unit: Unit, group: tuple[str, ...]) -> bool:
        """Whether a hex has room for those who retreat, and is open to a minimum move (S14-10, S14-16)."""
        divisions, guns = self.divisions(place, (), group), self.guns(place, (), group)
        room, room_guns = self.room(place)
        if divisions.value > room.value or guns.value > room_guns.value:
            return False
        _, may = self.guaranteed(unit, unit.place, place)
        return may.value or bool(may.needs)

    # ---- demoralization

    def loss_points(self, units: list[Unit], surrendered: bool) -> Answer[int]:
        """What the loss of these units, whole, costs in demoralization points (S26-3)."""
        total, reasons = 0, []
        column = "surrendered" if surrendered else "points"
        for unit in units:
            if unit.type == "headquarters" and unit.size == "XXX":
                continue
            event = DM_EVENT.get(unit.type, "infantry-type-strength-point")
            each = self.number("dm_events", event, column)
            count = 1 if unit.type in ("engineer", "headquarters") else self.raw(unit.id).value
            total += each.value * count
            reasons += each.reasons
        return Answer(total, tuple(reasons))

    # ---- fortresses

    def fort_turns(self, strength: int) -> Answer[int]:
        """How many turns a surrounded fortress holds before it is prone (S21-10)."""
        turns = 7 if strength <= 12 else 14 if strength <= 23 else 28
        return Answer(turns, (book(f"a fortress of {strength}", turns, "S21-10"),))

    def fort_falls(self, strength: int, surrounded: int, roll: int) -> Answer[bool]:
        """Whether it surrenders on a roll, so many full turns after it was cut off (S21-11, P63)."""
        prone = surrounded + 1 - self.fort_turns(strength).value
        reasons = (book("turns prone", prone, "S21-10"), book("roll less one", roll - 1, "S21-11"))
        return Answer(prone >= 1 and roll - 1 <= prone, reasons)

    def fort_replacement(self, strength: int) -> Answer[int]:
        """Replacement points for a fortress given up: a third, fractions dropped (S21-9, P64)."""
        return Answer(strength // 3, (book(f"a third of {strength}", strength // 3, "S21-9"),))
