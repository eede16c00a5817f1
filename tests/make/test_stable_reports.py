"""The same log gives the same report, whatever order Python's hashes fall in."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

LOG = Path(__file__).parent / "data" / "marne-engine.vlog"


def report(seed: str, *options: str) -> bytes:
    call = (sys.executable, "-m", "builder", "check", str(LOG), "--json", *options)
    done = subprocess.run(call, capture_output=True, check=False, env=os.environ | {"PYTHONHASHSEED": seed})
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


def test_a_report_does_not_hang_on_the_order_of_hashes():
    assert report("1") == report("2")
    assert report("1", "--summary") == report("2", "--summary")
