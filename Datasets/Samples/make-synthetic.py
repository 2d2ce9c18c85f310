#!/usr/bin/env python3
"""Makes synthetic-100k.txt.gz: a list of 100,000 lines in the shape of a leaked one.

    make-synthetic.py           write the file
    make-synthetic.py --check   make the text again and compare it with the committed file's

Nothing in it is from a leak. Words are the English words and the United States names of
Sources/C/CEmbeddedData/Data/dictionaries.bin (not its list of passwords) and a few written below; all
else is made up by the recipes of `RECIPES`, whose weights give it lengths, classes and repetition
like those of real lists: most lines of 6 to 10 characters, lowercase and digits first, few values
very often and many once. Each line is drawn by itself, as another person's: an account, so that
`--weights accounts` is true of the list. A few lines are odd on purpose: see `ODD`.

The text depends on nothing but this file and the dictionaries: random numbers are SplitMix64, and
no floating point is used. The compressed bytes may differ from one zlib to another; the text may not.
"""

import argparse
import gzip
import hashlib
import importlib.util
import io
import pathlib
import sys
import unicodedata

LINES = 100_000
SEED = 20_250_826  # the day of SP 800-63B-4
HERE = pathlib.Path(__file__).resolve().parent
FILE = HERE / "synthetic-100k.txt.gz"


class Random:
    """SplitMix64, in integers."""

    def __init__(self, seed):
        self.state = seed

    def bits(self):
        mask = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        z = self.state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & mask
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & mask
        return z ^ (z >> 31)

    def below(self, count):
        """0..<count."""
        return self.bits() * count >> 64

    def between(self, low, high):
        """low...high."""
        return low + self.below(high - low + 1)

    def of(self, items):
        """Any item."""
        return items[self.below(len(items))]

    def often(self, items):
        """An item, early ones more often: the n-th about 1/n times as often as the first."""
        levels = len(items).bit_length()
        while True:
            level = self.below(levels)
            place = (1 << level) - 1 + self.below(1 << level)
            if place < len(items):
                return items[place]

    def one_in(self, count):
        return self.below(count) == 0

    def weighted(self, pairs):
        """An item of (weight, item) pairs."""
        rest = self.below(sum(weight for weight, _ in pairs))
        for weight, item in pairs:
            if rest < weight:
                return item
            rest -= weight


def word_lists():
    """English words, first names and surnames, the frequent ones first."""
    place = HERE.parent / "Dictionaries" / "make-dictionaries.py"
    spec = importlib.util.spec_from_file_location("make_dictionaries", place)
    module = importlib.util.module_from_spec(spec)
    sys.dont_write_bytecode = True
    spec.loader.exec_module(module)
    lists = module.lists_of_file((module.DATA / "dictionaries.bin").read_bytes())
    _, english, female, surnames, _, male = lists
    # Without the words that hold sentences together, which nobody chooses.
    words = [word for word in english[300:12_000] if word.isalpha() and 4 <= len(word) <= 8]
    first = [name for pair in zip(female[:983], male) for name in pair]
    return words, first, surnames[:1_000]


WORDS, FIRST, LAST = word_lists()
KEPT = ["password", "welcome", "letmein", "iloveyou", "dragon", "sunshine", "princess", "football",
        "monkey", "master", "shadow", "secret", "superman", "michael", "jordan", "hello"]
ROWS = ["qwertyuiop", "asdfghjkl", "zxcvbnm", "1234567890", "1qaz2wsx3edc", "qazwsxedc", "azerty",
        "qwertz", "1q2w3e4r5t", "zaq12wsx", "asdfqwer", "qweasdzxc", "0987654321", "poiuytrewq"]
TAILS = ["1", "123", "12", "2", "01", "11", "1234", "7", "3", "21", "13", "5", "22", "23", "99", "69",
         "10", "77", "88", "00", "007", "12345", "8", "4", "9", "6", "33", "89", "90", "14", "15"]
SYMBOLS = "!.@*_#$-?+&%/=,;:~^()[]{}<>|'\"`\\ "
LOWER = "abcdefghijklmnopqrstuvwxyz"
DIGITS = "0123456789"
LEET = str.maketrans("aeios", "43105")

# Words of many scripts, whose letters have one, two, three and four bytes.
FOREIGN = ["größe", "straße", "müller", "château", "façade", "éclair", "niño", "corazón", "contraseña",
           "coração", "żółty", "łódź", "příroda", "köpek", "şeker", "ångström", "smörgås", "пароль",
           "любовь", "привет", "йод", "Ελλάδα", "αγάπη", "שלום", "مرحبا", "كلمةالسر", "密码", "我爱你",
           "さくら", "パスワード", "비밀번호", "사랑해", "รหัสผ่าน", "नमस्ते", "xin chào", "mật khẩu", "❤️love",
           "🐱🐶", "🔑key", "naïve"]


def rows(random):
    row = random.often(ROWS)
    return row[: random.between(min(5, len(row)), len(row))]


def digits(random, count):
    return "".join(random.of(DIGITS) for _ in range(count))


def year(random):
    return str(random.between(1955, 2012))


def tail(random):
    return random.weighted([(6, random.often(TAILS)), (2, year(random)), (1, year(random)[2:]),
                            (2, digits(random, random.between(1, 4)))])


def base(random):
    return random.weighted([(1, random.often(KEPT)), (12, random.often(WORDS)),
                            (6, random.often(FIRST)), (2, random.often(LAST))])


def date(random):
    day, month = random.between(1, 28), random.between(1, 12)
    form = random.of(["{0:02}{1:02}{2}", "{0:02}{1:02}{3}", "{1:02}{0:02}{2}", "{2}{1:02}{0:02}",
                      "{0}.{1}.{2}", "{0:02}/{1:02}/{3}"])
    whole = year(random)
    return form.format(day, month, whole, whole[2:])


def alphanumeric(random, letters, low, high):
    return "".join(random.of(letters) for _ in range(random.between(low, high)))


def phrase(random):
    gap = random.of([" ", " ", "-", "_", ".", ""])
    return gap.join(random.often(WORDS) for _ in range(random.between(3, 6)))


def foreign(random):
    text = random.often(FOREIGN) + random.of(["", "", tail(random)])
    return unicodedata.normalize("NFD", text) if random.one_in(6) else text


# Per mille of the lines, and what makes one.
RECIPES = [
    (200, lambda r: base(r) + tail(r)),
    (105, lambda r: base(r)),
    (85, lambda r: base(r).capitalize() + tail(r)),
    (25, lambda r: base(r).capitalize() + tail(r) + r.often(SYMBOLS[:12])),
    (12, lambda r: base(r) + r.often(SYMBOLS[:12]) + tail(r)),
    (20, lambda r: base(r).upper() + r.of(["", tail(r)])),
    (85, lambda r: r.often(FIRST) + tail(r)),
    (35, lambda r: r.often(FIRST) + r.often(LAST)[: r.between(1, 8)]),
    (30, lambda r: base(r) + base(r)),
    (25, lambda r: base(r).translate(LEET) + r.of(["", "", tail(r)])),
    (55, date),
    (45, lambda r: digits(r, r.often([6, 8, 7, 9, 10, 5, 11, 4, 12]))),
    (35, lambda r: r.often(["123456", "12345", "123456789", "111111", "654321", "123123", "000000",
                            "12345678", "121212", "666666", "7777777", "112233"])),
    (30, lambda r: rows(r) + r.of(["", "", tail(r)])),
    (12, lambda r: r.of(LOWER + DIGITS) * r.between(4, 12)),
    (8, lambda r: base(r)[: r.between(2, 5)] * r.between(2, 3)),
    (8, lambda r: tail(r) + base(r)),
    (95, lambda r: alphanumeric(r, LOWER + DIGITS, *r.of([(6, 6), (8, 8), (6, 10)]))),
    (30, lambda r: alphanumeric(r, LOWER, *r.of([(6, 6), (8, 8), (5, 9)]))),
    (25, lambda r: alphanumeric(r, LOWER + LOWER.upper() + DIGITS, 8, 12)),
    (10, lambda r: alphanumeric(r, LOWER + LOWER.upper() + DIGITS + SYMBOLS, 8, 20)),
    (14, phrase),
    (3, lambda r: alphanumeric(r, DIGITS + "abcdef", 32, 32)),
    (5, lambda r: f"{r.often(FIRST)}.{r.often(LAST)}@example.{r.of(['com', 'org', 'net'])}"),
    (3, foreign),
]

# Lines that put programs to the test; each is put in once, at a random place.
ODD = [
    b"", b"", b"", b"", b"",
    b"nul\0inside", b"\ttab first", b"bell\x07", b"escape\x1b[31m", b"delete\x7f",
    b" space first", b"space last ", b"   ", b"two  spaces",
    b"comma,comma", b'"quoted"', b"=1+1", b"@SUM(A1)", b"<script>alert(1)</script>", b"&amp;",
    b"\xef\xbb\xbfmark", "e\u0301e\u0301".encode(), "\u200bzero".encode(), "\u202eright".encode(),
    b"a" * 100, b"0123456789" * 12, "é".encode() * 90, b"long " * 25,
    # Not UTF-8: Latin-1, Windows-1251, Shift JIS, byte order marks of UTF-16, cut short, overlong,
    # surrogate, too large.
    *(word.encode("latin-1") for word in ["größe", "straße", "müller1", "façade", "niño", "Éclair",
                                          "coração12", "ångström", "naïve!", "élan vital"]),
    *(word.encode("cp1251") for word in ["пароль", "любовь1", "привет"]),
    *(word.encode("shift_jis") for word in ["パスワード", "さくら12"]),
    b"\xff\xfeword", b"\xfe\xff",
    "cut \u00e9".encode()[:-1], "cut \u5bc6".encode()[:-1], "cut \U0001f511".encode()[:-2],
    b"overlong \xc0\xaf", b"surrogate \xed\xa0\x80", b"large \xf4\x90\x80\x80", b"\x80",
]


def synthetic():
    """The whole text."""
    random = Random(SEED)
    assert sum(weight for weight, _ in RECIPES) == 1_000
    lines = [random.weighted(RECIPES)(random).encode() for _ in range(LINES - len(ODD))]
    for line in ODD:
        lines.insert(random.below(len(lines) + 1), line)
    assert len(lines) == LINES and not any(b"\n" in line or b"\r" in line for line in lines)
    return b"".join(line + b"\n" for line in lines)


def describe(text):
    """What the file is like, in a line or two."""
    lines = text.split(b"\n")[:-1]

    def is_utf8(line):
        try:
            line.decode()
            return True
        except UnicodeDecodeError:
            return False

    beyond = [line for line in lines if not line.isascii()]
    broken = [line for line in beyond if not is_utf8(line)]
    return (f"{len(lines)} lines, {len(set(lines))} distinct, {len(text)} bytes, "
            f"{len(beyond)} beyond ASCII, {len(broken)} not UTF-8\n"
            f"sha256 of the text {hashlib.sha256(text).hexdigest()}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare with the committed file")
    options = parser.parse_args()
    text = synthetic()
    if options.check:
        if gzip.decompress(FILE.read_bytes()) != text:
            sys.exit(f"error: {FILE.name} does not hold what this script makes")
    else:
        packed = io.BytesIO()
        with gzip.GzipFile(filename="", mode="wb", fileobj=packed, mtime=0) as stream:
            stream.write(text)
        FILE.write_bytes(packed.getvalue())
    print(describe(text))


if __name__ == "__main__":
    main()
