"""The equalities of a directory's rows of audit.csv, which are about accounts: a line for each metric.

A line states the buckets in their order and the base of shares: the sum of the buckets, or another metric's.
`EQUAL` holds sums that are of the same accounts, and `judge` counts that stand in two metrics.
"""
import itertools

import written

SHARING = ("1", "2", "3-5", "6-10", "11-100", "101+")
AGES = ("0-30", "31-90", "91-180", "181-365", "366-730", "731-1825", "1826-3650", "3651+", "never", "later", "unknown")
FINDINGS = ("blank", "cracked", "listed", "user-name", "shared", "shared-across", "lm", "reversible", "history-reuse", "increment")
VERDICTS = ("compliant", "violating", "open")
IN_FORCE = "in force"
# Buckets; the metric whose sum is the base of shares, if it is not the own one.
METRICS = {
    "account_kind": (("user", "machine", "system"), None), "account_state": (("enabled", "disabled", "unknown"), None),
    "account_password": (("blank", "cracked", "unproven", "uncracked", "no-hash"), None), "age": (AGES, None),
    "commonest": (("1", "10", "100", "1000"), "shared"), "finding": (FINDINGS, "account_password"),
    "history_reuse": (("current", "earlier", "none"), None),
    "history_step": (("increment", "edit", "earlier", "none", "undecidable"), None),
    "listed": (("cracked", "uncracked", "unlisted"), None), "lm": (("absent", "short", "long", "unknown"), None),
    "machine_default": (("default", "other"), None), "reversible": (("stored", "not-stored"), None),
    "shared": (SHARING, None), "shared_across": (("alone", "within", "across"), None),
    "shared_groups": (SHARING, "shared"), "shared_passwords": (SHARING, None),
    "user_name_hash": (("cracked", "uncracked", "other"), None), "account_compliance": (VERDICTS, None),
    "since": (tuple(f"{time}-{verdict}" for time in ("after", "before", "unknown") for verdict in VERDICTS), None),
    "dump_lines": (("account", "history", "repeated", "conflicting", "cleartext", "key", "other", "empty", "malformed"), None),
    "potfile_lines": (("used", "repeated", "unproven", "unmatched", "lm", "other", "empty"), None),
    "proof": (("utf-8", "latin-1", "windows-1252", "literal"), None),
}
UNITS = {"dump_lines": "lines", "potfile_lines": "lines", "proof": "distinct", "shared_passwords": "distinct"}
# Metrics of policies, and those that only the whole has.
OF_POLICIES, ONCE = {"account_compliance", "since"}, {"dump_lines", "potfile_lines", "proof"}
# Metrics that leave out what nothing was asked of.
SOME, PERHAPS = {"finding"}, {"account_state": "excluded"}
# Metrics whose sums are of the same accounts: those that count, and those with a hash that is not blank.
EQUAL = [("account_password", "age", "lm", "reversible"), ("shared", "listed", "user_name_hash", "shared_across")]


def unit_of(metric):
    return UNITS.get(metric, "accounts")


def is_of_accounts(key):
    return key[2] in METRICS and key[3] == unit_of(key[2])


def base_of(report, key, buckets):
    other = METRICS[key[2]][1]
    return sum((report.groups.get((key[0], "", other, "accounts"), {}) if other else buckets).values())


def judge_metric(report, key, buckets, judge):
    """The buckets of a metric, and its sum."""
    dataset, policy, metric, _ = key
    names, what = METRICS[metric][0], f"{metric} of {dataset!r} {policy}"
    found = [name for name in buckets if name != PERHAPS.get(metric)]
    judge.equal(found, [name for name in names if name in buckets] if metric in SOME else list(names), f"buckets of {what}")
    judge.equal(bool(policy), metric in OF_POLICIES, f"the policy of {what}")
    judge.holds(metric not in ONCE or dataset == report.dataset, f"{what} of a part")
    base = base_of(report, key, buckets)
    for bucket, count in buckets.items():
        judge.holds(count <= base, f"{what}, {bucket}: {count} of {base}")


def audiences(report):
    """Policies that say for whom they are in force."""
    return [p["name"] for p in report.manifest["policies"] if " for: " in f" {p['rules']}"]


def judge(report, judge):
    """Counts that stand in several metrics, for each dataset; and that strata add up to the whole."""
    if not report.bins("account_kind", "", "accounts"):
        return
    datasets = list(dict.fromkeys(row.dataset for row in report.rows))
    for dataset in datasets:
        bins = lambda metric, policy="": report.bins(metric, policy, unit_of(metric), dataset)
        for metrics in EQUAL:
            sums = {metric: sum(bins(metric).values()) for metric in metrics if bins(metric)}
            judge.equal(len(set(sums.values())), 1, f"sums of {sums} in {dataset!r}")
        password, hashed = bins("account_password"), sum(bins("shared").values())
        accounts = sum(password.values())
        judge.equal(hashed, accounts - password["blank"] - password["no-hash"], f"accounts with a hash in {dataset!r}")
        judge.equal(sum(bins("account_state").values()), bins("account_kind")["user"], f"users of {dataset!r}")
        judge.equal(report.entries(dataset=dataset), password["blank"] + password["cracked"], f"known passwords of {dataset!r}")
        commonest = list(bins("commonest").values())
        judge.holds(commonest == sorted(commonest) and (commonest[-1] == hashed) == (sum(bins("shared_passwords").values()) <= 1000),
                    f"commonest of {dataset!r}: {commonest} of {hashed}")
        for size, (accounts_, passwords) in enumerate(zip(bins("shared").values(), bins("shared_passwords").values())):
            low, high = ((1, 1), (2, 2), (3, 5), (6, 10), (11, 100), (101, accounts_))[size]
            judge.holds(passwords * (low if dataset == report.dataset else 1) <= accounts_ <= passwords * max(high, 1),
                        f"{passwords} passwords of {accounts_} accounts, {SHARING[size]} in {dataset!r}")
        expected = {
            "blank": password["blank"], "cracked": password["cracked"] + password["unproven"],
            "listed": sum(list(bins("listed").values())[:2]), "user-name": sum(list(bins("user_name_hash").values())[:2]),
            "shared": hashed - bins("shared")["1"], "shared-across": sum(bins("shared_groups").values()),
            "lm": bins("lm")["short"] + bins("lm")["long"], "reversible": bins("reversible").get("stored", 0),
            "history-reuse": bins("history_reuse").get("current", 0),
            "increment": sum(list(bins("history_step").values())[:2]),
        }
        for finding, count in bins("finding").items():
            judge.equal(count, expected[finding], f"accounts with the finding {finding} in {dataset!r}")
        judge_policies(report, dataset, accounts, bins, judge)
    strata = report.manifest["strata"] if "strata" in report.manifest else []
    judge.equal([s["dataset"] for s in strata], datasets[1:], "the strata of audit.json")
    for stratum in strata:
        found = sum(report.bins("account_password", "", "accounts", stratum["dataset"]).values())
        judge.equal(stratum["accounts"], found, f"accounts of {stratum['dataset']!r} in audit.json")
    for option, parts in itertools.groupby(strata, key=lambda s: s["option"]):
        parts = [s["dataset"] for s in parts]
        for (dataset, policy, metric, unit), buckets in report.groups.items():
            if option != "--group" and dataset == report.dataset and unit == "accounts" and metric not in (
                    "commonest", "shared_across"):
                for bucket, count in buckets.items():
                    sums = sum(report.count(metric, bucket, policy, unit, part) for part in parts)
                    judge.equal(sums, count, f"{metric}, {bucket} over {option}")


def judge_policies(report, dataset, accounts, bins, judge):
    """Verdicts on accounts and on known passwords; `in force` sums up the policies that are in force for some."""
    some, sums = audiences(report), dict.fromkeys(VERDICTS, 0)
    for policy in report.policies + ([IN_FORCE] if some else []):
        verdicts, what = bins("account_compliance", policy), f"{policy!r} in {dataset!r}"
        known = report.bins("compliance", policy, "entries", dataset)
        judge.equal([verdicts.get(v) for v in VERDICTS[:2]], list(known.values()), f"verdicts on known passwords of {what}")
        if policy == IN_FORCE:
            judge.equal(dict(verdicts), sums, f"the sum of policies in force in {dataset!r}")
            judge.holds(sum(verdicts.values()) <= accounts, f"accounts of {what}")
        elif policy in some:
            sums = {verdict: sums[verdict] + verdicts[verdict] for verdict in VERDICTS}
        else:
            judge.equal(sum(verdicts.values()), accounts, f"accounts of {what}")
        since = bins("since", policy)
        for verdict in VERDICTS if since else ():
            judge.equal(sum(since[f"{time}-{verdict}"] for time in ("after", "before", "unknown")), verdicts[verdict],
                        f"{verdict} accounts by time of {what}")
        says = next((p["rules"] for p in report.manifest["policies"] if p["name"] == policy), "")
        judge.equal(bool(since), "since:" in says, f"times of {what}")


# The page's tables: columns by their number.

def grouped(metric, *buckets):
    return lambda row, at: written.grouped(sum(
        row.report.count(metric, bucket, "", unit_of(metric), dataset_of(row)) for bucket in buckets))


def dataset_of(row):
    return row.report.dataset if row.cells[0] == "all accounts" else next(
        s["dataset"] for s in row.report.manifest["strata"] if _is_clipped(row.cells[0], s["dataset"]))


def _is_clipped(text, name):
    return text == name or text.endswith("…") and name.startswith(text[:-1].rstrip())


def across(row, at):
    bins = row.report.bins("shared_across", "", "accounts", dataset_of(row))
    return written.grouped(bins["across"]) if bins else "–"


def finding(row, at):
    return grouped("finding", row.table.heads[at])(row, at)


def breach(row, at):
    """The least or the most share in breach of the policy that the column names."""
    name, end = row.table.heads[at].rsplit(", ", 1)
    policy = next(p for p in [*row.report.policies, IN_FORCE] if _is_clipped(name, p))
    verdicts = row.report.bins("account_compliance", policy, "accounts", dataset_of(row))
    count = verdicts["violating"] + (verdicts["open"] if end == "at most" else 0)
    return written.share_of(count, sum(verdicts.values()))


# The sentences of the first screen: numbers by name, from the left.

NUMBER = r"[\d,]+"
SHARE = r"[<>]?[\d.]+ %"


def _accounts(t, metric="account_password"):
    return t.report.bins(metric, "", "accounts")


def _part(t, name, count, total):
    t.equal(t[name], f"{count:,} ({written.share_of(count, total)})")


def told_cracked(t):
    bins = _accounts(t)
    t.equal(t["all"], written.grouped(sum(bins.values())))
    _part(t, "cracked", bins["cracked"], sum(bins.values()))
    t.equal(t["blank"], written.grouped(bins["blank"]))


def told_group(t):
    dataset = next(s["dataset"] for s in t.report.manifest["strata"] if _is_clipped(f"group: {t['group']}", s["dataset"]))
    bins = lambda metric: t.report.bins(metric, "", "accounts", dataset)
    t.equal([t["across"], t["all"], t["cracked"]], [written.grouped(n) for n in (
        bins("shared_across")["across"], sum(bins("account_password").values()), bins("account_password")["cracked"])])


def told_shared(t):
    bins, total = _accounts(t, "shared"), sum(_accounts(t, "shared").values())
    _part(t, "shared", total - bins["1"], total)
    t.equal([t["all"], t["commonest"], t["ten"]], [written.grouped(n) for n in (
        total, _accounts(t, "commonest")["1"], _accounts(t, "commonest")["10"])])


def told_breach(t):
    """Of one policy, or of those in force together."""
    policy = IN_FORCE if t["policy"] is None else next(p for p in t.report.policies if _is_clipped(t["policy"], p))
    bins = t.report.bins("account_compliance", policy, "accounts")
    total = sum(bins.values())
    t.equal([t["least"], t["most"]], [written.share_of(n, total) for n in (
        bins["violating"], bins["violating"] + bins["open"])])
    if t["all"]:
        t.equal(t["all"], written.grouped(total))
    late = t.report.count("since", "after-violating", policy, "accounts")
    t.equal(t["late"], written.grouped(late) if late else None)


def told_uncracked(t):
    t.equal([t["listed"], t["named"]], [written.grouped(_accounts(t, m).get("uncracked", 0)) for m in ("listed", "user_name_hash")])


def told_steps(t):
    bins = _accounts(t, "history_step")
    t.equal([t["all"], t["steps"]], [written.grouped(n) for n in (sum(bins.values()), bins["increment"] + bins["edit"])])


def told_alarm(t):
    """What makes numbers doubtful: the one count of the alarm."""
    metric, bucket, unit = next(place for words, place in ALARMS if words in t.what)
    t.equal(t["count"], written.grouped(t.report.count(metric, bucket, "", unit)))


ALARMS = [
    ("whether they are disabled", ("account_state", "unknown", "accounts")),
    ("hash of a blank password are many", ("account_password", "blank", "accounts")),
    ("a second hash", ("dump_lines", "conflicting", "lines")),
    ("does not have the hash", ("account_password", "unproven", "accounts")),
]
SENTENCES = [
    (rf"Of (?P<all>{NUMBER}) accounts? (?P<cracked>{NUMBER} \({SHARE}\)) have a password that was cracked; "
     rf"(?P<blank>{NUMBER}) have the hash of a blank one\.", told_cracked),
    (rf"(?P<across>{NUMBER}) of (?P<all>{NUMBER}) accounts? of (?P<group>.*) share their password with an account outside "
     rf"it; (?P<cracked>{NUMBER}) were cracked\.", told_group),
    (rf"(?P<shared>{NUMBER} \({SHARE}\)) of (?P<all>{NUMBER}) with a hash share a password; (?P<commonest>{NUMBER}) have the "
     rf"commonest, (?P<ten>{NUMBER}) the ten commonest\.", told_shared),
    (rf"Under (?:the policies in force|(?P<policy>.*?)(?:, in force .*)?,?) at least (?P<least>{SHARE}) and at most (?P<most>{SHARE}) of "
     rf"(?:(?P<all>{NUMBER}) accounts?|accounts) are in breach(?:\.|; (?P<late>{NUMBER}) whose password was set since then "
     rf"break it\.)", told_breach),
    (rf"Of the passwords that were not cracked, (?P<listed>{NUMBER}) are on a list of known ones, and (?P<named>{NUMBER}) are "
     rf"the user's own name\.", told_uncracked),
    (rf"Of (?P<all>{NUMBER}) accounts? with history (?P<steps>{NUMBER}) made their current password from the last one by a "
     rf"step\.", told_steps),
    (rf"(?:Of )?(?P<count>{NUMBER}) (?:users?|accounts?|lines?) (?:it is not known whether they are disabled"
     rf"|with the hash of a blank password are many|of the dumps gives? an account a second hash"
     rf"|a password was found that does not have the hash).*", told_alarm),
]

SAME = lambda row, at: row.cells[at]
PASSWORDS = METRICS["account_password"][0]
# Figures judge the tables of bars and columns with their marks.
TABLES = [
    ("Accounts by what is known of their password",
     [SAME, grouped("account_password", *PASSWORDS)] + [grouped("account_password", b) for b in (
         "cracked", "blank", "unproven", "uncracked")] + [grouped("shared", *SHARING[1:]), across]),
    ("Accounts in breach of each policy: at least, at most", (SAME, breach)),
    ("Accounts with each finding; an account may have several", (SAME, finding)),
    (r"Accounts by what is known of their password, by kind and state|Accounts cracked, and in breach of .*"
     r"|Accounts by how many have their password|Accounts by the age of their password"
     r"|Accounts by when their password was set, and whether it meets the policy", (SAME, SAME)),
]
