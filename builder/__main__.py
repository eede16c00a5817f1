"""`python -m builder …`: the command line on a machine that has nothing but Python.

Only the standard library is imported before the environment stands. Where hexwright's libraries are missing, a
virtual environment is made in .venv beside this package, and the same words are run again inside it.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / ".venv"
NEEDED = (3, 11)
HELP = """usage: python -m builder demo             build the Marne module, its counter sheet, and check a recorded game
       python -m builder test [--all] …   the project's own tests
       python -m builder COMMAND …        any hexwright command (python -m builder --help)
"""


def main(words: list[str]) -> int:
    if sys.version_info < NEEDED:
        print(f"hexwright needs Python {NEEDED[0]}.{NEEDED[1]} or newer; this is {sys.version.split()[0]}")
        return 2
    if not words:
        print(HELP, end="")
        return 2
    if words[0] == "test":
        python = environment("test")
        # as many at a time as there are cores; what a file of tests shares is made once
        side_by_side = [] if "-n" in words else ["-n", "auto", "--dist", "loadscope"]
        return subprocess.call([str(python), "-m", "pytest", *side_by_side, *words[1:]], cwd=ROOT)
    if complete():
        from builder.cli import main as command

        command(words)
        return 0
    return subprocess.call([str(environment("")), "-m", "builder", *words], env={**os.environ, "HEXWRIGHT_ENV": "made"})


def complete() -> bool:
    """Whether the libraries that the command line needs can be imported here."""
    from importlib.util import find_spec

    names = ("click", "jinja2", "lxml", "PIL", "yaml", "reportlab", "resvg_py", "rpds", "fontTools")
    missing = [name for name in names if find_spec(name) is None]
    if missing and os.environ.get("HEXWRIGHT_ENV") == "made":
        raise SystemExit(f"the environment in {HOME} lacks {', '.join(missing)}; delete that folder and try again")
    return not missing


def environment(extra: str) -> Path:
    """The environment's Python, with the project and `extra` installed; made or refreshed only when needed."""
    python = HOME / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    wanted = hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()
    stamp = HOME / f"installed-{extra or 'plain'}"
    if python.exists() and stamp.exists() and stamp.read_text() == wanted:
        return python
    print(f"making the environment in {HOME} (once) …", flush=True)
    if not python.exists():
        venv.create(HOME, with_pip=True)
    target = f"{ROOT}[{extra}]" if extra else str(ROOT)
    quiet = ["--quiet", "--disable-pip-version-check"]
    code = subprocess.call([str(python), "-m", "pip", "install", *quiet, "--editable", target], cwd=ROOT)
    if code:
        raise SystemExit("the libraries could not be installed; is there a network, and may this folder be written?")
    stamp.write_text(wanted)
    return python


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
