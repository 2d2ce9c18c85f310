"""Scores the lines of a file with a Python package, and prints: lines, CPU seconds, sum of scores.

    python3 peers.py zxcvbn|zxcvbn_rs_py FILE
"""
import importlib
import sys
import time

module = importlib.import_module(sys.argv[1])
passwords = open(sys.argv[2], encoding="utf-8", newline="\n").read().split("\n")[:-1]
scores = 0
start = time.process_time()
if sys.argv[1] == "zxcvbn":
    for password in passwords:
        # It raises an error for longer ones.
        scores += module.zxcvbn(password[:72])["score"]
else:
    for password in passwords:
        scores += int(module.zxcvbn(password).score)
print(len(passwords), time.process_time() - start, 0, scores)
