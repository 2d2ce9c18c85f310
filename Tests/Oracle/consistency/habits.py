"""Habits of passwords, read again from the tables of Datasets/Habits: slow and plain."""
import functools
import pathlib
import re

import oracle

ROOT = pathlib.Path(__file__).resolve().parents[3]
TABLES, DATA = ROOT / "Datasets" / "Habits", ROOT / "Sources" / "C" / "CEmbeddedData" / "Data"
CAPITAL, SMALL, DIGIT, SPECIAL = "[A-Z]", "[a-z]", "[0-9]", r"[\x20-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]"
LETTER = r"[A-Za-z\x80-\U0010ffff]"
TEMPLATES = {"word": "L", "word+digits": "LD", "word+specials": "LS", "word+digits+specials": "LDS",
             "word+specials+digits": "LSD", "digits+word": "DL", "digits": "D"}
LEET = str.maketrans("4@30$57", "aaeosst")


def table(name):
    return [line for line in (TABLES / name).read_text().splitlines() if not line.startswith("#")]


@functools.cache
def calendar():
    return {word: kind for path in TABLES.glob("??.txt") for line in table(path.name)
            for kind, _, words in [line.partition("\t")] for word in words.split()}


@functools.cache
def folds():
    rows = [line.split("\t") for line in table("letters.txt")]
    return {int(point, 16): letter.strip("-") for letter, points in rows for point in points.split()}


@functools.cache
def common():
    """The values of the built-in list."""
    found = set()
    for name, rank_bytes in ("dictionaries.bin", 2), ("patterns.bin", 0):
        data, value, at = (DATA / name).read_bytes(), b"", 4
        for _ in range(int.from_bytes(data[:4], "little")):
            shared, rest = data[at] & 31, data[at + 1]
            value = value[:shared] + data[at + 2:at + 2 + rest]
            found.add(value.decode())
            at += 2 + rest + rank_bytes
    return found


def lower(text):
    return re.sub(CAPITAL, lambda m: m[0].lower(), text)


def parts(text):
    """Head and tail: the tail is the longest end of digits and specials."""
    end = re.search(f"(?:{DIGIT}|{SPECIAL})*\\Z", text).start()
    return text[:end], text[end:]


def is_unit_repeated(text):
    return re.fullmatch(r"(.+?)\1+", text, re.S) is not None


def is_date(digits):
    def number(text, least, most):
        return least <= int(text) <= most

    def year(text):
        return len(text) == 2 or number(text, 1900, 2099)
    a, b, rest = digits[:2], digits[2:4], digits[4:]
    day_first = number(a, 1, 31) and number(b, 1, 12) or number(a, 1, 12) and number(b, 1, 31)
    return not is_unit_repeated(digits) and (
        day_first and year(rest) or year(digits[:-4]) and number(digits[-4:-2], 1, 12) and number(digits[-2:], 1, 31))


def base(text):
    if text in common():
        return ["common"]
    head = lower(parts(text)[0])
    if len(head) >= 4 and head in common():
        return ["decorated-common"]
    for spelling in (head, lower(text)):
        words = {spelling.translate(LEET).translate(str.maketrans("1!", one * 2)) for one in "il"} - {spelling}
        if len(spelling) >= 4 and re.search(LETTER, spelling) and words & common():
            return ["decorated-common", "leet"]
    return []


@functools.lru_cache(None)
def habits(text, year):
    """The names of a password's habits."""
    if not text:
        return []
    found = []
    capitals, (head, tail) = re.findall(CAPITAL, text), parts(text)
    first = len(capitals) == 1 and text[0] == capitals[0] and len(text) > 1
    found += ["capital-first"] if first else []
    found += ["capitals-only"] if len(capitals) > 1 and not re.search(SMALL, text) else []
    for name, kind, most in ("digits", DIGIT, 5), ("specials", SPECIAL, 1):
        count = len(re.findall(kind, tail))
        if head and count and not re.search(kind, head):
            found.append(f"{name}-last")
            if name == "digits" or count == 1:
                found.append(f"{name}-last-{count}" if count < 5 else f"{name}-last-5+")
    shape = re.sub(f"{LETTER}+", "\ue000", text)
    shape = re.sub(f"{DIGIT}+", "\ue001", shape)
    shape = re.sub(f"{SPECIAL}+", "\ue002", shape).translate({0xE000: "L", 0xE001: "D", 0xE002: "S"})
    template = [name for name, order in TEMPLATES.items() if order == shape]
    found += template
    found += ["cheapest"] if first and template and template[0].startswith("word+") else []
    ended = re.search(f"(?<!{DIGIT})({DIGIT}{{4}}){SPECIAL}*\\Z", text, re.S)
    if ended and ended.start() and 1900 <= int(ended[1]) <= 2099:
        found.append({year: "year-this", year - 1: "year-last"}.get(int(ended[1]), "year-other"))
    words = [lower(run).translate(folds()) for run in re.findall(f"{LETTER}+", text)]
    found += [calendar()[word] for word in words if word in calendar()][:1]
    found += ["date"] if any(len(run) in (6, 8) and is_date(run) for run in re.findall(f"{DIGIT}+", text)) else []
    found += ["keyboard"] if any(stretch in lower(text) for stretch in table("keyboard.txt")) else []
    found += ["repeated"] if len(text) >= 4 and is_unit_repeated(text) else []
    return found + base(text)


def kept(rules, own, year):
    """The buckets of `habit_of_rule` for a password; `own` is the first alternative that it meets."""
    measured = {row["rule"]: test for row in rules for test in [test_of(row["text"])] if test}

    def buckets(password):
        free = {rule: test(password.text, habits(password.text, year))
                for rule, test in measured.items() if alternative(rule) == own(password)}
        found = [f"{rule}:{'free' if kept else 'other'}" for rule, kept in free.items()]
        paid = [kept for rule, kept in free.items() if not rule.endswith("minlength")]
        if any(not rule.endswith("minlength") for rule in measured):
            found.append("all:free" if paid and all(paid) else "all:other")
        return found
    return buckets


def alternative(rule):
    return rule.partition(".")[0] if rule.startswith("or[") else ""


KINDS = {"capital-first": ("upper", CAPITAL), "digits-last": ("digit", DIGIT), "specials-last": ("special", SPECIAL)}


def asked(text):
    """The habits by which a rule of kinds is kept; None for other rules."""
    key, _, value = (part.strip() for part in text.partition(":"))
    if key == "min-classes":
        return list(KINDS)
    if key not in ("required", "at-least"):
        return None
    members = oracle.Policy.union(value.partition(" ")[2] if key == "at-least" else value)
    if members is oracle.UNICODE or any(re.fullmatch(SMALL, c) for c in members):
        return None
    return [habit for habit, (_, kind) in KINDS.items() if any(re.fullmatch(kind, c) for c in members)]


def of_all(report, rule):
    """Of all passwords with the one kind that a rule asks for, those with its habit; None for several, or none."""
    bins = report.bins("habit")
    if rule.startswith("blocklist"):
        return bins["decorated-common"] / report.entries() if report.entries() else 0.0
    found = asked(rule) or []
    if len(found) != 1:
        return None
    name = KINDS[found[0]][0]
    total = sum(count for charset, count in report.bins("charset").items() if name in charset.split("+"))
    return bins[found[0]] / total if total else None


def test_of(text):
    """Whether a text and its habits keep a rule for free; None for a rule that is not measured."""
    key, _, value = (part.strip() for part in text.partition(":"))
    if key == "minlength":
        return lambda text, found: len(text) == int(value)
    if key == "blocklist" and value.split()[:1] == ["default"]:
        return lambda text, found: "decorated-common" in found
    kinds = asked(text)

    def is_free(text, found):
        used = [habit for habit in kinds if re.search(KINDS[habit][1], text)]
        return bool(used) and all(habit in found for habit in used)
    return is_free if kinds else None
