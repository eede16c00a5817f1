"""Are these dice fair? Exact where that can be reckoned, chi-square where there are rolls enough (no library of
statistics is worth its size for two tests of ten lines)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import comb, erfc, exp, gamma, sqrt
from typing import NamedTuple

EXACT_UP_TO = 30
"""Dice up to which the exact test is made; above, each face is expected often enough for chi-square."""


class Fairness(NamedTuple):
    """`chance` is how often fair dice deviate at least so much; `test` which test told it."""

    dice: int
    counts: tuple[int, ...]  # of the faces from 1 on
    mean: float
    expected: float
    chance: float
    test: str
    longest_run: int  # of one face
    runs: int  # changes between low and high faces, plus one
    runs_chance: float


def fairness(faces: Sequence[int], sides: int) -> Fairness | None:
    """None for no dice; ValueError for a face that a die of so many sides has not."""
    if not faces:
        return None
    if sides < 2 or min(faces) < 1 or max(faces) > sides:
        raise ValueError(f"a die of {sides} sides shows no {min(faces)}..{max(faces)}")
    counted = Counter(faces)
    counts = tuple(counted[face] for face in range(1, sides + 1))
    exact = len(faces) < EXACT_UP_TO and sides <= 12
    chance = exact_chance(counts) if exact else chi_square_chance(counts)
    runs, runs_chance = _runs(faces, sides)
    return Fairness(len(faces), counts, sum(faces) / len(faces), (sides + 1) / 2, chance,
                    "exact" if exact else "chi-square", _longest(faces), runs, runs_chance)  # fmt: skip


def chi_square_chance(counts: Sequence[int]) -> float:
    """The chance of a chi-square at least as large, for equally likely faces (Pearson)."""
    number = sum(counts)
    expected = number / len(counts)
    value = sum((count - expected) ** 2 for count in counts) / expected
    return chi_square_tail(value, len(counts) - 1)


def chi_square_tail(value: float, freedom: int) -> float:
    """P(X >= value) of the chi-square distribution: closed form for whole degrees of freedom."""
    half = value / 2
    if freedom % 2 == 0:
        term = total = 1.0
        for step in range(1, freedom // 2):
            term *= half / step
            total += term
        return min(1.0, exp(-half) * total)
    total = erfc(sqrt(half))
    for step in range((freedom - 1) // 2):
        total += exp(-half) * half ** (step + 0.5) / gamma(step + 1.5)
    return min(1.0, total)


def exact_chance(counts: Sequence[int]) -> float:
    """The chance that fair dice deviate as much or more, by the sum of the squared counts: every outcome is weighed.

    Ways are whole numbers, so that equal deviations are equal.
    """
    number, sides = sum(counts), len(counts)
    ways: dict[tuple[int, int], int] = {(0, 0): 1}  # (dice placed, sum of squares) -> orders of falling
    for _ in range(sides):
        more: dict[tuple[int, int], int] = {}
        for (placed, squares), count in ways.items():
            for here in range(number - placed + 1):
                key = placed + here, squares + here * here
                more[key] = more.get(key, 0) + count * comb(number - placed, here)
        ways = more
    least = sum(count * count for count in counts)
    return (
        sum(count for (placed, squares), count in ways.items() if placed == number and squares >= least) / sides**number
    )


def _longest(faces: Sequence[int]) -> int:
    best = run = 0
    last = None
    for face in faces:
        run = run + 1 if face == last else 1
        last = face
        best = max(best, run)
    return best


def _runs(faces: Sequence[int], sides: int) -> tuple[int, float]:
    """Wald and Wolfowitz: runs of low and of high faces, and the chance of a number as odd, on both sides."""
    signs = [face * 2 > sides + 1 for face in faces if face * 2 != sides + 1]
    high = sum(signs)
    low = len(signs) - high
    if not high or not low:
        return 1 if signs else 0, 1.0
    runs = 1 + sum(one != other for one, other in pairwise(signs))
    expected = 1 + 2 * high * low / (high + low)
    variance = (expected - 1) * (expected - 2) / (high + low - 1)
    if variance <= 0:
        return runs, 1.0
    return runs, erfc(abs(runs - expected) / sqrt(2 * variance))
