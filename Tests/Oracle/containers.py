"""Packs lists as other programs do: archives of names and texts, and block gzip."""
import io
import struct
import subprocess
import tarfile
import tempfile
import zipfile
import zlib
from pathlib import Path

# The empty block that ends a file of bgzip.
BLOCK_END = bytes.fromhex("1f8b08040000000000ff0600424302001b0003000000000000000000")


def block_gzip(text, size=0xFF00):
    out = b""
    for start in range(0, len(text), size):
        block = text[start : start + size]
        deflate = zlib.compressobj(6, zlib.DEFLATED, -15)
        body = deflate.compress(block) + deflate.flush()
        out += BLOCK_END[:16] + struct.pack("<H", len(body) + 25) + body
        out += struct.pack("<II", zlib.crc32(block), len(block))
    return out + BLOCK_END


def tar(files, **options):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, **{"mode": "w"} | options) as archive:
        for name, text in files:
            info = tarfile.TarInfo(name)
            info.size = len(text)
            archive.addfile(info, io.BytesIO(text))
    return out.getvalue()


def zipped(files, method=zipfile.ZIP_DEFLATED, out=io.BytesIO, large=False):
    out = out()
    with zipfile.ZipFile(out, "w", method) as archive:
        archive.comment = b"made by a test"
        for name, text in files:
            with archive.open(name, "w", force_zip64=large) as member:
                member.write(text)
    return out.getvalue()


def archived(files, *command):
    """What a program prints that is given the names of files."""
    with tempfile.TemporaryDirectory() as directory:
        for name, text in files:
            path = Path(directory, name)
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(text)
        names = [name for name, _ in files]
        return subprocess.run([*command, *names], cwd=directory, capture_output=True, check=True).stdout


def pipe(*command):
    return lambda text: subprocess.run(command, input=text, capture_output=True, check=True).stdout
