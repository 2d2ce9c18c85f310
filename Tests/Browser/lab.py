#!/usr/bin/env python3
"""Uses Policy Lab in a real browser as people do, and says what is wrong with it.

    python3 Tests/Browser/lab.py .build/release --keep /tmp/shots

Debian's chromium, driven by selenium, on a tally of the synthetic sample: loads, types, presses every
control, compares numbers with those of `audit report`, tabs through everything, at 360 and 1280 px, in
light and dark, with script off, with hostile names, with a tally that lacks facts, in two tabs, and with
a server that is gone. Two new users walk through it, one by keys alone, one by touch, and nothing may jump.
A typed password must be found nowhere. Screenshots stay in the directory given
by --keep.
"""
import argparse
import csv
import http.client
import json
import os
import pathlib
import re
import resource
import signal
import socket
import string
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

import readback
import records
import report

SAMPLE = pathlib.Path(__file__).resolve().parents[2] / "Datasets/Samples/synthetic-100k.txt.gz"
FIRST = "minlength: 8;\nrequired: lower; required: upper;\nrequired: digit; required: special;"
CANARY = "Kanari-5Vq!uncaged"
# Classes that overlap in every way: counting it takes more states than a second has room for.
BOMB = "".join(f"required: [{string.ascii_lowercase[n:n + 5]}];" for n in range(20))
faults = []
checks = 0


def check(holds, what):
    """Notes a fault where something does not hold."""
    global checks
    checks += 1
    if not holds:
        faults.append(what)
    return holds


class Lab:
    """A lab that is served, and what it printed."""

    def __init__(self, program, *arguments):
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [program, *map(str, arguments)], stdout=subprocess.PIPE, stderr=self.errors, text=True)
        self.url = self.process.stdout.readline().strip()

    def end(self):
        """Ends it as Ctrl-C does; says how it ended and what it printed besides."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        code = self.process.wait(timeout=20)
        self.errors.seek(0)
        return code, self.process.stdout.read() + self.errors.read().decode()


def size(driver, width, height=900, dark=False):
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})
    scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": [scheme]})


def until(driver, condition, what, seconds=15):
    """Waits until a condition holds; notes a fault where it does not come to hold."""
    try:
        return WebDriverWait(driver, seconds, poll_frequency=0.02).until(lambda _: condition())
    except Exception:
        check(False, f"did not come: {what}")
        return None


def text_of(driver, selector):
    return driver.execute_script(
        "const e = document.querySelector(arguments[0]); return e ? e.textContent : null", selector)


def value_of(driver, selector):
    return driver.execute_script("return document.querySelector(arguments[0]).value", selector)


def settled(driver):
    """Waits until the answer is that of the text."""
    def same():
        return driver.execute_script(
            "const q = new URLSearchParams(document.querySelector('#answer').dataset.query);"
            "return q.getAll('p')[Number(q.get('at') || 1) - 1] === document.querySelector('#text').value")
    until(driver, same, "the answer to what was typed")


def retype(driver, text):
    """Puts a text into the field by keys."""
    field = driver.find_element(By.ID, "text")
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys(text)
    settled(driver)


def open_page(driver, url):
    driver.get(url)
    until(driver, lambda: driver.execute_script("return document.readyState") == "complete", url)


def no_noise(driver, url, name):
    """The console is empty, and every request goes to the lab."""
    lines = [line for line in report.console(driver)]
    check(not lines, f"{name}: console: {lines[:2]}")
    base = url.split("?")[0]
    elsewhere = [u for u in report.requests(driver)
                 if not u.startswith((base, "data:")) and u != "about:blank"]
    check(not elsewhere, f"{name}: asked {elsewhere[:2]}")


def axe(driver, name):
    version, passes, violations = report.axe(driver)
    for violation in violations:
        for node in violation["nodes"][:2]:
            check(False, f"{name}: axe: {violation['id']}: {node['html'][:160]}")
    return version, passes


def rows_of(program, tally, texts, directory):
    """The rows of audit.csv that `audit report` writes of these policies."""
    options = []
    for number, text in enumerate(texts):
        path = directory / f"policy {number + 1}"
        path.write_text(text, encoding="utf-8")
        options += ["--rules", str(path)]
    out = directory / "report"
    subprocess.run(
        [program, "report", "--distinct", "--space", "--force", "-q", "-o", str(out), *options, str(tally)],
        check=True, capture_output=True)
    with open(out / "audit.csv", newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def percent(share):
    """A share as the page writes it."""
    if 0 < share < 0.0005:
        return "<0.1 %"
    if 0.9995 <= share < 1:
        return ">99.9 %"
    tenths = int(share * 1000 + 0.5)
    return f"{tenths // 10}.{tenths % 10} %"


def numbers(driver, rows, name, policies):
    """Every number of the page's tables that audit.csv has is the same."""
    known = {(r["policy"], r["metric"], r["bucket"], r["unit"]): r for r in rows}
    def count(policy, metric, bucket):
        row = known.get((policy, metric, bucket, "entries"))
        return int(row["count"]) if row else None
    figures = driver.execute_script(
        "return [...document.querySelectorAll('#answer figure')].map(f => [f.id,"
        " [...f.querySelectorAll('tbody tr')].map(r => [...r.cells].map(c => c.textContent))])")
    edited = driver.execute_script(
        "return Number(new URLSearchParams(document.querySelector('#answer').dataset.query).get('at') || 1)")
    policy = policies[edited - 1]
    pairs = []
    number = lambda text: int(text.replace(",", ""))
    for figure, table in figures:
        for row in table:
            if figure == "f1":
                pairs.append((number(row[1]), count(row[0], "compliance", "compliant"), row))
            elif figure == "f2":
                rule = row[0].rsplit("(", 1)[1].rstrip(")")
                pairs.append((number(row[1]), count(policy, "violation", rule), row))
                pairs.append((number(row[3]), count(policy, "violation_only", rule), row))
            elif figure == "f4":
                of = "" if row[0] == "all passwords" else row[0]
                metric = "survivors_score" if of else "score"
                pairs += [(number(row[1 + 2 * s]), count(of, metric, str(s)), row) for s in range(5)]
            elif figure == "f4-l" and row[0].isdigit():
                pairs.append((number(row[1]), count("", "length", row[0]), row))
            elif figure == "f7":
                bits = known.get((row[0], "space_bits", "floor", "microbits"))
                pairs.append((row[2], f"{int(bits['count']) / 1e6:.2f}" if bits else None, row))
    for found, expected, row in pairs:
        check(found == expected, f"{name}: {row} should have {expected}, not {found}")
    share = known[(policy, "compliance", "compliant", "entries")]
    large = driver.execute_script(
        "return [...document.querySelectorAll('.card.large *')].map(e => e.textContent)")
    check(large[0] == percent(float(share["share"])), f"{name}: {large[0]}, not {share['share']}")
    check(large[2].startswith(f"{int(share['count']):,} "), f"{name}: {large[2]}, not {share['count']}")
    check(len(pairs) > 20, f"{name}: only {len(pairs)} numbers compared")
    return len(pairs)


def read_back(driver, directory, name):
    """The figures as painted have the numbers of the report that `rows_of` wrote last."""
    own = records.Report(directory / "report")
    at = driver.execute_script(
        "return Number(new URLSearchParams(document.querySelector('#answer').dataset.query).get('at') || 1)")
    own.shown = own.policies[at - 1]
    wrong, compared = readback.faults(driver, name, None, "lab", own)
    for fault in wrong:
        check(False, fault)
    check(compared > 100, f"{name}: only {compared} equalities of figures")


def typing(driver, lab, audit, tally, directory, keep):
    """A first visit: load, type, watch the numbers change."""
    size(driver, 1280)
    open_page(driver, lab.url)
    check(value_of(driver, "#text") == FIRST, "the first text")
    compared = numbers(driver, rows_of(audit, tally, [FIRST], directory), "first", ["policy 1"])
    read_back(driver, directory, "first")
    before = text_of(driver, "#cards")
    report.screenshot(driver, keep / "first-1280.png")

    field = driver.find_element(By.ID, "text")
    field.click()
    field.send_keys(Keys.CONTROL, Keys.END)
    field.send_keys("\nmax-consecutive: 2;")
    settled(driver)
    text = FIRST + "\nmax-consecutive: 2;"
    until(driver, lambda: text_of(driver, "#cards") != before, "other numbers")
    compared += numbers(driver, rows_of(audit, tally, [text], directory), "typed", ["policy 1"])
    check(driver.switch_to.active_element.get_attribute("id") == "text", "typing keeps the focus")
    check(value_of(driver, "input[name=run]") == "2", "the controls follow the text")
    check(urllib.parse.parse_qs(urllib.parse.urlparse(driver.current_url).query)["p"] == [text],
          "the state is in the address")

    driver.refresh()
    check(value_of(driver, "#text") == text, "nothing is lost on reload")

    # What is wrong is told while one types, and the last answer stays.
    kept = text_of(driver, "#cards")
    field = driver.find_element(By.ID, "text")
    field.send_keys(Keys.CONTROL, Keys.END)
    field.send_keys("\nrequierd: lower;")
    until(driver, lambda: "requierd" in (text_of(driver, "#problems") or ""), "the problem")
    check("5:1" in text_of(driver, "#problems"), "the problem's place")
    check("Did you mean 'required'?" in text_of(driver, "#problems"), "the problem's remedy")
    check(text_of(driver, "#cards") == kept, "the last answer stays beside an error")
    check(field.get_attribute("aria-invalid") == "true", "the field says that it is invalid")
    driver.find_element(By.CSS_SELECTOR, ".place").click()
    at = driver.execute_script("return document.querySelector('#text').selectionStart")
    check(at == len(text) + 1, f"the place leads to the text, not to {at}")
    report.screenshot(driver, keep / "error-1280.png")
    field.send_keys(*[Keys.DELETE] * len("requierd: lower;"))
    until(driver, lambda: text_of(driver, "#problems").find("requierd") < 0, "the problem's end")
    no_noise(driver, lab.url, "typing")
    return compared


def controls(driver, lab, audit, tally, directory):
    """Each control edits the text, and its own state stays."""
    open_page(driver, lab.url + "?p=minlength%3A+8%3B")
    def press(value):
        driver.find_element(By.CSS_SELECTOR, f"input[value={value}]").click()
        settled_controls(driver, lambda: value in driver.execute_script(
            "return [...document.querySelectorAll('input:checked')].map(e => e.value)"))
    def settled_controls(driver, condition):
        until(driver, condition, "the control's state")
        settled(driver)
    before = value_of(driver, "#text")
    press("digit")
    until(driver, lambda: value_of(driver, "#text") != before, "the text after a control")
    check("required: digit" in value_of(driver, "#text"), "a class is required")
    least = driver.find_element(By.NAME, "least")
    least.send_keys(Keys.CONTROL, "a")
    least.send_keys("12")
    until(driver, lambda: "minlength: 12" in value_of(driver, "#text"), "minlength")
    check(least == driver.switch_to.active_element, "a control keeps the focus")
    check(least.get_attribute("value") == "12", "a control keeps its value")
    press("unicode")
    until(driver, lambda: "allowed: unicode" in value_of(driver, "#text"), "allowed: unicode")
    driver.find_element(By.CSS_SELECTOR, "input[name=list]").click()
    until(driver, lambda: "blocklist: default" in value_of(driver, "#text"), "blocklist")
    driver.find_element(By.NAME, "score").send_keys("3")
    until(driver, lambda: "min-score: 3" in value_of(driver, "#text"), "min-score")
    driver.find_element(By.NAME, "kinds").send_keys("2")
    until(driver, lambda: "min-classes: 2" in value_of(driver, "#text"), "min-classes")
    driver.find_element(By.NAME, "sequence").send_keys("3")
    until(driver, lambda: "max-sequential: 3" in value_of(driver, "#text"), "max-sequential")
    settled(driver)
    text = value_of(driver, "#text")
    rows = rows_of(audit, tally, [text], directory)
    compared = numbers(driver, rows, "controls", ["policy 1"])
    # Custom classes with '-' and ']' survive.
    open_page(driver, lab.url + "?p=required%3A+%5B-ab%5D%5D%3B")
    press("digit")
    until(driver, lambda: "required: digit" in value_of(driver, "#text"), "the digit")
    check("[-ab]]" in value_of(driver, "#text"), "a class with - and ]")
    no_noise(driver, lab.url, "controls")
    return compared


def comparing(driver, lab, audit, tally, directory, keep):
    """Up to four policies side by side, from presets."""
    open_page(driver, lab.url)
    names = ["nist-63b-4", "pci-4.0.1", "cyber-essentials"]
    options = driver.execute_script(
        "return [...document.querySelectorAll('#library option')].map(o => o.value)")
    check(len(options) >= 15, f"{len(options)} presets are offered")
    names = [name for name in names if name in options] + [o for o in options if o not in names]
    for name in names[:3]:
        find = driver.find_element(By.NAME, "find")
        find.send_keys(name)
        driver.find_element(By.CSS_SELECTOR, "button[value=compare]").click()
        until(driver, lambda: name in (text_of(driver, "#tabs") or ""), name)
    tabs = driver.find_elements(By.CSS_SELECTOR, "#tabs button")
    check(len(tabs) == 4, f"{len(tabs)} policies side by side")
    check(not driver.find_element(By.CSS_SELECTOR, "button[value=compare]").is_enabled(), "four at most")
    texts = urllib.parse.parse_qs(urllib.parse.urlparse(driver.current_url).query)["p"]
    texts = [text.replace("\r", "") for text in texts]
    rows = rows_of(audit, tally, texts, directory)
    compared = numbers(driver, rows, "four", ["policy 1"] + names[:3])
    report.screenshot(driver, keep / "four-1280.png")
    tabs[0].click()
    until(driver, lambda: value_of(driver, "#text") == FIRST, "the first policy again")
    compared += numbers(driver, rows, "first of four", ["policy 1"] + names[:3])
    size(driver, 360)
    wide = driver.execute_script("return document.documentElement.scrollWidth")
    check(wide <= 360, f"four at 360 px: the page is {wide} px wide")
    for dark in (False, True):
        size(driver, 360, dark=dark)
        read_back(driver, directory, f"four at 360 px{', dark' if dark else ''}")
    report.screenshot(driver, keep / "four-360.png")
    size(driver, 1280)
    driver.find_element(By.CSS_SELECTOR, "button[value=drop]").click()
    until(driver, lambda: len(driver.find_elements(By.CSS_SELECTOR, "#tabs button")) == 3, "three")
    href = driver.find_element(By.ID, "save").get_attribute("href")
    with urllib.request.urlopen(href) as reply:
        saved = reply.read().decode()
    check(all(name in saved for name in names[:3]) and "<script" not in saved, "the saved report")
    find = driver.find_element(By.NAME, "find")
    find.send_keys("nist")
    driver.find_element(By.CSS_SELECTOR, "button[value=use]").click()
    until(driver, lambda: "Which of these?" in driver.page_source, "a search")
    no_noise(driver, lab.url, "comparing")
    return compared


def trying(driver, lab, keep):
    """A typed password is judged and found nowhere."""
    open_page(driver, lab.url)
    size(driver, 1280)
    field = driver.find_element(By.ID, "password")
    field.send_keys("abc")
    until(driver, lambda: "✗ breaks" in (text_of(driver, "#tried") or ""), "what abc breaks")
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys(CANARY)
    until(driver, lambda: "✓ complies" in (text_of(driver, "#tried") or ""), "that it complies")
    check("four criteria: strong" in text_of(driver, "#tried"), "its level")
    check(re.search(r"zxcvbn \d of 4, about 10\^[\d.]+ guesses · combined estimate 10\^\d", text_of(driver, "#tried")),
          f"its score and guesses: {text_of(driver, '#tried')}")
    colour = driver.execute_script(
        "return getComputedStyle(document.querySelector('.meter span')).backgroundColor")
    check(colour == "rgb(47, 125, 50)", f"the meter's colour {colour}")
    report.screenshot(driver, keep / "tried-1280.png")
    driver.find_element(By.ID, "text").send_keys(" ")
    settled(driver)
    field.send_keys(Keys.ENTER)
    time.sleep(0.3)
    places = driver.execute_script(
        "return [document.documentElement.outerHTML, location.href, document.title,"
        " JSON.stringify(history.state), JSON.stringify(performance.getEntries().map(e => e.name)),"
        " document.cookie, JSON.stringify({...localStorage}), JSON.stringify({...sessionStorage})]")
    history = driver.execute_cdp_cmd("Page.getNavigationHistory", {})
    urls = [line["message"] for line in driver.get_log("performance") if '"url"' in line["message"]]
    urls = [re.findall(r'"url":"([^"]*)"', line) for line in urls]
    for where, text in zip(
        ("the page", "the address", "the title", "the state", "requested addresses", "cookies",
         "local storage", "session storage"), places):
        check(CANARY not in (text or "") and CANARY[:7] not in (text or ""), f"the password is in {where}")
    check(CANARY[:7] not in json.dumps(history), "the password is in the history")
    check(CANARY[:7] not in json.dumps(urls), "the password is in an address")
    open_page(driver, lab.url)
    check(value_of(driver, "#password") == "", "the password is kept by the form")
    # Nor in a file of the process, open or in its directory.
    own = pathlib.Path(f"/proc/{lab.process.pid}")
    limits = (own / "limits").read_text()
    core = re.search(r"Max core file size +(\d+)", limits)
    check(core and int(core.group(1)) <= 1, f"core dumps: {core and core.group(0)}")
    files = {os.readlink(f) for f in (own / "fd").iterdir() if f.exists()}
    written = [f for f in files if f.startswith("/") and not f.startswith(("/dev", "/proc"))]
    for path in written:
        if os.path.isfile(path):
            check(CANARY.encode() not in open(path, "rb").read(), f"the password is in {path}")


def tabbing(driver, lab, keep):
    """Everything can be reached by the Tab key, in order, and shows that it is reached."""
    open_page(driver, lab.url)
    size(driver, 1280)
    wanted = driver.execute_script(
        "return [...document.querySelectorAll('a, button, input, textarea, select, summary, [tabindex=\"0\"]')]"
        ".filter(e => !e.disabled && !e.hidden && e.type !== 'hidden' && e.tabIndex >= 0"
        " && e.checkVisibility({contentVisibilityAuto: true}) && !e.matches('details:not([open]) :not(summary)')"
        " && e.getClientRects().length && (e.type !== 'radio' || e.checked)).length")
    driver.execute_script("document.body.focus()")
    reached, last, unseen = 0, -1, []
    order = (
        "const all = [...document.querySelectorAll('*')], e = document.activeElement;"
        "const seen = e => { const s = getComputedStyle(e); return s.outlineStyle !== 'none' &&"
        " parseFloat(s.outlineWidth) > 0 };"
        "const r = e.getBoundingClientRect();"
        "return [all.indexOf(e), seen(e) || (e.nextElementSibling && seen(e.nextElementSibling)),"
        " e.outerHTML.slice(0, 100), r.width > 0 && r.right > 0]")
    for _ in range(wanted + 20):
        driver.switch_to.active_element.send_keys(Keys.TAB)
        index, shows, html, on_screen = driver.execute_script(order)
        if index <= last:
            break
        reached, last = reached + 1, index
        if not shows or not on_screen:
            unseen.append(html)
    check(reached >= wanted, f"{reached} of {wanted} things are reached by Tab")
    check(not unseen, f"focus is not seen at {unseen[:2]}")
    return reached


def plain(driver, lab):
    """Without script the same page works by its buttons."""
    driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        driver.get(lab.url + "?p=minlength%3A+8%3B")
        field = driver.find_element(By.ID, "text")
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys("minlength: 10; required: digit; allowed: ascii-printable;")
        driver.find_element(By.CSS_SELECTOR, "button.apply").is_displayed() or check(False, "no button for the controls")
        find = driver.find_element(By.NAME, "least")
        find.send_keys(Keys.ENTER)
        time.sleep(0.5)
        check("minlength%3A%2010" in driver.current_url, f"text round trip: {driver.current_url}")
        check("by=" not in driver.current_url, "the address is clean")
        shown = driver.find_element(By.NAME, "least").get_attribute("value")
        check(shown == "10", f"the controls follow without script: {shown}")
        driver.find_element(By.CSS_SELECTOR, "input[value=upper]").click()
        driver.find_element(By.CSS_SELECTOR, "button.apply").click()
        time.sleep(0.5)
        text = driver.find_element(By.ID, "text").get_attribute("value")
        check("required: upper" in text and "required: digit" in text, f"controls without script: {text}")
        driver.find_element(By.ID, "password").send_keys(CANARY)
        driver.find_element(By.CSS_SELECTOR, "#try button").click()
        time.sleep(0.5)
        check("✓ complies" in driver.find_element(By.ID, "tried").text, "trying without script")
        check(CANARY[:7] not in driver.current_url and CANARY[:7] not in driver.page_source,
              "the password comes back without script")
    finally:
        driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def two_tabs(driver, lab):
    """Two tabs hold two questions."""
    open_page(driver, lab.url)
    retype(driver, "minlength: 6;")
    first = driver.current_window_handle
    driver.switch_to.new_window("tab")
    open_page(driver, lab.url)
    retype(driver, "minlength: 16;")
    second = text_of(driver, ".card.large strong")
    driver.close()
    driver.switch_to.window(first)
    check(value_of(driver, "#text") == "minlength: 6;", "another tab changed this one")
    check(text_of(driver, ".card.large strong") != second, "two tabs show two answers")


def widths(driver, lab, keep):
    """No page is wider than its window, and axe finds nothing."""
    rules = None
    query = "?p=" + urllib.parse.quote(FIRST) + "&p=allowed%3A+unicode%3B+minlength%3A+15%3B"
    for width in (320, 360, 1280, 1920):
        for dark in (False, True):
            size(driver, width, dark=dark)
            open_page(driver, lab.url + query)
            name = f"{width}{'-dark' if dark else ''}"
            wide = driver.execute_script("return document.documentElement.scrollWidth")
            check(wide <= width, f"{name}: the page is {wide} px wide")
            report.screenshot(driver, keep / f"two-{name}.png")
            if width in (360, 1280):
                rules = axe(driver, name)
                for fault in driver.execute_script(report.FIGURE_FAULTS)[:5]:
                    check(False, f"{name}: {fault}")
            if width == 360:
                small = driver.execute_script(
                    "return [...document.querySelectorAll('button, .chip, select, input')]"
                    ".filter(e => e.getClientRects().length && e.type !== 'hidden')"
                    ".map(e => [e.getBoundingClientRect().height, e.outerHTML.slice(0, 80)])"
                    ".filter(([h]) => h < 24)")
                check(not small, f"{name}: too small to touch: {small[:2]}")
    size(driver, 1280)
    retype(driver, "minlength: nine;")
    axe(driver, "error")
    driver.find_element(By.ID, "password").send_keys("abc")
    until(driver, lambda: "zxcvbn" in (text_of(driver, "#tried") or ""), "a judgement")
    axe(driver, "tried")
    return rules


LANDMARKS = ["header.top", "#text", "#problems", "#controls fieldset", "#try", "#cards", "#refuses h2"]


class Walk:
    """What somebody new does, step by step: each leaves a picture, and none may move what stands around."""

    def __init__(self, driver, keep, name):
        self.driver, self.keep, self.name, self.number = driver, keep, name, 0

    def picture(self, what):
        self.number += 1
        self.driver.save_screenshot(str(self.keep / f"walk-{self.name}-{self.number:02}-{what}.png"))

    def places(self):
        return self.driver.execute_script(
            "return arguments[0].map(s => { const e = document.querySelector(s);"
            " return e ? Math.round(e.getBoundingClientRect().top) : null })", LANDMARKS)

    def focus(self):
        return self.driver.execute_script(
            "const e = document.activeElement;"
            "return e.id || (e.name ? e.name + (e.value && e.type !== 'number' && e.type !== 'text' ? '=' + e.value : '') : e.tagName)")

    def press(self, *keys):
        self.driver.switch_to.active_element.send_keys(*keys)

    def tab_to(self, wanted, most=80, back=False):
        """Tabs on until something has the focus, which must be seen."""
        for _ in range(most):
            self.press(Keys.SHIFT + Keys.TAB if back else Keys.TAB)
            if self.focus() == wanted:
                break
        else:
            return check(False, f"{self.name}: Tab does not reach {wanted}, but {self.focus()}")
        seen = self.driver.execute_script(
            "const seen = e => e && getComputedStyle(e).outlineStyle !== 'none',"
            " e = document.activeElement, r = e.getBoundingClientRect();"
            "return (seen(e) || seen(e.nextElementSibling)) && r.bottom > 0 && r.top < innerHeight")
        return check(seen, f"{self.name}: the focus is not seen at {wanted}")

    def steady(self, act, what):
        """Does something that is answered; what stands around must not move, nor the focus be lost."""
        before, focus = self.places(), self.focus()
        act()
        settled(self.driver)
        after = self.places()
        moved = [(s, b - a) for s, a, b in zip(LANDMARKS, before, after)
                 if None not in (a, b) and abs(b - a) > 1]
        check(not moved, f"{self.name}: {what} moves {moved}")
        check(self.focus() == focus, f"{self.name}: {what} takes the focus from {focus} to {self.focus()}")


def by_keys(driver, lab, keep):
    """A new user with a keyboard and nothing else."""
    size(driver, 1280)
    open_page(driver, lab.url)
    walk = Walk(driver, keep, "keys")
    walk.picture("arrived")
    walk.press(Keys.TAB)
    check(driver.execute_script("return document.activeElement.className") == "skip", "keys: no skip link first")
    walk.tab_to("text", most=12)
    walk.press(Keys.CONTROL, Keys.END)
    # A rule with a mistake in it, key by key; the mistake is found through the list and mended.
    for key in "\nmax-consecutiv: 2;":
        walk.steady(lambda: walk.press(key), f"typing {key!r}")
    walk.picture("mistake")
    walk.tab_to("problems", most=2)
    walk.press(Keys.TAB)
    check(driver.execute_script("return document.activeElement.className") == "place", "keys: no place to go to")
    walk.press(Keys.ENTER)
    check(walk.focus() == "text", "keys: a place does not lead to the text")
    walk.press(Keys.CONTROL, Keys.END)
    walk.press(*[Keys.ARROW_LEFT] * len(": 2;"))
    walk.steady(lambda: walk.press("e"), "mending")
    check("Did you mean" not in text_of(driver, "#problems"), "keys: the mistake is still told")
    walk.picture("mended")
    # Controls: a number, a box, a choice of one.
    walk.tab_to("least")
    walk.steady(lambda: walk.press(Keys.ARROW_UP), "a number's arrow")
    until(driver, lambda: "minlength: 9" in value_of(driver, "#text"), "keys: minlength 9")
    walk.tab_to("need=digit")
    walk.steady(lambda: walk.press(Keys.SPACE), "a box")
    until(driver, lambda: "required: digit" not in value_of(driver, "#text"), "keys: no digit required")
    walk.picture("controls")
    # Standards: one is chosen, the table follows, the address holds it.
    for _ in range(40):
        walk.press(Keys.TAB)
        if driver.execute_script("return document.activeElement.matches('.against summary')"):
            break
    walk.press(Keys.ENTER)
    check(driver.execute_script("return document.querySelector('.against').open"), "keys: the standards do not open")
    walk.tab_to("against=pci-4.0.1", most=20)
    walk.steady(lambda: walk.press(Keys.SPACE), "a standard")
    rows = "return [...document.querySelectorAll('#standards table')][0].tBodies[0].rows.length"
    until(driver, lambda: driver.execute_script(rows) == 1, "keys: one standard's row")
    check("against=pci-4.0.1" in driver.current_url, "keys: the standard is not in the address")
    walk.picture("standard")
    text, url = value_of(driver, "#text"), driver.current_url
    # Nothing is lost on reload.
    driver.refresh()
    check(value_of(driver, "#text") == text and driver.current_url == url, "keys: lost on reload")
    check(driver.execute_script("return document.querySelector('input[value=\"pci-4.0.1\"]').checked"),
          "keys: the standard is lost on reload")
    check(driver.execute_script(rows) == 1, "keys: the standard's row is lost on reload")
    walk.picture("reloaded")
    # Another policy beside it; the browser's own buttons lead back and forth.
    driver.find_element(By.NAME, "find").send_keys("nist-63b-4")
    walk.press(Keys.TAB, Keys.TAB)
    walk.press(Keys.ENTER)
    until(driver, lambda: len(driver.find_elements(By.CSS_SELECTOR, "#tabs button")) == 2, "keys: two policies")
    check("against=pci-4.0.1" in driver.current_url, "keys: the standard is lost beside another policy")
    walk.picture("beside")
    driver.back()
    until(driver, lambda: value_of(driver, "#text") == text, "keys: the text after 'back'")
    check(not driver.find_elements(By.CSS_SELECTOR, "#tabs button"), "keys: 'back' leaves two policies")
    driver.forward()
    until(driver, lambda: len(driver.find_elements(By.CSS_SELECTOR, "#tabs button")) == 2, "keys: 'forward'")
    # A table that was opened stays open while one types.
    driver.execute_script("document.querySelector('#refuses summary').focus()")
    walk.press(Keys.ENTER)
    driver.find_element(By.ID, "text").send_keys(" minlength: 20;")
    settled(driver)
    check(driver.execute_script("return document.querySelector('#refuses details').open"), "keys: a table closes")
    walk.picture("table")
    no_noise(driver, lab.url, "keys")
    return walk.number


def by_touch(driver, lab, keep):
    """A new user with a narrow screen and a finger."""
    size(driver, 360, height=740)
    driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 1})
    try:
        open_page(driver, lab.url)
        walk = Walk(driver, keep, "touch")
        walk.picture("arrived")

        def tap(selector, what):
            element = driver.find_element(By.CSS_SELECTOR, selector)
            driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
            top = "return arguments[0].getBoundingClientRect().top"
            before = driver.execute_script(top, element)
            element.click()
            settled(driver)
            after = driver.execute_script(top, driver.find_element(By.CSS_SELECTOR, selector))
            check(abs(after - before) <= 1, f"touch: {what} moves by {after - before} px under the finger")
            check(driver.execute_script(
                "const r = arguments[0].getBoundingClientRect(), b = document.querySelector('#share').getBoundingClientRect();"
                "return r.bottom <= b.top", element), f"touch: {what} is under the bar")
            wide = driver.execute_script("return document.documentElement.scrollWidth")
            check(wide <= 360, f"touch: {what} makes the page {wide} px wide")

        share = text_of(driver, "#share")
        tap("input[value=special]", "a class")
        until(driver, lambda: text_of(driver, "#share") != share, "touch: another share")
        walk.picture("class")
        tap("input[value=unicode]", "an alphabet")
        tap("input[name=list]", "the blocklist")
        walk.picture("blocklist")
        tap(".against summary", "the standards")
        tap("input[value=asvs-5-l1]", "a standard")
        walk.picture("standard")
        field = driver.find_element(By.ID, "text")
        driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", field)
        field.click()
        for key in " minlength: 1":
            walk.steady(lambda: walk.press(key), f"typing {key!r}")
        walk.picture("typed")
        driver.find_element(By.ID, "share").click()
        time.sleep(0.2)
        top = driver.execute_script("return document.querySelector('#answer').getBoundingClientRect().top")
        check(abs(top) < 400, f"touch: the bar does not lead to the answer ({top})")
        walk.picture("answer")
        url = driver.current_url.split("#")[0]
        driver.refresh()
        check(driver.current_url.split("#")[0] == url, "touch: lost on reload")
        no_noise(driver, lab.url, "touch")
        return walk.number
    finally:
        driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
        size(driver, 1280)


def safety(programs, tally):
    """The program as it is served: whom it lets in, and what it bears."""
    lab = Lab(programs / "audit-lab", tally)
    parts = urllib.parse.urlsplit(lab.url)
    own = f"{parts.hostname}:{parts.port}"

    def status(path, host=own, method="GET", body=None, headers=()):
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=60)
        connection.putrequest(method, path, skip_host=True)
        connection.putheader("Host", host)
        for name, value in headers:
            connection.putheader(name, value)
        if body is not None:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders()
        try:
            if body is not None:
                connection.send(body)
            return connection.getresponse().status
        except (BrokenPipeError, ConnectionResetError):
            return connection.getresponse().status
        finally:
            connection.close()

    check(status(parts.path) == 200, "safety: the page")
    check(status(parts.path, host="evil.example:80") == 421, "safety: a foreign host")
    check(status(parts.path, host=f"evil.example:{parts.port}") == 421, "safety: a foreign host with the port")
    check(status("/" + "0" * 32 + "/") == 404, "safety: a wrong token")
    check(status(parts.path + "?p=" + "a" * 20_000) == 414, "safety: an address too long")
    check(status(parts.path + "try", method="POST", body=b"p" * 20_000) == 413, "safety: a body too long")
    check(status(parts.path + "try", method="POST", body=b"password=x",
                 headers=[("Origin", "http://evil.example")]) == 403, "safety: another site's form")
    # A keyspace that would take minutes, four times at once, and a question beside it.
    bomb = urllib.parse.quote(BOMB)
    texts = []
    threads = [threading.Thread(target=lambda: texts.append(
        urllib.request.urlopen(lab.url + "answer?p=" + bomb, timeout=60).read().decode())) for _ in range(4)]
    for thread in threads:
        thread.start()
    check(status(parts.path + "answer?p=minlength%3A+8%3B") == 200, "safety: an answer beside a bomb")
    for thread in threads:
        thread.join()
    check(len(texts) == 4 and all('class="alarm"' in text for text in texts), "safety: the bombs' own answers")
    # 1,000 connections that say nothing.
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard), hard))
    idle = [socket.create_connection((parts.hostname, parts.port), timeout=60) for _ in range(1000)]
    check(status(parts.path) == 200, "safety: the page beside 1,000 connections")
    for one in idle:
        one.close()
    check(status(parts.path) == 200, "safety: the page after 1,000 connections")
    peak = re.search(r"VmHWM:\s+(\d+)", pathlib.Path(f"/proc/{lab.process.pid}/status").read_text())
    check(int(peak.group(1)) < 400_000, f"safety: {peak.group(1)} kB of memory")
    code, printed = lab.end()
    check(code == 0 and printed == "", f"safety: it ended with {code} and printed {printed[:100]!r}")


def hostile(driver, programs, directory):
    """Names that try to be markup stay names."""
    name = "</title><script>alert(1)</script>\"><img src=x onerror=alert(2)>\u202egnp.txt"
    path = directory / name.replace("/", "∕")
    path.write_text("password\nPassw0rd!\n", encoding="utf-8")
    tally = directory / "hostile.tally"
    subprocess.run([programs / "audit", "scan", "--strength", "none", "-o", tally, path],
                   check=True, capture_output=True)
    lab = Lab(programs / "audit-lab", tally)
    report.requests(driver)
    evil = "[<script>alert(3)</script>]\nminlength: 8;"
    open_page(driver, lab.url + "?p=" + urllib.parse.quote(evil) + "&p=" + urllib.parse.quote(
        "</textarea><img src=x onerror=alert(4)>") + "&at=2&p=%E2%80%AE%00x")
    count = driver.execute_script("return document.querySelectorAll('script').length")
    check(count == 1, f"{count} scripts")
    check(driver.execute_script("return document.querySelectorAll('img').length") == 0, "an image")
    check("\u202e" not in text_of(driver, "header"), "a bidirectional mark")
    check(value_of(driver, "#text") == "</textarea><img src=x onerror=alert(4)>", "the hostile text")
    retype(driver, "[\"><script>alert(5)</script>]\nminlength: 4;")
    check(driver.execute_script("return document.querySelectorAll('script').length") == 1, "a script")
    no_noise(driver, lab.url, "hostile")
    # What this tally lacks is said, with what records it.
    missing = text_of(driver, "#missing") or ""
    check("--strength combined" in missing and "--distinct" in missing, f"what is missing: {missing}")
    retype(driver, "min-score: 3;")
    until(driver, lambda: "--strength combined" in (text_of(driver, "#answer .alarm") or ""), "how to record scores")
    lab.end()


def gone(driver, lab):
    """When the server is gone the page says so and keeps what was typed."""
    open_page(driver, lab.url)
    kept = text_of(driver, "#cards")
    code, printed = lab.end()
    check(code == 0, f"Ctrl-C ends it with {code}")
    check(CANARY[:7] not in printed, "the password is in what it printed")
    check(printed == "", f"it printed {printed[:200]!r}")
    field = driver.find_element(By.ID, "text")
    field.send_keys(Keys.CONTROL, Keys.END)
    field.send_keys(" minlength: 9;")
    until(driver, lambda: "has ended" in (text_of(driver, "#status") or ""), "that the lab has ended")
    check(value_of(driver, "#text").endswith("minlength: 9;"), "what was typed is lost")
    check(text_of(driver, "#cards") == kept, "the last answer is lost")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=pathlib.Path, help="where audit and audit-lab lie")
    parser.add_argument("--keep", type=pathlib.Path, metavar="DIR", help="where screenshots stay")
    parser.add_argument("--picture", type=pathlib.Path, metavar="PNG", help="take the README's picture, and no more")
    arguments = parser.parse_args()
    programs = arguments.programs.resolve()
    keep = arguments.keep or pathlib.Path(tempfile.mkdtemp(prefix="lab-"))
    keep.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        directory = pathlib.Path(temporary)
        tally = directory / "sample.tally"
        subprocess.run(
            [programs / "audit", "scan", "--distinct", "-o", tally, SAMPLE], check=True, capture_output=True)
        lab = Lab(programs / "audit-lab", tally)
        driver = report.browser()
        try:
            if arguments.picture:
                size(driver, 1280)
                open_page(driver, lab.url)
                clip = {"x": 0, "y": 0, "width": 1280, "height": 900, "scale": 0.75}
                picture = driver.execute_cdp_cmd("Page.captureScreenshot", {"clip": clip})
                arguments.picture.write_bytes(report.base64.b64decode(picture["data"]))
                lab.end()
                return
            audit = programs / "audit"
            compared = typing(driver, lab, audit, tally, directory, keep)
            compared += controls(driver, lab, audit, tally, directory)
            compared += comparing(driver, lab, audit, tally, directory, keep)
            print(f"{compared} numbers of the page are those of audit report")
            trying(driver, lab, keep)
            print(f"{tabbing(driver, lab, keep)} things are reached by Tab")
            plain(driver, lab)
            two_tabs(driver, lab)
            version, passes = widths(driver, lab, keep)
            print(f"axe-core {version}: {passes} rules pass")
            steps = by_keys(driver, lab, keep) + by_touch(driver, lab, keep)
            print(f"{steps} steps of a new user, by keys and by touch")
            safety(programs, tally)
            hostile(driver, programs, directory)
            gone(driver, lab)
        finally:
            driver.quit()
            lab.process.kill()
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"{checks} checks, {len(faults)} faults; pictures in {keep}")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
