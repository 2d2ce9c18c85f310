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
import sys

import oracle
from rule_costs import LN2, VECTORS, Rules, bits, costs, strings

# Counting strings


def permitted(rules, length):
    if not rules.limits.get("minlength", 0) <= length <= rules.limits.get("maxlength", length):
        return 0
    return strings(rules.alphabet(), rules.classes, rules.run, length)


def log2(count):
    return float(bits(count, 1)) if count else None


def keyspace(row):
    count = permitted(Rules(row["rules"]), row["length"])
    return {"rules": row["rules"], "length": row["length"], "count": str(count), "log2": log2(count)}


def cumulative(row):
    rules = Rules(row["rules"])
    count = sum(permitted(rules, length) for length in range(row["from"], row["to"] + 1))
    return {"rules": row["rules"], "from": row["from"], "to": row["to"], "count": str(count), "log2": log2(count)}


def lost(row):
    """What each rule takes: alone, last, and in the mean over all orders."""
    rows, whole = costs(Rules(row["rules"]), row["length"])
    return {
        "rules": row["rules"], "length": row["length"], "baseline": "ascii-printable", "lost": float(whole),
        "rows": [{"rule": r["rule"]} | {name: float(r[f"{name}_bits"]) for name in ("alone", "last", "shapley")} for r in rows],
    }


# Judging passwords


def broken(rules, password, sequences_count=False):
    """The rules that a password breaks, in the order of reports."""
    run, sequence = oracle.longest_run(password), oracle.longest_sequence(password)
    return rules.violated(password, max(run, sequence if sequences_count else 0), sequence)


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
    policy = rules and Rules(rules)
    own = [(value, count) for value, count in values if policy is None or not broken(policy, value)]
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
