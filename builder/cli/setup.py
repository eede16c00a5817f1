"""hexwright setup"""

from __future__ import annotations

from pathlib import Path

import click

from builder.cli.common import EYES, FILE, JSON, OVERLAY, leave, put_json, tell


@click.group(epilog="Example:  hexwright setup check our-start.vsav")
def setup() -> None:
    """What players set up before a game begins."""


@setup.command(epilog="Example:  hexwright setup check our-start.vsav --scenario may-1917")
@FILE
@click.option("--game", "game", metavar="GAME", help="the game, where the file does not tell")
@click.option("--scenario", metavar="ID", default="", help="the scenario, where the file does not tell")
@OVERLAY
@EYES
@JSON
def check(file: Path, game: str | None, scenario: str, overlay: Path | None, eyes: str, json_: bool) -> None:
    """Judge a set-up by the rules of its scenario: a save, or what a log starts from.

    Names every breach with its rule, its counter and its place. Units that still wait in their boxes are counted; the
    fronts that they are to hold are judged once they have left. Exit code 1 where something is breached.
    """
    from builder.make.inputs import LogFile
    from builder.make.setup_check import check_set_up
    from builder.report.veil import ids_of, veil_of

    report = check_set_up(file, game, scenario, overlay)
    veil = veil_of((LogFile(file.name, file),), eyes, ids=ids_of(report.game))
    if veil.head:
        tell(veil.head)
    if json_:
        put_json(veil.value(report.as_json()))
        leave(int(bool(report.breaches)))
    for one in report.notes:
        tell(veil.text(str(one)))
    for breach in report.breaches:
        click.echo(veil.text(str(breach)))
    for box, count in report.waiting:
        click.echo(f"still waiting: {count} in {box}")
    found = f"{len(report.breaches)} breach(es)" if report.breaches else "clean"
    click.echo(f"{report.scenario.name}: {report.units} units, {found}")
    leave(int(bool(report.breaches)))
