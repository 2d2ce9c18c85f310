"""What guesses find by what the refused do, computed again from spectrum.csv: slow, plain, in fractions."""
from fractions import Fraction
import math
import re

import spectra
import written
from written import six_digits

HOME = object()
MODELS = ("proportional", "convergent", "uniform", "extraneous")
GUESSES = {"lambda_1": 1, "lambda_10": 10, "lambda_1000": 1000}


def refused(report, own):
    return report.spectra[""].total - own.total


def mixture(report):
    """The shares of the report's mixture, in the order of MODELS; None if it has none."""
    told = re.search(r"mixture p=(.*),c=(.*),u=(.*),e=(.*)$", report.manifest["readings"].get("behaviour", ""))
    return [Fraction(share) for share in told.groups()] if told else None


def chosen(own, moved, model):
    """The passwords of a policy under a model: each count, those of `uniform` times the number of passwords."""
    counts = [count for count, passwords in own.levels for _ in range(passwords)]
    if model == "convergent":
        counts[0] += moved
    elif model == "uniform":
        counts = [count * len(counts) + moved for count in counts]
    levels = {}
    for count in counts:
        levels[count] = levels.get(count, 0) + 1
    if model == "extraneous" and moved:
        levels[1] = levels.get(1, 0) + moved
    return spectra.Spectrum(list(levels.items()))


def found(report, own, model, guesses):
    """The share that the best guesses find."""
    moved = refused(report, own)
    if model != "mixture":
        after = chosen_once(report, own, model)
        return Fraction(after.mass(guesses), after.total)
    shares = mixture(report)
    mass, known = own.mass(guesses), min(guesses, own.distinct)
    some = shares[0] * Fraction(mass, own.total) + shares[1] + shares[2] * Fraction(known, own.distinct)
    return (mass + moved * some + min(guesses - known, shares[3] * moved)) / (own.total + moved)


def chosen_once(report, own, model):
    known = report.__dict__.setdefault("chosen", {})
    key = (id(own), model)
    if key not in known:
        known[key] = chosen(own, refused(report, own), model)
    return known[key]


def skeptic(after):
    """Slope, height at rank 1 and number of points of the line through ranks 1, 2, 4, …"""
    if after.distinct < 2:
        return None
    points, rank = [], 1
    while rank <= after.distinct:
        place, count = rank, 0
        for count, passwords in after.levels:
            if place <= passwords:
                break
            place -= passwords
        points.append((math.log10(rank), math.log10(count / after.total)))
        rank *= 2
    x, y = (sum(p[i] for p in points) / len(points) for i in (0, 1))
    slope = sum((a - x) * (b - y) for a, b in points) / sum((a - x) ** 2 for a, _ in points)
    return slope, 10 ** (y - slope * x), len(points)


def of(line):
    """A cell that is about the spectrum of a pure model; blank for a mixture."""
    def cell(c):
        if c.row["model"] == "mixture":
            return ""
        value = line(c, chosen_once(c.report, c.own, c.row["model"]))
        return "" if value is None else value
    return cell


def effort(share, place, write):
    def cell(c, after):
        known = after.effort(share)
        return write(known[place]) if known else ""
    return of(cell)


def least_bits(c):
    return f"{-math.log2(found(c.report, c.own, c.row['model'], 1)):.6f}"


def caveats(c):
    row = next(r for r in c.report.tables["empirical.csv"] if r["policy"] == c.row["policy"])
    filtered = written.CAVEATS["filtered"]
    return row["caveats_in_words"].replace(filtered, filtered + " " + written.CAVEATS["behaviour"])


def line(place):
    return of(lambda c, after: (lambda fit: None if fit is None else six_digits(fit[place]) if place < 2 else str(fit[2]))(
        skeptic(after)))


BEHAVIOUR = {
    "dataset": lambda c: c.report.dataset, "policy": lambda c: c.report.cell.get(c.policy, ""),
    "weights": lambda c: c.report.manifest["guessing"]["weights"],
    "model": lambda c: c.row["model"] if c.row["model"] in c.report.manifest["readings"]["behaviour"] else "one that was asked for",
    "refused": lambda c: str(refused(c.report, c.own)),
    "total": lambda c: str(c.whole.total) if c.row["model"] == "mixture" else str(chosen_once(c.report, c.own, c.row["model"]).total),
    "distinct": of(lambda c, after: str(after.distinct)), "min_entropy_bits": least_bits,
    "skeptic_alpha": line(0), "skeptic_amp": line(1), "skeptic_points": line(2), "caveats_in_words": caveats,
}
# Judged below, all three at once.
BEHAVIOUR.update(dict.fromkeys(("zipf_s", "zipf_c", "zipf_ks"), of(lambda c, after: HOME)))
for budget in (1, 10, 100, 1000, 10_000, 1_000_000):
    BEHAVIOUR[f"lambda_{budget}"] = lambda c, budget=budget: six_digits(found(c.report, c.own, c.row["model"], budget))
for share in ("0.25", "0.5"):
    BEHAVIOUR[f"mu_{share}"] = effort(share, 0, str)
    BEHAVIOUR[f"galpha_{share}_bits"] = effort(share, 3, lambda bits: f"{bits:.6f}")


def value(report, own, metric, model):
    """A metric, and the order of its values: the smaller one is better."""
    if metric in GUESSES:
        share = found(report, own, model, GUESSES[metric])
        return share, share
    known = None if model == "mixture" else chosen_once(report, own, model).effort("0.25")
    return (known[3], -known[3]) if known else (None, None)


def is_truncated(report):
    return report.manifest["guessing"]["truncated"]


def accepted(report):
    """The policies that accept something, in order, with their spectra."""
    known = {cell: report.spectra.get(cell) for cell in (report.cell[p] for p in report.policies)}
    return {cell: own for cell, own in known.items() if own and own.total}


def ordered(c):
    """The orders of all policies by the row's metric and model; computed once."""
    report, key = c.report, (c.row["metric"], c.row["model"])
    known = report.__dict__.setdefault("orders", {})
    if key not in known:
        known[key] = {cell: value(report, own, *key)[1] for cell, own in accepted(report).items()}
    return known[key]


def rank(c):
    order = ordered(c)
    own = order[c.row["policy"]]
    return "" if own is None or is_truncated(c.report) else str(1 + sum(o is not None and o < own for o in order.values()))


def tier(c):
    """The longest chain of policies, each better in all four models than the next, that ends in this one."""
    if is_truncated(c.report) or ordered(c)[c.row["policy"]] is None:
        return ""
    known = c.report.__dict__.setdefault("tiers", {})
    metric = c.row["metric"]
    if metric not in known:
        values = {cell: [value(c.report, own, metric, model)[1] for model in MODELS] for cell, own in accepted(c.report).items()}
        values = {cell: own for cell, own in values.items() if None not in own}
        chains = {}

        def chain(cell):
            if cell not in chains:
                chains[cell] = 1 + max((chain(o) for o, other in values.items() if all(
                    a < b for a, b in zip(other, values[cell]))), default=0)
            return chains[cell]
        known[metric] = {cell: chain(cell) for cell in values}
    return str(known[metric].get(c.row["policy"], ""))


def unless_truncated(cell):
    return lambda c: "" if is_truncated(c.report) else cell(c)


def between(c, low, high):
    """Whether a rank lies in the range that halves of the list give, or that is as wide as all policies."""
    return c.row[low] == c.row[high] == "" or 1 <= int(c.row[low]) <= int(c.row[high]) <= len(accepted(c.report))


def lo(c):
    return c.row["rank_lo"] if (c.row["rank_lo"] == "") == (c.row["value"] == "") and between(c, "rank_lo", "rank_hi") else "a rank"


RANKING = {
    "dataset": BEHAVIOUR["dataset"], "policy": BEHAVIOUR["policy"], "model": BEHAVIOUR["model"],
    "metric": lambda c: c.row["metric"] if c.row["metric"] in (*GUESSES, "galpha_0.25_bits") else "a metric",
    "value": unless_truncated(lambda c: six_digits(value(c.report, c.own, c.row["metric"], c.row["model"])[0])),
    "rank": rank, "rank_lo": lo, "rank_hi": lambda c: c.row["rank_hi"] if between(c, "rank_lo", "rank_hi") else "a rank",
    # By chance; Tests/Oracle/halves.py draws them apart.
    "half_sd": lambda c: c.row["half_sd"] if (c.row["half_sd"] == "") == (c.row["value"] == "") else "a number",
    "half_shift": lambda c: c.row["half_shift"] if (c.row["half_shift"] == "") == (c.row["value"] == "") else "a number",
    "tier": tier,
}


def flip(c):
    """The share from which the other policy is the better one, and which one is better throughout."""
    shares = []
    for side in ("first", "second"):
        own = c.report.spectra[c.row[side]]
        shares.append([found(c.report, own, model, int(c.row["guesses"])) for model in ("proportional", "convergent")])
    start, end = (shares[0][i] - shares[1][i] for i in (0, 1))
    turns = start / (start - end) if start != end else None
    if turns is not None and 0 < turns < 1:
        return six_digits(turns), ""
    sign = start or end
    return "", "" if sign == 0 else "first" if sign < 0 else "second"


FLIPS = {
    "dataset": BEHAVIOUR["dataset"], "policy": lambda c: c.row["first"],
    "guesses": lambda c: c.row["guesses"] if c.row["guesses"] in ("1", "10", "1000") else "a number of guesses",
    "first": lambda c: c.row["policy"], "second": lambda c: c.row["second"] if c.row["second"] in accepted(c.report) else "a policy",
    "flip_share": lambda c: flip(c)[0], "always": lambda c: flip(c)[1],
}


def judge(report, judge_):
    """The tables have every row, in order, and none else."""
    asked = "behaviour.csv" in report.tables
    judge_.equal("behaviour" in report.manifest["readings"], asked, "behaviour in the readings")
    if not asked:
        return
    models = [told.split()[0] for told in report.manifest["readings"]["behaviour"].split("; ")]
    cells = list(accepted(report))
    rows = report.tables["behaviour.csv"] or []
    judge_.equal([(r["policy"], r["model"]) for r in rows], [(c, m) for c in cells for m in models], "rows of behaviour.csv")
    for row in rows:
        if row["zipf_s"]:
            fit(report, row, judge_)
    rows = report.tables["ranking.csv"] or []
    metrics = [*GUESSES, "galpha_0.25_bits"]
    judge_.equal([(r["metric"], r["model"], r["policy"]) for r in rows],
                 [(metric, m, c) for metric in metrics for m in models for c in cells], "rows of ranking.csv")
    rows = report.tables["flips.csv"] or []
    pairs = [] if is_truncated(report) else [(str(g), a, b) for g in GUESSES.values() for n, a in enumerate(cells) for b in cells[n + 1:]]
    judge_.equal([(r["guesses"], r["first"], r["second"]) for r in rows], pairs, "rows of flips.csv")
    for cell, own in accepted(report).items():
        for guesses in (1, 10, 1000):
            least, most = (found(report, own, model, guesses) for model in ("extraneous", "convergent"))
            for model in models:
                judge_.holds(least <= found(report, own, model, guesses) <= most, f"{model} of {cell} is outside the bracket")


def fit(report, row, judge_):
    """The power law of a model: its factor and exponent are the best, its distance the largest."""
    after, what = chosen_once(report, report.spectra[row["policy"]], row["model"]), f"the power law of {row['policy']}, {row['model']}"
    if after.distinct > 6000:
        return
    exponent, factor, distance = (float(row[name]) for name in ("zipf_s", "zipf_c", "zipf_ks"))
    found_, best, slope = after.power_law(exponent, factor)
    # Six digits of the exponent move the best factor, and that the distance.
    judge_.near(distance, found_, 2e-5, f"{what}, distance")
    judge_.near(factor, best, 2e-5 * factor + 1e-7, f"{what}, factor")
    judge_.holds(abs(slope) < 1e-4 or exponent in (0, 1), f"{what}, exponent: slope {slope}")


# Of a page and of screens.
def share_on_page(report, policy, model):
    """The share that ten guesses find, as pages and screens write it."""
    own = report.spectra[report.cell[policy]]
    return written.precise(float(found(report, own, model, 10)))


def tier_on_page(report, policy):
    row = next(r for r in report.tables["ranking.csv"] if r["metric"] == "lambda_10" and r["policy"] == report.cell[policy])
    return row["tier"] or "–"


def neighbours(report):
    """Policies of which enough comply, by what ten guesses find if the refused choose as the others do."""
    known = [(found(report, report.spectra[report.cell[p]], "proportional", 10), n, p) for n, p in enumerate(report.policies)
             if report.cell[p] in accepted(report) and report.compliant(p) >= written.FOR_GUESSING]
    names = [policy for _, _, policy in sorted(known)]
    return list(zip(names, names[1:]))[:12]
