"""The numbers on the page are those of `audit report`."""
import csv
import subprocess

import readback
import records
from lab_page import check, faults


def rows_of(program, tally, texts, directory):
    """The rows of audit.csv that `audit report` writes of these policies."""
    options = []
    for number, text in enumerate(texts):
        path = directory / f"policy {number + 1}"
        path.write_text(text, encoding="utf-8")
        options += ["--rules", str(path)]
    out = directory / "report"
    subprocess.run(
        [program, "report", "--distinct", "--space", "--force", "-q", "-o", str(out), *options, str(tally)],
        check=True, capture_output=True)
    with open(out / "audit.csv", newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def percent(share):
    """A share as the page writes it."""
    if 0 < share < 0.0005:
        return "<0.1 %"
    if 0.9995 <= share < 1:
        return ">99.9 %"
    tenths = int(share * 1000 + 0.5)
    return f"{tenths // 10}.{tenths % 10} %"


def numbers(driver, rows, name, policies):
    """Every number of the page's tables that audit.csv has is the same."""
    known = {(r["policy"], r["metric"], r["bucket"], r["unit"]): r for r in rows}
    def count(policy, metric, bucket):
        row = known.get((policy, metric, bucket, "entries"))
        return int(row["count"]) if row else None
    figures = driver.execute_script(
        "return [...document.querySelectorAll('#answer figure')].map(f => [f.id,"
        " [...f.querySelectorAll('tbody tr')].map(r => [...r.cells].map(c => c.textContent))])")
    edited = driver.execute_script(
        "return Number(new URLSearchParams(document.querySelector('#answer').dataset.query).get('at') || 1)")
    policy = policies[edited - 1]
    pairs = []
    number = lambda text: int(text.replace(",", ""))
    for figure, table in figures:
        for row in table:
            if figure == "f1":
                pairs.append((number(row[1]), count(row[0], "compliance", "compliant"), row))
            elif figure == "f2":
                rule = row[0].rsplit("(", 1)[1].rstrip(")")
                pairs.append((number(row[1]), count(policy, "violation", rule), row))
                pairs.append((number(row[3]), count(policy, "violation_only", rule), row))
            elif figure == "f4":
                of = "" if row[0] == "all passwords" else row[0]
                metric = "survivors_score" if of else "score"
                pairs += [(number(row[1 + 2 * s]), count(of, metric, str(s)), row) for s in range(5)]
            elif figure == "f4-l" and row[0].isdigit():
                pairs.append((number(row[1]), count("", "length", row[0]), row))
            elif figure == "f7":
                bits = known.get((row[0], "space_bits", "floor", "microbits"))
                pairs.append((row[2], f"{int(bits['count']) / 1e6:.2f}" if bits else None, row))
    for found, expected, row in pairs:
        check(found == expected, f"{name}: {row} should have {expected}, not {found}")
    share = known[(policy, "compliance", "compliant", "entries")]
    large = driver.execute_script(
        "return [...document.querySelectorAll('.card.large *')].map(e => e.textContent)")
    check(large[0] == percent(float(share["share"])), f"{name}: {large[0]}, not {share['share']}")
    check(large[2].startswith(f"{int(share['count']):,} "), f"{name}: {large[2]}, not {share['count']}")
    check(len(pairs) > 20, f"{name}: only {len(pairs)} numbers compared")
    return len(pairs)


def read_back(driver, directory, name):
    """The figures as painted have the numbers of the report that `rows_of` wrote last."""
    own = records.Report(directory / "report")
    at = driver.execute_script(
        "return Number(new URLSearchParams(document.querySelector('#answer').dataset.query).get('at') || 1)")
    own.shown = own.policies[at - 1]
    wrong, compared = readback.faults(driver, name, None, "lab", own)
    for fault in wrong:
        check(False, fault)
    check(compared > 100, f"{name}: only {compared} equalities of figures")
