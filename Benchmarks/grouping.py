#!/usr/bin/env python3
"""Measures --distinct beside textbook ways to count distinct passwords, on one list.

    Benchmarks/grouping.py LIST.gz [--audit PROGRAM] [--rounds 5] > Benchmarks/results/DATE-grouping.md

Measured is processor time on one thread beyond a pass over the text. The audit's is that of a run with
--distinct less that of the same run without, start and report included; with little memory, so that most
goes to the temporary file, and with enough. The others (Benchmarks/grouping) hold the text in memory, and
make a hash of 12 bytes for each line: one hash table; parts by the first 8 bits, and a table for each;
radix sort from the last bits, or from the first, and a pass over runs of equal ones. They know neither
signatures nor policies, have no bound on their memory, and write no file. All ways must find the same
number of distinct passwords as often. They run in turn, A B C A B C …; medians are printed.
"""
import argparse
import collections
import csv
import datetime
import hashlib
import os
import pathlib
import subprocess
import sys
import tempfile

from setting import digest, first_line, machine, spread

FOLDER = pathlib.Path(__file__).resolve().parent / "grouping"
WAYS = {
    "table": "one hash table", "partition": "256 parts by radix, a table for each",
    "lsd": "radix sort from the last bits (LSD)", "msd": "radix sort from the first bits (MSD)",
}


def built(folder, program):
    """A release build's path."""
    for words in (["-q"], ["--show-bin-path"]):
        run = subprocess.run(["swift", "build", "-c", "release", *words], cwd=folder, check=True, capture_output=True, text=True)
    return os.path.join(run.stdout.strip(), program)


def timed(command):
    """CPU seconds, peak MiB, and output."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit code {process.returncode}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, output


def spectrum(path):
    """How many passwords occur how often, from a report's spectrum.csv."""
    counts = collections.Counter()
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            if not row["policy"]:
                counts[int(row["count"])] += int(row["passwords"])
    return counts


def name(counts):
    """Distinct passwords, and a digest of how often they occur."""
    text = "".join(f"{occurrences} {lines}\n" for occurrences, lines in sorted(counts.items()))
    return f"{sum(counts.values()):,}, spectrum {hashlib.sha256(text.encode()).hexdigest()[:16]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("list")
    parser.add_argument("--audit", metavar="PROGRAM", help="measure this one, not the release build")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--memory", nargs="+", default=["64MiB", "1GiB"], help="what --distinct may take")
    arguments = parser.parse_args()
    audit = os.path.abspath(arguments.audit) if arguments.audit else built(FOLDER.parent.parent, "audit")
    groupbench = built(FOLDER, "groupbench")
    rows, found = {}, {}
    with tempfile.TemporaryDirectory() as work:
        plain = os.path.join(work, "list.txt")
        subprocess.run(f"zcat '{os.path.abspath(arguments.list)}' > {plain}", shell=True, check=True)
        # The memory of the parent counts as that of the program, so it holds no text.
        pathlib.Path(f"{work}/policy.txt").write_text("minlength: 8;\n")
        options = ["--strength", "none", "--no-blocklist", "--lanes", "1", "-q", "--force", "--no-page"]
        run = [audit, "run", "--rules", f"{work}/policy.txt", *options, "-o", f"{work}/report", plain]
        for _ in range(arguments.rounds):
            base, base_memory, _ = timed(run)
            for memory in arguments.memory:
                cpu, peak, _ = timed([*run, "--distinct", "--memory", memory])
                title = f"`audit --distinct --memory {memory}`"
                rows.setdefault(title, []).append((cpu - base, peak - base_memory, None))
                found[title] = name(spectrum(f"{work}/report/spectrum.csv"))
            for way, title in WAYS.items():
                first, *others = timed([groupbench, way, plain])[2].splitlines()
                _, cpu, hashing, memory = first.split()[:4]
                rows.setdefault(title, []).append((float(cpu), int(memory) / 1024, float(hashing)))
                found[title] = name({int(line.split()[0]): int(line.split()[1]) for line in others})
        lines = int(first_line(f"wc -l < {plain}"))
    print(f"# Counting distinct passwords, {datetime.date.today()}\n")
    print(f"Command: `Benchmarks/grouping.py LIST --rounds {arguments.rounds}`\n")
    print(f"- machine: {machine()}; load at the end {os.getloadavg()[0]:.1f}")
    print(f"- list: {lines:,} lines, sha256 `{digest(arguments.list)}`")
    print(f"- audit: {first_line(audit + ' --version')}")
    print(f"- distinct passwords: {'; '.join(sorted(set(found.values())))}\n")
    print("CPU seconds on one thread and MiB at most, both beyond a pass over the text; medians over the rounds, "
          "minimum and maximum in brackets.\n")
    print("| way | CPU s | of it fingerprints | ns a line | MiB |\n|---|---|---|---|---|")
    for title, measured in rows.items():
        cpu, peak, hashing = zip(*measured)
        part = "" if hashing[0] is None else spread(hashing)
        per_line = sorted(cpu)[len(cpu) // 2] / lines * 1e9
        print(f"| {title} | {spread(cpu)} | {part} | {per_line:.0f} | {max(peak):.0f} |")
    if len(set(found.values())) > 1:
        for title, what in found.items():
            print(f"{title}: {what}", file=sys.stderr)
        sys.exit("the ways disagree")


if __name__ == "__main__":
    main()
