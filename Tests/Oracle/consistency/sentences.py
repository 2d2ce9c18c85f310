"""Sentences with numbers, on pages and in Markdown: a line for each; one without a line is a fault."""
import json
import pathlib
import re

import accounts as accounts_
import behaviours
import habits
import measures
import written
from scales import is_name, same_numbers
from written import share_of

ROOT = pathlib.Path(__file__).resolve().parents[3]
MANAGERS = [g["id"] for g in json.loads((ROOT / "Sources/C/CEmbeddedData/Data/generators.json").read_text())["generators"]
            if g["default"] and g["group"] == "manager"]


class Told:
    """What a sentence's pattern found, beside the report."""

    def __init__(self, report, match, judge, what, is_timed):
        self.report, self.match, self.judge, self.what, self.is_timed = report, match, judge, what, is_timed

    def __getitem__(self, name):
        return self.match[name]

    def policy(self, name):
        return next((p for p in self.report.policies if is_name(name, p)), None)

    def equal(self, found, expected):
        self.judge.equal(found, expected, f"the sentence '{self.what[:70]}'")


def comply(t):
    """Each policy is named with its share, in order."""
    policies = t.report.policies
    t.judge.holds(len(policies) <= 4, f"{len(policies)} policies are named in '{t.what[:70]}'")
    parts = re.findall(r"([<>]?[\d.]+ %)(?: of (?:([\d,]+) passwords|the passwords of each) are accepted)? by (.+?)(?=, [<>]?\d| and [<>]?\d|\.$)", t.what)
    t.equal([name for _, _, name in parts], [n if is_name(n, p) else p for (_, _, n), p in zip(parts, policies)])
    t.equal(len(parts), len(policies))
    for (share, total, _), policy in zip(parts, policies):
        t.equal(share, share_of(t.report.compliant(policy), t.report.entries_of(policy)))
        if total:
            t.equal(total, written.grouped(t.report.entries()))


def between(t):
    t.judge.holds(len(t.report.policies) > 4, f"{len(t.report.policies)} policies in '{t.what[:70]}'")
    shares = [(written.share(t.report.compliant(p), t.report.entries_of(p)), p) for p in t.report.policies]
    for place, choice in [("low", min), ("high", max)]:
        share = choice(share for share, _ in shares)
        t.equal(t[place], written.percent(share))
        first = next(p for s, p in shares if s == share)
        t.judge.holds(is_name(t[place + "_name"], first), f"'{t.what[:70]}': {first} is the {place}est")
    t.equal(t["all"], None if accounts_.audiences(t.report) else written.grouped(t.report.entries()))


def top_rule(t):
    """The rule that refuses most, of one policy or of all."""
    words, policy = t["rule"], t["policy"]
    # A rule's words may have an `of`, too: `one of [-!?]`.
    if policy and not any(is_name(policy, name) for name in t.report.policies):
        words, policy = f"{words} of {policy}", None
    policy = policy and t.policy(policy)
    named = [policy] if policy else t.report.policies
    counts = {(p, r): c for p in t.report.policies for r, c in t.report.bins("violation", p).items()}
    best = max((c for (p, _), c in counts.items()), default=0) if policy or len(t.report.policies) == 1 else None
    if best is None:
        # One of the policies, whose section it stands in; its numbers are those of some top rule.
        tops = [(p, t.report.top_rule(p)) for p in named]
        tops = [(p, r) for p, r in tops if r]
        known = [(share_of(t.report.count("violation", r, p), t.report.entries_of(p)),
                  share_of(t.report.count("violation_only", r, p), t.report.entries_of(p))) for p, r in tops]
        t.judge.holds((t["any"], t["only"]) in known, f"'{t.what[:70]}': not the numbers of a top rule")
        return
    policy, rule = next(key for key, count in counts.items() if count == best and (key[0] == policy or not policy))
    t.equal(t["any"], share_of(best, t.report.entries_of(policy)))
    t.equal(t["only"], share_of(t.report.count("violation_only", rule, policy), t.report.entries_of(policy)))
    text = t.report.rule_text(policy, rule)
    t.judge.holds(same_numbers(words, text), f"'{t.what[:70]}': the rule is {text}")


def heading(t):
    """The size of the list, or of a directory: all accounts that count."""
    accounts = sum(t.report.bins("account_password", "", "accounts").values())
    t.equal(t["all"], written.grouped(accounts or t.report.entries()))


def ranked(report):
    """The policies that are ranked: none for use beside a second factor."""
    return [p for p in report.policies if not written.is_beside(report, p)]


def places(report):
    """What ranked policies refuse and leave to guess in a day, of 1,000 accepted passwords or more."""
    return {p: (written.share(report.entries_of(p) - report.compliant(p), report.entries_of(p)),
                written.share(report.found_in_day(p), report.compliant(p)))
            for p in ranked(report) if report.compliant(p) >= written.FOR_GUESSING and report.found_in_day(p) is not None}


def as_written(place):
    return written.percent(place[0]), written.rounded_percent(place[1])


BEATEN = re.compile(
    r"(?P<name>(?:(?! (?:is|may be) beaten by ).)*?) (?P<open>is|may be) beaten by (?P<better>.*?): it refuses (?:as much|(?P<more>more)) \((?P<cost>\S+ %)(?: against (?P<less>\S+ %))?\) and "
    r"leaves (?:as much|(?P<worse>more)) to guess in a day \((?P<loss>\S+ %)(?: against (?P<best>\S+ %); this difference is "
    r"(?P<sure>certain|likely|open))?\)\. ?")


# The same without its groups, for several in one paragraph.
BEATEN_WORDS = re.sub(r"\(\?P<\w+>", "(?:", BEATEN.pattern)


def beaten(t):
    """Each of the first two policies that another beats, by the one of these that leaves least; how many more there are."""
    report, known = t.report, places(t.report)
    def beats(better, own):
        return all(a <= b for a, b in zip(better, own)) and as_written(better) != as_written(own)
    expected = [(p, min((q for q in known if beats(known[q], own)), key=lambda q: (known[q][1], known[q][0])))
                for p, own in known.items() if any(beats(other, own) for other in known.values())]
    told = list(BEATEN.finditer(t.what))
    t.equal(len(told), min(2, len(expected)))
    for found, (own, better) in zip(told, expected):
        t.judge.holds(is_name(found["name"], own) and as_written(known[better]) == as_written(next(
            (known[p] for p in known if is_name(found["better"], p)), (2, 2))), f"'{t.what[:70]}': {own} is beaten by {better}")
        (cost, loss), (less, best) = as_written(known[own]), as_written(known[better])
        t.equal((found["more"] is not None, found["cost"], found["less"]), (cost != less, cost, None if cost == less else less))
        t.equal(found["open"] == "may be", found["sure"] == "open")
        t.equal((found["worse"] is not None, found["loss"], found["best"]), (loss != best, loss, None if loss == best else best))
        if loss != best:
            t.equal(found["sure"], written.certainty(*((known[p][1], written.error(report, report.text_of(p))) for p in (own, better))))
    more = re.search(r"Beaten by some policy, too: ([\d,]+) more\.$", t.what)
    t.equal(more and more[1], written.grouped(len(expected) - 2) if len(expected) > 2 else None)


def crossing(t):
    """Two curves that cross once: which is lower before and after, and by how much at most."""
    report, names = t.report, [p for p in places(t.report)]
    low, high = (next(p for p in names if is_name(t[name], p)) for name in ("low", "high"))
    def shares(policy):
        halves = report.halves(policy)
        return [written.share(sum(c for bucket, c in halves.items() if float(bucket) < decades / 2), report.compliant(policy))
                for decades in steps]
    steps = half_decades(report)
    curves = [shares(low), shares(high)]
    turn = next(n for n, (a, b) in enumerate(zip(*curves)) if a > b)
    word = lambda n: f"10^{steps[n] // 2}{'.5' if steps[n] % 2 else ''}"
    t.equal((t["before"], t["after"]), (word(turn - 1), word(turn)))
    t.judge.holds(all(a >= b for a, b in list(zip(*curves))[turn:]), f"'{t.what[:70]}': the curves cross again")
    sure = []
    for place, own, other, sign, at in (("at", "own", "other", 1, range(turn)), ("at_", "own_", "other_", -1, range(turn, len(steps)))):
        n = next(n for n in range(len(steps)) if word(n) == t[place])
        t.judge.holds(n in at, f"'{t.what[:70]}': {t[place]} is on the other side")
        t.equal((t[own], t[other]), tuple(written.percent(curve[n]) for curve in curves))
        errors = [written.error(report, report.text_of(p)) if steps[n] <= 20 else written.OF_MANY for p in (low, high)]
        sure.append(written.certainty((curves[0][n], errors[0]), (curves[1][n], errors[1])))
        t.judge.near(sign * (curves[1][n] - curves[0][n]), max(sign * (curves[1][k] - curves[0][k]) for k in at), 1e-9, f"'{t.what[:70]}'")
    t.equal([t["both"]] * 2 if t["both"] else [t["first"], t["second"]], sure)


def half_decades(report):
    """The numbers of guesses of the report's curves, as powers of the root of ten; some have whole decades only."""
    is_whole = report.is_least_in_whole_decades
    return range(2, 29, 2) if is_whole else range(1, 29)


def extremes(t):
    """The policy that refuses least, and the one of which fewest are found, of equals the first; how many are left out."""
    report, policies = t.report, ranked(t.report)
    t.equal(t["some"] is not None, len(policies) < len(report.policies))
    t.judge.holds(len(policies) > 1, f"'{t.what[:70]}' of one policy")
    def least(shares, words, name, share, more):
        """Others of the least share are counted: of an estimate without decimals, of the same share as it is written."""
        best, _, first = min((own, n, p) for n, (p, own) in enumerate(shares))
        t.judge.holds(is_name(t[name], first), f"'{t.what[:70]}': {first} is least")
        t.equal(t[share], (written.whole if share == "refused" else written.rounded_percent)(best))
        t.equal(int((t[more] or "0").replace(",", "")), sum(words(own) == words(best) for _, own in shares) - 1)
    least([(p, written.share(report.entries_of(p) - report.compliant(p), report.entries_of(p))) for p in policies],
          lambda share: share, "least", "refused", "refused_more")
    known = [(p, written.share(report.found_in_day(p), report.compliant(p))) for p in policies
             if report.compliant(p) >= written.FOR_GUESSING and report.found_in_day(p) is not None]
    t.equal(t["fewest"] is not None, len(known) > 1)
    if t["fewest"]:
        least(known, written.rounded_percent if report.estimate == "combined" else lambda share: share,
              "fewest", "found", "found_more")
        t.equal(t["known"], written.grouped(len(known)) if len(known) < len(policies) else None)
        first = min((own, n, p) for n, (p, own) in enumerate(known))[2]
        t.equal(t["unmeasured"] is not None, bool(written.mark(report, report.text_of(first))))


def dropping(t):
    """The rule that keeps out most by itself; what is found of that was counted apart, so only its range is judged."""
    counts = [(c, p, rule) for p in t.report.policies for rule, c in t.report.bins("violation_only", p).items()]
    most = max(c for c, _, _ in counts)
    policy = next(p for c, p, _ in counts if c == most)
    rule = next(r for c, p, r in counts if c == most and p == policy)
    text = t.report.rule_text(policy, rule)
    t.judge.holds(is_name(t["policy"], policy) and is_name(t["rule"], text), f"'{t.what[:70]}': it is {text} of {policy}")
    t.equal("+" + t["points"], written.points(written.share(most, t.report.entries_of(policy))))
    if t["found"]:
        # What comes in is found among all, and is not among those that comply already.
        all_, own = t.report.found_in_day(), t.report.found_in_day(policy)
        share = int(t["found"].strip("<> %")) / 100
        t.judge.holds((share - 0.01) * most <= all_ - own, f"'{t.what[:70]}': more than is found at all")
        refused = t.report.entries_of(policy) - t.report.compliant(policy)
        t.judge.holds((share + 0.01) * most >= all_ - own - (refused - most), f"'{t.what[:70]}': fewer than must be")


def idle(t):
    """The policy with most rules that refuse fewer than a thousandth by themselves."""
    def count(policy):
        return sum(written.share(c, t.report.entries_of(policy)) < 0.001 for c in t.report.bins("violation_only", policy).values())
    best = max(count(p) for p in t.report.policies)
    first = next(p for p in t.report.policies if count(p) == best)
    t.judge.holds(is_name(t["policy"], first), f"'{t.what[:70]}': {first} has most")
    t.equal((int(t["count"]), int(t["all"])), (best, len(t.report.bins("violation_only", first))))


def habits_told(t):
    """How those that comply with a policy keep its rules: a clause for each share beyond its bound."""
    policy = t.policy(t["policy"])
    n, habit, kept = t.report.compliant(policy), t.report.bins("survivors_habit", policy), t.report.bins("habit_of_rule", policy)
    t.judge.holds(n >= written.FOR_SHARES, f"'{t.what[:70]}': of {n}")
    t.equal(t["n"], written.grouped(n))
    rules = [(kept[f"{rule}:free"], rule) for rule in (b[:-5] for b in kept if b.endswith(":free")) if rule != "all"
             and kept[f"{rule}:free"] + kept[f"{rule}:other"] == n]
    # One about lengths is told of if there is no other.
    most = max((r for r in rules if 2 * r[0] >= n), key=lambda r: (not r[1].endswith("minlength"), r[0]), default=(0, ""))
    text = next((r["text"] for r in t.report.rules[policy] if r["rule"] == most[1]), "")
    t.equal(t["rule"], share_of(most[0], n) if most[0] / n >= 0.5 and not text.startswith("blocklist") else None)
    if t["base"]:
        t.equal(t["base"], written.percent(habits.of_all(t.report, text)))
        t.equal(t["kind"], habits.KINDS[habits.asked(text)[0]][0].replace("upper", "capital"))
    t.equal(t["base"] is None, t["rule"] is None or habits.of_all(t.report, text) is None)
    if t["told"]:
        t.equal(t["told"], text)
    paid = [rule for rule in (b[:-5] for b in kept if b.endswith(":free")) if rule != "all" and not rule.endswith("minlength")]
    free = kept.get("all:free", 0)
    t.equal(t["all"], share_of(free, n) if free / n >= 0.5 and len(paid) > 1 else None)
    words = habit["decorated-common"]
    t.equal(t["words"], share_of(words, n) if words / n >= 0.2 else None)
    year, calendar = habit["year-this"] + habit["year-last"], habit["season"] + habit["month"] + habit["weekday"]
    t.equal(t["year"], share_of(year, n) if max(year, calendar) / n >= 0.01 else None)
    t.equal(t["calendar"], share_of(calendar, n) if t["year"] else None)


def left_over(t):
    shares = [(t.report.easy(p) / t.report.compliant(p), p) for p in t.report.policies
              if t.report.compliant(p) >= written.FOR_SHARES]
    if t["only"]:
        t.equal(len(shares), 1)
        t.equal(t["only"], written.of_compliant(t.report.easy(shares[0][1]), t.report.compliant(shares[0][1])))
    else:
        for place, choice in [("low", min), ("high", max)]:
            share = choice(share for share, _ in shares)
            first = next(p for s, p in shares if s == share)
            t.equal(t[place], written.of_compliant(t.report.easy(first), t.report.compliant(first)))
            t.judge.holds(is_name(t[place + "_name"], first), f"'{t.what[:70]}': {first} is the {place}est")
    t.equal(t["all"], share_of(t.report.easy(), t.report.entries()))
    out = len(t.report.policies) - len(shares)
    t.equal(t["out"], written.grouped(out) if out else None)


def random(t):
    rows = [r for r in t.report.tables["policy.csv"] if r["floor_bits"]]
    row = max(rows, key=lambda r: float(r["lost_ascii_floor"] or 0))
    t.judge.holds(t.report.cell[t.policy(t["policy"])] == row["policy"], f"'{t.what[:70]}': {row['policy']} is it")
    t.equal(t["length"], row["floor_length"])
    t.equal(t["bits"], written.bits(float(row["floor_bits"])))
    lost = float(row["lost_ascii_floor"] or 0)
    t.equal(t["lost"], written.bits(lost) if lost >= 0.005 else None)


def accepted(t):
    """The shares of audit.json, in whole per cent."""
    policies = t.report.manifest["policies"]
    t.equal(t["policy"] is None, len(policies) == 1)
    found = next(p for p in policies if t["policy"] is None or is_name(t["policy"], p["name"]))
    def words(share):
        whole = round(share * 100)
        return f"{whole} %" if share in (0, 1) else "< 1 %" if whole < 1 else "> 99 %" if whole > 99 else f"{whole} %"
    told = [part.rsplit(" ", 2 + ("<" in part or ">" in part)) for part in t["shares"].split(", ")]
    # Policy Lab leaves out what was not counted in a second.
    names, known = {name.lower() for name, *_ in told}, {m for m in MANAGERS if found["managers"][m] is not None}
    t.judge.holds(names <= known if t.is_timed else names == known, f"'{t.what[:70]}' names {names}, not {known}")
    for name, *share in told:
        number = found["managers"][name.lower()]
        # The number of audit.json is the nearest to the share: 1 also of one that is a little less.
        if (number, *share) != (1, ">", "99", "%"):
            t.equal(" ".join(share), words(number))


def listed(t):
    t.equal(t["share"], share_of(t.report.listed(), t.report.entries()))
    t.equal(t["all"], written.grouped(t.report.entries()))


def related(t):
    t.equal(t["share"], share_of(t.report.related(), t.report.entries()))
    t.equal(t["all"], written.grouped(t.report.entries()))


def blank(t):
    count = t.report.count("blank", "blank")
    t.equal((t["count"], t["all"], t["share"]),
            (written.grouped(count), written.grouped(t.report.entries()), share_of(count, t.report.entries())))


def distinct(t):
    t.equal(t["count"], written.grouped(t.report.entries("distinct")))
    t.equal(t["share"], share_of(t.report.entries("distinct"), t.report.entries()))


def neighbours(t):
    """Two policies that follow each other, and the share at which their order turns."""
    pair = [t.policy(t["better"]), t.policy(t["other"])]
    t.judge.holds(tuple(pair) in behaviours.neighbours(t.report) or tuple(pair[::-1]) in behaviours.neighbours(t.report),
                  f"'{t.what[:70]}': no neighbours")
    cells = [t.report.cell[p] for p in pair]
    row = next(r for r in t.report.tables["flips.csv"] if r["guesses"] == "10" and {r["first"], r["second"]} == set(cells))
    t.equal(t["turns"], written.precise(float(row["flip_share"])) if row["flip_share"] else None)
    if row["always"]:
        t.equal(row[row["always"]], cells[0])
    else:
        start = [behaviours.found(t.report, t.report.spectra[cell], "proportional", 10) for cell in cells]
        t.equal(row["flip_share"] == "", start[0] >= start[1])
    t.equal("Of occurrences, " in t.what, t.report.manifest["guessing"]["weights"] != "accounts")


def left_out(t):
    t.equal(t["count"], written.grouped(sum(t.report.compliant(p) < written.FOR_GUESSING for p in t.report.policies)))


def alike(t):
    shares = [[behaviours.found(t.report, t.report.spectra[t.report.cell[t.policy(t[name])]], model, 10)
               for model in ("proportional", "convergent")] for name in ("better", "other")]
    t.equal(*shares)


def size(t):
    t.equal(t["all"], None if accounts_.audiences(t.report) else written.grouped(t.report.entries()))


def nothing(t):
    """Its numbers are judged with the figure."""


def median(t):
    t.equal(int(t["median"]), t.report.median_length())


# How near each estimate comes to attacks, by the error of the policies.
COMBINED = "The combined estimate joins zxcvbn's guesses with those of a model of common passwords."
NEAR = ("Up to 10¹⁰ guesses its shares were within 8 percentage points of a guessing service's, for eight policies on two "
        "leaks; by zxcvbn alone the shares were up to 59 percentage points too high.")
CALIBRATION = {
    written.WITHIN: NEAR, written.OF_MANY: NEAR,
    written.OF_SCORE:
        "Of policies with a score rule its shares were 14 percentage points too low to 2 too high at 10⁹ guesses, since rule and "
        "estimate share zxcvbn.",
    written.TOO_HIGH:
        "zxcvbn's shares were up to 59 percentage points higher than a guessing service's, for eight policies on two leaks, up to "
        "10¹⁰ guesses; the combined estimate was within 8 percentage points.",
    written.LONG: "How near {its} shares come to attacks was not measured for minimum lengths of 13+.",
    written.SCORED: "How near {its} shares come to attacks was not measured for policies with a score.",
    written.LETTERS: "How near {its} shares come to attacks was not measured for letters beyond ASCII, which 5 % or more of "
                     "these passwords have.",
}


def calibration_of(report):
    """How near the estimate of a report comes to attacks, in a sentence."""
    if report.estimate == "brought":
        return (f"Guess numbers were brought: {report.guess_files}. How near they come to attacks was not measured here; a "
                "password that they do not cover counts as not guessed.")
    if report.estimate == "min-auto":
        return (f"Of each password the least number of guesses counts: {report.guess_files}. An attacker who guesses as much runs "
                "all these attacks, whose costs add up; how near the numbers come to attacks was not measured here.")
    if report.own_model:
        return ("The combined estimate joins zxcvbn's guesses with those of a model of one's own "
                f"({report.own_model}). How near it comes to attacks was not measured; the built-in model's error says "
                "nothing of it.")
    found = written.grouped_errors(report, [(p, report.text_of(p)) for p in report.policies])
    its, made = ("zxcvbn's", []) if report.estimate == "zxcvbn" else ("its", [COMBINED])
    return " ".join(made + [CALIBRATION[error].format(its=its) for error in found])


def calibration(t):
    told = calibration_of(t.report) + (written.fast_hash(t.report) if t.what.startswith("Guesses are on each") else "")
    t.judge.holds(t.what.endswith(told), f"'{t.what[:70]}': of another estimate")


NUMBER = r"[<>]?[\d,.]+ %"
def uncovered(t):
    """How many passwords no file of guess numbers has."""
    count = t.report.halves()["nan"]
    t.equal((t["name"], t["n"], t["share"]), (t.report.label, written.grouped(count), share_of(count, t.report.entries())))


def fallen(t):
    """How many fall below a score by words of one's own."""
    three, two = (t.report.count("score_fall", f"below {score}") for score in (3, 2))
    t.equal((t["n"], t["three"], t["two"]), (
        written.grouped(three), share_of(three, t.report.entries()), share_of(two, t.report.entries())))


def others(t):
    """What ten guesses find of other accounts."""
    share = measures.bound(t.report, None if t["name"] == "all passwords" else t.policy(t["name"]))
    t.equal(t["share"], share.removeprefix("≤ "))
    t.equal(bool(t["open"]), share.startswith("≤ "))


def told_apart(t):
    """Policies whose ends do not overlap; those of the tables are nearer to each other, since each holds by itself."""
    rows = {r["policy"]: r for r in t.report.tables["empirical.csv"]}
    ends = {p: [float(rows[t.report.cell[p]][f"bound_10_{end}"]) for end in ("lower", "upper")]
            for p in t.report.policies if rows[t.report.cell[p]]["bound_10_lower"]}
    pairs = re.findall(r"(?:: |; )(.*?) is below (.*?)(?=;|, if)", t.what)
    for below, above in pairs:
        t.judge.holds(ends[t.policy(below)][1] < ends[t.policy(above)][0], f"{below} below {above}")
    if t["pairs"]:
        apart = sum(a[1] < b[0] for a in ends.values() for b in ends.values())
        t.judge.holds(int(t["apart"]) <= apart, f"{t['apart']} pairs apart, of at most {apart}")


def reach(t):
    """Up to how many guesses the ends of all passwords are within a factor of two."""
    most = int(next(r for r in t.report.tables["empirical.csv"] if not r["policy"])["resolved_guesses"])
    t.equal((t["all"], t["most"]), (written.grouped(t.report.entries()), written.grouped(most) if most else None))


def of_a_day(t):
    """The estimate behind what is found in a day, and its error."""
    t.equal(t["brief"], written.brief(t.report))


SENTENCES = [
    (r"Guessed in a day: (?P<brief>.*)\.", of_a_day),
    (r"(?P<name>.*?): (?:ten guesses find (?P<open>at most )|with ten guesses the best attacker finds )(?P<share>[\d.–]+ %) of "
     r"(?:such|the accepted) accounts, (?:whoever guesses|and nobody more); 99 % sure", others),
    (r"10 guesses(?: tell apart (?P<apart>\d+) of (?P<pairs>\d+) pairs|:.*), if the ends of all of them hold at once "
     r"\(99 % sure\)\.", told_apart),
    (r"With (?P<all>[\d,]+) accounts? nothing within a factor of two can be said(?: beyond (?P<most>[\d,]+) guess(?:es)?)?\.",
     reach),
    (r"Of other accounts such as those of the list, .* \(99 % sure for each number of guesses\)\. .*", nothing),
    (r"Such accounts are others than .* 99 % sure is said of each policy by itself\. .*", nothing),
    (rf"{NUMBER} of (?:[\d,]+ passwords?|the passwords of each) are accepted by .*\.", comply),
    (rf"Between (?P<low>{NUMBER}) \((?P<low_name>.*?)\) and (?P<high>{NUMBER}) \((?P<high_name>.*?)\) of "
     r"(?:(?P<all>[\d,]+) passwords|the passwords of each) are accepted, .*", between),
    (rf"The rule that refuses most is (?P<rule>.*?)(?: of (?P<policy>[^:]+))?: (?P<any>{NUMBER}) of (?:all|its) passwords break "
     rf"it, (?P<only>{NUMBER}) break only this rule\.", top_rule),
    (rf"By zxcvbn alone, (?:(?P<only>{NUMBER}(?: of [\d,]+)?)|between (?P<low>{NUMBER}(?: of [\d,]+)?) "
     rf"\((?P<low_name>.*?)\) and (?P<high>{NUMBER}(?: of [\d,]+)?) \((?P<high_name>.*?)\)) of the accepted need less than .*? \(score 0 or 1\); of all "
     rf"passwords (?P<all>{NUMBER})\.(?: Left out: (?P<out>[\d,]+) polic(?:y|ies) that accepts? too few passwords\.)?"
     r"(?: Shares guessed are by the combined estimate, which is nearer to attacks\.)?", left_over),
    (r"Random passwords of (?P<length>\d+) characters under (?P<policy>.*?) have (?P<bits>[\d.]+) bits"
     r"(?:, (?P<lost>[\d.]+) less than without rules(?:; .*? costs most)?)?\.", random),
    (r"Generated passwords accepted(?: by (?P<policy>.*?))?: (?P<shares>.*); 'audit rules managers' says why\.", accepted),
    (rf"(?P<share>{NUMBER}) of (?P<all>[\d,]+) passwords are on a blocklist.*", listed),
    (rf"(?P<share>{NUMBER}) of (?P<all>[\d,]+) passwords relate to their user's name, each counted once\.", related),
    (rf"(?P<count>[\d,]+) of (?P<all>[\d,]+) users ha(?:s|ve) no password \((?P<share>{NUMBER})\)\.", blank),
    (rf"(?P<count>[\d,]+) distinct passwords, (?P<share>{NUMBER}) of all\.", distinct),
    (r"A password that breaks one rule would be accepted after one change\. Shares are of all (?P<all>[\d,]+) (?:password|account)s?\.", size),
    (r".* against (?P<all>[\d,]+) (?:passwords?|accounts?) of .*", heading),
    (rf"(?:Of occurrences, )?(?P<better>.*?) leaves less to guess than (?P<other>.*?)(?: unless more than (?P<turns>{NUMBER}) of (?:those|the "
     r"occurrences) it refuses (?:choose|become) one and the same password|, however many of (?:those|the occurrences) it refuses "
     r"(?:choose|become) one and the same password)(?:; halves of the list do not tell the two apart)?\.", neighbours),
    (r"(?:Of occurrences, )?(?P<better>.*?) and (?P<other>.*?) leave equally much to guess\.", alike),
    (r"Left out, since fewer than 1,000 passwords are accepted: (?P<count>[\d,]+) polic(?:y|ies)\.", left_out),
    (rf"Dictionaries: with these words (?P<three>{NUMBER}) \(n = (?P<n>[\d,]+)\) drop below a score of 3, and "
     rf"(?P<two>{NUMBER}) below 2\.", fallen),
    # The first screen.
    (r"Refuses least(?P<some>, of those that are ranked)?: (?P<least>.*?)(?: and (?P<refused_more>[\d,]+) more)? \((?P<refused>[<>]?\d+ %)\)\.(?: (?:S|Of the "
     r"(?P<known>[\d,]+) policies that accept 1,000 or more, s)mallest share of the accepted guessed in a day: (?P<fewest>.*?)"
     r"(?: and (?P<found_more>[\d,]+) more)? \((?P<found>[<>]?\d+ %)(?P<unmeasured>, error not measured)?\)\.)?", extremes),
    (rf"(?:{BEATEN_WORDS})+(?:Beaten by some policy, too: [\d,]+ more\.)?", beaten),
    (rf"Up to (?P<before>10\^[\d.]+) guesses on each account (?P<low>.*?) leaves less to guess than (?P<high>.*) \(at (?P<at>10\^[\d.]+) "
     rf"(?P<own>{NUMBER}) against (?P<other>{NUMBER}) of the accepted\), from (?P<after>10\^[\d.]+) on more \(at (?P<at_>10\^[\d.]+) "
     rf"(?P<own_>{NUMBER}) against (?P<other_>{NUMBER})\); (?:both differences are (?P<both>\w+)|the first difference is (?P<first>\w+), "
     r"the second (?P<second>\w+))\.", crossing),
    (r"Without (?P<rule>.*), (?P<policy>.*?) would accept (?P<points>[\d.]+) percentage points more(?:; (?P<found>[<>]?\d+ %) of these are "
     r"guessed in a day)?\.", dropping),
    (r"(?P<count>\d+) of the (?P<all>\d+) rules of (?P<policy>.*?) (?:refuses|each refuse) fewer than 0\.1 % "
     r"that no other refuses: .*", idle),
    (r"(?P<all>[\d,]+) leaked passwords?.*", size),
    (r"(?:.* )?(?:The combined estimate joins|zxcvbn's shares were|How near zxcvbn's shares come|Guess numbers were brought:|Of each password the least number of guesses) .*", calibration),
    (rf"(?:Uncovered: )?(?P<name>\S+) does not cover (?P<share>{NUMBER}) \(n = (?P<n>[\d,]+)\), which count as not guessed\.", uncovered),
    (rf"Of the (?P<n>[\d,]+) passwords accepted by (?P<policy>.*?), (?:(?P<rule>{NUMBER}) (?:put (?:the only capital first|all "
     rf"(?:digits|specials) last)(?: \(of all passwords with a (?P<kind>\w+), (?P<base>{NUMBER}) do\))?|have no character more than "
     rf"(?P<told>.*?)|keep (?!all its rules ).*? by a capital first and digits or specials last)(?:; |\.$))?(?:(?P<all>{NUMBER}) keep all its rules by "
     rf"(?:such habits|a capital first and digits or specials last)(?:; |\.$))?(?:(?P<words>{NUMBER}) are a common word with another "
     rf"case, digits or specials added(?:; |\.$))?(?:(?P<year>{NUMBER}) end in this or last year and (?P<calendar>{NUMBER}) contain a "
     r"month, season or weekday\.)?", habits_told),
    (r"A random password would put its only capital first by chance, too: in 0\.9 % of 8 letters and digits\. .*", nothing),
    # Captions.
    (r"Across: refused of (?:all|each policy's own) passwords\. Up: .*", nothing),
    (r".*The median is (?P<median>\d+)\. .*", median),
    (r"Shares of (?:(?P<all>[\d,]+)|each policy's own) passwords?; right of .*", size),
]
# What has a sign of per cent, or a marked number, must be in the table.
COUNTED = re.compile(r"\d %|\d (?:percentage )?points")


def judge(texts, report, judge_, is_timed=False):
    """Each of the texts, pairs of a text and whether a number in it is marked; some may be left out for want of time."""
    for text, is_marked in texts:
        found = next(((re.fullmatch(p, text), check) for p, check in SENTENCES + accounts_.SENTENCES
                      if re.fullmatch(p, text)), None)
        if found is None:
            judge_.holds(not is_marked and not COUNTED.search(text), f"no line in SENTENCES for '{text[:200]}'")
            continue
        judge_.meets(f"sentence {found[1].__name__}")
        try:
            found[1](Told(report, found[0], judge_, text, is_timed))
        except (KeyError, IndexError, ValueError, StopIteration, TypeError) as problem:
            judge_.holds(False, f"'{text[:100]}' cannot be read: {type(problem).__name__} {problem}")


def of_page(page):
    """The sentences of a page with numbers; the policies' texts and provenance have none of ours."""
    told = [(s.text, bool(s.numbers)) for s in page.sentences
            if s.tag in ("p", "h1") or s.tag == "li" and s.element.first("a") is None]
    return told + [(figure.caption, False) for figure in page.figures] + [(t.caption, False) for t in page.tables]
