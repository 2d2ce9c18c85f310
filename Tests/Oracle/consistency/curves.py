"""Equalities between tables: orders of policies, curves, fits of power laws, and costs of rules."""
import math

import behaviours
import relations
import spectra


def judge(report, judge_):
    own_order(report, judge_)
    curves(report, judge_)
    costs(report, judge_)
    fits(report, judge_)
    behaviours.judge(report, judge_)


def own_order(report, judge_):
    """Rows of all passwords, then of policies as given."""
    cells = [report.cell[name] for name in report.policies]
    for name in ("empirical.csv", "curve.csv", "spectrum.csv"):
        if report.tables.get(name):
            judge_.equal(list(dict.fromkeys(r["policy"] for r in report.tables[name])),
                         ([""] + cells) if name == "empirical.csv" else
                         [c for c in [""] + cells if c in {r["policy"] for r in report.tables[name]}],
                         f"policies of {name}")
    for name in ("policy.csv", "keyspace.csv", "rule_cost.csv", "rules.csv"):
        if report.tables.get(name):
            found = list(dict.fromkeys(r["policy"] for r in report.tables[name]))
            judge_.equal(found, [cell for cell in cells if cell in found], f"policies of {name}")
    for row in report.tables.get("rules.csv") or []:
        counted = [key for key in report.groups if key[1:3] == (row["policy"], "violation")]
        judge_.holds(not counted or row["rule"] in report.groups[counted[0]], f"rule {row['rule']} is not counted")


def curves(report, judge_):
    """The guesses of each curve are those of the grid, and audit.csv's budgets find the same."""
    points = {}
    for row in report.tables.get("curve.csv") or []:
        points.setdefault((row["policy"], row["attacker"]), {})[int(row["guesses"])] = row
    for (policy, attacker), rows in points.items():
        what = f"curve.csv, {attacker} of {policy!r}"
        own = report.spectra.get(policy, spectra.Spectrum([]))
        if attacker in ("aware", "population", "occurrences", "at-least", "at-most"):
            judge_.equal(list(rows), spectra.grid(own.distinct), f"the guesses of {what}")
        elif attacker == "blind":
            judge_.equal(list(rows), spectra.grid(report.spectra[""].distinct), f"the guesses of {what}")
        elif attacker == "model-aware":
            model_aware(report, policy, rows, what, judge_)
        else:
            judge_.holds(list(rows) == spectra.grid(10 ** 15) or list(rows) == [10 ** n for n in range(16)],
                         f"the guesses of {what}: {list(rows)[:6]}")
            # Powers of ten only for two estimates, or where there is no room for the grid beside other budgets.
            is_grid = report.estimate == "zxcvbn" and len({*map(relations.guesses_of, report.cracked())} | set(spectra.grid(10 ** 15))) <= 63
            judge_.equal(len(rows), 46 if is_grid else 16, f"the guesses of {what}")
        counts = [int(row["guessed"]) for row in rows.values()]
        if attacker != "at-least":  # It may fall where more folds are drawn.
            judge_.equal(counts, sorted(counts), f"what {what} finds")
        if attacker in ("blind", "at-least", "at-most"):
            aware = points.get((policy, "aware"), {})
            for guesses in rows.keys() & aware.keys():
                found, best = (int(each[guesses]["guessed"]) for each in (rows, aware))
                judge_.holds(found >= best if attacker == "at-most" else found <= best, f"{what} at {guesses}")
    for policy in [""] + report.policies if report.spectra else []:
        own = report.spectra.get(report.cell.get(policy, ""), spectra.Spectrum([]))
        bits = report.bins("survivors_guessing_bits" if policy else "guessing_bits", policy, "microbits")
        if own.total:
            for bucket, number in [("commonest", math.log2(own.total / own.top)),
                                   ("all", math.log2(2 * own.guesswork() - 1))]:
                judge_.near(bits.get(bucket), number * 1e6, 1, f"guessing_bits, {bucket} of {policy!r}")
            found = own.effort("0.25")
            if found:
                judge_.near(bits.get("quarter"), found[3] * 1e6, 1, f"guessing_bits, quarter of {policy!r}")
        if not policy:
            judge_.equal(report.count("repetition", "once", "", "distinct"), own.once, "once and spectrum.csv")


def model_aware(report, policy, rows, what, judge_):
    """Each point finds what half decades of the model hold below an edge, by no more guesses than there are below it."""
    halves, below, edges = report.halves(policy, "model"), 0, {}
    for half in range(30):
        below += halves.get(f"{half // 2}.{half % 2 * 5}", 0)
        edges[below] = (half + 1) / 2
    for guesses, row in rows.items():
        edge = edges.get(int(row["guessed"]))
        # A sample of 100,000 errs by some per cent.
        judge_.holds(edge and guesses <= 1.1 * 10 ** edge + 1, f"{what}: {row['guessed']} by {guesses} guesses, below 10^{edge}")


def fits(report, judge_):
    """The power law of each spectrum: its factor and exponent are the best, its distance the largest."""
    guessing = report.manifest.get("guessing")
    for entry in ([guessing["whole"]] + guessing["policies"]) if guessing else []:
        own = report.spectra.get(report.cell.get(entry.get("policy"), ""))
        if entry.get("zipf") and own and own.distinct <= 6000:
            zipf, what = entry["zipf"], f"the power law of {entry.get('policy', '')!r}"
            distance, factor, slope = own.power_law(zipf["exponent"], zipf["factor"])
            judge_.near(zipf["deviation"], distance, 1e-7, f"{what}, distance")
            judge_.near(zipf["factor"], factor, 1e-7 * factor, f"{what}, factor")
            judge_.holds(abs(slope) < 1e-5 or zipf["exponent"] in (0, 1), f"{what}, exponent: slope {slope}")


def costs(report, judge_):
    """The costs of rules at the shortest length are those of audit.csv."""
    for row in report.tables.get("policy.csv") or []:
        policy = next(name for name, cell in report.cell.items() if cell == row["policy"])
        own = [r for r in report.tables["rule_cost.csv"] or []
               if (r["policy"], r["length"]) == (row["policy"], row["floor_length"])]
        expected = {r["rule"]: round(float(r["shapley_bits"] or r["last_bits"]) * 1e6) for r in own
                    if float(r["shapley_bits"] or r["last_bits"]) >= 0}
        found = dict(report.bins("space_cost_bits", policy, "microbits"))
        judge_.equal({k: v for k, v in found.items() if v}, {k: v for k, v in expected.items() if v},
                     f"space_cost_bits of {policy} and rule_cost.csv")
