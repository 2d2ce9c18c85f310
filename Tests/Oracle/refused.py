#!/usr/bin/env python3
"""What guesses find by what the refused choose, from the list itself: each account chooses again, and is counted.

    python3 Tests/Oracle/refused.py --audit PROGRAM [--draws 100] [LIST]

It writes made-up policies, runs the program on the list (a sample of the repository by default), and computes the
same apart from it: no spectrum and no formula, but accounts and their passwords. Shares must be equal in six digits.
Spread, shift and ranks of halves are drawn anew, by other random numbers, so they are compared within what chance does.
"""
import argparse
import collections
import fractions
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile

import oracle
from equalities import Judge, table

ROOT = pathlib.Path(__file__).resolve().parents[2]
LENGTHS = (6, 7, 8, 9, 10, 12)
MODELS = ("proportional", "convergent", "uniform", "extraneous", "mixture")
SHARES = (fractions.Fraction(6, 10), fractions.Fraction(5, 100), fractions.Fraction(1, 10), fractions.Fraction(25, 100))
BUDGETS = (1, 10, 100, 1000, 10_000, 1_000_000)


def accepts(length):
    """Printable ASCII of a least length: a made-up policy that needs no reader of rules."""
    return lambda line: len(line) >= length and all(0x20 <= byte <= 0x7e for byte in line)


def accounts(lines, accepted, model):
    """How many accounts have each password after the refused have chosen, in parts of an account."""
    kept = collections.Counter(line for line in lines if accepted(line))
    moved = len(lines) - sum(kept.values())
    if not kept:
        return None
    counts = {line: fractions.Fraction(count) for line, count in kept.items()}
    total = sum(kept.values())
    shares = {"mixture": SHARES}.get(model, tuple(int(model == name) for name in MODELS[:4]))
    proportional, convergent, uniform, extraneous = (share * moved for share in shares)
    commonest = max(counts, key=lambda line: counts[line])
    for line, count in kept.items():
        counts[line] += proportional * count / total + uniform / len(kept)
    counts[commonest] += convergent
    new, rest = divmod(extraneous, 1)
    found = sorted(counts.values(), reverse=True) + [fractions.Fraction(1)] * int(new) + ([rest] if rest else [])
    return found, len(lines)


def shares_found(lines, accepted, model, budgets=BUDGETS):
    chosen = accounts(lines, accepted, model)
    if chosen is None:
        return None
    counts, total = chosen
    return {budget: sum(counts[:budget]) / total for budget in budgets}


def six(number):
    return f"{float(number):.6g}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--audit", required=True)
    parser.add_argument("--draws", type=int, default=100)
    parser.add_argument("--lines", type=int, default=6000, help="of the list, from its beginning")
    parser.add_argument("list", nargs="?", type=pathlib.Path, default=ROOT / "Datasets/Samples/synthetic-100k.txt.gz")
    arguments = parser.parse_args()
    lines = [line for line in oracle.lines_of(arguments.list) if line and len(line) <= oracle.LONGEST][:arguments.lines]
    judge = Judge()
    with tempfile.TemporaryDirectory() as directory:
        directory = pathlib.Path(directory)
        (directory / "list.txt").write_bytes(b"".join(line + b"\n" for line in lines))
        (directory / "p.policy").write_text("".join(
            f"[{length}]\nminlength: {length}; allowed: ascii-printable;\n" for length in LENGTHS))
        run = subprocess.run(
            [arguments.audit, "--strength", "none", "--no-blocklist", "--distinct", "--weights", "accounts", "--behaviour", "all",
             "--behaviour-mix", ",".join(f"{n[0]}={float(s)}" for n, s in zip(MODELS, SHARES)), "-q", "-o", directory / "out",
             "--rules", directory / "p.policy", directory / "list.txt"], capture_output=True)
        if run.returncode:
            sys.exit(run.stderr.decode())
        behaviour, ranking, flips = (table(directory / "out" / f"{name}.csv") for name in ("behaviour", "ranking", "flips"))
    policies = {str(length): accepts(length) for length in LENGTHS}
    known = {(name, model): shares_found(lines, accepted, model) for name, accepted in policies.items() for model in MODELS}

    def check(what, found, expected):
        judge.holds(found == expected or found and expected and abs(float(found) - float(expected)) <= 2e-6 * abs(float(expected)),
                    f"{what}: {found}, not {expected}")

    for row in behaviour:
        for budget in BUDGETS:
            check(f"lambda_{budget} of {row['policy']}, {row['model']}", row[f"lambda_{budget}"],
                  six(known[row["policy"], row["model"]][budget]))
    check("rows of behaviour.csv", str(len(behaviour)), str(len(policies) * len(MODELS)))
    for row in flips:
        guesses = int(row["guesses"])
        ends = [[known[row[side], model][guesses] for side in ("first", "second")] for model in ("proportional", "convergent")]
        before, after = (first - second for first, second in ends)
        turns = before * after < 0
        check(f"flip of {row['first']} and {row['second']} at {guesses}", row["flip_share"], six(
            before / (before - after)) if turns else "")
        sign = before or after
        judge.equal(row["always"], "" if turns or not sign else "first" if sign < 0 else "second", f"always, {row}")
    check("rows of flips.csv", str(len(flips)), str(3 * len(policies) * (len(policies) - 1) // 2))
    # Halves, drawn line by line.
    chance, drawn = random.Random(1), collections.defaultdict(list)
    for _ in range(arguments.draws):
        half = [line for line in lines if chance.random() < 0.5]
        for name, accepted in policies.items():
            for model in ("proportional", "convergent", "extraneous"):
                drawn[name, model].append(float(shares_found(half, accepted, model, (10,))[10]))
    for row in ranking:
        key = row["policy"], row["model"]
        if row["metric"] != "lambda_10" or key not in drawn:
            continue
        own, full = drawn[key], float(known[key][10])
        spread, shift = statistics.stdev(own), statistics.mean(own) - full
        # A standard deviation of so many draws is known within a few tenths, a mean within a tenth of it.
        judge.holds(0.7 <= float(row["half_sd"]) / spread <= 1.4, f"half_sd of {key}: {row['half_sd']}, not about {spread:.6g}")
        judge.near(float(row["half_shift"]), shift, 0.5 * spread, f"half_shift of {key}")
        ranks = sorted(1 + sum(drawn[other, key[1]][n] < own[n] for other in policies) for n in range(arguments.draws))
        low, high = ranks[arguments.draws // 20], ranks[arguments.draws * 19 // 20 - 1]
        judge.near(int(row["rank_lo"]), low, 1, f"the first rank of {key}")
        judge.near(int(row["rank_hi"]), high, 1, f"the last rank of {key}")
    sys.exit(judge.end("numbers", least=250))


if __name__ == "__main__":
    main()
