"""The page of keys that stands in the module's help menu."""

from __future__ import annotations

from builder.art.templates import fill, own_templates
from builder.model import Game
from builder.module import words as w


def keys_page(game: Game) -> str:
    """HTML of the old kind that VASSAL's help window shows."""
    keys = [(key.label, text) for key, text in w.KEYS_FOR_PEOPLE]
    return fill("module/keys.html.j2", own_templates(game.folder), title=game.name, keys=keys,
                battle=w.BATTLE.label, upkeep=w.UPKEEP.label)  # fmt: skip
