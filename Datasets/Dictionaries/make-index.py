#!/usr/bin/env python3
"""Makes the index of the built-in blocklist that `audit` embeds, from the values it embeds.

    make-index.py           read dictionaries.bin and patterns.bin, write index.bin
    make-index.py --check   make it again and compare it with the committed file

Made once, the index costs no time and no memory of its own when the program starts: the system reads
those of its pages that passwords ask for. It is what `ValueFilter` and `FingerprintTable` of the room
Blocklists make of the same values; the Swift tests look every value up in it, and others, and compare it
with an index made at run time.

index.bin, all numbers little-endian:
    u32         number of values, each as often as it occurs in both files
    u32         number of distinct values
    u32         number of words of the filter, a power of two
    u32         number of places of the table, a multiple of four
    32 x u32    values by length in bytes
    48 bytes    0
    u64 ...     the words of the filter
    u64 ...     the places of the table: fingerprints, or 0

The fingerprint of a value of up to 16 bytes is XXH3 of a block of 16 that ends with it, after zeros, with
the seed "audit" in ASCII plus the length; that of a longer one is XXH3 of the value with this seed. A
bucket of the table is four places, and a value goes to the first free place from the bucket on that the
upper bits of its fingerprint select. The key of a value is the product of its first and its last eight
bytes, folded: its low bits select a word of the filter, bits 28-33 and 34-39 two bits in it.
"""

import argparse
import hashlib
import importlib.util
import pathlib
import struct
import sys

HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE.parents[1] / "Sources" / "C" / "CEmbeddedData" / "Data"
SEED = int.from_bytes(b"audit", "big")
ALL = (1 << 64) - 1
# Places for each 100 values, as in an index made at run time. With 150, a value that is listed is found in
# 1.15 buckets, and one that is not costs 1.8; with 133 it would be 1.27 and 2.7, for 156 KB less.
PLACES = 150
LENGTHS = 32

# The first 64 bytes of XXH3's secret, as numbers.
SECRET = struct.unpack("<8Q", bytes.fromhex(
    "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f"
    "cb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c"))


def folded_product(a, b):
    product = a * b
    return (product & ALL) ^ (product >> 64)


def avalanche(number):
    number ^= number >> 37
    number = number * 0x165667919E3779F9 & ALL
    return number ^ number >> 32


def xxh3(data, seed):
    """XXH3_64bits_withSeed of 16 bytes, or of 17 to 32."""
    first, last = data[:16], data[-16:]
    if len(data) == 16:
        low, high = struct.unpack("<2Q", data)
        low ^= (SECRET[3] ^ SECRET[4]) + seed & ALL
        high ^= (SECRET[5] ^ SECRET[6]) - seed & ALL
        swapped = int.from_bytes(low.to_bytes(8, "little"), "big")
        return avalanche(16 + swapped + high + folded_product(low, high) & ALL)
    assert 16 < len(data) <= 32
    number = len(data) * 0x9E3779B185EBCA87
    for part, place in ((first, 0), (last, 2)):
        low, high = struct.unpack("<2Q", part)
        number += folded_product(
            low ^ (SECRET[place] + seed & ALL), high ^ (SECRET[place + 1] - seed & ALL))
    return avalanche(number & ALL)


def fingerprint(value):
    if len(value) > 16:
        return xxh3(value, SEED)
    return xxh3(value.rjust(16, b"\0"), SEED + len(value))


def filter_key(value):
    first = int.from_bytes(value[:8], "little")
    last = int.from_bytes(value[-8:], "little")
    return folded_product(first ^ 0x9E3779B97F4A7C15, last ^ 0xC2B2AE3D27D4EB4F)


def index(values):
    words = 1
    while words < len(values) // 4:
        words *= 2
    places = 4 * (len(set(values)) * PLACES // 400 + 1)
    bits, table, distinct, lengths = [0] * words, [0] * places, 0, [0] * LENGTHS
    for value in values:
        lengths[len(value)] += 1
        key = filter_key(value)
        bits[key & words - 1] |= 1 << (key >> 28 & 63) | 1 << (key >> 34 & 63)
        found = max(fingerprint(value), 1)
        place = 4 * (found * (places // 4) >> 64)
        while table[place] not in (0, found):
            place = (place + 1) % places
        distinct += table[place] == 0
        table[place] = found
    assert distinct == len(set(values)), "two values have one fingerprint"
    head = struct.pack(f"<4I{LENGTHS}I48x", len(values), distinct, words, places, *lengths)
    return head + struct.pack(f"<{words}Q", *bits) + struct.pack(f"<{places}Q", *table)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare with the committed file")
    check = parser.parse_args().check

    spec = importlib.util.spec_from_file_location("dictionaries", HERE / "make-dictionaries.py")
    dictionaries = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(dictionaries)
    values = [
        text.encode()
        for name, ranked in (("dictionaries.bin", True), ("patterns.bin", False))
        for text, _, _ in dictionaries.decode((DATA / name).read_bytes(), ranked)]

    data = index(values)
    place = DATA / "index.bin"
    if not check:
        place.write_bytes(data)
    elif place.read_bytes() != data:
        sys.exit("error: index.bin is not what this script makes; run it without --check")
    print(f"index.bin  {len(values)} values  {len(data)} bytes  {hashlib.sha256(data).hexdigest()}")


if __name__ == "__main__":
    main()
