"""Every figure of every page: which reader reads it. A figure that is not read is a fault.

    FIGURES[kind of page] = a pattern of the figure's id, and its reader
"""
import copy
import math
import re

import charts
import directories
import figures
import habits
import maps
import titles
import written
from scales import Unreadable, unread

FIGURES = {
    "report": [
        (r"f1", figures.stacked), (r"f2(-\d+)?", figures.nested), (r"f3(-\d+)?", figures.columns),
        (r"f4", figures.panels), (r"f4-l", figures.lengths), (r"f5|f14", charts.curves), (r"f0", maps.policy_map),
        (r"f7", figures.spaces), (r"f13", figures.brackets), (r"f9-\d+|f11|f12", figures.simple), (r"f10", charts.habits),
        (r"a1|a5-\d+", directories.stacks), (r"a2", directories.strata), (r"a[34]", directories.columns),
    ],
    "compare": [(r"c\d(-\d+)?", charts.pairs), (r"t\d", charts.trend)], "trend": [(r"t\d", charts.trend)],
    "sweep": [(r"f8-\d+", charts.grid), (r"f0", maps.policy_map)],
}
FIGURES["lab"] = FIGURES["report"]


def matches(pattern, figure):
    return re.fullmatch(pattern, figure or "") is not None


def judge(kind, page, source, judge_):
    ids = [figure.id for figure in page.figures]
    judge_.equal(len(set(ids)), len(ids), "figures of one id")
    for figure in page.figures:
        reader = next((reader for pattern, reader in FIGURES[kind] if matches(pattern, figure.id)), None)
        if not judge_.holds(reader is not None, f"figure {figure.id} ({figure.title}) has no reader in FIGURES"):
            continue
        judge_.meets(f"figure {reader.__name__}")
        judge_.holds(figure.table is not None and figure.pictures, f"figure {figure.id} has no table or picture")
        # A page's text has both layouts, a browser shows one.
        for picture in figure.pictures:
            look(reader, figure, picture, source, judge_)
        titles.judge(figure, source, judge_)
        descriptions(figure, source, judge_)


def look(reader, figure, picture, source, judge_):
    """Reads one layout of a figure."""
    own = copy.copy(figure)
    own.pictures = [picture]
    maps.source_line(figure, picture, source, judge_)
    try:
        reader(own, source, judge_)
    except (Unreadable, AttributeError, LookupError, ValueError, StopIteration, TypeError) as problem:
        judge_.holds(False, f"figure {figure.id} cannot be read: {type(problem).__name__}: {problem}")
        return
    left = unread(picture)
    judge_.holds(not left, f"figure {figure.id}, {picture.width:.0f} px: not read: {left[:5]}")


def descriptions(figure, source, judge_):
    """Shares in words for those who see no picture are those of the table, or of the picture's labels."""
    known = {cell for row in figure.table.cells for cell in row}
    known |= {t.text for picture in figure.pictures for t in picture.of("text")}
    if hasattr(source, "refused"):
        # Policies of few passwords have no point, but are told of.
        known |= {written.percent(source.refused(row)) for row in source.rows}
    known |= {piece for text in known for piece in re.findall(r"[<>]?[\d.]+ %", text)}
    for number in re.findall(r"[<>]?[\d.]+ %", figure.description):
        judge_.holds(number in known, f"figure {figure.id}, in words: {number}")


class ReportSource:
    """The numbers behind the figures of a report's page, from its CSV files."""

    def __init__(self, report):
        self.report = report

    def policy(self, name):
        """A policy by its name on the page, perhaps clipped; None for all passwords."""
        if name in ("", "all passwords"):
            return None
        found = [p for p in self.report.policies if figures.is_name(name, p)]
        if not found:
            raise Unreadable(f"no policy {name!r}")
        return found[0]

    def total(self, name):
        """The base of a row's shares: compliant passwords of a policy in figures of strength, else all."""
        policy = self.policy(name) if name else None
        return self.report.compliant(policy) if policy and self.of_compliant else self.report.entries_of(policy)

    def of_figure(self, figure):
        """The base of a figure about one policy: all passwords, or those of its accounts."""
        ruled = [p for p in self.report.policies if self.report.rules[p]]
        number = re.fullmatch(r"f[23]-(\d+)", figure.id)
        return self.report.entries_of(ruled[int(number[1]) - 1] if number and len(ruled) <= 12 else None)

    of_compliant = False

    def near(self, bar):
        return (bar.right + 8, bar.y + 14, 12, 12) if bar else None

    def brief_of(self, figure, words):
        return None

    def least_lengths(self):
        least = set()
        for row in self.report.tables.get("policy.csv") or []:
            # Of a policy that nothing complies with there is none.
            least |= {int(row["min_length"])} if row["min_length"] else set()
        if not least:
            for policy in self.report.policies:
                lengths = {}
                alternatives = {habits.alternative(r["rule"]) for r in self.report.rules[policy]}
                for rule in self.report.rules[policy]:
                    name, _, value = rule["text"].partition(":")
                    if name == "minlength":
                        lengths[habits.alternative(rule["rule"])] = int(value.strip().rstrip(";"))
                # An alternative without a rule permits every length.
                text = self.report.text_of(policy)
                if lengths and len(lengths) == max(len(alternatives), len(text.split("; or "))):
                    least.add(min(lengths.values()))
        return least

    is_rough = False

    def pieces(self):
        return maps.pieces_of(self.report)

    def mapped(self):
        """Each policy with a place on the map, and those without."""
        return maps.of_report(self.report)

    def space(self, name):
        policy = self.policy(name)
        cell, row = self.report.cell[policy], self.report.row("policy.csv", policy)
        costs = [(r["rule"], float(r["shapley_bits"] or r["last_bits"])) for r in self.report.tables["rule_cost.csv"]
                 if (r["policy"], r["length"]) == (cell, row["floor_length"])]
        texts = dict(self.told_costs(policy))
        costs = [(rule, bits) for rule, bits in costs if bits >= 0.005]
        costs.sort(key=lambda cost: -cost[1])
        return int(row["floor_length"]), float(row["floor_bits"]), float(row["lost_ascii_floor"] or 0), [
            (texts.get(index, rule), bits) for index, (rule, bits) in enumerate(costs)]

    def told_costs(self, policy):
        """The words of the figure's table for the costs, in order."""
        figure = next(f for f in self.page.figures if f.id == "f7")
        row = next(r for r in figure.table.cells if self.policy(r[0]) == policy)
        for index, told in enumerate(row[-1].split("; ") if row[-1] else []):
            yield index, told.rsplit(": ", 1)[0]

    def kept(self, name):
        """A row of the figure of habits: its policy and rule, the counts for free and otherwise, and two shares."""
        policy = max((p for p in self.report.policies if any(
            name.startswith(short + ": ") for short in (p, p[:39] + "…"))), key=len)
        rule = name[len(policy[:39] + "…" if len(policy) > 40 else policy) + 2:]
        id_ = re.search(r" \((\S+)\)$", rule)
        entries, compliant = self.report.entries(), self.report.compliant(policy)
        if rule == "a common word and more":
            free = self.report.count("survivors_habit", "decorated-common", policy)
            return policy, rule, free, compliant - free, habits.of_all(self.report, "blocklist: default"), None
        if rule == "like the user's name":
            free = self.report.related(policy)
            return policy, rule, free, compliant - free, written.share(self.report.related(), entries), None
        if rule == "like a context word":
            free, of_all = self.report.count("survivors_habit", "context", policy), self.report.count("habit", "context")
            return policy, rule, free, compliant - free, written.share(of_all, entries), None
        key = "all" if rule == "all at once" else id_[1]
        bins = self.report.bins("habit_of_rule", policy)
        text = "" if key == "all" else self.report.rule_text(policy, key)
        refused = None if key == "all" else written.share(self.report.count("violation", key, policy), entries)
        return policy, text or rule, bins[f"{key}:free"], bins[f"{key}:other"], habits.of_all(self.report, text), refused

    def curve(self, figure, head):
        if figure.id == "f14":
            attacker = dict(zip(figure.table.heads[1:], ("at-most", "aware", "at-least")))[head]
            return [(math.log10(int(r["guesses"])), float(r["guessed_share"])) for r in self.report.tables["curve.csv"]
                    if (r["policy"], r["attacker"]) == ("", attacker)]
        policy = self.policy(head)
        if figure.id == "f5":
            halves = self.report.halves(policy)
            total = self.report.compliant(policy) if policy else self.report.entries()
            points, below = [], 0
            # A whole decade is found at its end.
            step = 2 if self.report.is_least_in_whole_decades else 1
            for index in range(0, 28, step):
                below += halves.get(f"{index // 2}.{index % 2 * 5}", 0)
                points.append(((index + step) / 2, written.share(below, total)))
            return points
        raise Unreadable(f"no curve {figure.id}")


def judge_report(page, report, judge_, kind="report"):
    """The figures of strength are about compliant passwords, the others about all."""
    source = ReportSource(report)
    source.page = page
    for of_compliant in (False, True):
        part = type("Part", (), {"figures": [f for f in page.figures if (f.id == "f4") == of_compliant]})
        source.of_compliant = of_compliant
        judge(kind, part, source, judge_)
