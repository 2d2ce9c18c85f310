#!/usr/bin/env python3
"""Compares policies with the expressions that `audit rules print --form regex` makes of them.

    expressions.py AUDIT [--policies 200] [--passwords 500] [--seed 1]

Policies are made up, of the whole language; Python's re judges the passwords by the expression, `audit check`
by the policy. A rule that no expression says is an error of the program that names it, and ends a policy's turn.
"""
import argparse
import pathlib
import random
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent / "consistency"))
import generated_policies

ALPHABETS = ["ab1-", "abcABC123!-]", "aA1é", "".join(map(chr, range(0x20, 0x7F))) + "éß漢\t"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("audit")
    parser.add_argument("--policies", type=int, default=200)
    parser.add_argument("--passwords", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    compared = refused = accepted = 0
    for number in range(arguments.policies):
        text = "\nor\n".join(generated_policies.alternative(chance, generated_policies.RULES) for _ in range(chance.choice([1, 1, 2])))
        run = lambda *words, input=b"": subprocess.run([arguments.audit, *words, "-q"], input=input, capture_output=True)
        printed = run("rules", "print", "--form", "regex", "--rules", text.replace("\n", " "))
        if printed.returncode:
            if b"no expression says" not in printed.stderr and b"error" not in printed.stderr:
                sys.exit(f"policy {number}: {text}: {printed.stderr.decode()}")
            refused += 1
            continue
        expression = printed.stdout.decode().rstrip("\n")
        compiled = re.compile(expression)
        passwords = [made(chance) for _ in range(arguments.passwords)]
        checked = run("check", "--rules", text.replace("\n", " "), input="".join(f"{p}\n" for p in passwords).encode())
        verdicts = checked.stdout.decode().splitlines()
        if len(verdicts) != len(passwords):
            sys.exit(f"policy {number}: {text}: {checked.stderr.decode()}")
        for password, verdict in zip(passwords, verdicts):
            compared += 1
            accepted += verdict == "compliant"
            if (verdict == "compliant") != bool(compiled.match(password)):
                sys.exit(f"policy {number}: {text}\n{expression}\n{password!r}: {verdict}")
    print(f"{arguments.policies - refused} policies, {refused} refused by name, {compared} verdicts, {accepted} of them compliant: all equal")


def made(chance):
    alphabet = chance.choice(ALPHABETS)
    password = ""
    while len(password) < chance.choice([1, 3, 6, 8, 12, 16, 20]):
        piece = chance.choice(alphabet)
        password += piece * chance.choice([1, 1, 1, 1, 2, 3, 4]) if chance.random() < 0.9 else chance.choice(["abc", "321", "XYZ", "dcba"])
    return password


main()
