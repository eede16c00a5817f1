"""What a nation's state decides: morale by demoralization points, and the supply and replacements that come of it."""

from __future__ import annotations

import re

from builder.games.italian_front.facts_base import book, missing, seen
from builder.games.italian_front.facts_time import Time
from builder.games.italian_front.facts_units import GUNS
from builder.model import SEEN, Answer, Need, Reason, Row

JULY_1917 = "1917-07"
STICKY = "economic-collapse where a state once reached does not lapse"
CALM, SHAKEN, COLLAPSED = "calm", "shaken", "economic-collapse"
CONDITIONS = {
    "before Economic Collapse": (CALM, SHAKEN),
    "after Economic Collapse": (COLLAPSED,),
    "before Shaken National Morale": (CALM,),
    "Shaken but not collapsed": (SHAKEN,),
}
PART = re.compile(r"turn (\d)")


class Morale(Time):
    # ---- what nations receive (I15-14 to I15-22, I17-24 to I17-27)

    def receives(self, nation: str, label: str) -> Answer[tuple[str, ...]]:
        """Supply points and replacements of a turn, by the nation's morale."""
        turn, part = self.turn_named(label), PART.fullmatch(self._part(label))
        if turn is None:
            return missing("turns.csv", label, "label")
        morale = self.morale(nation)
        if not morale.known:
            return Answer((), morale.reasons, morale.needs)
        found, reasons = [], list(morale.reasons)
        month = int(label[5:7])
        for row in self.game.tables["rates"].rows.values():
            if part is None or row["nation"] != nation or not self._rate_holds(row, label, morale.value):
                continue
            parity = {"even": month % 2 == 0, "odd": month % 2 == 1}.get(row["months"], True)
            if parity and part[1] in row["turns"].split():
                amount = row["amount"].removesuffix(" each")
                item = {"supply points": "supply"}.get(row["item"], row["item"])
                found.append(f"{amount} {re.sub(r' ?[(].*[)]', '', item)}")
                reasons.append(
                    Reason(row["item"], amount, self.weigh(row.evidence_of("amount")), f"rates.csv:{row.key}")
                )
        return Answer(tuple(found), tuple(reasons) or (seen(f"{nation} on {label}", "nothing"),))

    def _part(self, label: str) -> str:
        turn = self.turn_named(label)
        return turn.part if turn is not None else ""

    def _rate_holds(self, row: Row, label: str, morale: str) -> bool:
        if morale not in CONDITIONS.get(row["condition"], ()):
            return False
        if row["nation"] == "italian":
            return label >= "1915-06"
        if self.linked():
            return row["game"] not in ("to June 1917",)
        early = label < JULY_1917
        return (label >= "1915-06") and (row["game"] == "to June 1917") == early

    def morale(self, nation: str) -> Answer[str]:
        """calm, shaken or economic-collapse: as stated, else by the demoralization points and the year."""
        stated = self.in_case("morale", nation)
        if stated is not None:
            return stated
        points = self.in_case("dm", nation)
        if points is not None and points.value.isdecimal() and self.year:
            found = self.morale_at(nation, int(points.value), self.year)
            since = self.stated("collapsed-on", nation)
            if since is not None and found.value in (CALM, SHAKEN):
                # thresholds rise each January, and whether a state lapses with that is not said (P102)
                return Answer(
                    COLLAPSED, (*since.reasons, *found.reasons), (Need("reading-of", "I15-9", reading=STICKY),)
                )
            return found
        stated = self.stated("morale", nation)
        if stated is not None:
            return stated
        if self.scenario is not None or (self.game.side_of(nation) and nation not in ("italian", "austro-hungarian")):
            return Answer(CALM, (Reason(f"morale of {nation}", CALM, SEEN),))
        return missing("given", f"morale {nation}")

    def on_and_off_the_map(self, name: str, way: str) -> Answer[int]:
        """I3-3: the weak Austrian mountain brigades gain a point on this map and lose it on leaving."""
        unit = self.unit(name)
        if unit is None:
            return missing("given", name)
        if way == "enters":
            return Answer(unit.steps + 1, (book("on this map", 1, "I3-3"),))
        if unit.steps > 1:
            return Answer(unit.steps - 1, (book("off this map", -1, "I3-3"),))
        return Answer(0, needs=(Need("reading-of", "I3-3", reading="destroyed where no floor of one point is meant"),))

    def morale_at(self, nation: str, points: int, year: int) -> Answer[str]:
        row = self._threshold(nation, year)
        if row is None:
            return missing("dm_thresholds.csv", nation, str(year))
        level = CALM
        if points >= int(row["shaken"]):
            level = SHAKEN
        if points >= int(row["collapse"]):
            level = COLLAPSED
        if points >= int(row["surrender"]):
            level = "surrender"
        evidence = self.weigh(row.evidence_of("shaken"))
        return Answer(
            level, (Reason(f"{points} points of {nation} in {year}", level, evidence, f"dm_thresholds.csv:{row.key}"),)
        )

    def _threshold(self, nation: str, year: int) -> Row | None:
        rows = self.game.tables["dm_thresholds"].rows.values()
        return next((r for r in rows if r["nation"] == nation and r["year"] == str(year)), None)

    def threshold(self, nation: str, stage: str, year: int) -> Answer[int]:
        row = self._threshold(nation, year)
        if row is None or stage not in ("shaken", "collapse", "surrender"):
            return missing("dm_thresholds.csv", nation, f"{year} {stage}")
        return self.number("dm_thresholds", row.key, stage)

    def rpl_origins(self, label: str) -> Answer[tuple[str, ...]]:
        """Where the Austro-Hungarian replacement points of a turn come from: the cycle begins in June 1915 (I15-16)."""
        if self.turn_named(label) is None:
            return missing("turns.csv", label, "label")
        cycle = [row["origin"] for row in self.game.tables["replacement_cycles"].rows.values() if "points" in row.key]
        start = 0
        for turn in self.ordinary:
            got = self._points_of(turn.label) if turn.label >= "1915-06" else 0
            if turn.label == label:
                reasons = (book("points before", start, "I15-14"), book("cycle", len(cycle), "I15-16"))
                return Answer(tuple(cycle[(start + n) % len(cycle)] for n in range(got)), reasons)
            start += got
        return Answer((), (seen(f"replacements on {label}", "none"),))

    def _points_of(self, label: str) -> int:
        """Replacement points of a turn before any collapse (I15-14)."""
        found = self._calm_rate(label)
        return sum(int(re.match(r"\d+", row["amount"])[0]) for row in found)

    def _calm_rate(self, label: str) -> list[Row]:
        month, part = int(label[5:7]), PART.fullmatch(self._part(label))
        rows = self.game.tables["rates"].rows
        return [
            row
            for key, row in rows.items()
            if key.startswith("I15-14.rpl")
            and label < JULY_1917
            and part
            and row["months"] == ("even" if month % 2 == 0 else "odd")
            and part[1] in row["turns"].split()
        ]

    # ---- demoralization points by the calendar (I15-8)

    def monthly_points(self, nation: str, label: str) -> Answer[int]:
        """What a special turn adds."""
        year, found, reasons = label[:4], 0, []
        if self.linked() and nation == "austro-hungarian":
            points = 3 if label >= "1915-01" else 0
            return Answer(points, (book(f"each month, {nation}", points, "I17-23"),))
        for row in self.game.tables["dm_monthly"].rows.values():
            first, _, last = row["years"].partition("..")
            if row["nation"] == nation and first <= year <= (last or first):
                found += int(row["points"])
                reasons.append(
                    Reason(
                        f"each month of {row['years']}",
                        int(row["points"]),
                        self.weigh(row.evidence_of("points")),
                        f"dm_monthly.csv:{row.key}",
                    )
                )
        return Answer(found, tuple(reasons) or (seen(f"each month, {nation}", 0),))

    def points_without_losses(self, nation: str, first: str, last: str) -> Answer[int]:
        """The track after the special turns between two turns, nothing lost; the scenario says where it starts."""
        start = self.said_number("dm", nation)
        if start is None:
            return missing("given", f"dm {nation}")
        total, reasons = start.value, list(start.reasons)
        for turn in self.months_between(first, last):
            more = self.monthly_points(nation, turn.label)
            total += more.value
            reasons.append(book(turn.label, more.value, "I15-8"))
        return Answer(total, tuple(reasons))

    # ---- ceilings (I15-4 to I15-6, I17-19 to I17-21)

    def ceiling(self, nation: str) -> Answer[int]:
        """The most that all headquarters of a nation may hold."""
        if self.linked() and nation == "german":
            most = 200 if self.year <= 1915 else 250
            return Answer(most, (book("German ceiling", most, "I17-20"),), self.needs_of_date())
        if self.linked() and nation == "austro-hungarian":
            entered = self.said_yes("italy-at-war")
            if self.year == 1915 and entered is None:
                return missing("given", "italy-at-war")
            most = 165 if self.year >= 1916 else 140 if entered is not None and entered.value else 100
            return Answer(most, (book("Austro-Hungarian ceiling", most, "I17-19"),), self.needs_of_date())
        key = {"austro-hungarian": "ah", "italian": "it"}.get(nation, "")
        return self.number("supply_limits", key, "points")

    def holdings(self, nation: str) -> Answer[int]:
        """The supply points of a nation on this front: of its headquarters, and of markers on their way (S18-12)."""
        stated = self.said_number("held", nation)
        if stated is not None:
            return stated
        holders = [
            self.stock(u.id)
            for u in sorted(self.state.units.values(), key=lambda one: one.id)
            if u.nation == nation and u.type in ("headquarters", "supply") and self.on_map(u.place)
        ]
        if not holders:
            return missing("given", f"held {nation}")
        reasons = tuple(r for stock in holders for r in stock.reasons)
        needs = tuple(n for stock in holders for n in stock.needs)
        return Answer(sum(stock.value or 0 for stock in holders), reasons, needs)

    def forfeits(self, nation: str) -> Answer[bool]:
        """Whether a nation holds more than its ceiling at a special turn, and has lost the game by that."""
        most, held = self.ceiling(nation), self.holdings(nation)
        if not held.known and not held.reasons:
            return missing("given", f"held {nation}")
        if not most.known or not held.known:
            return Answer(False, most.reasons, most.needs + held.needs)
        special = not self.label or self.label.endswith("special")
        reasons = (*held.reasons, *most.reasons, book("tested", "on special turns", "I15-6"))
        return Answer(special and held.value > most.value, reasons)

    def returns(self, label: str) -> Answer[str]:
        """When a headquarters or engineer lost on a turn comes back: three full months later (I15-1)."""
        turn = self.turn_named(label)
        if turn is None:
            return missing("turns.csv", label, "label")
        months = int(label[:4]) * 12 + int(label[5:7]) - 1 + 4
        back = f"{months // 12}-{months % 12 + 1:02d}-T1"
        return Answer(back, (book("three full months after", back, "I15-1"),))

    # ---- cities, replacements

    def points_of_city(self, place: str) -> Answer[int]:
        """What a country suffers when its city is occupied; a second time nothing (S26-3, S26-4)."""
        before = self.said_yes("occupied-before", place)
        if before is not None and before.value:
            return Answer(0, (*before.reasons, book("occupied again", 0, "S26-4")))
        found = self.features(place)
        if "city" not in found.value:
            return Answer(0, (*found.reasons, book("no city", 0, "S26-3.h")))
        points = self.number("dm_events", "city-first-occupied", "points")
        return Answer(points.value, (*found.reasons, *points.reasons))

    def rebuild_cost(self, name: str, points: int) -> Answer[int]:
        """Infantry replacement points of the own nation for strength points of a unit (I15-2)."""
        unit = self.unit(name)
        if unit is None:
            return missing("given", name)
        guns = unit.type in GUNS
        rule = book("points for one of strength", 2 if guns else 1, "I15-2" if guns else "S23-4")
        return Answer(points * rule.value, (seen(f"type of {name}", unit.type), rule))

    def strengthens(self, name: str) -> Answer[bool]:
        """Whether infantry replacements may raise a unit above its symbol: cavalry divisions since 1916 (S31)."""
        unit = self.unit(name)
        if unit is None or self.turn_named(self.label) is None:
            return missing("given", name, "turn")
        since = book("from January 1916", "yes" if self.label >= "1916-01" else "no", "S31-1")
        fits = unit.type == "cavalry" and unit.size == "XX"
        return Answer(fits and since.value == "yes", (seen(name, f"{unit.type} {unit.size}"), since))
