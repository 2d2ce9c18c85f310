#!/usr/bin/env python3
"""Measures Policy Lab: the time to answer a key press, and the load of many clients at once.

    Benchmarks/lab.py .build/release leaked.tally > Benchmarks/results/DATE-lab.md

Latency: Debian's chromium, driven by selenium, types policies key by key; for each key the time from
the input event to the picture after the answer was put in place, measured in the page. Load: so many
clients at once, each with its own connection, asks for one new policy after another.
"""
import argparse
import http.client
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

KEYS = [
    "minlength: 8; required: lower; required: upper; required: digit; ",
    "minlength: 12; max-consecutive: 2; allowed: unicode; blocklist: default; ",
    "minlength: 10; min-classes: 3; max-sequential: 3; at-least: 2 digit; ",
]

MEASURE = """
const [text, done] = [arguments[0], arguments[arguments.length - 1]];
const field = document.querySelector('#text'), answer = document.querySelector('#answer');
field.value += text;
const start = performance.now();
const watch = new MutationObserver(() => {
  const at = new URLSearchParams(answer.dataset.query).getAll('p')[0];
  if (at !== field.value) return;
  watch.disconnect();
  requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => done(performance.now() - start);
    channel.port2.postMessage(0);
  });
});
watch.observe(answer, {attributes: true});
field.dispatchEvent(new Event('input', {bubbles: true}));
"""


def start(program, tally):
    process = subprocess.Popen([program, str(tally)], stdout=subprocess.PIPE, text=True)
    return process, process.stdout.readline().strip()


def latency(url):
    """Milliseconds from each key press to its picture."""
    driver = report.browser()
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": 1280, "height": 900, "deviceScaleFactor": 1, "mobile": False})
    driver.set_script_timeout(30)
    times = []
    for keys in KEYS:
        driver.get(url + "?p=")
        time.sleep(0.5)
        times += [driver.execute_async_script(MEASURE, key) for key in keys]
    driver.quit()
    return times


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
                connection.request("GET", parts.path + "answer?p=" + urllib.parse.quote(text))
                reply = connection.getresponse()
                body = reply.read()
                ok = reply.status == 200 and b'id="cards"' in body
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
    parser.add_argument("--seconds", type=int, default=30)
    arguments = parser.parse_args()
    program = arguments.programs.resolve() / "audit-lab"
    print(f"# Policy Lab, {time.strftime('%Y-%m-%d')}\n")
    print(f"Command: `Benchmarks/lab.py {arguments.programs} {arguments.tally.name}`\n")
    print(f"- machine: {setting.machine()}; load average {open('/proc/loadavg').read().split()[0]} at the start")
    print(f"- tally: {arguments.tally.stat().st_size:,} bytes, sha256 `{setting.digest(arguments.tally)}`")
    print(f"- {setting.first_line('chromium --version')}; FlyingFox 0.27.1\n")
    process, url = start(program, arguments.tally)
    times = latency(url)
    print("From a key to the picture of its answer, in the browser:\n")
    print("| keys | median | 90 % | 99 % | most |")
    print("|---|---|---|---|---|")
    print(f"| {len(times)} | {statistics.median(times):.1f} ms | {point(times, 0.9):.1f} ms | "
          f"{point(times, 0.99):.1f} ms | {max(times):.1f} ms |\n")
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
