"""Modifiers of the die of a battle, each by its name (13.14 to 13.18)."""

from __future__ import annotations

from collections.abc import Iterator

from builder.games.tgwie.facts_base import book, joined, missing, seen
from builder.games.tgwie.facts_battle import Battles, Fight
from builder.games.tgwie.facts_calendar import TRENCHES
from builder.kit import combat
from builder.model import Answer, Need, Reason, Tag, Unit

GASES = ("chlorine", "phosgene", "mustard")
SPECIAL = ("flamethrower", "mine")
WINDOW = 4  # attacks of the Kaiserschlacht (16.2)
GAS_NATIONS = ("british", "french", "belgian")
ALIASES = {"shock": "stoss", "shock-1": "stoss", "shock-4": "stoss", "flame": "flamethrower",
           "bruchmuller": "bruchmueller", "high": "high-odds"}  # fmt: skip


class Modifiers(Battles):
    def drms(self, fight: Fight) -> Iterator[tuple[str, Answer[int]]]:
        """Name and size of each modifier that may apply, nought included."""
        yield "trench", self._trench(fight)
        yield "air", self._air(fight)
        yield "concentric", self._concentric(fight)
        yield "bruchmueller", self._bruchmueller(fight)
        yield "stoss", self._stoss(fight)
        yield "tank", self._tank(fight)
        yield "gas", self._gas(fight)
        for kind in SPECIAL:
            yield kind, self._special(fight, kind)
        yield "brusilov", self._brusilov(fight)
        yield "high-odds", self._high_odds(fight)

    def drm(self, fight: Fight, name: str) -> Answer[int]:
        name = ALIASES.get(name, name)
        return next((a for n, a in self.drms(fight) if n == name), missing("case", "drm", name))

    def total_drm(self, fight: Fight) -> Answer[int]:
        found = [answer for _, answer in self.drms(fight)]
        return joined(sum(answer.value or 0 for answer in found), *found)

    def positive_drm(self, fight: Fight) -> Answer[int]:
        found = [answer for name, answer in self.drms(fight) if name != "trench"]
        return joined(sum(max(answer.value or 0, 0) for answer in found), *found)

    def modified_die(self, fight: Fight) -> Answer[int]:
        roll = fight.action.detail("roll")
        if not roll.isdecimal():
            return missing("log", "roll")
        total = self.total_drm(fight)
        return joined(int(roll) + total.value, total, more=(seen("die", int(roll)),))

    def final_die(self, fight: Fight) -> Answer[int]:
        """Held between 0 and 6 (13.15.B)."""
        found = self.modified_die(fight)
        if found.needs:
            return found
        return joined(combat.final_die(found.value, (), 0, 6), found)

    # ---- one by one

    def _trench(self, fight: Fight) -> Answer[int]:
        """The poorest level among the defenders; none beside restricted cavalry (13.16, 13.20.C)."""
        if not fight.defenders:
            return self._trench_of_fort(fight)
        riders = [self.restricted_cavalry(u) for u in fight.defenders]
        rider = next((r for r in riders if r.value and r.known), None)
        if rider is not None:
            return joined(0, rider)
        levels = [self.trench(marker) for marker in self.trench_markers_of(fight)]
        return joined(max(level.value for level in levels), *levels, *riders)

    def trench_markers_of(self, fight: Fight) -> list[str]:
        nations = {u.nation for u in fight.defenders}
        if "german" in nations and nations != {"german"} and self._beside_sud(fight.defenders):
            return ["german"]
        return [self.trench_marker(u.nation, u.side) for u in fight.defenders]

    def _trench_of_fort(self, fight: Fight) -> Answer[int]:
        nation = self.fort_nation(fight.place)
        if not nation.known or not nation.value:
            return Answer(0, (seen("defenders", "none"),))
        return joined(0, nation, more=(seen("defenders", "the fort alone"),))

    def _air(self, fight: Fight) -> Answer[int]:
        """One for whoever has units left once they have cancelled one another (7.6.2.D)."""
        action = fight.action
        surplus = self.given.get("air-surplus")
        mine, theirs = (_number(action.detail(key)) for key in ("air", "defair"))
        left = int(surplus) if surplus is not None else mine - theirs
        value = (left > 0) - (left < 0)
        return Answer(value, (seen("air units left", left),))

    def _concentric(self, fight: Fight) -> Answer[int]:
        fort = self.fort_in(fight)
        if fort.value:
            return joined(0, fort, more=(book("against a fort", 0, "13.14.C"),))
        around = self.around(fight.place)
        if not around or not all(self.is_number(p) for p in fight.hexes):
            if len(fight.hexes) > 3:
                return joined(1, fort, more=(seen("hexes that attack", len(fight.hexes)),))
            stated = self.said_yes("concentric", fight.place)
            if stated is not None:
                return joined(1 if stated.value else 0, stated)
            if len(fight.hexes) < 2:
                return joined(0, fort, more=(seen("hexes that attack", len(fight.hexes)),))
            return missing("given", f"concentric {fight.place}")
        why = combat.concentric(fight.hexes, around)
        return joined(1 if why else 0, fort, more=(seen("concentric", why or "no"),))

    def _bruchmueller(self, fight: Fight) -> Answer[int]:
        """A supplied German attack that a German headquarters supports (7.10)."""
        if not self._committed(fight, "bruchmueller"):
            return Answer(0, (seen("Bruchmueller", "not used"),))
        fed = [self.supplied(u.id) for u in fight.attackers]
        german = any(u.nation == "german" for u in fight.attackers)
        helped = fight.hq is not None and fight.hq.nation == "german"
        works = german and helped and all(f.value for f in fed)
        return joined(1 if works else 0, *fed, more=(seen("German headquarters", fight.hq.id if fight.hq else "none"),))

    def shocks(self, fight: Fight) -> Answer[int]:
        """Supplied shock divisions that attack."""
        number, answers = 0, []
        for unit in fight.attackers:
            shock = self.is_shock(unit.id)
            answers.append(shock)
            if shock.value and shock.known:
                fed = self.supplied(unit.id)
                answers.append(fed)
                number += 1 if fed.value else 0
        return joined(number, *answers)

    def _stoss(self, fight: Fight) -> Answer[int]:
        found = self.shocks(fight)
        if found.value < WINDOW:
            return joined(1 if found.value else 0, found)
        front = self.stated("declared", "front")
        where = self.theatre(fight.place)
        if front is None or (where.known and front.value != where.value):
            return joined(2, found)
        before = int(self.ledger.note("german-attacks", front.value) or 0)
        return joined(3 if before < WINDOW else 2, found, front, more=(seen("German attacks before", before),))

    def stoss_in_order(self, numbers: tuple[int, ...]) -> tuple[int, ...]:
        """What attacks with so many shock divisions get one after the other on the declared front (16.2)."""
        return tuple((1 if n else 0) if n < WINDOW else 3 if at < WINDOW else 2 for at, n in enumerate(numbers))

    def _tank(self, fight: Fight) -> Answer[int]:
        """The best supplied tank; a supplied anti-tank regiment cancels it (7.7)."""
        best, answers = 0, []
        for unit in fight.attackers:
            if unit.type != "tank":
                continue
            bonus, fed = self.tank_bonus(unit), self.supplied(unit.id)
            answers += [bonus, fed]
            best = max(best, bonus.value if fed.value and bonus.known else 0)
        if not answers:
            return Answer(0, (seen("tanks", "none"),))
        for unit in fight.defenders:
            if unit.type == "anti-tank":
                fed = self.supplied(unit.id)
                answers.append(fed)
                best = 0 if fed.value and fed.known else best
        return joined(best, *answers)

    def gas_used(self, fight: Fight) -> tuple[str, ...]:
        said = fight.action.detail("gas")
        chits = fight.action.detail("chits")
        return tuple(g for g in GASES if g in said.split(",") or f"gas-{g}" in chits)

    def _gas(self, fight: Fight) -> Answer[int]:
        """Two for the first use of a kind by either side (7.8.E)."""
        used = self.gas_used(fight)
        if not used:
            return Answer(0, (seen("gas", "none"),))
        kind = used[0]
        stated = self.said_yes("gas-used", kind)
        noted = self.ledger.note("gas-used", kind)
        earlier = next(iter(self.ledger.past("gas-used", kind)), None)
        spent = bool(noted) or earlier is not None or (stated is not None and stated.value)
        known = (
            stated if stated is not None else Answer(spent, (seen(f"{kind} used before", "yes" if spent else "no"),))
        )
        return joined(0 if spent else 2, known)

    def _special(self, fight: Fight, kind: str) -> Answer[int]:
        used = self._committed(fight, kind)
        return Answer(2 if used else 0, (seen(kind, "used" if used else "none"),))

    def _committed(self, fight: Fight, kind: str) -> bool:
        return fight.action.detail(kind) in ("yes", "1") or kind in fight.action.detail("chits")

    def _brusilov(self, fight: Fight) -> Answer[int]:
        """A Russian attack with a Russian headquarters on defenders none of whom is German (7.17; reading E47)."""
        hq = fight.hq
        if (
            hq is None
            or hq.nation != "russian"
            or not any(u.nation in ("russian", "provisional") for u in fight.attackers)
        ):
            return Answer(0, (seen("Russian headquarters", "none"),))
        if any(u.nation == "german" for u in fight.defenders):
            return Answer(0, (seen("defenders", "Germans among them"),))
        played = self.played("brusilov")
        if played.needs and self.letter().known and self.letter().value < "G":
            return Answer(0, (*self.letter().reasons, seen("Brusilov", "no chit yet")))
        return joined(3 if played.value else 0, played)

    def _high_odds(self, fight: Fight) -> Answer[int]:
        """Odds above 5:1 earn a modifier whose row the book has lost (13.10.C); ours binds on our own module alone."""
        found = self.odds(fight)
        if found.needs or found.value.rank <= 4:
            return joined(0, found)
        shift = self.defender_shift(fight)
        if shift.value:
            return joined(0, found, shift, more=(book("high odds against a shift", 0, "13.14.B"),))
        row = self.game.tables["modifiers"].rows["high-odds"]
        evidence = self.weigh(row.evidence_of("die"))
        if not evidence.tag.proven:
            return joined(0, found, shift, missing("tables/modifiers.csv", "high-odds", "die"))
        value = found.value.attack // 5 - 1
        return joined(value, found, shift, more=(Reason("high odds", value, evidence),))

    # ---- headquarters that are spent, and the Haig Offensive

    def ready(self, hq: Unit) -> Answer[bool]:
        """Whether its artillery counts: it shows, and no battle has used it since the last resource phase."""
        rating = self.artillery(hq)
        used = self.ledger.note("hq-used", hq.id)
        if not used:
            return joined(rating.value > 0, rating)
        turn = self.turn()
        fresh = self.strategic_between(int(used), turn.value) if turn.known else turn
        spent = seen(f"{hq.id} supported on turn", int(used))
        return joined(bool(fresh.value) and rating.value > 0, rating, fresh, more=(spent,))

    def haig_attacks(self) -> Answer[int]:
        stated = self.said_number("haig-attacks")
        done = int(self.ledger.note("haig-attacks") or 0)
        return stated or Answer(done, (seen("British attacks at 1:1 or better", done),))

    def haig(self) -> Answer[str]:
        """Central where fewer than two attacks count on one of the three turns after the chit (7.19)."""
        drawn = self.said_number("played-on", "haig")
        noted = self.ledger.note("played-on", "haig") or self.ledger.note("played-on", "haig-offensive")
        if drawn is None and not noted:
            return missing("given", "played-on haig")
        since = drawn.value if drawn else int(noted)
        turn, done = self.turn(), self.haig_attacks()
        bound = turn.known and since < turn.value <= since + 3
        reasons = drawn.reasons if drawn else (seen("Haig drawn on turn", since),)
        return joined("central" if bound and done.value < 2 else "", turn, done, more=reasons)


def _number(text: str) -> int:
    """A count, or the ids it counts."""
    return int(text) if text.isdecimal() else len([word for word in text.split(",") if word])


__all__ = ["GASES", "GAS_NATIONS", "SPECIAL", "TRENCHES", "Modifiers", "Need", "Tag"]
