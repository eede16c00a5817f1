"""Which counters a scenario has, and what its statements ask of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from builder.games.tgwie.setup_words import Who, Words, parse_where, parse_who
from builder.model import Counter, Game, Row, Scenario

LETTERS = "ABCDEFGHIJKLMNOPQRSTU"
ENTRY_LATER = "entry"  # the code of units placed when their neutral country joins (7.11.D)
PLACING = ("place", "dead", "remove", "draw")  # statements that say where counters begin


@dataclass(frozen=True, slots=True)
class Statement:
    """A row of tables/setup.csv. `count` is a number, `all` or `rest`."""

    row: Row
    scenario: str
    do: str
    who: Who
    count: str
    where: tuple[Words, ...]
    box: str

    @property
    def number(self) -> int:
        """How many places it states; 0 for `all` and `rest`."""
        return int(self.count) if self.count.isdigit() else 0

    @property
    def rule(self) -> str:
        return self.row.evidence_of("count").rule.partition(",")[0]


def statements(game: Game, scenario: str) -> tuple[Statement, ...]:
    """A scenario's statements in order; ValueError for words that are none."""
    table = game.tables.get("setup")
    rows = table.rows.values() if table else ()
    return tuple(statement(row) for row in rows if row["scenario"] == scenario)


def statement(row: Row) -> Statement:
    return Statement(row, row["scenario"], row["do"], parse_who(row["who"]), row["count"], parse_where(row["where"]),
                     row["box"])  # fmt: skip


def facts(scenario: Scenario, name: str) -> tuple[str, ...]:
    """A fact that lists words."""
    return tuple(scenario.facts.get(name, "").split())


def last_letter(scenario: Scenario) -> str:
    """The last strategic turn whose units have come; "" for August 1914, which has circled codes alone."""
    through = scenario.facts.get("entry-through", "")
    return through if through in LETTERS else ""


def at_war(scenario: Scenario) -> tuple[str, ...]:
    """The nations that may have units on the map."""
    return (*facts(scenario, "at-war allied"), *facts(scenario, "at-war central"))


def arrived_by(counter: Counter, scenario: Scenario) -> bool:
    """Whether the counter is in play by the scenario's start: its letter, code, chit or event has come (2.3.1.B)."""
    has = counter.attributes.get
    through = last_letter(scenario)
    if code := has("setup_code"):
        return bool(through) or code != ENTRY_LATER
    if counter.type in ("air", "ace"):
        return False  # these come with their chits
    if letter := has("letter"):
        return bool(through) and letter <= through
    if after := has("after_entry"):
        entered = scenario.facts.get("us-entered", "")
        return bool(entered) and LETTERS.index(entered) + int(after) <= LETTERS.index(through)
    if has("via") == "czar-fallen":
        return scenario.facts.get("czar-fallen") == "yes"
    return counter.id in facts(scenario, "brought-by-chits")


def pool(game: Game, scenario: Scenario) -> Mapping[str, Counter]:
    """Every combat unit and HQ that the scenario's statements may place, by id."""
    war = set(at_war(scenario))
    return {
        c.id: c
        for c in game.counters.values()
        if c.nation in war and c.type not in ("air", "ace") and arrived_by(c, scenario)
    }


def reduced_nations(found: tuple[Statement, ...]) -> frozenset[str]:
    """Nations whose two-step units begin reduced: their values are read by that side."""
    return frozenset(n for s in found if s.do == "steps" and s.count == "1" for n in s.who.nations)


def slots(found: tuple[Statement, ...]) -> Iterator[tuple[Statement, int]]:
    """Each stated place once, with its number within the statement."""
    for one in found:
        if one.do in PLACING:
            for n in range(one.number):
                yield one, n
