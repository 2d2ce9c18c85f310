"""A page that the lab exported: it says of each policy what the lab says, and asks nobody."""
import subprocess
import urllib.parse

from selenium.webdriver.support.ui import Select
from selenium.webdriver.common.by import By

import report
from lab_page import axe, check, open_page, size, text_of, until

SECTIONS = ["#cards", "#refuses", "#left", "#guessing", "#space", "#standards"]


def texts(driver):
    """What each part of the answer says, but for the link that only a server answers."""
    return driver.execute_script(
        "return Object.fromEntries(arguments[0].map(s => {"
        " const e = document.querySelector('#answer ' + s)?.cloneNode(true);"
        " e?.querySelector('#toggle')?.remove();"
        " return [s, e ? e.textContent.replace(/\\s+/g, ' ').replace(/ Hide /, ' ').trim() : null] }))", SECTIONS)


def exported(driver, programs, lab, tally, directory, keep):
    """Compares answers of the exported page with those of the lab that is served; gives their number."""
    path = directory / "lab.html"
    subprocess.run([programs / "audit-lab", "--export", path, tally], check=True, capture_output=True)
    again = directory / "again.html"
    subprocess.run([programs / "audit-lab", "--export", again, tally], check=True, capture_output=True)
    check(path.read_bytes() == again.read_bytes(), "two exports of a tally differ")
    run = subprocess.run([programs / "audit-lab", "--export", path, tally], capture_output=True)
    check(run.returncode == 2 and b"--force" in run.stderr, f"an export replaces a file: {run.stderr}")

    size(driver, 1280)
    driver.get_log("performance")
    open_page(driver, path.as_uri())
    until(driver, lambda: text_of(driver, "#cards"), "the first answer of the exported page")
    compared = 0
    for length, kinds, listed, policy in [
            ("at least 8", "any", False, "minlength: 8;"),
            ("at least 6", "any", True, "minlength: 6; blocklist: default;"),
            ("at least 12", "3 of lower", False, "minlength: 12; min-classes: 3;"),
            ("at least 16", "4 of lower", True, "minlength: 16; min-classes: 4; blocklist: default;")]:
        open_page(driver, path.as_uri())
        until(driver, lambda: text_of(driver, "#cards"), "an answer of the exported page")
        for name, chosen in (("length", length), ("kinds", kinds), ("list", "the built-in" if listed else "not")):
            field = Select(driver.find_element(By.ID, name))
            field.select_by_visible_text(next(o.text for o in field.options if o.text.startswith(chosen)))
        found = texts(driver)
        open_page(driver, lab.url + "?" + urllib.parse.urlencode({"p": policy, "open": "guessing"}))
        expected = texts(driver)
        for part in SECTIONS:
            compared += 1
            check(found[part] == expected[part], f"exported {policy}: {part} says {found[part]!r}, not {expected[part]!r}")

    open_page(driver, path.as_uri())
    names = Select(driver.find_element(By.ID, "name"))
    names.select_by_visible_text(next(o.text for o in names.options if o.text.startswith("nist-63b-4 ")))
    check("15 characters" in text_of(driver, "#refuses"), "a policy by its name shows its rules")
    Select(driver.find_element(By.ID, "length")).select_by_index(0)
    check(driver.find_element(By.ID, "name").get_attribute("value") == "", "a list of the grid leaves the name")
    for width in (360, 1280):
        for dark in (False, True):
            size(driver, width, dark=dark)
            wide = driver.execute_script("return document.documentElement.scrollWidth")
            check(wide <= width, f"the exported page is {wide} px wide at {width}")
            axe(driver, f"exported, {width} px")
            report.screenshot(driver, keep / f"export-{width}-{'dark' if dark else 'light'}.png")
    size(driver, 1280)
    lines = list(report.console(driver))
    check(not lines, f"exported: console: {lines[:2]}")
    return compared
