"""buildFile.xml: bytes to a tree of components and back (formats §2.1, §2.2).

Reading never expands entities, refuses document types, and is bounded in size and depth; text in CDATA is marked,
because VASSAL does not see it. Writing goes through lxml: the same tree gives the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from lxml import etree

from builder.model import BadInput, Span, error
from builder.vassal.sequence import encode
from builder.vassal.traits import Key, NamedKey

MAX_BYTES = 128 * 2**20
MAX_DEPTH = 200
PREFIX = "VASSAL.build."

_NAMES = (
    "name", "mapName", "entryName", "chartName", "title", "threadName", "flareName", "text", "buttonText",
    "description",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Component:
    """One element. `path` names the way from the root for people (`Map 'Main'/Board 'A'`), empty when built by us."""

    tag: str
    attributes: Mapping[str, str]
    children: tuple[Component, ...] = ()
    text: str = ""
    line: int = field(default=0, compare=False)
    path: str = field(default="", compare=False)
    cdata: bool = field(default=False, compare=False)

    @property
    def short(self) -> str:
        """The class name without packages: `PieceSlot`."""
        return self.tag.rpartition(".")[2]

    @property
    def name(self) -> str:
        """What people call it: the first attribute that serves as a name, or nothing."""
        return next((self.attributes[key] for key in _NAMES if self.attributes.get(key)), "")

    @property
    def label(self) -> str:
        return f"{self.short} {self.name!r}" if self.name else self.short

    def get(self, name: str, default: str = "") -> str:
        return self.attributes.get(name, default)

    def flag(self, name: str, default: bool = False) -> bool:
        """A boolean attribute; anything but `true` is false."""
        text = self.attributes.get(name)
        return default if text is None else text.lower() == "true"

    def child(self, short: str) -> Component | None:
        """The first child of that class."""
        return next((child for child in self.children if child.short == short), None)

    def all(self, *shorts: str) -> Iterator[Component]:
        """Every component below this one (and itself) of these classes, in document order."""
        stack = [self]
        while stack:
            component = stack.pop()
            if not shorts or component.short in shorts:
                yield component
            stack += reversed(component.children)

    def with_children(self, children: Iterable[Component]) -> Component:
        return replace(self, children=tuple(children))


def component(
    tag: str, attributes: Mapping[str, Any] | None = None, children: Iterable[Component] = (), text: str = ""
) -> Component:
    """A component to write. `module.X` and `widget.X` stand for `VASSAL.build.module.X`, `VASSAL.build.widget.X`.

    Attribute values may be text, numbers, booleans, keys, and lists of texts or keys (VASSAL's comma lists).
    Raises ValueError for None or anything else.
    """
    full = PREFIX + tag if tag.startswith(("module.", "widget.")) else tag
    values = {key: _attribute(tag, key, value) for key, value in (attributes or {}).items()}
    return Component(full, values, tuple(children), text)


def _attribute(tag: str, key: str, value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str | int | float | Key | NamedKey):
        return str(value)
    if isinstance(value, list | tuple):
        return encode([_attribute(tag, key, item) for item in value], ",")
    raise ValueError(f"attribute {key} of {tag} must be text, number, flag, key or a list, not {value!r}")


def read_buildfile(data: bytes, path: str = "buildFile.xml") -> Component:
    """The tree of a build file. Raises BadInput with line, column and the offending tag."""
    if len(data) > MAX_BYTES:
        said = f"a build file of {len(data)} bytes is not read (limit {MAX_BYTES})"
        raise BadInput(error("xml-size", said, Span(path)))
    _refuse_doctype(data, path)
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, strip_cdata=False,
        remove_comments=True, remove_pis=True,
    )  # fmt: skip
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as wrong:
        raise BadInput(_syntax(wrong, data, path)) from None
    return _component(root, path, b"<![CDATA[" in data)


def _refuse_doctype(data: bytes, path: str) -> None:
    head = data[:4]
    wide = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}.get(head[:2])
    if wide is None and b"\0" in head:
        wide = "utf-16-le" if head[1:2] == b"\0" else "utf-16-be"
    if "<!DOCTYPE".encode(wide or "ascii") in data:
        raise BadInput(error("xml-doctype", "a document type is not read: VASSAL writes none", Span(path)))


_MISMATCH = re.compile(r"tag mismatch: (\S+) line (\d+) and (\S+)")
_TAG_BEFORE = re.compile(rb"</?([A-Za-z_][\w.:-]*)[^<]*$")


def _syntax(wrong: etree.XMLSyntaxError, data: bytes, path: str) -> Any:
    line, column = wrong.position if wrong.position[0] else (wrong.lineno or 0, wrong.offset or 0)
    message = (wrong.msg or "not XML").split(", line ")[0]
    notes = []
    if mismatch := _MISMATCH.search(message):
        opened, at, closed = mismatch.groups()
        headline = f"<{opened}> is never closed: </{closed}> comes first"
        notes.append(f"<{opened}> was opened on line {at}")
    else:
        headline = f"not XML: {message[:1].lower()}{message[1:]}"
        before = b"\n".join(data.split(b"\n")[: max(line, 1)])
        if tag := _TAG_BEFORE.search(before[-4000:]):
            headline += f" (in <{tag.group(1).decode('utf-8', 'replace')}>)"
    return error("xml", headline, Span(path, line, column), notes=notes)


def _component(root: Any, path: str, may_hold_cdata: bool) -> Component:
    """The lxml tree as values; a loop, not recursion, since depth comes from a stranger's file."""
    done: dict[Any, list[Component]] = {}
    paths = {root: ""}
    depth = {root: 1}
    for event, element in etree.iterwalk(root, events=("start", "end")):
        if event == "start":
            if not isinstance(element.tag, str):
                continue
            parent = element.getparent()
            if parent is not None:
                depth[element] = depth[parent] + 1
                if depth[element] > MAX_DEPTH:
                    place = Span(path, element.sourceline or 0)
                    raise BadInput(error("xml-depth", f"elements nest deeper than {MAX_DEPTH} levels", place))
                short = element.tag.rpartition(".")[2]
                name = next((element.get(key) for key in _NAMES if element.get(key)), "")
                step = f"{short} {name!r}" if name else short
                paths[element] = f"{paths[parent]}/{step}" if paths[parent] else step
            done[element] = []
            _refuse_entities(element, path)
            continue
        children = tuple(done.pop(element))
        made = _one(element, children, paths.pop(element), may_hold_cdata)
        depth.pop(element)
        parent = element.getparent()
        if parent is None:
            return made
        done[parent].append(made)
    raise AssertionError("a parsed document has a root")


def _refuse_entities(element: Any, path: str) -> None:
    for child in element:
        if isinstance(child, etree._Entity):
            place = Span(path, element.sourceline or 0)
            raise BadInput(error("xml", f"unknown entity {child.text} in <{element.tag}>", place))


def _one(element: Any, children: tuple[Component, ...], path: str, may_hold_cdata: bool) -> Component:
    text = (element.text or "") + "".join(child.tail or "" for child in element)
    cdata = False
    if may_hold_cdata and text.strip():
        start = etree.tostring(element, encoding="unicode", with_tail=False)[: len(text) * 6 + 4096]
        cdata = "<![CDATA[" in start and not children
    return Component(element.tag, dict(element.attrib), children, text.strip(), element.sourceline or 0, path, cdata)


def write_buildfile(root: Component) -> bytes:
    """The bytes of a build file: UTF-8, indented, text of slots untouched. Raises BadInput for what XML cannot hold."""
    element = _element(root, None, "")
    etree.indent(element, "  ")
    body: bytes = etree.tostring(element, encoding="UTF-8")
    return b'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n' + body + b"\n"


def _element(part: Component, parent: Any, path: str) -> Any:
    here = f"{path}/{part.label}" if parent is not None else ""
    try:
        element = etree.Element(part.tag) if parent is None else etree.SubElement(parent, part.tag)
        for key, value in part.attributes.items():
            element.set(key, value)
        if part.text:
            element.text = part.text
    except ValueError:
        raise BadInput(_unwritable(part, here)) from None
    for child in part.children:
        _element(child, element, here)
    return element


_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def _unwritable(part: Component, path: str) -> Any:
    for where, text in (*((f"attribute {key}", value) for key, value in part.attributes.items()), ("text", part.text)):
        if found := _FORBIDDEN.search(text):
            character = f"U+{ord(found.group()):04X}"
            return error("xml-character", f"{path.lstrip('/')}: {where} holds {character}, which XML cannot carry")
    return error("xml-name", f"{path.lstrip('/')}: {part.tag!r} or one of its attribute names is no XML name")
