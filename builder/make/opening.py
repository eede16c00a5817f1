"""What a job needs of a game: sources found and validated by the game's own rules, its rule set, its places."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType

from builder.model import Diagnostic, Game, error
from builder.module.board import map_component
from builder.module.toolbar import dice, tracker
from builder.module.windows import atlas, map_windows
from builder.module.wishes import wish_faults
from builder.rules.deployment import SetUpRules
from builder.rules.ruleset import RuleSet, load_ruleset
from builder.sources import find_game, load
from builder.vassal.buildfile import component
from builder.vassal.dice import DiceButton, SpecialDice, read_dice
from builder.vassal.places import Places
from builder.vassal.turns import TurnTracker, read_tracker

Validate = Callable[[Game], tuple[Diagnostic, ...]]


def open_game(name: str | Path, overlay: Path | None = None) -> Game:
    """A game by its name or folder, validated by its own rules. BadInput with every fault."""
    folder = find_game(name)
    return load(folder, overlay=overlay, validate=validate_by_rules)


def validate_by_rules(game: Game) -> tuple[Diagnostic, ...]:
    """The rules that bind sources: what game.yaml names, else `validate_sources` beside the game's rule set.

    What module.yaml asks of VASSAL is looked at as well.
    """
    asked = wish_faults(game)
    if game.validation:
        return (*asked, *_named(game)(game))
    found = _beside_rules(game)
    return (*asked, *(found.validate_sources(game) if found is not None else ()))


def set_up_rules(game: Game) -> SetUpRules | None:
    """What the game says of its set-ups, `SET_UP` in the module of its validation; None where it says nothing."""
    module = importlib.import_module(game.validation.partition(":")[0]) if game.validation else _beside_rules(game)
    return getattr(module, "SET_UP", None)


def _beside_rules(game: Game) -> ModuleType | None:
    package = game.rules.partition(":")[0]
    if not package:
        return None
    try:
        return importlib.import_module(f"{package}.sources")
    except ModuleNotFoundError as missing:
        if missing.name == f"{package}.sources":
            return None
        raise


def _named(game: Game) -> Validate:
    """The function that game.yaml names; one that tells of the fault where there is none."""
    module, _, name = game.validation.partition(":")
    try:
        return getattr(importlib.import_module(module), name)
    except (ModuleNotFoundError, AttributeError) as missing:
        if isinstance(missing, ModuleNotFoundError) and not (module + ".").startswith(f"{missing.name}."):
            raise  # the module is there, but something it imports is not
        said = error("validation-missing", f"game.yaml: there is no {game.validation!r} (expected package.module:NAME)")
        return lambda _: (said,)


def rules_of(game: Game) -> RuleSet | None:
    return load_ruleset(game.rules) if game.rules else None


def module_places(game: Game) -> Mapping[str, Places]:
    """The places of the game's module, by map name, without drawing anything."""
    windows = map_windows(game)
    root = component("VASSAL.build.GameModule", {}, tuple(map_component(window) for window in windows))
    return atlas(root, windows).places


def module_dice(game: Game) -> tuple[DiceButton | SpecialDice, ...]:
    return read_dice(component("VASSAL.build.GameModule", {}, dice(game)))


def module_tracker(game: Game) -> TurnTracker:
    return read_tracker(tracker(game), 0)
