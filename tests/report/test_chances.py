"""Chances against values reckoned by hand or printed in any table of chi-square."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest

from builder.report.chances import chi_square_tail, exact_chance, fairness


@pytest.mark.parametrize(
    ("value", "freedom", "chance"),
    [(3.841, 1, 0.05), (5.991, 2, 0.05), (7.815, 3, 0.05), (11.070, 5, 0.05), (15.086, 5, 0.01), (18.307, 10, 0.05)],
)
def test_the_tail_as_tables_print_it(value, freedom, chance):
    assert chi_square_tail(value, freedom) == pytest.approx(chance, abs=0.00005)


@pytest.mark.parametrize(
    "counts", [(3, 0, 0, 0, 0, 0), (2, 1, 0, 0, 0, 0), (1, 1, 1, 0, 0, 0), (4, 1), (3, 2), (2, 2, 0)]
)
def test_the_exact_chance_is_that_of_counting_every_throw(counts):
    dice, sides = sum(counts), len(counts)
    squares = sum(count * count for count in counts)
    throws = list(itertools.product(range(sides), repeat=dice))
    odd = sum(sum(throw.count(face) ** 2 for face in range(sides)) >= squares for throw in throws)
    assert exact_chance(counts) == pytest.approx(float(Fraction(odd, len(throws))), abs=1e-12)


def test_runs_and_means():
    found = fairness((1, 1, 1, 6, 6, 2), 6)
    assert (found.mean, found.expected, found.longest_run, found.runs) == (17 / 6, 3.5, 3, 3)
    assert found.counts == (3, 1, 0, 0, 0, 2) and found.test == "exact"
    assert fairness((), 6) is None
    assert fairness((1, 2, 3, 4, 5, 6) * 10, 6).test == "chi-square"
    # sixty dice without a deviation: every throw is at least as uneven
    assert fairness((1, 2, 3, 4, 5, 6) * 10, 6).chance == 1
    with pytest.raises(ValueError):
        fairness((0, 3), 6)
