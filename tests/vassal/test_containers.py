"""Every form of the savedGame entry: read against the checksums of the samples, written and read back, and broken."""

from __future__ import annotations

import hashlib
import json
import lzma
import zipfile
import zlib

import pytest

from builder.model import BadInput
from builder.vassal.containers import Container, plain_blocks, recognise, unveil, veil

FORMS = {
    "original": Container.VCSK,
    "vcsk-key0-upper": Container.VCSK,
    "plain": Container.PLAIN,
    "vobs": Container.VOBS,
    "bang-vobs": Container.BANG_VOBS,
    "voxz": Container.VOXZ,
    "xz": Container.XZ,
}


def raw_entry(path) -> bytes:
    with zipfile.ZipFile(path) as archive:
        return archive.read("savedGame")


def test_every_sample_in_every_form_gives_the_text_of_the_engine(samples):
    truth = json.loads((samples / "truth/containers.json").read_text("utf-8"))
    for name, facts in truth.items():
        folder, file = name.split("/")
        if folder == "original":
            path = samples / ("logs" if file.endswith(".vlog") else "saves") / file
        else:
            path = samples / "containers" / folder / file
        raw = raw_entry(path)
        assert len(raw) == facts["savedGame_bytes"], name
        text, form = unveil(raw)
        assert form is FORMS[folder], name
        assert hashlib.sha256(text.encode()).hexdigest() == facts["plain_sha256"], name
    assert len(truth) > 200


def test_the_engines_own_bytes_are_written_again(samples):
    for path in sorted((samples / "saves").glob("*.vsav")):
        raw = raw_entry(path)
        text, form = unveil(raw)
        assert veil(text, form, key=int(raw[5:7], 16)) == raw


TEXT = "begin_save\x1bCHATOrl\u00e9ans \u7b2c \U0001f3b2\x1bend_save"


@pytest.mark.parametrize("form", Container)
@pytest.mark.parametrize("key", [0, 0x5A, 255])
def test_each_form_is_written_and_read_back(form, key):
    raw = veil(TEXT, form, key=key)
    assert unveil(raw) == (TEXT, form)
    single = [bytes([byte]) for byte in raw]
    found, blocks = plain_blocks(single)
    assert (found, b"".join(blocks).decode()) == (form, TEXT)


def test_the_worked_example_of_the_format():
    assert veil("begin_save\x1b\u00e9") == b"!VCSK5a383f3d333405293b2c3f4199f3"


def test_the_default_is_what_released_vassal_writes():
    assert veil("x")[:5] == b"!VCSK"
    assert veil(TEXT) == veil(TEXT)


def test_a_deflate_stream_without_frame_is_read_too():
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = squeezer.compress(TEXT.encode()) + squeezer.flush()
    assert unveil(b"!VCSZ00" + packed.hex().encode()) == (TEXT, Container.VCSZ)


@pytest.mark.parametrize("raw", [b"", b"be", b"VOBS", b"!VC"])
def test_what_is_shorter_than_a_mark_is_plain_text(raw):
    # public report 1: files shorter than a header still pass through
    assert unveil(raw) == (raw.decode(), Container.PLAIN)


def test_upper_case_hex_and_key_zero(samples):
    text, form = unveil(raw_entry(samples / "broken/s-upper-case-hex.vsav"))
    assert form is Container.VCSK
    assert text.startswith("begin_save\x1b")


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"!VCSK", "ends within its '!VCSK' mark"),
        (b"!VCSK5", "ends within"),
        (b"!VCSKzz00", "key 'zz' is not two hex digits"),
        (b"!VCSK00616", "odd number of hex digits"),
        (b"!VCSK006162\n", "'\\n' at byte 11 of the saved game is not a hex digit"),
        (b"!VCSK0061\r\n", "'\\r' at byte 9"),
        (b"!VCSK0061g2", "'g' at byte 9"),
        (b"!VOBS", "ends within its '!VOBS' mark"),
        (veil(TEXT, Container.XZ)[:-9], "cut off"),
        (veil(TEXT, Container.XZ)[:20] + b"garbage and more", "XZ stream"),
        (veil(TEXT, Container.VCSZ)[:-20], "cut off"),
        (b"!VCSZ00ffffffff", "damaged deflate stream"),
    ],
)
def test_damage_is_said_in_one_line(raw, message):
    with pytest.raises(BadInput) as trouble:
        unveil(raw, path="game.vsav")
    assert message in str(trouble.value)
    assert trouble.value.diagnostics[0].span.path == "game.vsav"


def test_a_bomb_is_stopped_before_it_unfolds():
    bomb = lzma.compress(bytes(40 << 20), format=lzma.FORMAT_XZ)
    _, blocks = plain_blocks([bomb], limit=1 << 20)
    sizes = []
    with pytest.raises(BadInput, match="larger than 1048576 bytes"):
        sizes += [len(block) for block in blocks]
    with pytest.raises(BadInput, match="larger than"):
        unveil(b"!VCSZ00" + zlib.compress(bytes(40 << 20)).hex().encode(), limit=1 << 20)


def test_bytes_that_are_no_utf8_are_replaced_as_vassal_does():
    assert unveil(b"CHAT Orl\xe9ans")[0] == "CHAT Orl\ufffdans"


def test_a_byte_order_mark_stays_in_the_text():
    assert unveil(b"\xef\xbb\xbfbegin_save")[0] == "\ufeffbegin_save"


def test_only_a_whole_mark_counts():
    assert recognise(b"VOBS\x00") is Container.VOBS
    assert recognise(b"begin_save") is Container.PLAIN
    with pytest.raises(ValueError, match="not a byte"):
        veil("x", key=256)
