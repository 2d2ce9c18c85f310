#!/usr/bin/env python3
"""Every layout in every container in every encoding with either line end gives the same table.

    matrix.py --audit PROGRAM [--lines N] [--seed N]

Writes the same synthetic passwords in all those forms, audits each, and compares the tables with that
of the plain list. Containers whose tools are missing (zstd, lz4, bsdtar) are named and left out.
"""
import argparse
import bz2
import gzip
import lzma
import random
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import containers

LETTERS = "abcdefgXYZ0123456789!?. äéßÿ"
ENCODINGS = {
    "utf-8": "utf-8", "latin-1": "latin-1", "windows-1252": "cp1252", "utf-16le": "utf-16-le",
    "utf-16be": "utf-16-be",
}
LAYOUTS = {
    "plain": lambda number, password: password,
    "counted:prefix": lambda number, password: f"      1 {password}",
    "counted:colon": lambda number, password: f"{password}:1",
    "counted:bar": lambda number, password: f"{password}|1",
    "user:password": lambda number, password: f"u{number}@example.org:{password}",
    "hash:password": lambda number, password: f"{number:032x}:{password}",
    "csv:2": lambda number, password: f'{number},"{password}",x',
}


def members(text, size):
    return b"".join(gzip.compress(text[i : i + size]) for i in range(0, len(text), size))


def tar(mode):
    return lambda text: containers.tar([("a/list.txt", text), ("empty.txt", b"")], mode=mode)


CONTAINERS = {
    "plain": (None, lambda text: text),
    "gzip": (None, gzip.compress),
    "gzip members": (None, lambda text: members(text, 10_001)),
    "block gzip": (None, containers.block_gzip),
    "bzip2": (None, bz2.compress),
    "xz": (None, lzma.compress),
    "zstd": ("zstd", containers.pipe("zstd", "-qc")),
    "lz4": ("lz4", containers.pipe("lz4", "-qc")),
    "zip": (None, lambda text: containers.zipped([("list.txt", text)])),
    "7z": ("bsdtar", lambda text: containers.archived([("list.txt", text)], "bsdtar", "-cf", "-", "--format", "7zip")),
    "tar": (None, tar("w")),
    "tar.gz": (None, tar("w:gz")),
    "tar.bz2": (None, tar("w:bz2")),
    "tar.xz": (None, tar("w:xz")),
}


def table(audit, directory, form, packed, layout, encoding):
    """The table's rows, but those about users, which only one layout names."""
    path = Path(directory, f"list-{form}")
    path.write_bytes(packed)
    out = Path(directory, f"out-{form}")
    command = [
        audit, "--rules", f"{directory}/site.policy", "--strength", "meter", "--no-blocklist", "-q",
        "--dataset", "matrix", "--layout", layout, "--encoding", encoding, "-o", out, path,
    ]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode != 0:
        return f"exit {run.returncode}: {run.stderr}"
    rows = Path(out, "audit.csv").read_text().splitlines()
    path.unlink()
    shutil.rmtree(out)
    return "\n".join(row for row in rows if "blocklist" not in row and "user_name" not in row)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--audit", required=True)
    parser.add_argument("--lines", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    passwords = [
        "".join(chance.choice(LETTERS) for _ in range(chance.randint(1, 14)))
        for _ in range(arguments.lines)
    ]
    missing = {need for need, _ in CONTAINERS.values() if need and not shutil.which(need)}
    for need in sorted(missing):
        print(f"skipped: containers that need {need}")
    with tempfile.TemporaryDirectory() as directory, ThreadPoolExecutor(2) as pool:
        Path(directory, "site.policy").write_text("minlength: 8; required: digit; allowed: unicode;")
        jobs = {}
        for layout, write in LAYOUTS.items():
            for end in ["\n", "\r\n"]:
                text = "".join(write(number, p) + end for number, p in enumerate(passwords))
                for encoding, codec in ENCODINGS.items():
                    for container, (need, pack) in CONTAINERS.items():
                        if need in missing:
                            continue
                        form = (layout, repr(end), encoding, container)
                        jobs[form] = pool.submit(
                            lambda *a: table(arguments.audit, directory, a[0], a[2](a[1]), *a[3:]),
                            len(jobs), text.encode(codec), pack, layout, encoding)
        tables = {form: job.result() for form, job in jobs.items()}
    expected = next(iter(tables.values()))
    wrong = [form for form, rows in tables.items() if rows != expected]
    for form in wrong[:20]:
        print("differs:", *form, tables[form][:300] if tables[form].startswith("exit") else "")
    print(f"{len(tables) - len(wrong)} of {len(tables)} forms of {arguments.lines} passwords agree")
    sys.exit(1 if wrong or not expected.startswith("dataset,") else 0)


if __name__ == "__main__":
    main()
