"""The page as the browser shows it says what `audit report` says."""
import subprocess

import readback
import equalities
import labs
import records
from lab_page import check


def same_as_report(driver, program, tally, texts, directory, name):
    """Judges the answer's tables, figures, sentences and cards by a report of these policies; how many equalities."""
    options = []
    for number, text in enumerate(texts):
        path = directory / f"policy {number + 1}"
        path.write_text(text, encoding="utf-8")
        options += ["--rules", str(path)]
    out = directory / "report"
    subprocess.run(
        [program, "report", "--distinct", "--space", "--force", "-q", "-o", str(out), *options, str(tally)],
        check=True, capture_output=True)
    own, judge = records.Report(out), equalities.Judge()
    own.shown = own.policies[driver.execute_script(
        "return Number(new URLSearchParams(document.querySelector('#answer').dataset.query).get('at') || 1)") - 1]
    labs.judge_page(readback.page_of(driver), own, judge)
    for fault in judge.faults:
        check(False, f"{name}{fault}")
    check(judge.checks > 100, f"{name}: only {judge.checks} equalities")
    return judge.checks
