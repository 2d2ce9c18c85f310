import csv
import gzip
import os
import pathlib
import sqlite3
import stat
import subprocess
import sys
import warnings

import audit
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
ANY = "minlength: 1; allowed: unicode;"
LIBRARIES = ["pandas", "polars"]


@pytest.fixture
def stand_in(tmp_path, monkeypatch):
    """A program that records how it was called, and then is the program."""
    def made(lines=""):
        path = tmp_path / "audit"
        path.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >>"{tmp_path}/arguments"\n{lines}\n'
                        f'exec "{os.environ["AUDIT_PROGRAM"]}" "$@"\n')
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setenv("AUDIT_PROGRAM", str(path))
        return tmp_path / "arguments"
    return made


def test_verdicts_come_in_order_of_one_process(stand_in):
    arguments = stand_in()
    passwords = [f"{'x' * (number % 5)}{number % 7}" for number in range(3000)]
    verdicts = audit.check(iter(passwords), rules="minlength: 4; allowed: unicode;")
    assert [verdict.accepted for verdict in verdicts] == [len(password) >= 4 for password in passwords]
    assert arguments.read_text().splitlines().count("check") == 1


def test_any_text_is_one_password():
    odd = ["", "a\nb", "a\r\nb", "\x00", '"', "\\", "\u2028", "pässwörd", "🔑", "-", "--help", "$HEX[61]"]
    assert [verdict.accepted for verdict in audit.check(odd, rules=ANY)] == [False] + [True] * (len(odd) - 1)
    lengths = [verdict.accepted for verdict in audit.check(odd, rules="minlength: 2; maxlength: 3; allowed: unicode;")]
    assert lengths == [2 <= len(password) <= 3 for password in odd]


def test_no_password_is_an_argument(stand_in):
    arguments = stand_in()
    audit.check(["Tisch-1234"], rules=ANY)
    audit.score(["Tisch-1234"])
    assert "Tisch" not in arguments.read_text()


def test_several_policies():
    (verdict,) = audit.check(["Tisch-1234"], rules=["minlength: 12; allowed: unicode;", ANY], preset="basic8")
    assert not verdict.accepted and len(verdict.broken) == 1 and verdict.broken[0].endswith(": minlength")
    assert sorted(map(len, verdict.by_policy.values())) == [0, 0, 1]


def test_rules_from_a_file_with_any_name(tmp_path):
    file = tmp_path / "-a policy"
    file.write_text("minlength: 11; allowed: unicode;")
    assert audit.check(["Tisch-1234"], rules=file) == [audit.Verdict(False, ["minlength"])]


def test_users():
    pairs = [("anna1234", "anna"), ("anna1234", "otto")]
    accepted = [verdict.accepted for verdict in audit.check(pairs, rules="context: username; allowed: unicode;")]
    assert accepted == [False, True]


def test_scores():
    first, second = audit.score(["password", "Tisch-1234"], reference_year=2026)
    assert (first.score, first.guesses, second.score) == (0, 3, 3)
    assert second.combined_log10 is not None and 5 < second.combined_log10 < 15
    assert audit.score(["password"], strength="zxcvbn", reference_year=2026)[0].combined_log10 is None
    assert "sequence" in audit.score(["password"], explain=True)[0].details or \
        set(audit.score(["password"], explain=True)[0].details) > set(first.details)
    assert audit.score([]) == []


def test_what_the_program_says_is_raised():
    with pytest.raises(audit.AuditError, match="Did you mean 'minlength'") as error:
        audit.check(["x"], rules="minlengh: 3;")
    assert error.value.code == 2
    with pytest.raises(audit.AuditError, match="Unknown option '--bogus'") as error:
        audit.score(["x"], bogus=1)
    assert error.value.code == 64
    with pytest.raises(audit.AuditError, match="password 2 cannot be answered") as error:
        audit.check(["x", "\ud800"], rules=ANY)
    assert error.value.code == 1
    with pytest.raises(audit.AuditError) as error:
        audit.report("no such.tally", rules=ANY)
    assert error.value.code == 2


def test_wrong_calls_say_what_to_write():
    with pytest.raises(TypeError, match=r"\[password\]"):
        audit.check("Tisch-1234", rules=ANY)
    with pytest.raises(TypeError) as error:
        audit.check([b"Tisch-1234"], rules=ANY)
    assert "Tisch" not in str(error.value)
    with pytest.raises(ValueError, match="rules="):
        audit.check(["x"])
    with pytest.raises(KeyError, match="passwords"), audit.tally(audit.evidence("phpbb")) as tally:
        tally.frame("password")
    with pytest.raises(audit.AuditError, match="phpbb"):
        audit.evidence("phpb")


def test_warnings_are_warnings():
    with pytest.warns(audit.AuditWarning, match="only digits are permitted"):
        audit.check(["x"], rules="minlength: 3; required: digit;")


def test_the_program_that_is_missing(monkeypatch, tmp_path):
    monkeypatch.setenv("AUDIT_PROGRAM", str(tmp_path / "none"))
    with pytest.raises(audit.AuditError, match="cannot be started"):
        audit.score(["x"])
    monkeypatch.delenv("AUDIT_PROGRAM")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("audit._program.PACKAGE", tmp_path / "a/b")
    monkeypatch.setattr("sysconfig.get_path", lambda *scheme: str(tmp_path))
    with pytest.raises(audit.AuditError, match="AUDIT_PROGRAM"):
        audit.score(["x"])


def test_the_program_beside_the_package_comes_before_path(monkeypatch, tmp_path):
    for folder in ("scripts", "path"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "audit").write_text("")
        (tmp_path / folder / "audit").chmod(0o755)
    monkeypatch.delenv("AUDIT_PROGRAM")
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    monkeypatch.setattr("sysconfig.get_path", lambda name, *scheme: str(tmp_path / name))
    assert audit.program() == str(tmp_path / "scripts/audit")
    (tmp_path / "scripts/audit").unlink()
    assert audit.program() == str(tmp_path / "path/audit")


@pytest.fixture(scope="session")
def list_and_tally(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lists")
    path = folder / "-list.txt"
    path.write_text("".join(f"{'ab' * (number % 6)}{number}\n" for number in range(400)))
    tally = folder / "list.tally"
    subprocess.run([os.environ["AUDIT_PROGRAM"], "scan", "-q", "-o", tally, "--", path], check=True)
    return path, tally


def test_a_report_of_a_list_is_that_of_its_tally(list_and_tally, monkeypatch):
    path, tally = list_and_tally
    asked = dict(rules="minlength: 8; allowed: unicode;", reference_year=2026, kind="rows", dataset="list")
    tables = audit.report(tally, **asked)
    monkeypatch.chdir(path.parent)
    assert audit.report(path.name, **asked) == tables
    (row,) = tables["results"]
    lengths = [len(line) for line in path.read_text().splitlines()]
    # Version 0.2.0 called the column `compliant`.
    assert row.get("accepted", row.get("compliant")) == sum(length >= 8 for length in lengths)
    assert row["n"] == len(lengths) and isinstance(row["n"], int)
    counted = {line["bucket"]: line["count"] for line in tables["audit"] if line["metric"] == "length"}
    assert counted["5"] == lengths.count(5)
    explained = {(line["table"], line["column"]) for line in tables["columns"] if line["meaning"] and line["unit"]}
    assert {(name, column) for name in ("results", "audit") for column in tables[name][0]} <= explained


def test_options_of_a_report(list_and_tally):
    tables = audit.report(list_and_tally[0], preset=["basic8", "nist-63b-4"], space=True, distinct=True, kind="rows")
    assert len(tables["results"]) == 2
    assert {"keyspace", "empirical", "policy"} < set(tables)
    assert {type(row["implied"]) for row in tables["rule_cost"]} <= {bool}


def test_what_a_report_leaves_out_is_a_warning(tmp_path):
    damaged = tmp_path / "damaged.txt.gz"
    damaged.write_bytes(gzip.compress("".join(f"{number:05}\n" for number in range(40000)).encode())[:-2000])
    with pytest.warns(audit.AuditWarning, match="damaged"):
        assert audit.report(damaged, rules=ANY, kind="rows")["results"][0]["n"] > 0


def test_tally(list_and_tally):
    with audit.tally(list_and_tally[1]) as tally:
        rows = tally.frame(kind="rows")
        assert sum(row["entries"] for row in rows) == 400
        assert tally.query("SELECT SUM(entries) AS n FROM passwords WHERE length > ?", [9], kind="rows")[0]["n"] == \
            sum(row["entries"] for row in rows if row["length"] > 9)
        with pytest.raises(sqlite3.OperationalError):
            tally.query("DELETE FROM signatures")
    with pytest.raises(sqlite3.ProgrammingError):
        tally.query("SELECT 1")


def test_what_is_no_tally(tmp_path, list_and_tally):
    with pytest.raises(FileNotFoundError):
        audit.tally(tmp_path / "none.tally")
    assert not (tmp_path / "none.tally").exists()
    with pytest.raises(audit.AuditError, match="no tally"):
        audit.tally(list_and_tally[0])
    sqlite3.connect(tmp_path / "other.tally").execute("CREATE TABLE passwords (length)").connection.close()
    with pytest.raises(audit.AuditError, match="no tally"):
        audit.tally(tmp_path / "other.tally")


@pytest.mark.parametrize("library", LIBRARIES)
def test_frames(library, list_and_tally):
    module = pytest.importorskip(library)
    results = audit.report(list_and_tally[1], rules=ANY, kind=library)["results"]
    assert isinstance(results, module.DataFrame) and len(results) == 1
    with audit.tally(list_and_tally[1]) as tally:
        frame = tally.frame("passwords", kind=library)
    assert isinstance(frame, module.DataFrame) and frame["entries"].sum() == 400


@pytest.mark.parametrize("library", LIBRARIES)
def test_the_imported_library_makes_frames(library, list_and_tally):
    pytest.importorskip(library)
    code = f"import {library}, audit, sys; print(type(audit.tally(sys.argv[1]).frame()).__module__)"
    done = subprocess.run([sys.executable, "-c", code, list_and_tally[1]], capture_output=True, text=True, check=True,
                          env={**os.environ, "PYTHONPATH": str(ROOT / "Python")})
    assert done.stdout.startswith(library)


def test_without_a_library_there_are_rows(list_and_tally):
    code = ("import importlib.util, sys, audit\n"
            "importlib.util.find_spec = lambda name: None\n"
            "print(type(audit.tally(sys.argv[1]).frame()[0]).__name__)")
    done = subprocess.run([sys.executable, "-c", code, list_and_tally[1]], capture_output=True, text=True, check=True,
                          env={**os.environ, "PYTHONPATH": str(ROOT / "Python")})
    assert done.stdout == "dict\n"


def test_phpbb_is_what_the_evidence_says():
    """Of Apple's policies the published counts lie between the ends of the folded tally."""
    with open(ROOT / "Reports/evidence/policies.csv", newline="") as file:
        published = {row["policy"]: row for row in csv.DictReader(file) if row["list"] == "phpbb"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", audit.AuditWarning)
        rows = audit.report(audit.evidence("phpbb"), preset=["basic8", "1class12"], kind="rows")["results"]
    for row in rows:
        least, most = (row.get(f"accepted_{end}", row.get(f"compliant_{end}")) for end in ("least", "most"))
        counted = published[row["policy"]]
        assert least <= int(counted["accepted"]) <= most
