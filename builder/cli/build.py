"""hexwright build"""

from __future__ import annotations

from pathlib import Path

import click

from builder.cli.common import GAME, JSON, OUT, OVERLAY, put_json, stage, tell


@click.command(epilog="Example:  hexwright build glorys-end -o dist")
@GAME
@OUT
@OVERLAY
@JSON
@click.option("--fresh", is_flag=True, help="draw every picture anew instead of taking it from the cache")
def build(game: str, out: Path, overlay: Path | None, json_: bool, fresh: bool) -> None:
    """Compile a game's sources into a VASSAL module (.vmod).

    GAME is a name under source/ or a folder. The same sources give the same bytes.
    """
    from builder.art.render import default_cache
    from builder.make.build import build as make
    from builder.make.opening import open_game

    opened = open_game(game, overlay)
    tell(f"building {opened.name} {opened.full_version}")
    built = make(opened, cache=None if fresh else default_cache(), progress=stage)
    path = built.save(out)
    for warning in built.warnings:
        tell(str(warning))
    if json_:
        put_json({"schema": 1, "module": str(path), "version": opened.full_version, "bytes": len(built.content),
                  "stages": dict(built.stages), "warnings": [w.as_json() for w in built.warnings]})  # fmt: skip
    else:
        click.echo(f"{path}  ({len(built.content) / 1e6:.1f} MB)")
