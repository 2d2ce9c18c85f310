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
import pathlib
import subprocess
import sys

VECTORS = pathlib.Path(__file__).parent.parent / "Vectors"
POLICIES = VECTORS / "password-rules" / "apple-password-rules.json"
decimal.getcontext().prec = 50
LN2 = decimal.Decimal(2).ln()

ASCII = frozenset(chr(c) for c in range(0x20, 0x7F))
NAMED = {
    "upper": frozenset(c for c in ASCII if c.isupper()),
    "lower": frozenset(c for c in ASCII if c.islower()),
    "digit": frozenset(c for c in ASCII if c.isdigit()),
    "special": frozenset(c for c in ASCII if not c.isalnum()),
    "ascii-printable": ASCII,
}
# Characters beyond printable ASCII, all alike: how many there are is told by the alphabet.
BEYOND = "beyond"


def lines(text):
    """The rules of a clean text; a class ends at a `]` that no other one follows."""
    result, rule, in_class = [], "", False
    for index, character in enumerate(text):
        if character == ";" and not in_class:
            result.append(rule.strip())
            rule = ""
            continue
        rule += character
        if character == "[":
            in_class = True
        elif character == "]" and text[index + 1 : index + 2] != "]":
            in_class = False
    return [rule for rule in result + [rule.strip()] if rule]


def members(text):
    """The characters of a value such as `lower, [-_], digit`; only printable ASCII counts in brackets."""
    result = frozenset()
    while "[" in text:
        before, _, rest = text.partition("[")
        end = rest.index("]")
        while rest[end + 1 : end + 2] == "]":
            end += 1
        result |= frozenset(rest[:end]) & ASCII
        text = before + rest[end + 1 :]
    for name in (n.strip().lower() for n in text.split(",")):
        if name == "unicode":
            result |= ASCII | {BEYOND}
        elif name:
            result |= NAMED[name]
    return result


class Policy:
    """The rules of a policy in the order of the text."""

    def __init__(self, lines):
        self.required, self.allowed, self.run = [], None, None
        self.least, self.most = 0, None
        for line in lines:
            name, _, value = line.partition(":")
            name, value = name.strip(), value.strip()
            if name == "required":
                self.required.append(members(value))
            elif name == "allowed":
                self.allowed = members(value)
            elif name == "minlength":
                self.least = int(value)
            elif name == "maxlength":
                self.most = int(value)
            elif name == "max-consecutive":
                self.run = int(value)
            else:
                raise SystemExit(f"unknown rule {line!r}")

    def alphabet(self, without=None):
        """What is permitted when the required rule of a number, or `allowed`, is not written."""
        union = frozenset() if without == "allowed" or self.allowed is None else self.allowed
        for index, characters in enumerate(self.required):
            if index != without:
                union |= characters
        return union or ASCII


class Counter:
    def __init__(self, beyond):
        self.beyond = beyond

    def size(self, characters):
        return len(characters - {BEYOND}) + (self.beyond if BEYOND in characters else 0)

    def words(self, size, run, length):
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

    def strings(self, alphabet, required, run, length):
        total = 0
        for k in range(len(required) + 1):
            for missed in itertools.combinations(required, k):
                left = alphabet.difference(*missed) if missed else alphabet
                total += (-1) ** k * self.words(self.size(left), run, length)
        return total


def bits(ratio_of, to):
    """log2(ratio_of / to); None where that is not defined."""
    if ratio_of == 0 or to == 0:
        return None
    return (decimal.Decimal(ratio_of) / decimal.Decimal(to)).ln() / LN2


def costs(policy, counter, length):
    """Rows of rule, alone, last, shapley, delete_line."""
    players = [("alphabet", None)]
    players += [(f"required[{i}]", r) for i, r in enumerate(policy.required) if r]
    if policy.run is not None:
        players.append(("max-consecutive", None))
    base = 95**length
    known = {}

    def count(chosen):
        if chosen not in known:
            alphabet = policy.alphabet() if "alphabet" in chosen else ASCII
            required = [r for name, r in players if r is not None and name in chosen]
            run = policy.run if "max-consecutive" in chosen else None
            # A required class beyond the alphabet can still be met only within it.
            required = [r & alphabet for r in required]
            known[chosen] = counter.strings(alphabet, required, run, length)
        return known[chosen]

    names = [name for name, _ in players]
    everyone = frozenset(names)
    rows = []
    for name in names:
        others = everyone - {name}
        value, defined = decimal.Decimal(0), True
        for k in range(len(others) + 1):
            weight = decimal.Decimal(1) / (len(names) * binomial(len(names) - 1, k))
            for before in itertools.combinations(sorted(others), k):
                before = frozenset(before)
                added = bits(count(before), count(before | {name}))
                if added is None:
                    defined = False
                else:
                    value += weight * added
        if name == "alphabet":
            deleted = None if policy.allowed is None else (policy.alphabet("allowed"), policy.required, policy.run)
        elif name == "max-consecutive":
            deleted = (policy.alphabet(), policy.required, None)
        else:
            index = int(name[9:-1])
            rest = policy.required[:index] + policy.required[index + 1 :]
            deleted = (policy.alphabet(index), rest, policy.run)
        if deleted is not None:
            alphabet, required, run = deleted
            deleted = counter.strings(alphabet, [r for r in required if r], run, length)
        rows.append(
            {
                "rule": name,
                "alone_bits": bits(base, count(frozenset([name]))),
                "last_bits": bits(count(others), count(everyone)),
                "shapley_bits": value if defined else None,
                "delete_line_bits": None if deleted is None else bits(deleted, count(everyone)),
            }
        )
    return rows


def binomial(n, k):
    result = 1
    for i in range(k):
        result = result * (n - i) // (i + 1)
    return result


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
    counter = Counter(0x110000 - 0x800 - 95)
    compared, faults, seen = 0, 0, {}
    for (domain, length), given in rows.items():
        key = (texts[domain], length)
        if key not in seen:
            seen[key] = costs(Policy(lines(texts[domain])), counter, length)
        wanted = seen[key]
        if [r["rule"] for r in given] != [r["rule"] for r in wanted]:
            raise SystemExit(f"{domain} {length}: rules {[r['rule'] for r in given]}")
        for got, want in zip(given, wanted):
            for column in ("alone_bits", "last_bits", "shapley_bits", "delete_line_bits"):
                compared += 1
                cell, number = got[column], want[column]
                if (cell == "") != (number is None) or (
                    number is not None and abs(decimal.Decimal(cell) - number) > decimal.Decimal("6e-7")
                ):
                    faults += 1
                    if faults <= 20:
                        print(f"{domain} {length} {got['rule']} {column}: {cell}, not {number}")
    policies = {domain for domain, _ in rows}
    print(f"{len(policies)} policies, {compared} costs compared, {faults} wrong")
    return 1 if faults or len(policies) < 430 else 0


if __name__ == "__main__":
    sys.exit(main())
