"""What stands in the columns of the page's tables, computed from the report's CSV files."""
import re

import accounts
import clauses
import measures
import written
from scales import is_name, same_numbers
from written import share_of


# The first row of the first table.
NO_POLICY = "no policy"


class Row:
    """A row of a table on the page, with the numbers behind it."""

    def __init__(self, table, cells, elements, number, report, page=None):
        self.page = page
        self.table, self.cells, self.elements, self.number, self.report = table, cells, elements, number, report

    @property
    def name(self):
        """The row's name, without what stands beside it."""
        return self.elements[0].text(without=("code", "span")).strip() if self.elements else ""

    @property
    def policy(self):
        """The policy that the row names; None for all passwords, which no policy refuses."""
        if self.name in ("all passwords", NO_POLICY):
            return None
        # Of policies with the same rules the first stands for all.
        name = re.sub(r" and [\d,]+ more$", "", self.name)
        found = [p for p in self.report.policies if is_name(self.name, p) or is_name(name, p)]
        return found[0] if found else "?"

    @property
    def all(self):
        """The passwords that the row's policy is about, or that of its figure."""
        is_of_rules = re.match("Passwords (that break each rule of (?!the other)|by the exact set)", self.table.caption)
        policy = policy_of_figure(self) if is_of_rules else self.policy
        return self.report.entries_of(policy if policy in self.report.policies else "")

    @property
    def base(self):
        return self.report.compliant(self.policy) if self.policy else self.all

    def before(self, column):
        """The count in the column before."""
        return written.read_count(self.cells[column - 1])


def of_policy(measure):
    """A column of a measure of the row's policy."""
    return lambda row, at: measure(row.report, row.policy)


def count_and_share(count, of=lambda row: row.all):
    """A column of counts, and one of their shares of a base."""
    return [lambda row, at: written.grouped(count(row)), lambda row, at: share_of(row.before(at), of(row))]


def count_of_those(count):
    """The same of the accepted passwords with the row's policy, of which there may be few."""
    return [lambda row, at: written.grouped(count(row)), lambda row, at: (
        written.of_compliant(row.before(at), row.base) if row.policy else share_of(row.before(at), row.all))]


def broken(number, more=False):
    def count(row):
        bins = row.report.bins("violations_per_entry", row.policy)
        return sum(c for n, c in bins.items() if int(n) == number or more and int(n) > number)
    return count


def rule_of(row):
    """The id that stands behind a rule's text."""
    return row.cells[0].rsplit("(", 1)[1].rstrip(")")


def policy_of_figure(row):
    """The policy whose figure the table is in: f2-3 is the third with rules."""
    number = re.search(r"-(\d+)$", row.table.figure or "")
    # Of hundreds of policies some have figures.
    if len(row.report.policies) > 12 and number:
        name = re.sub(r".*(?:rule of|set: ?) ?", "", row.table.caption.replace("set of rules of", "set:")).removesuffix(" that they break")
        return next(p for p in row.report.policies if is_name(name.strip(), p))
    ruled = [p for p in row.report.policies if row.report.rules[p]]
    return ruled[int(number[1]) - 1] if number else row.report.shown


def rule_text(row, at):
    policy = policy_of_figure(row)
    return f"{row.report.rule_text(policy, rule_of(row))} ({rule_of(row)})"


def of_rule(metric):
    return lambda row: row.report.count(metric, rule_of(row), policy_of_figure(row))


def set_count(row):
    """Sets stand in the order of audit.csv; the last row sums the others."""
    policy = policy_of_figure(row)
    bins = row.report.bins("violation_set", policy)
    told = [c for name, c in bins.items() if name not in ("other", "none")]
    if row.name == "other sets":
        return bins["other"] + sum(told[row.number:])
    return told[row.number]


def set_name(row, at):
    """As many rules as the set of audit.csv has."""
    if row.name == "other sets":
        return row.name
    names = [n for n in row.report.bins("violation_set", policy_of_figure(row)) if n not in ("other", "none")]
    return row.name if names[row.number].count("+") == row.name.count(" + ") else names[row.number]


def score(number):
    return lambda row: row.report.count("survivors_score" if row.policy else "score", str(number), row.policy or "")


def meter(level):
    return lambda row: row.report.count("survivors_meter" if row.policy else "meter", level, row.policy or "")


def length_count(row):
    bins = row.report.bins("length")
    tail = re.fullmatch(r"(\d+)\+", row.name)
    if tail:
        return sum(c for n, c in bins.items() if int(n) >= int(tail[1]))
    return bins[row.name]


def length_name(row, at):
    """Lengths follow each other from the shortest on; the last row may be all longer ones."""
    first = next(int(n) for n, c in row.report.bins("length").items() if c)
    is_tail = row.number == len(row.table.cells) - 1 and row.name.endswith("+")
    return f"{first + row.number}{'+' if is_tail else ''}"


def named_estimate(row):
    """The estimate that a table names at its end, which is the report's."""
    name = row.table.caption.rpartition("(")[2].rstrip(")")
    if name != written.name_of(row.report):
        raise ValueError(f"{name} is not the report's estimate")
    return row.report.estimate


def by_half_decade(row, at):
    head = row.table.heads[at]
    decades = float(row.name.split("^")[1])
    policy = next((p for p in row.report.policies if is_name(head, p)), None)
    halves = row.report.halves(policy, named_estimate(row))
    count = sum(c for bucket, c in halves.items() if float(bucket) < decades)
    return share_of(count, row.report.compliant(policy) if policy else row.all)


def of_others(row, at):
    """A share of curve.csv, whose six digits may round either way."""
    attacker = ("at-most", "aware", "at-least")[at - 1]
    guesses = row.name.replace(",", "")
    share = next(float(r["guessed_share"]) for r in row.report.tables["curve.csv"]
                 if (r["policy"], r["attacker"], r["guesses"]) == ("", attacker, guesses))
    ends = [written.percent(share * (1 + step)) for step in (-1e-6, 1e-6)]
    return row.cells[at] if row.cells[at] in ends else ends[0]


def within_day(row, at):
    rate = row.table.heads[at].removeprefix("at ")
    raised = re.fullmatch(r"10([⁰¹²³⁴⁵⁶⁷⁸⁹]+)/(\w+)", rate)
    rate = f"1e{raised[1].translate(written.RAISED)}/{raised[2]}" if raised else rate
    estimate = named_estimate(row)
    count, write = row.report.cracked(row.policy, estimate).get(f"{rate} for 1 day"), written.by_estimate(estimate)
    return written.of_compliant(count, row.base, write) if row.policy else write(written.share(count, row.all))


def space(column, write=lambda text: written.bits(float(text)) if text else "–"):
    def cell(row, at):
        found = row.report.row("policy.csv", row.policy)
        return write(found[column]) if found else "–"
    return cell


def costs(row, at):
    """The costs in bits, from the largest down; their words are the policy's."""
    cell = row.report.cell[row.policy]
    floor = space("floor_length", str)(row, at)
    found = sorted((float(r["shapley_bits"] or r["last_bits"]) for r in row.report.tables["rule_cost.csv"]
                    if (r["policy"], r["length"]) == (cell, floor)), reverse=True)
    told = [piece.rsplit(": ", 1) for piece in row.cells[at].split("; ")] if row.cells[at] else []
    words = [piece[0] for piece in told] + [""] * len(found)
    return "; ".join(f"{word}: {written.bits(cost)}" for word, cost in zip(words, (c for c in found if c >= 0.005)))


def listed_on(row):
    name = row.report.name_of_list(row.cells[0])
    return row.report.count("blocklist" if name in row.report.bins("blocklist") else "rule_list", name)


def asked_by(row, at):
    return "the run" if row.report.name_of_list(row.cells[0]) in row.report.bins("blocklist") else "a policy's rule"


def values_of(row, at):
    name = row.report.name_of_list(row.cells[0])
    found = next((b for b in row.report.manifest["blocklists"] if b["name"] == name), None)
    return written.grouped(found["values"]) if found else ""


def only_on(row, at):
    name = row.report.name_of_list(row.table.heads[at])
    return written.grouped(row.report.count("blocklist_only", name, row.policy))


def banded(row):
    """The hits of the best values of a list: bands to that rank."""
    most = written.read_count(re.search(r"best ([\d,]+)", row.name)[1])
    number = int(re.search(r"-(\d+)$", row.table.figure)[1])
    name = row.report.manifest["blocklists"][number - 1]["name"]
    return sum(c for bucket, c in row.report.bins("blocklist_band").items()
               if bucket.rpartition("+")[0] == name and int(bucket.rpartition("+")[2]) <= most)


def key_rule(row, at):
    """The rule that refuses most, with its share and what it alone refuses."""
    top = row.report.top_rule(row.policy)
    below = row.elements[at].first("span")
    if top is None:
        return row.cells[at] if row.cells[at] == "nothing" else "nothing"
    any_, only = (row.report.count(m, top, row.policy) for m in ("violation", "violation_only"))
    expected = share_of(any_, row.all) + (f", alone {share_of(only, row.all)}" if only else "")
    words = row.elements[at].text(without=("span",))
    text = row.report.rule_text(row.policy, top)
    # The scale of zxcvbn's scores is no number of the rule.
    stated = words.replace(" (0–4)", "")
    return words + expected if below is not None and same_numbers(stated, text) else f"{text} {expected}"


def in_day(row, at):
    """The share found in a day; a dash if nothing complies. Its estimate stands above the table."""
    report = row.report
    if f"({written.name_of(report)})" not in row.table.caption:
        raise ValueError(f"the caption does not name {report.estimate}")
    return measures.in_day(report, row.policy)


LINES = {"audited": "audited", "empty": "empty", "over-long": "over-long", "cut off": "cut",
         "malformed": "malformed", "headers": "header"}


def line_count(row, at):
    if row.cells[0] in LINES:
        return written.grouped(row.report.count("lines", LINES[row.cells[0]]))
    if row.cells[0] == "audited though not UTF-8":
        return written.grouped(row.report.count("quality", "ill-formed"))
    return written.grouped(row.report.manifest["lines"]["scoredInPart"])


def by_list(row, at):
    """The passwords of a list, or the share of them that complies; a dash of none."""
    dataset = None if row.cells[0] == "all lists" else next(
        (r.dataset for r in row.report.rows if is_name(row.cells[0], r.dataset)), "?")
    entries = row.report.entries(dataset=dataset)
    if row.table.heads[at] == "passwords":
        return written.grouped(entries)
    policy = next(p for p in row.report.policies if is_name(row.table.heads[at], p))
    return share_of(row.report.compliant(policy, dataset=dataset), entries) if entries else "–"


def policy_name(row, at):
    """A policy of the report, in its order."""
    names = [row.report.policies[i] for i in range(len(row.report.policies))]
    return row.cells[0] if row.policy in names or row.policy is None else "a policy"


def key_name(row, at):
    """A policy in the report's order, of hundreds in any, with its own text if it has one."""
    policy = row.policy
    if policy is None:
        return NO_POLICY if row.number == 0 else "?"
    text = next((p["rules"] for p in row.report.manifest["policies"] if p["name"] == policy), "?")
    code = row.elements[0].first("code")
    is_own = policy != "?" and (code is None or is_name(code.text(), text))
    if len(row.report.policies) <= 12:
        is_own = is_own and policy == row.report.policies[row.number - (row.table.cells[0][0] == NO_POLICY)]
    return row.cells[0] if is_own else f"{policy}{text}"


def bar_of(row, at, share):
    """The bar behind a share is as long: the page's own style, in per cent."""
    box = row.elements[at].first("div")
    if box is None:
        raise ValueError("no bar behind the number")
    length = float(re.fullmatch(r"--v:([\d.]+)%", box.get("style"))[1])
    if abs(length - share * 100) > 0.0051:
        raise ValueError(f"a bar of {length} % for {share:.4%}")


def locked_out(row, at):
    """Refused of all, in whole per cent, with a bar."""
    noun = "account" if row.report.related() is not None or row.report.count("blank", "blank") else "password"
    all_ = row.report.entries()
    some = accounts.audiences(row.report)
    head = "refused" + ("" if some else f", of {all_:,} {noun}{'' if all_ == 1 else 's'}")
    if row.table.heads[at] != head:
        raise ValueError(f"the head is not '{head}'")
    share = written.share(row.all - row.base, row.all)
    if row.policy:
        bar_of(row, at, share)
    return written.whole(share) + (f" of {row.all:,}" if some else "")


def found_offline(row, at):
    """Found in a day of those admitted, in whole per cent; its head says how, and how near that is."""
    report = row.report
    error = written.error(report, report.text_of(row.policy) if row.policy else "")
    told = re.fullmatch(r"of the accepted, guessed in a day on each account \((\S+)(, a slow hash)?; (.*?)(?:, ([^,]*))?\)",
                        row.table.heads[at])
    rate = written.rate_of_day(report)
    if not told or told[1] != rate or (told[2] is not None) != (rate == "10⁴/s") or told[4] not in (error, None) \
            or told[3] != written.name_of(report):
        raise ValueError(f"the head, of {rate}, {report.estimate}, {error}")
    count = report.found_in_day(row.policy or "")
    has_bar = row.policy is None or row.base >= written.FOR_GUESSING
    if has_bar:
        bar_of(row, at, written.share(count, row.base))
    whisker = any(e.has_class("wh") for e in row.elements[at].walk())
    if whisker != (has_bar and error == written.WITHIN):
        raise ValueError("a whisker without a measured error, or none with it")
    # Where policies have different errors, each row states its own.
    words = written.of_compliant(count, row.base, written.rounded_percent) if row.policy else written.rounded_percent(
        written.share(count, row.base))
    return words + (
        error if told[4] is None and (row.policy is None or row.base >= written.FOR_SHARES) else "")


def accepted(row, at):
    """How many comply; the head has how many there are."""
    some = accounts.audiences(row.report)
    if row.table.heads[at] != ("accepted" if some else f"accepted, of {row.report.entries():,}"):
        raise ValueError("the head")
    return written.grouped(row.base) + (f" of {row.all:,}" if some else "")


def standards(row, at):
    """Standards whose binding clauses a policy breaks none of, as the table of clauses has them."""
    if row.policy is None:
        return "–"
    every = next((t for t in row.page.tables if t.caption == "Every clause tested"), None)
    place = next((n for n, head in enumerate(every.heads) if n > 1 and is_name(head, row.policy)), None) if every else None
    if place is None:
        return row.cells[at]
    def sign(name):
        return clauses.verdict(clauses.of_standard(row.page, name, place))
    nist, beside = sign("NIST SP 800-63B-4"), sign("NIST SP 800-63B-4 beside another factor")
    is_beside = nist != "✓" and beside == "✓"
    words = [f"NIST\u00a0{beside if is_beside else nist}" + (" beside a second factor" if is_beside else "")]
    words += [f"{short}\u00a0{sign(name)}" for short, name in (
        ("ASVS", "OWASP ASVS 5.0.0, level 1"), ("PCI", "PCI DSS 4.0.1"))]
    return " ".join(words) + " "
