"""Comparisons and sweeps: their tables, pages and Markdown, a line for each column, table and figure."""
import re
from decimal import Decimal

import markup
import pictures
import records
import written
from columns import share_of
from scales import Unreadable, is_name

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
    if words == "comply":
        count, base = report.compliant(policy), report.entries()
    elif words.startswith("score "):
        count = report.bins("score").get(words[6:])
    elif words.startswith("easy to guess"):
        count = report.easy(policy)
    elif words.startswith("cracked ("):
        # The terminal clips it.
        told = next((name for name in written.ESTIMATES if is_name(words, f"cracked ({name}) in a day at 10⁴/s")), None)
        if not told or report.estimate not in (None, told):
            raise Unreadable(f"a figure {words!r} of a report by {report.estimate}")
        count = report.cracked(policy, told).get("1e4/s for 1 day")
    elif words == "on a blocklist":
        count = report.listed(policy)
    elif words == "like the user's name":
        count = report.related(policy)
    else:
        raise Unreadable(f"a figure {words!r}")
    is_rough = words.startswith("cracked (") and told == "combined"
    return None if count is None else Part(count, base, bool(policy) and words != "comply", is_rough)


def number_of(report, policy, words):
    """A figure that is no share; None if the report lacks it."""
    if words == "passwords":
        return report.entries()
    if words == "distinct passwords":
        return report.bins("entries", "", "distinct").get("audited")
    if words.endswith("median length"):
        return report.median_length(policy) if (report.compliant(policy) if policy else report.entries()) else None
    if words.endswith("random strings"):
        return report.bins("space_bits", policy, "microbits").get("floor")
    raise Unreadable(f"a figure {words!r}")


class Comparison:
    """compare.csv and compare.html of two reports."""

    def __init__(self, directory, old, new):
        self.directory, self.old, self.new = directory, old, new
        self.rows = records.table(directory / "compare.csv")
        # Policies match by name; a single one of each side under any.
        if len(old.policies) == len(new.policies) == 1:
            self.partners = [(old.policies[0], new.policies[0])]
        else:
            self.partners = [(name, name) for name in old.policies if name in new.policies]
        self.titles = {a if a == b else f"{a} → {b}": (a, b) for a, b in self.partners}

    labels = ["old", "new"]
    is_rough = False

    def pieces(self):
        return [f"audit {self.old.manifest['version']}"] + [f"n {side.entries():,}" for side in (self.old, self.new)]

    def complying(self, title):
        """The share that complies with a policy in each report."""
        return [part.share for part in self.part(title, "comply")]

    def found(self, title):
        """The share of those that comply that is found in a day; None of too few."""
        return [None if p is None or not p.is_stated or not p.base else p.share for p in self.day_parts(title)]

    def day_parts(self, title):
        estimate = self.old.estimate or self.new.estimate
        return self.part(title, f"cracked ({estimate}) in a day at 10⁴/s")

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

    # What the figures and tables of the page stand for: old and new count, and their bases.

    def sides(self, title):
        a, b = self.titles[self.title(title)] if title else (None, None)
        return [(self.old, a), (self.new, b)]

    def title(self, told):
        found = [t for t in self.titles if is_name(told, t)]
        if not found:
            raise Unreadable(f"no policy {told!r}")
        return found[0]

    def part(self, title, words):
        """Count and base of a figure on each side; None where it lacks it."""
        return [figure_of(report, policy, words) for report, policy in self.sides(title)]

    def pair(self, figure, row):
        """The shares of a row of a figure, exactly where the figure's subject is known, else of the table's counts."""
        if figure.id.startswith("c3"):
            counts = [written.read_count(cell) if cell else None for cell in (row[1], row[3])]
            parts = [None if c is None else Part(c, side.entries()) for c, side in zip(counts, (self.old, self.new))]
            self.known_rule(figure, counts)
        else:
            title = list(self.titles)[int(figure.id.split("-")[1]) - 1] if "-" in figure.id else None
            parts = self.part(title, row[0])
        return parts

    def known_rule(self, figure, counts):
        """The counts of a rule's row are those of some rule of the policies."""
        title = list(self.titles)[int(figure.id.split("-")[1]) - 1]
        for count, (report, policy) in zip(counts, self.sides(title)):
            if count is not None and count not in report.bins("violation", policy).values():
                raise Unreadable(f"{count} is no rule of {policy}")


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


def judge_table(table, compared, judge):
    what = f"'{table.caption[:50]}'"
    if table.figure and table.figure.startswith("t"):
        for row in table.cells:
            parts = compared.part(row[0], "comply") if table.figure == "t1" else compared.day_parts(row[0])
            judge.equal(row[1:], [p.text if p else "–" for p in parts], f"{what}, {row[0]}")
    elif table.figure:
        for row in table.cells:
            if table.figure.startswith("c3"):
                shares = [None if not c else Part(written.read_count(c), side.entries())
                          for c, side in zip((row[1], row[3]), (compared.old, compared.new))]
            else:
                number = table.figure.split("-")[1:]
                title = list(compared.titles)[int(number[0]) - 1] if number else None
                shares = compared.part(title, row[0])
            judge.equal(row[1:], [*cell(shares[0]), *cell(shares[1]), change(shares)], f"{what}, {row[0]}")
            if table.figure.startswith("c3"):
                title = list(compared.titles)[int(table.figure.split("-")[1]) - 1]
                for count, (report, policy) in zip((row[1], row[3]), compared.sides(title)):
                    judge.holds(not count or written.read_count(count) in report.bins("violation", policy).values(),
                                f"{what}, {row[0]}: {count} is no rule of {policy}")
    elif table.caption.startswith("Old: "):
        for row in table.cells:
            expected = []
            for words in ("comply", "easy to guess"):
                parts = compared.part(row[0], words)
                # Of no compliant password nothing is easy; a report without scores has a dash.
                expected += [cell(p)[1] or "–" for p in parts] + [change(parts)]
            judge.equal(row[1:], expected, f"{what}, {row[0]}")
        judge.equal([row[0] for row in table.cells], [next((t for t in compared.titles if is_name(r[0], t)), "")
                                                      for r in table.cells], "policies of the comparison")
    elif table.caption == "Figures that are no shares":
        for row in table.cells:
            expected = plain(row[0], compared)
            judge.holds(expected in (None, row[1:]), f"{what}, {row[0]}: {row[1:]}, not {expected}")
    else:
        judge.holds(False, f"the table {what} of a comparison has no line")


def plain(name, compared):
    """A figure that is a number: both sides and the change."""
    told, _, words = name.rpartition(": ")
    title = next((t for t in compared.titles if told and is_name(told, t)), None)
    words = (words if title else name).removeprefix("of these, ")
    values, bits = [], words.endswith("random strings")
    if words.startswith(("break: ", "and break no other")):
        return None
    try:
        values = [number_of(report, policy, words) for report, policy in compared.sides(title)]
    except Unreadable:
        # A share that one side lacks.
        parts = compared.part(title, words)
        return [p.text if p else "–" for p in parts] + [change(parts)]
    write = (lambda v: written.bits(v / 1e6)) if bits else written.grouped
    if None in values:
        return ["–" if v is None else write(v) for v in values] + [""]
    difference = values[1] - values[0]
    sign = "+" if difference > 0 or bits and difference == 0 else "−" if difference < 0 else ""
    return [write(v) for v in values] + [sign + write(abs(difference))]


def comparison_sentences(texts, compared, judge):
    number = r"[<>]?[\d,.]+ %"
    for text, is_marked in texts:
        is_of_one = [i["sha256"] for i in compared.old.manifest["inputs"]] == [i["sha256"] for i in compared.new.manifest["inputs"]]
        words = ("of the passwords comply now with", "before") if is_of_one else ("of the new passwords comply with", "of the old ones")
        told = re.fullmatch(rf"({number}) {words[0]} (.*?), ({number}) {words[1]}: "
                            rf"([+−]?[\d.]+) points(?:; of those that comply ({number}(?: of [\d,]+)?) are easy to guess, before: "
                            rf"({number}(?: of [\d,]+)?))?\.", text)
        sizes = re.fullmatch(r"Old: ([\d,]+) passwords of (.*); new: ([\d,]+) of (.*)\. Differences in points\.", text)
        if told:
            comply, easy = compared.part(told[2], "comply"), compared.part(told[2], "easy to guess")
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
        words = re.sub(r"\\(.)", r"\1", cells[0]).removeprefix("of these, ")
        if words.startswith("break: "):
            for share, (report, policy) in zip(cells[1:3], compared.sides(title)):
                known = {share_of(c, report.entries()) for c in report.bins("violation", policy).values()} | {"–"}
                judge.holds(share in known, f"printed, {title}, {words}: {share}")
            continue
        if words == "and break no other rule":
            for share, (report, policy) in zip(cells[1:3], compared.sides(title)):
                known = {share_of(c, report.entries()) for c in report.bins("violation_only", policy).values()} | {"–"}
                judge.holds(share in known, f"printed, {title}, {words}: {share}")
            continue
        if words in ("passwords", "distinct passwords", "median length", "bits of random strings"):
            expected = plain((f"{title}: " if title else "") + words, compared)
        else:
            parts = compared.part(title, words)
            expected = [p.text if p else "–" for p in parts] + [change(parts)]
        judge.equal(cells[1:], expected, f"printed, {title}, {words}")
