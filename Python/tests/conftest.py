"""Tests of the reader run against a built program: AUDIT_PROGRAM=.build/release/audit python -m pytest Python"""
import os
import pathlib

import pytest


def pytest_configure(config):
    program = os.environ.get("AUDIT_PROGRAM", "")
    if not pathlib.Path(program).is_file():
        raise pytest.UsageError(f"AUDIT_PROGRAM is '{program}'; expected the path of a built program")
    # As a full path: some tests change the folder.
    os.environ["AUDIT_PROGRAM"] = str(pathlib.Path(program).resolve())
