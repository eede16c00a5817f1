"""Whether all stated places can be filled at the same time: a maximum matching of places and counters."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

Slot = TypeVar("Slot", bound=Hashable)


def matched(wanted: Mapping[Slot, Sequence[str]]) -> dict[Slot, str]:
    """Slot to counter, each counter once, as many slots as can be filled. `wanted`: what may fill each slot.

    Augmenting paths, the slots with the least choice first; about slots times choices steps.
    """
    holder: dict[str, Slot] = {}
    for slot in sorted(wanted, key=lambda one: len(wanted[one])):
        _fill(slot, wanted, holder)
    return {slot: counter for counter, slot in holder.items()}


def _fill(start: Slot, wanted: Mapping[Slot, Sequence[str]], holder: dict[str, Slot]) -> bool:
    """Find a counter for the slot, moving others along one path where need be (without recursion)."""
    came_from: dict[str, Slot] = {}
    queue: list[Slot] = [start]
    for slot in queue:
        for counter in wanted[slot]:
            if counter in came_from:
                continue
            came_from[counter] = slot
            if counter not in holder:
                _shift(counter, came_from, holder, start)
                return True
            queue.append(holder[counter])
    return False


def _shift(counter: str, came_from: Mapping[str, Slot], holder: dict[str, Slot], start: Slot) -> None:
    """Along the path back to `start`, each slot lets go of its counter for the one just found."""
    held = {slot: c for c, slot in holder.items()}
    while True:
        slot = came_from[counter]
        before = held.get(slot)
        holder[counter] = slot
        if slot == start or before is None:
            return
        counter = before


def unfilled(wanted: Mapping[Slot, Sequence[str]]) -> Iterable[Slot]:
    """Slots that stay empty in a largest matching."""
    found = matched(wanted)
    return [slot for slot in wanted if slot not in found]
