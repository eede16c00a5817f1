"""Text to cases, all faults at once.

    file    = { case } ;
    case    = "case" ID [STRING] { line } { "variant" ID [STRING] { line } } ;
    line    = "game" ID | "scenario" ID | "rules" RULE {"," RULE} | "when" TIME | "why" TEXT
            | "map" ( "real" | "blank" [TERRAIN] ) | "given" ( piece | fact )
            | "earlier" "(" TIME ")" fact | "do" [ID ":"] action
            | "expect" ( "only" | ["@" ID] ( outcome | fact ) ) ;
    piece   = NAME "=" WORD {WORD} { "," ATTR [VALUE] } ;
    fact    = PREDICATE { NAME | PLACE | SIDE | PATH | WORD } ":" VALUE ;
    action  = [PLAYER] VERB [ NAME {"+" NAME} ] [ PATH | PLACE ] { KEY "=" VALUE } ;
    outcome = ( "legal" | "illegal" | "suspect" ) RULE {"," RULE} ["unless" "consent"]
            | "undecided" {WORD} [ "reading" ("legal"|"illegal") ] ;

A fact's arguments end with the first word that ends in a colon; its value is the rest of the line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from builder.model.diagnostics import BadInput, Diagnostic, Span, error, near_miss
from builder.model.notation.lexer import Word, words
from builder.model.notation.lines import READERS, Fault, heading
from builder.model.notation.values import Case, DoLine, ExpectLine, Line, Variant
from builder.model.notation.variants import key_of, several

FENCE = re.compile(r"\s*```\s*([A-Za-z]*)\s*$")


def parse(text: str, path: str = "") -> tuple[Case, ...]:
    """The cases of a file; BadInput with every fault found, each at file:line:column."""
    parser = _Parser(path)
    for number, line in enumerate(text.splitlines(), 1):
        parser.read(number, line)
    return parser.finish()


def parse_page(text: str, path: str = "") -> tuple[Case, ...]:
    """The cases in the fenced `case` blocks of a Markdown page; positions are those of the page."""
    parser = _Parser(path)
    inside, fresh = "", False
    for number, line in enumerate(text.splitlines(), 1):
        fence = FENCE.match(line)
        if fence and (inside or fence[1]):
            inside, fresh = ("", False) if inside else (fence[1], True)
        elif inside == "case":
            found = words(line)
            if fresh and found and found[0].text != "case":
                parser.fault(number, Fault("case-block", "a case block opens with 'case ID'", found[0].column))
            fresh = fresh and not found
            parser.read(number, line)
        elif fence:
            inside = "text"  # a bare fence: skip to its end
    return parser.finish()


class _Block:
    """A case or variant being read; `id` is "" where its heading was faulty, so that its lines go nowhere."""

    def __init__(self, id: str, title: str, span: Span):
        self.id, self.title, self.span = id, title, span
        self.lines: list[Line] = []


class _Parser:
    """Builds cases line by line; a faulty line is left out and remembered."""

    def __init__(self, path: str):
        self.path = path
        self.faults: list[Diagnostic] = []
        self.cases: list[Case] = []
        self.blocks: list[_Block] = []  # the open case, then its variants

    def fault(self, number: int, fault: Fault) -> None:
        span = Span(self.path, number, fault.column)
        self.faults.append(error(fault.code, fault.headline, span, help=fault.help))

    def read(self, number: int, line: str) -> None:
        found = words(line)
        if not found:
            return
        span = Span(self.path, number, found[0].column)
        keyword, rest = found[0], found[1:]
        try:
            if keyword.text in ("case", "variant"):
                self._open(keyword.text, rest, keyword.column, span)
                return
            reader = READERS.get(keyword.text)
            if reader is None:
                near = near_miss(keyword.text, (*READERS, "case", "variant"))
                raise Fault("case-line", f"no line begins with {keyword.text!r}{near}", keyword.column)
            parsed = reader(rest, span, len(line.rstrip()) + 1)
            if not self.blocks:
                raise Fault("case-outside", f"{keyword.text!r} stands outside any case", keyword.column)
            self.blocks[-1].lines.append(parsed)
        except Fault as fault:
            self.fault(number, fault)

    def _open(self, keyword: str, rest: tuple[Word, ...], column: int, span: Span) -> None:
        if keyword == "case":
            self._close()
        elif not self.blocks:
            raise Fault("case-outside", "'variant' stands outside any case", column)
        self.blocks.append(_Block("", "", span))
        identity, title = heading(keyword, rest, column)
        self.blocks[-1].id, self.blocks[-1].title = identity, title

    def _close(self) -> None:
        blocks, self.blocks = self.blocks, []
        if not blocks or not blocks[0].id:
            return
        first, *others = blocks
        variants = tuple(Variant(b.id, b.title, tuple(b.lines), span=b.span) for b in others if b.id)
        case = Case(first.id, first.title, tuple(first.lines), variants, span=first.span)
        self._twice("case", [*self.cases, case])
        for index in range(len(variants)):
            self._twice("variant", variants[: index + 1])
        self._examine(case)
        self.cases.append(case)

    def _twice(self, what: str, items: Sequence[Case] | Sequence[Variant]) -> None:
        """Tell where the last item's id was there before."""
        first = next(item for item in items if item.id == items[-1].id)
        if first is not items[-1]:
            headline = f"{what} {first.id!r} is there already"
            self.faults.append(error("case-twice", headline, items[-1].span, notes=(f"the first is at {first.span}",)))

    def _examine(self, case: Case) -> None:
        """What lines say of each other: nothing twice, and no expectation of an action that is not there."""
        base = {line.id for line in case.lines if isinstance(line, DoLine)}
        for block in (case, *case.variants):
            seen: dict[object, Line] = {}
            targets = base | {line.id for line in block.lines if isinstance(line, DoLine)}
            for line in block.lines:
                key = key_of(line)
                if key in seen and not several(line):
                    note = f"the first is at {seen[key].span}"
                    self.faults.append(error("case-twice", "this is said twice", line.span, notes=(note,)))
                seen.setdefault(key, line)
                if isinstance(line, ExpectLine) and line.target and line.target not in targets:
                    near = near_miss(line.target, (t for t in targets if t))
                    self.faults.append(error("case-target", f"no action is called {line.target!r}{near}", line.span))

    def finish(self) -> tuple[Case, ...]:
        self._close()
        if self.faults:
            raise BadInput(*sorted(self.faults, key=lambda d: d.span))
        return tuple(self.cases)
