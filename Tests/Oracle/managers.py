"""Compares the tables of managers that are published with what the program counts.

    python3 Tests/Oracle/managers.py --audit .build/release/audit

`Reports/evidence/managers.csv` has a share for each of Apple's policies and each generator; `managers.md` beside it and
`Documentation/managers.md` say how many policies always, sometimes and never accept, and how many accept 99 % or more.
"""
import argparse
import csv
import io
import re
import subprocess
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[2]
EVIDENCE = ROOT / "Reports/evidence"
# | `apple` ● | name | settings | basis | 70 / 0 / 364 | 70 |, and | `apple` | 70 | 0 | 364 | 70 |
ROW = re.compile(r"\| `([\w-]+)`(?: ●)? \|.* (\d+) (?:/|\|) (\d+) (?:/|\|) (\d+) \| (\d+) \|")


def counted(audit):
    """The rows of the program: of each pair the verdict and the share."""
    run = subprocess.run(
        [audit, "rules", "managers", "--rules", "Datasets/Policies/apple-password-rules.json", "--lenient", "--quiet",
         "--generator", "all", "--format", "csv"], cwd=ROOT, capture_output=True, text=True, check=True)
    return list(csv.DictReader(io.StringIO(run.stdout)))


def told(row):
    """A share as the evidence has it: 1 and 0 only where they are exact."""
    exact = {"always": "1", "never": "0"}
    return exact.get(row["verdict"]) or f"{min(max(float(row['accepted']), 0.000001), 0.999999):.6f}"


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--audit", type=lambda path: Path(path).absolute(), required=True)
    rows = counted(options.parse_args().audit)
    shares, sums = defaultdict(dict), defaultdict(lambda: [0, 0, 0, 0])
    for row in rows:
        shares[row["policy"]][row["generator"]] = told(row)
        sums[row["generator"]][["always", "sometimes", "never"].index(row["verdict"])] += 1
        sums[row["generator"]][3] += float(row["accepted"]) >= 0.99
    faults = []
    published = list(csv.DictReader((EVIDENCE / "managers.csv").open()))
    if [row["policy"] for row in published] != list(shares):
        faults.append("managers.csv has other policies")
    for row in published:
        name = row.pop("policy")
        faults += [f"managers.csv, {name}, {id}: {share}, counted {shares[name].get(id)}"
                   for id, share in row.items() if shares.get(name, {}).get(id) != share]
        if row.keys() != shares.get(name, {}).keys():
            faults.append(f"managers.csv, {name}: other generators")
    for page in (EVIDENCE / "managers.md", ROOT / "Documentation/managers.md"):
        table = {found[1]: [int(number) for number in found.groups()[1:]] for found in ROW.finditer(page.read_text())}
        faults += [f"{page.name}, {id}: {table.get(id)}, counted {sums.get(id)}"
                   for id in sorted(table.keys() | sums.keys()) if table.get(id) != sums.get(id)]
    if len(rows) < 10_000:
        faults.append(f"only {len(rows)} pairs")
    print("\n".join(faults[:40] + [f"{len(rows):,} pairs of policy and generator, {len(faults)} differ from what is published"]))
    return bool(faults)


if __name__ == "__main__":
    raise SystemExit(main())
