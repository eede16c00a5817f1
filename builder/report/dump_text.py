"""Records of a dump as lines for people."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from typing import Any

_TAG = re.compile(r"<[^<>]{0,200}>")


def lines(records: Iterable[dict[str, Any]]) -> Iterator[str]:
    before = ""
    for record in records:
        what = record["what"]
        if before and what != before and what not in ("trait", "component") and before not in ("trait", "component"):
            yield ""
        before = what
        yield from _LINES[what](record)


def plain(text: str) -> str:
    """A chat line without its HTML, as people read it."""
    return html.unescape(_TAG.sub("", text))


def _file(r: dict[str, Any]) -> Iterator[str]:
    if r["eyes"] == "director":
        yield "DIRECTOR'S VIEW: holds what players must not see"
    elif r["eyes"] != "public":
        yield f"THE VIEW OF {r['eyes'].upper()}: holds what others must not see"
    module = f"module {r['module']!r} {r['version'] or ''}".strip() if r["module"] is not None else "no module named"
    yield f"{r['file']}: {r['container']}, {module}, VASSAL {r['vassal'] or 'unknown'}"
    if r.get("comment"):
        yield f"  {r['comment']}"
    if r.get("note"):
        yield f"  note: {r['note']}"


def _named(pieces: list[dict[str, Any]]) -> str:
    return ", ".join(piece["name"] or "(nameless)" for piece in pieces)


def _deck(r: dict[str, Any]) -> Iterator[str]:
    lies = "face down" if r["face_down"] else "face up"
    yield f"{r['name']}: {r['cards']} cards, {lies}" + (f", top {r['top']}" if "top" in r else "")
    for number, name in enumerate(r.get("order", ()), 1):
        yield f"  {number} {name}"


def _turn(r: dict[str, Any]) -> str:
    return r["turn"] if "turn" in r else f"state {r['state']}"


def _note(r: dict[str, Any]) -> str:
    title = f" {r['name']!r}" if r.get("name") else ""
    text = "(not yours to read)" if r["text"] is None else r["text"].replace("\n", " / ")
    return f"{r['kind']} note{title}: {text}"


def _step(r: dict[str, Any]) -> Iterator[str]:
    yield f"step {r['step']}"
    for command in r["commands"]:
        yield f"  {_done(command)}"


def _done(r: dict[str, Any]) -> str:
    do = r["do"]
    if do == "chat":
        return f"says {plain(r['text'])}"
    if do == "move":
        return f"moves {', '.join(r['pieces'])}: {r['from']} to {r['to']}"
    if do == "add":
        return f"adds {r['piece']}: {r['at']}"
    if do == "change":
        return f"changes {r['piece']}: " + "; ".join(f"{c['trait']} {c['from']!r} to {c['to']!r}" for c in r["changes"])
    if do == "deck":
        return f"changes {r['piece']}: {r['cards']} cards"
    if do == "turn":
        return f"turn {_turn(r)}"
    if do == "property":
        where = f" of {r['container']}" if r["container"] not in ("", "Module") else ""
        return f"sets {r['name']}{where}: {r['from']!r} to {r['to']!r}"
    if do == "dice":
        return f"rolls {r['name']}: faces {', '.join(map(str, r['faces']))} (counted from 0)"
    if do == "note":
        return f"writes {_note(r)}"
    if do == "player":
        return f"player {r['name']}: {r['side']}"
    if do == "unknown":
        return f"unknown command {r['text']!r}"
    return f"{do} {r['piece']}" if "piece" in r else do


def _component(r: dict[str, Any]) -> Iterator[str]:
    yield "  " * r["depth"] + r["name"]
    for key, value in r["attributes"].items():
        yield "  " * r["depth"] + f"  . {key} = {value}"


def _trait(r: dict[str, Any]) -> Iterator[str]:
    said = ", ".join(f"{key}={value}" for key, value in r["fields"].items())
    yield "  " * r["depth"] + f"| {r['trait']}" + (f": {said}" if said else "")


_LINES = {
    "file": _file,
    "player": lambda r: [f"player {r['name']}: {r['side']}"],
    "map": lambda r: [f"map {r['map']}: {', '.join(r['boards'])}"],
    "property": lambda r: [f"property {r['container'] or 'Module'}/{r['name']} = {r['value']}"],
    "turn": lambda r: [f"{r['tracker']}: {_turn(r)}"],
    "note": lambda r: [_note(r)],
    "deck": _deck,
    "stack": lambda r: [f"{r['place']}: {_named(r['pieces'])}"],
    "piece": lambda r: [f"{r['place']}: {r['name']}"],
    "step": _step,
    "module": lambda r: [f"{r['file']}: {r['kind']} {r['name']!r} {r['version']}, VASSAL {r['vassal'] or 'unknown'}",
                         "  " + ", ".join(f"{r[key]} {key}" for key in ("entries", "maps", "slots", "prototypes"))],
    "entry": lambda r: [f"entry {r['entry']}"],
    "problem": lambda r: [f"problem: {r['headline']}"],
    "component": _component,
    "trait": _trait,
}  # fmt: skip
