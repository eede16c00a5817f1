"""The page of keys that stands in the module's help menu."""

from __future__ import annotations

from builder.art.templates import fill, own_templates
from builder.model import Game
from builder.module import supply_words as s
from builder.module import words as w
from builder.module.backs import has_backs
from builder.module.battle_supply import grounds
from builder.module.cups import has_cups
from builder.module.hq_words import KEYS as BACK_KEYS
from builder.module.hq_words import PULLING
from builder.module.strength import has_strength
from builder.module.supply_words import KEYS
from builder.module.units import has_command


def keys_page(game: Game) -> str:
    """HTML of the old kind that VASSAL's help window shows."""
    ordinary = tuple(row for row in w.KEYS_FOR_PEOPLE if row[0] not in _unused(game))
    own = has_strength(game) or has_backs(game)  # their battles have keys of their own
    listed = KEYS if has_strength(game) else BACK_KEYS if has_backs(game) else ordinary
    keys = [(key.label, text) for key, text in listed]
    keys += [PULLING] if has_cups(game) else []
    supply = supply_battles(game) if has_strength(game) else None
    return fill("module/keys.html.j2", own_templates(game.folder), title=game.name, keys=keys, supply=supply,
                battle="" if own else w.BATTLE.label, upkeep=w.UPKEEP.label)  # fmt: skip


def supply_battles(game: Game) -> dict[str, object]:
    """What the page says of battles that headquarters pay for."""
    named = {"battle": w.BATTLE, "unsupplied": s.UNSUPPLIED, "roll": w.RESOLVE, "retreat": w.WITHDRAW,
             "none": s.NO_STRIKE, "lose": w.LOSE, "dig": w.DIG, "finish": s.FINISH_ALL, "mobilize": s.MOBILIZE,
             "rail": s.RAIL}  # fmt: skip
    return {"grounds": grounds(game)} | {name: key.label for name, key in named.items()}


def _unused(game: Game) -> set[object]:
    """Keys that no piece of this game answers."""
    types = {counter.type for counter in game.counters.values()}
    unused: set[object] = set()
    if "trench" not in game.markers:
        unused.add(w.DIG)
    if not has_command(game):
        unused.add(w.OUT_OF_COMMAND)
    if "cavalry" not in types:
        unused.add(w.WITHDRAW)
    return unused if types & {"cavalry", "siege-gun"} else unused | {w.RESOLVE}
