"""Sweeps: sweep.csv, its page and maps; each policy of it is one of a report, too."""
import re

import equalities
import maps
import markup
import packages
import pictures
import screens
import tables
import written
from scales import is_name


class Sweep:
    """sweep.csv, and a report of the same policies on the same list."""

    def __init__(self, directory, report):
        self.directory, self.report = directory, report
        self.rows = equalities.table(directory / "sweep.csv")
        self.report_names = {row["policy"]: f"p{number}" for number, row in enumerate(self.rows)}

    def policy(self, name):
        return next((row for row in self.rows if is_name(name, row["policy"])), None)

    def refused(self, row):
        return 1 - written.share(int(row["accepted"]), self.report.entries())

    def exact(self, row, guesses):
        """What somebody finds who knows all counts; None of few passwords."""
        if not empirical(f"lambda_{guesses}")(self, row):
            return None
        own = self.report.spectra[self.report.cell[self.report_names[row["policy"]]]]
        return own.mass(guesses) / own.total

    def is_enough(self, row):
        return int(row["accepted"]) >= written.FOR_GUESSING

    @property
    def is_rough(self):
        return self.against.startswith("lambda")

    def pieces(self):
        return [f"n {self.report.entries():,}", f"audit {self.report.manifest['version']}"]

    def mapped(self):
        return maps.of_sweep(self)

    def day(self, row):
        """The share of the accepted that a report says is found in a day; None of too few."""
        count = self.report.found_in_day(self.report_names[row["policy"]])
        if not self.is_enough(row) or count is None:
            return None
        return written.share(count, int(row["accepted"]))

    def mark(self, row):
        """The mark at a share guessed in a day, where policies are compared by it."""
        return written.mark(self.report, row["rules"]) if self.against == "day" and self.day(row) is not None else ""

    def height(self, row):
        """The place on the axis of a map: per cent, or the power of ten; None without one."""
        if self.against == "median":
            return float(row["median_guesses_log10"]) if row["median_guesses_log10"] else None
        share = self.shading(row)
        return None if share is None else share * 100

    def measure(self, figure):
        heads = figure.table.heads
        return 10 if "guessed with 10, %" in heads else 1000 if "guessed with 1,000, %" in heads else None

    def left(self, figure, row):
        """The lower line of a cell."""
        guesses = self.measure(figure)
        if guesses is None:
            return self.measured(row)
        return written.three_digits(self.exact(row, guesses)) if self.is_enough(row) else "–"

    def measured(self, row):
        """What a policy leaves, as maps show it."""
        if self.against == "median":
            return row["median_guesses_log10"] or "–"
        if self.against == "day":
            share = self.day(row)
            return "–" if share is None else written.rounded_percent(share)[:-2]
        return written.three_digits(self.exact(row, int(self.against.split("-")[1]))) if self.is_enough(row) else "–"

    def shading(self, row):
        """The attacker's success, from 0 to 1: half decades of a median count from 14 down."""
        if self.against == "median":
            half = row["median_guesses_log10"]
            return 1 - min(float(half) / 14, 1) if half else None
        if self.against == "day":
            return self.day(row)
        return self.exact(row, int(self.against.split("-")[1])) if self.is_enough(row) else None


def median(report, policy):
    """The half decade that half of the accepted do not exceed; none of too few."""
    if report.compliant(policy) < written.FOR_SHARES:
        return ""
    halves = report.halves(policy)
    total, below = sum(halves.values()), 0
    for bucket, count in halves.items():
        below += count
        if below > 0 and below >= total - total // 2:
            return bucket if bucket[0].isdigit() else ""
    return ""


def empirical(column):
    return lambda s, row: s.report.row("empirical.csv", s.report_names[row["policy"]])[column]


def floor_bits(s, row):
    rows = s.report.tables.get("policy.csv") or []
    return next((r["floor_bits"] for r in rows if r["policy"] == s.report_names[row["policy"]]), "")


LOSSES = {"day": "guessed_in_day", "lambda-10": "lambda_10", "lambda-1000": "lambda_1000", "median": "median_guesses_log10"}


def ranked_by(s, row):
    """The measure by which a policy is compared with others; of few passwords and beside a second factor it is not."""
    return s.against if s.is_enough(row) and not maps.is_preset_beside(row) and row[LOSSES[s.against]] else ""


def pareto(s, row):
    """Whether no other policy refuses fewer and leaves less, by the numbers of the table alone."""
    if not row["ranked_by"]:
        return "0"
    def point(r):
        loss = float(r[LOSSES[r["ranked_by"]]])
        return float(r["refused_share"]), -loss if r["ranked_by"] == "median" else loss
    guesses = row["ranked_by"].removeprefix("lambda-")
    if any(r.get(f"bound_{guesses}_lower") for r in s.rows):
        # Ends that hold at once are wider than those of the table, each of which holds by itself: up to twice.
        def ends(r):
            return [float(r[f"bound_{guesses}_{end}"] or "nan") for end in ("lower", "upper")]
        own = ends(row)
        rivals = [ends(r) for r in s.rows if r["ranked_by"] and float(r["refused_share"]) <= float(row["refused_share"])]
        gaps = [(own[0] - upper, own[1] - own[0] + upper - lower) for lower, upper in rivals]
        if any(gap > widths for gap, widths in gaps):
            return "0"
        return row["pareto"] if any(gap > 0 for gap, _ in gaps) else "1"
    own = point(row)
    for number, other in enumerate(s.rows):
        if other is row or not other["ranked_by"]:
            continue
        rival = point(other)
        if rival[0] <= own[0] and rival[1] <= own[1] and (rival != own or number < s.rows.index(row)):
            return "0"
    return "1"


HOME = object()
COLUMNS = {
    "dataset": lambda s, r: s.report.dataset, "weights": lambda s, r: s.report.manifest["guessing"]["weights"],
    "minlength": HOME, "classes": HOME, "max_repeating": HOME, "blocklist": HOME, "min_score": HOME, "varied": HOME,
    "accepted": lambda s, r: str(s.report.compliant(s.report_names[r["policy"]])),
    "refused_share": lambda s, r: written.six_digits(s.refused(r)) if s.report.entries() else "",
    "distinct_accepted": lambda s, r: str(s.report.compliant(s.report_names[r["policy"]], "distinct")),
    "floor_bits": floor_bits, "lambda_10": empirical("lambda_10"), "lambda_1000": empirical("lambda_1000"),
    **{f"bound_{n}_{end}": empirical(f"bound_{n}_{end}") for n in (10, 1000) for end in ("lower", "upper")},
    "median_guesses_log10": lambda s, r: median(s.report, s.report_names[r["policy"]]),
    "median_by": lambda s, r: s.report.label if r["median_guesses_log10"] else "",
    "guessed_in_day": lambda s, r: written.six_digits(s.day(r)),
    "guessed_in_day_by": lambda s, r: s.report.label if r["guessed_in_day"] else "",
    "guessed_in_day_error": lambda s, r: written.error(s.report, r["rules"]) if r["guessed_in_day"] else "",
    "ranked_by": ranked_by, "pareto": pareto, "caveats_in_words": empirical("caveats_in_words"),
    "policy": HOME, "rules": HOME,
}
TABLES = {
    "Policies of the grid": {
        "policy": HOME, "fewest characters": lambda s, r: r["minlength"],
        "kinds asked for": lambda s, r: "" if r["classes"] == "0" else r["classes"], "besides": HOME,
        "refused": lambda s, r: written.percent(s.refused(r)),
        "guessed in a day, %": lambda s, r: "" if s.day(r) is None else written.rounded_percent(s.day(r))[:-2],
        "half need 10^": lambda s, r: r["median_guesses_log10"],
        "guessed with 10, %": lambda s, r: written.three_digits(s.exact(r, 10)) if s.is_enough(r) else "",
        "guessed with 1,000, %": lambda s, r: written.three_digits(s.exact(r, 1000)) if s.is_enough(r) else "",
        "guessed with 10": lambda s, r: written.precise(s.exact(r, 10)) if s.is_enough(r) else "",
        "best": lambda s, r: "◆" if r["pareto"] == "1" else "", "score": lambda s, r: r["min_score"],
    },
}
# The map's own reader judges its rows.
TABLES["Policies by what they refuse and what they leave to guess"] = dict.fromkeys(
    ["policy", "refused", "accepted", "standing", "guessed in a day, of the accepted", "guessed with 10, of the accepted",
     "guessed with 1,000, of the accepted", "half of the accepted need, guesses"], HOME)


def judge(directory, report, against, judge_, printed=None):
    sweep = Sweep(directory, report)
    sweep.against = against
    judge_.meets("sweep.csv")
    packages.judge(directory, judge_)
    for number, row in enumerate(sweep.rows):
        for column, text in row.items():
            line = COLUMNS.get(column)
            if judge_.holds(line is not None, f"sweep.csv, column {column} has no line in COLUMNS") and line is not HOME:
                judge_.equal(text, line(sweep, row), f"sweep.csv, row {number + 1} ({row['policy']}), {column}")
        if row["minlength"]:
            judge_.holds(f"minlength: {row['minlength']};" in row["rules"], f"{row['policy']}: {row['rules']}")
            judge_.equal(re.findall(r"min-classes: (\d)", row["rules"]), [row["classes"]] * (row["classes"] != "0"),
                         f"classes of {row['policy']}")
            score = row.get("min_score", "0")
            judge_.equal(re.findall(r"min-score: (\d)", row["rules"]), [score] * (score != "0"), f"score of {row['policy']}")
    page = markup.Page((directory / "sweep.html").read_text(encoding="utf-8"))
    pictures.judge("sweep", page, sweep, judge_)
    for table in page.tables:
        lines = TABLES.get(table.caption)
        if not judge_.holds(lines is not None, f"the table '{table.caption}' of a sweep has no line in TABLES"):
            continue
        for cells in table.cells:
            row = sweep.policy(cells[0])
            # The presets on the map stand in no sweep.csv; the map's own reader judges them.
            if maps.REFERENCE in cells:
                continue
            if not judge_.holds(row is not None, f"'{table.caption}', {cells[0]} is not in sweep.csv"):
                continue
            for head, cell in zip(table.heads, cells):
                line = lines.get(head)
                if judge_.holds(line is not None, f"'{table.caption}': column {head} has no line") and line is not HOME:
                    judge_.equal(cell, line(sweep, row), f"'{table.caption}', {cells[0]}, {head}")
    sentences(page, sweep, judge_)
    if printed:
        screens.judge(printed, sweep, judge_)


def sentences(page, sweep, judge_):
    if sweep.against == "day":
        told = written.brief(sweep.report, [(row["policy"], row["rules"]) for row in sweep.rows])
        # The sentence on the grid, that of the method, and the caption of the map, if any policy has a place.
        places = [s.text for s in page.sentences] + [f.caption for f in page.figures]
        judge_.equal(sum(told in text for text in places), 2 + any(f.id == "f0" for f in page.figures),
                     f"places of a sweep's page that say '{told}'")
    known = [(sweep.refused(row), row["policy"]) for row in sweep.rows]
    best = [row for row in sweep.rows if row["pareto"] == "1"]
    for sentence in page.sentences:
        text = sentence.text
        told = re.fullmatch(r"Of ([\d,]+) passwords the mildest policy refuses (\S+ %) \((.*)\), the strictest (\S+ %) "
                            r"\((.*)\)\.", text)
        count = re.match(r"([\d,]+) of ([\d,]+) policies (that are compared \(1,000 or more are accepted, without a second factor\) )?"
                         r"(?:is a best trade-off|are best trade-offs): ", text)
        refuses = re.match(r"(.*?): refuses (\S+ %), (?:half of the accepted need 10\^([\d.]+) guesses or more|(.*?)\. )", text)
        idle = re.fullmatch(r"No effect: (.*) changes nothing that the other rules do not change already\.", text)
        few = text == "Fewer than 1,000 of them are accepted by any one policy: too few to say which are best trade-offs."
        head = re.fullmatch(r"([\d,]+) polic\w+ against ([\d,]+) passwords? of .*", text)
        if told:
            judge_.equal(told[1], written.grouped(sweep.report.entries()), f"'{text[:60]}'")
            for share, name, choice in [(told[2], told[3], min), (told[4], told[5], max)]:
                extreme = choice(share_ for share_, _ in known)
                judge_.equal(share, written.percent(extreme), f"'{text[:60]}'")
                judge_.holds(is_name(name, next(n for s, n in known if s == extreme)), f"'{text[:60]}': {name}")
        elif count:
            compared = sum(bool(row["ranked_by"]) for row in sweep.rows)
            judge_.equal((count[1], count[2], bool(count[3])),
                         (written.grouped(len(best)), written.grouped(compared), compared < len(sweep.rows)), f"'{text[:60]}'")
        elif few:
            judge_.holds(not any(map(sweep.is_enough, sweep.rows)), f"'{text[:60]}', and some has enough")
        elif head:
            judge_.equal((head[1], head[2]), (written.grouped(len(sweep.rows)), written.grouped(sweep.report.entries())),
                         f"'{text[:60]}'")
        elif idle:
            judge_.equal(idle[1], ", ".join(idle_axes(sweep)), f"'{text[:60]}'")
        elif refuses and sentence.tag == "li":
            row = sweep.policy(refuses[1])
            judge_.equal(refuses[2], written.percent(sweep.refused(row)), f"'{text[:60]}'")
            if refuses[3]:
                judge_.equal(refuses[3], row["median_guesses_log10"], f"'{text[:60]}'")
            day = re.search(r"(\S+ %) of the accepted are guessed in a day", text)
            if day:
                judge_.equal(day[1], written.rounded_percent(sweep.day(row)), f"'{text[:60]}'")
            for guesses, number in [(10, "ten"), (1000, "a thousand")]:
                share = re.search(rf"(\S+ %) of the accepted are guessed with {number} guesses", text)
                if share:
                    expected = written.precise(sweep.exact(row, guesses))
                    judge_.holds(share[1] in (expected, expected + " %") if expected == "–" else share[1] == expected,
                                 f"'{text[:60]}': {share[1]}, not {expected}")
        else:
            sure = "(99 % sure of all ends at once, if accounts are independent draws)"
            judge_.equal(sure in text, "whoever guesses" in text, f"'{text[:60]}', how sure it is")
            judge_.holds(not sentence.numbers and not re.search(r"\d %", text.replace(sure, "")), f"no line for '{text[:120]}'")


AXES = {"the least length": "minlength", "the number of kinds": "classes", "the limit on repeats": "max_repeating",
        "the least score": "min_score", "the other rules": "varied", "the blocklist": "blocklist"}


def idle_axes(sweep):
    """The axes along which nothing differs, all others alike."""
    placed = [row for row in sweep.rows if row["minlength"]]
    for words, column in AXES.items():
        if len({row.get(column) for row in placed}) < 2:
            continue
        groups = {}
        for row in placed:
            key = tuple(row.get(c) for c in AXES.values() if c != column)
            groups.setdefault(key, set()).add(row["accepted"])
        if all(len(counts) == 1 for counts in groups.values()):
            yield words
