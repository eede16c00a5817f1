"""A game's rules as its pages and its catalogue tell them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from builder.make.opening import open_game, rules_of
from builder.model import BadInput, Diagnostic, Game, Rule, error
from builder.rules.pages import Page, coverage, read_pages
from builder.rules.pages import explain as explained
from builder.rules.pieces import FACTORS
from builder.rules.ruleset import RuleSet
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


def notation(name: str) -> str:
    """All that cases of a game may say, as Markdown: verbs, facts, moments, words of pieces, places."""
    game = open_game(name)
    rules = rules_of(game)
    if rules is None:
        raise BadInput(error("no-rules", f"{game.id} names no rule set"))
    return "\n".join(_notation(game, rules)) + "\n"


def _notation(game: Game, rules: RuleSet) -> Iterator[str]:
    yield f"# What may be said of {game.name}"
    yield ""
    yield from _table(
        "Actions: `do` lines", ("do", "what it is"), ((f"`{v.usage}`", v.summary) for v in rules.verbs.values())
    )
    yield from _table(
        "Facts: `given` states them, `expect` asks for them (`?` as the value: tell me)",
        ("fact", "what it says", "may be"),
        ((f"`{p.usage}`", p.summary, " ".join(filter(None, ("stated", "asked" if p.ask else ""))))
         for p in rules.predicates.values()),
    )  # fmt: skip
    yield from _table("Moments: `when turn N, SIDE, PHASE`", ("side", "phases in their order"), (
        (side.id, " ".join(p.id for p in game.phases if p.side in ("", side.id))) for side in game.sides
    ))  # fmt: skip
    types = dict.fromkeys((*(c.type for c in game.counters.values()), *sorted(rules.types)))
    factors = sorted({number: word for word, number in reversed(FACTORS.items())}.values())  # each by its first word
    sizes = " ".join(dict.fromkeys(c.size for c in game.counters.values() if c.size))
    yield from _table("Words", ("for", "words"), (
        ("`scenario`", " ".join(game.scenarios)),
        ("nations, or a side", " ".join(game.nations)),
        ("types of units", " ".join(types)),
        ("sizes", sizes),
        ("factors of a piece", " ".join(f"`{word} N`" for word in factors) + " `steps N` `steps N/N`"),
        ("terrain", " ".join(dict.fromkeys(h.terrain for s in game.maps for h in s.hexes.values() if h.terrain))),
        ("along hexsides", " ".join(dict.fromkeys(t.kind for s in game.maps for x in s.sides.values() for t in x))),
        ("boxes beside the map", " ".join(box.id for s in game.maps for box in s.boxes if not box.track)),
        ("rules", f"hexwright rules {game.id}"),
    ))  # fmt: skip
    yield "A counter of the game goes by its id, the first column of its counters.csv: " + ", ".join(
        f"`{id_}`" for id_ in list(game.counters)[:4]) + " …"  # fmt: skip


def _table(title: str, heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    def cell(text: str) -> str:
        return text.replace("|", "\\|")

    yield f"## {title}"
    yield ""
    yield f"| {' | '.join(heads)} |"
    yield "|" + "---|" * len(heads)
    for first, *rest in rows:
        yield f"| {' | '.join((cell(first), *map(cell, rest)))} |"
    yield ""
