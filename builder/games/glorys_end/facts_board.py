"""The map: which hexes there are, what touches what, terrain, sides, places, countries, markers."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import lru_cache

from builder.games.glorys_end.facts_base import GRID, Base, remembered, seen
from builder.kit.movement import Cost
from builder.kit.tables import number
from builder.model import GIVEN, Answer, Evidence, MapHex, Marker, Need, Reason, Tag, hexside
from builder.rules.memory import Same, lasting

BLANK_SIDE = Answer(frozenset(), (Reason("blank map", "nothing along its sides", GIVEN),))
COUNTRY_WORDS = {"france": "FR", "belgium": "BE", "luxembourg": "LU", "germany": "GE", "holland": "NL",
                 "switzerland": "CH", "england": "GB"}  # fmt: skip
NEUTRALS = {"NL": "holland", "BE": "belgium", "LU": "luxembourg"}
OTHER = {"allied": "german", "german": "allied"}
ABBEVILLE, LIEGE, BRUSSELS, MELUN, PARIS_SOUTH = "2038", "1621", "1525", "3334", "3136"
PARIS = ("3036", "3037", "3136")
ACROSS = {"E": "W", "NE": "SW", "NW": "SE", "W": "E", "SW": "NE", "SE": "NW"}


@lru_cache(maxsize=8)
def _by_place(markers: Same) -> dict[str, tuple[Marker, ...]]:
    found: dict[str, tuple[Marker, ...]] = {}
    for marker in markers.value.values():
        found[marker.place] = (*found.get(marker.place, ()), marker)
    return found


class Board(Base):
    # ---- shape

    @property
    @remembered
    def area(self) -> frozenset[str]:
        """The hexes in play where the scenario uses part of the map, else none."""
        return frozenset(self.scenario.area) if self.scenario is not None and not self.given.blank else frozenset()

    def is_number(self, place: str) -> bool:
        return len(place) == 4 and place.isdigit()

    @property
    @remembered
    def boxes(self) -> frozenset[str]:
        return frozenset(box.id for box in self.sheet.boxes)

    def on_map(self, place: str) -> bool:
        """Whether a unit there is in play on the map; on a blank map any place but the boxes is."""
        if self.given.blank:
            return bool(place) and place not in self.boxes
        return place in self.sheet.hexes and (not self.area or place in self.area)

    @property
    @lasting
    def drawn(self) -> dict[str, dict[str, Reason]]:
        """What cases drew: adjacent pairs, rows, and pairs with something along their side."""
        pairs: dict[str, dict[str, Reason]] = {}

        def join(a: str, b: str, value: str) -> None:
            pairs.setdefault(a, {})[b] = pairs.setdefault(b, {})[a] = Reason(f"adjacent {a}|{b}", value, GIVEN)

        for args, value in (*self.given.all("adjacent"), *self.given.all("side")):
            if args and "|" in args[0]:
                a, _, b = args[0].partition("|")
                join(a, b, "no" if value == "no" else "yes")
        for args, _ in self.given.all("row"):
            places = args[0].split("-")
            for a, b in itertools.pairwise(places):
                join(a, b, "yes")
        return pairs

    @lasting
    def neighbours(self, place: str) -> tuple[str, ...]:
        """All hexes known to touch this one; for a label of a case those that the case says."""
        drawn = self.drawn.get(place, {})
        stated = tuple(near for near, reason in drawn.items() if reason.value == "yes")
        if not self.is_number(place):
            return stated
        if self.given.blank:
            round_it = self.sheet.grid.neighbours(place)
        else:
            round_it = tuple(n for n in self.sheet.neighbours(place) if self.on_map(n))
        return tuple(n for n in round_it if n not in drawn or drawn[n].value == "yes") + tuple(
            n for n in stated if n not in round_it
        )

    @lasting
    def adjacent(self, a: str, b: str) -> Answer[bool]:
        stated = self.drawn.get(a, {}).get(b)
        if stated is not None:
            return Answer(stated.value == "yes", (stated,))
        if self.is_number(a) and self.is_number(b):
            touch = self.sheet.grid.distance(a, b) == 1
            return Answer(touch, (Reason(f"adjacent {a}|{b}", "yes" if touch else "no", GRID),))
        if not self.given.blank:
            return Answer(False, (seen(f"adjacent {a}|{b}", "no"),))  # a box touches nothing
        return Answer(False, needs=(Need("given", f"adjacent {a}|{b}"),))

    def around(self, place: str) -> tuple[str, ...]:
        """The six in their circle, on the map or not; () for a label."""
        return self.sheet.grid.neighbours(place) if self.is_number(place) else ()

    def direction(self, a: str, b: str) -> str:
        """The compass direction from a to its neighbour b, "" where it cannot be told."""
        round_it = self.around(a)
        return self.sheet.grid.directions[round_it.index(b)] if b in round_it else ""

    # ---- ground

    def _hex(self, place: str) -> MapHex | None:
        return None if self.given.blank else self.sheet.hexes.get(place)

    def _map_reason(self, hex_: MapHex, column: str, name: str, value: object) -> Reason:
        evidence = hex_.evidence.get(column) or hex_.evidence.get("") or Evidence(Tag.CHOSEN)
        return Reason(f"{name} {hex_.id}", value, self.weigh(evidence), f"map/hexes.csv:{hex_.id}:{column}")

    @lasting
    def terrain(self, place: str) -> Answer[str]:
        stated = self.stated("terrain", place)
        if stated is not None:
            return stated
        if self.given.blank:
            if self.given.terrain:
                return Answer(self.given.terrain, (Reason(f"terrain {place}", self.given.terrain, GIVEN),))
            return Answer("", needs=(Need("map/hexes.csv", place, "terrain"),))
        hex_ = self._hex(place)
        if hex_ is None:
            return Answer("off the map", (Reason(f"terrain {place}", "off the map", self.ground),))
        return Answer(hex_.terrain, (self._map_reason(hex_, "terrain", "terrain", hex_.terrain),))

    @lasting
    def features(self, place: str) -> Answer[frozenset[str]]:
        """Town, city, port, inland-port, coast, fortress, closed; on a blank map what was stated of the place."""
        stated = self.stated("place", place)
        if stated is not None:
            return Answer(frozenset(stated.value.replace(",", " ").split()) - {"none"}, stated.reasons)
        hex_ = self._hex(place)
        if hex_ is not None:
            found = frozenset(hex_.features)
            return Answer(found, (self._map_reason(hex_, "features", "place", " ".join(sorted(found)) or "open"),))
        if self.given.blank and not self.given.terrain:
            return Answer(frozenset(), needs=(Need("map/hexes.csv", place, "features"),))
        return Answer(frozenset(), (Reason(f"place {place}", "open", self.ground),))

    def is_coast(self, place: str) -> Answer[bool]:
        """Whether the sea touches a hex: a port does but for the inland ones (7.9)."""
        found = self.features(place)
        coast = "coast" in found.value or ("port" in found.value and "inland-port" not in found.value)
        return Answer(coast, found.reasons, found.needs)

    def is_town(self, place: str) -> Answer[bool]:
        found = self.features(place)
        return Answer(bool(found.value & {"town", "city"}), found.reasons, found.needs)

    @lasting
    def side(self, a: str, b: str) -> Answer[frozenset[str]]:
        """What runs along the side between two neighbours: river, major-river, all-sea, border, meuse-line."""
        stated = self.stated("side", f"{a}|{b}")
        if stated is not None:
            words = frozenset(stated.value.replace(",", " ").split()) - {"none", "open", "plain"}
            return Answer(words, stated.reasons)
        if self.given.blank:
            if self.given.terrain:
                return BLANK_SIDE
            return Answer(frozenset(), needs=(Need("map/hexsides.csv", str(hexside(a, b)), "kind"),))
        found = self.sheet.sides.get(hexside(a, b), ())
        reasons = tuple(
            Reason(f"side {s.side}", s.kind, self.weigh(s.evidence), f"map/hexsides.csv:{s.side}") for s in found
        )
        if not reasons:
            reasons = (Reason(f"side {hexside(a, b)}", "open", self.ground),)
        return Answer(frozenset(s.kind for s in found), reasons)

    @lasting
    def country(self, place: str) -> Answer[str]:
        """Its code: FR, BE, LU, GE, NL, CH, GB; "" where none is known on a blank map of open ground."""
        stated = self.stated("country", place)
        if stated is not None:
            return Answer(COUNTRY_WORDS.get(stated.value.casefold(), stated.value.upper()), stated.reasons)
        hex_ = self._hex(place)
        if hex_ is None:
            return Answer("", needs=(Need("map/hexes.csv", place, "owner"),))
        return Answer(hex_.owner, (self._map_reason(hex_, "owner", "country", hex_.owner),))

    @lasting
    def west_of_meuse(self, place: str) -> Answer[bool]:
        stated = self.said_yes("west-of-meuse", place)
        if stated is not None:
            return stated
        if self.given.blank:
            return Answer(False, needs=(Need("map/regions.csv", "west-of-meuse", place),))
        west = place in self._region("west-of-meuse")
        evidence = self.weigh(Evidence(Tag.DEDUCED, "3.8"))
        return Answer(west, (Reason(f"west of the Meuse {place}", "yes" if west else "no", evidence),))

    @lasting
    def _region(self, name: str) -> frozenset[str]:
        return frozenset(self.sheet.regions.get(name, ()))

    def violated(self, country: str) -> Answer[bool]:
        """Whether a neutral was invaded; the Marne and the historical campaign say so themselves.

        In the free set-up the German placing decides (3.6): noted as play begins, else known while he stands there.
        """
        found = self.said_yes("violated", country)
        if found is not None:
            return found
        noted = self.ledger.note("violated", country)
        if noted:
            return Answer(noted == "yes", (seen(f"German units in {country} at the start", noted),))
        if self.scenario is not None and self.scenario.rule == "3.5":
            code = {name: code for code, name in NEUTRALS.items()}[country]
            for place in self.state.by_place:
                invaders = [u for u in self.at(place) if u.side == "german"]
                if invaders and self.on_map(place) and self.country(place).value == code:
                    return Answer(True, (seen(invaders[0].id, place),))
            return Answer(country != "holland", needs=(Need("given", f"violated {country}"),))
        return (
            Answer(True, (Reason(f"violated {country}", "yes", Evidence(Tag.BOOK, "3.2")),))
            if (country in ("belgium", "luxembourg"))
            else Answer(False, (Reason(f"violated {country}", "no", Evidence(Tag.BOOK, "3.2")),))
        )

    @remembered
    def shut(self, place: str) -> Answer[bool]:
        """Ground no unit enters: Switzerland, a neutral nobody invaded, hexes the map closes."""
        if self.given.blank and self.stated("country", place) is None:
            return Answer(False, (Reason(f"place {place}", "open", GIVEN),))
        country = self.country(place)
        if country.value == "CH":
            return Answer(True, country.reasons)
        if country.value in NEUTRALS:
            invaded = self.violated(NEUTRALS[country.value])
            return Answer(not invaded.value, country.reasons + invaded.reasons, invaded.needs)
        features = self.features(place)
        return Answer("closed" in features.value, country.reasons + features.reasons)

    # ---- cost of a step, whoever takes it

    def step(self, a: str, b: str) -> Cost | None:
        """Points to go from a to its neighbour b by the terrain chart; None where nobody may.

        With unknown ground the points are the least it may cost, and the needs say what is missing.
        """
        return None if not self.on_map(b) or self.shut(b).value else self._over(a, b)

    @lasting
    def _over(self, a: str, b: str) -> Cost | None:
        """What the ground costs; None over the sea."""
        terrain, side = self.terrain(b), self.side(a, b)
        if terrain.value in ("sea", "off the map") or "all-sea" in side.value:
            return None
        chart = self.game.tables["terrain"]
        points, reasons, needs = 1, [*terrain.reasons], [*terrain.needs, *side.needs]
        if terrain.known:
            cost = number(chart, terrain.value, "movement", self.weigh)
            points = cost.value
            needs += cost.needs
            reasons += (Reason(terrain.value, r.value and int(r.value), r.evidence, r.source) for r in cost.reasons)
        for kind in sorted(side.value & {"river", "major-river"}):
            extra = number(chart, kind, "movement", self.weigh)
            points += extra.value
            needs += extra.needs
            reasons += side.reasons
            reasons += (Reason(kind.replace("-", " "), extra.value, r.evidence, r.source) for r in extra.reasons)
        return Cost(points, tuple(reasons), tuple(needs))

    # ---- markers

    @property
    @remembered
    def _markers(self) -> dict[str, tuple[Marker, ...]]:
        return _by_place(Same(self.state.markers))  # one position after another has the same ones

    def markers(self, place: str, kind: str) -> Iterator[Marker]:
        return (m for m in self._markers.get(place, ()) if m.kind == kind)

    def trench(self, place: str) -> str:
        """The side whose finished trench is there, "" where there is none; one still being dug protects nobody."""
        for marker in self.markers(place, "trench"):
            if marker.face == "front":
                return marker.side or self.ledger.note("trench-of", place) or self._holder(place)
        return ""

    def zone(self, place: str) -> str:
        """The side whose intact fortified zone is there, or ""."""
        for marker in self.markers(place, "fortified-zone"):
            return marker.side or self._builder_of_zone(place) or self._holder(place)
        return ""

    def _builder_of_zone(self, place: str) -> str:
        """Zones stand from the start and are never built again (14.1): a marker of no side is its country's."""
        country = self.country(place)
        if country.needs or not all(reason.evidence.tag.proven for reason in country.reasons):
            return ""
        row = self.game.tables["countries"].rows.get(country.value)
        return "allied" if country.value in NEUTRALS else row["side"] if row is not None else ""

    def _holder(self, place: str) -> str:
        return next((u.side for u in self.state.at(place)), "")
