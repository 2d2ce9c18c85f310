"""Reads a page's figures back as a browser shows them: fills, lines and labels as computed.

The readers and tables are those of Tests/Oracle/consistency. What a browser hides is not there to read.
"""
import pathlib
import sys

for folder in ("Oracle", "Oracle/consistency"):
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / folder))
import cells
import equalities
import markup
import pictures
import records

# Notes how each shape is painted, and leaves out what is not shown.
COMPUTED = """
const hex = text => {
  const found = text.match(/^rgba?\\((\\d+), (\\d+), (\\d+)(?:, ([\\d.]+))?\\)$/);
  if (!found) return text.replace(/"/g, '');
  if (found[4] === '0') return 'none';
  return '#' + [1, 2, 3].map(n => Number(found[n]).toString(16).padStart(2, '0')).join('');
};
const copy = document.documentElement.cloneNode(true);
const shown = [...document.querySelectorAll('figure svg *, figure svg')];
const copies = [...copy.querySelectorAll('figure svg *, figure svg')];
shown.forEach((shape, number) => {
  if (shape.closest('defs')) return;
  const style = getComputedStyle(shape);
  // A title is never painted, but belongs to its shape.
  if (!['title', 'desc', 'defs'].includes(shape.tagName)
      && (style.display === 'none' || style.visibility !== 'visible' || style.opacity === '0')) {
    copies[number].remove();
    return;
  }
  copies[number].setAttribute('computed-fill', hex(style.fill));
  copies[number].setAttribute('computed-stroke', hex(style.stroke));
});
return copy.outerHTML;
"""


def page_of(driver):
    """The page as the browser shows it."""
    return markup.Page(driver.execute_script(COMPUTED))


def look(driver, kind, source, judge):
    """Reads the figures of a page of some kind; their ids. `source` has the numbers: a report, or more of them."""
    page = page_of(driver)
    if kind == "report":
        cells.judge(page, source, judge)
        pictures.judge_report(page, source, judge)
    else:
        pictures.judge(kind, page, source, judge)
    judge.holds(bool(page.figures) and all(f.pictures for f in page.figures), "a figure without a picture")
    return {figure.id for figure in page.figures}


def faults(driver, name, directory):
    """What a report's page says that its tables do not; and how many equalities were looked at."""
    judge = equalities.Judge()
    judge.place = name
    look(driver, "report", records.Report(directory), judge)
    return judge.faults, judge.checks
