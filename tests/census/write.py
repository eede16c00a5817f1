"""`python -m tests.census.write [GAME...]`: counts every position anew, by the slow twins alone."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping

from tests.census import glorys_end_slow, italian_front_slow, rows, tgwie_slow
from tests.census.rows import Count

SLOW: Mapping[str, Callable[[Mapping[str, str]], Count]] = {
    "tgwie": tgwie_slow.counts,
    "italian-front": italian_front_slow.counts,
    "glorys-end": glorys_end_slow.counts,
}


def main(games: list[str]) -> None:
    for game in games or rows.GAMES:
        rows.write(game, [(row, SLOW[game](row)) for row in rows.read(game)])


if __name__ == "__main__":
    main(sys.argv[1:])
