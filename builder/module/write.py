"""The plan as a file: build file, metadata, pictures, charts and setups in one reproducible archive."""

from __future__ import annotations

import re
from collections.abc import Mapping

from builder.module.plan import VASSAL_VERSION, ModulePlan
from builder.vassal.archive import zip_bytes
from builder.vassal.buildfile import write_buildfile
from builder.vassal.metadata import Metadata, write_metadata

_PICTURE = re.compile(r"[\w.-]+\.(?:png|svg|jpg|gif)")
WRITTEN_AT = 1_400_000_000_000  # ms; one constant time, so that the same sources give the same bytes


def module_metadata(plan: ModulePlan) -> Metadata:
    return Metadata(
        version=plan.version, extra1="", extra2="", vassal_version=VASSAL_VERSION, saved_at=WRITTEN_AT,
        description=plan.name, name=plan.name,
    )  # fmt: skip


def save_metadata(plan: ModulePlan, description: str) -> Metadata:
    """The savedata of a save or log on this module."""
    return Metadata(version=plan.version, extra1="", extra2="", vassal_version=VASSAL_VERSION, saved_at=WRITTEN_AT,
                    description=description)  # fmt: skip


def pictures_named(plan: ModulePlan) -> frozenset[str]:
    """The pictures that the module uses: a game may draw more than its pieces show."""
    return frozenset(_PICTURE.findall(write_buildfile(plan.root).decode("utf-8")))


def module_bytes(plan: ModulePlan, files: Mapping[str, bytes]) -> bytes:
    """The .vmod; `files` are the further entries by their names in the archive."""
    entries = {
        "buildFile.xml": write_buildfile(plan.root),
        "moduledata": write_metadata(module_metadata(plan)),
        **files,
    }
    return zip_bytes(entries)
