"""Runs that put reports side by side: comparisons, trends and sweeps."""
from equalities import table


def comparisons(runs):
    """Names, directories, Markdown, and the two sides of comparisons."""
    plain, second = runs.plain, runs.parts[-1][0]
    named = ["--rules", "four.policy", "--strength", "meter", "--layout", "user:password"]
    users = [runs.list(f"users-{number}.txt", [b"user%d@example.org:%s" % (n, p if n % step else b"user%d!" % n)
                                               for n, p in enumerate(runs.held[:1200])]) for number, step in enumerate((3, 5))]
    sides = {
        "users": [*named, users[0]], "more users": [*named, users[1]],
        "old": ["--rules", "six.policy", "--space", "--distinct", plain], "new": ["--rules", "six.policy", "--space", second],
        "other rules": ["--rules", "new.policy", "--strength", "meter", "--no-blocklist", second],
        "one": ["--rules", "one.policy", "--preset", "nist-63b-4", plain], "single": ["--rules", "one.policy", plain],
        "lone": ["--preset", "pci-4.0.1", second],
    }
    for name, arguments in sides.items():
        runs.audit("-q", "--force", "-o", f"sides/{name}", *arguments, codes=(0, 1))
    for old, new in [("old", "new"), ("new", "other rules"), ("users", "more users"), ("single", "lone"), ("one", "single")]:
        out = runs.directory / "compared" / f"{old}-{new}"
        sides_ = [f"sides/{old}", f"sides/{new}"]
        printed = [runs.audit("compare", "--force", "-o", out, *sides_),
                   runs.audit("compare", "--format", "markdown", *sides_)]
        yield f"compare {old} with {new}", out, printed, runs.directory / "sides" / old, runs.directory / "sides" / new


def unlike(runs):
    """What the program prints of two reports that go by different estimates."""
    for name, estimate in (("by-combined", "combined"), ("by-zxcvbn", "zxcvbn")):
        runs.audit("-q", "--force", "-o", f"sides/{name}", "--rules", "one.policy", "--strength", estimate, runs.plain, codes=(0, 1))
    for sides in (("by-combined", "by-zxcvbn"), ("by-zxcvbn", "by-combined")):
        yield sides, runs.audit("compare", *(f"sides/{side}" for side in sides))


def trends(runs):
    """A comparison of more than two reports: its directory, what is printed, and its sides."""
    sides = [f"sides/{name}" for name in ("old", "new", "other rules")]
    out = runs.directory / "compared/three"
    printed = [runs.audit("compare", "--force", "--format", "markdown", "-o", out, *sides)]
    yield "compare three", out, printed, [runs.directory / side for side in sides]


# The measure, options, and which list: `halves` has a median at the very end of its first half.
SWEEPS = [
    ("median", ["--minlength", "6,8,12", "--classes", "0,3", "--blocklist", "none,default", "--preset", "nist-63b-4",
                "--against", "median"]),
    ("day", ["--minlength", "6,8,12", "--classes", "0,3", "--preset", "nist-63b-4", "--preset", "nist-63b-4-mfa"]),
    ("day", ["--minlength", "8,10", "--classes", "0,2", "--rules", "four.policy"]),
    ("lambda-10", ["--minlength", "6...9", "--classes", "0,2,4", "--against", "lambda-10", "--weights", "accounts"]),
    ("lambda-1000", ["--minlength", "7,16", "--max-repeating", "none,2", "--against", "lambda-1000", "--strength", "none",
                     "--preset", "pci-4.0.1"]),
    ("day", ["--minlength", "6,10", "--classes", "0", "--min-score", "0,2,3"]),
    ("median", ["--minlength", "6,8,12", "--classes", "0,3", "--against", "median"], "halves.txt"),
]


def sweep(runs, name, against, options, plain):
    """A sweep's directory and measure, a report of the same policies, and what is printed."""
    # Lists of few kinds of characters look like hashes: "--binary".
    out = runs.directory / "out" / name / "sweep"
    printed = runs.audit("sweep", "--verbose", "--binary", "--force", "-o", out, *options, plain, codes=(0, 1))
    text = "".join(f"[p{index}]\n{row['rules']}\n" for index, row in enumerate(table(out / "sweep.csv")))
    rules = runs.write(f"{name}/swept.policy", text.encode())
    report = runs.directory / "out" / name / "swept"
    same = [word for name in ("--weights", "--strength") if name in options
            for word in options[options.index(name):][:2]]
    runs.audit("-q", "--binary", "--force", "-o", report, "--rules", rules, "--space", "--distinct", *same, plain, codes=(0, 1))
    return out, against, report, printed


def sweeps(runs):
    """Names, directories and measures of sweeps, and a report of the same policies."""
    runs.list("halves.txt", [b"password"] * 1000 + [b"kQ9#vLw2pXz7"] * 1000)
    for number, (against, options, *other) in enumerate(SWEEPS):
        plain = runs.directory / other[0] if other else runs.plain
        yield f"sweep by {against}", *sweep(runs, f"sweep-{number}", against, options, plain)
