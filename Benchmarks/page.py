#!/usr/bin/env python3
"""Measures what report.html costs: its bytes, and the processor time of a report with and without it.

    Benchmarks/page.py .build/release Datasets/Samples/synthetic-100k.txt.gz

Ten policies of twelve rules each, with strength, distinct passwords and keyspaces for the bytes; the
time is without keyspaces, which cost a hundred times as much as the page.
"""
import argparse
import pathlib
import resource
import statistics
import subprocess
import tempfile
import time

import setting

SPECIALS = ["[-_.@]", "[!#$%&]", "special", "[.,;:?]"]
POLICIES = "\n".join(
    f"[heavy policy number {n + 1}]\n"
    f"minlength: {8 + n % 5}; maxlength: {20 + 4 * n};\n"
    f"required: lower; required: upper; required: digit; required: {SPECIALS[n % 4]};\n"
    f"allowed: {'ascii-printable' if n % 3 else 'unicode'}; max-consecutive: {2 + n % 2};\n"
    f"min-classes: {3 + n % 2}; at-least: {1 + n % 2} digit; max-sequential: {3 + n % 2};\n"
    f"blocklist: default exact; min-score: {2 + n % 2};\n"
    for n in range(10))


def processor_time(command):
    """Milliseconds of a command."""
    def used():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime
    before = used()
    subprocess.run(command, check=True)
    return (used() - before) * 1000


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=pathlib.Path, help="where audit lies")
    parser.add_argument("list", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=12)
    arguments = parser.parse_args()
    audit = arguments.programs.resolve() / "audit"
    with tempfile.TemporaryDirectory() as temporary:
        directory = pathlib.Path(temporary)
        rules, tally, out = directory / "heavy.policy", directory / "list.tally", directory / "report"
        rules.write_text(POLICIES, encoding="utf-8")
        subprocess.run([audit, "scan", "-q", "--distinct", "--for", rules, "-o", tally, arguments.list], check=True)
        report = [audit, "report", tally, "--rules", rules, "--distinct", "--force", "-q", "-o", out]
        subprocess.run(report + ["--space"], check=True)
        size = (out / "report.html").stat().st_size
        with_page, without = [], []
        for _ in range(arguments.rounds):
            with_page.append(processor_time(report))
            without.append(processor_time(report + ["--no-page"]))
    print(f"{time.strftime('%Y-%m-%d')}, {setting.machine()}, "
          f"load average {open('/proc/loadavg').read().split()[0]}")
    print(f"{size:,} bytes; {statistics.median(with_page):.0f} ms of a report with the page, "
          f"{statistics.median(without):.0f} ms without, "
          f"{statistics.median(with_page) - statistics.median(without):.0f} ms for the page")


if __name__ == "__main__":
    main()
