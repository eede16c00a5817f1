"""What can be laid over the map of a page: named lists of hexes, each with a colour, a hatch and a legend."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from builder.model import Evidence, Game, Hexside, MapHex, MapSheet, Region, Tag, hexside
from builder.model.evidence import TAGS

THEME = "Whole map"  # of these one is shown at a time
GROUPS = {  # kinds of region -> the heading of their layers
    "front": "Front lines",
    "set-up": "Set-up areas",
    "control": "Held at the start",
    "supply": "Supply sources",
    "edge": "Map edges",
    "entry": "Arrivals",
    "access": "Ports and their access",
    "port": "Ports and their access",
    "resource": "Victory and resources",
    "victory": "Victory and resources",
    "fortress": "Fortresses",
}
OTHERS = "Areas"
SMALL = frozenset(("a", "and", "at", "by", "if", "in", "it", "its", "of", "on", "round", "the", "to"))  # no capital
ORDER = (THEME, *dict.fromkeys(GROUPS.values()), OTHERS)

# Okabe and Ito's colours, which colour-blind readers tell apart; the hatch tells them apart in black and white.
ORANGE, SKY, GREEN, YELLOW = "#e69f00", "#56b4e9", "#009e73", "#f0e442"
BLUE, RED, PINK, BLACK = "#0072b2", "#d55e00", "#cc79a7", "#000000"
EVIDENCE = {
    Tag.GIVEN: (GREEN, "none"),
    Tag.SEEN: (GREEN, "none"),
    Tag.OWNER: (BLUE, "none"),
    Tag.BOOK: (GREEN, "none"),
    Tag.PLAYED: (GREEN, "none"),
    Tag.DEDUCED: (SKY, "dots"),
    Tag.COMPUTED: (YELLOW, "slant"),
    Tag.CHOSEN: (RED, "cross"),
}
EVIDENCE_WORDS = {
    Tag.OWNER: "given by somebody who owns the game",
    Tag.BOOK: "printed in the rulebook",
    Tag.DEDUCED: "follows from what the rulebook prints",
    Tag.COMPUTED: "from open geodata",
    Tag.CHOSEN: "our own reconstruction",
}
TERRAIN = {
    "clear": ("#fff6d5", "none"),
    "broken": (YELLOW, "dots"),
    "hilly": (ORANGE, "dots"),
    "forest": (GREEN, "slant"),
    "woods": (GREEN, "slant"),
    "rough": (ORANGE, "slant"),
    "wooded-rough": (GREEN, "cross"),
    "marsh": (PINK, "level"),
    "flood-plain": (SKY, "dots"),
    "mountain": (RED, "cross"),
    "alpine": ("#4d4d4d", "cross"),
    "sea": (BLUE, "level"),
}
PAIRS = (("#d55e00", "slant"), ("#0072b2", "back"))  # the two sides of a front
SPARE = tuple(
    (colour, hatch)
    for hatch in ("slant", "dots", "cross", "level", "back")
    for colour in (BLUE, RED, GREEN, PINK, ORANGE, SKY)
)


class LayerHex(NamedTuple):
    """A hex of a layer: what is written on it (a cost, a count) and what its card says of it."""

    number: str
    label: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """One line of a layer's legend: `hatch` is none, dots, slant, back, cross or level."""

    name: str
    colour: str
    hatch: str
    hexes: tuple[LayerHex, ...] = ()
    sides: tuple[Hexside, ...] = ()


@dataclass(frozen=True, slots=True)
class Layer:
    """Something to lay over the map. `front` are hexsides drawn as one bold line; `shown`: from the start."""

    id: str
    group: str
    name: str
    parts: tuple[Part, ...]
    front: tuple[Hexside, ...] = ()
    note: str = ""
    shown: bool = False


def costs(id: str, name: str, found: Mapping[str, str], notes: Mapping[str, str] | None = None) -> Layer:
    """A layer of hexes with a label each, shown from the start: what a unit reaches, and for how much."""
    notes = notes or {}
    hexes = tuple(LayerHex(number, label, notes.get(number, "")) for number, label in found.items())
    return Layer(id, "Moves", name, (Part(name, BLUE, "dots", hexes),), shown=True)


def layers_of(game: Game, sheet: MapSheet) -> tuple[Layer, ...]:
    """Every layer that a map has by its sources."""
    return (
        _evidence(sheet),
        _side_evidence(sheet),
        _terrain(sheet),
        _countries(game, sheet),
        *_regions(sheet),
        *_scenario_supply(game, sheet),
    )


def weakest(found: Iterable[Evidence]) -> Tag:
    """The tag of the weakest; chosen where there is none."""
    return max((one.tag for one in found), key=TAGS.index, default=Tag.CHOSEN)


def evidence_of(hex_: MapHex, column: str) -> Evidence:
    return hex_.evidence.get(column) or hex_.evidence.get("") or Evidence(Tag.CHOSEN, note="not stated")


def stated(hex_: MapHex) -> tuple[str, ...]:
    """The columns of a hex's row that say something."""
    plain = {"terrain": hex_.terrain, "owner": hex_.owner, "place": hex_.place, "features": hex_.features}
    return (*(name for name, value in plain.items() if value), *(n for n, v in hex_.attributes.items() if v))


def _evidence(sheet: MapSheet) -> Layer:
    found: dict[Tag, list[LayerHex]] = {}
    for hex_ in sheet.hexes.values():
        tag = weakest(evidence_of(hex_, column) for column in stated(hex_))
        found.setdefault(tag, []).append(LayerHex(hex_.id))
    parts = tuple(Part(_evidence_name(tag), *EVIDENCE[tag], tuple(found[tag])) for tag in TAGS if tag in found)
    return Layer("evidence", THEME, "Evidence of the hexes", parts, note="By the weakest fact of each hex.")


def _side_evidence(sheet: MapSheet) -> Layer:
    found: dict[Tag, list[Hexside]] = {}
    for side, things in sheet.sides.items():
        found.setdefault(weakest(thing.evidence for thing in things), []).append(side)
    parts = tuple(Part(_evidence_name(t), *EVIDENCE[t], sides=tuple(found[t])) for t in TAGS if t in found)
    return Layer("evidence-sides", THEME, "Evidence of the hexsides", parts, note="Rivers, borders and the like.")


def _evidence_name(tag: Tag) -> str:
    return f"{tag}: {EVIDENCE_WORDS.get(tag, 'as said')}"


def _terrain(sheet: MapSheet) -> Layer:
    found: dict[str, list[LayerHex]] = {}
    for hex_ in sheet.hexes.values():
        found.setdefault(hex_.terrain, []).append(LayerHex(hex_.id))
    spare = iter(SPARE)
    styles = {name: TERRAIN.get(name) or next(spare, SPARE[0]) for name in found}
    known = [*(name for name in TERRAIN if name in found), *sorted(found.keys() - TERRAIN.keys())]
    parts = tuple(Part(words(name) or "not stated", *styles[name], tuple(found[name])) for name in known)
    return Layer("terrain", THEME, "Terrain in plain colours", parts)


def _countries(game: Game, sheet: MapSheet) -> Layer:
    found: dict[str, list[LayerHex]] = {}
    for hex_ in sheet.hexes.values():
        if hex_.owner:
            found.setdefault(hex_.owner, []).append(LayerHex(hex_.id))
    names = country_names(game)
    styles = (SPARE[i % len(SPARE)] for i in range(len(found)))
    parts = tuple(Part(names.get(code, code), *style, tuple(found[code])) for code, style in zip(sorted(found), styles))
    return Layer("countries", THEME, "Countries", parts)


def country_names(game: Game) -> dict[str, str]:
    table = game.tables.get("countries")
    return {row.key: row["name"] or row.key for row in table.rows.values()} if table else {}


def _regions(sheet: MapSheet) -> Iterator[Layer]:
    """One layer a region; the two sides of a front (`front-1915-allied`, `front-1915-central`) are one."""
    fronts: dict[str, list[Region]] = {}
    for region in sheet.region_facts.values():
        if region.kind == "front" and region.id.count("-") >= 2:
            fronts.setdefault(region.id.rpartition("-")[0], []).append(region)
    for name, both in fronts.items():
        yield _front(sheet, name, both)
    paired = {region.id for both in fronts.values() for region in both}
    count = 0
    for region in sheet.region_facts.values():
        if region.id in paired:
            continue
        group = GROUPS.get(region.kind, OTHERS)
        hexes = tuple(LayerHex(number) for number in region.hexes if number in sheet.hexes)
        name = titled(region.id.removeprefix("setup-") if region.kind == "set-up" else region.id)
        yield Layer(region.id, group, name, (Part(name, *SPARE[count % len(SPARE)], hexes),), note=said(region))
        count += 1


def _scenario_supply(game: Game, sheet: MapSheet) -> Iterator[Layer]:
    """The edges that a scenario names for supply (`supply-edge german: marne-north`)."""
    for scenario in game.scenarios.values():
        for key, value in scenario.facts.items():
            what, _, side = key.partition(" ")
            region = sheet.region_facts.get(value)
            if what == "supply-edge" and region is not None:
                name = f"{scenario.name}: {titled(side)}"
                part = Part(name, *PAIRS[len(side) % 2], tuple(LayerHex(number) for number in region.hexes))
                yield Layer(f"supply-{scenario.id}-{side}", GROUPS["supply"], name, (part,), note=said(region))


def _front(sheet: MapSheet, name: str, both: list[Region]) -> Layer:
    parts = tuple(
        Part(
            titled(region.id.rpartition("-")[2]),
            *PAIRS[i % 2],
            tuple(LayerHex(number) for number in region.hexes if number in sheet.hexes),
        )
        for i, region in enumerate(both)
    )
    between: tuple[Hexside, ...] = ()
    if len(both) == 2:
        ours, theirs = set(both[0].hexes), set(both[1].hexes)
        between = tuple(
            hexside(a, b)
            for a in both[0].hexes
            if a in sheet.hexes and a not in theirs
            for b in sheet.neighbours(a)
            if b in theirs and b not in ours
        )
    note = " ".join(f"{titled(region.id.rpartition('-')[2])}: {said(region)}" for region in both)
    return Layer(name, "Front lines", titled(name.removeprefix("front-")), parts, between, note)


def said(region: Region) -> str:
    """A region's evidence, rule and note in a line."""
    evidence = region.evidence
    rule = evidence.rule or region.rule
    parts = (f"{evidence.tag}, rule {rule}" if rule else str(evidence.tag), evidence.note, region.note)
    return "; ".join(part for part in parts if part) + "."


def words(id_: str) -> str:
    """An id as a heading: `all-sea` is All sea."""
    text = id_.replace("-", " ").replace("_", " ")
    return text[:1].upper() + text[1:]


def titled(id_: str) -> str:
    """The id of a region as a name: `west-of-meuse` is West of Meuse."""
    found = [word if word in SMALL else word[:1].upper() + word[1:] for word in id_.split("-")]
    return words(" ".join(found))
