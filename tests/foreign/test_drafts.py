"""What `bind` drafts for modules of all three games: most of their pieces, none wrongly, and what it asks for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from pathlib import Path

import pytest

from builder.make.bind import Draft, draft
from builder.make.bind_names import words_of
from builder.make.bind_pieces import back_mark
from builder.make.opening import open_game
from tests.foreign.modules import STYLES, module_of
from tests.foreign.styles import Plain, Shown, Style

ROOT = Path(__file__).resolve().parents[2]
KINDS = [(game, at) for game in STYLES for at in (0, 1)]
SHARE = {"glorys-end": 1.0, "tgwie": 0.998, "italian-front": 0.94}
"""Of a module's pieces, what must be matched. Those left are called alike: two chits U-boat, replacements by number."""


@pytest.fixture(scope="module", params=KINDS, ids=lambda kind: STYLES[kind[0]][kind[1]].__name__)
def drafted(request, tmp_path_factory) -> tuple[Style, Draft]:
    name, at = request.param
    game = open_game(ROOT / "source" / name.replace("-", "_"))
    style = STYLES[name][at](game)
    return style, draft(module_of(style, tmp_path_factory.mktemp(style.__class__.__name__)), game)


def meant(style: Style) -> dict[str, set[tuple[str, str]]]:
    """By a piece's name, what its maker means by it: (kind, id)."""
    found: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for id, row in style.game.counters.items():
        for steps in range(1, max(row.steps, 1) + 1):
            found[style.shown(id, steps).piece].add(("unit", id))
        found[style.shown(id, row.steps, ("spent",)).piece].add(("unit", id))
    for id in style.game.markers:
        found[style.marker(id)].add(("marker", id))
    return found


def test_a_draft_names_most_pieces_and_none_wrongly(drafted):
    """What is taken for a unit or a marker is that one; names that two of ours bear are asked for."""
    style, found = drafted
    truth = meant(style)
    matched = [row for row in found.rows if row.kind != "ask"]
    assert len(matched) >= SHARE[style.game.id] * len(found.rows)
    for row in matched:
        if row.kind == "strength":
            assert row.piece in style.strengths()
        else:
            assert truth[row.piece] == {(row.kind, row.counter)}, row
    asked = [row for row in found.rows if row.kind == "ask"]
    assert all(row.note.startswith("perhaps ") for row in asked)
    names = {id: one.name for things in (style.game.counters, style.game.markers) for id, one in things.items()}
    for row in asked:
        assert any(names[id] in row.note for _, id in truth[row.piece]), row
    assert any("are not matched" in line for line in found.asked) == bool(asked)


def test_steps_and_reverses_are_drafted_as_the_module_shows_them(drafted):
    """Each row tells of each face of its counter what the maker means by it."""
    style, found = drafted
    rows = {row.piece: row for row in found.rows if row.kind == "unit"}
    for id, row in style.game.counters.items():
        for steps in range(1, max(row.steps, 1) + 1):
            shown = style.shown(id, steps)
            line = rows.get(shown.piece)
            if line is None or line.counter != id:
                continue
            if shown.number:
                assert line.layer == ("SP" if row.steps > 1 else ""), line
            elif not shown.on_top and row.steps:
                assert line.steps in ("", str(steps)) and (line.steps or steps == row.steps), line
        if back_mark(row) and style.layer:
            line = rows[style.shown(id, row.steps).piece]
            assert (line.layer, line.levels) == ("Flipped", f"{row.steps} {back_mark(row)}")
        if row.attributes.get("back") in style.backs:
            assert rows[style.shown(id, row.steps, ("spent",)).piece].mark == back_mark(row)


def test_what_lies_on_units_is_drafted_as_steps_or_as_what_they_lack(drafted):
    style, found = drafted
    told = {row.piece: row.steps for row in found.rows if row.kind == "strength"}
    words = {"1 step": "1", "1 steps": "1", "2 steps": "2", "3 steps": "3"} | {f"-{n}": f"-{n}" for n in range(1, 5)}
    assert told == {name: words[name] for name in style.strengths()}


MAPS = {
    "Fans": [("Western Front", "main", r"Hex\ (?P<hex>.{4})")],
    "Plain": [("Western Front", "main", "")],
    "EuropeFans": [("Europe/Western Theater", "west", "(?P<hex>.{4})"),
                   ("Europe/Eastern Theater", "east", "(?P<hex>.{4})")],
    "EuropePlain": [("West", "west", ""), ("East", "east", ""), ("Allied Dead Pile", "", ""),
                    ("Central Powers Dead Pile", "", "")],
    "ItalyFans": [("Italy", "map", r"Hex\ (?P<hex>.{4})")],
    "ItalyPlain": [("Alps", "map", ""), ("Entente Destroyed", "", ""), ("Central Powers Destroyed", "", "")],
}  # fmt: skip


def test_each_board_is_its_sheet_and_each_window_of_a_box_that_box(drafted):
    style, found = drafted
    drawn = [("/".join(filter(None, (one["map"], one.get("board")))), one.get("sheet", ""), one.get("names", ""))
             for one in found.binding["maps"]]  # fmt: skip
    assert drawn == MAPS[type(style).__name__]
    for one in found.binding["maps"]:
        assert ("box" in one) != ("sheet" in one)
        if not style.numbers and "sheet" in one:
            assert one["anchors"] == []
            name = one["map"]
            assert any(line.startswith(f"map {name!r}") and "anchors" in line for line in found.asked)
        elif style.numbers:
            labels = {box.label for sheet in style.game.maps for box in sheet.boxes}
            theirs = {style.box_name(box) for sheet in style.game.maps for box in sheet.boxes}
            assert set(one["boxes"].values()) <= labels
            assert all(words_of(name) == words_of(box) for name, box in one["boxes"].items())
            assert not set(one["boxes"]) & labels and set(one["boxes"]) <= theirs | {label.title() for label in labels}


def test_turn_and_sides_are_drafted_where_the_module_tells_them(drafted):
    style, found = drafted
    clock = found.binding["clock"]
    ours = {side.id for side in style.game.sides}
    assert list(found.binding["sides"]) == list(style.sides) and set(found.binding["sides"].values()) == ours
    assert found.binding["sides"][style.sides[0]] != ("german" if style.game.id == "glorys-end" else "central")
    if not style.shows:
        assert clock["by"] == "nothing"
        return
    groups = {"Fans": ("turn", "side"), "EuropeFans": ("turn", "phase"), "ItalyFans": ("month", "turn", "side")}
    assert [part.split(">")[0] for part in clock["pattern"].split("(?P<")[1:]] == list(groups[type(style).__name__])
    for side, id in clock.get("sides", {}).items():
        assert id == {"German": "german", "Allied": "allied", "CP": "central", "Entente": "entente"}[side]
    meant = {"Strategic": "resources", "Chits": "chit-pull"}
    for phase, id in clock.get("phases", {}).items():
        assert id == meant.get(phase) or style.phases[phase] == id
    if type(style).__name__ == "EuropeFans":
        assert len(clock["phases"]) == 11 and any(
            "Strategic, Chits, Allied Rail, CP Rail" in one for one in found.asked
        )


class Mute(Plain):
    """A maker who left the strength to a pad of paper."""

    def shown(self, counter: str, steps: int, marks: Collection[str] = ()) -> Shown:
        return Shown(self.name(counter, steps))

    def strengths(self) -> tuple[str, ...]:
        return ()


def test_where_nothing_shows_the_steps_it_is_asked_for(tmp_path):
    game = open_game(ROOT / "source" / "glorys_end")
    found = draft(module_of(Mute(game), tmp_path), game)
    with_steps = sum(counter.steps > 1 for counter in game.counters.values())
    assert any(f"nothing shows the steps of {with_steps} units" in line for line in found.asked)
