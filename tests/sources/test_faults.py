"""Faults planted in copies of our sources: all are named in one run, each with file, line and column."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.games.glorys_end.sources import validate_sources
from builder.model import BadInput, Diagnostic
from builder.sources import lint, load


def change(path: Path, old: str, new: str) -> tuple[int, int]:
    """Put `new` in place of the first `old`; gives its line and column."""
    text = path.read_text(encoding="utf-8")
    at = text.index(old)
    path.write_text(text[:at] + new + text[at + len(old) :], encoding="utf-8")
    line = text.count("\n", 0, at) + 1
    return line, at - (text.rfind("\n", 0, at) + 1) + 1


def append(path: Path, row: str) -> int:
    """Add a row; gives its line."""
    text = path.read_text(encoding="utf-8")
    path.write_text(text + row + "\n", encoding="utf-8")
    return text.count("\n") + 1


def cell(path: Path, line: int, column: str, new: str) -> tuple[str, int, int]:
    """Write one cell of a row without quotes; gives file name, line and the cell's column."""
    lines = path.read_text(encoding="utf-8").split("\n")
    cells = lines[line - 1].split(",")
    index = lines[0].split(",").index(column)
    cells[index] = new
    lines[line - 1] = ",".join(cells)
    path.write_text("\n".join(lines), encoding="utf-8")
    return path.name, line, sum(len(c) + 1 for c in cells[:index]) + 1


def row_of(path: Path, key: str) -> int:
    return next(i for i, text in enumerate(path.read_text().split("\n"), 1) if text.startswith(key + ","))


def test_twenty_faults_are_named_in_one_run(folder: Path) -> None:
    counters, hexes, marne = folder / "counters.csv", folder / "map/hexes.csv", folder / "scenarios/marne.yaml"
    wanted: list[tuple[str, str, int, int]] = []  # code, file, line, column (0: any)

    def want(code: str, place: tuple[str, int, int]) -> None:
        wanted.append((code, *place))

    # the counter mix
    want("type-unknown", cell(counters, row_of(counters, "de-4-corps"), "type", "infantri"))
    want("nation-unknown", cell(counters, row_of(counters, "de-3-corps"), "nation", "prussian"))
    want("steps-range", cell(counters, row_of(counters, "de-9-corps"), "steps", "12"))
    want("spreadsheet", cell(counters, row_of(counters, "de-7-corps"), "attack_4", "4-Mar"))
    want("value-evidence", cell(counters, row_of(counters, "de-10-corps"), "ev_steps", "boook:16.2"))
    want("hex-unknown", cell(counters, row_of(counters, "fr-57fr-div"), "start", "4199"))
    want("key-twice", ("counters.csv", append(counters, _copy(counters, "de-2-corps")), 1))
    # the map
    want("terrain-unknown", cell(hexes, row_of(hexes, "2425"), "terrain", "florest"))
    want("side-apart", ("hexsides.csv", append(folder / "map/hexsides.csv", "2425,3030,river,Meuse,chosen"), 6))
    want("hex-unknown", ("regions.csv", append(folder / "map/regions.csv", "here,area,,9912,chosen,"), 12))
    # tables, order of play, numbers
    want("table-row", ("crt.csv", 1, 0))
    change(folder / "tables/crt.csv", "3:1/6,0,2,yes,book:13.3\n", "")
    want("side-unknown", cell(folder / "phases.csv", 2, "side", "alied"))
    want("value-date", cell(folder / "turns.csv", 5, "first_day", "23.08.14"))
    want("key-twice", ("gpids.csv", append(folder / "gpids.csv", "1,slot,slot:new,"), 1))
    # game.yaml
    want("value-colour", ("game.yaml", *change(folder / "game.yaml", '"#d2b48c"', '"tan"')))
    want("key-unknown", ("game.yaml", *change(folder / "game.yaml", "rules: builder", "rulez: builder")))
    # the scenario
    line, column = change(marne, 'what: uk-2-corps, at: "3235", steps: 3', 'what: uk-2-corps, at: "3235", steps: 5')
    want("steps-range", ("marne.yaml", line, column + len('what: uk-2-corps, at: "3235", steps: ')))
    line, column = change(marne, "what: fr-42-div", "what: fr-9-corps")
    want("placed-twice", ("marne.yaml", line, column + len("what: ")))
    line, column = change(marne, "what: de-15-corps, turn: 10", "what: de-15-corps, turn: 13")
    want("arrival-turn", ("marne.yaml", line, column + len("what: de-15-corps, turn: ")))
    line, _ = change(marne, 'what: fr-18-corps, at: "3631"', 'what: fr-18-corps, at: "3334", marks: [ooc]')
    want("glorys-end 6.2.a", ("marne.yaml", line, 0))

    assert len(wanted) == 20
    found = lint(folder, validate=validate_sources)
    for code, file, line, column in wanted:
        assert any(_is(d, code, file, line, column) for d in found), (code, file, line, column, _told(found, file))
    # what follows from the planted ones, and nothing else
    follows = {"glorys-end 16.2.b", "glorys-end 2.11", "gpid-missing", "values-missing", "evidence-missing"}
    follows.add("glorys-end 6.1.a")  # twelve steps also break the stack that the campaigns put the counter in
    others = [d for d in found if d.code not in follows and not any(_is(d, *w) for w in wanted)]
    assert not others, [str(d) for d in others]


def _copy(path: Path, key: str) -> str:
    return path.read_text().split("\n")[row_of(path, key) - 1]


def _is(d: Diagnostic, code: str, file: str, line: int, column: int) -> bool:
    at = (Path(d.span.path).name, d.span.line)
    return d.code == code and at == (file, line) and column in (0, d.span.column)


def _told(found: tuple[Diagnostic, ...], file: str) -> list[str]:
    return [f"{d.code} {d}" for d in found if Path(d.span.path).name == file]


def test_a_message_reads_as_designed(folder: Path) -> None:
    counters = folder / "counters.csv"
    line = row_of(counters, "de-4-corps")
    _, _, column = cell(counters, line, "type", "inf")
    (fault,) = lint(folder)
    path = (folder / "counters.csv").as_posix()
    assert str(fault) == f"{path}:{line}:{column}: de-4-corps: unknown type 'inf'"
    cell(counters, line, "type", "infatry")
    (fault,) = lint(folder)
    assert str(fault).endswith("de-4-corps: unknown type 'infatry' (did you mean 'infantry'?)")


def test_load_raises_with_every_error(small: Path) -> None:
    cell(small / "counters.csv", 2, "type", "tank")
    cell(small / "counters.csv", 3, "nation", "green")
    with pytest.raises(BadInput) as trouble:
        load(small)
    assert [d.code for d in trouble.value.diagnostics] == ["type-unknown", "nation-unknown"]


@pytest.mark.parametrize(
    ("file", "old", "new", "code"),
    [
        ("game.yaml", "version: 0.1.0", "version: one", "value-version"),
        ("game.yaml", "format: 1", "format: 2", "value-format"),
        ("game.yaml", "maps: [map]\n", "", "key-missing"),
        ("game.yaml", "maps: [map]", "maps: map", "yaml-list"),
        ("game.yaml", "id: tutorial", "id: tutorial\nid: other", "key-twice"),
        ("game.yaml", "name: Seven Hexes", "name: &a Seven Hexes", "yaml-alias"),
        ("game.yaml", "name: Seven Hexes", "name: [", "yaml-syntax"),
        ("game.yaml", 'ink: "#ffffff"', 'ink: "#2a5cbb"', "colour-contrast"),
        ("game.yaml", "retreat: maybe yes", "retreat: maybe jes", "value-column"),
        ("turns.csv", "2,Noon", "3,Noon", "turn-order"),
        ("phases.csv", "blue,combat,B,Combat,3.1,", "blue,combat,B,Combat,3.1,7", "turn-unknown"),
        ("phases.csv", "blue,combat,B,Combat,3.1,", "blue,movement,B,Combat,3.1,", "key-twice"),
        ("phases.csv", "side,id", "sied,id", "column-unknown"),
        ("counters.csv", "red-2,red,red", "red-2,blue,red", "nation-side"),
        ("counters.csv", "1,3,,,2,3,chosen", "2,3,,,2,3,chosen", "values-missing"),
        ("counters.csv", "1,3,,,2,3,chosen", "1,3,5,5,2,3,chosen", "values-extra"),
        ("counters.csv", "red-2", "Red 2", "value-id"),
        ("counters.csv", "2,3,chosen", "2,3,", "cell-empty"),
        ("counters.csv", "2,3,chosen", "2,3,chosen,more", "row-long"),
        ("counters.csv", "infantry,XX,1", "infantry,XL,1", "size-unknown"),
        ("counters.csv", "1,First Division", '1,"First Division', "csv-quotes"),
        ("markers.csv", ",1,turn", ",-1,turn", "marker-count"),
        ("map/hexes.csv", "0203,clear", "0209,clear", "hex-off-map"),
        ("map/hexes.csv", "0202,clear,R,Crossing,town", "0202,clear,R,Crossing,toun", "feature-unknown"),
        ("map/hexsides.csv", "0101,0202,river", "0101,0202,rivers", "hexside-unknown"),
        ("map/hexsides.csv", "0101,0202,river", "0202,0201,river", "key-twice"),
        ("map/regions.csv", "0101 0102", "0101 0101", "hex-twice"),
        ("map/map.yaml", "x: 3.75, y: 3.25", "x: 9.75, y: 3.25", "box-off-paper"),
        ("map/map.yaml", "id: Dead-red", "id: Dead-blue", "box-twice"),
        ("map/map.yaml", "name: Red losses", "name: Blue losses", "box-twice"),
        ("map/map.yaml", "first: 1, last: 4", "first: 1", "track-names"),
        ("map/map.yaml", "first: 1, last: 4", "names: [A, B], last: 4", "track-names"),
        ("map/map.yaml", "first: 1, last: 4", "names: [A, a, A]", "box-twice"),
        ("map/map.yaml", "per_row: 4", "per_row: 4, widths: [1, 1]", "track-widths"),
        ("map/map.yaml", "per_row: 4", "per_row: 4, evidence: told", "value-evidence"),
        ("map/map.yaml", "per_row: 4", "per_row: 4, skip: 40, heading: Turns, evidence: chosen", "box-off-paper"),
        ("map/map.yaml", "rows: [1, 3]", "rows: [3, 1]", "grid-limits"),
        ("map/map.yaml", "shift: north", "shift: east", "grid-shift"),
        ("map/map.yaml", "tops: flat", "tops: round", "value-tops"),
        ("tables/crt.csv", "1:1/1,1,0", "1:1/1,one,0", "value-int"),
        ("tables/crt.csv", "2:1/6,0,2,,chosen", "2:1/7,0,2,,chosen", "table-extra"),
        ("scenarios/crossing.yaml", "what: red-2", "what: red-3", "piece-unknown"),
        ("scenarios/crossing.yaml", 'at: "0301"', 'at: "0404"', "hex-unknown"),
        ("scenarios/crossing.yaml", "at: T1", "at: T9", "place-unknown"),
        ("scenarios/crossing.yaml", "at: T1", "at: T1, face: rear", "value-face"),
        ("scenarios/crossing.yaml", "at: T1", "at: T1, face: back", "face-one"),
        ("scenarios/crossing.yaml", 'at: "0301"', 'at: "0301", face: back', "face-one"),
        ("scenarios/crossing.yaml", "first_side: blue", "first_side: bleu", "side-unknown"),
        ("scenarios/crossing.yaml", "last_turn: 4", "last_turn: 9", "turn-unknown"),
        ("scenarios/crossing.yaml", "first_turn: 1\nlast_turn: 4", "first_turn: 3\nlast_turn: 2", "turn-order"),
        ("scenarios/crossing.yaml", 'at: "0301", evidence', 'at: "0301", marks: [mooved], evidence', "mark-unknown"),
        ("scenarios/crossing.yaml", 'at: "0301", evidence: chosen', 'at: "0301"', "key-missing"),
        ("scenarios/crossing.yaml", "placements:", "area: nowhere\nplacements:", "region-unknown"),
        ("scenarios/crossing.yaml", "placements:", "area: west-edge\nplacements:", "place-area"),
        (
            "scenarios/crossing.yaml",
            "placements:",
            "arrivals:\n  - {what: red-2, turn: 2, place: T2, evidence: chosen}\nplacements:",
            "placed-arrives",
        ),
        (
            "scenarios/crossing.yaml",
            "placements:",
            'control:\n  - {hex: "0101", side: red, evidence: chosen}\n  - {hex: "0101", side: red, evidence: chosen}\n'
            "placements:",
            "control-twice",
        ),
        ("gpids.csv", "2,slot,slot:blue-2", "2,slot,slot:blue-1", "gpid-key"),
        ("gpids.csv", "2,slot", "2,slott", "value-gpid-kind"),
        ("gpids.csv", "5,slot,slot:marker:turn,\n", "", "gpid-missing"),
    ],
)
def test_each_kind_of_fault(small: Path, file: str, old: str, new: str, code: str) -> None:
    change(small / file, old, new)
    found = lint(small)
    match = [d for d in found if d.code == code and d.span.path.endswith(file)]
    assert match, [f"{d.code} {d}" for d in found]
    assert match[0].span.line > 0 or code in ("gpid-missing",)


def test_missing_and_unknown_files(small: Path) -> None:
    (small / "turns.csv").rename(small / "turnz.csv")
    found = {d.code: d for d in lint(small)}
    assert found["file-missing"].span.path.endswith("turns.csv")
    assert "did you mean 'turns.csv'" in found["file-unknown"].headline


def test_a_game_without_game_yaml_is_told_plainly(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"holds no game.yaml"):
        load(tmp_path)


def test_yaml_from_strangers_cannot_hurt(small: Path) -> None:
    """Deep nesting and repeated aliases are refused, not followed."""
    (small / "module.yaml").write_text("format: 1\na: " + "[" * 60 + "]" * 60, encoding="utf-8")
    assert [d.code for d in lint(small)] == ["yaml-depth"]
    (small / "module.yaml").write_text("format: 1\na: " + "[" * 100_000, encoding="utf-8")
    assert [d.code for d in lint(small)] == ["yaml-syntax"]  # libyaml's own bound comes first
    bomb = "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n"
    (small / "module.yaml").write_text(bomb, encoding="utf-8")
    assert [d.code for d in lint(small)] == ["yaml-alias"]
