"""Points, collapse, revolution, and who has won (chapter 4, 6.13, 25.21, 26)."""

from __future__ import annotations

from collections.abc import Callable

from builder.games.tgwie.facts_base import book, joined, missing, seen
from builder.games.tgwie.facts_schedule import Schedule
from builder.games.tgwie.facts_supply import BUCHAREST, CONSTANTINOPLE, SALONIKA, SOFIA
from builder.games.tgwie.ground import ITALY
from builder.games.tgwie.pool import LETTERS
from builder.model import GIVEN, Answer, Evidence, Reason, Tag
from builder.rules.memory import remembered

VIENNA, BUDAPEST, BERLIN, SCUTARI, DARDANELLES = "E3606", "E3310", "E5102", "E1709", "E1124"
PETROGRAD, VENICE, ST_MIHIEL_TEST, AMIENS_TEST = "E7030", "W2022", "W5224", "W5911"
CITY_COUNTRIES = ("GE", "AH", "BU", "LU", "TU")  # 4.4.C
REVOLUTION = 11
NEVER = Answer(False, (book("collapse", "never", "4.5"),))


class Victory(Schedule):
    # ---- collapse

    @remembered
    def collapsed(self, nation: str) -> Answer[bool]:
        """Whether a nation has given up: stated, noted, of the scenario, or by what it has lost."""
        nation = self.nation_of(nation) or nation
        for args, value in self.given.all("collapsed"):
            if args and self.nation_of(args[0]) == nation:
                return Answer(value not in ("no", "none"), (Reason(f"collapsed {args[0]}", value, GIVEN),))
        if self.ledger.note("collapsed", nation):
            return Answer(True, (seen(f"{nation} collapsed", "yes"),))
        scenario = self.scenario
        fallen = scenario.facts.get("collapsed", "").split() if scenario is not None else ()
        if nation in fallen:
            return Answer(True, (Reason(f"{nation} collapsed", "yes", Evidence(Tag.BOOK, scenario.rule)),))
        trigger = _TRIGGERS.get(nation)
        return trigger(self) if trigger is not None else NEVER

    def _any(self, *answers: Answer[bool]) -> Answer[bool]:
        """True where one is known to be; otherwise all that is unknown stays unknown."""
        sure = next((a for a in answers if a.known and a.value), None)
        return sure if sure is not None else joined(False, *answers)

    def _all(self, *answers: Answer[bool]) -> Answer[bool]:
        against = next((a for a in answers if a.known and not a.value), None)
        return against if against is not None else joined(True, *answers)

    def holds(self, side: str, place: str) -> Answer[bool]:
        """Whether a side holds a place; of an unknown board nobody is known to have taken it."""
        found = self.held_by(place, side)
        if found.known or not self.given.blank:
            return found
        return found

    def _austria(self) -> Answer[bool]:
        trent, trieste = self.place_of("Trent"), self.place_of("Trieste")
        return self._any(
            self.holds("allied", VIENNA), self.holds("allied", BUDAPEST),
            self._all(self.holds("allied", trent), self.holds("allied", trieste)), self._edge_of_austria(),
            self._all(self.collapsed("bulgarian"), self._any(self.collapsed("ottoman"), self.turkey_surrendered())),
        )  # fmt: skip

    def _edge_of_austria(self) -> Answer[bool]:
        """Three supplied Allied units on the non-alpine Austro-Hungarian edge of the Italian map (4.5.A.4)."""
        edge = self.region("italian-central-edge")
        there = [u for p in edge for u in self.at(p) if u.side == "allied" and self.is_combat_unit(u)]
        if len(there) < 3:
            return Answer(False, (seen("Allied units on the Austrian edge in Italy", len(there)),))
        fed = [self.supplied(u.id) for u in there]
        return joined(sum(1 for f in fed if f.value) >= 3, *fed)

    def turkey_surrendered(self) -> Answer[bool]:
        found = self.played("turkey-surrenders")
        if found.known:
            return found
        return self._not_yet("O", found)

    def _not_yet(self, letter: str, unknown: Answer) -> Answer[bool]:
        """A chit that is not in the cup yet cannot have been played."""
        now = self.letter()
        early = now.known and (not now.value or now.value < letter)
        return joined(False, now) if early else Answer(False, unknown.reasons, unknown.needs)

    def _belgium(self) -> Answer[bool]:
        hexes = [h.id for s in self.game.maps for h in s.hexes.values() if h.owner == "BE"]
        return self._all(*(self.holds("central", p) for p in hexes)) if not self.given.blank else NEVER

    def _bulgaria(self) -> Answer[bool]:
        chit = self.played("bulgaria-collapses")
        return self._any(chit if chit.known else self._not_yet("O", chit), self.holds("allied", SOFIA))

    def _france(self) -> Answer[bool]:
        paris = self._all(*(self.holds("central", p) for p in sorted(self.region("paris"))))
        if paris.known and not paris.value:
            return paris
        full, limit = self.full_us_divisions(), self.limit("us-divisions")
        return joined(paris.value and full.value < limit.value, paris, full, limit)

    @remembered
    def full_us_divisions(self) -> Answer[int]:
        """Full-strength American divisions in France."""
        stated = self.said_number("us-divisions")
        if stated is not None:
            return stated
        there = [u for u in self.on_board("american", "west") if u.type == "infantry" and u.steps == u.full_steps
                 and self.country(u.place).value == "FR"]  # fmt: skip
        return Answer(len(there), (seen("full American divisions in France", len(there)),))

    def _turkey(self) -> Answer[bool]:
        entered = self.holds("allied", DARDANELLES)
        return entered if entered.known or not self.given.blank else joined(False, entered)

    def _romania(self) -> Answer[bool]:
        side = self.side_of_nation("romanian")
        if not side.known or not side.value:
            return joined(False, side)
        if side.value == "allied":
            return self._all(side, self.holds("central", BUCHAREST), self.czar_fallen())
        lost = self._any(
            self.holds("allied", BUCHAREST), self.collapsed("austro-hungarian"), self.collapsed("bulgarian")
        )
        return joined(lost.value, side, lost)

    def czar_fallen(self) -> Answer[bool]:
        stated = self.said_yes("czar-fallen")
        if stated is not None:
            return stated
        noted = self.ledger.note("czar-fallen")
        return (
            Answer(bool(noted), (seen("fall of the Czar", noted or "no"),))
            if noted
            else missing("given", "czar-fallen")
        )

    def _russia(self) -> Answer[bool]:
        """By the Bolshevik revolution (4.5.H)."""
        found = self.said_yes("bolshevik-revolution")
        return found if found is not None else missing("given", "bolshevik-revolution")

    # ---- points

    def _counts(self, place: str) -> bool:
        treaty = self.said_yes("treaty")
        if treaty is None or not treaty.value or self.country(place).value not in ("RU", "RP"):
            return True
        return self.counts_after_treaty(place).value

    def vp_of(self, place: str) -> Answer[int]:
        """What a hex counts for the Central Powers while they hold it (4.4.B, 4.4.E)."""
        place = self.place_of(place)
        waste = self.devastated(place)
        if waste.value:
            return joined(0, waste, more=(book("devastated", 0, "15.3.F"),))
        if place == SCUTARI:
            fallen = self.collapsed("austro-hungarian")
            return joined(0 if fallen.value else 1, fallen, more=(book("Scutari", "until Austria falls", "4.4.B"),))
        if place in self.region("french-supply-edge"):
            return Answer(1, (book("French map edge", 1, "4.4.E"),))
        row = self.game.tables["victory"].rows.get(place)
        if row is None:
            return Answer(0, (seen(f"victory hex {place}", "no"),))
        return self.number("victory", place, "points")

    def counts_after_treaty(self, place: str) -> Answer[bool]:
        """Three German divisions in the hex and four German headquarters in Russia (6.15.B)."""
        here = [u for u in self.at(place) if u.nation == "german" and self.is_combat_unit(u)]
        staffs = [u for u in self.on_board("german", "east") if self.is_hq(u)
                  and self.country(u.place).value in ("RU", "RP")] if not self.given.blank else []  # fmt: skip
        divisions = self.said_number("german-divisions", place) or Answer(len(here), (seen("divisions", len(here)),))
        hqs = self.said_number("german-hqs-in-russia") or Answer(len(staffs), (seen("headquarters", len(staffs)),))
        return joined(divisions.value >= 3 and hqs.value >= 4, divisions, hqs)

    @remembered
    def vp(self) -> Answer[int]:
        """Victory points of the Central Powers: hexes less Allied cities (4.4)."""
        total = self.said_number("vp", "central")
        hexes, cities = self.said_number("vp-hexes"), self.said_number("cities", "allied")
        if hexes is not None:
            return joined(hexes.value - (cities.value if cities else 0), hexes, *((cities,) if cities else ()))
        if total is not None:
            return total
        if self.given.blank:
            return missing("given", "vp central")
        held = [p for p in (*self.game.tables["victory"].rows, *self.region("french-supply-edge"))
                if self.control(p).value == "central" and self._counts(p)]  # fmt: skip
        points = [self.vp_of(p) for p in dict.fromkeys(held)]
        taken = self.allied_cities()
        return joined(sum(p.value for p in points) - taken.value, *points, taken)

    @remembered
    def allied_cities(self) -> Answer[int]:
        stated = self.said_number("cities", "allied")
        if stated is not None:
            return stated
        edges = self.region("german-supply-edge")
        found = [h.id for s in self.game.maps for h in s.hexes.values()
                 if h.owner in CITY_COUNTRIES and ("city" in h.features or h.id in edges)
                 and h.id not in self.region(ITALY) and self.control(h.id).value == "allied"]  # fmt: skip
        return Answer(len(found), (seen("cities that the Allies hold", " ".join(found) or "none"),))

    # ---- winning

    def victory_check(self, letter: str) -> Answer[str]:
        """Who wins by the check of a strategic turn: central, allied, draw (on U), or "" ."""
        if letter in "AB":
            return Answer("", (book("victory checks begin with", "C", "4.4.A"),))
        if self.scenario is not None and self.scenario.rule.startswith("25"):
            return self._check_of_1918(letter)
        points, need = self.vp(), self.limit("victory")
        if not points.known:
            return joined("", points)
        side = "central" if points.value >= need.value else "allied" if points.value < 0 else ""
        return joined(side or ("draw" if letter == LETTERS[-1] else ""), points, need)

    def _check_of_1918(self, letter: str) -> Answer[str]:
        """Two of Venice, Salonika and all Russian cities, with fourteen points (25.21.1)."""
        goals = [self.holds("central", VENICE), self.holds("central", SALONIKA), self._russian_cities_all()]
        points = self.vp()
        reached = sum(1 for g in goals if g.known and g.value)
        if reached + sum(1 for g in goals if not g.known) < 2:
            won = joined(False, *(g for g in goals if g.known))
        elif reached < 2:
            won = joined(False, *goals)
        else:
            won = joined(points.value >= 14, points, *(g for g in goals if g.known and g.value))
        last = letter == LETTERS[-1]
        return joined("central" if won.value else "allied" if last else "", won)

    def _russian_cities_all(self) -> Answer[bool]:
        stated = self.said_yes("russian-cities-all")
        if stated is not None:
            return stated
        cities = [
            h.id for s in self.game.maps for h in s.hexes.values() if h.owner in ("RU", "RP") and "city" in h.features
        ]
        return self._all(*(self.holds("central", p) for p in cities))

    @remembered
    def allied_instant(self) -> Answer[bool]:
        """Berlin, or two hexes of the Ruhr (4.3)."""
        ruhr = [self.holds("allied", p) for p in sorted(self.region("ruhr"))]
        number = sum(1 for h in ruhr if h.known and h.value)
        berlin = self.holds("allied", BERLIN)
        if number >= 2:
            return joined(True, *(h for h in ruhr if h.known and h.value), more=(book("Ruhr hexes", number, "4.3"),))
        return berlin if berlin.known and berlin.value else joined(False, *ruhr, berlin)

    def instant_total(self, die: int) -> Answer[int]:
        """Points, die and modifiers of the roll for a French victory hex (4.2)."""
        eligible = self._all(self.played("french-mutiny") if self.stated("played", "mutiny") is None
                             else self.said_yes("played", "mutiny"), self.collapsed("russian"))  # fmt: skip
        if not eligible.known or not eligible.value:
            return Answer(0, eligible.reasons, eligible.needs or missing("4.2.A", "not eligible").needs)
        points = self.vp()
        earlier = self.said_number("instant-rolls-this-turn") or Answer(0, ())
        retaken = self.said_number("vp", "retaken") or self.said_number("vp-retaken") or Answer(0, ())
        us = Answer(0, ())
        if self._us_at_war():
            full, limit = self.full_us_divisions(), self.limit("us-divisions")
            us = joined(1 if full.value < limit.value else 0, full, limit)
        total = points.value + die + earlier.value + us.value - retaken.value
        return joined(total, eligible, points, earlier, us, retaken, more=(seen("die", die),))

    def _us_at_war(self) -> bool:
        stated = self.stated("at-war", "american") or self.stated("at-war", "US")
        if stated is not None:
            return stated.value not in ("no", "none", "neutral")
        found = self.side_of_nation("american")
        return (found.known and found.value == "allied") or self.stated("us-divisions") is not None

    def short_result(self) -> Answer[str]:
        """Who has won a scenario of chapter 26 as the board stands."""
        name = self.scenario.id.removesuffix("-example") if self.scenario is not None else ""
        if name == "grand-offensive":
            taken = self.said_number("captured-hexes") or missing("given", "captured-hexes")
            word = "allied-grand" if taken.value >= 5 else "allied-marginal" if taken.value >= 1 else "central"
            return joined(word, taken)
        if name == "amiens":
            held = self.holds("allied", AMIENS_TEST)
            return joined("allied" if held.value else "central", held)
        if name == "salonika":
            skopje, belgrade = (
                self.holds("allied", self.place_of("Skopje")),
                self.holds("allied", self.place_of("Belgrade")),
            )
            word = "allied-overwhelming" if belgrade.value else "allied" if skopje.value else "central"
            return joined(word, skopje, belgrade)
        return missing("given", "scenario")

    # ---- revolutions

    def revolution_total(self, die: int) -> Answer[int]:
        """The die, Russian cities in Central hands, and the modifiers of the revolution that is next (6.13)."""
        fallen = self.czar_fallen()
        cities = self.said_number("cp-cities", "russia") or self._cities_in("central", ("RU", "RP"))
        held = self.said_number("russian-held-cities") or self._cities_held_by_russia()
        parts = [cities, held]
        total = die + cities.value - held.value
        for answer in self._bolshevik() if fallen.value else self._czar():
            parts.append(answer)
            total += answer.value
        return joined(total, *parts, more=(seen("die", die),))

    def _cities_in(self, side: str, countries: tuple[str, ...]) -> Answer[int]:
        if self.given.blank:
            return missing("given", "cp-cities russia")
        found = [h.id for s in self.game.maps for h in s.hexes.values()
                 if h.owner in countries and "city" in h.features and self.control(h.id).value == side]  # fmt: skip
        return Answer(len(found), (Reason("cities", " ".join(found) or "none", self.ground),))

    def _cities_held_by_russia(self) -> Answer[int]:
        if self.given.blank:
            return missing("given", "russian-held-cities")
        cities = [h.id for s in self.game.maps if s.id == "east" for h in s.hexes.values()
                  if h.owner in CITY_COUNTRIES and "city" in h.features]  # fmt: skip
        found = [place for place in cities if self.control(place).value == "allied"]
        return Answer(len(found), (Reason("Central cities in Allied hands", " ".join(found) or "none", self.ground),))

    def _czar(self) -> list[Answer[int]]:
        letter = self.letter()
        early = -2 if letter.value <= "G" else -1 if letter.value <= "K" else 0
        petrograd = self.holds("central", PETROGRAD)
        return [joined(early, letter), self._bonus("czar-commands", 2, "C"), self._bonus("brusilov", 1, "G"),
                joined(3 if petrograd.value else 0, petrograd)]  # fmt: skip

    def _bonus(self, chit: str, points: int, letter: str) -> Answer[int]:
        found = self.played(chit)
        found = found if found.known else self._not_yet(letter, found)
        return joined(points if found.value else 0, found, more=(book(chit, points, "6.13.D"),))

    def _bolshevik(self) -> list[Answer[int]]:
        names = ("russian-attack-turns", "quiet-turns")
        return [self.said_number(name) or missing("given", name) for name in names]

    def constantinople_open(self) -> Answer[bool]:
        """Whether Russia may get six points: Constantinople Allied or Turkey out (6.5.B)."""
        return self._any(self.holds("allied", CONSTANTINOPLE), self.turkey_surrendered())


_TRIGGERS: dict[str, Callable[[Victory], Answer[bool]]] = {
    "austro-hungarian": Victory._austria, "belgian": Victory._belgium, "bulgarian": Victory._bulgaria,
    "french": Victory._france, "ottoman": Victory._turkey, "romanian": Victory._romania, "russian": Victory._russia,
}  # fmt: skip
