"""hexwright check"""

from __future__ import annotations

from pathlib import Path

import click

from builder.cli.common import EYES, JSON, OVERLAY, leave, put_json, tell

STAGES = ("split", "decode", "interpret", "settle", "recognise")


@click.command(epilog="Examples:  hexwright check turn1.vlog turn2.vlog   ·   hexwright check our-game/ --html a.html")
@click.argument("logs", metavar="LOG...", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--game", metavar="GAME", help="the game, where the log's module does not tell it")
@OVERLAY
@click.option("--stage", type=click.Choice(STAGES), help="show what one stage of the replay made of the log, and stop")
@click.option(
    "--binding",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="what `hexwright bind` wrote: for games on somebody else's module; needs --game",
)
@click.option("--module", type=click.Path(exists=True, dir_okay=False, path_type=Path),
              help="that module (default: the one of its name that lies near the log)")  # fmt: skip
@click.option(
    "--house",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="the players' agreements (default: house.yaml beside the logs)",
)
@click.option("--rulings", type=click.Path(exists=True, dir_okay=False, path_type=Path),
              help="the director's rulings (default: rulings.yaml beside the logs)")  # fmt: skip
@click.option("--rolls", type=click.Path(exists=True, dir_okay=False, path_type=Path),
              help="rolls made outside, a CSV with columns log, step, player, sides, result")  # fmt: skip
@click.option("--trust", multiple=True, metavar="TAG", help="take data of this evidence (chosen, computed…) as proven")
@click.option("--summary", is_flag=True, help="player turn by player turn, and rule by rule, instead of each verdict")
@click.option("--all", "everything", is_flag=True, help="show legal verdicts too")
@click.option("--html", type=click.Path(path_type=Path, dir_okay=False), help="also write the report as a page")
@EYES
@JSON
def check(
    logs, game, overlay, stage, binding, module, house, rulings, rolls, trust, summary, everything, html, eyes, json_
) -> None:
    """Replay recorded games and judge every action by the rules.

    LOG is one or several .vlog files, folders, or zip archives of logs; the order of play comes from the positions
    that they hold. What the players agreed stands in house.yaml, what the director ruled in rulings.yaml. A die that
    was only told in chat proves nothing, unless --rolls lists it. Exit code 1 where an action is ILLEGAL or SUSPECT and
    was not ruled to be allowed. What was hidden from the eyes at any time is judged and not named.
    """
    from builder.make.check import check as judge_logs
    from builder.make.house import HOUSE_FILE, RULINGS_FILE, beside_logs
    from builder.make.outside_rolls import read_rolls
    from builder.model import Tag
    from builder.report import verdicts as report
    from builder.report.veil import ids_of, veil_of

    if stage:
        from builder.report.stages import show

        for line in show(logs, game, stage, overlay, _bind(binding, module, logs, game), eyes, _opened(module)):
            click.echo(line)
        return
    try:
        trusted = frozenset(Tag(tag) for tag in trust)
    except ValueError as wrong:
        raise click.BadParameter(f"{wrong}; tags are {', '.join(Tag)}", param_hint="--trust") from None
    house = house or beside_logs(logs, HOUSE_FILE)
    rulings = rulings or beside_logs(logs, RULINGS_FILE)
    bind = _bind(binding, module, logs, game)
    found = judge_logs(logs, game, trusted, lambda n: tell(f"  {n} actions …") if n % 500 == 0 else None, overlay,
                       house, rulings, bind=bind, rolls=read_rolls(rolls) if rolls else ())  # fmt: skip
    bound = bind(found.game) if bind is not None else None
    files = found.chain.files
    veil = veil_of(files, eyes, _opened(module), ids_of(found.game, bound, files[0].read() if bound else None))
    found = veil.report(found)
    if html:
        from builder.art.render import default_cache
        from builder.report.html import page
        from builder.vassal.archive import write_file

        write_file(html, veil.text(page(found, default_cache())).encode("utf-8"))
        tell(f"wrote {html}")
    if summary:
        from builder.report import summary as short

        if json_:
            put_json(veil.value(short.as_json(found)))
        for line in (*filter(None, (veil.head,)), *short.text(found)) if not json_ else ():
            click.echo(veil.text(line))
    elif json_:
        put_json(veil.value(report.as_json(found)))
    else:
        for line in report.text(found, everything):
            click.echo(veil.text(line))
    leave(int(bool(found.findings)))


def _opened(module):
    from builder.vassal.module import open_module

    return open_module(module) if module is not None else None


def _bind(binding, module, logs, game):
    """What gives the mapping of somebody else's module; None where the game was played on ours."""
    if binding is None:
        return None
    if game is None:
        raise click.UsageError("--binding needs --game")
    from builder.make.bound import bound
    from builder.make.inputs import log_files
    from builder.report.modules_near import module_near
    from builder.vassal.module import open_module

    if module is not None:
        found = open_module(module)
    else:
        file = log_files(logs)[0]
        data = file.read().save.moduledata
        found = module_near(file.source, data.name or "") if data and isinstance(file.source, Path) else None
    if found is None:
        raise click.UsageError("the module is not near the log: name it with --module")
    return lambda opened: bound(binding, found, opened)
