"""The runs whose outputs are judged: lists of many forms, as users have them, written anew each time."""
import gzip
import pathlib
import random
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import matrix

ROOT = pathlib.Path(__file__).resolve().parents[3]
SAMPLE = ROOT / "Datasets/Samples/synthetic-100k.txt.gz"
POLICIES = """\
[site]
minlength: 8; required: lower; required: digit; allowed: ascii-printable;
[long]
minlength: 15; allowed: unicode; blocklist: default;
[mixed]
minlength: 10; maxlength: 40; required: upper; required: special; max-consecutive: 2; allowed: ascii-printable;
[either]
minlength: 14; allowed: ascii-printable;
or
minlength: 8; required: digit; min-classes: 3; allowed: ascii-printable;
"""
MORE = """\
[strong]
minlength: 8; min-score: 3; allowed: unicode;
[strict]
minlength: 12; min-classes: 4; max-consecutive: 1; allowed: ascii-printable;
"""


# Runs of the same passwords: the same table.
TWINS = [("its list", "tally"), ("together", "merged"), ("without strength", "tally without strength")]


class Failed(Exception):
    """A command of the program that should have worked did not."""


class Runs:
    """A directory in which the program runs; each run's name says what it is about."""

    def __init__(self, program, directory, seed, lines):
        self.program, self.directory, self.lines = str(program), pathlib.Path(directory), lines
        self.chance = random.Random(seed)
        with gzip.open(SAMPLE, "rb") as file:
            self.sample = [line for line in file.read().split(b"\n") if line]
        self.write("four.policy", POLICIES.encode())
        self.write("six.policy", (POLICIES + MORE).encode())
        self.write("one.policy", b"minlength: 12; allowed: unicode;")
        self.write("new.policy", POLICIES.replace("minlength: 8", "minlength: 9").encode())

    def write(self, name, text):
        path = self.directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)
        return path

    def some(self, count=None):
        """Some passwords of the sample, repetitions as there."""
        count = count or self.lines
        first = self.chance.randrange(max(1, len(self.sample) - count))
        return self.sample[first:first + count]

    def list(self, name, lines, end=b"\n"):
        return self.write(name, b"".join(line + end for line in lines))

    def audit(self, *arguments, codes=(0,)):
        """Runs the program; its standard output."""
        command = [self.program, *map(str, arguments)]
        run = subprocess.run(command, cwd=self.directory, capture_output=True, timeout=300)
        if run.returncode not in codes:
            raise Failed(f"{' '.join(command[1:])}: exit {run.returncode}: {run.stderr.decode()[:400]}")
        return run.stdout.decode()

    def report(self, name, *arguments, codes=(0, 1), command=()):
        """Writes a report; its directory and what was printed of it."""
        out = self.directory / "out" / name
        text = self.audit(*command, "--verbose", "--force", "-o", out, *arguments, codes=codes)
        printed = {"verbose": text}
        printed["markdown"] = self.audit(*command, "--format", "markdown", "--force", "-o", out, *arguments, codes=codes)
        return out, printed


def reports(runs, until):
    """Names of runs, and their directories with what was printed; forms of matrix.py until some time."""
    some = runs.some()
    plain = runs.list("plain.txt", some)
    four, six = ["--rules", "four.policy"], ["--rules", "six.policy"]
    yield "plain", runs.report("plain", *four, "--space", "--distinct", "--shapes", plain)
    yield "none", runs.report("none", *four, "--strength", "none", "--no-blocklist", plain)
    yield "meter", runs.report("meter", *four, "--strength", "meter", plain)
    yield "six", runs.report("six", *six, "--distinct", "--weights", "accounts", plain)
    yield "one", runs.report("one", "--rules", "one.policy", "--space", plain)
    # Lines of all results.
    users = [b"user:password"] + [b"u%d@example.org:%s" % (n, p if n % 7 else b"") for n, p in enumerate(some)]
    users[40:40] = [b"", b"no separator here", b"long:" + b"x" * 70_000, b"u:" + b"z" * 600, b"w:\xff\xfe\xe4"]
    users = runs.list("users.txt", users)
    yield "users", runs.report("users", *four, "--distinct", "--layout", "user:password", users)
    # Headers, and a column.
    rows = [b"name,password,note"] + [b'n%d,"%s",x' % (n, p.replace(b'"', b'""')) for n, p in enumerate(some[:1500])]
    rows[30:30] = [b"short", b""]
    table = runs.list("table.csv", rows, b"\r\n")
    yield "csv", runs.report("csv", *four, "--layout", "csv:password", "--distinct", table)
    # Counts, and lines that readers skip before anybody audits them.
    counts = {}
    for password in some:
        counts[password] = counts.get(password, 0) + 1
    counted = [b"%7d %s" % (count * 3, password) for password, count in sorted(counts.items(), key=lambda p: -p[1])]
    counted = runs.list("counted.txt", counted)
    yield "counts", runs.report("counts", *four, "--layout", "counted:prefix", "--distinct", "--weights", "accounts", counted)
    long = runs.list("long.txt", some[:300] + [b"a" * 200_000, b"b" * 70_000, b"", b"c" * 1_200_000, b"d" * 600])
    yield "over-long", runs.report("over-long", *four, "--space", long)
    # A ranked blocklist, in bands; and two.
    refused = runs.list("refused.txt", sorted(counts, key=lambda p: -counts[p])[:1200])
    other = runs.list("other.txt", some[100:160])
    yield "bands", runs.report("bands", *four, "--blocklist", refused, "--blocklist", other, "--rate", "2400/d",
                                 "--rate", "100/h", "--distinct", plain)
    parts = [runs.list(f"parts/{year}/dump.txt", runs.some(count)) for year, count in [(2018, 900), (2019, 40), (2020, 1300)]]
    yield "by list", runs.report("by-list", *four, "--by-list", *parts)
    yield "by list, six", runs.report("by-list-six", *six, "--strength", "none", "--by-list", *parts[:2])
    # Few, alike, and none.
    yield "few", runs.report("few", *four, "--distinct", "--space", runs.list("few.txt", some[:60]))
    yield "unlike", runs.report("unlike", "--rules", "one.policy", "--distinct", runs.list(
        "unlike.txt", [b"%05d" % n for n in range(1200)] + [b"a long enough one %d" % n for n in range(7)]))
    yield "alike", runs.report("alike", *four, "--distinct", runs.list("alike.txt", [b"Summer-2026!"] * 40 + [b"x"] * 40))
    yield "empty", runs.report("empty", *four, runs.list("empty.txt", [b"", b""]))
    # Tallies: as they are, folded, merged, of another recipe.
    tally = runs.directory / "plain.tally"
    runs.audit("scan", "--distinct", "-o", tally, plain)
    yield "tally", runs.report("tally", *six, "--distinct", "--space", tally, command=["report"])
    yield "its list", runs.report("its-list", *six, "--distinct", "--space", plain)
    runs.audit("scan", "--min-group", 5, "-o", "folded.tally", plain)
    yield "folded", runs.report("folded", *four, "folded.tally", command=["report"])
    for name, path in [("first", plain), ("second", parts[0])]:
        runs.audit("scan", "-o", f"{name}.tally", path)
    runs.audit("merge", "-o", "both.tally", "first.tally", "second.tally")
    runs.audit("scan", "-o", "long.tally", long, codes=(0, 1))
    none = [*four, "--strength", "none", "--dataset", "long"]
    yield "without strength", runs.report("without-strength", *none, long)
    yield "tally without strength", runs.report("tally-without", *none, "long.tally", command=["report"])
    yield "merged", runs.report("merged", *four, "--dataset", "both", "both.tally", command=["report"])
    yield "together", runs.report("together", *four, "--dataset", "both", plain, parts[0])
    yield from matrix_forms(runs, until)


def matrix_forms(runs, until):
    """The forms of matrix.py: each layout, encoding and container at least once."""
    passwords = ["".join(runs.chance.choice(matrix.LETTERS) for _ in range(runs.chance.randint(1, 14)))
                 for _ in range(400)]
    containers = [(name, pack) for name, (need, pack) in matrix.CONTAINERS.items() if need is None]
    encodings = list(matrix.ENCODINGS.items())
    for number, (layout, write) in enumerate(matrix.LAYOUTS.items()):
        for step in range(3):
            if time.monotonic() >= until:
                return
            at = number * 3 + step
            container, pack = containers[at % len(containers)]
            encoding, codec = encodings[at % len(encodings)]
            text = "".join(write(n, p) + "\n" for n, p in enumerate(passwords)).encode(codec)
            path = runs.write(f"matrix/list-{at}", pack(text))
            yield f"{layout}, {container}, {encoding}", runs.report(
                f"matrix-{at}", "--rules", "four.policy", "--layout", layout, "--encoding", encoding,
                "--strength", "meter", path)


def comparisons(runs):
    """Names, directories, Markdown, and the two sides of comparisons."""
    plain, second = runs.directory / "plain.txt", runs.directory / "parts/2020/dump.txt"
    sides = {
        "old": ["--rules", "six.policy", "--space", "--distinct", plain], "new": ["--rules", "six.policy", "--space", second],
        "other rules": ["--rules", "new.policy", "--strength", "meter", "--no-blocklist", second],
        "one": ["--rules", "one.policy", "--preset", "nist-63b-4", plain], "single": ["--rules", "one.policy", plain],
        "lone": ["--preset", "pci-4.0.1", second],
    }
    for name, arguments in sides.items():
        runs.audit("-q", "--force", "-o", f"sides/{name}", *arguments, codes=(0, 1))
    for old, new in [("old", "new"), ("new", "other rules"), ("single", "lone"), ("one", "single")]:
        out = runs.directory / "compared" / f"{old}-{new}"
        sides_ = [f"sides/{old}", f"sides/{new}"]
        printed = [runs.audit("compare", "--force", "-o", out, *sides_),
                   runs.audit("compare", "--format", "markdown", *sides_)]
        yield f"compare {old} with {new}", out, printed, runs.directory / "sides" / old, runs.directory / "sides" / new


def trends(runs):
    """A comparison of more than two reports: its directory, what is printed, and its sides."""
    sides = [f"sides/{name}" for name in ("old", "new", "other rules")]
    out = runs.directory / "compared/three"
    printed = [runs.audit("compare", "--force", "--format", "markdown", "-o", out, *sides)]
    yield "compare three", out, printed, [runs.directory / side for side in sides]


SWEEPS = [
    ("median", ["--minlength", "6,8,12", "--classes", "0,3", "--blocklist", "none,default", "--preset", "nist-63b-4"]),
    ("lambda-10", ["--minlength", "6...9", "--classes", "0,2,4", "--against", "lambda-10", "--weights", "accounts"]),
    ("lambda-1000", ["--minlength", "7,16", "--max-repeating", "none,2", "--against", "lambda-1000", "--strength", "none",
                     "--preset", "pci-4.0.1"]),
    ("median", ["--minlength", "6,10", "--classes", "0", "--min-score", "0,2,3"]),
]


def sweeps(runs):
    """Names, directories and measures of sweeps, and a report of the same policies."""
    import csv
    plain = runs.directory / "plain.txt"
    for number, (against, options) in enumerate(SWEEPS):
        out = runs.directory / f"sweep-{number}"
        printed = runs.audit("sweep", "--force", "-o", out, *options, plain)
        with open(out / "sweep.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        text = "".join(f"[p{index}]\n{row['rules']}\n" for index, row in enumerate(rows))
        rules = runs.write(f"sweep-{number}.policy", text.encode())
        report = runs.directory / f"sides/sweep-{number}"
        same = [word for name in ("--weights", "--strength") if name in options
                for word in options[options.index(name):][:2]]
        runs.audit("-q", "--force", "-o", report, "--rules", rules, "--space", "--distinct", *same, plain)
        yield f"sweep by {against}", out, against, report, printed
