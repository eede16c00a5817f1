"""What players set up, against the set-up rules of its scenario: a save, or the start of a log, to breaches.

The pieces become the placements of a scenario, and the very functions that lint our own scenarios judge it. What they
cannot know is judged here: pieces that are twice there, of no part in the scenario, or moved from a printed place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from builder.make.deployed import Deployed, deployed_pieces
from builder.make.opening import module_places, open_game, set_up_rules
from builder.model import Arrival, BadInput, Diagnostic, Game, Placement, Scenario, Span, error, near_miss, note
from builder.module.making import is_version_of
from builder.rules.deployment import SetUpRules
from builder.sources import games
from builder.vassal.saves import Save, read_save

SCENARIO = "Scenario"


@dataclass(frozen=True, slots=True)
class Breach:
    """A rule that a deployment breaks: what is wrong, and the counter and place that it is about ("" for none)."""

    rule: str
    message: str
    piece: str = ""
    place: str = ""

    def __str__(self) -> str:
        about = ", ".join(part for part in (self.piece, self.place) if part and part not in self.message)
        return f"{self.rule}  {self.message}" + (f"  [{about}]" if about else "")

    def as_json(self) -> dict[str, str]:
        return {"rule": self.rule, "message": self.message, "piece": self.piece, "place": self.place}


@dataclass(frozen=True, slots=True)
class SetUpReport:
    """`waiting` counts the units by the box in which they still wait; their fronts are judged once they have left."""

    file: str
    game: Game
    scenario: Scenario
    units: int
    breaches: tuple[Breach, ...]
    waiting: tuple[tuple[str, int], ...]
    notes: tuple[Diagnostic, ...]

    def as_json(self) -> dict[str, object]:
        return {
            "schema": 1, "file": self.file, "game": self.game.id, "scenario": self.scenario.id, "units": self.units,
            "breaches": [b.as_json() for b in self.breaches],
            "waiting": [{"box": box, "units": count} for box, count in self.waiting],
            "notes": [n.as_json() for n in self.notes],
        }  # fmt: skip


def check_set_up(
    path: Path, game: Game | str | None = None, scenario: str = "", overlay: Path | None = None
) -> SetUpReport:
    """A save, or the position that a log starts from. BadInput where it is of no game or scenario that is known."""
    save = read_save(path)
    if not isinstance(game, Game):
        game = open_game(game or _game_of(path, save), overlay)
    rules = set_up_rules(game)
    if rules is None:
        raise BadInput(error("no-set-up-rules", f"{game.id} states no rules of its set-ups, so none can be judged"))
    base = _scenario_of(path, save, game, scenario)
    pieces, notes = deployed_pieces(save, game, module_places(game))
    version = save.moduledata.version or "" if save.moduledata else ""
    if save.moduledata is not None and not is_version_of(game, version):
        notes = (note("set-up-version", f"made on version {version or 'none'} of the module; these sources are "
                      f"{game.full_version}: places and lists are judged by these"), *notes)  # fmt: skip
    breaches = breaches_of(game, base, pieces, rules)
    return SetUpReport(path.name, game, base, sum(p.what in game.counters for p in pieces), breaches,
                       _waiting(game, pieces, rules), notes)  # fmt: skip


def breaches_of(game: Game, base: Scenario, pieces: tuple[Deployed, ...], rules: SetUpRules) -> tuple[Breach, ...]:
    """Every breach, each piece blamed for one thing: what is wrong with a piece itself is not held against the rest."""
    judge = _Judge(game, base, rules)
    placed = judge.placements(pieces)
    deployed = replace(base, placements=tuple(placed.values()), arrivals=judge.arrivals(placed), span=Span(""))
    found = []
    for fault in rules.faults(game, deployed):
        at = placed.get(fault.span)
        found.append(Breach(_rule(fault), _headline(fault), at.what if at else "", at.place if at else ""))
    blamed = {word.rstrip(":,") for breach in found for word in breach.message.split()}
    return (*judge.breaches, *found, *(b for b in judge.doubtful if b.piece not in blamed))


class _Judge:
    """Pieces to placements: those of the scenario's own where nothing has changed, so that their evidence holds."""

    def __init__(self, game: Game, base: Scenario, rules: SetUpRules):
        self.game, self.base, self.rules = game, base, rules
        self.breaches: list[Breach] = []
        self.doubtful: list[Breach] = []  # said where the game's own rules say nothing of the piece
        self.own = {p.what: p for p in base.placements if p.what in game.counters}
        self.coming = {a.what: a for a in base.arrivals}

    def placements(self, pieces: tuple[Deployed, ...]) -> Mapping[Span, Placement]:
        """By spans that tell each piece from every other."""
        placed: dict[Span, Placement] = {}
        seen: dict[str, Deployed] = {}
        for number, piece in enumerate(sorted(pieces, key=self._elsewhere), 1):
            span = Span("", number)
            if piece.what not in self.game.counters:
                placed[span] = Placement(piece.what, piece.place, span=span)
            elif piece.what in seen:
                where = seen[piece.what].place
                self._breach("", f"{piece.what}: twice in play, in {where} and in {piece.place}", piece)
            elif self._belongs(piece):
                seen[piece.what] = piece
                if not self._waits(piece):
                    placed[span] = self._placement(piece, span)
        for what in (*self.own, *self.coming) if self.rules.named else ():
            if what in self.game.counters and what not in seen:
                seen[what] = Deployed(what, "", 0, (), None)
                self._breach("", f"{what}: belongs to this scenario and is nowhere", seen[what])
                if what in self.own:
                    placed[self.own[what].span] = self.own[what]
        return placed

    def arrivals(self, placed: Mapping[Span, Placement]) -> tuple[Arrival, ...]:
        """Those who come later, without the ones that are set up already."""
        there = {p.what for p in placed.values()}
        return tuple(a for a in self.base.arrivals if a.what not in there)

    def _elsewhere(self, piece: Deployed) -> bool:
        """Of two of a counter the one in its place is the right one."""
        own, coming = self.own.get(piece.what), self.coming.get(piece.what)
        home = own.place if own else self.game.waiting_box(coming.turn) if coming else ""
        return home != piece.place

    def _belongs(self, piece: Deployed) -> bool:
        """Whether a piece is the scenario's, on the board, and in play by now."""
        if self.rules.named and piece.what not in self.own and piece.what not in self.coming:
            self._breach("", f"{piece.what}: is no part of this scenario, and stands in {piece.place}", piece)
            return False
        if not self._known(piece.place):
            self._breach("", f"{piece.what}: lies outside every hex and box ({piece.place})", piece)
        return True

    def _waits(self, piece: Deployed) -> bool:
        """Whether a piece that comes later waits in the box of its turn."""
        coming = None if piece.what in self.own else self.coming.get(piece.what)
        return coming is not None and self.game.waiting_box(coming.turn) == piece.place

    def _known(self, place: str) -> bool:
        return any(place in sheet.hexes or any(box.id == place for box in sheet.boxes) for sheet in self.game.maps)

    def _placement(self, piece: Deployed, span: Span) -> Placement:
        own, coming = self.own.get(piece.what), self.coming.get(piece.what)
        now = Placement(piece.what, piece.place, piece.steps, piece.marks, span=span)
        if not self._known(piece.place):
            return replace(own or now, span=span)
        if own is None and coming is not None:
            return self._not_yet(piece, coming, now)
        if own is None:
            return replace(now, stock=piece.stock)
        full = self.game.counters[piece.what].steps
        if self.rules.named and (own.steps or full) != piece.steps:
            self._breach("", f"{piece.what}: {piece.steps} steps, the scenario states {own.steps or full}", piece)
            now = replace(now, steps=own.steps)
        if (own.stock or 0) != (piece.stock or 0):  # no numbers: a stock is for the eyes of its side alone
            self._breach("", f"{piece.what}: other supply points than the scenario states", piece)
        now = replace(now, stock=own.stock)
        if own.place == piece.place:
            return replace(now, evidence=own.evidence)
        if rule := self.rules.fixed(self.game, self.base, own):
            self.doubtful.append(Breach(rule, f"{piece.what}: stands in {piece.place}, not in {own.place}", piece.what,
                                        piece.place))  # fmt: skip
        return now

    def _not_yet(self, piece: Deployed, coming: Arrival, now: Placement) -> Placement:
        box = self.game.waiting_box(coming.turn)
        said = f"{piece.what}: arrives on turn {coming.turn}, belongs into {box}, and stands in {piece.place}"
        self.doubtful.append(Breach(self.base.rule, said, piece.what, piece.place))
        return replace(now, stock=coming.stock)

    def _breach(self, rule: str, message: str, piece: Deployed) -> None:
        self.breaches.append(Breach(rule or self.base.rule, message, piece.what, piece.place))


def _rule(fault: Diagnostic) -> str:
    """The rule of a fault, whose code is `game rule`."""
    return fault.code.partition(" ")[2] or fault.code


def _headline(fault: Diagnostic) -> str:
    return fault.headline.removesuffix(f" (rule {_rule(fault)})")


def _waiting(game: Game, pieces: tuple[Deployed, ...], rules: SetUpRules) -> tuple[tuple[str, int], ...]:
    counts: dict[str, int] = {}
    labels = {box.id: box.label for sheet in game.maps for box in sheet.boxes}
    for piece in pieces:
        if piece.what in game.counters and rules.pools and piece.place.startswith(rules.pools):
            label = labels.get(piece.place, piece.place)
            counts[label] = counts.get(label, 0) + 1
    return tuple(sorted(counts.items()))


def _scenario_of(path: Path, save: Save, game: Game, asked: str) -> Scenario:
    name = asked or next((value for (_, key), value in save.properties.items() if key == SCENARIO and value), "")
    if name in game.scenarios:
        return game.scenarios[name]
    known = ", ".join(game.scenarios)
    if not name:
        raise BadInput(error("set-up-scenario", "the file does not say which scenario it is of", Span(str(path)),
                             help=f"name it: --scenario NAME, one of {known}"))  # fmt: skip
    raise BadInput(error("set-up-scenario", f"{game.id} has no scenario {name!r}{near_miss(name, game.scenarios)}",
                         Span(str(path)), help=f"its scenarios: {known}"))  # fmt: skip


def _game_of(path: Path, save: Save) -> str:
    """The game whose module the file was made on."""
    name = save.moduledata.name if save.moduledata else ""
    for folder in games():
        if open_game(folder).name == name:
            return folder
    raise BadInput(error("game-unknown", f"made on the module {name!r}, which is none of the games here",
                         Span(str(path)), help="name the game: --game GAME"))  # fmt: skip
