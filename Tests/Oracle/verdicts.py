#!/usr/bin/env python3
"""A slow, plain second opinion on verdicts: random policies of the whole language, judged in Python.

    verdicts.py --audit PROGRAM LIST [--policies N] [--lines N] [--seed N]

Makes N policies with alternatives and rules of every kind that needs no list, lets `audit check` name the
rules that each of the list's lines breaks, and says where a plain matcher finds others. Each policy must also
read back from what `audit rules print` prints. Prints counts and policies, never a line.
"""
import argparse
import functools
import itertools
import random
import re
import subprocess
import sys
import tempfile
import unicodedata
from pathlib import Path

import oracle
from oracle import DIGIT, LOWER, PRINTABLE, SPECIAL, UPPER

KINDS = [LOWER, UPPER, DIGIT, SPECIAL]
NAMED = {"lower": LOWER, "upper": UPPER, "digit": DIGIT, "special": SPECIAL, "ascii-printable": PRINTABLE}
CLASSES = ["lower", "upper", "digit", "special", "lower, upper", "[aeiou1]", "[-!?]"]
COUNTED = CLASSES[:6]
ENDS = CLASSES + ["ascii-printable", "unicode except digit", "unicode except [-<>], special"]


@functools.cache
def members(text):
    """A test of one character for a class as written."""
    if text.startswith("unicode"):
        without = members(text.removeprefix("unicode except ")) if " except " in text else lambda c: False
        return lambda c: not without(c)
    found = set()
    for part in text.split(", "):
        found |= set(part[1:-1]) if part.startswith("[") else NAMED[part]
    return found.__contains__


def count(text, password):
    return sum(map(members(text), password))


@functools.cache
def stretch(password, key):
    """The longest stretch of characters that are alike by a key."""
    return max((len(list(group)) for _, group in itertools.groupby(password, key)), default=0)


def kind(c):
    return next((number for number, kind in enumerate(KINDS) if c in kind), None)


def same(c):
    return c


longest_sequence = functools.cache(oracle.longest_sequence)


def unicode_kind(c):
    """The five categories of Active Directory; nothing for the rest."""
    if c in DIGIT or c in UPPER or c in LOWER or c in SPECIAL:
        return None if c == " " else next(n for n, k in enumerate(KINDS) if c in k)
    category = unicodedata.category(c)
    if category in ("Lu", "Lt"):
        return 1
    return {"Ll": 0, "Lm": 4, "Lo": 4}.get(category)


def rule(name, chance):
    """The text of a rule, and whether a password keeps it."""
    number = chance.randint
    if name == "minlength":
        n = chance.choice([1, 4, 6, 8, 10, 15])
        return n, lambda p: len(p) >= n
    if name == "maxlength":
        n = chance.choice([3, 8, 10, 12, 40])
        return n, lambda p: len(p) <= n
    if name in ("max-consecutive", "max-repeating"):
        n = number(1, 3)
        return n, lambda p: stretch(p, same) <= n
    if name == "max-sequential":
        n = number(1, 4)
        return n, lambda p: longest_sequence(p) <= n
    if name == "max-class-run":
        n = number(1, 8)
        return n, lambda p: stretch(p, kind) <= n
    if name == "min-unique":
        n = number(2, 9)
        return n, lambda p: len(set(p)) >= n
    if name == "min-classes":
        n = number(1, 4)
        if chance.random() < 0.3:
            return f"{n} unicode", lambda p: len({unicode_kind(c) for c in p} - {None}) >= n
        return n, lambda p: len({kind(c) for c in p} - {None}) >= n
    if name in ("first", "last"):
        text = chance.choice(ENDS)
        place = 0 if name == "first" else -1
        return text, lambda p: members(text)(p[place])
    if name == "required":
        text = chance.choice(CLASSES)
        return text, lambda p: count(text, p) > 0
    text, least, most = chance.choice(COUNTED), number(0, 3), number(3, 6)
    if name == "max-run-of":
        text = chance.choice(list(NAMED)[:4])
        inside = members(text)
        return f"{least} {text}", lambda p: max((len(list(g)) for of, g in itertools.groupby(p, inside) if of), default=0) <= least
    if name == "at-least":
        return f"{least + 1} {text}", lambda p: count(text, p) > least
    if name == "at-most":
        return f"{least} {text}", lambda p: count(text, p) <= least
    if name == "exactly":
        return f"{least} {text}", lambda p: count(text, p) == least
    return f"{least}, {most} {text}", lambda p: least <= count(text, p) <= most


ONCE = ["minlength", "maxlength", "max-consecutive", "max-repeating", "max-sequential", "max-class-run", "min-unique", "min-classes"]
OFTEN = {"required": True, "at-least": True, "at-most": True, "exactly": True, "between": True, "max-run-of": True, "first": False, "last": False}


def alternative(chance):
    """The text of an alternative, and its rules by the names of violations."""
    names = chance.sample(ONCE, chance.randint(0, 3)) + chance.choices(list(OFTEN), k=chance.randint(0, 3))
    if chance.random() < 0.6:
        names.append("at-most")
    parts, rules = [], {}
    for name in names:
        text, keeps = rule(name, chance)
        parts.append(f"{name}: {text};")
        if name in ONCE:
            rules[name] = keeps
        else:
            index = sum(other.startswith(f"{name}[") for other in rules)
            rules[f"{name}[{index}]"] = keeps
    for name in ("first", "last"):
        if f"{name}[1]" not in rules and f"{name}[0]" in rules:
            rules[name] = rules.pop(f"{name}[0]")
    if chance.random() < 0.6:
        parts.append("allowed: unicode;")
    else:
        parts.append("allowed: ascii-printable;")
        rules["allowed"] = lambda p: all(c in PRINTABLE for c in p)
    return " ".join(parts), rules


def broken(policy, password):
    """The rules that a password breaks of the alternative of which it breaks fewest."""
    found = [{name for name, keeps in rules.items() if not keeps(password)} for _, rules in policy]
    place = min(range(len(found)), key=lambda number: len(found[number]))
    return {f"or[{place}].{name}" if len(policy) > 1 else name for name in found[place]}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--audit", required=True)
    parser.add_argument("--policies", type=int, default=300)
    parser.add_argument("--lines", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("list")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    passwords = []
    for line in oracle.lines_of(options.list):
        try:
            text = line.decode()
        except UnicodeDecodeError:
            continue
        if text and "\r" not in text:
            passwords.append(text)
    passwords = chance.sample(passwords, min(options.lines, len(passwords)))
    given = "\n".join(passwords).encode() + b"\n"
    wrong, limits, verdicts = 0, 0, 0

    def run(*arguments, **more):
        done = subprocess.run([options.audit, *arguments], capture_output=True, **more)
        if done.returncode:
            sys.exit(f"verdicts: {' '.join(arguments)} ended with {done.returncode}: {done.stderr.decode()[:2000]}")
        return done.stdout.decode()

    with tempfile.TemporaryDirectory() as folder:
        file, again = Path(folder) / "p.policy", Path(folder) / "q.policy"
        for start in range(0, options.policies, 5):
            policies = [[alternative(chance) for _ in range(chance.choice([1, 1, 2]))]
                        for _ in range(min(5, options.policies - start))]
            limits += sum("at-most" in text for policy in policies for text, _ in policy)
            file.write_text("".join(f"[p{number}]\n" + "\nor\n".join(text for text, _ in policy) + "\n"
                                    for number, policy in enumerate(policies)), encoding="utf-8")
            again.write_text(run("rules", "print", "--rules", str(file)), encoding="utf-8")
            if run("rules", "print", "--rules", str(again)) != again.read_text(encoding="utf-8"):
                sys.exit(f"verdicts: what is printed reads back otherwise:\n{file.read_text()}")
            answers = run("check", "--rules", str(again), "--no-blocklist", "--format", "csv", input=given).split("\n")[1:]
            for password, answer in zip(passwords, answers, strict=False):
                for number, (policy, cell) in enumerate(zip(policies, answer.split(","))):
                    stated = set() if cell == "compliant" else set(cell.split())
                    verdicts += 1
                    if stated != broken(policy, password):
                        wrong += 1
                        print(f"p{number}: {stated ^ broken(policy, password)} of", " or ".join(text for text, _ in policy))
                        if wrong > 20:
                            sys.exit(1)
    print(f"{options.policies} random policies ({limits} alternatives with at-most), {len(passwords)} lines: "
          f"{wrong} of {verdicts} verdicts differ, and each policy reads back")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
