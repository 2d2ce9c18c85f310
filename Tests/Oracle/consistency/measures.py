"""What pages, screens and Markdown say of a policy, as they write it: a function of a report and a policy for each measure."""
import math

import written
from records import Report
from written import share_of


def comply(report, policy):
    return share_of(report.compliant(policy), report.entries_of(policy))


def of_those(count):
    """A share of compliant passwords, of which there may be few; a dash if there are none."""
    return lambda report, policy: written.of_compliant(count(report, policy), report.compliant(policy))


easy, listed, related = map(of_those, (Report.easy, Report.listed, Report.related))
strong = of_those(lambda report, policy: report.count("survivors_meter", "strong", policy))


def in_day(report, policy):
    """Found in a day, by the report's estimate."""
    return written.of_compliant(report.found_in_day(policy), report.compliant(policy), written.by_estimate(report.estimate))


def of_top(metric):
    """What the rule that refuses most does; nothing where none refuses any."""
    def share(report, policy):
        top = report.top_rule(policy)
        return share_of(report.count(metric, top, policy), report.entries_of(policy)) if top else ""
    return share


def median(report, policy):
    return str(report.median_length(policy)) if report.compliant(policy) else "–"


def empirical(column):
    """A share of empirical.csv, `lambda_…`, with more digits than it has there."""
    def share(report, policy):
        if not report.row("empirical.csv", policy)[column]:
            return "–"
        own = report.spectra[policy and report.cell[policy]]
        return written.precise(own.mass(int(column.split("_")[1])) / own.total)
    return share


def bound(report, policy):
    """Both ends of empirical.csv, of a policy or of all passwords, rounded so that they contain them."""
    row = next(r for r in report.tables["empirical.csv"] if r["policy"] == (report.cell[policy] if policy else ""))
    if not row["bound_10_upper"]:
        return "–"
    lower, upper = float(row["bound_10_lower"] or 0), float(row["bound_10_upper"])
    decimals = 2 if upper < 0.01 else 1
    unit = 10 ** (decimals + 2)
    low, high = (f"{ends / unit * 100:.{decimals}f}" for ends in (math.floor(lower * unit), math.ceil(upper * unit)))
    return f"≤ {high} %" if upper - lower > upper / 2 else f"{low}–{high} %"


def bits(report, policy, bucket):
    count = report.bins("space_bits", policy, "microbits").get(bucket)
    return None if count is None else count / 1e6


def floor_bits(report, policy):
    found = bits(report, policy, "floor")
    return "–" if found is None else written.bits(found)


def lost_bits(report, policy):
    gained, lost = bits(report, policy, "gained"), bits(report, policy, "lost")
    return written.bits(-gained) if gained is not None else "–" if lost is None else written.bits(lost)
