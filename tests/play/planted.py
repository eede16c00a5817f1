"""Illegal acts planted in random games: each kind waits for its moment, does one wrong thing, and the game goes on
legally to the end of the player turn. What must be found stands beside each."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tests.play import planted_battle as fights
from tests.play import planted_moves as moves
from tests.play.player import Player

Act = Callable[[Player, dict], bool]


class Kind(NamedTuple):
    name: str
    moment: str
    act: Act
    found: tuple[str, ...]  # "ILLEGAL 12.1.a"


KINDS = (
    Kind("further than the points go", "move", moves.too_far, ("ILLEGAL 12.1.a",)),
    Kind("out of command, further than half", "move", moves.too_far_out_of_command, ("ILLEGAL 10.2.a",)),
    Kind("through an enemy hex", "move", moves.through_enemies, ("ILLEGAL 12.4.a",)),
    Kind("a third corps", "move", moves.third_corps, ("ILLEGAL 6.1.b",)),
    Kind("more than nine steps", "move", moves.tenth_step, ("ILLEGAL 6.1.a",)),
    Kind("two Allied nations in a hex", "move", moves.two_nations, ("ILLEGAL 6.2.a",)),
    Kind("the British stop in Paris", "move", moves.british_in_paris, ("ILLEGAL 6.3.a",)),
    Kind("beyond the map of the Marne", "move", moves.off_the_area, ("ILLEGAL 16.1.a",)),
    Kind("the other side moves", "operational-movement", moves.other_side_moves, ("ILLEGAL 12.1.c",)),
    Kind("railed and marched", "end-strategic-movement", moves.railed_and_marched, ("ILLEGAL 12.2.b",)),
    Kind("rebuilt and marched", "operational-movement", moves.rebuilt_and_marched, ("ILLEGAL 12.2.b",)),
    Kind("dug and marched", "operational-movement", moves.dug_and_marched, ("ILLEGAL 12.2.b",)),
    Kind("marched in the combat phase", "end-prepared-combat", moves.late_march, ("SUSPECT 5.1.b",)),
    Kind("cavalry by rail", "end-strategic-movement", moves.cavalry_by_rail, ("ILLEGAL 11.1.b",)),
    Kind("rail from no town", "end-strategic-movement", moves.rail_from_no_town, ("ILLEGAL 11.2.a",)),
    Kind("rail to no town", "end-strategic-movement", moves.rail_to_no_town, ("ILLEGAL 11.2.b",)),
    Kind("out of command by rail", "end-strategic-movement", moves.rail_out_of_command, ("ILLEGAL 10.2.b",)),
    Kind("more trains than run", "end-strategic-movement", moves.too_many_trains, ("ILLEGAL 11.1.a",)),
    Kind("arrival before its turn", "strategic-movement", moves.early_arrival, ("ILLEGAL 11.2.d", "ILLEGAL 16.3.d")),
    Kind("arrival in no town", "strategic-movement", moves.arrival_in_no_town, ("ILLEGAL 11.2.b",)),
    Kind("replacements overspent", "end-arrivals", moves.overspent, ("ILLEGAL 8.6.a",)),
    Kind("two steps to one unit", "arrivals", moves.two_steps_at_once, ("ILLEGAL 8.7.c",)),
    Kind("cavalry rebuilt", "arrivals", moves.cavalry_rebuilt, ("ILLEGAL 8.7.a",)),
    Kind("rebuilt without supply", "arrivals", moves.rebuilt_unsupplied, ("ILLEGAL 7.5.e",)),
    Kind("cavalry digs", "end-entrenching", moves.cavalry_digs, ("ILLEGAL 9.1.c",)),
    Kind("too many dig", "end-entrenching", moves.too_many_dig, ("ILLEGAL 9.1.b",)),
    Kind("a rebuilt unit digs", "end-entrenching", moves.rebuilt_and_digs, ("ILLEGAL 9.2.d",)),
    Kind("attrition forgotten", "attrition-losses", moves.attrition_forgotten, ("ILLEGAL 7.5.i",)),
    Kind("attrition of the supplied", "end-attrition", moves.attrition_of_the_supplied, ("ILLEGAL 7.12.a",)),
    Kind("a march assault without points", "move", fights.assault_without_points, ("ILLEGAL 13.23.b",)),
    Kind("a march assault on trenches or forts", "move", fights.assault_on_a_position, ("ILLEGAL 13.23.e",)),
    Kind("a march assault without supply", "move", fights.assault_unsupplied, ("ILLEGAL 7.5.c",)),
    Kind("an attack out of command", "prepared-combat", fights.attack_out_of_command, ("ILLEGAL 10.2.c",)),
    Kind("an attack after marching", "prepared-combat", fights.attack_after_marching, ("ILLEGAL 13.22.a",)),
    Kind("an attack of two nations", "prepared-combat", fights.attack_of_two_nations, ("ILLEGAL 13.26.a",)),
    Kind("a second attack", "end-prepared-combat", fights.second_attack, ("ILLEGAL 13.6.b",)),
    Kind("attacked twice", "end-prepared-combat", fights.attacked_twice, ("ILLEGAL 13.6.c",)),
    Kind("on after a march assault", "end-operational-movement", fights.on_after_assault,
         ("ILLEGAL 13.23.f", "SUSPECT 12.6.a")),
    Kind("attackers lose nothing", "results", fights.attackers_lose_nothing, ("ILLEGAL 13.17.b",)),
    Kind("defenders lose nothing", "results", fights.defenders_lose_nothing, ("ILLEGAL 13.17.b",)),
    Kind("defenders lose too much", "results", fights.defenders_lose_too_much, ("ILLEGAL 13.17.b",)),
    Kind("an R that nobody heeds", "results", fights.stand_fast, ("ILLEGAL 13.18.a",)),
    Kind("a retreat without cause", "results", fights.run_away, ("ILLEGAL 13.18.b",)),
    Kind("a retreat in no direction of theirs", "retreat", fights.wrong_direction, ("ILLEGAL 13.19.a",)),
    Kind("a retreat to the worse hex", "retreat", fights.worse_hex, ("ILLEGAL 13.19.c",)),
    Kind("a retreat of two hexes", "retreat", fights.two_hexes, ("ILLEGAL 13.19.d",)),
    Kind("some of the defenders retreat", "retreat", fights.half_of_them, ("ILLEGAL 13.18.d",)),
    Kind("an advance among defenders", "results", fights.advance_among_them, ("ILLEGAL 13.21.a",)),
    Kind("an advance of others", "advance", fights.advance_of_others, ("SUSPECT 5.1.b",)),
)  # fmt: skip


class Planting:
    """One kind, planted once; `step` is the first step it wrote, 0 until then."""

    def __init__(self, kind: Kind):
        self.kind, self.step = kind, 0

    def __call__(self, player: Player, moment: str, context: dict) -> bool:
        if self.step or moment != self.kind.moment:
            return False
        first = len(player.hand.steps) + 1
        player.note(f"PLANTED {self.kind.name}")
        if not self.kind.act(player, context):
            player.notes.pop()
            return False
        self.step, player.stopping = first, True
        return True
