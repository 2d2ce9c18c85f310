"""Tallies are read, added up and written as the program does it."""

import json
import pathlib
import subprocess

import audit_tally as tally
import numpy as np
import pytest
from conftest import sample_lines, scanned, tables

LAYOUT = ["--layout", "user:password"]


def parts_of(audit: str, folder: pathlib.Path, count: int, *options: str) -> list[pathlib.Path]:
    """Tallies of parts of the sample."""
    lines = sample_lines()[:8000]
    made = []
    for number in range(count):
        name = folder / f"part {number}.txt"
        name.write_bytes(b"".join(lines[number::count]))
        made.append(scanned(audit, folder, *options, name.name))
    return made


def written(folder: pathlib.Path, parts: list[tally.Part]) -> pathlib.Path:
    whole = tally.Whole()
    for place, part in enumerate(parts):
        whole.add_common(part.common)
        whole.add(json.loads(json.dumps(part.own)), place)
    sums: dict[tuple[int, ...], int] = {}
    for part in parts:
        for *words, entries in part.signatures.tolist():
            sums[tuple(words)] = sums.get(tuple(words), 0) + entries
    rows = np.array([[*words, entries] for words, entries in sums.items()], dtype=np.int64)
    target = folder / "whole.tally"
    whole.write(target, rows)
    return target


@pytest.mark.parametrize("options", [["--strength", "none"], ["--strength", "meter", *LAYOUT], []])
def test_a_tally_that_is_read_and_written_is_the_same(
    audit: str, tmp_path: pathlib.Path, options: list[str]
) -> None:
    made = tmp_path / "list.txt"
    made.write_bytes(b"".join(b"u%d:" % n + line for n, line in enumerate(sample_lines()[:3000])))
    # Without the layout a warning says that the lines hold users.
    source = scanned(audit, tmp_path, *options, made.name, expect=int(LAYOUT[0] not in options))
    target = written(tmp_path, [tally.read_part(source)])
    assert tables(target) == tables(source)


def test_parts_sum_to_what_the_program_merges(audit: str, tmp_path: pathlib.Path) -> None:
    parts = parts_of(audit, tmp_path, 5)
    merged = tmp_path / "merged.tally"
    subprocess.run([audit, "merge", *map(str, reversed(parts)), "-o", str(merged)], check=True)
    target = written(tmp_path, [tally.read_part(part) for part in parts])
    assert tables(target) == tables(merged)
    info = subprocess.run([audit, "tally", "info", str(target)], capture_output=True, check=True)
    assert info.stdout.startswith(b"8,000 passwords, ")


def test_one_wrong_number_is_told(audit: str, tmp_path: pathlib.Path) -> None:
    """The checksum and the totals guard what the driver writes."""
    part = tally.read_part(parts_of(audit, tmp_path, 1)[0])
    part.signatures[0, 3] += 1
    target = written(tmp_path, [part])
    done = subprocess.run([audit, "tally", "info", str(target)], capture_output=True, check=False)
    assert done.returncode == 2


def test_parts_recorded_otherwise_do_not_add_up(audit: str, tmp_path: pathlib.Path) -> None:
    one = tally.read_part(parts_of(audit, tmp_path, 1)[0])
    other = tally.read_part(parts_of(audit, tmp_path, 1, "--strength", "none")[0])
    with pytest.raises(tally.TallyError, match="not recorded alike: .*facts"):
        written(tmp_path, [one, other])
