"""Divisions in expressions that may meet a zero: VASSAL evaluates them while pieces are dragged, and complains.

A heuristic on the text: an integer other than 0, or a name that is compared before a `?`, is taken as guarded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'')
_DIVISION = re.compile(r"[/%]\s*(?P<by>[0-9]+(?:\.[0-9]+)?|[A-Za-z_$][\w$]*(?=\s*\()|[A-Za-z_$][\w$]*|\()")


def unguarded_divisions(expression: str) -> Iterator[str]:
    """What is divided by without a guard; only `{...}` expressions are looked at."""
    text = expression.strip()
    if not (text.startswith("{") and text.endswith("}")):
        return
    bare = _STRING.sub('""', text)
    for found in _DIVISION.finditer(bare):
        by = found["by"]
        before = bare[: found.start()]
        if by[0].isdigit():
            if float(by) == 0:
                yield by
        elif not _guarded(by, before):
            yield _operand(bare, found.start("by"))


def _guarded(by: str, before: str) -> bool:
    if "?" not in before and not re.search(r"\bif\s*\(", before):
        return False
    name = re.escape(by)
    return by == "(" or bool(re.search(rf"{name}[^?:]*(==|!=|<|>)|(==|!=|<|>)[^?:]*{name}", before))


def _operand(text: str, start: int) -> str:
    """The divisor for the message: a name, a call or a parenthesis, to its end."""
    end = start
    while end < len(text) and (text[end].isalnum() or text[end] in "_$"):
        end += 1
    depth = 0
    while end < len(text) and (depth or text[end] == "("):
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        end += 1
    return text[start:end]
