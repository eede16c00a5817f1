"""Set-ups: what a deployment breaks, asked of the statements of its scenario (tables/setup.csv)."""

from __future__ import annotations

from dataclasses import replace

from builder.games.tgwie.facts_base import missing
from builder.games.tgwie.facts_strategic_turn import StrategicTurn
from builder.games.tgwie.sources import set_up_faults
from builder.games.tgwie.sources_base import POOLS, set_up_of
from builder.model import Action, Answer, Evidence, GameState, Placement, Reason, Scenario, Tag, Unit
from builder.rules.memory import remembered


class Settings(StrategicTurn):
    def after_placing(self, action: Action) -> Settings:
        """The facts once the units stand where the action puts them."""
        state = self.state
        for name in action.units:
            if name in state.units:
                state = state.with_unit(state.units[name]._replace(place=action.place))
        return type(self)(self.game, self.position.with_state(state), self.given)

    def deployment(self, state: GameState) -> Scenario | None:
        """The scenario as it would stand with the units where they are now."""
        scenario = self.scenario
        if scenario is None:
            return None
        markers = tuple(p for p in scenario.placements if p.what not in self.game.counters)
        stand_ins = self._stand_ins(state)
        replaced = set(stand_ins.values())
        units = tuple(
            Placement(what, u.place, u.steps, tuple(u.marks & {"turned", "spent"}))
            for u in state.units.values()
            if (what := stand_ins.get(u.id) or (u.counter if u.counter not in replaced else ""))
        )
        return replace(scenario, placements=(*units, *markers))

    def _stand_ins(self, state: GameState) -> dict[str, str]:
        """For units that a case draws, counters that wait in a box of their nation."""
        found: dict[str, str] = {}
        for unit in state.units.values():
            if unit.counter:
                continue
            waiting = (u.counter for u in state.units.values() if u.counter and _alike(u, unit)
                       and u.place.startswith(POOLS) and u.counter not in found.values())  # fmt: skip
            found[unit.id] = next(waiting, "")
        return found

    @remembered
    def breaches(self) -> Answer[frozenset[str]]:
        """The rules that the deployment on the table breaks."""
        told = self.faults_of_state(self.state)
        if told is None:
            return missing("case", "scenario")
        return Answer(frozenset(rule for rule, _ in told),
                      tuple(Reason(rule, text, Evidence(Tag.BOOK, rule)) for rule, text in told))  # fmt: skip

    def faults_of_state(self, state: GameState) -> list[tuple[str, str]] | None:
        """(rule, what is wrong) of every breach; None without a scenario."""
        scenario = self.deployment(state)
        if scenario is None:
            return None
        found = set_up_faults(self.game, scenario)
        return [(d.code.removeprefix("tgwie "), d.headline) for d in found]

    @remembered
    def statements_for(self, unit: Unit) -> tuple[str, ...]:
        """The rules of the scenario's statements that speak of this unit."""
        stands_for = unit.counter or self._stand_ins(self.state).get(unit.id, "")
        scenario, counter = self.scenario, self.game.counters.get(stands_for)
        if scenario is None or counter is None:
            return ()
        at = set_up_of(self.game, scenario)
        return tuple(dict.fromkeys(s.rule for s in at.statements if s.who.fits(counter, counter.nation in at.reduced)))


def _alike(waiting: Unit, drawn: Unit) -> bool:
    same_kind = not drawn.type or waiting.type == drawn.type
    return waiting.nation == drawn.nation and same_kind and (not drawn.values or waiting.values[0] == drawn.values[0])
