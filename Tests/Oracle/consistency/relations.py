"""Equalities between the metrics of audit.csv, named in the table of `metrics.py`."""
import itertools
import math
import re

SECONDS = {"1 hour": 3600, "1 day": 86400, "30 days": 2592000, "1 year": 31536000}
PER = {"s": 1, "min": 60, "m": 60, "h": 3600, "d": 86400, "day": 86400}
KINDS = ["lower", "upper", "digit", "special", "other"]


def guesses_of(bucket):
    """The guesses of a time at a rate: `100/h for 1 day`."""
    rate, _, time = bucket.partition(" for ")
    number, _, per = rate.partition("/")
    return float(number) * SECONDS[time] / PER[per]


def near(report, key, metric, policy=None):
    """Another metric of the same list, policy (or none) and unit."""
    return report.groups.get((key[0], key[1] if policy is None else policy, metric, key[3]), {})


def rules_of(report, key):
    name = next((name for name, cell in report.cell.items() if cell == key[1]), None)
    return report.rules.get(name, [])


def length(report, key, buckets, judge):
    blanks = near(report, key, "blank").get("blank", 0)
    judge.equal(buckets.get("0", 0), blanks, "passwords of length 0 and blank ones")


def classes(report, key, buckets, judge):
    sums = {}
    for kinds, count in near(report, key, "charset").items():
        number = 0 if kinds == "none" else kinds.count("+") + 1
        sums[str(number)] = sums.get(str(number), 0) + count
    for bucket, count in buckets.items():
        judge.equal(count, sums.get(bucket, 0), f"classes, {bucket} by charset")


def charset(report, key, buckets, judge):
    expected = ["none"] if "none" in buckets else []
    for mask in range(1, 32):
        expected.append("+".join(kind for place, kind in enumerate(KINDS) if mask >> place & 1))
    judge.equal(list(buckets), expected, "the buckets of charset")


def shapes(report, key, buckets, judge):
    judge.holds(len(buckets) <= 101 + ("none" in buckets), f"{len(buckets)} shapes")
    marks = {"l": "lower", "U": "upper", "d": "digit", "!": "special", "o": "other"}
    sums = {}
    for shape, count in buckets.items():
        if shape in ("other", "none"):
            continue
        kinds = "+".join(kind for kind in KINDS if kind in {marks[mark] for mark in shape})
        sums[kinds] = sums.get(kinds, 0) + count
        sums[len(shape)] = sums.get(len(shape), 0) + count
    for name, count in sums.items():
        whole = near(report, key, "charset" if isinstance(name, str) else "length").get(str(name), 0)
        judge.holds(count <= whole, f"shapes of {name}: {count} of {whole}")


def meter_score(report, key, buckets, judge):
    for metric, at in [("meter", 0), ("score", 1)]:
        for bucket, count in near(report, key, metric).items():
            own = sum(c for name, c in buckets.items() if name.split("+")[at] == bucket)
            judge.equal(own, count, f"meter_score by {metric} {bucket}")


def combined(report, key, buckets, judge):
    """The combined estimate is at most a thousandfold above zxcvbn's."""
    for bucket in buckets:
        judge.holds(re.fullmatch(r"\d+\.[05]", bucket), f"a half decade {bucket}")
    halves = near(report, key, "survivors_guesses_log10" if key[1] else "guesses_log10")
    for edge in (float(bucket) for bucket in halves):
        weaker = sum(count for bucket, count in halves.items() if float(bucket) < edge)
        found = sum(count for bucket, count in buckets.items() if float(bucket) < edge + 3)
        judge.holds(weaker <= found, f"{key[2]}: {found} below {edge + 3}, by zxcvbn {weaker} below {edge}")


def guesses(report, key, buckets, judge):
    """Whole or half decades have numbers from 0 on, and scores lie between the cuts that they state."""
    width = 1 if report.in_whole_decades else 0.5
    for bucket in buckets:
        judge.holds(re.fullmatch(r"\d+\.[05]" if width < 1 else r"\d+\.0", bucket), f"a decade {bucket}")
    scores = near(report, key, "survivors_score" if key[1] else "score")
    cuts = report.manifest["readings"].get("strength", "")
    cuts = re.search(r"cuts (1e\d+, 1e\d+, 1e\d+, 1e\d+)", cuts)
    if not cuts or not scores:
        return
    below = 0
    for score, cut in enumerate(int(cut[2:]) for cut in cuts[1].split(", ")):
        below += scores[str(score)]
        found = [sum(c for b, c in buckets.items() if float(b) < edge) for edge in (cut, cut + width)]
        # zxcvbn's cuts lie five guesses above the power of ten.
        judge.holds(found[0] <= below <= found[1], f"scores to {score}: {below}, by half decades {found}")


def least(report, key, buckets, judge):
    """The least of several finds no fewer than any of them."""
    def below(halves, edge):
        return sum(count for name, count in halves.items() if name[0].isdigit() and float(name) < edge)
    prefix = "survivors_" if key[1] else ""
    others = sources(near(report, key, f"{prefix}brought_log10"))
    model = near(report, key, f"{prefix}model_log10")
    if model:
        others += [model, near(report, key, f"{prefix}guesses_log10")]
    judge.holds(len(others) > 1, f"{key[2]} of {len(others)} sources")
    for edge in range(1, 31):
        most = max((below(other, edge) for other in others), default=0)
        judge.holds(below(buckets, edge) >= most, f"{key[2]}: {below(buckets, edge)} below {edge}, of one of its sources {most}")


def sources(buckets):
    """Buckets by the source that they begin with, without it."""
    found = {}
    for bucket, count in buckets.items():
        source, _, name = bucket.rpartition("+")
        found.setdefault(source, {})[name] = count
    return list(found.values())


def cracked(report, key, buckets, judge):
    metric = {"zxcvbn": "guesses_log10", "brought": "brought_log10", "model": "model_log10", "min_auto": "min_auto_log10"}.get(
        key[2].partition("cracked")[2][1:], "combined_log10")
    halves = near(report, key, f"survivors_{metric}" if key[1] else metric)
    for own, found in zip(sources(halves) or [{}], sources(buckets), strict=True):
        cracked_by(report, key, metric, own, found, judge)


def cracked_by(report, key, metric, halves, buckets, judge):
    judge.holds(halves or not any(buckets.values()), f"{key[2]} without {metric}")
    last = {}
    for bucket, count in buckets.items():
        rate, budget = bucket.partition(" for ")[0], guesses_of(bucket)
        before = last.get(rate, (0, 0))
        judge.holds(budget >= before[0] and count >= before[1], f"cracked, {bucket}: {count} after {before}")
        last[rate] = (budget, count)
        width = 1 if metric == "min_auto_log10" and report.is_least_in_whole_decades or metric == "guesses_log10" and report.in_whole_decades else 0.5
        edge = math.floor(math.log10(budget) / width + 1e-9) * width
        found = [sum(c for b, c in halves.items() if b[0].isdigit() and float(b) < limit) for limit in (edge, edge + width)]
        judge.holds(found[0] <= count <= found[1], f"cracked, {bucket}: {count}, by half decades {found}")
    rates = [bucket.partition(" for ")[0] for bucket in buckets]
    times = [bucket.partition(" for ")[2] for bucket in buckets]
    judge.equal(times, list(SECONDS) * (len(times) // 4), "the times of cracked")
    judge.equal(rates, [rate for rate in dict.fromkeys(rates) for _ in SECONDS], "the rates of cracked")


def held(buckets, total, what, judge):
    lists = {name: count for name, count in buckets.items() if name != "none"}
    listed = total - buckets.get("none", 0)
    judge.holds(max(lists.values(), default=0) <= listed <= sum(lists.values()),
                f"{what}: {listed} listed, by list {list(lists.items())[:4]}")
    return lists


def blocklist(report, key, buckets, judge):
    lists = held(buckets, report.entries(key[3], key[0]), "blocklist", judge)
    named = [entry["name"] for entry in report.manifest["blocklists"]]
    told = list(lists) + list(near(report, key, "rule_list"))
    judge.holds(set(named) <= set(told), f"audit.json has blocklists {named}, audit.csv {told[:6]}")


def related(report, key, buckets, judge):
    """Relations to users' names overlap, as lists do."""
    total = near(report, key, "compliance").get("compliant", 0) if key[1] else report.entries(key[3], key[0])
    held(buckets, total, key[2], judge)


def survivors_blocklist(report, key, buckets, judge):
    held(buckets, near(report, key, "compliance").get("compliant", 0), f"survivors_blocklist of {key[1]}", judge)
    judge.equal(list(buckets), list(near(report, key, "blocklist", "")), "the lists of survivors_blocklist")


def blocklist_only(report, key, buckets, judge):
    survivors = near(report, key, "survivors_blocklist")
    for bucket, count in buckets.items():
        judge.holds(count <= survivors.get(bucket, 0), f"blocklist_only, {bucket}: {count} of {survivors.get(bucket)}")
    total = sum(count for name, count in survivors.items() if name != "none")
    listed = near(report, key, "compliance").get("compliant", 0) - survivors.get("none", 0)
    if len(buckets) <= 1:
        judge.equal(sum(buckets.values()), total, "what the only list alone holds")
    # One that is alone on its list counts once in the sum of lists, any other twice or more.
    judge.holds(2 * listed - sum(buckets.values()) <= total, f"blocklist_only of {key[1]}: {sum(buckets.values())}")


def bands(report, key, buckets, judge):
    sums, last = {}, {}
    for bucket, count in buckets.items():
        name, _, limit = bucket.rpartition("+")
        sums[name] = sums.get(name, 0) + count
        judge.holds(int(limit) > last.get(name, 0), f"bands of {name}: {limit} after {last.get(name)}")
        last[name] = int(limit)
    for name, count in sums.items():
        whole = (near(report, key, "rule_list") | near(report, key, "blocklist")).get(name)
        if whole is not None:
            judge.equal(count, whole, f"bands of {name} and its hits")


def compliance(report, key, buckets, judge):
    broken = near(report, key, "violations_per_entry")
    judge.equal(broken.get("0", 0), buckets["compliant"], "passwords that break no rule")


def lengths_by(report, key, judge, holds):
    return sum(count for bucket, count in near(report, key, "length", "").items() if holds(int(bucket)))


def violation(report, key, buckets, judge):
    """Rules that another metric counts by itself; and all rules together, by how many are broken."""
    broken = near(report, key, "violations_per_entry")
    judge.equal(sum(buckets.values()), sum(int(n) * c for n, c in broken.items()), f"violations of {key[1]}")
    judge.holds(len(broken) <= len(buckets) + 1, f"{key[1]}: {len(broken) - 1} broken of {len(buckets)} rules")
    kinds = near(report, key, "charset", "")
    for rule in rules_of(report, key):
        name, _, value = rule["text"].partition(":")
        value = value.strip()
        if rule["rule"] not in buckets or rule["rule"].startswith("or["):
            continue
        expected = None
        if name == "minlength" and value.isdigit():
            expected = lengths_by(report, key, judge, lambda length: length < int(value))
        elif name == "maxlength" and value.isdigit():
            expected = lengths_by(report, key, judge, lambda length: length > int(value))
        elif name == "required" and value in ("lower", "upper", "digit"):
            expected = sum(count for bucket, count in kinds.items() if value not in bucket.split("+"))
        elif name == "min-score" and value.isdigit():
            scores = near(report, key, "score", "")
            expected = sum(c for score, c in scores.items() if int(score) < int(value)) if scores else None
        elif name in ("blocklist", "context"):
            # A file's list is named as the file is, and by how it is compared.
            file = re.fullmatch(r'"(.*)\.txt" (\w+)', value)
            words = "context-substring" if value.endswith(" substring") else "context"
            bucket = words if name == "context" else file and file[1] + (f" ({file[2]})" if file[2] != "exact" else "")
            lists = near(report, key, "rule_list", "")
            # Further words have a number, which no policy names.
            expected = lists.get(bucket) if f"{bucket}-2" not in lists else None
        # Of policies that are in force for some accounts no metric has the others' lengths.
        if expected is not None and near(report, key, "compliance") and sum(near(report, key, "compliance").values()) == \
                report.entries(key[3], key[0]):
            judge.equal(buckets[rule["rule"]], expected, f"passwords that break {rule['text']} of {key[1]}")


def single(report, key, buckets, judge):
    broken = near(report, key, "violations_per_entry")
    judge.equal(sum(buckets.values()), broken.get("1", 0), f"passwords that break one rule of {key[1]}")


def pairs(report, key, buckets, judge):
    broken = near(report, key, "violations_per_entry")
    expected = sum(math.comb(int(number), 2) * count for number, count in broken.items())
    judge.equal(sum(buckets.values()), expected, f"pairs of broken rules of {key[1]}")
    rules = near(report, key, "violation")
    for first, second in itertools.combinations(rules, 2):
        count, most = buckets.get(f"{first}+{second}"), min(rules[first], rules[second])
        judge.holds(count is None or count <= most, f"violation_pair, {first}+{second}: {count} of {most}")


def sets(report, key, buckets, judge):
    """What each set states adds up to the other metrics of violations, if no set is left out."""
    judge.equal(buckets["none"], near(report, key, "compliance").get("compliant", 0), f"the empty set of {key[1]}")
    told = {frozenset(name.split("+")): c for name, c in buckets.items() if name not in ("other", "none")}
    judge.holds(len(told) <= 50, f"{len(told)} sets of {key[1]}")
    rest = buckets["other"]
    base = report.entries(key[3], key[0])
    for names, count in told.items():
        judge.holds(count * 1000 >= base, f"the set {sorted(names)} of {key[1]} has {count} of {base}")
    for metric, holds in [
            ("violation", lambda names, bucket: bucket in names),
            ("violation_only", lambda names, bucket: names == {bucket}),
            ("violation_pair", lambda names, bucket: set(bucket.split("+")) <= names)]:
        for bucket, count in near(report, key, metric).items():
            own = sum(c for names, c in told.items() if holds(names, bucket))
            judge.holds(own <= count <= own + rest, f"{metric}, {bucket} of {key[1]}: {count}, by sets {own} + {rest}")


def violations_per_entry(report, key, buckets, judge):
    told = {}
    others = 0
    for name, count in near(report, key, "violation_set").items():
        number = 0 if name == "none" else name.count("+") + 1
        if name == "other":
            others = count
        else:
            told[str(number)] = told.get(str(number), 0) + count
    for bucket, count in buckets.items():
        own = told.get(bucket, 0)
        judge.holds(own <= count <= own + others, f"{bucket} rules of {key[1]} broken: {count}, by sets {own} + {others}")


def survivors_length(report, key, buckets, judge):
    for rule in rules_of(report, key):
        name, _, value = rule["text"].partition(":")
        if rule["rule"] == name == "minlength":
            short = sum(count for bucket, count in buckets.items() if int(bucket) < int(value))
            judge.equal(short, 0, f"compliant passwords of {key[1]} below its least length")
