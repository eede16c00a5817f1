"""The pages of rules: one a chapter, one heading a checked rule, with examples that are run as tests.

    ## 6.1.a At most nine steps in a hex

    **Asks** what the rule wants, in our words.
    **Looks at** what is read from the log.
    **Cannot see** what leaves no trace.
    **Reading taken** where the book is unclear, and why.

Each field may run on until an empty line or the next field; examples follow as fenced `case` blocks. Headings without
a rule's id are prose.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from builder.model import BadInput, Diagnostic, Game, Rule, RuleRef, Span, error, near_miss
from builder.model.notation import Case, parse_page, print_case
from builder.rules.ruleset import RuleSet

HEADING = re.compile(r"(#+)\s+(.*)")
RULE_ID = re.compile(r"([A-Za-z]*\d[A-Za-z0-9.\-]*)(?:\s+(.*))?")
FIELD = re.compile(r"\*{1,2}([A-Za-z ]+?)[:.]?\*{1,2}[:.]?\s*(.*)")
FIELDS = ("asks", "looks at", "cannot see", "reading taken")
NOWHERE = Span("")
BOUND = ("checked", "trial")


@dataclass(frozen=True, slots=True)
class Entry:
    """What a page says of one rule; fields are "" where the page is silent."""

    rule: str
    title: str
    asks: str = ""
    looks_at: str = ""
    cannot_see: str = ""
    reading: str = ""
    cases: tuple[Case, ...] = ()
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Page:
    path: str
    title: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many rules of the catalogue have each status, and where catalogue, checks and pages disagree."""

    by_status: Mapping[str, int]
    checked: int  # rules with a bound check, a page entry and an example
    faults: tuple[Diagnostic, ...]


def read_pages(folder: Path) -> tuple[Page, ...]:
    """The pages `*.md` of a rules folder by name, its README apart; BadInput with the faults of all."""
    pages, faults = [], []
    for path in sorted(folder.glob("*.md")):
        if path.stem.casefold() == "readme":
            continue
        try:
            pages.append(read_page(path.read_text(encoding="utf-8"), str(path)))
        except UnicodeDecodeError:
            faults.append(error("page-encoding", "the page is not UTF-8", Span(str(path))))
        except BadInput as bad:
            faults += bad.diagnostics
    if faults:
        raise BadInput(*faults)
    return tuple(pages)


def read_page(text: str, path: str = "") -> Page:
    """One page; BadInput with every fault of its fields, headings and cases."""
    reader = _Reader(path)
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
            reader.field = ""
        elif not fenced:
            reader.read(number, line.strip())
    cases: tuple[Case, ...] = ()
    try:
        cases = parse_page(text, path)
    except BadInput as bad:
        reader.faults += bad.diagnostics
    return reader.finish(cases)


def coverage(game: Game, ruleset: RuleSet, pages: Iterable[Page]) -> Coverage:
    """Whether every checked rule has its check, its page and its example, and nothing stands beside the catalogue."""
    catalogue = game.catalogue
    checks = {check.rule for check in ruleset.checks}
    entries = {entry.rule: entry for page in pages for entry in page.entries}
    faults = [fault for rule in catalogue.values() for fault in _rule_faults(rule, checks, entries)]
    for check in ruleset.checks:
        rule = catalogue.get(check.rule)
        if rule is None:
            near = near_miss(check.rule, catalogue)
            faults.append(error("cover-check", f"check {check.name!r} is bound to no rule: {check.rule!r}{near}"))
        elif rule.status not in BOUND:
            headline = f"check {check.name!r} is bound to {rule.id}, whose status is {rule.status!r}"
            faults.append(error("cover-status", headline, rule.span))
    for entry in entries.values():
        if entry.rule not in catalogue:
            near = near_miss(entry.rule, catalogue)
            faults.append(error("cover-page", f"no rule {entry.rule!r} in the catalogue{near}", entry.span))
        faults += _case_faults(entry)
    done = sum(1 for r in catalogue.values() if r.status in BOUND and r.id in checks and _proven(entries.get(r.id)))
    return Coverage(dict(Counter(rule.status for rule in catalogue.values())), done, tuple(faults))


def explain(prefix: str, game: Game, ruleset: RuleSet, pages: Iterable[Page]) -> str:
    """What we know of the rules a prefix selects (`12` has 12.8.a below it), for people; BadInput where none is."""
    ref = RuleRef(game.id, prefix)
    selected = sorted((r for r in game.catalogue.values() if ref.selects(r.id)),
                      key=lambda r: RuleRef(game.id, r.id).sort_key)  # fmt: skip
    if not selected:
        near = near_miss(prefix, game.catalogue)
        raise BadInput(error("rule-unknown", f"no rule {prefix!r} in the catalogue of {game.id}{near}"))
    entries = {entry.rule: entry for page in pages for entry in page.entries}
    return "\n".join(_explained(rule, ruleset, entries.get(rule.id)) for rule in selected)


def _explained(rule: Rule, ruleset: RuleSet, entry: Entry | None) -> str:
    lines = [f"{rule.id} {rule.title}", f"  {rule.summary}", f"  status: {rule.status}"]
    if rule.note:
        lines.append(f"  note: {rule.note}")
    for check in ruleset.checks:
        if check.rule == rule.id:
            lines.append(f"  check: {check.name.replace('_', ' ')} ({', '.join(check.verbs)})")
    if entry is not None:
        said = zip(FIELDS, (entry.asks, entry.looks_at, entry.cannot_see, entry.reading), strict=True)
        lines += [f"  {name}: {value}" for name, value in said if value]
        for case in entry.cases:
            lines += ["", *(f"    {line}" for line in print_case(case).splitlines())]
    return "\n".join(lines) + "\n"


def _rule_faults(rule: Rule, checks: set[str], entries: Mapping[str, Entry]) -> Iterable[Diagnostic]:
    if rule.status == "hidden" and not rule.note:
        yield error("cover-hidden", f"{rule.id} is hidden, and no note says why", rule.span)
    if rule.status not in BOUND:
        return
    if rule.id not in checks:
        yield error("cover-check", f"{rule.id} is {rule.status}, but no check is bound to it", rule.span)
    if rule.id not in entries:
        yield error("cover-page", f"{rule.id} is {rule.status}, but no page has a heading for it", rule.span)
    elif not entries[rule.id].cases and rule.status == "checked":
        yield error("cover-case", f"{rule.id} is checked, but its page shows no example", entries[rule.id].span)


def _case_faults(entry: Entry) -> Iterable[Diagnostic]:
    for case in entry.cases:
        if case.rules and not any(RuleRef("", r).selects(entry.rule) for r in case.rules):
            headline = f"case {case.id!r} stands under {entry.rule}, but its rules do not name it"
            yield error("cover-case", headline, case.span)


def _proven(entry: Entry | None) -> bool:
    return entry is not None and bool(entry.cases)


class _Reader:
    """Collects headings and their fields, line by line."""

    def __init__(self, path: str):
        self.path = path
        self.title = ""
        self.found: list[tuple[str, str, Span, dict[str, str]]] = []
        self.marks: list[int] = []  # lines of all headings: a case belongs to the last one before it
        self.entry: dict[str, str] | None = None
        self.field = ""
        self.owners: dict[int, int] = {}  # heading line -> index in found
        self.faults: list[Diagnostic] = []

    def read(self, number: int, line: str) -> None:
        heading = HEADING.fullmatch(line)
        if heading:
            self._heading(number, len(heading[1]), heading[2].strip())
            return
        field = FIELD.match(line)
        if not line:
            self.field = ""
        elif field and self.entry is not None:
            self._open(number, field[1].casefold().strip(), field[2])
        elif self.field and self.entry is not None:
            self.entry[self.field] += " " + line

    def _heading(self, number: int, level: int, text: str) -> None:
        self.field, self.entry = "", None
        self.marks.append(number)
        rule = RULE_ID.fullmatch(text)
        if level == 1:
            self.title = self.title or text
        elif rule:
            span = Span(self.path, number, level + 2)
            twin = next((s for r, _, s, _ in self.found if r == rule[1]), None)
            if twin is not None:
                note = f"the first is at {twin}"
                self.faults.append(error("page-twice", f"{rule[1]} has a heading already", span, notes=(note,)))
            self.entry = {}
            self.owners[number] = len(self.found)
            self.found.append((rule[1], rule[2] or "", span, self.entry))

    def _open(self, number: int, name: str, text: str) -> None:
        if name in FIELDS:
            if name in self.entry:
                self.faults.append(error("page-twice", f"{name!r} is said twice", Span(self.path, number, 1)))
            self.field, self.entry[name] = name, text.strip()
        elif near_miss(name, FIELDS):
            headline = f"no field is called {name!r}{near_miss(name, FIELDS)}"
            self.faults.append(error("page-field", headline, Span(self.path, number, 1)))

    def finish(self, cases: tuple[Case, ...]) -> Page:
        owned: dict[int, list[Case]] = {}
        for case in cases:
            head = max((m for m in self.marks if m < case.span.line), default=0)
            if head in self.owners:
                owned.setdefault(self.owners[head], []).append(case)
            else:
                self.faults.append(error("page-case", f"case {case.id!r} stands under no rule", case.span))
        for rule, _, span, fields in self.found:
            if not fields.get("asks"):
                self.faults.append(error("page-asks", f"{rule} does not say what it asks", span))
        if self.faults:
            raise BadInput(*sorted(self.faults, key=lambda d: d.span))
        return Page(self.path, self.title, tuple(
            Entry(rule, title, *(fields.get(f, "") for f in FIELDS), tuple(owned.get(i, ())), span)
            for i, (rule, title, span, fields) in enumerate(self.found)
        ))  # fmt: skip
