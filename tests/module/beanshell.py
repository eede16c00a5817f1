"""The little of BeanShell that our expressions use, as VASSAL runs it: whole-number division, names as properties.

A property whose text is a whole number is a number (one with a leading zero stays text: GlobalOptions). What Java
would refuse (arithmetic on text, a division by zero, `<` on text) raises, and so does a name without a property.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise

Value = int | str | bool
_TOKEN = re.compile(
    r'\s*(?:(?P<text>"[^"\\]*")|(?P<number>\d+)|(?P<name>[A-Za-z_]\w*)|(?P<op>\|\||&&|[=!<>]=|[-+*/%<>?:!().,]))'
)


class BadExpression(Exception):
    """BeanShell would not evaluate this."""


def names(expression: str) -> set[str]:
    """Every property that an expression reads."""
    tokens = _tokens(expression)
    return {t for kind, t in tokens if kind == "name"} - {t for (_, dot), (_, t) in pairwise(tokens) if dot == "."}


def evaluate(expression: str, properties: Mapping[str, str]) -> Value:
    """The value of `{ ... }`."""
    return _Run(_tokens(expression), properties).all()


def _tokens(expression: str) -> list[tuple[str, str]]:
    text = expression.strip()
    if not (text.startswith("{") and text.endswith("}")):
        raise BadExpression(f"no braces: {expression}")
    found, at, text = [], 0, text[1:-1].rstrip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise BadExpression(f"cannot read {text[at:]!r} in {expression}")
        found.append((match.lastgroup or "", match[match.lastgroup]))
        at = match.end()
    return found


def _property(text: str) -> Value:
    if re.fullmatch(r"-?(0|[1-9]\d*)", text):
        return int(text)
    return text == "true" if text in ("true", "false") else text


class _Run:
    def __init__(self, tokens: list[tuple[str, str]], properties: Mapping[str, str]):
        self.tokens, self.at, self.properties, self.live = tokens, 0, properties, True

    def all(self) -> Value:
        value = self.choice()
        if self.at < len(self.tokens):
            raise BadExpression(f"left over: {self.tokens[self.at :]}")
        return value

    def choice(self) -> Value:
        condition = self.either()
        if not self.take("?"):
            return condition
        yes = self.only(self.choice, condition is True)
        self.need(":")
        no = self.only(self.choice, condition is not True)
        return yes if condition is True else no

    def either(self) -> Value:
        value = self.both()
        while self.take("||"):
            other = self.only(self.both, value is False)
            value = value is True or other is True
        return value

    def both(self) -> Value:
        value = self.equal()
        while self.take("&&"):
            other = self.only(self.equal, value is True)
            value = value is True and other is True
        return value

    def equal(self) -> Value:
        value = self.compared()
        while op := self.take("==", "!="):
            value = (value == self.compared()) == (op == "==")
        return value

    def compared(self) -> Value:
        value = self.sum()
        while op := self.take("<=", ">=", "<", ">"):
            a, b = self.numbers(value, self.sum())
            value = {"<=": a <= b, ">=": a >= b, "<": a < b, ">": a > b}[op]
        return value

    def sum(self) -> Value:
        value = self.product()
        while op := self.take("+", "-"):
            other = self.product()
            if op == "+" and (isinstance(value, str) or isinstance(other, str)):
                value = f"{value}{other}"
            else:
                a, b = self.numbers(value, other)
                value = a + b if op == "+" else a - b
        return value

    def product(self) -> Value:
        value = self.part()
        while op := self.take("*", "/", "%"):
            a, b = self.numbers(value, self.part())
            if not self.live:
                continue
            if op != "*" and b == 0:
                raise BadExpression("division by zero")
            quotient = 0 if op == "*" else int(a / b)  # towards zero
            value = a * b if op == "*" else quotient if op == "/" else a - b * quotient
        return value

    def part(self) -> Value:
        if self.take("!"):
            return self.part() is not True
        if self.take("("):
            value = self.choice()
            self.need(")")
            return value
        kind, text = self.tokens[self.at]
        self.at += 1
        if kind == "text":
            return text[1:-1]
        if kind == "number":
            return int(text)
        if kind != "name":
            raise BadExpression(f"unexpected {text!r}")
        if self.live and text not in self.properties:
            raise BadExpression(f"no property {text}")
        value = _property(self.properties.get(text, ""))
        return self.method(value) if self.take(".") else value

    def method(self, value: Value) -> Value:
        """`.replace("a", "b")`, `.contains("a")`, `.startsWith("a")`: VASSAL makes text of a property that one of these
        is called on."""
        name = self.tokens[self.at][1]
        if name not in ("replace", "contains", "startsWith"):
            raise BadExpression(f"unknown method {name}")
        self.at += 1
        self.need("(")
        first = self.choice()
        if name != "replace":
            self.need(")")
            return str(value).startswith(str(first)) if name == "startsWith" else str(first) in str(value)
        self.need(",")
        new = self.choice()
        self.need(")")
        return str(value).replace(str(first), str(new))

    def only(self, what, live: bool) -> Value:
        """Read a branch; where it is not the one taken, what it would do wrong does not count."""
        before, self.live = self.live, self.live and live
        try:
            return what()
        finally:
            self.live = before

    def numbers(self, a: Value, b: Value) -> tuple[int, int]:
        if not self.live:
            return 0, 1
        if type(a) is not int or type(b) is not int:
            raise BadExpression(f"no arithmetic on {a!r} and {b!r}")
        return a, b

    def take(self, *ops: str) -> str:
        if self.at < len(self.tokens) and self.tokens[self.at][0] == "op" and self.tokens[self.at][1] in ops:
            self.at += 1
            return self.tokens[self.at - 1][1]
        return ""

    def need(self, op: str) -> None:
        if not self.take(op):
            raise BadExpression(f"expected {op!r} at {self.tokens[self.at :]}")
