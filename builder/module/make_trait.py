"""Small makers of the traits that module code writes again and again."""

from __future__ import annotations

from collections.abc import Iterable

from builder.vassal.traits.trait import Trait, new_trait
from builder.vassal.traits.values import AnyKey, Change, Constraints, KeyCommand, NamedKey


def braced(expression: str) -> str:
    """A BeanShell expression as VASSAL marks it; an empty one stays empty (always true)."""
    return "{ " + expression + " }" if expression else ""


def command(key: AnyKey, value: str) -> KeyCommand:
    """A key command of a property trait that sets a value and stands in no menu."""
    return KeyCommand("", key, Change.to(value))


def trigger(name: str, key: AnyKey, condition: str, actions: Iterable[AnyKey], menu: str = "") -> Trait:
    return new_trait("macro", name=name, menu=menu, key=key, condition=braced(condition), action_keys=tuple(actions),
                     loop_count="1")  # fmt: skip


def call(key: AnyKey, sent: NamedKey, whom: str) -> Trait:
    """A key sent to every piece of the table that the condition holds for."""
    return new_trait("globalkey", menu="", key=key, sent_key=sent, filter=braced(whom))


def own(name: str, first: str, *commands: KeyCommand) -> Trait:
    """A property of the piece."""
    return new_trait("PROP", {"value": first}, name=name, constraints=Constraints(), commands=commands)


def shared(name: str, *changes: tuple[AnyKey, str]) -> Trait:
    """A property of the module as a piece changes it."""
    commands = tuple(command(key, value) for key, value in changes)
    return new_trait("setprop", name=name, constraints=Constraints(max=9999), commands=commands, level="Module")


def calculated(name: str, expression: str) -> Trait:
    """A property of the piece that VASSAL works out whenever it is asked for."""
    return new_trait("calcProp", name=name, expression=braced(expression))


def report(key: AnyKey, text: str) -> Trait:
    """A report in chat, spoken also where a key command of many pieces would be silent."""
    return new_trait("report", {"cycle": -1}, keys=(key,), format=text, always=True)
