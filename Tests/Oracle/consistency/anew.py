"""Reports computed again from the passwords that a form is made of, apart from the program's sums.

Rules are read from their texts in rules.csv and tried on each password here; what needs zxcvbn or a blocklist
is asked for each password by itself (`audit score`, `audit check`), so that sums, merges, selections and
denominators are ours. `passwords.py` has a line for each metric; what has none is named in `APART`.
"""
import collections
import re

import habits
import records
from made import text_of
from passwords import ALL, NEED_SCORES, POLICY, SURVIVORS, broken_by, budgets, is_like, keeps, made_of, of_lists, whole_decade
from usernames import RELATIONS, relations

# Metrics that others bound: what is computed from spectrum.csv or keyspace.csv.
APART = {"rule_list", "guessing_bits", "survivors_guessing_bits", "space_bits", "space_cost_bits"}
# Of lists whose values the form does not know.
OF_LISTS = {"blocklist", "blocklist_band", "blocklist_only", "survivors_blocklist"}
# Longer passwords are scored in part.
SCORED = 512
# The commonest of these have rows; others are summed.
COMMONEST = {"shape", "violation_set"}


def judge(report, made, asked, judge_):
    """The rows of audit.csv and spectrum.csv; `made` has a part for each list of --by-list."""
    whole = made[0]
    for part in made[1:]:
        whole = whole + part
    datasets = list(dict.fromkeys(row.dataset for row in report.rows))
    parts = list(zip(datasets, [whole] + (made if len(datasets) > 1 else [])))
    judge_.equal(len(parts), len(datasets), "lists of the report")
    verdicts = {policy: broken_by(report, policy, asked, whole) for policy in report.policies}
    # A password that is scored in part is not asked about.
    asks = "score" in {row.metric for row in report.rows}
    scores = asked.score([p for p in whole.counts if len(p) <= SCORED], whole.scoring) if asks else {}
    for dataset, part in parts:
        lines(report, dataset, part, judge_)
        for unit in ("entries", "distinct"):
            for policy in [""] + report.policies:
                rows(report, dataset, policy, unit, part, verdicts, scores, judge_)
    in_part = sum(count for p, count in whole.lines.items() if len(text_of(p)) > SCORED) if asks else 0
    if whole.only:
        return
    judge_.equal(report.manifest["lines"]["scoredInPart"], in_part, "lines scored in part, made anew")
    users(report, whole, verdicts, judge_)
    spectrum(report, whole, verdicts, judge_)
    strength(report, whole, verdicts, scores, judge_)


def lines(report, dataset, part, judge_):
    for bucket, count in report.bins("lines", dataset=dataset).items():
        judge_.equal(count, part.fates.get(bucket.replace("-", "_"), 0), f"lines made, {bucket} of {dataset}")


def rows(report, dataset, policy, unit, part, verdicts, scores, judge_):
    found = {key[2]: buckets for key, buckets in report.groups.items()
             if key[0] == dataset and key[1] == report.cell.get(policy, policy) and key[3] == unit}
    functions = dict(POLICY if policy else ALL) | (SURVIVORS if policy else {})
    for of, (_, metric) in records.SOURCES.items():
        name = f"survivors_{metric}" if policy else metric
        functions[name] = budgets(found.get(name, {}), of)
    if report.in_whole_decades:
        functions |= {name: whole_decade for name in ("guesses_log10", "survivors_guesses_log10") if name in functions}
    functions |= of_lists(part.lists, list(found.get("blocklist_band", {}))) if part.lists else {}
    functions |= of_habits(report, policy, found)
    expected = {metric: collections.Counter() for metric in functions if metric in found}
    passwords = [(made_of(line, report, part, scores, verdicts[policy][line] if policy else ()), count if unit == "entries" else 1)
                 for line, count in part.counts.items()]
    unscored = any(password.score is None for password, _ in passwords)
    for metric, counts in expected.items():
        if unscored and metric.removeprefix("survivors_") in NEED_SCORES:
            continue
        function, of_survivors = functions[metric], metric.startswith("survivors_") or metric == "habit_of_rule"
        if function is None:
            continue
        for password, weight in passwords:
            if not (of_survivors and password.broken):
                for bucket in function(password):
                    counts[bucket] += weight
    for metric, buckets in found.items():
        if part.only and metric not in part.only:
            continue
        if metric in APART or metric in OF_LISTS and not part.lists or metric in ("lines", "user_name", "survivors_user_name"):
            continue
        if metric == "repetition":
            once = sum(count == 1 for count in part.counts.values())
            judge_.equal(dict(buckets), {"once": once, "repeated": len(part.counts) - once}, "repetition, made anew")
            continue
        if not judge_.holds(metric in expected, f"metric {metric} has no line in anew.py"):
            continue
        if metric == "blocklist_band":
            # Those of lists that only rules name are not known here.
            buckets = {bucket: count for bucket, count in buckets.items() if bucket.rpartition("+")[0] in part.lists}
        if functions[metric] is None:
            continue
        counts, what = expected[metric], f"{metric}, made anew{', ' + policy if policy else ''}, {unit}"
        if unscored and metric.removeprefix("survivors_") in NEED_SCORES:
            continue
        judge_.meets("anew " + metric)
        if metric in COMMONEST:
            told = [bucket for bucket in buckets if bucket not in ("other", "none")]
            rest = sum(c for b, c in counts.items() if b not in told and (b != "none" or metric == "shape" and "none" not in buckets))
            ends = {"other": rest} | ({"none": counts["none"]} if "none" in buckets else {})
            counts = {b: counts[b] for b in told} | ends
            if metric == "violation_set":
                own = collections.Counter({b: c for b, c in expected[metric].items() if b != "none" and c * 1000 >= sum(
                    expected[metric].values())})
                judge_.equal([c for _, c in own.most_common(50)], [counts[b] for b in told], f"the sets of {what}")
        for bucket, count in buckets.items():
            judge_.equal(count, counts.get(bucket, 0), f"{what}, {bucket}")
        judge_.holds(not set(b for b, c in counts.items() if c) - set(buckets), f"buckets of {what}: {set(counts) - set(buckets)}")


def of_habits(report, policy, found):
    if not {"habit", "survivors_habit"} & set(found):
        return {}
    year = int(re.search(r"reference year (\d+)", report.manifest["readings"]["habits"])[1])
    words = [row["text"].partition(":")[2].strip() for rows in report.rules.values() for row in rows
             if row["text"].startswith('context: "')]
    functions = {"survivors_habit" if policy else "habit": lambda p: habits.habits(p.text, year) + (
        ["context"] if is_like(p.line, tuple(words)) else [])}
    if policy:
        rules = report.rules.get(policy, [])
        tests = {row["rule"]: keeps(*(part.strip() for part in row["text"].partition(":")[::2])) for row in rules}
        named = [int(rule[3:rule.index("]")]) for rule in tests if rule.startswith("or[")]
        # An alternative without a rule has no row, permits everything, and may be the last.
        names = [f"or[{place}]" for place in range(max(named) + 2)] if named else [""]
        # What breaks some alternative of several is known here by its text only.
        if named and None in tests.values():
            functions["habit_of_rule"] = None

        def own(password):
            return names[0] if not named else next(
                name for name in names
                if all(test(password.text) for rule, test in tests.items() if habits.alternative(rule) == name))
        functions.setdefault("habit_of_rule", habits.kept(rules, own, year))
    return functions


def users(report, whole, verdicts, judge_):
    """Relations of passwords with the names beside them."""
    if whole.users is None:
        judge_.holds(not report.bins("user_name"), "relations to names that nobody gave")
        return
    for policy in [""] + report.policies:
        counts = collections.Counter(dict.fromkeys(RELATIONS + ["none"], 0))
        for user, password in whole.users:
            if not policy or not verdicts[policy][password]:
                counts.update(relations(password, user) or ["none"])
        judge_.equal(dict(report.bins("survivors_user_name" if policy else "user_name", policy)), dict(counts),
                     f"relations to names, made anew, {policy}")


def spectrum(report, whole, verdicts, judge_):
    if report.tables.get("spectrum.csv") is None:
        return
    judge_.meets("anew spectrum.csv")
    for policy in [""] + report.policies:
        levels = collections.Counter(c for p, c in whole.counts.items() if not policy or not verdicts[policy][p])
        found = {int(r["count"]): int(r["passwords"]) for r in report.tables["spectrum.csv"]
                 if r["policy"] == report.cell.get(policy, policy)}
        judge_.equal(found, dict(levels), f"spectrum.csv, made anew, {policy}")


def strength(report, whole, verdicts, scores, judge_):
    """What the attackers of curve.csv find who go by estimates, exactly."""
    if not scores or set(whole.counts) - set(scores):
        return
    made = {p: made_of(p, report, whole, scores) for p in whole.counts}
    for row in report.tables.get("curve.csv") or []:
        kind, _, source = row["attacker"].partition(":")
        kind = {"guesses": "brought", "model-blind": "model"}.get(kind, kind)
        if kind in records.SOURCES:
            policy = next((p for p, cell in report.cell.items() if cell == row["policy"]), "")
            count = sum(c for p, c in whole.counts.items()
                        if made[p].is_found(kind, source, int(row["guesses"])) and not (policy and verdicts[policy][p]))
            judge_.equal(int(row["guessed"]), count, f"curve.csv, {row['attacker']} made anew, {policy}, {row['guesses']}")
