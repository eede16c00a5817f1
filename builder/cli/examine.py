"""hexwright examine"""

from __future__ import annotations

from pathlib import Path

import click

from builder.cli.common import EYES, FILE, JSON, leave, put_json, tell

MODULES = (".vmod", ".vmdx")


@click.command(epilog="Examples:  hexwright examine my.vmod   ·   hexwright examine game.vlog --module my.vmod")
@FILE
@click.option("--module", "module_file", type=click.Path(exists=True, dir_okay=False, path_type=Path),
              help="the module that a save or log belongs to: its pieces and boards are compared too")  # fmt: skip
@EYES
@JSON
def examine(file: Path, module_file: Path | None, eyes: str, json_: bool) -> None:
    """Look for faults in a module, save or log: what VASSAL 3.7 makes of it, and every trap it says nothing about.

    Exit code 1 where anything was found.
    """
    from builder.report.veil import Veil
    from builder.vassal.examine_modules import examine_module
    from builder.vassal.examine_saves import examine_save
    from builder.vassal.module import open_module

    veil = Veil(eyes)
    if _is_module(file):
        outcome, found = examine_module(file)
    else:
        module = open_module(module_file) if module_file else None
        outcome, found = examine_save(file, module)
        veil = _veil(file, eyes, module)
    if json_:
        put_json({"schema": 1, "file": str(file), "outcome": str(outcome),
                  "found": [veil.value(one.as_json()) for one in found]})  # fmt: skip
    else:
        for one in found:
            click.echo(veil.text(str(one)))
        click.echo(f"outcome in VASSAL 3.7.26: {outcome}; {len(found)} found")
    leave(int(bool(found)))


def _veil(file: Path, eyes: str, module):
    """What a file hides; a file that cannot be read hides nothing that could be named."""
    from builder.make.inputs import LogFile
    from builder.model import BadInput
    from builder.report.veil import Veil, veil_of

    try:
        veil = veil_of((LogFile(file.name, file),), eyes, module)
    except BadInput as trouble:
        if any(one.code == "eyes" for one in trouble.diagnostics):
            raise
        return Veil(eyes)
    if veil.head:
        tell(veil.head)
    return veil


def _is_module(file: Path) -> bool:
    """By content; by the name where there is none to be read."""
    from builder.model import BadInput
    from builder.vassal.archive import SAVED_GAME, open_archive

    try:
        with open_archive(file) as archive:
            return SAVED_GAME not in archive and (file.suffix.lower() in MODULES or "moduledata" in archive)
    except BadInput:
        return file.suffix.lower() in MODULES
