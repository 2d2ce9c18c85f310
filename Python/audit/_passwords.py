"""Asks about single passwords."""
from __future__ import annotations

import dataclasses
import json
from typing import Any, Iterable, Mapping, Sequence, Tuple, Union

from audit._program import AuditError, Option, Value, run

# A password, or a password and its user, at whom rules `context: username` look.
Asked = Union[str, Tuple[str, str]]


@dataclasses.dataclass(frozen=True)
class Verdict:
    """Whether all policies accept a password, and the ids of the rules that it breaks.

    Of several policies each id follows its policy, as in 'basic8: minlength', and `by_policy` has the ids of each.
    """
    accepted: bool
    broken: list[str]
    by_policy: dict[str, list[str]] = dataclasses.field(default_factory=dict, repr=False)


@dataclasses.dataclass(frozen=True)
class Score:
    """zxcvbn's score from 0 to 4 and its guesses; decimal logarithms of these, of a model's, and of the combined estimate,
    which joins both and is nearest to what attackers need.

    `details` has all that the program answered, also what options such as `explain=True` add.
    """
    score: int
    guesses: float
    guesses_log10: float
    model_log10: float | None
    combined_log10: float | None
    details: dict[str, Any] = dataclasses.field(repr=False)

    @property
    def combined_guesses(self) -> float | None:
        """The guesses of the combined estimate."""
        return None if self.combined_log10 is None else 10 ** self.combined_log10


def check(passwords: Iterable[Asked], rules: Value | Sequence[Value] = (), *, preset: str | Sequence[str] = (),
          **options: Option) -> list[Verdict]:
    """A verdict on each password, in order, by the policies of `rules` (texts or files) and of `preset` (ids).

    A text may begin with the policy's name: "[mine] minlength: 12;". `presets()` lists the ids. Other options are those
    of `audit check`: `blocklist="words.txt"` is `--blocklist words.txt`.

    >>> check(["Tisch-1234"], rules="minlength: 12;", preset="basic8")
    [Verdict(accepted=False, broken=['minlength: 12: minlength'])]
    """
    if not rules and not preset:
        raise ValueError("no policy is named; expected rules= (a policy or a file) or preset= (an id such as 'nist-63b-4')")
    verdicts = []
    for answer in _answers("check", {"rules": rules, "preset": preset, **options}, passwords):
        violated = answer["violated"]
        by_policy = violated if isinstance(violated, dict) else {}
        broken = [f"{policy}: {rule}" for policy in by_policy for rule in by_policy[policy]] if by_policy else violated
        verdicts.append(Verdict(not broken, broken, by_policy))
    return verdicts


def score(passwords: Iterable[Asked], **options: Option) -> list[Score]:
    """Score and guesses of each password, in order. Options are those of `audit score`.

    >>> score(["password"], reference_year=2026)[0].guesses
    3
    """
    return [Score(answer["score"], answer["guesses"], answer["guesses_log10"], answer.get("model_log10"),
                  answer.get("combined_log10"), answer) for answer in _answers("score", options, passwords)]


def _answers(command: str, options: Mapping[str, Option], passwords: Iterable[Asked]) -> list[dict[str, Any]]:
    if isinstance(passwords, (str, bytes)):
        raise TypeError("one password is no list of passwords; expected an iterable, such as [password]")
    given = "".join(map(_question, passwords)).encode()
    answers: list[dict[str, Any]] = [json.loads(line) for line in run(command, {**options, "format": "jsonl"}, given=given)
                                     .splitlines()]
    for number, answer in enumerate(answers, 1):
        if "error" in answer:
            raise AuditError(f"password {number} cannot be answered: {answer['error']}", 1)
    return answers


def _question(asked: Asked) -> str:
    password, user = asked if isinstance(asked, tuple) else (asked, None)
    if not isinstance(password, str):
        raise TypeError(f"a password is {type(password).__name__}; expected str, or a pair of password and user")
    return json.dumps({"password": password} if user is None else {"password": password, "user": user}) + "\n"
