"""What facts keep: an answer for as long as its position is judged, or for as long as the game is."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any


class Same:
    """A value by identity, a game say, since its tables have no hash."""

    __slots__ = ("value",)

    def __init__(self, value: Any):
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.value is self.value


def remembered(method: Callable) -> Callable:
    """Each question is worked out once a position: kept in the `memory` of its facts."""
    name = method.__name__

    @wraps(method)
    def ask(self: Any, *args: Any) -> Any:
        key = (name, *args)
        if key not in self.memory:
            self.memory[key] = method(self, *args)
        return self.memory[key]

    return ask


def lasting(method: Callable) -> Callable:
    """A question of the ground alone, which no position changes: worked out once for a game and what was given, and
    kept in the `ground_memory` of the facts."""
    name = method.__name__

    @wraps(method)
    def ask(self: Any, *args: Any) -> Any:
        key = (name, *args)
        if key not in self.ground_memory:
            self.ground_memory[key] = method(self, *args)
        return self.ground_memory[key]

    return ask


@lru_cache(maxsize=8)
def ground_memory(_rules: str, _game: Same, _given: Same) -> dict[tuple, Any]:
    """What `lasting` questions were answered; the few games judged last."""
    return {}
