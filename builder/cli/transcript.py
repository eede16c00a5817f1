"""hexwright transcript"""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import click

from builder.cli.common import tell

FORMS = ("text", "md", "json", "csv")


@click.command(
    epilog="Examples:  hexwright transcript our-game/   ·   hexwright transcript a.vlog --form md --eyes Red"
)
@click.argument("logs", metavar="LOG...", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--form", type=click.Choice(FORMS), default="text", show_default=True, help="json is one record a line")
@click.option("--facts", is_flag=True, help="also properties, and states of counters that nobody looks at")
@click.option(
    "--from",
    "first",
    type=click.IntRange(1),
    metavar="N",
    help="begin at step N, counted over all logs: headings tell it, as `from N`",
)
@click.option("--to", "last", type=click.IntRange(1), metavar="N", help="end at step N")
@click.option("--module", type=click.Path(exists=True, dir_okay=False, path_type=Path),
              help="the module (default: the one of its name that lies near a log)")  # fmt: skip
@click.option("--eyes", default="public", show_default=True, metavar="SIDE",
              help="whose view: public, director, or a side")  # fmt: skip
def transcript(
    logs: tuple[Path, ...],
    form: str,
    facts: bool,
    first: int | None,
    last: int | None,
    module: Path | None,
    eyes: str,
) -> None:
    """Tell a recorded game step by step: turns, moves with places, losses, dice, draws, chat.

    LOG is one or several .vlog files, folders, or zip archives; logs are put in the order of play, and steps that were
    recorded twice or taken back are left out. For any module.
    """
    from builder.make.chain import open_chain
    from builder.model import Severity
    from builder.report import transcript_forms as forms
    from builder.report.chain import chain_report
    from builder.report.eyes import DIRECTOR
    from builder.report.transcript import Teller, as_json
    from builder.report.veil import HEAD
    from builder.vassal.module import open_module

    if first and last and first > last:
        raise click.BadParameter(f"{last} comes before --from {first}", param_hint="--to")
    chain = open_chain(logs, lambda name: tell(f"  {name}"))
    opened = open_module(module) if module else None
    faults = [str(fault) for fault in chain_report(chain, eyes, opened).faults if fault.severity != Severity.NOTE]
    teller = Teller(chain, eyes, opened)
    entries = (e for e in teller.entries(facts) if (first or 1) <= e.number <= (last or e.number))
    if eyes == DIRECTOR:
        (tell if form in ("json", "csv") else click.echo)(HEAD)
    for fault in faults if form in ("json", "csv") else ():
        tell(fault)
    if form == "json":
        for entry in entries:
            click.echo(json.dumps(as_json(entry, facts), ensure_ascii=False))
    elif form == "csv":
        for row in forms.rows(entries, facts):
            line = io.StringIO(newline="")
            csv.writer(line, lineterminator="\n").writerow(row)
            click.echo(line.getvalue(), nl=False)
    else:
        for line in (forms.markdown if form == "md" else forms.text)(entries, facts, faults):
            click.echo(line)
    if first and first > teller.steps:
        tell(f"nothing is told: there are {teller.steps} steps in all, and --from is {first}")
    if teller.undone:
        tell(f"{teller.undone} steps were taken back, or take back others, and are left out")
