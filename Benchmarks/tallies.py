#!/usr/bin/env python3
"""Measures the cost and the savings of a tally: Benchmarks/tallies.py LIST --audit PROGRAM --rules FILE --quirks FILE

Reports user and system time of one lane, the minimum of several rounds; rounds alternate, so that other work
on the machine affects all alike.
"""
import argparse
import os
import resource
import subprocess
import tempfile


def cpu(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("list")
    parser.add_argument("--audit", required=True)
    parser.add_argument("--rules", required=True)
    parser.add_argument("--quirks", required=True)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        def place(name):
            return os.path.join(directory, name)

        one = ["--rules", options.rules, "--strength", "none", "-q", "--force", "-o"]
        many = ["--rules", options.quirks, "--strength", "none", "-q", "--force", "-o"]
        alone = ["--lanes", "1"]
        commands = {
            "run, one policy": [
                options.audit, "run", *one, place("run"), *alone, options.list],
            "scan --for every policy of the file": [
                options.audit, "scan", "--force", "--strength", "none", "--no-progress", "--for",
                options.quirks, "-o", place("many.tally"), *alone, options.list],
            "scan, full recipe but strength": [
                options.audit, "scan", "--force", "--strength", "none", "--no-progress", "-o",
                place("x.tally"), *alone, options.list],
            "report, one policy": [options.audit, "report", *one, place("one"), place("x.tally")],
            "report, every policy of the file": [
                options.audit, "report", *many, place("many"), place("many.tally")],
        }
        times = {name: [] for name in commands}
        for _ in range(options.rounds):
            for name, command in commands.items():
                times[name].append(cpu(command))
        for name, found in times.items():
            print(f"{name}: {min(found):.2f} s ({', '.join(f'{t:.2f}' for t in found)})")
        for name in ["x.tally", "many.tally"]:
            info = subprocess.run(
                [options.audit, "tally", "info", place(name)], check=True, capture_output=True,
                text=True).stdout
            print(f"{name}: {os.path.getsize(place(name)) / 1e6:.2f} MB, {info.splitlines()[0]}")


if __name__ == "__main__":
    main()
