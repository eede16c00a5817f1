"""Case files to results: the game of each case opened once, its rules asked, its expectations compared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builder.make.opening import open_game, rules_of
from builder.model import BadInput, Game, RuleRef, Span, Verdict, error
from builder.model.notation import Case, ExpectLine, GameLine, Outcome, RulesLine, parse, parse_page
from builder.rules.cases import Result, run_cases
from builder.rules.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class CaseResult:
    name: str
    ok: bool
    verdicts: tuple[Verdict, ...]
    failures: tuple[str, ...]
    told: tuple[tuple[str, ...], ...] = ()  # a question and its answer, then the reasons
    rules: tuple[str, ...] = ()  # that the case names

    @property
    def shown(self) -> tuple[Verdict, ...]:
        """Verdicts that are not legal, and those of the rules that the case names; all where it names none."""
        if not self.rules and not self.told:
            return self.verdicts
        return tuple(v for v in self.verdicts if v.outcome != "legal" or self._named(v))

    def _named(self, verdict: Verdict) -> bool:
        return any(RuleRef("", rule).selects(verdict.rule.id) for rule in self.rules)

    def as_json(self) -> dict[str, Any]:
        return {"case": self.name, "ok": self.ok, "verdicts": [v.as_json() for v in self.verdicts],
                "failures": list(self.failures), "answers": [list(lines) for lines in self.told]}  # fmt: skip


def read_cases(path: Path) -> tuple[Case, ...]:
    """The cases of a .case file, or of the case blocks of a Markdown page. BadInput with every fault."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(error("case-encoding", "the file is not UTF-8 text", Span(str(path)))) from None
    return parse_page(text, str(path)) if path.suffix.lower() == ".md" else parse(text, str(path))


def judge_file(path: Path, game: str | None = None, overlay: Path | None = None) -> tuple[CaseResult, ...]:
    """Every case and variant of a file, judged."""
    opened: dict[str, tuple[Game, RuleSet]] = {}
    name, results = game or "", []
    for case in read_cases(path):
        name = game_of_case(case) or name
        if not name:
            raise BadInput(error("case-game", f"case {case.id} names no game", Span(str(path)),
                                 help="write  game glorys-end  below it, or pass --game"))  # fmt: skip
        if name not in opened:
            found = open_game(name, overlay)
            rules = rules_of(found)
            if rules is None:
                raise BadInput(error("no-rules", f"{name} names no rule set", Span(str(path))))
            opened[name] = (found, rules)
        results += [_result(found) for found in run_cases((case,), *opened[name])]
    return tuple(results)


def _result(found: Result) -> CaseResult:
    verdicts = tuple(v for step in found.steps for v in step.verdicts)
    failures = (*map(str, found.failures), *map(str, found.diagnostics))
    told = tuple(one.lines() for one in found.told)
    return CaseResult(found.case.id, found.ok, verdicts, failures, told, tuple(_rules_in(found.case)))


def _rules_in(case: Case) -> Iterator[str]:
    for line in case.lines:
        if isinstance(line, RulesLine):
            yield from line.rules
        elif isinstance(line, ExpectLine) and isinstance(line.what, Outcome):
            yield from line.what.rules


def game_of_case(case: Case) -> str:
    """The game that a case names, or ""."""
    return next((line.id for line in case.lines if isinstance(line, GameLine)), "")
