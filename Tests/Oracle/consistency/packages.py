"""The columns that `datapackage.json` describes: those of each table beside it, of the types that their cells have."""
import csv
import json
import pathlib
import re

from equalities import table

TYPES = {
    "string": re.compile(r"[\s\S]*"), "integer": re.compile(r"-?\d+"), "boolean": re.compile("[01]"),
    "number": re.compile(r"-?\d+(\.\d+)?(e[-+]?\d+)?"),
}


def judge(directory, judge_):
    """Each table of a directory is described, cell by cell; so says the program `frictionless`, where it is installed."""
    directory = pathlib.Path(directory)
    package = json.loads((directory / "datapackage.json").read_text(encoding="utf-8"))
    described = {resource["path"]: resource["schema"]["fields"] for resource in package["resources"]}
    tables = {path.name: table(path) for path in sorted(directory.glob("*.csv"))}
    judge_.equal(sorted(described), sorted(tables), "tables of datapackage.json")
    for name, rows in tables.items():
        fields = described.get(name, [])
        with open(directory / name, encoding="utf-8", newline="") as file:
            judge_.equal([field["name"] for field in fields], next(csv.reader(file)), f"columns of {name}")
        for field in fields:
            judge_.holds(field["description"] and field["unit"], f"{name}: {field['name']} has no meaning or unit")
            odd = [row[field["name"]] for row in rows
                   if row.get(field["name"]) and not TYPES[field["type"]].fullmatch(row[field["name"]])]
            judge_.holds(not odd, f"{name}: {field['name']} is no {field['type']}: {odd[:3]}")
            gaps = sum(not row.get(field["name"]) for row in rows)
            judge_.holds(not gaps or not field.get("constraints", {}).get("required"),
                         f"{name}: {field['name']} is required, and empty in {gaps} rows")
    try:
        import frictionless
    except ImportError:
        return
    report = frictionless.validate(str(directory / "datapackage.json"))
    judge_.holds(report.valid, f"frictionless: {report.flatten(['type', 'message'])[:3]}")
