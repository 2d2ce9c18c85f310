"""Judges a report with every table of equalities, and a form that chance made."""
import traceback

import anew
import cells
import curves
import manifests
import markdown
import markup
import metrics
import packages
import pictures
import records
import runs as running
import sentences
import sheets
import sweeps
import tables
import texts
from made import Asked


def judge_report(name, directory, printed, judge):
    judge.place = name
    report = records.Report(directory, printed)
    metrics.judge(report, judge)
    tables.judge(report, judge)
    packages.judge(report.directory, judge)
    curves.judge(report, judge)
    manifests.judge(report, judge)
    if report.page:
        page = markup.Page(report.page)
        cells.judge(page, report, judge)
        pictures.judge_report(page, report, judge)
        sentences.judge(sentences.of_page(page), report, judge)
    markdown.judge(report, judge)
    texts.judge(report, judge)
    judge.tell(judge.most)
    return report


def attempt(judge, function, *arguments):
    """Judges a part; what cannot be read in it is a fault, and the rest is judged all the same."""
    try:
        return function(*arguments)
    except (running.Failed, OSError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError, StopIteration) as problem:
        at = traceback.extract_tb(problem.__traceback__)[-1]
        judge.holds(False, f"cannot be read: {type(problem).__name__}: {problem} ({at.name}, line {at.lineno})")
        return None
    finally:
        judge.tell(judge.most)


def judge_same(names, reports, judge):
    """Reports of the same passwords have the same table, whatever their lists are called."""
    judge.place = " and ".join(names)
    rows = [[row._replace(dataset="") for row in report.rows] for report in reports]
    judge.holds(rows[0] == rows[1], f"{[pair for pair in zip(*rows) if pair[0] != pair[1]][:3]}")
    judge.equal(*[report.manifest["lines"] for report in reports[::-1]], "lines of audit.json")


def judge_generated(form, runs, judge):
    judge.place = form.name
    if form.kind == "sweep":
        out, against, report, printed = form.swept()
        sweeps.judge(out, records.Report(report), against, judge, printed)
    elif form.kind == "compare":
        out, printed, old, new = form.compared()
        sheets.judge_comparison(out, records.Report(old), records.Report(new), judge, printed)
    else:
        reports, is_same = form.reports()
        judged = [attempt(judge, judge_report, form.name, out, printed, judge) for out, printed, _ in reports]
        for report, (_, _, made) in zip(judged, reports):
            if report and made:
                attempt(judge, anew.judge, report, made, Asked(runs, judge), judge)
        if is_same and all(judged):
            judge_same((form.name, "its list"), judged, judge)
