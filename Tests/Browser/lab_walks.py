"""Two new users walk through the page, one by keys alone, one by touch; nothing may jump."""
import time
import urllib.parse

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import report
from lab_page import FIRST, axe, check, no_noise, open_page, retype, settled, size, text_of, until, value_of


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
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, ".place"), "keys: the mistake is told")
    walk.picture("mistake")
    walk.tab_to("problems", most=3)
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
    shown = ("return [...document.querySelectorAll('#standards table')].map(t => t.caption?.textContent || '')"
             ".filter(text => text.includes('PCI DSS 4.0.1')).length")
    until(driver, lambda: driver.execute_script(shown) > 0, "keys: the standard's table")
    check("against=pci-4.0.1" in driver.current_url, "keys: the standard is not in the address")
    walk.picture("standard")
    text, url = value_of(driver, "#text"), driver.current_url
    # Nothing is lost on reload.
    driver.refresh()
    check(value_of(driver, "#text") == text and driver.current_url == url, "keys: lost on reload")
    check(driver.execute_script("return document.querySelector('input[value=\"pci-4.0.1\"]').checked"),
          "keys: the standard is lost on reload")
    check(driver.execute_script(shown) > 0, "keys: the standard's table is lost on reload")
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
