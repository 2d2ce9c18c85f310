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


NO_POLICY = "no policy"


def refused(report, policy):
    """What is refused of all, and of how many if policies are in force for some only."""
    if policy == NO_POLICY:
        return "none"
    total = report.entries_of(policy)
    return share_of(total - report.compliant(policy), total) + (f" of {total:,}" if accounts.audiences(report) else "")


def accepted(report, policy):
    return written.grouped(report.entries() if policy == NO_POLICY else report.compliant(policy))


def whole_share(count):
    """A share of the accepted in whole per cent, whose number stands beside it."""
    def share(report, policy):
        total = report.entries() if policy == NO_POLICY else report.compliant(policy)
        found = count(report, "" if policy == NO_POLICY else policy)
        if found is None or not total:
            return "–"
        if policy == NO_POLICY:
            return written.rounded_percent(written.share(found, total))
        if total < written.FOR_SHARES:
            return "too few"
        return written.rounded_percent(written.share(found, total)) + written.mark(report, report.text_of(policy))
    return share


def at_login(report, policy):
    """Passwords that need fewer than 1,000 guesses."""
    return sum(count for half, count in report.halves(policy).items() if half not in ("inf", "nan") and float(half) < 3)


def at(rate):
    return whole_share(lambda report, policy: report.cracked(policy).get(f"{rate} for 1 day"))


def of_all_or(measure, of_all):
    """A measure of those that a policy accepts, and of all without one."""
    return lambda report, policy: of_all(report) if policy == NO_POLICY else measure(report, policy)


def whole_list(column):
    """A share of empirical.csv, of all without a policy; of fewer passwords than 1,000 none."""
    def share(report, policy):
        if policy == NO_POLICY and report.entries() < written.FOR_GUESSING:
            return "–"
        return measures.empirical(column)(report, "" if policy == NO_POLICY else policy)
    return share


# What each column of a table of policies says, by words of its head, from the left.
COLUMNS = [
    ("refused", refused), ("accepted", accepted), ("login page", whole_share(at_login)), ("slow hash", at("1e4/s")),
    ("fast hash", at("1e10/s")), ("a day at", whole_share(lambda r, p: r.found_in_day(p))),
    ("score 0–1", of_all_or(measures.easy, lambda r: share_of(r.easy(), r.entries()))),
    ("strong", of_all_or(measures.strong, lambda r: share_of(r.count("meter", "strong"), r.entries()))),
    ("blocklist", of_all_or(measures.listed, lambda r: share_of(r.listed(), r.entries()))),
    ("user's name", of_all_or(measures.related, lambda r: share_of(r.related(), r.entries()))),
    ("only this rule", measures.of_top("violation_only")), ("other fault", measures.of_top("violation_only")), ("break it", measures.of_top("violation")),
    ("1,000 commonest", whole_list("lambda_1000")), ("10 commonest", whole_list("lambda_10")),
    ("length", lambda r, p: length_of_floor(r, p)), ("bits fewer", measures.lost_bits), ("bits of guesswork", lambda r, p: quarter(r, p)),
    ("bits", measures.floor_bits),
]
# What stands above several columns.
GROUPS = r"guessed, of the accepted|of the accepted"


def length_of_floor(report, policy):
    """The length of the shortest random strings, which stands in policy.csv only."""
    cell = report.row("policy.csv", policy)["floor_length"]
    return cell or "–"


def quarter(report, policy):
    cell = report.row("empirical.csv", "" if policy == NO_POLICY else policy)["galpha_0.25_bits"]
    return written.bits(float(cell)) if cell else "–"


def screen_tables(block, report, judge):
    """The columns of a table of policies, by the places of their heads."""
    names = [NO_POLICY, *report.policies]
    start = next((n for n, line in enumerate(block) if any(is_row(line, p) for p in names)), None)
    if start is None:
        return
    heads, rows = block[:start], block[start:]
    found = [(p, line) for line in rows for p in names if is_row(line, p)]
    for policy, line in found:
        for cell in re.finditer(r"(?<=  )(?:none|[<>]?\d[\d.]* %\*?|<\.001 %|-?\d+\.\d\d(?! ?%)|–|too few|[\d,]+)(?: of [\d,]+)?(?=  |$)", line):
            above = column_head(heads, cell.end())
            if above.startswith(("the rule that", "most by")):
                continue
            expected = [line_ for name, line_ in COLUMNS if name in above]
            if not judge.holds(bool(expected), f"the summary's column '{above}' has no line"):
                continue
            try:
                judge.equal(cell[0], expected[0](report, policy), f"summary, {policy}, {above}")
            except (KeyError, StopIteration, IndexError, TypeError) as problem:
                judge.holds(False, f"summary, {policy}, {above}: {type(problem).__name__} {problem}")
    return found


def comparison(block, report, judge):
    """A row without a policy, one for each policy, and those beside a second factor last."""
    judge.meets("the summary's table of policies")
    found = [policy for policy, _ in screen_tables(block, report, judge) or []]
    beside = [policy for policy in report.policies if written.is_beside(report, policy)]
    if len(set(report.policies)) == len(report.policies):
        judge.equal(set(found), {NO_POLICY, *report.policies}, "rows of the summary")
    judge.equal(found[:1], [NO_POLICY], "the first row of the summary")
    text = re.sub(r"\s+", " ", " ".join(block))
    marked = any(re.search(r" %\*", line) for line in block)
    judge.equal("* means: error not measured for" in text, marked, "what the mark of the summary's table means")
    judge.equal("second factor" in text, bool(beside), "the summary's line about a second factor")
    told = re.search(r"Each gets ((?:[^.]|\.(?=\d))*)\.", text)
    each = {name: f"{guesses} guesses ({name})" for name, guesses in (
        ("login page", "1,000"), ("slow hash", "8.64·10⁸"), ("fast hash", "8.64·10¹⁴")) if name in attackers(report)}
    days = " or ".join(words for name, words in each.items() if name != "login page")
    parts = [each[name] for name in each if name == "login page"] + ([f"with stolen data a day: {days}"] if days else [])
    judge.equal(told and told[1], ", or ".join(parts) or None, "the guesses on each account")


def attackers(report):
    """The attackers of whom the first screen says what they guess."""
    return [name for name, is_known in (
        ("login page", bool(report.cracked()) and report.below_thousand() is not None), ("slow hash", "1e4/s for 1 day" in report.cracked()),
        ("fast hash", "1e10/s for 1 day" in report.cracked())) if is_known]


def rates(block, report, judge):
    """What attacks of a day guess, a column for each rate."""
    heads = block[1].split()[1:]
    judge.meets("rates of the summary")
    names = {re.sub(r"^1e(\d+)", lambda power: "10" + power[1].translate(written.RAISING), name.partition(" for ")[0]):
             name for name in report.cracked() if name.endswith(" for 1 day")}
    judge.equal(heads, list(names)[:6], "the rates of the summary")
    judge.holds(f"({written.name_of(report)})" in block[0], "the summary does not name its estimate")
    for policy, line in ((p, line) for line in block for p in [NO_POLICY, *report.policies] if is_row(line, p)):
        cells = re.split(r"  +", line)[1:]
        for head, cell in zip(heads, cells):
            name = names.get(head)
            expected = whole_share(lambda r, p: r.cracked(p).get(name))(report, policy)
            judge.equal(cell, expected, f"summary, {policy} at {head}")


def reasons(block, report, judge):
    """The rule that most passwords break, of each policy of which some break one."""
    found = [policy for policy, _ in screen_tables(block, report, judge) or []]
    expected = {p for p in report.policies if report.top_rule(p)}
    judge.equal(set(found), expected, "policies of which the summary says why")


def random_strings(block, report, judge):
    screen_tables(block[1:], report, judge)
    caveats(block, report, "policy.csv", report.policies, judge)


def commonest(block, report, judge):
    screen_tables(block[1:], report, judge)
    caveats(block, report, "empirical.csv", ["", *report.policies], judge)
    silence = report.row("empirical.csv", "")["bounds_none"]
    told = re.search(r"Nothing is said of other accounts: ([^.]*)\.", re.sub(r"\s+", " ", " ".join(block)))
    judge.equal(told[1] if told else "", SILENCES[silence], "why the summary says nothing of other accounts")


# Why nothing is said of other accounts, by the words of `bounds_none`.
SILENCES = {
    "": "", "head": "it is the top of a longer list", "few": "it has fewer than 100 accounts",
    "repetitions": "its repetitions are not known to be accounts (--weights accounts states that they are)",
    "distinct": "no password repeats, as in a list without repetitions",
}


# The caveats that stand as sentences below the table of their numbers; others are about no number there.
CAVEATS = [
    "Keyspace is about random strings", "Nominal: counts every scalar", "Lists and scores are not counted",
    "At most: the system", "Filtered list: assumes", "Within a truncated list", "Less than a tenth of the list",
    "A leak is not a random sample",
]


def caveats(block, report, table, policies, judge):
    """A sentence for each caveat of the rows."""
    text = re.sub(r"\s+", " ", " ".join(block))
    cells = [report.row(table, p)["caveats_in_words"] for p in policies]
    for words in CAVEATS:
        judge.equal(words in text, any(words in cell for cell in cells), f"the caveat '{words}' of the summary")


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
        if words and words[-1][0] not in ("policy", "why refused"):
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
        start = next((start for start in TABLES if block[0].startswith(start)), None)
        if number == 0:
            head(block, report, judge)
        elif start:
            TABLES[start](block, report, judge)
        elif name in READERS:
            READERS[name](block, report, judge)
        else:
            policy = next((p for p in report.policies if block[0].startswith(p + "  ")), None)
            if policy:
                policy_block(block, policy, report, judge)


def head(block, report, judge):
    line = " ".join(line.strip() for line in block)
    if not report.entries() and "no password was read" in line:
        return
    told = re.match(r"([\d,]+) polic(?:y|ies) tried on ([\d,]+) (?:known )?passwords?(?: of [\d,]+ accounts?)? \(.*?(?:; ([\d,]+) different)?\)", line)
    if judge.holds(told is not None, f"the summary's head: {line}"):
        judge.equal(told[1], written.grouped(len(report.policies)), "the summary's head")
        judge.equal(told[2], written.grouped(report.entries()), "the summary's head")
        if told[3]:
            judge.equal(told[3], written.grouped(report.entries("distinct")), "the summary's head")


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
    median = re.search(rf"({SHARE}) of all have ([\d,]+) code points? or fewer", block[0])
    if judge.holds(median is not None, f"the title of the summary's lengths: {block[0]}"):
        half = report.median_length()
        below = sum(count for length, count in bins.items() if int(length) <= half)
        judge.equal((median[1], written.read_count(median[2])), (share_of(below, report.entries()), half), "the summary's median")
    bars(block[1:], report, judge, count, "summary, lengths")
    shown = sum(written.read_count(m[1]) for m in (re.search(rf"([\d,]+)\s+{SHARE}$", line) for line in block[1:]) if m)
    judge.equal(shown, report.entries(), "the summary's lengths add up")


def strength(block, report, judge):
    if "zxcvbn" in block[0]:
        bars([re.sub(r"^  (\d)  \S+(?: \S+)*", r"  \1 ", line) for line in block[1:6]], report, judge,
             lambda name: report.count("score", name), "summary, scores")
    text = re.sub(r"\s+", " ", " ".join(block))
    if report.cracked():
        judge.holds(sentences.calibration_of(report) in text, "the summary does not say how near its estimate is")
    for level, share in re.findall(rf"(weak|medium|strong) ({SHARE})", text):
        judge.equal(share, share_of(report.count("meter", level), report.entries()), f"the meter's {level}")


def shapes(block, report, judge):
    """The commonest shapes; long ones are clipped, and of those that begin alike the commonest come first."""
    left = dict(report.bins("shape"))

    def count(name):
        alike = [shape for shape in left if shape == name or name.endswith("…") and shape.startswith(name[:-1])]
        return left.pop(max(alike, key=left.get)) if alike else 0
    bars(block[1:], report, judge, count, "summary, shapes")


def parts_at(head, text):
    """What a pattern finds, each with the text up to the next."""
    found = list(re.finditer(head, text))
    ends = [match.start() for match in found[1:]] + [len(text)]
    return [(*match.groups(), text[match.end():end]) for match, end in zip(found, ends)]


def lists(block, report, judge):
    text = re.sub(r"\s+", " ", " ".join(block))
    listed = re.search(rf"blocklist ({SHARE}) of all are on it \(([\d,]+)\)", text)
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
        for count, policy in re.findall(rf"([\d,]+) of them no other rule of ({policies}|\S+) refuses", rest):
            judge.equal(count, written.grouped(report.count("blocklist_only", name, policy)), f"what {name} alone caught, {policy}")
        for share, policy in re.findall(rf"({SHARE}) of its values can never refuse anything under ({policies}|[^:]+):", rest):
            judge.equal(share, written.percent(entry["idle"].get(policy, 0)), f"idle values of {name} under {policy}")


def policy_block(block, policy, report, judge):
    told = re.match(rf".*?  ({SHARE}) accepted \(([\d,]+)\)", block[0])
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
    together = re.search(r"broken together most often, whatever else is broken: (.*?)(?= accepted passwords|$)", text)
    shares = re.findall(rf"\(({SHARE})\)", together[1]) if together else []
    pairs = sorted((c for c in report.bins("violation_pair", policy).values() if c), reverse=True)
    if together:
        judge.equal(shares, [share_of(c, report.entries_of(policy)) for c in pairs[:3]], f"pairs of {policy}")
    left = re.search(r"accepted passwords: (.*)$", text)
    for pattern, measure in [
            (r"median length (\d+)", measures.median), (r"(?:, )([^,]*?) with zxcvbn's score 0 or 1", measures.easy),
            (r"(?:, )([^,]*?) strong by the meter", measures.strong), (r"(?:, )([^,]*?) on a blocklist", measures.listed),
            (r"(?:, )([^,]*?) of other such accounts guessed with ten guesses", measures.bound)]:
        found = left and re.search(pattern, left[1])
        if found:
            judge.equal(found[1], measure(report, policy), f"summary, those that {policy} accepts")


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


def refused_anew(block, report, judge):
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
    found = re.split(r"(?<=\.) (?=\S.*? (?:leaves less to guess|leave equally much to guess))", text)
    told = [piece for piece in found if "leaves less to guess" in piece or "leave equally much to guess" in piece]
    truncated = report.manifest["guessing"]["truncated"]
    judge.equal(len(told), 0 if truncated else len(behaviours.neighbours(report)), "neighbours of the summary")
    sentences.judge([(piece, True) for piece in told], report, judge)


def facts(block, report, judge):
    """Lines of the first screen about all passwords."""
    text = re.sub(r"\s+", " ", " ".join(block))
    for share, level in re.findall(rf"({SHARE}) (weak|medium|strong)", text):
        judge.equal(share, share_of(report.count("meter", level), report.entries()), f"summary, the meter's {level}")
    told = re.search(r"How sure Shares guessed are estimates: (.*?)(?= Of these, | So | A difference | Dictionaries | Uncovered | Blocklist "
                     r"| Users' names | No password | Repetitions | Not audited | Lines | Not covered |$)", text)
    expected = None
    if report.cracked() and report.entries():
        shown = attackers(report)
        expected = written.sure(report, ", ".join(n for n in shown if n != "fast hash") if "slow hash" in shown
                                else f"at {written.rate_of_day(report)}", "fast hash" in shown)
    judge.equal(told and told[1], expected, "the summary's lines about how sure its estimates are")
    in_short(text, report, judge)
    listed = re.search(rf"Blocklist ({SHARE}) of all are on", text)
    if listed:
        judge.equal(listed[1], share_of(report.listed(), report.entries()), "summary, listed")
    told = re.search(r"are on the built-in blocklist, (?:accepted by no policy|some accepted by (.*?))(?= Users' names | No password | Repetitions "
                     r"| Not audited | Lines | Not covered |$)", text)
    if told:
        names = [p for p in report.policies if report.listed(p)]
        judge.equal(told[1], written.several(names) if names else None, "summary, policies that accept what is listed")


def in_short(text, report, judge):
    """Two policies, or one and none: their shares, and whether the difference is certain, likely or open."""
    told = re.search(rf"So the difference of ({SHARE}) against ({SHARE}) \(.*?\) is (certain|likely|open)", text)
    if not told:
        return
    known = [p for p in report.policies if report.compliant(p) >= written.FOR_GUESSING and not written.is_beside(report, p)]
    rows = [(written.share(report.found_in_day(p), report.compliant(p)), written.error(report, report.text_of(p))) for p in known]
    if len(rows) == 1:
        rows.append((written.share(report.found_in_day(), report.entries()), written.error(report, "")))
    if not judge.equal(len(rows), 2, "the policies of the summary's difference"):
        return
    (low, low_error), (high, high_error) = sorted(rows, key=lambda row: row[0])
    judge.equal((told[1], told[2]), (written.rounded_percent(low), written.rounded_percent(high)), "the summary's difference")
    judge.equal(told[3], written.certainty((low, low_error), (high, high_error)), "whether the summary's difference is certain")


TABLES = {"policy ": comparison, "guessed in a day on each account": rates, "why refused": reasons,
          "random strings of each policy": random_strings, "guessed, of the accepted, by their": commonest}
FACTS = ("Folded", "Strength", "In short", "How sure", "Dictionaries", "Uncovered", "Blocklist", "Users' names", "No password",
         "Repetitions", "Not audited", "Lines", "Not covered")
READERS = {"if the refused choose anew": refused_anew, "length": lengths, "strength": strength, "shape": shapes,
           "blocklist": lists, "accepted by list": by_list, **dict.fromkeys(FACTS, facts)}
