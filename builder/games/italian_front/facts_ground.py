"""The ground: which places touch, what a hexside holds, rails, works, countries, towns."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from builder.games.italian_front.facts_base import Base, book, seen
from builder.model import GIVEN, Answer, Evidence, MapHex, Marker, Need, Reason, Tag, hexside
from builder.rules.memory import lasting, remembered

GRID = Evidence(Tag.BOOK, "S6-fig3")  # its hexes fix how the numbers lie
UNSAID = Evidence(Tag.CHOSEN, "", "a case that says nothing of a side speaks of clear ground")
RAILS = frozenset({"rail-single", "rail-double"})
SHUT = frozenset({"alpine", "lake", "all-sea"})  # neither movement nor zones nor lines cross them
NO_LAND = frozenset({"lake", "all-sea"})
TERRAIN_WORDS = {"sea": "all-sea", "ocean": "all-sea", "wooded": "woods", "wooded-rough": "wooded-rough"}
FEATURES = frozenset({"river", "major-river", "border", "pass", "danube", *RAILS})
TRENCHES = {"cp-trench": "central", "en-trench": "entente"}
DIGGING = {"cp-construction": "central", "en-construction": "entente"}
NEUTRAL = ("CH",)
HEIRS = {"italian": "french", "austro-hungarian": "german"}  # the ally next door, to whose lines theirs lead (S8-9)


@dataclass(frozen=True, slots=True)
class Side:
    """What a hexside holds: its terrain, what runs along or through it, the points stated for it."""

    terrain: str
    features: frozenset[str] = frozenset()
    points: int | None = None
    reasons: tuple[Reason, ...] = ()

    @property
    def shut(self) -> bool:
        return self.terrain in SHUT

    @property
    def river(self) -> str:
        return next((kind for kind in ("major-river", "river") if kind in self.features), "")

    @property
    def rail(self) -> bool:
        return bool(self.features & RAILS) or self.terrain == "urban"


class Ground(Base):
    # ---- shape

    def is_number(self, place: str) -> bool:
        return len(place) == 4 and place.isdigit()

    @property
    @remembered
    def boxes(self) -> frozenset[str]:
        return frozenset(box.id for box in self.sheet.boxes)

    def on_map(self, place: str) -> bool:
        """Whether a unit there is in play on the map; on a blank map any place but the boxes is."""
        if self.given.blank:
            return bool(place) and place not in self.boxes and place not in ("dead", "withdrawn", "pool")
        return place in self.sheet.hexes

    @property
    @lasting
    def drawn(self) -> dict[str, dict[str, Reason]]:
        """What a case drew: pairs that touch, rows, rails, and pairs with something along their side."""
        pairs: dict[str, dict[str, Reason]] = {}

        def join(a: str, b: str, value: str) -> None:
            pairs.setdefault(a, {})[b] = pairs.setdefault(b, {})[a] = Reason(f"adjacent {a}|{b}", value, GIVEN)

        for args, value in (*self.given.all("adjacent"), *self.given.all("side")):
            a, _, b = args[0].partition("|") if args else ("", "", "")
            if a and b and not (len(b) == 1 and b.isdigit()):
                join(a, b, "no" if value == "no" else "yes")
        for args, _ in (*self.given.all("row"), *self.given.all("rail")):
            for a, b in itertools.pairwise(args[0].split("-")):
                join(a, b, "yes")
        return pairs

    @lasting
    def neighbours(self, place: str) -> tuple[str, ...]:
        """All places known to touch this one; for a label those that the case says."""
        drawn = self.drawn.get(place, {})
        stated = tuple(near for near, reason in drawn.items() if reason.value == "yes")
        if not self.is_number(place):
            return stated
        around = self.sheet.grid.neighbours(place) if self.given.blank else self.sheet.neighbours(place)
        round_it = tuple(n for n in around if n not in drawn or drawn[n].value == "yes")
        return round_it + tuple(n for n in stated if n not in round_it)

    def around(self, place: str) -> tuple[str, ...]:
        """The six in their circle, on the map or not; () for a label."""
        return self.sheet.grid.neighbours(place) if self.is_number(place) else ()

    def steps_between(self, a: str, b: str) -> int:
        """Hexes from one place to another by the shortest way, 99 where none is known."""
        if self.is_number(a) and self.is_number(b):
            return self.sheet.grid.distance(a, b)
        reached, edge = {a: 0}, [a]
        for here in edge:
            for near in self.neighbours(here):
                if near not in reached:
                    reached[near] = reached[here] + 1
                    edge.append(near)
        return reached.get(b, 99)

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

    # ---- hexsides

    @lasting
    def side(self, a: str, b: str) -> Side:
        """The side between two neighbours, by what is said of it, else by the map."""
        for key in (f"{a}|{b}", *self._numbered(a, b)):
            stated = self.stated("side", key)
            if stated is not None:
                return self.read_side(stated)
        word = self.stated("terrain", f"{a}|{b}") or self.stated("terrain", b) or self.stated("terrain", a)
        if word is not None:
            return self.read_side(word)
        if self.given.blank:
            return self._unsaid_side(a, b)
        found = self.sheet.sides.get(hexside(a, b), ())
        reasons = tuple(
            Reason(f"side {s.side}", s.kind, self.weigh(s.evidence), f"map/hexsides.csv:{s.side}") for s in found
        )
        kinds = frozenset(s.kind for s in found)
        terrain = self.sheet.terrain_between(a, b) or "all-sea"
        return Side(terrain, kinds & FEATURES, None, reasons)

    def _numbered(self, a: str, b: str) -> tuple[str, ...]:
        """`H|3` for the third side of a hex, counted from the north as the sun goes (S13-fig8)."""
        round_it = self.around(a)
        return (f"{a}|{round_it.index(b) + 1}",) if b in round_it else ()

    def _unsaid_side(self, a: str, b: str) -> Side:
        rails = frozenset({"rail-single"}) if self._rail_word(a, b) else frozenset()
        if self.given.terrain:
            return Side(self.given.terrain, rails, None, (Reason(f"side {a}|{b}", self.given.terrain, GIVEN),))
        return Side("clear", rails, None, (Reason(f"side {a}|{b}", "clear", UNSAID),))

    def read_side(self, stated: Answer[str]) -> Side:
        """`wooded-rough 4, river, rail single` in words of the chart; a number is the points of the terrain."""
        words = stated.value.replace(",", " ").split()
        terrain, features, points = "", set(), None
        chart = self.game.tables["terrain_effects"].rows
        for at, word in enumerate(words):
            plain = TERRAIN_WORDS.get(word, word)
            if word.isdigit():
                points = int(word)
            elif word in ("rail", "track", "railway"):
                features.add("rail-double" if "double" in words[at : at + 2] else "rail-single")
            elif word in FEATURES:
                features.add(word)
            elif plain in chart and not terrain:
                terrain = plain
        ground = terrain or self.given.terrain or "clear"
        reasons = stated.reasons
        if not terrain and not self.given.terrain:
            reasons = (*reasons, Reason("terrain of the side", "clear", UNSAID))
        return Side(ground, frozenset(features), points, reasons)

    def sides_of(self, place: str) -> Iterator[tuple[str, Side]]:
        """Every neighbour with the side towards it."""
        for near in self.neighbours(place):
            yield near, self.side(near, place)

    @lasting
    def land_sides(self, place: str) -> Answer[int]:
        """How many of its sides are land; beyond the map's edge the land goes on."""
        stated = self.said_number("land-sides", place)
        if stated is not None:
            return stated
        if not self.is_number(place):
            drawn = [self.side(place, n) for n in self.neighbours(place)]
            return Answer(6 - sum(side.terrain in NO_LAND for side in drawn), (seen(f"land sides of {place}", "said"),))
        wet = 0
        for near in self.around(place):
            if self.given.blank or near in self.sheet.hexes:
                sea = not self.given.blank and self.sheet.hexes[near].terrain == "sea"
                wet += sea or self.side(place, near).terrain in NO_LAND
        evidence = GIVEN if self.given.blank else self.weigh(Evidence(Tag.COMPUTED))
        return Answer(6 - wet, (Reason(f"land sides of {place}", 6 - wet, evidence),))

    # ---- rails

    def _rail_word(self, a: str, b: str) -> Answer[str] | None:
        """What a case says of the rail between two places: `operative own`, `dead`."""
        for args, _ in self.given.all("rail"):
            row = args[0].split("-")
            if (a, b) in itertools.pairwise(row) or (b, a) in itertools.pairwise(row):
                return self.stated("rail", args[0])
            if len(row) == 1 and row[0] in (a, b):
                return self.stated("rail", args[0])
        return None

    @lasting
    def tracks(self, a: str, b: str) -> Answer[str]:
        """`single`, `double` or "" for the rail over a side."""
        said = self._rail_word(a, b)
        if said is not None:
            return Answer("double" if "double" in said.value else "single", said.reasons)
        side = self.side(a, b)
        double = "rail-double" in side.features or side.terrain == "urban"  # S9-14
        return Answer("double" if double else "single" if side.rail else "", side.reasons)

    def has_rail(self, place: str) -> bool:
        return any(self.tracks(near, place).value for near in self.neighbours(place))

    @remembered
    def line(self, a: str, b: str) -> Answer[tuple[bool, str]]:
        """Whether the rail between two hexes works, and the country that runs it (S9-1, S9-2, I4-rail)."""
        said = self._rail_word(a, b)
        if said is not None:
            works = not ({"dead", "broken"} & set(said.value.split()))
            owner = next((w for w in map(self.nation, said.value.split()) if w), "own")
            return Answer((works, owner), said.reasons)
        if self.given.blank and self.stated("country", b) is None:
            return Answer((True, "own"), (Reason(f"rail {a}-{b}", "operative, own", GIVEN),))
        reasons: list[Reason] = []
        owners = []
        for place in (a, b):
            dead = self.rail_cut(place)
            if dead:
                return Answer((False, ""), (seen(f"rail of {place}", f"dead, {dead} went in"),))
            mended = self.ledger.note("rail-mended", place)
            if mended:
                owners.append(self.ledger.note("rail-net", place))
                reasons.append(seen(f"rail of {place}", f"repaired by {mended}"))
                continue
            country = self.country(place)
            owners.append({"IT": "italian", "AH": "austro-hungarian"}.get(country.value, ""))
            reasons += country.reasons
            lost = self.network_lost(owners[-1])
            if lost.value:
                owners[-1] = HEIRS[owners[-1]]
                reasons += (*lost.reasons, book("its rails pass to", owners[-1], "S8-9"))
                continue
            taken = self._taken_line(place, owners[-1], a, b)
            if taken is not None and not taken.value[0]:
                return taken
            if taken is not None:
                owners[-1] = taken.value[1]
                reasons += taken.reasons
        return Answer((True, owners[-1]), tuple(reasons), self.country(b).needs)

    @remembered
    def network_lost(self, nation: str) -> Answer[bool]:
        """Whether a country can carry nobody any more: it gave up, or the enemy holds all its cities (S8-9)."""
        stated = self.stated("surrendered", nation)
        if nation not in HEIRS:
            return Answer(False)
        if stated is not None and stated.value not in ("no", "none"):
            return Answer(True, stated.reasons)
        if self.given.blank:
            return Answer(False)
        side, code = self.game.side_of(nation), {"italian": "IT", "austro-hungarian": "AH"}[nation]
        cities = [p for p, h in self.sheet.hexes.items() if h.owner == code and "city" in h.features]
        held = [p for p in cities if self.control(p).value == side]
        if held or not cities:
            return Answer(False)
        return Answer(True, tuple(r for p in cities for r in self.control(p).reasons))

    def rail_cut(self, place: str) -> str:
        """Who cut the rail of a hex in play, "" where nobody did or an engineer has been there since (S9-3, S9-4)."""
        cut = self.ledger.note("rail-dead", place)
        return "" if self.ledger.note("rail-mended", place) else cut

    def _taken_line(self, place: str, owner: str, a: str, b: str) -> Answer[tuple[bool, str]] | None:
        """Rail in a hex that the other side held at the start (I9-rail, I11-rail, I13-rail); None for home rail."""
        scenario, base = self.scenario, self.base
        holder = scenario.control.get(place, "") if scenario is not None else ""
        if base not in ("may-1917", "oct-1917", "june-1918") or not owner or holder in ("", self.game.side_of(owner)):
            return None
        if base == "oct-1917" and place == "3217":
            return Answer((True, "italian"), (book(f"rail in {place}", "Italian", "I11-rail"),))
        rule = {"may-1917": "I9-rail", "oct-1917": "I11-rail", "june-1918": "I13-rail.b"}[base]
        if base == "june-1918" and holder == "central" and "rail-double" in self.side(a, b).features:
            return Answer((True, "austro-hungarian"), (book(f"double track in {place}", "Austrian", "I13-rail.a"),))
        return Answer((False, ""), (book(f"rail in {place}", "dead behind the lines", rule),))

    # ---- countries and towns

    def _hex(self, place: str) -> MapHex | None:
        return None if self.given.blank else self.sheet.hexes.get(place)

    def _of_hex(self, hex_: MapHex, column: str, name: str, value: object) -> Reason:
        evidence = hex_.evidence.get(column) or hex_.evidence.get("") or Evidence(Tag.CHOSEN)
        return Reason(f"{name} {hex_.id}", value, self.weigh(evidence), f"map/hexes.csv:{hex_.id}:{column}")

    @lasting
    def country(self, place: str) -> Answer[str]:
        """AH, IT or CH: the country of 1914."""
        stated = self.stated("country", place)
        if stated is not None:
            words = {"italy": "IT", "austria-hungary": "AH", "austria": "AH", "switzerland": "CH", "neutral": "CH"}
            return Answer(words.get(stated.value.casefold(), stated.value.upper()), stated.reasons)
        hex_ = self._hex(place)
        if hex_ is None:
            return Answer("", needs=(Need("map/hexes.csv", place, "owner"),))
        return Answer(hex_.owner, (self._of_hex(hex_, "owner", "country", hex_.owner),))

    @lasting
    def features(self, place: str) -> Answer[frozenset[str]]:
        """Town, city, port, coast, fortress, closed; on a blank map what was stated of the place."""
        stated = self.stated("place", place)
        if stated is not None:
            return Answer(frozenset(stated.value.replace(",", " ").split()) - {"none"}, stated.reasons)
        hex_ = self._hex(place)
        if hex_ is not None:
            found = frozenset(hex_.features)
            return Answer(found, (self._of_hex(hex_, "features", "place", " ".join(sorted(found)) or "open"),))
        return Answer(frozenset(), (Reason(f"place {place}", "open", GIVEN),))

    def closed(self, place: str) -> bool:
        """Ground that nobody enters: Switzerland, and hexes that the map closes."""
        if self.given.blank and self.stated("country", place) is None:
            return False
        return self.country(place).value in NEUTRAL or "closed" in self.features(place).value

    @lasting
    def region(self, name: str) -> frozenset[str]:
        return frozenset(self.sheet.regions.get(name, ()))

    @lasting
    def clear_ground(self, place: str) -> bool:
        """Whether a hex has clear terrain: one of its sides is clear."""
        return any(side.terrain == "clear" for _, side in self.sides_of(place))

    # ---- works

    @property
    @remembered
    def _markers(self) -> dict[str, tuple[Marker, ...]]:
        found: dict[str, tuple[Marker, ...]] = {}
        for marker in self.state.markers.values():
            found[marker.place] = (*found.get(marker.place, ()), marker)
        return found

    def markers(self, place: str) -> tuple[Marker, ...]:
        return self._markers.get(place, ())

    def trench(self, place: str) -> str:
        """The side whose trench is there, "" for none."""
        return next(
            (TRENCHES[m.kind] if m.side != "own" else "own" for m in self.markers(place) if m.kind in TRENCHES), ""
        )

    def devastated(self, place: str) -> bool:
        ruined = any(m.kind == "devastation" for m in self.markers(place))
        return ruined or any(u.type == "rail-hex" and "devastated" in u.marks for u in self.state.at(place))

    def works(self, place: str) -> Reason | None:
        """The trench or devastation that costs two more to enter (S22-6, S22-13); None for neither."""
        if self.trench(place):
            return seen(f"works in {place}", "trench")
        return seen(f"works in {place}", "devastation") if self.devastated(place) else None
