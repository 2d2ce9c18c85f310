"""The equalities of audit.json: a line for each key. A key without a line is a fault.

`HOME` means that the number's home is audit.json; other lines refer to it there.
"""
import re

import clauses
import spectra
import tables
import written

HOME = tables.HOME


class Place:
    """A value of audit.json, with the objects around it."""

    def __init__(self, report, around, value):
        self.report, self.around, self.value = report, around, value

    @property
    def policy(self):
        """The policy whose object it is in; empty for all passwords."""
        return next((a["policy"] for a in reversed(self.around) if isinstance(a, dict) and "policy" in a), "")

    @property
    def spectrum(self):
        name = self.report.cell.get(self.policy, "")
        return self.report.spectra.get(name, spectra.Spectrum([]))


def count(metric, bucket):
    return lambda p: p.report.count(metric, bucket)


def cell(column, read=float, table="empirical.csv"):
    """A cell of another table, in the same precision."""
    def expected(p):
        row = p.report.row(table, p.policy)
        return read(row[column]) if row[column] else None
    return expected


def success(ending):
    """The cell of empirical.csv, which is blank for few passwords."""
    return lambda p: cell(f"lambda_{p.around[-1]['guesses']}{ending}")(p)


def success_guesses(p):
    """A share stands where empirical.csv has one, and nowhere else."""
    return p.value if ("share" in p.around[-1]) == (success("")(p) is not None) else "a share as in the table"


def mass(p):
    """What the guesses beside it find."""
    return str(p.spectrum.mass(int(p.around[-1]["guesses"])))


def effort(place, write=lambda number: number):
    def expected(p):
        found = p.spectrum.effort(p.around[-1]["share"])
        return write(found[place]) if found else HOME
    return expected


def floor_count(p):
    row = p.report.cell[p.policy], str(p.around[-1]["floorLength"])
    return next(r["count"] for r in p.report.tables["keyspace.csv"] if (r["policy"], r["length"]) == row)


def bound(end):
    return lambda p: cell(f"bound_{p.around[-1]['guesses']}_{end}")(p)


def caveat(table):
    """A sentence of a list, which the table has in one cell."""
    return lambda p: p.value if p.value in cell("caveats_in_words", str, table)(p) else "a caveat"


GUESSING = {
    "bounds.none": cell("bounds_none", str), "bounds.confidence": lambda p: 99,
    "bounds.resolved": cell("resolved_guesses", int), "bounds.ends[].guesses": HOME,
    "bounds.ends[].lower": bound("lower"), "bounds.ends[].upper": bound("upper"),
    "policy": HOME, "acceptedShare": cell("accepted_share"), "caveats[]": caveat("empirical.csv"),
    "distinct": lambda p: str(p.spectrum.distinct), "distinctShare": cell("distinct_share"),
    "firstAcceptedRank": cell("first_accepted_rank", str), "guesswork": cell("guesswork"),
    "guessworkBits": cell("guesswork_bits"), "hartleyBits": cell("hartley_bits"),
    "minEntropyBits": cell("min_entropy_bits"),
    "shannonBits": cell("shannon_bits"), "sumRankTimesCount": lambda p: str(p.spectrum.rank_sum()),
    "topCount": lambda p: str(p.spectrum.top), "total": lambda p: str(p.spectrum.total),
    "unseenMass": cell("unseen_mass"),
    # Home of a fit, which the table repeats.
    "zipf.deviation": cell("zipf_ks"), "zipf.exponent": cell("zipf_s"), "zipf.factor": cell("zipf_c"),
    "successes[].guesses": success_guesses, "successes[].count": mass, "successes[].share": success(""),
    "successes[].bits": success("_bits"),
    "efforts[].share": HOME, "efforts[].guesses": effort(0, str), "efforts[].count": mass,
    "efforts[].bits": effort(1), "efforts[].guesswork": effort(2), "efforts[].guessworkBits": effort(3),
    "efforts[].lastCount": HOME,
}
INPUT = ["bytes", "complete", "container", "encoding", "fallbackLines", "layout", "members", "name", "sha256",
         "skippedFiles", "textBytes", "problems[]", "lists", "layoutToldBy", "files[].name", "files[].container",
         "files[].textBytes", "files[].encoding", "files[].complete"]
KEYS = {
    "version": HOME, "format": HOME, "dataset": HOME,
    "complete": lambda p: p.value and all(i["complete"] for i in p.report.manifest["inputs"]),
    "entries": lambda p: p.report.entries(),
    "lines.overLong": count("lines", "over-long"), "lines.scoredInPart": HOME,
    "encodings.ascii": count("quality", "ascii"), "encodings.utf8": count("quality", "utf-8"),
    "encodings.illFormed": count("quality", "ill-formed"), "encodings.changedByNFC": count("normalisation", "changed"),
    "policies[].name": HOME, "policies[].rules": HOME, "policies[].source": HOME,
    # What page and Lab say of it is judged by sentences.py, how it is counted by Tests/Oracle/managers.py.
    "policies[].managers.*": HOME,
    "blocklists[].name": lambda p: p.value if p.value in p.report.bins("blocklist") | p.report.bins("rule_list") else "a bucket of blocklist",
    "blocklists[].comparison": HOME, "blocklists[].conforms": HOME, "blocklists[].expectedFalseHits": HOME,
    "blocklists[].values": HOME, "blocklists[].sha256": HOME, "blocklists[].checksum": HOME,
    "dictionaries[].name": HOME, "dictionaries[].sha256": HOME, "dictionaries[].words": HOME,
    "blocklists[].sources[]": HOME, "blocklists[].idle.*": HOME, "readings.*": HOME, "warnings[]": HOME,
    "keyspaces[].policy": HOME, "keyspaces[].caveats[]": caveat("policy.csv"),
    "keyspaces[].costliestRule": cell("costliest_rule", str, "policy.csv"),
    "keyspaces[].floorBits": cell("floor_bits", float, "policy.csv"),
    "keyspaces[].floorCount": floor_count,
    "keyspaces[].floorLength": cell("floor_length", int, "policy.csv"),
    "keyspaces[].lostBits": cell("lost_ascii_floor", float, "policy.csv"),
    "guessing.weights": cell("weights", str), "guessing.truncated": HOME,
}
KEYS |= {f"lines.{fate}": count("lines", fate) for fate in ("audited", "empty", "cut", "malformed", "header")}
KEYS |= {f"inputs[].{name}": HOME for name in INPUT}
KEYS["inputs[].dataset"] = lambda p: p.value if p.report.entries(dataset=p.value) or any(
    row.dataset == p.value for row in p.report.rows) else "a dataset of audit.csv"
KEYS |= clauses.KEYS
KEYS |= {f"guessing.whole.{name}": line for name, line in GUESSING.items()}
KEYS |= {f"guessing.policies[].{name}": line for name, line in GUESSING.items()}
# The results of each policy, for programs that read nothing else.


def result(metric, bucket=None):
    """A count of audit.csv, of the rule that stands beside it."""
    return lambda p: p.report.count(metric, bucket or p.around[-1]["rule"], p.policy)


def share(metric, bucket=None):
    """Its share, as audit.csv has it."""
    def expected(p):
        name = p.report.cell[p.policy]
        return next(float(r.share) for r in p.report.rows if (r.dataset, r.policy, r.metric, r.bucket, r.unit) == (
            p.report.dataset, name, metric, bucket or p.around[-1]["rule"], "entries"))
    return expected


def of_survivors(count):
    return lambda p: round(written.share(count(p), p.report.compliant(p.policy)), 6)


def found_in_day(p):
    return p.report.found_in_day(p.policy)


KEYS |= {f"results[].{name}": line for name, line in {
    "policy": HOME, "n": lambda p: p.report.entries_of(p.policy),
    "accepted": result("compliance", "compliant"), "acceptedShare": share("compliance", "compliant"),
    "refused": result("compliance", "violating"), "refusedShare": share("compliance", "violating"),
    "rules[].rule": HOME, "rules[].text": lambda p: p.report.rule_text(p.policy, p.around[-1]["rule"]),
    "rules[].count": result("violation"), "rules[].share": share("violation"),
    "rules[].only": result("violation_only"), "rules[].onlyShare": share("violation_only"),
    "survivors.n": lambda p: p.report.compliant(p.policy),
    "survivors.medianLength": lambda p: p.report.median_length(p.policy),
    "survivors.onBlocklist": lambda p: p.report.compliant(p.policy) - p.report.count("survivors_blocklist", "none", p.policy),
    "survivors.onBlocklistShare": of_survivors(
        lambda p: p.report.compliant(p.policy) - p.report.count("survivors_blocklist", "none", p.policy)),
    "survivors.easy": lambda p: p.report.easy(p.policy),
    "survivors.easyShare": of_survivors(lambda p: p.report.easy(p.policy)),
    "survivors.guessedInDay": found_in_day, "survivors.guessedInDayShare": of_survivors(found_in_day),
    "survivors.guessedInDayBy": lambda p: p.report.label,
    "survivors.guessedInDayError": lambda p: written.error(p.report, p.report.text_of(p.policy)),
    "survivors.userName": lambda p: p.report.related(p.policy),
    "survivors.userNameShare": of_survivors(lambda p: p.report.related(p.policy)),
    "survivors.lambda10": cell("lambda_10"),
    "survivors.bound10Lower": cell("bound_10_lower"), "survivors.bound10Upper": cell("bound_10_upper"),
    "survivors.floorBits": lambda p: p.report.bins("space_bits", p.policy, "microbits")["floor"] / 1e6,
}.items()}
# The same of each list, or of each part of a directory.
KEYS |= {"parts[].dataset": HOME, "parts[].entries": lambda p: p.report.entries(dataset=p.around[-1]["dataset"])}
KEYS |= {f"parts[].results[].{name}": line for name, line in {
    "policy": HOME, "n": lambda p: p.report.entries_of(p.policy, p.around[-2]["dataset"]),
    "accepted": lambda p: p.report.compliant(p.policy, dataset=p.around[-2]["dataset"]),
    "acceptedShare": lambda p: round(written.share(
        p.report.compliant(p.policy, dataset=p.around[-2]["dataset"]),
        p.report.entries_of(p.policy, p.around[-2]["dataset"])), 6),
}.items()}
# The strata of a directory, which `accounts.py` holds to audit.csv, and the file that names accounts.
KEYS |= {f"strata[].{name}": HOME for name in ("option", "dataset", "accounts", "joined", "describesPersons")}
KEYS |= {"accounts.file": HOME, "accounts.rows": HOME}
# Objects whose keys are names.
NAMED = {"readings", "blocklists[].idle", "policies[].managers"}


def walk(value, path, around):
    if isinstance(value, dict):
        for key, inner in value.items():
            name = f"{path}.*" if path in NAMED else f"{path}.{key}".lstrip(".")
            yield from walk(inner, name, around + [value])
    elif isinstance(value, list):
        for inner in value:
            yield from walk(inner, path + "[]", around)
    else:
        yield path, value, around


def alike(value, expected):
    if isinstance(value, (int, float)) and isinstance(expected, float) and not isinstance(value, bool):
        return abs(value - expected) <= 2e-6 * max(1, abs(expected))
    return value == expected


def judge(report, judge_):
    for path, value, around in walk(report.manifest, "", []):
        line = KEYS.get(path)
        if not judge_.holds(line is not None, f"audit.json, {path} has no line in KEYS"):
            continue
        judge_.meets("audit.json " + path)
        place = Place(report, around, value)
        expected = HOME if line is HOME else line(place)
        if expected is not HOME:
            judge_.holds(alike(value, expected), f"audit.json, {path} of {place.policy!r}: {value!r}, not {expected!r}")
    manifest = report.manifest
    # An empty list has rows for it, too.
    for key in ("entries", "lines", "encodings", "policies", "blocklists", "inputs", "readings", "warnings"):
        judge_.holds(key in manifest, f"audit.json lacks {key}")
    scored = manifest["lines"]["scoredInPart"]
    judge_.holds(scored <= report.entries(), f"{scored} scored in part of {report.entries()}")
    names = [p["policy"] for p in manifest.get("guessing", {}).get("policies", [])]
    if names:
        judge_.equal(names, report.policies, "the policies of guessing in audit.json")
    for entry in manifest.get("results", []):
        judge_.equal([r["rule"] for r in entry["rules"]], [r["rule"] for r in report.rules[entry["policy"]]],
                     f"rules of {entry['policy']} in audit.json")
    if "results" in manifest:
        judge_.equal([entry["policy"] for entry in manifest["results"]], report.policies, "results of audit.json")
    sha = [i["sha256"] for i in manifest["inputs"] if "sha256" in i]
    judge_.holds(all(re.fullmatch("[0-9a-f]{64}", s or "") or not s for s in sha), "SHA-256 of lists")
