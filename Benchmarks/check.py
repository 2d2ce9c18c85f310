#!/usr/bin/env python3
"""Counts the program's instructions a line, and fails where they pass what is committed.

    Benchmarks/check.py PROGRAM [--functions 12] [--slack 0.03] [--update]

callgrind counts what a stripped copy of the program executes on one lane for the synthetic sample, once
and four times over; the difference is the cost of 300,000 lines, without start and report. Libraries that
unpack and hash (zlib, ISA-L, OpenSSL) are counted apart, since they are the machine's. Counts do not depend
on what else the machine does, so they can be compared with thresholds: Benchmarks/instructions.json.
Repeated runs differ by some 0.2 %, --distinct by more since its seed is drawn: the slack is 3 %. On another
kind of processor the C library chooses other code, so that CI allows more.
"""
import argparse
import collections
import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SAMPLE = os.path.join(ROOT, "Datasets/Samples/synthetic-100k.txt.gz")
POLICIES = os.path.join(ROOT, "Datasets/Policies")
THRESHOLDS = os.path.join(ROOT, "Benchmarks/instructions.json")
COPIES = 4
# Lines of the mode with zxcvbn, which takes ten times as long.
FEW = 20_000

POLICY = ["--rules", os.path.join(POLICIES, "typical-site.txt")]
EACH = [word for name in sorted(os.listdir(POLICIES)) for word in ("--rules", os.path.join(POLICIES, name))]
NONE = ["--strength", "none"]
# Name: command and options, the list's form, lines of one copy.
MODES = {
    "plain": (["run", *POLICY, *NONE], "txt", 100_000),
    "plain, no blocklist": (["run", *POLICY, *NONE, "--no-blocklist"], "txt", 100_000),
    "gzip": (["run", *POLICY, *NONE], "gz", 100_000),
    "all committed policies": (["run", *EACH, *NONE], "txt", 100_000),
    "--strength meter": (["run", *POLICY, "--strength", "meter"], "txt", 100_000),
    "--distinct": (["run", *POLICY, *NONE, "--distinct"], "txt", 100_000),
    "scan --strength none": (["scan", *NONE], "txt", 100_000),
    "zxcvbn": (["run", *POLICY, "--reference-year", "2026"], "txt", FEW),
}
MACHINES = re.compile(r"/(libz|libisal|libcrypto|libdeflate|ld-linux)[^/]*$")


class Profile:
    """Instructions by function, and those of libraries that unpack and hash."""

    def __init__(self, path):
        self.functions = collections.Counter()
        self.library = 0
        names = {}
        object_name = function = ""
        is_call = False
        for line in open(path, errors="replace"):
            head, _, rest = line.rstrip("\n").partition("=")
            if rest and head in ("ob", "fn", "fl", "fi", "fe", "cob", "cfn", "cfi", "cfl"):
                table = {"b": "object", "n": "function"}.get(head[-1], "file")
                number, _, name = rest.partition(" ")
                if name:
                    names[table, number] = name
                name = names.get((table, number), rest)
                if head == "ob":
                    object_name = name
                elif head == "fn":
                    function = name
            elif head == "calls":
                is_call = True  # The next line is the callee's cost.
            elif line[:1].isdigit() or line[:1] in "+-*":
                if not is_call:
                    cost = int(line.split()[1])
                    if MACHINES.search(object_name):
                        self.library += cost
                    else:
                        self.functions[function] += cost
                is_call = False

    @property
    def total(self):
        return sum(self.functions.values())


def profile(program, words, work):
    """What one run executes."""
    out = os.path.join(work, "callgrind.out")
    environment = dict(os.environ, SWIFT_DETERMINISTIC_HASHING="1", GLIBC_TUNABLES="")
    run = subprocess.run(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", program, *words], cwd=work,
        env=environment, capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"{' '.join(words)}: exit code {run.returncode}\n{run.stderr[-2000:]}")
    return Profile(out)


def measure(program, mode, work):
    """A mode's profile a line: functions, and libraries."""
    words, form, lines = MODES[mode]
    output = ["-o", os.path.join(work, "out.tally" if words[0] == "scan" else "report")]
    fixed = [*words, "--lanes", "1", "-q", *output, *([] if words[0] == "scan" else ["--force", "--no-page"])]
    with gzip.open(SAMPLE) as file:
        text = b"".join(file.readlines()[:lines])
    counts = []
    for copies in (1, COPIES):
        path = os.path.join(work, f"list-{copies}.{form}")
        with open(path, "wb") as file:
            file.write(gzip.compress(text * copies, mtime=0) if form == "gz" else text * copies)
        counts.append(profile(program, [*fixed, path], work))
    once, often = counts
    added = lines * (COPIES - 1)
    functions = collections.Counter({
        name: (cost - once.functions[name]) / added for name, cost in often.functions.items()})
    return functions, (often.library - once.library) / added, once.total + once.library


def demangled(names):
    """Swift's names in plain words."""
    if shutil.which("swift") is None:
        return list(names)
    return subprocess.run(
        ["swift", "demangle", "--compact", "--simplified"], input="\n".join(names), text=True,
        capture_output=True).stdout.splitlines()


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--functions", type=int, default=0, help="also print so many functions of each mode")
    parser.add_argument("--modes", nargs="*", choices=MODES, default=list(MODES))
    parser.add_argument("--slack", type=float, default=0.03, help="share above a threshold that passes")
    parser.add_argument("--update", action="store_true", help="write what was counted as the thresholds")
    arguments = parser.parse_args()
    thresholds = json.load(open(THRESHOLDS)) if os.path.exists(THRESHOLDS) else {}
    failed = False
    print(f"{'instructions a line':26} {'now':>8} {'threshold':>10} {'change':>8} {'libraries':>10}")
    with tempfile.TemporaryDirectory() as work:
        program = os.path.join(work, "audit")
        # With its debug sections, valgrind gives up.
        subprocess.run(["strip", "-g", "-o", program, arguments.program], check=True)
        for mode in arguments.modes:
            functions, library, _ = measure(program, mode, work)
            now = sum(functions.values())
            threshold = thresholds.get(mode)
            change = "" if threshold is None else f"{now / threshold - 1:+.1%}"
            too_many = threshold is None or now > threshold * (1 + arguments.slack)
            verdict = ""
            if too_many and not arguments.update:
                failed = True
                verdict = "  TOO MANY" if threshold else "  NO THRESHOLD"
            print(f"{mode:26} {now:8.1f} {threshold or 0:10.1f} {change:>8} {library:10.1f}{verdict}", flush=True)
            if arguments.update:
                thresholds[mode] = round(now, 1)
            top = functions.most_common(arguments.functions)
            for (_, cost), name in zip(top, demangled([name for name, _ in top])):
                print(f"    {cost:8.1f}  {name[:120]}")
    if arguments.update:
        with open(THRESHOLDS, "w") as file:
            json.dump(thresholds, file, indent=2)
            file.write("\n")
    if failed:
        sys.exit(
            f"more than {arguments.slack:.0%} above the threshold: make it cheaper, or say in the commit what it buys and "
            "run Benchmarks/check.py PROGRAM --update")


if __name__ == "__main__":
    main()
