"""Policy Lab's answers: what it says of a tally is what a report of the tally says."""
import csv
import io
import json
import re
import signal
import subprocess
import urllib.parse
import urllib.request

import cells
import markup
import measures
import pictures
import records
import sentences
import written
from scales import is_name

QUESTIONS = [
    ["minlength: 8; required: lower; required: digit;"],
    ["minlength: 8; required: lower; required: digit; allowed: ascii-printable;", "minlength: 15; allowed: unicode;",
     "minlength: 10; max-consecutive: 2; min-score: 2; allowed: ascii-printable;"],
    ["minlength: 7; required: [\\\"];", "minlength: 5; allowed: unicode;"],
    ["minlength: 12; allowed: unicode;", "minlength: 6; required: upper; allowed: ascii-printable;",
     "min-classes: 3; minlength: 8; allowed: ascii-printable;", "minlength: 9; blocklist: default; allowed: unicode;"],
]


class Lab:
    """A lab on some tallies."""

    def __init__(self, program, *tallies):
        self.process = subprocess.Popen([str(program), *map(str, tallies)], stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True)
        self.url = self.process.stdout.readline().strip()

    def ask(self, route, texts, tally=1, at=1):
        fields = [("p", text) for text in texts] + [("at", str(at)), ("tally", str(tally)), ("open", "guessing")]
        with urllib.request.urlopen(f"{self.url}{route}?{urllib.parse.urlencode(fields)}", timeout=60) as reply:
            return reply.read().decode()

    def end(self):
        self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=20)


def rows_of(text):
    return [tuple(row.values())[1:] for row in csv.DictReader(io.StringIO(text))]


def judge(runs, lab_program, judge_):
    tallies = [runs.directory / "plain.tally", runs.directory / "small.tally"]
    if not tallies[1].exists():
        runs.audit("scan", "--distinct", "-o", tallies[1], runs.parts[-1][0])
    lab = Lab(lab_program, *tallies)
    try:
        reports = {}
        # Each question to each tally in turn, so that no answer is another's.
        for number, texts in enumerate(QUESTIONS):
            for tally, path in enumerate(tallies, 1):
                judge_.place = f"lab, question {number + 1}, tally {tally}"
                answer = json.loads(lab.ask("answer.json", texts, tally))
                report = reports[number, tally] = report_of(runs, answer, texts, path, f"{number}-{tally}")
                judge_.equal(rows_of(answer["table"]), rows_of(
                    (report.directory / "audit.csv").read_text(encoding="utf-8")), "the lab's table")
        style = lab.ask("lab.css", [])
        for (number, tally), report in reports.items():
            texts = QUESTIONS[number]
            for at in range(1, len(texts) + 1):
                judge_.place = f"lab, question {number + 1}, tally {tally}, at {at}"
                report.shown = report.policies[at - 1]
                judge_page(markup.Page(lab.ask("", texts, tally, at), style), report, judge_)
            judge_.place += ", its report"
            report.shown = None
            page = markup.Page(lab.ask("report.html", texts, tally))
            cells.judge(page, report, judge_)
            pictures.judge_report(page, report, judge_)
    finally:
        lab.end()


def report_of(runs, answer, texts, tally, name):
    """What `audit report` says of the same policies."""
    text = "".join(f"[{row['name']}]\n{row['text']}\n" for row in answer["policies"])
    rules = runs.write(f"lab-{name}.policy", text.encode())
    out = runs.directory / f"lab-{name}"
    runs.audit("report", "--distinct", "--space", "-q", "--force", "-o", out, "--rules", rules, tally, codes=(0, 1))
    return records.Report(out)


def judge_page(page, report, judge_):
    # The answer is the part below the policy's editor.
    answer = next(e for e in page.root.walk() if e.get("id") == "answer")
    judge_.holds(bool(page.figures), "the lab's page has figures")
    page.tables = [t for t in page.tables if t.element.around(lambda e: e is answer)]
    cells.judge(page, report, judge_)
    pictures.judge_report(page, report, judge_, "lab")
    sentences.judge([(re.sub(r"\s+", " ", p.text()).strip(), any(s.has_class("k") for s in p.all("strong")))
                     for p in answer.all("p")], report, judge_, is_timed=True)
    cards(page, report, judge_)
    copies(page, judge_)


def copies(page, judge_):
    """What is there to copy says the same in each language."""
    texts = {e.get("id"): e.text() for e in page.root.walk() if e.tag == "code" and (e.get("id") or "").startswith("copy-")}
    if judge_.equal(len(texts), 4, "texts to copy"):
        quoted = re.fullmatch(r'UITextInputPasswordRules\(descriptor: "((?:[^"\\]|\\.)*)"\)', texts["copy-3"])
        told = quoted and re.sub(r"\\(.)", r"\1", quoted[1])
        judge_.equal(told, texts["copy-1"].strip(), f"the Swift text {texts['copy-3']}")


def kept(report, policy, of_words=False):
    """Those that keep all measured rules for free; of a policy without any, the decorated common words."""
    bins, habit, compliant = (report.bins(m, policy) for m in ("habit_of_rule", "survivors_habit", "compliance"))
    count = habit.get("decorated-common") if of_words else bins.get("all:free")
    return None if count is None else written.of_compliant(count, compliant["compliant"])


def cards(page, report, judge_):
    """The first glance: numbers of the edited policy, and how others differ."""
    policy, entries = report.shown, report.entries()
    compliant = report.compliant(policy)
    few = 0 < compliant < written.FOR_SHARES
    expected = {
        "are accepted to state shares": "too few" if few else None,
        "are accepted by": measures.comply(report, policy),
        "refused by": measures.of_top("violation")(report, policy),
        "score 0 or 1": measures.easy(report, policy),
        "in a day": measures.in_day(report, policy),
        "keep its rules": kept(report, policy), "a common word and more": kept(report, policy, of_words=True),
        "random, ": f"{measures.floor_bits(report, policy)} bits",
    }
    shown = [e for e in page.root.walk() if e.has_class("card")]
    judge_.holds(len(shown) >= 2, "the lab's cards")
    judge_.equal(any(card.first("strong").text() == "too few" for card in shown), few, "a card about too few")
    for card in shown:
        value, lines = card.first("strong").text(), [s.text() for s in card.all("span")]
        words = next((w for w in expected if any(w in line for line in lines)), None)
        if judge_.holds(words is not None, f"the card {value}, {lines} has no line"):
            judge_.equal(value, expected[words], f"the card {lines}")
        for line in lines:
            estimate = re.fullmatch(r"at 10,000 guesses/s on each \((.*)\)", line)
            if estimate:
                judge_.equal(estimate[1], written.name_of(report), f"the card {lines}")
            differs = re.fullmatch(r"([±+−][\d.]+) percentage points for (.*)", line)
            if differs:
                other = next(p for p in report.policies if is_name(differs[2], p))
                share = written.share(report.compliant(other), entries) - written.share(compliant, entries)
                judge_.equal(differs[1].replace("±", ""), written.points(share), f"the card's line {line}")
            if words == "are accepted by" and line.endswith(" passwords"):
                judge_.equal(line, f"{compliant:,} passwords", "the large card's count")
            if words == "are accepted by" and line.startswith("of "):
                judge_.equal(line.split()[1], written.grouped(entries), "the large card's base")
