#!/usr/bin/env python3
"""Makes the built-in guess model: Sources/C/CEmbeddedData/Data/model.bin.

    make-model.py LIST      # from the list, as text or gzip (three minutes)
    make-model.py --check   # checks the committed file against itself, without the list

The list is the first 388,098 lines of SecLists' 10-million-password-list-top-1000000.txt (M. Burnett,
2015, MIT licence; see NOTICE beside this script), from the commonest password on. It is not committed;
its SHA-256 is checked.

The model is an interpolated Witten-Bell model of 4-grams, with nothing pruned. A password is a run of
symbols: U+0020 to U+007E are 1 to 95, any other scalar or ill-formed part is 96, and 0 ends it. Three
symbols 97 stand before it. A symbol's context is the three symbols before it. With n occurrences of a
context, d different symbols after it, and k of them the symbol c,

    p(c | context) = k / (n + d) + d / (n + d) * p(c | context without its first symbol)

and p(c | no context) mixes with 1/97. A context that never occurred is as the shorter one. The list has
ranks but no counts: the password of rank r counts 1,000,000 // (r + 20) + 1 times.

From bits, that is -log2 of a password's probability, to guesses leads a table: passwords drawn from the
model, sorted; each stands for 2^bits / samples guesses (Dell'Amico and Filippone, CCS 2015).

The file, little-endian:
    0   8 bytes  "AUDMODL1"
    8   u32 × 6  rows, transitions, slots, base of the empty context, base of the start, points
    32  f32 × 2  for each point: bits, log2 of the guesses
    …   to a multiple of 64: the slots of a double array, 6 bytes each, and 2 bytes
Each context has a row with a base. The transition of symbol c is in slot base + c, and what holds for all
other symbols, the way to the context without its first symbol, in slot base + 97. So no two rows have the
same base, and a slot belongs to a row if it names the symbol. A slot, from the lowest bit on: 7 bits symbol
(127: empty), 19 bits base of the next row, 22 bits -log2 p in units of 2^-17. The lower orders are mixed
into the transition's p. The row of the empty context has all 97 symbols.
"""
import argparse
import array
import gzip
import hashlib
import math
import pathlib
import struct
import sys

TARGET = pathlib.Path(__file__).resolve().parents[2] / "Sources/C/CEmbeddedData/Data/model.bin"
LIST_SHA256 = "01975d5870bbd5caa30d138eba5111a7d1f7a833190869851003ad1ef098d998"
MAGIC = b"AUDMODL1"

ORDER = 3  # symbols of context
END, OTHER, START, SYMBOLS = 0, 96, 97, 97
OTHER_BITS = math.log2(1_112_064 - 95)  # which of the other scalars it is
BACK, EMPTY = 97, 127
UNITS = 1 << 17  # of -log2 p
SAMPLES, SEED, STEP = 300_000, 2026, 1 / 32


def symbols(password):
    return [ord(c) - 31 if " " <= c <= "~" else OTHER for c in password] + [END]


class Counts:
    """How often each symbol followed each context, in the order in which they were met."""

    def __init__(self, ranked):
        self.rows = {}
        for rank, password in enumerate(ranked, 1):
            weight = 1_000_000 // (rank + 20) + 1
            context = (START,) * ORDER
            for symbol in symbols(password):
                for length in range(ORDER + 1):
                    row = self.rows.setdefault(context[ORDER - length:], {})
                    row[symbol] = row.get(symbol, 0) + weight
                context = context[1:] + (symbol,)
        self.totals = {context: sum(row.values()) for context, row in self.rows.items()}
        self.known = {}

    def probability(self, context, symbol):
        """The probability of a symbol after a context that occurred."""
        if (context, symbol) not in self.known:
            row, total = self.rows[context], self.totals[context]
            shorter = self.probability(context[1:], symbol) if context else 1 / SYMBOLS
            self.known[context, symbol] = row.get(symbol, 0) / (total + len(row)) + len(row) / (total + len(row)) * shorter
        return self.known[context, symbol]

    def longest(self, context):
        """The longest end of a context that occurred."""
        context = context[-ORDER:]
        while context not in self.rows:
            context = context[1:]
        return context


def randoms(state):
    """SplitMix64, as numbers from 0 to below 1."""
    mask = 2**64 - 1
    while True:
        state = (state + 0x9E3779B97F4A7C15) & mask
        z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        yield ((z ^ (z >> 31)) >> 11) * 2.0**-53


def drawn_bits(counts, random):
    """The bits of one password drawn from the model, of 256 symbols at most."""
    context, bits = (START,) * ORDER, 0.0
    for _ in range(256):
        place = counts.longest(context)
        while True:
            row, total = counts.rows[place], counts.totals[place]
            at = next(random) * (total + len(row))
            if at < total:
                for symbol, count in row.items():
                    if at < count:
                        break
                    at -= count
                break
            if not place:
                symbol = int(next(random) * SYMBOLS)
                break
            place = place[1:]
        bits -= math.log2(counts.probability(counts.longest(context), symbol))
        bits += OTHER_BITS if symbol == OTHER else 0
        context = context[1:] + (symbol,)
        if symbol == END:
            break
    return bits


def points_of(counts):
    """Points (bits, log2 of the guesses), a 32nd of a bit of guesses apart at least."""
    random = randoms(SEED)
    drawn = sorted(drawn_bits(counts, random) for _ in range(SAMPLES))
    points, guesses, following = [], 0.0, 0.0
    for index, bits in enumerate(drawn):
        guesses += 2.0**bits / SAMPLES
        if index + 1 < SAMPLES and drawn[index + 1] == bits:
            continue
        if math.log2(guesses + 1) >= following:
            points.append((bits, math.log2(guesses + 1)))
            following = points[-1][1] + STEP
    return points


def bases_of(rows):
    """A base for each row, so that no two use a slot: rows with many symbols first, each where it fits first."""
    free = (1 << 600_000) - 1  # a bit for each slot
    lowest, bases = 0, {}
    for context in sorted(rows, key=lambda context: (-len(rows[context]), context)):
        used = sorted(rows[context]) + [BACK]
        fits = -1
        for symbol in used:
            fits &= free >> symbol
        base = (fits & -fits).bit_length() - 1
        bases[context] = base
        for symbol in used:
            free ^= 1 << (base + symbol)
    return bases


def encode(counts, points):
    rows = {context: set(row) for context, row in counts.rows.items()}
    rows[()] = set(range(SYMBOLS))
    bases = bases_of(rows)
    count = max(bases.values()) + BACK + 1
    slots = [EMPTY] * count

    def put(context, symbol, following, bits):
        units = round(bits * UNITS)
        assert units < 1 << 22 and bases[following] < 1 << 19
        slots[bases[context] + symbol] = symbol | bases[following] << 7 | units << 26

    for context, used in rows.items():
        for symbol in used:
            following = () if symbol == END else counts.longest(context + (symbol,))
            put(context, symbol, following, -math.log2(counts.probability(context, symbol)))
        different, total = len(counts.rows[context]), counts.totals[context]
        put(context, BACK, context[1:], -math.log2(different / (total + different)))
    header = MAGIC + struct.pack(
        "<6I", len(rows), sum(map(len, counts.rows.values())), count, bases[()], bases[(START,) * ORDER], len(points))
    head = header + b"".join(struct.pack("<2f", *point) for point in points)
    head += bytes(-len(head) % 64)
    return head + b"".join(slot.to_bytes(6, "little") for slot in slots) + bytes(2)


def read_list(path):
    data = pathlib.Path(path).read_bytes()
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    found = hashlib.sha256(data).hexdigest()
    if found != LIST_SHA256:
        sys.exit(f"{path}: its SHA-256 is {found}; expected {LIST_SHA256}")
    return data.decode("utf-8").split("\n")[:-1]


def check(data):
    """Fails unless every row is a distribution that leads to rows, and the table rises."""
    rows, _, count, empty, start, point_count = struct.unpack_from("<6I", data, 8)
    numbers = array.array("f", data[32:32 + 8 * point_count])
    if sys.byteorder == "big":
        numbers.byteswap()
    first = -(-(32 + 8 * point_count) // 64) * 64
    assert data[:8] == MAGIC and len(data) == first + 6 * count + 2
    assert all(a < b for values in (numbers[0::2], numbers[1::2]) for a, b in zip(values, values[1:]))
    slots = [int.from_bytes(data[first + 6 * at:first + 6 * at + 6], "little") for at in range(count)]
    field = lambda slot: (slot & 127, slot >> 7 & (1 << 19) - 1, (slot >> 26) / UNITS)
    bases = {at - BACK for at, slot in enumerate(slots) if slot & 127 == BACK}
    assert len(bases) == rows and {empty, start} <= bases

    def probability(base, symbol):
        found, _, bits = field(slots[base + symbol])
        if found == symbol:
            return 2**-bits
        _, shorter, back = field(slots[base + BACK])
        return 2**-back * probability(shorter, symbol)

    owned = 0
    for base in bases:
        used = [symbol for symbol in range(SYMBOLS) if slots[base + symbol] & 127 == symbol]
        owned += len(used) + 1
        assert all(field(slots[base + symbol])[1] in bases for symbol in used + [BACK])
        # Few rows are summed over all symbols: the rest differ in nothing.
        if base % 16 == 0 or base in (empty, start):
            assert abs(sum(probability(base, symbol) for symbol in range(SYMBOLS)) - 1) < 1e-4
    assert owned == sum(slot & 127 != EMPTY for slot in slots)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("list", nargs="?", help="the list, as text or gzip")
    parser.add_argument("--check", action="store_true", help="check the committed file")
    arguments = parser.parse_args()
    if arguments.check:
        check(TARGET.read_bytes())
    elif arguments.list:
        counts = Counts(read_list(arguments.list))
        points = points_of(counts)
        data = encode(counts, points)
        check(data)
        TARGET.write_bytes(data)
        print(f"{len(counts.rows):,} contexts, {len(points):,} points, {len(data):,} bytes, "
              f"sha256 {hashlib.sha256(data).hexdigest()}")
    else:
        parser.error("name the list, or say --check")


if __name__ == "__main__":
    main()
