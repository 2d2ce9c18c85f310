"""The estimates of guesses, apart from the program: the model's file is read here, and joined with zxcvbn's guesses.

`Datasets/Models/make-model.py` defines the file. `log10_guesses` walks a password from the longest context that
occurred, and follows the way back where a symbol did not; `combined` is the definition of Documentation/guessing.md.
"""
import bisect
import functools
import math
import pathlib
import struct

FILE = pathlib.Path(__file__).resolve().parents[2] / "Sources/C/CEmbeddedData/Data/model.bin"
END, OTHER, BACK = 0, 96, 97
OTHER_BITS = math.log2(1_112_064 - 95)
# The weight of the model, and the most decades by which it can lie above zxcvbn.
WEIGHT, MOST_ABOVE = 0.4, 3


@functools.lru_cache(None)
def model():
    """The slots, the base of the start, and the table's bits and logarithms of guesses."""
    data = FILE.read_bytes()
    _, _, count, _, start, points = struct.unpack_from("<6I", data, 8)
    numbers = struct.unpack_from(f"<{2 * points}f", data, 32)
    first = -(-(32 + 8 * points) // 64) * 64
    return data[first:first + 6 * count], start, numbers[0::2], numbers[1::2]


def slot(slots, at):
    """Its symbol, the base that it leads to, and its bits."""
    number = int.from_bytes(slots[6 * at:6 * at + 6], "little")
    return number & 127, number >> 7 & (1 << 19) - 1, (number >> 26) / (1 << 17)


@functools.lru_cache(None)
def bits(text):
    slots, base, _, _ = model()
    total = 0.0
    for symbol in [ord(c) - 31 if " " <= c <= "~" else OTHER for c in text] + [END]:
        found, following, cost = slot(slots, base + symbol)
        while found != symbol:
            _, base, back = slot(slots, base + BACK)
            total += back
            found, following, cost = slot(slots, base + symbol)
        base, total = following, total + cost + (OTHER_BITS if symbol == OTHER else 0)
    return total


def log10_guesses(text):
    """The model's guesses: linear between points, one below the first, a bit for a bit above the last."""
    _, _, known, guesses = model()
    number, last = bits(text), len(known) - 1
    if number < known[0]:
        return 0.0
    at = bisect.bisect_right(known, number) - 1
    slope = 1 if at == last else (guesses[at + 1] - guesses[at]) / (known[at + 1] - known[at])
    return (guesses[at] + (number - known[at]) * slope) * math.log10(2)


def combined(text, zxcvbn, without_context, of_model=None):
    """The decimal logarithm of the combined guesses, of those of zxcvbn with words of the context and without."""
    of_model = log10_guesses(text) if of_model is None else of_model
    above = min(WEIGHT * (of_model - math.log10(without_context)), MOST_ABOVE)
    return max(0.0, math.log10(zxcvbn) + above) if text else 0.0


def decade(budget):
    """The decimal logarithm of a budget, exact for powers of ten."""
    nearest = round(math.log10(budget))
    return float(nearest) if 10.0 ** nearest == budget else math.log10(budget)
