"""YAML as nodes with their places: text stays text, no value is guessed.

Events are read one by one, not composed: neither deep nesting nor repeated aliases of a stranger's file can hurt.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import yaml

from builder.model import Span
from builder.sources.csvfile import read_text
from builder.sources.faults import Faults

DEEPEST = 40
# without libyaml the pure loader gives the same events, only slower
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(slots=True)
class Scalar:
    text: str
    span: Span


@dataclass(slots=True)
class Listing:
    span: Span
    items: list[Node] = field(default_factory=list)


@dataclass(slots=True)
class Mapping:
    span: Span
    entries: list[tuple[Scalar, Node]] = field(default_factory=list)


Node = Scalar | Listing | Mapping


def read_yaml(path: Path, shown: str, faults: Faults) -> Node | None:
    """The file's one document; None, with a fault, where there is none."""
    text = read_text(path, shown, faults)
    if text is None:
        return None
    try:
        node = _build(text, shown, faults)
    except yaml.YAMLError as trouble:
        mark = getattr(trouble, "problem_mark", None)
        span = Span(shown, mark.line + 1, mark.column + 1) if mark else Span(shown)
        faults.error("yaml-syntax", f"not YAML: {getattr(trouble, 'problem', None) or trouble}", span)
        return None
    if node is None and not any(d.span.path == shown for d in faults.found):
        faults.error("file-empty", "the file is empty", Span(shown, 1))
    return node


def _build(text: str, shown: str, faults: Faults) -> Node | None:
    root: Node | None = None
    stack: list[tuple[Listing | Mapping, Scalar | None]] = []
    for event in yaml.parse(text, Loader=LOADER):
        place = Span(shown, event.start_mark.line + 1, event.start_mark.column + 1)
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            faults.error("yaml-alias", "anchors and aliases are not used here: write the value out", place)
            return None
        if isinstance(event, yaml.CollectionEndEvent):
            stack.pop()
            continue
        node: Node
        if isinstance(event, yaml.ScalarEvent):
            node = Scalar(event.value, place)
        elif isinstance(event, yaml.SequenceStartEvent):
            node = Listing(place)
        elif isinstance(event, yaml.MappingStartEvent):
            node = Mapping(place)
        elif isinstance(event, yaml.DocumentStartEvent) and root is not None:
            faults.error("yaml-documents", "a second document begins here: one file holds one", place)
            return root
        else:
            continue
        if not stack:
            root = node
        elif not _attach(stack, node):
            faults.error("yaml-key", "a key must be a word", place)
            return None
        if not isinstance(node, Scalar):
            stack.append((node, None))
            if len(stack) > DEEPEST:
                faults.error("yaml-depth", f"nested more than {DEEPEST} deep", place)
                return None
    return root


def _attach(stack: list[tuple[Listing | Mapping, Scalar | None]], node: Node) -> bool:
    """Hang a node into the innermost collection; False where it stands as a key and cannot."""
    parent, key = stack[-1]
    if isinstance(parent, Listing):
        parent.items.append(node)
    elif key is None:
        if not isinstance(node, Scalar):
            return False
        stack[-1] = (parent, node)
    else:
        parent.entries.append((key, node))
        stack[-1] = (parent, None)
    return True
