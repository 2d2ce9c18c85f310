"""Judges the passwords that `audit rules clauses` makes up, by the program's matcher and by others.

    python3 Tests/Oracle/witnesses.py --audit .build/release/audit

Each password that shows a verdict on one of Apple's published policies, by all standards, is put to `audit check` and, by
the expression that `audit rules print --form regex` makes of the policy, to Python's re. Those of policies that are
expressions are put to re by the expression itself, and those of made-up files `pwquality.conf` to libpwquality. Prints
counts and policies; the passwords are made up, too.
"""
import argparse
import ctypes
import json
import re
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
APPLE = ["--lenient", "--rules", "Datasets/Policies/apple-password-rules.json"]
EXPRESSIONS = [
    r"^[a-z0-9]{8,20}$", r"^(?=.*[A-Z])(?=.*\d).{8,}$", r"^(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9])(?=.*[!@#$%^&*])[\x20-\x7e]{10,64}$",
    r"^(?!.*(.)\1\1)[ -~]{12,}$", r"^\d{6}$", r"^[A-Za-z][A-Za-z0-9]{7,15}$", r"^(?:[a-z]{15,}|(?=.*\d)[a-z\d]{9,12})$",
]
# Lines of pwquality.conf. Its dictionary and its test of names are off, since no rule says them.
FILES = [
    "minlen = 8", "minlen = 15", "minlen = 12\nminclass = 3", "minlen = 14\ndcredit = -1\nucredit = -1",
    "minlen = 8\nocredit = -2\nlcredit = -3", "minlen = 10\nmaxrepeat = 2", "minlen = 9\nmaxclassrepeat = 4",
    "minlen = 16\nmaxsequence = 3", "minlen = 15\ndcredit = 1", "minlen = 12\nucredit = 2\nocredit = 2\nlcredit = 0\ndcredit = 0",
    "minlen = 15\nminclass = 4\nmaxrepeat = 3\nmaxclassrepeat = 4",
]
PALINDROME = -15


def output(audit, *words, input=None):
    run = subprocess.run([audit, *words, "-q"], cwd=ROOT, input=input, capture_output=True, text=True)
    if run.returncode:
        raise SystemExit(f"audit {' '.join(words)}: exit code {run.returncode}\n{run.stderr}")
    return run.stdout


def witnesses(audit, *rules):
    """Of each policy, by its number, the passwords that show verdicts: whether it is accepted."""
    document = json.loads(output(audit, "rules", "clauses", "--standard", "all", "--fail-on", "never", "--format", "json", *rules))
    standards = len({result["standard"] for result in document["results"]})
    found = {}
    for number, result in enumerate(document["results"]):
        for clause in result["clauses"]:
            if clause["evidence"] in ("accepts", "refuses"):
                found.setdefault(number // standards, {})[clause["password"]] = clause["evidence"] == "accepts"
    return found


def printed(audit, form, *rules):
    return [json.loads(line)["text"] for line in output(audit, "rules", "print", "--form", form, "--format", "jsonl", *rules).splitlines()]


def checked(audit, pairs):
    """Whether `audit check` accepts each password by its policy."""
    lines = "".join(json.dumps({"policy": policy, "password": password}) + "\n" for policy, password in pairs)
    return [not json.loads(line)["violated"] for line in output(audit, "check", "--format", "jsonl", input=lines).splitlines()]


class Quality:
    """libpwquality with the settings of a file."""

    def __init__(self, library, path):
        library.pwquality_default_settings.restype = ctypes.c_void_p
        self.library, self.settings = library, ctypes.c_void_p(library.pwquality_default_settings())
        if library.pwquality_read_config(self.settings, str(path).encode(), ctypes.byref(ctypes.c_void_p())):
            raise SystemExit(f"libpwquality cannot read {path}")

    def check(self, password):
        """The score, or an error below 0."""
        return self.library.pwquality_check(self.settings, password.encode(), None, None, ctypes.byref(ctypes.c_void_p()))


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--audit", type=lambda path: Path(path).absolute(), required=True)
    audit = options.parse_args().audit
    faults, counts = [], {}

    def judge(peer, policy, password, is_accepted, found):
        counts[peer] = counts.get(peer, 0) + 1
        if found != is_accepted:
            faults.append(f"{policy!r}: {password!r} is {'accepted' if is_accepted else 'refused'}, {peer} says otherwise")

    found = witnesses(audit, *APPLE)
    policies, expressions = printed(audit, "canonical", *APPLE), printed(audit, "regex", *APPLE)
    rows = [(policies[number], password, is_accepted) for number, own in found.items() for password, is_accepted in own.items()]
    for row, verdict in zip(rows, checked(audit, [row[:2] for row in rows]), strict=True):
        judge("audit check", *row, verdict)
    for number, own in found.items():
        compiled = re.compile(expressions[number])
        for password, is_accepted in own.items():
            judge("re", expressions[number], password, is_accepted, bool(compiled.search(password)))
    if len(policies) != 434 or len(found) < 400:
        faults.append(f"{len(policies)} policies, {len(found)} with a password")
    for expression in EXPRESSIONS:
        for password, is_accepted in witnesses(audit, "--read-as", "regex", "--rules", expression).get(0, {}).items():
            judge("re", expression, password, is_accepted, bool(re.search(expression, password)))
    try:
        library = ctypes.CDLL("libpwquality.so.1")
    except OSError:
        print("libpwquality: it is not installed")
        library = None
    with tempfile.TemporaryDirectory() as directory:
        for lines in FILES if library else []:
            path = Path(directory, "pwquality.conf")
            path.write_text(f"{lines}\ndictcheck = 0\nusercheck = 0\ndifok = 0\n")
            quality = Quality(library, path)
            for password, is_accepted in witnesses(audit, "--read-as", "pwquality", "--rules", str(path)).get(0, {}).items():
                score = quality.check(password)
                # No rule says palindromes; and it counts bytes.
                if score != PALINDROME and password.isascii():
                    judge("libpwquality", lines, password, is_accepted, score >= 0)
    print("\n".join(faults[:40] + [", ".join(f"{count:,} by {peer}" for peer, count in counts.items())
                                   + f": {len(faults)} passwords judged otherwise"]))
    return bool(faults)


if __name__ == "__main__":
    raise SystemExit(main())
