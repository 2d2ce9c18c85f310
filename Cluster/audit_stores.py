"""Finds and reads objects: through pyarrow, or through Hadoop's FileSystem where pyarrow lacks one.

Nothing here depends on lists. Objects are read by ranges, so that a broken connection costs one
range; through Hadoop they are streamed.
"""

import fnmatch
import glob
import os
import pathlib
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import pyarrow.fs as fs

# The schemes that pyarrow opens itself; Hadoop opens the others.
ARROW_SCHEMES = ("file", "s3", "s3a", "s3n", "gs", "abfs", "abfss")
ATTEMPTS = 5
Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Found:
    """An object that exists."""

    uri: str
    name: str
    size: int


def scheme(uri: str) -> str:
    """`s3a` of `s3a://bucket/key`; `file` of a path."""
    before, colon, _ = uri.partition(":")
    return before if colon and before.isalnum() and "/" not in before else "file"


def is_seekable(uri: str) -> bool:
    """Whether it can be read by ranges."""
    return scheme(uri) in ARROW_SCHEMES


def s3_options(settings: Mapping[str, str]) -> dict[str, Any]:
    """Hadoop's settings `fs.s3a.…` for pyarrow, which otherwise finds credentials as AWS tools do."""
    names = {
        "endpoint": "endpoint_override", "endpoint.region": "region", "access.key": "access_key",
        "secret.key": "secret_key", "session.token": "session_token",
    }
    options: dict[str, Any] = {
        arrow: settings[f"fs.s3a.{hadoop}"]
        for hadoop, arrow in names.items() if f"fs.s3a.{hadoop}" in settings
    }
    if "endpoint_override" in options:
        safe = settings.get("fs.s3a.connection.ssl.enabled", "true") == "true"
        before, _, rest = str(options["endpoint_override"]).rpartition("://")
        options["endpoint_override"] = rest
        options["scheme"] = before or ("https" if safe else "http")
    return options


def open_store(uri: str, settings: Mapping[str, str]) -> tuple[fs.FileSystem, str]:
    """The file system of a URI, and the path in it."""
    kind = scheme(uri)
    if kind == "file":
        return fs.LocalFileSystem(), os.path.abspath(local_path(uri))
    if kind in ("s3", "s3a", "s3n"):
        path = uri.partition("://")[2]
        options = s3_options(settings)
        if "region" not in options and "endpoint_override" not in options:
            options["region"] = fs.resolve_s3_region(path.partition("/")[0])
        return fs.S3FileSystem(**options), path
    system, path = fs.FileSystem.from_uri(uri)
    return system, path


def local_path(uri: str) -> str:
    """`/a/b` of `file:///a/b`, `file:/a/b` and `/a/b`."""
    if scheme(uri) != "file" or not uri.startswith("file:"):
        return uri
    rest = uri.removeprefix("file:")
    return rest.removeprefix("//") if rest.startswith("///") else rest


def find(pattern: str, settings: Mapping[str, str]) -> list[Found]:
    """The objects that a path, a URI or a pattern names; all of a directory except hidden ones.

    Raises `FileNotFoundError` if there is none.
    """
    base, wanted = pattern.rstrip("/"), ""
    system, root = open_store(base, settings)
    info = system.get_file_info(root)
    if info.type == fs.FileType.File:
        return [_found(pattern, info)]
    if info.type == fs.FileType.NotFound:
        while glob.has_magic(base):
            base = os.path.dirname(base)
        wanted = pattern.rstrip("/")[len(base) :].strip("/")
        system, root = open_store(base or ".", settings)
    found = []
    selector = fs.FileSelector(root, recursive=True, allow_not_found=True)
    for info in sorted(system.get_file_info(selector), key=lambda info: str(info.path)):
        below = str(info.path)[len(root) :].strip("/")
        if info.type == fs.FileType.File and _matches(below, wanted):
            found.append(_found(f"{base.rstrip('/')}/{below}" if base else below, info))
    if not found:
        raise FileNotFoundError(f"{pattern}: no list here")
    return found


def _found(name: str, info: Any) -> Found:
    """An object with an absolute path but its given name, as workers have other working directories."""
    uri = os.path.abspath(info.path) if scheme(name) == "file" else name
    return Found(uri, name, info.size)


def _matches(path: str, wanted: str) -> bool:
    """Whether a pattern matches a path, or a directory that contains it."""
    parts, patterns = path.split("/"), wanted.split("/") if wanted else []
    if any(part.startswith(".") for part in parts[len(patterns) :]) or len(parts) < len(patterns):
        return False
    return all(fnmatch.fnmatchcase(*pair) for pair in zip(parts, patterns, strict=False))


class ChangedObject(Exception):
    """An object has changed since it was listed."""


class RangeReader:
    """Reads ranges of one object, and tries again if a connection breaks."""

    def __init__(self, uri: str, size: int, settings: Mapping[str, str], wait: float = 0.5) -> None:
        self.uri, self.size, self.wait = uri, size, wait
        self.settings = settings
        self.file: Any = None

    def __call__(self, offset: int, length: int) -> bytes:
        """The bytes from an offset on, as many as asked for unless the object ends."""
        length = min(length, self.size - offset)
        return self._patiently(lambda: self._read(offset, length))

    def _read(self, offset: int, length: int) -> bytes:
        if self.file is None:
            system, path = open_store(self.uri, self.settings)
            self.file = system.open_input_file(path)
            if self.file.size() != self.size:
                raise ChangedObject(
                    f"{self.uri}: {self.file.size()} bytes; expected {self.size}, as it was listed")
        data = bytes(self.file.read_at(length, offset))
        if len(data) != length:
            raise OSError(f"{self.uri}: {len(data)} bytes from {offset} on; expected {length}")
        return data

    def _patiently(self, read: Callable[[], Answer]) -> Answer:
        for attempt in range(ATTEMPTS):
            try:
                return read()
            except OSError:
                self.file = None
                if attempt + 1 == ATTEMPTS:
                    raise
                time.sleep(self.wait * 2**attempt)
        raise AssertionError("unreachable")


def hadoop_find(pattern: str, spark: Any) -> list[Found]:
    """Does the same as `find`, through the driver's Hadoop."""
    jvm, conf = spark._jvm, spark._jsc.hadoopConfiguration()
    path = jvm.org.apache.hadoop.fs.Path(pattern)
    system = path.getFileSystem(conf)
    found = []
    for top in system.globStatus(path) or []:
        if top.isFile():
            found.append(Found(top.getPath().toString(), top.getPath().toString(), top.getLen()))
            continue
        root = top.getPath().toUri().getPath()
        files = system.listFiles(top.getPath(), True)
        while files.hasNext():
            status = files.next()
            below = status.getPath().toUri().getPath()[len(root) :]
            if "/." not in below:
                name = status.getPath().toString()
                found.append(Found(name, name, status.getLen()))
    if not found:
        raise FileNotFoundError(f"{pattern}: no list here")
    return sorted(found, key=lambda one: one.name)


def hadoop_put(files: list[tuple[pathlib.Path, str]], output: str, spark: Any) -> None:
    """Copies files, each with its path in the output, through the driver's Hadoop."""
    jvm = spark._jvm.org.apache.hadoop.fs
    system = jvm.Path(output).getFileSystem(spark._jsc.hadoopConfiguration())
    for file, name in files:
        target = jvm.Path(f"{output.rstrip('/')}/{name}")
        system.mkdirs(target.getParent())
        system.copyFromLocalFile(False, True, jvm.Path(f"file:{file}"), target)


def hadoop_stream(uri: str, size: int, settings: Mapping[str, str]) -> Iterator[bytes]:
    """The bytes of an object, through Hadoop's shell, which comes with Spark."""
    import pyspark

    home = pathlib.Path(os.environ.get("SPARK_HOME") or pathlib.Path(pyspark.__file__).parent)
    java = pathlib.Path(os.environ["JAVA_HOME"], "bin/java") if "JAVA_HOME" in os.environ else "java"
    with tempfile.TemporaryDirectory(prefix="audit-") as folder, tempfile.TemporaryFile() as errors:
        # A file, since everyone on the machine can see arguments. Hadoop also requires a
        # core-site.xml; the cluster's own comes first.
        conf = pathlib.Path(folder, "job.xml")
        conf.touch(mode=0o600)
        conf.write_text(configuration(settings))
        pathlib.Path(folder, "core-site.xml").write_text(configuration({}))
        places = [os.environ.get("HADOOP_CONF_DIR", ""), str(home / "jars" / "*"), folder]
        command = [str(java), "-cp", ":".join(filter(None, places)), "org.apache.hadoop.fs.FsShell"]
        command += ["-conf", str(conf), "-cat", uri]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors) as process:
            assert process.stdout is not None
            sent = 0
            try:
                while data := process.stdout.read(1 << 20):
                    sent += len(data)
                    yield data
            finally:
                process.stdout.close()
        if process.returncode or sent != size:
            errors.seek(0)
            text = errors.read()[-2000:].decode("utf-8", "replace")
            raise OSError(f"{uri}: {sent} of {size} bytes, hadoop exit {process.returncode}: {text}")


def configuration(settings: Mapping[str, str]) -> str:
    """Settings as Hadoop's XML."""
    from xml.sax.saxutils import escape

    rows = "".join(
        f"<property><name>{escape(name)}</name><value>{escape(value)}</value></property>"
        for name, value in settings.items())
    return f"<configuration>{rows}</configuration>"
