#!/usr/bin/env python3
"""Holds folded tallies against the exact one: every interval must contain the truth.

Scans a list once, folds the tally at several K, and reports the policies of real sites from all of
them. Of each row of audit.csv the exact number must lie between `count_least` and `count_most`; totals
must close; every row of the file must have K entries; and lengths counted with SQL on the view `ranges`
must be what the report says. Prints how wide the intervals are.

    python3 Tests/Oracle/folding.py --audit .build/release/audit Datasets/Samples/synthetic-100k.txt.gz
"""
import argparse
import collections
import pathlib
import sqlite3
import statistics
import subprocess
import sys
import tempfile

from equalities import Judge, table

ROOT = pathlib.Path(__file__).resolve().parents[2]
RULES = ROOT / "Tests/Vectors/password-rules/apple-password-rules.json"
# Rows that a folded report forms anew, or leaves out.
OTHER_ROWS = {"violation_set", "blocklist_band"}
LENGTHS = range(6, 21)


def rows(path):
    """The numbers of a table by policy, metric, bucket and unit."""
    return {(row["policy"], row["metric"], row["bucket"], row["unit"]): row for row in table(path)}


def bounds(row):
    """The least and the most number of a row; none if it is not told."""
    if row["count_least"] == "":
        return None
    return int(row["count_least"]), int(row["count_most"])


def check_rows(exact, folded, judge):
    for key, row in exact.items():
        if key[1] in OTHER_ROWS:
            continue
        count = int(row["count"])
        if key not in folded:
            judge.holds(count == 0, f"no row for {key}, which has {count}")
            continue
        ends = bounds(folded[key])
        if ends is None:
            judge.holds(key[1] in ("lines", "quality", "normalisation"), f"hidden {key}")
            continue
        least, most = ends
        judge.holds(least <= count <= most, f"{key}: {count} is not in {least}-{most}")
        told = folded[key]["count"]
        judge.holds((told == str(least)) if least == most else told == "", f"{key}: {told}")
        if row["share"] and not folded[key]["share_least"]:
            # Shares of a total of which some part is hidden.
            hidden = [other for other in folded if other[:2] == key[:2] and bounds(folded[other]) is None]
            judge.holds(hidden, f"{key} has no share")
        elif row["share"]:
            share, ends = float(row["share"]), [float(folded[key][f"share_{e}"]) for e in ("least", "most")]
            judge.holds(ends[0] - 1e-6 <= share <= ends[1] + 1e-6, f"{key}: {share} in {ends}")


def check_totals(folded, judge):
    entries = int(folded["", "entries", "audited", "entries"]["count"])
    sums = collections.defaultdict(lambda: [0, 0])
    for key, row in folded.items():
        ends = bounds(row)
        if key[1] in ("compliance", "violations_per_entry", "violation_set", "length", "score", "charset") and ends:
            sums[key[0], key[1], key[3]][0] += ends[0]
            sums[key[0], key[1], key[3]][1] += ends[1]
    for key, (least, most) in sums.items():
        if key[2] == "entries":
            judge.holds(least <= entries <= most, f"{key} adds up to {least}-{most}")
    for policy in {key[0] for key in folded if key[0]}:
        compliant, violating = (bounds(folded[policy, "compliance", b, "entries"]) for b in ("compliant", "violating"))
        judge.holds(compliant[0] + violating[1] == entries, f"{policy} does not close")
        judge.holds(compliant[1] + violating[0] == entries, f"{policy} does not close")


def check_levels(path, k, distinct, judge):
    """Each level of occurrences is as large as was asked for, and so is each row."""
    database = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
    rows = database.execute("SELECT count(*) FROM signatures").fetchone()[0]
    levels, fewest, passwords = database.execute("SELECT count(*), min(entries), min(passwords) FROM groups").fetchone()
    judge.holds(rows == 1 and levels == 1 or fewest >= k, f"a level of {fewest} entries")
    judge.holds(rows == 1 and levels == 1 or passwords >= distinct, f"a level of {passwords} passwords")
    told = database.execute("SELECT sum(entries) FROM groups").fetchone()[0]
    entries = database.execute("SELECT sum(entries) FROM signatures").fetchone()[0]
    judge.holds(told == entries, f"levels have {told} of {entries} entries")


def check_file(path, folded, k, judge):
    database = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
    count, fewest, entries = database.execute("SELECT count(*), min(entries), sum(entries) FROM signatures").fetchone()
    judge.holds(count == 1 or fewest >= k, f"a row of {fewest} entries")
    judge.holds(entries == int(folded["", "entries", "audited", "entries"]["count"]), "entries differ")
    for length in LENGTHS:
        least, most = (
            database.execute(f"SELECT ifnull(sum(entries), 0) FROM ranges WHERE length_{end} >= ?", [length]).fetchone()[0]
            for end in ("least", "most"))
        judge.holds(bounds(folded[f"length {length}", "compliance", "compliant", "entries"]) == (least, most),
                      f"{length} characters: SQL says {least}-{most}")
        # Plain SQL on facts that may be NULL bounds a query, too, if more loosely.
        loose = [database.execute(f"SELECT ifnull(sum(entries), 0) FROM passwords WHERE {condition}", [length]).fetchone()[0]
                 for condition in ("length >= ?", "(length >= ?) IS NOT 0")]
        judge.holds(loose[0] <= least and most <= loose[1], f"{length} characters: {loose}")


def widths(exact, folded, k):
    found = []
    for key, row in exact.items():
        if key[1:] == ("compliance", "compliant", "entries") and not key[0].startswith("length "):
            least, most = bounds(folded[key])
            if int(row["count"]) >= 10 * k:
                found.append((most - least) / int(row["count"]))
    if not found:
        return "no policy has 10 K accepted passwords"
    return (f"{len(found)} policies with 10 K or more compliant entries: median width "
            f"{statistics.median(found):.2%}, worst {max(found):.1%}, {sum(w > 0.1 for w in found)} above 10 %")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--audit", required=True)
    parser.add_argument("--k", type=int, nargs="*", default=[10, 20, 50, 100])
    parser.add_argument("--distinct", type=int, help="also count distinct passwords, and ask for as many in each row; 0 for none")
    parser.add_argument("--layout")
    parser.add_argument("--strength", default="none")
    parser.add_argument("list")
    arguments = parser.parse_args()
    judge = Judge()

    def audit(*words):
        done = subprocess.run([arguments.audit, *words], capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1):
            sys.exit(f"audit {' '.join(words)}: {done.stderr}")

    with tempfile.TemporaryDirectory() as place:
        lengths = pathlib.Path(place) / "lengths.txt"
        lengths.write_text("".join(f"[length {n}]\nminlength: {n}; allowed: unicode;\n" for n in LENGTHS))

        def report(tally, name):
            audit("report", "--strength", arguments.strength, "--rules", str(RULES), "--rules", str(lengths),
                  "-q", tally, "-o", f"{place}/{name}")
            return rows(pathlib.Path(place, name, "audit.csv"))

        layout = ["--layout", arguments.layout] if arguments.layout else []
        counted = [] if arguments.distinct is None else ["--distinct"]
        audit("scan", "--strength", arguments.strength, *layout, *counted, "-q", "-o", f"{place}/exact.tally", arguments.list)
        exact = report(f"{place}/exact.tally", "exact")
        for k in arguments.k:
            judge.place, path = f"K = {k}", f"{place}/{k}.tally"
            passwords = ["--min-group-distinct", str(arguments.distinct)] if arguments.distinct else []
            audit("merge", f"{place}/exact.tally", "--min-group", str(k), *passwords, "-q", "-o", path)
            if counted:
                check_levels(path, k, arguments.distinct, judge)
            folded = report(path, str(k))
            check_rows(exact, folded, judge)
            check_totals(folded, judge)
            check_file(path, folded, k, judge)
            print(f"K = {k}: {widths(exact, folded, k)}", flush=True)
    return judge.end("comparisons", least=10_000)


if __name__ == "__main__":
    sys.exit(main())
