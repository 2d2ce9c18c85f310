"""Reads the tally files of parts, adds them up, and writes the sum.

Sources/Lists/TallyFiles/TallyFiles.docc/TallyFormat.md describes the layout. Its SQL statements are not
repeated here: the sum is written with those of the parts. A part consists of the facts that all parts
must share (schema, recipe, blocklists), those that it adds (inputs, lines), and its
signatures. The first two travel as JSON, the third as rows.
"""

import json
import pathlib
import sqlite3
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

Rows = npt.NDArray[np.int64]
Row = list[Any]
# Tables whose rows belong to the part; in `meta` this depends on the name.
OWN_TABLES = ("inputs", "files", "problems", "lines", "band_hits")
OWN_META = ("program", "complete", "names_users", "clamped")


class TallyError(Exception):
    """A tally is malformed, or parts do not fit together."""


@dataclass
class Part:
    """The content of one tally file."""

    common: str
    own: dict[str, list[Row]]
    signatures: Rows


def read_part(path: pathlib.Path) -> Part:
    """Reads a tally file."""
    with sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True) as database:
        schema = [list(row) for row in database.execute("SELECT type, name, sql FROM sqlite_schema")]
        pragmas = {
            name: database.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("application_id", "user_version", "page_size")
        }
        tables = {
            name: [list(row) for row in database.execute(f'SELECT * FROM "{name}"')]
            for kind, name, _ in schema
            if kind == "table" and name not in ("signatures", "groups")
        }
        rows = database.execute("SELECT * FROM signatures").fetchall()
    database.close()
    signatures = np.array(rows, dtype=np.int64).reshape(-1, 4)
    own = {name: tables[name] for name in OWN_TABLES}
    own["meta"] = [row for row in tables["meta"] if row[0] in OWN_META]
    tables["meta"] = [
        row for row in tables["meta"]
        if row[0] not in (*OWN_META, "checksum") and not row[0].startswith("fingerprint_")]
    for name in OWN_TABLES:
        tables[name] = []
    common = json.dumps({"schema": schema, "pragmas": pragmas, "tables": tables})
    return Part(common, own, signatures)


@dataclass
class Whole:
    """The sum of parts, without their signatures."""

    common: str | None = None
    versions: set[str] = field(default_factory=set)
    flags: dict[str, bool] = field(default_factory=dict)
    # Inputs with their rows in other tables, and a number that orders equal names.
    inputs: list[tuple[Row, list[Row], list[Row], int]] = field(default_factory=list)
    lines: dict[str, int] = field(default_factory=dict)
    hits: dict[tuple[int, int], int] = field(default_factory=dict)

    def add_common(self, common: str) -> None:
        """Checks that a part was recorded like the earlier ones; raises `TallyError` otherwise."""
        if self.common is None:
            self.common = common
        elif self.common != common:
            raise TallyError(f"parts were not recorded alike: {_difference(self.common, common)}")

    def add(self, own: Mapping[str, list[Row]], place: int = 0) -> None:
        """Adds the facts of a part; `place` orders inputs of equal names."""
        for name, value in own["meta"]:
            if name == "program":
                self.versions.add(value)
            else:
                # The sum is complete if all parts are; it names users, or is clamped, if any part is.
                before, now = self.flags.get(name, name == "complete"), value == "yes"
                self.flags[name] = before and now if name == "complete" else before or now
        for row in own["inputs"]:
            of_input = [[other for other in own[name] if other[0] == row[0]]
                        for name in ("files", "problems")]
            self.inputs.append((row, of_input[0], of_input[1], place))
        for name, number in own["lines"]:
            self.lines[name] = self.lines.get(name, 0) + number
        for list_number, band, entries in own["band_hits"]:
            key = (list_number, band)
            self.hits[key] = self.hits.get(key, 0) + entries

    @property
    def entries(self) -> int:
        """The number of passwords in all parts."""
        return self.lines["ascii"] + self.lines["utf8"] + self.lines["ill_formed"]

    def write(self, path: pathlib.Path, signatures: Rows, groups: Rows | None = None) -> None:
        """Writes the tally file of the sum, with sorted signatures and any sorted groups."""
        if self.common is None:
            raise TallyError("no part to write")
        common = json.loads(self.common)
        tables: dict[str, list[Row]] = common["tables"]
        rest = {name: tables["meta"][at:] for at, (name, _) in enumerate(tables["meta"])}
        flags = [[name, "yes" if self.flags[name] else "no"]
                 for name in ("complete", "names_users")]
        clamped = [["clamped", "yes" if self.flags["clamped"] else "no"]]
        stated = {str(row[0]): row for row in tables["meta"]}
        tables["meta"] = (
            [["program", version] for version in sorted(self.versions)] + [stated["holds"]] + flags
            + [stated["distinct"]] + clamped + rest["recipe"] + [["checksum", ""]]
        )
        self._fill(tables)
        if sum(self.lines.values()) >= 1 << 63:
            raise TallyError("more lines than can be counted; expected fewer than 2⁶³")
        rows = {"signatures": _sorted(signatures)}
        if groups is not None:
            rows["groups"] = _sorted(groups)
        tables["meta"][-1][1] = _checksum(common["schema"], tables, list(rows.values()))
        _write(path, common, {**tables, **{name: part.tolist() for name, part in rows.items()}})

    def _fill(self, tables: dict[str, list[Row]]) -> None:
        """Numbers the inputs in the order of their names, like `audit merge`."""
        def order(entry: tuple[Row, list[Row], list[Row], int]) -> tuple[str, int, str]:
            return unicodedata.normalize("NFC", str(entry[0][1])), entry[3], str(entry[0][4])

        self.inputs.sort(key=order)
        for number, (row, files, problems, _) in enumerate(self.inputs):
            tables["inputs"].append([number, *row[1:]])
            tables["files"] += [[number, *other[1:]] for other in files]
            tables["problems"] += [[number, *other[1:]] for other in problems]
        tables["lines"] = [[name, number] for name, number in self.lines.items()]
        tables["band_hits"] = [[*key, entries] for key, entries in sorted(self.hits.items())]


def _sorted(rows: Rows) -> Rows:
    """Rows in ascending order of their words, as unsigned numbers, and of the columns after them."""
    keys = [rows[:, column].view(np.uint64) for column in range(rows.shape[1] - 1)]
    return np.ascontiguousarray(rows[np.lexsort(keys[::-1])])


def user_bits(common: str) -> Rows:
    """The bits of the three words that record a password's relation to its user's name."""
    masks = [0, 0, 0]
    for name, word, shift, width, *_ in json.loads(common)["tables"]["facts"]:
        if name in ("user_name", "user_name_part"):
            masks[word] |= ((1 << width) - 1) << shift
    return np.array(masks, dtype=np.uint64).view(np.int64)


def _difference(one: str, other: str) -> str:
    """The first table in which two parts differ."""
    a, b = json.loads(one), json.loads(other)
    names = [name for name in a["tables"] if a["tables"][name] != b["tables"].get(name)]
    if names == ["meta"]:
        pairs = zip(a["tables"]["meta"], b["tables"]["meta"], strict=False)
        names = [f"meta ({row[0]})" for row, now in pairs if row != now]
    return ", ".join(names) or "schema"


def _checksum(schema: list[Row], tables: dict[str, list[Row]], rows: list[Rows]) -> str:
    """XXH3 of a file's whole content: of 4,096 64-bit words at a time, seeded by the hash before."""
    import xxhash

    def of_text(text: str) -> list[int]:
        data = text.encode()
        return [len(data), xxhash.xxh3_64_intdigest(data)]

    words: list[int] = []
    for kind, name, _ in schema:
        if kind != "table" or name not in tables:
            continue
        words += of_text(name)
        for row in tables[name]:
            for cell in row:
                if cell is None:
                    words.append(0)
                elif isinstance(cell, int):
                    words += [1, cell & (1 << 64) - 1]
                else:
                    words += [2, *of_text(cell)]
    numbers = np.concatenate(
        [np.array(words, dtype=np.uint64), *[part.ravel().view(np.uint64) for part in rows]])
    value = 0
    for at in range(0, len(numbers) + 1, 4096):
        chunk = numbers[at : at + 4096]
        data = chunk.astype("<u8").tobytes()
        value = xxhash.xxh3_64_intdigest(data, seed=value ^ len(chunk))
    return f"{value:016x}"


def _write(path: pathlib.Path, common: dict[str, Any], tables: dict[str, list[Row]]) -> None:
    database = sqlite3.connect(path, isolation_level=None)
    for name in ("page_size", "application_id", "user_version"):
        database.execute(f"PRAGMA {name} = {int(common['pragmas'][name])}")
    database.execute("PRAGMA journal_mode = OFF")
    database.execute("BEGIN")
    for _, _, statement in common["schema"]:
        database.execute(statement)
    for name, rows in tables.items():
        if rows:
            places = ", ".join("?" * len(rows[0]))
            database.executemany(f'INSERT INTO "{name}" VALUES ({places})', rows)
    database.execute("COMMIT")
    database.close()
