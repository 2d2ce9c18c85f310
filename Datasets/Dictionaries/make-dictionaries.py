#!/usr/bin/env python3
"""Makes the two binaries that `audit` embeds: ranked dictionaries and common patterns.

    make-dictionaries.py                fetch the wheel with pip, check it, write both files
    make-dictionaries.py --wheel FILE   the same from a wheel at hand
    make-dictionaries.py --check        check the committed files; needs no network

The words are zxcvbn's six frequency lists, word for word. They are taken from the wheel that PyPI
serves as zxcvbn 4.5.0: the wheel's sha256 is checked, its literal is parsed and never run, and each
list is checked by the sha256 of its words, in rank order, each with a line feed. `--check` decodes
the committed files, checks the same sums, makes everything again and compares it byte for byte.

dictionaries.bin: a little-endian 32-bit count, then that many records in byte order of their words,
no word twice. A record is
    byte    bits 0-4: bytes shared with the word before; bits 5-7: list, 0...5 in the order of LISTS
    byte    bytes that follow the shared ones
    bytes   those
    u16     rank in its list, from 1, little-endian

patterns.bin: the same without the rank, the list always 0. What is in it: see `patterns`.
"""

import argparse
import ast
import hashlib
import pathlib
import struct
import subprocess
import sys
import tempfile
import zipfile

REQUIREMENT = "zxcvbn==4.5.0"
WHEEL_SHA256 = "2b6eed621612ce6d65e6e4c7455b966acee87d0280e257956b1f06ccc66bd5ff"
MODULE = "zxcvbn/frequency_lists.py"

# The lists in the order of the reference, which decides ties, and as `List` has them in Swift:
# name, words, sha256 of the words in rank order, each with a line feed.
LISTS = [
    ("passwords", 30_000, "a9746c337c6c07a0e439d492a5e15238e799eff05ec52d60f6a4b3dfdc893265"),
    ("english_wikipedia", 30_000, "b29af10c62218f948eb299e0c68b176ab1c5ecdfe9813bd957bf2c434e90813e"),
    ("female_names", 3_712, "08346ad80d8d829fda1064485420da1e0771ba1e0dcd954252d43b61c5116aaf"),
    ("surnames", 10_000, "87be6d1c0ab405012ae1a23d5552ed2da29d792bdfb0f898c2e806768ec33d65"),
    ("us_tv_and_film", 19_160, "f146e15ecba3f37adcd7aa4fb23797555d1ab55489fbb0b989c60073f638aaa0"),
    ("male_names", 983, "5035ab3871a0dd421c960731bb5a77d6c5de784c554dcf67cdc2f01b3a0260da"),
]

DATA = pathlib.Path(__file__).resolve().parents[2] / "Sources" / "C" / "CEmbeddedData" / "Data"

SHORTEST, LONGEST = 8, 24
LOWER = "abcdefghijklmnopqrstuvwxyz"
DIGITS = "0123456789"


def patterns(passwords, english):
    """Values that a blocklist should hold though no frequency list is long enough to name them.

    SP 800-63B-4 asks for 15 characters and has no rule about runs or sequences: such values are
    refused only because they are listed. All are of 8 to 24 characters.

    1. Runs of one printable ASCII character, of every length.
    2. Sequences of every length: a-z, A-Z, 0-9 from every start, up and down, going round; the same
       in pairs and in triples (aabbcc, 111222333) from their ends and from 1.
    3. Two to four characters that ascend or descend (123, abcd, 4321), and every two digits,
       repeated whole as often as fits: 123123123, 1212121212.
    4. Common words repeated two, three and four times: of the first 2,000 passwords and the first
       1,000 English words those that have at least 3 letters.
    5. Keyboards (qwerty, qwertz, azerty, dvorak): every beginning of each row and of each column
       with those that follow it, going round, with and without the keys for symbols, rows also from
       the bottom up, columns also without the digits; of two rows key by key (qawsed); each row
       repeated; all forwards and backwards, in lower and in upper case.
    """
    found = set()

    def add(value):
        if SHORTEST <= len(value) <= LONGEST:
            found.add(value)

    def add_beginnings(text):
        for count in range(SHORTEST, LONGEST + 1):
            add(text[:count])

    def add_repeats(unit, most=LONGEST):
        for times in range(2, most + 1):
            add(unit * times)

    for code in range(0x20, 0x7F):
        add_beginnings(chr(code) * LONGEST)

    for alphabet in (LOWER, LOWER.upper(), DIGITS):
        for way in (alphabet, alphabet[::-1]):
            for start in range(len(way)):
                add_beginnings((way[start:] + way[:start]) * 3)
                for size in (2, 3, 4):
                    if start + size <= len(way):
                        add_repeats(way[start : start + size])
        for way in (alphabet, alphabet[1:] + alphabet[:1], alphabet[::-1]):
            for times in (2, 3):
                add_beginnings("".join(c * times for c in way))
    for tens in DIGITS:
        for ones in DIGITS:
            add_repeats(tens + ones)

    for word in passwords[:2_000] + english[:1_000]:
        if len(word) >= 3:
            add_repeats(word, most=4)

    keyboards = [
        ["1234567890-=", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./"],
        ["1234567890", "qwertzuiop", "asdfghjkl", "yxcvbnm,.-"],
        ["1234567890", "azertyuiop", "qsdfghjklm", "wxcvbn,;:!"],
        ["1234567890", "',.pyfgcrl", "aoeuidhtns", ";qjkxbmwvz"],
    ]
    for rows in keyboards:
        letters = ["".join(c for c in row if c.isalnum()) for row in rows]
        columns = ["".join(keys) for keys in zip(*rows)]
        letter_columns = ["".join(keys) for keys in zip(*letters[1:])]
        bottom_up = letters[::-1]
        walks = []
        for places in (rows, letters, bottom_up, columns, letter_columns):
            for start in range(len(places)):
                walks.append("".join(places[start:] + places[:start]))
        for upper, lower in zip(letters, letters[1:]):
            walks.append("".join(a + b for a, b in zip(upper, lower)))
        for case in (str.lower, str.upper):
            for walk in walks:
                add_beginnings(case(walk))
                add_beginnings(case(walk[::-1]))
            for row in letters:
                add_repeats(case(row))
                add_repeats(case(row[::-1]))

    return sorted(found, key=lambda value: value.encode())


def encode(entries, ranked):
    """Front-codes (word, list, rank) entries, which must be in byte order."""
    out = bytearray(struct.pack("<I", len(entries)))
    before = b""
    for text, which, rank in entries:
        word = text.encode()
        assert word > before and len(word) < 32, text
        shared = 0
        while shared < min(len(before), len(word)) and before[shared] == word[shared]:
            shared += 1
        out += bytes((shared | which << 5, len(word) - shared)) + word[shared:]
        if ranked:
            out += struct.pack("<H", rank)
        before = word
    return bytes(out)


def decode(data, ranked):
    """What `encode` was given."""
    (count,) = struct.unpack_from("<I", data)
    at, before, entries = 4, b"", []
    for _ in range(count):
        shared, which, rest = data[at] & 31, data[at] >> 5, data[at + 1]
        before = before[:shared] + data[at + 2 : at + 2 + rest]
        at += 2 + rest
        rank = 0
        if ranked:
            (rank,) = struct.unpack_from("<H", data, at)
            at += 2
        entries.append((before.decode(), which, rank))
    if at != len(data):
        sys.exit("error: bytes are left over after the last record")
    return entries


def files(lists):
    """Both files' bytes, from the six lists in rank order."""
    entries = sorted(
        ((word, which, rank) for which, words in enumerate(lists)
         for rank, word in enumerate(words, 1)),
        key=lambda entry: entry[0].encode())
    values = patterns(lists[0], lists[1])
    return {
        "dictionaries.bin": encode(entries, ranked=True),
        "patterns.bin": encode([(value, 0, 0) for value in values], ranked=False),
    }


def check_lists(lists):
    """Stops unless all lists are the reference's, word for word."""
    for (name, count, expected), words in zip(LISTS, lists, strict=True):
        found = hashlib.sha256("".join(word + "\n" for word in words).encode()).hexdigest()
        if len(words) != count or found != expected:
            sys.exit(f"error: {name}: {len(words)} words, sha256 {found}; "
                     f"expected {count} words, sha256 {expected}")


def lists_of_wheel(wheel):
    """The six lists of a wheel, in the order of LISTS."""
    found = hashlib.sha256(wheel.read_bytes()).hexdigest()
    if found != WHEEL_SHA256:
        sys.exit(f"error: {wheel.name}: sha256 {found}; expected {WHEEL_SHA256}")
    with zipfile.ZipFile(wheel) as archive:
        tree = ast.parse(archive.read(MODULE).decode())
    (literal,) = [node.value for node in tree.body if isinstance(node, ast.Assign)]
    # Each list is one string of words, cut at commas by a call that is read past, not made.
    lists = {
        ast.literal_eval(key): ast.literal_eval(
            value.func.value if isinstance(value, ast.Call) else value)
        for key, value in zip(literal.keys, literal.values, strict=True)
    }
    words = {name: text.split(",") if isinstance(text, str) else text
             for name, text in lists.items()}
    return [words[name] for name, _, _ in LISTS]


def lists_of_file(data):
    """The six lists of a dictionaries.bin, in the order of LISTS."""
    lists = [{} for _ in LISTS]
    for word, which, rank in decode(data, ranked=True):
        lists[which][rank] = word
    return [[words[rank] for rank in sorted(words)] for words in lists]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--wheel", type=pathlib.Path, help="a zxcvbn 4.5.0 wheel at hand")
    parser.add_argument("--check", action="store_true", help="check the committed files")
    options = parser.parse_args()

    if options.check:
        lists = lists_of_file((DATA / "dictionaries.bin").read_bytes())
    elif options.wheel:
        lists = lists_of_wheel(options.wheel)
    else:
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, "-m", "pip", "download", REQUIREMENT, "--no-deps",
                            "--quiet", "--dest", folder], check=True)
            (wheel,) = pathlib.Path(folder).glob("*.whl")
            lists = lists_of_wheel(wheel)

    check_lists(lists)
    for name, data in files(lists).items():
        place = DATA / name
        if not options.check:
            place.write_bytes(data)
        elif place.read_bytes() != data:
            sys.exit(f"error: {name} is not what this script makes; run it without --check")
        count = struct.unpack_from("<I", data)[0]
        print(f"{name}  {count} values  {len(data)} bytes  {hashlib.sha256(data).hexdigest()}")


if __name__ == "__main__":
    main()
