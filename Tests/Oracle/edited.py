#!/usr/bin/env python3
"""No edited file of the program's own, no limit and no race makes it crash, hang, or fall silent.

    edited.py --audit PROGRAM [--count N] [--seconds N] [--seed N] [--only KIND]

Edits tallies number by number (extremes, rows removed and doubled, pages overwritten) and makes the
checksum anew; flips and cuts reports and checkpoints; sets small limits; fills disks (as root);
kills the program at its renames (with strace); and runs several at once. Each run must exit with 0,
1, 2 or 64, within a minute and 96 MB, with a message of at most 64 KiB unless it exits with 0, and
must not print a password.
"""
import argparse
import collections
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from tally_edits import EXTREMES, edit

MOST_MEMORY = 96_000  # kB
MOST_WORDS = 65_536
SECRET = "Zq7-canary"

Outcome = collections.namedtuple("Outcome", "code out err memory")


class Bench:
    """A directory with files to begin from, and a way to run the program there."""

    def __init__(self, audit, directory, source):
        self.audit, self.path, self.source = audit, Path(directory), source
        lines = [f"{SECRET}{i % 7}" for i in range(60)]
        lines += [source.choice("ab") * source.randint(1, 12) + str(source.randrange(99))
                  for _ in range(600)]
        (self.path / "list.txt").write_text("\n".join(lines) + "\n")
        (self.path / "other.txt").write_text("\n".join(lines[::3]) + "\n")
        (self.path / "bad.txt").write_text("\n".join(sorted(set(lines))[::5]) + "\n")
        (self.path / "p").write_text(
            "[short]\nminlength: 6;\n[strict]\nminlength: 8; required: digit; blocklist: default;\n")
        (self.path / "users.txt").write_text("".join(f"u{i}:{l}\n" for i, l in enumerate(lines)))

    def run(self, *words, limit=None, env=None, cwd=None, prefix=(), seconds=60):
        command = [*prefix, self.audit, *words]

        def before():
            os.setpgid(0, 0)
            for kind, value in (limit or {}).items():
                resource.setrlimit(kind, (value, value))

        # Pipes, since a limit on files would hold for messages too.
        child = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            cwd=cwd or self.path, preexec_fn=before, env=env)
        texts = [[], []]
        readers = [
            threading.Thread(target=lambda pipe, text: text.append(pipe.read()), args=pair)
            for pair in zip((child.stdout, child.stderr), texts)]
        for reader in readers:
            reader.start()
        start, code, usage = time.time(), None, None
        while code is None:
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
            if pid:
                code = os.waitstatus_to_exitcode(status)
            elif time.time() - start > seconds:
                os.killpg(child.pid, signal.SIGKILL)
                os.wait4(child.pid, 0)
                code = "hang"
            else:
                time.sleep(0.005)
        child.returncode = 0
        for reader in readers:
            reader.join()
        return Outcome(code, texts[0][0], texts[1][0], usage.ru_maxrss)

    def made(self, name, *words):
        if not (self.path / name).exists():
            run = self.run(*words)
            assert run.code in (0, 1), (words, run.err.decode())
        return self.path / name


def fault(run, allowed=(0, 1, 2, 64)):
    if run.code not in allowed:
        return f"exit code {run.code}: {run.err[-300:].decode(errors='replace')}"
    if run.code != 0 and not run.err.strip():
        return f"exit code {run.code} without a word"
    if len(run.err) > MOST_WORDS:
        return f"{len(run.err)} bytes of messages"
    if run.memory > MOST_MEMORY:
        return f"{run.memory} kB"
    if SECRET.encode() in run.out + run.err:
        return "a password is printed"
    return None


# Tallies.

def scanned(bench):
    year = ["--reference-year", "2026", "-q"]
    return [
        bench.made("d.tally", "scan", *year, "--distinct", "--shapes", "--blocklist", "bad.txt",
                   "-o", "d.tally", "list.txt", "other.txt"),
        bench.made("s.tally", "scan", *year, "--strength", "none", "-o", "s.tally", "other.txt"),
        bench.made("u.tally", "scan", *year, "--layout", "user:password", "-o", "u.tally",
                   "users.txt"),
    ]


def asked(bench, name, source):
    """A command about a tally."""
    plain = ["--rules", "p", "--strength", "none", "--no-blocklist"]
    return source.choice([
        ["tally", "info", name], ["report", *plain, "-q", "-o", "out", name],
        ["report", "--preset", "basic8", "--blocklist", "gone/bad.txt", "--distinct", "-o", "out",
         "--verbose", name],
        ["report", *plain, "--format", "csv", "--distinct", "-o", "out", name],
        ["sweep", name, "--minlength", "6...8", "--classes", "0...2", "--blocklist", "none", "-o",
         "sw"],
        ["sweep", name, "--strength", "none", "--minlength", "8", "--classes", "0", "--format", "csv"],
        ["compare", name, "d.tally", *plain], ["compare", "d.tally", name, *plain, "-o", "cmp"],
        ["merge", "--force", name, "s.tally", "-o", "sum.tally"], ["merge", "--force", name, "-o", "sum.tally"],
    ])


def edited_tally(bench, source):
    whole = source.choice(scanned(bench))
    path = bench.path / "x.tally"
    shutil.copy(whole, path)
    edit(path, source)
    words = asked(bench, "x.tally", source)
    return words, fault(bench.run(*words))


def flipped_tally(bench, source):
    data = bytearray(source.choice(scanned(bench)).read_bytes())
    for _ in range(source.choice([1, 3, 20])):
        what = source.randrange(4)
        place = source.randrange(100) if what == 0 else source.randrange(len(data))
        if what < 3:
            data[place] ^= 1 << source.randrange(8)
        else:
            pages = max(1, len(data) // 8192)
            one, two = source.randrange(pages), source.randrange(pages)
            data[two * 8192 : two * 8192 + 8192] = data[one * 8192 : one * 8192 + 8192]
    if source.random() < 0.1:
        data = data[: source.randrange(len(data))]
    (bench.path / "x.tally").write_bytes(data)
    words = asked(bench, "x.tally", source)
    return words, fault(bench.run(*words))


# Reports and checkpoints.

def damaged_text(data, source):
    data = bytearray(data)
    for _ in range(source.choice([1, 2, 8])):
        what = source.randrange(6)
        place = source.randrange(max(1, len(data)))
        if what == 0:
            data[place : place + 1] = bytes([source.randrange(256)])
        elif what == 1:
            data = data[:place]
        elif what == 2:
            numbers = [i for i in range(len(data)) if 48 <= data[i] < 58] or [0]
            place = source.choice(numbers)
            data[place : place + 1] = str(source.choice(EXTREMES)).encode()
        elif what == 3:
            data[place:place] = source.choice([b'"', b",", b"\n", b"{", b"}" * 99, b"[" * 5000])
        elif what == 4:
            data[place:place] = source.choice([b"1e999", b"-0", b"nan", b"null", b"1" * 400])
        else:
            data[place:place] = bytes(source.choice([10, 70_000, 2_000_000]))
    return bytes(data)


def edited_report(bench, source):
    plain = ["--rules", "p", "--strength", "none", "--no-blocklist", "-q"]
    whole = bench.made("whole", "run", *plain, "-o", "whole", "list.txt")
    shutil.rmtree(bench.path / "rep", ignore_errors=True)
    shutil.copytree(whole, bench.path / "rep")
    for name in source.sample(["audit.csv", "audit.json"], source.choice([1, 1, 2])):
        path = bench.path / "rep" / name
        path.write_bytes(damaged_text(path.read_bytes(), source))
    words = source.choice([
        ["compare", "rep", "whole"], ["compare", "whole", "rep", "-o", "cmp"],
        ["compare", "rep", "rep", "--format", "csv"], ["run", *plain, "-o", "rep", "other.txt"],
    ])
    return words, fault(bench.run(*words))


def edited_checkpoint(bench, source):
    """A checkpoint is a tally with a position."""
    path = bench.path / "c.partial"
    if not path.exists():
        (bench.path / "many.txt").write_text("".join(f"word{i}\n" for i in range(2_000_000)))
        child = subprocess.Popen(
            [bench.audit, "run", "--rules", "p", "--strength", "none", "-q", "-o", "late",
             "--checkpoint", "c.partial", "--checkpoint-every", "1s", "many.txt"], cwd=bench.path,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(600):
            if path.exists() or child.poll() is not None:
                break
            time.sleep(0.05)
        child.kill()
        child.wait()
    if not path.exists():
        return ["run"], None
    copy = bench.path / "x.partial"
    shutil.copy(path, copy)
    if source.random() < 0.6:
        edit(copy, source)
    else:
        copy.write_bytes(damaged_text(path.read_bytes(), source))
    words = ["run", "--rules", "p", "--strength", "none", "-q", "-o", "late", "--checkpoint",
             "x.partial", source.choice(["list.txt", "other.txt"])]
    return words, fault(bench.run(*words))


# Limits, disks, kills, races.

def commands(source, place="."):
    plain = ["--rules", "p", "--strength", "none", "--no-blocklist"]
    return source.choice([
        ["run", *plain, "-q", "-o", f"{place}/r", "list.txt"],
        ["run", "--preset", "basic8", "--distinct", "--temporary", place, "-o", f"{place}/r", "list.txt"],
        ["scan", "-q", "--force", "--distinct", "--fingerprints", f"{place}/f", "--fingerprint-key",
         f"{place}/k", "-o", f"{place}/t.tally", "list.txt"],
        ["filter", "--rules", "p", "--no-blocklist", "-q", "--force", "-o", f"{place}/kept.txt", "list.txt"],
        ["blocklist", "build", "-q", "--force", "-o", f"{place}/b.bl", "bad.txt"],
        ["compare", "s.tally", "s.tally", *plain, "-o", f"{place}/cmp"],
        ["report", *plain, "-q", "-o", f"{place}/r", "s.tally"],
        ["sweep", "d.tally", "--strength", "none", "--minlength", "8", "--classes", "0", "-o",
         f"{place}/sw"],
        ["merge", "--force", "s.tally", "s.tally", "-o", f"{place}/m.tally"],
        ["tally", "info", "d.tally"],
    ])


def fresh(bench):
    place = bench.path / "place"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    return place


def limited(bench, source):
    scanned(bench)
    fresh(bench)
    kind, value = source.choice([
        # With three descriptors the loader itself cannot open a library.
        (resource.RLIMIT_NOFILE, source.randint(4, 40)),
        # With less the system has no room for the program itself, and ends it.
        (resource.RLIMIT_AS, source.randint(24, 400) << 20),
        (resource.RLIMIT_FSIZE, source.choice([0, 1, 100, 4096, 8192, 20_000, 60_000])),
        (resource.RLIMIT_STACK, source.choice([512, 1024, 2048]) << 10),
    ])
    words = commands(source, "place")
    run = bench.run(*words, limit={kind: value})
    # Memory that runs out while the program itself is loaded is the loader's to tell.
    if kind == resource.RLIMIT_AS and run.code == 127:
        return words, None
    return [*words, f"[limit {kind}: {value}]"], fault(run)


def full(bench, source):
    if os.geteuid() != 0:
        return ["full"], None
    scanned(bench)
    place = fresh(bench)
    size = source.choice([16, 32, 64, 100, 160, 300])
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}k", "tmpfs", place], capture_output=True)
    if mounted.returncode:
        return ["full"], None
    try:
        words = commands(source, "place")
        run = bench.run(*words)
        found = fault(run)
        if not found and run.code == 2:
            rest = [path.name for path in place.rglob("*") if path.is_file() and path.name != "k"]
            if rest:
                found = f"exit code 2 leaves {rest}"
        return [*words, f"[{size} kB]"], found
    finally:
        subprocess.run(["umount", place])


def killed(bench, source):
    """After a kill at a rename the next run gives what an undisturbed one gives."""
    if not shutil.which("strace"):
        return ["killed"], None
    scanned(bench)
    place = fresh(bench)
    words = commands(source, "place")
    if source.random() < 0.5:
        bench.run(*words)
    calls = "rename,renameat,renameat2,unlinkat,unlink,fsync"
    prefix = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={calls}", "-e",
              f"inject={calls}:signal=KILL:when={source.randint(1, 6)}"]
    bench.run(*words, prefix=prefix)
    report = place / "r"
    if report.exists():
        read = bench.run("compare", report, report)
        if read.code not in ((0, 1) if (report / "audit.json").exists() else (2,)):
            return words, f"compare exits with {read.code}: {read.err.decode()[-300:]}"
    # A scan refuses to replace fingerprints.
    (place / "f").unlink(missing_ok=True)
    run = bench.run(*words)
    found = fault(run, (0, 1))
    if not found:
        rest = [path.name for path in place.rglob("*") if ".partial-" in path.name]
        found = f"leaves {rest}" if rest else None
    return words, found


def at_once(bench, source):
    scanned(bench)
    fresh(bench)
    words = [commands(source, "place")] * 2 + [commands(source, "place") for _ in range(2)]
    children = [
        subprocess.Popen([bench.audit, *line], cwd=bench.path, stdin=subprocess.DEVNULL,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE) for line in words]
    for line, child in zip(words, children):
        try:
            out, err = child.communicate(timeout=120)
        except subprocess.TimeoutExpired:
            child.kill()
            return line, "hang"
        found = fault(Outcome(child.returncode, out, err, 0))
        if found:
            return line, found
    rest = [path.name for path in (bench.path / "place").rglob("*") if ".partial-" in path.name]
    return words[0], f"leaves {rest}" if rest else None


KINDS = {
    "tally": (edited_tally, 8), "flip": (flipped_tally, 4), "report": (edited_report, 5),
    "checkpoint": (edited_checkpoint, 3), "limit": (limited, 5), "disk": (full, 3),
    "kill": (killed, 3), "race": (at_once, 2),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--audit", required=True)
    parser.add_argument("--count", type=int, default=100, help="the number of cases")
    parser.add_argument("--seconds", type=float, help="the time after which no case begins")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=KINDS, help="cases of this kind")
    options = parser.parse_args()

    passed, failed, begin = collections.Counter(), 0, time.monotonic()
    with tempfile.TemporaryDirectory() as directory:
        audit = os.path.abspath(options.audit)
        bench = Bench(audit, directory, random.Random(options.seed))
        kinds = [options.only] if options.only else [
            kind for kind, (_, weight) in KINDS.items() for _ in range(weight)]
        for number in range(options.count):
            if options.seconds and time.monotonic() - begin > options.seconds:
                print(f"{options.count - number} cases were left out after {options.seconds:g} s")
                break
            source = random.Random(options.seed * 1_000_003 + number)
            kind = source.choice(kinds)
            words, found = KINDS[kind][0](bench, source)
            if found:
                failed += 1
                print(f"FAILED {kind}, case {number}: {' '.join(words)}: {found}", flush=True)
            else:
                passed[kind] += 1
    print(f"{sum(passed.values())} passed ({dict(passed)}), {failed} failed")
    sys.exit(failed > 0 or not passed)


if __name__ == "__main__":
    main()
