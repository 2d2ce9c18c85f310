"""Comparisons of more than two reports: compare.csv, its page and its Markdown, a column for each report."""
import re

import markup
import pictures
import records
import written
from scales import Unreadable, is_name
from sheets import change, figure_of, number_of, printed_rows


class Trend:
    """compare.csv of several reports, whose labels are those of its columns."""

    def __init__(self, directory, sides):
        self.directory, self.sides = directory, sides
        self.rows = records.table(directory / "compare.csv")
        self.heads = list(self.rows[0])
        self.labels = [head.removeprefix("count_") for head in self.heads if head.startswith("count_")]
        self.policies = list(dict.fromkeys(p for side in sides for p in side.policies))

    def policy(self, title):
        found = [p for p in self.policies if is_name(title, p)]
        if not found:
            raise Unreadable(f"no policy {title!r}")
        return found[0]

    def complying(self, title):
        """The share that complies in each report; None where the policy is missing."""
        policy = self.policy(title)
        return [written.share(side.compliant(policy), side.entries()) if policy in side.policies else None
                for side in self.sides]

    is_rough = False

    def pieces(self):
        return [f"audit {self.sides[0].manifest['version']}"] + (
            [f"n {side.entries():,}" for side in self.sides] if len(self.sides) <= 3 else [f"{len(self.sides)} reports"])

    def day_parts(self, title):
        policy = self.policy(title)
        estimate = next(side.estimate for side in self.sides if side.estimate)
        return [figure_of(side, policy, f"cracked ({estimate}) in a day at 10⁴/s") if policy in side.policies and side.estimate
                else None for side in self.sides]

    def found(self, title):
        """The share of those that comply that is found in a day; None of too few."""
        return [None if p is None or not p.is_stated or not p.base else p.share for p in self.day_parts(title)]

    def cells(self, title, name):
        """What a row says of each report, and the difference of the last from the first; None for a rule."""
        policy = None if title == "all passwords" else self.policy(title)
        words = name.removeprefix("of these, ")
        if words.startswith(("break: ", "and break no other")):
            return None
        known = [side if policy is None or policy in side.policies else None for side in self.sides]
        try:
            values = [side and number_of(side, policy, words) for side in known]
        except Unreadable:
            parts = [side and figure_of(side, policy, words) for side in known]
            return [p.text if p else "–" for p in parts] + [change([parts[0], parts[-1]])]
        write = (lambda v: written.bits(v / 1e6)) if words.endswith("random strings") else written.grouped
        first, last = values[0], values[-1]
        difference = ""
        if first is not None and last is not None:
            sign = "+" if last > first or last == first and words.endswith("strings") else "−" if last < first else ""
            difference = sign + write(abs(last - first))
        return ["–" if v is None else write(v) for v in values] + [difference]


def judge(directory, sides, judge_, printed):
    trend = Trend(directory, sides)
    judge_.meets("compare.csv of several")
    expected_heads = ["policy", "metric", "bucket", "unit"] + [
        f"{kind}_{label}" for kind in ("count", "share") for label in trend.labels]
    judge_.equal(trend.heads, expected_heads, "columns of compare.csv")
    judge_.equal(len(trend.labels), len(sides), "reports of compare.csv")
    known = [{(r.policy, r.metric, r.bucket, r.unit): r for r in side.rows if r.dataset == side.dataset} for side in sides]
    keys = list(dict.fromkeys(key for rows in known for key in rows))
    judge_.equal([tuple(list(row.values())[:4]) for row in trend.rows], keys, "rows of compare.csv")
    for row, key in zip(trend.rows, keys):
        for label, rows in zip(trend.labels, known):
            own = rows.get(key)
            judge_.equal((row[f"count_{label}"], row[f"share_{label}"]), (str(own.count), own.share) if own else ("", ""),
                         f"compare.csv, {key}, {label}")
    page = markup.Page((directory / "compare.html").read_text(encoding="utf-8"))
    pictures.judge("trend", page, trend, judge_)
    for table in page.tables:
        title = re.fullmatch(r"Figures of (.*); the last column .*", table.caption)
        for row in table.cells:
            if table.figure == "t1":
                expected = ["–" if s is None else written.percent(s) for s in trend.complying(row[0])]
            elif table.figure:
                expected = [p.text if p else "–" for p in trend.day_parts(row[0])]
            elif judge_.holds(title is not None, f"the table '{table.caption}' of a comparison has no line"):
                expected = trend.cells(title[1], row[0])
            else:
                continue
            judge_.holds(expected in (None, row[1:]), f"'{table.caption[:40]}', {row[0]}: {row[1:]}, not {expected}")
    for text in printed:
        rows = [(title, cells) for title, cells in printed_rows(text)]
        judge_.holds(len(rows) > 8, f"{len(rows)} rows are printed")
        for title, cells in rows:
            expected = trend.cells(title or "all passwords", cells[0])
            judge_.holds(expected in (None, cells[1:]), f"printed, {title}, {cells[0]}: {cells[1:]}, not {expected}")
