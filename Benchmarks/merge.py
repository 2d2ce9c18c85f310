#!/usr/bin/env python3
"""Measures audit merge on many tallies: Benchmarks/merge.py --audit PROGRAM [--tallies 1000]

Each tally is of a synthetic list of some 20,000 signatures, drawn from 200,000 synthetic passwords, so that
the sum has about as many as a large real list with all facts. There are 40 different tallies, each of which
is merged repeatedly: every time it is read, verified and added.
"""
import argparse
import os
import random
import resource
import subprocess
import sys
import tempfile
import time


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--audit", required=True)
    parser.add_argument("--tallies", type=int, default=1000)
    parser.add_argument("--lines", type=int, default=20_000)
    options = parser.parse_args()
    generator = random.Random(1)
    printable = bytes(range(0x21, 0x7F))
    pool = [
        bytes(generator.choices(printable, k=generator.randint(8, 14))) for _ in range(200_000)]
    with tempfile.TemporaryDirectory() as directory:
        tallies = []
        for number in range(min(options.tallies, 40)):
            text = os.path.join(directory, "list.txt")
            with open(text, "wb") as file:
                for password in generator.sample(pool, options.lines):
                    file.write(password + b"\n")
            tally = os.path.join(directory, f"{number}.tally")
            subprocess.run(
                [options.audit, "scan", "--strength", "none", "--no-blocklist", "--no-progress",
                 "-o", tally, text], check=True)
            tallies.append(tally)
        tallies = [tallies[number % len(tallies)] for number in range(options.tallies)]
        sizes = sum(os.path.getsize(tally) for tally in tallies)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        start = time.monotonic()
        merged = subprocess.run(
            [options.audit, "merge", "-q", *tallies, "-o", os.path.join(directory, "sum.tally")], check=False)
        # 1: few tallies stand for many, so lists count twice.
        if merged.returncode not in (0, 1):
            sys.exit(f"merge: exit code {merged.returncode}")
        wall = time.monotonic() - start
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        user = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
        info = subprocess.run(
            [options.audit, "tally", "info", os.path.join(directory, "sum.tally")],
            check=True, capture_output=True, text=True).stdout
        print(f"{options.tallies} tallies, {sizes / 1e6:.0f} MB: {wall:.1f} s, {user:.1f} s of CPU, "
              f"peak {after.ru_maxrss / 1024:.0f} MB")
        print(info.splitlines()[0])


if __name__ == "__main__":
    main()
