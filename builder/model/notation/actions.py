"""A `do` phrase to an `Action`: told apart once verbs, units and places are known."""

from __future__ import annotations

from collections.abc import Collection

from builder.model.diagnostics import BadInput, Span, error, near_miss
from builder.model.notation.lexer import words
from builder.model.notation.lines import Fault
from builder.model.notation.lines import phrase as read_phrase
from builder.model.notation.values import Phrase
from builder.model.verdicts import Action

WORDS = "an action is  VERB UNIT{+UNIT} PATH|PLACE {KEY=VALUE}: names have no spaces (a counter goes by its id)"


def action_of(
    phrase: Phrase,
    verbs: Collection[str],
    units: Collection[str],
    places: Collection[str] = (),
    *,
    id: str = "",
    strict: bool = True,
) -> Action:
    """The action a phrase means; BadInput for an unknown verb, and with `strict` for an unknown unit.

    `units` are the names a phrase may use, `places` those place ids that hold a hyphen (a path is split at hyphens).
    A lone word after the verb is a unit when it is the name of one, else a place.
    """
    player, verb, rest = _verb(phrase, verbs)
    names: tuple[str, ...] = ()
    where = ""
    if len(rest) > 2:
        raise BadInput(error("do-words", f"{rest[2]!r} is one word too many after {verb!r}", phrase.span, help=WORDS))
    if len(rest) == 2:
        names, where = tuple(rest[0].split("+")), rest[1]
    elif rest:
        split = tuple(rest[0].split("+"))
        if len(split) > 1 or split[0] in units:
            names = split
        else:
            where = rest[0]
    if strict:
        unknown = [name for name in names if name not in units]
        if unknown:
            raise BadInput(*(
                error("do-unit", f"no unit is called {name!r}{near_miss(name, units)}", phrase.span) for name in unknown
            ))  # fmt: skip
    path = split_path(where, places)
    alone = len(path) < 2
    return Action(verb, names, () if alone else path, where if alone else "", player, phrase.details, id=id)


def parse_phrase(text: str, path: str = "", line: int = 0) -> Phrase:
    """The phrase of one written action, without `do`; BadInput when it cannot be read."""
    try:
        return read_phrase(words(text), len(text) + 1, Span(path, line, 1))
    except Fault as fault:
        raise BadInput(error(fault.code, fault.headline, Span(path, line, fault.column))) from None


def phrase_of(action: Action) -> Phrase:
    """How an action is written; parsed again with the same names it gives an equal action."""
    parts = (action.side, action.verb, "+".join(action.units), "-".join(action.path) or action.place)
    return Phrase(tuple(p for p in parts if p), action.details)


def split_path(text: str, places: Collection[str] = ()) -> tuple[str, ...]:
    """The places of a path; a place id with a hyphen in it is kept whole where it is among `places`."""
    if not text:
        return ()
    if text in places:
        return (text,)
    hyphened = {place.count("-") + 1 for place in places if "-" in place}
    parts = text.split("-")
    path, at = [], 0
    while at < len(parts):
        width = next((w for w in sorted(hyphened, reverse=True) if "-".join(parts[at : at + w]) in places), 1)
        path.append("-".join(parts[at : at + width]))
        at += width
    return tuple(path)


def _verb(phrase: Phrase, verbs: Collection[str]) -> tuple[str, str, tuple[str, ...]]:
    first, *rest = phrase.words
    if first in verbs:
        return "", first, tuple(rest)
    if rest and rest[0] in verbs:
        return first, rest[0], tuple(rest[1:])
    near = near_miss(first, verbs) or (near_miss(rest[0], verbs) if rest else "")
    help = "" if near else f"verbs: {', '.join(sorted(verbs))}"
    raise BadInput(error("do-verb", f"{first!r} is no verb{near}", phrase.span, help=help))


def _bad(code: str, headline: str, span: Span) -> BadInput:
    return BadInput(error(code, headline, span))
