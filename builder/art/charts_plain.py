"""Charts that show a table as it stands, where the game's module.yaml asks for it, and the calendar of months."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from builder.art.chart_values import Cell, Chart, Part, cell, head, mark
from builder.art.charts_setup import area_chart, is_statements, statement_chart
from builder.model import Counter, Game, Row, Table

LEFT = ("text", "what", "when", "note", "who", "units", "item", "event", "condition", "terrain", "months", "origin")


def plain_charts(game: Game) -> Iterator[Chart]:
    """A chart for each table that `charts` in module.yaml lists, in its order."""
    listed = game.module.get("charts", ())
    for name in listed if isinstance(listed, list | tuple) else ():
        table = game.tables.get(str(name))
        if table is None or not table.rows:
            continue
        yield statement_chart(table, game) if is_statements(table) else plain_chart(table, game)
    areas = area_chart(game)
    if areas is not None:
        yield areas


def plain_chart(table: Table, game: Game) -> Chart:
    """Its rows and columns; columns without a value are left out, ids and numbers become what people call them.

    A key that is no column of its own meaning (`key`) is left out, another one heads its row. Keys that are every pair
    of two things (`3:1/6`) make a table of two entries.
    """
    if is_matrix(table):
        return matrix_chart(table)
    spoken = _spoken(game)
    key, *others = table.columns
    filled = [c for c in others if any(row[c] for row in table.rows.values())]
    heads = () if key == "key" else (key,)
    rows = tuple(
        (*(head(row.key.replace("-", " ")) for _ in heads), *(_cell(row, c, spoken, game) for c in filled))
        for row in table.rows.values()
    )
    titles = tuple(title_of(c) for c in (*heads, *filled))
    return Chart(table.id.replace("_", "-"), table.title or title_of(table.id), (Part("", titles, rows),))


def is_matrix(table: Table) -> bool:
    """Whether the keys are all pairs of two lists of two things or more, and a pair has one result or two."""
    pairs = [key.split("/") for key in table.rows if "/" in key]
    if table.columns[0] != "key" or len(_results(table)) > 2 or any(len(pair) != 2 for pair in pairs):
        return False
    across, down = dict.fromkeys(a for a, _ in pairs), dict.fromkeys(b for _, b in pairs)
    return len(across) > 1 and len(down) > 1 and len(pairs) == len(across) * len(down)


def _results(table: Table) -> tuple[str, ...]:
    """The columns that hold results: neither key nor note."""
    return tuple(c for c in table.columns[1:] if c != "note" and any(row[c] for row in table.rows.values()))


def matrix_chart(table: Table) -> Chart:
    """Columns by the first half of the keys, rows by the second; two results as `attacker / defender`."""
    columns = _results(table)
    pairs = [key.split("/") for key in table.rows if "/" in key]
    across, down = tuple(dict.fromkeys(a for a, _ in pairs)), tuple(dict.fromkeys(b for _, b in pairs))

    def result(row: Row) -> Cell:
        signs = [sign for column in columns if (sign := mark(row, column))]
        return Cell("/".join(row[column] or "0" for column in columns), signs[0] if signs else "")

    rows = tuple((head(b, "center"), *(result(table.rows[f"{a}/{b}"]) for a in across)) for b in down)
    notes = [f"{title_of(columns[0])} / {columns[1]}."] if len(columns) > 1 else []
    for key, row in table.rows.items():
        if "/" not in key:
            found = result(row)
            notes.append(f"{title_of(key)}: {found.text}{found.mark}.")
    part = Part("", ("Die", *across), rows, tuple(notes))
    return Chart(table.id.replace("_", "-"), table.title or title_of(table.id), (part,))


def _cell(row: Row, column: str, spoken: Mapping[str, str], game: Game) -> Cell:
    text = row[column]
    if column == "note":
        return Cell(text, "", "left")
    if column in ("turn", "first") and text.isdigit() and 0 < int(text) <= len(game.turns):
        text = game.turns[int(text) - 1].label.replace("-", "\u2011")  # does not break
    elif column.endswith("_drm") and text.isdigit() and text != "0":
        text = f"+{text}"
    elif text and all(word in spoken for word in text.split()):
        text = ", ".join(spoken[word] for word in text.split())
    return cell(row, column, text, "left" if column in LEFT else "center")


def _spoken(game: Game) -> dict[str, str]:
    """What ids are called: counters, nations, sides, scenarios."""
    found = {c.id: _unit(c) for c in game.counters.values()}
    found |= {nation.id: nation.name for nation in game.nations.values()}
    found |= {side.id: side.name for side in game.sides}
    return found | {scenario.id: scenario.name for scenario in game.scenarios.values()}


def _unit(counter: Counter) -> str:
    """`44 XX`, `5 III artillery`: designation, size, and what it is where that is not infantry."""
    kind = "" if counter.type == "infantry" and counter.size else counter.type.replace("-", " ")
    return " ".join(part for part in (counter.designation, counter.size, kind) if part).replace(" ", "\u00a0")


def title_of(column: str) -> str:
    """`roll_m1` as `Roll -1`."""
    words = re.sub(r"_m(\d)", r" -\1", column).replace("_drm", "").replace("_", " ")
    return words[:1].upper() + words[1:]


def month_sequence(game: Game) -> Chart:
    """The order of play where a month is a special turn and ordinary ones."""
    names = {side.id: f"{side.name} player turn" for side in game.sides} | {"": "Special turn, once a month"}
    parts = []
    for side in dict.fromkeys(phase.side for phase in game.phases):
        rows = tuple(
            (head(p.letter, "center"), Cell(p.name, "", "left"), Cell(p.rule)) for p in game.phases if p.side == side
        )
        parts.append(Part(names.get(side, side), ("Phase", "What", "Rule"), rows))
    return Chart("sequence", "Order of play", tuple(parts))


def month_record(game: Game) -> Chart:
    """A row a month, a column for each of its turns: who comes (+) and who leaves (-) by the schedule of the book."""
    first = min((scenario.first_turn for scenario in game.scenarios.values()), default=1)
    begins: dict[int, list[str]] = {}
    for scenario in game.scenarios.values():
        if not scenario.id.endswith("-example"):
            begins.setdefault(scenario.first_turn, []).append(scenario.name)
    events = _events(game)
    months: dict[str, list[Cell]] = {}
    starts: dict[str, list[str]] = {}
    for turn in game.turns:
        texts, sign = events.get(turn.number, ((), ""))
        months.setdefault(turn.month, []).append(Cell(" ".join(texts), sign))
        starts.setdefault(turn.month, []).extend(f"{name} ({turn.part})" for name in begins.get(turn.number, ()))
    kept = dict.fromkeys(turn.month for turn in game.turns if turn.number >= first)
    rows = tuple(
        (head(month.replace(" ", "\u00a0")), *months[month], Cell("; ".join(starts[month]), "", "left"))
        for month in kept
    )
    parts = tuple(dict.fromkeys(turn.part for turn in game.turns))
    columns = ("Month", *(part[:1].upper() + part[1:] for part in parts), "Begins here")
    nations = ", ".join(f"{short_nation(n.id)} {n.name}" for n in game.nations.values())
    notes = (f"+ reinforcements, - withdrawals of the schedule: {nations}.",) if events else ()
    return Chart("turns", "Turn record", (Part("", columns, rows, notes),))


def short_nation(nation: str) -> str:
    """`AH` for austro-hungarian, `It` for italian."""
    words = nation.split("-")
    return "".join(word[:1] for word in words).upper() if len(words) > 1 else nation[:2].capitalize()


def _events(game: Game) -> dict[int, tuple[tuple[str, ...], str]]:
    """By turn: `+It` and the like, and the mark of the least proven row."""
    table = game.tables.get("schedule")
    found: dict[int, tuple[tuple[str, ...], str]] = {}
    for row in table.rows.values() if table else ():
        sign = {"reinforcement": "+", "withdrawal": "-"}.get(row["event"])
        if sign is None or not row["turn"].isdigit():
            continue
        texts, marked = found.get(int(row["turn"]), ((), ""))
        said = f"{sign}{short_nation(row['nation'])}{mark(row, 'event')}".replace("-", "\u2011")
        found[int(row["turn"])] = ((*texts, said) if said not in texts else texts, marked)
    return found
