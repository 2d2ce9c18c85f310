#!/usr/bin/env python3
"""Compares regular expressions that have upper bounds with the policies that `--rules` makes of them.

    upper_bounds.py AUDIT [--expressions 400] [--passwords 150] [--seed 1]

Expressions are made up: at most so many digits, lower-case letters or symbols in many forms (`(?=(?:\\D*\\d){0,2}\\D*$)`,
`(?!(?:.*\\d){3})`, `^\\D*(?:\\d\\D*){1,3}$`, nested groups, alternatives), joined with other look-aheads. Python's re
judges the passwords by the expression, `audit check` by the policy; those near the bounds are made on purpose. An
expression that is refused must be refused by name: with the part, its place and the reason.
"""
import argparse
import random
import re
import subprocess
import sys

# Class, its complement, and members
SETS = [
    (r"\d", r"\D", "0123456789"), ("[0-9]", "[^0-9]", "0123456789"), ("[a-z]", "[^a-z]", "abcxyz"),
    ("[A-Z]", "[^A-Z]", "ABCXYZ"), ("[!@#]", "[^!@#]", "!@#"), ("[A-Za-z]", "[^A-Za-z]", "abcXYZ"),
    ("[^a-zA-Z0-9]", "[a-zA-Z0-9]", "!@# -"), (r"[\d!]", r"[^\d!]", "0123!"), ("x", "[^x]", "x"),
]
FILLERS = "abcXYZ0123!@#x -_"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("audit")
    parser.add_argument("--expressions", type=int, default=400)
    parser.add_argument("--passwords", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    refused = compared = accepted = bounded = 0
    reasons = {}
    for number in range(arguments.expressions):
        expression, sets = expression_with_bounds(chance)
        compiled = re.compile(expression, re.ASCII)
        passwords = sorted({made(chance, sets) for _ in range(arguments.passwords)} - {""})
        run = lambda *words, input=b"": subprocess.run([arguments.audit, *words], input=input, capture_output=True)
        command = ["--rules", expression, "--read-as", "regex"]
        printed = run("rules", "print", *command)
        if printed.returncode:
            errors = printed.stderr.decode()
            if printed.returncode != 2 or not re.search(r":1:\d+: error: '.+': .+", errors):
                sys.exit(f"{number}: {expression}\nis refused without a name: {errors}")
            refused += 1
            reason = re.search(r"error: '.+?': (.+)", errors)[1]
            reasons.setdefault(reason, []).append(expression)
            continue
        text = printed.stdout.decode()
        bounded += any(word in text for word in ("at-most:", "exactly:", "between:"))
        checked = run("check", "-q", *command, input="".join(f"{p}\n" for p in passwords).encode())
        verdicts = checked.stdout.decode().splitlines()
        if len(verdicts) != len(passwords):
            sys.exit(f"{number}: {expression}\n{checked.stderr.decode()}")
        for password, verdict in zip(passwords, verdicts):
            compared += 1
            accepted += verdict == "compliant"
            if (verdict == "compliant") != bool(compiled.search(password)):
                sys.exit(f"{number}: {expression}\n{text}{password!r}: {verdict}")
    for reason, found in sorted(reasons.items(), key=lambda item: -len(item[1])):
        print(f"  {len(found)} refused: {reason}: such as {min(found, key=len)}")
    print(f"{arguments.expressions} expressions: {arguments.expressions - refused} read, {bounded} of them with an upper bound on a "
          f"class, {refused} refused by name; {compared} verdicts, {accepted} of them compliant: all equal")


def expression_with_bounds(chance):
    sets = [chance.choice(SETS) for _ in range(chance.choice([1, 1, 2, 3]))]
    looks = [bound(chance, one) for one in sets]
    looks += [chance.choice(["(?=.*[a-z])", r"(?=.*\d)", r"(?!.*(.)\1\1)", r"(?!.*\s)", "(?=.{4,12}$)", "(?!.*[wW][oO][rR][dD])"])
              for _ in range(chance.choice([0, 0, 1, 2]))]
    chance.shuffle(looks)
    looks = "".join(looks)
    if chance.random() < 0.1:
        looks = f"(?:{looks}|{bound(chance, sets[0])})"
    if chance.random() < 0.15:
        one = sets[0]
        return "^" + looks + whole(chance, one) + "$", sets
    body = chance.choice([".*", ".+", ".{3,}", ".{4,12}", r"\S{3,10}", "[!-~]{4,}", "[a-zA-Z0-9!@#]{2,14}", "(?:.{5}|.{7,9})"])
    return "^" + looks + body + chance.choice(["$", "$", ""]), sets


def counts(chance):
    least = chance.choice([0, 0, 0, 1, 2])
    return least, max(1, least + chance.choice([0, 1, 2, 3]))


def bound(chance, one):
    inside, outside, _ = one
    least, most = counts(chance)
    braces = f"{{{least},{most}}}" if least != most else f"{{{most}}}"
    any = chance.choice([".*", ".*?", f"{outside}*"])
    return chance.choice([
        f"(?=(?:{outside}*{inside}){braces}{outside}*$)",
        f"(?={outside}*(?:{inside}{outside}*){braces}$)",
        f"(?=(?:{outside}*(?:{inside}{outside}*)){braces}$)",
        f"(?!(?:{any}{inside}){{{most + 1}}})",
        f"(?!(?:{any}{inside}){{{most + 1},}})",
        f"(?!{any}(?:{inside}{any}){{{most + 1}}})",
        f"(?!.*{inside}{''.join(any + inside for _ in range(most))})",
        f"(?=(?:{outside}*{inside}){{{least}}})(?!(?:{any}{inside}){{{most + 1}}})",
        f"(?=(?:(?:{outside}*{inside}){braces}){outside}*$)",
        f"(?=(?:{outside}*{inside}){{0,{most}}}{outside}*$|{outside}+$)",
        f"(?=(?:(?:{outside})*(?:{inside})){{0,{most}}}(?:{outside})*$)",

    ])


def whole(chance, one):
    inside, outside, _ = one
    least, most = counts(chance)
    return chance.choice([
        f"{outside}*(?:{inside}{outside}*){{{least},{most}}}",
        f"(?:{outside}*{inside}){{{least},{most}}}{outside}*",
        f"{outside}*{inside}?{outside}*",
        f"{outside}*(?:{inside}{outside}*)?",
        f"{outside}+{inside}{{0,{most}}}",
        f"(?:{outside}*|{outside}*{inside}{outside}*)",
        f"(?:{inside}|{outside}{{2}}){{0,{most}}}",
    ])


def made(chance, sets):
    length = chance.choice([1, 2, 3, 4, 5, 6, 8, 9, 12, 13])
    password = [chance.choice(FILLERS) for _ in range(length)]
    for inside, outside, members in sets:
        # As many members as a bound or one more.
        password = [c for c in password if c not in members]
        password += chance.choices(members, k=chance.choice([0, 0, 1, 1, 2, 2, 3, 4, 5, 6]))
    chance.shuffle(password)
    return "".join(password)


main()
