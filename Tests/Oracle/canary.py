#!/usr/bin/env python3
"""Looks in a tally file for the lines of its list.

A line of eight bytes or more must not occur anywhere in it, but for words that the tally of another
list, with the same options, has as well: those are the program's own.

    python3 Tests/Oracle/canary.py leaked.tally leaked.txt other.tally
"""

import sys

tally, listed, other = (open(name, "rb").read() for name in sys.argv[1:])
lines = {line for line in listed.split(b"\n") if len(line) >= 8}
found = [line for line in lines if line in tally and line not in other]
print(f"{len(lines)} lines of 8 bytes or more, {len(found)} of them in a tally of {len(tally)} bytes")
sys.exit(1 if found else 0)
