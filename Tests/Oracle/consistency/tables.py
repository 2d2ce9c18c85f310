"""The equalities of the other tables: a line for each column. A column or file without a line is a fault.

`HOME` means that the number's home is this table; other lines refer to it there.
"""
import math

import behaviours
import clauses
import records
import spectra
import written
from written import six_digits

HOME = behaviours.HOME
BUDGETS = [1, 10, 100, 1000, 10_000, 1_000_000]


class Context:
    """A row of a table with what its lines ask for."""

    def __init__(self, report, row, rows):
        self.report, self.row, self.rows = report, row, rows
        self.policy = next((name for name, cell in report.cell.items() if cell == row.get("policy")), "")
        self.whole = report.spectra.get("", spectra.Spectrum([]))
        self.own = report.spectra.get(row.get("policy", ""), spectra.Spectrum([]))

    def bits(self, number):
        return "" if number is None else f"{number:.6f}"

    def of_guessing(self, *path):
        """A number of `guessing` in audit.json; None if it has none."""
        guessing = self.report.manifest["guessing"]
        found = next((p for p in guessing["policies"] if p["policy"] == self.policy), {}) if self.policy else guessing["whole"]
        for name in path:
            found = (found or {}).get(name)
        return found


def if_any(function):
    """Of no password every metric is undefined."""
    return lambda c: function(c) if c.own.total else ""


def of_enough(function):
    """Of few compliant passwords nothing is said of what guesses find."""
    return lambda c: function(c) if c.own.total and (not c.policy or c.own.total >= written.FOR_GUESSING) else ""


def success(budget):
    return of_enough(lambda c: six_digits(c.own.mass(budget) / c.own.total))


def success_bits(budget):
    return of_enough(lambda c: c.bits(math.log2(budget * c.own.total / c.own.mass(budget)))
                  if budget <= c.own.distinct else "")


def effort(share, place, write):
    def cell(c):
        found = c.own.effort(share) if c.own.total else None
        return write(c, found[place]) if found else ""
    return cell


def first_rank(c):
    if not c.own.levels:
        return ""
    return str(1 + sum(p for count, p in c.whole.levels if count > c.own.top))


def entries_of(c):
    return c.report.compliant(c.policy) if c.policy else c.report.entries()


def accounts(c):
    return c.report.manifest["guessing"]["weights"]


def guessing_caveats(c):
    """The caveats of guessing.md that hold, by its own conditions."""
    own = c.own.total
    conditions = [
        ("filtered", c.policy and own), ("truncated", is_head(c)),
        ("unlike", c.policy and own and own * 10 < c.whole.total), ("population", True),
    ]
    return " ".join(written.CAVEATS[name] for name, holds in conditions if holds)


def is_head(c):
    """Whether the list is the top of a longer one, or of its own file."""
    manifest = c.report.manifest
    return manifest["guessing"]["truncated"] or not all(read["complete"] for read in manifest["inputs"])


def silence(c):
    """Why nothing is said of other accounts, by its own conditions."""
    reasons = [
        ("head", is_head(c)), ("repetitions", accounts(c) != "accounts"), ("few", c.own.total < 100),
        ("distinct", c.own.top == 1),
    ]
    return next((word for word, holds in reasons if holds), "")


def at_most(hits, trials, chance):
    """Pr[Bin(trials, chance) ≤ hits], term by term."""
    if chance >= 1:
        return float(hits >= trials)
    term = math.exp(
        math.lgamma(trials + 1) - math.lgamma(hits + 1) - math.lgamma(trials - hits + 1)
        + hits * math.log(chance) + (trials - hits) * math.log1p(-chance))
    total = 0.0
    while term > total * 1e-15:
        total += term
        term *= hits * (1 - chance) / ((trials - hits + 1) * chance)
        hits -= 1
    return total


def upper_bound(budget):
    """The end of Clopper and Pearson: so few hits or fewer have half a per cent there."""
    def cell(c):
        text = c.row[f"bound_{budget}_upper"]
        hits, trials = c.own.mass(budget), c.own.total
        if silence(c) or not text:
            return "" if silence(c) else "an end"
        if hits == trials:
            return "1"
        around = [at_most(hits, trials, float(text) * (1 + step)) for step in (-5e-6, 5e-6)]
        return text if around[0] >= 0.005 >= around[1] else "where the tail is half a per cent"
    return cell


def lower_bound(budget):
    """Its fold is the program's; it is below what the list itself shows."""
    def cell(c):
        text = c.row[f"bound_{budget}_lower"]
        if silence(c) or not text:
            return "" if silence(c) else "an end"
        return text if float(text) <= c.own.mass(budget) / c.own.total else "below the list's own share"
    return cell


def near(text, expected):
    """Equal, or of a last digit that other orders of adding round otherwise."""
    if text == expected:
        return True
    try:
        return abs(float(text) - float(expected)) <= 2e-6 * max(1, abs(float(expected)))
    except ValueError:
        return False


EMPIRICAL = {
    "dataset": lambda c: c.report.dataset,
    "policy": lambda c: c.report.cell.get(c.policy, ""),
    "weights": accounts,
    "lines": lambda c: str(sum(c.report.bins("lines").values())),
    "lines_undecodable": lambda c: str(c.report.count("quality", "ill-formed")),
    "accepted": lambda c: str(entries_of(c)),
    "accepted_share": lambda c: six_digits(written.share(entries_of(c), c.report.entries())) if c.report.entries() else "",
    "distinct": lambda c: str(c.report.entries("distinct")),
    "distinct_accepted": lambda c: str(
        c.report.compliant(c.policy, "distinct") if c.policy else c.report.entries("distinct")),
    "distinct_share": lambda c: six_digits(c.own.distinct / c.whole.distinct) if c.whole and c.whole.distinct else "",
    "top10_refused": lambda c: six_digits(c.own.refused_of_top(c.whole, dict(c.own.levels), 10)) if c.whole else "",
    "top1000_refused": lambda c: six_digits(c.own.refused_of_top(c.whole, dict(c.own.levels), 1000)) if c.whole else "",
    "first_accepted_rank": first_rank,
    "hartley_bits": if_any(lambda c: c.bits(c.own.hartley())),
    "shannon_bits": if_any(lambda c: c.bits(c.own.shannon())),
    "min_entropy_bits": if_any(lambda c: c.bits(math.log2(c.own.total / c.own.top))),
    "guesswork": if_any(lambda c: c.bits(c.own.guesswork())),
    "guesswork_bits": if_any(lambda c: c.bits(math.log2(2 * c.own.guesswork() - 1))),
    "unseen_mass": if_any(lambda c: six_digits(c.own.once / c.own.total)),
    "zipf_s": lambda c: six_digits(c.of_guessing("zipf", "exponent")),
    "zipf_c": lambda c: six_digits(c.of_guessing("zipf", "factor")),
    "zipf_ks": lambda c: six_digits(c.of_guessing("zipf", "deviation")),
    "caveats_in_words": guessing_caveats,
}
EMPIRICAL["bounds_none"] = silence
EMPIRICAL["resolved_guesses"] = lambda c: "" if silence(c) else HOME
for budget in BUDGETS:
    EMPIRICAL[f"bound_{budget}_lower"] = lower_bound(budget)
    EMPIRICAL[f"bound_{budget}_upper"] = upper_bound(budget)
    EMPIRICAL[f"lambda_{budget}"] = success(budget)
    EMPIRICAL[f"lambda_{budget}_bits"] = success_bits(budget)
for share in ("0.1", "0.25", "0.5"):
    EMPIRICAL[f"mu_{share}"] = effort(share, 0, lambda c, number: str(number))
    for name, place in [(f"mu_{share}_bits", 1), (f"galpha_{share}", 2), (f"galpha_{share}_bits", 3)]:
        EMPIRICAL[name] = effort(share, place, lambda c, number: c.bits(number))


def guessed(c):
    """What an attacker finds, of spectrum.csv or audit.csv; HOME for the ends of other accounts."""
    attacker, guesses = c.row["attacker"], int(c.row["guesses"])
    if attacker in ("aware", "population", "occurrences"):
        return str(c.own.mass(guesses))
    if attacker == "model-aware":
        return HOME
    attacker = "model" if attacker == "model-blind" else attacker
    if attacker in records.SOURCES or attacker.startswith("guesses:"):
        decades = math.log10(guesses)
        if abs(decades - round(decades)) < 1e-9:
            halves = c.report.halves(c.policy, attacker)
            below = sum(count for bucket, count in halves.items() if float(bucket) < round(decades))
            # A password of exactly that many guesses is found by them, and stands in the next half decade.
            return (below, below + halves.get(f"{round(decades)}.0", 0))
    return HOME


def guessed_share(c):
    base = c.whole.total if c.row["attacker"] in ("population", "occurrences") else c.own.total
    return written.share(int(c.row["guessed"]), base)


def space(c, name):
    found = next((k for k in c.report.manifest.get("keyspaces") or [] if k["policy"] == c.policy), {})
    return found.get(name)


def bits_at(length):
    def cell(c):
        rows = [r for r in c.report.tables["keyspace.csv"] if r["policy"] == c.row["policy"]]
        return next((r["bits"] for r in rows if r["length"] == str(length)), "")
    return cell


def microbits(c, metric, bucket):
    count = c.report.bins(metric, c.policy, "microbits").get(bucket)
    return None if count is None else f"{count / 1e6:.6f}"


def lost(c):
    return microbits(c, "space_bits", "lost") or (
        "-" + microbits(c, "space_bits", "gained") if microbits(c, "space_bits", "gained") else "")


def of_results(column):
    """The same as `results` of audit.json, which `manifests.py` holds to audit.csv."""
    first, *rest = column.split("_")
    key = first + "".join(word[0].upper() + word[1:] for word in rest)

    def cell(c):
        entry = next(e for e in c.report.manifest["results"] if e["policy"] == c.policy)
        value = entry.get(key, entry.get("survivors", {}).get(key))
        return "" if value is None else f"{value:.6f}" if column.endswith(("_share", "_bits")) else (
            six_digits(value) if isinstance(value, float) else str(value))
    return cell


RESULTS = ["n", "accepted", "accepted_share", "refused", "refused_share", "easy", "easy_share", "guessed_in_day",
           "guessed_in_day_share", "guessed_in_day_by", "guessed_in_day_error", "on_blocklist", "on_blocklist_share", "user_name",
           "user_name_share", "median_length", "lambda_10", "bound_10_lower", "bound_10_upper", "floor_bits"]

TABLES = {
    "results.csv": {"dataset": EMPIRICAL["dataset"], "policy": EMPIRICAL["policy"]} | {
        column: of_results(column) for column in RESULTS} | {
        "floor_bits": lambda c: microbits(c, "space_bits", "floor") or ""},
    "behaviour.csv": behaviours.BEHAVIOUR, "ranking.csv": behaviours.RANKING, "flips.csv": behaviours.FLIPS,
    "empirical.csv": EMPIRICAL,
    "curve.csv": {
        "dataset": EMPIRICAL["dataset"], "policy": EMPIRICAL["policy"], "attacker": HOME, "guesses": HOME,
        "guessed": guessed, "guessed_share": guessed_share,
    },
    # Its home; audit.csv has the sums.
    "spectrum.csv": {"dataset": EMPIRICAL["dataset"], "policy": EMPIRICAL["policy"], "count": HOME,
                     "passwords": HOME},
    "rules.csv": {"dataset": EMPIRICAL["dataset"], "policy": EMPIRICAL["policy"], "rule": HOME, "text": HOME},
    # Its home, which page and audit.json repeat.
    "clauses.csv": dict.fromkeys(clauses.COLUMNS, HOME),
    "policy.csv": {
        "policy": lambda c: c.report.cell.get(c.policy, ""), "rules": lambda c: c.report.text_of(c.policy), "alphabet": HOME,
        "obligations": HOME, "obligations_effective": HOME, "max_run": HOME, "min_length": HOME,
        "max_length": HOME, "lower_from": HOME, "upper_from": HOME,
        "floor_bits": lambda c: microbits(c, "space_bits", "floor") or "",
        "floor_length": lambda c: str(space(c, "floorLength") or ""), "bits_per_char": HOME,
        "bits_8": bits_at(8), "bits_12": bits_at(12), "bits_16": bits_at(16), "bits_20": bits_at(20),
        "total_bits": lambda c: next((r["cumulative_bits"] for r in reversed(c.report.tables["keyspace.csv"])
                                      if r["policy"] == c.row["policy"]), ""),
        "lost_ascii_floor": lost,
        "costliest_rule": lambda c: space(c, "costliestRule") or "", "impossible": HOME, "uncounted": HOME,
        "counted_on": HOME, "caveats_in_words": HOME,
    },
    "keyspace.csv": dict.fromkeys(
        ["policy", "length", "share_ascii", "lost_ascii", "lost_unicode", "lost_own_alphabet"], HOME) | {
        "count": HOME,
        "bits": lambda c: f"{math.log2(int(c.row['count'])):.6f}" if int(c.row["count"]) else "",
        "cumulative_count": lambda c: str(sum(int(r["count"]) for r in c.rows if r["policy"] == c.row["policy"]
                                              and int(r["length"]) <= int(c.row["length"]))),
        "cumulative_bits": lambda c: f"{math.log2(int(c.row['cumulative_count'])):.6f}"
        if int(c.row["cumulative_count"]) else "",
    },
    "rule_cost.csv": dict.fromkeys(
        ["policy", "length", "rule", "kind", "alone_bits", "last_bits", "shapley_bits", "delete_line_bits",
         "implied"], HOME),
}
# Their rows are judged in metrics.py, and in sheets.py.
OTHERS = {"audit.csv"}


def judge(report, judge_):
    for name, rows in report.tables.items():
        lines = TABLES.get(name)
        if name in OTHERS or lines is None and "metric" in (rows[0] if rows else {}):
            continue
        if not judge_.holds(lines is not None, f"{name} has no line in TABLES"):
            continue
        judge_.meets(name)
        for number, row in enumerate(rows):
            context = Context(report, row, rows)
            for column, text in row.items():
                line = lines.get(column)
                if line is None:
                    judge_.holds(number > 0, f"{name}, column {column} has no line in TABLES")
                    continue
                expected = HOME if line is HOME else line(context)
                what = f"{name}, row {number + 1} ({row.get('policy')}), {column}"
                if expected is HOME:
                    continue
                if isinstance(expected, tuple):
                    judge_.holds(expected[0] <= int(text) <= expected[1], f"{what}: {text}, not {expected}")
                elif isinstance(expected, float):
                    judge_.holds(near(text, expected) or abs(float(text) - expected) <= 1e-6 + 0.5 / max(
                        1, context.own.total), f"{what}: {text}, not {expected}")
                else:
                    judge_.holds(near(text, expected), f"{what}: {text!r}, not {expected!r}")
