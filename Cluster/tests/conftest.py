"""Fixtures of all tests: the program, a folder of lists, Spark as users start it, tables of a tally."""

import gzip
import os
import pathlib
import random
import sqlite3
import subprocess
import sys
from collections.abc import Iterable
from typing import Any

import pytest

CLUSTER = pathlib.Path(__file__).resolve().parent.parent
ROOT = CLUSTER.parent
SAMPLE = ROOT / "Datasets/Samples/synthetic-100k.txt.gz"
YEAR = ["--reference-year", "2026"]
sys.path.insert(0, str(CLUSTER))


@pytest.fixture(scope="session")
def audit() -> str:
    """The program under test."""
    program = os.environ.get("AUDIT_PROGRAM", "")
    assert os.access(program, os.X_OK), "AUDIT_PROGRAM must name the program: use make cluster-test"
    return str(pathlib.Path(program).resolve())


def sample_lines() -> list[bytes]:
    """The lines of the synthetic sample."""
    return gzip.decompress(SAMPLE.read_bytes()).splitlines(keepends=True)


def bgzipped(data: bytes) -> bytes:
    """Data as bgzip writes it."""
    return subprocess.run(["bgzip", "-c"], input=data, capture_output=True, check=True).stdout


@pytest.fixture(scope="session")
def lists(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """A folder `lists` of 40 lists in several formats; one is truncated, one empty, one no list at all."""
    folder = tmp_path_factory.mktemp("data")
    target = folder / "lists"
    target.mkdir()
    lines = sample_lines()
    random.Random(18).shuffle(lines)
    parts = [lines[place::38] for place in range(38)]
    for number, part in enumerate(parts):
        text = b"".join(part)
        name = f"{number:02}"
        match number % 4:
            case 0:
                (target / f"{name}.txt").write_bytes(text)
            case 1:
                (target / f"{name}.txt.gz").write_bytes(gzip.compress(text, mtime=0))
            case 2:
                (target / f"{name}.bgz").write_bytes(bgzipped(text))
            case _:
                subprocess.run(["zstd", "-q", "-o", str(target / f"{name}.zst")], input=text, check=True)
    cut = gzip.compress(b"".join(parts[1]), mtime=0)
    (target / "05.txt.gz").write_bytes(cut[: len(cut) * 2 // 3])
    (target / "04.txt").write_bytes(b"".join(parts[4]).replace(b"\n", b"\r\n").removesuffix(b"\r\n"))
    (target / "empty.txt").write_bytes(b"")
    (target / "paper.pdf").write_bytes(b"%PDF-1.7\nno list\n")
    return folder


def submit(
    folder: pathlib.Path, audit: str, *arguments: str, master: str = "local[2,4]",
    conf: Iterable[str] = (), expect: int = 0,
) -> str:
    """Runs the job as users do; returns its standard output and error."""
    process = start(folder, audit, *arguments, master=master, conf=conf)
    output, _ = process.communicate(timeout=900)
    assert process.returncode == expect, output[-6000:]
    return output


def start(
    folder: pathlib.Path, audit: str, *arguments: str, master: str = "local[2,4]",
    conf: Iterable[str] = (),
) -> "subprocess.Popen[str]":
    """Starts the job."""
    environment = {
        **os.environ, "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1",
        "PATH": f"{pathlib.Path(sys.executable).parent}:{os.environ['PATH']}",
    }
    environment.pop("SPARK_HOME", None)
    settings = ["spark.ui.enabled=false", "spark.sql.shuffle.partitions=4",
                "spark.driver.host=127.0.0.1", "spark.driver.bindAddress=127.0.0.1", *conf]
    command = ["spark-submit", "--master", master]
    for setting in settings:
        command += ["--conf", setting]
    command += [str(CLUSTER / "audit_spark.py"), "--program", audit, *YEAR, *arguments]
    return subprocess.Popen(
        command, cwd=folder, env=environment, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)


def tables(tally: pathlib.Path) -> dict[str, list[tuple[Any, ...]]]:
    """The content of a tally file, without details of its storage."""
    with sqlite3.connect(tally) as database:
        schema = database.execute("SELECT type, name, sql FROM sqlite_schema").fetchall()
        rows = {name: database.execute(f'SELECT * FROM "{name}"').fetchall()
                for kind, name, _ in schema if kind == "table"}
    # A job gets objects and does not know which directories a user would have named. The checksum
    # covers these, too; the program checks a tally's own checksum when it reads it.
    rows["meta"] = [row for row in rows["meta"]
                    if not row[0].startswith("directory ") and row[0] != "checksum"]
    return {"schema": schema, **rows}


def scanned(audit: str, folder: pathlib.Path, *arguments: str, expect: int = 0) -> pathlib.Path:
    """The tally that one machine makes, with the names that the job uses."""
    target = folder / f"one-{random.randrange(1 << 60)}.tally"
    done = subprocess.run(
        [audit, "scan", *YEAR, "--no-progress", "-o", str(target), *arguments], cwd=folder,
        capture_output=True, text=True, check=False)
    assert done.returncode == expect, done.stderr
    return target


def wrapper(folder: pathlib.Path, audit: str, before: str) -> str:
    """A program that runs a command before a worker's scan, and then the real program."""
    folder.mkdir(exist_ok=True)
    script = folder / "audit"
    script.write_text(f'#!/bin/sh\ncase "$*" in */list) {before}\n;; esac\nexec {audit} "$@"\n')
    script.chmod(0o755)
    return str(script)
