"""Policy Lab in a browser: how it is started, driven and waited for."""
import pathlib
import signal
import subprocess
import tempfile

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

import report

SAMPLE = pathlib.Path(__file__).resolve().parents[2] / "Datasets/Samples/synthetic-100k.txt.gz"
FIRST = "minlength: 8;\nrequired: lower; required: upper;\nrequired: digit; required: special;"
CANARY = "Kanari-5Vq!uncaged"
faults = []
checks = []


def check(holds, what):
    """Notes a fault where something does not hold."""
    checks.append(what)
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
            "if (document.querySelector('#answer').ariaBusy === 'true') return false;"
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
