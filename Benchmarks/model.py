#!/usr/bin/env python3
"""Measures the built-in guess model and the combined estimate: cost, and nearness to a guessing service.

    Benchmarks/model.py [--program AUDIT] [--list LIST] [--rounds 5]
    Benchmarks/model.py [--program AUDIT] --samples DIR [--markdown]
    Benchmarks/model.py [--program AUDIT] --train LIST --test LIST… [--counted]
    Benchmarks/model.py --enumerate MODEL…
    Benchmarks/model.py [--program AUDIT] --check

The first prints the passwords that the model alone estimates in a CPU second (Benchmarks/strength builds
what measures that), and the CPU time and peak memory of audits with --strength combined and zxcvbn, in pairs
of runs whose ratios' median counts, since machines drift. LIST is text, or text in gzip.

The second reads a checkout of RUB-SysSec/Password-Strength-Meter-Accuracy, whose passwords are leaked ones
and never printed. It prints how well zxcvbn, the model and the combined estimate order the passwords of the
six samples, and how near the shares that they find come to those of a guessing service: of all passwords,
and of those that comply with policies. --markdown prints the tables as the documents have them.

The third makes guess models of one list (audit model build), and prints what they cost, and what an attack in
their order finds of other lists, beside the order of the list and zxcvbn; with --counted these hold 'count
password' in a line.

The fourth counts what models hold likelier than thresholds near 10^3 to 10^7 guesses, one password after another
(Benchmarks/strength/enumerate.c reads the files by itself), beside what their samples estimate.

The fifth runs the second on made-up samples and compares all that it prints with naive calculations, and the
fourth on a model of the synthetic sample.
"""
import argparse
import datetime
import gzip
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

import accuracy
import accuracy_check
import own_model
from setting import digest, machine, spread

ROOT = pathlib.Path(__file__).resolve().parent.parent
SAMPLE = ROOT / "Datasets/Samples/synthetic-100k.txt.gz"
SCORERS = ROOT / "Benchmarks/strength"
MODEL = ROOT / "Sources/C/CEmbeddedData/Data/model.bin"
# What the numbers must keep to.
LEAST_SPEED, MOST_TIME, MOST_MEMORY = 5_000_000, 1.5, 6


def plain(path, work):
    """The list as plain text, so that unpacking it is no part of what is measured.

    Piece by piece: a process begins with the peak memory of the one that starts it."""
    with open(path, "rb") as file:
        is_gzip = file.read(2) == b"\x1f\x8b"
    target = os.path.join(work, "list.txt")
    last = b"\n"
    with (gzip.open if is_gzip else open)(path, "rb") as source, open(target, "wb") as file:
        while piece := source.read(1 << 20):
            file.write(piece)
            last = piece[-1:]
        if last != b"\n":
            file.write(b"\n")
    return target


def model_alone(path, rounds):
    """Passwords that the model estimates in a CPU second, one thread, a round each."""
    build = ["swift", "build", "-c", "release", "-q"]
    subprocess.run(build, cwd=SCORERS, check=True, stdout=sys.stderr)
    shown = subprocess.run(
        ["swift", "build", "-c", "release", "--show-bin-path"], cwd=SCORERS, check=True, capture_output=True, text=True)
    program = os.path.join(shown.stdout.strip(), "scorebench")
    speeds = []
    for _ in range(rounds):
        output = subprocess.run([program, "--model", path], check=True, capture_output=True, text=True).stdout.split()
        speeds.append(int(output[0]) / float(output[1]))
    return speeds


def audit(program, strength, path, work):
    """CPU seconds and MiB at most of an audit."""
    command = [program, "run", "-q", "--force", "--no-page", "--strength", strength, "--reference-year", "2026",
               "-o", os.path.join(work, "report"), path]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    message = process.stderr.read().decode("utf-8", "replace")
    process.stderr.close()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise accuracy.Refusal(f"{' '.join(command)} ends with {process.returncode}:\n{message.strip()}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def has_combined(program):
    """Whether the program audits with the combined estimate."""
    shown = subprocess.run([program, "run", "--help"], check=True, capture_output=True, text=True).stdout
    _, _, strength = shown.partition("--strength <strength>")
    return "combined" in strength.partition("\n  --")[0]


def cost(program, listed, rounds):
    """Prints speed, time and memory, and returns what exceeds its bound."""
    exceeded = []
    print(f"# The cost of the combined estimate, {datetime.date.today()}\n")
    print(f"Command: `Benchmarks/model.py --list LIST --rounds {rounds}`\n")
    print(f"- machine: {machine()}")
    with tempfile.TemporaryDirectory() as work:
        path = plain(listed, work)
        with open(path, "rb") as file:
            count = sum(1 for _ in file)
        print(f"- list: {count:,} lines, sha256 `{digest(listed)}`")
        if MODEL.exists():
            print(f"- the model's data in the program: {MODEL.stat().st_size:,} bytes")
        speeds = model_alone(path, rounds)
        print(f"- the model alone, passwords a CPU second, one thread: {spread(speeds, 0)}; at least {LEAST_SPEED:,}")
        if statistics.median(speeds) < LEAST_SPEED:
            exceeded.append("the model alone is too slow")
        if not has_combined(program):
            print(f"- audits: not measured, since {program} run has no --strength combined")
            return exceeded
        pairs = [
            [audit(program, strength, path, work) for strength in ("combined", "zxcvbn")] for _ in range(rounds)]
    ratios = [combined[0] / zxcvbn[0] for combined, zxcvbn in pairs]
    memory = max(combined[1] for combined, _ in pairs) - max(zxcvbn[1] for _, zxcvbn in pairs)
    for place, name in enumerate(("combined", "zxcvbn")):
        seconds, peaks = zip(*(pair[place] for pair in pairs))
        print(f"- audit --strength {name}: {spread(seconds)} CPU s, {max(peaks):.1f} MiB at most")
    print(f"- time of combined by that of zxcvbn: {spread(ratios)}; at most {MOST_TIME}")
    print(f"- memory of combined above that of zxcvbn: {memory:+.1f} MiB; at most {MOST_MEMORY}")
    if statistics.median(ratios) > MOST_TIME:
        exceeded.append("audits with the combined estimate take too long")
    if memory > MOST_MEMORY:
        exceeded.append("audits with the combined estimate take too much memory")
    return exceeded


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--program", default=str(ROOT / ".build/release/audit"), help="audit, by default .build/release/audit")
    parser.add_argument("--samples", metavar="DIR", help=f"a checkout of {accuracy.REPOSITORY}")
    parser.add_argument("--markdown", action="store_true", help="print tables in Markdown")
    parser.add_argument("--reference-year", type=int, default=2026, help="of zxcvbn, by default 2026")
    parser.add_argument("--check", action="store_true", help="compare with naive calculations on made-up samples")
    parser.add_argument("--enumerate", metavar="MODEL", nargs="+", help="count what these models hold likelier")
    parser.add_argument("--train", metavar="LIST", help="make guess models of this list")
    parser.add_argument("--test", metavar="LIST", nargs="+", default=[], help="and try them on these")
    parser.add_argument("--counted", action="store_true", help="the lists of --test hold counts before passwords")
    parser.add_argument("--list", default=str(SAMPLE))
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    if not os.access(arguments.program, os.X_OK):
        sys.exit(f"{arguments.program}: no program; build it with make build, or name one with --program")
    try:
        if arguments.check:
            accuracy_check.check(arguments.program, [sys.executable, __file__])
            accuracy_check.check_estimates(arguments.program, arguments.list)
        elif arguments.enumerate:
            own_model.enumerate_models(arguments.enumerate)
        elif arguments.train:
            if not arguments.test:
                sys.exit("--train needs --test LIST: lists that the models did not learn from")
            own_model.measure(arguments.program, os.path.abspath(arguments.train), arguments.test, arguments.counted)
        elif arguments.samples:
            accuracy.tables(arguments.samples, arguments.program, arguments.reference_year, arguments.markdown)
        elif exceeded := cost(arguments.program, arguments.list, max(1, arguments.rounds)):
            sys.exit("; ".join(exceeded))
    except accuracy.Refusal as refusal:
        sys.exit(f"error: {refusal}")


if __name__ == "__main__":
    main()
