"""The page's tables: a line for each, by its caption; a table, or a column, without a line is a fault.

    TABLES[kind of page] = a pattern of the caption, how rows are named, and the columns
"""
import re

import accounts
import behaviours
import clauses
import measures
import written
from columns import (
    accepted, asked_by, banded, broken, by_half_decade, by_list, costs, count_and_share, count_of_those,
    found_offline, in_day, key_name, key_rule, locked_out, standards, length_count, length_name, line_count, LINES, of_others,
    listed_on, meter, of_policy, of_rule, only_on, policy_name, policy_of_figure,
    Row, rule_text, score, set_count, set_name, space, values_of, within_day)

NAME = policy_name
KEY = {
    "policy": key_name, "accepted": of_policy(measures.comply), "refused most by": key_rule,
    "zxcvbn's score 0–1": of_policy(measures.easy), "guessed in a day": in_day, "on a block-list": of_policy(measures.listed),
    "median length": of_policy(measures.median),
    "guessed with ten": of_policy(measures.empirical("lambda_10")),
    "guessed with ten, whoever guesses": of_policy(measures.bound),
    "random bits": of_policy(measures.floor_bits),
    "like the user's name": of_policy(measures.related),
}
# The first screen; the rest of a head is judged with its cells.
DECIDE = {
    "policy": key_name, "refused": locked_out, "of the accepted": found_offline, "accepted": accepted,
    "standards, by its text only": standards,
}
BY_MODEL = lambda model: lambda row, at: behaviours.share_on_page(row.report, row.policy, model)
# The first of these are on every page, the others where they were asked for.
REFUSED = {
    "policy": lambda row, at: row.policy, "at least": BY_MODEL("extraneous"), "as the others": BY_MODEL("proportional"),
    "at most": BY_MODEL("convergent"), "tier": lambda row, at: behaviours.tier_on_page(row.report, row.policy),
} | {model: BY_MODEL(model) for model in (*behaviours.MODELS, "mixture")}
SCORES = [NAME] + [cell for number in range(5) for cell in count_of_those(score(number))]
SAME = lambda row, at: row.cells[at]
TABLES = [
    (r"What each policy refuses, and what is guessed of the passwords it accepts|The best trade-offs: .*|Policies with .* refused", DECIDE),
    ("Policies by what they refuse and what they leave to guess", (SAME, SAME)),
    (r"Shares of .* passwords?; right of .*", KEY),
    ("Passwords by how many rules they break",
     [NAME] + count_and_share(lambda row: row.base) + count_and_share(broken(1)) + count_and_share(broken(2))
     + count_and_share(broken(3, more=True))),
    ("Passwords that break each rule of (?!the other).*",
     [rule_text] + count_and_share(of_rule("violation")) + count_and_share(of_rule("violation_only"))),
    ("Passwords by the exact set of rules of .*", [set_name] + count_and_share(set_count)),
    ("Passwords by zxcvbn's score", SCORES),
    ("Passwords by the four-criteria meter",
     [NAME] + [cell for level in ("weak", "medium", "strong")
               for cell in count_of_those(meter(level))]),
    # Its cells are judged with the figure.
    ("How the rules are kept by the accepted passwords", (SAME, SAME)),
    ("Passwords by length in code points", [length_name] + count_and_share(length_count)),
    (r"Share guessed with so many guesses \((zxcvbn|combined estimate|guesses:\S+|min-auto)\)", (SAME, by_half_decade)),
    ("Share of other accounts guessed with so many guesses", (SAME, of_others)),
    (r"Share of the accepted guessed within a day \((zxcvbn|combined estimate|guesses:\S+|min-auto)\)", (NAME, within_day)),
    ("Random strings of each policy's least length",
     [NAME, space("floor_length", str), space("floor_bits"), space("lost_ascii_floor"), costs]),
    ("Passwords that blocklists hold", [SAME, asked_by, SAME, values_of] + count_and_share(listed_on)),
    ("Passwords that relate to their user's name; some in several ways",
     [SAME] + count_and_share(lambda row: row.report.count("user_name", row.cells[0]))),
    ("Accepted passwords that only this list holds", (NAME, only_on)),
    ("Hits of .* by rank", [SAME] + count_and_share(banded)),
    ("Kinds of characters in a password",
     [SAME] + count_and_share(lambda row: row.report.count("charset", row.cells[0]))),
    ("What makes passwords guessable",
     [SAME] + count_and_share(lambda row: row.report.pattern(row.cells[0]))),
    ("What became of the lines", [SAME, line_count]),
    ("Passwords of each list, and the share of them that is accepted",
     (SAME, lambda row, at: by_list(row, at))),
    ("Share that the best ten guesses find, by what the refused choose", REFUSED),
    # Standards: the clauses have their own table, which `verdicts` adds up.
    ("Clauses that a policy by itself breaks, .*", (SAME, SAME)), ("Every clause tested", (SAME, SAME)),
]


def judge(page, report, judge_):
    for table in page.tables:
        caption, columns = next(((p, c) for p, c in TABLES + clauses.TABLES + accounts.TABLES if re.fullmatch(p, table.caption)), ("", None))
        if not judge_.holds(columns is not None, f"the table '{table.caption[:60]}' has no line in TABLES"):
            continue
        judge_.meets(f"table {caption}")
        for number, (cells, elements) in enumerate(zip(table.cells, table.elements)):
            row = Row(table, cells, elements, number, report, page)
            for at, cell in enumerate(cells):
                if isinstance(columns, dict):
                    line = columns.get(table.heads[at]) or columns.get(table.heads[at].partition(",")[0])
                elif isinstance(columns, tuple):
                    line = columns[1 if at else 0]
                else:
                    line = columns[at] if at < len(columns) else None
                what = f"'{table.caption[:50]}', {row.name or number}, {table.heads[at] if table.heads else at}"
                if not judge_.holds(line is not None, f"{what}: the column has no line in TABLES"):
                    continue
                try:
                    judge_.equal(cell, line(row, at), what)
                except (KeyError, IndexError, ValueError, StopIteration, TypeError) as problem:
                    judge_.holds(False, f"{what}: {cell!r} cannot be read: {type(problem).__name__} {problem}")
    verdicts(page, judge_)
    complete(page, report, judge_)


def verdicts(page, judge_):
    """Each standard's verdict adds up the clauses."""
    sums = next((t for t in page.tables if t.caption.startswith("Clauses that a policy by itself breaks")), None)
    is_wide = sums and len(sums.heads) > 7
    judge_.equal(any(t.caption == "Every clause tested" for t in page.tables), bool(sums) and not is_wide,
                 "whether each clause is on the page")
    # Of many policies the page has no clauses to add up.
    for row in sums.cells if sums and not is_wide else []:
        for at in range(1, len(row)):
            # The second column of the clauses is the demand.
            own = clauses.of_standard(page, row[0], at + 1)
            judge_.equal(row[at], clauses.summed(own), f"{row[0]}, {sums.heads[at]}")


def rows_of_lengths(bins):
    """A row a length, at most 40 in the figure; the longest are one row if they are a hundredth, or behind ten lengths of nobody."""
    counts = {int(length): count for length, count in bins.items()}
    if len(counts) < 1:
        return []
    first, last, total, beyond = min(n for n, c in counts.items() if c), max(counts), sum(counts.values()), 0
    while last > 1 and beyond + counts.get(last, 0) <= total // 100:
        beyond, last = beyond + counts.get(last, 0), last - 1
    empty, rest = 0, total
    for length in range(first, last + 1):
        rest -= counts[length]
        empty = 0 if counts[length] else empty + 1
        is_gap = empty >= 10 and 0 < rest < total - rest
        if is_gap or length - first >= 64:
            last = length - (empty if is_gap else 1)
            break
    last = min(last, first + 39)
    return [str(length) for length in range(first, last + 1)] + [f"{last + 1}+"] * (sum(
        count for length, count in counts.items() if length > last) > 0)


def complete(page, report, judge_):
    """Tables have every row that they should."""
    for table in page.tables:
        names = [row[0] for row in table.cells]
        if table.caption == "Passwords by length in code points":
            counts = [written.read_count(row[1]) for row in table.cells]
            judge_.equal(sum(counts), report.entries(), "the lengths of the page add up")
            judge_.equal([row[0] for row in table.cells], rows_of_lengths(report.bins("length")), "the rows of lengths")
        elif table.caption.startswith("Passwords by the exact set"):
            policy = policy_of_figure(Row(table, [], [], 0, report))
            counts = [written.read_count(row[1]) for row in table.cells]
            judge_.equal(sum(counts), report.entries_of(policy) - report.compliant(policy), f"sets of {policy} add up")
        elif table.figure and table.caption.startswith("Passwords that break each rule of "):
            policy = policy_of_figure(Row(table, [], [], 0, report))
            judge_.equal([name.rsplit("(", 1)[1][:-1] for name in names],
                         [r["rule"] for r in report.rules[policy]], f"rules of {policy}")
        elif table.caption.startswith("How the rules are kept"):
            told = [p for p in report.policies if report.compliant(p) >= written.FOR_SHARES]
            more = 1 + ("context" in report.bins("habit"))
            rows = sum(len(report.bins("habit_of_rule", p)) // 2 + more + (report.related(p) is not None) for p in told)
            judge_.holds(len(told) > 12 or len(names) == rows, f"{len(names)} rows of habits, not {rows}")
        elif table.caption in ("Kinds of characters in a password", "What makes passwords guessable"):
            counts = [written.read_count(row[1]) for row in table.cells]
            judge_.equal(counts, sorted(counts, reverse=True), f"the order of '{table.caption}'")
            bins = report.bins("charset" if table.caption.startswith("Kinds") else "pattern")
            judge_.equal(counts, sorted((c for n, c in bins.items() if c and n != "none"), reverse=True)[:len(counts)],
                         f"the commonest of '{table.caption}'")
        elif table.caption == "What became of the lines":
            for name, bucket in LINES.items():
                judge_.holds(name in names or not report.count("lines", bucket), f"the page lacks lines: {name}")
