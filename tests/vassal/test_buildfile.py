"""buildFile.xml: bytes to components and back; what is refused, and where the message points."""

import io
import zipfile

import pytest
from lxml import etree

from builder.model import BadInput
from builder.vassal.buildfile import Component, component, read_buildfile, write_buildfile
from builder.vassal.traits import Key, NamedKey
from tests.support.vassal_truth import module_xml


@pytest.mark.parametrize("module", ["hexmini", "second"])
def test_modules_come_back_and_the_bytes_are_stable(samples, module):
    root = read_buildfile(module_xml(samples, module))
    written = write_buildfile(root)
    assert read_buildfile(written) == root
    assert write_buildfile(read_buildfile(written)) == written


def test_what_is_written_reads_the_same_in_another_parser():
    """TAB raw in text, as a reference in attributes; line ends of attributes kept; no markup leaks."""
    odd = "a\tb\nc <d> & \"e\" 'f' ł 第"
    root = component("VASSAL.build.GameModule", {"name": odd}, [component("widget.PieceSlot", {}, text="+/x\t\\\ty<&")])
    data = write_buildfile(root)
    assert b"&#9;b&#10;c" in data and b"+/x\t\\\ty&lt;&amp;" in data
    again = etree.fromstring(data)
    assert again.get("name") == odd and again[0].text == "+/x\t\\\ty<&"
    assert again[0].tag == "VASSAL.build.widget.PieceSlot"


def test_values_of_attributes():
    made = component(
        "module.X", {"on": True, "off": False, "n": 3, "d": 43.3, "k": Key("F", ctrl=True), "l": ["a,b", "c"],
                     "keys": [NamedKey("go"), Key("B")]},
    )  # fmt: skip
    assert made.attributes == {
        "on": "true", "off": "false", "n": "3", "d": "43.3", "k": "70,130", "l": "a\\,b,c",
        "keys": "57348\\,0\\,go,66\\,0",
    }  # fmt: skip
    with pytest.raises(ValueError, match="attribute a of module"):
        component("module.X", {"a": None})


def test_character_that_xml_cannot_carry_is_named():
    root = component("VASSAL.build.GameModule", {}, [component("widget.PieceSlot", {"entryName": "A"}, text="x\x1by")])
    with pytest.raises(BadInput, match=r"PieceSlot 'A': text holds U\+001B"):
        write_buildfile(root)


def test_public_report_15_unclosed_element():
    """An unclosed element: line, column and the offending tag."""
    data = b"<VASSAL.build.GameModule>\n <VASSAL.build.module.Map>\n  <x/>\n</VASSAL.build.GameModule>\n"
    with pytest.raises(BadInput) as caught:
        read_buildfile(data)
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.span.line, diagnostic.span.column > 0) == (4, True)
    assert "<VASSAL.build.module.Map> is never closed" in diagnostic.headline
    assert diagnostic.notes == ("<VASSAL.build.module.Map> was opened on line 2",)


def test_broken_samples_point_where_the_engine_points(samples):
    """The engine says line 17 column 43, and line 76."""
    for name, line in (("bad-entity", 17), ("bad-xml", 76)):
        with zipfile.ZipFile(samples / "broken" / f"{name}.vmod") as archive:
            data = archive.read("buildFile.xml")
        with pytest.raises(BadInput) as caught:
            read_buildfile(data)
        assert caught.value.diagnostics[0].span.line == line


@pytest.mark.parametrize(
    "data, says",
    [
        (b'<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', "document type"),
        ('<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'.encode("utf-16"), "document type"),
        (b'<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', "document type"),
        (b"<a>&nbsp;</a>", "nbsp"),
        (b'<a b="&nbsp;"/>', "nbsp"),
        (b"<a>" * 250 + b"</a>" * 250, "deeper than 200"),
        (b"", "not XML"),
        (b"PK\3\4", "not XML"),
        (b"\xff\xfe\x00", "not XML"),
    ],
)
def test_hostile_and_senseless_input_is_refused(data, says):
    with pytest.raises(BadInput, match=says):
        read_buildfile(data)


def test_size_is_bounded(monkeypatch):
    monkeypatch.setattr("builder.vassal.buildfile.MAX_BYTES", 10)
    with pytest.raises(BadInput, match="is not read"):
        read_buildfile(b"<a>12345678</a>")


def test_cdata_is_marked_because_vassal_does_not_see_it():
    root = read_buildfile(b"<a><b><![CDATA[+/x]]></b><c>+/x</c></a>")
    assert [child.cdata for child in root.children] == [True, False]


def test_paths_and_lines():
    root = read_buildfile(b"<a>\n<x.Map mapName='M'>\n<x.Board name='B'/></x.Map></a>")
    board = next(root.all("Board"))
    assert (board.path, board.line, board.short, board.label) == ("Map 'M'/Board 'B'", 3, "Board", "Board 'B'")
    assert isinstance(root.child("Map"), Component) and root.child("Nothing") is None


def test_order_of_walking_is_document_order():
    root = read_buildfile(b"<a><b n='1'><b n='2'/></b><b n='3'/></a>")
    assert [one.get("n") for one in root.all("b")] == ["1", "2", "3"]


def test_a_thousand_components_are_written_in_order():
    root = component("r", {}, [component("c", {"n": n}) for n in range(1000)])
    again = read_buildfile(io.BytesIO(write_buildfile(root)).read())
    assert [child.get("n") for child in again.children] == [str(n) for n in range(1000)]
