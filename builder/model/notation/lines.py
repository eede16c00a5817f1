"""One line of a case from its words: a reader for each keyword, and the parts they share."""

from __future__ import annotations

import re

from builder.model.diagnostics import Span, near_miss
from builder.model.notation.lexer import Word, unquote
from builder.model.notation.values import (
    DoLine,
    EarlierLine,
    ExpectLine,
    Fact,
    GameLine,
    GivenLine,
    Line,
    MapLine,
    Only,
    Outcome,
    Phrase,
    Piece,
    RulesLine,
    ScenarioLine,
    Time,
    WhenLine,
    WhyLine,
)

ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._\-]*")
PREDICATE = re.compile(r"[a-z][a-z0-9\-]*")
DETAIL = re.compile(r"([A-Za-z][A-Za-z0-9._\-]*)=(.+)", re.DOTALL)
COMMA = re.compile(r",(?![^\[]*\])")  # not within brackets
FINDINGS = ("legal", "illegal", "suspect")


class Fault(Exception):
    """What is wrong with one line, and in which column."""

    def __init__(self, code: str, headline: str, column: int, help: str = ""):
        self.code, self.headline, self.column, self.help = code, headline, column, help


def heading(keyword: str, rest: tuple[Word, ...], column: int) -> tuple[str, str]:
    identity = _id(rest, column, f"'{keyword}' needs an id")
    title = ""
    if len(rest) > 1:
        if not rest[1].quoted:
            raise Fault("case-title", f"a title stands in quotes, not {rest[1].text!r}", rest[1].column)
        title = unquote(rest[1].text)
    _end(rest[2:])
    return identity, title


def _one(make):
    def read(rest: tuple[Word, ...], span: Span, end: int) -> Line:
        identity = _id(rest, end, "an id is missing")
        _end(rest[1:])
        return make(identity, span=span)

    return read


def _rules(rest: tuple[Word, ...], span: Span, end: int) -> Line:
    return RulesLine(_rule_list(rest, end), span=span)


def _when(rest: tuple[Word, ...], span: Span, end: int) -> Line:
    return WhenLine(_time(rest, end), span=span)


def _why(rest: tuple[Word, ...], span: Span, end: int) -> Line:
    if not rest:
        raise Fault("case-why", "'why' gives no reason", end)
    return WhyLine(_joined(rest), span=span)


def _map(rest: tuple[Word, ...], span: Span, end: int) -> Line:
    if not rest or rest[0].text not in ("real", "blank"):
        found, column = (f", not {rest[0].text!r}", rest[0].column) if rest else ("", end)
        raise Fault("case-map", f"a map is 'real' or 'blank'{found}", column)
    terrain = rest[1:2] if rest[0].text == "blank" else ()
    _end(rest[1 + len(terrain) :])
    return MapLine(rest[0].text, terrain[0].text if terrain else "", span=span)


def _given(rest: tuple[Word, ...], span: Span, end: int) -> Line:
    if not rest:
        raise Fault("case-given", "'given' states nothing (expected a piece 'NAME = …' or a fact 'predicate …: value')",
                    end)  # fmt: skip
    if len(rest) > 1 and rest[1].text == "=":
        return GivenLine(_piece(rest, end, _at(span, rest[0])), span=span)
    return GivenLine(_fact(rest, end, _at(span, rest[0])), span=span)


def _earlier(rest: tuple[Word, ...], span: Span, end: int) -> Line:
    close = next((i for i, w in enumerate(rest) if w.text.endswith(")")), None)
    if not rest or not rest[0].text.startswith("(") or close is None:
        raise Fault("case-earlier", "'earlier' needs its time in parentheses", rest[0].column if rest else end)
    inner = [*rest[: close + 1]]
    inner[0] = Word(inner[0].text[1:], inner[0].column + 1)
    inner[-1] = Word(inner[-1].text[:-1], inner[-1].column)
    time = _time(tuple(w for w in inner if w.text), inner[-1].column)
    after = rest[close + 1 :]
    return EarlierLine(time, _fact(after, end, _at(span, after[0]) if after else span), span=span)


def _do(rest: tuple[Word, ...], span: Span, end: int) -> Line:
    label = ""
    if rest and rest[0].text.endswith(":"):
        label = rest[0].text[:-1]
        if not ID.fullmatch(label):
            raise Fault("case-id", f"{label!r} is no id", rest[0].column)
        rest = rest[1:]
    return DoLine(phrase(rest, end, span), label, span=span)


def _expect(rest: tuple[Word, ...], span: Span, end: int) -> Line:
    target = ""
    if rest and rest[0].text.startswith("@"):
        target = rest[0].text[1:]
        if not ID.fullmatch(target):
            raise Fault("case-id", f"{rest[0].text!r} names no action (expected '@ID')", rest[0].column)
        rest = rest[1:]
    if not rest:
        raise Fault("case-expect", "'expect' says nothing (expected an outcome, a fact or 'only')", end)
    here = _at(span, rest[0])
    first = rest[0].text
    if first == "only" and len(rest) == 1 and not target:
        return ExpectLine(Only(span=here), span=span)
    if first in FINDINGS:
        return ExpectLine(_outcome(rest, end, here), target, span=span)
    if first == "undecided":
        return ExpectLine(_undecided(rest, here), target, span=span)
    return ExpectLine(_fact(rest, end, here, (*FINDINGS, "undecided", "only")), target, span=span)


READERS = {
    "game": _one(GameLine),
    "scenario": _one(ScenarioLine),
    "rules": _rules,
    "when": _when,
    "why": _why,
    "map": _map,
    "given": _given,
    "earlier": _earlier,
    "do": _do,
    "expect": _expect,
}


# ---------------------------------------------------------------- parts of lines


def _outcome(rest: tuple[Word, ...], end: int, span: Span) -> Outcome:
    consent = [w.text for w in rest[-2:]] == ["unless", "consent"]
    rules = _rule_list(rest[1:-2] if consent else rest[1:], end)
    return Outcome(rest[0].text, rules, consent, span=span)


def _undecided(rest: tuple[Word, ...], span: Span) -> Outcome:
    inner, reading = rest[1:], ""
    if len(inner) > 1 and inner[-2].text == "reading":
        reading = inner[-1].text
        if reading not in ("legal", "illegal"):
            raise Fault("case-reading", f"a reading is 'legal' or 'illegal', not {reading!r}", inner[-1].column)
        inner = inner[:-2]
    return Outcome("undecided", words=tuple(w.text for w in inner), reading=reading, span=span)


def _fact(rest: tuple[Word, ...], end: int, span: Span, also: tuple[str, ...] = ()) -> Fact:
    close = next((i for i, w in enumerate(rest) if w.text.endswith(":")), None)
    if close is None:
        near = near_miss(rest[0].text, also) if rest else ""
        column = rest[0].column if rest else end
        raise Fault("case-fact", f"no colon ends the question (expected 'predicate …: value'){near}", column)
    head = [w.text for w in rest[: close + 1]]
    head[-1] = head[-1][:-1]
    head = [word for word in head if word]  # "a b : c" is "a b: c"
    if not head or not PREDICATE.fullmatch(head[0]):
        raise Fault("case-predicate", f"{head[0] if head else ':'!r} is no predicate (small letters)", rest[0].column)
    if close + 1 == len(rest):
        raise Fault("case-value", f"{head[0]!r} has no value after the colon", end)
    return Fact(head[0], tuple(head[1:]), _joined(rest[close + 1 :]), span=span)


def _piece(rest: tuple[Word, ...], end: int, span: Span) -> Piece:
    name = rest[0].text
    if not ID.fullmatch(name):
        raise Fault("case-name", f"{name!r} is no name for a piece (letters, digits, '.', '-')", rest[0].column)
    groups: list[list[Word]] = [[]]
    for word in rest[2:]:
        column = word.column
        for index, part in enumerate(COMMA.split(word.text)):
            if index and not groups[-1]:
                raise Fault("case-attribute", f"an attribute of {name!r} is empty", column - 1)
            if index:
                groups.append([])
            if part:
                groups[-1].append(Word(part, column))
            column += len(part) + 1
    if not groups[0]:
        raise Fault("case-piece", f"{name!r} is nothing (expected a counter's id or words)", end)
    if not groups[-1]:
        raise Fault("case-attribute", f"the last attribute of {name!r} is empty", end)
    attributes = tuple((g[0].text, _joined(tuple(g[1:]))) for g in groups[1:])
    return Piece(name, tuple(w.text for w in groups[0]), attributes, span=span)


def phrase(rest: tuple[Word, ...], end: int, span: Span) -> Phrase:
    split = next((i for i, w in enumerate(rest) if "=" in w.text), len(rest))
    details = []
    for word in rest[split:]:
        match = DETAIL.fullmatch(word.text)
        if not match:
            raise Fault("case-detail", f"{word.text!r} is no detail (expected KEY=VALUE)", word.column)
        details.append((match[1], match[2]))
    if not split:
        raise Fault("case-do", "no verb is said", rest[0].column if rest else end)
    if split > 4:
        raise Fault("case-do", f"{rest[4].text!r} is one word too many (expected [player] verb units place)",
                    rest[4].column)  # fmt: skip
    return Phrase(tuple(w.text for w in rest[:split]), tuple(details), span=_at(span, rest[0]))


def _time(rest: tuple[Word, ...], end: int) -> Time:
    found = [Word(part, w.column) for w in rest for part in w.text.split(",") if part]
    if not found:
        raise Fault("case-time", "no time is said (expected 'turn N, side, phase')", end)
    turn = ""
    if found[0].text == "turn":
        if len(found) == 1:
            raise Fault("case-time", "'turn' needs its number", end)
        turn, found = found[1].text, found[2:]
    elif found[0].text[0].isdigit():
        turn, found = found[0].text, found[1:]
    return Time(turn, tuple(w.text for w in found))


def _rule_list(rest: tuple[Word, ...], end: int) -> tuple[str, ...]:
    rules = []
    for word in rest:
        for part in word.text.split(","):
            if part and not ID.fullmatch(part):
                raise Fault("case-rule", f"{part!r} is no rule id", word.column)
            if part:
                rules.append(part)
    if not rules:
        raise Fault("case-rule", "a rule's id is missing", end)
    return tuple(rules)


def _id(rest: tuple[Word, ...], column: int, missing: str) -> str:
    if not rest:
        raise Fault("case-id", missing, column)
    if not ID.fullmatch(rest[0].text):
        raise Fault("case-id", f"{rest[0].text!r} is no id (letters, digits, '.', '_', '-')", rest[0].column)
    return rest[0].text


def _end(rest: tuple[Word, ...]) -> None:
    if rest:
        raise Fault("case-extra", f"{rest[0].text!r} is one word too many", rest[0].column)


def _joined(rest: tuple[Word, ...]) -> str:
    return " ".join(w.text for w in rest)


def _at(span: Span, word: Word) -> Span:
    return Span(span.path, span.line, word.column)
