"""Made-up lists: sizes, masses, characters, layouts and spoiled lines are drawn by chance."""
import gzip

from made import Made

WORDS = ["password", "summer", "dragon", "anna", "Winter", "qwerty", "iloveyou", "letmein", "müller", "monkey"]
SIZES = [0, 1, 2, 3, 9, 10, 11, 50, 99, 100, 101, 400, 999, 1000, 1001, 2000, 3000]
# Occurrences are drawn side by side up to 64.
MASSES = [1, 2, 5, 6, 7, 50, 63, 64, 65, 255, 700]
LONGEST = 65_536


def text(chance, letters, least, most):
    return "".join(chance.choice(letters) for _ in range(chance.randint(least, most))).encode()


def of_word(chance, runs):
    word = chance.choice(WORDS)
    word = chance.choice([word, word.title(), word.upper(), word[::-1], word.replace("s", "$").replace("o", "0")])
    return (word + chance.choice(["", "1", "!", "123", "-%d" % chance.randint(1960, 2030), "%02d" % chance.randint(0, 99)])).encode()


# Kinds of passwords that a list mixes.
KINDS = {
    "sample": lambda chance, runs: chance.choice(runs.sample),
    "words": of_word,
    "alike": lambda chance, runs: text(chance, "aB1!", 1, 4),
    "digits": lambda chance, runs: text(chance, "0123456789", 1, 12),
    "printable": lambda chance, runs: text(chance, [chr(c) for c in range(0x20, 0x7F)], 1, 24),
    "runs": lambda chance, runs: chance.choice([b"a", b"7", b"Z", b"!"]) * chance.randint(1, 20) + text(chance, "ab1", 0, 3),
    "sequences": lambda chance, runs: b"abcdefghijklmnop"[chance.randint(0, 9):][:chance.randint(1, 9)] + text(chance, "321", 0, 4),
    "unicode": lambda chance, runs: text(chance, ["ä", "ß", "é", "e\u0301", "Ａ", "ﬁ", "日", "🙂", "İ", "a", "Z", "9", " "], 1, 12),
    "ill-formed": lambda chance, runs: bytes(chance.choice([0xC3, 0xFF, 0xA4, 0xE2, 0x82, 0x61, 0x39]) for _ in range(chance.randint(1, 9))),
    "control": lambda chance, runs: text(chance, "\t\x01\x7faB3", 1, 9),
    "long": lambda chance, runs: text(chance, "abcXYZ789 ", 1, 1) * chance.choice([64, 128, 511, 512, 513, 600, 3000]),
}


def passwords(chance, runs, size):
    """So many passwords, most kinds of them rare, some as often as a limit."""
    kinds = chance.sample(list(KINDS), chance.randint(1, 5))
    masses = chance.choice([[1], [1, 1, 1, 2], [2], MASSES, MASSES[:5], [chance.choice(MASSES)], [1] * 60 + MASSES])
    found = []
    while len(found) < size:
        password = KINDS[chance.choice(kinds)](chance, runs)
        # A mark at the beginning is the file's, not the password's; $HEX[ is decoded in some layouts.
        if b"$HEX[" not in password and not password.startswith(b"\xef\xbb\xbf"):
            found += [password] * min(chance.choice(masses), size - len(found))
    chance.shuffle(found)
    return found


def quoted(cell):
    return b'"' + cell.replace(b'"', b'""') + b'"'


def counted(chance, found):
    """Each password once, with how often it occurs, which may be a multiple."""
    times = chance.choice([1, 1, 3, 1000])
    counts = {}
    for password in found:
        counts[password] = counts.get(password, 0) + times
    return counts


def user(chance, password, number):
    """A name, now and then one that the password is made of; `usernames.py` relates nothing to ill-formed ones."""
    if chance.random() < 0.1 and "\ufffd" not in password.decode("utf-8", "replace"):
        # Cut between characters, since `usernames.py` reads names as text.
        name = password.decode().replace(":", "").replace('"', "").strip()[:12]
        return name.encode().upper() or b"none"
    return chance.choice([b"u%d", b"user.%d@example.org", b"anna.%d", "müller%d".encode()]) % number


# Layouts: how a line is written, and lines that spoil with what becomes of them.
PLAIN = ["plain", "plain", "plain", "hash:password", "csv:password"]
SPOILED = {
    "plain": [(b"", "empty"), (b"x" * (LONGEST + 1), "over_long"), (b"y" * 200_000, "over_long")],
    "hash:password": [(b"", "empty"), (b"0:" + b"x" * 70_000, "over_long"), (b"no separator", "malformed")],
    "csv:password": [(b"", "empty"), (b"short", "malformed"), (b"n," + b"x" * 70_000 + b",x", "over_long")],
    "user:password": [(b"", "empty"), (b"no separator", "malformed"), (b"u:" + b"x" * 70_000, "over_long")],
    "counted:prefix": [(b"", "empty"), (b"no count", "malformed")],
    "counted:colon": [(b"", "empty"), (b"no count", "malformed")],
}
WRITE = {
    "plain": lambda n, p: p, "hash:password": lambda n, p: b"%032x:%s" % (n, p),
    "csv:password": lambda n, p: b"n%d,%s,x" % (n, quoted(p)),
}


class Drawn:
    """A list as a file, and what it holds."""

    def __init__(self, chance, runs, name, size=None, layout=None):
        size = chance.choice(SIZES) if size is None else size
        self.layout = layout or chance.choice(PLAIN + ["user:password", "counted:prefix", "counted:colon"])
        found, users, fates = passwords(chance, runs, size), None, {}
        # Of hash:password, the part before a colon that most have may be a salt.
        if self.layout == "hash:password" and sum(b":" in password for password in found) * 2 > len(found):
            self.layout = "plain"
        if self.layout.startswith("counted"):
            counts = counted(chance, found)
            write = (lambda p: b"%7d %s" % (counts[p], p)) if self.layout.endswith("prefix") else lambda p: b"%s:%d" % (p, counts[p])
            lines, held = [write(password) for password in counts], counts
        elif self.layout == "user:password":
            found = [b"" if chance.random() < 0.03 else password for password in found]
            users = [(user(chance, password, number), password) for number, password in enumerate(found)]
            lines, held = [b":".join(pair) for pair in users], found
        else:
            lines, held = [WRITE[self.layout](number, password) for number, password in enumerate(found)], found
        for _ in range(chance.choice([0, 0, 1, 4])):
            line, fate = chance.choice(SPOILED[self.layout])
            lines.insert(len(lines) if fate == "malformed" else chance.randint(0, len(lines)), line)
            fates[fate] = fates.get(fate, 0) + 1
        if self.layout in ("hash:password", "user:password") and lines[:1] == [b"no separator"] and \
                any(b":" in line for line in lines):
            # A first line without a separator, above others, is a header.
            fates["malformed"] -= 1
            fates["header"] = 1
        if self.layout.startswith("csv"):
            lines.insert(0, b"name,password,note")
            fates["header"] = 1
        self.made = Made(held, users, **fates)
        self.path = self.file(chance, runs, name, lines)
        # Lists of few kinds of characters look like hashes and other data.
        self.options = ["--binary"] + ([] if self.layout == "plain" else ["--layout", self.layout])

    @staticmethod
    def file(chance, runs, name, lines):
        """Line ends of either kind, the last one perhaps missing, perhaps packed."""
        end = chance.choice([b"\n", b"\n", b"\r\n"])
        content = b"".join(line + end for line in lines)
        if lines and lines[-1] and chance.random() < 0.2:
            content = content[:-len(end)]
        packed = chance.random() < 0.15
        return runs.write(f"{name}.txt" + ".gz" * packed, gzip.compress(content) if packed else content)
