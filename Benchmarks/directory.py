#!/usr/bin/env python3
"""Measures the audit of a made-up directory: Benchmarks/directory.py PROGRAM [--accounts 1000000 10000000]

Without strength a dump of that many accounts with a potfile of half as many lines and one policy, and with zxcvbn
100,000 accounts with 24 earlier hashes each. Needs clang; 10 million accounts take 1.8 GB of disk for a while.
"""
import argparse
import os
import pathlib
import subprocess
import tempfile
import time

import setting

ROOT = pathlib.Path(__file__).resolve().parent.parent
POLICY = "[current]\nminlength: 10; allowed: unicode;\nmin-classes: 3;\nsince: 2024-03-01;\n"


def measured(program, folder, strength):
    """Seconds, seconds of CPU, and MB at most of one run."""
    start = time.monotonic()
    process = subprocess.Popen(
        [program, "--potfile", "hashcat.potfile", "--rules", "current.policy", "--strength", strength, "-q", "--force",
         "-o", "report", "corp.ntds"], cwd=folder)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - start
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        raise SystemExit("the audit failed")
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--accounts", type=int, nargs="*", default=[1_000_000, 10_000_000])
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    program = str(options.program.resolve())
    print(f"- machine: {setting.machine()}; load before {os.getloadavg()[0]:.1f}")
    print(f"- audit: {setting.first_line(program + ' --version')}\n")
    print("| directory | s | CPU s | MB at most |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as work:
        maker = os.path.join(work, "maker")
        digests = ROOT / "Sources/C/CDigests"
        subprocess.run(["clang", "-O2", ROOT / "Benchmarks/directory/directory.c", digests / "digests.c",
                        "-I", digests / "include", "-o", maker, "-lm"], check=True)
        rows = [(f"{n:,} accounts, potfile of {n // 2:,}", n, 0, "none") for n in options.accounts]
        for words, accounts, past, strength in rows + [("100,000 with 24 earlier hashes, zxcvbn", 100_000, 24, "zxcvbn")]:
            folder = tempfile.mkdtemp(dir=work)
            pathlib.Path(folder, "current.policy").write_text(POLICY)
            subprocess.run([maker, str(accounts), folder, str(past)], check=True)
            rounds = [measured(program, folder, strength) for _ in range(options.rounds)]
            print("| " + " | ".join([words] + [setting.spread([r[i] for r in rounds], d) for i, d in ((0, 1), (1, 1), (2, 0))])
                  + " |", flush=True)
            subprocess.run(["rm", "-r", folder], check=True)


if __name__ == "__main__":
    main()
