"""Set-up cards: who stands where at the start of a scenario, a card for each side, counters shown as they are."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import NamedTuple

from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from builder.art import palette
from builder.model import Game, Placement, Scenario
from builder.sheets.countersheet import new_canvas
from builder.sheets.forms import FaceForms
from builder.sheets.stock import FaceRef, game_stock
from builder.sheets.style import Paper
from builder.sheets.vector import pdf_font

FACE = 10 * mm
_MARGIN, _LABEL, _GAP = 12 * mm, 3.2 * mm, 2 * mm
_SIZE = 6.5  # of the name of a place, points


class Group(NamedTuple):
    """What stands in one place; `heading` begins a new part of the card."""

    heading: str
    place: str
    faces: tuple[FaceRef, ...]


def setup_cards_pdf(game: Game, paper: Paper) -> bytes:
    """All scenarios, each side's cards after one another; the same bytes every time."""
    wide, high = sorted((paper.wide, paper.high))
    out = io.BytesIO()
    canvas = new_canvas(out, (wide, high), f"{game.name}: set-up cards")
    forms = FaceForms(canvas, game_stock(game), FACE, FACE)
    for scenario in game.scenarios.values():
        for side, name in (*((side.id, side.name) for side in game.sides), ("", "both sides")):
            groups = tuple(_groups(game, scenario, side))
            if groups:
                _Card(canvas, forms, (wide * mm, high * mm), f"{scenario.name} · {name}").draw(groups)
    if canvas.getPageNumber() == 1:  # a game without scenarios
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _groups(game: Game, scenario: Scenario, side: str) -> Iterator[Group]:
    names = _places(game)
    stacks: dict[str, list[FaceRef]] = {}
    for placement in scenario.placements:
        if _side(game, placement.what) == side:
            stacks.setdefault(placement.place, []).append(_face(game, placement))
    for place, faces in stacks.items():
        yield Group("At the start", names.get(place, place), tuple(faces))
    waves: dict[tuple[int, str], list[FaceRef]] = {}
    for arrival in sorted(scenario.arrivals, key=lambda one: one.turn):
        if _side(game, arrival.what) == side:
            face = _face(game, Placement(arrival.what, arrival.place, arrival.steps))
            waves.setdefault((arrival.turn, arrival.place), []).append(face)
    turns = {turn.number: turn.label for turn in game.turns}
    for (turn, place), faces in waves.items():
        label = f"Turn {turn}" + (f" · {turns[turn]}" if turns.get(turn) else "")
        yield Group(label, names.get(place, place), tuple(faces))


def _side(game: Game, what: str) -> str:
    return game.counters[what].side if what in game.counters else game.markers[what].side


def _places(game: Game) -> dict[str, str]:
    """A hex by its number and what is printed there, a box by its name."""
    found = {}
    for sheet in game.maps:
        found |= {hex_.id: f"{hex_.id} {hex_.place}".strip() for hex_ in sheet.hexes.values()}
        found |= {box.id: box.label for box in sheet.boxes}
    return found


def _face(game: Game, placement: Placement) -> FaceRef:
    if placement.what in game.markers:
        kind = game.markers[placement.what]
        return FaceRef("marker", kind.id, placement.face or kind.named_face)
    counter = game.counters[placement.what]
    return FaceRef("counter", counter.id, str(placement.steps or counter.steps))


class _Card:
    """One side's card: groups flow from left to right, line below line, over as many pages as it takes."""

    def __init__(self, canvas: Canvas, forms: FaceForms, size: tuple[float, float], title: str):
        self._canvas, self._forms, self._title = canvas, forms, title
        self._wide, self._high = size
        self._x = self._y = 0.0
        self._page = 0

    def draw(self, groups: tuple[Group, ...]) -> None:
        self._begin()
        heading = ""
        for group in groups:
            if group.heading != heading:
                heading = group.heading
                self._head(heading)
            self._group(group)
        self._canvas.showPage()

    def _begin(self) -> None:
        self._page += 1
        canvas, top = self._canvas, self._high - _MARGIN
        canvas.setFillColor(HexColor(palette.INK))
        canvas.setFont(pdf_font("bold"), 12)
        canvas.drawString(_MARGIN, top - 9, self._title + (" (continued)" if self._page > 1 else ""))
        canvas.setStrokeColor(HexColor(palette.INK))
        canvas.setLineWidth(0.6)
        canvas.line(_MARGIN, top - 13, self._wide - _MARGIN, top - 13)
        self._x, self._y = _MARGIN, top - 18

    def _head(self, text: str) -> None:
        if self._x > _MARGIN:
            self._newline()
        if self._y - 14 - FACE - _LABEL < _MARGIN:
            self._turn_page()
        self._canvas.setFillColor(HexColor(palette.INK))
        self._canvas.setFont(pdf_font("bold"), 8)
        self._canvas.drawString(_MARGIN, self._y - 9, text)
        self._y -= 14

    def _group(self, group: Group) -> None:
        """A name over a row of faces; a stack that is longer than a line goes on below."""
        across = max(int((self._wide - 2 * _MARGIN) / FACE), 1)
        for start in range(0, len(group.faces), across):
            faces = group.faces[start : start + across]
            name = group.place if not start else f"{group.place} (continued)"
            wide = max(len(faces) * FACE, stringWidth(name, pdf_font("plain"), _SIZE) + 2)
            if self._x > _MARGIN and self._x + wide > self._wide - _MARGIN:
                self._newline()
            if self._y - FACE - _LABEL < _MARGIN:
                self._turn_page()
            self._canvas.setFillColor(HexColor(palette.INK))
            self._canvas.setFont(pdf_font("plain"), _SIZE)
            self._canvas.drawString(self._x, self._y - _SIZE, name)
            for number, face in enumerate(faces):
                self._forms.lay(face, self._x + number * FACE, self._y - _LABEL - FACE)
            self._x += wide + _GAP

    def _newline(self) -> None:
        self._x, self._y = _MARGIN, self._y - FACE - _LABEL - _GAP

    def _turn_page(self) -> None:
        self._canvas.showPage()
        self._begin()
