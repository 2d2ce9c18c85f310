#!/usr/bin/env python3
"""Measures the strength scorer beside other implementations of zxcvbn, on one list.

    Benchmarks/strength.py LIST.gz [--rounds 5] [--lines 1000000] > Benchmarks/results/DATE-strength.md

All score lines drawn evenly from the list, in one thread each; slower ones score fewer. The result
is the CPU time of their loop, without start-up and reading. They run in turn, A B C D A B C
D …; ratios are taken round by round and their medians printed, since machines drift. Peers: Debian's
libzxcvbn (C, apt-get install libzxcvbn-dev), and PyPI's zxcvbn-rs-py (Rust) and zxcvbn (Python), put
into a temporary folder with pip. Unavailable peers are reported as left out.
"""
import argparse
import datetime
import gzip
import os
import pathlib
import platform
import random
import statistics
import subprocess
import sys
import tempfile

from setting import digest, first_line, machine, spread

FOLDER = pathlib.Path(__file__).resolve().parent / "strength"


def build(work):
    """The commands by name, each with the factor by which it gets fewer lines, and those left out."""
    subprocess.run(["swift", "build", "-c", "release", "-q"], cwd=FOLDER, check=True, stdout=sys.stderr)
    shown = subprocess.run(
        ["swift", "build", "-c", "release", "--show-bin-path"], cwd=FOLDER, check=True, capture_output=True, text=True)
    commands = {"audit": ([os.path.join(shown.stdout.strip(), "scorebench")], 1)}
    left_out = []
    driver = os.path.join(work, "libzxcvbn")
    compiled = subprocess.run(
        ["cc", "-O2", "-o", driver, str(FOLDER / "libzxcvbn.c"), "-lzxcvbn", "-lm"], stderr=subprocess.DEVNULL)
    if compiled.returncode == 0:
        commands["libzxcvbn (C)"] = ([driver], 10)
    else:
        left_out.append("libzxcvbn (apt-get install libzxcvbn-dev)")
    subprocess.run([sys.executable, "-m", "venv", f"{work}/venv"], check=True)
    python = f"{work}/venv/bin/python"
    for package, module, name, fewer in [
        ("zxcvbn-rs-py", "zxcvbn_rs_py", "zxcvbn-rs-py (Rust)", 40),
        ("zxcvbn", "zxcvbn", "zxcvbn (Python)", 400),
    ]:
        installed = subprocess.run(
            [python, "-m", "pip", "install", "-q", package], stdout=sys.stderr, stderr=subprocess.DEVNULL)
        if installed.returncode == 0:
            commands[name] = ([python, str(FOLDER / "peers.py"), module], fewer)
        else:
            left_out.append(f"{name} (pip install {package})")
    versions = subprocess.run([python, "-m", "pip", "freeze"], capture_output=True, text=True).stdout.split()
    return commands, left_out, versions


def samples(path, lines, work):
    """Files with every n-th line of the list, by n."""
    with gzip.open(path) as source:
        total = sum(1 for _ in source)
    step = max(1, total // lines)
    files = {fewer: os.path.join(work, f"{fewer}.txt") for fewer in (1, 10, 40, 400)}
    outputs = {fewer: open(name, "wb") for fewer, name in files.items()}
    with gzip.open(path) as source:
        for number, line in enumerate(source):
            drawn, rest = divmod(number, step)
            if rest or drawn >= lines:
                continue
            for fewer, output in outputs.items():
                if drawn % fewer == 0:
                    output.write(line)
    for output in outputs.values():
        output.close()
    return total, files


def hostile(work):
    """Files of 64 KiB lines on which a careless search never ends, by their content."""
    draw = random.Random(1).choice
    words = ["love", "you", "the", "me", "in", "on", "an", "to", "i", "sam", "al", "lo", "ma", "ra"]
    kinds = {
        "a letter": lambda: "a",
        "leet signs": lambda: "".join(draw("4@8({[<369!|1$5+7%20") for _ in range(1000)),
        "digits": lambda: "".join(draw("0123456789") for _ in range(1000)),
        "two letters": lambda: "".join(draw("ab") for _ in range(1000)),
        "short words": lambda: "".join(draw(words) for _ in range(300)),
    }
    files = {}
    for kind, part in kinds.items():
        files[kind] = os.path.join(work, f"{kind}.txt")
        with open(files[kind], "w") as output:
            for _ in range(20):
                text = part()
                output.write(text * (65_536 // len(text)) + "\n")
    return files


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("list")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--lines", type=int, default=1_000_000)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        commands, left_out, versions = build(work)
        total, files = samples(arguments.list, arguments.lines, work)
        rates = {name: [] for name in commands}
        starts = []
        scored = {}
        for _ in range(arguments.rounds):
            for name, (command, fewer) in commands.items():
                output = subprocess.run(
                    command + [files[fewer]], check=True, capture_output=True, text=True).stdout.split()
                scored[name] = int(output[0])
                rates[name].append(int(output[0]) / float(output[1]))
                if name == "audit":
                    starts.append(float(output[2]))

        scorer = commands["audit"][0]
        worst = {}
        for kind, name in hostile(work).items():
            lines, seconds = subprocess.run(
                scorer + [name], check=True, capture_output=True, text=True).stdout.split()[:2]
            worst[kind] = float(seconds) / int(lines)

    print(f"# The strength scorer beside its peers, {datetime.date.today()}\n")
    print(f"Command: `Benchmarks/strength.py LIST --rounds {arguments.rounds} --lines {arguments.lines}`\n")
    print(f"- machine: {machine()}")
    print(f"- list: {total:,} lines, sha256 `{digest(arguments.list)}`")
    swift = "swift --version 2>/dev/null"
    debian = "dpkg-query -W -f '${Version}' libzxcvbn-dev"
    print(f"- {first_line(swift)}; libzxcvbn {first_line(debian)}; {', '.join(versions)}; Python {platform.python_version()}")
    if left_out:
        print(f"- left out: {', '.join(left_out)}")
    print(f"- start-up of the scorer: {statistics.median(starts) * 1000:.1f} ms of CPU\n")
    print("Passwords per CPU second, one thread; medians over the rounds, minimum and maximum in brackets.\n")
    print("| scorer | lines scored | passwords / CPU s | audit is faster |")
    print("|---|---|---|---|")
    for name, values in rates.items():
        ratio = [own / other for own, other in zip(rates["audit"], values)]
        times = "" if name == "audit" else spread(ratio, 1, " ×")
        print(f"| {name} | {scored[name]:,} | {spread(values, 0)} | {times} |")
    print("\nHostile lines of 64 KiB, milliseconds of CPU a line, mean of 20 each:\n")
    for kind, seconds in worst.items():
        print(f"- {kind}: {seconds * 1000:.1f}")
    print("\nRaw passwords per CPU second:\n")
    for name, values in rates.items():
        print(f"- {name}: {', '.join(f'{value:,.0f}' for value in values)}")


if __name__ == "__main__":
    main()
