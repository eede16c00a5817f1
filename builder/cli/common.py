"""What commands share: progress on the error stream, JSON on the output, exit codes."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from builder.model import Diagnostic, Severity

GAME = click.argument("game", metavar="GAME")
OUT = click.option("-o", "--out", "out", type=click.Path(path_type=Path, file_okay=False), default=Path("dist"),
                   show_default=True, help="folder for what is made")  # fmt: skip
FILE = click.argument("file", metavar="FILE", type=click.Path(exists=True, dir_okay=False, path_type=Path))
JSON = click.option("--json", "json_", is_flag=True, help="print the report as JSON")
OVERLAY = click.option("--overlay", type=click.Path(path_type=Path, exists=True, file_okay=False),
                       help="a folder that lays an owner's data over the game")  # fmt: skip
EYES = click.option("--eyes", default="public", show_default=True, metavar="SIDE",
                    help="whose view: public, director, or a side")  # fmt: skip


def tell(text: str) -> None:
    """A line about the work, on the error stream, so that the output stays clean."""
    click.echo(text, err=True)


def stage(name: str, seconds: float) -> None:
    tell(f"  {name:<16} {seconds:6.2f} s")


def save(path: Path, content: bytes) -> Path:
    """Write a result into a folder that need not be there yet; the path. A folder that refuses is named."""
    from builder.vassal.archive import write_file

    path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, content)
    return path


def put_json(value: Any) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=1))


def put_diagnostics(found: Iterable[Diagnostic], as_json: bool) -> int:
    """Print diagnostics; the exit code they ask for: 1 where one is an error."""
    found = tuple(found)
    if as_json:
        put_json({"schema": 1, "diagnostics": [d.as_json() for d in found]})
    else:
        for diagnostic in found:
            click.echo(str(diagnostic))
        errors = sum(d.severity is Severity.ERROR for d in found)
        click.echo(f"{errors} error(s), {len(found) - errors} other(s)" if found else "clean")
    return int(any(d.severity is Severity.ERROR for d in found))


def leave(code: int) -> None:
    sys.exit(code)
