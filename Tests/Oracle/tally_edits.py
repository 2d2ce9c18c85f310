"""Edits tally files number by number, and makes their checksums anew."""
import ctypes
import ctypes.util
import sqlite3
import struct

EXTREMES = [
    0, 1, -1, 2, 255, 65_536, 2**31 - 1, 2**31, 2**32 - 1, 2**53, 2**62, 2**63 - 1, 2**63 - 2,
    2**63 - 1_000_000, -(2**63),
]
HASH = ctypes.CDLL(ctypes.util.find_library("xxhash") or "libxxhash.so.0").XXH3_64bits_withSeed
HASH.restype = ctypes.c_uint64
HASH.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_uint64]


def digest(data, seed=0):
    return HASH(data, len(data), seed)


def checksum(database):
    words = []

    def text(value):
        data = value.encode("utf-8", "surrogateescape")
        words.extend([len(data), digest(data)])

    names = [row[0] for row in database.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid")]
    big = ["signatures", "groups", "packed_shapes"]
    for name in [name for name in names if name not in big]:
        text(name)
        for row in database.execute(f'SELECT * FROM "{name}" ORDER BY rowid'):
            if name == "meta" and row[0] == "checksum":
                row = (row[0], "")
            for cell in row:
                if cell is None:
                    words.append(0)
                elif isinstance(cell, int):
                    words.extend([1, cell & (2**64 - 1)])
                else:
                    words.append(2)
                    text(str(cell))
    for name in [name for name in big if name in names]:
        for row in database.execute(f'SELECT * FROM "{name}" ORDER BY rowid'):
            words.extend((int(cell) if isinstance(cell, int) else 0) & (2**64 - 1) for cell in row)
    value = 0
    for start in range(0, len(words), 4096):
        part = words[start : start + 4096]
        value = digest(struct.pack(f"<{len(part)}Q", *part), value ^ len(part))
    return f"{value:016x}"


def edit(path, source):
    """Changes a tally, and makes its checksum anew."""
    database = sqlite3.connect(path)
    for _ in range(source.choice([1, 1, 1, 2, 4])):
        names = [row[0] for row in database.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table'")]
        name = source.choice(names + ["groups", "signatures", "lines", "inputs"] * 2)
        if name not in names:
            continue
        rows = [row[0] for row in database.execute(f'SELECT rowid FROM "{name}"')]
        if not rows:
            continue
        row, columns = source.choice(rows), [
            column[1:3] for column in database.execute(f'PRAGMA table_info("{name}")')]
        column, kind = source.choice(columns)
        what = source.randrange(10)
        scope = source.choice(["", f"WHERE rowid = {row}", f"WHERE rowid = {row}"])
        if what == 0:
            database.execute(f'DELETE FROM "{name}" {scope}')
        elif what == 1:
            database.execute(f'INSERT INTO "{name}" SELECT * FROM "{name}" WHERE rowid = {row}')
        elif kind == "INTEGER":
            value = source.choice(EXTREMES + [source.getrandbits(62), source.randrange(99)])
            database.execute(f'UPDATE "{name}" SET "{column}" = ? {scope}', (value,))
        else:
            value = source.choice(
                ["", "x" * 1000, "x" * 65_536, "9" * 30, "yes", "no", "\x1b[31m", "../../x", "a,b\n"])
            database.execute(f'UPDATE "{name}" SET "{column}" = ? {scope}', (value,))
        if source.random() < 0.2:
            database.execute("UPDATE meta SET value = 'yes' WHERE name = 'clamped'")
    database.execute("UPDATE meta SET value = ? WHERE name = 'checksum'", (checksum(database),))
    database.commit()
    database.close()
