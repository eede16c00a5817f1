"""hexwright: board wargames from declarative sources to VASSAL modules, and recorded games to verdicts.

The Python interface: `load`, `build`, `check`, `explain` for games; `open_module`, `read_save`, `read_log` for
VASSAL's files. Each is imported when it is first asked for: `python -m builder` must run where no library is yet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from builder.make.build import build
    from builder.make.check import check
    from builder.make.opening import open_game as load
    from builder.make.rulebook import explain
    from builder.model import BadInput
    from builder.vassal.module import open_module
    from builder.vassal.saves import read_log, read_save

# name -> (module, name there)
_PLACES = {
    "BadInput": ("builder.model", "BadInput"),
    "build": ("builder.make.build", "build"),
    "check": ("builder.make.check", "check"),
    "explain": ("builder.make.rulebook", "explain"),
    "load": ("builder.make.opening", "open_game"),
    "open_module": ("builder.vassal.module", "open_module"),
    "read_log": ("builder.vassal.saves", "read_log"),
    "read_save": ("builder.vassal.saves", "read_save"),
}

__all__ = ["BadInput", "build", "check", "explain", "load", "open_module", "read_log", "read_save"]


def __getattr__(name: str) -> Any:
    place = _PLACES.get(name)
    if place is None:
        raise AttributeError(f"module 'builder' has no attribute {name!r}")
    from importlib import import_module

    found = getattr(import_module(place[0]), place[1])
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
