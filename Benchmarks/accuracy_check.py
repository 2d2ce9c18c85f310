"""Checks `accuracy.py` and the path `Benchmarks/model.py --samples` with naive calculations.

Weighted Spearman meets its definition in exact fractions, and the ordinary one of a list in which each value
stands as often as its weight says. All tables of made-up samples meet what plain loops make of the program's
answers to the same bytes.
"""
import csv
import fractions
import io
import json
import math
import pathlib
import random
import re
import statistics
import string
import subprocess
import tempfile

import accuracy
import own_model

WORDS = "tisch ofen lampe stuhl winter summer dragon coffee garden silver anna otter zebra river stone kanne".split()
# Bytes that reading as text would change: ill-formed UTF-8, CR, separators of lines and columns, quotes.
ODD = [
    b"", b"\xff\xfeab", b"caf\xe9", b"caf\xc3\xa9 Nr 7", b"a\rb", b"a\tb", b'"quoted"', b"a,b;c", b" lead", b"trail ",
    b"\xe2\x80\xa8split", b"\xc2\x85next", b"\x0cfeed", b"\xed\xa0\x80half", b"\xf0\x9f\x98\x80smile",
    b"back\\slash", b"12345678901234567890", b"lowercaseonly", b"Aa1!Aa1!", b"short"]
YEAR = 2026


def expect(is_so, what):
    if not is_so:
        raise SystemExit(f"Benchmarks/model.py --check: {what}")


# MARK: Order

def exact_ranks(values, weights):
    """The definition, word by word, in fractions."""
    return [
        sum(weight for value, weight in zip(values, weights) if value < own)
        + fractions.Fraction(sum(weight for value, weight in zip(values, weights) if value == own), 2)
        for own in values
    ]


def exact_spearman(first, second, weights):
    total = sum(weights)
    left, right = exact_ranks(first, weights), exact_ranks(second, weights)
    means = [sum(w * r for w, r in zip(weights, side)) / fractions.Fraction(total) for side in (left, right)]
    both = sum(w * (a - means[0]) * (b - means[1]) for w, a, b in zip(weights, left, right))
    each = [sum(w * (r - mean) ** 2 for w, r in zip(weights, side)) for side, mean in zip((left, right), means)]
    return float(both) / math.sqrt(each[0] * each[1]) if each[0] * each[1] else math.nan


def ordinary_spearman(first, second):
    """Without weights: Pearson's correlation of mean ranks."""
    def mean_ranks(values):
        ascending = sorted(values)
        return [(2 * ascending.index(value) + ascending.count(value) + 1) / 2 for value in values]
    return statistics.correlation(mean_ranks(first), mean_ranks(second))


def check_order(draw, trials=60):
    for trial in range(trials):
        count = draw.randint(2, 40)
        levels = draw.choice([2, 5, 1000])
        first = [float(draw.randint(-levels, 0)) for _ in range(count)]
        second = [draw.randint(0, levels) / 7 for _ in range(count)]
        weights = [draw.choice([1, 1, 2, 3, 9]) for _ in range(count)]
        found = accuracy.spearman(first, second, weights)
        exact = exact_spearman(first, second, weights)
        expect(math.isnan(found) == math.isnan(exact), f"trial {trial}: {found}, exactly {exact}")
        if math.isnan(found):
            continue
        expect(abs(found - exact) < 1e-12, f"trial {trial}: {found}, exactly {exact}")
        repeated = [[value for value, weight in zip(side, weights) for _ in range(weight)] for side in (first, second)]
        expanded = ordinary_spearman(*repeated)
        expect(abs(found - expanded) < 1e-9, f"trial {trial}: {found}, {expanded} with each value repeated")
    expect(accuracy.spearman([1, 2, 3], [1, 2, 3], [5, 1, 2]) == 1, "equal orders do not correlate with 1")
    expect(math.isnan(accuracy.spearman([1, 2], [3, 3], [1, 1])), "a column of one value has a correlation")


# MARK: Made-up samples

def made_up(draw):
    word = draw.choice(WORDS)
    if draw.random() < 0.4:
        word = word.capitalize()
    kind = draw.randrange(6)
    if kind == 0:
        return word
    if kind == 1:
        return word + str(draw.randrange(10 ** draw.randint(1, 5)))
    if kind == 2:
        return word + draw.choice("!?.#$ _") + str(draw.randrange(1950, 2027))
    if kind == 3:
        return "".join(draw.choice(string.digits) for _ in range(draw.randint(4, 14)))
    if kind == 4:
        return "".join(draw.choice(string.ascii_letters + string.digits + "!?-_") for _ in range(draw.randint(5, 16)))
    return word + draw.choice(WORDS)


def write(path, heading, values, end=b"\n"):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(end.join([heading.encode(), *values]) + end)


def make_samples(directory, draw):
    """Files as the repository has them, in both of its layouts; by sample, its columns."""
    made = {}
    for kind in accuracy.KINDS:
        for leak in accuracy.LEAKS:
            passwords = [*ODD, *(made_up(draw).encode() for _ in range(120))]
            draw.shuffle(passwords)
            weights = [draw.choice([1, 1, 1, 2, 3, 50, 4000]) for _ in passwords]
            if kind == "online":
                strength = [-float(weight) for weight in weights]
            else:
                strength = [draw.choice([1.0, 10.0**9, float(10 ** draw.randint(2, 14)), math.floor(
                    10 ** draw.uniform(0, 15)) + 0.0, 999999999999999.0]) for _ in passwords]
            published = [10 ** draw.uniform(0, 16) for _ in passwords]
            published[:2] = [10_000.0, 10_001.0]
            folder = directory / "src/datasets" / kind
            if leak != "linkedin":
                folder = folder / leak
            name = f"{leak}.{kind}"
            write(folder / f"0_{name}.pw", f"{leak}_password", passwords, b"\r\n" if leak == "rockyou" else b"\n")
            write(folder / f"1_{name}.strength", f"{leak}_strength", [str(value).encode() for value in strength])
            write(folder / f"2_{name}.weight", f"{leak}_weight", [str(value).encode() for value in weights])
            has_published = name != "000webhost.offline"
            if has_published:
                write(directory / "src/crawl/01_zxcvbn" / f"0_{name}.pw_guess_number_result.txt", "zxcvbn_guess_number",
                      [repr(value).encode() for value in published])
            made[kind, leak] = passwords, strength, weights, published if has_published else None
    return made


def estimates(program, passwords, published):
    """Logarithms of zxcvbn's guesses, the model's and the combined, of lines as bytes and not as JSON."""
    options = ["-q", "--reference-year", str(YEAR)]
    text = subprocess.run(
        [program, "score", *options, "--format", "csv"], input=b"".join(line + b"\n" for line in passwords), check=True,
        capture_output=True).stdout.decode()
    rows = list(csv.DictReader(io.StringIO(text)))
    expect(len(rows) == len(passwords), f"{len(passwords)} passwords have {len(rows)} scores")
    given = "".join(json.dumps({"password": line.decode("utf-8", "replace")}) + "\n" for line in passwords)
    objects = subprocess.run(
        [program, "score", *options, "--format", "jsonl"], input=given.encode(), check=True, capture_output=True).stdout
    found = {"zxcvbn": [], "model": [], "combined": [], "score": [int(row["score"]) for row in rows]}
    for place, (row, line) in enumerate(zip(rows, objects.decode().split("\n"))):
        zxcvbn, model = float(row["guesses_log10"]), json.loads(line)["model_log10"]
        guesses = float(row["model"])
        expect(abs(10**model - guesses) <= 0.51 + guesses * 1e-9, f"made-up line {place}: JSON and bytes differ")
        found["model"].append(model)
        found["combined"].append(zxcvbn + min(0.4 * (model - zxcvbn), 3) if passwords[place] else 0)
        found["zxcvbn"].append(math.log10(published[place]) if published else zxcvbn)
    return found


def complies(name, password, score):
    """The rows of the tables per policy and group, by hand."""
    text = password.decode("utf-8", "replace")
    scored = re.fullmatch(r"(\d+) characters, score (\d)", name)
    if scored:
        return len(text) >= int(scored[1]) and score >= int(scored[2])
    kinds = [any(c in kind for c in text) for kind in (
        string.ascii_lowercase, string.ascii_uppercase, string.digits, string.punctuation + " ")]
    return {
        "all": True,
        "8 characters": len(text) >= 8,
        "10 characters": len(text) >= 10,
        "12 characters": len(text) >= 12,
        "8, two classes": len(text) >= 8 and sum(kinds) >= 2,
        "8, three classes": len(text) >= 8 and sum(kinds) >= 3,
        "8, capital and digit": len(text) >= 8 and kinds[1] and kinds[2],
        "a special character": kinds[3],
        "only small letters": all(c in string.ascii_lowercase for c in text),
        "only digits": all(c in string.digits for c in text),
        "fewer than 8 characters": len(text) <= 7,
    }[name]


def share(logarithms, decade):
    return sum(1 for value in logarithms if not value > decade) / len(logarithms)


def most(estimate, real, decades):
    return max(abs(share(estimate, decade) - share(real, decade)) for decade in decades) * 100


def same(cell, value, digits):
    """Whether a printed number is the expected one, rounded."""
    return abs(float(cell) - value) <= 0.5 * 10**-digits + 1e-9


# MARK: Tables

def parsed(text):
    """The tables of Markdown, each a list of rows without the line below the heading."""
    found = [[]]
    for line in text.split("\n"):
        if line.startswith("|"):
            found[-1].append([cell.strip() for cell in line.strip("|").split("|")])
        elif found[-1]:
            found.append([])
    return [[table[0], *table[2:]] for table in found if table]


def expect_tables(shown, made, program):
    """Every number of every table against loops over the columns."""
    columns = {key: estimates(program, passwords, published) for key, (passwords, _, _, published) in made.items()}
    order, linkedin, webhost, policies, signed, groups, counts = shown
    keys = [(kind, leak) for kind in ("online", "offline") for leak in ("rockyou", "linkedin", "000webhost")]
    for row, estimate in zip(order[1:], ("zxcvbn", "model", "combined"), strict=True):
        for cell, key in zip(row[1:], keys, strict=True):
            value = exact_spearman(made[key][1], columns[key][estimate], made[key][2])
            expect(same(cell, value, 3), f"{key}, {estimate}: {cell}, by hand {value}")
    offline = [("offline", "linkedin"), ("offline", "000webhost")]
    real = {key: [math.log10(number) for number in made[key][1]] for key in offline}
    for key, table in zip(offline, (linkedin, webhost), strict=True):
        for row, estimate in zip(table[1:], ("service", "zxcvbn", "combined"), strict=True):
            column = real[key] if estimate == "service" else columns[key][estimate]
            for cell, decade in zip(row[1:7], (4, 6, 8, 10, 12, 14), strict=True):
                expect(same(cell, share(column, decade), 3), f"{key}, {estimate}, 10^{decade}: {cell}")
            if estimate != "service":
                near, far = most(column, real[key], range(4, 11)), most(column, real[key], range(11, 15))
                expect(same(row[7], near, 1) and same(row[8], far, 1), f"{key}, {estimate}: {row[7:]}, {near}, {far}")
    worst, less = {}, {}
    for table, names in ((policies[1:-1], accuracy.POLICIES | accuracy.SCORED), (groups[1:], accuracy.GROUPS)):
        for row, name in zip(table, names, strict=True):
            cells = iter(row[1:])
            for key in offline:
                kept = [place for place, password in enumerate(made[key][0])
                        if complies(name, password, columns[key]["score"][place])]
                service, zxcvbn, combined = (
                    [column[place] for place in kept]
                    for column in (real[key], columns[key]["zxcvbn"], columns[key]["combined"]))
                differences = [most(column, service, range(4, 11)) for column in (zxcvbn, combined)]
                if name in accuracy.GROUPS:
                    expect(all(same(next(cells), value, 1) for value in differences), f"{key}, {name}: {row}")
                    continue
                if name in accuracy.POLICIES:
                    worst[key] = [max(pair) for pair in zip(differences, worst.get(key, [0, 0]))]
                less.setdefault((name in accuracy.SCORED, key), []).append((share(combined, 9) - share(service, 9)) * 100)
                for column in (service, zxcvbn, combined):
                    expect(same(next(cells), share(column, 9), 3), f"{key}, {name}: {row}")
    ends = [cell for cell in policies[-1][1:] if cell]
    for cell, value in zip(ends, [value for key in offline for value in worst[key]], strict=True):
        expect(same(cell, value, 1), f"worst of all policies: {ends}, by hand {worst}")
    for is_scored, row in enumerate(signed[1:]):
        for cell, key in zip(row[1:], offline, strict=True):
            low, high = cell.split(" to ")
            own = less[bool(is_scored), key]
            expect(same(low, min(own), 1) and same(high, max(own), 1), f"{key}, {row[0]}: {cell}, by hand {min(own)}, {max(own)}")
    for row, name in zip(counts[1:], (*accuracy.POLICIES, *accuracy.SCORED, *accuracy.GROUPS), strict=True):
        expected = [str(sum(map(complies, [name] * len(made[key][0]), made[key][0], columns[key]["score"])))
                    for key in offline]
        expect(row == [name, *expected], f"passwords: {row}, by hand {expected}")


def check(program, command):
    """Ends the program with a message if anything differs."""
    draw = random.Random(2026)
    check_order(draw)
    with tempfile.TemporaryDirectory() as work:
        directory = pathlib.Path(work, "samples")
        made = make_samples(directory, draw)
        whole = [*command, "--program", program, "--samples", str(directory)]
        run = subprocess.run([*whole, "--markdown"], capture_output=True, text=True)
        expect(run.returncode == 0, f"{' '.join(whole)} ends with {run.returncode}:\n{run.stderr}")
        expect(
            run.stderr == "note: offline 000webhost has no published zxcvbn guesses: the program's own stand in\n",
            f"unexpected notes: {run.stderr}")
        expect_tables(parsed(run.stdout), made, program)
        text = subprocess.run(whole, capture_output=True, text=True).stdout
        cells = [cell for table in parsed(run.stdout) for row in table for cell in row if cell]
        expect(all(cell in text for cell in cells), "the text has not all cells of the Markdown")
        shown = run.stdout + run.stderr + text
        leaked = [word for word in WORDS if len(word) > 5 and word in shown]
        expect(not leaked, "a password is printed")
        # What a user can do wrong.
        strength = directory / "src/datasets/online/linkedin/1_linkedin.online.strength"
        strength = strength if strength.exists() else directory / "src/datasets/online/1_linkedin.online.strength"
        whole_text = strength.read_bytes()
        strength.write_bytes(whole_text + b"1.0\n")
        for path, message in [
            (directory, "has 141 lines, "), (pathlib.Path(work), "has 141 lines, "),
            (pathlib.Path(work, "none"), "not a directory; expected a checkout of"),
            (pathlib.Path(__file__).resolve().parent, "has no sample, such as 0_rockyou.online.pw, "),
        ]:
            wrong = [*command, "--program", program, "--samples", str(path)]
            failed = subprocess.run(wrong, capture_output=True, text=True)
            expect(failed.returncode == 1 and message in failed.stderr, f"{message} is not in: {failed.stderr}")
        strength.unlink()
        fewer = subprocess.run(whole, capture_output=True, text=True)
        expect("note: missing, and left out: 1_linkedin.online.strength" in fewer.stderr, fewer.stderr)
        expect(fewer.returncode == 0 and "–" in fewer.stdout, "a missing sample is no dash")
    print("weighted Spearman and all tables of made-up samples are what naive calculations give")


def check_estimates(program, listed):
    """What a model of a list holds likelier, counted, is what its sample estimates."""
    with tempfile.TemporaryDirectory() as work:
        model = f"{work}/own.model"
        subprocess.run([program, "model", "build", "-q", "-o", model, listed], check=True)
        for bits, estimate, error, count, *_ in own_model.enumerated(model, range(2, 7), work):
            expect(
                abs(count - estimate) <= 4 * error,
                f"{count:,.0f} passwords of fewer than {bits} bits, estimated {estimate:,.0f} ± {error:,.0f}")
