#!/usr/bin/env python3
"""Recomputes compliance and violations of policies from a tally file alone.

No code of the program: SQLite's view, Python's arithmetic, and rules as conditions on columns. Compares with
an audit.csv of the same policies.

    python3 Tests/Oracle/tally.py --write-policies policies.txt
    audit report --rules policies.txt leaked.tally -o report
    python3 Tests/Oracle/tally.py --compare report/audit.csv leaked.tally

With --shapes it compares the file's table and view of shapes with those of the lines of a list.

    audit scan --shapes leaked.txt -o leaked.tally
    python3 Tests/Oracle/tally.py --shapes leaked.txt leaked.tally
"""

import argparse
import codecs
import collections
import functools
import pathlib
import sqlite3
import sys

import oracle
from equalities import table

KINDS = ["upper", "lower", "digit", "special"]
SPECIALS = """space exclamation_mark quotation_mark number_sign dollar_sign percent_sign ampersand
apostrophe left_parenthesis right_parenthesis asterisk plus_sign comma hyphen_minus full_stop solidus
colon semicolon less_than_sign equals_sign greater_than_sign question_mark commercial_at
left_square_bracket reverse_solidus right_square_bracket circumflex_accent low_line grave_accent
left_curly_bracket vertical_line right_curly_bracket tilde""".split()
BEYOND = "control other_uppercase other_lowercase uncased_letter other_character ill_formed".split()
CHARACTERS = dict(zip(" !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", SPECIALS))


@functools.cache
def columns(value):
    """The columns that say whether characters of a list of classes occur."""
    members = oracle.Policy.union(value)
    return {kind for kind in KINDS[:3] if oracle.NAMED[kind] <= members} | {CHARACTERS[c] for c in oracle.SPECIAL & members}


def occurs(row, value):
    return any(row[name] for name in columns(value))


def is_out(row, least, most, kinds):
    """Whether the number of characters of some kinds is none of those from the least to the most."""
    return not least <= sum(row[f"{kind}_count"] for kind in kinds.split(", ")) <= most


# Whether a password breaks a rule of a name and a value.
BROKEN = {
    "minlength": lambda r, value: r["length"] < int(value), "maxlength": lambda r, value: r["length"] > int(value),
    "max-consecutive": lambda r, value: r["longest_run"] > int(value),
    "max-repeating": lambda r, value: r["longest_run"] > int(value),
    "max-sequential": lambda r, value: r["longest_sequence"] > int(value),
    "max-class-run": lambda r, value: r["longest_class_run"] > int(value),
    "min-classes": lambda r, value: sum(occurs(r, kind) for kind in KINDS) < int(value),
    **{name: lambda r, value, name=name: is_out(r, *oracle.bounds(name, value)) for name in oracle.COUNTED},
    "required": lambda r, value: not occurs(r, value),
    "allowed": lambda r, value: any(r[name] for name in {*KINDS[:3], *SPECIALS, *BEYOND} - columns(value)),
}
POLICIES = [
    "minlength: 8; allowed: unicode;", "minlength: 15; allowed: unicode;", "minlength: 6; maxlength: 12; allowed: unicode;",
    "minlength: 8; required: lower; required: upper; required: digit; allowed: unicode;",
    "required: lower, upper; required: digit; allowed: lower, upper, digit;",
    "minlength: 10; required: special; allowed: ascii-printable;", "required: [-_.]; allowed: ascii-printable;",
    "allowed: lower, upper, digit, [!@#];", "allowed: digit; minlength: 4; maxlength: 4;",
    "max-consecutive: 2; allowed: unicode;", "max-consecutive: 1; minlength: 8; allowed: ascii-printable;",
    "max-repeating: 3; allowed: unicode;", "max-sequential: 3; allowed: unicode;", "max-class-run: 4; allowed: unicode;",
    "min-classes: 3; minlength: 8; allowed: unicode;", "min-classes: 4; allowed: ascii-printable;",
    "at-least: 2 digit; allowed: unicode;", "at-least: 3 special; at-least: 2 upper; allowed: unicode;",
    "at-least: 7 lower, upper; allowed: unicode;",
    "at-most: 2 digit; allowed: unicode;", "exactly: 1 upper; at-most: 0 special; allowed: unicode;",
    "between: 1, 3 digit; at-most: 6 lower, upper; allowed: unicode;",
    "minlength: 12; max-consecutive: 2; max-sequential: 4; min-classes: 2; allowed: unicode;",
]


def rules_of(text):
    """The names and values of a policy's rules by their ids."""
    found, numbers = {}, collections.Counter()
    for name, value in oracle.Policy.statements(text):
        if (name, value) != ("allowed", "unicode"):
            found[f"{name}[{numbers[name]}]" if name in ("required", *oracle.COUNTED) else name] = name, value
            numbers[name] += 1
    return found


def policy_file():
    return "".join(
        f"[policy {number}]\n{rules}\n" for number, rules in enumerate(POLICIES))


def counts(path):
    """The metrics `compliance`, `violation` and `violation_only` of every policy."""
    database = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
    database.row_factory = sqlite3.Row
    policies = {f"policy {number}": rules_of(text) for number, text in enumerate(POLICIES)}
    result = {}
    for name, rules in policies.items():
        result |= {(name, "compliance", bucket): 0 for bucket in ("compliant", "violating")}
        result |= {(name, metric, rule): 0 for metric in ("violation", "violation_only") for rule in rules}
    for row in database.execute("SELECT * FROM passwords"):
        for name, rules in policies.items():
            broken = [rule for rule, (of, value) in rules.items() if BROKEN[of](row, value)]
            result[name, "compliance", "violating" if broken else "compliant"] += row["entries"]
            for rule in broken:
                result[name, "violation", rule] += row["entries"]
            if len(broken) == 1:
                result[name, "violation_only", broken[0]] += row["entries"]
    return result


def reported(path):
    return {
        (row["policy"], row["metric"], row["bucket"]): int(row["count"])
        for row in table(pathlib.Path(path))
        if row["metric"] in ("compliance", "violation", "violation_only") and row["unit"] == "entries"
    }


# An ill-formed part becomes one character that no text has, with the number of its bytes.
codecs.register_error("count", lambda error: (chr(0xDC00 + error.end - error.start), error.end))


def packed(text):
    """The words of a line's shape, read from the documentation: octal digits behind a 1."""
    digits = ""
    for character, mark in zip(text, oracle.marks(text)):
        size = ord(character) - 0xDC00 if 0xDC00 <= ord(character) <= 0xDC04 else len(character.encode())
        digits += str(3 + size if mark == "o" else "lUd!".index(mark))
    words = [int("1" + digits[i : i + 20], 8) if i == 0 or digits[i:] else 0 for i in (0, 20, 40)]
    return tuple(words) if len(digits) <= 60 else None


def compare_shapes(listed, path):
    """Of a list with LF or CR LF: whether table and view hold its shapes."""
    words, texts = collections.Counter(), collections.Counter()
    with open(listed, "rb") as file:
        for line in file.read().split(b"\n"):
            text = line.removesuffix(b"\r").decode("utf-8", "count")
            if text and packed(text):
                words[packed(text)] += 1
                texts[oracle.shape(text)] += 1
    database = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
    rows = database.execute("SELECT w0, w1, w2, entries FROM packed_shapes").fetchall()
    if {row[:3]: row[3] for row in rows} != words or len(rows) != len(words):
        sys.exit(f"{path}: not the shapes of the list")
    if dict(database.execute("SELECT shape, entries FROM shapes")) != texts:
        sys.exit(f"{path}: the view has other shapes than the list")
    print(f"{len(rows)} shapes of the tally are those of the list")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write-policies", metavar="FILE")
    parser.add_argument("--compare", metavar="CSV")
    parser.add_argument("--shapes", metavar="LIST")
    parser.add_argument("tally", nargs="?")
    options = parser.parse_args()
    if options.write_policies:
        with open(options.write_policies, "w", encoding="utf-8") as file:
            file.write(policy_file())
    if not options.tally:
        return
    if options.shapes:
        compare_shapes(options.shapes, options.tally)
        return
    own = counts(options.tally)
    if not options.compare:
        for (policy, metric, bucket), count in own.items():
            print(policy, metric, bucket, count, sep=",")
        return
    theirs = reported(options.compare)
    if own != theirs:
        for key in sorted(own.keys() | theirs.keys()):
            if own.get(key) != theirs.get(key):
                print(*key, "tally:", own.get(key), "report:", theirs.get(key))
        sys.exit(1)
    print(f"{len(POLICIES)} policies: {len(own)} counts of the tally are those of the report")


if __name__ == "__main__":
    main()
