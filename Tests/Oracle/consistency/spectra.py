"""Metrics of guessing, computed again from the rows of spectrum.csv."""
import math
from fractions import Fraction


class Spectrum:
    """How many passwords occur how often, the commonest first."""

    def __init__(self, levels):
        self.levels = sorted(levels, reverse=True)
        self.distinct = sum(passwords for _, passwords in self.levels)
        self.total = sum(count * passwords for count, passwords in self.levels)
        self.top = self.levels[0][0] if self.levels else 0
        self.once = sum(passwords for count, passwords in self.levels if count == 1)

    def mass(self, guesses):
        """The occurrences of the so many commonest."""
        mass = 0
        for count, passwords in self.levels:
            taken = min(passwords, guesses)
            mass += taken * count
            guesses -= taken
        return mass

    def rank_sum(self, ranks=None):
        """The sum of rank × occurrences, over the first ranks."""
        total, before = 0, 0
        left = self.distinct if ranks is None else ranks
        for count, passwords in self.levels:
            taken = min(passwords, left)
            total += count * (taken * (2 * before + taken + 1) // 2)
            before, left = before + taken, left - taken
        return total

    def hartley(self):
        return math.log2(self.distinct)

    def shannon(self):
        return sum(p * c / self.total * math.log2(self.total / c) for c, p in self.levels)

    def guesswork(self):
        return self.rank_sum() / self.total

    def effort(self, share):
        """Guesses that find a share, bits, mean work and its bits; None beyond what the sample covers."""
        wanted = Fraction(share)
        ranks, mass = 0, 0
        for count, passwords in self.levels:
            missing = wanted * self.total - mass
            taken = min(passwords, max(0, math.ceil(missing / count)))
            ranks, mass = ranks + taken, mass + taken * count
            if taken < passwords:
                break
        if wanted > 1 - Fraction(self.once, self.total):
            return None
        reached = mass / self.total
        work = (self.rank_sum(ranks) + (self.total - mass) * ranks) / self.total
        return (ranks, math.log2(ranks / reached), work,
                math.log2(2 * work / reached - 1) - math.log2(2 - reached))

    def refused_of_top(self, whole, accepted, top):
        """How many of the commonest of the whole a policy refuses; of equals a part."""
        left, kept = min(top, whole.distinct), 0.0
        ranks = left
        for count, passwords in whole.levels:
            taken = min(passwords, left)
            kept += accepted.get(count, 0) * taken / passwords
            left -= taken
        return ranks - kept

    def power_law(self, exponent, factor):
        """How far a power law is from the cumulative shares, its best factor, and the slope of the error."""
        ranks, share, largest = 0, 0, 0.0
        product = square = product_log = square_log = 0.0
        for count, passwords in self.levels:
            for _ in range(passwords):
                ranks, share = ranks + 1, share + count
                power, log = ranks ** exponent, math.log(ranks)
                largest = max(largest, abs(share / self.total - factor * power))
                product, square = product + share * power, square + power * power
                product_log, square_log = product_log + share * power * log, square_log + power * power * log
        return largest, product / square / self.total, product_log / product - square_log / square


def of_report(rows):
    """The spectrum of each policy of spectrum.csv, that of the whole list under ''."""
    levels = {}
    for row in rows:
        levels.setdefault(row["policy"], []).append((int(row["count"]), int(row["passwords"])))
    return {policy: Spectrum(found) for policy, found in levels.items()}


def grid(last):
    """1, 2, 5, 10, 20, … below a number, and that number."""
    steps = [factor * 10 ** power for power in range(20) for factor in (1, 2, 5)]
    return [step for step in steps if step < last] + [last] if last else []
