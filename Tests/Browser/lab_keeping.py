"""What the page remembers, and what may be kept of it; four policies beside each other."""
import html
import re
import shlex
import subprocess
import urllib.parse
import urllib.request

from selenium.webdriver.common.by import By

import report
import records
import written
from lab_page import Lab, check, no_noise, open_page, retype, settled, size, text_of, until, value_of


def remembering(driver, lab, audit, tally, keep):
    """The ledger of edits, and what is kept of a question."""
    open_page(driver, lab.url + "?p=minlength%3A+8%3B")
    settled(driver)
    chips = "return [...document.querySelectorAll('#ledger button')].map(e => e.textContent)"
    until(driver, lambda: driver.execute_script(chips), "the first state")
    share = text_of(driver, ".card.large strong")
    check(driver.execute_script(chips) == [f"as opened · {share}"], f"ledger: {driver.execute_script(chips)}")
    retype(driver, "minlength: 10;")
    until(driver, lambda: len(driver.execute_script(chips)) == 2, "the second state")
    after = text_of(driver, ".card.large strong")
    first = driver.execute_script(chips)[0]
    check(first == f"min 8 → 10 · {share} → {after}", f"ledger: {first}")
    points = round((float(after.split()[0]) - float(share.split()[0])), 1)
    since = text_of(driver, ".since")
    shown = re.match(r"([+−±])([\d.]+) points since the edit before$", since)
    check(shown and abs(float(shown[2]) - abs(points)) < 0.11 and shown[1] == ("−" if points < 0 else "+"),
          f"ledger: {since!r} is not {points}")
    driver.find_element(By.CSS_SELECTOR, "input[value=digit]").click()
    until(driver, lambda: len(driver.execute_script(chips)) == 3, "the third state")
    check(driver.execute_script(chips)[0].startswith("+ digit · "), f"ledger: {driver.execute_script(chips)[0]}")
    for number in range(12):
        retype(driver, f"minlength: {11 + number};")
        until(driver, lambda: f"→ {11 + number}" in driver.execute_script(chips)[0].split(" · ")[0], f"state {number + 4}")
    check(len(driver.execute_script(chips)) == 8, "ledger: eight states at most")
    report.screenshot(driver, keep / "ledger-1280.png")
    last = driver.find_elements(By.CSS_SELECTOR, "#ledger button")[-1]
    label = last.text
    last.click()
    settled(driver)
    wanted = re.search(r"→ (\d+) ·", label)
    check(wanted and value_of(driver, "#text") == f"minlength: {wanted[1]};", f"ledger: {label} led to {value_of(driver, '#text')!r}")
    driver.find_element(By.ID, "undo").click()
    settled(driver)
    check(value_of(driver, "#text") == "minlength: 22;", f"undo after the ledger: {value_of(driver, '#text')!r}")
    # The command of a question opens it again.
    retype(driver, "# it's ours\nminlength: 9; allowed: unicode;")
    command = shlex.split(text_of(driver, "#question"))
    check(command[:3] == ["audit", "lab", str(tally)] and command[3] == "--open", f"the command {command}")
    no_noise(driver, lab.url, "remembering")
    again = Lab(audit.parent / "audit-lab", *command[2:])
    open_page(driver, again.url)
    check(value_of(driver, "#text") == "# it's ours\nminlength: 9; allowed: unicode;", "the question opened again")
    # So does that of a saved report.
    href = driver.find_element(By.ID, "save").get_attribute("href")
    share = text_of(driver, ".card.large strong")
    with urllib.request.urlopen(href) as reply:
        saved = reply.read().decode()
    made = re.search(r"<dt>to make it again</dt><dd>([^<]*)</dd>", saved)
    if check(made is not None, "the saved report has no command"):
        words = shlex.split(html.unescape(made[1]))
        out = keep / "again"
        subprocess.run([audit, *words[1:], "-q", "--force", "-o", out], check=True, capture_output=True)
        made = records.Report(out)
        shares = [written.percent(written.share(made.compliant(p), made.entries())) for p in made.policies]
        check(shares == [share], f"the report made again: {shares}, not {share}")
    no_noise(driver, again.url, "opened again")
    again.end()


def beside(driver, lab, keep):
    """Four policies side by side fit a window of 1280 px."""
    texts = ["minlength: 8; required: lower; required: upper; required: digit; required: special;",
             "minlength: 15; allowed: unicode;", "minlength: 12; max-consecutive: 2; blocklist: default;",
             "minlength: 8; allowed: unicode;\nor\nminlength: 6; required: digit; required: special;"]
    query = "&".join("p=" + urllib.parse.quote(text) for text in texts)
    size(driver, 1280)
    for at in range(1, 5):
        open_page(driver, f"{lab.url}?{query}&at={at}")
        wide = driver.execute_script(
            "return [...document.querySelectorAll('#answer *')].filter(e => e.scrollWidth > e.clientWidth + 1"
            " && e.checkVisibility({contentVisibilityAuto: true})"
            " && ['auto', 'scroll'].includes(getComputedStyle(e).overflowX)).map(e => e.className + ' ' + e.scrollWidth + ' > ' + e.clientWidth)")
        check(not wide, f"four side by side at 1280 px, at {at}: {wide}")
    words = driver.execute_script(
        "return [...document.querySelectorAll('#refuses svg text')].map(e => e.textContent)")
    check(any(w.startswith("1: at least 8") for w in words) and any(w.startswith("2: at least 6") for w in words),
          f"alternatives are told apart: {words[:12]}")
    check(value_of(driver, "input[name=least]") == "8" and not driver.find_element(By.NAME, "least").is_enabled(),
          "controls show the first alternative")
    report.screenshot(driver, keep / "beside-1280.png")
