"""Small makers of the traits that module code writes again and again."""

from __future__ import annotations

from collections.abc import Iterable

from builder.vassal.traits.trait import Trait, new_trait
from builder.vassal.traits.values import AnyKey, Change, KeyCommand


def braced(expression: str) -> str:
    """A BeanShell expression as VASSAL marks it; an empty one stays empty (always true)."""
    return "{ " + expression + " }" if expression else ""


def command(key: AnyKey, value: str) -> KeyCommand:
    """A key command of a property trait that sets a value and stands in no menu."""
    return KeyCommand("", key, Change.to(value))


def trigger(name: str, key: AnyKey, condition: str, actions: Iterable[AnyKey], menu: str = "") -> Trait:
    return new_trait("macro", name=name, menu=menu, key=key, condition=braced(condition), action_keys=tuple(actions),
                     loop_count="1")  # fmt: skip


def report(key: AnyKey, text: str) -> Trait:
    """A report in chat, spoken also where a key command of many pieces would be silent."""
    return new_trait("report", {"cycle": -1}, keys=(key,), format=text, always=True)
