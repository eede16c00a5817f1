"""Cases back to text: what is printed parses to an equal value."""

from __future__ import annotations

from collections.abc import Iterable

from builder.model.diagnostics import BadInput
from builder.model.notation.lexer import quote
from builder.model.notation.parser import parse
from builder.model.notation.values import (
    Case,
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
    Variant,
    WhenLine,
    WhyLine,
)


def print_cases(cases: Iterable[Case]) -> str:
    """The text of a case file, a blank line between cases."""
    return "\n".join(print_case(case) for case in cases)


def print_case(case: Case) -> str:
    """The text of one case, read back to make sure; ValueError for a value that the notation cannot write."""
    lines = [_heading("case", case), *map(print_line, case.lines)]
    for variant in case.variants:
        lines += [_heading("variant", variant), *map(print_line, variant.lines)]
    text = "".join(line + "\n" for line in lines)
    try:
        back = parse(text)
    except BadInput as bad:
        raise ValueError(f"case {case.id!r} cannot be written: {bad.diagnostics[0].headline}") from None
    if back != (case,):
        raise ValueError(f"case {case.id!r} cannot be written: it would be read as {back!r}")
    return text


def print_line(line: Line) -> str:
    match line:
        case GameLine():
            text = f"game {line.id}"
        case ScenarioLine():
            text = f"scenario {line.id}"
        case RulesLine():
            text = f"rules {', '.join(line.rules)}"
        case WhenLine():
            text = f"when {print_time(line.time)}"
        case WhyLine():
            text = f"why {line.text}"
        case MapLine():
            text = f"map {line.kind} {line.terrain}".rstrip()
        case GivenLine(what=Piece() as piece):
            text = f"given {print_piece(piece)}"
        case GivenLine(what=fact):
            text = f"given {print_fact(fact)}"
        case EarlierLine():
            text = f"earlier ({print_time(line.time, ' ')}) {print_fact(line.fact)}"
        case DoLine():
            text = f"do {line.id + ': ' if line.id else ''}{print_phrase(line.phrase)}"
        case ExpectLine():
            text = f"expect {'@' + line.target + ' ' if line.target else ''}{_expected(line.what)}"
        case _:
            raise ValueError(f"{line!r} is no line of a case")
    return text


def print_time(time: Time, between: str = ", ") -> str:
    turn = time.turn
    bare = not turn or (turn[0].isdigit() and not turn.isdigit())
    return between.join(part for part in (turn if bare else f"turn {turn}", *time.words) if part)


def print_piece(piece: Piece) -> str:
    attributes = "".join(f", {key} {value}".rstrip() for key, value in piece.attributes)
    return f"{piece.name} = {' '.join(piece.words)}{attributes}"


def print_fact(fact: Fact) -> str:
    return f"{' '.join((fact.predicate, *fact.args))}: {fact.value}"


def print_phrase(phrase: Phrase) -> str:
    return " ".join((*phrase.words, *(f"{key}={value}" for key, value in phrase.details)))


def _expected(what: Outcome | Fact | Only) -> str:
    if isinstance(what, Only):
        return "only"
    if isinstance(what, Fact):
        return print_fact(what)
    return print_outcome(what)


def print_outcome(what: Outcome) -> str:
    if what.finding == "undecided":
        reading = ("reading", what.reading) if what.reading else ()
        return " ".join(("undecided", *what.words, *reading))
    return f"{what.finding} {', '.join(what.rules)}{' unless consent' if what.consent else ''}"


def _heading(keyword: str, item: Case | Variant) -> str:
    return f"{keyword} {item.id}" + (f" {quote(item.title)}" if item.title else "")
