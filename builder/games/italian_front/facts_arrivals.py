"""Where reinforcements come in, what bars a hex of arrival, what headquarters bring along."""

from __future__ import annotations

from builder.games.italian_front.facts_base import seen
from builder.games.italian_front.facts_retreat import Retreats
from builder.model import Answer, Reason, Unit
from builder.rules.memory import remembered

HOSTS = {"german": "austro-hungarian", "french": "italian", "british": "italian"}  # guests arrive where they do (P111)
ENTRIES = {
    "italian": ("italian-arrival-cities", "italian-rail-edge"),
    "austro-hungarian": ("austrian-arrival-cities", "austrian-rail-edge"),
}


class Arrivals(Retreats):
    def bars_arrival(self, place: str, side: str) -> Answer[bool]:
        """Enemies in the hex, the enemy's hold on it, or rail that was cut (S25-3)."""
        foe = next(iter(self.foes_at(place, side)), None)
        if foe is not None:
            return Answer(True, (seen(foe.id, place),))
        cut = self.rail_cut(place)
        if cut:
            return Answer(True, (seen(f"rail of {place}", f"dead, {cut} went in"),))
        if self.given.blank and self.stated("control", place) is None:
            return Answer(False, (seen(f"enemies in {place}", "none"),))
        held = self.control(place)
        return Answer(held.value not in ("", side), held.reasons, held.needs)

    def entries(self, unit: Unit) -> frozenset[str]:
        """The hexes in which a unit may arrive; () on a blank map."""
        names = ENTRIES.get(HOSTS.get(unit.nation, unit.nation), ())
        return frozenset() if self.given.blank else frozenset().union(*map(self.region, names))

    @remembered
    def all_entries_barred(self, nation: str, side: str) -> bool:
        names = ENTRIES.get(HOSTS.get(nation, nation), ())
        places = [p for name in names for p in self.region(name)]
        return bool(places) and all(self.bars_arrival(p, side).value for p in places)

    def next_best(self, unit: Unit) -> frozenset[str]:
        """The nearest hexes with working friendly rail outside of enemy zones, where all of its own are barred."""
        entries = self.entries(unit)
        far = {}
        for place in self.sheet.hexes:
            if place not in entries and self._takes_trains(place, unit.side):
                far[place] = min(self.sheet.grid.distance(place, entry) for entry in entries)
        least = min(far.values(), default=0)
        return frozenset(place for place, hexes in far.items() if hexes == least)

    def _takes_trains(self, place: str, side: str) -> bool:
        if not self.has_rail(place) or self.bars_arrival(place, side).value or self.zone(place, side).value:
            return False
        return self.own_rail(place, side).value

    def own_rail(self, place: str, side: str) -> Answer[bool]:
        """Whether a line of the side works in a hex."""
        reasons: tuple[Reason, ...] = ()
        for near in self.neighbours(place):
            if not self.tracks(near, place).value:
                continue
            line = self.line(near, place)
            works, owner = line.value
            reasons = line.reasons
            if works and (owner in ("own", "") or self.game.side_of(owner) == side):
                return Answer(True, line.reasons, line.needs)
        return Answer(False, reasons or (seen(f"rail in {place}", "none"),))

    def listed_stock(self, unit: Unit) -> Answer[int] | None:
        """The supply that the schedule gives an arriving headquarters; None where no row names it (P6, P7)."""
        counter = self.counter_like(unit)
        if counter is None:
            return None
        for row in self.rows_of(unit.nation, "reinforcement"):
            if counter.id in row["units"].split() and not row.key.startswith("bridge"):
                return Answer(int(row["supply"] or 0), (self._row_reason(row),))
        return None
