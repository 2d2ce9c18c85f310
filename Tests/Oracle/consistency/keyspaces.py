"""Keyspaces: counts and costs of rules by trying every string, and the screen, tables and answers that state them."""
import csv
import functools
import io
import itertools
import json
import math
import re

import oracle
import passwords

ASCII = "".join(chr(c) for c in range(0x20, 0x7F))
# Each with a second case: alternatives of other minimums, lines of one number, none or one above a limit.
ALTERNATIVES = [
    "minlength: 2; allowed: [abc]; or minlength: 4; allowed: [ab1];", "minlength: 3; allowed: [ab1]; or maxlength: 2; allowed: [ab];",
    "minlength: 1; maxlength: 3; allowed: [ab]; or minlength: 3; required: [1]; allowed: [ab1]; or minlength: 5; allowed: [b];",
    "minlength: 3; max-repeating: 2; allowed: [ab];", "maxlength: 4; required: [a]; required: [b]; allowed: [ab1];",
    "minlength: 2; min-unique: 3; max-repeating: 1; allowed: [ab1];",
    "min-unique: 2; at-least: 2 lower; max-class-run: 2; allowed: [ab1]; or minlength: 3; min-unique: 3; allowed: [ab1];",
    "minlength: 1; first: [ab]; last: [b1]; allowed: [ab1];", "maxlength: 5; first: lower; required: [1]; last: lower, digit except [a]; allowed: [ab1];",
    "at-most: 1 [1]; allowed: [ab1]; or minlength: 3; exactly: 2 [b1]; max-repeating: 2; allowed: [ab1];",
    "minlength: 1; between: 1, 2 lower; at-most: 2 [a1]; allowed: [ab1]; or at-most: 0 [1]; allowed: [ab1];",
    "first: lower; last: digit; max-repeating: 1; allowed: [ab1]; or minlength: 3; at-least: 2 [a]; last: [a]; allowed: [ab1];",
]
COSTS = [
    "minlength: 2; at-least: 1 [abc]; at-least: 1 [xyz1]; allowed: ascii-printable;",
    "minlength: 2; at-least: 1 [xyz1]; at-least: 1 [abc]; min-classes: 2; max-repeating: 1; allowed: ascii-printable;",
    "minlength: 2; required: [abc]; required: [xy1]; allowed: ascii-printable;",
    "minlength: 2; required: lower; required: digit; required: [a1];", "minlength: 2; at-least: 2 lower; max-repeating: 1; min-classes: 1;",
    "minlength: 2; at-most: 1 lower; exactly: 1 digit; between: 0, 1 [abc]; allowed: ascii-printable;",
    "minlength: 2; first: [abc1]; last: lower except [b]; required: digit; allowed: ascii-printable;",
]
TO = 6


@functools.lru_cache(None)
def of_text(text):
    """The tests of each alternative; what is named anywhere is permitted if nothing else is stated."""
    found = []
    for part in re.split(r"\bor\b", text):
        statements = [(name, value) for name, value in oracle.Policy.statements(part.strip())]
        if not any(name == "allowed" for name, _ in statements):
            named = [value for name, value in statements if name == "required"]
            statements.append(("allowed", ", ".join(named) or "ascii-printable"))
        found.append(statements)
    return found


def permits(statements, text):
    return all(passwords.keeps(name, value)(text) for name, value in statements)


@functools.lru_cache(None)
def strings(alphabet, length):
    return ["".join(characters) for characters in itertools.product(alphabet, repeat=length)]


def count(text, alphabet, length):
    return sum(any(permits(part, string) for part in of_text(text)) for string in strings(alphabet, length))


def table(runs, text, name="keyspace", *options):
    printed = runs.audit("keyspace", "-q", "--rules", text, "--format", "csv", "--table", name, *options)
    return list(csv.DictReader(io.StringIO(printed)))


def judge(runs, judge_):
    for number, text in enumerate(ALTERNATIVES):
        judge_.place = f"keyspace {number + 1}"
        judge_.meets("keyspace")
        counted(runs, text, judge_)
    for number, text in enumerate(COSTS):
        judge_.place = f"costs {number + 1}"
        costs(runs, text, judge_)
    judge_.place = "generate"
    drawn(runs, judge_)


def two(bits):
    """Bits on a screen; more digits of what would be nothing."""
    return f"{bits:.6f}" if bits and abs(bits) < 0.01 and abs(bits) > 1e-12 else f"{abs(bits) if abs(bits) < 1e-12 else bits:.2f}"


def counted(runs, text, judge_):
    """Every length, sums of lengths, and what the screen says."""
    counts = {length: count(text, "abc1", length) for length in range(1, TO + 1)}
    rows = table(runs, text, "keyspace", "--to", str(TO))
    below = 0
    for row in rows:
        length = int(row["length"])
        below += counts[length]
        judge_.equal((int(row["count"]), int(row["cumulative_count"])), (counts[length], below), f"strings of length {length}")
        # A share is of all strings of printable ASCII.
        judge_.near(float(row["share_ascii"]), counts[length] / 95 ** length, 1e-5 * counts[length] / 95 ** length, "share_ascii")
    told = [int(row["length"]) for row in rows]
    judge_.equal(told, list(range(told[0], told[-1] + 1)), "lengths")
    judge_.equal(sum(c for length, c in counts.items() if length not in told), 0, "strings of lengths that have no row")
    ranges = [(first, last) for first in range(1, TO + 1) for last in range(first, TO + 1)]
    asked = "".join(json.dumps({"rules": text, "from": a, "to": b}) + "\n" for a, b in ranges)
    answers = runs.audit("keyspace", "-q", "--format", "jsonl", text=asked.encode()).splitlines()
    for (first, last), answer in zip(ranges, answers, strict=True):
        total, answer = sum(counts[length] for length in range(first, last + 1)), json.loads(answer)
        judge_.equal(answer.get("count"), str(total), f"strings of lengths {first} to {last}")
        bits = answer.get("log2")
        judge_.holds(bits is None if total == 0 else bits is not None and abs(bits - math.log2(total)) < 1e-9,
                     f"bits of lengths {first} to {last}: {bits}")
    screen = runs.audit("keyspace", "-q", "--rules", text, "--to", str(TO))
    found = re.findall(r"^ +(\d+) +(\d+) +(-?[\d.]+) +(-?[\d.]+) +(-?[\d.]+) +(\S+)$", screen, re.M)
    judge_.holds(bool(found), "the screen has lengths")
    characters = len({c for part in of_text(text) for name, value in part if name == "allowed" for c in oracle.Policy.union(value)})
    judge_.holds(f"alphabet  {characters} character" in screen, f"the screen's alphabet has {characters}")
    for length, *cells in found:
        number = int(length)
        bits, share = math.log2(counts[number]), counts[number] / 95 ** number
        expected = [str(counts[number]), *map(two, (bits, number * math.log2(95) - bits, number * math.log2(characters) - bits)),
                    f"{share:.6g}"]
        judge_.equal(cells, expected, f"screen, length {length}")
    for row in rows:
        number, strings_ = int(row["length"]), int(row["count"])
        if strings_:
            judge_.near(float(row["lost_own_alphabet"]), number * math.log2(characters) - math.log2(strings_), 1e-6, "lost_own_alphabet")
            judge_.near(float(row["lost_ascii"]), number * math.log2(95) - math.log2(strings_), 1e-6, "lost_ascii")
            # All of Unicode but surrogates.
            judge_.near(float(row["lost_unicode"]), number * math.log2(0x110000 - 0x800) - math.log2(strings_), 1e-6, "lost_unicode")
    in_all = re.search(r"^in all +([\d.]+) bits", screen, re.M)
    judge_.equal(in_all and in_all[1], f"{math.log2(sum(counts[n] for n in told)):.2f}", "screen, in all")
    floor = re.search(r"^floor +([\d.]+) bits, at length (\d+)", screen, re.M)
    least = min(length for length, c in counts.items() if c)
    judge_.equal(floor and (floor[1], floor[2]), (f"{math.log2(counts[least]):.2f}", str(least)), "screen, floor")


def costs(runs, text, judge_, length=2):
    """What each rule takes: alone, last, on average over all orders, and if its line were deleted."""
    statements = [pair for pair in of_text(text)[0] if pair[0] != "minlength"]
    names, seen = [], {}
    for name, _ in statements:
        place = seen[name] = seen.get(name, -1) + 1
        names.append("alphabet" if name == "allowed" else f"{name}[{place}]" if name in ["required", *oracle.COUNTED] else name)
    kept = {name: {s for s in strings(ASCII, length) if permits([pair], s)} for name, pair in zip(names, statements)}

    @functools.lru_cache(None)
    def bits(rules):
        sets = [kept[name] for name in rules]
        found = len(set.intersection(*sets)) if sets else 95 ** length
        return math.log2(found)
    every = frozenset(names)
    rows = [row for row in table(runs, text, "rule-cost", "--to", str(length), "--alphabet", "ascii") if row["length"] == str(length)]
    told = {row["rule"]: row for row in rows}
    judge_.holds(set(told) <= every, f"rules {sorted(told)} of {sorted(every)}")
    for name in every - set(told):
        judge_.near(bits(frozenset([name])), bits(frozenset()), 1e-9, f"{name} has no row")
    for name, row in told.items():
        judge_.near(float(row["alone_bits"]), bits(frozenset()) - bits(frozenset([name])), 1e-6, f"{name}, alone")
        judge_.near(float(row["last_bits"]), bits(every - {name}) - bits(every), 1e-6, f"{name}, last")
        judge_.near(float(row["shapley_bits"]), shapley(name, every, bits), 1e-6, f"{name}, on average")
        if row["delete_line_bits"]:
            at = names.index(name)
            rest = [pair for place, pair in enumerate(of_text(text)[0]) if pair != statements[at]]
            written = "allowed" in text
            rest = [pair for pair in rest if written or pair[0] != "allowed"]
            again = "; ".join(f"{key}: {value}" for key, value in rest)
            judge_.near(float(row["delete_line_bits"]), math.log2(count(again, ASCII, length)) - bits(every), 1e-6,
                        f"{name}, if its line were deleted")
    screen = runs.audit("keyspace", "-q", "--rules", text, "--to", str(length))
    shown = re.findall(r"^ *(-?[\d.]+) +(-?[\d.]+) +(-?[\d.]+) +(-?[\d.]+)? +(?:implied)? *([\w-]+(?:\[\d+\])?) \(", screen, re.M)
    judge_.equal(sorted(row[4] for row in shown), sorted(told), "rules of the screen")
    for *numbers, name in shown:
        row = told.get(name, {})
        judge_.equal(numbers, [two(float(row[column])) if row[column] else "" for column in (
            "shapley_bits", "alone_bits", "last_bits", "delete_line_bits")] if row else [], f"the screen's costs of {name}")
    parts = [float(told[name]["shapley_bits"]) for *_, name in shown if name in told]
    judge_.equal(parts, sorted(parts, reverse=True), "the order of costs on the screen")
    policy = table(runs, text, "policy", "--to", str(length), "--alphabet", "ascii")[0]
    judge_.equal(policy["floor_bits"], f"{bits(every):.6f}", "floor_bits")
    judge_.near(float(policy["lost_ascii_floor"]), bits(frozenset()) - bits(every), 1e-6, "lost_ascii_floor")
    judge_.near(sum(float(row["shapley_bits"]) for row in rows), float(policy["lost_ascii_floor"]), 1e-5, "the sum of costs")
    judge_.equal(policy["costliest_rule"], max(rows, key=lambda row: float(row["shapley_bits"]))["rule"], "costliest_rule")


def shapley(name, every, bits):
    rest, total = sorted(every - {name}), 0.0
    for size in range(len(rest) + 1):
        weight = math.factorial(size) * math.factorial(len(rest) - size) / math.factorial(len(every))
        for before in itertools.combinations(rest, size):
            total += weight * (bits(frozenset(before)) - bits(frozenset(before) | {name}))
    return total


DRAWN = [("minlength: 3; allowed: [ab1];", 3), ("allowed: [ab1];", 16), ("maxlength: 9; allowed: digit;", 9),
         ("minlength: 1; required: lower; required: digit;", 2), ("minlength: 17; maxlength: 17; allowed: lower;", 17)]


def drawn(runs, judge_):
    """Generated passwords: as long as they should be, and permitted."""
    for text, length in DRAWN:
        lines = runs.audit("generate", "-q", "--rules", text, "--count", "20").splitlines()
        judge_.equal([len(line) for line in lines], [length] * 20, f"lengths of passwords of '{text}'")
        judge_.holds(all(permits(of_text(text)[0], line) for line in lines), f"passwords of '{text}' comply")
