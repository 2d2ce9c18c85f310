"""The job on one machine, as `spark-submit` runs it, against one scan of the same lists."""

import gzip
import os
import pathlib
import signal
import subprocess
import time

from conftest import bgzipped, sample_lines, scanned, start, submit, tables, wrapper

RULES = "minlength: 10; required: lower; required: digit; required: [xyz!]; allowed: unicode;\n"


def test_forty_lists_are_what_one_machine_makes_of_them(
    audit: str, lists: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    """Tally and report are those of one machine; damaged lists are named, and the exit code is 1."""
    rules = lists / "rules.txt"
    rules.write_text(RULES)
    output = submit(lists, audit, "--rules", "rules.txt", "--output", str(tmp_path / "out"), "lists",
                    expect=1)
    one = scanned(audit, lists, "--for", "rules.txt", "lists", expect=1)
    assert tables(tmp_path / "out/whole.tally") == tables(one)
    assert "lists/05.txt.gz: error: gzip data ends early" in output
    assert "lists/paper.pdf: error: data is a PDF document" in output
    # One machine names the directory; a job gets objects, and names the first and the number of others.
    label = (tmp_path / "out/report/audit.csv").read_text().splitlines()[1].split(",")[0]
    command = [audit, "report", "--rules", "rules.txt", "--dataset", label, "-q",
               "-o", str(tmp_path / "report"), str(one)]
    assert subprocess.run(command, cwd=lists, check=False).returncode == 1
    expected = {file.name: file.read_bytes() for file in (tmp_path / "report").iterdir()}
    made = {file.name: file.read_bytes() for file in (tmp_path / "out/report").iterdir()}
    assert len(expected) >= 3 and made == expected


def test_pieces_hold_what_their_lists_hold(
    audit: str, tmp_path: pathlib.Path
) -> None:
    """Plain text and bgzip are cut, other formats are not, and one file is no list from its start."""
    folder = tmp_path / "lists"
    folder.mkdir()
    text = b"".join(sample_lines())
    (folder / "a.txt").write_bytes(text)
    (folder / "b.bgz").write_bytes(bgzipped(text))
    (folder / "c.gz").write_bytes(gzip.compress(text))
    (folder / "d.bin").write_bytes(b"%PDF-1.7\n" + text)
    # A piece in the middle of this list begins with bytes that would be another format at its start.
    (folder / "e.txt").write_bytes(b"%PDF-1.7\n%PDF-1.7\n".join([b"abc\n" * 40_000] * 4))
    submit(tmp_path, audit, "--pieces", "100K", "--scan", "--strength none", "--output", "out",
           "lists/*", expect=1)
    one = scanned(audit, tmp_path, "--strength", "none", "lists", expect=1)
    whole, expected = tables(tmp_path / "out/whole.tally"), tables(one)
    for name in expected:
        if name not in ("inputs", "problems", "meta"):
            assert whole[name] == expected[name], name
    assert len(whole["problems"]) == 1 and len(whole["inputs"]) > 20
    inputs = whole["inputs"]
    assert sum(row[3] for row in inputs if row[1].startswith("lists/a.txt#")) == len(text)
    assert sum(row[5] for row in inputs if row[1].startswith("lists/b.bgz#")) == len(text)
    assert [row[1] for row in inputs if not row[15]] == ["lists/d.bin"]
    assert sum(row[1] == "lists/c.gz" for row in inputs) == 1


def test_a_task_that_fails_three_times_succeeds_at_the_fourth(
    audit: str, lists: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    tries = tmp_path / "tries"
    tries.mkdir()
    program = wrapper(
        tmp_path / "bin", audit,
        f'if [ "$(ls {tries} | wc -l)" -lt 3 ]; then mktemp {tries}/XXXXXX >&2; '
        "echo made to fail >&2; exit 3; fi")
    output = submit(lists, program, "--output", str(tmp_path / "out"), "lists/00.txt")
    assert len(list(tries.iterdir())) == 3
    assert "lists/00.txt: audit exit 3: " in output and "made to fail" in output
    assert tables(tmp_path / "out/whole.tally") == tables(scanned(audit, lists, "lists/00.txt"))


def test_what_always_fails_is_exit_code_2_and_leaves_nothing(
    audit: str, lists: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    output = submit(lists, audit, "--scan", "--blocklist gone.txt", "--output", str(tmp_path / "out"),
                    "lists/00.txt", expect=2, master="local[1]")
    assert "gone.txt" in output
    assert not (tmp_path / "out").exists()


def test_hadoop_reads_what_pyarrow_does_not(
    audit: str, lists: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    """A view file system represents all file systems that only Hadoop can read."""
    target = tmp_path / "out"
    target.mkdir()
    link = "spark.hadoop.fs.viewfs.mounttable.all.link./"
    conf = [f"{link}data=file://{lists}/lists", f"{link}out=file://{target}"]
    submit(tmp_path, audit, "--scan", "--strength none", "--output", "viewfs://all/out/sub",
           "viewfs://all/data/0[0-2].*", conf=conf)
    one = scanned(audit, lists, "--strength", "none", "lists/00.txt", "lists/01.txt.gz",
                  "lists/02.bgz")
    made, expected = tables(target / "sub/whole.tally"), tables(one)
    assert [row[1] for row in made["inputs"]] == [
        f"viewfs://all/data/{name}" for name in ("00.txt", "01.txt.gz", "02.bgz")]
    assert made["signatures"] == expected["signatures"] and made["lines"] == expected["lines"]


def test_distinct_passwords_are_those_of_one_machine(audit: str, tmp_path: pathlib.Path) -> None:
    """In pieces and whole lists of users, a password counts once, whoever has it."""
    folder = tmp_path / "lists"
    folder.mkdir()
    lines = [b"user%d:%s" % (number, line) for number, line in enumerate(sample_lines()[:20_000])]
    lines += [b"abc:abc123\n", b"xyz:abc123\n", b"xyz:xyz1\n"] * 50
    (folder / "a.txt").write_bytes(b"".join(lines[:15_000]))
    (folder / "b.gz").write_bytes(gzip.compress(b"".join(lines[5000:])))
    options = ["--strength", "none", "--layout", "user:password"]
    output = submit(tmp_path, audit, "--distinct", "--pieces", "64K", "--scan", " ".join(options),
                    "--output", "out", "lists")
    one = scanned(audit, tmp_path, "--distinct", *options, "lists")
    whole, expected = tables(tmp_path / "out/whole.tally"), tables(one)
    for name in expected:
        if name not in ("inputs", "meta"):
            assert whole[name] == expected[name], name
    assert len(whole["inputs"]) > 3 and max(row[3] for row in whole["groups"]) >= 100
    assert dict(whole["meta"]).keys() == dict(expected["meta"]).keys()
    assert "fingerprint" not in output


def test_an_executor_that_is_killed_costs_time_and_no_count(
    audit: str, lists: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    started = tmp_path / "started"
    started.mkdir()
    program = wrapper(tmp_path / "bin", audit, f"mktemp {started}/XXXXXX >/dev/null; sleep 0.3")
    process = start(lists, program, "--distinct", "--scan", "--strength none",
                    "--output", str(tmp_path / "out"), "lists", master="local-cluster[2,1,1024]",
                    conf=["spark.executor.memory=512m"])
    deadline = time.monotonic() + 900
    while len(list(started.iterdir())) < 6:
        assert process.poll() is None and time.monotonic() < deadline, "the job did not begin"
        time.sleep(0.05)
    os.kill(executors(process.pid)[0], signal.SIGKILL)
    output, _ = process.communicate(timeout=900)
    assert process.returncode == 1, output[-6000:]
    assert "Lost executor" in output and "137" in output
    one = scanned(audit, lists, "--distinct", "--strength", "none", "lists", expect=1)
    assert tables(tmp_path / "out/whole.tally") == tables(one)
    assert len(list(started.iterdir())) > 40


def executors(session: int) -> list[int]:
    """The executors that one of our processes started, found by their session."""
    found = []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes()
            # The sixth word is the session; the name before it may contain spaces.
            owner = int((folder / "stat").read_text().rpartition(")")[2].split()[3])
        except (OSError, ValueError):
            continue
        if owner == session and b"CoarseGrainedExecutorBackend" in command:
            found.append(int(folder.name))
    return found
