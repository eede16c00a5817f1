"""Whether facts and actions are said as their predicate or verb wants it: so many words, a number where one stands,
names that exist, one of the words that may stand.

The usage is the one place that says so: `cost UNIT [PATH]: N`, `lose UNIT{+UNIT} [steps=N] [UNIT=N]`. An ellipsis in it
leaves open what else may be said.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from builder.model import Action, Diagnostic, Span, error, near_miss
from builder.model.notation import Fact
from builder.rules.ruleset import Predicate, Verb

ASKED = "?"  # the value of a question that expects nothing: tell me
UNKNOWN = ("unknown", "undecided")
NUMBER = re.compile(r"[+-]?\d+")
CHOICE = re.compile(r"[a-z][a-z-]*(\|[a-z][a-z-]*)+")  # what follows an equals sign or a colon where few words may
SPAN = re.compile(r"(\d+)\.\.(\d+)")
FORM = re.compile(r"N[:/]N(\[\w+\])?")  # odds, or the losses of attacker and defender
SAID = {"N": "a number", "N:N": "two numbers with a colon (3:1)",
        "N/N[R]": "two numbers with a slash, R for a retreat (1/2R)"}  # fmt: skip
KEY = re.compile(r"([A-Za-z][A-Za-z-]*)=((?:[^\]\s\[]|\[[^\]]*\])*)")
NAMED, OPEN = "UNIT", "…"


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
    elif not asked and CHOICE.fullmatch(value) and fact.value not in value.split("|"):
        near = near_miss(fact.value, value.split("|"))
        yield error("fact-value", f"{fact.predicate!r} is {_one_of(value)}, not {fact.value!r}{near}", fact.span,
                    help=f"it is said  {predicate.usage}")  # fmt: skip
    elif asked and CHOICE.fullmatch(value) and fact.value not in value.split("|"):
        near = near_miss(fact.value, (*value.split("|"), *UNKNOWN, "none", "no"))
        if near and f"{fact.value!r}" not in near:
            yield error("fact-value", f"{fact.predicate!r} is {_one_of(value)}, never {fact.value!r}{near}", fact.span,
                        help=f"it is said  {predicate.usage}")  # fmt: skip
    words = (*must, *may)
    for index, arg in enumerate(fact.args):
        kind = words[min(index, len(words) - 1)] if words else ""
        if asked and kind in ("UNIT", "GUN") and arg not in units:
            yield error("fact-unit", f"no unit is called {arg!r}{near_miss(arg, units)}", fact.span)
        elif kind == "HEX" and places and arg not in places:
            yield error("fact-place", f"{arg!r} is no place of the map{near_miss(arg, places)}", fact.span)
        elif CHOICE.fullmatch(kind) and arg not in kind.split("|"):
            near = near_miss(arg, kind.split("|"))
            yield error("fact-word", f"{fact.predicate!r} is said of {_one_of(kind)}, not {arg!r}{near}", fact.span,
                        help=f"it is said  {predicate.usage}")  # fmt: skip


# ---- actions


def keys_of(verb: Verb) -> Mapping[str, str]:
    """What may be said of an action with an equals sign, and how: `{"steps": "N", "UNIT": "N"}`."""
    return dict(KEY.findall(verb.usage))


def with_units_named(action: Action, verb: Verb, units: Collection[str]) -> Action:
    """Units that only a key names act too: `lose A=1 B=2`."""
    if NAMED not in keys_of(verb):
        return action
    named = tuple(key for key, _ in action.details if key in units and key not in action.units)
    return replace(action, units=(*action.units, *named)) if named else action


def faults_of_action(action: Action, verb: Verb, units: Collection[str], span: Span) -> Iterator[Diagnostic]:
    """What is wrong with the keys of an action."""
    keys = keys_of(verb)
    if OPEN in verb.usage:
        return
    known = (*(key for key in keys if key != NAMED), *(units if NAMED in keys else ()))
    for key, value in action.details:
        how = keys.get(key, "")
        if key not in known:
            yield error("do-key", f"{verb.name!r} takes no {key!r}{near_miss(key, known)}", span,
                        help=f"it is said  {verb.usage}")  # fmt: skip
        elif not _may_be(value, how):
            yield error("do-value", f"{key!r} is {_one_of(how)}, not {value!r}{near_miss(value, how.split('|'))}", span,
                        help=f"it is said  {verb.usage}")  # fmt: skip


def _may_be(value: str, how: str) -> bool:
    """Whether a value is one that the usage allows: `N`, `1..6`, `N:N`, `N/N[R]`, or one of its words; anything where a
    name stands. Where `yes` or `no` stands alone, the other says that it is not so."""
    choices = ("yes", "no") if how in ("yes", "no") else how.split("|")
    return not how or any(_fits(value, choice, len(choices) == 1) for choice in choices)


def _fits(value: str, choice: str, alone: bool) -> bool:
    span = SPAN.fullmatch(choice)
    if span:
        return value.isdecimal() and int(span[1]) <= int(value) <= int(span[2])
    if choice == "N":
        return NUMBER.fullmatch(value) is not None
    if FORM.fullmatch(choice):
        form = re.sub(r"\[(\w+)\]", r"(\1)?", choice.replace("N", "[0-9]+"))
        return re.fullmatch(form, value, re.IGNORECASE) is not None
    is_name = not choice.islower() and (alone or len(choice) > 1)  # a letter among words is a word: E|none
    return is_name or value.casefold() == choice.casefold()


def _one_of(choice: str) -> str:
    *first, last = (SAID.get(word, SPAN.sub(r"a number from \1 to \2", word)) for word in choice.split("|"))
    return f"{', '.join(first)} or {last}" if first else last
