#!/usr/bin/env python3
"""Says what came of a run of tests, from its log, and fails where a test was skipped without leave.

    .ci/outcome.py NAME EXIT-CODE LOG SKIPPED    # adds what was skipped to the file SKIPPED
    .ci/outcome.py --summary SKIPPED             # the same of all runs together
"""
import os
import re
import sys

# Why a test may be skipped, and in which of the runs that NAME names. Files in Tests/Vectors are always
# there, so nothing that reads only those can be skipped.
ALLOWED = {
    "needs ../shared/data": lambda name: not os.path.isdir("../shared/data"),
    # 'make test' is optimised; the other runs are not.
    "needs a release build": lambda name: name.split()[0] in ("test-debug", "sanitize"),
    "root may read everything": lambda name: os.geteuid() == 0,
    "needs the right to mount a file system": lambda name: True,
    "needs the right to drop rights": lambda name: True,
}
# What a log holds besides outcomes is of no use here.
FAULT = re.compile(r"recorded an issue|Sanitizer:|^error:|\.swift:\d+:\d+: error:|Fatal error|runtime failure|crashed|^make:.*\*\*\*")


def outcome(name, code, log, skipped):
    lines = open(log, errors="replace").read().splitlines()
    tests = [line for line in lines if re.match(r"\S Test ", line)
             and not line.startswith(("◇", "↳")) and " Test case" not in line and " Test run" not in line]
    passed = sum(" passed after " in line for line in tests)
    failed = sum(" failed after " in line for line in tests)
    skips = [match.groups() for line in tests
             if (match := re.match(r'\S Test (.+?) skipped(?:: "(.*)")?\.?$', line))]
    # Each process of `swift test` ends with this; without it a crash would look like a success.
    ends = [match for line in lines
            if (match := re.match(r"\S Test run with \d+ tests? .* (?:passed|failed) after ([\d.]+)", line))]
    runs, seconds = len(ends), sum(float(end[1]) for end in ends)
    unexpected = [skip for skip in skips if not ALLOWED.get(skip[1], lambda name: False)(name)]
    with open(skipped, "a") as file:
        file.writelines(f"{name}: {test}: {reason}\n" for test, reason in skips)
        print(f"passed {passed} failed {failed} skipped {len(skips)}", file=open(skipped + ".counts", "a"))
    if code != 0 or failed or not runs:
        faults = [number for number, line in enumerate(lines)
                  if FAULT.search(line) and not line.startswith("◇")]
        shown = sorted({near for number in faults[:20] for near in range(number, number + 4)
                        if near < len(lines)})
        print("\n".join(lines[number] for number in shown) or "\n".join(lines[-40:]))
        if len(faults) > 20:
            print(f"… and {len(faults) - 20} more")
    print(f"{name}: {passed} passed, {failed} failed, {len(skips)} skipped, exit code {code}, "
          f"{seconds:.0f} s")
    for test, reason in unexpected:
        print(f"{name}: error: test {test} may not be skipped: {reason}")
    return 1 if code != 0 or failed or not runs or not passed or unexpected else 0


def summary(skipped):
    if os.path.exists(skipped):
        print("skipped:\n" + "".join("  " + line for line in sorted(set(open(skipped)))), end="")
    counts = [[int(word) for word in re.findall(r"\d+", line)] for line in open(skipped + ".counts")]
    passed, failed, left = (sum(column) for column in zip(*counts))
    print(f"{passed} passed, {failed} failed, {left} skipped")


if __name__ == "__main__":
    if sys.argv[1] == "--summary":
        summary(sys.argv[2])
    else:
        sys.exit(outcome(sys.argv[1], int(sys.argv[2]), *sys.argv[3:]))
