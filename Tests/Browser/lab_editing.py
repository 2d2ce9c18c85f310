"""Somebody edits policies: by text, by controls, side by side, without script, in two tabs."""
import time
import urllib.parse
import urllib.request

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import report
from lab_page import CANARY, FIRST, check, no_noise, open_page, retype, settled, size, text_of, until, value_of
from lab_numbers import same_as_report


def typing(driver, lab, audit, tally, directory, keep):
    """A first visit: load, type, watch the numbers change."""
    size(driver, 1280)
    open_page(driver, lab.url)
    check(value_of(driver, "#text") == FIRST, "the first text")
    compared = same_as_report(driver, audit, tally, [FIRST], directory, "first")
    before = text_of(driver, "#cards")
    report.screenshot(driver, keep / "first-1280.png")

    field = driver.find_element(By.ID, "text")
    field.click()
    field.send_keys(Keys.CONTROL, Keys.END)
    field.send_keys("\nmax-consecutive: 2;")
    settled(driver)
    text = FIRST + "\nmax-consecutive: 2;"
    until(driver, lambda: text_of(driver, "#cards") != before, "other numbers")
    compared += same_as_report(driver, audit, tally, [text], directory, "typed")
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
        until(driver, lambda: value in driver.execute_script(
            "return [...document.querySelectorAll('input:checked')].map(e => e.value)"), "the control's state")
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
    for name, rule in [("min-score", "min-score: 3"), ("kinds", "min-classes: 2"), ("max-sequential", "max-sequential: 3")]:
        driver.find_element(By.NAME, name).send_keys(rule[-1])
        until(driver, lambda: rule in value_of(driver, "#text"), rule)
    settled(driver)
    compared = same_as_report(driver, audit, tally, [value_of(driver, "#text")], directory, "controls")
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
    compared = same_as_report(driver, audit, tally, texts, directory, "four")
    report.screenshot(driver, keep / "four-1280.png")
    tabs[0].click()
    until(driver, lambda: value_of(driver, "#text") == FIRST, "the first policy again")
    compared += same_as_report(driver, audit, tally, texts, directory, "first of four")
    size(driver, 360)
    wide = driver.execute_script("return document.documentElement.scrollWidth")
    check(wide <= 360, f"four at 360 px: the page is {wide} px wide")
    for dark in (False, True):
        size(driver, 360, dark=dark)
        compared += same_as_report(driver, audit, tally, texts, directory, f"four at 360 px{', dark' if dark else ''}")
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


def plain(driver, lab):
    """Without script the same page works by its buttons."""
    def shown(name):
        return driver.find_element(By.NAME, name).get_attribute("value")

    def press(selector):
        """Presses a button, and waits for its page; its text."""
        driver.find_element(By.CSS_SELECTOR, selector).click()
        time.sleep(0.5)
        return driver.find_element(By.ID, "text").get_attribute("value")

    def begin(*keys):
        """Presses keys at the beginning of the text."""
        field = driver.find_element(By.ID, "text")
        field.send_keys(Keys.CONTROL, Keys.HOME)
        field.send_keys(*keys)

    driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        driver.get(lab.url + "?p=minlength%3A+8%3B")
        field = driver.find_element(By.ID, "text")
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys("minlength: 10; required: digit; allowed: ascii-printable;")
        driver.find_element(By.CSS_SELECTOR, "button.apply").is_displayed() or check(False, "no button for the controls")
        driver.find_element(By.NAME, "least").send_keys(Keys.ENTER)
        time.sleep(0.5)
        check("minlength%3A%2010" in driver.current_url, f"text round trip: {driver.current_url}")
        check("by=" not in driver.current_url, "the address is clean")
        check(shown("least") == "10", f"the controls follow without script: {shown('least')}")
        driver.find_element(By.CSS_SELECTOR, "input[value=upper]").click()
        text = press("button.apply")
        check("required: upper" in text and "required: digit" in text, f"controls without script: {text}")
        # What is typed and what is clicked are both kept.
        begin("# kept\n")
        driver.find_element(By.NAME, "most").send_keys("40")
        text = press("button.apply")
        check(text.startswith("# kept\nminlength: 10;") and "maxlength: 40;" in text,
              f"typed and clicked without script: {text}")
        begin("!\n")
        driver.find_element(By.NAME, "least").send_keys(Keys.CONTROL, "a")
        driver.find_element(By.NAME, "least").send_keys("11")
        press("button.apply")
        check(shown("least") == "11", "a number beside an error is lost without script")
        begin(Keys.DELETE, Keys.DELETE)
        text = press("button.apply")
        check(text.startswith("# kept\nminlength: 11;"), f"the number comes when the error is mended: {text}")
        driver.find_element(By.ID, "password").send_keys(CANARY)
        press("#try button")
        check("✓ meets the policy" in driver.find_element(By.ID, "tried").text, "trying without script")
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
