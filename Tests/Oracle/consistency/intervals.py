"""Reports of folded tallies: the ends of each number, wherever they stand, and the bars between them."""
import json
import re

import markup
import packages
import records
from equalities import table

# Bars shorter than this are left out or widened, in px.
SLACK = 0.7
# Rows that a folded report forms anew.
OTHERS = {"violation_set", "blocklist_band"}


class Ends:
    """The least and the most number of each row of audit.csv."""

    def __init__(self, directory):
        self.directory = directory
        self.rows = {(row["policy"], row["metric"], row["bucket"], row["unit"]): (int(row["count_least"]), int(row["count_most"]))
                     for row in table(directory / "audit.csv") if row["count_least"]}
        self.manifest = json.loads((directory / "audit.json").read_text(encoding="utf-8"))
        self.entries = self.rows["", "entries", "audited", "entries"][0]
        self.policies = [policy["name"] for policy in self.manifest["policies"]]

    def of(self, policy, metric, bucket, unit="entries"):
        return self.rows.get((policy, metric, bucket, unit), (0, 0))

    def words(self, ends):
        """Both ends as pages and screens write counts."""
        least, most = (f"{number:,}" for number in ends)
        return least if least == most else f"{least}–{most}"


def judge(directory, exact, judge_):
    """What a folded report says, against the exact report of the same list."""
    ends = Ends(directory)
    for row in exact.rows:
        key = row.policy, row.metric, row.bucket, row.unit
        if row.metric in OTHERS or key not in ends.rows:
            continue
        least, most = ends.rows[key]
        judge_.holds(least <= row.count <= most, f"{key}: {row.count} is not in {least}-{most}")
    judge_results(ends, judge_)
    packages.judge(directory, judge_)
    judge_page(markup.Page((directory / "report.html").read_text(encoding="utf-8")), ends, judge_)


def judge_results(ends, judge_):
    """`results` of audit.json have the ends of audit.csv, and a number only where they are the same."""
    judge_.equal([entry["policy"] for entry in ends.manifest["results"]], ends.policies, "results of audit.json")

    def number(entry, name, expected, what):
        judge_.equal((entry.get(name + "Least"), entry.get(name + "Most")), expected, f"{what}, {name}")
        judge_.equal(entry.get(name), expected[0] if expected[0] == expected[1] else None, f"{what}, {name} itself")

    for entry in ends.manifest["results"]:
        policy = entry["policy"]
        number(entry, "accepted", ends.of(policy, "compliance", "compliant"), policy)
        number(entry, "refused", ends.of(policy, "compliance", "violating"), policy)
        for rule in entry["rules"]:
            number(rule, "count", ends.of(policy, "violation", rule["rule"]), f"{policy}, {rule['rule']}")
            number(rule, "only", ends.of(policy, "violation_only", rule["rule"]), f"{policy}, {rule['rule']}")


def judge_page(page, ends, judge_):
    """Bars of a page: solid to the least, hatched to the most."""
    shown = {figure.id: figure for figure in page.figures}
    judge_.holds("f1" in shown, "no figure f1")
    bars_behind_numbers(page, ends, judge_)
    for picture in shown["f1"].pictures:
        stacked(picture, ends, judge_)
    for number, policy in enumerate(ends.policies):
        figure = shown.get(f"f2-{number + 1}")
        if not judge_.holds(figure is not None, f"no figure f2-{number + 1}"):
            continue
        rules = next(e for e in ends.manifest["results"] if e["policy"] == policy)["rules"]
        expected = [(ends.of(policy, "violation", r["rule"]), ends.of(policy, "violation_only", r["rule"])) for r in rules]
        judge_.equal([[row[1], row[3]] for row in figure.table.cells],
                     [[ends.words(some), ends.words(only)] for some, only in expected], f"the table of {figure.id}")
        for picture in figure.pictures:
            nested(picture, figure.id, expected, ends.entries, judge_)
    judge_.meets("folded page")


def bars_behind_numbers(page, ends, judge_):
    """The first table: the bar of what is locked out, and its hatched part."""
    found = [e for e in page.root.all("div") if e.has_class("n") and e.has_class("ref")]
    judge_.equal(len(found), len(ends.policies), "bars of what is locked out")
    for policy, bar in zip(ends.policies, found):
        least, most = (n / ends.entries * 100 for n in ends.of(policy, "compliance", "violating"))
        length = float(re.search(r"--v: ?([\d.]+)%", bar.get("style")).group(1))
        judge_.near(length, least, 0.02, f"the bar of what {policy} locks out, in %")
        hatched = [e for e in bar.all("span") if e.has_class("iv")]
        judge_.equal(len(hatched), int(least != most), f"hatched bars of {policy}")
        for part in hatched:
            left, right = (float(re.search(rf"{side}: ?([\d.]+)%", part.get("style")).group(1)) for side in ("left", "right"))
            judge_.near(left, least, 0.02, f"the start of the hatched bar of {policy}, in %")
            judge_.near(100 - right, most, 0.02, f"the end of the hatched bar of {policy}, in %")


def is_hatched(bar):
    return str(bar.fill).startswith("url(")


def stacked(picture, ends, judge_):
    """F1: what complies, solid to the least; the rest of the bar that is not told is hatched to its end."""
    legend = picture.legend()
    judge_.holds("not told" in legend, f"the legend of f1: {list(legend)}")
    hatch = legend["not told"].fill if "not told" in legend else None
    judge_.equal(picture.marks, len(ends.policies), "marks of f1")
    for mark, policy in enumerate(ends.policies):
        bars = picture.of("bar", mark)
        least, most = ends.of(policy, "compliance", "compliant")
        whole = max(bar.right for bar in bars) - min(bar.x for bar in bars) if bars else 0
        if least and bars:
            judge_.near(bars[0].width, least / ends.entries * whole, SLACK, f"f1, {policy}: what complies, in px")
        told = [bar for bar in bars if bar.fill == hatch]
        judge_.holds(least == most or len(told) == 1, f"f1, {policy}: {len(told)} hatched bars")
        if told:
            judge_.near(told[0].right, max(bar.right for bar in bars), SLACK, f"f1, {policy}: the end of what is not told")


def nested(picture, figure, expected, entries, judge_):
    """F2: a light bar and a dark one in it, each solid to the least and hatched to the most."""
    judge_.equal(picture.marks, len(expected), f"marks of {figure}")
    lengths = []
    for mark, parts in enumerate(expected):
        bars = picture.of("bar", mark)
        high = max((bar.height for bar in bars), default=0)
        for (least, most), own in zip(parts, ([b for b in bars if b.height == high], [b for b in bars if b.height < high])):
            solid = [bar for bar in own if not is_hatched(bar)]
            hatched = [bar for bar in own if is_hatched(bar)]
            lengths += [(bar.width, least / entries) for bar in solid]
            lengths += [(bar.width, (most - least) / entries) for bar in hatched]
            if solid and hatched:
                judge_.near(hatched[0].x, solid[0].right, SLACK, f"{figure}, row {mark + 1}: hatched begins where solid ends")
            judge_.holds(len(solid) <= 1 and len(hatched) <= 1, f"{figure}, row {mark + 1}: {len(own)} bars")
            judge_.holds(bool(hatched) or (most - least) / entries < 0.004, f"{figure}, row {mark + 1}: no hatched bar")
    longest = max(lengths, default=(0, 0))
    if longest[0] < 20:
        return
    scale = longest[0] / longest[1]
    for width, share in lengths:
        judge_.near(width, max(share * scale, 0.5), SLACK, f"{figure}: a bar of {share:.4f}, in px")


def folded(runs):
    """A folded report of the first list, and the exact one."""
    reports = {}
    runs.audit("scan", "-q", "--distinct", "-o", "exact.tally", runs.plain)
    runs.audit("merge", "exact.tally", "--min-group", "20", "-q", "-o", "folded.tally")
    for name in ("exact", "folded"):
        out = runs.directory / "out" / f"ends-{name}"
        runs.audit("report", "--force", "-q", "--distinct", "--weights", "accounts", "--rules", "four.policy", "-o", out, f"{name}.tally")
        reports[name] = out
    return reports["folded"], records.Report(reports["exact"])


def judge_runs(runs, judge_):
    judge_.place = "folded"
    judge(*folded(runs), judge_)
