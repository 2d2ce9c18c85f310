"""The terminal's screen of a sweep: its maps with their shades, and the tables of the best policies and those beside."""
import re

import written

SHADES = " ░▒▓█"


def judge(text, sweep, judge_):
    title = re.match(r"(.*): ([\d,]+) passwords?, ([\d,]+) distinct", text)
    if judge_.holds(title is not None, f"the title of a sweep's screen: {text[:60]}"):
        report = sweep.report
        judge_.equal((title[2], title[3]), (written.grouped(report.entries()), written.grouped(report.entries("distinct"))),
                     "the title of a sweep's screen")
    blocks = text.split("\n\n")
    maps(blocks, sweep, judge_)
    best = tables(blocks, "The best of them", sweep, judge_)
    judge_.equal(best, [row["rules"] for row in front(sweep)], "the best policies of the screen")
    beside = tables(blocks, "beside the grid", sweep, judge_)
    judge_.equal(beside, [row["rules"] for row in sweep.rows if not row["minlength"]], "policies beside the grid on the screen")


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
        kept = [(line, text) for line, text in zip(lines, block) if line and all(re.fullmatch(r"[<\d.–]+", word) for word in line)]
        classes = list(dict.fromkeys(row["classes"] for row in rows))
        if not judge_.equal([line for line, _ in kept[:1]], [classes * 2], f"kinds of the map {sheet}"):
            continue
        for (line, text), length in zip(kept[1:], dict.fromkeys(row["minlength"] for row in rows)):
            own = [row for row in rows if row["minlength"] == length]
            left = [sweep.measured(row) for row in own]
            refused = [written.three_digits(sweep.refused(row)) for row in own]
            judge_.equal(line, [length, *refused, length, *left], f"the map {sheet}, {length}")
            parts = [sweep.refused(row) for row in own] + [(sweep.shading(row) or 0) / most if most else 0 for row in own]
            told = [mark or " " for mark in re.findall(r"([ ░▒▓█]) *(?:<?\.?\d[\d.]*|–)(?= |$)", cells_of(text, len(own)))]
            judge_.equal(told, [shade(part) for part in parts], f"shades of the map {sheet}, {length}")


def cells_of(text, count):
    """A line of both maps without the lengths in front of them."""
    halves = text[5:5 + 7 * count], text[5 + 7 * count:]
    return halves[0] + re.sub(r"^ +\d+", "", halves[1], count=1)


def shade(part):
    return SHADES[min(len(SHADES) - 1, int(part * len(SHADES)))]


def tables(blocks, head, sweep, judge_):
    """The rows of the table under a head; the rules of each, in order."""
    block = next((b for b in blocks if b.startswith(head)), None)
    told = []
    lines = block.splitlines() if block else []
    place = next((n for n, line in enumerate(lines) if re.match(r" +refused +by 10", line)), None)
    if place is None:
        judge_.holds(block is None, f"the table '{head}' of the screen has no head")
        return told
    heads = re.findall(r"by 1,000|by 10|\S+", lines[place])
    rows = [line for line in lines[place + 1:]]
    for number, line in enumerate(rows):
        cell = r"(–|(?:10\^)?[<>]?\.?\d[\d.]*(?: %| b)?)"
        found = re.match(rf" +{cell} +{cell} +{cell} +{cell} +{cell}(?: +([A-Z]+))?(?:  +(.*))?$", line)
        if not found:
            continue
        # Rules go on below, behind a name if they are those of no cell of the grid.
        rest = found[7] or ""
        for more in rows[number + 1:]:
            if re.match(rf" +{cell} +{cell} +{cell} ", more) or not more.startswith("   "):
                break
            rest += " " + more.strip()
        row = max((r for r in sweep.rows if same(rest, r)), key=lambda r: len(r["rules"]), default=None)
        if not judge_.holds(row is not None, f"the screen's policy '{rest}' is none of sweep.csv"):
            continue
        told.append(row["rules"])
        expected = {
            "refused": written.percent(sweep.refused(row)), "by 10": of_guesses(sweep, row, 10),
            "by 1,000": of_guesses(sweep, row, 1000),
            "random": f"{float(row['floor_bits']):.1f} b" if row["floor_bits"] else "–",
            "median": f"10^{row['median_guesses_log10']}" if row["median_guesses_log10"] else "–",
        }
        for name, text in zip(heads, found.groups()[:5]):
            judge_.equal(text, expected.get(name), f"'{head}' on the screen, {row['policy']}, {name}")
        judge_.equal(found[6] or "", row["caveats"], f"'{head}' on the screen, {row['policy']}, caveats")
    return told


def same(text, row):
    words = text.split()
    rules = row["rules"].split()
    return words == rules or words == [f"{row['policy']}:"] + rules


def of_guesses(sweep, row, guesses):
    return written.precise(sweep.exact(row, guesses)) if sweep.is_enough(row) else "–"
