"""hexwright demo: the main job in one go."""

from __future__ import annotations

import time
from pathlib import Path

import click

from builder.cli.common import OUT, save, tell

GAME, SCRIPT = "glorys-end", "marne.case"


@click.command(epilog="Example:  hexwright demo -o dist")
@OUT
def demo(out: Path) -> None:
    """Build the Marne module, print its counter sheet, record an example game and check it.

    Says where the four results lie: module, counter sheet, log, report.
    """
    from builder.art.render import default_cache
    from builder.make.build import build
    from builder.make.check import check
    from builder.make.opening import open_game
    from builder.make.record import record_file
    from builder.report import verdicts
    from builder.report.html import page
    from builder.sheets import counter_sheet, game_stock

    start = time.perf_counter()

    def step(number: int, text: str) -> None:
        tell(f"[{number}/5 {time.perf_counter() - start:5.1f} s] {text}")

    step(1, f"reading the sources of {GAME}")
    game = open_game(GAME)
    step(2, f"building the module: {len(game.counters)} counters, {len(game.maps[0].hexes)} hexes")
    module = build(game, cache=default_cache()).save(out)
    step(3, "printing the counter sheet")
    sheet = save(out / f"{GAME}-counters-A4.pdf", counter_sheet(game_stock(game)))
    step(4, f"recording the example game {SCRIPT}")
    log = record_file(Path(game.folder) / "examples" / SCRIPT, out / "marne.vlog", GAME)
    step(5, "checking it")
    found = check(log, game)
    report = save(out / "report.html", page(found, default_cache()).encode("utf-8"))
    for line in verdicts.head(found):
        click.echo(line)
    click.echo("")
    for what, path, then in (
        ("module", module, "open it in VASSAL 3.7"),
        ("counter sheet", sheet, "print it on both sides, at actual size"),
        ("log", log, "open it with the module"),
        ("report", report, "open it in a browser"),
    ):
        click.echo(f"{what:<14} {path}  ({then})")
    tell(f"done in {time.perf_counter() - start:.1f} s")
