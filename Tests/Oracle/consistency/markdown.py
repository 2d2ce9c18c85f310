"""Markdown of a report, as it is printed: a line for each table and column, and one without is a fault."""
import re

import behaviours
import measures
import sentences
import written
from scales import is_name
from written import share_of

# The columns of the first table; the estimate of what is found in a day stands in its head.
COLUMNS = {
    "accepted": measures.comply, "break it": measures.of_top("violation"), "no other fault": measures.of_top("violation_only"),
    "of these, score 0–1": measures.easy, "of these, on a blocklist": measures.listed, "median length": measures.median,
    "of these, like the user's name": measures.related,
    "of these, guessed with 10 guesses": measures.empirical("lambda_10"),
    "of such accounts, guessed with 10 guesses, whoever guesses (99 % sure)": measures.bound,
    "random bits": measures.floor_bits,
}


def plain(text):
    """Markdown without its marks."""
    return re.sub(r"\\(.)", r"\1", text.replace("**", ""))


def rows_of(block):
    return [[plain(c.strip()) for c in line.strip().strip("|").split(" | ")] for line in block if line.startswith("| ")]


def judge(report, judge):
    text = report.printed.get("markdown")
    if not text:
        return
    judge.meets("markdown")
    blocks = [block.splitlines() for block in text.split("\n\n")]
    title = ""
    for block in blocks:
        rows = rows_of(block)
        heading = next((line[4:] for line in block if line.startswith("### ")), None)
        if heading:
            title = plain(heading)
        told = re.fullmatch(r"## .*: ([\d,]+) passwords? against (\d+) polic\w+", block[0])
        if told:
            judge.equal((told[1], told[2]), (written.grouped(report.entries()), str(len(report.policies))), block[0])
        elif rows and rows[0][0] == "policy":
            first_table(report, rows, judge)
        elif rows and rows[0][0] == "list":
            by_list(report, rows, judge)
        elif rows and rows[0][0] == "zxcvbn score":
            for row in rows[2:]:
                policy = None if row[0] == "all passwords" else next(p for p in report.policies if is_name(row[0], p))
                counts = report.bins("survivors_score" if policy else "score", policy or "")
                base = report.compliant(policy) if policy else report.entries()
                write = written.of_compliant if policy else share_of
                judge.equal(row[1:], [write(counts[str(s)], base) for s in range(5)], f"Markdown, scores of {row[0]}")
        elif rows and rows[0][0] == "policy by model":
            by_model(report, rows, judge)
        elif rows and rows[0][0] == "rule":
            policy = next(p for p in report.policies if is_name(title, p))
            found = [[re.sub("`", "", row[0])] + row[1:] for row in rows[2:]]
            expected = []
            for rule in report.rules[policy]:
                counts = [report.count(m, rule["rule"], policy) for m in ("violation", "violation_only")]
                expected.append([rule["text"]] + [c for count in counts for c in (
                    written.grouped(count), share_of(count, report.entries_of(policy)))])
            judge.equal([row[1:] for row in found], [row[1:] for row in expected], f"Markdown, rules of {policy}")
        else:
            listed = [(plain(line[2:]), "**" in line) for line in block if line.startswith("- ") and "SHA-256" not in line]
            sentences.judge(listed, report, judge)
            judge.holds(not rows, f"Markdown: a table without a line: {rows[:1]}")


def by_list(report, rows, judge):
    """A row a list, or a part of a directory: its passwords, and the share that complies with each policy."""
    parts = [part["dataset"] for part in report.manifest["parts"]]
    judge.equal(len(rows) - 2, len(parts), "rows of Markdown's table of lists")
    for row, dataset in zip(rows[2:], parts):
        judge.holds(is_name(row[0], dataset), f"Markdown: {row[0]} is {dataset}")
        shares = []
        for policy in report.policies:
            base = report.entries_of(policy, dataset)
            shares.append(share_of(report.compliant(policy, dataset=dataset), base) if base else "–")
        judge.equal(row[1:], [written.grouped(report.entries(dataset=dataset))] + shares, f"Markdown, {dataset}")


def first_table(report, rows, judge):
    heads = rows[0]
    day = f"of these, guessed in a day at {written.rate_of_day(report)} ({written.name_of(report)})"
    judge.equal(len(rows) - 2, len(report.policies), "rows of Markdown's table of policies")
    for row, policy in zip(rows[2:], report.policies):
        judge.holds(is_name(row[0], policy), f"Markdown: {row[0]} is {policy}")
        for head, cell in zip(heads, row):
            if head in ("policy", "rules"):
                continue
            if head == "rule that most break":
                top = report.top_rule(policy)
                text = next((r["text"] for r in report.rules[policy] if r["rule"] == top), "nothing")
                judge.equal(cell.strip("`"), text.replace("`", "'"), f"Markdown, {policy}, {head}")
                continue
            measure = COLUMNS.get(head, measures.in_day if head == day else None)
            # A column without a line is equal to nothing.
            judge.equal(cell, measure and measure(report, policy), f"Markdown, {policy}, {head}")


def by_model(report, rows, judge):
    """What ten guesses find by what the refused do."""
    for row in rows[2:]:
        policy = next(p for p in report.policies if is_name(row[0], p))
        judge.equal(row[1:], [behaviours.tier_on_page(report, policy) if model == "tier" else behaviours.share_on_page(
            report, policy, model) for model in rows[0][1:]], f"Markdown, the refused of {policy}")
