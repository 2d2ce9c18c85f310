#!/usr/bin/env python3
"""Makes directory/: a dump of 5,000 made-up accounts, what was cracked of it, a group, a table and a policy.

    make-directory.py           write the files
    make-directory.py --check   make them again and compare them with the committed ones

Every name and password is invented, and nothing depends on anything but this file: random numbers are
SplitMix64. The dump has the form of impacket's secretsdump with -history, -pwd-last-set and -user-status;
a tenth of the accounts are machines, one in twelve is disabled, some are blank, and passwords are shared,
stepped and kept.
"""

import argparse
import datetime
import gzip
import pathlib
import struct
import sys

ACCOUNTS = 5_000
SEED = 20_261_126
HERE = pathlib.Path(__file__).resolve().parent / "directory"
EMPTY = "aad3b435b51404eeaad3b435b51404ee"
FIRST = ["alva", "bero", "corvin", "dorle", "elmo", "fenja", "gero", "hille", "ivo", "jorun", "kaspar", "lene"]
LAST = ["ahlbrun", "bardow", "cremmen", "dorvald", "eskefeld", "finnmar", "grimsby", "holtum", "isenhag", "jarsted"]
DEPARTMENTS = ["Sales"] * 8 + ["Production"] * 12 + ["Research"] * 5 + ["IT"] * 3 + ["Office"] * 2 + [""]
WORDS = ["Lampe", "Tulpe", "Kanne", "Birne", "Winter", "Sommer", "Anker", "Wolke", "Segel", "Distel", "Efeu", "Farn"]


def md4(data):
    """MD4 of bytes (RFC 1320)."""
    padded = data + b"\x80" + b"\0" * ((55 - len(data)) % 64) + struct.pack("<Q", len(data) * 8)
    mask, state = 0xFFFFFFFF, [0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476]
    turns = [
        (lambda b, c, d: (b & c) | (~b & d), 0, range(16), (3, 7, 11, 19)),
        (lambda b, c, d: (b & c) | (b & d) | (c & d), 0x5A827999, [i // 4 + i % 4 * 4 for i in range(16)], (3, 5, 9, 13)),
        (lambda b, c, d: b ^ c ^ d, 0x6ED9EBA1, [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15], (3, 9, 11, 15)),
    ]
    for offset in range(0, len(padded), 64):
        words = struct.unpack_from("<16I", padded, offset)
        a, b, c, d = state
        for mix, constant, order, shifts in turns:
            for step, word in enumerate(order):
                sum_ = (a + mix(b, c, d) + words[word] + constant) & mask
                by = shifts[step % 4]
                a, b, c, d = d, ((sum_ << by) | (sum_ >> (32 - by))) & mask, b, c
        state = [(one + two) & mask for one, two in zip(state, (a, b, c, d))]
    return struct.pack("<4I", *state)


def nt_hash(text):
    return md4(text.encode("utf-16-le")).hex()


class Chance:
    """SplitMix64."""

    def __init__(self, seed):
        self.state = seed

    def below(self, limit):
        self.state = (self.state + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
        return (z ^ (z >> 31)) % limit

    def one(self, values):
        return values[self.below(len(values))]


def password(chance, user):
    """A password and the ones before it."""
    kind = chance.below(100)
    if kind < 3:
        return chance.one(["Willkommen1", "Start2026!", "Passwort1"]), []
    if kind < 4:
        return user, []
    if kind < 45:
        word, number = chance.one(WORDS), 1 + chance.below(98)
        past = [f"{word}{number - step:02d}" for step in (1, 2, 3) if number > step]
        return f"{word}{number:02d}", past
    if kind < 70:
        return chance.one(WORDS) + chance.one(WORDS).lower() + str(chance.below(1000)) + chance.one(["", "!", "?"]), []
    return "".join(chance.one("abcdefghkmnpqrstuvwxyzABCDEFGHKMNP23456789!#+-") for _ in range(12 + chance.below(9))), []


def files():
    chance, lines, history, pot, group = Chance(SEED), [], [], {}, []
    # Dates and departments have numbers of their own.
    other, table = Chance(SEED + 1), ["SamAccountName;Domain;Department"]
    for number in range(ACCOUNTS):
        rid = 1_000 + number
        domain = chance.one(["nord.example"] * 6 + ["sued.example"] * 3 + ["lab.example"])
        if number % 10 == 9:
            user = f"PC{number:05d}$"
            text, past = (f"pc{number:05d}" if chance.below(90) == 0 else "machine " + str(chance.below(1 << 62))), []
        else:
            user = f"{chance.one(FIRST)}.{chance.one(LAST)}{number}"
            text, past = password(chance, user)
        if chance.below(150) == 0:
            text, past = "", []
        state = "Disabled" if chance.below(12) == 0 else "Enabled"
        age = other.below(280) if other.below(4) else other.below(3_000)
        day = datetime.date(2026, 11, 20) - datetime.timedelta(days=age)
        lines.append(f"{domain}\\{user}:{rid}:{EMPTY}:{nt_hash(text)}::: (pwdLastSet={day} 09:00) (status={state})")
        if not user.endswith("$"):
            table.append(f"{user};{domain};{other.one(DEPARTMENTS)}")
        for place, old in enumerate(past):
            history.append(f"{domain}\\{user}_history{place}:{rid}:{EMPTY}:{nt_hash(old)}:::")
        if text and not user.endswith("$") and len(text) < 14 and chance.below(3) < 2:
            pot[nt_hash(text)] = text
        if chance.below(120) == 0 and not user.endswith("$"):
            group.append(f"{domain}\\{user}")
    krbtgt = f"krbtgt:502:{EMPTY}:{nt_hash('k' + str(chance.below(1 << 62)))}:::"
    return {
        "corp.ntds.gz": "".join(line + "\n" for line in lines + history + [krbtgt]),
        "hashcat.potfile": "".join(f"{digest}:{text}\n" for digest, text in pot.items()),
        "domain-admins.txt": "".join(line + "\n" for line in group),
        "users.csv": "".join(line + "\n" for line in table),
        "current.policy": "# In force since the spring.\n[current]\nminlength: 10; allowed: unicode;\n"
        "min-classes: 3;\nsince: 2026-03-01;\n",
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare with the committed files")
    options = parser.parse_args()
    HERE.mkdir(exist_ok=True)
    for name, text in files().items():
        path, data = HERE / name, text.encode()
        if options.check:
            found = path.read_bytes()
            if (gzip.decompress(found) if name.endswith(".gz") else found) != data:
                sys.exit(f"{path} is not what {pathlib.Path(__file__).name} makes")
        elif name.endswith(".gz"):
            path.write_bytes(gzip.compress(data, mtime=0))
        else:
            path.write_bytes(data)


if __name__ == "__main__":
    main()
