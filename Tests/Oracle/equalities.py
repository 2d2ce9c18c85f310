"""Counts equalities, and keeps those that do not hold; reads tables."""
import csv


class Judge:
    """Counts equalities and keeps those that do not hold."""

    def __init__(self):
        self.faults, self.checks, self.met, self.place, self.told, self.most = [], 0, set(), "", 0, 40

    def equal(self, found, expected, what):
        self.checks += 1
        if found != expected:
            self.faults.append(f"{self.place}: {what}: {found!r}, not {expected!r}")
        return found == expected

    def near(self, found, expected, slack, what):
        self.checks += 1
        if found is None or abs(found - expected) > slack:
            self.faults.append(f"{self.place}: {what}: {found}, not {expected:.6g}")

    def holds(self, condition, what):
        self.checks += 1
        if not condition:
            self.faults.append(f"{self.place}: {what}")
        return condition

    def tell(self, most):
        """Prints the faults that were not printed, so that a run that ends early has told."""
        for fault in self.faults[self.told:most]:
            print(fault[:600], flush=True)
        self.told = len(self.faults)

    def meets(self, name):
        """Notes that a line of a table was used, so that a line that never is can be named."""
        self.met.add(name)

    def end(self, nouns, least=1, most=20):
        """Tells what was compared; the exit code: 1 of faults, or of fewer equalities than there should be."""
        self.tell(most)
        print(f"{self.checks:,} {nouns}, {len(self.faults)} faults")
        return 1 if self.faults or self.checks < least else 0


def table(path):
    """The rows of a CSV file as dictionaries; None if there is no such file."""
    if not path.exists():
        return None
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))
