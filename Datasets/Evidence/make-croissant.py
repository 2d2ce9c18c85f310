#!/usr/bin/env python3
"""Describes the evidence as Croissant does, for programs that load data sets: Reports/evidence/croissant.json.

    Datasets/Evidence/make-croissant.py            writes it
    Datasets/Evidence/make-croissant.py --check    says whether it is what would be written

Tables that the program writes have their columns' meanings from Documentation/report.md; the two that make-evidence.py
writes have them here.
"""
import csv
import hashlib
import json
import pathlib
import re
import sys
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
EVIDENCE = ROOT / "Reports/evidence"
TARGET = EVIDENCE / "croissant.json"
TITLES = {
    "policies": "What each policy does to each list",
    "steps": "What one rule more does, list by list",
    "managers": "What share of the passwords of each generator a policy accepts",
    "behaviour": "What guesses find under assumptions on what users choose whose password was refused",
    "flips": "At which share of users with one behaviour the order of two policies turns",
    "ranking": "The order of policies by what guesses find, and how sure it is",
    "sweep": "A grid of policies: what each refuses, and what it leaves to be guessed",
}
# The columns of policies.csv and steps.csv.
OWN = {
    "list": "the list, by its name in lists.toml",
    "policy": "the policy",
    "kind": "default (of a product), preset (of a standard or study), site (of Apple's list), example or step",
    "unit": "what is counted",
    "total": "all passwords of the list, in the unit",
    "accepted": "accepted passwords",
    "refused_share": "share of all that the policy refuses",
    "guessed_in_day": "accepted passwords that are guessed within 864,000,000 guesses on each account, by the combined estimate",
    "guessed_in_day_share": "share of the accepted passwords that is guessed so",
    "score_3_or_4": "accepted passwords with a score of 3 or 4 by zxcvbn",
    "lambda_10_extraneous": "share that ten guesses find, if users choose something new whose password was refused",
    "lambda_10_proportional": "share that ten guesses find, if these choose as the others do",
    "lambda_10_uniform": "share that ten guesses find, if these choose each permitted password alike",
    "lambda_10_convergent": "share that ten guesses find, if these all choose the commonest permitted password",
    "random_bits": "bits of a random password of the shortest permitted length",
    "random_length": "the shortest permitted length, in characters",
    "refused_of_easily_guessed": "share of those guessed within 1,000,000 guesses that the policy refuses",
    "refused_of_the_rest": "share of all others that the policy refuses",
    "caveats": "what limits the numbers, in sentences that Documentation/guessing.md lists",
    "without": "the policy without the rule", "with": "the policy with it",
    "refused_share_more": "how much more is refused, as a share of all",
    "guessed_before": "share of the accepted passwords that is guessed in a day, without the rule",
    "guessed_after": "the same with the rule",
    "less_guessed_extraneous": "which of both leaves less to ten guesses, if users choose something new",
    "less_guessed_proportional": "the same, if they choose as the others do",
    "less_guessed_uniform": "the same, if they choose each permitted password alike",
    "less_guessed_convergent": "the same, if they all choose the commonest",
    "flip_share": "share of users that must choose one and the same password for the order to turn",
    "compares": "1 if both leave enough passwords to compare, else 0",
}


def documented():
    """The meaning of each column of the program's tables, by table: those of Documentation/report.md."""
    text = (ROOT / "Documentation/report.md").read_text(encoding="utf-8").split("\n## Columns\n")[1].split("\n## ")[0]
    tables = {}
    for section in re.split(r"\n### `", text)[1:]:
        rows = re.findall(r"^\| `([^`]+)`[^|]*\| ([^|]*) \| (.*) \|$", section, re.M)
        tables[section.split(".csv`")[0]] = {name: f"{meaning} [{unit.strip()}]" for name, unit, meaning in rows}
    return tables


def kind_of(values):
    """The type of a column, by what stands in it."""
    filled = [value for value in values if value != ""]
    if filled and all(re.fullmatch(r"-?\d+", value) for value in filled):
        return "sc:Integer"
    if filled and all(re.fullmatch(r"-?\d+(\.\d*)?(e[+-]?\d+)?", value) for value in filled):
        return "sc:Float"
    return "sc:Text"


def meaning(table, column, tables):
    if table == "managers":
        return "the policy" if column == "policy" else f"share of what the generator '{column}' proposes that the policy accepts"
    found = (OWN if table in ("policies", "steps") else tables[table]).get(column)
    return found or sys.exit(f"make-croissant.py: nothing says what '{column}' of {table}.csv is: add it")


def described():
    settings = tomllib.loads((HERE / "lists.toml").read_text(encoding="utf-8"))
    lists, tables = settings["list"], documented()
    files, records = [], []
    for path in sorted([*EVIDENCE.glob("*.csv"), *EVIDENCE.glob("*.tally")]):
        content = path.read_bytes()
        files.append({"@type": "cr:FileObject", "@id": path.name, "name": path.name, "contentUrl": path.name,
                      "contentSize": f"{len(content)} B", "sha256": hashlib.sha256(content).hexdigest(),
                      "encodingFormat": "text/csv" if path.suffix == ".csv" else "application/vnd.sqlite3"})
        if path.suffix != ".csv":
            files[-1]["description"] = "a tally: counts of sets of facts about passwords, of at least 20 accounts each; " \
                "Sources/Lists/TallyFiles/TallyFiles.docc/TallyFormat.md"
            continue
        table = path.stem.split("-")[-1]
        with open(path, newline="", encoding="utf-8") as file:
            head, *rows = csv.reader(file)
        records.append({
            "@type": "cr:RecordSet", "@id": path.stem, "name": path.stem, "description": TITLES[table],
            "field": [{"@type": "cr:Field", "@id": f"{path.stem}/{column}", "name": column,
                       "description": meaning(table, column, tables), "dataType": kind_of([row[place] for row in rows]),
                       "source": {"fileObject": {"@id": path.name}, "extract": {"column": column}}}
                      for place, column in enumerate(head)]})
    licences = "; ".join(f"{one['title']}: {one.get('source')}, licence {one.get('licence', 'that of this project')}" for one in lists)
    return {
        "@context": {
            "@language": "en", "@vocab": "https://schema.org/", "sc": "https://schema.org/",
            "cr": "http://mlcommons.org/croissant/", "dct": "http://purl.org/dc/terms/",
            "citeAs": "cr:citeAs", "column": "cr:column", "conformsTo": "dct:conformsTo",
            "data": {"@id": "cr:data", "@type": "@json"}, "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
            "examples": {"@id": "cr:examples", "@type": "@json"}, "extract": "cr:extract", "field": "cr:field",
            "fileObject": "cr:fileObject", "fileProperty": "cr:fileProperty", "fileSet": "cr:fileSet", "format": "cr:format",
            "includes": "cr:includes", "isLiveDataset": "cr:isLiveDataset", "jsonPath": "cr:jsonPath", "key": "cr:key",
            "md5": "cr:md5", "parentField": "cr:parentField", "path": "cr:path", "recordSet": "cr:recordSet",
            "references": "cr:references", "regex": "cr:regex", "repeated": "cr:repeated", "replace": "cr:replace",
            "rai": "http://mlcommons.org/croissant/RAI/", "samplingRate": "cr:samplingRate",
            "equivalentProperty": "cr:equivalentProperty", "separator": "cr:separator", "source": "cr:source", "subField": "cr:subField", "transform": "cr:transform",
        },
        "@type": "sc:Dataset",
        "name": "audit-evidence",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "description": "What password policies do to lists of leaked passwords: counts and shares, without a password. Of "
                       f"{', '.join(one['title'] for one in lists)}. Numbers computed from: {licences}.",
        "license": "https://www.apache.org/licenses/LICENSE-2.0",
        "creator": {"@type": "sc:Organization", "name": "The audit project"},
        "citeAs": "@misc{audit-evidence, title={What password policies do: evidence from leaks}, author={The audit project}, "
                  f"year={{{settings['day'][:4]}}}}}",
        "datePublished": settings["day"],
        "version": f"{settings['day'].replace('-', '.')}",
        "isLiveDataset": False,
        "distribution": files,
        "recordSet": records,
    }


def main():
    text = json.dumps(described(), indent=1, ensure_ascii=False) + "\n"
    if "--check" in sys.argv:
        if not TARGET.is_file() or TARGET.read_text(encoding="utf-8") != text:
            sys.exit(f"{TARGET.relative_to(ROOT)} is not what the evidence says now: run Datasets/Evidence/make-croissant.py")
        return
    TARGET.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
