#!/usr/bin/env python3
"""What each rule of every real policy costs, counted apart from the program, and compared with it.

    python3 Tests/Oracle/rule_costs.py --audit .build/release/audit

Counts strings by inclusion and exclusion in whole numbers, and takes logarithms to 50 digits.
`delete_line` is counted from the rules as written, with one rule left out, so what a class permits
goes with it.
"""

import argparse
import csv
import decimal
import io
import itertools
import json
import math
import pathlib
import subprocess
import sys

import oracle
from equalities import Judge

VECTORS = pathlib.Path(__file__).parent.parent / "Vectors"
POLICIES = VECTORS / "password-rules" / "apple-password-rules.json"
decimal.getcontext().prec = 50
LN2 = decimal.Decimal(2).ln()
ASCII = frozenset(oracle.PRINTABLE)
# Characters beyond printable ASCII, all alike, and how many there are.
BEYOND, SCALARS_BEYOND = "beyond", 0x110000 - 0x800 - len(ASCII)


class Rules(oracle.Policy):
    """A policy whose classes can be counted."""

    def __init__(self, text):
        super().__init__(text)
        whole = ASCII | {BEYOND}
        self.classes, self.extra = (
            [whole if members is oracle.UNICODE else frozenset(members) for members in sets]
            for sets in (self.required, self.allowed))
        self.run = self.limits.get("max-consecutive")

    def alphabet(self, without=None):
        """What is permitted when the required rule of a number, or `allowed`, is not written."""
        sets = [] if without == "allowed" else self.extra
        return frozenset().union(*sets, *(c for i, c in enumerate(self.classes) if i != without)) or ASCII


def size(characters):
    return len(characters - {BEYOND}) + (SCALARS_BEYOND if BEYOND in characters else 0)


def words(size, run, length):
    """Words over so many letters without a longer run, by where the last run begins."""
    if run is None:
        return size**length
    counts = [1]
    for n in range(1, length + 1):
        total = size if n <= run else 0
        for last in range(1, min(run, n - 1) + 1):
            total += counts[n - last] * (size - 1)
        counts.append(total)
    return counts[length]


def unions(required):
    """How often, with its sign, each number of characters is left out, over all sets of missed classes.

    Classes that share no character, by way of others either, are summed apart: 26 of them are 26 steps.
    """
    parts = []
    for characters in required:
        touching = [part for part in parts if any(characters & other for other in part)]
        parts = [part for part in parts if part not in touching] + [sum(touching, []) + [characters]]
    result = {0: 1}
    for part in parts:
        own = {}
        for k in range(len(part) + 1):
            for missed in itertools.combinations(part, k):
                left = size(frozenset().union(*missed))
                own[left] = own.get(left, 0) + (-1) ** k
        summed = {}
        for (a, m), (b, n) in itertools.product(result.items(), own.items()):
            summed[a + b] = summed.get(a + b, 0) + m * n
        result = summed
    return result


def strings(alphabet, required, run, length):
    """Strings over an alphabet that have a character of each class, which can be met only within it."""
    whole, found = size(alphabet), unions([characters & alphabet for characters in required if characters])
    return sum(sign * words(whole - left, run, length) for left, sign in found.items() if sign)


def bits(ratio_of, to):
    """log2(ratio_of / to); None where that is not defined."""
    if ratio_of == 0 or to == 0:
        return None
    return (decimal.Decimal(ratio_of) / decimal.Decimal(to)).ln() / LN2


def costs(rules, length):
    """Rows of rule, alone, last, in the mean over all orders, and if its line were deleted; what all take together."""
    # A class of no character is none that can be met.
    names = ["alphabet"] + [f"required[{i}]" for i, members in enumerate(rules.classes) if members]
    names += ["max-consecutive"] if rules.run is not None else []
    known = {}

    def taken(chosen):
        if chosen not in known:
            required = [members for i, members in enumerate(rules.classes) if f"required[{i}]" in chosen]
            known[chosen] = bits(95**length, strings(
                rules.alphabet() if "alphabet" in chosen else ASCII, required,
                rules.run if "max-consecutive" in chosen else None, length))
        return known[chosen]

    everyone, rows = frozenset(names), []
    for name in names:
        others = everyone - {name}
        orders = [(taken(frozenset(before)), taken(frozenset(before) | {name}), decimal.Decimal(1) / (
            len(names) * math.comb(len(names) - 1, k)))
            for k in range(len(names)) for before in itertools.combinations(sorted(others), k)]
        index = int(name[9:-1]) if name.startswith("required") else None
        deleted = None if name == "alphabet" and not rules.allowed else strings(
            rules.alphabet("allowed" if name == "alphabet" else index),
            rules.classes if index is None else rules.classes[:index] + rules.classes[index + 1:],
            None if name == "max-consecutive" else rules.run, length)
        rows.append({
            "rule": name, "alone_bits": taken(frozenset([name])), "last_bits": less(taken(others), taken(everyone)),
            "shapley_bits": None if any(None in pair[:2] for pair in orders) else sum(
                weight * (after - before) for before, after, weight in orders),
            "delete_line_bits": None if deleted is None else less(bits(95**length, deleted), taken(everyone)),
        })
    return rows, taken(everyone)


def less(before, after):
    return None if before is None or after is None else after - before


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--audit", required=True)
    options = parser.parse_args()
    texts = {k: v["password-rules"] for k, v in json.loads(POLICIES.read_text()).items()}
    output = subprocess.run(
        [options.audit, "keyspace", "--rules", POLICIES, "--format", "csv", "--table", "rule-cost"],
        check=True, capture_output=True, text=True,
    ).stdout
    rows = {}
    for row in csv.DictReader(io.StringIO(output)):
        rows.setdefault((row["policy"], int(row["length"])), []).append(row)
    judge, seen = Judge(), {}
    for (domain, length), given in rows.items():
        key = (texts[domain], length)
        if key not in seen:
            seen[key] = costs(Rules(texts[domain]), length)[0]
        wanted = seen[key]
        if [r["rule"] for r in given] != [r["rule"] for r in wanted]:
            raise SystemExit(f"{domain} {length}: rules {[r['rule'] for r in given]}")
        for got, want in zip(given, wanted):
            for column in ("alone_bits", "last_bits", "shapley_bits", "delete_line_bits"):
                cell, number = got[column], want[column]
                judge.holds(
                    (cell == "") == (number is None)
                    and (number is None or abs(decimal.Decimal(cell) - number) <= decimal.Decimal("6e-7")),
                    f"{domain} {length} {got['rule']} {column}: {cell}, not {number}")
    policies = {domain for domain, _ in rows}
    return judge.end(f"costs of {len(policies)} policies") or len(policies) < 430


if __name__ == "__main__":
    sys.exit(main())
