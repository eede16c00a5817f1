"""JSON Schemas for editors, made from the declared shapes. `python -m builder.sources.schemas` writes them anew."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from builder.sources.layout import YAML
from builder.sources.shape import Fields, Items, Keyed, One, Shape, Tree

FOLDER = Path(__file__).parent / "schemas"
DRAFT = "https://json-schema.org/draft/2020-12/schema"


def json_schema(kind: str) -> dict[str, Any]:
    """The schema of a kind of YAML file: game, map, scenario or module."""
    return {"$schema": DRAFT, "title": f"hexwright {kind}.yaml", **_schema(YAML[kind])}


def _schema(shape: Shape) -> dict[str, Any]:
    if isinstance(shape, One):
        return dict(shape.kind.schema)
    if isinstance(shape, Items):
        return {"type": "array", "items": _schema(shape.item)}
    if isinstance(shape, Keyed):
        return {
            "type": "object",
            "propertyNames": _names(shape.key.schema),
            "additionalProperties": _schema(shape.value),
        }
    if isinstance(shape, Tree):
        return {"type": "object"}
    assert isinstance(shape, Fields)
    return {
        "type": "object",
        "properties": {name: _schema(field.shape) for name, field in shape.fields.items()},
        "required": [name for name, field in shape.fields.items() if field.required],
        "additionalProperties": False,
    }


def _names(schema: dict[str, Any]) -> dict[str, Any]:
    """Keys are always text, whatever an editor's YAML reader makes of values."""
    return {name: value for name, value in schema.items() if name != "type"}


def text_of(kind: str) -> str:
    return json.dumps(json_schema(kind), indent=2, ensure_ascii=False) + "\n"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for kind in YAML:
        (FOLDER / f"{kind}.schema.json").write_text(text_of(kind), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
