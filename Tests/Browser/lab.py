#!/usr/bin/env python3
"""Uses Policy Lab in a real browser as people do, and says what is wrong with it.

    python3 Tests/Browser/lab.py .build/release --keep /tmp/shots

Debian's chromium, driven by selenium, on a tally of the synthetic sample: loads, types, presses every
control, compares numbers with those of `audit report`, tabs through everything, at 360 and 1280 px, in
light and dark, chips and keys that follow each other closely, with script off, with hostile names, with a tally that lacks facts, in two tabs, and with
a server that is gone. Two new users walk through it, one by keys alone, one by touch, and nothing may jump.
A typed password must be found nowhere. Screenshots stay in the directory given
by --keep.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile
import urllib.parse

import report
from lab_editing import comparing, controls, plain, two_tabs, typing
from lab_export import exported
from lab_keeping import beside, remembering
from lab_losses import losing, quiet
from lab_walks import by_keys, by_touch, tabbing, widths
from lab_safety import gone, hostile, safety, trying
from lab_page import SAMPLE, Lab, checks, faults, open_page, size


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=pathlib.Path, help="where audit and audit-lab lie")
    parser.add_argument("--keep", type=pathlib.Path, metavar="DIR", help="where screenshots stay")
    parser.add_argument("--picture", type=pathlib.Path, metavar="PNG", help="take the README's picture, and no more")
    parser.add_argument("--of", type=pathlib.Path, metavar="TALLY", help="the tally of the picture, in place of the sample's")
    parser.add_argument("--tries", type=int, default=30, help="how often chips and keys follow each other closely")
    arguments = parser.parse_args()
    programs = arguments.programs.resolve()
    keep = arguments.keep or pathlib.Path(tempfile.mkdtemp(prefix="lab-"))
    keep.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        directory = pathlib.Path(temporary)
        tally = arguments.of or directory / "sample.tally"
        if not arguments.of:
            subprocess.run(
                [programs / "audit", "scan", "--distinct", "-o", tally, SAMPLE], check=True, capture_output=True)
        lab = Lab(programs / "audit-lab", tally)
        driver = report.browser()
        try:
            if arguments.picture:
                size(driver, 1280)
                # The sample's picture has the policy that the page opens with.
                asked = "minlength: 8; required: lower; required: digit; allowed: ascii-printable;"
                open_page(driver, lab.url + ("?p=" + urllib.parse.quote(asked) if arguments.of else ""))
                report.capture(driver, arguments.picture, 1280, 900, scale=0.75)
                lab.end()
                return
            audit = programs / "audit"
            compared = typing(driver, lab, audit, tally, directory, keep)
            compared += controls(driver, lab, audit, tally, directory)
            compared += comparing(driver, lab, audit, tally, directory, keep)
            print(f"{compared:,} equalities of the page and audit report")
            remembering(driver, lab, audit, tally, keep)
            beside(driver, lab, keep)
            quiet(driver, lab)
            print(f"{losing(driver, lab, arguments.tries)} changes lost in {arguments.tries} tries")
            trying(driver, lab, keep)
            print(f"{tabbing(driver, lab, keep)} things are reached by Tab")
            plain(driver, lab)
            two_tabs(driver, lab)
            version, passes = widths(driver, lab, keep)
            print(f"axe-core {version}: {passes} rules pass")
            steps = by_keys(driver, lab, keep) + by_touch(driver, lab, keep)
            print(f"{steps} steps of a new user, by keys and by touch")
            print(f"{exported(driver, programs, lab, tally, directory, keep)} parts of answers are those of an exported page")
            safety(programs, tally)
            hostile(driver, programs, directory)
            gone(driver, lab)
        finally:
            driver.quit()
            lab.process.kill()
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"{len(checks)} checks, {len(faults)} faults; pictures in {keep}")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
