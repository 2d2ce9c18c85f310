"""What a form's list holds, and what the program answers of each of its passwords by itself."""
import codecs
import collections
import functools
import json

import estimates
import oracle


def ranks(values):
    found = {}
    for rank, value in enumerate(values, 1):
        found.setdefault(oracle.nfc(value), rank)
    return found


class Made:
    """What a form's list holds: occurrences of each password, and what became of the other lines."""

    def __init__(self, passwords=(), users=None, asks=(), lists=None, only=(), **fates):
        # The metrics that are exact, if not all are.
        self.only = only
        # The values of blocklists by their names, the commonest first.
        self.lists = lists and {name: ranks(values) for name, values in lists.items()}
        # Options with which the program is asked about single passwords.
        self.asks, self.scoring = list(asks), []
        # Guess numbers of passwords by their source, infinite ones that no attack reached; None without files of them.
        self.brought = None
        self.counts = collections.Counter(passwords)
        # Lines with counts hold a password each.
        self.lines = collections.Counter(list(self.counts)) if isinstance(passwords, dict) else self.counts
        self.fates, self.users = collections.Counter(fates), users
        self.fates["audited"] = sum(self.lines.values())

    def __add__(self, other):
        both = Made()
        both.counts, both.lines, both.fates = self.counts + other.counts, self.lines + other.lines, self.fates + other.fates
        both.only, both.asks, both.scoring, both.lists, both.brought = (
            self.only, self.asks, self.scoring, self.lists, self.brought)
        both.users = None if self.users is None else self.users + other.users
        return both


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


# Names of audit.csv for patterns.
PATTERNS = {"bruteforce": "brute-force", "spatial": "keyboard", "regex": "recent-year"}


def decides(sequence):
    """What audit.csv calls a sequence of patterns: `mixed` if it has several."""
    if len(sequence) != 1:
        return "mixed" if sequence else "brute-force"
    pattern = sequence[0]
    if pattern["pattern"] == "dictionary":
        return "dictionary-reversed" if pattern["reversed"] else "dictionary-l33t" if pattern["l33t"] else \
            "dictionary-" + pattern["dictionary_name"].replace("_", "-").replace("user-inputs", "context-words")
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
            text = self.runs.answers(unknown, "check", "-q", "--format", "csv", "--rules", rules, *options)
            for password, line in zip(unknown, text.splitlines()[1:], strict=True):
                known[password] = [] if line == "compliant" else line.split(" ")
        return known
