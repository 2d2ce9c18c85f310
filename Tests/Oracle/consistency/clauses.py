"""Clauses of the standards that were asked for: clauses.csv is their home, which page and audit.json repeat."""
import re

from scales import is_name

SIGNS = {"met": "✓", "broken": "✗", "partly": "◐", "not-visible": "·"}
# The table of a standard ends with its dates.
ASKED = r".* \(.*; .*, read \d{4}-\d\d-\d\d\)"
SHOWN = "What shows the verdicts by .*"
SILENT = "Texts that state no number, so that no policy can be held against them"


def rows_of(report, standard=None, policy=None):
    return [row for row in report.tables.get("clauses.csv") or []
            if standard in (None, row["standard"]) and (policy is None or row["policy"] == report.cell[policy])]


def policy_named(report, head):
    return next(policy for policy in report.policies if is_name(head, policy))


def cell(row, at):
    """Clauses down, policies across; the tables stand in the order of the file."""
    asked = list(dict.fromkeys(r["standard"] for r in rows_of(row.report)))
    place = [table for table in row.page.tables if re.fullmatch(ASKED, table.caption)].index(row.table)
    head = row.table.heads[at]
    is_head = head == "level and number"
    policy = row.report.policies[0] if is_head else policy_named(row.report, head)
    rows = rows_of(row.report, asked[place], policy)
    if row.number == 0:
        counts = [sum(r["force"] == "must" and r["verdict"] == verdict for r in rows) for verdict in SIGNS]
        return "must" if is_head else " ".join(f"{sign}\u00a0{n}" for sign, n in zip(SIGNS.values(), counts) if n)
    clause = rows[row.number - 1]
    if clause["says"] != row.cells[0]:
        raise ValueError(f"{row.cells[0]} is not the clause {clause['clause']}")
    if is_head:
        return f"{clause['force']}: {clause['level']}, {clause['number']}"
    shows(clause, row.elements[at].get("title") or "")
    return SIGNS[clause["verdict"]]


def shows(clause, words):
    """The made-up password or the setting stands in the words, unless it is long or written otherwise."""
    told = clause["setting"] or clause["password"]
    if told.isalnum() and len(told) <= 24 and told not in words:
        raise ValueError(f"{words!r} does not show {told}")


def shown(row, at):
    """A row for each clause and policy that a password, a rule or a setting shows."""
    if at not in (2, 3):
        return row.cells[at]
    policy = policy_named(row.report, row.cells[1])
    clauses = [c for c in rows_of(row.report, policy=policy) if c["says"] == row.cells[0]]
    words = [f"{SIGNS[c['verdict']]}\u00a0{c['verdict']}" for c in clauses]
    if at == 2:
        return row.cells[at] if row.cells[at] in words else words[0]
    for clause in clauses[:1] if len(clauses) == 1 else []:
        shows(clause, row.cells[at])
    return row.cells[at]


def of_standard(page, name, at):
    """The force and the sign of each clause of a standard about the text, in a column of the table of all."""
    sums, every = (next((t for t in page.tables if t.caption.startswith(start)), None) for start in (
        "Clauses that a policy by itself breaks", "Every clause tested"))
    # One standard is called like the beginning of another.
    names = sorted((row[0] for row in sums.cells), key=len, reverse=True)
    own = [row for row in every.cells if next(n for n in names if row[0].startswith(f"{n}, ")) == name]
    return [(row[1].split(":")[0], row[at][0]) for row in own]


def verdict(clauses):
    """How the binding clauses are kept: all, some in part, or not."""
    signs = [sign for force, sign in clauses if force == "must"]
    return "✗" if "✗" in signs else "◐" if "◐" in signs else "✓"


def summed(clauses):
    """The cell of a standard in the table of all."""
    faults = [force for force, sign in clauses if sign in "✗◐"]
    if verdict(clauses) != "✓":
        binding = [sign for force, sign in clauses if force == "must"]
        advised = len(faults) - faults.count("must")
        more = f", and {advised} advised" if advised else ""
        if verdict(clauses) == "◐":
            return f"◐ keeps {binding.count('◐')} of {len(binding)} binding in part{more}"
        partly = f", keeps {binding.count('◐')} in part" if "◐" in binding else ""
        return f"✗ breaks {binding.count('✗')} of {len(binding)} binding{partly}{more}"
    if not clauses:
        return "· has no clause about the text"
    return f"✓ breaks nothing binding, but {len(faults)} advised" if faults else (
        f"✓ meets {'its one clause' if len(clauses) == 1 else f'all {len(clauses)}'}")


def count(force, verdict):
    """The counts of audit.json are those of the file."""
    def expected(p):
        standard = next(a["standard"] for a in p.around if isinstance(a, dict) and "standard" in a)
        return sum(r["force"] == force and r["verdict"] == verdict for r in rows_of(p.report, standard, p.policy))
    return expected


TABLES = [(ASKED, (lambda row, at: row.cells[at], cell)), (SHOWN, (lambda row, at: row.cells[at], shown)),
          (SILENT, (lambda row, at: row.cells[at], lambda row, at: row.cells[at]))]
KEYS = {"standards[].policy": lambda p: p.value, "standards[].standard": lambda p: p.value} | {
    f"standards[].summary.{force}.{verdict}": count(force, verdict) for force in ("must", "should", "may") for verdict in SIGNS}
COLUMNS = ["policy", "standard", "clause", "number", "level", "force", "verdict", "evidence", "password", "setting", "value",
           "bits", "with", "says"]
