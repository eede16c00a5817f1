"""Random numbers that a log writes down with their seed, drawn again (VASSAL's proposal 15004, open in August 2026).

A VASSAL of that proposal puts `RNG⇥;L;N;` and `RNG⇥;Z;N;` into the save that a log opens with: a number drawn from the
generator as it stood, which becomes the seed. Each number drawn from then on is an entry `RNG⇥;KIND;VALUE;BOUND` of its
own; its text ends in a backslash, so that it belongs to the entry behind it. The generator is java.util.Random.
"""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from builder.vassal import commands as c
from builder.vassal.rolls import Roll
from builder.vassal.saves import Log
from builder.vassal.sequence import decode

PREFIX = "RNG\t"
SEED, LONG, WHOLE, BELOW, DOUBLE, FLOAT, TRUTH, GAUSSIAN = "ZLIMDFBG"


class Drawn(NamedTuple):
    """A number that a log tells: in which step (0: before any), of which kind, as it is written."""

    step: int
    kind: str
    value: str
    bound: int | None = None


class Mismatch(NamedTuple):
    """A number that the seed does not give where it stands, and the one that it gives."""

    drawn: Drawn
    expected: str


class Unlike(NamedTuple):
    """A roll that shows other faces than the numbers written with it."""

    roll: Roll
    numbers: tuple[int, ...]


class Seeded(NamedTuple):
    """What became of a log's numbers. `begins` was drawn from what went before; one of `follows` begins a log that goes
    on from here: the next number, or the seed itself where that log was begun in the midst of a replay."""

    log: str
    seed: int
    begins: int | None
    numbers: int
    mismatches: tuple[Mismatch, ...]
    unlike: tuple[Unlike, ...]
    follows: tuple[int, int]

    @property
    def good(self) -> bool:
        return not self.mismatches and not self.unlike


class JavaRandom:
    """java.util.Random, number for number."""

    def __init__(self, seed: int):
        self._state = (seed ^ _STEP) & _MASK

    def bits(self, count: int) -> int:
        self._state = (self._state * _STEP + 0xB) & _MASK
        return self._state >> (48 - count)

    def whole(self) -> int:
        return _signed(self.bits(32), 32)

    def below(self, bound: int) -> int:
        """0 to `bound` - 1. The uppermost numbers are thrown away where they would favour some."""
        if bound & -bound == bound:
            return bound * self.bits(31) >> 31
        while True:
            found = self.bits(31)
            if found - found % bound + bound - 1 < 1 << 31:
                return found % bound

    def long(self) -> int:
        return _signed((_signed(self.bits(32), 32) << 32) + _signed(self.bits(32), 32) & (1 << 64) - 1, 64)

    def double(self) -> float:
        return ((self.bits(26) << 27) + self.bits(27)) * 2.0**-53

    def single(self) -> float:
        return self.bits(24) / float(1 << 24)

    def truth(self) -> bool:
        return self.bits(1) == 1


_STEP, _MASK = 0x5DEECE66D, (1 << 48) - 1


def _signed(value: int, width: int) -> int:
    return value - (1 << width) if value >> (width - 1) else value


def numbers_of(log: Log) -> Iterator[Drawn]:
    """What a log writes down, in order; what cannot be read is passed over."""
    yield from _of_commands(0, log.save.commands)
    for step in log.steps:
        yield from _of_commands(step.number, step.commands)


def _of_commands(step: int, commands: Iterable[c.Command]) -> Iterator[Drawn]:
    for command in commands:
        if type(command) is c.Unknown and command.text.startswith(PREFIX):
            _, kind, value, bound, *_ = [*decode(command.text, ";"), "", "", ""]
            bound = bound.rstrip("\\")
            yield Drawn(step, kind, value, int(bound) if bound.isascii() and bound.isdigit() else None)


def seeded(name: str, log: Log, rolls: Sequence[Roll] = ()) -> Seeded | None:
    """The numbers of a log drawn again from its seed, and its rolls compared with them. None where it tells no seed."""
    random: JavaRandom | None = None
    seed, begins, last, count = 0, None, None, 0
    mismatches: list[Mismatch] = []
    by_step: dict[int, list[Drawn]] = {}
    for drawn in numbers_of(log):
        if drawn.kind == SEED:
            fresh = _whole(drawn.value)
            if fresh is not None:
                if random is None:
                    begins = last
                seed, random = fresh, JavaRandom(fresh)
            continue
        last = _whole(drawn.value)
        if random is None or (drawn.step == 0 and drawn.kind == LONG):
            continue  # drawn from what went before
        count += 1
        by_step.setdefault(drawn.step, []).append(drawn)
        expected = _drawn_again(drawn, random)
        if expected is not None:
            mismatches.append(Mismatch(drawn, expected))
    if random is None:
        return None
    unlike = tuple(_unlike(rolls, by_step))
    return Seeded(name, seed, begins, count, tuple(mismatches), unlike, (random.long(), seed))


def _drawn_again(drawn: Drawn, random: JavaRandom) -> str | None:
    """None where the generator agrees; a Gaussian comes from the doubles written before it and is not looked at."""
    if drawn.kind == GAUSSIAN:
        return None
    if drawn.kind == BELOW:
        if not drawn.bound:
            return "a number with a bound"
        expected: int | float | bool = random.below(drawn.bound)
        return None if _whole(drawn.value) == expected else str(expected)
    if drawn.kind not in _DRAW:
        return "a number of a known kind"
    expected = _DRAW[drawn.kind](random)
    return None if _same(drawn, expected) else str(expected)


_DRAW: Mapping[str, Callable[[JavaRandom], int | float | bool]] = {
    WHOLE: JavaRandom.whole, LONG: JavaRandom.long, DOUBLE: JavaRandom.double, FLOAT: JavaRandom.single,
    TRUTH: JavaRandom.truth,
}  # fmt: skip


def _same(drawn: Drawn, expected: int | float | bool) -> bool:
    if drawn.kind == TRUTH:
        return drawn.value == ("true" if expected else "false")
    if drawn.kind in (DOUBLE, FLOAT):
        try:
            told = float(drawn.value)
        except ValueError:
            return False
        return told == expected if drawn.kind == DOUBLE else struct.pack("f", told) == struct.pack("f", expected)
    return _whole(drawn.value) == expected


def _whole(text: str) -> int | None:
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 20 else None


def _unlike(rolls: Iterable[Roll], by_step: Mapping[int, Sequence[Drawn]]) -> Iterator[Unlike]:
    """A die shows one more than the number drawn for it; of dice that a button keeps, some numbers show nowhere."""
    for roll in rolls:
        if len(roll.faces) == 1 < roll.dice:
            continue  # a sum
        numbers = tuple(
            value + 1 for one in by_step.get(roll.step, ())
            if one.kind == BELOW and (value := _whole(one.value)) is not None and roll.sides in (None, one.bound)
        )  # fmt: skip
        if Counter(roll.faces) - Counter(numbers):
            yield Unlike(roll, numbers)
