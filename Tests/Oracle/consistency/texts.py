"""What is printed: the summary and its details; a line for each kind, and one without is a fault."""
import re

import accounts
import behaviours
import measures
import sentences
import written
from written import share_of

SHARE = r"[<>]?[\d.]+ %"
BAR = r"[█▏▎▍▌▋▊▉ ]*"


# The first screen: what each column of a table of policies says, by words of its head, from the left.
COLUMNS = [
    ("comply", lambda r, p: measures.comply(r, p) + (f" of {r.entries_of(p):,}" if accounts.audiences(r) else "")),
    ("only", measures.of_top("violation_only")), ("refused most", measures.of_top("violation")), ("easy", measures.easy),
    ("cracked", measures.in_day), ("strong", measures.strong), ("blocklist", measures.listed), ("user's name", measures.related),
    ("10 guesses", measures.empirical("held_out_10")), ("1,000", measures.empirical("held_out_1000")),
    ("left", measures.floor_bits), ("lost", measures.lost_bits),
]
# What stands above several columns.
GROUPS = r"of those that comply|random strings: bits|of these, found by"


def screen_tables(block, report, judge):
    """The columns of a table on the first screen, by the places of their heads."""
    start = next((n for n, line in enumerate(block) if any(is_row(line, p) for p in report.policies)), None)
    if start is None:
        return False
    heads, rows = block[:start], block[start:]
    for policy, line in ((p, line) for line in rows for p in report.policies if is_row(line, p)):
        for cell in re.finditer(r"(?:[<>]?\d[\d.]* %|<\.001 %|\d+\.\d\d(?! ?%)|–|too few)(?: of [\d,]+)?", line):
            above = column_head(heads, cell.end())
            if above == "mostly to":
                continue
            expected = [line_ for name, line_ in COLUMNS if name in above]
            if not judge.holds(bool(expected), f"the summary's column '{above}' has no line"):
                continue
            try:
                judge.equal(cell[0], expected[0](report, policy), f"summary, {policy}, {above}")
            except (KeyError, StopIteration, IndexError) as problem:
                judge.holds(False, f"summary, {policy}, {above}: {type(problem).__name__} {problem}")
    return True


def is_row(line, policy):
    """Whether a line is a policy's; long names are clipped inside."""
    name = re.match(r"(\S.*?)  +\S", line)
    if not name or "…" not in name[1]:
        return re.match(rf"{re.escape(policy)}  +\S", line) is not None
    start, end = name[1].split("…", 1)
    return policy.startswith(start) and policy.endswith(end)


def column_head(heads, end):
    """The words of the heads above a cell: a column begins where its heads do, and ends before the next."""
    found = []
    for head in heads:
        words = [word for word in re.finditer(r"\S+(?: \S+)*", head) if word.start() < end]
        if words and words[-1][0] != "policy":
            found.append(words[-1][0])
    return re.sub(GROUPS, "", " ".join(found)).strip()


def judge(report, judge):
    text = report.printed.get("verbose")
    if not text:
        return
    judge.meets("summary")
    blocks = [block.splitlines() for block in text.split("\n\n")]
    for number, block in enumerate(blocks):
        name = block[0].split("  ")[0]
        if name == "policy" or block[0].startswith("policy "):
            screen_tables(block, report, judge)
        elif number == 0:
            head(block[0], report, judge)
        elif name in READERS:
            READERS[name](block, report, judge)
        else:
            policy = next((p for p in report.policies if block[0].startswith(p + "  ")), None)
            if policy:
                policy_block(block, policy, report, judge)


def head(line, report, judge):
    if not report.entries() and "no password was read" in line:
        return
    told = re.match(r"(?:.*): (?:[\d,]+ accounts?, )?([\d,]+) (?:known )?passwords?(?:, ([\d,]+) distinct)?", line)
    if judge.holds(told is not None, f"the summary's head: {line}"):
        judge.equal(told[1], written.grouped(report.entries()), "the summary's head")
        if told[2]:
            judge.equal(told[2], written.grouped(report.entries("distinct")), "the summary's head")


def bars(block, report, judge, expected, what):
    """Lines of a name, a bar, a count and a share; the bars are as long as the shares are."""
    lengths = []
    for line in block:
        told = re.fullmatch(rf"\s*(\S.*?|\S)\s+({BAR})\s+([\d,]+)\s+({SHARE})", line)
        if not told:
            continue
        count = expected(told[1].strip())
        judge.equal((told[3], told[4]), (written.grouped(count), share_of(count, report.entries())), f"{what}, {told[1]}")
        eighths = sum(8 if c == "█" else "▏▎▍▌▋▊▉".index(c) + 1 for c in told[2].strip())
        lengths.append((eighths, count))
    most = max(lengths, key=lambda pair: pair[1], default=(0, 0))
    for eighths, count in lengths:
        exact = count * most[0] / most[1] if most[1] else 0
        judge.holds(abs(eighths - exact) <= 1 + exact / max(most[0], 1) or count and eighths == 1,
                    f"{what}: a bar of {eighths} eighths for {count}, {exact:.1f} in proportion")
    judge.holds(bool(lengths) or not report.entries(), f"{what}: no lines were read")


def lengths(block, report, judge):
    bins = report.bins("length")

    def count(name):
        if name.endswith("+"):
            return sum(c for n, c in bins.items() if int(n) >= int(name[:-1]))
        low, _, high = name.partition("–")
        return sum(c for n, c in bins.items() if int(low) <= int(n) <= int(high or low))
    median = re.search(r"median (\d+)", block[0])
    if median:
        judge.equal(int(median[1]), report.median_length(), "the summary's median")
    bars(block[1:], report, judge, count, "summary, lengths")
    shown = sum(written.read_count(m[1]) for m in (re.search(rf"([\d,]+)\s+{SHARE}$", line) for line in block[1:]) if m)
    judge.equal(shown, report.entries(), "the summary's lengths add up")


def strength(block, report, judge):
    if "zxcvbn" in block[0]:
        bars([re.sub(r"^  (\d)  \S+(?: \S+)*", r"  \1 ", line) for line in block[1:6]], report, judge,
             lambda name: report.count("score", name), "summary, scores")
    text = re.sub(r"\s+", " ", " ".join(block))
    day = re.search(r"cracked within a day \((.*?)\) at (.*?)(?= four-criteria|$)", text)
    judge.holds(day or not report.cracked(), "the summary does not say what is cracked within a day")
    if day:
        judge.equal(day[1], written.name_of(report), "the summary's estimate")
        judge.holds(sentences.calibration_of(report) in text, "the summary does not say how near its estimate is")
    write = written.by_estimate(report.estimate)
    for rate, share in re.findall(rf"([\w/]+): ({SHARE})", day[2] if day else ""):
        count = report.cracked().get(f"{rate} for 1 day")
        judge.equal(share, write(written.share(count, report.entries())), f"cracked at {rate}")
    for level, share in re.findall(rf"(weak|medium|strong) ({SHARE})", text):
        judge.equal(share, share_of(report.count("meter", level), report.entries()), f"the meter's {level}")


def shapes(block, report, judge):
    bars(block[1:], report, judge, lambda name: report.count("shape", name), "summary, shapes")


def parts_at(head, text):
    """What a pattern finds, each with the text up to the next."""
    found = list(re.finditer(head, text))
    ends = [match.start() for match in found[1:]] + [len(text)]
    return [(*match.groups(), text[match.end():end]) for match, end in zip(found, ends)]


def lists(block, report, judge):
    text = re.sub(r"\s+", " ", " ".join(block))
    listed = re.search(rf"blocklist ({SHARE}) listed \(([\d,]+)\)", text)
    if listed:
        judge.equal((listed[1], listed[2]), (share_of(report.listed(), report.entries()), written.grouped(report.listed())),
                    "the summary's blocklists")
    head = rf"(\S+(?: \([-a-z+:\d]+\))?) \(([\d,]+) values?\)(, of a policy's rule)?: ([\d,]+) hits?, ({SHARE})"
    for name, values, of_rule, hits, share, rest in parts_at(head, text):
        name = report.name_of_list(name)
        count = report.count("rule_list" if of_rule else "blocklist", name)
        judge.equal((hits, share), (written.grouped(count), share_of(count, report.entries())), f"hits of {name}")
        entry = next((b for b in report.manifest["blocklists"] if b["name"] == name), {"values": -1, "idle": {}})
        judge.equal(values, written.grouped(entry["values"]), f"values of {name}")
        policies = "|".join(re.escape(policy) for policy in sorted(report.policies, key=len, reverse=True))
        for count, policy in re.findall(rf"([\d,]+) of them nothing else would have caught under ({policies}|\S+)", rest):
            judge.equal(count, written.grouped(report.count("blocklist_only", name, policy)), f"what {name} alone caught, {policy}")
        for share, policy in re.findall(rf"({SHARE}) of its values can never refuse anything under ({policies}|[^:]+):", rest):
            judge.equal(share, written.percent(entry["idle"].get(policy, 0)), f"idle values of {name} under {policy}")


def policy_block(block, policy, report, judge):
    told = re.match(rf".*?  ({SHARE}) comply \(([\d,]+)\)", block[0])
    if not judge.holds(told is not None, f"the summary's block: {block[0]}"):
        return
    judge.equal((told[1], told[2]), (share_of(report.compliant(policy), report.entries_of(policy)),
                                     written.grouped(report.compliant(policy))), f"summary, {policy}")
    rows = [m for m in (re.fullmatch(rf"  (\S.*?)\s+({BAR})\s+({SHARE})\s+({SHARE})", line) for line in block) if m]
    rules = report.rules[policy]
    if judge.equal(len(rows), len(rules), f"rules of {policy} in the summary"):
        for row, rule in zip(rows, rules):
            counts = [report.count(m, rule["rule"], policy) for m in ("violation", "violation_only")]
            judge.equal((row[3], row[4]), tuple(share_of(c, report.entries_of(policy)) for c in counts),
                        f"summary, {policy}, {rule['rule']}")
    text = re.sub(r"\s+", " ", " ".join(block))
    together = re.search(r"most often together: (.*?)(?= those that comply|$)", text)
    shares = re.findall(rf"\(({SHARE})\)", together[1]) if together else []
    pairs = sorted((c for c in report.bins("violation_pair", policy).values() if c), reverse=True)
    if together:
        judge.equal(shares, [share_of(c, report.entries_of(policy)) for c in pairs[:3]], f"pairs of {policy}")
    left = re.search(r"those that comply: (.*)$", text)
    for pattern, measure in [
            (r"median length (\d+)", measures.median), (r"(?:, )([^,]*?) with a score of 0 or 1", measures.easy),
            (r"(?:, )([^,]*?) strong by the meter", measures.strong), (r"(?:, )([^,]*?) on a blocklist", measures.listed),
            (r"(?:, )([^,]*?) of other such accounts found by ten guesses", measures.bound)]:
        found = left and re.search(pattern, left[1])
        if found:
            judge.equal(found[1], measure(report, policy), f"summary, those that comply with {policy}")


def search_space(block, report, judge):
    """What is refused, found by ten, and needed for a quarter."""
    heads = block[1].split()
    for line in block[2:]:
        policy = next((p for p in report.policies if re.match(rf"  {re.escape(p)}\s", line)), None)
        if not policy or not re.search(r"\d", line):
            continue
        bits = re.findall(r"(?<![\d.])-?\d+\.\d\d(?!\d| %)", line)
        shares = re.findall(SHARE, line)
        expected = [share_of(report.entries_of(policy) - report.compliant(policy), report.entries_of(policy))] if "refused" in heads else []
        by_ten = measures.empirical("held_out_10")(report, policy) if "10" in heads else "–"
        judge.equal(shares, expected + [by_ten] * (by_ten != "–"), f"summary, search space of {policy}")
        if "floor" in heads:
            # A policy that no string meets has blank cells.
            known = [text for text in (measures.floor_bits(report, policy), measures.lost_bits(report, policy)) if text != "–"]
            judge.equal(bits[:len(known)] if known else bits, known, f"summary, bits of {policy}")


def by_list(block, report, judge):
    """A line for each list, and one for all."""
    heads = re.split(r"\s{2,}", block[0].strip())
    for line in block[1:]:
        row = re.split(r"\s{2,}", line.strip())
        if not judge.equal(len(row), len(heads), f"by list: {line}"):
            continue
        dataset = None if row[0] == "(all)" else row[0]
        judge.equal(row[1], written.grouped(report.entries(dataset=dataset)), f"by list, {row[0]}")
        for policy, cell in zip(report.policies, row[2:]):
            base = report.entries(dataset=dataset)
            expected = share_of(report.compliant(policy, dataset=dataset), base) if base else "–"
            judge.equal(cell, expected, f"by list, {row[0]}, {policy}")


def refused(block, report, judge):
    """What ten guesses find by what the refused do: a row a policy, and sentences on neighbours."""
    heads = next((line.split() for line in block if line.startswith("  policy ")), None)
    rows = [line for line in block for p in report.policies if re.match(rf"  {re.escape(p)}  +[<\d.]+ %", line)]
    expected = [p for p in report.policies if report.compliant(p) >= written.FOR_GUESSING]
    if judge.equal(len(rows), len(expected), "rows of what the refused do") and heads:
        for policy, line in zip(expected, rows):
            cells = [behaviours.share_on_page(report, policy, model) for model in heads[1:] if model != "tier"]
            cells += [behaviours.tier_on_page(report, policy)] if heads[-1] == "tier" else []
            judge.equal(re.split(r"  +", line.strip())[1:], cells, f"summary, the refused of {policy}")
    text = re.sub(r"\s+", " ", " ".join(block))
    judge.equal("Share of all accounts that" in text, report.manifest["guessing"]["weights"] == "accounts", "the summary's base")
    found = re.split(r"(?<=\.) (?=\S.*? (?:is found less often|are found equally often))", text)
    told = [piece for piece in found if "found less often" in piece or "found equally often" in piece]
    truncated = report.manifest["guessing"]["truncated"]
    judge.equal(len(told), 0 if truncated else len(behaviours.neighbours(report)), "neighbours of the summary")
    sentences.judge([(piece, True) for piece in told], report, judge)


def facts(block, report, judge):
    """Lines of the first screen about all passwords."""
    text = re.sub(r"\s+", " ", " ".join(block))
    scores = re.findall(rf"(\d) {BAR}(<?\d+) %", text.split("listed")[0]) if "zxcvbn" not in block[0] else []
    if scores and report.bins("score"):
        judge.equal(scores, [(str(s), written.whole_percent(written.share(c, report.entries()))) for s, c in zip(
            range(5), report.bins("score").values())], "summary, strength of all")
    for level, share in re.findall(rf"(weak|medium|strong) ({SHARE})", text):
        judge.equal(share, share_of(report.count("meter", level), report.entries()), f"summary, the meter's {level}")
    told = re.search(r"(?<=cracked )(combined estimate,|zxcvbn's estimate,|combined estimate by|guesses:|min-auto of).*?(?= uncovered | listed | users' names | no password |"
                     r" repetitions | not audited | lines |$)", text)
    if block[0].startswith("strength of all") and "%" in text:
        expected = written.brief(report) if report.policies and report.cracked() else None
        judge.equal(told and told[0], expected, "the summary's line about what is cracked")
    listed = re.search(rf"listed ({SHARE}) are on", text)
    if listed:
        judge.equal(listed[1], share_of(report.listed(), report.entries()), "summary, listed")


READERS = {"if the refused choose anew": refused, "strength of all": facts, "listed": facts, "length": lengths,
           "strength": strength, "shape": shapes, "blocklist": lists, "search space": search_space, "by list": by_list}
