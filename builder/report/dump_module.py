"""A module or extension as records: its components in the order of the build file, pieces trait by trait."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from builder.model import BadInput
from builder.vassal.buildfile import Component
from builder.vassal.maps import SLOTS
from builder.vassal.module import Module, open_module
from builder.vassal.pieces import decode_piece, read_slot

Record = dict[str, Any]
_DEFINITIONS = (*SLOTS, "PrototypeDefinition")


def module_records(path: Path) -> Iterator[Record]:
    """BadInput where the module cannot be read at all."""
    module = open_module(path)
    yield from _head(module)
    for name in sorted(module.entries):
        yield {"what": "entry", "entry": name}
    todo: list[tuple[Component, int]] = [(module.root, 0)]
    while todo:
        part, depth = todo.pop()
        attributes = {key: value for key, value in part.attributes.items() if value}
        if part.text and part.short not in _DEFINITIONS:
            attributes["(text)"] = part.text
        yield {"what": "component", "depth": depth, "class": part.tag, "name": part.label, "attributes": attributes}
        if part.short in _DEFINITIONS:
            yield from _traits(part, depth + 1)
        todo += [(child, depth + 1) for child in reversed(part.children)]


def _head(module: Module) -> Iterator[Record]:
    data = module.metadata
    yield {
        "what": "module", "file": Path(module.source).name, "kind": "extension" if module.is_extension else "module",
        "name": module.name, "version": module.version, "vassal": data.vassal_version if data else None,
        "entries": len(module.entries), "maps": len(module.maps), "slots": len(module.slots),
        "prototypes": len(module.prototypes),
    }  # fmt: skip
    for problem in module.problems:
        yield {"what": "problem", **problem.as_json()}


def _traits(part: Component, depth: int) -> Iterator[Record]:
    try:
        slot = read_slot("" if part.cdata else part.text)
        traits = decode_piece(slot.type, slot.state)
    except BadInput as trouble:
        said = f"not a piece: {trouble.diagnostics[0].headline}"
        yield {"what": "trait", "depth": depth, "trait": said, "fields": {}}
        return
    for trait in traits:
        fields = {name: text for owner in (trait.fields, trait.state) for name, text in _said(owner)}
        yield {"what": "trait", "depth": depth, "trait": trait.title, "fields": fields}


def _said(fields: Any) -> Iterator[tuple[str, str]]:
    """Fields that are not empty, by name, as text."""
    for name in list(fields.layout.names)[: fields.present]:
        value = fields[name]
        if value not in ("", None, (), False):
            yield name, ", ".join(map(str, value)) if type(value) is tuple else str(value)
