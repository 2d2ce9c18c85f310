"""What each password counts as: by rules, which are tried here, by estimates and by lists."""
import collections
import functools
import itertools
import math
import re

import estimates
import habits
import oracle
from made import text_of
from relations import guesses_of
from usernames import derives, folded


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
    whole, less = map(oracle.Policy.union, found.groups() if found else (value, ""))
    return Except(less) if whole is oracle.UNICODE else whole - less


def longest_of_kind(text):
    """The longest run of one kind of character."""
    return max((len(list(run)) for _, run in itertools.groupby(text, lambda c: oracle.kinds(c)[0])), default=0)


# Whether a text keeps a rule of this name, of classes or of a number.
OF_CLASSES = {
    "required": lambda t, members: any(c in members for c in t), "allowed": lambda t, members: all(c in members for c in t),
    "first": lambda t, members: bool(t) and t[0] in members, "last": lambda t, members: bool(t) and t[-1] in members,
}
OF_NUMBERS = {
    "minlength": lambda t, n: len(t) >= n, "maxlength": lambda t, n: len(t) <= n,
    "max-consecutive": lambda t, n: oracle.longest_run(t) <= n, "max-repeating": lambda t, n: oracle.longest_run(t) <= n,
    "max-class-run": lambda t, n: longest_of_kind(t) <= n, "max-sequential": lambda t, n: oracle.longest_sequence(t) <= n,
    "min-unique": lambda t, n: getattr(t, "unique", len(set(t))) >= n,
    "min-classes": lambda t, n: len([k for k in oracle.kinds(t) if k != "other"]) >= n,
}


@functools.lru_cache(None)
def keeps(name, value):
    """Whether a rule of this name and value permits a password; None for a rule that is asked about."""
    if name in oracle.COUNTED:
        least, most, value = oracle.bounds(name, value)
        test = lambda t: least <= sum(c in classes(value) for c in t) <= most
    elif name == "max-run-of":
        number, _, value = value.partition(" ")
        test = lambda t: max((len(list(run)) for inside, run in itertools.groupby(t, lambda c: c in classes(value)) if inside),
                             default=0) <= int(number)
    elif name in OF_CLASSES:
        members = classes(value)
        test = lambda t: OF_CLASSES[name](t, members)
    elif name in OF_NUMBERS and value.isdigit():
        test = lambda t: OF_NUMBERS[name](t, int(value))
    else:
        return None
    # Texts that read alike may have unlike numbers of different characters, by their bytes.
    return test if name == "min-unique" else functools.lru_cache(None)(test)


def broken_by(report, policy, asked, made):
    """The rules that each password breaks."""
    rules = [(r["rule"], *(part.strip() for part in r["text"].partition(":")[::2])) for r in report.rules[policy]]
    tests = {rule: keeps(name, value) for rule, name, value in rules}
    scores = {rule: int(value) for rule, name, value in rules if name == "min-score"}
    alternatives = collections.defaultdict(list)
    for rule, _, _ in rules:
        alternatives[habits.alternative(rule)].append(rule)
    text = report.text_of(policy)
    # An alternative that permits everything has no rule.
    for number in range(text.count("; or ") + 1) if "; or " in text else ():
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


def budgets(buckets, of):
    limits = [(bucket, *bucket.rpartition("+")[::2]) for bucket in buckets]
    limits = [(bucket, source, guesses_of(name)) for bucket, source, name in limits]
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


@functools.lru_cache(None)
def is_like(line, rules):
    """Whether a password derives from a word of rules `context`, or contains one of rules that say so."""
    text = folded(line)
    return bool(text) and any(len(word) >= 3 and word in text if rule.endswith(" substring") else derives(text, word)
               for rule in rules for word in (folded(found.encode()) for found in re.findall(r'"([^"]*)"', rule)))


def made_of(line, report, part, scores, broken=()):
    """A password of a list, with what its sources say."""
    numbers = {source: of_all.get(line) for source, of_all in (part.brought or {}).items()}
    return Password(line, scores.get(line), broken, numbers, bool(report.bins("model_log10")))
