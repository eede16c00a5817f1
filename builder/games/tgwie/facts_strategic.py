"""Strategic and sea movement: loads and limits (chapter 14)."""

from __future__ import annotations

from builder.games.tgwie.facts_base import book, joined, seen
from builder.games.tgwie.facts_victory import Victory
from builder.kit import areas
from builder.model import Action, Answer, Need, Unit

RUSSIANS = ("russian", "provisional")
SOUTH = "36"  # the southernmost row of the western front
CAPACITY = {"rail-central": "rail-central", "rail-russian": "rail-russian", "rail-allied": "rail-allied",
            "sea": "sea-allied"}  # fmt: skip


class Strategic(Victory):
    def capacity_name(self, action: Action) -> str:
        """The limit that a movement counts toward."""
        if action.verb == "ship":
            return "sea"
        side = self.actor(action)
        if side == "central":
            return "rail-central"
        russian = any(u.nation in RUSSIANS for u in self.units(action.units))
        return "rail-russian" if russian else "rail-allied"

    def ends(self, action: Action) -> tuple[str, str]:
        goal = action.path[-1] if action.path else action.place
        first = self.units(action.units)
        start = action.path[0] if len(action.path) > 1 else (first[0].place if first else "")
        return start, goal

    def rail_load(self, action: Action) -> Answer[int]:
        """Divisions, headquarters two, double outside the home countries (14.3, 14.4)."""
        start, goal = self.ends(action)
        name = self.capacity_name(action)
        units = self.units(action.units)
        at_home = {"rail-central": ("GE",), "rail-allied": ("FR", "IT")}.get(name)
        doubled, answers = False, []
        if at_home is not None:
            for place in (start, goal):
                country = self.country(place)
                answers.append(country)
                doubled = doubled or country.value not in at_home
        single = sum(self._weight(u) for u in units)
        rule = "14.3.C" if name == "rail-central" else "14.4.B"
        more = (seen("divisions", single), *((book("outside home", "double", rule),) if doubled else ()))
        return joined(single * (2 if doubled else 1), *answers, more=more)

    def _weight(self, unit: Unit) -> int:
        return 2 if self.is_hq(unit) else 1

    def sea_load(self, action: Action) -> Answer[int]:
        """Headquarters count two by sea (14.4.D; reading E38: never four)."""
        load = sum(self._weight(u) for u in self.units(action.units))
        return Answer(load, (seen("units by sea", load),))

    def load_of(self, action: Action) -> Answer[int]:
        return self.sea_load(action) if action.verb == "ship" else self.rail_load(action)

    def used(self, name: str) -> Answer[int]:
        """What a side has moved of a limit in this phase."""
        stated = self.said_number("used", name)
        done = self.ledger.sums.get(name, 0)
        return Answer(done + (stated.value if stated else 0), (seen(f"{name} used", done),
                                                                *(stated.reasons if stated else ())))  # fmt: skip

    def capacity(self, name: str) -> Answer[int]:
        return self.limit(CAPACITY[name])

    # ---- the path

    def rail_bar(self, side: str, place: str) -> tuple[str, str, Answer] | None:
        """(rule, why, because) of what keeps a train out of a hex, as far as is known (14.2.C)."""
        foes = [u for u in self.foes_at(place, side) if not self.newly_mobilised(u)]
        if foes:
            return "14.2.C.1", f"{foes[0].id} stands there", Answer(True, (seen(f"in {place}", foes[0].id),))
        fort = self.enemy_fort(side, place)
        if fort.known and fort.value:
            heavy = self.fort(place).value == "heavy"
            return "14.2.C.3" if heavy else "14.2.C.2", f"an intact enemy {'heavy ' if heavy else ''}fort", fort
        town, held = self.is_town(place), self.control(place)
        if town.known and town.value and held.known and held.value not in ("", side):
            city = self.has(place, "city").value
            return (
                "14.2.C.5" if city else "14.2.C.4",
                f"an enemy {'city' if city else 'town'}",
                joined(True, town, held),
            )
        neutral = self.neutral(place)
        if neutral.known and neutral.value:
            return "14.2.C.6", "neutral ground", neutral
        ground = self.terrain(place)
        return ("14.2.C.7", "alpine ground", ground) if ground.value == "alpine" else None

    def newly_mobilised(self, unit: Unit) -> bool:
        raise NotImplementedError

    def edge(self, side: str, theatre: str) -> frozenset[str]:
        """The hexes by which the trains of a side leave and enter a map (14.3.D, 14.4.C)."""
        if theatre == "italy":
            return self.region("italian-central-edge" if side == "central" else "italian-allied-edge")
        if side == "central":
            letter = "W" if theatre == "west" else "E"
            return frozenset(p for p in self.region("german-supply-edge") if p[0] == letter)
        south = frozenset(p for p in self.region("french-supply-edge") if p[1:3] == SOUTH)
        return south if theatre == "west" else frozenset()

    def edge_leads(self, side: str, place: str) -> Answer[bool]:
        """Whether a free path joins a hex to a friendly edge hex of its map; False for sure where none is friendly."""
        theatre = self.theatre(place)
        held = [self.held_by(p, side) for p in sorted(self.edge(side, theatre.value))]
        if held and all(h.known and not h.value for h in held):
            return Answer(False, (seen(f"friendly edge hexes of the {theatre.value} map", "none"),))
        goals = {p for p, h in zip(sorted(self.edge(side, theatre.value)), held, strict=True) if h.known and h.value}
        found = areas.area(place, self.neighbours, _Free(self, side, place, place),
                           lambda a, b: not ({"all-sea", "lake", "haff"} & self.side(a, b).value))  # fmt: skip
        out = next((p for p in sorted(goals) if p in found), "")
        needs = () if out else (Need("log", place, "the path of the rail movement"),)
        return Answer(bool(out), (seen(f"way from {place} to the edge", out or "none seen"),), needs)

    def rail_leads(self, side: str, start: str, end: str) -> Answer[bool]:
        """Whether a path keeps off enemies, their forts and towns, and from beside them but among friends (14.2.E)."""
        found = areas.area(start, self.neighbours, _Free(self, side, start, end),
                           lambda a, b: not ({"all-sea", "lake", "haff"} & self.side(a, b).value))  # fmt: skip
        there = end in found
        return Answer(there, (seen(f"way from {start} to {end}", "found" if there else "none"),))

    def in_one_line(self, places: tuple[str, ...]) -> bool:
        """Whether hexes hang together."""
        return set(areas.area(places[0], self.neighbours, frozenset(places))) == set(places)


class _Free:
    """The hexes a train may use, asked one by one."""

    def __init__(self, facts: Strategic, side: str, start: str, end: str):
        self.facts, self.side, self.ends = facts, side, (start, end)

    def __contains__(self, place: object) -> bool:
        if place in self.ends:
            return True
        text, facts = str(place), self.facts
        if facts.terrain(text).value in ("sea", "off the map") or facts.rail_bar(self.side, text) is not None:
            return False
        friends = any(u.side == self.side for u in facts.at(text))
        return friends or all(map(facts.newly_mobilised, facts.foes_beside(text, self.side)))
