"""Where a scenario uses part of the map: nobody goes beyond it of his own will (16.1)."""

from __future__ import annotations

from builder.games.glorys_end.checks_base import Rulings
from builder.games.glorys_end.facts import Facts
from builder.model import Action, Evidence, Reason, Tag
from builder.rules.ruleset import Check
from builder.rules.ruling import illegal, legal

EXTENT = Evidence(Tag.CHOSEN, note="the book prints no extent of the small map")


def units_stay_on_the_scenarios_map(action: Action, facts: Facts) -> Rulings:
    area = facts.area
    if not area:
        return
    going = (*action.path[1:], *([action.place] if action.place else []))
    on_paper = [place for place in going if place in facts.sheet.hexes]
    outside = next((place for place in on_paper if place not in area), "")
    extent = Reason("hexes of the scenario's map", len(area), facts.weigh(EXTENT), "map/regions.csv:marne-area:hexes")
    if outside:
        yield illegal(f"{outside} lies off the scenario's map", extent)
    elif on_paper:
        yield legal("it stays on the scenario's map", extent)


CHECKS = (Check("16.1.a", ("move", "rail", "ship", "arrive", "advance"), units_stay_on_the_scenarios_map),)
