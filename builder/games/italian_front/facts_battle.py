"""What bears on a battle besides its sums: tables, trenches, solid defence, winter, assault troops."""

from __future__ import annotations

from builder.games.italian_front.facts_base import book, seen
from builder.games.italian_front.facts_supply import Supply
from builder.games.italian_front.facts_units import ASSAULT, FOOT, GUNS, SUPPORT
from builder.games.italian_front.fight import Fight
from builder.kit.combat import front_and_rear
from builder.kit.tables import portions
from builder.model import Action, Answer, Unit

FULL_DIVISION = {"german": 8, "italian": 4, "french": 6, "british": 7, "austro-hungarian": 5}
TABLE_END = 50


class Battles(Supply):
    def fight(self, action: Action) -> Fight:
        return Fight(self, action)

    def open_fight(self) -> Fight | None:
        """The last attack of the phase."""
        return Fight(self, self.ledger.battle) if self.ledger.battle is not None else None

    def retreated(self, name: str) -> bool:
        """Whether a unit retreated into its hex in this phase (S14-15)."""
        stated = self.said_yes("retreated", name)
        return stated.value if stated is not None else bool(self.ledger.note("retreated", name))

    def terrain_drm(self, terrain: str, counter: bool) -> Answer[int]:
        stated = self.stated("table", terrain)
        if stated is not None:
            word = "counter" if counter else "attack"
            for part in stated.value.split(","):
                name, _, number = part.strip().rpartition(" ")
                if name == word:
                    return Answer(int(number), stated.reasons)
        return self.number("terrain_effects", terrain, "counterattack_drm" if counter else "attack_drm")

    def table_loss(self, column: Answer[int], roll: Answer[int]) -> Answer[int]:
        if not self.year:
            return Answer(0, column.reasons, self.needs_of_date())
        table = "crt_later" if self.year >= 1917 else "crt_early"
        name = "roll_m1" if roll.value == -1 else f"roll_{roll.value}"
        total, reasons = 0, [*column.reasons, *roll.reasons]
        for part in portions(column.value, TABLE_END):
            found = self.number(table, str(part), name)
            if not found.known:
                return Answer(0, tuple(reasons), found.needs)
            total += found.value
            reasons += found.reasons
        return Answer(total, tuple(reasons))

    # ---- trenches, solid defence, winter

    def trench_counts(self, fight: Fight) -> Answer[bool]:
        """Whether the target's trench counts: not when cut off, fired to pieces, or taken front and rear."""
        place = fight.target
        if not self.trench(place):
            return Answer(False)
        for rule, void in self.voids(fight):
            if void.value:
                return Answer(False, (*void.reasons, book("trench void", place, rule)))
        return Answer(True, (seen(f"trench in {place}", "yes"),))

    def voids(self, fight: Fight) -> list[tuple[str, Answer[bool]]]:
        """What takes the effect of trench and good terrain away, by rule."""
        side = next((u.side for u in fight.defenders), "")
        surrounded = self.surrounded(fight.target, side)
        return [("S20-12", surrounded), ("S22-17", self.fired_to_pieces(fight)), ("S22-18", self.front_and_rear(fight))]

    def fired_to_pieces(self, fight: Fight) -> Answer[bool]:
        """In 1915: as many siege and as many field batteries as there are divisions (S22-17)."""
        if self.year != 1915:
            return Answer(False, (book("siege and field batteries cancel works", "in 1915 alone", "S22-17"),))
        siege = sum(u.type == "siege-artillery" for u in fight.attackers)
        field = sum(u.type == "artillery" for u in fight.attackers)
        there = self.divisions(fight.target)
        hit = bool(there.value) and siege >= there.value and field >= there.value
        reasons = (seen("siege batteries", siege), seen("field batteries", field), *there.reasons)
        return Answer(hit, reasons, there.needs)

    def front_and_rear(self, fight: Fight) -> Answer[bool]:
        stated = self.said_yes("front-and-rear", fight.target) or self.said_yes("front-and-rear")
        if stated is not None:
            return stated
        around = self.around(fight.target)
        side = next((u.side for u in fight.defenders), "")
        friends = [p for p in around if any(u.type not in SUPPORT and u.side == side for u in self.at(p))]
        why = front_and_rear(fight.origins, friends, around) if around and side else ""
        return Answer(bool(why), (seen("attacked from", why or " ".join(fight.origins)),))

    def solid(self, fight: Fight) -> Answer[bool]:
        """A trench and infantry for each attacked hexside: five, or a full division (S22-19)."""
        stated = self.said_yes("solid")
        if stated is not None:
            return stated
        if not self.trench_counts(fight).value:
            return Answer(False)
        nation = next((u.nation for u in fight.defenders if u.nation), "")
        said = self.said_number("symbol")
        full = said.value if said is not None else FULL_DIVISION.get(nation, 5)
        points = sum(self.raw(u.id).value for u in fight.defenders if u.type in FOOT)
        needed = min(5, full) * fight.gun_sides()
        return Answer(points >= needed, (seen("infantry", points), book("needed", needed, "S22-19")))

    def guns_needed(self) -> Answer[int]:
        if not self.year:
            return Answer(0, needs=self.needs_of_date())
        return self.number("artillery", str(self.year), "italy")

    def guns_enough(self, fight: Fight) -> Answer[bool]:
        needed = self.guns_needed()
        said = self.said_number("attack-artillery")
        have = said.value if said is not None else sum(self.raw(u.id).value for u in fight.attackers if u.type in GUNS)
        return Answer(have >= needed.value, (*needed.reasons, seen("artillery strength", have)), needed.needs)

    def solid_drm(self, fight: Fight, counter: bool) -> Answer[int]:
        ground = fight.ground()
        if not ground.known or ground.value not in ("clear", "broken"):
            return Answer(0)
        solid = self.solid(fight)
        if not solid.value or self.guns_enough(fight).value:
            return Answer(0)
        found = self.number("drm", f"solid-{ground.value}", "counterattack_drm" if counter else "attack_drm")
        return Answer(found.value, (*solid.reasons, *found.reasons))

    def winter_drm(self, fight: Fight) -> Answer[int]:
        """One more on the counterattack's die, but where all attackers stand in trenches (S34-4)."""
        winter = self.winter(self.label) if self.label or self.stated("winter") else Answer(False)
        if not winter.value:
            return Answer(0)
        dug = self.said_yes("attackers-in-trenches")
        in_trenches = dug.value if dug is not None else bool(fight.origins) and all(map(self.trench, fight.origins))
        if in_trenches:
            return Answer(0, (book("winter", "all attackers in trenches", "S34-4"),))
        return self.number("drm", "winter", "counterattack_drm")

    def assault_points(self, unit: Unit) -> Answer[int]:
        """Strength above the full-strength symbol; all of it for AlpK and Jgr (S33-4, S33-5, S33-9)."""
        stated = self.said_number("assault-points", unit.id)
        if stated is not None:
            return stated
        if unit.type not in ASSAULT:
            return Answer(0)
        raw = self.raw(unit.id)
        name = f"{unit.id} {unit.counter} {unit.name}".casefold()
        if "alpk" in name or "jgr" in name:
            return Answer(raw.value, (*raw.reasons, book("all of it assault", raw.value, "S33-5")), raw.needs)
        symbol = self.symbol(unit)
        return Answer(max(raw.value - symbol.value, 0), raw.reasons + symbol.reasons, raw.needs + symbol.needs)

    def full_assault(self, fight: Fight) -> Answer[bool]:
        """Whether an assault unit at full strength takes part (S33-3.a)."""
        stated = self.said_yes("full-assault")
        if stated is not None:
            return stated
        found = [u for u in fight.attackers if u.type in ASSAULT and u.steps == u.full_steps]
        return Answer(bool(found), (seen("assault at full strength", found[0].id if found else "none"),))
