"""The work of a task: streams pieces of lists into `audit scan` and returns the rows of their tallies.

Its rows count once, even if Spark repeats the task: it writes only into its own temporary folder.
Bad input gives a tally that reports the fault; if the program dies, that is an error, and Spark tries
again.
"""

import contextlib
import hashlib
import json
import pathlib
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import audit_pieces as pieces
import audit_stores as stores
import audit_tally as tally
import numpy as np
import pyarrow as pa
from pyspark import SparkFiles

# A row adds to the count of a signature or, with a fingerprint, of a password; with a text, it
# describes a piece and has no signature.
SCHEMA = "blob binary, print binary, w0 long, w1 long, w2 long, entries long"
ARROW = pa.schema([
    ("blob", pa.binary()), ("print", pa.binary()), ("w0", pa.int64()), ("w1", pa.int64()),
    ("w2", pa.int64()), ("entries", pa.int64()),
])
# A record of `--fingerprints`; TallyFormat.md describes it.
RECORD = np.dtype([("print", "V16"), ("row", "<i8"), ("count", "<i8")])
# Formats that are read from the end: such an object is first copied to the worker's disk.
SEEKING = (b"7z\xbc\xaf\x27\x1c", b"PK\x03\x04", b"PK\x05\x06")


class JobError(Exception):
    """Why the job failed, as a message for the user."""


@dataclass(frozen=True)
class Job:
    """The settings of every task; broadcast once."""

    pieces: list[pieces.Piece]
    tasks: list[tuple[int, int]]
    program: str
    options: list[str]
    rules: list[tuple[str, bytes]]
    settings: dict[str, str]
    # Lets tasks of this job, and nobody else, recognise equal passwords; None if not needed.
    key: bytes | None = None


def work(job: Job, numbers: Iterable[int]) -> Iterator[pa.RecordBatch]:
    """Scans the pieces of tasks; yields a batch with the facts of each, then batches of its rows."""
    for number in numbers:
        for place in range(*job.tasks[number]):
            yield from scan(job, place)


def scan(job: Job, place: int) -> Iterator[pa.RecordBatch]:
    """Scans one piece."""
    piece = job.pieces[place]
    with tempfile.TemporaryDirectory(prefix="audit-") as name:
        folder = pathlib.Path(name)
        start, end, part = _scan_in(folder, job, piece)
        own = {
            "place": place, "start": start, "end": end,
            "tables": {name: [_renamed(row, str(folder / "list"), _label(piece, start, end))
                              for row in rows if not (name == "inputs" and start == end != (0, 0))]
                       for name, rows in part.own.items()},
        }
        yield _blobs(json.dumps(own), part.common)
        yield _batch(part.signatures)
        if job.key is not None:
            yield from _sightings(folder / "prints", part)


def _scan_in(
    folder: pathlib.Path, job: Job, piece: pieces.Piece
) -> tuple[pieces.Place, pieces.Place, tally.Part]:
    """Streams a piece to the program; bad input gives a tally that reports it, other errors are raised."""
    command = [SparkFiles.get(job.program), "scan", *job.options, "--threads", "1", "--no-progress"]
    for number, (name, text) in enumerate(job.rules):
        file = folder / str(number) / name
        file.parent.mkdir()
        file.write_bytes(text)
        command += ["--for", str(file)]
    if job.key is not None:
        (folder / "key").touch(mode=0o600)
        (folder / "key").write_bytes(job.key)
        command += ["--distinct", "--fingerprint-key", str(folder / "key")]
    start, end, content = _open(job, piece)
    # The first bytes of a later piece are lines, even if they look like another format.
    is_later = piece.is_part and piece.start > 0
    code, errors, sent = _run(command + ["--binary"] * is_later, folder, content)
    if code == 2 and not (folder / "tally").exists():
        return start, end, _refused(command, folder, job, piece, errors, sent)
    if code not in (0, 1):
        raise JobError(f"{piece.name}: audit exit {code}: {errors[-2000:]}")
    part = tally.read_part(folder / "tally")
    if is_later:
        part.common = _nothing(command, folder).common
    bytes_read, is_complete = part.own["inputs"][0][3], part.own["inputs"][0][15]
    if is_complete and bytes_read != sent:
        raise JobError(f"{piece.name}: {bytes_read} of {sent} bytes were read")
    return start, end, part


def _open(
    job: Job, piece: pieces.Piece
) -> tuple[pieces.Place, pieces.Place, Iterator[bytes]]:
    """Where a piece begins and ends, and its bytes."""
    if not stores.is_seekable(piece.uri):
        return (0, 0), (piece.size, 0), stores.hadoop_stream(piece.uri, piece.size, job.settings)
    read = stores.RangeReader(piece.uri, piece.size, job.settings)
    start, end = pieces.bounds(piece, read)
    return start, end, pieces.content(piece, read, start, end)


def _run(
    command: list[str], folder: pathlib.Path, content: Iterator[bytes], prints: str = "prints"
) -> tuple[int, str, int]:
    """Runs the program over bytes; returns its exit code, its messages, and the number of bytes."""
    sent = 0
    head = next(content, b"")
    source = folder / "list"
    source.unlink(missing_ok=True)
    (folder / "tally").unlink(missing_ok=True)
    if head.startswith(SEEKING):
        with source.open("wb") as copy:
            for data in _chain(head, content):
                sent += copy.write(data)
        content = iter(())
        head = b""
    else:
        source.symlink_to("/dev/stdin")
    with tempfile.TemporaryFile() as errors:
        if (folder / "key").exists():
            command = [*command, "--fingerprints", str(folder / prints)]
        process = subprocess.Popen(
            [*command, "-o", str(folder / "tally"), str(source)], stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL, stderr=errors, cwd=SparkFiles.getRootDirectory())
        assert process.stdin is not None
        try:
            for data in _chain(head, content):
                process.stdin.write(data)
                sent += len(data)
            process.stdin.flush()
        except BrokenPipeError:
            pass  # The program stopped reading; its exit code tells why.
        except BaseException:
            process.kill()
            raise
        finally:
            with contextlib.suppress(BrokenPipeError):
                process.stdin.close()
            process.wait()
        errors.seek(0)
        return process.returncode, errors.read().decode("utf-8", "replace"), sent


def _chain(head: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    if head:
        yield head
    yield from rest


def _refused(
    command: list[str], folder: pathlib.Path, job: Job, piece: pieces.Piece, errors: str, sent: int
) -> tally.Part:
    """The tally of an incomplete list without any readable line.

    The program itself writes none for such a list. To show that the list is at fault, not an option or a
    full disk, the same command is run with an empty list.
    """
    try:
        part = _nothing(command, folder)
    except JobError:
        raise JobError(f"{piece.name}: audit exit 2: {errors[-2000:]}") from None
    digest = hashlib.sha256()
    left = sent
    for data in _open(job, piece)[2]:
        digest.update(data[:left])
        left -= len(data[:left])
        if not left:
            break
    row = part.own["inputs"][0]
    row[3], row[4], row[15] = sent, digest.hexdigest(), 0
    part.own["problems"] = [[0, errors.strip()]]
    for row in part.own["meta"]:
        if row[0] == "complete":
            row[1] = "no"
    return part


def _nothing(command: list[str], folder: pathlib.Path) -> tally.Part:
    """The tally of an empty list, with the facts that all tallies of the job share."""
    code, errors, _ = _run(command, folder, iter(()), prints="no-prints")
    if code != 1:
        raise JobError(f"an empty list: audit exit {code}: {errors[-2000:]}")
    return tally.read_part(folder / "tally")


def _label(piece: pieces.Piece, start: pieces.Place, end: pieces.Place) -> str:
    return f"{piece.name}#{start[0]}-{end[0]}" if piece.is_part else piece.name


def _renamed(row: list[Any], token: str, name: str) -> list[Any]:
    """A row with the list's name instead of the path it was read from."""
    return [cell.replace(token, name) if isinstance(cell, str) else cell for cell in row]


def _blobs(*texts: str) -> pa.RecordBatch:
    blobs = pa.array([text.encode() for text in texts], pa.binary())
    nothing = [pa.nulls(len(texts), column.type) for column in list(ARROW)[1:5]]
    return pa.RecordBatch.from_arrays([blobs, *nothing, pa.array([1] * len(texts))], schema=ARROW)


def _batch(rows: tally.Rows, prints: Any = None) -> pa.RecordBatch:
    columns = [pa.array(rows[:, column]) for column in range(4)]
    nothing = pa.nulls(len(rows), pa.binary())
    return pa.RecordBatch.from_arrays(
        [nothing, nothing if prints is None else prints, *columns], schema=ARROW)


def _sightings(path: pathlib.Path, part: tally.Part) -> Iterator[pa.RecordBatch]:
    """The records of a piece with their facts, without those about users: a password has many."""
    if not path.exists() or not path.stat().st_size:
        return
    records = np.memmap(path, dtype=RECORD, mode="r")
    words = part.signatures[:, :3] & ~tally.user_bits(part.common)
    for at in range(0, len(records), 1 << 18):
        some = records[at : at + (1 << 18)]
        buffer = pa.py_buffer(np.ascontiguousarray(some["print"]).tobytes())
        prints = pa.Array.from_buffers(pa.binary(16), len(some), [None, buffer]).cast(pa.binary())
        yield _batch(np.column_stack([words[some["row"] - 1], some["count"]]), prints)
