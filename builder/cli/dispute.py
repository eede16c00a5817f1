"""hexwright dispute"""

from __future__ import annotations

from pathlib import Path

import click

from builder.cli.common import EYES, OVERLAY, save, tell

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command(epilog="Example:  hexwright dispute our-game/ --step 41 --log turn9.vlog -o dispute.pdf")
@click.argument("logs", metavar="LOG...", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--step", type=click.IntRange(min=1), required=True, help="the step that the players disagree on")
@click.option("--log", metavar="NAME", help="of several logs: the one with the step (default: the first)")
@click.option("--rule", metavar="RULE", help="only what this rule says (default: all that is not legal)")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.option(
    "-o", "--out", type=click.Path(path_type=Path, dir_okay=False), required=True, help="a .pdf or .html file"
)
@click.option("--game", metavar="GAME", help="the game, where the log's module does not tell it")
@OVERLAY
@click.option("--house", type=FILE, help="the players' agreements (default: house.yaml beside the logs)")
@click.option("--rulings", type=FILE, help="the director's rulings (default: rulings.yaml beside the logs)")
@EYES
def dispute(logs, step, log, rule, paper, out, game, overlay, house, rulings, eyes) -> None:
    """One page to print on a step that players disagree on: the board before it, the sums, the facts, the ruling.

    Where nothing was ruled yet the page has room to write. Rules are cited by number and told in our words. A step with
    a piece that was hidden from the eyes makes no sheet, and the board shows none.
    """
    from builder.art.render import default_cache
    from builder.make.check import check
    from builder.make.house import HOUSE_FILE, RULINGS_FILE, beside_logs
    from builder.report.dispute import said, sheet_of
    from builder.report.dispute_page import dispute_page
    from builder.report.dispute_pdf import dispute_pdf
    from builder.report.veil import ids_of, veil_of

    form = out.suffix.lower()
    if form not in (".pdf", ".html"):
        raise click.BadParameter(f"{out.name!r} is neither .pdf nor .html", param_hint="-o")
    house, rulings = house or beside_logs(logs, HOUSE_FILE), rulings or beside_logs(logs, RULINGS_FILE)
    report = check(logs, game, overlay=overlay, house=house, rulings=rulings, step=step)
    veil = veil_of(report.chain.files, eyes, ids=ids_of(report.game))
    sheet = sheet_of(veil.report(report), step, log or "", rule or "", default_cache())
    veil.refuse(said(sheet), f"step {step}")
    if veil.head:
        tell(veil.head)
    data = dispute_pdf(sheet, paper) if form == ".pdf" else dispute_page(sheet, paper).encode("utf-8")
    click.echo(str(save(out, data)))
