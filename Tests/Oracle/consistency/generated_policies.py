"""Made-up policies of the whole language, some that nothing complies with, some with odd names."""

CLASSES = ["lower", "upper", "digit", "special", "lower, upper", "[aeiou1]", "[-!?]"]
EXCEPT = ["unicode except digit", "lower, upper except [aeiou]", "unicode except [-<>], special"]
NAMES = ["site", "old", "new", "strict", "a b", "=SUM(A1)", "one|two", "Größe", "plus+minus", "<b>", "x" * 60, "-dash", "a.b", "10",
         "all", "*star*", "under_score_name", "'quoted'"]
# Each rule at most once in an alternative, but those in REPEATED.
RULES = {
    "minlength": lambda c: f"minlength: {c.choice([1, 2, 6, 8, 10, 12, 15, 20])};",
    "maxlength": lambda c: f"maxlength: {c.choice([3, 8, 12, 16, 40, 64])};",
    "required": lambda c: f"required: {c.choice(CLASSES)};",
    "at-least": lambda c: f"at-least: {c.randint(1, 4)} {c.choice(CLASSES[:4])};",
    "at-most": lambda c: f"at-most: {c.randint(0, 4)} {c.choice(CLASSES)};",
    "exactly": lambda c: f"exactly: {c.randint(0, 3)} {c.choice(CLASSES[:4])};",
    "between": lambda c: f"between: {c.randint(0, 2)}, {c.randint(2, 6)} {c.choice(CLASSES[:5])};",
    "max-consecutive": lambda c: f"max-consecutive: {c.randint(1, 4)};",
    "max-repeating": lambda c: f"max-repeating: {c.randint(1, 4)};",
    "max-sequential": lambda c: f"max-sequential: {c.randint(2, 5)};",
    "max-class-run": lambda c: f"max-class-run: {c.randint(1, 6)};",
    "max-run-of": lambda c: f"max-run-of: {c.randint(1, 4)} {c.choice(CLASSES[:4])};",
    "first": lambda c: f"first: {c.choice(CLASSES + EXCEPT)};",
    "last": lambda c: f"last: {c.choice(CLASSES + EXCEPT)};",
    "min-unique": lambda c: f"min-unique: {c.randint(1, 9)};",
    "min-classes": lambda c: f"min-classes: {c.randint(1, 4)};",
    "unicode classes": lambda c: f"min-classes: {c.randint(1, 4)} unicode;",
}
# Rules that ask for lists and scores.
ASKING = {
    "default": lambda c: "blocklist: default;",
    "blocklist": lambda c: f'blocklist: "refused.txt" {c.choice(["exact", "fold", "leet", "exact substring 4", "fold substring 4"])};',
    "context": lambda c: f'context: {c.choice(["anna", "summer"])!r};'.replace("'", '"'),
    "substring": lambda c: 'context: "pass", "dragon" substring;',
    "min-score": lambda c: f"min-score: {c.randint(0, 4)};",
}
REPEATED = ["required", "at-least", "at-most", "exactly", "between", "max-run-of"]
ALLOWED = ["allowed: ascii-printable;", "allowed: unicode;", "allowed: lower, digit;", "", "allowed: unicode except [-!], [aeiou];"]


def alternative(chance, rules):
    names = chance.sample(list(rules), chance.randint(0, min(5, len(rules))))
    names = [name for name in names if name != "unicode classes" or "min-classes" not in names]
    names += [name for name in names if name in REPEATED and chance.random() < 0.5]
    parts = [rules[name](chance) for name in names]
    return " ".join(dict.fromkeys(parts + [chance.choice(ALLOWED[:2] + ALLOWED)])).strip() or "minlength: 4;"


def draw(chance, asking=(), most=4):
    """Names and texts of policies; `asking` names the rules that ask for more than the password."""
    # Different characters and sequences cannot be counted together, not even over alternatives.
    left_out = chance.choice([["min-unique"], ["max-sequential", "max-consecutive"]])
    rules = {name: rule for name, rule in RULES.items() if name not in left_out} | {name: ASKING[name] for name in asking}
    names = chance.sample(NAMES, chance.choice([1, 1, 2, 3, most]))
    found = []
    for name in names:
        count = chance.choice([1, 1, 1, 2, 3])
        found.append((name, "\nor\n".join(alternative(chance, rules) for _ in range(count))))
    return found


def text(policies):
    return "".join(f"[{name}]\n{rules}\n" for name, rules in policies).encode()
