"""Every line is in exactly one piece, for any text and any cuts."""

import gzip
import random
import zlib

import audit_pieces as pieces
import pytest
from conftest import bgzipped

SEEDS = range(60)
ENDS = [b"\n", b"\r\n", b"\n\n"]


def text_of(seed: int) -> bytes:
    """A text with lines of all lengths, CR LF, empty lines, and sometimes no final line end."""
    chance = random.Random(seed)
    lines = []
    for _ in range(chance.choice([0, 1, 3, 40, 400])):
        length = chance.choice([0, 1, 5, 12, 300, 70_000 if chance.random() < 0.05 else 8])
        lines.append(bytes(chance.choices(b"abc\r\x00\xff", k=length)) + chance.choice(ENDS))
    text = b"".join(lines)
    return text if chance.random() < 0.5 else text.removesuffix(b"\n")


def pieced(data: bytes, form: str, length: int) -> list[bytes]:
    """The lines of an object's pieces; checks that each piece begins where the one before ended."""
    def read(offset: int, count: int) -> bytes:
        return data[offset : offset + count]

    parts, last = [], (0, 0)
    for piece in pieces.cut("u", "n", len(data), form, length):
        start, end = pieces.bounds(piece, read)
        assert start == last
        last = end
        parts.append(b"".join(pieces.content(piece, read, start, end)))
    assert last == (len(data), 0)
    return parts


@pytest.mark.parametrize("seed", SEEDS)
def test_plain_text_is_cut_between_lines(seed: int) -> None:
    text = text_of(seed)
    for length in (1, 7, 1000, 65_536, max(1, len(text) // 3)):
        if len(text) // length > 3000:
            continue
        parts = [part for part in pieced(text, pieces.PLAIN, length) if part]
        assert b"".join(parts) == text
        assert all(part.endswith(b"\n") for part in parts[:-1])
        lines = [line for part in parts for line in part.removesuffix(b"\n").split(b"\n")]
        assert lines == (text.removesuffix(b"\n").split(b"\n") if text else [])


@pytest.mark.parametrize("seed", SEEDS)
def test_bgzip_is_cut_between_lines(seed: int) -> None:
    chance = random.Random(seed)
    # Random bytes, so that there are many blocks.
    text = b"".join(text_of(seed + number) + chance.randbytes(30_000).replace(b"\n", b"")
                    for number in range(chance.choice([1, 4, 9])))
    data = bgzipped(text)
    for length in (len(data) // 2 + 1, len(data) // 7 + 1, 5000):
        packed = pieced(data, pieces.BGZIP, length)
        parts = [part for part in map(gzip.decompress, filter(None, packed)) if part]
        assert b"".join(parts) == text
        assert all(part.endswith(b"\n") for part in parts[:-1])


def test_each_piece_of_bgzip_is_bgzip() -> None:
    text = b"".join(b"%d\n" % number for number in range(200_000))
    parts = pieced(bgzipped(text), pieces.BGZIP, 100_000)
    assert len(parts) > 3
    for part in parts:
        assert pieces.is_bgzip(part) and part.endswith(pieces.EMPTY_BLOCK)
        at = 0
        while at < len(part):
            size = pieces.block_size(part[at : at + 18])
            zlib.decompress(part[at : at + size], wbits=31)
            at += size
        assert at == len(part)


def test_a_damaged_block_is_in_one_piece() -> None:
    text = b"".join(b"%d\n" % number for number in range(200_000))
    data = bytearray(bgzipped(text))
    data[len(data) // 2] ^= 0xFF
    parts = pieced(bytes(data), pieces.BGZIP, 50_000)
    broken = 0
    for part in parts:
        try:
            gzip.decompress(part)
        except (OSError, zlib.error):
            broken += 1
    assert broken == 1


def test_a_line_longer_than_pieces_leaves_pieces_empty() -> None:
    text = b"a\n" + b"b" * 70_000 + b"\nc\n"
    parts = pieced(text, pieces.PLAIN, 10_000)
    assert [part for part in parts if part] == [b"a\n" + b"b" * 70_000 + b"\n", b"c\n"]
    assert len(parts) == 8


def test_what_does_not_split_is_one_piece() -> None:
    assert len(pieces.cut("u", "n", 10**12, pieces.WHOLE, 1)) == 1
    assert not pieces.is_bgzip(gzip.compress(b"a\n"))
