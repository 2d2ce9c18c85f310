"""Finds the program and runs it."""
from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import sysconfig
import warnings
from typing import Mapping, Sequence, Union

Value = Union[str, int, float, "os.PathLike[str]"]
# What an option of the program may be set to: `min_shape_count=9` is `--min-shape-count 9`, `space=True` is `--space`.
Option = Union[None, bool, Value, Sequence[Value]]
PACKAGE = pathlib.Path(__file__).resolve().parent


class AuditError(Exception):
    """What the program says, and its exit code: 1 something was not answered, 2 it could not be done, 64 wrong usage."""

    def __init__(self, message: str, code: int = 2) -> None:
        super().__init__(message, code)
        self.message, self.code = message, code

    def __str__(self) -> str:
        return f"{self.message} (exit code {self.code})"


class AuditWarning(UserWarning):
    """What the program says beside its answer."""


def program() -> str:
    """The path of the program: what AUDIT_PROGRAM names, or that of this package, or the one on PATH."""
    # Where pip puts the programs of a wheel: in an environment, with --user, with --target.
    folders = [sysconfig.get_path("scripts"), sysconfig.get_path("scripts", f"{os.name}_user"), PACKAGE.parent / "bin"]
    found = os.environ.get("AUDIT_PROGRAM") or shutil.which("audit", path=os.pathsep.join(map(str, folders))) \
        or shutil.which("audit")
    if not found:
        raise AuditError("the program audit is neither beside this package nor on PATH\n"
                         "  Install the wheel again, or set AUDIT_PROGRAM to the path of the program.")
    return found


def evidence(name: str) -> pathlib.Path:
    """The path of a published tally: 'phpbb', 'myspace' or 'domains'; in a checkout also 'synthetic', which is made up."""
    folders = [pathlib.Path(prefix, "share/audit/evidence") for prefix in (
        sysconfig.get_path("data"), sysconfig.get_path("data", f"{os.name}_user"), PACKAGE.parent)]
    folders.append(PACKAGE.parent.parent / "Reports/evidence")
    tallies = {path.stem: path for folder in reversed(folders) for path in folder.glob("*.tally")}
    if name not in tallies:
        raise AuditError(f"there is no published tally '{name}'; expected one of {', '.join(sorted(tallies)) or 'none'}")
    return tallies[name]


def run(command: str, options: Mapping[str, Option], paths: Sequence[str] = (), *, given: bytes = b"") -> bytes:
    """What a command prints. It may end with 1, then something was left out, and a warning says what."""
    words = [program(), *command.split(), "--quiet"]
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        if value is True:
            words.append(option)
        elif value is not None and value is not False:
            values = [value] if isinstance(value, (str, int, float, os.PathLike)) else value
            # As one word: a value that begins with a hyphen is no option.
            words += [f"{option}={os.fspath(one) if isinstance(one, os.PathLike) else one}" for one in values]
    try:
        done = subprocess.run([*words, "--", *paths] if paths else words, input=given, capture_output=True)
    except OSError as error:
        raise AuditError(f"{words[0]}: the program cannot be started: {error.strerror}") from error
    message = done.stderr.decode(errors="replace").strip()
    if done.returncode not in (0, 1):
        raise AuditError(message, done.returncode)
    if message:
        warnings.warn(message, AuditWarning, stacklevel=4)
    return done.stdout
