"""How near estimates of guesses come to a guessing service, on published samples of three leaks.

The samples are a checkout of RUB-SysSec/Password-Strength-Meter-Accuracy (M. Golla and M. Dürmuth, *On the
Accuracy of Password Strength Meters*, CCS 2018). For each leak there is an *offline* sample, with the guess
numbers of a guessing service (several attacks, the least of them), and an *online* one, whose passwords are
so common that their counts give the order. Each is four files with a heading and a line for each password:

    0_LEAK.KIND.pw                              the password
    1_LEAK.KIND.strength                        the guess number, or the count with a minus sign
    2_LEAK.KIND.weight                          how often the leak has it
    0_LEAK.KIND.pw_guess_number_result.txt      zxcvbn's guesses, as published

Where they lie changed from commit to commit, so they are found by their names.
"""
import bisect
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

REPOSITORY = "https://github.com/RUB-SysSec/Password-Strength-Meter-Accuracy"
LEAKS = {"rockyou": "RockYou", "linkedin": "LinkedIn", "000webhost": "000webhost"}
KINDS = ["online", "offline"]
# RockYou's shares are no measure: the guessing service was trained on it.
MEASURED = ["linkedin", "000webhost"]
ESTIMATES = {"zxcvbn": "zxcvbn", "model": "the model alone", "combined": "combined"}
DECADES = range(4, 15)
# Those that the tables of shares show.
SHOWN = range(4, 15, 2)
NEAR, FAR = range(4, 11), range(11, 15)
# The decade of the tables per policy: that next to a day at 10,000 guesses a second, 8.64e8.
DAY = 9

POLICIES = {
    "all": None,
    "8 characters": "minlength: 8;",
    "10 characters": "minlength: 10;",
    "12 characters": "minlength: 12;",
    "8, two classes": "minlength: 8; min-classes: 2;",
    "8, three classes": "minlength: 8; min-classes: 3;",
    "8, capital and digit": "minlength: 8; required: upper; required: digit;",
    "a special character": "required: special;",
}
# Of these the estimate and the rule share zxcvbn.
SCORED = {
    f"{length} characters, score {score}": f"minlength: {length}; min-score: {score};" for length in (8, 10) for score in (2, 3)
}
GROUPS = {
    "only small letters": "allowed: lower;",
    "only digits": "allowed: digit;",
    "fewer than 8 characters": "maxlength: 7; allowed: unicode;",
}


class Refusal(Exception):
    """What keeps the samples from being measured, and what to do."""


class Missing(Exception):
    """The files of a sample that are not there."""


# MARK: Order

def ranks(values, weights):
    """For each value, the weight below it plus half the weight of the equal.

    The published correlations are those of the R package wCorr, whose default way ranks so (its slow way
    adds half a mean weight of the equal); a half that it adds to all of them changes nothing.
    """
    order = sorted(range(len(values)), key=values.__getitem__)
    result = [0.0] * len(values)
    below, first = 0.0, 0
    while first < len(order):
        last = first
        while last + 1 < len(order) and values[order[last + 1]] == values[order[first]]:
            last += 1
        equal = math.fsum(weights[place] for place in order[first : last + 1])
        for place in order[first : last + 1]:
            result[place] = below + equal / 2
        below, first = below + equal, last + 1
    return result


def spearman(first, second, weights):
    """The weighted correlation of the ranks of two columns; nan where a column has one value only."""
    total = math.fsum(weights)

    def centred(values):
        mean = math.fsum(weight * value for weight, value in zip(weights, values)) / total
        return [value - mean for value in values]

    def product(left, right):
        return math.fsum(weight * a * b for weight, a, b in zip(weights, left, right))

    left, right = centred(ranks(first, weights)), centred(ranks(second, weights))
    scale = math.sqrt(product(left, left) * product(right, right))
    return product(left, right) / scale if scale else math.nan


# MARK: Shares

def shares(logarithms):
    """By decade, the share of the numbers of guesses, as logarithms, that do not exceed 10 to its power."""
    ascending = sorted(logarithms)
    return {
        decade: bisect.bisect_right(ascending, decade) / len(ascending) if ascending else math.nan
        for decade in DECADES
    }


def worst(estimated, real, decades):
    """The largest difference of two shares in points, over some decades."""
    return max(abs(estimated[decade] - real[decade]) for decade in decades) * 100


# MARK: Samples

def lines(path):
    """The lines of a file behind its heading, without LF or CRLF: as bytes, since passwords are any bytes."""
    text = path.read_bytes().split(b"\n")
    if text[-1] == b"":
        text.pop()
    return [line.removesuffix(b"\r") for line in text[1:]]


def numbers(path):
    """The numbers of a file, one a line."""
    result = []
    for index, line in enumerate(lines(path), 2):
        try:
            result.append(float(line))
        except ValueError:
            raise Refusal(f"{path}:{index}: not a number; expected one a line, below a heading") from None
    return result


def files(directory):
    """The files below a directory by their names, each a list of paths."""
    found = {}
    for folder, _, names in os.walk(directory):
        for name in names:
            found.setdefault(name, []).append(pathlib.Path(folder, name))
    return found


def named(found, name):
    """The one file of that name, or None."""
    paths = sorted(found.get(name, []))
    if len({path.read_bytes() for path in paths}) > 1:
        raise Refusal(f"{' and '.join(map(str, paths))} differ: leave one of them in place")
    return paths[0] if paths else None


class Sample:
    """One leak's passwords: the service's numbers, weights, and the estimates, as decimal logarithms."""

    def __init__(self, found, leak, kind, program, year):
        self.leak, self.kind = leak, kind
        names = {
            "passwords": f"0_{leak}.{kind}.pw",
            "strength": f"1_{leak}.{kind}.strength",
            "weights": f"2_{leak}.{kind}.weight",
        }
        paths = {part: named(found, name) for part, name in names.items()}
        missing = [names[part] for part, path in paths.items() if path is None]
        if missing:
            raise Missing(", ".join(missing))
        # What is no UTF-8 becomes U+FFFD, each ill-formed part one, as the program reads it.
        self.passwords = [line.decode("utf-8", "replace") for line in lines(paths["passwords"])]
        self.strength = numbers(paths["strength"])
        self.weights = numbers(paths["weights"])
        published = named(found, f"0_{leak}.{kind}.pw_guess_number_result.txt")
        guesses = numbers(published) if published else None
        columns = {paths["strength"]: self.strength, paths["weights"]: self.weights}
        if published:
            columns[published] = guesses
        for path, column in columns.items():
            if len(column) != len(self.passwords):
                raise Refusal(
                    f"{path} has {len(column):,} lines, {paths['passwords']} {len(self.passwords):,}; expected as "
                    "many: check both out from one commit")
        for path, column in {paths["strength"]: self.strength if kind == "offline" else [], published: guesses}.items():
            if any(number < 1 for number in column or []):
                raise Refusal(f"{path}: a number of guesses below 1")
        self.estimates = score(program, self.passwords, year)
        self.is_published = guesses is not None
        if guesses:
            self.estimates["zxcvbn"] = [math.log10(number) for number in guesses]

    def order(self, estimate):
        """The weighted Spearman correlation of an estimate with the service's order."""
        return spearman(self.strength, self.estimates[estimate], self.weights)

    def compliant(self, program, policies):
        """By policy, for each password whether it complies; policies are texts, or None for all passwords."""
        texts = {name: text for name, text in policies.items() if text}
        everyone = [True] * len(self.passwords)
        judged = check(program, self.passwords, texts)
        return {name: judged.get(name, everyone) for name in policies}

    def shares(self, which=None):
        """The shares of the service and of each estimate, of all passwords or of those marked."""
        kept = [index for index, keep in enumerate(which) if keep] if which else range(len(self.passwords))
        columns = {"service": [math.log10(number) for number in self.strength], **self.estimates}
        return {name: shares([column[index] for index in kept]) for name, column in columns.items()}


# MARK: The program

def answers(command, passwords):
    """The program's answer to each password, which it gets as JSON: that names any character, CR included."""
    given = "".join(json.dumps({"password": password}) + "\n" for password in passwords)
    run = subprocess.run(command, input=given, capture_output=True, text=True, encoding="utf-8")
    if run.returncode:
        raise Refusal(f"{' '.join(command)} ends with {run.returncode}:\n{run.stderr.strip()}")
    return [json.loads(line) for line in run.stdout.splitlines()]


def score(program, passwords, year):
    """By estimate, the decimal logarithm of each password's guesses."""
    command = [program, "score", "-q", "--format", "jsonl", "--strength", "combined", "--reference-year", str(year)]
    scored = answers(command, passwords)
    fields = {"zxcvbn": "guesses_log10", "model": "model_log10", "combined": "combined_log10"}
    return {name: [answer[field] for answer in scored] for name, field in fields.items()}


def check(program, passwords, policies):
    """By policy, for each password whether it complies."""
    with tempfile.TemporaryDirectory() as work:
        options = []
        for index, text in enumerate(policies.values()):
            path = pathlib.Path(work, f"p{index}.txt")
            path.write_text(text if "allowed" in text else f"{text} allowed: unicode;")
            options += ["--rules", str(path)]
        judged = answers([program, "check", "-q", "--format", "jsonl", "--no-blocklist", *options], passwords)
    return {
        name: [not answer["violated"][f"p{index}"] for answer in judged] for index, name in enumerate(policies)
    }


# MARK: Tables

def figure(value, digits=3):
    """A share or correlation as the documents print it: .083, or a dash."""
    if math.isnan(value):
        return "–"
    return f"{value:.{digits}f}".replace("0.", ".", 1) if abs(value) < 1 else f"{value:.{digits}f}"


def points(value):
    return "–" if math.isnan(value) else f"{value:.1f}"


def order_table(samples):
    """The six columns: how well each estimate orders the passwords of each sample."""
    columns = [(kind, leak) for kind in KINDS for leak in LEAKS]
    rows = [["weighted Spearman", *(f"{kind} {LEAKS[leak]}" for kind, leak in columns)]]
    for estimate, title in ESTIMATES.items():
        rows.append([title, *(
            figure(samples[column].order(estimate)) if column in samples else "–" for column in columns)])
    return rows


def share_table(sample):
    """The shares within each number of guesses, on one leak."""
    real = sample.shares()
    rows = [[f"{LEAKS[sample.leak]}, 10^", *map(str, SHOWN), "worst of 4 to 10", "worst of 11 to 14"]]
    for name, title in {"service": "guessing service", "zxcvbn": "zxcvbn", "combined": "combined"}.items():
        ends = ["", ""] if name == "service" else [
            points(worst(real[name], real["service"], decades)) for decades in (NEAR, FAR)]
        rows.append([title, *(figure(real[name][decade]) for decade in SHOWN), *ends])
    return rows


def policy_table(samples, program):
    """The shares within 10^9 guesses of the passwords that comply with each policy."""
    compared = ["zxcvbn", "combined"]
    heading, ends = ["policy"], ["worst of 10^4 to 10^10, no score rule"]
    rows = {name: [name] for name in POLICIES | SCORED}
    for sample in samples:
        title = LEAKS[sample.leak]
        heading += [f"{title}: service", *compared]
        most = dict.fromkeys(compared, 0.0)
        for name, which in sample.compliant(program, POLICIES | SCORED).items():
            found = sample.shares(which)
            rows[name] += [figure(found[column][DAY]) for column in ("service", *compared)]
            for estimate in compared:
                if any(which) and name in POLICIES:
                    most[estimate] = max(most[estimate], worst(found[estimate], found["service"], NEAR))
        ends += ["", *(points(most[estimate]) for estimate in compared)]
    return [heading, *rows.values(), ends]


def signed_table(samples, program):
    """The combined estimate's share less the service's within 10^9 guesses, without and with a score rule."""
    heading, rows = ["combined less service, 10^9"], {"no score rule": ["no score rule"], "a score rule": ["a score rule"]}
    for sample in samples:
        heading.append(LEAKS[sample.leak])
        for row, policies in zip(rows.values(), (POLICIES, SCORED)):
            found = [sample.shares(which) for which in sample.compliant(program, policies).values() if any(which)]
            less = [(each["combined"][DAY] - each["service"][DAY]) * 100 for each in found]
            row.append(f"{min(less):.1f} to {max(less):.1f}" if less else "–")
    return [heading, *rows.values()]


def group_table(samples, program):
    """The worst differences up to 10^10 on groups of passwords that are weak alike."""
    heading, rows = ["worst of 10^4 to 10^10"], {name: [name] for name in GROUPS}
    for sample in samples:
        heading += [f"{LEAKS[sample.leak]}: zxcvbn", "combined"]
        for name, which in sample.compliant(program, GROUPS).items():
            found = sample.shares(which)
            rows[name] += [
                points(worst(found[estimate], found["service"], NEAR)) if any(which) else "–"
                for estimate in ("zxcvbn", "combined")]
    return [heading, *rows.values()]


def count_table(samples, program):
    """How many passwords each row of the two tables before is about: of few, shares are uncertain."""
    rows = {name: [name] for name in POLICIES | SCORED | GROUPS}
    for sample in samples:
        for name, which in sample.compliant(program, POLICIES | SCORED | GROUPS).items():
            rows[name].append(f"{sum(which):,}")
    return [["passwords", *(LEAKS[sample.leak] for sample in samples)], *rows.values()]


def printed(rows, is_markdown):
    """A table as text in columns, or as Markdown."""
    if is_markdown:
        marked = [f"| {' | '.join(row)} |" for row in rows]
        return "\n".join([marked[0], "|" + " --- |" * len(rows[0]), *marked[1:]]) + "\n"
    widths = [max(map(len, column)) for column in zip(*rows)]
    return "\n".join(
        "  ".join(cell.ljust(width) if place == 0 else cell.rjust(width)
                  for place, (cell, width) in enumerate(zip(row, widths))).rstrip() for row in rows) + "\n"


def tables(directory, program, year, is_markdown):
    """Prints all tables of the samples below a directory."""
    directory = pathlib.Path(directory)
    if not directory.is_dir():
        raise Refusal(f"{directory}: not a directory; expected a checkout of {REPOSITORY}")
    samples, missing, found = {}, [], files(directory)
    for kind in KINDS:
        for leak in LEAKS:
            try:
                samples[kind, leak] = Sample(found, leak, kind, program, year)
            except Missing as error:
                missing.append(str(error))
    if not samples:
        raise Refusal(f"{directory} has no sample, such as {missing[0]}; expected a checkout of {REPOSITORY}")
    for names in missing:
        print(f"note: missing, and left out: {names}", file=sys.stderr)
    for (kind, leak), sample in samples.items():
        if not sample.is_published:
            print(
                f"note: {kind} {LEAKS[leak]} has no published zxcvbn guesses: the program's own stand in",
                file=sys.stderr)
    offline = [samples["offline", leak] for leak in MEASURED if ("offline", leak) in samples]
    shown = [order_table(samples), *map(share_table, offline)]
    if offline:
        shown += [table(offline, program) for table in (policy_table, signed_table, group_table, count_table)]
    print("\n".join(printed(rows, is_markdown) for rows in shown), end="")
