"""The recorded sample logs, each with the engine's own account, its module, and what of it stands at the end."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any, NamedTuple

from tests.support.vassal_truth import records

HEXMINI = (
    "L01-single-moves", "L02-stack-moves", "L03-multi-hop", "L04-move-undo", "L05-dice-undo", "L06-chat", "L07-dice",
    "L08-turns", "L09-layers", "L10-decks", "L11-markers", "L12-hidden", "L13-delete-clone", "L14-global-properties",
    "L15-notes", "L16-long", "L17a-chain-red", "L17b-chain-blue", "L17c-chain-red", "L18c-broken-chain-red",
    "L18d-broken-chain-half", "L18e-new-game-instead", "L19-edit-no-turn", "L20-both-players", "L21-trait-tour",
    "L23-reversed-board", "L24-relogged", "L25-observer-joins", "L26-random-drops", "L27-continuation",
    "L28-from-setup", "L29-undo-mix",
)  # fmt: skip
BATTLES = ("B1-march-and-undo", "B2-prepared-assault", "B3-supply-before-reload")
ALL = (*HEXMINI, "L22-second-grids", *BATTLES)
TURNED = re.compile(r"Turn Updated from (.*) to (.*)")
UNDO = "* UNDO: "


class Press(NamedTuple):
    """One press of the Step button as the engine tells it; `n` is its number."""

    n: int
    chat: tuple[str, ...]
    moved: tuple[dict[str, Any], ...]
    added: tuple[dict[str, Any], ...]
    removed: tuple[dict[str, Any], ...]
    names: dict[str, set[str]]  # id -> the names that a changed piece had in this step
    commands: tuple[str, ...]
    undo: bool


class Recorded(NamedTuple):
    log: Path
    module: Path
    presses: tuple[Press, ...]
    side: str  # of the engine that looked
    players: dict[str, str]  # id -> side, of all who ever were
    sides: dict[str, str]  # the same by name

    @property
    def standing(self) -> tuple[Press, ...]:
        """What was neither taken back nor takes back. VASSAL's pointer: an undo takes back what it points at and steps
        down; whatever else is done points it at itself."""
        gone: set[int] = set()
        roots: list[int] = []
        pointer = -1
        for press in self.presses:
            if press.undo:
                gone ^= {roots[pointer]}
                roots.append(roots[pointer])
                pointer -= 1
            else:
                roots.append(press.n)
                pointer = len(roots) - 1
        return tuple(p for p in self.presses if not p.undo and p.n not in gone)


def recorded(samples: Path, name: str) -> Recorded:
    battle = name in BATTLES
    folder = samples / ("battle" if battle else "logs")
    truth = folder / f"{name}.jsonl.gz" if battle else samples / "truth" / f"{name}.log.jsonl.gz"
    modules = {"B1-march-and-undo": "battle-odds", "B2-prepared-assault": "battle-odds",
               "B3-supply-before-reload": "battle-supply", "L22-second-grids": "second"}  # fmt: skip
    module = (samples / "battle" if battle else samples / "modules") / f"{modules.get(name, 'hexmini')}.vmod"
    told = list(records(truth))
    players: dict[str, str] = {}
    sides: dict[str, str] = {}
    for one in told:
        players |= {p["id"]: p["side"] for p in one.get("players", ())}
        sides |= {p["name"].removesuffix(f" [{p['side']}]"): p["side"] for p in one.get("players", ())}
    side = next(one["mySide"] for one in told if one["record"] == "game")
    return Recorded(folder / f"{name}.vlog", module, tuple(_press(o) for o in told if o["record"] == "step"), side,
                    players, sides)  # fmt: skip


def _press(one: dict[str, Any]) -> Press:
    chat = tuple(html.unescape(line).strip() for line in one["chat"])
    commands = tuple(text or "" for _, _, text in one.get("commands", ()))
    names: dict[str, set[str]] = {}
    for piece in one.get("changed", ()):
        names[piece["id"]] = {piece["name_before"], piece["name_after"]}
    undo = any(text.startswith("UNDO\ttrue") for text in commands) if commands else any(
        line.startswith(UNDO) for line in chat
    )  # fmt: skip
    return Press(one["n"], chat, tuple(one.get("moved", ())), _pieces(one, "added"), _pieces(one, "removed"), names,
                 commands, undo)  # fmt: skip


def _pieces(one: dict[str, Any], what: str) -> tuple[dict[str, Any], ...]:
    return tuple(piece for piece in one.get(what, ()) if piece["kind"] == "piece")


def turns_after(log: Recorded) -> dict[int, str]:
    """Step -> the turn after it on the replayed board: the tracker's states in the words that the chat had for them
    (where the account has no commands, the chat's last word); {} where the log tells of no turn."""
    lines = [(press, told, line.count(UNDO) % 2) for press in log.presses for line in press.chat
             if (told := TURNED.search(line))]  # fmt: skip
    names = {state: told[1 if back else 2].strip("* ") for press, told, back in lines for state in _states(press)}
    now = lines[0][1][1] if lines else ""
    found = {}
    for press in log.presses:
        for told, back in ((told, back) for one, told, back in lines if one is press and not press.commands):
            now = told[1 if back else 2].strip("* ")
        for state in _states(press):
            now = names[state]
        if now:
            found[press.n] = now
    return found


def _states(press: Press) -> tuple[str, ...]:
    return tuple(text for text in press.commands if text.startswith("TURN"))
