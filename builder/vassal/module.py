"""A module opened: what it defines, as plain values (formats §1.2, §2).

`open_module` reads a `.vmod` (or a `.vmdx`: an extension is the same with another root) and never fails on what the
engine would merely complain about; such things stand in `Module.problems`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from builder.model import BadInput, Diagnostic, Span, error
from builder.vassal.archive import MODULE_DATA, Archive, open_archive
from builder.vassal.buildfile import Component, read_buildfile
from builder.vassal.dice import DiceButton, SpecialDice, read_dice
from builder.vassal.grids import Size
from builder.vassal.maps import MAPS, MapDefinition, Slot, read_maps, read_slots
from builder.vassal.metadata import Metadata, read_metadata
from builder.vassal.pictures import picture_size
from builder.vassal.turns import TurnTracker, read_tracker

IMAGES, SOUNDS = "images/", "sounds/"


@dataclass(frozen=True, slots=True)
class GlobalProperty:
    """A property of the module, or of a map or a zone (`container` is then `Map` or `Map/Zone`)."""

    name: str
    initial: str
    container: str = ""
    numeric: bool = False
    min: str = ""
    max: str = ""
    wrap: bool = False


@dataclass(frozen=True, slots=True)
class Setup:
    """An entry of the scenario list; `file` is a save at the archive's root."""

    name: str
    file: str = ""
    uses_file: bool = True
    is_menu: bool = False
    path: str = ""


@dataclass(frozen=True)
class Module:
    """An opened module or extension. Everything below is by name or in document order."""

    source: str
    root: Component
    metadata: Metadata | None
    build_file: str
    entries: tuple[str, ...]
    maps: tuple[MapDefinition, ...]
    slots: tuple[Slot, ...]
    problems: tuple[Diagnostic, ...] = ()
    data: bytes | None = field(default=None, repr=False)

    @property
    def name(self) -> str:
        return self.root.get("name") or self.root.get("module", "Unnamed module")

    @property
    def version(self) -> str:
        return self.root.get("version", "0.0")

    @property
    def is_extension(self) -> bool:
        return self.root.short == "ModuleExtension"

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """Sides of the roster, without the observer."""
        roster = next(self.root.all("PlayerRoster"), None)
        return tuple(part.text for part in roster.all() if part is not roster and part.text) if roster else ()

    @cached_property
    def prototypes(self) -> Mapping[str, str]:
        """Definition text by name; of two of one name the engine keeps the last."""
        return {part.get("name"): part.text for part in self.root.all("PrototypeDefinition")}

    @cached_property
    def properties(self) -> tuple[GlobalProperty, ...]:
        return tuple(_properties(self.root))

    @cached_property
    def turn_trackers(self) -> tuple[TurnTracker, ...]:
        return tuple(read_tracker(part, at) for at, part in enumerate(self.root.all("TurnTracker")))

    @cached_property
    def dice(self) -> tuple[DiceButton | SpecialDice, ...]:
        return read_dice(self.root)

    def special_dice(self, name: str) -> SpecialDice | None:
        """The special dice a `SHOW_RESULTS` command means, by name or id."""
        return next((one for one in self.dice if isinstance(one, SpecialDice) and name in (one.name, one.id)), None)

    @cached_property
    def setups(self) -> tuple[Setup, ...]:
        return tuple(
            Setup(part.get("name"), part.get("file"), part.flag("useFile", True), part.flag("isMenu"), part.path)
            for part in self.root.all("PredefinedSetup")
        )

    @cached_property
    def images(self) -> tuple[str, ...]:
        """Names of pictures, without their folder, sorted."""
        return tuple(sorted(name[len(IMAGES) :] for name in self.entries if name.startswith(IMAGES) and name != IMAGES))

    @cached_property
    def sounds(self) -> tuple[str, ...]:
        return tuple(sorted(name[len(SOUNDS) :] for name in self.entries if name.startswith(SOUNDS) and name != SOUNDS))

    @cached_property
    def by_gpid(self) -> Mapping[str, Slot]:
        return {slot.gpid: slot for slot in reversed(self.slots) if slot.gpid}

    def map(self, name: str) -> MapDefinition | None:
        """A map by name, else by id (`Map0`)."""
        named = next((one for one in self.maps if one.name == name), None)
        return named or next((one for one in self.maps if one.id == name), None)

    def component(self, path: str) -> Component | None:
        """A component by its path, as messages name it (`Map 'Main'/BoardPicker`)."""
        return next((part for part in self.root.all() if part.path == path), None)

    def image_sizes(self, *names: str) -> dict[str, Size]:
        """Sizes of these pictures (of all, if none is named); what is no picture is left out."""
        with self.archive() as archive:
            return {name: size for name in names or self.images if (size := _size_of(archive, name)) is not None}

    def image(self, name: str) -> bytes:
        """The bytes of a picture, found as the engine finds it."""
        return self.read(IMAGES + name)

    def read(self, entry: str) -> bytes:
        """The bytes of an entry; raises BadInput where there is none."""
        with self.archive() as archive:
            found, _ = archive.find(entry)
            return archive.read(found or entry)

    def archive(self) -> Archive:
        """The archive opened again; close it (it is a context manager)."""
        return open_archive(self.data if self.data is not None else self.source, path=self.source)


def open_module(source: Path | str | bytes, *, path: str = "") -> Module:
    """Read a module or an extension; raises BadInput where the engine could not read it at all.

    `source` is a path or the bytes of an archive (then `path` names it in messages).
    """
    with open_archive(source, path=path) as archive:
        entry, note = archive.build_file()
        root = read_buildfile(archive.read(entry), f"{archive.path}/{entry}" if archive.path else entry)
        problems = [*archive.diagnostics, *([note] if note else [])]
        metadata = read_metadata(archive.read(MODULE_DATA), MODULE_DATA) if MODULE_DATA in archive else None
        maps = read_maps(root, lambda image: _size_of(archive, image), problems)
        return Module(
            archive.path, root, metadata, entry, archive.names(), maps, read_slots(root), tuple(problems),
            source if isinstance(source, bytes) else None,
        )  # fmt: skip


def setup_file(module: Module, name: str, extensions: tuple[Module, ...] = ()) -> bytes:
    """The save of a setup: an extension's own setup is looked for in that extension first, then in the module."""
    for owner in (*extensions, module):
        setup = next((one for one in owner.setups if one.name == name), None)
        if setup is None:
            continue
        for place in (owner, module):
            if setup.file in place.entries:
                return place.read(setup.file)
        raise BadInput(
            error("setup-file", f"setup {name!r} needs {setup.file!r}, which is not there", Span(owner.source))
        )
    raise BadInput(error("setup-unknown", f"no setup named {name!r}", Span(module.source)))


def _size_of(archive: Archive, image: str) -> Size | None:
    found, _ = archive.find(IMAGES + image)
    return picture_size(archive.read(found), image) if found else None


def _properties(root: Component) -> Iterator[GlobalProperty]:
    todo: list[tuple[Component, str]] = [(root, "")]
    while todo:
        part, container = todo.pop()
        if part.short in MAPS:
            container = part.get("mapName")
        elif part.short == "Zone":
            container = f"{container}/{part.get('name')}"
        elif part.short in ("GlobalProperty", "ZoneProperty") or part.short.endswith("ScenarioProperty"):
            yield GlobalProperty(
                part.get("name"), part.get("initialValue"), container, part.flag("isNumeric"), part.get("min"),
                part.get("max"), part.flag("wrap"),
            )  # fmt: skip
        todo += [(child, container) for child in reversed(part.children)]
