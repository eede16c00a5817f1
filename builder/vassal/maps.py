"""Maps of a module: boards, decks, at-start stacks, slots (formats §2.7)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from builder.model import Diagnostic, Span, warning
from builder.vassal.buildfile import Component
from builder.vassal.grid_reading import Dropped, number, read_grid
from builder.vassal.grids import Point, Size
from builder.vassal.pieces import AddPiece, decode_piece, read_slot
from builder.vassal.places import Board, DeckPoint, Placement, Places, lay_out, read_layout
from builder.vassal.sequence import decode
from builder.vassal.traits import Trait

MAPS = ("Map", "PrivateMap", "PlayerHand", "WidgetMap")
SLOTS = ("PieceSlot", "CardSlot")
SizeOf = Callable[[str], Size | None]


@dataclass(frozen=True, slots=True)
class Slot:
    """A piece as the module offers it; `path` names the component, `kind` its class."""

    path: str
    kind: str
    entry_name: str
    gpid: str
    text: str = field(repr=False)
    line: int = field(default=0, compare=False)

    @property
    def piece(self) -> AddPiece:
        """id, TYPE and STATE; raises BadInput where the text is no piece."""
        return read_slot(self.text, Span(self.path))

    @property
    def traits(self) -> tuple[Trait, ...]:
        """The traits, outermost first; raises BadInput where the text is no piece."""
        piece = self.piece
        return decode_piece(piece.type, piece.state, Span(self.path))


@dataclass(frozen=True, slots=True)
class StartStack:
    """Pieces placed when a game begins, bottom first; x and y count from the board unless `location` names a place."""

    name: str
    board: str
    x: int
    y: int
    location: str
    slots: tuple[Slot, ...]
    path: str = ""


@dataclass(frozen=True, slots=True)
class DeckDefinition:
    """A deck; x and y count from the board."""

    name: str
    board: str
    x: int
    y: int
    slots: tuple[Slot, ...]
    part: Component = field(repr=False, compare=False)

    @property
    def path(self) -> str:
        return self.part.path


@dataclass(frozen=True, slots=True)
class MapDefinition:
    """A map: name, id (`Map0`, by build order), class, boards, what lies on it at the start."""

    name: str
    id: str
    kind: str
    edge: Size
    boards: tuple[Board, ...]
    layout: tuple[Placement, ...]
    decks: tuple[DeckDefinition, ...]
    start_stacks: tuple[StartStack, ...]
    stacking: bool
    layer_property: str
    layers: tuple[str, ...]
    sides: tuple[str, ...]
    visible_to_all: bool
    part: Component = field(repr=False, compare=False)

    @property
    def path(self) -> str:
        return self.part.path

    def places(self, layout: tuple[Placement, ...] | None = None) -> Places:
        """The map with boards on it: as a save lays them out, or as a new game does."""
        boards = lay_out(self.boards, self.layout if layout is None else layout, self.edge)
        bare = Places(boards, self.edge)
        decks = tuple(DeckPoint(one.name, *_offset(bare.origin(one.board), one)) for one in self.decks)
        return Places(boards, self.edge, decks)

    def start(self, stack: StartStack, places: Places) -> Point | None:
        """The map pixel where an at-start stack comes to lie; None where its board is not in play."""
        names = {placed.board.name for placed in places.boards}
        if stack.board and stack.board not in names:
            return None
        if stack.location:
            board = next(
                (placed for placed in places.boards if placed.board.name == stack.board or not stack.board), None
            )
            grid = board.board.grid if board else None
            found = grid.pixel(stack.location, board.board.size, engine=True) if board and grid else None
            if board is not None and found is not None:
                return found[0] + board.x, found[1] + board.y
        return _offset(places.origin(stack.board), stack)


def _offset(origin: Point, what: StartStack | DeckDefinition) -> Point:
    return origin[0] + what.x, origin[1] + what.y


def read_slots(root: Component) -> tuple[Slot, ...]:
    """Every piece and card slot below a component, in document order."""
    return tuple(_slot(part) for part in root.all(*SLOTS))


def _slot(part: Component) -> Slot:
    text = "" if part.cdata else part.text  # VASSAL does not see text in CDATA
    return Slot(part.path, part.short, part.get("entryName"), part.get("gpid"), text, part.line)


def read_maps(root: Component, size_of: SizeOf, problems: list[Diagnostic]) -> tuple[MapDefinition, ...]:
    """Every map of a module in build order, maps in charts included."""
    maps: list[MapDefinition] = []
    for at, part in enumerate(root.all(*MAPS)):
        shared = part.get("useBoards")
        lender = next((one for one in maps if shared and one.name == shared), None)
        maps.append(_map(part, f"Map{at}", lender, size_of, problems))
    return tuple(maps)


def _map(
    part: Component, id: str, lender: MapDefinition | None, size_of: SizeOf, problems: list[Diagnostic]
) -> MapDefinition:
    def whole(owner: Component, name: str) -> int:
        try:
            return number(owner, name, 0)
        except Dropped as dropped:
            problems.append(dropped.diagnostic)
            return 0

    boards = lender.boards if lender else _boards(part, size_of, problems)
    metrics = next((child for child in part.children if child.short in ("StackMetrics", "HandMetrics")), None)
    layered = next(part.all("LayeredPieceCollection"), None)
    order = layered.get("layerOrder") if layered else ""
    sides = part.get("side")
    return MapDefinition(
        name=part.get("mapName"),
        id=id,
        kind=part.short,
        edge=(whole(part, "edgeWidth"), whole(part, "edgeHeight")),
        boards=boards,
        layout=lender.layout if lender else _default_layout(part, boards),
        decks=tuple(
            DeckDefinition(
                one.get("name"), one.get("owningBoard"), whole(one, "x"), whole(one, "y"), read_slots(one), one
            )
            for one in part.all("DrawPile")
        ),
        start_stacks=tuple(
            StartStack(
                one.get("name"), one.get("owningBoard"), whole(one, "x"), whole(one, "y"),
                one.get("location") if one.flag("useGridLocation") else "", read_slots(one), one.path,
            )
            for one in part.all("SetupStack")
        ),
        stacking=not (metrics is not None and metrics.flag("disabled")),
        layer_property=layered.get("property", "Layer") if layered else "",
        layers=tuple(decode(order, ",")) if order else (),
        sides=tuple(decode(sides, ",")) if sides else (),
        visible_to_all=part.short == "Map" or part.flag("visible"),
        part=part,
    )  # fmt: skip


def _boards(part: Component, size_of: SizeOf, problems: list[Diagnostic]) -> tuple[Board, ...]:
    boards = []
    for picker in part.children:
        if picker.short != "BoardPicker":
            continue
        for one in picker.all("Board"):
            try:
                image = one.get("image")
                size = _board_size(one, image, size_of, problems)
                boards.append(Board(one.get("name"), size, read_grid(one, problems), image, one.flag("reversible")))
            except Dropped as dropped:
                problems.append(dropped.diagnostic)
    return tuple(boards)


def _board_size(part: Component, image: str, size_of: SizeOf, problems: list[Diagnostic]) -> Size:
    if not image:
        return number(part, "width", 500), number(part, "height", 500)
    size = size_of(image)
    if size is None:
        said = f"{part.path}: no picture {image!r}: the board has no size, every place on it is offboard"
        problems.append(warning("board-size", said, Span("", part.line)))
        return 0, 0
    return size


def _default_layout(part: Component, boards: tuple[Board, ...]) -> tuple[Placement, ...]:
    setup = next((child.text for picker in part.all("BoardPicker") for child in picker.children
                  if child.short == "setup" and child.text), "")  # fmt: skip
    if setup:
        return read_layout(setup)
    return (Placement(boards[0].name),) if boards else ()
