"""The constraint solver that finds example deployments. Needs `highspy`, which only their makers install."""

from __future__ import annotations

from typing import Any


def new_solver(seconds: float, gap: float = 1e-4) -> Any:
    """A silent solver that gives up after so many seconds, or is content so near to the best (a share of it).

    On one thread always: HiGHS sets its threads up once a process, and refuses to solve with another number later.
    """
    import highspy

    solver = highspy.Highs()
    solver.silent()
    for option, value in (("time_limit", seconds), ("mip_rel_gap", gap), ("threads", 1)):
        solver.setOptionValue(option, value)
    return solver
