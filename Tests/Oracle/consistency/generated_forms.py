"""Forms that chance makes: a list, policies and options, and a command that reports them.

Each form has a chance of its own, of the seed and its number, so that one that fails is run again alone.
"""
import functools
import random
import shutil
import time

import generated_lists
import generated_options
import series

# How a form's numbers come about.
KINDS = ["run", "run", "run", "by list", "tally", "merged", "sweep", "compare"]


class Form:
    """One form: directories, what is printed, and what the lists hold, for whoever judges them."""

    def __init__(self, runs, seed, number):
        self.runs, self.chance = runs, random.Random(f"{seed} {number}")
        self.kind = self.chance.choice(KINDS)
        self.name = f"form {number} of seed {seed}, {self.kind}"
        self.directory = f"generated/{number}"

    def drawn(self, name, **options):
        return generated_lists.Drawn(self.chance, self.runs, f"{self.directory}/{name}", **options)

    def options(self, **others):
        return generated_options.Options(self.chance, self.runs, f"rules-{self.directory.replace('/', '-')}.policy", **others)

    def report(self, name, *arguments, **others):
        return self.runs.report(f"{self.directory}/{name}", *arguments, **others)

    def reports(self):
        """Names, directories, what was printed and what is held of a form's reports; twins are of the same passwords."""
        return {"by list": self.by_list, "tally": self.tally, "merged": self.merged}.get(self.kind, self.run)()

    def run(self):
        made, options = self.drawn("list"), self.options()
        return [self.report("run", *options.told, *made.options, made.path, made=[options.state(made.made)])], False

    def parts(self, options):
        """Several lists of one layout."""
        layout = self.chance.choice(generated_lists.PLAIN + ["user:password", "counted:prefix"])
        parts = [self.drawn(f"list-{n}", layout=layout, size=self.chance.choice([0, 7, 120, 1100][n == 0:]))
                 for n in range(self.chance.randint(2, 3))]
        for part in parts:
            options.state(part.made)
        return parts

    def by_list(self):
        options = self.options(is_by_list=True)
        parts = self.parts(options)
        return [self.report("run", *options.told, *parts[0].options, "--by-list", *(part.path for part in parts),
                            made=[part.made for part in parts])], False

    def tally(self):
        """What a tally answers is what the list does; of no password it answers nothing."""
        made, options = self.drawn("list", size=self.chance.choice(generated_lists.SIZES[1:])), self.options()
        tally = self.runs.directory / self.directory / "list.tally"
        self.runs.audit("scan", "--for", options.rules, *options.recorded, *made.options, "-o", tally, made.path, codes=(0, 1))
        held = [options.state(made.made)]
        return [self.report("run", *options.told, *made.options, made.path, "--dataset", "it", made=held),
                self.report("report", *options.asked, tally, "--dataset", "it", command=["report"], made=held)], True

    def merged(self):
        """Tallies that are added up answer as lists that are read together."""
        options = self.options()
        options.distinct, options.weights, options.head = [], [], []
        parts = self.parts(options)
        tallies = []
        for number, part in enumerate(parts):
            tallies.append(self.runs.directory / self.directory / f"{number}.tally")
            self.runs.audit("scan", "--for", options.rules, *options.recorded, *part.options, "-o", tallies[-1], part.path, codes=(0, 1))
        both = self.runs.directory / self.directory / "all.tally"
        self.runs.audit("merge", "-o", both, *tallies, codes=(0, 1))
        held = [options.state(functools.reduce(lambda a, b: a + b, [part.made for part in parts]))]
        return [self.report("run", *options.told, *parts[0].options, *(part.path for part in parts), "--dataset", "it", made=held),
                self.report("report", *options.asked, both, "--dataset", "it", command=["report"], made=held)], True

    def compared(self):
        """Two reports side by side, of the same policies or of others."""
        sides, options = [], self.options()
        for name in ("old", "new"):
            made = self.drawn(name)
            sides.append(self.report(name, *options.told, *made.options, made.path, made=[options.state(made.made)])[0])
            options = options if self.chance.random() < 0.6 else self.like(options)
        out = self.runs.directory / "out" / self.directory / "compared"
        printed = [self.runs.audit("compare", "--force", "-o", out, *sides, codes=(0, 1)),
                   self.runs.audit("compare", "--format", "markdown", *sides, codes=(0, 1))]
        return out, printed, *sides

    def like(self, options):
        """Other options, of which a report does not go by another estimate."""
        while True:
            other = self.options()
            if not (options.is_scored and other.is_scored) or options.strength == other.strength:
                return other

    def swept(self):
        """A grid, and a report of the same policies."""
        chance = self.chance
        against = chance.choice(["day", "median", "lambda-10", "lambda-1000"])
        options = ["--minlength", ",".join(map(str, sorted(chance.sample(range(1, 20), chance.randint(1, 4)))))]
        options += ["--classes", ",".join(map(str, sorted(chance.sample([0, 1, 2, 3, 4], chance.randint(1, 3)))))]
        options += ["--max-repeating", chance.choice(["none,2", "3"])] if chance.random() < 0.3 else []
        options += ["--blocklist", chance.choice(["none,default", "default"])] if chance.random() < 0.3 else []
        options += ["--preset", chance.choice(["nist-63b-4", "pci-4.0.1", "3class8"])] if chance.random() < 0.4 else []
        options += ["--weights", chance.choice(["accounts", "lists", "none"])] if chance.random() < 0.4 else []
        options += ["--against", against] if against != "day" else []
        if against.startswith("lambda"):
            options += ["--strength", "none"] * (chance.random() < 0.3)
        elif chance.random() < 0.3:
            options += ["--min-score", chance.choice(["0,2", "3", "0,1,4"])]
        return series.sweep(self.runs, self.directory, against, options, self.drawn("list", layout="plain", size=chance.choice(generated_lists.SIZES[1:])).path)

    def clear(self):
        for place in (self.directory, f"out/{self.directory}"):
            shutil.rmtree(self.runs.directory / place, ignore_errors=True)


def draw(runs, seed, numbers, until):
    """Forms of these numbers, until some time; what the only one wrote stays, where outputs do."""
    for number in numbers:
        if time.monotonic() >= until:
            return
        form = Form(runs, seed, number)
        yield form
        if len(numbers) > 1:
            form.clear()
