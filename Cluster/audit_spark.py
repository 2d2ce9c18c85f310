#!/usr/bin/env python3
"""Audits lists of any size on a Spark cluster.

    spark-submit Cluster/audit_spark.py --rules policy.txt --output s3a://team/report s3a://leaks/

The driver lists the objects and cuts large ones into pieces. Each task streams its pieces into
`audit scan`, which is sent with the job, and returns the rows of their tallies. Spark adds the rows up,
each once, even if tasks are repeated. The driver writes `whole.tally` and, with --rules, the report.

Exit code: 0 done; 1 done, but some list was damaged or skipped; 2 failed; 64 wrong usage.
"""

import argparse
import datetime
import json
import os
import pathlib
import secrets
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from py4j.protocol import Py4JError
from pyspark import Broadcast
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

HERE = pathlib.Path(__file__).resolve().parent
MODULES = ("audit_pieces.py", "audit_stores.py", "audit_tally.py", "audit_worker.py")
sys.path.insert(0, str(HERE))

import audit_pieces as pieces  # noqa: E402
import audit_stores as stores  # noqa: E402
import audit_tally as tally  # noqa: E402
from audit_worker import SCHEMA, Job, JobError, work  # noqa: E402

# Layouts that read each line independently, so that a piece needs no header and no first lines.
CUT_LAYOUTS = ("plain", "user:password", "counted:", "hash:password:")
MOST_PIECES_A_TASK = 1000


def plan(
    found: list[stores.Found], length: int, program: str, options: list[str],
    settings: Mapping[str, str],
) -> list[pieces.Piece]:
    """Cuts large objects that can be split; reads the start of several at a time."""
    def cut(one: stores.Found) -> list[pieces.Piece]:
        form = pieces.WHOLE
        if one.size > length and stores.is_seekable(one.uri):
            head = stores.RangeReader(one.uri, one.size, settings)(0, 1 << 18)
            form = shape(head, program, options)
        return pieces.cut(one.uri, one.name, one.size, form, length)

    with ThreadPoolExecutor(16) as pool:
        return [piece for of_one in pool.map(cut, found) for piece in of_one]


def shape(head: bytes, program: str, options: list[str]) -> str:
    """How an object that begins with these bytes can be split; the program itself detects its format."""
    layout = _value(options, "--layout", "plain")
    encoding = _value(options, "--encoding", "utf-8")
    if not layout.startswith(CUT_LAYOUTS) or encoding not in ("utf-8", "latin-1", "windows-1252"):
        return pieces.WHOLE
    if {"--max-bytes", "--counts"} & {option.partition("=")[0] for option in options}:
        return pieces.WHOLE
    is_bgzip = pieces.is_bgzip(head)
    if is_bgzip:
        head = pieces.whole_blocks(head)
    with tempfile.TemporaryDirectory() as name:
        file = pathlib.Path(name, "tally")
        command = [program, "scan", "--strength", "none", "--no-blocklist", "--threads", "1"]
        answer = subprocess.run(
            [*command, "-o", str(file), "-"], input=head, capture_output=True, check=False)
        # The head is read as plain lines whatever the layout is, so that a warning may say what it looks like.
        if answer.returncode not in (0, 1) or not file.exists():
            return pieces.WHOLE
        row = tally.read_part(file).own["inputs"][0]
        if not row[15] or row[7] != "utf-8" or row[2] != ("gzip" if is_bgzip else "plain"):
            return pieces.WHOLE
        return pieces.BGZIP if is_bgzip else pieces.PLAIN


def _value(options: list[str], name: str, default: str) -> str:
    value = default
    for place, option in enumerate(options):
        if option == name and place + 1 < len(options):
            value = options[place + 1]
        elif option.startswith(f"{name}="):
            value = option.partition("=")[2]
    return value


def share_out(parts: list[pieces.Piece], length: int) -> list[tuple[int, int]]:
    """Ranges of consecutive pieces for tasks, of about `length` bytes each."""
    tasks: list[tuple[int, int]] = []
    first, total = 0, 0
    for place, part in enumerate(parts):
        if place > first and (
            total + part.end - part.start > length or place - first == MOST_PIECES_A_TASK
        ):
            tasks.append((first, place))
            first, total = place, 0
        total += part.end - part.start
    if first < len(parts):
        tasks.append((first, len(parts)))
    return tasks


def compute(spark: SparkSession, job: Job) -> pa.Table:
    """Runs the tasks and adds their rows up."""
    shared: Broadcast[Job] = spark.sparkContext.broadcast(job)

    def task(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            yield from work(shared.value, batch.column(0).to_pylist())

    count = len(job.tasks)
    rows = spark.range(0, count, 1, count).mapInArrow(task, SCHEMA)
    sums = rows.groupBy("blob", "print", "w0", "w1", "w2").agg(F.sum("entries").alias("entries"))
    if job.key is None:
        return sums.toArrow()
    # Only the number of passwords with each count matters from here on, not which they are.
    groups = sums.groupBy("blob", F.isnotnull("print").alias("is_password"), "w0", "w1", "w2", "entries")
    return groups.agg(F.count("*").alias("passwords")).toArrow()


@dataclass(frozen=True)
class Sums:
    """The counts of all tasks together."""

    whole: tally.Whole
    signatures: tally.Rows
    groups: tally.Rows | None


def collect(parts: list[pieces.Piece], table: pa.Table) -> Sums:
    """Sorts the sums and checks that they are consistent."""
    is_text = table.column("blob").is_valid()
    whole = tally.Whole()
    answers: dict[int, Any] = {}
    for row in table.filter(is_text).select(["blob", "entries"]).to_pylist():
        text = json.loads(row["blob"])
        if "place" not in text:
            whole.add_common(row["blob"].decode())
        elif answers.setdefault(text["place"], text) is not text or row["entries"] != 1:
            raise JobError(f"{parts[text['place']].name}: a piece was counted twice")
    check(parts, answers)
    for place in sorted(answers):
        whole.add(answers[place]["tables"], place)
    rows = table.filter(pc.invert(is_text))
    groups = None
    if "passwords" in table.column_names:
        is_password = rows.column("is_password")
        groups = _numbers(rows.filter(is_password), "passwords")
        rows = rows.filter(pc.invert(is_password))
        if sum(map(int, groups[:, 3].astype(object) * groups[:, 4])) != whole.entries:
            raise JobError(f"the passwords do not sum to the {whole.entries} entries of all pieces")
    signatures = _numbers(rows)
    if sum(map(int, signatures[:, 3])) != whole.entries:
        raise JobError(f"the rows do not sum to the {whole.entries} entries of all pieces")
    return Sums(whole, signatures, groups)


def _numbers(table: pa.Table, *more: str) -> tally.Rows:
    columns = [table.column(name).to_numpy() for name in ("w0", "w1", "w2", "entries", *more)]
    return np.column_stack(columns).astype(np.int64)


def check(parts: list[pieces.Piece], answers: Mapping[int, Any]) -> None:
    """Checks that each piece was answered, and that the pieces of an object leave no byte out."""
    if sorted(answers) != list(range(len(parts))):
        raise JobError(f"{len(answers)} answers for {len(parts)} pieces")
    reached: dict[str, list[int]] = {}
    for place, piece in enumerate(parts):
        start, end = answers[place]["start"], answers[place]["end"]
        expected = reached.get(piece.uri, [0, 0]) if piece.start else [0, 0]
        if start != expected or piece.end == piece.size and end != [piece.size, 0]:
            raise JobError(f"{piece.name}: a piece from {start} to {end}; expected {expected} "
                           f"to go on, and an end at {piece.size}")
        reached[piece.uri] = end


def deliver(folder: pathlib.Path, output: str, settings: Mapping[str, str], spark: Any) -> None:
    """Copies files to the output, the tally last: once it is there, the output is complete."""
    files = [file for file in folder.rglob("*") if file.is_file()]
    files.sort(key=lambda file: (file.suffix == ".tally", file))
    if not stores.is_seekable(output):
        stores.hadoop_put([(file, str(file.relative_to(folder))) for file in files], output, spark)
        return
    system, path = stores.open_store(output, settings)
    for file in files:
        target = f"{path}/{file.relative_to(folder)}"
        # Object stores show only complete files; elsewhere this needs a provisional name.
        begun = f"{target}.part" if system.type_name == "local" else target
        system.create_dir(os.path.dirname(target), recursive=True)
        with file.open("rb") as source, system.open_output_stream(begun) as sink:
            shutil.copyfileobj(source, sink, 1 << 20)
        if begun != target:
            system.move(begun, target)


def parsed(arguments: list[str]) -> argparse.Namespace:
    """Parses the command line."""
    parser = argparse.ArgumentParser(
        prog="audit_spark.py", description="Audits lists of any size on a Spark cluster.")
    parser.add_argument("lists", nargs="+", metavar="LIST", help="paths, URIs, patterns, directories")
    parser.add_argument("--output", required=True, help="directory or URI for whole.tally and the report")
    parser.add_argument("--rules", action="append", default=[], help="policies to report on; repeat for more")
    parser.add_argument("--distinct", action="store_true",
                        help="also count how often each distinct password occurs")
    parser.add_argument("--pieces", type=byte_count, default=256 << 20, metavar="SIZE",
                        help="cut what splits into pieces of about this size (default: 256MiB)")
    parser.add_argument("--scan", default="", metavar="OPTIONS", help="options for every 'audit scan'")
    parser.add_argument("--report", default="", metavar="OPTIONS", help="options for 'audit report'")
    parser.add_argument("--reference-year", type=int, default=datetime.date.today().year)
    parser.add_argument("--program", default=shutil.which("audit"),
                        help="the program to ship (default: audit on the PATH)")
    try:
        options = parser.parse_args(arguments)
    except SystemExit as exit:
        raise SystemExit(64 if exit.code else 0) from None
    # Distinct passwords of pieces add up by fingerprints only, and the report has to name them too.
    options.distinct = options.distinct or "--distinct" in shlex.split(options.scan)
    return options


def byte_count(text: str) -> int:
    """`256MiB`, `1G`, `65536`."""
    number = text.rstrip("KMGTiB")
    unit = text[len(number) :].rstrip("B").rstrip("i")
    if not number.isdigit() or unit not in ("", "K", "M", "G", "T") or int(number) < 1:
        raise argparse.ArgumentTypeError(f"expected a size such as 256MiB, not '{text}'")
    return int(number) << 10 * "_KMGT".index(unit or "_")


def run(options: argparse.Namespace, spark: SparkSession) -> int:
    """Runs the job and returns its exit code."""
    context = spark.sparkContext
    settings = {name.removeprefix("spark.hadoop."): value
                for name, value in context.getConf().getAll() if name.startswith("spark.hadoop.")}
    if options.program is None:
        raise JobError("no program to ship: give --program, the one that 'make install' makes")
    found = []
    for name in options.lists:
        found += (stores.find(name, settings) if stores.is_seekable(name)
                  else stores.hadoop_find(name, spark))
    scan_options = shlex.split(options.scan)
    parts = plan(found, options.pieces, options.program, scan_options, settings)
    total = sum(one.size for one in found)
    length = min(options.pieces, total // (4 * context.defaultParallelism) + 1)
    job = Job(
        parts, share_out(parts, length), pathlib.Path(options.program).name,
        [*scan_options, "--reference-year", str(options.reference_year)],
        [(pathlib.Path(name).name, pathlib.Path(name).read_bytes()) for name in options.rules],
        settings, secrets.token_bytes(32) if options.distinct else None)
    context.addFile(options.program)
    for module in MODULES:
        context.addPyFile(str(HERE / module))
    sums = collect(parts, compute(spark, job))
    whole = sums.whole

    with tempfile.TemporaryDirectory(prefix="audit-") as name:
        folder = pathlib.Path(name)
        whole.write(folder / "whole.tally", sums.signatures, sums.groups)
        code = 0 if whole.flags["complete"] else 1
        if options.rules:
            code = max(code, report(options, folder))
        deliver(folder, options.output, settings, spark)
    print(f"{whole.entries:,} passwords in {len(found):,} lists, {len(parts):,} pieces, "
          f"{len(sums.signatures):,} signatures: {options.output.rstrip('/')}/whole.tally")
    for row, _, problems, _ in whole.inputs:
        if not row[15]:
            reason = problems[0][1].splitlines()[0] if problems else "not complete"
            print(reason if str(row[1]) in reason else f"{row[1]}: {reason}", file=sys.stderr)
    return code


def report(options: argparse.Namespace, folder: pathlib.Path) -> int:
    """Writes the report beside the tally and returns the exit code."""
    rules = [word for name in options.rules for word in ("--rules", name)]
    distinct = ["--distinct"] if options.distinct else []
    command = [options.program, "report", *rules, *distinct, *shlex.split(options.report),
               "-o", str(folder / "report"), str(folder / "whole.tally")]
    code = subprocess.run(command, check=False).returncode
    if code not in (0, 1):
        raise JobError(f"audit report: exit {code}")
    return code


def main(arguments: list[str]) -> int:
    """Runs the job in its own Spark session."""
    options = parsed(arguments)
    spark = SparkSession.builder.appName("audit").getOrCreate()
    try:
        return run(options, spark)
    except (JobError, tally.TallyError, OSError, PySparkException, Py4JError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    finally:
        spark.stop()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
