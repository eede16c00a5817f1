"""hexwright faces"""

from __future__ import annotations

from pathlib import Path

import click

from builder.cli.common import FILE, JSON, OUT, put_json, save, tell


@click.command(epilog="Example:  hexwright faces our-game.vmod -o pictures")
@FILE
@OUT
@click.option("--start", is_flag=True, help="only as each piece starts, without its other levels and its mask")
@JSON
def faces(file: Path, out: Path, start: bool, json_: bool) -> None:
    """Compose every face of any VASSAL module as PNG: layers, labels, rotations, masks, drawings.

    Beside the pictures: contact sheets of all of them, and a table of what is what.
    """
    from builder.make.face_drawing import Pictures
    from builder.make.faces import face_files, module_faces
    from builder.vassal.module import open_module

    module = open_module(file)
    pictures = Pictures(module)
    try:
        found = module_faces(module, pictures)
        folder = out / f"{file.stem}-faces"
        files = [save(folder / name, data) for name, data in face_files(found, pictures, start)]
    finally:
        pictures.close()
    for problem in found.problems:
        tell(str(problem))
    count = sum(path.suffix == ".png" and not path.name.startswith("contact-sheet-") for path in files)
    tell(f"{count} faces of {len(found.slots)} pieces")
    if json_:
        put_json({"schema": 1, "folder": str(folder), "faces": count, "pieces": len(found.slots)})
    else:
        click.echo(str(folder))
