"""A scenario as it is set up, played action by action as a log tells it."""

from __future__ import annotations

from dataclasses import replace

from builder.games.glorys_end import RULES
from builder.model import Game, LogRef, Moment
from builder.model.notation import action_of, parse_phrase
from builder.rules.judge import Referee
from builder.rules.ruleset import Given
from builder.rules.score import Score
from builder.rules.setup import start_of_scenario


class Table:
    """A scenario as it is set up, with some units put elsewhere, played action by action."""

    def __init__(self, game: Game, scenario: str, places: dict[str, str] | None = None):
        self.position, values = start_of_scenario(game, game.scenarios[scenario], RULES)
        state = self.position.state
        for unit, place in (places or {}).items():
            state = state.with_unit(state.units[unit]._replace(place=place))
        self.position = self.position._replace(state=state)
        self.referee = Referee(game, RULES, Given(values=values, played=True))
        self.places = frozenset(p for sheet in game.maps for p in (*sheet.hexes, *(b.id for b in sheet.boxes)))
        self.found: list[tuple[str, str]] = []  # (rule, outcome) of what was not legal
        self.step = 0

    def play(self, *lines: str, logged: bool = True) -> Table:
        for line in lines:
            self.step += 1
            text, _, moment = line.partition(" -> ")
            action = action_of(parse_phrase(text), RULES.verbs, self.position.state.units, self.places)
            if logged:
                action = replace(action, refs=(LogRef("game.vlog", self.step),))
            verdicts = self.referee.verdicts(action, self.position)
            self.found += [(v.rule.id, v.outcome) for v in verdicts if v.finding != "legal"]
            self.position, trouble = self.referee.after(action, self.position, self.moment(moment))
            assert not trouble, trouble
        return self

    @staticmethod
    def moment(text: str) -> Moment | None:
        if not text:
            return None
        turn, side, phase = text.split()
        return Moment(int(turn), side, phase)

    @property
    def facts(self):
        return self.referee.facts(self.position)

    def score(self, side: str) -> Score:
        return next(score for score in self.referee.score(self.position) if score.side == side)

    def parts(self, side: str) -> dict[str, int]:
        return {part.rule: part.points.value for part in self.score(side).parts}
