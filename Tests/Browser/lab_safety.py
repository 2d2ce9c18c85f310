"""Whom the lab lets in, what it bears, and what it keeps to itself."""
import http.client
import json
import os
import pathlib
import re
import resource
import socket
import string
import subprocess
import threading
import time
import urllib.parse
import urllib.request

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import report
from lab_page import CANARY, Lab, check, no_noise, open_page, retype, settled, size, text_of, until, value_of

# Classes that overlap in every way: counting it takes more states than a second has room for.
BOMB = "".join(f"required: [{string.ascii_lowercase[n:n + 5]}];" for n in range(20))


def trying(driver, lab, keep):
    """A typed password is judged and found nowhere."""
    open_page(driver, lab.url)
    size(driver, 1280)
    field = driver.find_element(By.ID, "password")
    field.send_keys("abc")
    until(driver, lambda: "✗ breaks" in (text_of(driver, "#tried") or ""), "what abc breaks")
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys(CANARY)
    until(driver, lambda: "✓ meets the policy" in (text_of(driver, "#tried") or ""), "that it complies")
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
    # Addresses of 150 kB without the token, and a question beside them.
    stopped = threading.Event()
    end = time.monotonic() + 20

    def flood():
        while not stopped.is_set() and time.monotonic() < end:
            try:
                with socket.create_connection((parts.hostname, parts.port), timeout=10) as one:
                    one.sendall(b"GET /" + b"a" * 150_000 + b" HTTP/1.1\r\nHost: " + own.encode() + b"\r\n\r\n")
                    one.recv(100)
            except OSError:
                pass

    threads = [threading.Thread(target=flood) for _ in range(6)]
    for thread in threads:
        thread.start()
    slowest = 0
    for number in range(20):
        begun = time.monotonic()
        check(status(f"{parts.path}numbers?p=minlength%3A+{number + 20}%3B") == 200, "safety: an answer beside long addresses")
        slowest = max(slowest, time.monotonic() - begun)
    stopped.set()
    for thread in threads:
        thread.join()
    check(slowest < 2, f"safety: beside six clients with addresses of 150 kB, an answer took {slowest:.1f} s")
    with socket.create_connection((parts.hostname, parts.port), timeout=10) as one:
        one.sendall(f"GET {parts.path} HTTP/1.1\r\nHost: evil.example\r\nHost: {own}\r\n\r\n".encode())
        check(one.recv(100).startswith(b"HTTP/1.1 400 "), "safety: two hosts")
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
