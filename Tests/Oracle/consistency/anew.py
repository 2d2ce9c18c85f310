"""Reports computed again from the passwords that a form is made of, apart from the program's sums.

Rules are read from their texts in rules.csv and tried on each password here; what needs zxcvbn or a blocklist
is asked for each password by itself (`audit score`, `audit check`), so that sums, merges, selections and
denominators are ours. `METRICS` has a line for each metric; what has none is named in `APART`.
"""
import codecs
import collections
import functools
import itertools
import json
import math
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import estimates
import habits
import oracle
import records
import relations as spans
from usernames import RELATIONS, derives, folded, relations

# Metrics that others bound: what is computed from spectrum.csv or keyspace.csv.
APART = {"rule_list", "guessed", "survivors_guessed", "guessing_bits", "survivors_guessing_bits", "guessing_caveat",
         "space_bits", "space_cost_bits", "space_caveat"}
# Of lists whose values the form does not know.
OF_LISTS = {"blocklist", "blocklist_band", "blocklist_only", "survivors_blocklist"}
# Longer passwords are scored in part.
SCORED = 512


def ranks(values):
    found = {}
    for rank, value in enumerate(values, 1):
        found.setdefault(oracle.nfc(value), rank)
    return found


class Made:
    """What a form's list holds: occurrences of each password, and what became of the other lines."""

    def __init__(self, passwords=(), users=None, asks=(), lists=None, only=(), **fates):
        # The values of blocklists by their names, the commonest first.
        # The metrics that are exact, if not all are.
        self.only = only
        self.lists = lists and {name: ranks(values) for name, values in lists.items()}
        # Options with which the program is asked about single passwords.
        self.asks, self.scoring = list(asks), []
        # Guess numbers of passwords by their source, infinite ones that no attack reached; None without files of them.
        self.brought = None
        self.counts = collections.Counter()
        if isinstance(passwords, dict):
            self.counts.update(passwords)
        else:
            self.counts.update(list(passwords))
        # Lines with counts hold a password each.
        self.lines = collections.Counter(list(self.counts)) if isinstance(passwords, dict) else self.counts
        self.fates, self.users = collections.Counter(fates), users
        self.fates["audited"] = sum(self.lines.values())

    def __add__(self, other):
        both = Made()
        both.counts, both.lines, both.fates = self.counts + other.counts, self.lines + other.lines, self.fates + other.fates
        both.only = self.only
        both.asks, both.scoring, both.lists = self.asks, self.scoring, self.lists
        both.brought = self.brought
        both.users = None if self.users is None else self.users + other.users
        return both


# Names of audit.csv for patterns.
PATTERNS = {"bruteforce": "brute-force", "spatial": "keyboard", "regex": "recent-year"}


def decides(sequence):
    """What audit.csv calls a sequence of patterns: `mixed` if it has several."""
    if len(sequence) != 1:
        return "mixed" if sequence else "brute-force"
    pattern = sequence[0]
    if pattern["pattern"] == "dictionary":
        return "dictionary-reversed" if pattern["reversed"] else "dictionary-l33t" if pattern["l33t"] else \
            "dictionary-" + pattern["dictionary_name"].replace("_", "-")
    return PATTERNS.get(pattern["pattern"], pattern["pattern"])


class Asked:
    """Answers of the program about one password, each asked once."""

    def __init__(self, runs, judge):
        self.runs, self.judge, self.scores, self.verdicts = runs, judge, {}, {}

    def score(self, passwords, options=()):
        """Score, guesses, decisive pattern, and the combined estimate of each password."""
        scores = self.scores.setdefault(tuple(options), {})
        # Words of the context lower zxcvbn's guesses, and the model is compared with those without them.
        plain = self.score(passwords) if {"--context", "--dictionary"} & set(options) else None
        unknown = [p for p in passwords if p not in scores]
        if unknown:
            # Bytes that are no UTF-8 cannot be asked about in JSON; nothing is scored of them but what replaces them.
            asked = b"".join(json.dumps({"password": text_of(p)}).encode() + b"\n" for p in unknown)
            text = self.runs.audit("score", "--strength", "combined", "--explain", "--format", "jsonl", *options, text=asked)
            for password, line in zip(unknown, text.splitlines(), strict=True):
                answer = json.loads(line)
                guesses = float(answer["guesses"])
                self.joined(text_of(password), answer, guesses, plain[password][1] if plain else guesses)
                scores[password] = (answer["score"], guesses, decides(answer["sequence"]), answer["combined_log10"],
                                    estimates.log10_guesses(text_of(password)) if password else 0)
        return scores

    def joined(self, text, answer, guesses, without_context):
        """What the program says of one password is what the model's file and the definition say."""
        for name, expected in [("model", estimates.log10_guesses(text)), ("combined", estimates.combined(
                text, guesses, without_context, answer["model_log10"]))]:
            # The program's last digits may differ, and no more.
            self.judge.near(answer[f"{name}_log10"], expected, 1e-9 * max(1, expected), f"{name} estimate of a password")

    def check(self, passwords, rules, options):
        """The ids of the rules that each password breaks."""
        known = self.verdicts.setdefault((rules, *options), {})
        unknown = [p for p in passwords if p not in known]
        if unknown:
            text = self.runs.answers(unknown, "check", "-q", "--rules", rules, *options)
            for password, line in zip(unknown, text.splitlines(), strict=True):
                known[password] = [] if line == "compliant" else line.split(",")
        return known


class Text(str):
    """A text, of which ill-formed parts read alike, and how many different characters its bytes have."""
    unique = None


def unique(password):
    parts = set()

    def part(error):
        parts.add(error.object[error.start:error.end])
        return "", error.end
    codecs.register_error("parts", part)
    return len(set(password.decode("utf-8", "parts"))) + len(parts)


@functools.lru_cache(None)
def text_of(password):
    text = Text(password.decode("utf-8", "replace"))
    text.unique = unique(password)
    return text


class Except:
    """Every character but some."""

    def __init__(self, members):
        self.members = members

    def __contains__(self, character):
        return character not in self.members


@functools.lru_cache(None)
def classes(value):
    """The characters of a list of classes, less those after 'except', which no bracket holds."""
    found = re.match(r"((?:[^\[]|\[[^\]]*\]\]?)*?)\s+except\s+(.*)", value, re.S)
    if not found:
        return oracle.Policy.union(value)
    whole, less = map(oracle.Policy.union, found.groups())
    return Except(less) if whole is oracle.UNICODE else whole - less


@functools.lru_cache(None)
def keeps(name, value):
    """Whether a rule of this name and value permits a password; None for a rule that is asked about."""
    test = permits(name, value)
    # Texts that read alike may have unlike numbers of different characters, by their bytes.
    return test if name == "min-unique" else test and functools.lru_cache(None)(test)


def longest_of_kind(text):
    """The longest run of one kind of character."""
    return max((len(list(run)) for _, run in itertools.groupby(text, lambda c: oracle.kinds(c)[0])), default=0)


def permits(name, value):
    number = int(value) if value.isdigit() else None
    if name == "required" or name == "allowed":
        members = classes(value)
        if members is oracle.UNICODE:
            return (lambda t: bool(t)) if name == "required" else (lambda t: True)
        return (lambda t: any(c in members for c in t)) if name == "required" else (lambda t: all(c in members for c in t))
    if name == "first" or name == "last":
        members, end = classes(value), 0 if name == "first" else -1
        return lambda t: bool(t) and (members is oracle.UNICODE or t[end] in members)
    if name == "at-least":
        count, _, members = value.partition(" ")
        return lambda t: sum(c in classes(members) for c in t) >= int(count)
    if number is None:
        return None
    return {
        "minlength": lambda t: len(t) >= number, "maxlength": lambda t: len(t) <= number,
        "max-consecutive": lambda t: oracle.longest_run(t) <= number,
        "max-repeating": lambda t: oracle.longest_run(t) <= number,
        "max-class-run": lambda t: longest_of_kind(t) <= number,
        "min-unique": lambda t: getattr(t, "unique", len(set(t))) >= number,
        "max-sequential": lambda t: oracle.longest_sequence(t) <= number,
        "min-classes": lambda t: len([k for k in oracle.kinds(t) if k != "other"]) >= number,
    }.get(name)


def broken_by(report, policy, asked, made):
    """The rules that each password breaks."""
    rules = [(r["rule"], *(part.strip() for part in r["text"].partition(":")[::2])) for r in report.rules[policy]]
    tests = {rule: keeps(name, value) for rule, name, value in rules}
    scores = {rule: int(value) for rule, name, value in rules if name == "min-score"}
    alternatives = collections.defaultdict(list)
    for rule, _, _ in rules:
        alternatives[rule.partition(".")[0] if rule.startswith("or[") else ""].append(rule)
    text = report.text_of(policy)
    # An alternative that permits everything has no rule.
    for number in range(len(re.split(r"; or ", text))) if "; or " in text else ():
        alternatives[f"or[{number}]"] += []
    if any(tests[rule] is None and rule not in scores for rule in tests):
        return asked.check(list(made.counts), text, made.asks)
    known = asked.score(made.counts, made.scoring) if scores else {}
    found = {}
    for password in made.counts:
        text = text_of(password)
        # It breaks the rules of the alternative that it is nearest to, of equals the first.
        found[password] = min(([rule for rule in names if (
            known[password][0] < scores[rule] if rule in scores else not tests[rule](text))]
            for names in alternatives.values()), key=len, default=[])
    return found


@functools.lru_cache(None)
def half_decade(guesses):
    """Exactly: 1e23 lies a little below 10^23."""
    return f"{(len(str(int(guesses) ** 2)) - 1) / 2:.1f}"


def whole_decade(password):
    """As zxcvbn's guesses are recorded beside the combined estimate."""
    return [half_decade(password.guesses).partition(".")[0] + ".0"]


def limit(bucket):
    """The guesses of a time at a rate."""
    rate, _, time = bucket.partition(" for ")
    number, _, per = rate.partition("/")
    return float(number) / spans.PER[per] * spans.SECONDS[time]


def budgets(buckets, of):
    limits = [(bucket, *bucket.rpartition("+")[::2]) for bucket in buckets]
    limits = [(bucket, source, limit(name)) for bucket, source, name in limits]
    return lambda p: [bucket for bucket, source, most in limits if p.is_found(of, source, most)]


def half_decade_brought(number):
    """Of a guess number that a source has, or does not."""
    if number is None:
        return "uncovered"
    return "unreached" if number == math.inf else min(half_decade(number), "30.5", key=float)


def half_decade_of_model(password):
    return min(f"{int(2 * password.model) / 2:.1f}", "30.5", key=float)


def least(password):
    """The half decade of the least of several; the whole decade, if zxcvbn is among them."""
    found = [half_decade_brought(number) for number in password.brought.values()]
    if not password.has_model:
        return [min(found, key=lambda bin: (bin == "uncovered", bin == "unreached", float(bin) if bin[0].isdigit() else 0))]
    found += [half_decade_of_model(password), min(half_decade(password.guesses), "30.5", key=float)]
    return [f"{int(min(float(bin) for bin in found if bin[0].isdigit()))}.0"]


def of_lists(lists, bands):
    """Functions of what lists hold; a band ends at the rank in its name, and begins after the one before."""
    @functools.lru_cache(None)
    def held(line):
        return {name: values[oracle.nfc(line)] for name, values in lists.items() if oracle.nfc(line) in values}

    def band(line):
        for name, rank in held(line).items():
            own = [bucket for bucket in bands if bucket.rpartition("+")[0] == name]
            yield next(bucket for bucket in own if rank <= int(bucket.rpartition("+")[2]))
    names = lambda p: list(held(p.line)) or ["none"]
    return {"blocklist": names, "survivors_blocklist": names, "blocklist_band": lambda p: list(band(p.line)),
            "blocklist_only": lambda p: list(held(p.line)) if len(held(p.line)) == 1 and not p.broken else []}


class Password:
    """One password, and what is known of it."""

    def __init__(self, line, scored, broken=(), brought=None, has_model=False):
        self.brought, self.has_model = brought or {}, has_model
        self.line, self.text, self.broken = line, text_of(line), broken
        self.score, self.guesses, self.pattern, self.combined, self.model = scored or (None,) * 5

    def is_found(self, of, source, most):
        """Whether so many guesses find it, by an estimate or a source that was brought."""
        if of == "brought":
            number = self.brought.get(source)
            return number is not None and number <= most
        if of == "min-auto":
            return any(self.is_found("brought", source, most) for source in self.brought) or self.has_model and (
                self.is_found("model", "", most) or self.is_found("zxcvbn", "", most))
        return self.guesses <= most if of == "zxcvbn" else (self.model if of == "model" else self.combined) <= estimates.decade(most)


def quality(p):
    try:
        return "ascii" if p.line.decode("utf-8").isascii() else "utf-8"
    except UnicodeDecodeError:
        return "ill-formed"


def once(function):
    """Of one text alone, so that it is worked out once."""
    known = functools.lru_cache(None)(lambda text: [function(text)])
    return lambda p: known(p.text)


ALL = {
    "entries": lambda p: ["audited"], "quality": lambda p: [quality(p)],
    "control": once(lambda t: "with" if any(ord(c) < 32 or ord(c) == 127 for c in t) else "without"),
    "blank": once(lambda t: "other" if t else "blank"), "length": once(lambda t: str(len(t))),
    "unique": lambda p: [str(p.text.unique) if p.text.unique < 31 else "31+"],
    "classes": once(lambda t: str(len(oracle.kinds(t)))), "charset": once(lambda t: "+".join(oracle.kinds(t)) or "none"),
    "meter": once(oracle.meter), "shape": once(lambda t: "too long" if oracle.shape(t) is None else oracle.shape(t) or "none"),
    "score": lambda p: [str(p.score)], "guesses_log10": lambda p: [half_decade(p.guesses)],
    "combined_log10": lambda p: [f"{int(2 * p.combined) / 2:.1f}"], "model_log10": lambda p: [half_decade_of_model(p)],
    "min_auto_log10": least,
    "brought_log10": lambda p: [f"{source}+{half_decade_brought(number)}" for source, number in p.brought.items()],
    "pattern": lambda p: [p.pattern] if p.pattern else [],
    "normalisation": lambda p: ["changed" if quality(p) == "utf-8" and oracle.nfc(p.line) != p.line else "unchanged"],
    "meter_score": lambda p: [f"{ALL['meter'](p)[0]}+{p.score}"],
}
POLICY = {
    "compliance": lambda p: ["violating" if p.broken else "compliant"], "violation": lambda p: p.broken,
    "violation_only": lambda p: p.broken if len(p.broken) == 1 else [],
    "violation_pair": lambda p: ["+".join(pair) for pair in itertools.combinations(p.broken, 2)],
    "violation_set": lambda p: ["+".join(p.broken) or "none"], "violations_per_entry": lambda p: [str(len(p.broken))],
}
SURVIVORS = {f"survivors_{name}": ALL[name] for name in ("length", "unique", "meter", "score", "guesses_log10", "combined_log10", "brought_log10", "model_log10", "min_auto_log10")}
NEED_SCORES = {"pattern", "score", "guesses_log10", "combined_log10", "meter_score", "cracked", "cracked_zxcvbn",
               "model_log10", "cracked_model", "min_auto_log10", "cracked_min_auto"}
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


@functools.lru_cache(None)
def is_like(line, rules):
    """Whether a password derives from a word of rules `context`, or contains one of rules that say so."""
    text = folded(line)
    return bool(text) and any(len(word) >= 3 and word in text if rule.endswith(" substring") else derives(text, word)
               for rule in rules for word in (folded(found.encode()) for found in re.findall(r'"([^"]*)"', rule)))


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


def made_of(line, report, part, scores, broken=()):
    """A password of a list, with what its sources say."""
    numbers = {source: of_all.get(line) for source, of_all in (part.brought or {}).items()}
    return Password(line, scores.get(line), broken, numbers, bool(report.bins("model_log10")))


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
            judge_.equal(int(row["cracked"]), count, f"curve.csv, {row['attacker']} made anew, {policy}, {row['guesses']}")
