"""Lists in an object store are listed, read by ranges, and read on after a connection breaks."""

import contextlib
import os
import pathlib
import socket
import threading
from collections.abc import Iterator

import audit_stores as stores
import pyarrow.fs as fs
import pytest
from conftest import bgzipped, sample_lines, scanned, submit, tables
from moto.server import ThreadedMotoServer

REGION = "us-east-1"


class BreakingProxy:
    """Passes bytes on to a server, and breaks the connection during the answers to some requests."""

    def __init__(self, port: int) -> None:
        self.upstream = port
        self.breaks = 0
        self.requests = 0
        self.pattern = b""
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def break_off(self, pattern: bytes, times: int) -> None:
        """Breaks the connection in the middle of the next answers to GET requests that match a pattern."""
        self.pattern, self.breaks, self.requests = pattern, times, 0

    def _serve(self) -> None:
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._pass_on, args=(client,), daemon=True).start()

    def _pass_on(self, client: socket.socket) -> None:
        server = socket.create_connection(("127.0.0.1", self.upstream))
        limit: list[int | None] = [None]

        def back() -> None:
            try:
                while data := server.recv(4096):
                    if limit[0] is not None:
                        limit[0] -= len(data)
                        if limit[0] < 0:
                            break
                    client.sendall(data)
            except OSError:
                pass
            for one in (client, server):
                with contextlib.suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)
                one.close()

        threading.Thread(target=back, daemon=True).start()
        try:
            while data := client.recv(65_536):
                if data.startswith(b"GET ") and self.pattern in data.split(b"\r\n", 1)[0]:
                    self.requests += 1
                    if self.breaks > 0:
                        self.breaks -= 1
                        limit[0] = 20_000
                server.sendall(data)
        except OSError:
            pass
        server.close()


@pytest.fixture(scope="module")
def store() -> Iterator[tuple[dict[str, str], BreakingProxy]]:
    """An object store on loopback behind a proxy: its settings, and the proxy."""
    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    proxy = BreakingProxy(server.get_host_and_port()[1])
    os.environ["AWS_EC2_METADATA_DISABLED"] = "true"
    settings = {
        "fs.s3a.endpoint": f"http://127.0.0.1:{proxy.port}", "fs.s3a.access.key": "test",
        "fs.s3a.secret.key": "test", "fs.s3a.endpoint.region": REGION,
    }
    system = fs.S3FileSystem(allow_bucket_creation=True, **stores.s3_options(settings))
    for bucket in ("leaks", "team"):
        system.create_dir(bucket)
    text = b"".join(sample_lines())
    objects = {
        "combo/2020/a.txt": text[:300_000], "combo/2020/b.bgz": bgzipped(text[300_000:600_000]),
        "combo/2021/c.txt": text[600_000:], "combo/.hidden": b"x", "other/d.txt": b"x\n",
    }
    for name, data in objects.items():
        with system.open_output_stream(f"leaks/{name}") as sink:
            sink.write(data)
    yield settings, proxy
    proxy.listener.close()
    server.stop()


@pytest.mark.parametrize(("pattern", "names"), [
    ("s3a://leaks/combo/", ["2020/a.txt", "2020/b.bgz", "2021/c.txt"]),
    ("s3a://leaks/combo/*/*.txt", ["2020/a.txt", "2021/c.txt"]),
    ("s3a://leaks/combo/*1", ["2021/c.txt"]),
    ("s3a://leaks/combo/2020/a.txt", ["2020/a.txt"]),
])
def test_objects_are_listed(
    store: tuple[dict[str, str], BreakingProxy], pattern: str, names: list[str]
) -> None:
    found = stores.find(pattern, store[0])
    assert [one.uri for one in found] == [f"s3a://leaks/combo/{name}" for name in names]
    assert all(one.size > 1000 for one in found)


def test_nothing_there_is_told(store: tuple[dict[str, str], BreakingProxy]) -> None:
    for pattern in ("s3a://leaks/gone/", "s3a://leaks/combo/*.gone", "/nowhere/*.txt"):
        with pytest.raises(FileNotFoundError, match="no list here"):
            stores.find(pattern, store[0])


def test_ranges_are_read_on_where_connections_break(
    store: tuple[dict[str, str], BreakingProxy],
) -> None:
    """The connection breaks more often than the library below retries."""
    settings, proxy = store
    expected = b"".join(sample_lines())[:300_000]
    reader = stores.RangeReader("s3a://leaks/combo/2020/a.txt", 300_000, settings, wait=0.01)
    assert reader(299_990, 100) == expected[299_990:]
    proxy.break_off(b"a.txt", 5)
    assert reader(1000, 250_000) == expected[1000:251_000]
    assert proxy.breaks == 0 and proxy.requests > 5
    proxy.break_off(b"a.txt", 10_000)
    with pytest.raises(OSError):
        reader(0, 300_000)
    proxy.break_off(b"", 0)


def test_an_object_that_changed_since_it_was_listed_is_refused(
    store: tuple[dict[str, str], BreakingProxy],
) -> None:
    with pytest.raises(stores.ChangedObject, match="300000 bytes; expected 5, as it was listed"):
        stores.RangeReader("s3a://leaks/combo/2020/a.txt", 5, store[0])(0, 5)


def test_local_names_stay_as_given(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("lists/a.txt", "lists/sub/b.txt", "lists/.c", "x[1].txt"):
        pathlib.Path(name).parent.mkdir(exist_ok=True)
        pathlib.Path(name).write_text("x\n")
    for pattern, names in {
        "lists": ["lists/a.txt", "lists/sub/b.txt"], "lists/": ["lists/a.txt", "lists/sub/b.txt"],
        "./lists/*.txt": ["./lists/a.txt"], "x[1].txt": ["x[1].txt"], "*/a.*": ["lists/a.txt"],
        f"file:{tmp_path}/lists/sub": [f"file:{tmp_path}/lists/sub/b.txt"],
        f"file://{tmp_path}/lists/a.txt": [f"file://{tmp_path}/lists/a.txt"],
    }.items():
        found = stores.find(pattern, {})
        assert [one.name for one in found] == names
        assert all(os.path.samefile(one.uri, stores.local_path(one.name)) for one in found)


def test_the_job_reads_and_writes_an_object_store(
    store: tuple[dict[str, str], BreakingProxy], audit: str, tmp_path: pathlib.Path
) -> None:
    """Cut into pieces while connections break, the sum equals that of one machine with local lists."""
    settings, proxy = store
    proxy.break_off(b"combo/2020", 8)
    conf = [f"spark.hadoop.{name}={value}" for name, value in settings.items()]
    output = submit(tmp_path, audit, "--pieces", "64K", "--scan", "--strength meter",
                    "--output", "s3a://team/reports", "s3a://leaks/combo/", conf=conf)
    assert proxy.breaks == 0 and " passwords in 3 lists" in output
    text = b"".join(sample_lines())
    for number, part in enumerate([text[:300_000], text[300_000:600_000], text[600_000:]]):
        (tmp_path / f"{number}.txt").write_bytes(part)
    one = scanned(audit, tmp_path, "--strength", "meter", "0.txt", "1.txt", "2.txt")
    system, _ = stores.open_store("s3a://team", settings)
    (tmp_path / "whole.tally").write_bytes(
        system.open_input_stream("team/reports/whole.tally").readall())
    made, expected = tables(tmp_path / "whole.tally"), tables(one)
    for name in ("signatures", "lines", "band_hits", "facts"):
        assert made[name] == expected[name]
    assert "secret" not in output and "test" not in [row[1] for row in made["meta"]]
