"""Titles of figures: each states a finding, whose numbers are those of the figure's table; one without is a fault."""
import re

import written
from scales import is_name


def judge(figure, source, judge_):
    """Every share and number of a title stands in the figure's table, or is one of the report's."""
    what = f"the title of {figure.id}, '{figure.title}'"
    judge_.holds(len(figure.title) > 8, f"{what} states no finding")
    if figure.id == "f0":
        return
    known = {cell for row in figure.table.cells for cell in row}
    report = getattr(source, "report", None)
    if figure.id == "f4" and report:
        known |= {written.of_compliant(report.easy(p), report.compliant(p)) for p in report.policies}
        known.add(written.share_of(report.easy(), report.entries()))
    if figure.id == "f5" and report:
        write = written.by_estimate(report.estimate)
        known |= {written.of_compliant(report.found_in_day(p), report.compliant(p), write) for p in report.policies}
        known.add(write(written.share(report.found_in_day(), report.entries())))
        rate = re.match(r"Guessed in a day at (\S+),", figure.title)
        judge_.holds(rate is not None and rate[1] == written.rate_of_day(report), f"{what}: its rate")
    if figure.id == "f4-l" and report:
        told = re.fullmatch(r"(\S+ %) of all passwords have ([\d,]+) characters? or fewer", figure.title)
        median, lengths = report.median_length(), report.bins("length")
        below = sum(count for length, count in lengths.items() if int(length) <= median)
        judge_.equal(told and told.groups(), (written.share_of(below, report.entries()), written.grouped(median)), what)
        known.add(told[1] if told else "")
    if figure.id == "f14" and report:
        resolved = int(next(r for r in report.tables["empirical.csv"] if not r["policy"])["resolved_guesses"])
        judge_.holds((f"{written.grouped(resolved)} guess" in figure.title) == (resolved > 0), f"{what}: {resolved} guesses")
    if figure.id.startswith("f8"):
        refused = [source.refused(row) for row in source.rows]
        known |= {written.percent(share) for share in refused}
    for number in re.findall(r"[<>]?[\d.,]+ %(?: of [\d,]+)?", figure.title):
        judge_.holds(number in known, f"{what}: {number} is not in its table")
    extremes(figure, judge_, what)


def extremes(figure, judge_, what):
    """The least and the greatest of a range are those of the table."""
    told = re.search(r"([<>]?[\d.]+ %) \((.*?)\) to ([<>]?[\d.]+ %) \((.*)\)$", figure.title)
    if not told or figure.id not in ("f1", "t1"):
        return
    column = 2 if figure.id == "f1" else 1
    value = lambda cell: float(cell.strip("<> %"))
    shares = [(value(row[column]), row[0]) for row in figure.table.cells]
    judge_.equal((value(told[1]), value(told[3])), (min(shares)[0], max(shares)[0]), what)
    for name, share in ((told[2], told[1]), (told[4], told[3])):
        row = next((row for row in figure.table.cells if is_name(name, row[0])), None)
        judge_.holds(row is not None and row[column] == share, f"{what}: {name}")
