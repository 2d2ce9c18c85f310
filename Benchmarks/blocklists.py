#!/usr/bin/env python3
"""Measures the cost of blocklists in an audit, beside passwdqc's pwqfilter with the same look-ups.

    Benchmarks/blocklists.py LIST.gz [--audit PROGRAM] [--rounds 5] > Benchmarks/results/DATE-blocklists.md

The blocklists hold half distinct values of the list and half synthetic ones, so that hits and misses are
both common; they are made in a private temporary folder and removed. Programs run in turn, A B C A B C …;
ratios are taken round by round and their medians printed, since machines drift. pwqfilter comes with
Debian's package passwdqc and is left out if it is not installed.

    --build 100000000   also compiles so many synthetic values, and reports time and memory
    --probes 100000000  also looks up so many random lines that are no values, and counts false hits
"""
import argparse
import datetime
import gzip
import hashlib
import itertools
import multiprocessing
import os
import pathlib
import random
import resource
import shutil
import subprocess
import tempfile
import time

from setting import digest, machine, spread

ROOT = pathlib.Path(__file__).resolve().parent.parent
POLICY = "minlength: 8; required: lower; required: upper; required: digit; allowed: unicode; max-consecutive: 2;\n"


def stream(key, width, count):
    """A shell command that writes so many lines of random letters, determined by the key."""
    return (
        f"openssl enc -aes-128-ctr -K {key:032x} -iv {0:032x} -in /dev/zero 2>/dev/null"
        f" | base64 -w {width} | head -n {count}")


def timed(command, **options):
    """Runs a command; its wall and CPU seconds, its largest memory in MB, and its output."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, **options)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    wall = time.monotonic() - start
    if process.returncode != 0:
        raise SystemExit(f"failed: {command}")
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, output.decode()


def megabytes(memory):
    """Memory in words; the memory of this script counts for every program that it starts."""
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return f"≤ {own:.0f}" if memory < own * 1.05 else f"{memory:.0f}"


def make_lists(path, sizes, work):
    """Text lists of so many values, half of them from the list, and one of SHA-1 hashes."""
    with gzip.open(path) as source:
        distinct = list({line.rstrip(b"\n") for line in source})
    distinct.sort()
    random.Random(1).shuffle(distinct)
    lists = {}
    for size in sizes:
        own = distinct[: size // 2]
        lists[size] = f"{work}/values-{size}.txt"
        made = subprocess.run(stream(1, 12, size - len(own)), shell=True, check=True, capture_output=True)
        lines = own + made.stdout.split()
        random.Random(2).shuffle(lines)
        with open(lists[size], "wb") as file:
            file.write(b"\n".join(lines) + b"\n")
    hashes = sorted(hashlib.sha1(line).hexdigest().upper() for line in lines)
    with open(f"{work}/sha1.txt", "w") as file:
        file.writelines(f"{value}:{1 + number % 1000}\r\n" for number, value in enumerate(hashes))
    return lists, f"{work}/sha1.txt"


def row(*cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("list")
    parser.add_argument("--audit", default=str(ROOT / ".build/release/audit"))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000_000, 10_000_000])
    parser.add_argument("--build", type=int)
    parser.add_argument("--probes", type=int)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="audit-bench-") as work:
        measure(options, work)


def measure(options, work):
    audit, pwqfilter = options.audit, shutil.which("pwqfilter")
    policy = f"{work}/policy.txt"
    pathlib.Path(policy).write_text(POLICY)
    print(f"# Blocklists, {datetime.date.today()}\n")
    print(f"- machine: {machine()}, load average {os.getloadavg()[0]:.1f} at the start")
    print(f"- list: sha256 `{digest(options.list)}`; half of each blocklist's values are from it")
    version = subprocess.run([audit, "--version"], capture_output=True, text=True).stdout.splitlines()[0]
    print(f"- audit {version}; pwqfilter " + ("of passwdqc" if pwqfilter else "is not there"))

    # In a separate process, since the memory of the parent counts as that of the program.
    with multiprocessing.Pool(1) as pool:
        lists, sha1 = pool.apply(make_lists, (options.list, options.sizes, work))
    print("\n## Compiling\n")
    row("list", "wall s", "CPU s", "memory MB", "bytes a value")
    row("---", "---", "---", "---", "---")
    files = {}
    for name, path in [(f"{size:,} values", path) for size, path in lists.items()] + [
        (f"{options.sizes[-1]:,} SHA-1 hashes", sha1)
    ]:
        files[name] = f"{work}/{len(files)}.blocklist"
        wall, cpu, memory, _ = timed([audit, "blocklist", "build", "--force", path, "-o", files[name], "-q"])
        size = os.path.getsize(files[name]) / int(name.split()[0].replace(",", ""))
        row(name, f"{wall:.2f}", f"{cpu:.2f}", megabytes(memory), f"{size:.2f}")
    if options.build:
        with open(f"{work}/many.txt", "wb") as many:
            subprocess.run(stream(3, 12, options.build), shell=True, check=True, stdout=many)
        many = f"{work}/many.blocklist"
        wall, cpu, memory, _ = timed(
            [audit, "blocklist", "build", f"{work}/many.txt", "-o", many, "-q", "--temporary", work])
        os.remove(f"{work}/many.txt")
        row(f"{options.build:,} values", f"{wall:.1f}", f"{cpu:.1f}", megabytes(memory),
            f"{os.path.getsize(many) / options.build:.2f}")
        wall, cpu, memory, _ = timed([audit, "blocklist", "info", many])
        print(f"\nOpening the file of {options.build:,} values, `audit blocklist info`: {wall * 1000:.0f} ms "
              f"wall, {megabytes(memory)} MB.")
        os.remove(many)

    plain = [audit, "--rules", policy, "--strength", "none", "-q", "--force", "-o", f"{work}/out"]
    commands = {"no blocklist": plain + ["--no-blocklist", options.list]}
    commands |= {name: plain + ["--blocklist", file, options.list] for name, file in files.items()}
    commands["zcat > /dev/null"] = ["sh", "-c", 'zcat "$1" > /dev/null', "sh", options.list]
    if pwqfilter:
        for size, path in lists.items():
            made = f"{work}/{size}.filter"
            with open(path, "rb") as source:
                subprocess.run([pwqfilter, f"--create={size * 103 // 100}", "-o", made], stdin=source, check=True,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            commands[f"zcat, pwqfilter, {size:,} values"] = [
                "sh", "-c", 'zcat "$1" | pwqfilter -c -f "$2" | cat', "sh", options.list, made]
    times = {name: [] for name in commands}
    for _, (name, command) in itertools.product(range(options.rounds), commands.items()):
        times[name].append(timed(command)[:3])
    print("\n## The audit with them (--strength none)\n")
    row("command", "wall ÷ no blocklist", "CPU ÷ no blocklist", "wall s", "CPU s", "memory MB")
    row("---", "---", "---", "---", "---", "---")
    base = times["no blocklist"]
    for name, measured in times.items():
        row(name, spread([a[0] / b[0] for a, b in zip(measured, base)]),
            spread([a[1] / b[1] for a, b in zip(measured, base)]), spread([a[0] for a in measured]),
            spread([a[1] for a in measured]), megabytes(max(a[2] for a in measured)))
    print("\nRaw wall and CPU seconds:\n")
    for name, measured in times.items():
        print(f"- {name}: " + ", ".join(f"{a[0]:.3f}/{a[1]:.3f}" for a in measured))

    if options.probes:
        # No value has 19 letters: values have 12, or come from the list, where that is rare.
        command = stream(9, 19, options.probes) + " | " + " ".join(
            plain + ["--blocklist", files[f"{options.sizes[-1]:,} values"], "-"])
        timed(["sh", "-c", command])
        rows = pathlib.Path(f"{work}/out/audit.csv").read_text().splitlines()
        hits = sum(int(r.split(",")[6]) for r in rows
                   if r.split(",")[2] == "blocklist" and r.split(",")[3] != "none")
        print(f"\nFalse hits among {options.probes:,} random lines and {options.sizes[-1]:,} values: {hits}; "
              f"expected {options.probes * options.sizes[-1] / 2**64:.1e}.")


if __name__ == "__main__":
    main()
