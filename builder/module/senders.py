"""Key commands of the module to every piece that a condition holds for: a button, or only its key."""

from __future__ import annotations

from builder.vassal.buildfile import Component, component
from builder.vassal.traits.values import AnyKey

GATE = {"canDisable": "false", "propertyGate": "", "disabledIcon": "", "hideWhenDisabled": "false"}


def sender(name: str, text: str, tip: str, key: AnyKey, sent: AnyKey, whom: str, said: str) -> Component:
    """`text` of the button, "" for none; `whom` an expression in braces; `said` in chat, once for all pieces."""
    return component("VASSAL.build.module.GlobalKeyCommand", {
        "name": name, "buttonText": text, "tooltip": tip, "icon": "", "buttonHotkey": str(key), "hotkey": str(sent),
        "target": "MODULE|false|MAP|||||0|0||false|||EQUALS||", "filter": whom, "deckCount": "-1",
        "reportSingle": "true", "suppressSounds": "true", "reportFormat": said, "parameters": "", **GATE})  # fmt: skip
