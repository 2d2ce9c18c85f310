#!/usr/bin/env python3
"""Measures the cost of the Spark job step by step, and derives that of a terabyte.

    .build-cluster/venv/bin/python Benchmarks/cluster.py LIST --audit .build-cluster/bin/audit \
      > Benchmarks/results/DATE-cluster.md

`make cluster-test` builds both programs. LIST is a plain or gzip list of a few million lines, of which
only the digest is printed. Processor seconds are measured, not wall time, so that other work on
the machine matters little; cores and networks of a cluster are assumptions, stated beside the results.
"""
import argparse
import gzip
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

import numpy as np
import pyarrow as pa

from setting import digest, first_line, machine

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Cluster"))
PIECE = 256 << 20
# A node of 40 cores with 10 Gbit/s.
NETWORK_A_CORE = 1.25e9 / 40


def cpu_of(command, data=None):
    """The processor seconds that a command takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, input=data, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def scanning(audit, text, folder):
    """Processor seconds for each GB of text, by strength, each the minimum of two rounds."""
    file = folder / "list.txt"
    file.write_bytes(text)
    costs = {}
    for strength in ("zxcvbn", "meter", "none"):
        command = [audit, "scan", "--force", "--lanes", "1", "--no-progress", "--strength", strength,
                   "-o", str(folder / "a.tally"), str(file)]
        costs[strength] = min(cpu_of(command) for _ in range(2)) / len(text) * 1e9
    return costs


def signatures(audit, text, folder):
    """The number of signatures in the first lines: pairs of bytes and rows."""
    import audit_tally

    growth = []
    for part in (8, 4, 2, 1):
        file = folder / "head.txt"
        file.write_bytes(text[: len(text) // part])
        subprocess.run([audit, "scan", "--force", "--no-progress", "-o", str(folder / "h.tally"), str(file)],
                       check=True, capture_output=True)
        growth.append((len(text) // part, len(audit_tally.read_part(folder / "h.tally").signatures)))
    return growth


def shuffling(audit, text, folder, *options):
    """Bytes that Spark shuffles, and their rows, from the log of a real job with these options."""
    folder = pathlib.Path(tempfile.mkdtemp(dir=folder))
    (folder / "events").mkdir()
    file = folder / "shuffled.txt"
    file.write_bytes(text)
    environment = {**os.environ, "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    command = [str(pathlib.Path(sys.executable).parent / "spark-submit"), "--master", "local[2]"]
    for setting in ("spark.ui.enabled=false", "spark.eventLog.enabled=true",
                    f"spark.eventLog.dir=file://{folder}/events", "spark.eventLog.compress=false",
                    "spark.eventLog.rolling.enabled=false"):
        command += ["--conf", setting]
    command += [str(ROOT / "Cluster/audit_spark.py"), "--program", audit, "--pieces", "16M",
                *options, "--output", str(folder / "out"), str(file)]
    subprocess.run(command, check=True, capture_output=True, env=environment)
    written = rows = 0
    for log in (folder / "events").iterdir():
        for line in log.open():
            event = json.loads(line)
            if event["Event"] == "SparkListenerTaskEnd":
                metrics = event["Task Metrics"]["Shuffle Write Metrics"]
                written += metrics["Shuffle Bytes Written"]
                rows += metrics["Shuffle Records Written"]
    return written, rows


def spark_itself():
    """Processor seconds of Java: a million rows added up, and a task that does nothing."""
    from pyspark.sql import SparkSession
    from pyspark.sql import functions as F

    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", False).config(
        "spark.ui.showConsoleProgress", False).getOrCreate()

    def rows(number):
        key = F.col("id") % 200_000
        return spark.range(0, number, 1, 8).select(
            (key * 7919).alias("w0"), (key * 31).alias("w1"), key.alias("w2"),
            F.lit(1).alias("entries")).groupBy("w0", "w1", "w2").agg(F.sum("entries"))

    rows(1_000_000).collect()
    started = _java_seconds(spark)
    rows(10_000_000).write.format("noop").mode("overwrite").save()
    cost = (_java_seconds(spark) - started) / 10

    def tasks(number):
        return spark.range(0, number, 1, number).write.format("noop").mode("overwrite").save()

    tasks(200)
    started = _java_seconds(spark)
    tasks(5000)
    a_task = (_java_seconds(spark) - started) / 5000
    spark.stop()
    return cost, a_task


def _java_seconds(spark):
    """Processor seconds of the driver's Java, from the kernel."""
    pid = spark._jvm.java.lang.ProcessHandle.current().pid()
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def driving(audit, text, folder, counts):
    """The driver's processor seconds and memory for so many pieces, with synthetic answers."""
    import audit_pieces
    import audit_spark
    import audit_tally

    (folder / "some.txt").write_bytes(text)
    subprocess.run([audit, "scan", "--no-progress", "-o", str(folder / "some.tally"),
                    str(folder / "some.txt")], check=True, capture_output=True)
    part = audit_tally.read_part(folder / "some.tally")
    lines = dict(part.own["lines"])
    entries = lines["ascii"] + lines["utf8"] + lines["ill_formed"]
    results = []
    for count in counts:
        pieces = audit_pieces.cut("s3a://leaks/list", "s3a://leaks/list", count * PIECE,
                                  audit_pieces.PLAIN, PIECE)
        texts = [part.common.encode()]
        for place, piece in enumerate(pieces):
            own = json.loads(json.dumps(part.own))
            own["inputs"][0][1] = f"{piece.name}#{piece.start}-{piece.end}"
            texts.append(json.dumps({"place": place, "start": [piece.start, 0],
                                     "end": [piece.end, 0], "tables": own}).encode())
        rows = np.array(part.signatures)
        rows[:, 3] *= count
        def table(blobs, columns, entries):
            words = {f"w{number}": column for number, column in enumerate(columns)}
            return pa.table({"blob": blobs, **words, "entries": entries})

        sums = pa.concat_tables([
            table(pa.array(texts, pa.binary()), [pa.nulls(len(texts), pa.int64())] * 3,
                  pa.array([1] * len(texts))),
            table(pa.nulls(len(rows), pa.binary()), [pa.array(rows[:, n]) for n in range(3)],
                  pa.array(rows[:, 3]))])
        started = time.process_time()
        made = audit_spark.collect(pieces, sums)
        target = folder / f"{count}.tally"
        made.whole.write(target, made.signatures)
        seconds = time.process_time() - started
        assert made.whole.entries == count * entries
        report = cpu_of([audit, "report", "--preset", "nist-63b-4", "-q", "--force", "-o",
                         str(folder / "report"), str(target)])
        results.append((count, seconds, report, target.stat().st_size, sum(map(len, texts)) / count))
        target.unlink()
    return results


def main():
    parser = argparse.ArgumentParser(description="Measures what the Spark job costs.")
    parser.add_argument("list")
    parser.add_argument("--audit", required=True)
    parser.add_argument("--pieces", type=int, nargs="+", default=[1000, 100_000])
    options = parser.parse_args()
    data = pathlib.Path(options.list).read_bytes()
    text = gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
    audit = str(pathlib.Path(options.audit).resolve())
    print(f"# A Spark job, {time.strftime('%Y-%m-%d')}\n\n- machine: {machine()}, load average "
          f"{os.getloadavg()[0]:.1f} at the start\n- list: sha256 `{digest(options.list)}`, "
          f"{len(text) / 1e6:.0f} MB of text, {text.count(10):,} lines\n"
          f"- {first_line(f'{audit} --version')}; Spark {first_line(f'{sys.executable} -m pip show pyspark | sed -n 2p')}\n")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        costs = scanning(audit, text, folder)
        print("## Scanning\n\n| strength | processor s a GB | MB/s a core |\n| --- | --- | --- |")
        for strength, cost in costs.items():
            print(f"| {strength} | {cost:.1f} | {1000 / cost:.0f} |")
        growth = signatures(audit, text, folder)
        (small, few), (large, many) = growth[0], growth[-1]
        power = np.log(many / few) / np.log(large / small)
        in_piece = many * (PIECE / large) ** power
        print("\n## Rows\n\n| MB of text | signatures |\n| --- | --- |")
        for size, number in growth:
            print(f"| {size / 1e6:.0f} | {number:,} |")
        print(f"\nSo rows grow with the power {power:.2f} of the text: {in_piece:,.0f} of a piece of "
              f"{PIECE >> 20} MiB.")
        written, rows = shuffling(audit, text, folder)
        a_row = written / rows
        # Some rows for each password: an eighth of the list says enough.
        head = text[: text.rindex(b"\n", 0, len(text) // 8) + 1]
        distinct, _ = shuffling(audit, head, folder, "--distinct", "--pieces", "4M")
        adding, a_task = spark_itself()
        shuffled = in_piece * a_row / (PIECE / 1e9)
        print(f"\n## Spark\n\n- shuffled: {a_row:.1f} bytes a row, {shuffled / 1e6:.0f} MB a GB of list"
              f"\n- shuffled with `--distinct`: {distinct / len(head):.2f} bytes a byte of text, of "
              f"{len(head) / 1e6:.0f} MB"
              f"\n- adding up: {adding:.2f} processor s a million rows\n- a task that does nothing: "
              f"{a_task * 1000:.1f} processor ms, most of it the driver's\n")
        driver = driving(audit, text, folder, options.pieces)
        print("## The driver's own work\n\n| pieces | sums and whole.tally, processor s | audit report, "
              "processor s | whole.tally MB | KB a piece |\n| --- | --- | --- | --- | --- |")
        for count, seconds, report, size, a_piece in driver:
            print(f"| {count:,} | {seconds:.1f} | {report:.1f} | {size / 1e6:.0f} | {a_piece / 1e3:.1f} |")
    fixed, a_piece = driver[0][1], (driver[-1][1] - driver[0][1]) / (driver[-1][0] - driver[0][0])
    print("\n## What a terabyte costs\n\n| list | cores | scan | add up | network | schedule | driver | "
          "the largest |\n| --- | --- | --- | --- | --- | --- | --- | --- |")
    for size in (1e12, 1e14):
        for cores in (100, 1000):
            pieces = size / PIECE
            steps = {
                "scan": size / 1e9 * costs["zxcvbn"] / cores,
                "add up": pieces * in_piece / 1e6 * adding / cores,
                "network": pieces * in_piece * a_row / (NETWORK_A_CORE * cores),
                "schedule": pieces * a_task,
                "driver": fixed + pieces * a_piece,
            }
            cells = " | ".join(
                f"{seconds:,.{0 if seconds >= 10 else 1}f} s" for seconds in steps.values())
            print(f"| {size / 1e12:.0f} TB | {cores:,} | {cells} | {max(steps, key=lambda s: steps[s])} |")
    print(f"\nPieces of {PIECE >> 20} MiB, zxcvbn, cores as this machine's; network: "
          f"{NETWORK_A_CORE / 1e6:.0f} MB/s a core (40 cores behind 10 Gbit/s).")


if __name__ == "__main__":
    main()
