#!/usr/bin/env python3
"""A slow, plain second opinion on how passwords are compared with blocklists.

    matching.py --audit PROGRAM LIST [--lines N] [--values N] [--seed N]

Takes N values from the list at random, damages some, and lets the program count the lines of the first
N that each comparison refuses; counts them again with Python's sets, loops and unicodedata, and says
where the two differ. Prints counts only, never a line.
"""
import argparse
import itertools
import random
import subprocess
import sys
import tempfile
import unicodedata
from pathlib import Path

import oracle
from equalities import table

LEET = str.maketrans("4@31!l05$7", "aaeiiiosst")
TERMS = str.maketrans("012@$", "olzas")
DATA = Path(__file__).parents[2] / "Sources/C/CEmbeddedData/Data"


def nfc(text):
    return unicodedata.normalize("NFC", text)


def fold(text):
    text = unicodedata.normalize("NFD", text).casefold()
    text = unicodedata.normalize("NFKD", text).casefold()
    return unicodedata.normalize("NFKC", text)


def leet(text):
    return fold(text).translate(LEET)


def terms_form(text):
    return fold(text).translate(TERMS)


def base_words():
    """The 3000 commonest of zxcvbn's passwords that are 4 to 16 letters, from the embedded file."""
    data = (DATA / "dictionaries.bin").read_bytes()
    words, value, at = [], b"", 4
    for _ in range(int.from_bytes(data[:4], "little")):
        shared, rest = data[at] & 31, data[at + 1]
        value = value[:shared] + data[at + 2:at + 2 + rest]
        rank = int.from_bytes(data[at + 2 + rest:at + 4 + rest], "little")
        if data[at] >> 5 == 0 and 4 <= len(value) <= 16 and value.isalpha():
            words.append((rank, value.decode()))
        at += 4 + rest
    return [word for _, word in sorted(words)[:3000]]


def one_edit(text, alphabet):
    """Everything at a distance of one edit at most, over these characters."""
    yield text
    for i in range(len(text) + 1):
        for c in alphabet:
            yield text[:i] + c + text[i:]
            if i < len(text):
                yield text[:i] + c + text[i + 1:]
        if i < len(text):
            yield text[:i] + text[i + 1:]


def entra_like(values):
    terms = {terms_form(word) for word in base_words()}
    terms |= {form for form in map(terms_form, values) if 4 <= len(form) <= 16}
    alphabet = sorted(set("".join(terms)))

    def refuses(password):
        text = terms_form(password)
        if len(text) <= 17 and any(near in terms for near in one_edit(text, alphabet)):
            return True
        points = [0]
        for end in range(1, len(text) + 1):
            points.append(min(
                [points[-1] + 1]
                + [points[start] + 1 for start in range(max(0, end - 16), end) if text[start:end] in terms]))
        return points[-1] < 5

    return refuses


def whole(form):
    def make(values):
        listed = set(map(form, values))
        return lambda password: form(password) in listed
    return make


def part(form, least):
    def make(values):
        listed = [v for v in set(map(form, values)) if len(v) >= least]
        def refuses(password):
            text = form(password)
            return any(value in text for value in listed)
        return refuses
    return make


COMPARISONS = {
    "exact": whole(nfc), "fold": whole(fold), "leet": whole(leet),
    "substring:4": part(nfc, 4), "fold+substring:5": part(fold, 5), "leet+substring:4": part(leet, 4),
    "entra-like": entra_like,
}


def damaged(value, rng):
    kind = rng.randrange(4)
    if kind == 0:
        return value.swapcase()
    if kind == 1:
        return value.translate(str.maketrans("aeiost", "43!0$7"))
    return value[:rng.randint(1, len(value))] if kind == 2 else value


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--audit", required=True)
    parser.add_argument("--lines", type=int, default=3000)
    parser.add_argument("--values", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("list")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    passwords = []
    for line in itertools.islice(oracle.lines_of(options.list), 20 * options.lines):
        try:
            passwords += [line.decode()] if line else []
        except UnicodeDecodeError:
            pass
    values = [damaged(value, rng) for value in rng.sample(passwords, options.values)]
    passwords = rng.sample(passwords, min(options.lines, len(passwords)))
    wrong = False
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        (folder / "list.txt").write_text("\n".join(passwords) + "\n", encoding="utf-8", newline="")
        (folder / "values.txt").write_text("\n".join(values) + "\n", encoding="utf-8", newline="")
        matches = itertools.chain(*(["--blocklist-match", name] for name in COMPARISONS))
        subprocess.run(
            [options.audit, "--preset", "basic8", "--strength", "none", "-q", "-o", "out",
             "--blocklist", "values.txt", *matches, "list.txt"],
            cwd=folder, check=True, stderr=subprocess.DEVNULL)
        counts = {row["bucket"]: int(row["count"]) for row in table(folder / "out/audit.csv") if row["metric"] == "blocklist"}
    for name, make in COMPARISONS.items():
        refuses = make(values)
        expected = sum(map(refuses, passwords))
        found = counts["values" if name == "exact" else f"values ({name})"]
        print(f"{name}: {found} of {len(passwords)}" + ("" if found == expected else f", not {expected}"))
        wrong = wrong or found != expected
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
