"""The maps: which hexes there are, what touches what, terrain, sides, places, countries, theatres."""

from __future__ import annotations

import itertools
import re

from builder.games.tgwie.facts_base import seen
from builder.games.tgwie.facts_calendar import Calendar
from builder.games.tgwie.ground import ITALY
from builder.model import GIVEN, Answer, Evidence, MapHex, MapSheet, Need, Reason, Tag, hexside
from builder.rules.memory import lasting, remembered

NUMBER = re.compile(r"[WE]\d{4}")
SIDE_LABEL = re.compile(r"(.+)\|([1-6])")  # a hex of a case that lies across a numbered side
NO_NATION = {"albania": "AL", "holland": "NL", "switzerland": "CH", "luxembourg": "LU", "poland": "RP"}
GRID = Evidence(Tag.BOOK, "12.10")
CLOSED = ("NL", "CH", "DK", "SW")
PLAIN = frozenset({"none", "open", "plain", "nothing"})


class Board(Calendar):
    # ---- shape

    def is_number(self, place: str) -> bool:
        return NUMBER.fullmatch(place) is not None

    @property
    @lasting
    def _sheets(self) -> dict[str, MapSheet]:
        return {place: sheet for sheet in self.game.maps for place in sheet.hexes}

    @property
    @lasting
    def _names(self) -> dict[str, str]:
        """Names printed on the maps that one hex alone bears."""
        found: dict[str, list[str]] = {}
        for sheet in self.game.maps:
            for hex_ in sheet.hexes.values():
                if hex_.place:
                    found.setdefault(hex_.place.casefold(), []).append(hex_.id)
        return {name: hexes[0] for name, hexes in found.items() if len(hexes) == 1}

    def place_of(self, word: str) -> str:
        """A hex by its number or the name printed there; any other word stays."""
        return word if self.is_number(word) else self._names.get(word.casefold().replace("_", " "), word)

    def sheet(self, place: str) -> MapSheet | None:
        return self._sheets.get(place) or next(
            (s for s in self.game.maps if self.is_number(place) and s.grid.prefix == place[0]), None)  # fmt: skip

    def on_map(self, place: str) -> bool:
        """Whether a unit there is in play on a map; on a blank map any place but the boxes is."""
        if self.given.blank:
            return bool(place) and place not in self._boxes
        return place in self._sheets

    @property
    @lasting
    def _boxes(self) -> frozenset[str]:
        return frozenset(box.id for sheet in self.game.maps for box in sheet.boxes)

    @remembered
    def theatre(self, place: str) -> Answer[str]:
        """West, italy or east. A label of a case lies on the map that the case speaks of."""
        stated = self.stated("theatre", place)
        if stated is not None:
            return stated
        if self.is_number(place):
            italian = place in self.region(ITALY)
            word = "italy" if italian else {"W": "west", "E": "east"}[place[0]]
            return Answer(word, (Reason(f"map of {place}", word, Evidence(Tag.BOOK, "2.2.1.C")),))
        spoken = self._spoken_of()
        if len(spoken) == 1:
            return Answer(spoken[0], (Reason(f"map of {place}", spoken[0], GIVEN),))
        return Answer("", needs=(Need("given", f"theatre {place}"),))

    def _spoken_of(self) -> tuple[str, ...]:
        """The maps that a case names by its phase, its weather or the numbers in it."""
        ordinal = self.when.phase.partition("-")[0]
        if ordinal in ("east", "west"):
            return (ordinal,)
        for combat in ("combat-west", "combat-east"):
            if combat in self.when.phase:
                return (combat.removeprefix("combat-"),)
        named = {args[0] for args, _ in self.given.all("weather") if args}
        named |= {value for _, value in self.given.all("theatre")}
        named |= {"west" if u.place[0] == "W" else "east" for u in self.state.units.values()
                  if self.is_number(u.place.partition("|")[0])}  # fmt: skip
        return tuple(sorted(named))

    @property
    @lasting
    def drawn(self) -> dict[str, dict[str, Reason]]:
        """What cases drew: adjacent pairs, rows, pairs with something along their side, pairs a hex apart."""
        pairs: dict[str, dict[str, Reason]] = {}

        def join(a: str, b: str, value: str) -> None:
            pairs.setdefault(a, {})[b] = pairs.setdefault(b, {})[a] = Reason(f"adjacent {a}|{b}", value, GIVEN)

        for args, value in (*self.given.all("adjacent"), *self.given.all("side")):
            if args and "|" in args[0] and not SIDE_LABEL.fullmatch(args[0]):
                a, _, b = args[0].partition("|")
                join(a, b, "no" if value == "no" else "yes")
        for args, value in self.given.all("distance"):
            if args and "|" in args[0]:
                a, _, b = args[0].partition("|")
                join(a, b, "yes" if value == "1" else "no")
        for args, _ in self.given.all("row"):
            for a, b in itertools.pairwise(args[0].split("-")):
                join(a, b, "yes")
        return pairs

    @lasting
    def neighbours(self, place: str) -> tuple[str, ...]:
        """All hexes known to touch this one; for a label of a case those that the case says."""
        drawn = self.drawn.get(place, {})
        stated = tuple(near for near, reason in drawn.items() if reason.value == "yes")
        sheet = self.sheet(place) if self.is_number(place) else None
        if sheet is None:
            return stated
        around = sheet.grid.neighbours(place) if self.given.blank else sheet.neighbours(place)
        kept = tuple(n for n in around if n not in drawn or drawn[n].value == "yes")
        return kept + tuple(n for n in stated if n not in around)

    @lasting
    def adjacent(self, a: str, b: str) -> Answer[bool]:
        stated = self.drawn.get(a, {}).get(b)
        if stated is not None:
            return Answer(stated.value == "yes", (stated,))
        for one, other in ((a, b), (b, a)):
            across = SIDE_LABEL.fullmatch(one)
            if across is not None:
                return Answer(across[1] == other, (Reason(f"{one} across a side of", across[1], GIVEN),))
        if self.is_number(a) and self.is_number(b):
            sheet = self.sheet(a)
            touch = sheet is not None and a[0] == b[0] and sheet.grid.distance(a, b) == 1
            return Answer(touch, (Reason(f"adjacent {a}|{b}", "yes" if touch else "no", GRID),))
        if a == b or not self.given.blank:
            return Answer(False, (seen(f"adjacent {a}|{b}", "no"),))  # a box touches nothing
        return Answer(False, needs=(Need("given", f"adjacent {a}|{b}"),))

    def near(self, a: str, b: str) -> Answer[bool]:
        """The same hex or one beside it."""
        return Answer(True, (seen("hex", a),)) if a == b else self.adjacent(a, b)

    def around(self, place: str) -> tuple[str, ...]:
        """The six in their circle, on the map or not; () for a label."""
        sheet = self.sheet(place) if self.is_number(place) else None
        return sheet.grid.neighbours(place) if sheet is not None else ()

    def direction(self, a: str, b: str) -> Answer[str]:
        """The compass direction from a to its neighbour b."""
        stated = self.stated("direction", f"{a}-{b}")
        if stated is not None:
            return stated
        around, sheet = self.around(a), self.sheet(a)
        if sheet is not None and b in around:
            word = sheet.grid.directions[around.index(b)]
            return Answer(word, (Reason(f"direction {a}-{b}", word, GRID),))
        return Answer("", needs=(Need("given", f"direction {a}-{b}"),))

    @lasting
    def distance(self, a: str, b: str) -> Answer[int]:
        """Hexes from one place to another as the crow flies."""
        stated = self.said_number("distance", f"{a}|{b}")
        if stated is not None:
            return stated
        if a == b:
            return Answer(0, (seen("hex", a),))
        sheet = self.sheet(a)
        if self.is_number(a) and self.is_number(b) and sheet is not None and a[0] == b[0]:
            far = sheet.grid.distance(a, b)
            return Answer(far, (Reason(f"distance {a}|{b}", far, GRID),))
        touch = self.adjacent(a, b)
        if touch.known and touch.value:
            return Answer(1, touch.reasons)
        return Answer(0, needs=(Need("given", f"distance {a}|{b}"),))

    # ---- ground

    def _hex(self, place: str) -> MapHex | None:
        sheet = None if self.given.blank else self._sheets.get(place)
        return sheet.hexes[place] if sheet is not None else None

    def _printed(self, place: str) -> MapHex | None:
        """A hex whose terrain the book itself states; it holds on a blank map too (2.2.2)."""
        sheet = self._sheets.get(place)
        hex_ = sheet.hexes[place] if sheet is not None else None
        evidence = hex_.evidence.get("terrain") if hex_ is not None else None
        return hex_ if evidence is not None and evidence.tag is Tag.BOOK else None

    def _map_reason(self, hex_: MapHex, column: str, name: str, value: object) -> Reason:
        evidence = hex_.evidence.get(column) or hex_.evidence.get("") or Evidence(Tag.CHOSEN)
        sheet = self._sheets[hex_.id].id
        return Reason(f"{name} {hex_.id}", value, self.weigh(evidence), f"{sheet}/hexes.csv:{hex_.id}:{column}")

    @lasting
    def terrain(self, place: str) -> Answer[str]:
        stated = self.stated("terrain", place)
        if stated is not None:
            return stated
        hex_ = self._hex(place) or self._printed(place)
        if hex_ is not None:
            return Answer(hex_.terrain, (self._map_reason(hex_, "terrain", "terrain", hex_.terrain),))
        if not self.given.blank:
            return Answer("off the map", (Reason(f"terrain {place}", "off the map", self.ground),))
        if self.given.terrain:
            return Answer(self.given.terrain, (Reason(f"terrain {place}", self.given.terrain, GIVEN),))
        return Answer("", needs=(Need("hexes.csv", place, "terrain"),))

    @lasting
    def features(self, place: str) -> Answer[frozenset[str]]:
        """Town, city, port, fortress, heavy, victory…; on a blank map what was stated of the place."""
        stated = self.stated("place", place)
        if stated is not None:
            return Answer(frozenset(stated.value.replace(",", " ").split()) - PLAIN, stated.reasons)
        hex_ = self._hex(place)
        if hex_ is not None:
            found = frozenset(hex_.features)
            return Answer(found, (self._map_reason(hex_, "features", "place", " ".join(sorted(found)) or "open"),))
        if self.given.blank and not self.given.terrain:
            return Answer(frozenset(), needs=(Need("hexes.csv", place, "features"),))
        return Answer(frozenset(), (Reason(f"place {place}", "open", self.ground),))

    def has(self, place: str, *features: str) -> Answer[bool]:
        found = self.features(place)
        return Answer(bool(found.value & set(features)), found.reasons, found.needs)

    def is_town(self, place: str) -> Answer[bool]:
        return self.has(place, "town", "city")

    @lasting
    def side(self, a: str, b: str) -> Answer[frozenset[str]]:
        """What runs along the side between two neighbours: river, lake, all-sea, pass, haff, border…"""
        stated = self.stated("side", f"{a}|{b}")
        if stated is None:
            label = next((x for x in (a, b) if SIDE_LABEL.fullmatch(x)), None)
            stated = self.stated("side", label) if label else None
        if stated is not None:
            return Answer(frozenset(stated.value.replace(",", " ").split()) - PLAIN, stated.reasons)
        sheet = None if self.given.blank else self._sheets.get(a)
        if sheet is None:
            if self.given.blank and not self.given.terrain:
                return Answer(frozenset(), needs=(Need("hexsides.csv", str(hexside(a, b)), "kind"),))
            return Answer(frozenset(), (Reason(f"side {a}|{b}", "open", self.ground),))
        found = sheet.sides.get(hexside(a, b), ())
        reasons = tuple(Reason(f"side {s.side}", s.kind, self.weigh(s.evidence), f"{sheet.id}/hexsides.csv:{s.side}")
                        for s in found)  # fmt: skip
        return Answer(frozenset(s.kind for s in found),
                      reasons or (Reason(f"side {hexside(a, b)}", "open", self.ground),))  # fmt: skip

    @lasting
    def country(self, place: str) -> Answer[str]:
        """Its code: FR, GE, AH…; on a blank map what the case says."""
        stated = self.stated("country", place)
        if stated is not None:
            return Answer(self.country_code(stated.value), stated.reasons)
        hex_ = self._hex(place)
        if hex_ is None:
            return Answer("", needs=(Need("hexes.csv", place, "owner"),))
        return Answer(hex_.owner, (self._map_reason(hex_, "owner", "country", hex_.owner),))

    @lasting
    def country_code(self, word: str) -> str:
        """The code of a country by its code, its name or its nation; "" for none of these."""
        folded = word.casefold().replace("_", "-").replace(" ", "-")
        for row in self.game.tables["countries"].rows.values():
            names = (row.key.casefold(), row["name"].casefold().replace(" ", "-"), row["nation"])
            if (row.key != "RP" or folded in ("rp", "russian-poland")) and folded in names:
                return row.key
        aliases = {"turkey": "TU", "ottoman": "TU", "ottoman-empire": "TU", "turkish": "TU", **NO_NATION}
        return aliases.get(folded, "")

    @lasting
    def nation_of(self, word: str) -> str:
        """The nation of a country or of a nation's own word; "" for none."""
        if word in self.game.nations:
            return word
        row = self.game.tables["countries"].rows.get(self.country_code(word))
        if row is not None:
            return row["nation"]
        return "american" if word.casefold() in ("us", "usa", "america", "united-states") else ""

    @lasting
    def region(self, name: str) -> frozenset[str]:
        return frozenset(place for sheet in self.game.maps for place in sheet.regions.get(name, ()))

    def on_the_edge_of_the_west(self, place: str) -> bool:
        """Whether a hex lies in the southernmost row or the westernmost column of the western front."""
        inset = self.region(ITALY)
        west = [p for p in self._sheets if p[0] == "W" and p not in inset]
        return place in west and (place[1:3] == min(p[1:3] for p in west) or place[3:] == min(p[3:] for p in west))

    def on_the_south_edge_of_italy(self, place: str) -> Answer[bool]:
        """In the southernmost row of the Italian map, whose extent is assumed; on a blank map as `place` says."""
        if self.given.blank:
            return self.has(place, "south-edge")
        inset = self.region(ITALY)
        lowest = min((p[:3] for p in inset), default="")
        return Answer(place in inset and place.startswith(lowest), (self.region_reason(ITALY, place, place in inset),))

    def region_reason(self, name: str, place: str, inside: bool) -> Reason:
        fact = next((s.region_facts[name] for s in self.game.maps if name in s.region_facts), None)
        evidence = fact.evidence if fact is not None else Evidence(Tag.DEDUCED)
        return Reason(f"{place} in {name}", "yes" if inside else "no", self.weigh(evidence))
