"""Where a nation's units may go, and what nations cost one another in a battle (3.7, 3.8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from builder.games.tgwie.facts_base import joined, missing, seen
from builder.games.tgwie.facts_supply import Supply
from builder.model import Answer, Evidence, Reason, Tag, Unit
from builder.rules.memory import remembered

YEAR_1917 = 27  # the first turn of 1917
NORTH = 48  # the row of 3.7, north of which four Austro-Hungarians may stand
MOST = {"3.7.AustriaHungary.west": 4, "3.7.AustriaHungary.north": 4, "3.7.Italy": 6, "3.7.Ottoman.balkans": 4,
        "3.7.US": 1}  # fmt: skip
EAST_ONLY = {"romanian": "3.7.Romania", "russian": "3.7.Russia", "provisional": "3.7.Russia",
             "serbian": "3.7.Serbia", "ottoman": "3.7.Ottoman.map"}  # fmt: skip
IN_BALKANS = {"bulgarian": "3.7.Bulgaria", "greek": "3.7.Greece"}
SUD = "Sud"


@dataclass(frozen=True, slots=True)
class Restriction:
    """What a rule of 3.7 says of a unit in a hex."""

    rule: str
    text: str
    broken: Answer[bool]


class National(Supply):
    # ---- 3.7

    def in_balkans(self, place: str) -> Answer[bool]:
        stated = self.said_yes("balkans", place)
        if stated is not None:
            return stated
        country = self.country(place)
        if not country.known:
            return country
        home = country.value in ("SE", "MN", "AL", "GR", "BU", "RO", "TU")
        where = self.theatre(place)
        return joined(home and where.value == "east", country, where)

    @remembered
    def restrictions_on(self, unit: Unit, place: str) -> tuple[Restriction, ...]:
        return tuple(self.restrictions(unit, place))

    def restrictions(self, unit: Unit, place: str) -> Iterator[Restriction]:
        """Every rule of 3.7 that speaks of this unit in this hex, whether broken or kept."""
        where = self.theatre(place)
        turn = self.turn()
        nation = unit.nation
        if nation in EAST_ONLY:
            yield Restriction(EAST_ONLY[nation], f"{nation} units serve on the east map alone",
                              joined(where.value != "east", where))  # fmt: skip
        if nation in IN_BALKANS:
            inside = self.in_balkans(place)
            yield Restriction(
                IN_BALKANS[nation], f"{nation} units stay in the Balkans", joined(not inside.value, inside)
            )
        if nation == "austro-hungarian" and where.value == "west":
            yield self._austrians_west(unit, place, turn)
        if nation == "austro-hungarian" and where.value == "east" and self.row(place) > NORTH:
            yield self._counted("3.7.AustriaHungary.north", unit, place, self._northern())
        if where.value == "italy" and nation not in ("italian", "austro-hungarian"):
            broken = joined(turn.value < YEAR_1917, where, turn)
            yield Restriction(
                "3.7.ItalianTheater", "before 1917 only Italians and Austro-Hungarians enter Italy", broken
            )
        if nation == "italian" and where.value != "italy":
            yield self._italians_away(unit, place, where.value)
        if nation == "montenegrin":
            country = self.country(place)
            yield Restriction("3.7.Montenegro", "Montenegrins stay at home", joined(country.value != "MN", country))
        if nation == "ottoman" and where.value == "east":
            inside = self.in_balkans(place)
            if inside.known and not inside.value:
                yield self._counted("3.7.Ottoman.balkans", unit, place, self._turks_outside())
        if nation == "american" and where.value != "west":
            yield self._counted("3.7.US", unit, place, self.on_board("american", "italy", "east"))
        if unit.side == "central" and nation != "ottoman":
            yield from self._into_turkey(place)

    def row(self, place: str) -> int:
        return int(place[1:3]) if self.is_number(place) else 0

    def _northern(self) -> tuple[Unit, ...]:
        return tuple(u for u in self.on_board("austro-hungarian", "east") if self.row(u.place) > NORTH)

    def _turks_outside(self) -> tuple[Unit, ...]:
        return tuple(u for u in self.on_board("ottoman", "east") if not self.in_balkans(u.place).value)

    def _austrians_west(self, unit: Unit, place: str, turn: Answer[int]) -> Restriction:
        rule = "3.7.AustriaHungary.west"
        if turn.known and turn.value < YEAR_1917:
            return Restriction(rule, "no Austro-Hungarian serves in the west before 1917", joined(True, turn))
        if not turn.known:
            return Restriction(rule, "no Austro-Hungarian serves in the west before 1917", turn)
        found = self._counted(rule, unit, place, self.on_board("austro-hungarian", "west"))
        return Restriction(rule, found.text, joined(found.broken.value, turn, found.broken))

    def _italians_away(self, unit: Unit, place: str, where: str) -> Restriction:
        away = self.on_board("italian", "west", "east")
        rule = "3.7.Italy"
        if where == "east":
            fallen = self.collapsed("austro-hungarian")
            if fallen.known and fallen.value:
                return Restriction(rule, "free in the east since Austria-Hungary fell", joined(False, fallen))
            found = self._counted(rule, unit, place, away)
            return Restriction(rule, found.text, joined(True, found.broken, fallen)) if found.broken.value else found
        return self._counted(rule, unit, place, away)

    def _counted(self, rule: str, unit: Unit, place: str, there: Sequence[Unit]) -> Restriction:
        """At most so many units: those that stand there already and this one."""
        stated = self.said_number("count", rule)
        others = [u.id for u in there if u.id != unit.id and not self.is_hq(u)]
        number = (stated.value if stated else len(others)) + (0 if self.is_hq(unit) else 1)
        most = MOST[rule]
        reasons = stated.reasons if stated else (seen("already there", len(others)),)
        limit = Reason("at most", most, Evidence(Tag.BOOK, "3.7"))
        return Restriction(rule, f"{number} {unit.nation} units there, {most} may be",
                           Answer(number > most, (*reasons, limit)))  # fmt: skip

    def _into_turkey(self, place: str) -> Iterator[Restriction]:
        country = self.country(place) if not self.given.blank or self.stated("country", place) else None
        if country is None or country.value != "TU":
            return
        deployed = self.turks_deployed()
        yield Restriction("3.7.Ottoman.entry", "nobody enters Turkey before its army stands on the map",
                          joined(not deployed.value, country, deployed))  # fmt: skip

    @remembered
    def turks_deployed(self) -> Answer[bool]:
        """Turkish units come with the first Ally on Turkish ground or with Salonika (7.11.B)."""
        stated = self.said_yes("deployed", "ottoman")
        if stated is not None:
            return stated
        stand = next(iter(self.on_board("ottoman")), None)
        if stand is not None:
            return Answer(True, (seen(stand.id, stand.place),))
        if self.scenario is not None and not self.given.blank:
            return Answer(False, (seen("Turkish units on the map", "none"),))
        played = self.salonika_played()
        entered = self.said_yes("entered", "ottoman")
        if played.known and not played.value and (entered is None or not entered.value):
            return joined(False, played, *((entered,) if entered else ()))
        return joined(bool(played.value), played)

    def collapsed(self, nation: str) -> Answer[bool]:
        raise NotImplementedError

    # ---- 3.8

    def people(self, unit: Unit) -> str:
        """The nation that cooperation counts: Canadians stand apart after F (3.8.D)."""
        if unit.nation == "british" and self.contingent(unit) == "CND":
            letter = self.letter()
            if not letter.known or letter.value > "F":
                return "canadian"
        return unit.nation

    def mixed(self, hexes: Sequence[Sequence[Unit]]) -> Answer[bool]:
        """Whether the units of these hexes pay for being of several nations, exceptions of 3.8.D apart."""
        stacks = [[u for u in units if self.is_combat_unit(u)] for units in hexes]
        for stack in stacks:
            found = self._mixed_stack(stack)
            if found.value:
                return found
        # over several hexes the British Empire is one people but for Canadians (3.8.C)
        nations = {self.people(u) for stack in stacks for u in stack}
        tank = [u for stack in stacks for u in stack if self.designation(u) == "RTC"]
        if nations == {"british", "canadian"} and len(tank) == len(
            [u for s in stacks for u in s if self.people(u) == "british"]
        ):
            nations = {"canadian"}
        several = len(stacks) > 1 and len(nations) > 1 and not self._all_free(stacks)
        names = " ".join(sorted(nations)) or "none"
        letter = self.letter() if "canadian" in nations else Answer("", ())
        return joined(several, letter, more=(seen("nations", names),))

    def _mixed_stack(self, stack: Sequence[Unit]) -> Answer[bool]:
        nations = {self.people(u) for u in stack}
        reason = seen("nations in a stack", " ".join(sorted(nations)) or "none")
        if len(nations) < 2:
            return Answer(False, (reason,))
        others = [u for u in stack if self.people(u) != "canadian"]
        if "canadian" in nations and nations <= {"british", "canadian"}:
            letter = self.letter()
            free = all(self.designation(u) == "RTC" for u in others)
            return joined(not free, letter, more=(reason,))
        if "american" in nations:
            early = self.us_army_in_play()
            rest = nations - {"american"}
            if early.known and not early.value and len(rest) < 2:
                return joined(False, early, more=(reason,))
            return joined(True, early, more=(reason,))
        if "german" in nations and self._beside_sud(stack):
            return Answer(False, (reason, Reason("with or beside Sud", "yes", Evidence(Tag.BOOK, "3.8.D"))))
        return Answer(True, (reason,))

    def _all_free(self, stacks: Sequence[Sequence[Unit]]) -> bool:
        return all(self._beside_sud(stack) for stack in stacks)

    def _beside_sud(self, stack: Sequence[Unit]) -> bool:
        """Whether these stand with or beside the headquarters Sud."""
        places = {u.place for u in stack}
        sud = [u for u in self.state.units.values() if u.type == "hq" and self.designation(u) == SUD and u.steps]
        return any(self.near(p, hq.place).value for hq in sud for p in places)

    @remembered
    def us_army_in_play(self) -> Answer[bool]:
        """Whether the 1st Army headquarters has entered, which ends the American exemption (3.8.D)."""
        stated = self.said_yes("us-army-in-play")
        if stated is not None:
            return stated
        hqs = [u for u in self.state.units.values() if u.nation == "american" and u.type == "hq"]
        on = [u for u in hqs if self.on_map(u.place)]
        if on:
            return Answer(True, (seen(on[0].id, on[0].place),))
        if self.scenario is None:
            return missing("given", "us-army-in-play")
        return Answer(False, (seen("1st Army headquarters", "not on the map"),))
