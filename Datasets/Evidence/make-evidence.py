#!/usr/bin/env python3
"""Writes Reports/evidence: what policies do to lists, as one page and as tables.

    make-evidence.py AUDIT [--lists DIR] [--only NAME] [-o DIR]

AUDIT is the program. Lists are those of lists.toml that lie in Datasets/Samples or in DIR; the others are
skipped by name. Policies are those of Datasets/Policies, the presets of the program and the steps of
steps.toml; on the map also Apple's list of sites. Every number is one that the program printed, or a
difference or an extreme of such numbers; no text of a password leaves it. Needs Python 3.11 for tomllib.
"""
import argparse
import csv
import hashlib
import html
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib

from found import LEAST, Found, rows, share
from markup import TABLE_STYLE, as_html, as_markdown

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
POLICIES = HERE.parent / "Policies"
APPLE = POLICIES / "apple-password-rules.json"
MODELS = ("extraneous", "proportional", "uniform", "convergent")
CHOOSE = {
    "extraneous": "choose something new each", "proportional": "choose as the others do",
    "uniform": "choose each permitted password alike", "convergent": "all choose one password"}
GROUP = 20  # of the folded tallies
LARGEST = 2_000_000  # bytes of a tally
ALL_MODELS = "whatever refused users choose"


# MARK: the program

def run(*command, where=None):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, cwd=where)
    # 1 says that something was skipped, such as a line without a password.
    if done.returncode not in (0, 1):
        sys.exit(f"{' '.join(map(str, command))}\nexit code {done.returncode}\n{done.stderr}")
    return done.stdout


def sources():
    """The named policies, as (kind, where it stands, arguments)."""
    for path in sorted((POLICIES / "defaults").iterdir()):
        if path.name != "README.md":
            yield "default", path
    for path in sorted(POLICIES.glob("*.txt")):
        yield "example", path


# MARK: the words

def percent(value, digits=0):
    return "–" if value is None else f"{100 * value:.{digits}f} %"


def span(values, digits=0):
    """The least to the most of some shares, in percent."""
    texts = sorted({f"{100 * value:.{digits}f}" for value in values}, key=float)
    return f"{texts[0]} %" if len(texts) == 1 else f"{texts[0]} to {texts[-1]} %"


def points(values):
    if max(values) < 0.005:
        return "less than a percentage point more is"
    texts = sorted({f"{100 * value:.0f}" for value in values}, key=float)
    return "1 percentage point more is" if texts == ["1"] else f"{' to '.join(dict.fromkeys((texts[0], texts[-1])))} percentage points more are"


def verdict(step, found):
    """For one list, what the models say of the ten commonest: the better side in each model."""
    first, second = (found[step[side]]["lambda_10"] for side in ("without", "with"))
    better = {}
    for model in MODELS:
        if model in first and model in second:
            better[model] = "same" if first[model] == second[model] else (
                "with" if second[model] < first[model] else "without")
    return better


def condition(step, found, better):
    """When the ten commonest are found less often with the rule than without it, on one list."""
    less = [model for model in better if better[model] == "with"]
    flip = found.flips.get((step["with"], step["without"]))
    if not less:
        return "in no model"
    if len(less) == len(better):
        return ALL_MODELS
    if flip and better.get("proportional") == "with":
        other = [CHOOSE[model] for model in ("uniform", "extraneous") if better.get(model) not in ("with", None)]
        return (f"unless more than {percent(float(flip), 1)} of the refused users choose one and the same password"
                + "".join(f", or they {choice}" for choice in other))
    return "only if refused users " + ", or ".join(CHOOSE[model] for model in less)


def step_sentences(steps, lists):
    """Sentences on steps: those that hold on every list and in every model, and those that depend."""
    hold, depend = [], []
    for step in steps:
        able = [found for found in lists if found.compares(step["without"], step["with"])]
        names = ", ".join(found.entry["title"] for found in able)
        if not able:
            continue
        cost = [found[step["with"]]["refused_share"] - found[step["without"]]["refused_share"] for found in able]
        before = [found[step["without"]]["guessed_share"] for found in able]
        after = [found[step["with"]]["guessed_share"] for found in able]
        where = "" if len(able) == len(lists) else f" (too few passwords are accepted elsewhere: {names} only)"
        text = (f"**{step['says'][0].upper()}{step['says'][1:]}**: {points(cost)} refused; of the accepted "
                f"passwords {span(after)} are guessed in a day instead of {span(before)}{where}.")
        verdicts = [verdict(step, found) for found in able]
        sides = {side for better in verdicts for side in better.values()}
        if any(verdicts) and len(sides) == 1 and sides <= {"with", "without"}:
            less = "less" if sides == {"with"} else "more"
            hold.append(f"{text} The ten commonest passwords are found {less} often, {ALL_MODELS}.")
            continue
        falls = {b > a for a, b in zip(after, before)}
        holds = len(falls) == 1 and (len(able) > 1 or len(lists) == 1)
        if holds:
            hold.append(text)
        parts = [f"{found.entry['title']}: {condition(step, found, better)}" for found, better in zip(able, verdicts) if better]
        if parts:
            depend.append((f"**{step['says'][0].upper()}{step['says'][1:]}**." if holds else text)
                          + " The ten commonest are found less often: " + "; ".join(parts) + ".")
    hold.sort(key=lambda text: ALL_MODELS not in text)
    return hold, depend


# MARK: the page

def map_of(page, name):
    """The map of a report's page, with marks of its own; and what it says."""
    found = re.search(r'<figure id="f0">.*?</figure>', page, re.DOTALL)
    if not found:
        return None
    figure = re.sub(r'(?<=["\s])f0(?=[-"])', f"{name}-f0", found.group(0))
    said = re.search(r"<strong>(.*?)</strong>", figure)
    return figure, html.unescape(said.group(1)) if said else ""


def policy_table(found, kinds):
    unit = found.entry["unit"]
    head = ["policy", "refused", "guessed in a day, of the accepted passwords", "score 3 or 4, of the accepted passwords",
            "ten commonest: least to most", "random bits", f"accepted, {unit}", "refused: easily guessed, rest"]
    body = []
    for name, row in found.items():
        if kinds.get(name) not in ("default", "preset", "example"):
            continue
        bracket = [row["lambda_10"].get(model) for model in ("extraneous", "convergent")]
        # Ends that are near each other have as many digits, so that none seems to be the greater one.
        digits = 1 if None in bracket or bracket[1] - bracket[0] >= 0.01 else 3
        few = 0 < row["accepted"] < LEAST
        body.append([
            f"`{name}`", percent(row["refused_share"], 1),
            "too few" if few else percent(row["guessed_share"]),
            "too few" if few else percent(share(row["score_3"], row["accepted"])),
            "–" if None in bracket else f"{percent(bracket[0], 3)} to {percent(bracket[1], digits)}",
            f"{float(row['bits']):.0f} at {row['length']}" if row["bits"] else "–", f"{row['accepted']:,}",
            f"{percent(row['easy_refused'])}, {percent(row['rest_refused'])}"])
    body.sort(key=lambda line: float(line[1].split()[0]))
    caption = (f"{found.entry['title']}: {found.total:,} {unit}, {percent(share(found.day, found.total))} guessed in a day without a "
               "policy. By share refused.")
    return "table", caption, head, body


def step_table(found, steps):
    head = ["one rule more", "refused, more", "guessed in a day: before", "after", "ten commonest, if refused users choose as others: before",
            "after", "turns at"]
    body = []
    for step in steps:
        first, second = found[step["without"]], found[step["with"]]
        if not found.compares(step["without"], step["with"]):
            continue
        ten = [policy["lambda_10"].get("proportional") for policy in (first, second)]
        flip = found.flips.get((step["with"], step["without"]))
        body.append([
            step["says"], f"{100 * (second['refused_share'] - first['refused_share']):.1f} percentage points", percent(first["guessed_share"]),
            percent(second["guessed_share"]), percent(ten[0], 3), percent(ten[1], 3),
            percent(float(flip), 1) if flip else "never"])
    return "table", f"{found.entry['title']}: one rule more. Shares of {found.entry['unit']}.", head, body


def page(lists, steps, kinds, maps, names):
    """The blocks of the page."""
    real = [found for found in lists if not found.entry.get("synthetic")]
    judged = real or lists
    hold, depend = step_sentences(steps, judged)
    blocks = [("h1", "What policies do: evidence from leaks"),
              ("p", f"{len(judged)} list{'s' * (len(judged) > 1)}, {sum(found.total for found in judged):,} passwords, {names} policies: "
               "what each refuses, and what it leaves to be found. "
               + ("" if real else "**No real list was there: these are made-up passwords, which say nothing of people.** ")
               + "**Refused** is the share of all that a policy refuses. **Guessed in a day** is the share of the accepted passwords that is guessed within "
               "864,000,000 guesses on each account, a day at 10⁴ a second. It is the combined estimate: within 8 percentage points of a guessing service for "
               "eight policies on two leaks, 14 percentage points too low to 2 too high with a score rule, not measured for 13 characters and "
               "more. Every number has its list; there is no mark and no league table.")]
    for found in judged:
        if found.entry["name"] in maps:
            blocks.append(("h3", found.entry["title"]))
            blocks.append(("figure", *maps[found.entry["name"]]))
    blocks += [("h2", "What holds on every list, and in every model"),
               ("p", "Of one rule more, beside the same policy. " + (
                   "First comes what holds whatever refused users choose; the rest is about the passwords accepted today."
                   if any(ALL_MODELS in text for text in hold) else
                   "It is about the passwords accepted today: on these lists no rule makes the ten commonest passwords rarer whatever refused users "
                   "choose (next section).")), ("list", hold),
               ("h2", "What depends, and on what"),
               ("p", "How often the ten commonest passwords are found afterwards depends on what users choose whose password the rule "
                "refuses: as the others do (proportional), one and the same password (convergent), each permitted one alike (uniform), "
                "or each something new (extraneous). [Behaviours](../../Documentation/behaviours.md) says how this is computed."),
               ("list", depend),
               ("h2", "Defaults and standards, list by list"),
               ("p", "`default` policies are in [Datasets/Policies/defaults](../../Datasets/Policies/defaults/README.md), each with "
                f"source and date; presets are those of `audit rules presets`. With fewer than {LEAST:,} accepted passwords there is no statement on "
                "them. Ten commonest: the share that ten guesses find, from the least (refused users choose something new) to the most "
                "(all choose the commonest). Easily guessed: within 10⁶ guesses. A good rule refuses those, and little of the rest.")]
    blocks += [policy_table(found, kinds) for found in judged]
    blocks += [("h2", "One rule more, list by list")]
    blocks += [step_table(found, steps) for found in judged]
    blocks += [
        ("h2", "Ask about a policy of your own"),
        ("p", "The lists themselves are not handed out. Their tallies are, without text, and answer with intervals: each row stands for at least "
         + ", ".join(f"{found.entry.get('group', GROUP)} entries of `{found.entry['name']}`" for found in lists) + "."),
        ("code", "\n".join(f"audit report --rules yours.policy Reports/evidence/{found.entry['name']}.tally" for found in lists[:1])
         + f"\naudit lab Reports/evidence/{lists[0].entry['name']}.tally"),
        ("p", "Without the program, in any browser: " + ", ".join(
            f"[{found.entry['name']}]({found.entry['name']}-lab.html)" for found in lists)
         + " answer for 88 policies of a grid and for the presets."),
        ("h2", "What this cannot say"),
        ("list", ["The lists are old, self-selected, and of sites with policies of their own.",
                  "An estimate is no attacker. Beyond 10¹⁰ guesses it is up to 15 percentage points too low in effort.",
                  "People under a policy choose anew; which of the models they follow nobody has measured.",
                  "A union of lists counts lines, not people."]),
        ("h2", "The lists"),
        ("list", [f"`{found.entry['name']}`: {found.entry['title']}"
                  + (f", {found.entry['year']}" if "year" in found.entry else "")
                  + f"; {found.total:,} {found.entry['unit']}"
                  + (f", {found.entry['note']}" if "note" in found.entry else "") + f"; source: {found.entry['source']}; licence: {found.entry['licence']}; "
                  f"SHA-256 {found.entry['sha256']}" for found in lists]),
        ("p", "`policies.csv` (with the sites of Apple's list, which are only on the maps), `steps.csv` and the tables of each list hold every "
         "number. `make evidence` makes it all again; a list more is an "
         "entry more in `Datasets/Evidence/lists.toml`.")]
    return blocks


# MARK: the tables

def write(path, head, body):
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(head)
        writer.writerows(body)


def number(value, digits=6):
    return "" if value is None else f"{value:.{digits}f}"


def write_tables(target, lists, steps, kinds):
    body = []
    for found in lists:
        for name, row in (*found.items(), *found.sites.items()):
            bracket = row["lambda_10"]
            body.append([
                found.entry["name"], name, kinds.get(name, "site"), found.entry["unit"], found.total, row["accepted"],
                number(row["refused_share"]), row["found"], number(row["guessed_share"]), row["score_3"],
                *(bracket.get(model, "") for model in MODELS), row["bits"], row["length"], number(row["easy_refused"]),
                number(row["rest_refused"]), row["caveats"]])
    write(target / "policies.csv", [
        "list", "policy", "kind", "unit", "total", "accepted", "refused_share", "guessed_in_day", "guessed_in_day_share", "score_3_or_4",
        *(f"lambda_10_{model}" for model in MODELS), "random_bits", "random_length", "refused_of_easily_guessed", "refused_of_the_rest",
        "caveats"], body)
    body = []
    for found in lists:
        for step in steps:
            first, second = found[step["without"]], found[step["with"]]
            body.append([
                found.entry["name"], step["without"], step["with"], number(second["refused_share"] - first["refused_share"]),
                number(first["guessed_share"]), number(second["guessed_share"]),
                *(verdict(step, found).get(model, "") for model in MODELS), found.flips.get((step["with"], step["without"]), ""),
                int(found.compares(step["without"], step["with"]))])
    write(target / "steps.csv", [
        "list", "without", "with", "refused_share_more", "guessed_before", "guessed_after", *(f"less_guessed_{model}" for model in MODELS),
        "flip_share", "compares"], body)


# MARK: the run

def entries(known, directory, only):
    for entry in known:
        places = [place / entry["file"] for place in (HERE.parent / "Samples", directory) if place]
        path = next((place for place in places if place.exists()), None)
        if only and entry["name"] not in only:
            continue
        if not path:
            print(f"skipped: {entry['name']}: {entry['file']} is not there; name its directory with LISTS=…")
            continue
        found = hashlib.sha256(path.read_bytes()).hexdigest()
        if found != entry["sha256"]:
            sys.exit(f"{path}: its SHA-256 is {found}; expected {entry['sha256']}, as in lists.toml")
        yield entry, path


def look(audit, entry, path, work, target, named, everything, day):
    """Runs the program over a list: named policies in full, all policies for the map, a sweep, a folded tally.

    Tallies and manifests state the list as it was typed, so it is named without its directory.
    """
    path, where = path.name, path.resolve().parent
    target = target.resolve()
    print(f"{entry['name']}: {path}")
    reading = ["-q", "--layout", entry["layout"]]
    again = ["--reference-year", day[:4]]
    full = work / entry["name"]
    run(audit, "run", *reading, *again, "--force", "--distinct", "--space", "--behaviour", "all", "--weights", entry["weights"],
        "-o", full, *named, path, where=where)
    run(audit, "run", *reading, *again, "--force", "--date", day, "-o", work / "map", *named, *everything, path, where=where)
    run(audit, "sweep", *reading, *again, "--weights", entry["weights"], "--minlength", "8,10,12,14,16", "--blocklist", "none,default",
        "--min-score", "0,3", "--force", "-o", work / "sweep", path, where=where)
    (target / f"{entry['name']}-sweep.csv").write_bytes((work / "sweep/sweep.csv").read_bytes())
    for table in ("behaviour", "ranking", "flips"):
        (target / f"{entry['name']}-{table}.csv").write_bytes((full / f"{table}.csv").read_bytes())
    tally = target / f"{entry['name']}.tally"
    tally.unlink(missing_ok=True)
    # With distinct passwords a tally answers about guesses, too, and can be swept; not if that makes it large.
    for distinct in (["--distinct"], []):
        run(audit, "scan", "--force", *reading, *again, *distinct, "--min-group", entry.get("group", GROUP), "-o", tally, path, where=where)
        if tally.stat().st_size < LARGEST:
            break
    # Beside the program where it was built; the page names the tally as the user does who is in that directory.
    lab = audit.with_name("audit-lab")
    if lab.is_file():
        run(lab, "--force", "--export", target / f"{entry['name']}-lab.html", tally.name, where=target)
    found, on_map = Found(entry, full), Found(entry, work / "map")
    found.sites = {name: row for name, row in on_map.items() if name not in found}
    return found, (work / "map/report.html").read_text(encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("audit", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--lists", type=pathlib.Path, help="the directory of the lists that are not in the repository")
    parser.add_argument("--only", action="append", help="a list of lists.toml by name; repeat for more")
    parser.add_argument("-o", "--output", type=pathlib.Path, default=ROOT / "Reports/evidence")
    arguments = parser.parse_args()
    if not arguments.audit.is_file():
        parser.error(f"{arguments.audit} is not there; build it with 'make build'")
    table = tomllib.loads((HERE / "steps.toml").read_text(encoding="utf-8"))
    steps = table["step"]
    table_of_lists = tomllib.loads((HERE / "lists.toml").read_text(encoding="utf-8"))
    arguments.output.mkdir(parents=True, exist_ok=True)
    lists, maps, style = [], {}, ""
    with tempfile.TemporaryDirectory() as directory:
        work = pathlib.Path(directory)
        kinds, named = {}, []
        for kind, path in sources():
            kinds[path.stem] = kind
            named += ["--rules", path]
        for line in run(arguments.audit, "rules", "presets").splitlines():
            if preset := re.match(r"([a-z0-9.-]+)  ", line):
                kinds[preset.group(1)] = "preset"
                named += ["--preset", preset.group(1)]
        for name, rules in table["policies"].items():
            kinds[name] = "step"
            (work / f"{name}.policy").write_text(rules + "\n", encoding="utf-8")
            named += ["--rules", work / f"{name}.policy"]
        everything = ["--rules", APPLE] if APPLE.exists() else []
        for entry, path in entries(table_of_lists["list"], arguments.lists, arguments.only):
            found, text = look(arguments.audit, entry, path, work, arguments.output, named, everything, table_of_lists["day"])
            lists.append(found)
            if drawn := map_of(text, entry["name"]):
                maps[entry["name"]] = drawn
            style = re.search(r"<style>(.*?)</style>", text, re.DOTALL).group(1)
        if not lists:
            sys.exit("no list of lists.toml is there")
        names = len({row["policy"] for row in rows(work / "map/audit.csv")} - {""})
    write_tables(arguments.output, lists, steps, kinds)
    blocks = page(lists, steps, kinds, maps, names)
    (arguments.output / "index.html").write_text(as_html(blocks, style + TABLE_STYLE), encoding="utf-8")
    (arguments.output / "README.md").write_text(as_markdown(blocks), encoding="utf-8")
    print(f"{arguments.output}/index.html")


if __name__ == "__main__":
    main()
