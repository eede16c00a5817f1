"""hexwright bind"""

from __future__ import annotations

from pathlib import Path

import click

from builder.cli.common import JSON, OVERLAY, leave, put_json, tell


@click.command(epilog="Example:  hexwright bind marne-fans.vmod glorys-end -o binding")
@click.argument("module", metavar="MODULE", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("game", metavar="GAME")
@OVERLAY
@click.option(
    "-o", "--out", type=click.Path(path_type=Path, file_okay=False), help="the folder to write, or to look at again"
)
@JSON
def bind(module: Path, game: str, overlay: Path | None, out: Path | None, json_: bool) -> None:
    """Draft what the pieces, maps and turns of somebody else's module mean in a game of ours.

    Two files are written: pieces.csv for a spreadsheet, binding.yaml for maps, turn and sides. Finish them, then
    `hexwright check LOG --binding DIR` judges games that were played on that module. Where the folder holds them
    already they are read and their faults told, and nothing is written. Exit code 1 while something is asked for.
    """
    from builder.make.bind import draft, write_draft
    from builder.make.binding import BINDING_FILE, read_binding
    from builder.make.opening import open_game
    from builder.vassal.module import open_module

    opened = open_game(game, overlay)
    folder = out or Path(f"{module.stem}-binding")
    if (folder / BINDING_FILE).exists():
        found = read_binding(folder, opened)
        units = sum(rule.kind == "unit" for rule in found.pieces)
        if json_:
            put_json({"schema": 1, "folder": str(folder), "units": units, "maps": len(found.maps), "asked": []})
        else:
            click.echo(f"{folder}: {units} units and {len(found.maps)} maps bound, turn by {found.clock.by}")
        return
    made = draft(open_module(module), opened)
    paths = write_draft(made, folder)
    if json_:
        matched = sum(row.kind != "ask" for row in made.rows)
        put_json({"schema": 1, "folder": str(folder), "pieces": len(made.rows), "matched": matched,
                  "asked": list(made.asked)})  # fmt: skip
    else:
        for path in paths:
            click.echo(str(path))
        for line in made.asked:
            tell(f"asked: {line}")
    leave(int(bool(made.asked)))
