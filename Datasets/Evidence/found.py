"""What the program found of a list, read from the tables of its report."""
import csv

DAY = "1e4/s for 1 day"
EASY = 6  # decades of guesses: within a million
LEAST = 1000  # passwords that comply; with fewer a policy is not compared


def rows(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def rows_of(directory, name):
    """The rows of a table that not every report has."""
    path = directory / name
    return rows(path) if path.exists() else []


class Found(dict):
    """What the program found of one list: a row for each policy, by its name.

    `sites` has the rows of policies that are only on the map; without what `--distinct` and `--space` find.
    """

    def __init__(self, entry, directory):
        super().__init__()
        self.entry = entry
        self.sites = {}
        table = {}
        for row in rows(directory / "audit.csv"):
            if row["unit"] == "entries":
                table.setdefault((row["policy"], row["metric"]), {})[row["bucket"]] = int(row["count"])
        self.total = table["", "entries"]["audited"]
        self.easy = easy(table["", "combined_log10"])
        self.day = table["", "cracked"][DAY]
        empirical = {row["policy"]: row for row in rows_of(directory, "empirical.csv")}
        behaviour = {}
        for row in rows_of(directory, "behaviour.csv"):
            behaviour.setdefault(row["policy"], {})[row["model"]] = row
        space = {row["policy"]: row for row in rows_of(directory, "policy.csv")}
        for policy, metric in [key for key in table if key[1] == "compliance" and key[0]]:
            accepted = table[policy, metric]["compliant"]
            refused = self.total - accepted
            easily = self.easy - easy(table.get((policy, "survivors_combined_log10"), {}))
            rest = self.total - self.easy
            self[policy] = {
                "refused": refused, "refused_share": share(refused, self.total), "accepted": accepted,
                "found": table.get((policy, "survivors_cracked"), {}).get(DAY, 0),
                "score_3": sum(table.get((policy, "survivors_score"), {}).get(str(score), 0) for score in (3, 4)),
                "easy_refused": share(easily, self.easy), "rest_refused": share(refused - easily, rest),
                "lambda_10": {
                    model: float(row["lambda_10"]) for model, row in behaviour.get(policy, {}).items()
                    if row["lambda_10"]},
                "top_10": empirical.get(policy, {}).get("lambda_10", ""),
                "bits": space.get(policy, {}).get("floor_bits", ""),
                "length": space.get(policy, {}).get("floor_length", ""),
                "caveats": empirical.get(policy, {}).get("caveats_in_words", "")}
            self[policy]["guessed_share"] = share(self[policy]["found"], accepted)
        self.flips = {}
        for row in rows_of(directory, "flips.csv"):
            if row["guesses"] == "10":
                self.flips[row["first"], row["second"]] = row["flip_share"]
                self.flips[row["second"], row["first"]] = row["flip_share"]

    def compares(self, *policies):
        return all(self[policy]["accepted"] >= LEAST for policy in policies)


def easy(histogram):
    return sum(count for decade, count in histogram.items() if float(decade) < EASY)


def share(part, whole):
    return part / whole if whole else None
