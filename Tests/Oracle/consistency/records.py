"""What the program wrote, read by position and name."""
import collections
import functools
import json
import pathlib
import re

import spectra
from equalities import table

Row = collections.namedtuple("Row", "dataset policy metric bucket order unit count share")


# The metrics of each source of guesses, of half decades and of what attacks find. The first that a report has says what is
# found in a time; bins of those that were brought begin with their names.
SOURCES = {"min-auto": ("min_auto_log10", "cracked_min_auto"), "brought": ("brought_log10", "cracked_brought"),
           "model": ("model_log10", "cracked_model"), "combined": ("combined_log10", "cracked"),
           "zxcvbn": ("guesses_log10", "cracked_zxcvbn")}


class Report:
    """A report's directory, and what the program printed of it."""

    def __init__(self, directory, printed=None):
        self.directory = pathlib.Path(directory)
        self.printed = printed or {}
        rows = table(self.directory / "audit.csv")
        if rows is None:
            rows = []
            for path in sorted(self.directory.glob("audit-*.csv")) or sorted(self.directory.glob("*.csv")):
                rows += [row for row in table(path) if "metric" in row]
        self.rows = [Row(r["dataset"], r["policy"], r["metric"], r["bucket"], int(r["order"]), r["unit"],
                         int(r["count"]), r["share"]) for r in rows]
        self.manifest = json.loads((self.directory / "audit.json").read_text(encoding="utf-8"))
        self.dataset = self.manifest["dataset"]
        self.tables = {path.name: table(path) for path in sorted(self.directory.glob("*.csv"))}
        page = self.directory / "report.html"
        self.page = page.read_text(encoding="utf-8") if page.exists() else None
        self.groups = collections.OrderedDict()
        for row in self.rows:
            key = (row.dataset, row.policy, row.metric, row.unit)
            self.groups.setdefault(key, collections.OrderedDict())[row.bucket] = row.count
        self.policies = [policy["name"] for policy in self.manifest["policies"]]
        # A name that a spreadsheet would run has an apostrophe in front of it.
        self.cell = {name: self._cell(name) for name in self.policies}
        self.rules = {name: [r for r in self.tables.get("rules.csv") or [] if r["policy"] == self.cell[name]]
                      for name in self.policies}

    @functools.cached_property
    def spectra(self):
        return spectra.of_report(self.tables.get("spectrum.csv") or [])

    @staticmethod
    def _cell(name):
        return "'" + name if name[:1] in "=+-@\t\r＝＋－＠" and name else name

    def bins(self, metric, policy="", unit="entries", dataset=None):
        """The buckets of a metric with their counts; empty if the report lacks it."""
        name = self.cell.get(policy, policy)
        return self.groups.get((dataset or self.dataset, name, metric, unit), {})

    def count(self, metric, bucket, policy="", unit="entries", dataset=None):
        return self.bins(metric, policy, unit, dataset).get(bucket, 0)

    def row(self, name, policy):
        """The first row of a policy in a table; None without one."""
        return next((row for row in self.tables[name] or () if row["policy"] == (policy and self.cell[policy])), None)

    def text_of(self, policy):
        """The rules of a policy, as audit.json has them."""
        return next(p["rules"] for p in self.manifest["policies"] if p["name"] == policy)

    def rule_text(self, policy, rule):
        return next(r["text"] for r in self.rules[policy] if r["rule"] == rule)

    def entries(self, unit="entries", dataset=None):
        return self.count("entries", "audited", "", unit, dataset)

    def compliant(self, policy, unit="entries", dataset=None):
        return self.count("compliance", "compliant", policy, unit, dataset)

    def entries_of(self, policy, dataset=None):
        """The passwords that a policy is about: of the accounts for which it is in force, if it says so."""
        return sum(self.bins("compliance", policy, dataset=dataset).values()) if policy else self.entries(dataset=dataset)

    def median_length(self, policy=None, unit="entries", dataset=None):
        """The least length that at least half of the passwords do not exceed."""
        counts = self.bins("survivors_length" if policy else "length", policy or "", unit, dataset)
        total, below = sum(counts.values()), 0
        for length, count in counts.items():
            below += count
            if below >= total - total // 2:
                return int(length)
        return 0

    def easy(self, policy=None):
        """Passwords with a score of 0 or 1; None without scores."""
        scores = self.bins("survivors_score" if policy else "score", policy or "")
        return scores["0"] + scores["1"] if scores else None

    @property
    def estimate(self):
        """The estimate by which the report says what guesses find; None if it says nothing of that."""
        return next((estimate for estimate, metrics in SOURCES.items() if any(map(self.bins, metrics))), None)

    @property
    def own_model(self):
        """The model of one's own behind the combined estimate, without its digest; None for the built-in one."""
        told = re.match(r"combined with (.*), digest [0-9a-f]+: ", self.manifest["readings"].get("strength", ""))
        return told and told[1]

    @property
    def guess_files(self):
        """The files of guess numbers as audit.json names them, or all sources of the least, without digests; None without any."""
        told = self.manifest["readings"].get("min-auto" if self.estimate == "min-auto" else "guesses")
        return told and re.sub(r", (sha256:|digest )[0-9a-f]*", "", told)

    @property
    def label(self):
        """The name of the estimate in JSON and tables."""
        return self.estimate if self.estimate != "brought" else self.guess_files.partition(" ")[0]

    def metrics_of(self, estimate):
        """The metrics of the guesses of an estimate and of what they find, and what their buckets begin with."""
        label = self.label if estimate in (None, "brought") else estimate
        if label is None:
            return "", "cracked_zxcvbn", ""
        return (*SOURCES["brought"], label[8:] + "+") if label.startswith("guesses:") else (*SOURCES[label], "")

    def numbers(self, metric, prefix, policy):
        """The bins of a metric of guesses whose names begin so, without that."""
        bins = self.bins(f"survivors_{metric}" if policy else metric, policy or "")
        return {bucket[len(prefix):]: count for bucket, count in bins.items() if bucket.startswith(prefix)}

    def halves(self, policy="", estimate=None):
        """Passwords by half decade of guesses, as the report's estimate has them, or another one.

        Those that brought guess numbers do not cover, or did not reach, lie above all others.
        """
        metric, _, prefix = self.metrics_of(estimate)
        bins = self.numbers(metric, prefix, policy)
        return {{"unreached": "inf", "uncovered": "nan"}.get(bucket, bucket): count for bucket, count in bins.items()}

    @property
    def in_whole_decades(self):
        """Whether zxcvbn's guesses are in whole decades: always beside the combined estimate."""
        halves = self.bins("guesses_log10")
        return bool(self.bins("combined_log10")) or len(halves) > 1 and all(bucket.endswith(".0") for bucket in halves)

    @property
    def is_least_in_whole_decades(self):
        """Whether the report's estimate is the least of zxcvbn's guesses and others."""
        return self.estimate == "min-auto" and bool(self.bins("model_log10"))

    def cracked(self, policy="", estimate=None):
        """What attacks find by an estimate."""
        _, metric, prefix = self.metrics_of(estimate)
        return self.numbers(metric, prefix, policy)

    def below_thousand(self, policy="", estimate=None):
        """What 1,000 guesses find by an estimate; None if the report does not say it."""
        halves = self.halves(policy, estimate)
        return sum(n for bucket, n in halves.items() if float(bucket) < 3) if halves else None

    def found_in_day(self, policy=""):
        """What is found in a day, at 10,000 guesses a second or the last of other rates; None without guesses."""
        bins = self.cracked(policy)
        names = [name for name in bins if name.endswith(" for 1 day")]
        return bins.get("1e4/s for 1 day" if "1e4/s for 1 day" in names else names[-1]) if names else None

    def listed(self, policy=None):
        lists = self.bins("survivors_blocklist" if policy else "blocklist", policy or "")
        total = self.compliant(policy) if policy else self.entries()
        return total - lists["none"] if "none" in lists else None

    def related(self, policy=None):
        """Passwords that relate to their user's name; None if no list names users."""
        relations = self.bins("survivors_user_name" if policy else "user_name", policy or "")
        total = self.compliant(policy) if policy else self.entries()
        return total - relations["none"] if "none" in relations else None

    def top_rule(self, policy):
        """The id of the rule that refuses most, of equals the first; None if none refuses any."""
        counts = self.bins("violation", policy)
        best = max(counts.values(), default=0)
        return next((rule for rule, count in counts.items() if count == best), None) if best else None

    def name_of_list(self, told):
        """A list's bucket by its name on the page, perhaps clipped."""
        names = [name for name in list(self.bins("blocklist")) + list(self.bins("rule_list")) if name != "none"]
        return next((n for n in names if n == told or told.endswith("…") and n.startswith(told[:-1].rstrip())), told)

    def pattern(self, words):
        """The count of a pattern by its name on the page: `dictionary word`."""
        bins = self.bins("pattern")
        return bins[words] if words in bins else bins.get(words.replace(" ", "_"), -1)
