#!/usr/bin/env python3
"""Counts anew, from a list of counted passwords, what Reports/evidence says of ten policies and of their steps.

    evidence.py --audit AUDIT --name phpbb --list phpbb-counted.txt.gz [--reports Reports/evidence]

Nothing of the program is used but the guesses that `audit score` gives for each password; policies are judged here, in
a few lines of Python, and the models of behaviour are those of the definitions. Fails unless every number is the same.
"""
import argparse
import collections
import gzip
import json
import math
import pathlib
import re
import subprocess
import sys
from fractions import Fraction

from equalities import Judge, table

ROOT = pathlib.Path(__file__).resolve().parents[2]
SPECIAL = {chr(code) for code in range(32, 127) if not chr(code).isalnum()}
KINDS = {
    "lower": lambda c: "a" <= c <= "z", "upper": lambda c: "A" <= c <= "Z", "digit": lambda c: "0" <= c <= "9",
    "special": lambda c: c in SPECIAL}
POLICIES = {
    "8": (8,), "10": (10,), "12": (12,), "15": (15,), "8-digit": (8, "digit"), "8-upper": (8, "upper"), "8-special": (8, "special"),
    "8-three": (8, "lower", "upper", "digit"), "8-four": (8, "lower", "upper", "digit", "special"),
    "12-three": (12, "lower", "upper", "digit"), "12-four": (12, "lower", "upper", "digit", "special")}
DAY = 86_400 * 10_000
EASY = 10**6
judge = Judge()


def same(what, found, expected, tolerance=0.0):
    judge.near(float(found or 0), float(expected), tolerance, what)


def counted(path):
    """The passwords with their counts, as bytes."""
    counts = collections.Counter()
    for line in gzip.open(path):
        number, password = re.fullmatch(rb" *(\d+) (.*?)\r?\n?", line, re.DOTALL).groups()
        counts[password] += int(number)
    return counts


def complies(password, policy):
    # Each maximal ill-formed part counts as one character, which is no control character.
    text = password.decode(errors="replace")
    least, *kinds = policy
    return (len(text) >= least and all(any(map(KINDS[kind], text)) for kind in kinds)
            and all(ord(c) >= 32 and not 127 <= ord(c) < 160 for c in text))


def guesses_of(audit, passwords):
    """The combined estimate of each password, as a decimal logarithm, and zxcvbn's score."""
    lines = (json.dumps({"password": password.decode(errors="replace")}) for password in passwords)
    done = subprocess.run([audit, "score", "-q", "--reference-year", "2026", "--format", "jsonl"],
                          input="\n".join(lines).encode() + b"\n", capture_output=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(passwords), (len(answers), len(passwords), done.stderr[:500])
    return {password: (answer["combined_log10"], answer["score"]) for password, answer in zip(passwords, answers)}


def tens(counts, refused):
    """λ₁₀ for each model, as exact fractions, by the passwords that comply."""
    f = sorted(counts, reverse=True)
    accepted, distinct, best = sum(f), len(f), sum(f[:10])
    total, k = accepted + refused, min(10, len(f))
    beyond = min(max(10 - distinct, 0), refused)
    return {
        "proportional": Fraction(best, accepted), "convergent": Fraction(best + refused, total),
        "uniform": (best + Fraction(refused * k, distinct)) / total, "extraneous": Fraction(best + beyond, total)}


def flip(p, q):
    first, second = p["proportional"] - q["proportional"], p["convergent"] - q["convergent"]
    share = first / (first - second) if first != second else None
    return share if share is not None and 0 < share < 1 else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--audit", required=True)
    parser.add_argument("--name", required=True)
    parser.add_argument("--list", required=True)
    parser.add_argument("--reports", type=pathlib.Path, default=ROOT / "Reports/evidence")
    arguments = parser.parse_args()
    counts = counted(arguments.list)
    guesses = guesses_of(arguments.audit, list(counts))
    total = sum(counts.values())
    easy = {password for password, (log10, _) in guesses.items() if log10 < math.log10(EASY)}
    easily = sum(counts[password] for password in easy)
    told = {row["policy"]: row for row in table(arguments.reports / "policies.csv") if row["list"] == arguments.name}
    models, found = {}, {}
    for name, policy in POLICIES.items():
        row, kept = told[name], [password for password in counts if complies(password, policy)]
        accepted = sum(counts[password] for password in kept)
        refused = total - accepted
        day = sum(counts[password] for password in kept if guesses[password][0] < math.log10(DAY))
        score = sum(counts[password] for password in kept if guesses[password][1] >= 3)
        easy_refused = easily - sum(counts[password] for password in kept if password in easy)
        found[name] = (accepted, Fraction(refused, total), Fraction(day, accepted) if accepted else None)
        for column, value in (("total", total), ("accepted", accepted), ("guessed_in_day", day), ("score_3_or_4", score)):
            same(f"{name}, {column}", row[column], value)
        same(f"{name}, refused_share", row["refused_share"], refused / total, 5.1e-7)
        same(f"{name}, refused_of_easily_guessed", row["refused_of_easily_guessed"], easy_refused / easily, 5.1e-7)
        same(f"{name}, refused_of_the_rest", row["refused_of_the_rest"], (refused - easy_refused) / (total - easily), 5.1e-7)
        if accepted:
            same(f"{name}, guessed_in_day_share", row["guessed_in_day_share"], day / accepted, 5.1e-7)
            models[name] = tens([counts[password] for password in kept], refused)
            for model, value in models[name].items():
                same(f"{name}, λ10 {model}", row[f"lambda_10_{model}"], value, float(value) * 1e-5)
    for row in table(arguments.reports / "steps.csv"):
        first, second = row["without"], row["with"]
        if row["list"] != arguments.name or first not in POLICIES or second not in POLICIES:
            continue
        same(f"{first} to {second}, refused_share_more", row["refused_share_more"], found[second][1] - found[first][1], 5.1e-7)
        if second in models:
            share = flip(models[second], models[first])
            same(f"{first} to {second}, flip_share", row["flip_share"], share or 0, 1e-6)
            for model in models[first]:
                less = models[second][model] - models[first][model]
                expected = "same" if less == 0 else "with" if less < 0 else "without"
                same(f"{first} to {second}, {model}", row[f"less_guessed_{model}"] == expected, True)
    sys.exit(judge.end(f"numbers of {arguments.name}"))


if __name__ == "__main__":
    main()
