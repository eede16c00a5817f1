"""The forms in which the text of a save lies in its `savedGame` entry (formats 4.2 and 8), told apart by content."""

from __future__ import annotations

import lzma
import re
import zlib
from binascii import Error as HexError
from binascii import hexlify, unhexlify
from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import chain

from builder.model import BadInput, Span, error

TEXT_LIMIT = 512 << 20
"""The largest text, in bytes, that is unpacked unless the caller allows more: guards against bombs."""

DEFAULT_KEY = 0x5A
"""The writer's key. VASSAL draws one at random; ours stays, so that the same game gives the same bytes."""

_XZ_MAGIC = b"\xfd7zXZ\x00"
_NOT_HEX = re.compile(rb"[^0-9A-Fa-f]")
_BLOCK = 1 << 18


class Container(StrEnum):
    VCSK = "!VCSK"  # hex of text XOR key: every released VASSAL
    PLAIN = "plain"
    VOBS = "VOBS"  # raw key byte, then text XOR key: 3.8 development, as the next two
    BANG_VOBS = "!VOBS"
    VOXZ = "!VOXZ"  # raw key byte, then an XZ stream XOR key
    XZ = "xz"
    VCSZ = "!VCSZ"  # hex of a deflate stream XOR key: unreleased, third parties


_MARKS = {
    b"!VCSK": Container.VCSK,
    b"!VCSZ": Container.VCSZ,
    b"!VOBS": Container.BANG_VOBS,
    b"!VOXZ": Container.VOXZ,
}


def recognise(head: bytes) -> Container:
    """The form by its first bytes (six suffice); what has no mark is plain text, however short."""
    if head[:6] == _XZ_MAGIC:
        return Container.XZ
    if head[:4] == b"VOBS" and len(head) > 4:
        return Container.VOBS
    return _MARKS.get(head[:5], Container.PLAIN)


def unveil(raw: bytes, *, path: str = "", limit: int = TEXT_LIMIT) -> tuple[str, Container]:
    """The text of an entry and the form it had. Bytes that are not UTF-8 become U+FFFD, as in VASSAL."""
    form, blocks = plain_blocks([raw], path=path, limit=limit)
    return b"".join(blocks).decode("utf-8", "replace"), form


def veil(text: str, container: Container = Container.VCSK, *, key: int = DEFAULT_KEY) -> bytes:
    """The bytes of an entry that holds this text; `key` is 0..255 and unused by the forms without one."""
    if not 0 <= key <= 255:
        raise ValueError(f"key {key} is not a byte")
    plain = text.encode("utf-8")
    if container is Container.PLAIN:
        return plain
    if container is Container.XZ:
        return _xz(plain)
    if container in (Container.VCSK, Container.VCSZ):
        packed = plain if container is Container.VCSK else zlib.compress(plain, 9)
        return container.encode() + b"%02x" % key + hexlify(packed.translate(_xor(key)))
    packed = _xz(plain) if container is Container.VOXZ else plain
    return container.encode() + bytes([key]) + packed.translate(_xor(key))


def plain_blocks(
    blocks: Iterable[bytes], *, path: str = "", limit: int = TEXT_LIMIT
) -> tuple[Container, Iterator[bytes]]:
    """The form, and the plain bytes block by block, so that a big log never stands in memory as a whole."""
    source = iter(blocks)
    head = b""
    for block in source:
        head += block
        if len(head) >= 8:
            break
    form = recognise(head)
    return form, _bounded(_opened(form, head, source, path), limit, path)


def _xor(key: int) -> bytes:
    return bytes(byte ^ key for byte in range(256))


def _xz(plain: bytes) -> bytes:
    return lzma.compress(plain, format=lzma.FORMAT_XZ, check=lzma.CHECK_CRC64, preset=3)


def _bounded(plain: Iterator[bytes], limit: int, path: str) -> Iterator[bytes]:
    size = 0
    for block in plain:
        size += len(block)
        if size > limit:
            raise BadInput(error("V102", f"text of the saved game is larger than {limit} bytes", Span(path)))
        yield block


def _opened(form: Container, head: bytes, source: Iterator[bytes], path: str) -> Iterator[bytes]:
    if form is Container.PLAIN:
        return chain([head], source)
    if form is Container.XZ:
        return _unpacked(lzma.LZMADecompressor(lzma.FORMAT_XZ), chain([head], source), path)
    if form in (Container.VCSK, Container.VCSZ):
        table = _xor(_hex_key(head, path))
        plain = (block.translate(table) for block in _unhexed(chain([head[7:]], source), path))
        return _inflated(plain, path) if form is Container.VCSZ else plain
    mark = len(form) + 1
    if len(head) < mark:
        raise BadInput(error("V103", f"saved game ends within its {str(form)!r} mark", Span(path)))
    table = _xor(head[mark - 1])
    plain = (block.translate(table) for block in chain([head[mark:]], source))
    if form is Container.VOXZ:
        return _unpacked(lzma.LZMADecompressor(lzma.FORMAT_XZ), plain, path)
    return plain


def _hex_key(head: bytes, path: str) -> int:
    digits = head[5:7]
    if len(digits) < 2:
        raise BadInput(error("V103", f"saved game ends within its {head.decode('ascii')!r} mark", Span(path)))
    if _NOT_HEX.search(digits):
        raise BadInput(error("V104", f"key {_shown(digits)} is not two hex digits", Span(path)))
    return int(digits, 16)


def _unhexed(blocks: Iterable[bytes], path: str) -> Iterator[bytes]:
    carry = b""
    offset = 7
    for block in blocks:
        digits = carry + block if carry else block
        carry = digits[-1:] if len(digits) % 2 else b""
        even = digits[:-1] if carry else digits
        try:
            yield unhexlify(even)
        except HexError:
            raise _not_hex(digits, offset, path) from None
        offset += len(even)
    if carry:
        if _NOT_HEX.match(carry):
            raise _not_hex(carry, offset, path)
        raise BadInput(error("V105", "odd number of hex digits: the saved game was cut off or edited", Span(path)))


def _not_hex(digits: bytes, offset: int, path: str) -> BadInput:
    found = _NOT_HEX.search(digits)
    assert found is not None
    line_end = found[0] in b"\r\n"
    return BadInput(
        error(
            "V104",
            f"{_shown(found[0])} at byte {offset + found.start()} of the saved game is not a hex digit",
            Span(path),
            help="an editor added a line end: remove it" if line_end else "",
        )
    )


def _shown(raw: bytes) -> str:
    return repr(raw.decode("latin-1"))


def _unpacked(unpacker: lzma.LZMADecompressor, blocks: Iterable[bytes], path: str) -> Iterator[bytes]:
    try:
        for block in blocks:
            while not unpacker.eof:
                if plain := unpacker.decompress(block, _BLOCK):
                    yield plain
                if unpacker.needs_input:
                    break
                block = b""
    except lzma.LZMAError as trouble:
        raise BadInput(error("V106", f"damaged XZ stream in the saved game: {trouble}", Span(path))) from None
    if not unpacker.eof:
        raise BadInput(error("V106", "XZ stream of the saved game is cut off", Span(path)))


def _inflated(blocks: Iterator[bytes], path: str) -> Iterator[bytes]:
    """Deflate with or without the zlib frame: third parties wrote both."""
    first = b""
    while len(first) < 2 and (block := next(blocks, None)) is not None:
        first += block
    framed = len(first) > 1 and first[0] & 15 == 8 and (first[0] << 8 | first[1]) % 31 == 0
    unpacker = zlib.decompressobj(15 if framed else -15)
    try:
        for block in chain([first], blocks):
            while block:
                yield unpacker.decompress(block, _BLOCK)
                block = unpacker.unconsumed_tail
        yield unpacker.flush()
    except zlib.error as trouble:
        raise BadInput(error("V106", f"damaged deflate stream in the saved game: {trouble}", Span(path))) from None
    if not unpacker.eof:
        raise BadInput(error("V106", "deflate stream of the saved game is cut off", Span(path)))
