#!/usr/bin/env python3
"""Damaged tar and zip archives give all their lines, or exit 1 or 2 with a message.

    archives.py --audit PROGRAM [--step N] [--step-at-ends N]

Writes archives as Python, zip, bsdtar and GNU tar do, cuts them, changes bytes of their headers and of
both ends, and joins two. Each is audited from a file and from a pipe. Whatever the damage, it must be
told, and but for that of zip's directory and first signature at least the lines that Python's tarfile
and zipfile still read must be counted. Programs that are missing are named.
"""
import argparse
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from containers import archived, tar, zipped

NAMES = ["a.txt", "lists/b.txt", "n" * 120 + ".txt", "c.txt"]
TEXTS = [
    "".join(f"word-{number}-{line * line}\n" for line in range(15 + 5 * number)).encode()
    for number in range(len(NAMES))
]
FILES = list(zip(NAMES, TEXTS))
LINES = sum(text.count(b"\n") for text in TEXTS)


class Pipe(io.BytesIO):
    """What zipfile cannot go back in, so that sizes stand behind the data."""

    def seekable(self):
        return False

    def tell(self):
        raise OSError("a pipe")

    def seek(self, *_):
        raise OSError("a pipe")


FORMS = {
    "tar, ustar": (None, lambda: tar([(name[:90], text) for name, text in FILES], format=tarfile.USTAR_FORMAT)),
    "tar, GNU": (None, lambda: tar(FILES, format=tarfile.GNU_FORMAT)),
    "tar, pax": (None, lambda: tar(FILES, format=tarfile.PAX_FORMAT)),
    "GNU tar": ("tar", lambda: archived(FILES, "tar", "-cf", "-")),
    "bsdtar": ("bsdtar", lambda: archived(FILES, "bsdtar", "-cf", "-")),
    "zip, stored": (None, lambda: zipped(FILES, zipfile.ZIP_STORED)),
    "zip, deflate": (None, lambda: zipped(FILES, zipfile.ZIP_DEFLATED)),
    "zip, bzip2": (None, lambda: zipped(FILES, zipfile.ZIP_BZIP2)),
    "zip, LZMA": (None, lambda: zipped(FILES, zipfile.ZIP_LZMA)),
    "zip, sizes behind": (None, lambda: zipped(FILES, zipfile.ZIP_DEFLATED, Pipe)),
    "zip, large": (None, lambda: zipped(FILES, zipfile.ZIP_DEFLATED, large=True)),
    "zip, large, sizes behind": (None, lambda: zipped(FILES, zipfile.ZIP_DEFLATED, Pipe, large=True)),
    "Info-ZIP": ("zip", lambda: archived(FILES, "zip", "-qr", "-")),
    "bsdtar's zip": ("bsdtar", lambda: archived(FILES, "bsdtar", "--format", "zip", "-cf", "-")),
}


def reference(archive):
    """Lines that Python still reads."""
    count = 0
    try:
        if archive[:2] == b"PK":
            with zipfile.ZipFile(io.BytesIO(archive)) as members:
                for info in members.infolist():
                    try:
                        count += members.read(info).count(b"\n")
                    except Exception:
                        pass
        else:
            with tarfile.open(fileobj=io.BytesIO(archive)) as members:
                for info in members:
                    if info.isfile():
                        count += members.extractfile(info).read().count(b"\n")
    except Exception:
        pass
    return count


def headers(archive):
    """Places of the bytes that are no text."""
    if archive[:2] != b"PK":
        text = set()
        for part in TEXTS:
            start = archive.find(part)
            while start % 512:
                start = archive.find(part, start + 1)
            text |= set(range(start, start + len(part) + -len(part) % 512))
        zeros = len(archive) - len(archive.rstrip(b"\0")) - 1024
        return [p for p in range(len(archive) - max(0, zeros)) if p not in text]
    with zipfile.ZipFile(io.BytesIO(archive)) as members:
        places = set(range(members.start_dir, len(archive)))
        for info in members.infolist():
            start = info.header_offset
            name, extra = archive[start + 26 : start + 28], archive[start + 28 : start + 30]
            length = 30 + int.from_bytes(name, "little") + int.from_bytes(extra, "little")
            places |= set(range(start, start + length))
            end = start + length + info.compress_size
            places |= set(range(end, min(end + 24, members.start_dir)))
    return sorted(places)


def told(archive, place):
    """Marks damage of which telling is enough: of the first signature, where the list is refused, and of
    zip's directory, which then names places that hold no member."""
    if archive.startswith(b"PK") and (place < 4 or place >= archive.find(b"PK\1\2")):
        return "told, "
    return ""


def cases(archive, step, step_at_ends, first):
    yield "whole", archive
    for part in range(1, 16):
        yield f"cut at {part}/16", archive[: len(archive) * part // 16]
    ends = set(range(64)) | set(range(len(archive) - 64, len(archive)))
    for number, place in enumerate(headers(archive)):
        # Another form of archive has its other places changed.
        if (place + first) % step_at_ends if place in ends else number % step:
            continue
        changed = bytearray(archive)
        changed[place] ^= 1 << place * 5 % 8
        yield f"{told(archive, place)}byte {place}", bytes(changed)
    yield "joined", archive + archive
    yield "joined to text", archive + b"password\n" * 100


def check(audit, directory, number, form, damage, archive):
    path = Path(directory, f"list-{number}")
    path.write_bytes(archive)
    least, faults, unread = reference(archive), [], 0
    for way in ["file", "pipe"]:
        out = Path(directory, f"out-{number}-{way}")
        command = [
            audit, "--no-blocklist", "--strength", "none", "-q", "--no-page", "--layout", "plain", "-o", out]
        if way == "file":
            run = subprocess.run([*command, path], capture_output=True)
        else:
            run = subprocess.run([*command, "-"], capture_output=True, input=archive)
        words = f"{form}, {damage}, {way}: exit {run.returncode}"
        manifest = {"entries": 0, "inputs": [{"container": "none"}]}
        if Path(out, "audit.json").exists():
            manifest = json.loads(Path(out, "audit.json").read_text())
            shutil.rmtree(out)
        if manifest["inputs"][0]["container"] == "plain":
            unread += 1  # Its first bytes do not show that it is an archive.
            continue
        if run.returncode not in (0, 1, 2) or run.returncode and not run.stderr:
            faults.append(f"{words}: {run.stderr[-300:]}")
        if run.returncode == 0 and manifest["entries"] not in (LINES, 2 * LINES):
            faults.append(f"{words}, {manifest['entries']} of {LINES} lines")
        if damage == "whole" and run.returncode != 0:
            faults.append(f"{words}: {run.stderr[-300:]}")
        is_told = damage.startswith("told, ") and run.returncode != 0
        if manifest["entries"] < least and way == "file" and not is_told:
            faults.append(f"{words}, {manifest['entries']} lines, Python reads {least}")
    path.unlink()
    return faults, unread


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--audit", required=True)
    parser.add_argument("--step", type=int, default=1, help="every so many header bytes")
    parser.add_argument(
        "--step-at-ends", type=int, default=1, help="every so many of the first and last 64 bytes")
    arguments = parser.parse_args()
    missing = {need for need, _ in FORMS.values() if need and not shutil.which(need)}
    for need in sorted(missing):
        print(f"skipped: archives that need {need}")
    count = unread = 0
    faults = []
    # Thousands of reports: in memory, where the system has room for files there.
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=memory) as directory, ThreadPoolExecutor(2) as pool:
        jobs = []
        for first, (form, (need, pack)) in enumerate(FORMS.items()):
            if need in missing:
                continue
            for damage, archive in cases(
                pack(), arguments.step, arguments.step_at_ends, first
            ):
                jobs.append(
                    pool.submit(
                        check, arguments.audit, directory, len(jobs), form, damage, archive))
        for job in jobs:
            found, plain = job.result()
            faults += found
            unread += plain
            count += 2
    print(f"{count} archives, {unread} not told to be one, {len(faults)} faults")
    for fault in faults[:40]:
        print(fault)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
