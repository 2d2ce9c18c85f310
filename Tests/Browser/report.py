#!/usr/bin/env python3
"""Opens report.html in a real browser and says what is wrong with it.

    python3 Tests/Browser/report.py Reports/demo/report.html --keep /tmp/shots

Checks with Debian's chromium, driven by selenium, without network and with script switched off by the
page's own policy: figures, read back as painted, have the numbers of the tables; the page parses to the elements that were written, asks for nothing, prints nothing
on the console, is no wider than the window at 320, 360, 768 and 1280 px, in light and dark, at 200 %
zoom; at 360 and 1280 px, in light, dark and forced colours, and in print, the text of figures does not overlap, is
not cut off, is not struck out by a grid line, and differs from what it stands on, no figure scrolls, and all links and summaries can
be touched; every table has the numbers of audit.csv; axe finds no violation of WCAG 2.2 A
or AA; printed on A4 no figure is cut in two. Screenshots and the PDF stay in the directory given by
--keep.
"""
import argparse
import base64
import importlib.util
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from selenium import webdriver
from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

import readback

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


def browser():
    options = Options()
    options.binary_location = "/usr/bin/chromium"
    for switch in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"):
        options.add_argument(switch)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))


def show(driver, path, width, dark=False, scale=1, forced=False):
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": 900, "deviceScaleFactor": scale, "mobile": False},
    )
    features = [
        {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
        {"name": "forced-colors", "value": "active" if forced else "none"},
    ]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": features})
    driver.get(path.resolve().as_uri())


def console(driver):
    return [line["message"] for line in driver.get_log("browser")]


def requests(driver):
    urls = []
    for line in driver.get_log("performance"):
        message = json.loads(line["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            urls.append(message["params"]["request"]["url"])
    return urls


def screenshot(driver, path):
    width, height = driver.execute_script(
        "return [innerWidth, document.documentElement.scrollHeight]"
    )
    capture(driver, path, width, min(height, 16000), captureBeyondViewport=True)


def capture(driver, path, width, height, scale=1, **options):
    """A picture of the beginning of a page."""
    clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": scale}
    picture = driver.execute_cdp_cmd("Page.captureScreenshot", options | {"clip": clip})
    path.write_bytes(base64.b64decode(picture["data"]))


def axe(driver):
    """The violations of WCAG 2.2 A and AA by axe-core, of which axe-playwright-python brings a recent one."""
    found = importlib.util.find_spec("axe_playwright_python")
    script = pathlib.Path(found.submodule_search_locations[0]) / "axe.min.js"
    # By the debugger, since the page's policy lets no script in.
    evaluate = lambda text: driver.execute_cdp_cmd(
        "Runtime.evaluate", {"expression": text, "awaitPromise": True, "returnByValue": True}
    )
    evaluate(script.read_text(encoding="utf-8") + ";0")
    run = "axe.run(document, {runOnly: {type: 'tag', values: %s}})" % json.dumps(TAGS)
    result = evaluate(run + ".then(r => [r.testEngine.version, r.passes.length, r.violations])")
    version, passes, violations = result["result"]["value"]
    # Browsers make a box that scrolls a tab stop by themselves, which axe does not know.
    for violation in violations:
        if violation["id"] == "scrollable-region-focusable":
            reached = reached_by_tab(driver, [node["target"][0] for node in violation["nodes"]])
            violation["nodes"] = [node for node in violation["nodes"] if node["target"][0] not in reached]
    return version, passes, [violation for violation in violations if violation["nodes"]]


def reached_by_tab(driver, selectors, most=600):
    """Those of some elements that get the focus as one tabs through the page."""
    driver.execute_script("document.activeElement.blur(); scrollTo(0, 0)")
    reached = set()
    for _ in range(most):
        ActionChains(driver).send_keys(Keys.TAB).perform()
        here = driver.execute_script(
            "const e = document.activeElement; return e === document.body ? null"
            " : arguments[0].filter(s => document.querySelector(s) === e)", selectors)
        if here is None or reached == set(selectors):
            break
        reached.update(here)
    return reached


# What is wrong with the text of a page's figures: pairs that overlap, text that the picture, its box
# or a bar cuts off, and text in the colour of its ground.
FIGURE_FAULTS = """
const faults = [];
const STROKE = /M([\\d.]+) ([\\d.]+)([HV])([\\d.]+)/g;
const fault = (svg, what) => faults.push(svg.closest('figure').id + ': ' + what);
const quoted = t => "'" + t.firstChild.textContent + "'";
const colour = css => (css.match(/[0-9.]+/g) || []).map(Number);
const light = ([r, g, b]) => [r, g, b].map(v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
  .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
const contrast = (a, b) => { const [x, y] = [light(a), light(b)]; return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05); };
for (const svg of document.querySelectorAll('figure svg')) {
  // The layout for another width is not shown.
  if (!svg.getClientRects().length) continue;
  const frame = svg.getBoundingClientRect();
  const scale = frame.width / svg.viewBox.baseVal.width;
  const box = svg.parentElement;
  if (box.scrollWidth > box.clientWidth + 1) fault(svg, 'the picture scrolls');
  const texts = [...svg.querySelectorAll('text')].filter(t => t.textContent.trim())
    .map(t => [t, t.getBoundingClientRect()]);
  const shapes = [...svg.querySelectorAll('path, rect')].filter(s => !s.closest('defs'))
    .map(s => [s, getComputedStyle(s)]).filter(([, style]) => style.fill !== 'none');
  const grid = [...svg.querySelectorAll('path.q, path[stroke="#949494"]')].filter(p => !p.closest('defs'));
  const ground = colour(getComputedStyle(svg.closest('figure')).backgroundColor);
  texts.forEach(([text, a], i) => {
    if (a.left < frame.left - 1 || a.right > frame.right + 1 || a.top < frame.top - 1 || a.bottom > frame.bottom + 1)
      fault(svg, quoted(text) + ' is cut off');
    for (const [other, b] of texts.slice(i + 1)) {
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 2 * scale && high > 3 * scale) fault(svg, quoted(text) + ' lies on ' + quoted(other));
    }
    const own = text.getBBox();
    // A line that crosses a text strikes it out, above all in print.
    for (const line of grid) for (const [, x, y, way, end] of line.getAttribute('d').matchAll(STROKE)) {
      const [x0, y0, to] = [Number(x), Number(y), Number(end)];
      const [left, right] = way === 'H' ? [Math.min(x0, to), Math.max(x0, to)] : [x0, x0];
      const [top, bottom] = way === 'V' ? [Math.min(y0, to), Math.max(y0, to)] : [y0, y0];
      if (left < own.x + own.width - 2 && right > own.x + 2 && top < own.y + own.height - 4 && bottom > own.y + 4)
        fault(svg, quoted(text) + ' lies on a grid line');
    }
    const ink = colour(getComputedStyle(text).fill);
    // A text in the colour of paper is inside its bar, or nobody sees its start.
    const isPaper = contrast(ink, [255, 255, 255]) < 1.1;
    const ends = [own.x + 1, own.x + own.width - 1].map(x => new DOMPoint(x, own.y + own.height / 2));
    const under = shapes.filter(([s]) => s.compareDocumentPosition(text) & 4
      && ends.every(end => s.isPointInFill(end)));
    if (isPaper && under.length === 0) fault(svg, quoted(text) + ' is wider than its bar');
    const fill = under.length ? colour(under[under.length - 1][1].fill) : ground;
    // Patterns have no one colour.
    if (fill.length >= 3 && contrast(ink, fill) < 3) fault(svg, quoted(text) + ' cannot be told from its ground');
  });
}
return faults;
"""

# The first table and the sentences below it.
FIRST_SCREEN = """
const faults = [], key = document.querySelector('.decide'), say = document.querySelector('.say');
if (key.scrollWidth > key.parentElement.clientWidth) faults.push('the first table is cut');
for (const head of key.querySelectorAll('thead th'))
  for (const word of head.textContent.matchAll(/[^\\s-]+/g)) {
    const range = document.createRange();
    range.setStart(head.firstChild, word.index);
    range.setEnd(head.firstChild, word.index + word[0].length);
    if (range.getClientRects().length > 1) faults.push("'" + word[0] + "' is broken");
  }
if (innerWidth >= 1280 && say && key.tBodies[0].rows.length <= 4 && say.getBoundingClientRect().bottom > 900)
  faults.push('the first screen ends at ' + say.getBoundingClientRect().bottom + ' px');
return faults;
"""

# Standards whose sign is on another line than their name.
BROKEN_MARKS = """
return [...document.querySelectorAll('.decide span.yes, .decide span.no')].filter(mark => {
  const range = document.createRange();
  range.setStart(mark.firstChild, 0);
  range.setEnd(mark.firstChild, mark.textContent.search(/[✓✗]/) + 1);
  return range.getClientRects().length > 1;
}).map(mark => "'" + mark.textContent + "' is broken");
"""

# Links and summaries that are smaller than 24 px and not part of a sentence.
SMALL_TARGETS = """
document.querySelectorAll('details').forEach(d => { d.open = true; });
return [...document.querySelectorAll('nav a, summary')].filter(e => e.getClientRects().length)
  .map(e => [e.getBoundingClientRect().height, e.textContent]).filter(([h]) => h < 24)
  .map(([h, text]) => "'" + text + "' is " + h + ' px high');
"""


def looks(driver, path, keep):
    """What is wrong with figures and targets, at two widths, in light, dark and forced colours."""
    faults = []
    for width in (360, 1280):
        for dark, forced in ((False, False), (True, False), (False, True), (True, True)):
            show(driver, path, width, dark, forced=forced)
            name = f"{width}{'-dark' if dark else ''}{'-forced' if forced else ''}"
            faults += [f"{name}: {fault}" for fault in driver.execute_script(FIGURE_FAULTS)[:12]]
            if forced:
                screenshot(driver, keep / f"{name}.png")
            faults += [f"{name}: {fault}" for fault in driver.execute_script(SMALL_TARGETS)[:3]]
    return faults


def pages_of(pdf):
    """The text of each page of a PDF."""
    command = ["pdftotext", "-raw", str(pdf), "-"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return [re.sub(r"\s+", "", page) for page in text.split("\f")[:-1]]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("--keep", type=pathlib.Path, metavar="DIR", help="where screenshots and the PDF stay")
    parser.add_argument("--picture", type=pathlib.Path, metavar="PNG", help="take a picture of the page's beginning, and no more")
    arguments = parser.parse_args()
    page = arguments.page
    if arguments.picture:
        driver = browser()
        show(driver, page, 1000)
        capture(driver, arguments.picture, 1000, 1060, scale=0.8, captureBeyondViewport=True)
        driver.quit()
        return
    keep = arguments.keep or pathlib.Path(tempfile.mkdtemp(prefix="report-"))
    keep.mkdir(parents=True, exist_ok=True)
    faults = []
    written = page.read_text(encoding="utf-8")

    driver = browser()
    try:
        for width in (320, 360, 768, 1280):
            for dark in (False, True):
                show(driver, page, width, dark)
                name = f"{width}{'-dark' if dark else ''}"
                faults += [f"{name}: console: {line}" for line in console(driver)]
                asked = [url for url in requests(driver) if url.startswith(("http", "ws", "ftp", "data"))]
                faults += [f"{name}: asked for {url}" for url in asked]
                wide = driver.execute_script("return document.documentElement.scrollWidth")
                if wide > width:
                    faults.append(f"{name}: the page is {wide} px wide")
                if (page.parent / "audit.csv").exists():
                    wrong, checked = readback.faults(driver, name, page.parent)
                    faults += wrong
                    print(f"{name}: read back, {checked:,} equalities")
                screenshot(driver, keep / f"{name}.png")
        # 200 % zoom of a window of 1280 px is a window of 640.
        show(driver, page, 640, scale=2)
        if driver.execute_script("return document.documentElement.scrollWidth") > 640:
            faults.append("200 %: the page is wider than the window")

        show(driver, page, 1280)
        elements = driver.execute_script("return document.querySelectorAll('*').length")
        tags = len(re.findall(r"<[a-zA-Z]", written))
        if elements != tags:
            faults.append(f"{elements} elements were parsed, {tags} were written")
        active = driver.execute_script(
            "return document.querySelectorAll('script, img, iframe, object, embed, link, form, input').length"
        )
        if active:
            faults.append(f"{active} elements that run or load something")

        # Tables are opened, so that their text is looked at too.
        for dark in (False, True):
            show(driver, page, 1280, dark)
            driver.execute_script("document.querySelectorAll('details').forEach(d => { d.open = true; })")
            version, passes, violations = axe(driver)
            for violation in violations:
                for node in violation["nodes"][:3]:
                    faults.append(f"axe{', dark' if dark else ''}: {violation['id']}: {node['html'][:160]}")
            print(f"axe-core {version}: {passes} rules pass, {len(violations)} are broken")
        # Of the first table no column is out of sight, no word of its heads is broken, and the sentences
        # below it end on the first screen.
        for width in (768, 1280):
            show(driver, page, width)
            faults += [f"{width}: {fault}" for fault in driver.execute_script(FIRST_SCREEN)]
        # On a phone its rows are blocks, so that nothing scrolls.
        show(driver, page, 360)
        faults += driver.execute_script(
            "const box = document.querySelector('.decide').parentElement;"
            "return box.scrollWidth > box.clientWidth + 1 ? ['360: the first table scrolls'] : []")
        faults += driver.execute_script(
            "return [...document.querySelectorAll('figure')].filter(f => f.scrollWidth > f.clientWidth + 1)"
            ".map(f => '360: figure ' + f.id + ' scrolls')")
        faults += looks(driver, page, keep)
        # As on paper, whose A4 has 182 mm between its margins.
        show(driver, page, 688)
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        faults += [f"print: {fault}" for script in (FIGURE_FAULTS, BROKEN_MARKS) for fault in driver.execute_script(script)]

        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})
        show(driver, page, 1280)
        figures = driver.execute_script(
            # Of hundreds of policies print leaves sections out.
            "return Array.from(document.querySelectorAll('figure')).filter(f => !f.closest('.screen')).map(f => ["
            " f.querySelector('figcaption strong').textContent,"
            " Array.from(f.querySelectorAll('svg.wd text')).map(t => t.firstChild.textContent)])"
        )
        options = {"printBackground": True, "preferCSSPageSize": True}
        pdf = driver.execute_cdp_cmd("Page.printToPDF", options)
        (keep / "report.pdf").write_bytes(base64.b64decode(pdf["data"]))
        pages = pages_of(keep / "report.pdf")
        print(f"{len(pages)} pages of A4, {len(figures)} figures")
        rows = driver.execute_script("return document.querySelectorAll('.decide')[0].tBodies[0].rows.length")
        if len(pages) > 12 and (rows <= 3 or driver.execute_script("return document.querySelectorAll('.decide').length > 1")):
            faults.append(f"print: {len(pages)} pages")
        for title, labels in figures:
            # A figure is whole where one page has its title and all labels of its picture.
            words = [re.sub(r"\s+", "", label) for label in [title] + labels]
            if not any(all(word in page for word in words) for page in pages):
                faults.append(f"print: '{title}' is cut or missing")
    finally:
        driver.quit()
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"{len(faults)} faults; pictures in {keep}")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
