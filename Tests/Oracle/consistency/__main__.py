#!/usr/bin/env python3
"""Judges everything that the program writes: each number stands in several places, and must be the same.

    python3 Tests/Oracle/consistency --audit PROGRAM [--lab PROGRAM] [--few] [--seconds N] [--seed N]
            [--lines N] [--forms N]
    python3 Tests/Oracle/consistency --audit PROGRAM --random --forms 300 --seed 7    # only forms of chance
    python3 Tests/Oracle/consistency --audit PROGRAM --random --forms 1 --first 24 --seed 7 --keep DIRECTORY
    python3 Tests/Oracle/consistency --report DIRECTORY    # one report that is there

Tables say which number stands where, a line for each: metrics of audit.csv (`metrics.py`), columns of other
tables (`tables.py`, `sheets.py`), keys of audit.json (`manifests.py`), tables of pages (`cells.py`), figures
(`pictures.py`), sentences (`sentences.py`), what is printed (`texts.py`, `markdown.py`, `screens.py`). What has no line is a
fault, and so is a line that no form asked for. `anew.py` computes reports again from what forms are made of.
"""
import argparse
import gc
import itertools
import math
import pathlib
import sys
import tempfile
import time

sys.path[:0] = [str(folder) for folder in pathlib.Path(__file__).resolve().parents[:2]]
import anew
import cells
import clauses
import directories
import equalities
import forms
import generated_forms
import intervals
import keyspaces
import labs
import markup
import metrics
import pictures
import records
import runs as running
import samples
import sentences
import series
import sheets
import sweeps
import trends
from judging import attempt, judge_generated, judge_report, judge_same
from made import Asked


def judge_reports(runs, until, judge):
    judged, asked = {}, Asked(runs, judge)
    for name, (out, printed, made) in itertools.chain(samples.reports(runs), forms.reports(runs, until)):
        report = judged[name] = attempt(judge, judge_report, name, out, printed, judge)
        if report:
            attempt(judge, samples.judge_known, name, report, judge)
        if report and made:
            attempt(judge, anew.judge, report, made, asked, judge)
    for twins in forms.TWINS:
        judge_same(twins, [judged[name] for name in twins], judge)


def judge_generated_forms(runs, seed, numbers, until, judge):
    """Forms that chance makes; how many there were."""
    count = 0
    for form in generated_forms.draw(runs, seed, numbers, until):
        attempt(judge, judge_generated, form, runs, judge)
        count += 1
    return count


def judge_series(runs, judge):
    for name, out, printed, old, new in series.comparisons(runs):
        judge.place = name
        attempt(judge, sheets.judge_comparison, out, records.Report(old), records.Report(new), judge, printed)
    for sides, printed in series.unlike(runs):
        judge.place = f"compare {' with '.join(sides)}"
        told = " ".join(printed.split())
        judge.holds("compared by zxcvbn's guesses, and the others are left out" in told
                    and "guessed (zxcvbn): slow hash" in told and "guessed (combined)" not in told,
                    "unlike estimates are not compared by zxcvbn's guesses")
    for name, out, printed, sides in series.trends(runs):
        judge.place = name
        attempt(judge, trends.judge, out, [records.Report(side) for side in sides], judge, printed)
    for name, out, against, report, printed in series.sweeps(runs):
        judge.place = name
        attempt(judge, sweeps.judge, out, records.Report(report), against, judge, printed)


def judge_directory(runs, judge):
    """The figures of the sample directory's accounts."""
    report = records.Report(directories.sample(runs))
    page = markup.Page(report.page)
    page.figures = [figure for figure in page.figures if figure.id.startswith("a")]
    pictures.judge_report(page, report, judge)


def judge_runs(lab, runs, until, judge):
    """Everything that is written."""
    attempt(judge, judge_reports, runs, until, judge)
    attempt(judge, judge_series, runs, judge)
    attempt(judge, keyspaces.judge, runs, judge)
    attempt(judge, intervals.judge_runs, runs, judge)
    judge.place = "directory"
    attempt(judge, judge_directory, runs, judge)
    if lab:
        attempt(judge, labs.judge, runs, pathlib.Path(lab).resolve(), judge)
    judge.place = "tables of equalities"
    for name in metrics.METRICS:
        judge.holds(name in judge.met, f"no form has the metric {name}")
    for reader in {reader for kind in pictures.FIGURES.values() for _, reader in kind}:
        judge.holds(f"figure {reader.__name__}" in judge.met, f"no form has a figure for {reader.__name__}")
    for _, reader in sentences.SENTENCES:
        judge.holds(f"sentence {reader.__name__}" in judge.met, f"no form has a sentence for {reader.__name__}")
    for caption, _ in cells.TABLES + clauses.TABLES:
        judge.holds(f"table {caption}" in judge.met, f"no form has a table '{caption}'")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--audit", help="the program")
    parser.add_argument("--lab", help="Policy Lab")
    parser.add_argument("--report", type=pathlib.Path, help="judge this report only")
    parser.add_argument("--few", action="store_true", help="leave out the forms of matrix.py and of chance, and some samples")
    parser.add_argument("--random", action="store_true", help="judge the forms of chance only")
    parser.add_argument("--seconds", type=float, help="the time after which no form that --few leaves out begins")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--forms", type=int, default=15, help="how many forms chance makes at most")
    parser.add_argument("--first", type=int, default=0, help="the number of the first of them")
    parser.add_argument("--lines", type=int, help="of the lists that most forms share: 3000, with --few 2000")
    parser.add_argument("--keep", type=pathlib.Path, help="where outputs stay")
    parser.add_argument("--most", type=int, default=40, help="faults that are printed")
    arguments = parser.parse_args()
    # Trees of pages are many objects, and are looked through often.
    gc.set_threshold(200_000)
    judge, begin, made = equalities.Judge(), time.monotonic(), 0
    judge.most = arguments.most
    if arguments.report:
        judge_report(str(arguments.report), arguments.report, None, judge)
    else:
        with tempfile.TemporaryDirectory() as directory:
            runs = running.Runs(pathlib.Path(arguments.audit).resolve(), arguments.keep or directory, arguments.seed,
                                arguments.lines or (2000 if arguments.few else 3000), is_brief=arguments.few)
            until = begin if arguments.few else begin + (arguments.seconds or math.inf)
            if not arguments.random:
                judge_runs(arguments.lab, runs, until, judge)
            numbers = range(arguments.first, arguments.first + arguments.forms)
            made = judge_generated_forms(runs, arguments.seed, numbers, until, judge)
    judge.tell(arguments.most)
    print(f"{made:,} forms of chance, seed {arguments.seed}")
    print(f"{judge.checks:,} equalities, {len(judge.faults)} faults, {time.monotonic() - begin:.0f} s")
    sys.exit(1 if judge.faults or not judge.checks else 0)


if __name__ == "__main__":
    main()
