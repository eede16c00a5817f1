"""moduledata, savedata and extensiondata: small XML beside a build file or a saved game (formats 1.3)."""

from __future__ import annotations

from dataclasses import dataclass

from lxml import etree

from builder.model import BadInput, Span, error


@dataclass(frozen=True, slots=True)
class Metadata:
    """`None` where the element is absent. `saved_at` is in milliseconds since 1970; of texts in several languages
    `name` and `description` hold the first, which is the default, and `translations` the others."""

    version: str | None = None
    vassal_version: str | None = None
    name: str | None = None
    description: str | None = None
    saved_at: int | None = None
    extra1: str | None = None
    extra2: str | None = None
    universal: bool | None = None
    translations: tuple[tuple[str, str, str], ...] = ()
    """(element, language, text)"""


_TEXTS = {"version": "version", "VassalVersion": "vassal_version", "extra1": "extra1", "extra2": "extra2"}
_TRANSLATED = ("name", "description")


def parser() -> etree.XMLParser:
    """An XML parser for strangers' files: no entities, no network, no external anything."""
    return etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)


def read_metadata(raw: bytes, path: str = "") -> Metadata:
    """Unknown elements are ignored, order is free, text is trimmed, a date that is no number is no date."""
    try:
        root = etree.fromstring(raw, parser())
    except etree.XMLSyntaxError as trouble:
        line, column = trouble.position
        raise BadInput(error("V130", f"broken XML: {trouble.msg}", Span(path, line or 0, column or 0))) from None
    if root.getroottree().docinfo.doctype:
        raise BadInput(error("V131", "a document type is not allowed here", Span(path)))
    found: dict[str, object] = {}
    translations: list[tuple[str, str, str]] = []
    for node in root.iterchildren(tag=etree.Element):
        tag, text = str(node.tag), (node.text or "").strip()
        if tag in _TEXTS:
            found.setdefault(_TEXTS[tag], text)
        elif tag in _TRANSLATED and tag in found:
            translations.append((tag, node.get("lang", ""), text))
        elif tag in _TRANSLATED:
            found[tag] = text
        elif tag == "dateSaved" and text.isascii() and text.isdigit():
            found.setdefault("saved_at", int(text))
        elif tag == "universal":
            found.setdefault("universal", text == "true")
    return Metadata(translations=tuple(translations), **found)  # type: ignore[arg-type]


def write_metadata(data: Metadata) -> bytes:
    """The same elements again, in the order in which VASSAL writes them."""
    root = etree.Element("data", version="1")
    rows: list[tuple[str, object]] = [
        ("version", data.version),
        ("extra1", data.extra1),
        ("extra2", data.extra2),
        ("VassalVersion", data.vassal_version),
        ("dateSaved", data.saved_at),
        ("description", data.description),
        ("name", data.name),
        ("universal", None if data.universal is None else str(data.universal).lower()),
    ]
    for tag, value in rows:
        if value is not None:
            etree.SubElement(root, tag).text = str(value)
        for element, language, text in data.translations:
            if element == tag:
                etree.SubElement(root, tag, lang=language).text = text
    etree.indent(root, "  ")
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=False) + b"\n"


def minor_version(version: str | None) -> str:
    """`3.7` of `3.7.26`; the empty string of nothing."""
    return ".".join((version or "").split(".")[:2])
