"""The terminal's screen of a sweep: its maps with their shades, and the tables of the best policies and those beside."""
import re

import written
from scales import is_name

SHADES = " ░▒▓█"


def judge(text, sweep, judge_):
    blocks = text.split("\n\n")
    title = re.match(r"([\d,]+) polic\w+ tried on ([\d,]+) passwords? \((.*); ([\d,]+) different\)", " ".join(blocks[0].split()))
    if judge_.holds(title is not None, f"the title of a sweep's screen: {text[:60]}"):
        report = sweep.report
        judge_.equal((title[1], title[2], title[4]), (written.grouped(len(sweep.rows)), written.grouped(report.entries()),
                     written.grouped(report.entries("distinct"))), "the title of a sweep's screen")
    maps(blocks, sweep, judge_)
    best = tables(blocks, "best trade-offs", False, sweep, judge_)
    judge_.equal(best, [row["rules"] for row in front(sweep)], "the best policies of the screen")
    told = next((b for b in blocks if b.startswith("best trade-offs")), "").split("\n")
    count = re.match(r"  ([\d,]+) polic\w+ of the ([\d,]+) with a share: no other", told[1] if len(told) > 1 else "")
    compared = sum(bool(row["ranked_by"]) for row in sweep.rows)
    judge_.equal(count and (count[1], count[2]), (written.grouped(len(best)), written.grouped(compared)), "the best of the screen")
    beside = tables(blocks, "beside the grid", True, sweep, judge_)
    # Those for use beside a second factor come last.
    own = [row for row in sweep.rows if not row["minlength"]]
    own.sort(key=lambda row: row["policy"].endswith("-mfa"))
    judge_.equal(beside, [row["rules"] for row in own], "policies beside the grid on the screen")
    sure(blocks, sweep, judge_)


def sure(blocks, sweep, judge_):
    """The error of the compared policies, and when a difference of theirs is certain."""
    words = re.sub(r"\s+", " ", " ".join(blocks))
    told = re.search(r"How sure Shares guessed are estimates: (.*?)\. (A difference|So all)", words)
    rows = [(row["policy"], row["rules"]) for row in sweep.rows if row["ranked_by"]]
    expected = written.brief(sweep.report, rows) if sweep.against == "day" and sweep.report.cracked() else None
    judge_.equal(told and told[1], expected, "how sure a sweep's screen is")
    for sentence in written.CAVEATS.values():
        holds = any(sentence in row["caveats_in_words"] for row in sweep.rows)
        judge_.equal(sentence in words, holds, f"the caveat '{sentence}' of a sweep's screen")


def front(sweep):
    """The best, from those that refuse least on."""
    return sorted((row for row in sweep.rows if row["pareto"] == "1"), key=lambda row: sweep.refused(row))


def maps(blocks, sweep, judge_):
    """What is refused at the left, what is left at the right, a row for each length; the darker, the more."""
    sheets = {}
    for row in sweep.rows:
        if row["minlength"]:
            sheets.setdefault((row["max_repeating"], row.get("min_score"), row.get("varied"), row["blocklist"]), []).append(row)
    found = [block.splitlines() for block in blocks if re.search(r"^ *refused, %", block, re.M)]
    judge_.equal(len(found), len(sheets), "maps of the terminal")
    most = max([sweep.shading(row) or 0 for row in sweep.rows], default=0)
    for block, (sheet, rows) in zip(found, sheets.items()):
        lines = [re.sub("[░▒▓█◆]", " ", line).split() for line in block]
        kept = [(line, text) for line, text in zip(lines, block) if line and all(re.fullmatch(r"[<\d.–]+\*?", word) for word in line)]
        classes = list(dict.fromkeys(row["classes"] for row in rows))
        if not judge_.equal([line for line, _ in kept[:1]], [classes * 2], f"kinds of the map {sheet}"):
            continue
        for (line, text), length in zip(kept[1:], dict.fromkeys(row["minlength"] for row in rows)):
            own = [row for row in rows if row["minlength"] == length]
            left = [sweep.measured(row) + sweep.mark(row) for row in own]
            refused = [written.three_digits(sweep.refused(row)) for row in own]
            judge_.equal(line, [length, *refused, length, *left], f"the map {sheet}, {length}")
            parts = [sweep.refused(row) for row in own] + [(sweep.shading(row) or 0) / most if most else 0 for row in own]
            told = [mark or " " for mark in re.findall(r"([ ░▒▓█]) *(?:<?\.?\d[\d.]*\*?|–)(?= |$)", cells_of(text, len(own)))]
            judge_.equal(told, [shade(part) for part in parts], f"shades of the map {sheet}, {length}")


def cells_of(text, count):
    """A line of both maps without the lengths in front of them."""
    halves = text[5:5 + 7 * count], text[5 + 7 * count:]
    return halves[0] + re.sub(r"^ +\d+", "", halves[1], count=1)


def shade(part):
    return SHADES[min(len(SHADES) - 1, int(part * len(SHADES)))]


def half_decade(row):
    return f"10^{row['median_guesses_log10']}" if row["median_guesses_log10"] else "–"


# The columns of a table of policies, by a word of their heads, from the left.
COLUMNS = [
    ("refused", lambda s, r: written.percent(s.refused(r))), ("accepted", lambda s, r: written.grouped(r["accepted"])),
    ("in a day", lambda s, r: written.rounded_percent(s.day(r)) + s.mark(r) if s.day(r) is not None else "–"),
    ("by the 10", lambda s, r: of_guesses(s, r, 10)), ("by 1,000", lambda s, r: of_guesses(s, r, 1000)),
    ("half need", lambda s, r: half_decade(r)), ("bits", lambda s, r: f"{float(r['floor_bits']):.1f}" if r["floor_bits"] else "–"),
]


def tables(blocks, title, is_named, sweep, judge_):
    """The rows of the table under a title; the rules of each, in order."""
    block = next((b for b in blocks if b.startswith(title)), None)
    lines = block.splitlines() if block else []
    start = next((n for n, line in enumerate(lines) if re.match(r"  (policy +)?refused ", line)), None)
    if start is None:
        judge_.holds(block is None or "none: no policy accepts" in block, f"the table '{title}' of the screen has no head")
        return []
    first = next(n for n in range(start, len(lines)) if "%" in lines[n])
    heads = " ".join(lines[start:first])
    columns = [(name, expected) for name, expected in COLUMNS if name in heads]
    told = []
    for number, line in enumerate(lines[first:], first):
        cells = re.split(r"  +", line.strip())
        if line.startswith("      ") or len(cells) < len(columns) + is_named or not re.fullmatch(r"[<>]?[\d.]+ %", cells[is_named]):
            continue
        rules = " ".join(cells[len(columns) + is_named:])
        for more in lines[number + 1:]:
            if not more.startswith("      "):
                break
            rules += " " + more.strip()
        row = next((r for r in sweep.rows if r["rules"].split() == rules.split() and bool(r["minlength"]) != is_named
                    and (not is_named or is_name(cells[0], r["policy"]))), None)
        row = row or next((r for r in sweep.rows if r["rules"].split() == rules.split()), None)
        if not judge_.holds(row is not None, f"the screen's policy '{rules}' is none of sweep.csv"):
            continue
        told.append(row["rules"])
        for (name, expected), cell in zip(columns, cells[is_named:]):
            judge_.equal(cell, expected(sweep, row), f"'{title}' on the screen, {row['policy']}, {name}")
    return told


def of_guesses(sweep, row, guesses):
    return written.precise(sweep.exact(row, guesses)) if sweep.is_enough(row) else "–"
