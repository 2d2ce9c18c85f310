#!/usr/bin/env python3
"""Says how long an audit takes on more cores than this machine has, from costs measured on one.

    Benchmarks/many-cores.py LIST.gz [--audit PROGRAM] [--rounds 5] > Benchmarks/results/DATE-many-cores.md

Measured, as processor seconds of one lane: the audit of the list as text, as gzip, as bgzip, as zstd, and as
eight gzip files; and of the same text with blanks for its ends of lines, one line that is too long to be
audited: that is what reading text takes, with its SHA-256. hashlib says what hashing takes alone, since on
several lanes it happens beside the reader. What a container costs more than the text is its reader's work
too; the rest is divided among lanes. rapidgzip, if there is one, says what a reader would take that inflates
one member on several cores: all its work, by whoever is free, and the lanes' work as for text.

Simulated: chunk by chunk, a reader that fills a chunk as soon as one of 2 × lanes - 1 is free, and audits its
chunk itself where none is; lanes that take the oldest chunk. bgzip's blocks are inflated by whoever is free;
several lists have a reader each. No list is done before its hash. It knows neither of memory bandwidth nor of
clocks that fall when all cores work, so it is a bound; beside it stands what was measured on this machine's
own cores.
"""
import argparse
import datetime
import hashlib
import heapq
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from setting import digest, first_line, machine

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CHUNK = 262_144
LANES = [1, 2, 4, 8, 16, 32, 64]
POLICY = "minlength: 8; required: lower; required: upper; required: digit; allowed: unicode; max-consecutive: 2;"


def simulate(chunks, read, scan, lanes, readers=1, start=0.0):
    """Seconds from start to end of a run.

    `chunks` chunks cost `read` seconds each to fill and `scan` each to audit. Threads take turns by time: a
    thread that is free reads if fewer than `readers` do and there is something to read and a chunk to fill, or
    audits what is pending. A reader without a free chunk audits its own.
    """
    if lanes == 1:
        return start + chunks * (read + scan)
    spare = 2 * lanes - 1 if readers == 1 else 0
    unread, pending, in_use, reading = chunks, 0, 0, 0
    # (time, thread, what it ends)
    events, idle, now = [], list(range(lanes)), start
    while True:
        while idle:
            if unread and reading < readers:
                unread, reading = unread - 1, reading + 1
                heapq.heappush(events, (now + read, idle.pop(), "read"))
            elif pending:
                pending -= 1
                heapq.heappush(events, (now + scan, idle.pop(), "scan"))
            else:
                break
        if not events:
            return now
        now, thread, what = heapq.heappop(events)
        if what == "read":
            if spare and in_use < spare:
                # Handed over: the reader reads on.
                in_use, pending, reading = in_use + 1, pending + 1, reading - 1
                idle.append(thread)
            else:
                heapq.heappush(events, (now + scan, thread, "own"))
        elif what == "own":
            reading -= 1
            idle.append(thread)
        else:
            in_use -= 1
            idle.append(thread)


def measure(command, codes=(0,)):
    """Wall and processor seconds of a command that ends with one of these codes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    run = subprocess.run(command, shell=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if run.returncode not in codes:
        sys.exit(f"{command}: exit code {run.returncode}")
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def hashing():
    """Processor seconds that SHA-256 takes for a byte."""
    piece = bytes(CHUNK)
    total, start = hashlib.sha256(), time.process_time()
    for _ in range(400):
        total.update(piece)
    return (time.process_time() - start) / 400 / CHUNK


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("list")
    parser.add_argument("--audit", metavar="PROGRAM", help="measure this one, not the release build")
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    audit = os.path.abspath(arguments.audit) if arguments.audit else os.path.join(
        subprocess.run(
            ["swift", "build", "-c", "release", "--show-bin-path"],
            cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip(), "audit")
    with tempfile.TemporaryDirectory() as work:
        listed = os.path.abspath(arguments.list)
        for command in [
            f"echo '{POLICY}' > {work}/policy.txt", f"zcat '{listed}' > {work}/list.txt", f"mkdir {work}/lists",
            f"bgzip -c < {work}/list.txt > {work}/list.bgz", f"zstd -qc < {work}/list.txt > {work}/list.zst",
            f"tr '\\n' ' ' < {work}/list.txt > {work}/unbroken.txt", f"echo > {work}/none.txt",
            f"split -n l/8 --filter='gzip -9 > $FILE.gz' {work}/list.txt {work}/lists/part",
        ]:
            subprocess.run(command, shell=True, executable="/bin/bash", check=True)
        cores = len(os.sched_getaffinity(0))
        chunks = -(-os.path.getsize(f"{work}/list.txt") // CHUNK)
        forms = {
            "plain text": f"{work}/list.txt", "one gzip member": f"'{listed}'", "bgzip": f"{work}/list.bgz",
            "zstd": f"{work}/list.zst", "eight gzip lists": f"{work}/lists",
        }
        run = f"'{audit}' --rules {work}/policy.txt --strength none -q --force -o {work}/report"
        empty = f"{work}/ten.txt"
        subprocess.run(f"head -n 10 {work}/list.txt > {empty}", shell=True, check=True)
        rounds = []
        for _ in range(arguments.rounds):
            zcat, costs = measure(f"zcat '{listed}'"), {"start": measure(f"{run} --lanes 1 {empty}")[1]}
            costs["zcat"] = zcat[1]
            # Neither has a password, so there is no report, and the exit code is 1.
            reading, nothing = (
                measure(f"{run} --lanes 1 {work}/{name}.txt", codes=(1,))[1] for name in ("unbroken", "none"))
            costs["reading"] = reading - nothing
            costs["hashing"] = hashing()
            for count in (1, cores) if shutil.which("rapidgzip") else ():
                costs["rapidgzip", count] = measure(f"rapidgzip -P {count} -dc '{listed}'")[1]
            for form, path in forms.items():
                costs[form] = measure(f"{run} --lanes 1 {path}")[1]
                costs[form, "ratio"] = measure(f"{run} --lanes {cores} {path}")[0] / zcat[0]
            rounds.append(costs)
        sizes = {form: os.path.getsize(path.strip("'")) for form, path in forms.items() if os.path.isfile(path.strip("'"))}
    cost = {name: statistics.median(costs[name] for costs in rounds) for name in rounds[0]}
    start, text = cost["start"], cost["plain text"]
    print(f"# One list on many cores, {datetime.date.today()}\n")
    print(f"Command: `Benchmarks/many-cores.py LIST --rounds {arguments.rounds}`\n")
    print(f"- machine: {machine()}")
    print(f"- list: {os.path.getsize(arguments.list):,} bytes of gzip, sha256 `{digest(arguments.list)}`")
    print(f"- audit: {first_line(audit + ' --version')}, one policy, `--strength none`")
    print(f"- medians of {arguments.rounds} rounds; `zcat` takes {cost['zcat']:.2f} s of processor time")
    print(f"- load of the machine at the end: {os.getloadavg()[0]:.1f}\n")
    print(
        "Measured: wall seconds ÷ those of zcat in the same round. Simulated: seconds from what one lane costs ÷ zcat's "
        "processor time.\n")
    columns = " | ".join(f"{lanes} lane{'s' if lanes > 1 else ''}" for lanes in LANES)
    print(f"| form | CPU s on 1 lane | measured on {cores} | {columns} |")
    print("|---" * (3 + len(LANES)) + "|")
    text_hash = cost["hashing"] * sizes["plain text"]
    copying = max(0.0, cost["reading"] - text_hash)
    # Form: cost on one lane, what its reader does, what hashing takes, and how many read at once.
    rows = {}
    for form in forms:
        # Each of eight lists has a hash of its own.
        digest_cost = cost["hashing"] * sizes.get(form, sizes["one gzip member"])
        unpacking = max(0.0, cost[form] - digest_cost - (text - text_hash))
        readers = {"bgzip": max(LANES), "eight gzip lists": 8}.get(form, 1)
        rows[form] = (cost[form] - start, copying + unpacking, digest_cost, readers)
    for form, (whole, work_of_reader, digest_cost, most_readers) in rows.items():
        row = []
        for lanes in LANES:
            # Hashing is beside the reader: whichever takes longer is what lanes wait for.
            serial = max(work_of_reader, digest_cost) / chunks if most_readers == 1 else work_of_reader / chunks
            readers = min(lanes, most_readers)
            seconds = simulate(chunks, serial, whole / chunks - serial, lanes, readers, start)
            row.append(max(seconds, start + digest_cost / (8 if form == "eight gzip lists" else 1)) / cost["zcat"])
        print_row(form, f"{cost[form]:.2f}", f"{cost[form, 'ratio']:.2f}", row)
    if ("rapidgzip", 1) in cost:
        digest_cost = cost["hashing"] * sizes["one gzip member"]
        scan = text - start - text_hash + digest_cost
        row = []
        for lanes in LANES:
            inflating = cost["rapidgzip", 1 if lanes == 1 else cores]
            seconds = simulate(chunks, inflating / chunks, scan / chunks, lanes, lanes, start)
            row.append(max(seconds, start + digest_cost) / cost["zcat"])
        whole = start + scan + cost["rapidgzip", 1]
        print_row("one gzip member, if it were read as rapidgzip does", f"{whole:.2f}", "", row)
    print(
        f"\nOf the {text - start:.2f} s of plain text {copying:.3f} are reading it, and {text_hash:.3f} hashing it."
        f" {start:.3f} s are start and report.")
    if ("rapidgzip", 1) in cost:
        print(
            f"rapidgzip takes {cost['rapidgzip', 1]:.2f} s of processor time on one core and"
            f" {cost['rapidgzip', cores]:.2f} on {cores}; the latter is taken for all larger numbers.")
    else:
        print("Left out: rapidgzip (pip install rapidgzip).")


def print_row(form, cost, measured, ratios):
    print(f"| {form} | {cost} | {measured} | " + " | ".join(f"{value:.2f}" for value in ratios) + " |")


if __name__ == "__main__":
    main()
