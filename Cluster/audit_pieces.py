"""Cuts large objects into pieces, so that every line is in exactly one of them.

A cut moves to the first line that begins at or after its byte. Both pieces at a cut move
it by the same rule, so they agree without communicating, and a piece reports where it really
began and ended: the driver checks that no byte is missing and none is read twice.

Plain text can be split, and bgzip, whose blocks can be unpacked separately. A place in plain text is
(byte, 0); in bgzip it is (byte of a block, byte in that block's text).
"""

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

Place = tuple[int, int]
# Returns the bytes from an offset on, as many as asked for unless the object ends.
Read = Callable[[int, int], bytes]

STEP = 1 << 20
WHOLE, PLAIN, BGZIP = "whole", "plain", "bgzip"


@dataclass(frozen=True)
class Piece:
    """A part of an object from one cut to the next, or the whole object."""

    uri: str
    name: str
    size: int
    start: int
    end: int
    form: str = WHOLE

    @property
    def is_part(self) -> bool:
        """Whether the object has other pieces."""
        return self.form != WHOLE


def cut(uri: str, name: str, size: int, form: str, length: int) -> list[Piece]:
    """The pieces of an object, each of about `length` bytes."""
    if form == WHOLE or size <= length:
        return [Piece(uri, name, size, 0, size)]
    count = -(-size // length)
    edges = [size * number // count for number in range(count + 1)]
    return [Piece(uri, name, size, a, b, form) for a, b in zip(edges, edges[1:], strict=False)]


def bounds(piece: Piece, read: Read) -> tuple[Place, Place]:
    """Where a piece really begins and ends; the same place twice if no line begins in it."""
    if piece.form == WHOLE:
        return (0, 0), (piece.size, 0)
    move = _behind_line_end if piece.form == PLAIN else _behind_line_end_in_blocks
    return tuple(  # type: ignore[return-value]
        (edge, 0) if edge in (0, piece.size) else move(read, piece.size, edge)
        for edge in (piece.start, piece.end)
    )


def content(piece: Piece, read: Read, start: Place, end: Place) -> Iterator[bytes]:
    """The bytes of a piece: text, or a complete bgzip file."""
    if start == end:
        return
    if piece.form != BGZIP:
        yield from _range(read, start[0], end[0])
        return
    first, last = start[0], end[0]
    if start[1]:
        size, text = _block(read, first)
        if first == last:
            yield _packed(text[start[1] : end[1]]) + EMPTY_BLOCK
            return
        yield _packed(text[start[1] :])
        first += size
    yield from _range(read, first, last)
    if end[1]:
        yield _packed(_block(read, last)[1][: end[1]])
    if last < piece.size:
        yield EMPTY_BLOCK


def _range(read: Read, start: int, end: int) -> Iterator[bytes]:
    while start < end:
        part = read(start, min(8 * STEP, end - start))
        if not part:
            raise EOFError(f"no bytes at {start} of {end}")
        yield part
        start += len(part)


def _behind_line_end(read: Read, size: int, offset: int) -> Place:
    while offset < size:
        part = read(offset, min(STEP, size - offset))
        if not part:
            raise EOFError(f"no bytes at {offset} of {size}")
        found = part.find(b"\n")
        if found >= 0:
            return offset + found + 1, 0
        offset += len(part)
    return size, 0


# bgzip: gzip members of at most 64 KiB, whose only extra field, BC, holds their size.
_MAGIC = b"\x1f\x8b\x08\x04"
_FIELD = b"\x06\x00BC\x02\x00"
_HEADER = 18
_LARGEST = 1 << 16
# The end of a bgzip file: a block without text.
EMPTY_BLOCK = bytes.fromhex("1f8b08040000000000ff0600424302001b0003000000000000000000")


def block_size(header: bytes) -> int:
    """The size of the block that begins with these bytes; 0 if none does."""
    if header[:4] != _MAGIC or header[10:16] != _FIELD or len(header) < _HEADER:
        return 0
    return int.from_bytes(header[16:18], "little") + 1


def is_bgzip(head: bytes) -> bool:
    """Whether an object that begins with these bytes consists of blocks."""
    size = block_size(head)
    return size > 0 and (len(head) < size + _HEADER or block_size(head[size:]) > 0)


def whole_blocks(head: bytes) -> bytes:
    """The complete blocks in the first bytes of an object, as a bgzip file."""
    at = 0
    while 0 < (size := block_size(head[at : at + _HEADER])) <= len(head) - at:
        at += size
    return head[:at] + EMPTY_BLOCK


def _next_block(read: Read, size: int, offset: int) -> int:
    """Where the first block at or after an offset begins: a header followed by others."""
    while offset < size:
        window = read(offset, min(4 * _LARGEST, size - offset))
        at = window.find(_MAGIC, 0, _LARGEST + len(_MAGIC) - 1)
        while at >= 0:
            if _is_chain(window, at, offset + len(window) == size):
                return offset + at
            at = window.find(_MAGIC, at + 1, _LARGEST + len(_MAGIC) - 1)
        offset += min(_LARGEST, len(window)) or size
    return size


def _is_chain(window: bytes, at: int, is_end: bool) -> bool:
    """Whether each block is followed by a header, up to the end of a window."""
    while at + _HEADER <= len(window):
        length = block_size(window[at : at + _HEADER])
        if not length:
            return False
        at += length
    return at >= len(window) or not is_end


def _block(read: Read, offset: int) -> tuple[int, bytes]:
    """The size and the text of the block at an offset; no text if it is damaged."""
    data = read(offset, _LARGEST)
    size = block_size(data[:_HEADER])
    try:
        text = zlib.decompress(data[:size], wbits=31)
    except zlib.error:
        text = b""
    return size, text


def _behind_line_end_in_blocks(read: Read, size: int, offset: int) -> Place:
    offset = _next_block(read, size, offset)
    while offset < size:
        length, text = _block(read, offset)
        if not length:  # The chain is broken here.
            offset = _next_block(read, size, offset + 1)
            continue
        found = text.find(b"\n")
        if found >= 0:
            # The next block begins after the last byte of this one.
            return (offset, found + 1) if found + 1 < len(text) else (offset + length, 0)
        offset += length
    return size, 0


def _packed(text: bytes) -> bytes:
    """Text as blocks."""
    parts = (text[at : at + _LARGEST // 2] for at in range(0, len(text), _LARGEST // 2))
    return b"".join(_packed_block(part) for part in parts)


def _packed_block(text: bytes) -> bytes:
    packer = zlib.compressobj(1, zlib.DEFLATED, -15)
    data = packer.compress(text) + packer.flush()
    size = _HEADER + len(data) + 8
    return (
        _MAGIC + bytes(4) + b"\x00\xff" + _FIELD + (size - 1).to_bytes(2, "little") + data
        + zlib.crc32(text).to_bytes(4, "little") + len(text).to_bytes(4, "little")
    )
