#!/usr/bin/env python3
"""Makes the answers of the vector files of policies and search spaces again, apart from the program.

    python3 Tests/Oracle/vectors.py            # writes the files
    python3 Tests/Oracle/vectors.py --check    # compares them, byte by byte

The questions (policies, lengths, passwords) stand in the files; every answer is computed from them: whole
numbers by inclusion and exclusion, logarithms to 50 digits, sums of a counted list as they are defined in
Documentation/guessing.md. Reads policies as rule_costs.py does.
"""

import argparse
import decimal
import itertools
import json
import math
import sys

from rule_costs import ASCII, BEYOND, LN2, VECTORS, Counter, Policy, binomial, bits, lines, members

# Every Unicode scalar that is not printable ASCII.
SCALARS = 0x110000 - 0x800
COUNTER = Counter(SCALARS - len(ASCII))
SERIES = ["abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"]


class Rules(Policy):
    """A policy whose repeated limits are united, with the limits that the text may have besides."""

    def __init__(self, text):
        self.repeats = self.sequence = None
        known, least, most, runs = [], [0], [], []
        for line in lines(text):
            name, _, value = line.partition(":")
            name = name.strip()
            if name == "minlength":
                least.append(int(value))
            elif name == "maxlength":
                most.append(int(value))
            elif name == "max-consecutive":
                runs.append(int(value))
            elif name == "max-repeating":
                self.repeats = min(int(value), self.repeats or int(value))
            elif name == "max-sequential":
                self.sequence = min(int(value), self.sequence or int(value))
            else:
                known.append(line)
        super().__init__([line for line in known if not line.startswith("allowed")])
        for line in known:
            if line.startswith("allowed"):
                self.allowed = (self.allowed or frozenset()) | members(line.partition(":")[2])
        self.least = max(least)
        self.most, self.run = min(most, default=None), min(runs, default=None)


# Counting strings


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
                size = COUNTER.size(frozenset().union(*missed))
                own[size] = own.get(size, 0) + (-1) ** k
        summed = {}
        for (a, m), (b, n) in itertools.product(result.items(), own.items()):
            summed[a + b] = summed.get(a + b, 0) + m * n
        result = summed
    return result


def strings(alphabet, required, run, length):
    whole = COUNTER.size(alphabet)
    found = unions([characters & alphabet for characters in required if characters])
    return sum(sign * COUNTER.words(whole - left, run, length) for left, sign in found.items() if sign)


def permitted(rules, length):
    if not rules.least <= length <= (length if rules.most is None else rules.most):
        return 0
    return strings(rules.alphabet(), rules.required, rules.run, length)


def log2(count):
    return float(decimal.Decimal(count).ln() / LN2) if count else None


def keyspace(row):
    count = permitted(Rules(row["rules"]), row["length"])
    return {"rules": row["rules"], "length": row["length"], "count": str(count), "log2": log2(count)}


def cumulative(row):
    rules = Rules(row["rules"])
    count = sum(permitted(rules, length) for length in range(row["from"], row["to"] + 1))
    return {"rules": row["rules"], "from": row["from"], "to": row["to"], "count": str(count), "log2": log2(count)}


def lost(row):
    """What each rule takes: alone, last, and in the mean over all orders."""
    rules, length = Rules(row["rules"]), row["length"]
    names = ["alphabet"] + [f"required[{i}]" for i in range(len(rules.required))]
    names += ["max-consecutive"] if rules.run is not None else []

    def count(chosen):
        alphabet = rules.alphabet() if "alphabet" in chosen else ASCII
        required = [r for i, r in enumerate(rules.required) if f"required[{i}]" in chosen]
        return strings(alphabet, required, rules.run if "max-consecutive" in chosen else None, length)

    known = {
        frozenset(chosen): bits(95**length, count(chosen))
        for k in range(len(names) + 1)
        for chosen in itertools.combinations(names, k)
    }
    everyone = frozenset(names)
    rows = []
    for name in names:
        others = everyone - {name}
        mean = sum(
            (known[frozenset(before) | {name}] - known[frozenset(before)])
            / (len(names) * binomial(len(names) - 1, k))
            for k in range(len(names))
            for before in itertools.combinations(sorted(others), k)
        )
        rows.append(
            {
                "rule": name,
                "alone": float(known[frozenset([name])]),
                "last": float(known[everyone] - known[others]),
                "shapley": float(mean),
            }
        )
    return {
        "rules": row["rules"], "length": length, "baseline": "ascii-printable", "lost": float(known[everyone]), "rows": rows,
    }


# Judging passwords


def longest(password, belongs):
    return max(
        (end - start for start in range(len(password)) for end in range(start + 1, len(password) + 1)
         if belongs(password[start:end])),
        default=0,
    )


def is_series(part):
    return len(part) == 1 or any(part in text or part in text[::-1] for text in SERIES)


def broken(rules, password, sequences_count=False):
    """The rules that a password breaks, in the order of reports."""
    found = []
    if len(password) < rules.least:
        found.append("minlength")
    if rules.most is not None and len(password) > rules.most:
        found.append("maxlength")
    within = lambda characters, c: c in characters or BEYOND in characters
    for index, characters in enumerate(rules.required):
        if not any(within(characters, c) for c in password):
            found.append(f"required[{index}]")
    if not all(within(rules.alphabet(), c) for c in password):
        found.append("allowed")
    run = longest(password, lambda part: len(set(part)) == 1)
    series = longest(password, is_series) if sequences_count or rules.sequence is not None else 0
    if rules.run is not None and max(run, series if sequences_count else 0) > rules.run:
        found.append("max-consecutive")
    if rules.repeats is not None and run > rules.repeats:
        found.append("max-repeating")
    if rules.sequence is not None and series > rules.sequence:
        found.append("max-sequential")
    return found


def verdict(row):
    rules = Rules(row["policy"])
    made = {key: row[key] for key in ("id", "domain", "grammar", "policy", "password") if key in row}
    made["violated"] = broken(rules, row["password"])
    otherwise = broken(rules, row["password"], sequences_count=True)
    if "domain" in row and otherwise != made["violated"]:
        made["violated_if_sequences_count"] = otherwise
    return made


# Guessing a counted list


def guessing(rules, values):
    own = [(value, count) for value, count in values if rules is None or not broken(Rules(rules), value)]
    counts = sorted((count for _, count in own), reverse=True)
    total, everything = sum(counts), sum(count for _, count in values)
    log = lambda number: decimal.Decimal(number).ln() / LN2
    ratio = lambda a, b: decimal.Decimal(a) / decimal.Decimal(b)
    ranked = sum(rank * count for rank, count in enumerate(counts, 1))
    mean = ratio(ranked, total)
    made = {
        "rules": rules,
        "survive_distinct": float(ratio(len(own), len(values))),
        "survive_mass": float(ratio(total, everything)),
        "distinct": len(own),
        "total": total,
        "top_count": counts[0],
        "sum_rank_times_count": str(ranked),
        "H0": float(log(len(own))),
        "H1": float(-sum(ratio(count, total) * log(ratio(count, total)) for count in counts)),
        "Hinf": float(log(ratio(total, counts[0]))),
        "G": float(mean),
        "G_bits": float(log(2 * mean - 1)),
    }
    for guesses in (10, 1000):
        found = sum(counts[:guesses])
        made[f"lambda_{guesses}_count"] = found
        made[f"lambda_{guesses}"] = float(ratio(found, total))
        made[f"lambda_{guesses}_bits"] = float(log(guesses / ratio(found, total))) if guesses <= len(own) else None
    for name, fourths in (("0.25", 1), ("0.5", 2)):
        sums = list(itertools.accumulate(counts))
        least = next(rank for rank, found in enumerate(sums, 1) if 4 * found >= fourths * total)
        found = ratio(sums[least - 1], total)
        made[f"mu_{name}"] = least
        made[f"mu_{name}_count"] = sums[least - 1]
        made[f"mu_{name}_bits"] = float(log(least / found))
        work = (1 - found) * least + ratio(sum(rank * count for rank, count in enumerate(counts[:least], 1)), total)
        made[f"Galpha_{name}"] = float(work)
        made[f"Galpha_{name}_bits"] = float(log(2 * work / found - 1) + log(1 / (2 - found)))
    return made


def empirical(text):
    old = json.loads(text)
    values = []
    for line in (VECTORS / "search-space/occurrence-10k-made-up.txt").read_text(encoding="utf-8").splitlines()[1:]:
        value, _, count = line.rpartition("|")
        values.append((value, int(count)))
    made = {
        "input": old["input"],
        "input_distinct": len(values),
        "input_total": sum(count for _, count in values),
        "policies": [guessing(policy["rules"], values) for policy in old["policies"]],
    }
    return json.dumps(made, indent=None if text.count("\n") < 3 else 1) + "\n"


def rows(make, is_ascii=False):
    """The file of answers: one question a line; `is_ascii` escapes every other character."""

    def answers(text):
        made = [make(json.loads(line)) for line in text.splitlines()]
        return "".join(json.dumps(answer, ensure_ascii=is_ascii) + "\n" for answer in made)

    return answers


FILES = {
    "search-space/keyspace-vectors.jsonl": rows(keyspace),
    "search-space/keyspace-cumulative-vectors.jsonl": rows(cumulative),
    "search-space/bits-lost-vectors.jsonl": rows(lost),
    "search-space/empirical-vectors.json": empirical,
    "password-rules/matcher-vectors.jsonl": rows(verdict, is_ascii=True),
    "password-rules/matcher-vectors-synthetic.jsonl": rows(verdict, is_ascii=True),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a file differs")
    arguments = parser.parse_args()
    differs = False
    for name, make in FILES.items():
        path = VECTORS / name
        text = path.read_text(encoding="utf-8")
        made = make(text)
        pairs = itertools.zip_longest(text.splitlines(), made.splitlines())
        places = [number for number, (a, b) in enumerate(pairs, 1) if a != b]
        print(f"{name}: {len(made.splitlines()):,} lines, {len(places)} differ" + (f", the first is {places[0]}" if places else ""))
        differs = differs or bool(places)
        if places and not arguments.check:
            path.write_text(made, encoding="utf-8")
    return 1 if arguments.check and differs else 0


if __name__ == "__main__":
    sys.exit(main())
