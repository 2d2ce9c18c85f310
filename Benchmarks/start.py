#!/usr/bin/env python3
"""How large the program is, how soon it is done with ten lines, and what memory it takes.

    Benchmarks/start.py PROGRAM... [--list LIST] [--rounds 40]

PROGRAM: builds to compare, such as .build-bench/bin/audit (`make bench` installs it); each round runs
every one once, so that other work on the machine hits all alike. LIST is what peak memory is measured on
besides. Memory is that of the process alone: the parent takes 15 MB, less than any build.
"""
import argparse, os, statistics, subprocess, tempfile, time
from setting import machine

TEN = "password\n123456\nhunter2\nPassw0rd!\ncorrect horse battery staple\nqwerty\nletmein\nabc123\niloveyou\nXk9#mQ2$vL\n"
MEASURES = [("ten lines", []), ("ten lines, `--strength none`", ["--strength", "none"])]


def run(program, arguments, work):
    """Seconds of wall and CPU, and KiB at most."""
    start = time.perf_counter()
    process = subprocess.Popen([program, "--force", "-o", f"{work}/report", *arguments],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, f"{program} ends with {process.returncode}"
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss


def stripped(program, work):
    subprocess.run(["strip", "-o", f"{work}/stripped", program], check=True)
    return os.path.getsize(f"{work}/stripped")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="+", metavar="PROGRAM")
    parser.add_argument("--list")
    parser.add_argument("--rounds", type=int, default=40)
    arguments = parser.parse_args()
    programs = [os.path.abspath(program) for program in arguments.programs]
    print(machine())
    with tempfile.TemporaryDirectory() as work:
        open(f"{work}/ten.txt", "w").write(TEN)
        measures = [(name, [*options, f"{work}/ten.txt"]) for name, options in MEASURES]
        if arguments.list:
            measures += [("the list", [arguments.list]),
                         ("the list, `--strength none`", ["--strength", "none", arguments.list])]
        print("\n| program | what | wall, median | wall, least | CPU, median | memory |\n|---|---|---|---|---|---|")
        for name, options in measures:
            rounds = arguments.rounds if "ten" in name else 3
            results = {program: [] for program in programs}
            for _ in range(rounds):
                for program in programs:
                    results[program].append(run(program, options, work))
            for given, program in zip(arguments.programs, programs):
                wall, cpu, memory = zip(*results[program])
                print(f"| {given} | {name} | {1e3 * statistics.median(wall):.1f} ms | {1e3 * min(wall):.1f} ms "
                      f"| {1e3 * statistics.median(cpu):.1f} ms | {max(memory) / 1024:.1f} MiB |")
        print("\n| program | stripped |\n|---|---|")
        for given, program in zip(arguments.programs, programs):
            print(f"| {given} | {stripped(program, work) / (1 << 20):.1f} MiB |")


if __name__ == "__main__":
    main()
