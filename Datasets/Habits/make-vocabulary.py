#!/usr/bin/env python3
"""Makes the vocabulary of habits that `audit` embeds, from the tables beside this script.

    make-vocabulary.py           read the tables, write Sources/Passwords/Blocklists/Habits/HabitWords.swift
    make-vocabulary.py --check   make it again and compare it with the committed file

Each language is a file: a line a kind, then its words in folded spelling. `letters.txt` says which
letters fold to which, `keyboard.txt` has the stretches of keyboards. A change of a word is a new VERSION.
"""

import hashlib
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
TARGET = HERE.parents[1] / "Sources" / "Passwords" / "Blocklists" / "Habits" / "HabitWords.swift"
VERSION = 1
KINDS = ["season", "month", "weekday"]


def lines(name):
    text = (HERE / name).read_text(encoding="ascii")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def read():
    """The words by kind, the keyboard stretches, and (letter, code points) of letters that fold."""
    languages = sorted(path.name for path in HERE.glob("??.txt"))
    words = {kind: set() for kind in KINDS}
    for name in languages:
        for line in lines(name):
            kind, row = line.split("\t")
            words[kind].update(row.split())
    for kind, row in words.items():
        for word in row:
            assert word.isalpha() and word.islower() and len(word) <= 16, (kind, word)
    assert not set.intersection(*words.values()), "a word of two kinds"
    folds = [line.split("\t") for line in lines("letters.txt")]
    keyboard = sorted(lines("keyboard.txt"))
    return words, keyboard, [(letter.strip("-"), points.split()) for letter, points in folds]


def digest(words, keyboard, folds):
    """Identifies what is recognised, whatever the files look like."""
    parts = [f"{kind} {word}" for kind in KINDS for word in sorted(words[kind])]
    parts += [f"keyboard {stretch}" for stretch in keyboard]
    parts += [f"fold {point} {letter}" for letter, points in folds for point in sorted(points)]
    return hashlib.sha256("\n".join(parts).encode("ascii")).hexdigest()


def wrapped(words):
    rows, row = [], ""
    for word in words:
        if len(row) + len(word) > 92:
            rows.append(row)
            row = ""
        row += word + " "
    return [(row + "\\").replace(" \\", " \\") for row in rows] + [row.strip()]


def literal(name, words, comment):
    body = "\n".join("    " + row for row in wrapped(words))
    return f'  /// {comment}\n  static let {name} = """\n{body}\n    """\n'


def source(words, keyboard, folds):
    parts = [
        "// Made by Datasets/Habits/make-vocabulary.py; change the tables there.\n",
        "/// The closed vocabulary of habits: calendar words of eight languages, stretches of keyboards.",
        "enum HabitWords {",
        "  /// The version of the vocabulary; a change of a word is a new one.",
        f"  static let version = {VERSION}",
        "  /// Identifies the words.",
        f'  static let digest =\n    "sha256:{digest(words, keyboard, folds)}"\n',
    ]
    for kind in KINDS:
        parts.append(literal(kind + "s", sorted(words[kind]), f"The {kind}s, folded."))
    parts.append(literal("keyboard", keyboard, "Stretches of keyboards, in lower case."))
    points = [point + letter for letter, row in folds for point in row]
    parts.append(
        literal("folds", points, "Code points in hexadecimal, each with the letter that it folds to, if any.")
        + "}\n")
    return "\n".join(parts)


def main():
    made = source(*read())
    if sys.argv[1:] == ["--check"]:
        if TARGET.read_text(encoding="utf-8") != made:
            sys.exit(f"{TARGET.name} is not what {pathlib.Path(__file__).name} makes")
    elif sys.argv[1:]:
        sys.exit(__doc__)
    else:
        TARGET.write_text(made, encoding="utf-8")


main()
