#!/usr/bin/env python3
"""Compares what the program makes of other systems' policies with what the systems say.

    sources.py AUDIT [--reference DIRECTORY] [--kind KIND] [--sources 200] [--passwords 500] [--seed 1]
    sources.py AUDIT --libpwquality [--sources 200] [--passwords 500]

Sources and passwords are made up by the reference, whose programs also evaluate each system's own rules: `originals.py`
and `samples.py` in the directory, by default ../shared/data/policies-elsewhere beside the repository. With --libpwquality the
library itself judges (Debian's python3-pwquality), without its dictionary.

exact: both agree on every password. ascii: on every password of printable ASCII. bound: on those they agree but for the
parts that are not judged, and what the policy refuses the system refuses.
"""
import argparse
import collections
import json
import pathlib
import random
import subprocess
import sys
import tempfile

ENDS = set("\n\r\u2028\u2029\x85")


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("audit")
    parser.add_argument("--reference", default=root.parent / "shared/data/policies-elsewhere")
    parser.add_argument("--kind")
    parser.add_argument("--sources", type=int, default=200)
    parser.add_argument("--passwords", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--libpwquality", action="store_true")
    arguments = parser.parse_args()
    sys.path.insert(0, str(arguments.reference))
    import originals
    import samples
    chance = random.Random(arguments.seed)
    kinds = {"pwquality": samples.pwquality} if arguments.libpwquality else samples.KINDS
    faults = 0
    for kind, make in kinds.items():
        if arguments.kind and kind != arguments.kind:
            continue
        row = collections.Counter()
        for _ in range(arguments.sources):
            source = make(chance)
            judge = of_library(source) if arguments.libpwquality else originals.judge(kind, source)
            made = samples.passwords(chance, source, arguments.passwords, beyond=True)
            passwords = [p for p in made if p and not set(p) & ENDS and encodable(p)]
            outcome, text, verdicts = of_program(arguments.audit, kind, source, passwords)
            row[outcome] += 1
            if outcome == "refused":
                continue
            for password, says in zip(passwords, verdicts, strict=True):
                is_typed = all(" " <= c <= "~" for c in password)
                if outcome != "exact" and not is_typed:
                    continue
                system, judged = judge(password)
                row["verdicts"] += 1
                if outcome in ("exact", "ascii"):
                    wrong = says != system
                else:
                    wrong = judged is not None and says != judged or system and not says
                if wrong:
                    faults += 1
                    if faults < 20:
                        print("DIFFERS", kind, outcome, "system", system, "judged", judged, "policy", says, repr(password), repr(source)[:400], text)
        print(f"{kind:14} {row.pop('verdicts', 0):8} verdicts; " + ", ".join(f"{n} {name}" for name, n in sorted(row.items())))
    print(f"{faults} differ")
    return 1 if faults else 0


def encodable(password):
    return not any(0xD800 <= ord(c) <= 0xDFFF for c in password)


def of_program(audit, kind, source, passwords):
    """The outcome, the policy, and the verdicts."""
    with tempfile.NamedTemporaryFile(suffix=".source") as file:
        file.write(source.encode())
        file.flush()
        policy = ["--rules", file.name, "--read-as", kind, "-q"]
        printed = subprocess.run([audit, "rules", "print", "--format", "jsonl", *policy], capture_output=True)
        answer = json.loads(printed.stdout.splitlines()[0])
        if answer["outcome"] == "refused":
            return "refused", None, []
        only = ["--only", answer["name"]] if len(printed.stdout.splitlines()) > 1 else []
        checked = subprocess.run(
            [audit, "check", "--no-blocklist", *policy, *only], input="".join(f"{p}\n" for p in passwords).encode(), capture_output=True)
        return answer["outcome"], answer["text"], [line == b"compliant" for line in checked.stdout.splitlines()]


def of_library(source):
    """The library's own judgement; of palindromes and of the user's name the policy says nothing."""
    import pwquality
    settings = pwquality.PWQSettings()
    with tempfile.NamedTemporaryFile("w", suffix=".conf") as file:
        file.write(source)
        file.flush()
        try:
            settings.read_config(file.name)
        except pwquality.PWQError:
            pass
    settings.dictcheck = 0

    def judge(password):
        try:
            settings.check(password, None, None)
            return True, True
        except pwquality.PWQError as error:
            # The library names the first fault only: what else it would say of these is unknown.
            is_judged = error.args[0] not in (pwquality.PWQ_ERROR_PALINDROME, pwquality.PWQ_ERROR_MAX_SEQUENCE)
            return False, False if is_judged else None
    return judge


sys.exit(main())
