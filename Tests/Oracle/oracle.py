#!/usr/bin/env python3
"""A slow, plain second opinion: recounts every number of audit.csv from the list itself.

    oracle.py --rules POLICY... [--blocklist FILE] LIST > expected.csv
    oracle.py --compare audit.csv --rules POLICY... LIST

Independent of the Swift code: Python's own decoder, unicodedata, sets and Counter; one dictionary
entry a distinct line. It reads plain rules strings (one policy a file, '#' comments), counts what
the columns define, and prints the same rows in the same order.
"""
import argparse
import collections
import csv
import functools
import gzip
import itertools
import math
import os
import re
import sys
import unicodedata

from usernames import RELATIONS, relations

LOWER = set(map(chr, range(0x61, 0x7B)))
UPPER = set(map(chr, range(0x41, 0x5B)))
DIGIT = set("0123456789")
PRINTABLE = set(map(chr, range(0x20, 0x7F)))
SPECIAL = PRINTABLE - LOWER - UPPER - DIGIT
NAMED = {"lower": LOWER, "upper": UPPER, "digit": DIGIT, "special": SPECIAL, "ascii-printable": PRINTABLE}
UNICODE = None  # every character
LONGEST = 65536
FATES = ["audited", "empty", "over-long", "cut", "malformed", "header"]
# Rules that limit a number, and which of several of them holds; in the order of reports, with lengths before the classes.
LIMITS = {"minlength": max, "maxlength": min, "max-consecutive": min, "max-repeating": min, "max-sequential": min}
METER_PUNCTUATION = {"Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po"}


def open_list(path):
    raw = sys.stdin.buffer if path == "-" else open(path, "rb")
    head = raw.peek(2)[:2]
    return gzip.open(raw) if head == b"\x1f\x8b" else raw


def lines_of(path):
    """Lines as bytes, without LF or CR LF; the byte order mark is not part of the first one."""
    first = True
    for line in open_list(path):
        if first and line.startswith(b"\xef\xbb\xbf"):
            line = line[3:]
        first = False
        if line.endswith(b"\n"):
            line = line[:-1]
        if line.endswith(b"\r"):
            line = line[:-1]
        yield line


COUNTED = ["at-least", "at-most", "exactly", "between"]


def bounds(name, value):
    """The least and the most that a rule of COUNTED states, and the text of its classes."""
    numbers, _, classes = re.fullmatch(r"(\d+(\s*,\s*\d+)?)\s+(.*)", value, re.S).groups()
    numbers = [int(number) for number in numbers.split(",")]
    least = 0 if name == "at-most" else numbers[0]
    return least, math.inf if name == "at-least" else numbers[-1], classes


class Policy:
    def __init__(self, text, name=""):
        self.name, self.required, self.allowed, self.limits, self.counted = name, [], [], {}, {}
        for rule, value in self.statements(text):
            if rule in ("required", "allowed"):
                getattr(self, rule).append(self.union(value))
            elif rule in LIMITS:
                self.limits[rule] = LIMITS[rule](self.limits.get(rule, int(value)), int(value))
            elif rule in COUNTED:
                least, most, classes = bounds(rule, value)
                number = sum(other.startswith(rule) for other in self.counted)
                self.counted[f"{rule}[{number}]"] = least, most, self.union(classes)
            else:
                sys.exit(f"{text}: the oracle does not know '{rule}'")
        sets = self.required + self.allowed
        self.permitted = UNICODE if UNICODE in sets else set().union(*sets) or PRINTABLE
        stated = [rule for rule in LIMITS if self.limits.get(rule)]
        self.ids = [
            *[rule for rule in stated if rule.endswith("length")],
            *[f"required[{i}]" for i in range(len(self.required))],
            *(["allowed"] if self.permitted is not UNICODE else []),
            *[rule for rule in stated if not rule.endswith("length")],
            *sorted(self.counted, key=lambda rule: COUNTED.index(rule.partition("[")[0])),
        ]

    @classmethod
    def of_file(cls, path):
        text = "".join(l for l in open(path, encoding="utf-8") if not l.startswith("#"))
        return cls(text, os.path.splitext(os.path.basename(path))[0])

    @staticmethod
    def statements(text):
        position = 0
        while position < len(text):
            colon = text.find(":", position)
            if colon < 0:
                break
            name = text[position:colon].strip(" \t\r\n\f;")
            end, inside = colon + 1, False
            while end < len(text) and (inside or text[end] != ";"):
                if not inside and text[end] == "[":
                    inside = True
                    if text[end + 1 : end + 2] == "]" and text[end + 2 : end + 3] == "]":
                        end += 1
                elif inside and text[end] == "]":
                    inside = text[end + 1 : end + 2] == "]"
                end += 1
            yield name, text[colon + 1 : end].strip(" \t\r\n\f")
            position = end + 1

    @staticmethod
    def union(value):
        members = set()
        rest = value
        while rest:
            rest = rest.lstrip(" ,\t\r\n\f")
            if rest.startswith("["):
                end = rest.index("]", 1)
                if rest[end + 1 : end + 2] == "]":
                    end += 1
                members |= {c for c in rest[1:end] if c in PRINTABLE}
                rest = rest[end + 1 :]
            else:
                word, _, rest = rest.partition(",")
                word = word.strip().lower()
                if word == "unicode":
                    return UNICODE
                if word:
                    members |= NAMED[word]
        return members

    @functools.cache
    def leaves(self, shape):
        """Whether a password of this shape may comply, whichever characters of its kinds it has."""
        kinds = [dict(zip(MARKS, (LOWER, UPPER, DIGIT, SPECIAL))).get(mark, set()) for mark in set(shape)]
        return (
            self.limits.get("minlength", 0) <= len(shape) <= self.limits.get("maxlength", len(shape))
            and all(shape if members is UNICODE else any(kind & members for kind in kinds) for members in self.required)
            and (self.permitted is UNICODE or all(kind & self.permitted for kind in kinds))
            and all(self.leaves_count(shape, *rule) for rule in self.counted.values())
        )

    @staticmethod
    def leaves_count(shape, least, most, members):
        sets = [dict(zip(MARKS, (LOWER, UPPER, DIGIT, SPECIAL))).get(mark, set()) for mark in shape]
        some, all_ = (len(shape),) * 2 if members is UNICODE else (
            sum(bool(kind & members) for kind in sets), sum(bool(kind) and kind <= members for kind in sets))
        return least <= some and all_ <= most

    def violated(self, text, run, sequence):
        """The ids of the rules that a text breaks, of its longest run and sequence."""
        most = {"maxlength": len(text), "max-consecutive": run, "max-repeating": run, "max-sequential": sequence}

        def is_broken(rule):
            if rule == "minlength":
                return len(text) < self.limits[rule]
            if rule == "allowed":
                return any(c not in self.permitted for c in text)
            if rule in most:
                return most[rule] > self.limits[rule]
            if rule in self.counted:
                fewest, highest, members = self.counted[rule]
                return not fewest <= (len(text) if members is UNICODE else sum(c in members for c in text)) <= highest
            members = self.required[int(rule[9:-1])]
            return not (text if members is UNICODE else any(c in members for c in text))
        return [rule for rule in self.ids if is_broken(rule)]


def longest_run(text):
    return max((len(list(g)) for _, g in itertools.groupby(text)), default=0)


def longest_sequence(text):
    best = 1 if text else 0
    for step in (1, -1):
        length = 1
        for a, b in zip(text, text[1:]):
            same = any(a in k and b in k for k in (LOWER, UPPER, DIGIT))
            length = length + 1 if same and ord(b) - ord(a) == step else 1
            best = max(best, length)
    return best


def meter(text):
    # Grapheme clusters: good enough for lines whose clusters are single code points; others are
    # counted with the 'regex' module, which knows Unicode's rules.
    if text.isascii():
        length = len(text)
    else:
        import regex

        length = len(regex.findall(r"\X", text))
    categories = [unicodedata.category(c) for c in text]
    points = (
        (length >= 8)
        + ("Nd" in categories)
        + ("Lu" in categories or "Lt" in categories)
        + any(c in METER_PUNCTUATION for c in categories)
    )
    return "weak" if points < 2 else "medium" if points < 4 else "strong"


def kinds(text):
    found = [name for name in ("lower", "upper", "digit", "special") if any(c in NAMED[name] for c in text)]
    return (*found, *(["other"] if any(c not in PRINTABLE for c in text) else []))


MARKS = "lUd!o"


def marks(text):
    """A mark a character."""
    return "".join(next((m for m, members in zip(MARKS, (LOWER, UPPER, DIGIT, SPECIAL)) if c in members), "o") for c in text)


def shape(text):
    """What is longer than 60 characters has no shape."""
    return marks(text) if len(text) <= 60 else None


def mask(line):
    """A place a byte, as hashcat has it."""
    places = {**dict.fromkeys(LOWER, "?l"), **dict.fromkeys(UPPER, "?u"), **dict.fromkeys(DIGIT, "?d"), **dict.fromkeys(SPECIAL, "?s")}
    return "".join(places.get(chr(byte), "?b") for byte in line)


def commonest(counts, marks, least, order="count"):
    """The 100 commonest of at least so many, or those that find most for each password tried.

    Of equals the commoner, then the shorter, then by the order of the marks.
    """
    places = lambda name: [marks.index(name[i : i + len(marks[0])]) for i in range(0, len(name), len(marks[0]))]
    sizes = {"?l": 26, "?u": 26, "?d": 10, "?s": 33, "?b": 256}

    def value(name):
        if order == "count":
            return counts[name]
        tried = math.prod(float(sizes[name[i : i + 2]]) for i in range(0, len(name), 2))
        return counts[name] / tried

    names = [name for name in counts if counts[name] >= least]
    return sorted(names, key=lambda name: (-value(name), -counts[name], len(name), places(name)))[:100]


def nfc(line):
    try:
        return unicodedata.normalize("NFC", line.decode("utf-8")).encode("utf-8")
    except UnicodeDecodeError:
        return line


def audit(arguments):
    policies = [Policy.of_file(path) for path in arguments.rules]
    blocked = None
    if arguments.blocklist:
        blocked = {}
        for rank, value in enumerate((v for v in lines_of(arguments.blocklist) if v), 1):
            blocked.setdefault(nfc(value), rank)
    distinct = collections.Counter()
    # Of each line, how many of its users it relates to, in each way and in any.
    related = collections.defaultdict(collections.Counter)
    fates = collections.Counter(dict.fromkeys(FATES, 0))
    for line in lines_of(arguments.list):
        colon = True
        if not line:
            fates["empty"] += 1
            continue
        if arguments.users:
            user, colon, line = line.partition(b":")
        if not colon:
            fates["malformed"] += 1
        elif len(line) > LONGEST:
            fates["over-long"] += 1
        else:
            fates["audited"] += 1
            distinct[line] += 1
            found = relations(line, user) if arguments.users else []
            related[line].update(found + ["any"] * bool(found))
    rows = tabulate(arguments, policies, blocked, distinct, fates, "entries", related)
    if arguments.hcmask:
        compare_masks(arguments, policies, distinct)
    if arguments.distinct:
        once = dict.fromkeys(distinct, 1)
        of_lines = ("lines", "quality", "normalisation", "shape", "blocklist_band", "user_name",
                    "survivors_user_name")
        # A password of many users relates to none of them.
        none = collections.defaultdict(collections.Counter)
        table = tabulate(arguments, policies, blocked, once, fates, "distinct", none)
        rows += [row for row in table if row[2] not in of_lines]
    places = {policy.name: place for place, policy in enumerate(policies)}
    rows.sort(key=lambda row: (places.get(row[1], -1), row[2], int(row[4]), row[5] != "entries"))
    return [["dataset", "policy", "metric", "bucket", "order", "unit", "count", "share"]] + rows


def compare_masks(arguments, policies, distinct):
    path = arguments.hcmask
    counts = collections.Counter()
    for line, n in distinct.items():
        marks = shape(line.decode("utf-8", "replace"))
        if marks is not None and 0 < len(line) <= 60 and any(policy.leaves(marks) for policy in policies):
            counts[mask(line)] += n
    with open(path, encoding="ascii") as file:
        found = file.read().splitlines()
    marks = ["?l", "?u", "?d", "?s", "?b"]
    if found != commonest(counts, marks, arguments.min_shape_count, arguments.mask_order):
        sys.exit(f"{path}: not the masks of the list")


def tabulate(arguments, policies, blocked, distinct, fates, unit, related):
    """The rows of lines with so many occurrences each."""
    entries = sum(distinct.values())
    if blocked is not None:
        list_name = os.path.basename(arguments.blocklist).removesuffix(".gz").removesuffix(".txt")
        band = lambda rank: f"{list_name}+{max(10, 10 ** len(str(rank - 1)))}"
    counts = collections.defaultdict(collections.Counter)
    for line, n in distinct.items():
        try:
            text = line.decode("utf-8")
            quality = "ascii" if text.isascii() else "utf-8"
        except UnicodeDecodeError:
            text = line.decode("utf-8", "replace")
            quality = "ill-formed"
        level, kind = meter(text), kinds(text)
        run, sequence = longest_run(text), longest_sequence(text)
        listed = blocked is not None and nfc(line) in blocked
        counts["", "quality"][quality] += n
        changed = unicodedata.normalize("NFC", text) != text and quality != "ill-formed"
        counts["", "normalisation"]["changed" if changed else "unchanged"] += n
        counts["", "control"]["with" if any(ord(c) < 32 or ord(c) == 127 for c in text) else "without"] += n
        counts["", "blank"]["other" if text else "blank"] += n
        counts["", "length"][len(text)] += n
        counts["", "classes"][len(kind)] += n
        counts["", "charset"]["+".join(kind) or "none"] += n
        if arguments.shapes and shape(text) is not None:
            counts["", "shape"][shape(text)] += n
        counts["", "meter"][level] += n
        counts["", "blocklist"][list_name if listed else "none"] += n if blocked is not None else 0
        if listed:
            counts["", "blocklist_band"][band(blocked[nfc(line)])] += n
        users = collections.Counter({relation: related[line][relation] for relation in RELATIONS})
        users["none"] = n - related[line]["any"]
        counts["", "user_name"].update(users)
        for policy in policies:
            broken = policy.violated(text, run, sequence)
            key = lambda metric: counts[policy.name, metric]
            key("compliance")["violating" if broken else "compliant"] += n
            key("violations_per_entry")[len(broken)] += n
            for rule in broken:
                key("violation")[rule] += n
            key("violation_set")["+".join(broken)] += n
            if len(broken) == 1:
                key("violation_only")[broken[0]] += n
            for pair in itertools.combinations(broken, 2):
                key("violation_pair")["+".join(pair)] += n
            if not broken:
                key("survivors_length")[len(text)] += n
                key("survivors_meter")[level] += n
                key("survivors_user_name").update(users)
                if blocked is not None:
                    key("survivors_blocklist")[list_name if listed else "none"] += n
                    key("blocklist_only")[list_name] += n if listed else 0

    rows = []

    def emit(policy, metric, buckets, total, orders=None):
        for order, bucket in enumerate(buckets):
            count = counts[policy, metric][bucket]
            share = round(count / total, 6) if total else 0
            rows.append(
                [arguments.dataset, policy, metric, str(bucket), str(orders[order] if orders else order), unit, str(count), f"{share:.6f}"]
            )

    counts["", "entries"]["audited"] = entries
    counts["", "lines"].update(fates)
    emit("", "entries", ["audited"], entries)
    emit("", "lines", FATES, sum(fates.values()))
    emit("", "quality", ["ascii", "utf-8", "ill-formed"], entries)
    emit("", "normalisation", ["changed", "unchanged"], entries)
    emit("", "control", ["with", "without"], entries)
    # Only accounts without a password have length 0, no class and no kind of character.
    first = lambda metric, policy="": 0 if counts[policy, metric][0] else 1
    emit("", "blank", ["blank", "other"], entries)
    lengths = range(first("length"), max(counts["", "length"], default=0) + 1)
    emit("", "length", lengths, entries, lengths)
    classes = range(first("classes"), 6)
    emit("", "classes", classes, entries, classes)
    names = ("lower", "upper", "digit", "special", "other")
    charsets = ["+".join(n for i, n in enumerate(names) if mask >> i & 1) for mask in range(1, 32)]
    charsets = (["none"] if counts["", "charset"]["none"] else []) + charsets
    emit("", "charset", charsets, entries)
    if arguments.shapes:
        shapes = counts["", "shape"]
        told = commonest(shapes, MARKS, arguments.min_shape_count)
        shapes["other"] = entries - sum(shapes[name] for name in told)
        if "" in told:
            shapes["none"] = shapes[""]
        emit("", "shape", [name or "none" for name in told] + ["other"], entries)
    emit("", "meter", ["weak", "medium", "strong"], entries)
    if arguments.users:
        emit("", "user_name", RELATIONS + ["none"], entries)
    if blocked is not None:
        emit("", "blocklist", [list_name, "none"], entries)
        emit("", "blocklist_band", sorted({band(rank) for rank in blocked.values()}, key=len), entries)
    for policy in policies:
        compliant = counts[policy.name, "compliance"]["compliant"]
        emit(policy.name, "compliance", ["compliant", "violating"], entries)
        emit(policy.name, "violation", policy.ids, entries)
        emit(policy.name, "violation_only", policy.ids, entries)
        emit(policy.name, "violation_pair", ["+".join(p) for p in itertools.combinations(policy.ids, 2)], entries)
        sets = counts[policy.name, "violation_set"]
        sets["none"] = sets.pop("", 0)
        names = sorted(
            (name for name in sets if name != "none"),
            key=lambda name: (-sets[name], name.count("+"), [policy.ids.index(rule) for rule in name.split("+")]),
        )
        told = [name for name in names[:50] if sets[name] * 1000 >= entries]
        sets["other"] = sum(sets[name] for name in names if name not in told)
        emit(policy.name, "violation_set", told + ["other", "none"], entries)
        numbers = range(len(policy.ids) + 1)
        emit(policy.name, "violations_per_entry", numbers, entries, numbers)
        lengths = range(
            first("survivors_length", policy.name),
            max(counts[policy.name, "survivors_length"], default=0) + 1,
        )
        emit(policy.name, "survivors_length", lengths, compliant, lengths)
        emit(policy.name, "survivors_meter", ["weak", "medium", "strong"], compliant)
        if arguments.users:
            emit(policy.name, "survivors_user_name", RELATIONS + ["none"], compliant)
        if blocked is not None:
            emit(policy.name, "survivors_blocklist", [list_name, "none"], compliant)
            emit(policy.name, "blocklist_only", [list_name], entries)
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", action="append", default=[], metavar="POLICY")
    parser.add_argument("--blocklist", metavar="FILE")
    parser.add_argument("--distinct", action="store_true", help="also count each line once")
    parser.add_argument("--users", action="store_true", help="lines are user:password, at the first colon")
    parser.add_argument("--shapes", action="store_true", help="also count shapes")
    parser.add_argument("--min-shape-count", type=int, default=20, metavar="N", help="the least of a listed shape")
    parser.add_argument("--mask-order", choices=["count", "yield"], default="count")
    parser.add_argument("--hcmask", metavar="FILE", help="say whether these are the commonest masks")
    parser.add_argument("--dataset", required=True)
    parser.add_argument("--compare", metavar="CSV", help="say which rows differ, and exit with 1 if any do")
    parser.add_argument("list")
    arguments = parser.parse_args()
    expected = audit(arguments)
    if not arguments.compare:
        csv.writer(sys.stdout, lineterminator="\n").writerows(expected)
        return
    with open(arguments.compare, newline="", encoding="utf-8") as file:
        known = {row[2] for row in expected}
        # With --distinct there may be metrics that no histogram is.
        found = [row for row in csv.reader(file) if row[2] in known or not arguments.distinct]
    wrong = [(e, f) for e, f in itertools.zip_longest(expected, found) if e != f]
    for e, f in wrong[:20]:
        print(f"expected {e}\n   found {f}")
    print(f"{len(expected)} rows, {len(wrong)} differ")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
