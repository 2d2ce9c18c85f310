"""Made-up options of a report: strength, blocklists, what is counted besides, and how rates and scores are stated."""
import generated_policies
from made import ranks

CUTS = ["1e3,1e6,1e8,1e10", "1e2,1e4,1e6,1e12", "1e4,1e5,1e6,1e7", "1e1,1e3,1e9,1e14"]
RATES = ["100/h", "7/h", "2400/d", "1e3/s", "11/min", "1e10/s", "1e4/s", "20/min"]
REFUSED = ["exact", "fold", "leet", "substring:4", "entra-like"]


class Options:
    """Those that a scan takes, too, and those that only a report takes."""

    def __init__(self, chance, runs, path, is_by_list=False):
        self.strength = chance.choice(["none", "meter", "zxcvbn", "combined", "combined"])
        self.scoring, self.lists = [], None
        if self.is_scored:
            self.scoring += ["--score-cuts", chance.choice(CUTS)] if chance.random() < 0.4 else []
            self.scoring += ["--context", chance.choice(["anna", "summer"])] if chance.random() < 0.2 else []
        self.blocklists = self.draw_blocklists(chance, runs)
        asking = [name for name in generated_policies.ASKING if chance.random() < 0.4]
        if not self.is_scored and "min-score" in asking:
            asking.remove("min-score")
        self.policies = generated_policies.draw(chance, asking)
        self.rules = runs.write(path, generated_policies.text(self.policies)).name
        self.rates = [word for rate in chance.sample(RATES, chance.choice([0, 0, 1, 3])) for word in ("--rate", rate)]
        self.distinct = ["--distinct"] if chance.random() < 0.6 else []
        self.weights = ["--weights", chance.choice(["accounts", "lists", "none"])] if chance.random() < 0.5 and self.distinct else []
        self.shapes = ["--shapes"] if chance.random() < 0.3 and not is_by_list else []
        self.unique = ["--unique"] if chance.random() < 0.3 else []
        self.habits = ["--habits"] if chance.random() < 0.3 else []
        self.most = ["--min-shape-count", chance.choice(["1", "9", "20"])] if self.shapes and chance.random() < 0.5 else []
        self.space = ["--space"] if chance.random() < 0.3 else []
        self.head = ["--head-only"] if chance.random() < 0.1 and self.distinct else []

    def draw_blocklists(self, chance, runs):
        """None, the one of the program, some with ranks, or one that is compared in another way."""
        kind = chance.choice(["own", "own", "none", "files", "matched"])
        ranked = list(dict.fromkeys([b"password", b"123456"] + [chance.choice(runs.sample) for _ in range(chance.choice([20, 300, 1500]))]))
        other = list(dict.fromkeys(ranked[::5] + [b"Summer-2026", b"aB1!"]))
        paths = runs.list("refused.txt", ranked), runs.list("other.txt", other)
        if kind == "files":
            self.lists = {"refused": ranked, "other": other}
            return ["--blocklist", paths[0], "--blocklist", paths[1]]
        if kind == "matched":
            return ["--blocklist", paths[1], "--blocklist-match", chance.choice(REFUSED)]
        return ["--no-blocklist"] if kind == "none" else []

    @property
    def is_scored(self):
        return self.strength in ("zxcvbn", "combined")

    @property
    def recorded(self):
        return ["--strength", self.strength, *self.scoring, *self.blocklists, *self.rates, *self.distinct, *self.shapes, *self.unique, *self.habits]

    @property
    def told(self):
        return ["--rules", self.rules, *self.recorded, *self.weights, *self.most, *self.space, *self.head]

    @property
    def asked(self):
        """What a report of a tally is told, which has counted different characters or has not."""
        return [word for word in self.told if word not in ("--unique", "--habits")]

    def state(self, made):
        """What `anew.py` has to know of these options."""
        made.asks = [*self.blocklists, *self.scoring]
        made.scoring = self.scoring
        made.lists = self.lists and {name: ranks(values) for name, values in self.lists.items()}
        return made
