"""Comparisons and sweeps: their tables, pages and Markdown, a line for each column, table and figure."""
import re
from decimal import Decimal

import equalities
import markup
import packages
import pictures
import written
from scales import Unreadable, is_name
from written import share_of

COMPARISON = {
    "policy": lambda c: c.key[0], "metric": lambda c: c.key[1], "bucket": lambda c: c.key[2],
    "unit": lambda c: c.key[3],
    "count_old": lambda c: str(c.old.count) if c.old else "", "count_new": lambda c: str(c.new.count) if c.new else "",
    "share_old": lambda c: c.old.share if c.old else "", "share_new": lambda c: c.new.share if c.new else "",
    "points": lambda c: c.points,
}


class Pair:
    """A row of compare.csv, with those of both reports."""

    def __init__(self, key, old, new):
        self.key, self.old, self.new = key, old, new

    @property
    def points(self):
        if not self.old or not self.new or not self.old.share or not self.new.share:
            return ""
        return f"{(Decimal(self.new.share) - Decimal(self.old.share)) * 100:.4f}"


class Part:
    """A count of a base, which may be the few passwords that comply."""

    def __init__(self, count, base, is_of_compliant=False, is_rough=False):
        self.count, self.base, self.is_of_compliant, self.is_rough = count, base, is_of_compliant, is_rough

    @property
    def share(self):
        return written.share(self.count, self.base)

    @property
    def text(self):
        write = written.rounded_percent if self.is_rough else written.percent
        return written.of_compliant(self.count, self.base, write) if self.is_of_compliant else write(self.share)

    @property
    def is_stated(self):
        return not self.is_of_compliant or self.base >= written.FOR_SHARES


def figure_of(report, policy, words):
    """A figure that is a share; None if the report lacks it."""
    base, count = (report.compliant(policy) if policy else report.entries()), None
    if words == "accepted":
        count, base = report.compliant(policy), report.entries()
    elif re.fullmatch(r"zxcvbn's score \d", words):
        count = report.bins("score").get(words[-1])
    elif words.startswith("zxcvbn's score 0 or 1"):
        count = report.easy(policy)
    elif words.startswith("guessed ("):
        told, attacker = re.fullmatch(r"guessed \((.*)\): (.*)", words).groups()
        if told not in written.ESTIMATES or report.estimate not in (None, told):
            raise Unreadable(f"a figure {words!r} of a report by {report.estimate}")
        count = report.below_thousand(policy, told) if attacker == "login page" else report.cracked(policy, told).get(
            {"slow hash": "1e4/s for 1 day", "fast hash": "1e10/s for 1 day"}[attacker])
    elif words == "on a blocklist":
        count = report.listed(policy)
    elif words == "like the user's name":
        count = report.related(policy)
    else:
        raise Unreadable(f"a figure {words!r}")
    is_rough = words.startswith("guessed (") and told == "combined"
    return None if count is None else Part(count, base, bool(policy) and words != "accepted", is_rough)


def number_of(report, policy, words):
    """A figure that is no share; None if the report lacks it."""
    if words == "passwords":
        return report.entries()
    if words == "different passwords":
        return report.bins("entries", "", "distinct").get("audited")
    if words.endswith("median length"):
        return report.median_length(policy) if (report.compliant(policy) if policy else report.entries()) else None
    if words.endswith("random strings"):
        return report.bins("space_bits", policy, "microbits").get("floor")
    raise Unreadable(f"a figure {words!r}")


class Sides:
    """Reports side by side, and the policies of each that a title of the page names; None of one that lacks it."""

    # Labels of a scale that is no per cent are rounded.
    is_rough = False

    def __init__(self, directory, reports, titles):
        self.reports, self.titles = reports, titles
        self.rows = equalities.table(directory / "compare.csv")

    def pieces(self):
        return [f"audit {self.reports[0].manifest['version']}"] + (
            [f"n {report.entries():,}" for report in self.reports] if len(self.reports) <= 3 else [f"{len(self.reports)} reports"])

    def title(self, told):
        found = [t for t in self.titles if is_name(told, t)]
        if not found:
            raise Unreadable(f"no policy {told!r}")
        return found[0]

    def sides(self, title):
        """Each report and its policy of a title, all passwords without one; no report where it lacks the policy."""
        if title in (None, "all passwords"):
            return [(report, None) for report in self.reports]
        return [(policy and report, policy) for report, policy in zip(self.reports, self.titles[self.title(title)])]

    def part(self, title, words):
        """Count and base of a figure on each side; None where it lacks it."""
        return [report and figure_of(report, policy, words) for report, policy in self.sides(title)]

    def complying(self, title):
        """The share that complies with a policy in each report."""
        return [part and part.share for part in self.part(title, "accepted")]

    def day_parts(self, title):
        estimate = next(report.estimate for report in self.reports if report.estimate)
        return self.part(title, f"guessed ({estimate}): slow hash")

    def found(self, title):
        """The share of those that comply that is found in a day; None of too few."""
        return [None if p is None or not p.is_stated or not p.base else p.share for p in self.day_parts(title)]

    def cells(self, title, name):
        """What a row says of each report, and the difference of the last from the first; None for a rule."""
        words = name.removeprefix("accepted, ")
        if words.startswith(("break: ", "and break no other")):
            return None
        try:
            values = [report and number_of(report, policy, words) for report, policy in self.sides(title)]
        except Unreadable:
            parts = self.part(title, words)
            return texts(parts) + [change([parts[0], parts[-1]])]
        bits = words.endswith("random strings")
        write, difference = (lambda v: written.bits(v / 1e6)) if bits else written.grouped, ""
        if None not in (values[0], values[-1]):
            more = values[-1] - values[0]
            difference = ("+" if more > 0 or bits and more == 0 else "−" if more < 0 else "") + write(abs(more))
        return ["–" if v is None else write(v) for v in values] + [difference]


class Comparison(Sides):
    """compare.csv and compare.html of two reports."""

    labels = ["old", "new"]

    def __init__(self, directory, old, new):
        # Policies match by name; a single one of each side under any.
        is_of_one = len(old.policies) == len(new.policies) == 1
        self.old, self.new = old, new
        self.partners = [(old.policies[0], new.policies[0])] if is_of_one else [
            (name, name) for name in old.policies if name in new.policies]
        super().__init__(directory, [old, new], {a if a == b else f"{a} → {b}": (a, b) for a, b in self.partners})

    def pairs(self):
        renamed = {self.old.cell[a]: self.new.cell[b] for a, b in self.partners if a != b}
        sides = [{(r.policy, r.metric, r.bucket, r.unit): r for r in side.rows if r.dataset == side.dataset}
                 for side in (self.old, self.new)]
        seen = set()
        for key, row in sides[0].items():
            other = (renamed.get(key[0], key[0]),) + key[1:]
            seen.add(other)
            yield Pair(key, row, sides[1].get(other))
        for key, row in sides[1].items():
            if key not in seen:
                yield Pair(key, None, row)

    def title_of(self, figure):
        """The title that a figure or its table is about: c2-3 is the third."""
        return list(self.titles)[int(figure.split("-")[1]) - 1] if "-" in figure else None

    def pair(self, figure, row):
        """The parts of a row of a figure, exactly where the figure's subject is known, else of the table's counts."""
        if figure.startswith("c3"):
            return [Part(written.read_count(cell), side.entries()) if cell else None
                    for cell, side in zip((row[1], row[3]), self.reports)]
        return self.part(self.title_of(figure), row[0])


def texts(parts):
    return [part.text if part else "–" for part in parts]


def cell(part):
    return ("", "") if part is None else (written.grouped(part.count), part.text)


def change(parts):
    stated = [p for p in parts if p is not None and p.is_stated]
    if len(stated) < 2:
        return ""
    difference = stated[1].share - stated[0].share
    is_rough = any(p.is_rough for p in stated)
    return written.whole_points(difference) if is_rough else written.points(difference)


def judge_comparison(directory, old, new, judge, printed=None):
    compared = Comparison(directory, old, new)
    judge.meets("compare.csv")
    packages.judge(directory, judge)
    expected = list(compared.pairs())
    judge.equal(len(compared.rows), len(expected), "rows of compare.csv")
    for number, (row, pair) in enumerate(zip(compared.rows, expected)):
        for column, text in row.items():
            line = COMPARISON.get(column)
            if judge.holds(line is not None, f"compare.csv, column {column} has no line in COMPARISON"):
                judge.equal(text, line(pair), f"compare.csv, row {number + 1} {pair.key}, {column}")
    page = markup.Page((directory / "compare.html").read_text(encoding="utf-8"))
    pictures.judge("compare", page, compared, judge)
    for table in page.tables:
        judge_table(table, compared, judge)
    told = [(s.text, bool(s.numbers)) for s in page.sentences if s.tag in ("p", "h1")]
    told += [(f.caption, False) for f in page.figures] + [(t.caption, False) for t in page.tables]
    comparison_sentences(told, compared, judge)
    for text in printed or ():
        text_rows(text, compared, judge)
        sure(text, compared, judge)


def sure(text, compared, judge):
    """The errors of both sides' shares guessed in a day, if both are by one estimate."""
    told = re.search(r"How sure:? Shares guessed are estimates \((.*?)\): (.*?)\. (?:A difference|So all)",
                     re.sub(r"\s+", " ", text.replace("\\", "")))
    known = [(side, p) for side in compared.reports for p in side.policies if side.found_in_day(p) is not None]
    errors = list(dict.fromkeys(written.error(side, side.text_of(p)) for side, p in known))
    is_of_one = len({side.label for side in compared.reports if side.label}) == 1
    judge.equal(told and told[2], "; ".join(errors) if errors and is_of_one else None, "how sure a comparison is")


def judge_table(table, compared, judge):
    what = f"'{table.caption[:50]}'"
    if table.figure and table.figure.startswith("t"):
        for row in table.cells:
            parts = compared.part(row[0], "accepted") if table.figure == "t1" else compared.day_parts(row[0])
            judge.equal(row[1:], texts(parts), f"{what}, {row[0]}")
    elif table.figure:
        for row in table.cells:
            parts = compared.pair(table.figure, row)
            judge.equal(row[1:], [*cell(parts[0]), *cell(parts[1]), change(parts)], f"{what}, {row[0]}")
            for part, (report, policy) in zip(parts, compared.sides(compared.title_of(table.figure))):
                if table.figure.startswith("c3"):
                    judge.holds(not part or part.count in report.bins("violation", policy).values(),
                                f"{what}, {row[0]}: {part and part.count} is no rule of {policy}")
    elif table.caption.startswith("Old: "):
        for row in table.cells:
            expected = []
            for words in ("accepted", "zxcvbn's score 0 or 1"):
                parts = compared.part(row[0], words)
                # Of no compliant password nothing is easy; a report without scores has a dash.
                expected += [cell(p)[1] or "–" for p in parts] + [change(parts)]
            judge.equal(row[1:], expected, f"{what}, {row[0]}")
        judge.equal([row[0] for row in table.cells], [next((t for t in compared.titles if is_name(r[0], t)), "")
                                                      for r in table.cells], "policies of the comparison")
    elif table.caption == "Figures that are no shares":
        for row in table.cells:
            told, _, words = row[0].rpartition(": ")
            is_of_policy = told and any(is_name(told, t) for t in compared.titles)
            expected = compared.cells(told, words) if is_of_policy else compared.cells(None, row[0])
            judge.holds(expected in (None, row[1:]), f"{what}, {row[0]}: {row[1:]}, not {expected}")
    else:
        judge.holds(False, f"the table {what} of a comparison has no line")


def comparison_sentences(texts, compared, judge):
    number = r"[<>]?[\d,.]+ %"
    for text, is_marked in texts:
        is_of_one = [i["sha256"] for i in compared.old.manifest["inputs"]] == [i["sha256"] for i in compared.new.manifest["inputs"]]
        words = ("of the passwords are accepted now by", "before") if is_of_one else ("of the new passwords are accepted by", "of the old ones")
        told = re.fullmatch(rf"({number}) {words[0]} (.*?), ({number}) {words[1]}: "
                            rf"([+−]?[\d.]+) percentage points(?:; of the accepted ({number}(?: of [\d,]+)?) have zxcvbn's score 0 or 1, before: "
                            rf"({number}(?: of [\d,]+)?))?\.", text)
        sizes = re.fullmatch(r"Old: ([\d,]+) passwords of (.*); new: ([\d,]+) of (.*)\. Differences in percentage points\.", text)
        if told:
            comply, easy = compared.part(told[2], "accepted"), compared.part(told[2], "zxcvbn's score 0 or 1")
            judge.equal((told[3], told[1], told[4]), (comply[0].text, comply[1].text, change(comply)),
                        f"'{text[:60]}'")
            if told[5]:
                judge.equal((told[6], told[5]), tuple(p.text for p in easy), f"'{text[:60]}', easy")
        elif sizes:
            judge.equal((sizes[1], sizes[3]), tuple(written.grouped(s.entries()) for s in (compared.old, compared.new)),
                        f"'{text[:60]}'")
        else:
            judge.holds(not is_marked and not re.search(r"\d %", text), f"no line for the sentence '{text[:120]}'")


def printed_rows(text):
    """Title and cells of each row of the screen or of Markdown, which say the same."""
    title = None
    for line in text.splitlines():
        head = re.fullmatch(r"### (.*)", line) or re.fullmatch(r"(\S.*?)\s{2,}old\s+new\s+change", line)
        if head:
            name = re.sub(r"\\(.)", r"\1", head[1])
            title = None if name == "all passwords" else name
        elif line.startswith("| "):
            cells = [re.sub(r"\\(.)", r"\1", cell.strip()) for cell in line.strip("|").split(" | ")]
            if cells[0] not in ("figure", "---"):
                yield title, cells
        else:
            row = re.fullmatch(r" {2,4}(\S.*?) {2,}(\S+(?: %(?: of [\d,]+)?)?|too few) {2,}(\S+(?: %(?: of [\d,]+)?)?|too few)(?: {2,}(\S*))? *", line)
            if row:
                yield title, [row[1], row[2], row[3], row[4] or ""]


def text_rows(text, compared, judge):
    """The screen and the Markdown: a table for each policy."""
    rows = list(printed_rows(text))
    judge.holds(len(rows) >= 2, f"{len(rows)} rows are printed")
    for title, cells in rows:
        words = re.sub(r"\\(.)", r"\1", cells[0]).removeprefix("accepted, ")
        metric = "violation" if words.startswith("break: ") else "violation_only" if words == "and break no other rule" else None
        if metric is None:
            judge.equal(cells[1:], compared.cells(title, words), f"printed, {title}, {words}")
            continue
        for share, (report, policy) in zip(cells[1:3], compared.sides(title)):
            known = {share_of(c, report.entries()) for c in report.bins(metric, policy).values()} | {"–"}
            judge.holds(share in known, f"printed, {title}, {words}: {share}")
