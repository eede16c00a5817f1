"""Charts of a game from its tables, phases and turns: values first, then HTML; what is ours is marked as ours."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from builder.art import palette
from builder.art.chart_values import HEAD, OURS, Cell, Chart, Footnote, Part, cell, evidence_of, head, mark_of
from builder.art.charts_plain import month_record, month_sequence, plain_charts
from builder.art.map_lines import words
from builder.art.templates import fill, own_templates
from builder.model import Game, Row, Table


def charts(game: Game) -> tuple[Chart, ...]:
    """The charts that the game's sources have the tables for, in the order players look for them."""
    found = [make(game) for table, make in CHARTS if not table or table in game.tables]
    found += plain_charts(game)
    return tuple(chart for chart in found if any(part.rows for part in chart.parts))


def chart_html(chart: Chart, game: Game) -> str:
    """The chart as HTML 3.2 in pure ASCII: an old reader that guesses the encoding can not guess wrong."""
    text = fill(
        "charts/chart.html.j2",
        own_templates(game.folder),
        chart=chart,
        paper=palette.PAPER,
        ink=palette.INK,
        white=palette.WHITE,
        head=HEAD,
        ours=OURS,
    )
    return text.encode("ascii", "xmlcharrefreplace").decode("ascii")


def charts_for(game: Game) -> Mapping[str, str]:
    """File name (`chart-crt.html`) to HTML, of every chart."""
    return {f"chart-{chart.id}.html": chart_html(chart, game) for chart in charts(game)}


def _signed(text: str) -> str:
    return f"+{text}" if text.isdigit() and text != "0" else text


def _result(row: Row) -> str:
    """Attacker's loss / defender's loss, R for a retreat."""
    return f"{row['attacker']}/{row['defender']}" + ("R" if row["retreat"] == "yes" else "")


def _split_keys(table: Table) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The first and second halves of keys such as `3:1/6`, in the order of the rows."""
    pairs = [key.split("/", 1) for key in table.rows if "/" in key]
    return tuple(dict.fromkeys(a for a, _ in pairs)), tuple(dict.fromkeys(b for _, b in pairs))


def _matrix(table: Table, corner: str, text: Callable[[Row], str], column: str) -> tuple[tuple[str, ...], tuple]:
    """Columns by the first half of the keys, rows by the second."""
    across, down = _split_keys(table)
    rows = []
    for second in down:
        cells = [head(second, "center")]
        for first in across:
            row = table.rows.get(f"{first}/{second}")
            cells.append(cell(row, column, text(row)) if row else Cell(""))
        rows.append(tuple(cells))
    return (corner, *across), tuple(rows)


def _crt(game: Game) -> Chart:
    table = game.tables["crt"]
    columns, rows = _matrix(table, "Die", _result, "attacker")
    notes = ["Losses in steps, attacker / defender. R: the defender must retreat."]
    if worse := table.rows.get("worse"):
        mark = mark_of(evidence_of(worse, "attacker"))
        notes.append(f"Worse than the first column: {_result(worse)}{mark}.")
    return Chart("crt", "Combat results", (Part("", columns, rows, tuple(notes)),))


def _terrain(game: Game) -> Chart:
    rows = []
    for row in game.tables["terrain"].rows.values():
        closed = row["closed"] == "yes"
        rows.append(
            (
                head(words(row.key)),
                Cell({"side": "hexside"}.get(row["where"], row["where"])),
                cell(row, "closed" if closed else "movement", "closed" if closed else _cost(row)),
                cell(row, "drm", _signed(row["drm"])),
                cell(row, "attacker_loss", _signed(row["attacker_loss"])),
                Cell(row["note"], "", "left"),
            )
        )
    columns = ("Terrain", "Where", "Movement", "Die", "Attacker loses", "Note")
    notes = (
        "Movement of a hexside, feature or work is added to that of the hex. Die: what it adds to the combat die.",
    )
    return Chart("terrain", "Terrain effects", (Part("", columns, tuple(rows), notes),))


def _cost(row: Row) -> str:
    """A hex has its cost, all else adds to it."""
    return row["movement"] if row["where"] == "hex" else _signed(row["movement"])


def _siege(game: Game) -> Chart:
    table = game.tables["siege"]
    columns, rows = _matrix(table, "Die", lambda row: "E" if row["eliminated"] == "yes" else "no effect", "eliminated")
    columns = (columns[0], *(f"{name} mm" if name.isdigit() else name for name in columns[1:]))
    parts = [Part("", columns, rows, ("One die for each gun, plus the fortress's modifier. E: eliminated.",))]
    modifiers = game.tables.get("siege_modifiers")
    if modifiers:
        lines = tuple(
            (head(row["fortress"]), Cell(row.key), cell(row, "modifier", _signed(row["modifier"])))
            for row in modifiers.rows.values()
        )
        parts.append(Part("Fortresses with a modifier", ("Fortress", "Hex", "Modifier"), lines))
    return Chart("siege", "Siege guns", tuple(parts))


def _victory(game: Game) -> Chart:
    parts = []
    for side in game.sides:
        rows = tuple(
            (
                head(row["place"]),
                cell(row, "hex"),
                cell(row, "points"),
                Cell("at the end, on conditions" if row["conditional"] == "yes" else "", "", "left"),
            )
            for row in game.tables["victory"].rows.values()
            if row["side"] == side.id
        )
        if rows:
            parts.append(Part(side.name, ("Place", "Hex", "Points", "When"), rows))
    return Chart("victory", "Victory points", tuple(parts))


def _retreat(game: Game) -> Chart:
    rows = []
    for side in game.sides:
        found = [row for row in game.tables["retreat"].rows.values() if row["side"] == side.id]
        if found:
            rows.append((head(side.name), *(cell(row, "direction") for row in found)))
    wide = max((len(row) for row in rows), default=1)
    padded = tuple(row + (Cell(""),) * (wide - len(row)) for row in rows)
    return Chart("retreat", "Retreat directions", (Part("", ("Side", *("Direction",) * (wide - 1)), padded),))


def _sequence(game: Game) -> Chart:
    """The order of play, a table a side in the order in which they stand, joint phases last."""
    if game.turns and game.turns[0].month:
        return month_sequence(game)
    names = {side.id: f"{side.name} player turn" for side in game.sides} | {"": "Both sides"}
    order = dict.fromkeys(phase.side for phase in game.phases)
    parts = []
    for side in order:
        rows = tuple(
            (head(phase.letter, "center"), Cell(phase.name, "", "left"), Cell(_turns(phase.turns)), Cell(phase.rule))
            for phase in game.phases
            if phase.side == side
        )
        parts.append(Part(names.get(side, side), ("Phase", "What", "Turns", "Rule"), rows))
    return Chart("sequence", "Order of play", tuple(parts))


def _turn_record(game: Game) -> Chart:
    if game.turns and game.turns[0].month:
        return month_record(game)
    notes = game.tables.get("sequence_notes")
    rows = []
    for turn in game.turns:
        cells = [head(str(turn.number), "center"), Cell(turn.label.replace(" ", "\u00a0"), "", "left")]
        if notes:
            cells.append(Cell("; ".join(_happenings(game, notes, turn.number)), "", "left"))
        rows.append(tuple(cells))
    columns = ("Turn", "Days", "What happens") if notes else ("Turn", "Days")
    return Chart("turns", "Turn record", (Part("", columns, tuple(rows)),))


def _happenings(game: Game, notes: Table, turn: int) -> Iterator[str]:
    """What begins, or stands alone, on this turn: what goes on is told once. What is ours carries its mark."""
    names = {side.id: side.name for side in game.sides}
    for row in notes.rows.values():
        first, last = _range(row["turns"])
        if first == turn:
            who = f"{names[row['side']]}: " if row["side"] in names else ""
            until = "" if first == last else " (on)" if last >= game.turns[-1].number else f" (to turn {last})"
            yield f"{who}{row['what']}{until}{mark_of(evidence_of(row, 'what'))}"


def _range(text: str) -> tuple[int, int]:
    """`2..6` or `5`."""
    first, _, last = text.partition("..")
    return int(first), int(last or first)


def _turns(turns: Iterable[int]) -> str:
    """(2, 3, 4, 7) as `2-4, 7`; none named means all."""
    runs: list[list[int]] = []
    for turn in sorted(turns):
        if runs and turn == runs[-1][1] + 1:
            runs[-1][1] = turn
        else:
            runs.append([turn, turn])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in runs) or "all"


# (the table a chart needs or "", how it is made): games without it go without the chart
CHARTS: tuple[tuple[str, Callable[[Game], Chart]], ...] = (
    ("crt", _crt),
    ("terrain", _terrain),
    ("siege", _siege),
    ("victory", _victory),
    ("retreat", _retreat),
    ("", _sequence),
    ("", _turn_record),
)

__all__ = ["Cell", "Chart", "Footnote", "Part", "chart_html", "charts", "charts_for"]
