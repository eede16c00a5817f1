"""Prototypes, traits and toolbar buttons that a game asks for in module.yaml, by VASSAL's own names.

`traits` come to every counter, `prototypes` are named by them, `toolbar` holds components of the module. A trait names
its kind as VASSAL's editor does, and its fields as `builder/vassal/traits/layouts.py` does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from builder.model import BadInput, Diagnostic, Game, error, near_miss
from builder.vassal.buildfile import Component, component
from builder.vassal.component_classes import KNOWN_CLASSES
from builder.vassal.traits.fields import Repeat
from builder.vassal.traits.kinds import COLOUR, FLAG, IMAGES, KEY, KEYS, TEXTS
from builder.vassal.traits.layouts import BASICS, TYPES
from builder.vassal.traits.trait import Trait, new_trait
from builder.vassal.traits.values import AnyKey, Colour, Key, NamedKey

BUTTONS = {
    name.rpartition(".")[2]: name for name in sorted(KNOWN_CLASSES) if re.fullmatch(r"VASSAL\.build\.module\.\w+", name)
}
HELD = ("ctrl", "shift", "alt", "meta")
YES = {"yes": True, "true": True, "no": False, "false": False}


def own_prototypes(game: Game) -> dict[str, tuple[Trait, ...]]:
    """By name; each with the basic piece that a definition ends in. BadInput for what VASSAL does not know."""
    asked = game.module.get("prototypes", {})
    if not isinstance(asked, Mapping):
        raise _wrong("prototypes", "expected names, each with a list of traits")
    end = new_trait("piece", {"map": "null"}, image="", name="")
    return {name: (*_traits(traits, f"prototypes {name}"), end) for name, traits in asked.items()}


def own_traits(game: Game) -> tuple[Trait, ...]:
    """The traits of every counter, outermost first."""
    return _traits(game.module.get("traits", ()), "traits")


def own_toolbar(game: Game) -> tuple[Component, ...]:
    """Components of the module in their order, with the attributes that the build file has."""
    found = []
    for number, said in enumerate(game.module.get("toolbar", ()), 1):
        where = f"toolbar {number}"
        if not isinstance(said, Mapping) or "component" not in said:
            raise _wrong(where, "expected {component: DiceButton, name: 2d6, ...}")
        name = str(said["component"])
        if name not in BUTTONS:
            raise _wrong(where, f"VASSAL has no component {name!r} in its module{near_miss(name, BUTTONS)}")
        found.append(component(BUTTONS[name], {k: str(v) for k, v in said.items() if k != "component"}))
    return tuple(found)


def wish_faults(game: Game) -> tuple[Diagnostic, ...]:
    """What lint has to say of them: the first fault of each list."""
    found: list[Diagnostic] = []
    for wishes in (own_prototypes, own_traits, own_toolbar):
        try:
            wishes(game)
        except BadInput as trouble:
            found += trouble.diagnostics
    return tuple(found)


def _traits(listed: Any, where: str) -> tuple[Trait, ...]:
    if isinstance(listed, str) or not isinstance(listed, tuple | list):
        raise _wrong(where, "expected a list of traits")
    return tuple(_trait(said, f"{where}, trait {number}") for number, said in enumerate(listed, 1))


def _trait(said: Any, where: str) -> Trait:
    kinds = {layout.title.lower(): prefix for prefix, layout in reversed(TYPES.items()) if prefix not in BASICS}
    if not isinstance(said, Mapping) or "trait" not in said:
        raise _wrong(where, "expected {trait: Text Label, ...}")
    name = str(said["trait"])
    prefix = kinds.get(name.lower())
    if prefix is None:
        raise _wrong(where, f"VASSAL has no trait {name!r}{near_miss(name.lower(), kinds)}")
    layout = TYPES[prefix]
    values = {}
    for field, text in said.items():
        if field == "trait":
            continue
        if field not in layout.names:
            fields = ", ".join(layout.names)
            raise _wrong(where, f"{layout.title} has no field {field!r}{near_miss(field, layout.names)} ({fields})")
        try:
            values[field] = _value(layout.fields[layout.names[field]].kind, text)
        except (ValueError, TypeError) as trouble:
            raise _wrong(where, f"{field} cannot be {text!r}: {trouble}") from None
    try:
        return new_trait(prefix, **values)
    except ValueError as trouble:
        raise _wrong(where, str(trouble)) from None


def _value(kind: Any, said: Any) -> Any:
    """What a field holds, from what people write: keys as Ctrl+F, colours as #rrggbb, yes and no, lists."""
    if isinstance(kind, Repeat) or kind in (TEXTS, IMAGES):
        return (said,) if isinstance(said, str) else tuple(map(str, said))
    if kind is KEYS:
        return tuple(map(key_of, (said,) if isinstance(said, str) else said))
    if not isinstance(said, str):
        raise ValueError("expected one value")
    if kind is KEY:
        return key_of(said) if said else None
    if kind is COLOUR and re.fullmatch("#[0-9a-fA-F]{6}", said):
        return Colour(*(int(said[i : i + 2], 16) for i in (1, 3, 5)))
    if kind is FLAG:
        if said.lower() not in YES:
            raise ValueError("expected yes or no")
        return YES[said.lower()]
    return kind.decode(said)


def key_of(text: str) -> AnyKey:
    """`Ctrl+Shift+F` or `F5` is a key, any other word the name of a key that only the module sends."""
    *held, last = text.split("+")
    if all(one.strip().lower() in HELD for one in held):
        try:
            return Key(last.strip(), **{one.strip().lower(): True for one in held})
        except ValueError:
            if held:
                raise
    return NamedKey(text)


def _wrong(where: str, said: str) -> BadInput:
    return BadInput(error("module-wish", f"module.yaml, {where}: {said}"))
