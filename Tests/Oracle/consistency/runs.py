"""Where the program runs: a directory with policies and lists that are written anew each time."""
import gzip
import pathlib
import random
import subprocess

from made import Made

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


class Failed(Exception):
    """A command of the program that should have worked did not."""


class Runs:
    """A directory in which the program runs; each run's name says what it is about."""

    def __init__(self, program, directory, seed, lines, is_brief=False):
        self.program, self.directory, self.lines = str(program), pathlib.Path(directory), lines
        # Whether samples are told of in one way only, and some are left out.
        self.is_brief = is_brief
        self.chance = random.Random(seed)
        with gzip.open(SAMPLE, "rb") as file:
            self.sample = [line for line in file.read().split(b"\n") if line]
        # Lists that many runs share: the first, and three in directories, of which one is small.
        self.held = self.some()
        self.plain = self.list("plain.txt", self.held)
        self.parts = [(self.list(f"parts/{year}/dump.txt", passwords), passwords) for year, passwords in (
            (2018, self.some(900)), (2019, self.some(40)), (2020, self.some(1300)))]
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

    def ran(self, arguments, text=None):
        return subprocess.run([self.program, *map(str, arguments)], cwd=self.directory, input=text, capture_output=True, timeout=300)

    def audit(self, *arguments, codes=(0,), text=None):
        """Runs the program, on some text as its standard input; its standard output."""
        run = self.ran(arguments, text)
        if run.returncode not in codes:
            raise Failed(f"{' '.join(map(str, arguments))}: exit {run.returncode}: {run.stderr.decode()[:400]}")
        return run.stdout.decode()

    def answers(self, passwords, *arguments):
        """What the program answers of each of these, a line each."""
        return self.audit(*arguments, text=b"".join(password + b"\n" for password in passwords))

    def report(self, name, *arguments, codes=(0, 1), command=(), made=None, is_sample=False):
        """Writes a report; its directory, what was printed of it, and what its lists hold, if that is known."""
        out = self.directory / "out" / name
        printed = {"verbose": self.audit(*command, "--verbose", "--force", "-o", out, *arguments, codes=codes)}
        if not (is_sample and self.is_brief):
            printed["markdown"] = self.audit(*command, "--format", "markdown", "--no-report", *arguments, codes=codes)
        return out, printed, made

    def listed(self, name, passwords, *arguments, **options):
        """A report of a list of just these passwords."""
        path = self.list(f"{name}.txt", passwords)
        return self.report(name.replace(" ", "-"), *arguments, path, made=[Made(passwords)], is_sample=True, **options)
