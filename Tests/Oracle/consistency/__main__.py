#!/usr/bin/env python3
"""Judges everything that the program writes: each number stands in several places, and must be the same.

    python3 Tests/Oracle/consistency --audit PROGRAM [--lab PROGRAM] [--few] [--seconds N] [--seed N]
            [--lines N]
    python3 Tests/Oracle/consistency --report DIRECTORY    # one report that is there

Tables say which number stands where, a line for each: metrics of audit.csv (`metrics.py`), columns of other
tables (`tables.py`, `sheets.py`), keys of audit.json (`manifests.py`), tables of pages (`cells.py`), figures
(`pictures.py`), sentences (`sentences.py`), what is printed (`texts.py`). What has no line is a fault.
"""
import argparse
import math
import pathlib
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import cells
import forms
import labs
import manifests
import markup
import metrics
import pictures
import records
import sentences
import sheets
import sweeps
import tables
import texts
import trends


def judge_report(name, directory, printed, judge):
    judge.place = name
    report = records.Report(directory, printed)
    metrics.judge(report, judge)
    tables.judge(report, judge)
    manifests.judge(report, judge)
    if report.page:
        page = markup.Page(report.page)
        cells.judge(page, report, judge)
        pictures.judge_report(page, report, judge)
        sentences.judge(sentences.of_page(page), report, judge)
    texts.judge(report, judge)
    judge.tell(judge.most)
    return report


def judge_runs(lab, runs, until, judge):
    """Everything that is written."""
    judged = {}
    for name, (out, printed) in forms.reports(runs, until):
        judged[name] = judge_report(name, out, printed, judge)
    for first, second in forms.TWINS:
        judge.place = f"{first} and {second}"
        own = [[row._replace(dataset="") for row in judged[name].rows] for name in (first, second)]
        judge.holds(own[0] == own[1], f"{[pair for pair in zip(*own) if pair[0] != pair[1]][:3]}")
        judge.equal(*[judged[name].manifest["lines"] for name in (second, first)], "lines of audit.json")
    for name, out, printed, old, new in forms.comparisons(runs):
        judge.place = name
        sheets.judge_comparison(out, records.Report(old), records.Report(new), judge, printed)
    for name, out, printed, sides in forms.trends(runs):
        judge.place = name
        trends.judge(out, [records.Report(side) for side in sides], judge, printed)
    for name, out, against, report, printed in forms.sweeps(runs):
        judge.place = name
        sweeps.judge(out, records.Report(report), against, judge, printed)
    if lab:
        labs.judge(runs, pathlib.Path(lab).resolve(), judge)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--audit", help="the program")
    parser.add_argument("--lab", help="Policy Lab")
    parser.add_argument("--report", type=pathlib.Path, help="judge this report only")
    parser.add_argument("--few", action="store_true", help="leave out the forms of matrix.py")
    parser.add_argument("--seconds", type=float, help="the time after which no such form begins")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lines", type=int, default=3000)
    parser.add_argument("--keep", type=pathlib.Path, help="where outputs stay")
    parser.add_argument("--most", type=int, default=40, help="faults that are printed")
    arguments = parser.parse_args()
    judge, begin = records.Judge(), time.monotonic()
    judge.most = arguments.most
    if arguments.report:
        judge_report(str(arguments.report), arguments.report, None, judge)
    else:
        with tempfile.TemporaryDirectory() as directory:
            runs = forms.Runs(pathlib.Path(arguments.audit).resolve(), arguments.keep or directory, arguments.seed,
                              arguments.lines)
            try:
                until = begin if arguments.few else begin + (arguments.seconds or math.inf)
                judge_runs(arguments.lab, runs, until, judge)
            except (forms.Failed, OSError) as problem:
                judge.holds(False, f"the rest was not judged: {problem}")
    judge.tell(arguments.most)
    print(f"{judge.checks:,} equalities, {len(judge.faults)} faults, {time.monotonic() - begin:.0f} s")
    sys.exit(1 if judge.faults or not judge.checks else 0)


if __name__ == "__main__":
    main()
