"""The schemas that ship for editors are the declared shapes, and our own files pass them."""

from __future__ import annotations

from pathlib import Path

import jsonschema
import pytest
import yaml

from builder.sources.layout import YAML
from builder.sources.schemas import FOLDER, json_schema, text_of

SOURCE = Path(__file__).resolve().parents[2] / "source"
FILES = [
    (path, kind)
    for game in ("glorys_end", "italian_front", "tgwie", "tutorial")
    for kind, pattern in (
        ("game", "game.yaml"),
        ("map", "*/map.yaml"),
        ("scenario", "scenarios/*.yaml"),
        ("module", "module.yaml"),
    )
    for path in sorted((SOURCE / game).glob(pattern))
]


@pytest.mark.parametrize("kind", YAML)
def test_shipped_schema_is_the_declared_shape(kind: str) -> None:
    shipped = (FOLDER / f"{kind}.schema.json").read_text(encoding="utf-8")
    assert shipped == text_of(kind), "run python -m builder.sources.schemas"


@pytest.mark.parametrize(("path", "kind"), FILES, ids=[f"{p.parent.parent.name}-{p.name}" for p, _ in FILES])
def test_our_files_pass_their_schema(path: Path, kind: str) -> None:
    jsonschema.validate(yaml.safe_load(path.read_text(encoding="utf-8")), json_schema(kind))


def test_every_kind_of_file_is_among_them() -> None:
    assert {kind for _, kind in FILES} == set(YAML)


def test_a_schema_refuses_an_unknown_key() -> None:
    data = yaml.safe_load((SOURCE / "tutorial/game.yaml").read_text(encoding="utf-8"))
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(data | {"sidez": {}}, json_schema("game"))
