#!/usr/bin/env python3
"""Measures Policy Lab: the time to answer a key press, and the load of many clients at once.

    Benchmarks/lab.py .build/release leaked.tally > Benchmarks/results/DATE-lab.md

Latency: Debian's chromium, driven by selenium, changes one digit of a policy after another, so that each
key changes the answer and asks what was not asked before; from the input event to the picture of the counts
and cards, and to that of the last figure, measured in the page. Processor: what the server takes for the
numbers of a new question. Load: so many clients at once, each with its own connection, asks for the numbers
of one new policy after another.
"""
import argparse
import http.client
import os
import pathlib
import random
import statistics
import subprocess
import sys
import threading
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Tests/Browser"))

import report  # noqa: E402
import setting  # noqa: E402

MEASURE = """
const [text, done] = [arguments[0], arguments[arguments.length - 1]];
const field = document.querySelector('#text'), answer = document.querySelector('#answer');
field.value = text;
const start = performance.now(), times = [];
const painted = () => requestAnimationFrame(() => {
  const channel = new MessageChannel();
  channel.port1.onmessage = () => { if (times.push(performance.now() - start) === 2) done(times); };
  channel.port2.postMessage(0);
});
const watch = new MutationObserver(() => {
  if (new URLSearchParams(answer.dataset.query).getAll('p')[0] !== field.value) return;
  watch.disconnect();
  painted();
  const later = new MutationObserver(() => {
    if (answer.ariaBusy !== 'false') return;
    later.disconnect();
    painted();
  });
  later.observe(answer, {attributes: true});
});
watch.observe(answer, {attributes: true, attributeFilter: ['data-query']});
field.dispatchEvent(new Event('input', {bubbles: true}));
"""


def policies(count, seed):
    """Policies of which each differs from the one before in one number, and none comes twice."""
    rng = random.Random(seed)
    numbers, seen = [8, 60, 3, 2], set()
    while len(seen) < count:
        place = rng.randrange(4)
        numbers[place] = rng.randint(*[(4, 24), (30, 99), (1, 9), (1, 4)][place])
        if tuple(numbers) not in seen:
            seen.add(tuple(numbers))
            least, most, run, kinds = numbers
            yield (f"minlength: {least}; maxlength: {most}; max-consecutive: {run}; min-classes: {kinds}; "
                   "required: lower; allowed: ascii-printable;")


def start(program, tally):
    process = subprocess.Popen([program, str(tally)], stdout=subprocess.PIPE, text=True)
    return process, process.stdout.readline().strip()


def latency(url, keys):
    """Milliseconds from each key to the picture of the numbers, and to that of the figures."""
    driver = report.browser()
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": 1280, "height": 900, "deviceScaleFactor": 1, "mobile": False})
    driver.set_script_timeout(30)
    driver.get(url)
    time.sleep(1)
    times = [driver.execute_async_script(MEASURE, text) for text in policies(keys, 1)]
    driver.quit()
    return [t[0] for t in times], [t[1] for t in times]


def processor(process, url, questions):
    """Milliseconds of processor time that the server takes for the numbers of a new question."""
    parts = urllib.parse.urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=60)

    def ticks():
        fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")

    texts = list(policies(questions + 1, 2))
    for number, text in enumerate(texts):
        if number == 1:
            before = ticks()
        connection.request("GET", parts.path + "numbers?p=" + urllib.parse.quote(text))
        connection.getresponse().read()
    return (ticks() - before) / questions


def load(process, url, clients, seconds):
    """Requests answered, their times in ms, the failures, and the peak memory in MB."""
    parts = urllib.parse.urlsplit(url)
    end = time.monotonic() + seconds
    times, failed, lock = [], [], threading.Lock()

    def client(number):
        rng = random.Random(number)
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=60)
        while time.monotonic() < end:
            text = (f"minlength: {rng.randint(4, 20)}; max-consecutive: {rng.randint(1, 9)}; "
                    f"required: {rng.choice(['lower', 'upper', 'digit', 'special'])}; allowed: ascii-printable; ")
            begun = time.monotonic()
            try:
                connection.request("GET", parts.path + "numbers?p=" + urllib.parse.quote(text))
                reply = connection.getresponse()
                body = reply.read()
                ok = reply.status == 200 and b'isWhole\":true' in body
                problem = None if ok else f"{reply.status}"
            except Exception as error:  # noqa: BLE001
                problem = repr(error)
                connection.close()
            with lock:
                times.append((time.monotonic() - begun) * 1000)
                if problem:
                    failed.append(problem)

    threads = [threading.Thread(target=client, args=(n,)) for n in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    peak = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM"))
    return times, failed, peak / 1000


def point(values, share):
    return sorted(values)[min(int(len(values) * share), len(values) - 1)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=pathlib.Path, help="where audit-lab lies")
    parser.add_argument("tally", type=pathlib.Path)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--keys", type=int, default=100)
    arguments = parser.parse_args()
    program = arguments.programs.resolve() / "audit-lab"
    print(f"# Policy Lab, {time.strftime('%Y-%m-%d')}\n")
    print(f"Command: `Benchmarks/lab.py {arguments.programs} {arguments.tally.name}`\n")
    print(f"- machine: {setting.machine()}; load average {open('/proc/loadavg').read().split()[0]} at the start")
    print(f"- tally: {arguments.tally.stat().st_size:,} bytes, sha256 `{setting.digest(arguments.tally)}`")
    print(f"- {setting.first_line('chromium --version')}; FlyingFox 0.27.1\n")
    process, url = start(program, arguments.tally)
    print("From a key that changes the answer to the picture, in the browser; every question is new:\n")
    print("| of | keys | median | 90 % | 99 % | most |")
    print("|---|---|---|---|---|---|")
    for what, times in zip(("counts and cards", "all figures"), latency(url, arguments.keys)):
        print(f"| {what} | {len(times)} | {statistics.median(times):.0f} ms | {point(times, 0.9):.0f} ms | "
              f"{point(times, 0.99):.0f} ms | {max(times):.0f} ms |")
    print(f"\nThe server takes {processor(process, url, 200):.1f} ms of processor time for the numbers of a new "
          "question.\n")
    times, failed, peak = load(process, url, arguments.clients, arguments.seconds)
    print(f"{arguments.clients} clients at once for {arguments.seconds} s, each request a policy of its own:\n")
    print("| requests | a second | failed | median | 99 % | memory at most |")
    print("|---|---|---|---|---|---|")
    print(f"| {len(times):,} | {len(times) / arguments.seconds:.0f} | {len(failed)} | "
          f"{statistics.median(times):.0f} ms | {point(times, 0.99):.0f} ms | {peak:.0f} MB |")
    if failed:
        print(f"\nFailed: {', '.join(sorted(set(failed))[:5])}")
    process.terminate()
    process.wait(timeout=20)


if __name__ == "__main__":
    main()
