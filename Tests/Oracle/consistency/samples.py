"""Samples with the second case: numbers just at a limit, below and above it, and pairs that tie.

    reports(runs)   their reports, each computed again in `anew.py`
    KNOWN           numbers of some of them, worked out by hand or apart from any program of ours
"""
import itertools

FOUR = ["--rules", "four.policy", "--distinct"]
# Of 1,010 passwords these lengths keep 99, 100, 101, 999, 1,000 and 1,001: a tenth is 101.
STEPS = [(20, 99), (19, 1), (18, 1), (17, 898), (16, 1), (15, 1), (14, 9)]
KNOWN = {
    # Four passwords occur 58 times and eleven 8 times: the power law is farthest at the first rank of a level.
    "levels": [("empirical.csv", "zipf_ks", "0.159943"), ("empirical.csv", "zipf_s", "0.411028")],
    # Those who know the list find 1,973 of 1,980.
    "often": [("empirical.csv", "lambda_10", "0.996465")],
    "ten": [("empirical.csv", "lambda_10", "1")],
}
PAIR = """\
[first]
minlength: 8; required: digit; allowed: ascii-printable;
[second]
minlength: 8; required: digit; max-consecutive: 9; allowed: ascii-printable;
"""
SIX_RULES = b"minlength: 8; required: lower; required: upper; required: digit; required: special; max-consecutive: 1;"


def unlike(count, length, mark="s"):
    """Different passwords of one length, none of which repeats a character."""
    return [b"%s-%s" % (mark.encode(), str(number).rjust(length - 2, "abcdefghijkl"[number % 12]).encode()) for number in range(count)]


def named(policies):
    return "".join(f"[{name}]\n{text}\n" for name, text in policies).encode()


def reports(runs):
    for group in (sizes, masses, ties) if runs.is_brief else (sizes, masses, ties, lengths, rates):
        yield from group(runs)


def sizes(runs):
    """Passwords, and those that comply, just below, at and above what shares are stated of."""
    steps = [p for length, count in STEPS for p in unlike(count, length)]
    policies = [(f"at least {length}", f"minlength: {length}; allowed: ascii-printable;") for length, _ in STEPS]
    runs.write("steps.policy", named(policies[:-1]))
    yield "steps", runs.listed("steps", steps, "--rules", "steps.policy", "--distinct", "--space", "--behaviour", "all")
    # One that keeps a little less than a tenth, and one just that, alone.
    for length in (18, 19):
        yield f"alone {length}", runs.listed(f"alone {length}", steps, "--distinct", "--rules",
                                             f"minlength: {length}; allowed: ascii-printable;")
    # Exactly 999, 1,000 and 1,001 passwords; a set of one is a thousandth, or less.
    for count in (999, 1000, 1001):
        some = unlike(count - 10, 9) + [b"short-1"] + [b"Password-1"] * 9
        yield f"{count}", runs.listed(f"{count}", some, *FOUR, "--habits", "--shapes", "--min-shape-count", "9")
    runs.write("five.policy", named([(name, "minlength: 8; allowed: ascii-printable;") for name in "abcde"]))
    yield "five alike", runs.listed("five", unlike(150, 9), "--rules", "five.policy", "--distinct")
    yield "ten", runs.listed("ten", unlike(10, 9), *FOUR)


def masses(runs):
    """Passwords that occur often, and medians of two halves."""
    # Two passwords occur most often, and as often.
    often = [b"Summer-2026", b"Summer-2027"] * 600 + [b"Winter-2025"] * 257 + [b"Autumn-2024"] * 256 + [b"Spring-2023"] * 255
    yield "often", runs.listed("often", often + unlike(12, 10), *FOUR, "--weights", "accounts")
    levels = [b"Summer-%d" % n for n in range(4) for _ in range(58)] + [b"Winter-%02d" % n for n in range(11) for _ in range(8)]
    yield "levels", runs.listed("levels", levels, *FOUR)
    # Just half, and a quarter, of the occurrences are of passwords that occur once: what is beyond the sample.
    for once, twice in ((500, 250), (499, 250), (250, 375)):
        some = unlike(once, 9) + unlike(twice, 12, "t") * 2
        yield f"{once} once", runs.listed(f"{once} once", some, *FOUR)
    # Two halves: the median is that of the first, and with one more that of the second.
    half = [b"password"] * 100 + [b"kQ9#vLw2pXz7"] * 100
    yield "half", runs.listed("half", half, *FOUR)
    yield "half and one", runs.listed("half and one", half + [b"kQ9#vLw2pXz8"], *FOUR)


def ties(runs):
    """Rules, policies, sets of rules and shapes that tie, or are one more than have rows."""
    tied = [b"abc-%d" % n for n in range(10, 60)] + [b"abcdefgh-%s" % bytes([n]) for n in range(97, 122)] * 2 + unlike(50, 12)
    runs.write("pair.policy", PAIR.encode())
    yield "ties", runs.listed("ties", tied, "--rules", "pair.policy", "--space", "--distinct", "--behaviour", "all")
    yield "sets", runs.listed("sets", sets(), "--rules", runs.write("sets.policy", SIX_RULES), "--distinct")
    # A hundred shapes are named.
    shapes = [b"".join(kinds) + b"%02d" % n for kinds in itertools.islice(itertools.product(
        [b"a", b"B", b"-"], repeat=5), 101) for n in range(20)]
    yield "shapes", runs.listed("shapes", shapes, *FOUR, "--shapes", "--strength", "meter")


def lengths(runs):
    """Lengths that end in a tail, in many rows, or after a gap."""
    # A hundredth has no row of its own in the figure of lengths, and a password more has.
    for count in (10, 11):
        some = unlike(500, 9) + unlike(490 - count + 10, 12, "t") + unlike(count, 19, "u")
        yield f"tail of {count}", runs.listed(f"tail of {count}", some, *FOUR)
    for last in (39, 40, 41):
        rows = [p for length in range(1, last + 1) for p in [b"x" * length] * 7]
        yield f"{last} lengths", runs.listed(f"{last} lengths", rows, *FOUR)
    for gap in (9, 10, 11):
        rows = unlike(90, 8) + unlike(10, 9 + gap, "t")
        yield f"gap of {gap}", runs.listed(f"gap of {gap}", rows, *FOUR)


def rates(runs):
    """Budgets that lie on the grid of guesses, which are no more rows, and some that do not."""
    half = [b"password"] * 100 + [b"kQ9#vLw2pXz7"] * 100
    yield "rate", runs.listed("rate", half, *FOUR, "--rate", "100/h")
    yield "rates", runs.listed("rates", half, *FOUR, "--rate", "7/h", "--rate", "1e3/s", "--rate", "11/min", "--rate", "13/s")


def sets():
    """Passwords of each set of six rules that one can break, each set of another number of them."""
    found = []
    for number, kinds in enumerate(itertools.product([0, 1], repeat=6)):
        text = "".join(part for part, is_there in zip(("ab", "CD", "12", "-."), kinds) if is_there)
        text = (text * 4)[:5 + 4 * kinds[4]] + ("zz" if kinds[5] else "")
        if text:
            found += [text.encode()] * (2 + number % 5)
    return found


def judge_known(name, report, judge):
    """The numbers that are known apart from every program."""
    for table, column, expected in KNOWN.get(name, []):
        judge.equal(report.tables[table][0][column], expected, f"{table}, {column}, known by hand")
