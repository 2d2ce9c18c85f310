"""Comparisons of more than two reports: compare.csv, its page and its Markdown, a column for each report."""
import re

import markup
import packages
import pictures
from sheets import Sides, printed_rows, texts


class Trend(Sides):
    """compare.csv of several reports, whose labels are those of its columns."""

    def __init__(self, directory, sides):
        policies = dict.fromkeys(p for side in sides for p in side.policies)
        super().__init__(directory, sides, {p: [p if p in side.policies else None for side in sides] for p in policies})
        self.heads = list(self.rows[0])
        self.labels = [head.removeprefix("count_") for head in self.heads if head.startswith("count_")]


def judge(directory, sides, judge_, printed):
    trend = Trend(directory, sides)
    judge_.meets("compare.csv of several")
    packages.judge(directory, judge_)
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
            if table.figure:
                expected = texts(trend.part(row[0], "accepted") if table.figure == "t1" else trend.day_parts(row[0]))
            elif judge_.holds(title is not None, f"the table '{table.caption}' of a comparison has no line"):
                expected = trend.cells(title[1], row[0])
            else:
                continue
            judge_.holds(expected in (None, row[1:]), f"'{table.caption[:40]}', {row[0]}: {row[1:]}, not {expected}")
    for text in printed:
        rows = [(title, cells) for title, cells in printed_rows(text)]
        judge_.holds(len(rows) > 8, f"{len(rows)} rows are printed")
        for title, cells in rows:
            expected = trend.cells(title, cells[0])
            judge_.holds(expected in (None, cells[1:]), f"printed, {title}, {cells[0]}: {cells[1:]}, not {expected}")
