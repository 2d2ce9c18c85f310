#!/usr/bin/env python3
"""Reads the figures of every kind of page back as a browser paints them.

    python3 Tests/Browser/figures.py --audit .build/release/audit

Writes reports, sweeps, comparisons and trends of made-up lists, opens each page at 1280 and 360 px, in light
and dark, and compares marks, fills, axes and labels with the tables. A figure that has no reader is a fault,
and so is a reader that no figure asked for.
"""
import argparse
import itertools
import pathlib
import sys
import tempfile

import readback
import report as views
import directories
import equalities
import intervals
import pictures
import records
import runs
import samples
import series
import sheets
import sweeps
import trends

PAGES = {"report": "report.html", "sweep": "sweep.html", "compare": "compare.html", "trend": "compare.html"}
VIEWS = [(width, dark) for width in (1280, 360) for dark in (False, True)]


def written(made):
    """Each page's kind, name, directory, and the numbers behind it."""
    for name, (out, _, _) in itertools.chain(samples.sizes(made), samples.lengths(made), samples.ties(made)):
        yield "report", name, out, records.Report(out)
    out = directories.sample(made)
    yield "report", "directory", out, records.Report(out)
    for name, out, _, old, new in series.comparisons(made):
        yield "compare", name, out, sheets.Comparison(out, records.Report(old), records.Report(new))
    for name, out, _, sides in series.trends(made):
        yield "trend", name, out, trends.Trend(out, [records.Report(side) for side in sides])
    for name, out, against, report, _ in series.sweeps(made):
        source = sweeps.Sweep(out, records.Report(report))
        source.against = against
        yield "sweep", name, out, source


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--audit", required=True, type=pathlib.Path, help="the program")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    judge, met, count = equalities.Judge(), {}, 0
    driver = views.browser()
    try:
        with tempfile.TemporaryDirectory() as directory:
            made = runs.Runs(arguments.audit.resolve(), directory, arguments.seed, 3000)
            for kind, name, out, source in written(made):
                for width, dark in VIEWS:
                    views.show(driver, out / PAGES[kind], width, dark)
                    judge.place = f"{name}, {width}{', dark' if dark else ''}"
                    met.setdefault(kind, set()).update(readback.look(driver, kind, source, judge))
                    count += 1
            out, _ = intervals.folded(made)
            for width, dark in VIEWS:
                views.show(driver, out / PAGES["report"], width, dark)
                judge.place = f"folded, {width}{', dark' if dark else ''}"
                intervals.judge_page(readback.page_of(driver), intervals.Ends(out), judge)
                count += 1
    finally:
        driver.quit()
    judge.place = "readers"
    for kind, ids in met.items():
        for pattern, reader in pictures.FIGURES[kind]:
            judge.holds(any(pictures.matches(pattern, id_) for id_ in ids),
                        f"no {kind} has a figure {pattern} for {reader.__name__}")
    judge.holds(set(met) == set(PAGES), f"pages of {sorted(met)}")
    judge.tell(60)
    print(f"{count} views, {judge.checks:,} equalities of figures, {len(judge.faults)} faults")
    for kind, ids in met.items():
        print(f"{kind}: {', '.join(sorted(ids))}")
    sys.exit(1 if judge.faults or not judge.checks else 0)


if __name__ == "__main__":
    main()
