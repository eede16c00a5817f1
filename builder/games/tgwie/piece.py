"""Pieces of a case that need more than the general reading: words of the hobby for nations, forts, numbered sides."""

from __future__ import annotations

from dataclasses import replace

from builder.games.tgwie.facts_units import CONTINGENTS, FORTS
from builder.model import Game
from builder.model.notation import Piece
from builder.rules.pieces import Drawn, draw

NATIONS = {
    "pg": "provisional", "a-h": "austro-hungarian", "ah": "austro-hungarian", "austrian": "austro-hungarian",
    "turkish": "ottoman", "us": "american", "english": "british", "czarist": "russian",
}  # fmt: skip
TYPES = {"hq": "hq", "division": "infantry", "stoss": "shock", "tanks": "tank", "headquarters": "hq"}
HINDENBURG = "hindenburg"


def piece(written: Piece, game: Game) -> Drawn:
    """`PG infantry 1-2-3`, `Canadian infantry 3-4-4`, `Belgian fort`, and `across W5000|1` for a place beside W5000."""
    words, contingent = _nation(written.words)
    words = tuple(TYPES.get(word.casefold(), word) for word in words)
    fort = next((word for word in words if word.casefold() in FORTS), "")
    rest = tuple(word for word in words if word != fort)
    across = written.attribute("across")
    attributes = tuple(("at", v) if k == "across" else (k, v) for k, v in written.attributes if k != "designation")
    drawn = draw(replace(written, words=rest or written.words, attributes=attributes), game)
    unit = drawn.unit
    if fort:
        unit = unit._replace(type="heavy" if "heavy" in words or fort.startswith("heavy") else "fortress")
    called = written.attribute("designation") or contingent
    if called and not unit.counter:
        unit = unit._replace(name=called)
    if across:
        unit = unit._replace(place=across)
    return replace(drawn, unit=unit)


def _nation(words: tuple[str, ...]) -> tuple[tuple[str, ...], str]:
    """The words with a nation of the game in front, and the contingent of the British Empire they name."""
    if len(words) < 2:
        return words, ""
    first = words[0].casefold()
    if first in CONTINGENTS:
        return ("british", *words[1:]), first
    return ((NATIONS[first], *words[1:]), "") if first in NATIONS else (words, "")
