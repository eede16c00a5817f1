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
@click.option("--fresh", is_flag=True, help="draw and build all anew; take nothing from the cache")
def build(game: str, out: Path, overlay: Path | None, json_: bool, fresh: bool) -> None:
    """Compile a game's sources into a VASSAL module (.vmod).

    GAME is a name under source/ or a folder. The same sources give the same bytes.
    """
    from builder.art.render import default_cache
    from builder.make.build import build_unchanged, save_module

    stages: dict[str, float] = {}

    def told(name: str, seconds: float) -> None:
        stages[name] = round(seconds, 3)
        stage(name, seconds)

    built = build_unchanged(game, overlay, None if fresh else default_cache(), told,
                            lambda opened: tell(f"building {opened.name} {opened.full_version}"))  # fmt: skip
    path = save_module(out, built.file_name, built.content)
    for warning in built.warnings:
        tell(str(warning))
    if json_:
        put_json({"schema": 1, "module": str(path), "version": built.version, "bytes": len(built.content),
                  "stages": stages, "warnings": [w.as_json() for w in built.warnings]})  # fmt: skip
    else:
        click.echo(f"{path}  ({len(built.content) / 1e6:.1f} MB)")
