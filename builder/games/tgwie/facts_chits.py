"""Chits that were drawn and played: when, what they began, and what they bind since (chapter 7)."""

from __future__ import annotations

from builder.games.tgwie.facts_base import joined, seen
from builder.games.tgwie.facts_battle import Fight
from builder.games.tgwie.facts_schedule import CHIT_ALIASES
from builder.games.tgwie.facts_set_up import Settings
from builder.model import Action, Answer, Evidence, Reason, Row, Tag, Unit

JOINING = {  # chit -> the nation that it brings in, and its side (7.11.A)
    "italy-entry": ("italian", "allied"), "greece-entry": ("greek", "allied"),
    "bulgaria-entry": ("bulgarian", "central"), "romania-entry-allied": ("romanian", "allied"),
    "romania-entry-central": ("romanian", "central"),
}  # fmt: skip
AT_ONCE = ("serb-typhus", "indian-withdrawal", "haig-offensive")  # the book has them work as they are drawn
TYPHUS_TURNS = 3
WAITING_FOR_ENTRY = ("Forces", "Setup")
STANDING_CHITS = ("flamethrower", "mine")


def chit_name(row: Row) -> str:
    """A chit's name without the side."""
    return row.key.partition("-")[2]


class Chits(Settings):
    def chits_of_action(self, action: Action) -> tuple[Row, ...]:
        """The chits that an action draws or plays."""
        words = dict.fromkeys(w for w in (*action.units, action.place, action.detail("chit")) if w)
        return tuple(row for word in words if (row := self.chit(word, action.side) or self.chit(word)) is not None)

    def played_turn(self, name: str) -> Answer[int] | None:
        """The turn on which a chit took effect; None where nothing tells that it did."""
        aliases = [alias for alias, full in CHIT_ALIASES.items() if full == name]
        for word in (name, *aliases):
            stated = self.said_number("played-on", word)
            if stated is not None:
                return stated
        for word in (name, *aliases):
            noted = self.ledger.note("played-on", word)
            if noted:
                return Answer(int(noted), (seen(f"{name} played on turn", int(noted)),))
        return None

    def drawn_turn(self, name: str) -> Answer[int] | None:
        noted = self.ledger.note("drawn", name)
        return Answer(int(noted), (seen(f"{name} drawn on turn", int(noted)),)) if noted else None

    def enters_now(self, nation: str) -> Answer[bool] | None:
        """Whether a nation goes to war on this turn; None where nothing tells when it did (7.11.E; reading E3)."""
        turn = self.turn()
        for chit, (whom, side) in JOINING.items():
            on = self.played_turn(chit) if whom == nation else None
            if on is None or not turn.known:
                continue
            if self.ledger.note("joined", nation) not in ("", side):
                continue
            return joined(on.value == turn.value, on, turn)
        return None

    def entering_country(self, place: str) -> tuple[str, Answer[bool]] | None:
        """(nation, whether it goes to war on this turn) of the ground; None where no entry of its owner is known."""
        country = self.country(place)
        row = self.game.tables["countries"].rows.get(country.value) if country.known else None
        found = self.enters_now(row["nation"]) if row is not None and row["nation"] else None
        return (row["nation"], joined(found.value, country, found)) if row is not None and found is not None else None

    def typhus(self) -> Answer[bool] | None:
        """Whether the three turns after the outbreak run; None where no typhus is known (7.28.C; reading E54)."""
        since, turn = self.played_turn("serb-typhus"), self.turn()
        if since is None or not turn.known:
            return None
        return joined(since.value < turn.value <= since.value + TYPHUS_TURNS, since, turn)

    def chits_used(self, action: Action) -> tuple[str, ...]:
        """Gas, flamethrowers and mines of an attack."""
        used = action.detail("chits")
        special = (k for k in STANDING_CHITS if action.detail(k) in ("yes", "1") or k in used)
        return (*(f"gas-{kind}" for kind in self.gas_used(self.fight(action))), *special)

    def uses_bruchmueller(self, action: Action) -> bool:
        return action.detail("bruchmueller") in ("yes", "1") or "bruchmueller" in action.detail("chits")

    def flyers(self, action: Action, key: str) -> tuple[str, ...]:
        """The air units of one side of a battle, where they are named."""
        return tuple(name for name in action.detail(key).split(",") if name and not name.isdecimal())

    def commander(self, fight: Fight) -> str:
        """OHL, OberOst or Foch in the round that is theirs; "" in any other."""
        phase = self.when.phase
        if not phase.endswith("-again"):
            return ""
        if fight.side == "allied":
            return "foch"
        return "oberost" if "east" in phase else "ohl"

    def commanded(self, marker: str) -> Answer[int] | None:
        """The turn of the last round that a command marker gave; None where none is known."""
        noted = self.ledger.note("commanded", marker)
        turn, _, phase = noted.partition("/")
        return Answer(int(turn), (seen(f"{marker} used on turn", f"{turn} in {phase}"),)) if noted else None

    def newly_mobilised(self, unit: Unit) -> bool:
        """Whether trains of the enemy may pass by it, for its nation has joined on this turn (14.2.H)."""
        found = self.enters_now(unit.nation)
        return bool(found is not None and found.known and found.value)

    def entry_hex(self, unit: Unit) -> Answer[str] | None:
        """The hex on the back of a Turkish unit that waits for its country to be entered (7.11.D)."""
        named = self.attribute(unit, "back_hex")
        waits = self.when.turn and unit.place.startswith(WAITING_FOR_ENTRY)
        if unit.nation != "ottoman" or not named or not waits:
            return None
        counter = self.game.counters[unit.counter]
        evidence = counter.evidence.get("back") or counter.evidence.get("") or Evidence(Tag.CHOSEN)
        return Answer(named, (Reason(f"hex on the back of {counter.id}", named, self.weigh(evidence)),))

    def turkish_ground(self) -> tuple[str, ...]:
        """Every hex of the Ottoman Empire, on the map or stated."""
        stated = tuple(
            args[0] for args, value in self.given.all("country") if args and self.country_code(value) == "TU"
        )
        if self.given.blank:
            return stated
        return stated + tuple(h.id for sheet in self.game.maps for h in sheet.hexes.values() if h.owner == "TU")

    def has_joined(self, chit: str) -> Answer[str]:
        """The side that an entry chit would bring its nation to, "" for neither (7.11.A)."""
        nation, side = JOINING[chit]
        collapse = "bulgaria-collapses"
        fallen = self.drawn_turn(collapse) is not None or self.ledger.note("played", collapse) == "yes"
        if nation == "bulgarian" and fallen:
            return Answer("neutral", (seen("Bulgaria Collapses", "drawn before"),))
        before = self.ledger.note("joined", nation)
        if before and before != side:
            other = f"romania-entry-{'central' if side == 'allied' else 'allied'}"
            on = self.played_turn(other)
            same = on is not None and on.value == self.turn().value
            return Answer("neutral" if same else before, (seen(f"{nation} joined", before),))
        return Answer(side, (seen(f"{chit} plays for", side),))


__all__ = ["AT_ONCE", "JOINING", "Chits", "chit_name"]
