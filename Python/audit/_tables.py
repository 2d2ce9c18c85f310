"""Reads tallies, and the tables of reports, as data frames."""
from __future__ import annotations

import csv
import importlib.util
import json
import os
import pathlib
import sqlite3
import sys
import tempfile
from typing import Any, Callable, Iterable, Sequence, Union

from audit._program import AuditError, Option, Value, run

APPLICATION = 0x41544C59
# How fields of tables are read; booleans are 1 and 0.
READ: dict[str, Callable[[str], Any]] = {"integer": int, "number": float, "boolean": lambda text: text == "1"}
Path = Union[str, "os.PathLike[str]"]


def _frame(columns: Sequence[str], rows: Iterable[Sequence[Any]], kind: str | None) -> Any:
    """A data frame of pandas or Polars: the one imported, else one that is installed; else 'rows', dictionaries."""
    libraries = ("pandas", "polars")
    kind = kind or next((name for name in libraries if name in sys.modules), None) \
        or next((name for name in libraries if importlib.util.find_spec(name)), "rows")
    if kind == "rows":
        return [dict(zip(columns, row)) for row in rows]
    if kind == "pandas":
        return importlib.import_module("pandas").DataFrame(list(rows), columns=list(columns))
    if kind == "polars":
        return importlib.import_module("polars").DataFrame(list(rows), schema=list(columns), orient="row",
                                                           infer_schema_length=None)
    raise ValueError(f"'{kind}' is no kind of frame; expected 'pandas', 'polars' or 'rows'")


class Tally:
    """A tally that `audit scan` recorded: a SQLite database of counts, without a password. `with` closes it."""

    def __init__(self, path: Path) -> None:
        self.path = os.fspath(path)
        if not os.path.isfile(path):
            raise FileNotFoundError(f"{os.fspath(path)}: there is no such tally; expected a file that 'audit scan' wrote")
        self._database = sqlite3.connect(f"{pathlib.Path(path).absolute().as_uri()}?mode=ro", uri=True)
        try:
            (application,) = self._database.execute("PRAGMA application_id").fetchone()
        except sqlite3.DatabaseError:
            application = None
        if application != APPLICATION:
            self.close()
            raise AuditError(f"{os.fspath(path)}: this is no tally; expected a file that 'audit scan' wrote")

    def __enter__(self) -> Tally:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        self._database.close()

    @property
    def tables(self) -> list[str]:
        """The names of tables and views. Of a folded tally, `ranges` has both ends of each fact."""
        listed = "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY name"
        return [name for (name,) in self._database.execute(listed)]

    def frame(self, table: str = "passwords", *, kind: str | None = None) -> Any:
        """All rows of a table or view.

        Of a folded tally, a fact that the passwords of a row do not share is None in `passwords`: ask for `ranges`.
        """
        if table not in self.tables:
            raise KeyError(f"the tally has no table '{table}'; expected one of {', '.join(self.tables)}")
        return self.query(f'SELECT * FROM "{table}"', kind=kind)

    def query(self, sql: str, parameters: Sequence[Any] = (), *, kind: str | None = None) -> Any:
        """The rows of a query in SQL."""
        found = self._database.execute(sql, parameters)
        return _frame([column[0] for column in found.description or ()], found, kind)


tally = Tally


def report(source: Path | Tally | Sequence[Path], rules: Value | Sequence[Value] = (), *, preset: str | Sequence[str] = (),
           kind: str | None = None, **options: Option) -> dict[str, Any]:
    """The tables of a report of a tally or of lists, by name: 'results' has a row for each policy, 'columns' what all mean.

    Other options are those of `audit report`, for lists of `audit run`. Numbers that are not known are None. A policy's
    text may begin with its name: "[mine] minlength: 12;".

    >>> from audit import evidence
    >>> tables = report(evidence("phpbb"), rules="minlength: 12;", kind="rows")
    >>> sorted(tables), tables["results"][0]["n"]
    (['audit', 'columns', 'results', 'rules'], 255421)
    """
    source = source.path if isinstance(source, Tally) else source
    paths = [os.fspath(path) for path in ([source] if isinstance(source, (str, os.PathLike)) else source)]
    with tempfile.TemporaryDirectory() as folder:
        target = pathlib.Path(folder, "report")
        run("report" if all(map(_is_tally, paths)) else "run",
            {"rules": rules, "preset": preset, "no_page": True, **options, "output": target}, paths)
        if not target.exists():
            raise AuditError("the program wrote no report", 1)
        package = json.loads((target / "datapackage.json").read_text(encoding="utf-8"))
        meanings = [(table["name"], field["name"], field.get("unit"), field.get("description"))
                    for table in package["resources"] for field in table["schema"]["fields"]]
        return {**{table["name"]: _read(target / table["path"], table["schema"]["fields"], kind)
                   for table in package["resources"]}, "columns": _frame(("table", "column", "unit", "meaning"), meanings, kind)}


def presets(*, kind: str | None = None) -> Any:
    """The policies that standards publish, a row each, with the `id` that `preset=` takes and its `title`.

    >>> presets(kind="rows")[0]["id"]
    'nist-63b-4'
    """
    rows = json.loads(run("rules presets", {"format": "json"}))
    return _frame(("id", "title"), [(row["id"], row["title"]) for row in rows], kind)


def _is_tally(path: str) -> bool:
    if not os.path.isfile(path):
        return path.endswith(".tally")
    with open(path, "rb") as file:
        return file.read(16) == b"SQLite format 3\0"


def _read(path: pathlib.Path, fields: Sequence[dict[str, Any]], kind: str | None) -> Any:
    readers = {field["name"]: READ.get(field["type"]) for field in fields}
    with open(path, newline="", encoding="utf-8") as file:
        columns, *lines = csv.reader(file)
        used = [readers.get(column) for column in columns]
        rows = [[text if read is None else read(text) if text else None for read, text in zip(used, line)] for line in lines]
    return _frame(columns, rows, kind)
