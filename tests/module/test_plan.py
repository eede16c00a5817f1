"""The planned module as values: numbers of its pieces, every slot decoded again, set-ups, names."""

from __future__ import annotations

import dataclasses
from collections import Counter

import pytest

from builder.model import BadInput, PieceId
from builder.module import words as w
from builder.module.help import keys_page
from builder.module.markers import marker_traits, named_face
from builder.module.plan import gpid_keys, gpids, plan_module
from builder.module.setup import module_atlas, setup_commands
from builder.module.units import piece_name, unit_prototype
from builder.vassal.buildfile import Component
from builder.vassal.commands import AddPiece
from builder.vassal.pieces import decode_piece, expand, slot_text
from builder.vassal.table import PIECE, Table
from builder.vassal.traits.trait import Trait
from tests.module.conftest import Planned


def slots(root: Component) -> list[Component]:
    return list(root.all("PieceSlot"))


def marks(traits: tuple[Trait, ...]) -> dict[str, str]:
    return {
        name: value for t in traits if t.prefix == "mark" for name, value in zip(t.fields["names"], t.state["values"])
    }


def layer(traits: tuple[Trait, ...], name: str) -> int:
    return next(t.state.level for t in traits if t.prefix == "emb2" and t.fields.name == name)


def test_numbers_of_pieces_are_unique_and_the_next_lies_above(any_game: Planned):
    game, _, plan = any_game
    numbers = [int(slot.get("gpid")) for slot in slots(plan.root)]
    placed = [int(t.fields.gpid) for p in plan.prototypes.values() for t in p if t.prefix == "placemark"]
    assert len(numbers) == len(game.counters) + len(game.markers)
    assert len({*numbers, *placed}) == len(numbers) + len(placed)
    assert int(plan.root.get("nextPieceSlotId")) > max(*numbers, *placed, *(g.gpid for g in game.gpids))


def test_the_next_number_lies_above_retired_ones_too(tutorial: Planned):
    game = dataclasses.replace(tutorial.game, gpids=(*tutorial.game.gpids, PieceId(900, "slot", "slot:gone", True)))
    plan = plan_module(game, tutorial.windows, {}, {}, "keys.html")
    assert plan.root.get("nextPieceSlotId") == "901"


def test_a_missing_number_is_named_with_the_remedy(glory: Planned):
    left = tuple(g for g in glory.game.gpids if g.key not in ("slot:fr-9-corps", "mark:trench"))
    with pytest.raises(BadInput) as bad:
        gpids(dataclasses.replace(glory.game, gpids=left))
    (one,) = bad.value.diagnostics
    assert "slot:fr-9-corps, mark:trench" in one.headline and "hexwright gpids glorys-end --write" in one.help


def test_every_slot_is_the_piece_of_its_row(any_game: Planned):
    game, _, plan = any_game
    by_number = {slot.get("gpid"): slot for slot in slots(plan.root)}
    numbers = gpids(game)
    assert len(gpid_keys(game)) >= len(by_number)
    for counter in game.counters.values():
        text = by_number[str(numbers[f"slot:{counter.id}"])].text
        traits = plan.pieces[f"slot:{counter.id}"]
        assert slot_text(traits) == text
        said = marks(traits)
        assert (said["CounterId"], said["Type"], said["FullSteps"]) == (
            counter.id,
            counter.type,
            str(max(counter.steps, 1)),
        )
        for n in range(1, counter.steps + 1):
            values = counter.at(n)
            assert said[f"A{n}"] == str(values.attack or 0) and said[f"M{n}"] == str(values.movement or 0)
            assert values.defence is None or said[f"D{n}"] == str(values.defence)
        assert traits[-1].state.gpid == str(numbers[f"slot:{counter.id}"])


def test_names_tell_units_apart(any_game: Planned):
    """No two counters of the game are called the same, though what they are made up of is left out."""
    names = Counter(piece_name(c, any_game.game) for c in any_game.game.counters.values())
    assert [name for name, n in names.items() if n > 1] == []
    assert not any(mark in name for name in names for mark in "\\;$")


def test_names_are_short(glory: Planned):
    counters = glory.game.counters
    assert piece_name(counters["de-1c-corps"], glory.game) == "German Cavalry Corps 1"
    assert piece_name(counters["fr-paris-n-fort"], glory.game) != piece_name(counters["fr-paris-s-fort"], glory.game)


def test_a_marker_lies_with_the_face_up_that_it_is_named_for(glory: Planned):
    """Control markers are used by their back (4.2), trenches by their front (9.2)."""
    kinds = glory.game.markers
    assert [named_face(kinds[k]) for k in ("control-german", "control-french", "trench", "turn")] == [2, 2, 1, 1]
    assert layer(marker_traits(kinds["control-german"], glory.game, 1), "Face") == 2


# ---- set-ups


def table_of(planned: Planned, scenario: str) -> Table:
    game, _, plan = planned
    pieces, others = setup_commands(game, game.scenarios[scenario], plan, planned.windows)
    table = Table()
    table.apply_all((*pieces, *others))
    return table


def pieces_of(table: Table) -> list[tuple[tuple[Trait, ...], tuple]]:
    return [
        (decode_piece(p.type, table.state_text(p.id)), table.place_of(p.id))
        for p in table.pieces.values()
        if p.kind == PIECE
    ]


@pytest.mark.parametrize("folder, scenario", [("glory", "marne"), ("tutorial", "crossing")])
def test_every_counter_stands_as_its_scenario_says(request, folder, scenario):
    game, _, plan = planned = request.getfixturevalue(folder)
    places = module_atlas(plan, planned.windows).places[w.MAP]
    labels = {box.id: box.label for box in game.maps[0].boxes}
    stood = []
    for traits, (map_name, x, y) in pieces_of(table_of(planned, scenario)):
        said = marks(traits)
        assert map_name == w.MAP and places.snap(x, y) == (x, y)
        what = said.get(w.COUNTER_ID) or said[w.MARKER_ID]
        steps = layer(traits, "Step") if w.COUNTER_ID in said else 0
        out = w.COUNTER_ID in said and "ooc" in game.markers and layer(traits, "OocMark") == 2
        stood.append((what, places.location(x, y), steps, out))
    scenario = game.scenarios[scenario]
    full = {counter.id: max(counter.steps, 1) for counter in game.counters.values()}
    wanted = [
        (p.what, labels.get(p.place, p.place), p.steps or full.get(p.what, 0), "ooc" in p.marks)
        for p in scenario.placements
    ]
    wanted += [(a.what, labels[game.waiting_box(a.turn)], a.steps or full[a.what], False) for a in scenario.arrivals]
    assert sorted(stood) == sorted(wanted)


def test_each_marker_lies_with_the_face_up_that_its_set_up_states_or_that_it_is_named_for(any_game: Planned):
    game, level = any_game.game, {"front": 1, "back": 2}
    for scenario in game.scenarios.values():
        shown = Counter()
        for traits, _ in pieces_of(table_of(any_game, scenario.id)):
            what = marks(traits).get(w.MARKER_ID, "")
            if what and game.markers[what].two_faced:
                shown[what, layer(traits, "Face")] += 1
        kinds = ((p, game.markers[p.what]) for p in scenario.placements if p.what in game.markers)
        wanted = Counter((p.what, level[p.face or kind.named_face]) for p, kind in kinds if kind.two_faced)
        assert shown == wanted


def test_less_than_nothing_is_the_back_of_the_victory_marker(glory: Planned):
    """4.1: the Allies begin the campaign with seven points less than nothing, the Marne with none (16.2)."""
    faces = {}
    for scenario in glory.game.scenarios:
        for traits, (_, x, y) in pieces_of(table_of(glory, scenario)):
            if marks(traits).get(w.MARKER_ID) == "vp-allied":
                at = module_atlas(glory.plan, glory.windows).places[w.MAP].location(x, y)
                faces[scenario] = at.rpartition(" ")[2], layer(traits, "Face")
    assert faces == {"marne": ("0", 1), "campaign": ("7", 2), "free-set-up": ("7", 2), "short-campaign": ("7", 2)}


def test_the_marne_has_what_the_book_counts(glory: Planned):
    """16.2: 46 units and 3 forts on the map, six control markers; 16.3: three arrivals wait on the turn track."""
    stood = [marks(traits) | {"at": place[1:]} for traits, place in pieces_of(table_of(glory, "marne"))]
    units = [said for said in stood if said.get("UnitInPlay")]
    assert len(units) == 46 + 3 + 3
    assert sum(said["Type"] == "fortress" for said in units) == 3
    assert sum(said.get(w.MARKER_ID) == "control-german" for said in stood) == 6
    waiting = [said["CounterId"] for said in units if said["CounterId"] in ("fr-7-corps", "de-15-corps", "de-7r-corps")]
    assert len(waiting) == 3


def test_stacks_of_a_set_up_hold_each_piece_once(any_game: Planned):
    game, _, plan = any_game
    for scenario in game.scenarios.values():
        pieces, _ = setup_commands(game, scenario, plan, any_game.windows)
        stacks = [p for p in pieces if isinstance(p, AddPiece) and p.type == "stack"]
        members = [m for s in stacks for m in s.state.split(";")[3:-1]]
        assert sorted(members) == sorted(p.id for p in pieces if p.type != "stack")
        assert len({tuple(s.state.split(";")[:3]) for s in stacks}) == len(stacks)


# ---- what a game lacks, its module does not offer


def keys_of(planned: Planned) -> set[str]:
    traits = expand(
        next(iter(planned.plan.pieces.values())), {n: slot_text(t) for n, t in planned.plan.prototypes.items()}
    )
    menus = [t.fields.menu for t in traits if t.prefix == "macro"]
    return {*menus, *(c.menu for t in traits if t.prefix == "PROP" for c in t.fields.commands)}


def test_a_game_without_trenches_and_command_offers_neither(glory: Planned, tutorial: Planned):
    assert {"Begin or leave a trench", "Out of command"} <= keys_of(glory)
    assert not {"Begin or leave a trench", "Out of command"} & keys_of(tutorial)
    assert w.DIG.label in keys_page(glory.game) and w.DIG.label not in keys_page(tutorial.game)
    assert w.OUT_OF_COMMAND.label not in keys_page(tutorial.game)


def test_without_a_dead_pile_the_last_step_takes_the_counter_away(tutorial: Planned):
    sheet = tutorial.game.maps[0]
    bare = dataclasses.replace(sheet, boxes=tuple(box for box in sheet.boxes if not box.id.startswith("Dead-")))
    assert len(bare.boxes) == len(sheet.boxes) - 2

    def answering(game) -> list[str]:
        return [t.prefix for t in unit_prototype(game) if t.prefix != "macro" and "key" in t.fields.layout.names
                and t.fields["key"] == w.TO_DEAD]  # fmt: skip

    assert answering(tutorial.game) == ["sendto"]
    assert answering(dataclasses.replace(tutorial.game, maps=(bare,))) == ["delete"]
