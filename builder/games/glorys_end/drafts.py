"""An action in the making: it may be joined with what follows, until something else happens."""

from __future__ import annotations

from builder.rules.drafts import Draft


def join(first: Draft, second: Draft) -> bool:
    """Grow the first draft by the second where both are one action; False where they are two."""
    if first.verb == "arrive" and second.verb in ("move", "rail") and second.inferred:
        return _placed_anew(first, second)
    if first.verb != second.verb or first.side != second.side:
        return False
    if first.verb in ("move", "retreat", "rail", "ship"):
        return first.goes_on(second)
    if first.verb == "lose" or first.verb == "rebuild":
        return first.units == second.units and _add_steps(first, second)
    if first.verb == "command-mark" and first.place == second.place:
        return _gather(first, second)
    return first.verb == "unrecognised" and _gather(first, second)


def cancels(first: Draft, second: Draft) -> bool:
    """Whether the second takes the first back: a key pressed by mistake, and pressed back."""
    if first.verb == "arrive" and second.details.get("to") == first.details.get("from"):
        return first.units == second.units
    opposite = {
        ("lose", "rebuild"),
        ("rebuild", "lose"),
        ("dig", "leave-off"),
        ("command-mark", "command-unmark"),
    }
    same = first.units == second.units and first.details.get("steps") == second.details.get("steps")
    return same and (first.verb, second.verb) in opposite


def _placed_anew(first: Draft, second: Draft) -> bool:
    """An arrival put down and shifted, while nothing else may move: it arrived where it came to lie."""
    if set(first.units) != set(second.units) or first.place != second.path[0]:
        return False
    first.place, first.inferred = second.path[-1], True
    first.extend(second)
    return True


def _add_steps(first: Draft, second: Draft) -> bool:
    first.details["steps"] = str(int(first.details["steps"]) + int(second.details["steps"]))
    first.details.update((k, v) for k, v in second.details.items() if k != "steps")
    first.extend(second)
    return True


def _gather(first: Draft, second: Draft) -> bool:
    first.units = tuple(dict.fromkeys((*first.units, *second.units)))
    first.extend(second)
    return True
