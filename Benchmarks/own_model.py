"""What a guess model of one's own costs, and what it says of a list that it did not learn from.

`Benchmarks/model.py --train LIST --test LIST…` calls this. The lists are leaked passwords: they go to the program
through a pipe, and only numbers come back.
"""
import collections
import datetime
import gzip
import math
import os
import pathlib
import subprocess
import tempfile

from accuracy import Refusal
from setting import digest, machine

FOLDER = pathlib.Path(__file__).resolve().parent
# The models that are compared: characters in a row, and what is forgotten.
MODELS = [(4, 1), (5, 3), (6, 2), (6, 5)]
USUAL = (6, 2)
DECADES = range(2, 15, 2)


def text(path):
    """The lines of a list without their ends, as bytes; text, or text in gzip."""
    with open(path, "rb") as file:
        opened = gzip.open if file.read(2) == b"\x1f\x8b" else open
    with opened(path, "rb") as file:
        for line in file:
            yield line.rstrip(b"\r\n")


def entries(path, is_counted):
    """Each password of a list with its count."""
    counts = collections.Counter()
    for line in text(path):
        if is_counted:
            count, _, password = line.lstrip(b" ").partition(b" ")
            counts[password] += int(count)
        elif line:
            counts[line] += 1
    return counts


def timed(command, **options):
    """CPU seconds and MiB at most of a program."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **options)
    message = process.stderr.read().decode("utf-8", "replace")
    process.stderr.close()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise Refusal(f"{' '.join(command)} ends with {process.returncode}:\n{message.strip()}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def build(program, listed, order, prune, target):
    """CPU seconds and MiB at most of making a model."""
    return timed([program, "model", "build", "--force", "-q", "--no-progress", "--order", str(order), "--prune", str(prune),
                  "-o", target, listed])


def scored(program, model, passwords):
    """For each password the decimal logarithms of zxcvbn's, the model's and the combined guesses, and the bits."""
    command = [program, "score", "-q", "--format", "csv", "--reference-year", "2026", "--model", model]
    with tempfile.TemporaryFile() as source:
        for password in passwords:
            source.write(password + b"\n")
        source.seek(0)
        output = subprocess.run(command, stdin=source, check=True, capture_output=True, text=True).stdout
    rows = [row.split(",") for row in output.splitlines()[1:]]
    if len(rows) != len(passwords):
        raise Refusal(f"{len(rows)} answers to {len(passwords)} passwords")
    return [(float(row[2]), float(row[6]), math.log10(max(float(row[4]), 1)), float(row[5])) for row in rows]


def share(found, weights, decade):
    """The share of entries whose numbers of guesses, as logarithms, do not exceed a power of ten."""
    total = sum(weights)
    return sum(weight for number, weight in zip(found, weights) if number <= decade) / total


def curve(program, model, ranks, tested):
    """Prints what guesses find of a list, by attack."""
    passwords, weights = list(tested), list(tested.values())
    rows = scored(program, model, passwords)
    listed = [math.log10(ranks[password]) if password in ranks else math.inf for password in passwords]
    zxcvbn, own, combined = ([row[place] for row in rows] for place in range(3))
    attacks = {
        "list order": listed, "the model": own, "list and model": list(map(min, listed, own)), "zxcvbn": zxcvbn,
        "combined": combined, "min-auto of list, model, zxcvbn": list(map(min, listed, own, zxcvbn)),
    }
    print("| guesses | " + " | ".join(f"10^{decade}" for decade in DECADES) + " |")
    print("| --- |" + " --- |" * len(DECADES))
    for name, found in attacks.items():
        print(f"| {name} | " + " | ".join(f"{share(found, weights, decade):.3f}" for decade in DECADES) + " |")
    print()


def measure(program, trained, tests, is_counted):
    """Prints cost, sizes and guess curves of models of a list."""
    print(f"# Guess models of one's own, {datetime.date.today()}\n")
    print("Command: `Benchmarks/model.py --train LIST --test LIST… --counted`\n")
    print(f"- machine: {machine()}")
    # First, since a process begins with the peak memory of the one that starts it.
    work = tempfile.TemporaryDirectory()
    targets = {(order, prune): os.path.join(work.name, f"{order}-{prune}.model") for order, prune in MODELS}
    costs = {model: build(program, trained, *model, target) for model, target in targets.items()}
    counts = entries(trained, False)
    lines = sum(counts.values())
    print(f"- learned from: {lines:,} lines, {len(counts):,} different, sha256 `{digest(trained)}`")
    ranks = {password: rank for rank, (password, _) in enumerate(counts.most_common(), 1)}
    del counts
    tested = {path: entries(path, is_counted) for path in tests}
    for number, (path, found) in enumerate(tested.items(), 1):
        print(f"- list {number}: {sum(found.values()):,} accounts, {len(found):,} passwords, sha256 `{digest(path)}`")
    print("\n| order, prune | CPU s to build | lines a CPU s | MiB at most | bytes | bits an account, list 1 |")
    print("| --- | --- | --- | --- | --- | --- |")
    with work:
        first = next(iter(tested.values()))
        for order, prune in MODELS:
            target = targets[order, prune]
            seconds, memory = costs[order, prune]
            rows = scored(program, target, list(first))
            bits = sum(row[3] * weight for row, weight in zip(rows, first.values())) / sum(first.values())
            print(f"| {order}, {prune} | {seconds:.1f} | {lines / seconds:,.0f} | {memory:.0f} | "
                  f"{os.path.getsize(target):,} | {bits:.2f} |", flush=True)
        model = targets[USUAL]
        audits = {}
        for name, options in (("--model", ["--model", model]), ("built-in", []), ("zxcvbn", ["--strength", "zxcvbn"])):
            command = [program, "run", "-q", "--no-report", "--lanes", "1", "--reference-year", "2026", *options, trained]
            audits[name] = min(timed(command, cwd=work.name)[0] for _ in range(3))
        print("\n- audit with one lane, CPU s: " + ", ".join(f"{name} {value:.2f}" for name, value in audits.items()))
        extra = audits["--model"] - audits["zxcvbn"]
        print(f"- the model's part, joining included: {lines / extra:,.0f} passwords a CPU second; at least 1,500,000\n")
        for number, found in enumerate(tested.values(), 1):
            print(f"Share of the accounts of list {number} that so many guesses find:\n")
            curve(program, model, ranks, found)


def enumerated(model, decades, work):
    """For each power of ten: the bits of a threshold, what the sample estimates to be likelier, its standard error,
    what is likelier one after another, steps, CPU seconds. Takes about 10 s for 10^7."""
    counter = os.path.join(work, "enumerate")
    subprocess.run(["cc", "-O2", "-o", counter, str(FOLDER / "strength/enumerate.c"), "-lm"], check=True)
    found = subprocess.run([counter, model, *map(str, decades)], capture_output=True, text=True)
    if found.returncode:
        raise Refusal(found.stderr.strip())
    return [[float(cell) for cell in line.split()] for line in found.stdout.splitlines()]


def enumerate_models(models):
    """Prints how near the estimates of models come to what enumeration counts."""
    print(f"# Estimated guess numbers, counted one after another, {datetime.date.today()}\n")
    print("Command: `Benchmarks/model.py --enumerate MODEL…`\n")
    print(f"- machine: {machine()}")
    for model in models:
        print(f"- model: {os.path.getsize(model):,} bytes, sha256 `{digest(model)}`\n")
        print("| bits | estimated | ± (standard error) | counted | off by | CPU s |")
        print("| --- | --- | --- | --- | --- | --- |")
        with tempfile.TemporaryDirectory() as work:
            for bits, estimate, error, count, _, seconds in enumerated(model, range(3, 8), work):
                print(f"| {bits:.2f} | {estimate:,.0f} | {error:,.0f} | {count:,.0f} | "
                      f"{(count - estimate) / error:+.1f} errors | {seconds:.1f} |", flush=True)
        print()
