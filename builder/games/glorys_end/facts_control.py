"""Who holds which hex: by the units in it, by who entered it last, surely or perhaps, by the set-up (4.7, 4.8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from builder.games.glorys_end.facts_base import remembered, seen
from builder.games.glorys_end.facts_board import NEUTRALS
from builder.games.glorys_end.facts_units import Units
from builder.games.glorys_end.open_ways import Claim
from builder.games.glorys_end.unseen import DOUBT, UNSEEN
from builder.model import GIVEN, SEEN, Answer, Evidence, Need, Reason, Tag

EVERY_WAY = "every way that it can have gone leads there"


class Held(NamedTuple):
    """One of the ways in which a hex may have changed hands."""

    side: str  # who holds it
    since: str  # the turn, "" from before play was seen
    began: str | None  # who held it as this turn began, where that is another


def histories(
    claims: tuple[Claim, ...], now: str, began: str, took: Callable[[Claim], bool | None]
) -> tuple[Held, ...]:  # fmt: skip
    """The ways in which these claims may have come out, each once; `took` says whether one did, None for unknown."""
    base, *later = claims
    holder, _, turn = began.partition("@")
    found = {Held(base.side, str(base.turn or ""), holder if turn == now else None): None}
    for claim in later:
        did = took(claim)
        taken = {_taken(held, claim, now): None for held in found} if did is not False else {}
        found = taken if did else {**found, **taken}
    return tuple(found)


def _taken(held: Held, claim: Claim, now: str) -> Held:
    if held.side == claim.side:
        return held
    began = held.side if str(claim.turn) == now and held.began is None else held.began
    return Held(claim.side, str(claim.turn), began)


class Control(Units):
    @remembered
    def control(self, place: str) -> Answer[str]:
        """The side that holds a hex, "" for none: its units there, the last to enter, the set-up, the country."""
        standing = next(iter(self.state.at(place)), None)
        if standing is not None and not (standing.type != "cavalry" and self.ledger.note("control", place)[-1:] == "@"):
            return Answer(standing.side, (seen(f"in {place}", standing.id),))
        return self.recorded_control(place)

    @remembered
    def recorded_control(self, place: str) -> Answer[str]:
        """Who holds a hex apart from the units in it now."""
        if place in self.open.claims:
            return self._claimed(place)
        noted = self.ledger.note("control", place)
        if noted:
            side, _, turn = noted.partition("@")
            sure = not side.endswith("?")
            evidence = SEEN if sure else self.weigh(Evidence(Tag.DEDUCED, "4.7", EVERY_WAY))
            side = side.rstrip("?")
            since = f"{side} since turn {turn}" if turn else side
            return Answer(side, (Reason(f"control of {place}", since, evidence),))
        past = next(iter(self.ledger.past("control", place)), None)
        if past is not None:
            return Answer(past.value, (Reason(f"control of {place}", f"{past.value} since {past.when}", GIVEN),))
        return self._first_control(place)

    def _first_control(self, place: str) -> Answer[str]:
        """As the board shows it by markers or the set-up, else by the country it lies in (4.7)."""
        marked = next((m for m in self._markers.get(place, ()) if m.kind.startswith("control-")), None)
        if marked is not None:
            return Answer(marked.side, (seen(f"control marker in {place}", marked.side),))
        found = self._control_at_start(place)
        if self.ledger.note(UNSEEN) and not self.given.blank:
            return Answer(found.value, found.reasons, (*found.needs, _lost(place)))
        return found

    def _control_at_start(self, place: str) -> Answer[str]:
        scenario = self.scenario
        name = f"control of {place}"
        if scenario is not None and place in scenario.control:
            side = scenario.control[place]
            return Answer(side, (Reason(name, side, Evidence(Tag.BOOK, scenario.rule)),))
        if self.given.blank:
            return Answer("", needs=(Need("given", f"control {place}"),))
        country = self.country(place)
        # a scenario that opens in mid-campaign need not mark all that was taken before
        evidence = Evidence(Tag.BOOK, "4.7") if scenario is None else Evidence(Tag.DEDUCED, "4.7")
        if country.value in NEUTRALS:
            return self._neutral(name, country, evidence)
        row = self.game.tables["countries"].rows.get(country.value)
        side = row["side"] if row is not None else ""
        return Answer(side, (*country.reasons, Reason(name, side or "nobody", evidence)), country.needs)

    def _neutral(self, name: str, country: Answer[str], evidence: Evidence) -> Answer[str]:
        """Ground nobody invaded is out of play; of an invaded country the Allies hold all that is not German (4.7)."""
        invaded = self.violated(NEUTRALS[country.value])
        side = "allied" if invaded.value else ""
        reasons = (*country.reasons, *invaded.reasons, Reason(name, side or "nobody", evidence))
        return Answer(side, reasons, country.needs + invaded.needs)

    # ---- what ways that nobody saw leave open

    @remembered
    def histories(self, place: str) -> tuple[Held, ...]:
        """How a hex may have changed hands: one way where that is sure. The first: no open way led there."""
        claims = self.open.claims[place]
        marked = self.newly_marked.get(place)
        last = max((i for i, claim in enumerate(claims) if claim.side == marked), default=0)

        def took(claim: Claim) -> bool | None:
            if not claim.key or (last and claim is claims[last]):
                return True
            return self.went(claim.key, frozenset({place}))

        return histories(claims, str(self.when.turn), self.ledger.note("turn-began", place), took)

    def _claimed(self, place: str) -> Answer[str]:
        found = self.histories(place)
        held = found[0]
        since = f"{held.side} since turn {held.since}" if held.since else held.side
        evidence = self.weigh(Evidence(Tag.DEDUCED, "4.7", "by the ways that were open"))
        reason = Reason(f"control of {place}", since, evidence)
        needs = self._route_needs(place) if len({one.side for one in found}) > 1 else ()
        return Answer(held.side, (reason,), needs)

    def _route_needs(self, place: str) -> tuple[Need, ...]:
        """Which ways would have to be known to know who held a hex."""
        keys = dict.fromkeys(c.key for c in self.open.claims[place] if c.key)
        return tuple(dict.fromkeys(self.need_of(k) for k in keys if self.went(k, frozenset({place})) is None))

    def need_of(self, key: str) -> Need:
        route = self.route(key)
        return route.need() if route is not None else Need("log", key, "which way it went")

    def deed(self, *what: str) -> Answer[str]:
        """What was done by whoever went by certain hexes, "" for nothing; unknown where the way is open."""
        needs: list[Need] = []
        for deed in self.open.deeds.get(what, ()):
            went = self.went(deed.key, deed.places)
            if went:
                return Answer(deed.told, (Reason(" ".join(what), deed.told, self.ground),))
            if went is None:
                needs.append(self.need_of(deed.key))
        return Answer("", (), tuple(dict.fromkeys(needs)))

    def perhaps_gone(self) -> Iterator[tuple[str, Answer[bool]]]:
        """What fell in this player turn if a route led there, as `gone` notes it, and whether one did."""
        for deed in self.open.deeds.get(("gone", f"{self.when.turn}-{self.when.side}"), ()):
            went = self.went(deed.key, deed.places)
            needs = (self.need_of(deed.key),) if went is None else ()
            reason = Reason(deed.told, "entered" if went else "passed by", self.ground)
            yield deed.told, Answer(bool(went), (reason,), needs)

    # ---- since the turn began

    def held_since_turn_began(self, place: str, side: str) -> Answer[bool]:
        """Whether `side` held the hex when the game turn began and holds it now, whatever was in between."""
        stated = self.said_yes("held-at-turn-start", place)
        if stated is not None:
            return stated
        now, recorded = self.control(place), self.recorded_control(place)
        if not now.known or now.value != side:
            return Answer(False, now.reasons, now.needs)
        if place in self.open.claims:
            if recorded.known and recorded.value == side:
                return self._held_in_all(place, side, now)
            return Answer(False, now.reasons, recorded.needs or (Need("log", place, "since when it is held"),))
        holder, _, turn = self.ledger.note("turn-began", place).partition("@")
        if holder and self.when.turn and turn == str(self.when.turn):
            if holder == DOUBT:
                return Answer(False, now.reasons, (_lost(place),))
            return Answer(holder == side, (*now.reasons, seen(f"{place} as turn {turn} began", holder)))
        if recorded.value != side:
            # units stand there whose coming was not recorded, or cavalry that holds only where it stands
            return Answer(False, now.reasons, (Need("log", place, "since when it is held"),))
        since = self.ledger.note("control", place).partition("@")[2]
        if since and self.when.turn and since == str(self.when.turn):
            return Answer(False, (*now.reasons, seen(f"{place} taken", f"turn {since}")))
        past = next(iter(self.ledger.past("control", place)), None)
        if not since and past is not None and past.when.turn and past.when.turn == self.when.turn:
            return Answer(False, (*now.reasons, Reason(f"{place} taken", str(past.when), GIVEN)))
        return Answer(True, (*now.reasons, *recorded.reasons), recorded.needs if self.ledger.note(UNSEEN) else ())

    def _held_in_all(self, place: str, side: str, now: Answer[str]) -> Answer[bool]:
        """The same of a hex that may have been taken and retaken."""
        turn = str(self.when.turn)
        answers = {(one.began == side) if one.began is not None else one.since != turn for one in self.histories(place)}
        if len(answers) > 1:
            return Answer(False, now.reasons, self._route_needs(place))
        return Answer(answers.pop(), now.reasons)


def _lost(place: str) -> Need:
    return Need("given", f"control {place}", "a part of the game before is not seen")
