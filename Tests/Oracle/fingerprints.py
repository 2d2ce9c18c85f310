#!/usr/bin/env python3
"""Reads a file of fingerprints without our code, and compares it with the list it was made of.

    fingerprints.py x.tally x.prints key list.txt

Every password of the list (a password a line) must be there once, under the fingerprint that hashlib
makes of it, with its count and with a row of `signatures` that has its length.
"""
import collections
import hashlib
import sqlite3
import struct
import sys

import oracle


def main(tally, prints, key, text):
    with open(key, "rb") as file:
        key = file.read()
    counts = collections.Counter(filter(None, oracle.lines_of(text)))
    expected = {
        hashlib.blake2s(password, key=key, digest_size=16).digest(): (password, count)
        for password, count in counts.items()
    }
    database = sqlite3.connect(tally)
    word, shift, width = database.execute(
        "SELECT word, shift, width FROM facts WHERE name = 'length'").fetchone()
    rows = dict(database.execute(
        f"SELECT rowid, (w{word} >> {shift}) & {(1 << width) - 1} FROM signatures"))
    with open(prints, "rb") as file:
        data = file.read()
    faults, last = 0, b""
    if len(data) != 32 * len(expected):
        sys.exit(f"{len(data) // 32} records for {len(expected)} distinct passwords")
    for start in range(0, len(data), 32):
        fingerprint = data[start:start + 16]
        row, count = struct.unpack_from("<QQ", data, start + 16)
        password, occurrences = expected.get(fingerprint, (None, None))
        length = len(password.decode("utf-8", "replace")) if password else None
        if fingerprint <= last or count != occurrences or rows.get(row) != length:
            faults += 1
        last = fingerprint
    if faults:
        sys.exit(f"{faults} of {len(expected)} records differ")
    print(f"{len(expected)} fingerprints agree")


if __name__ == "__main__":
    main(*sys.argv[1:])
