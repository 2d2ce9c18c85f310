#!/usr/bin/env python3
"""Measures audit against zcat and against other ways to do the job, on one list.

    Benchmarks/run.py LIST.gz [--rounds 7] [--peers] > Benchmarks/results/DATE-NAME.md

Commands run in turn, A B C A B C …; ratios are taken round by round against zcat of the same round,
and their medians printed, since machines drift. Wall and CPU (user + system, children included) come
from the operating system. Measures the release build, or --audit PROGRAM, such as an installed one,
which starts faster; peers that are not installed are reported as left out. Output goes to /dev/null (grep's
through cat, since it stops early otherwise).
"""
import argparse
import datetime
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from setting import digest, first_line, machine, spread

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
POLICY = "minlength: 8; required: lower; required: upper; required: digit; allowed: unicode; max-consecutive: 2;"
PATTERN = r"^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?!.*(.)\1\1).{8,}$"

# What to install for tools whose packages have other names.
PACKAGES = {
    "igzip": "igzip (apt-get install isal)", "rapidgzip": "rapidgzip (pip install rapidgzip)",
    "rg": "ripgrep (apt-get install ripgrep)"}

# RE2 has no back-references, so a run is an alternation of 95 triples.
DUCKDB = r"""
import duckdb, sys
runs = "|".join("\\x%02x{3}" % b for b in range(0x20, 0x7F))
print(duckdb.execute('''
  select count(*) from read_csv(?, header = false, columns = {'p': 'VARCHAR'}, delim = '\x01',
    quote = '', escape = '', strict_mode = false, ignore_errors = true)
  where length(p) >= 8 and regexp_matches(p, '[a-z]') and regexp_matches(p, '[A-Z]')
    and regexp_matches(p, '[0-9]') and not regexp_matches(p, ?)''', [sys.argv[1], runs]).fetchone())
"""


def measure(command):
    """Wall seconds, CPU seconds, peak MiB of the largest process, exit code."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    process = subprocess.Popen(
        command, shell=True, executable="/bin/bash", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall, cpu, usage.ru_maxrss / 1024, os.waitstatus_to_exitcode(status)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("list")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--peers", action="store_true", help="also run grep, ripgrep and DuckDB")
    parser.add_argument("--audit", metavar="PROGRAM", help="measure this one, not the release build")
    parser.add_argument("--quirks", help="apple-password-rules.json, for all its policies at once")
    arguments = parser.parse_args()
    audit = os.path.abspath(arguments.audit) if arguments.audit else os.path.join(
        subprocess.run(
            ["swift", "build", "-c", "release", "--show-bin-path"],
            cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip(), "audit")
    listed = f"'{os.path.abspath(arguments.list)}'"
    left_out = []
    with tempfile.TemporaryDirectory() as work:
        policy, plain, script = (os.path.join(work, name) for name in ("policy.txt", "list.txt", "duck.py"))
        open(policy, "w").write(POLICY + "\n")
        open(script, "w").write(DUCKDB)
        subprocess.run(f"zcat {listed} > {plain}", shell=True, check=True)
        lines = int(first_line(f"wc -l < {plain}"))
        options = f"--no-progress --force -o {work}/report"
        common = f"'{audit}' --rules {policy} {options}"
        none = f"{common} --strength none"
        commands = {
            "zcat LIST": f"zcat {listed}",
            "audit --strength none": f"{none} {listed}",
            "audit --strength none --no-blocklist": f"{none} --no-blocklist {listed}",
            "audit --strength none, one core": f"taskset -c 0 {none} {listed}",
            "audit --strength none, uncompressed": f"{none} {plain}",
            "audit --strength none --distinct": f"{none} --distinct {listed}",
            "audit --strength none --distinct --memory 1GiB": f"{none} --distinct --memory 1GiB {listed}",
            "LIST sorted and counted": f"zcat {listed} | LC_ALL=C sort | uniq -c",
            "audit filter": f"'{audit}' filter --rules {policy} --quiet {listed}",
            "audit, as it is": f"{common} {listed}",
        }
        subprocess.run(
            f"mkdir {work}/lists; split -n l/8 --filter='gzip -9 > $FILE.gz' {plain} {work}/lists/part",
            shell=True, check=True)
        commands["audit --strength none, eight gzip lists"] = f"{none} {work}/lists"
        for tool, ending in [("zstd -3", "zst"), ("bgzip", "bgz")]:
            if shutil.which(tool.split()[0]):
                subprocess.run(f"{tool} -c < {plain} > {work}/list.{ending}", shell=True, check=True)
                commands[f"audit --strength none, packed by {tool}"] = f"{none} {work}/list.{ending}"
            else:
                left_out.append(tool.split()[0])
        if arguments.quirks:
            commands["audit --strength none, all of Apple's policies"] = (
                f"'{audit}' --rules '{os.path.abspath(arguments.quirks)}' {options} --strength none {listed}")
        # Limits: what inflating alone takes, and what counting lines alone.
        limits = {
            "pigz -p 1 -dc LIST": ("pigz", f"pigz -p 1 -dc {listed}"),
            "igzip -dc LIST (ISA-L)": ("igzip", f"igzip -dc {listed}"),
            "rapidgzip, all cores": ("rapidgzip", f"rapidgzip -P 0 -dc {listed}"),
            "rapidgzip, one core": ("rapidgzip", f"rapidgzip -P 1 -dc {listed}"),
            "rg -c '', uncompressed": ("rg", f"rg -c '' {plain}"),
            "rg -z -c ''": ("rg", f"rg -z -c '' {listed}"),
        }
        for name, (tool, command) in limits.items():
            if shutil.which(tool):
                commands[name] = command
            else:
                left_out.append(PACKAGES.get(tool, tool))
        if arguments.peers:
            commands["zcat LIST | grep -cP"] = f"zcat {listed} | LC_ALL=C grep -cP '{PATTERN}' | cat"
            if shutil.which("rg"):
                commands["rg -z -P -c"] = f"rg -z -P -c '{PATTERN}' {listed}"
            if shutil.which("pw-inspector"):
                commands["zcat LIST | pw-inspector"] = (
                    f"zcat {listed} | pw-inspector -m 8 -l -u -n -c 3 | cat")
            else:
                left_out.append("pw-inspector (apt-get install hydra)")
            if subprocess.run([sys.executable, "-c", "import duckdb"], capture_output=True).returncode == 0:
                commands["DuckDB, one policy"] = f"'{sys.executable}' {script} {listed}"
            else:
                left_out.append("DuckDB (pip install duckdb)")
        results = {name: [] for name in commands}
        for command in commands.values():
            measure(command)
        for _ in range(arguments.rounds):
            for name, command in commands.items():
                results[name].append(measure(command))

    print(f"# audit beside zcat and its peers, {datetime.date.today()}\n")
    flags = f"--rounds {arguments.rounds}" + (" --peers" if arguments.peers else "")
    flags += (" --quirks FILE" if arguments.quirks else "") + (" --audit PROGRAM" if arguments.audit else "")
    print(f"Command: `Benchmarks/run.py LIST {flags}`\n")
    print(f"- machine: {machine()}; load at the end {os.getloadavg()[0]:.1f}")
    print(f"- list: {lines:,} lines, {os.path.getsize(arguments.list):,} bytes of gzip, sha256 `{digest(arguments.list)}`")
    print(f"- policy: `{POLICY}`")
    for name, command in [
        ("audit", f"'{audit}' --version"), ("Swift", "swift --version 2>/dev/null"), ("zcat", "zcat --version"),
        ("pigz", "pigz --version 2>&1"), ("igzip", "igzip --version"), ("rapidgzip", "rapidgzip --version"), ("grep", "grep --version"),
        ("ripgrep", "rg --version"),
        ("DuckDB", f"'{sys.executable}' -c 'import duckdb; print(duckdb.__version__)'")]:
        print(f"- {name}: {first_line(command)}")
    if left_out:
        print(f"- left out, not installed: {', '.join(left_out)}")
    print("\nRatios are medians over the rounds, each against `zcat LIST` of the same round; minimum and maximum in brackets.\n")
    print("| command | wall ÷ zcat | CPU ÷ zcat | wall s | CPU s | peak MiB | M passwords/s |")
    print("|---|---|---|---|---|---|---|")
    base, median = results["zcat LIST"], statistics.median
    for name, runs in results.items():
        wall = [r[0] / b[0] for r, b in zip(runs, base)]
        cpu = [r[1] / b[1] for r, b in zip(runs, base)]
        codes = {r[3] for r in runs}
        note = "" if codes <= {0} else f" (exit {sorted(codes)})"
        seconds = median(r[0] for r in runs)
        print(
            f"| {name.replace(chr(124), chr(92) + chr(124))}{note} | {spread(wall)} | {median(cpu):.2f} | {seconds:.2f} "
            f"| {median(r[1] for r in runs):.2f} | {max(r[2] for r in runs):.0f} | {lines / seconds / 1e6:.1f} |")
    print("\nRaw wall seconds:\n")
    for name, runs in results.items():
        print(f"- {name}: {', '.join(f'{r[0]:.3f}' for r in runs)}")


if __name__ == "__main__":
    main()
