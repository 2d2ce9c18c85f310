"""The decisions of the driver: how it cuts and distributes objects, and whether sums are consistent."""

import json
import pathlib
import subprocess
from typing import Any

import audit_pieces as pieces
import audit_spark as driver
import pyarrow as pa
import pytest
from audit_worker import ARROW, JobError
from conftest import CLUSTER, ROOT, bgzipped, sample_lines

PARTS = [*pieces.cut("a", "a", 100, pieces.PLAIN, 50), pieces.Piece("b", "b", 7, 0, 7)]


def answer(place: int, start: list[int], end: list[int], entries: int) -> dict[str, Any]:
    lines = [["ascii", entries], ["utf8", 0], ["ill_formed", 0]]
    tables = {"meta": [], "inputs": [], "files": [], "problems": [], "lines": lines, "band_hits": []}
    return {"place": place, "start": start, "end": end, "tables": tables}


def sums(answers: list[dict[str, Any]], rows: list[int], times: int = 1) -> pa.Table:
    """The results that Spark returns: texts with their counts, and rows."""
    texts = [{"blob": json.dumps(one).encode(), "entries": times} for one in answers]
    texts.append({"blob": json.dumps({"schema": []}).encode(), "entries": 9})
    signatures = [{"w0": number, "w1": 0, "w2": 0, "entries": row} for number, row in enumerate(rows)]
    return pa.Table.from_pylist(texts + signatures, schema=ARROW)


GOOD = [answer(0, [0, 0], [52, 0], 5), answer(1, [52, 0], [100, 0], 4), answer(2, [0, 0], [7, 0], 1)]


def test_sums_that_close_are_taken() -> None:
    made = driver.collect(PARTS, sums(GOOD, [7, 3]))
    assert made.whole.entries == 10 and made.groups is None
    assert made.signatures.tolist() == [[0, 0, 0, 7], [1, 0, 0, 3]]


def test_distinct_passwords_must_sum_too() -> None:
    """Two passwords that occur three times, and one that occurs four times: ten entries."""
    table = sums(GOOD, [6, 4])
    groups = pa.Table.from_pylist(
        [{"w0": 0, "w1": 0, "w2": 0, "entries": 3}, {"w0": 1, "w1": 0, "w2": 0, "entries": 4}],
        schema=ARROW)

    def joined(passwords: list[int]) -> pa.Table:
        flags = [[False] * len(table), [True] * 2]
        numbers = [[1] * len(table), passwords]
        return pa.concat_tables(
            part.append_column("is_password", pa.array(flag)).append_column(
                "passwords", pa.array(number))
            for part, flag, number in zip([table, groups], flags, numbers, strict=True))

    made = driver.collect(PARTS, joined([2, 1]))
    assert made.groups is not None
    assert made.groups.tolist() == [[0, 0, 0, 3, 2], [1, 0, 0, 4, 1]]
    assert made.signatures.tolist() == [[0, 0, 0, 6], [1, 0, 0, 4]]
    with pytest.raises(JobError, match="the passwords do not sum to the 10"):
        driver.collect(PARTS, joined([1, 1]))


@pytest.mark.parametrize(("answers", "rows", "times", "message"), [
    (GOOD, [7, 4], 1, "do not sum to the 10"),
    (GOOD, [7, 3], 2, "a: a piece was counted twice"),
    (GOOD[:2], [7, 2], 1, "2 answers for 3 pieces"),
    ([GOOD[0], answer(1, [53, 0], [100, 0], 4), GOOD[2]], [10], 1, r"from \[53, 0\]"),
    ([GOOD[0], answer(1, [52, 0], [99, 0], 4), GOOD[2]], [10], 1, "an end at 100"),
    ([*GOOD[:2], answer(2, [0, 0], [6, 0], 1)], [10], 1, "b: .* an end at 7"),
    ([*GOOD, answer(1, [52, 0], [100, 0], 3)], [13], 1, "counted twice"),
])
def test_sums_that_do_not_close_are_refused(
    answers: list[dict[str, Any]], rows: list[int], times: int, message: str
) -> None:
    with pytest.raises(JobError, match=message):
        driver.collect(PARTS, sums(answers, rows, times))


def test_the_program_says_what_splits(audit: str) -> None:
    text = b"".join(sample_lines())[: 1 << 18]
    assert driver.shape(text, audit, []) == pieces.PLAIN
    assert driver.shape(bgzipped(text)[:100_000], audit, []) == pieces.BGZIP
    assert driver.shape(text, audit, ["--layout", "user:password"]) == pieces.PLAIN
    for options in (["--layout", "auto"], ["--layout=csv:1"], ["--encoding", "auto"], ["--counts"],
                    ["--max-bytes", "5"]):
        assert driver.shape(text, audit, options) == pieces.WHOLE
    for head in (b"%PDF-1.7\n" + text, text.decode("latin-1").encode("utf-16"), bytes(1000),
                 bgzipped(b"%PDF-1.7\n" + text), b'{"a": 1}\n' * 9):
        assert driver.shape(head, audit, []) == pieces.WHOLE


@pytest.mark.parametrize(("options", "has_distinct"), [
    (["--distinct"], True), (["--distinct", "--report=--distinct"], True), ([], False),
    (["--report=--distinct"], True), (["--scan=--distinct"], True),
    (["--scan=--strength none --distinct"], True), (["--scan=--shapes"], False),
])
def test_the_report_of_distinct_passwords_has_their_tables(
    audit: str, tmp_path: pathlib.Path, options: list[str], has_distinct: bool
) -> None:
    """They were left out, unless --report repeated --distinct."""
    (tmp_path / "site.policy").write_text("minlength: 8;")
    (tmp_path / "list.txt").write_bytes(b"abcdefgh1\n" * 3 + b"abc\n")
    subprocess.run([audit, "scan", "--distinct", "-q", "-o", str(tmp_path / "whole.tally"),
                    str(tmp_path / "list.txt")], check=True)
    arguments = ["--program", audit, "--rules", str(tmp_path / "site.policy"), "--output", "o"]
    assert driver.report(driver.parsed([*arguments, *options, "list"]), tmp_path) == 0
    rows = (tmp_path / "report" / "audit.csv").read_text().splitlines()
    assert any(row.split(",")[5] == "distinct" for row in rows[1:]) == has_distinct


def test_small_objects_share_a_task() -> None:
    parts = [pieces.Piece("u", "n", size, 0, size) for size in (5, 5, 100, 1, 1, 0, 9)]
    assert driver.share_out(parts, 10) == [(0, 2), (2, 3), (3, 6), (6, 7)]
    assert driver.share_out(parts * 1000, 10**9)[0] == (0, driver.MOST_PIECES_A_TASK)
    assert driver.share_out([], 10) == []


@pytest.mark.parametrize(("text", "size"), [
    ("256MiB", 256 << 20), ("1G", 1 << 30), ("65536", 65536), ("100K", 100 << 10), ("2TB", 2 << 40),
])
def test_sizes(text: str, size: int) -> None:
    assert driver.byte_count(text) == size


@pytest.mark.parametrize("arguments", [
    [], ["list"], ["--output", "o"], ["--output", "o", "--pieces", "0", "l"],
    ["--output", "o", "--pieces", "5 apples", "l"],
])
def test_wrong_usage_is_exit_code_64(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        driver.parsed(arguments)
    assert ended.value.code == 64


def test_what_is_shipped_is_all_that_workers_import() -> None:
    for module in driver.MODULES:
        assert (CLUSTER / module).is_file()
    for path in CLUSTER.glob("*.py"):
        assert path.name in driver.MODULES or path.name == "audit_spark.py"


def test_no_module_is_long() -> None:
    lines = {path.name: len(path.read_text().splitlines()) for path in CLUSTER.glob("*.py")}
    assert max(lines.values()) < 400


def page() -> str:
    return (ROOT / "Documentation/cluster.md").read_text()


def test_the_line_for_parallel_does_what_one_machine_does(
    audit: str, lists: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    """The number as the documentation shows it."""
    import subprocess

    from conftest import scanned, tables

    line = next(line.strip() for line in page().splitlines() if "| parallel" in line)
    (tmp_path / "lists").mkdir()
    for file in (lists / "lists").glob("0*"):
        (tmp_path / "lists" / file.name).write_bytes(file.read_bytes())
    script = f'mkdir bin && ln -s {audit} bin/audit && export PATH="$PWD/bin:$PATH"\n{line}\n'
    done = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True,
                          check=False)
    assert (tmp_path / "whole.tally").exists(), done.stderr
    one = scanned(audit, tmp_path, "--strength", "none", "lists", expect=1)
    assert tables(tmp_path / "whole.tally") == tables(one)
