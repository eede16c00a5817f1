"""A game's rules as its pages and its catalogue tell them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from builder.make.opening import open_game, rules_of
from builder.model import BadInput, Diagnostic, Game, Rule, error
from builder.rules.pages import Page, coverage, read_pages
from builder.rules.pages import explain as explained
from builder.sources import games

DEFAULT_GAME = "glorys-end"


@dataclass(frozen=True, slots=True)
class Covered:
    rules: tuple[Rule, ...]
    counts: Mapping[str, int]  # status -> rules
    faults: tuple[Diagnostic, ...]


def explain(words: str, game: str | None = None) -> str:
    """The explanation of a rule named `glorys-end 12.8`, or `12.8` with the game beside it."""
    first, _, rest = words.partition(" ")
    known = {name.replace("_", "-") for name in games()}
    if first.replace("_", "-") in known and rest:
        game, words = first, rest
    opened = open_game(game or DEFAULT_GAME)
    rules = rules_of(opened)
    if rules is None:
        raise BadInput(error("no-rules", f"{opened.id} names no rule set"))
    return explained(words.strip(), opened, rules, pages_of(opened))


def covered(name: str) -> Covered:
    opened = open_game(name)
    rules = rules_of(opened)
    if rules is None:
        return Covered(tuple(opened.catalogue.values()), Counter(r.status for r in opened.catalogue.values()), ())
    found = coverage(opened, rules, pages_of(opened))
    return Covered(tuple(opened.catalogue.values()), found.by_status, found.faults)


def pages_of(game: Game) -> tuple[Page, ...]:
    folder = Path(game.folder) / "rules"
    return read_pages(folder) if folder.is_dir() else ()
