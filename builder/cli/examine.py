"""hexwright examine"""

from __future__ import annotations

from pathlib import Path

import click

from builder.cli.common import FILE, JSON, leave, put_json

MODULES = (".vmod", ".vmdx")


@click.command(epilog="Examples:  hexwright examine my.vmod   ·   hexwright examine game.vlog --module my.vmod")
@FILE
@click.option("--module", "module_file", type=click.Path(exists=True, dir_okay=False, path_type=Path),
              help="the module that a save or log belongs to: its pieces and boards are compared too")  # fmt: skip
@JSON
def examine(file: Path, module_file: Path | None, json_: bool) -> None:
    """Look for faults in a module, save or log: what VASSAL 3.7 makes of it, and every trap it says nothing about.

    Exit code 1 where anything was found.
    """
    from builder.vassal.examine_modules import examine_module
    from builder.vassal.examine_saves import examine_save
    from builder.vassal.module import open_module

    if _is_module(file):
        outcome, found = examine_module(file)
    else:
        outcome, found = examine_save(file, open_module(module_file) if module_file else None)
    if json_:
        put_json({"schema": 1, "file": str(file), "outcome": str(outcome), "found": [one.as_json() for one in found]})
    else:
        for one in found:
            click.echo(str(one))
        click.echo(f"outcome in VASSAL 3.7.26: {outcome}; {len(found)} found")
    leave(int(bool(found)))


def _is_module(file: Path) -> bool:
    """By content; by the name where there is none to be read."""
    from builder.model import BadInput
    from builder.vassal.archive import SAVED_GAME, open_archive

    try:
        with open_archive(file) as archive:
            return SAVED_GAME not in archive and (file.suffix.lower() in MODULES or "moduledata" in archive)
    except BadInput:
        return file.suffix.lower() in MODULES
