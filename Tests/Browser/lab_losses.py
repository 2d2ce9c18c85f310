"""Clicks and keys that follow each other closely: nothing of them may be lost."""
import random
import time

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from lab_page import check, open_page, settled, value_of

# Chips are clicked and keys typed at these times; "done" is called after the last.
ACT = """
const [acts, gap, done] = arguments, field = document.querySelector('#text');
acts.forEach((act, number) => setTimeout(() => {
  if (act.length > 1) document.querySelector(`#controls input[value="${act}"]`).click();
  else {
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
    document.execCommand('insertText', false, act);
  }
  if (number === acts.length - 1) done();
}, number * gap));
"""
GAPS = [0, 20, 50, 100, 150, 250]
CHIPS = ["lower", "upper", "digit", "special"]
TYPED = " max-sequential: 4;"


def base(random_, number):
    """A policy with comments that was not asked before."""
    return (f"# our policy, {number}\nminlength: {random_.randint(5, 60)};\n# classes\n"
            f"required: lower; required: upper;\nmaxlength: {random_.randint(61, 999)};")


def losing(driver, lab, tries, seed=1):
    """Chips one after the other, and chips among keys; returns how many changes were lost."""
    random_ = random.Random(seed)
    lost = 0
    driver.set_script_timeout(60)
    open_page(driver, lab.url)
    field = driver.find_element(By.ID, "text")
    for number in range(tries):
        text = base(random_, number)
        field.click()
        field.send_keys(Keys.CONTROL, "a")
        driver.execute_script("document.execCommand('insertText', false, arguments[0])", text)
        settled(driver)
        chips = random_.sample(CHIPS, 4)
        kind = number % 3
        gap = GAPS[number // 3 % len(GAPS)]
        acts = [chips, chips[:1] + list(TYPED), list(TYPED) + chips[:2]][kind]
        driver.execute_async_script(ACT, acts, gap if kind == 0 else min(gap, 50))
        settled(driver)
        found = value_of(driver, "#text")
        wanted = [("# our policy, ", True), ("# classes", True)]
        wanted += [(TYPED.strip(), True)] if kind else []
        for chip in CHIPS:
            is_on = (chip in ("lower", "upper")) != (chip in acts)
            wanted.append((f"required: {chip};", is_on))
            box = driver.find_element(By.CSS_SELECTOR, f'#controls input[value="{chip}"]')
            if not check(box.is_selected() == is_on, f"losing: try {number}, {acts} at {gap} ms: the chip {chip}"):
                lost += 1
        for part, is_there in wanted:
            if not check((part in found) == is_there,
                         f"losing: try {number}, {acts} at {gap} ms: {part!r} in {found!r}: {not is_there}"):
                lost += 1
        if number % 10 == 0:
            for _ in range(12):
                if value_of(driver, "#text") == text:
                    break
                field.send_keys(Keys.CONTROL, "z")
                settled(driver)
            check(value_of(driver, "#text") == text, f"losing: try {number}: undo leads to {value_of(driver, '#text')!r}")
            for _ in range(12):
                field.send_keys(Keys.CONTROL, Keys.SHIFT, "z")
                settled(driver)
            check(value_of(driver, "#text") == found, f"losing: try {number}: redo leads to {value_of(driver, '#text')!r}")
    return lost


def quiet(driver, lab):
    """While somebody types, nothing turns grey, no error box appears, and controls keep their values."""
    open_page(driver, lab.url)
    field = driver.find_element(By.ID, "text")
    field.click()
    field.send_keys(Keys.CONTROL, Keys.END)
    look = (
        "return [getComputedStyle(document.querySelector('#answer')).filter,"
        " document.querySelector('#answer').classList.contains('stale'),"
        " document.querySelector('#problems').querySelectorAll('.error').length,"
        " document.querySelector('#text').getAttribute('aria-invalid'),"
        " [...document.querySelectorAll('#controls input')].map(e => e.checked ? e.value : e.type === 'number' ? e.value : '').join()]")
    before = driver.execute_script(look)
    for key in "\nmin-classes: 3":
        field.send_keys(key)
        time.sleep(0.15)
        after = driver.execute_script(look)
        check(after[:4] == before[:4], f"quiet: after {key!r}: {after[:4]}")
        check(after[4] == before[4] or "3" == key, f"quiet: after {key!r} the controls are {after[4]}")
    settled(driver)
    before = driver.execute_script(look)
    field.send_keys(Keys.BACKSPACE, "x")
    time.sleep(1.2)
    after = driver.execute_script(look)
    check(after[1] and after[2] == 1 and after[3] == "true", f"quiet: an error is told after a while: {after}")
    check(after[4] == before[4], f"quiet: beside an error the controls are {after[4]}")
