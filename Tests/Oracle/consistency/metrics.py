"""The equalities of audit.csv. Metrics are those of the table in Documentation/report.md, and no others.

The table says whom a metric is about, its units, and whether its buckets add up to the base of its shares
(`whole`). A line here states the order of its buckets, the metric of all passwords that no bucket may exceed
(`within`), and equalities of its own.
"""
import collections
import itertools
import pathlib
import re

import accounts
import written as numbers
from relations import (
    bands, blocklist, blocklist_only, charset, classes, combined, compliance, cracked, guesses, least, length, meter_score, near,
    pairs, related, rules_of, sets, shapes, single, survivors_blocklist, survivors_length, violation, violations_per_entry)

Metric = collections.namedtuple("Metric", "about base whole units order within own")
LIST, POLICY, SURVIVORS, BOTH = "list", "policy", "survivors", "both"
ENTRIES, COMPLIANT, SUM, NONE = "entries", "compliant", "sum", "none"


def named(*names):
    """Exactly these buckets, in this order."""
    return lambda report, key, buckets: list(buckets) == list(names)


def named_with(last, *names):
    """These buckets, in this order, and perhaps a last one."""
    return lambda report, key, buckets: list(buckets) in (list(names), [*names, last])


def numbered(first, last=None, step=1):
    """Numbers without a gap; `last` None for any last one."""
    def check(report, key, buckets):
        found = [float(bucket) for bucket in buckets]
        firsts = first if isinstance(first, tuple) else (first,)
        if not found:
            return last is None
        expected = [found[0] + step * index for index in range(len(found))]
        return found[0] in firsts and found == expected and (last is None or found[-1] == last)
    return check


def decades(report, key, buckets):
    """zxcvbn's guesses: whole decades, or halves of them."""
    return numbered(0, None, 1 if report.in_whole_decades else 0.5)(report, key, buckets)


def falling(*ends):
    """The commonest first, then these."""
    def check(report, key, buckets):
        counts = [count for name, count in buckets.items() if name not in ends]
        tail = list(buckets)[len(counts):]
        return counts == sorted(counts, reverse=True) and tail == [end for end in ends if end in buckets]
    return check


def brought(report, key, buckets):
    """Half decades, then what an attack did not reach, then what no file has."""
    step = 1 if key[2].endswith("min_auto_log10") and report.groups.get((*key[:2], key[2].replace("min_auto", "model"), key[3])) else 0.5
    for prefix in dict.fromkeys(bucket.rpartition("+")[0] for bucket in buckets):
        names = [bucket.rpartition("+")[2] for bucket in buckets if bucket.rpartition("+")[0] == prefix]
        halves = {name: 0 for name in names if name[0].isdigit()}
        rest = names[len(halves):]
        if halves and not numbered(0, None, step)(report, key, halves) or rest != [n for n in ("unreached", "uncovered") if n in rest]:
            return False
    return True


def of_rules(report, key, buckets):
    return list(buckets) == [row["rule"] for row in rules_of(report, key)]


def of_pairs(report, key, buckets):
    names = [row["rule"] for row in rules_of(report, key)]
    return list(buckets) == [f"{a}+{b}" for a, b in itertools.combinations(names, 2)]


def any_order(report, key, buckets):
    return True


def ends_with_none(report, key, buckets):
    return list(buckets)[-1:] == ["none"]


def unique(report, key, buckets):
    return list(buckets) in [[str(n) for n in range(first, 31)] + ["31+"] for first in (0, 1)]


def kept(report, key, buckets):
    """Each rule `free`, then `other`, in the order of the rules; `all` last."""
    names = [bucket.rpartition(":")[0] for bucket in buckets][::2]
    ends = [f"{name}:{end}" for name in names for end in ("free", "other")]
    rules = [row["rule"] for row in rules_of(report, key)]
    measured = [name for name in names if name != "all"]
    return list(buckets) == ends and measured == [rule for rule in rules if rule in measured] and "all" not in names[:-1]


def kept_wholly(report, key, buckets, judge_):
    """Who complies keeps each rule of a policy without alternatives, and all of them, for free or otherwise."""
    dataset, policy, _, unit = key
    compliant = report.groups[dataset, policy, "compliance", unit]["compliant"]
    for bucket in buckets:
        name = bucket.rpartition(":")[0]
        if bucket.endswith(":free") and not name.startswith("or["):
            judge_.equal(buckets[bucket] + buckets[f"{name}:other"], compliant, f"{name} of {policy}, kept")


# The last one stands only where a policy names context words.
HABITS = named_with(
    "context",
    "capital-first", "capitals-only", "digits-last", *[f"digits-last-{n}" for n in (1, 2, 3, 4)], "digits-last-5+",
    "specials-last", "specials-last-1", "word", "word+digits", "word+specials", "word+digits+specials",
    "word+specials+digits", "digits+word", "digits", "cheapest", "year-this", "year-last", "year-other", "season",
    "month", "weekday", "date", "keyboard", "repeated", "common", "decorated-common", "leet")


def habit(report, key, buckets, judge_):
    """Digits last are one to five or more; templates, years and kinds of calendar words exclude each other."""
    last = [f"digits-last-{n}" for n in ("1", "2", "3", "4", "5+")]
    judge_.equal(sum(buckets[name] for name in last), buckets["digits-last"], f"digits last of {key}")
    total = base_of(report, METRICS[key[2]], key, buckets)
    for names in (
            ("word", "word+digits", "word+specials", "word+digits+specials", "word+specials+digits", "digits+word", "digits"),
            ("year-this", "year-last", "year-other"), ("season", "month", "weekday"), ("common", "decorated-common"),
            ("capital-first", "capitals-only")):
        judge_.holds(sum(buckets[name] for name in names) <= total, f"{names} of {key}")
    for part, whole in (("leet", "decorated-common"), ("specials-last-1", "specials-last"), ("cheapest", "capital-first")):
        judge_.holds(buckets[part] <= buckets[whole], f"{part} of {key}")
    lists = [count for bucket, count in near(report, key, "rule_list", "").items() if bucket.startswith("context")]
    judge_.equal("context" in buckets, bool(lists), f"context words of {key}")
    if lists and not key[1]:
        judge_.holds(max(lists) <= buckets["context"] <= sum(lists), f"context words of {key} and their lists")


def fall(report, key, buckets, judge_):
    """As many more are below a score with the words of dictionaries as fall below it, less those that rise above it."""
    dataset, policy, metric, unit = key
    with_, without = (report.groups[dataset, policy, metric.replace("score_fall", name), unit]
                      for name in ("score", "score_without_words"))
    for bound in range(1, 5):
        more = sum(with_[str(n)] - without[str(n)] for n in range(bound))
        judge_.holds(buckets[f"below {bound}"] >= more, f"below {bound} of {key}")


METERS = named("weak", "medium", "strong")
LINES = {
    "entries": (named("audited"),),
    "lines": (named("audited", "empty", "over-long", "cut", "malformed", "header"),),
    "quality": (named("ascii", "utf-8", "ill-formed"),),
    "normalisation": (named("changed", "unchanged"),),
    "control": (named("with", "without"),),
    "blank": (named("blank", "other"),),
    "length": (numbered((0, 1)), None, length),
    "unique": (unique,),
    "classes": (numbered((0, 1), 5), None, classes),
    "charset": (any_order, None, charset),
    "shape": (falling("other"), None, shapes),
    "meter": (METERS,),
    "score": (numbered(0, 4),),
    "score_without_words": (numbered(0, 4),),
    "score_fall": (named("below 1", "below 2", "below 3", "below 4"), None, fall),
    "guesses_log10": (decades, None, guesses),
    "combined_log10": (numbered(0, None, 0.5), None, combined),
    "brought_log10": (brought,),
    "model_log10": (numbered(0, None, 0.5),),
    "min_auto_log10": (brought, None, least),
    "meter_score": (any_order, None, meter_score),
    "blocklist": (ends_with_none, None, blocklist),
    "blocklist_band": (any_order, None, bands),
    "habit": (HABITS, None, habit),
    "compliance": (named("compliant", "violating"), None, compliance),
    "violation": (of_rules, None, violation),
    "violation_only": (of_rules, "violation", single),
    "violation_pair": (of_pairs, None, pairs),
    "violation_set": (falling("other", "none"), None, sets),
    "violations_per_entry": (numbered(0), None, violations_per_entry),
    "survivors_length": (numbered((0, 1)), "length", survivors_length),
    "user_name": (ends_with_none, None, related),
    "survivors_blocklist": (ends_with_none, "blocklist", survivors_blocklist),
    "blocklist_only": (any_order, "blocklist", blocklist_only),
    "habit_of_rule": (kept, None, kept_wholly),
    "repetition": (named("once", "repeated"),),
}
LINES |= {f"cracked{of}": (any_order, None, cracked) for of in ("", "_zxcvbn", "_brought", "_model", "_min_auto")}
# Those that comply are counted as all passwords are.
LINES |= {f"survivors_{name}": (LINES[name][0], name, *LINES[name][2:]) for name in (
    "unique", "meter", "score", "score_without_words", "score_fall", "guesses_log10", "combined_log10", "brought_log10",
    "model_log10", "min_auto_log10", "user_name", "habit", *(name for name in LINES if name.startswith("cracked")))}


def documented():
    """The metrics of the table in the documentation, with the lines that they have here."""
    page = pathlib.Path(__file__).resolve().parents[3] / "Documentation" / "report.md"
    found = {}
    for name, about, units, whole in re.findall(
            r"^\| `(\w+)` \| (\w+) \| ([\w, ]+) \| (yes|no) \|", page.read_text(), re.M):
        units = units.split(", ")
        base = (SUM if name == "lines" else NONE if units[0] == "microbits"
                else COMPLIANT if about == SURVIVORS or name == "habit_of_rule" else ENTRIES)
        order, within, own = (LINES.get(name, (any_order,)) + (None, None))[:3]
        found[name] = Metric(about, base, whole == "yes", units, order, within, own)
    assert set(LINES) <= set(found), f"lines of no metric: {set(LINES) - set(found)}"
    return found


METRICS = documented()
# Metrics whose order is the number of the bucket; that of the others counts from 0.
NUMBERED = {"length", "survivors_length", "unique", "survivors_unique", "classes", "violations_per_entry"}
# Metrics that are not sums over lists, or that name only the commonest of their buckets.
NOT_ADDED = {"shape", "violation_set", "repetition", "guessing_bits", "survivors_guessing_bits", "space_bits",
             "space_cost_bits"}


def base_of(report, line, key, buckets):
    dataset, policy, _, unit = key
    if line.base == SUM:
        return sum(buckets.values())
    if line.base == COMPLIANT:
        return report.groups.get((dataset, policy, "compliance", unit), {}).get("compliant", 0)
    if policy in [accounts.IN_FORCE] + [report.cell[name] for name in accounts.audiences(report)]:
        # These count the passwords of the accounts for which they are in force.
        return sum(report.groups.get((dataset, policy, "compliance", unit), {}).values())
    return report.entries(unit, dataset)


def judge(report, judge_):
    rows(report, judge_)
    for key, buckets in report.groups.items():
        dataset, policy, metric, unit = key
        if accounts.is_of_accounts(key):
            accounts.judge_metric(report, key, buckets, judge_)
            continue
        if policy == accounts.IN_FORCE:
            continue
        line = METRICS.get(metric)
        what = f"{metric}{' of ' + policy if policy else ''}{', ' + unit if unit != 'entries' else ''}"
        if not judge_.holds(line is not None, f"metric {metric} is not documented"):
            continue
        judge_.meets(metric)
        judge_.holds(line.about == BOTH or (line.about != LIST) == bool(policy), f"{what} is about {line.about}")
        judge_.holds(unit in line.units, f"{what} has the units {line.units}")
        judge_.holds(line.order(report, key, buckets), f"buckets of {what}: {list(buckets.items())[:8]}")
        if line.base == NONE:
            continue
        base = base_of(report, line, key, buckets)
        if line.whole:
            judge_.equal(sum(buckets.values()), base, f"the sum of {what}")
        for bucket, count in buckets.items():
            judge_.holds(count <= base, f"{what}, {bucket}: {count} of {base}")
        if line.within:
            name = "" if line.within != "violation" else policy
            outer = report.groups.get((dataset, name, line.within, unit), {})
            for bucket, count in buckets.items():
                judge_.holds(count <= outer.get(bucket, 0), f"{what}, {bucket}: {count} exceeds {line.within}")
        if unit == "distinct":
            entries = report.groups.get((dataset, policy, metric, "entries"))
            if judge_.holds(entries is not None or metric == "repetition", f"{what}: without entries"):
                # The commonest sets of entries are others than those of distinct passwords.
                for bucket, count in (buckets.items() if entries else ()):
                    if metric in NOT_ADDED and bucket == "other":
                        continue
                    judge_.holds(count <= entries.get(bucket, count), f"{what}, {bucket}: more than entries")
        if line.own:
            line.own(report, key, buckets, judge_)
    lists(report, judge_)
    accounts.judge(report, judge_)


def rows(report, judge_):
    """Each row: its share, its place, and that no other is like it."""
    datasets = list(dict.fromkeys(row.dataset for row in report.rows))
    judge_.equal(datasets[:1], [report.dataset], "the first dataset")
    policies = [""] + [report.cell[name] for name in report.policies] + [accounts.IN_FORCE]
    units = ["entries", "distinct", "microbits", "flags", "accounts", "lines"]
    places, seen = [], set()
    for row in report.rows:
        judge_.holds(row.policy in policies, f"policy {row.policy!r} of audit.csv")
        places.append((datasets.index(row.dataset), policies.index(row.policy) if row.policy in policies else -1,
                       row.metric, row.order, units.index(row.unit)))
        name = (row.dataset, row.policy, row.metric, row.bucket, row.unit)
        judge_.holds(name not in seen, f"two rows of {name}")
        seen.add(name)
        line = METRICS.get(row.metric)
        if accounts.is_of_accounts(name[:3] + (row.unit,)):
            key = name[:3] + (row.unit,)
            base = accounts.base_of(report, key, report.groups[key])
            judge_.equal(row.share, numbers.six_decimals(row.count, base), f"the share of {name}")
        if line is None:
            continue
        if row.unit in ("microbits", "flags"):
            judge_.equal(row.share, "", f"the share of {name}")
        else:
            key = name[:3] + (row.unit,)
            base = base_of(report, line, key, report.groups[key])
            judge_.equal(row.share, numbers.six_decimals(row.count, base), f"the share of {name}")
    judge_.equal(places, sorted(places), "the order of rows")
    orders = {}
    for row in report.rows:
        orders.setdefault((row.dataset, row.policy, row.metric, row.unit), []).append((row.bucket, row.order))
    for key, found in orders.items():
        if key[2] in NUMBERED:
            judge_.equal([order for _, order in found], [int(bucket.rstrip("+")) for bucket, _ in found], f"order of {key}")
        else:
            judge_.equal([order for _, order in found], list(range(len(found))), f"order of {key}")


def lists(report, judge_):
    """With several lists reported separately, their rows add up to those of all lists."""
    parts = list(dict.fromkeys(row.dataset for row in report.rows if row.dataset != report.dataset))
    # Strata of a directory have equalities of their own.
    if not parts or "strata" in report.manifest:
        return
    judge_.meets("--by-list")
    for (dataset, policy, metric, unit), buckets in report.groups.items():
        if dataset != report.dataset or metric in NOT_ADDED or unit != "entries":
            continue
        for bucket, count in buckets.items():
            of_parts = [report.groups.get((part, policy, metric, unit), {}).get(bucket, 0) for part in parts]
            judge_.equal(sum(of_parts), count, f"{metric}, {bucket} of {policy!r} over lists")
