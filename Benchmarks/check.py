#!/usr/bin/env python3
"""Counts the program's instructions a line, and fails where they pass what is committed.

    Benchmarks/check.py PROGRAM [--modes plain filter] [--functions 12] [--slack 0.03] [--library-slack 0.25]
      [--cache] [--update]

callgrind counts what a stripped copy of the program executes on one lane for the synthetic sample, once
and four times over; the difference is the cost of 300,000 lines, without start and report. The mode "ten
lines" counts a whole run instead, in thousands: start, ten lines and report. Libraries that unpack (zlib,
ISA-L, libdeflate), and those that hash and load (OpenSSL, ld.so), are counted apart. Counts do not depend on
what else the machine does, so they can be compared with thresholds: Benchmarks/instructions.json.

Repeated runs differ by some 0.2 %, --distinct by more since its seed is drawn: the slack is 3 %. Of a whole
run, directory, locale and time zone change nothing; a third is Swift's runtime, which depends on its version.
On another kind of processor the C library chooses other code, so that CI allows more, and the libraries have
a slack of their own: it is wide, but less than what it costs to lose ISA-L, or to hash in a slower way.
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
# Lines of the modes that estimate guesses, which take ten times as long.
FEW = 20_000
# The mode that counts a whole run in thousands of instructions, and its list.
START = "ten lines (whole run, thousands)"
TEN = b"password\n123456\nhunter2\nPassw0rd!\ncorrect horse battery staple\nqwerty\nletmein\nabc123\niloveyou\nXk9#mQ2$vL\n"

POLICY = ["--rules", os.path.join(POLICIES, "typical-site.txt")]
EACH = [word for name in sorted((name for name in os.listdir(POLICIES) if name.endswith(".txt"))) for word in ("--rules", os.path.join(POLICIES, name))]
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
    "filter": (["filter", *POLICY], "txt", 100_000),
    "zxcvbn": (["run", *POLICY, "--strength", "zxcvbn", "--reference-year", "2026"], "txt", FEW),
    "combined": (["run", *POLICY, "--strength", "combined", "--reference-year", "2026"], "txt", FEW),
    START: (["run", *POLICY, "--reference-year", "2026"], "txt", 10),
}
# Objects that are not ours, by what they do.
LIBRARIES = {
    "unpacking": re.compile(r"/(libz|libisal|libdeflate)[^/]*$"),
    "hashing": re.compile(r"/(libcrypto|ld-linux)[^/]*$"),
}


class Profile:
    """Instructions by function, and those of libraries; with a cache, also its misses."""

    def __init__(self, path):
        self.functions = collections.Counter()
        self.misses = collections.Counter()
        self.libraries = collections.Counter()
        names = {}
        function = ""
        is_call = False
        library = None
        columns = {}
        for line in open(path, errors="replace"):
            head, _, rest = line.rstrip("\n").partition("=")
            if line.startswith("events:"):
                columns = {event: index + 1 for index, event in enumerate(line.split()[1:])}
            elif rest and head in ("ob", "fn", "fl", "fi", "fe", "cob", "cfn", "cfi", "cfl"):
                table = {"b": "object", "n": "function"}.get(head[-1], "file")
                number, _, name = rest.partition(" ")
                if name:
                    names[table, number] = name
                name = names.get((table, number), rest)
                if head == "ob":
                    library = next((kind for kind, pattern in LIBRARIES.items() if pattern.search(name)), None)
                elif head == "fn":
                    function = name
            elif head == "calls":
                is_call = True  # The next line is the callee's cost.
            elif line[:1].isdigit() or line[:1] in "+-*":
                if not is_call:
                    # Zeros at the end of a line are left out.
                    cost = [0, *map(int, line.split()[1:])]
                    if library:
                        self.libraries[library] += cost[1]
                    else:
                        self.functions[function] += cost[1]
                        for event in ("D1mr", "D1mw"):
                            if event in columns and columns[event] < len(cost):
                                self.misses[function] += cost[columns[event]]
                is_call = False

    def of_lines(self, once, lines):
        """What each of the lines takes that this run has beyond the other."""
        added = Profile(os.devnull)
        for name, cost in self.functions.items():
            added.functions[name] = (cost - once.functions[name]) / lines
        for name, count in self.misses.items():
            added.misses[name] = (count - once.misses[name]) / lines
        for kind in LIBRARIES:
            added.libraries[kind] = (self.libraries[kind] - once.libraries[kind]) / lines
        return added


def profile(program, words, work, cache):
    """What one run executes."""
    out = os.path.join(work, "callgrind.out")
    environment = dict(os.environ, SWIFT_DETERMINISTIC_HASHING="1", GLIBC_TUNABLES="")
    run = subprocess.run(
        ["valgrind", "--tool=callgrind", *(["--cache-sim=yes"] if cache else []), f"--callgrind-out-file={out}",
         program, *words], cwd=work, env=environment, capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"{' '.join(words)}: exit code {run.returncode}\n{run.stderr[-2000:]}")
    return Profile(out)


def measure(program, mode, work, cache=False):
    """A mode's profile a line, or of thousandths of a whole run."""
    words, form, lines = MODES[mode]
    # As people start it, a short run makes its page, too.
    more = [] if words[0] != "run" or mode == START else ["--no-page"]
    fixed = [*words, "--lanes", "1", "-q", *more]
    with gzip.open(SAMPLE) as file:
        text = TEN if mode == START else b"".join(file.readlines()[:lines])
    runs = []
    for copies in (1,) if mode == START else (1, COPIES):
        path = os.path.join(work, f"list-{copies}.{form}")
        with open(path, "wb") as file:
            file.write(gzip.compress(text * copies, mtime=0) if form == "gz" else text * copies)
        # To replace the output of an earlier run takes a per cent of a short one.
        output = os.path.join(work, f"{list(MODES).index(mode)}-{copies}.out")
        runs.append(profile(program, [*fixed, "-o", output, path], work, cache))
    if mode == START:
        return runs[0].of_lines(Profile(os.devnull), 1000)
    return runs[1].of_lines(runs[0], lines * (COPIES - 1))


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
    parser.add_argument("--library-slack", type=float, default=0.25, help="the same for unpacking and hashing")
    parser.add_argument("--cache", action="store_true", help="also simulate the caches, and print misses of the first")
    parser.add_argument("--update", action="store_true", help="write what was counted as the thresholds")
    arguments = parser.parse_args()
    thresholds = json.load(open(THRESHOLDS)) if os.path.exists(THRESHOLDS) else {}
    failed = False
    parts = ["program", *LIBRARIES]
    print(f"{'instructions a line':32}" + "".join(f" {part:>9} {'change':>7}" for part in parts))
    with tempfile.TemporaryDirectory() as work:
        program = os.path.join(work, "audit")
        # With its debug sections, valgrind gives up.
        subprocess.run(["strip", "-g", "-o", program, arguments.program], check=True)
        for mode in arguments.modes:
            counted = measure(program, mode, work, arguments.cache)
            row, verdict = f"{mode:32}", ""
            for part in parts:
                now = counted.libraries[part] if part in LIBRARIES else sum(counted.functions.values())
                slack = arguments.library_slack if part in LIBRARIES else arguments.slack
                threshold = thresholds.get(mode, {}).get(part)
                change = f"{now / threshold - 1:+.1%}" if threshold else ""
                row += f" {now:9.1f} {change:>7}"
                if arguments.update:
                    thresholds.setdefault(mode, {})[part] = round(now, 1)
                # Half an instruction more is allowed where there should be none.
                elif threshold is None or now > threshold * (1 + slack) + 0.5:
                    failed = True
                    verdict += "  NO THRESHOLD" if threshold is None else f"  TOO MANY IN {part.upper()}"
            print(row + verdict, flush=True)
            top = counted.functions.most_common(arguments.functions)
            for (name, cost), plain in zip(top, demangled([name for name, _ in top])):
                misses = f" {counted.misses[name]:8.3f}" if arguments.cache else ""
                print(f"    {cost:8.1f}{misses}  {plain[:120]}")
            if arguments.cache:
                print(f"    misses of the first data cache in all, without libraries: {sum(counted.misses.values()):.3f}")
    if arguments.update:
        with open(THRESHOLDS, "w") as file:
            json.dump(thresholds, file, indent=2)
            file.write("\n")
    if failed:
        sys.exit(
            f"more than {arguments.slack:.0%} above the threshold, or {arguments.library_slack:.0%} in libraries: make it "
            "cheaper, or say in the commit what it buys and run Benchmarks/check.py PROGRAM --update")


if __name__ == "__main__":
    main()
