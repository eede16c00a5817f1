"""What happens between operational turns: warfare, replacements, transfers, the Red Army, command markers."""

from __future__ import annotations

from builder.games.tgwie.facts_base import book, joined, missing, seen
from builder.games.tgwie.facts_strategic import Strategic
from builder.games.tgwie.pool import LETTERS
from builder.kit.supply_net import Tier, net
from builder.model import Answer, Need, Reason, Unit

SHELL_SHORTAGE = ("B", "C")  # 6.2.J
NOT_THERE = 1000  # above any number of units
RAIDS = {"london": ("air-raid-london", "british", "6.9.A"), "paris": ("air-raid-paris", "french", "6.9.B")}
READING_OHL = "illegal before the Central Powers have the initiative in the west (6.18.B; reading E1)"


class StrategicTurn(Strategic):
    # ---- points

    def kept_points(self, points: int) -> Answer[int]:
        most = self.number("costs", "carry-over", "points")
        return joined(min(points, most.value), most)

    def bill(self) -> Answer[int]:
        """What the rebuilding of this phase cost so far (6.11)."""
        done, answers = 0, []
        for action in self.ledger.done:
            if action.verb == "rebuild":
                price = self.price(action)
                answers.append(price)
                done += price.value
        return joined(done, *answers)

    def price(self, action) -> Answer[int]:
        """A point a step, for a headquarters one or, ready, two."""
        total, answers = 0, []
        for unit in self.units(action.units):
            key = "step" if not self.is_hq(unit) else "hq-ready" if action.detail("ready") == "yes" else "hq-spent"
            cost = self.number("costs", key, "points")
            steps = int(action.detail(unit.id) or action.detail("steps") or 1) if key == "step" else 1
            answers.append(cost)
            total += cost.value * steps
        return joined(total, *answers)

    def transferable(self, nation: str) -> Answer[int]:
        """What allies may give a nation in one resource phase (6.5, 6.6)."""
        if self.game.nations[nation].side == "central":
            value = 0 if nation == "german" else 6
            return Answer(value, (book("German points to others", 6, "6.6"),))
        if nation in ("russian", "provisional"):
            opened = self.constantinople_open()
            return joined(6 if opened.value else 1, opened, more=(book("to Russia", 6 if opened.value else 1, "6.5"),))
        if nation == "serbian":
            return Answer(6, (book("to Serbia by Salonika", 6, "6.5.C"),))
        return Answer(0, (book("other Allied transfers", 0, "6.5.D"),))

    def lost_in_the_east(self, unit: Unit) -> Answer[tuple[int, int]]:
        """The least and the greatest number that a dead British unit can have among those lost there (6.12.A)."""
        stated = self.stated("lost-in-east", unit.id)
        if stated is not None and (stated.value == "no" or stated.value.isdecimal()):
            number = NOT_THERE if stated.value == "no" else int(stated.value)
            return Answer((number, number), stated.reasons)
        noted = self.ledger.note("lost-in-east", unit.id)
        if not noted:
            return missing("given", f"lost-in-east {unit.id}")
        if noted == "no":
            return Answer((NOT_THERE, NOT_THERE), (seen(f"{unit.id} lost in the east", "no"),))
        order = self.ledger.note("lost-in-east").split()
        before = order[: order.index(unit.id)]
        sure = sum(1 for name in before if (u := self.unit(name)) is not None and not self.is_hq(u))
        whole = self.scenario is not None and self.scenario.first_turn == 1 and not self.ledger.note("unseen")
        why = seen("British lost in the east before it", " ".join(before) or "none seen")
        return Answer((sure + 1, len(before) + 1 if whole else NOT_THERE), (why,))

    # ---- headquarters

    def may_flip(self, name: str) -> Answer[bool]:
        """Whether a headquarters gets its artillery back in this resource phase (6.2.J, 6.14.A.2)."""
        hq, letter = self.unit(name), self.letter()
        if hq is None:
            return missing("given", name)
        if letter.known and letter.value in SHELL_SHORTAGE:
            return joined(False, letter, more=(book("shell shortage", "B and C", "6.2.J"),))
        if hq.nation in ("russian", "provisional"):
            fallen = self.czar_fallen()
            if not fallen.known or fallen.value:
                return joined(False, fallen)
        fed = self.supplied(name)
        return joined(fed.value, letter, fed)

    def usable(self, marker: str) -> Answer[bool]:
        """Whether OHL, OberOst or Foch may be used now (6.18, 7.22)."""
        if marker == "foch":
            return self.played("foch")
        if marker == "oberost":
            return Answer(True, (book("OberOst", "with either initiative", "6.18.B"),))
        first = self.initiative("west")
        if self.scenario is not None and self.scenario.rule.startswith("18") and first.value != "central":
            return Answer(False, first.reasons, (Need("18.18.E", "OHL at the start of 1917", "", READING_OHL),))
        return joined(first.value == "central", first)

    def on_the_turn_track(self, place: str) -> bool:
        """Whether a place is the space of a strategic turn."""
        return len(place) == 2 and place[0] == "T" and place[1] in LETTERS

    # ---- warfare

    def u_boats_at(self, box: str) -> Answer[int]:
        """How many U-boat chits lie in a box; of the Strategic Warfare Box a case may say it."""
        stated = self.said_yes("in-warfare-box", "u-boat") if box == "Warfare" else None
        if stated is not None:
            return Answer(int(stated.value), stated.reasons)
        there = sum(1 for m in self.state.markers.values() if "u-boat" in m.kind and m.place.startswith(box))
        return Answer(there, (seen(f"U-boat chits in {box}", there),))

    def u_boat_roll(self) -> Answer[str]:
        """Whether a die is rolled: a marker in the box, no convoys (6.8)."""
        convoy = self.said_yes("in-warfare-box", "convoy") or self.played("convoy")
        if convoy.known and convoy.value:
            return joined("", convoy)
        boats = self.said_yes("in-warfare-box", "u-boat")
        if boats is None:
            there = [m for m in self.state.markers.values() if "u-boat" in m.kind and m.place == "Warfare"]
            boats = Answer(bool(there), (seen("U-boats in the box", len(there)),))
        return joined("yes" if boats.value else "", boats, convoy)

    def u_boat_loss(self, die: int) -> Answer[int]:
        rolled = self.u_boat_roll()
        return joined(die if rolled.value else 0, rolled)

    def iaf_loss(self, die: int) -> Answer[int]:
        """German points lost to the Independent Air Force: the die, less 2 in bad weather, less defenders (6.10)."""
        weather = self.weather("west")
        home = self.said_number("home-defence") or Answer(0, (seen("home defence", "none said"),))
        bad = 2 if weather.value in ("wet", "snow") else 0
        return joined(max(die - bad - home.value, 0), weather, home, more=(seen("die", die),))

    def raid_loss(self, city: str) -> Answer[int]:
        """Two points where the chit lies in the box, no more than there are (6.9; reading E17: Paris is France's)."""
        if city not in RAIDS:
            return missing("given", f"raid-loss {city}")
        chit, nation, rule = RAIDS[city]
        there = self.said_yes("in-warfare-box", chit)
        if there is None:
            lies = any(m.kind == f"cp-{chit}" and m.place == "Warfare" for m in self.state.markers.values())
            there = Answer(lies, (seen(f"{chit} in the box", "yes" if lies else "no"),))
        points = self.said_number("resources", nation) or Answer(2, (seen(f"points of {nation}", "not said"),))
        return joined(min(2, points.value) if there.value else 0, there, points, more=(book("raid", 2, rule),))

    def us_entry_after(self, die: int) -> Answer[str]:
        """The strategic turn of American entry after a die for U-boats: one sooner on 4 to 6 (6.8.D)."""
        entry = self.us_entry()
        if not entry.known or entry.value not in LETTERS:
            return entry
        at = LETTERS.index(entry.value) - (1 if die >= 4 else 0)
        return joined(LETTERS[at], entry, more=(seen("die", die),))

    def us_sunk(self, die: int) -> Answer[bool]:
        """Whether an arriving American division is lost to U-boats (6.8.H)."""
        rolled = self.u_boat_roll()
        return joined(bool(rolled.value) and die == 1, rolled)

    def declares_initiative(self) -> Answer[str]:
        """Who declares the maps of the initiative: the Allies once six full American divisions are in France (6.17)."""
        stated = self.said_yes("us-declared")
        full, most = self.full_us_divisions(), self.limit("us-divisions")
        allied = full.value >= most.value or (stated is not None and stated.value)
        return joined("allied" if allied else "central", full, most, *((stated,) if stated else ()))

    def in_command(self, unit: Unit, marker: str) -> Answer[bool]:
        """Within two hexes of a command marker, counted as a line of supply (13.22.D, 13.23.D)."""
        stated = self.said_yes("in-command-range", unit.id)
        if stated is not None:
            return stated
        kinds = {"ohl": ("ohl", "ohl-oberost"), "oberost": ("oberost", "ohl-oberost"), "foch": ("foch",)}[marker]
        stand = next((m.place for m in self.state.markers.values() if m.kind in kinds and self.on_map(m.place)), "")
        if not stand:
            return Answer(False, (seen(f"{marker} on the map", "no"),))
        reach = self.limit("command-range")
        legs = net((Tier(marker, (stand,), reach.value, ultimate=True),), self.terms(unit)).line(unit.place)
        way = Reason(f"{marker} in {stand}", "in range" if legs is not None else "out of range", self.ground)
        return joined(legs is not None, reach, more=(way,))

    # ---- the Russian revolutions

    def exchanged(self, unit: Unit) -> Answer[bool]:
        """Whether the fall of the Czar turns a unit into a Provisional division (16.4)."""
        movement = self.printed(unit, "movement")
        found = unit.nation == "russian" and unit.type == "infantry" and movement.value == 4
        found = found and self.designation(unit) != "SV"
        told = f"{unit.nation} {unit.type} {self.designation(unit)}"
        return joined(found, *((movement,) if unit.nation == "russian" else ()), more=(seen(unit.id, told),))

    def red_army(self, letter: str) -> Answer[bool]:
        """From the second strategic turn after the revolution, while there is no treaty (21.8)."""
        came = self.stated("bolshevik-revolution")
        if came is None or came.value not in LETTERS:
            return missing("given", "bolshevik-revolution")
        treaty = self.said_yes("treaty") or Answer(False, (seen("treaty", "none said"),))
        first = LETTERS.index(came.value) + 2
        return joined(LETTERS.index(letter) >= first and not treaty.value, came, treaty)

    def red_army_divisions(self, die: int) -> Answer[int]:
        stated = self.said_number("provisional-divisions")
        if stated is None:
            fed = [u for u in self.on_board("provisional") if not self.is_hq(u) and self.supplied(u.id).value]
            stated = Answer(len(fed), (seen("supplied Provisional divisions", len(fed)),))
        return joined(min(die, stated.value), stated)

    def last_load(self) -> Answer[int]:
        """What counts toward the limit that the last strategic movement used."""
        last = next((a for a in self.ledger.done if a.verb in ("rail", "ship")), None)
        if last is None:
            return self.used("sea") if self.ledger.sums.get("sea") else missing("case", "rail")
        return self.used(self.capacity_name(last))

    def summary(self, rule: str) -> Answer[str]:
        found = self.game.catalogue.get(rule)
        return Answer(found.summary, ()) if found is not None else missing("rules/catalogue.csv", rule)

    def chits_drawn(self, side: str, cup: str) -> int:
        return self.ledger.sums.get(f"drawn {side} {cup}", 0)

    def waits(self, unit: Unit) -> bool:
        return unit.place.startswith(("Available", "US", "Due"))
