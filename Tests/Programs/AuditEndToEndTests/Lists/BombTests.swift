import Foundation
import TestSupport
import Testing

/// Archives of some kilobytes that ask for hundreds of megabytes: their contents are read or
/// reported, and memory stays below 96 MB.
@Suite struct BombTests {
  /// Writes an archive.
  private static let script = #"""
    import lzma, struct, sys, zlib

    def header(name, size, kind=b"0", magic=b"ustar\x0000", more={}):
        block = bytearray(512)
        block[:len(name)] = name
        block[124:136] = b"%011o\0" % size
        block[148:157] = b"        " + kind
        block[257:257 + len(magic)] = magic
        for place, text in more.items():
            block[place:place + len(text)] = text
        block[148:156] = b"%06o\0 " % sum(block)
        return bytes(block)

    def padded(data):
        return data + bytes(-len(data) % 512)

    last = header(b"last.txt", 6) + padded(b"other\n") + bytes(1024)

    def packed(*parts):
        out = zlib.compressobj(9, zlib.DEFLATED, 31)
        return b"".join(out.compress(part) for part in parts) + out.flush()

    def pax(times, part):
        record = lambda text: b"%d %s\n" % (len(text) + 4, text)
        words = b"".join(record(b"GNU.sparse." + text) for text in
            [b"major=1", b"minor=0", b"name=a.txt", b"realsize=1"])
        size = 9 + times * len(part)
        return packed(header(b"x", len(words), b"x"), padded(words), header(b"a.txt", size),
            b"10000000\n", *[part] * times, bytes(-size % 512), last)

    def gnu(times, blocks):
        one = b"00000000000\0" * 42 + b"\1" + bytes(7)
        more = {482: b"\1", 483: b"00000000001\0"}
        return packed(header(b"a.txt", 0, b"S", b"ustar  \0", more), *[one * blocks] * times,
            one[:504] + bytes(8), last)

    def zipped(method, data, text):
        out = directory = b""
        for name, how, data, (sum, size) in [
            (b"a.txt", method, data, text), (b"b.txt", 0, b"other\n", (zlib.crc32(b"other\n"), 6))]:
            facts = struct.pack("<HHHHHIIIHH", 63, 0, how, 0, 0, sum, len(data), size, len(name), 0)
            directory += b"PK\1\2" + struct.pack("<H", 63) + facts
            directory += struct.pack("<HHHII", 0, 0, 0, 0, len(out)) + name
            out += b"PK\3\4" + facts + name + data
        end = struct.pack("<HHHHIIH", 0, 0, 2, 2, len(directory), len(out), 0)
        return out + directory + b"PK\5\6" + end

    line = b"password\n" * 1000
    zeros = bytes(1 << 20)

    def text(times):
        sum = zlib.crc32(line)
        for _ in range(times):
            sum = zlib.crc32(zeros, sum)
        return sum, len(line) + times * len(zeros)

    def blocks(stream):
        return stream[12:-12 - 4 - 4 * int.from_bytes(stream[-8:-4], "little")]

    def xz(times):
        # One stream; its second block asks for 3 GiB.
        out = lzma.LZMACompressor()
        big = b"".join(out.compress(zeros) for _ in range(times)) + out.flush()
        small, big = lzma.compress(line), bytearray(blocks(big))
        size = 4 * big[0] + 4
        assert big[2] == 0x21, big[:12]
        big[4] = 39
        big[size - 4:size] = struct.pack("<I", zlib.crc32(big[:size - 4]))
        return zipped(95, small[:12] + blocks(small) + bytes(big), text(times))

    def zstd(times):
        # A frame with a window of 1 GiB, of blocks that repeat a zero.
        block = struct.pack("<I", 131072 << 3 | 2)[:3] + b"\0"
        big = bytes.fromhex("28b52ffd00a0") + block * 8 * times + b"\1\0\0"
        small = bytes.fromhex("28b52ffd0050") + struct.pack("<I", len(line) << 3 | 1)[:3] + line
        return zipped(93, small + big, text(times))

    made = {"pax": lambda: pax(100, b"0\n0\n" * 100_000), "gnu": lambda: gnu(200, 1000),
        "xz": lambda: xz(200), "zstd": lambda: zstd(400)}[sys.argv[1]]()
    assert len(made) < 500_000, len(made)
    open("bomb", "wb").write(made)
    """#

  /// Audits it, and prints exit code, lines and peak memory in megabytes; a program's own peak
  /// starts at that of its parent.
  private static let measure = #"""
    import json, os, resource, subprocess
    run = subprocess.run([os.environ["audit"], "--rules", "site.policy", "--no-blocklist",
        "--strength", "none", "-q", "-o", "out", "bomb"])
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1000
    print(run.returncode, json.load(open("out/audit.json"))["entries"], peak)
    """#

  // The lines read: the last file, and a thousand lines of the members before the bomb in its file.
  @Test(arguments: [
    ("pax", 1, "a sparse file"), ("gnu", 1, "a sparse file"), ("xz", 1001, "needs a large window"),
    ("zstd", 1001, "needs a large window"),
  ])
  func `a bomb in an archive gets no memory`(bomb: String, lines: Int, words: String) throws {
    let directory = try TemporaryDirectory()
    try directory.file("site.policy", "minlength: 8;")
    try directory.file("bombs.py", Self.script)
    try directory.file("measure.py", Self.measure)
    let run = try directory.shell("export audit; python3 bombs.py \(bomb) && python3 measure.py")
    let numbers = run.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    #expect(numbers.count == 3 && numbers.starts(with: [1, lines]), "\(run.output)\(run.errors)")
    #expect(numbers.last ?? .max < 96, "\(run.output)")
    #expect(run.errors.contains(words))
  }
}
