"""Figures of a directory's accounts: marks become numbers, which are those of the table and of audit.csv."""
import datetime
import pathlib
import re

import written
from accounts import IN_FORCE, audiences
from scales import SLACK, axis, check_name, is_name, proportional, text_at

# Where the counts of bars stand: the words of a row and of its pieces, then metric and bucket.
PASSWORD = {"cracked": "cracked", "blank": "blank", "unproven": "unproven", "not cracked": "uncracked", "no hash": "no-hash"}
STATE = {"enabled users": "enabled", "of unknown state": "unknown", "disabled": "disabled", "excluded": "excluded"}
KIND = {"machines": "machine", "system": "system"}
TIME = {"set since then": "after", "set before": "before", "at an unknown time": "unknown"}
VERDICT = {"in breach": "violating", "open": "open", "meets the policy": "compliant"}


FILES = pathlib.Path(__file__).resolve().parents[3] / "Datasets" / "Samples" / "directory"
SCOPE = ["--potfile", FILES / "hashcat.potfile", "--attributes", FILES / "users.csv", "--by", "Department",
         "--group", FILES / "domain-admins.txt"]
# Policies in force for a group, a stratum since a day, and all others; and one for all accounts.
SCOPES = b"""[admins]
minlength: 15; allowed: unicode; for: "group: domain-admins";
[sales]
minlength: 8; required: digit; allowed: unicode; since: 2026-03-01; for: "Department: Sales";
[rest]
minlength: 10; min-classes: 3; allowed: unicode; for: everyone;
[plain]
minlength: 12; allowed: unicode;
"""


def sample(runs):
    """The directory of a report of the sample directory."""
    return runs.report("directory", *SCOPE, "--rules", FILES / "current.policy", FILES / "corp.ntds.gz")[0]


def forms(runs):
    """Reports of the sample directory: policies of datasets, and four policies asked of the dump and of its tally."""
    dump = FILES / "corp.ntds.gz"
    yield "policies of datasets", runs.report("scopes", *SCOPE, "--rules", runs.write("scopes.policy", SCOPES), dump)
    four, tally = ["--rules", "four.policy", "--dataset", "corp"], runs.directory / "corp.tally"
    yield "its dump", runs.report("dump", *SCOPE, *four, dump)
    runs.audit("scan", *SCOPE, "-o", tally, dump)
    yield "directory tally", runs.report("directory-tally", *four, tally, command=["report"])


def counted(report, figure, row, piece):
    """The number of accounts of a piece of a bar, by audit.csv."""
    if figure.id == "a1":
        metric, names = (("account_password", PASSWORD) if row == "Accounts that count" else
                         ("account_state", STATE) if piece in STATE else ("account_kind", KIND))
        return report.count(metric, names[piece], "", "accounts")
    policy = next(p for p in report.policies if figure.title.endswith(f"break {p}") or is_name(
        figure.title.partition(" break ")[2], p))
    return report.count("since", f"{TIME[row]}-{VERDICT[piece]}", policy, "accounts")


def legends(picture):
    """The boxes before words outside of marks, in order; legends of several bars may have equal words."""
    found = []
    for box, text in zip(picture.shapes, picture.shapes[1:]):
        if box.mark is None and text.mark is None and text.kind == "text" and box.kind == "bar" \
                and 8.5 <= box.width <= 14.5 and 0 < text.x - box.x < 24 and abs(text.y - box.y) < 16:
            found.append((text.text, box.fill))
            picture.take([box, text])
    return found


def stacks(figure, source, judge):
    """Bars of pieces side by side, each with its legend; in one scale, or each as wide as the picture."""
    picture, report, rows = figure.pictures[0], source.report, {}
    for name, count, share in figure.table.cells:
        row, _, piece = name.partition(": ")
        number = written.read_count(count)
        rows.setdefault(row, []).append((piece, number, share))
        judge.equal(number, counted(report, figure, row, piece), f"{figure.id}, {name}")
    boxes = legends(picture)
    judge.equal(len(boxes), sum(map(len, rows.values())), f"the legend of {figure.id}")
    judge.equal(picture.marks, len(rows), f"marks of {figure.id}")
    pairs, most = [], max(sum(number for _, number, _ in pieces) for pieces in rows.values())
    for mark, (row, pieces) in enumerate(rows.items()):
        total, what = sum(number for _, number, _ in pieces), f"{figure.id}, {row}"
        bars = [bar for bar in picture.take(picture.of("bar", mark)) if bar.fill != "none"]
        own, boxes = boxes[:len(pieces)], boxes[len(pieces):]
        for (piece, number, share), (words, _) in zip(pieces, own):
            judge.equal(share, written.share_of(number, total), f"the share of {what}, {piece}")
            judge.equal(words, f"{piece} {number:,} ({share})", f"the legend of {what}")
        drawn = [(number, fill) for (_, number, _), (_, fill) in zip(pieces, own) if number]
        judge.equal([bar.fill for bar in bars], [fill for _, fill in drawn], f"fills of {what}")
        x = 4.0
        for bar, (number, _) in zip(bars, drawn):
            judge.near(bar.x, x, SLACK + 0.2, f"the start of a piece of {what}, in px")
            pairs.append((bar.width, written.share(number, total if figure.id == "a1" else most)))
            x += written.share(number, total if figure.id == "a1" else most) * (picture.width - 8)
        judge.holds(any(t.text == row for t in picture.of("text", None)), f"the name of {what}")
    proportional(pairs, judge, figure.id)


def strata(figure, source, judge):
    """For each dataset the cracked share as a bar, and the share in breach as an interval."""
    picture, report = figure.pictures[0], source.report
    legend = picture.legend()
    dark, light = [box.fill for box in legend.values()]
    scale = axis(picture, judge, figure.id)
    judge.equal(picture.marks, len(figure.table.cells), f"marks of {figure.id}")
    whole = report.bins("account_password", "", "accounts")
    rule = scale.of_share(written.share(whole["cracked"], sum(whole.values())))
    judge.holds(any(line.dashes and abs(line.x - rule) <= SLACK for line in picture.of("line", None)),
                f"{figure.id}: the rule of all accounts")
    for mark, (name, accounts, cracked, share, least, most) in enumerate(figure.table.cells):
        dataset = next(row.dataset for row in report.rows if is_name(name, row.dataset))
        bins, what = report.bins("account_password", "", "accounts", dataset), f"{figure.id}, {name}"
        total = sum(bins.values())
        judge.equal([accounts, cracked], [f"{total:,}", f"{bins['cracked']:,}"], f"accounts of {what}")
        judge.equal(share, written.share_of(bins["cracked"], total), f"the share of {what}")
        shares = None
        if least != "–":
            policy = IN_FORCE if audiences(report) else report.policies[0]
            verdicts = report.bins("account_compliance", policy, "accounts", dataset)
            total = sum(verdicts.values())
            shares = [written.share(n, total) for n in (verdicts["violating"], verdicts["violating"] + verdicts["open"])]
            judge.equal([least, most], [written.percent(s) for s in shares], f"the bounds of {what}")
        for bar in picture.take(picture.of("bar", mark)):
            start, end = (0, written.share(bins["cracked"], total)) if bar.fill == dark else shares
            judge.holds(bar.fill in (dark, light), f"fills of {what}")
            judge.near(bar.x, scale.of_share(start), SLACK + 0.2, f"the start of a bar of {what}, in px")
            judge.near(bar.right, scale.of_share(end), SLACK + 0.5, f"the end of a bar of {what}, in px")
            check = bar
        check_name(picture, scale.of_share(0), check.y, check.bottom, name, judge, what)
        text_at(picture, None, f"{cracked} of {accounts}", judge, what)


def columns(figure, source, judge):
    """A column for each bin, its counts above and its name below, on phones perhaps on two lines; and dark parts, and
    rules at the days of policies."""
    picture, report, metric, pairs = figure.pictures[0], source.report, {"a3": "shared", "a4": "age"}[figure.id], []
    bins, dark = report.bins(metric, "", "accounts"), {}
    passwords = report.bins("shared_passwords", "", "distinct") if figure.id == "a3" else {}
    if figure.id == "a3" and report.bins("shared_groups", "", "accounts"):
        dark = report.bins("shared_groups", "", "accounts")
        legend = picture.legend()
        judge.equal(list(legend), ["shared beyond a group"], "the legend of a3")
        fill = list(legend.values())[0].fill
    judge.equal([row[0] for row in figure.table.cells], list(bins), f"the bins of {figure.id}")
    judge.equal(picture.marks, len(bins), f"marks of {figure.id}")
    for mark, ((name, count), cells) in enumerate(zip(bins.items(), figure.table.cells)):
        what = f"{figure.id}, {name}"
        more = [of[name] for of in (passwords, dark) if of]
        judge.equal(cells[1:], [f"{count:,}", written.share_of(count, sum(bins.values()))] + [
            f"{number:,}" for number in more], f"the row of {what}")
        bars = picture.take(picture.of("bar", mark))
        judge.equal(len(bars), (count > 0) + (dark.get(name, 0) > 0), f"the bars of {what}")
        pairs.append((bars[0].height if bars else None, count))
        if dark.get(name):
            judge.equal([bar.fill == fill for bar in bars], [False, True], f"the dark part of {what}")
            judge.near(bars[1].bottom, bars[0].bottom, SLACK + 0.5, f"the foot of the dark part of {what}")
            pairs.append((bars[1].height, dark[name]))
        middle = bars[0].x + bars[0].width / 2 if bars else None
        for words in [f"{count:,}", name] + ([f"in {passwords[name]:,}"] if passwords else []):
            text = text_at(picture, mark, words, judge, what, middle and (middle, 0, bars[0].width / 2, picture.height))
            judge.holds(text is None or 0 < text.x < picture.width, f"{what}: {words!r} outside of the picture")
    proportional(pairs, judge, figure.id)
    rules(picture, report, list(bins) if figure.id == "a4" else [], judge, figure.id)


def rules(picture, report, ages, judge, what):
    """A dashed line with its label at the day of each policy, counted in columns of ages from the left."""
    expected, step = {}, min(80, (picture.width - 8) / max(len(ages), 1))
    end = report.manifest["readings"].get("ages end")
    for policy in report.manifest["policies"] if ages and end else ():
        since = re.search(r"since: (\d{4}-\d\d-\d\d)", policy["rules"])
        days = since and (datetime.date.fromisoformat(end) - datetime.date.fromisoformat(since[1])).days
        for number, name in enumerate(ages if since else ()):
            low, _, high = name.rstrip("+").partition("-")
            if low.isdigit() and int(low) <= days and (not high or days <= int(high)):
                part = 0.5 if not high else (days - int(low) + 0.5) / (int(high) - int(low) + 1)
                expected[policy["name"], since[1]] = 4 + step * (number + part)
    lines = [line for line in picture.of("line", None) if line.dashes]
    judge.equal(len(lines), len(expected), f"dashed rules of {what}")
    for (name, day), place in expected.items():
        judge.holds(any(abs(line.x - place) <= SLACK and line.width == 0 for line in lines), f"{what}: the rule of {name} at {place:.1f}")
        labels = [t for t in picture.of("text", None) if not t.read and is_name(t.text.rpartition(", ")[0], name)
                  and t.text.endswith(day) and abs(t.x - place) < 6]
        judge.holds(len(labels) == 1, f"{what}: the label of {name}, {day}")
        picture.take(labels)
