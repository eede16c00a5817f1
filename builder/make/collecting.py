"""The collector of cycles in long jobs: nearly all that they make is kept, and walked by it in vain."""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

SELDOM = 100_000  # objects made before it looks
Asked = ParamSpec("Asked")
Given = TypeVar("Given")


def seldom_collected(job: Callable[Asked, Given]) -> Callable[Asked, Given]:
    """The same job, with the collector set back as it was found when it ends."""

    @wraps(job)
    def run(*args: Asked.args, **kwargs: Asked.kwargs) -> Given:
        before = gc.get_threshold()
        gc.set_threshold(max(SELDOM, before[0]) if before[0] else 0, *before[1:])
        try:
            return job(*args, **kwargs)
        finally:
            gc.set_threshold(*before)

    return run
