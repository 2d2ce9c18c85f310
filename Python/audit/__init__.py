"""The program `audit` from Python: what password policies make of passwords, lists and tallies.

    >>> import audit
    >>> audit.check(["Tisch-1234"], rules="minlength: 12;")
    [Verdict(accepted=False, broken=['minlength'])]
    >>> [score.score for score in audit.score(["password", "Tisch-1234"], reference_year=2026)]
    [0, 3]
    >>> with audit.tally(audit.evidence("phpbb")) as tally:
    ...     tally.query("SELECT SUM(entries) AS accounts FROM passwords", kind="rows")
    [{'accounts': 255421}]

Passwords reach the program by a pipe, never as arguments, and no message holds one.
"""
from audit._passwords import Score, Verdict, check, score
from audit._program import AuditError, AuditWarning, evidence, program
from audit._tables import Tally, presets, report, tally

__all__ = ["AuditError", "AuditWarning", "Score", "Tally", "Verdict", "check", "evidence", "presets", "program", "report",
           "score", "tally"]
