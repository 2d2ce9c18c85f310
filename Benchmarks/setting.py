"""The parts that all measurement reports share: machine, system and list, and how rounds are summarised."""
import hashlib
import os
import platform
import statistics
import subprocess


def first_line(command):
    """The first line that a shell command prints, or a question mark."""
    output = subprocess.run(command, shell=True, capture_output=True, text=True).stdout.splitlines()
    return output[0].strip() if output else "?"


def machine():
    """The processor, the number of usable ones, and the system."""
    model = first_line("grep -m1 'model name' /proc/cpuinfo | cut -d: -f2")
    processors = len(os.sched_getaffinity(0))
    return f"{model}, {processors} processors, {platform.system()} {platform.release()}"


def digest(path):
    """The SHA-256 of a file, in hexadecimal digits."""
    total = hashlib.sha256()
    with open(path, "rb") as file:
        while piece := file.read(1 << 20):
            total.update(piece)
    return total.hexdigest()


def spread(values, digits=2, unit=""):
    """The median of the rounds, with their minimum and maximum in brackets."""
    return (
        f"{statistics.median(values):,.{digits}f}{unit} ({min(values):,.{digits}f}–{max(values):,.{digits}f})")
