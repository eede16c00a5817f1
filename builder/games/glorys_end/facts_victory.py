"""Who has won: the checks of each player turn, wins at once, and the last check (4.1, 16.4, 17.3)."""

from __future__ import annotations

from builder.games.glorys_end.facts_base import remembered, seen
from builder.games.glorys_end.facts_board import MELUN, PARIS
from builder.games.glorys_end.facts_score import Scores
from builder.model import Answer, Evidence, Reason, Tag

LAST = {"marne": 12, "short": 10}  # 16.2, 17.0
CHECK, JOINT, END = "victory", "joint-victory", "end"


class Victory(Scores):
    @remembered
    def victory(self) -> Answer[str]:
        """`allied`, `german`, `draw`, or "" where nobody has won at this moment."""
        at_once = self._at_once()
        if at_once.value or at_once.needs:
            return at_once
        if self.last_check():
            return self._at_the_end()
        if self.rules_of_play in ("campaign", "free") and self.when.phase in (CHECK, END) and self.when.side:
            return self._own_check(self.when.side)
        return Answer("", (self.moment(), *at_once.reasons))

    def won(self) -> Answer[str]:
        """Who had won at an earlier check of the game as it was seen, "" for nobody."""
        side, _, when = self.ledger.note("won").partition(" ")
        return Answer(side, (seen("victory", f"{side} on {when}" if side else "nobody so far"),))

    def last_check(self) -> bool:
        """Whether this is the check after the last turn of the scenario."""
        when, last = self.when, LAST.get(self.rules_of_play) or self.limit("joint-check-turn").value
        over = when.turn == last and when.side in ("", "german") and when.phase in (CHECK, JOINT, END, "")
        return over or when.turn > last

    # ---- before the end

    def _own_check(self, side: str) -> Answer[str]:
        """Only the player whose turn it is looks at his own level (4.1)."""
        if self.when.turn >= self.limit("joint-check-turn").value:
            return Answer("", (self.moment(), *self.limit("joint-check-turn").reasons))
        have, needed = self.vp(side), self.limit(f"win-vp-{side}")
        reasons = (Reason(f"{side} victory points", have.value, _weakest(have)), *needed.reasons, *have.reasons)
        return Answer(side if have.known and have.value >= needed.value else "", reasons, have.needs)

    def _at_once(self) -> Answer[str]:
        play = self.rules_of_play
        if play == "marne":
            ends = self.when.side == "german" and self.when.phase in (CHECK, END, "attrition")
            return self._holds_any("german", (*PARIS, MELUN), 1) if ends else Answer("")
        if play != "short":
            return Answer("")
        german = self._holds_any("german", PARIS, 1)
        if german.value or german.needs:
            return german
        return self._holds_any("allied", self._german_cities(), self.limit("short-cities").value)

    def _holds_any(self, side: str, places: tuple[str, ...], enough: int) -> Answer[str]:
        held = [self.control(place) for place in places]
        sure = [h for h in held if h.known and h.value == side]
        if len(sure) >= enough:
            return Answer(side, tuple(r for h in sure[:enough] for r in h.reasons))
        unknown = [h for h in held if not h.known]
        if len(sure) + len(unknown) >= enough:
            return Answer("", needs=tuple(n for h in unknown for n in h.needs))
        return Answer("", (seen(f"{side} holds of {' '.join(places)}", len(sure)),))

    def _german_cities(self) -> tuple[str, ...]:
        found = (h.id for h in self.sheet.hexes.values() if "city" in h.features and h.owner == "GE")
        return () if self.given.blank else tuple(sorted(found))

    # ---- the end

    def _at_the_end(self) -> Answer[str]:
        allied, german = self.final_vp("allied"), self.final_vp("german")
        needs = allied.needs + german.needs
        sums = tuple(
            Reason(f"{side} victory points", answer.value, _weakest(answer))
            for side, answer in (("allied", allied), ("german", german))
        )
        reasons = (*sums, *allied.reasons, *german.reasons)
        if needs:
            return Answer("", reasons, needs)
        if self.rules_of_play == "marne":
            return Answer(_greater(allied.value, german.value), reasons)
        if self.rules_of_play == "short":
            return self._short(german.value - allied.value, reasons)
        return self._joint(allied.value, german.value, reasons)

    def _joint(self, allied: int, german: int, reasons: tuple[Reason, ...]) -> Answer[str]:
        """The larger surplus over one's own level; reaching it is a surplus of nought (4.1)."""
        levels = {side: self.limit(f"win-vp-{side}") for side in ("allied", "german")}
        over = {"allied": allied - levels["allied"].value, "german": german - levels["german"].value}
        reasons = tuple(r for level in levels.values() for r in level.reasons) + reasons
        if max(over.values()) < 0:
            return Answer("draw", reasons)
        return Answer(_greater(over["allied"], over["german"]), reasons)

    def _short(self, lead: int, reasons: tuple[Reason, ...]) -> Answer[str]:
        endangered = self.paris_endangered()
        needed = self.limit("short-lead-vp")
        reasons = needed.reasons + reasons
        if lead < needed.value:
            return Answer("allied", reasons)
        if not endangered.known:
            return Answer("", reasons, endangered.needs)
        return Answer("german" if endangered.value else "allied", endangered.reasons + reasons)


def _greater(allied: int, german: int) -> str:
    return "draw" if allied == german else "allied" if allied > german else "german"


def _weakest(answer: Answer[int]) -> Evidence:
    """The evidence of a sum: that of the weakest fact behind it."""
    order = tuple(Tag)
    return max((r.evidence for r in answer.reasons), key=lambda e: order.index(e.tag), default=Evidence(Tag.SEEN))
