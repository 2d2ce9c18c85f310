#!/usr/bin/env python3
"""No damaged, cut or foreign input passes for complete, and none makes the program crash.

    hostile.py --audit PROGRAM [--quick] [--step N] [--seed N] [--only WORD]

Damages lists in every container: cut at every sixteenth, each byte of the first and last 64 flipped,
two joined, the signature of the second damaged; and tries foreign formats, JSON, dirty lists, odd
encodings, over-long lines. Each must give the answer of the undamaged list, or exit with 1 or 2 and a
message, with at least the whole lines that the format's own program gives before its error. It is not
run where that program is missing, which is said.

Tries each command that writes, too, while somebody leads its output elsewhere: no file of another is
changed or joined.
"""
import argparse
import bz2
import gzip
import json
import lzma
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from containers import BLOCK_END, block_gzip, pipe

MESSAGE = ("error: ", "warning: ")
# How to pack, the program that unpacks, and the bytes of a signature.
CONTAINERS = {
    "gzip": (lambda text: gzip.compress(text, mtime=0), ["gzip", "-dc"], 3),
    "bgzip": (block_gzip, ["gzip", "-dc"], 3),
    "zstd": (pipe("zstd", "-qc"), ["zstd", "-qdc"], 4),
    "xz": (lambda text: lzma.compress(text), ["xz", "-dc"], 6),
    "bzip2": (lambda text: bz2.compress(text), ["bzip2", "-dc"], 4),
    "lz4": (pipe("lz4", "-qc"), ["lz4", "-qdc"], 4),
    "lzip": (pipe("lzip", "-c"), ["lzip", "-qdc"], 5),
}


class Case:
    """One input, and what must come of it."""

    def __init__(self, name, data, *, reference=None, lines=None, code=None, options=(), text=None):
        self.name, self.data, self.reference, self.lines = name, data, reference, lines
        self.code, self.options, self.text = code, list(options), text


def passwords(count, seed):
    source = random.Random(seed)
    letters = "abcdefghijklmnopqrstuvwxyzABCXYZ0123456789!?.é漢"
    lines = ["".join(source.choices(letters, k=source.randint(1, 14))) for _ in range(count)]
    return "".join(line + "\n" for line in lines).encode()


def flipped(data, place, bits):
    out = bytearray(data)
    out[place] ^= bits
    return bytes(out)


def damage(kind, text, seed):
    """All cases of one container and one text."""
    pack, program, signature = CONTAINERS[kind]
    source = random.Random(seed)
    data = pack(text)
    count = text.count(b"\n")
    name = f"{kind} of {count} lines"
    yield Case(f"{name}, whole", data, lines=count, code=0)
    for part in range(1, 16):
        end = len(data) * part // 16
        yield Case(f"{name}, cut at {part}/16", data[:end], reference=program, lines=count)
    places = sorted(set(range(min(64, len(data)))) | set(range(max(0, len(data) - 64), len(data))))
    for place in places:
        bits = source.choice([1, 2, 4, 8, 16, 32, 64, 128, 255])
        yield Case(
            f"{name}, byte {place} by {bits}", flipped(data, place, bits), reference=program,
            lines=count)
    both = data + pack(text)
    yield Case(f"{name}, two joined", both, lines=2 * count, code=0)
    # An empty file in the place of the second is no member; all else is.
    for place in range(signature):
        for bits in (1, 0x80, 0xFF, both[len(data) + place]):
            if bits:
                yield Case(
                    f"{name}, second signature, byte {place} by {bits}",
                    flipped(both, len(data) + place, bits), reference=program, lines=2 * count)
    yield Case(
        f"{name}, second signature gone", data + both[len(data) + signature :], reference=program,
        lines=2 * count)
    for end in (1, 2, signature, signature + 5, len(data) // 2):
        yield Case(
            f"{name}, second cut at {end}", both[: len(data) + end], reference=program,
            lines=2 * count)
    for byte_count in (100, 70_000):
        noise = bytes(source.randrange(256) for _ in range(byte_count))
        yield Case(f"{name}, {byte_count} of noise behind", data + b"\1" + noise, code=1, lines=count)
    yield Case(f"{name}, text behind", data + b"junk\n", code=1, lines=count)
    yield Case(f"{name}, much text behind", data + text * (70_000 // len(text) + 1), code=1, lines=count)
    yield Case(
        f"{name}, zeros behind", data + bytes(512), code=1 if kind in ("zstd", "lz4") else 0,
        lines=count)
    if kind == "xz":
        yield Case(f"{name}, 3 zeros behind", data + bytes(3), code=1, lines=count)
    if kind == "bgzip":
        yield Case(f"{name}, no last block", data[: -len(BLOCK_END)], code=1, lines=count)
    if kind in ("zstd", "lz4"):
        frame = bytes.fromhex("502a4d1803000000010203")
        yield Case(f"{name}, behind a skippable frame", frame + data, code=0, lines=count)
        yield Case(f"{name}, before a cut one", data + frame[:-1], code=1, lines=count)


def foreign(text):
    """Formats that are refused, by name or for what they hold."""
    pe = b"MZ" + bytes(58) + b"\x40\0\0\0PE\0\0" + b"PK\3\4" + text
    starts = {
        "lzma alone": lzma.compress(text, format=lzma.FORMAT_ALONE),
        "lz4 legacy": bytes.fromhex("02214c18") + struct.pack("<I", 20) + text[:20],
        "compress": bytes.fromhex("1f9d90") + text, "pack": bytes.fromhex("1f1e") + text,
        "zip volume": b"PK\7\x08PK\3\4" + text, "RAR": b"Rar!\x1a\x07\x01\x00" + text,
        "RAR 4": b"Rar!\x1a\x07\x00" + text, "Windows": pe,
        "ELF": b"\x7fELF\2\1\1" + bytes(9) + text, "PDF": b"%PDF-1.4\n" + text,
        "SQLite": b"SQLite format 3\0" + text, "PNG": b"\x89PNG\r\n\x1a\n" + text,
        "JPEG": b"\xff\xd8\xff\xe0\0\x10JFIF\0" + text, "class": b"\xca\xfe\xba\xbe\0\0\0\x34" + text,
        "pyc": b"\xcb\x0d\x0d\x0a" + bytes(12) + text, "cabinet": b"MSCF\0\0\0\0" + text,
        "GIF": b"GIF89a\1\0\1\0" + text, "gzip member inside": gzip.compress(gzip.compress(text)),
        "JSON": json.dumps({"users": [{"password": line} for line in text.decode().split()]}).encode(),
        "JSON array": json.dumps(text.decode().split()).encode(),
        "JSON indented": json.dumps([{"a": 1, "b": [None, 2.5]}] * 30, indent=2).encode(),
        "JSON lines": b'{"password": "x"}\n{"password": "y"}\n',
        "UTF-16": b"\xff\xfe" + text.decode().encode("utf-16-le"),
        "UTF-16 without mark": text.decode().encode("utf-16-le"),
        "UTF-32": b"\xff\xfe\0\0" + text.decode().encode("utf-32-le"),
    }
    for name, data in starts.items():
        yield Case(f"foreign: {name}", data, code=(1, 2), lines=0)
    for size in (100, 1000, 5000, 65_536, 200_000):
        for number in range(6):
            noise = random.Random(size + number).randbytes(size)
            yield Case(f"{size} random bytes, {number}", noise, code=(1, 2), lines=0)
    for wide in ("utf-16-le", "utf-16-be"):
        data = text.decode().encode(wide)
        yield Case(f"{wide} of whole pairs", data, code=0, lines=text.count(b"\n"),
                   options=["--encoding", wide.replace("-le", "le").replace("-be", "be")])
        for cut in (1, 3, 101):
            yield Case(f"{wide} without its last {cut}", data[:-cut], code=1, lines=0,
                       options=["--encoding", wide.replace("-le", "le").replace("-be", "be")])


WORDS = [
    "password", "Müller".encode("latin-1"), "Пароль".encode("cp1251"), "パスワード".encode("shift-jis"),
    "密码".encode("gbk"), "Пароль", "密码", "pa\U0001F511ss", "$HEX[70617373c3a9]", "{}", "[1]", '{"', "MZ",
    "%PDF", "PK", "BZh91", "7z", "(µ/", "LZIP", '["a"]', "Rar!", "GIF89a",
]


def dirty(seed, count):
    """A list with dirt in it; all its lines are lines."""
    source = random.Random(seed)
    words = [word.encode() if isinstance(word, str) else word for word in WORDS]
    if seed % 3 == 0:
        words = [source.choice(words)]
    lines = []
    for _ in range(count):
        line = source.choice(words) + str(source.randrange(10_000)).encode()
        dirt = source.randrange(25)
        if dirt == 0:
            line += b"\0"
        elif dirt == 1:
            line = bytes([source.randrange(1, 9)]) + line
        elif dirt == 2:
            line = bytes(source.randrange(11, 256) for _ in range(source.randint(1, 40)))
        elif dirt == 3 and source.random() < 0.2:
            line = b"x" * source.choice([65_536, 65_537, 200_000])
        lines.append(line)
    return b"\n".join(lines) + b"\n"


def lists(many):
    for seed in range(many):
        data = dirty(seed, 20 + seed % 300)
        count = data.count(b"\n")
        yield Case(f"dirty list {seed}", data, code=(0, 1), lines=count)
        yield Case(f"dirty list {seed}, gzip", gzip.compress(data), code=(0, 1), lines=count)
    for first in WORDS:
        first = first.encode() if isinstance(first, str) else first
        yield Case(f"a list that begins with {first!r}", first + b"\nletmein\n", code=(0, 1), lines=2)
    for count in (1, 100, 7500, 30_000, 60_000):
        row = b"a,b" + b"," * count
        for layout in ("csv:2", "csv:b", "auto", f"csv:{count + 9}"):
            yield Case(
                f"{count} commas as {layout}", row + b"\n" + row + b"\nx,y\n", code=(0, 1, 2),
                options=["--layout", layout])
    for size in (65_536, 65_537, 1 << 20, 5_000_000):
        yield Case(f"a line of {size}", b"abc\n" + b"y" * size + b"\nxyz\n", code=int(size > 65_536), lines=3)


def zlib_count(data):
    """As own_count, by zlib: gzip(1) goes on where a match reaches beyond the text before it."""
    count, rest = 0, data
    while rest:
        member = zlib.decompressobj(31)
        try:
            for start in range(0, len(rest), 8):
                count += member.decompress(rest[start : start + 8]).count(b"\n")
                if member.eof:
                    break
        except zlib.error:
            return count, False
        if not member.eof:
            return count, False
        rest = (member.unused_data + rest[start + 8 :]).lstrip(b"\0")
    return count, True


def own_count(program, path):
    """Whole lines that a format's own program gives before its error, and whether it is content."""
    if program[0] == "gzip":
        return zlib_count(path.read_bytes())
    with open(path, "rb") as data:
        run = subprocess.run(program, stdin=data, capture_output=True)
    return run.stdout.count(b"\n"), run.returncode == 0


def judge(audit, case, directory):
    """What is wrong with the answer to a case; None where nothing is."""
    path, report = directory / "list", directory / "report"
    path.write_bytes(case.data)
    command = [audit, "run", "--preset", "basic8", "--strength", "none", "--no-blocklist", "-q"]
    command += ["-o", report, "--dataset", "x", *case.options, path]
    run = subprocess.run(command, capture_output=True, timeout=60)
    code = run.returncode
    if code not in (0, 1, 2):
        return f"exit code {code}"
    if code and not any(word in run.stderr.decode() for word in MESSAGE):
        return f"exit code {code} without a message"
    codes = case.code if isinstance(case.code, tuple) else (case.code,)
    if case.code is not None and code not in codes:
        return f"exit code {code} instead of {case.code}"
    found, complete = 0, None
    if (report / "audit.json").exists():
        manifest = json.loads((report / "audit.json").read_bytes())
        complete = manifest["complete"]
        lines = manifest["lines"]
        found = sum(lines[kind] for kind in ("audited", "empty", "overLong", "header", "malformed"))
    # A list without an entry is a failure, however whole it is: all its lines may be malformed. A whole one
    # that is less than it looks has a warning, and that alone makes the code 1.
    excused = complete and (not lines["audited"] or code == 1 and manifest["warnings"])
    if complete is not None and complete != (code == 0) and not excused:
        return f"exit code {code}, complete {complete}"
    if code == 0 and case.lines is not None and found != case.lines:
        return f"{found} lines instead of {case.lines}, and exit code 0"
    if case.reference:
        least, is_content = own_count(case.reference, path)
        if found < least:
            return f"{found} lines, where {case.reference[0]} gives {least}"
        if code == 0 and not is_content:
            return f"exit code 0, where {case.reference[0]} fails"
    elif case.lines is not None and code == 1 and found < case.lines:
        return f"{found} lines instead of {case.lines}"
    return None


# Commands that write a directory or a file, OUT, with a list from standard input: halfway through, their
# place changes.
READING = {
    "run": ("directory", "run - --preset basic8 --strength none --no-blocklist -q -o OUT"),
    "run --force": (
        "directory", "run - --preset basic8 --strength none --no-blocklist -q --force -o OUT"),
    "sweep": ("directory", "sweep - --strength none --minlength 8 --classes 0 -q -o OUT"),
    "scan": ("file", "scan - -q -o OUT"),
    "scan --fingerprints": (
        "file", "scan - --distinct --fingerprints OUT --fingerprint-key key -q -o other.tally"),
    "filter": ("file", "filter - --preset basic8 -q -o OUT"),
    "filter --force": ("file", "filter - --preset basic8 -q --force -o OUT"),
    "blocklist build": ("file", "blocklist build - -o OUT"),
    "model build": ("file", "model build - -o OUT"),
}
# Commands that are run while a link changes all the time.
AT_ONCE = {
    "report": ("directory", "report list.tally --preset basic8 -q -o OUT"),
    "compare": ("directory", "compare list.tally list.tally --preset basic8 -q -o OUT"),
    "merge": ("file", "merge list.tally more.tally -q -o OUT"),
    "--fingerprint-key": (
        "file", "scan list --distinct --fingerprints f --fingerprint-key OUT -q -o t"),
    "--checkpoint": ("file", "scan list --checkpoint OUT -q -o t"),
    "--accounts": ("file", "run dump --potfile pot --no-report -q --preset basic8 --accounts OUT"),
}
# Where the output is, and of which kind; `way` is a link to `ours` that later leads to `theirs`.
WAYS = {
    "its link": ("way", ["directory"]), "a link above it": ("way/out", ["directory", "file"]),
    "a link far above it": ("way/new/out", ["directory"]),
    "the directory above it": ("ours/out", ["directory", "file"]),
    "its name": ("ours/out", ["directory", "file"]),
}
# Files of another with the names that commands write.
THEIRS = ["thesis", "out", "audit.csv", "audit.json", "report.html", "sweep.csv", "compare.csv"]


class Output:
    """A command that writes, and what changes on the way to its output."""

    def __init__(self, command, kind, words, way, is_at_once):
        self.name = f"output: {command}, {way} changes"
        self.kind, self.way, self.is_at_once = kind, way, is_at_once
        self.arguments = [WAYS[way][0] if word == "OUT" else word for word in words.split()]


def outputs():
    for command, (kind, words) in READING.items():
        for way, (_, kinds) in WAYS.items():
            if kind in kinds:
                yield Output(command, kind, words, way, False)
    for command, (kind, words) in AT_ONCE.items():
        way = "its link" if kind == "directory" else "a link above it"
        yield Output(command, kind, words, way, True)


def put(link, target):
    """Makes a link, or replaces what has its name, in one step."""
    new = link.with_name(link.name + ".new")
    new.symlink_to(target)
    os.replace(new, link)


def lead_elsewhere(case, here):
    if case.way == "the directory above it":
        (here / "ours").rename(here / "moved")
        put(here / "ours", "theirs")
    elif case.way == "its name":
        if case.kind == "directory":
            (here / "ours/out").rename(here / "ours/moved")
        put(here / "ours/out", "../theirs" if case.kind == "directory" else "../theirs/out")
    else:
        put(here / "way", "theirs")


def halfway(command, case, here, text):
    """Runs a command on a list, and changes its place when half of it is read."""
    run = subprocess.Popen(
        command, cwd=here, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    run.stdin.write(text[: len(text) // 2])
    run.stdin.flush()
    # Most have begun their output by then; others begin it when all is read.
    until = time.monotonic() + 1
    while time.monotonic() < until and not any(
        ".partial-" in file.name for file in (here / "ours").rglob("*")
    ):
        time.sleep(0.01)
    lead_elsewhere(case, here)
    _, message = run.communicate(text[len(text) // 2 :], timeout=60)
    return run.returncode, message.decode()


def all_the_time(command, here):
    """Runs a command while a link changes as fast as it can."""
    over = threading.Event()

    def flip():
        while not over.is_set():
            for target in ("theirs", "ours"):
                put(here / "way", target)

    thread = threading.Thread(target=flip)
    thread.start()
    try:
        run = subprocess.run(command, cwd=here, capture_output=True, timeout=60)
    finally:
        over.set()
        thread.join()
    return run.returncode, run.stderr.decode()


def judge_output(audit, case, here):
    """What is wrong with an output that was led elsewhere; None where nothing is."""
    for name in ("theirs", "ours"):
        (here / name).mkdir()
    for name in THEIRS:
        (here / "theirs" / name).write_text("precious")
    put(here / "way", "ours")
    text = passwords(3000, 1)
    (here / "list").write_bytes(text)
    (here / "more").write_bytes(passwords(1000, 2))
    (here / "dump").write_text(f"ann:1001:aad3b435b51404eeaad3b435b51404ee:{'1' * 32}:::\n")
    (here / "pot").write_text("")
    if case.is_at_once:
        for name in ("list", "more"):
            subprocess.run(
                [audit, "scan", name, "-q", "-o", f"{name}.tally"], cwd=here, check=True)
    command = [audit, *case.arguments]
    for _ in range(10 if case.is_at_once else 1):
        code, message = (
            all_the_time(command, here) if case.is_at_once else halfway(command, case, here, text))
        if code not in (0, 1, 2):
            return f"exit code {code}: {message}"
        if code and not any(word in message for word in MESSAGE):
            return f"exit code {code} without a message"
        theirs = {file.name: file.is_file() and file.read_text(errors="replace")
                  for file in (here / "theirs").iterdir()}
        if theirs != dict.fromkeys(THEIRS, "precious"):
            changed = {name for name in theirs if theirs[name] != "precious"} or set(THEIRS) - set(theirs)
            return f"of another's files changed: {sorted(changed)}"
        if any(".partial-" in file.name for file in here.rglob("*")):
            return "an unfinished file is left"
        ours = [file for top in ("ours", "moved") for file in (here / top).rglob("*")
                if file.is_file() and not file.is_symlink()]
        if code == 0 and not ours and "--checkpoint" not in command:
            return "exit code 0, and no output where it began"
        for name in ("f", "t"):
            (here / name).unlink(missing_ok=True)
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--audit", required=True)
    parser.add_argument("--quick", action="store_true", help="some 200 cases of all kinds")
    parser.add_argument("--step", type=int, default=1, help="every so many cases of all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="cases whose name holds this")
    options = parser.parse_args()

    cases = []
    for kind, (_, program, _) in CONTAINERS.items():
        if not shutil.which(program[0]):
            print(f"left out: {kind}, for there is no {program[0]}")
            continue
        for count in (3, 700, 30_000):
            cases += damage(kind, passwords(count, options.seed), options.seed + count)
    cases += foreign(passwords(200, options.seed))
    cases += lists(100)
    cases += outputs()
    if options.quick:
        cases = random.Random(options.seed).sample(cases, 200)
    cases = [case for case in cases[:: options.step] if options.only in case.name]

    def run(case):
        with tempfile.TemporaryDirectory() as directory:
            find = judge_output if isinstance(case, Output) else judge
            return find(os.path.abspath(options.audit), case, Path(directory))

    failed = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for case, fault in zip(cases, pool.map(run, cases)):
            if fault:
                failed += 1
                print(f"FAILED {case.name}: {fault}")
    print(f"{len(cases) - failed} passed, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
