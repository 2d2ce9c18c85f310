#!/usr/bin/env python3
"""Writes the map of a report's page as a picture of its own, with the styles that it uses.

    python3 Reports/map.py Reports/demo/report.html Reports/map.svg
"""
import pathlib
import re
import sys

MEDIA = re.compile(r"@(?:media|page)[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")


def picture(page):
    figure = re.search(r'<figure id="f0">.*?</figure>', page, re.S)
    if not figure:
        sys.exit("error: the page has no map: it shows fewer than two policies, or no estimate")
    wide = re.search(r'<svg [^>]*class="wd">.*?</svg>', figure[0], re.S)[0]
    width, height = re.search(r'viewBox="0 0 (\S+) (\S+)"', wide).groups()
    style = MEDIA.sub("", re.search(r"<style>(.*?)</style>", page, re.S)[1])
    used = set(re.findall(r"[\w-]+", " ".join(re.findall(r'class="([^"]*)"', wide))))
    rules = [f"{names}{{{rule}}}" for names, rule in re.findall(r"([^{}]+)\{([^{}]*)\}", style)
             if names.strip() == "svg" or re.fullmatch(r"(\.\w+,?)+", names) and used & set(re.findall(r"\w+", names))]
    head, body = wide.split(">", 1)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"' + head[4:]
    ground = f'<rect width="{width}" height="{height}" fill="#ffffff"/>'
    font = "svg{font-family:system-ui,sans-serif}"
    return f"{head}><style>{''.join(rules)}{font}</style>{ground}{body}\n"


def main():
    page, out = map(pathlib.Path, sys.argv[1:3])
    out.write_text(picture(page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
