"""Whether a fact is said as its predicate wants it: so many words, a number where one stands, names that exist.

A predicate's usage is the one place that says so: `cost UNIT [PATH]: N`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from builder.model import Diagnostic, error, near_miss
from builder.model.notation import Fact
from builder.rules.ruleset import Predicate

ASKED = "?"  # the value of a question that expects nothing: tell me
UNKNOWN = ("unknown", "undecided")
NUMBER = re.compile(r"[+-]?\d+")


def wanted(predicate: Predicate) -> tuple[tuple[str, ...], tuple[str, ...], str]:
    """(words it must have, words it may have, its value), as the usage says."""
    head, _, value = (predicate.usage + " ").partition(": ")
    words = head.split()[1:]
    must = tuple(word for word in words if not word.startswith("["))
    return must, tuple(word.strip("[]") for word in words if word.startswith("[")), value.strip()


def faults_of(
    fact: Fact, predicate: Predicate, units: Collection[str], places: Collection[str],
    asked: bool,
) -> Iterator[Diagnostic]:  # fmt: skip
    """What is wrong with a fact that is stated or (with `asked`) questioned. `units` are the names that a question may
    use, dead ones too; `places` is empty on a blank map."""
    must, may, value = wanted(predicate)
    count, most = len(fact.args), None if predicate.arity == 1 and must else len(must) + len(may)
    if count < len(must) or (most is not None and count > most):
        much = "too little" if count < len(must) else "too much"
        yield error("fact-words", f"{fact.predicate!r} says {much}", fact.span, help=f"it is said  {predicate.usage}")
        return
    if value == "N" and not NUMBER.fullmatch(fact.value) and not (asked and fact.value in (ASKED, *UNKNOWN, "none")):
        yield error("fact-number", f"{fact.predicate!r} is a number, not {fact.value!r}", fact.span,
                    help=f"it is said  {predicate.usage}")  # fmt: skip
    words = (*must, *may)
    for index, arg in enumerate(fact.args):
        kind = words[min(index, len(words) - 1)] if words else ""
        if asked and kind in ("UNIT", "GUN") and arg not in units:
            yield error("fact-unit", f"no unit is called {arg!r}{near_miss(arg, units)}", fact.span)
        elif kind == "HEX" and places and arg not in places:
            yield error("fact-place", f"{arg!r} is no place of the map{near_miss(arg, places)}", fact.span)
