"""Metadata of modules, saves and extensions."""

from __future__ import annotations

import pytest

from builder.model import BadInput
from builder.vassal.archive import open_archive
from builder.vassal.metadata import Metadata, minor_version, read_metadata, write_metadata


def test_the_samples(samples):
    with open_archive(samples / "modules/hexmini.vmod") as archive:
        module = read_metadata(archive.read("moduledata"))
    assert (module.name, module.version) == ("Hexmini Ł", "1.0")
    with open_archive(samples / "logs/L01-single-moves.vlog") as archive:
        saved = read_metadata(archive.read("savedata"))
    assert saved.vassal_version == "3.7.26"
    assert saved.name is None
    assert saved.saved_at and saved.saved_at > 1_700_000_000_000


@pytest.mark.parametrize(
    "data",
    [
        Metadata(),
        Metadata("1.0", "3.7.26", "Demo", "A demo", 1790000000000, "", ""),
        Metadata("1", name="<Ł & 'x'>", description="", universal=True, translations=(("name", "de", "Vorführung"),)),
    ],
)
def test_written_and_read_back(data):
    assert read_metadata(write_metadata(data)) == data


def test_tolerant_of_order_strangers_and_space():
    raw = b"<data><what/><name>\n Demo </name><!-- x --><version> 2 </version><dateSaved>soon</dateSaved></data>"
    assert read_metadata(raw) == Metadata(version="2", name="Demo")


def test_no_entities_and_no_broken_xml():
    with pytest.raises(BadInput, match="document type"):
        read_metadata(b'<!DOCTYPE data [<!ENTITY x "y">]><data><name>&x;</name></data>')
    with pytest.raises(BadInput, match=r"moduledata:2:.*broken XML"):
        read_metadata(b"<data>\n<name></data>", "moduledata")


def test_minor_versions():
    assert [minor_version(text) for text in ("3.7.26", "3.8.0-beta1", "3", None)] == ["3.7", "3.8", "3", ""]
