"""The tables of tgwie against what the book fixes of them, and against each other."""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Callable
from itertools import pairwise

from builder.games.tgwie.pool import LETTERS
from builder.games.tgwie.sources_base import Faults, fault
from builder.model import Game, Row, Span, Table

ODDS = ("1:2", "1:1", "2:1", "3:1", "4:1", "5:1")
ALL_DEFENDERS = 99
FIXED = {  # 13.12.A (the example), 13.10.B
    "crt_a": {"2:1/2": ("2", "1"), "worse": ("2", "0")},
    "crt_b": {"worse": ("4", "0")},
}
TRENCHES = {  # 13.17, 13.18
    "german": ("B", "D"), "british-belgian": ("B", "E"), "french": ("C", "F"), "other-central": ("F", ""),
    "other-allied": ("F", ""),
}  # fmt: skip
STRATEGIC = ("resources", "strategic-warfare", "replacement", "revolution", "initiative")
NO_VICTORY_CHECK = ("A", "B", "U")  # 4.4.A; that of U ends the game after the last turn


def results_keep_to_the_book(game: Game) -> Faults:
    """The stated cells; E on table A alone, at 3:1 or better (13.12.H); a better column or roll is never worse."""
    for name, fixed in FIXED.items():
        table = game.tables.get(name)
        if table is None:
            continue
        for key, wanted in fixed.items():
            row = table.rows.get(key)
            if row is not None and (row["attacker"], row["defender"]) != wanted:
                rule = "13.10.B" if key == "worse" else "13.12.A"
                yield fault(rule, f"{name} {key}: {row['attacker']}/{row['defender']}, the book has {'/'.join(wanted)}",
                            row.span)  # fmt: skip
        for key, row in table.rows.items():
            odds = key.partition("/")[0]
            if row["defender"] == "E" and (name == "crt_b" or odds in ("1:2", "1:1", "2:1")):
                yield fault("13.12.H", f"{name} {key}: E stands on table A at 3:1 and better", row.span)
        yield from _never_worse(table)


def _never_worse(table: Table) -> Faults:
    for column in range(len(ODDS)):
        for roll in range(7):
            here = table.rows.get(f"{ODDS[column]}/{roll}")
            beside = [f"{ODDS[column]}/{roll + 1}", *(f"{odds}/{roll}" for odds in ODDS[column + 1 : column + 2])]
            for key in beside:
                there = table.rows.get(key)
                if (
                    here
                    and there
                    and not (_losses(there)[0] <= _losses(here)[0] and _losses(there)[1] >= _losses(here)[1])
                ):
                    yield fault("13.10", f"{table.id} {key}: worse for the attacker than {here.key}", there.span)


def _losses(row: Row) -> tuple[int, int]:
    defender = ALL_DEFENDERS if row["defender"] == "E" else int(row["defender"] or 0)
    return int(row["attacker"] or 0), defender


def calendar_has_51_turns_and_21_letters(game: Game) -> Faults:
    """Turn 28 is March 1917 (4.2.C); strategic turns come two or three operational ones apart (5.1.A)."""
    table = game.tables.get("strategic")
    if len(game.turns) != 51 or game.turns[27].label != "March 1917":
        yield fault("4.2.C", "51 turns, the 28th in March 1917", Span(f"{game.folder}/turns.csv"))
    if table is None:
        return
    before = [int(row["before"]) for row in table.rows.values() if row["before"]]
    for (a, b), row in zip(pairwise(before), list(table.rows.values())[1:]):
        if b - a not in (2, 3):
            yield fault("5.1.A", f"strategic turn {row.key}: {b - a} turns after the one before", row.span)
    for phase in game.phases:
        checked = phase.id in STRATEGIC or phase.id == "victory-check"
        wanted = [int(row["before"]) for row in table.rows.values() if row["before"]
                  and not (phase.id == "victory-check" and row.key in NO_VICTORY_CHECK)]  # fmt: skip
        if checked and list(phase.turns) != wanted:
            rule = "4.4.A" if phase.id == "victory-check" else "5.3.1"
            yield fault(rule, f"phase {phase.id}: not on the turns that begin with a strategic one",
                        Span(f"{game.folder}/phases.csv"))  # fmt: skip


def trenches_are_dug_on_time(game: Game) -> Faults:
    table = game.tables.get("trenches")
    for row in table.rows.values() if table else ():
        wanted = TRENCHES.get(row.key)
        if wanted and (row["minus_1"], row["minus_2"]) != wanted:
            yield fault("13.17" if "central" in row.key or row.key == "german" else "13.18",
                        f"trenches {row.key}: {row['minus_1']}, {row['minus_2'] or 'never'}; the book has "
                        f"{wanted[0]}, {wanted[1] or 'never'}", row.span)  # fmt: skip


def reinforcement_schedule_counts_the_counters(game: Game) -> Faults:
    """The chart of arrivals says what counters.csv holds."""
    table = game.tables.get("arrivals")
    if table is None:
        return
    found: Count[tuple[str, str]] = Count()
    for counter in game.counters.values():
        if counter.type in ("air", "ace"):
            continue
        has = counter.attributes.get
        way = (f"code-{has('setup_code')}" if has("setup_code") else has("letter")
               or (f"entry-{has('after_entry')}" if has("after_entry") else _by_chit(has("via", ""))))  # fmt: skip
        found[f"{counter.nation}/{way}", "hqs" if counter.type == "hq" else "units"] += 1
    for key in sorted({key for key, _ in found} | set(table.rows)):
        row = table.rows.get(key)
        for column in ("units", "hqs"):
            said = int(row[column] or 0) if row else 0
            if said != found[key, column]:
                span = row.span if row else Span(f"{game.folder}/tables/arrivals.csv")
                yield fault("6.2.B", f"arrivals {key}: {said} {column}, counters.csv has {found[key, column]}", span)


def _by_chit(via: str) -> str:
    return "fall-of-the-czar" if via == "czar-fallen" else via


def income_is_for_every_letter(game: Game) -> Faults:
    """No point for a nation whose entry chit cannot have been drawn."""
    table = game.tables.get("income")
    if table is None:
        return
    first = {"italian": "C", "bulgarian": "C", "greek": "G", "romanian": "G"}
    for row in table.rows.values():
        for nation, letter in first.items():
            if row.key in LETTERS and row.key < letter and row[nation] not in ("", "0"):
                yield fault("6.2.F", f"income {row.key}: {nation} points before its chit can be drawn", row.span)


TABLES: tuple[Callable[[Game], Faults], ...] = (
    results_keep_to_the_book,
    calendar_has_51_turns_and_21_letters,
    trenches_are_dug_on_time,
    reinforcement_schedule_counts_the_counters,
    income_is_for_every_letter,
)
