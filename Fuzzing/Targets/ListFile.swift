import Diagnostics
import Glibc
import Intake

/// An unnamed file with a path, whose bytes can be replaced.
struct ListFile: ~Copyable {
  /// A path that is valid as long as the process lives.
  static let path = "/proc/self/fd/\(descriptor)"

  private static let descriptor: Int32 = {
    var name = Array("/tmp/audit-fuzz-XXXXXX".utf8CString)
    let descriptor = unsafe mkstemp(&name)
    expect(descriptor >= 0, "no file")
    unsafe unlink(name)
    return descriptor
  }()

  private let byteCount: Int

  /// Replaces the bytes of the file.
  init(_ bytes: [UInt8]) {
    byteCount = bytes.count
    ftruncate(Self.descriptor, 0)
    // SAFETY: the bytes live for the call.
    let written = unsafe bytes.withUnsafeBytes {
      unsafe pwrite(Self.descriptor, $0.baseAddress, $0.count, 0)
    }
    expect(written == bytes.count, "the file is full")
  }

  /// The result of reading a list.
  struct Reading {
    /// Lines that are not over-long.
    var lines: [[UInt8]] = []
    /// Over-long lines, counted on either side.
    var overLong: UInt64 = 0
    let summary: ListSummary
  }

  /// Reads it with chunks and buffers of given sizes.
  func read(
    _ reading: TextSettings = TextSettings(), chunk capacity: Int, buffer: Int, longestLine: Int
  ) -> Reading {
    guard let input = ListInput.resolve([Self.path]).inputs.first else {
      preconditionFailure("the file is there")
    }
    var reader = ListReader(
      input, reading: reading, longestLine: longestLine, inputBufferSize: buffer)
    let chunk = Chunk(capacity: capacity)
    var lines: [[UInt8]] = []
    while reader.fill(chunk) {
      let text = chunk.withPaddedText { padded, count in
        let bytes = unsafe padded.withUnsafeBytes { unsafe Array($0) }
        expect(bytes[count...].allSatisfy { $0 == 0 }, "the padding is not zero")
        return bytes[..<count]
      }
      expect(text.last == 10, "a chunk ends within a line")
      lines += text.dropLast().split(separator: 10, omittingEmptySubsequences: false)
        .map(Array.init)
    }
    let whole = lines.filter { !isOverLong($0, longestLine) }
    return Reading(
      lines: whole,
      overLong: reader.summary.overLongLines + UInt64(lines.count - whole.count),
      summary: reader.summary)
  }

  /// Reads it in small pieces and in large ones, and once more with zlib in place of ISA-L; all must
  /// agree.
  ///
  /// Only where zlib refuses the codes of a deflate block (``IntakeProblem/isOfCodes``) may ISA-L
  /// have read on, by one step of a size or another, so that more text stands in one reading; if the
  /// checksum of the text is right, it reports nothing.
  func readTwice(
    _ reading: TextSettings = TextSettings(), chunk: Int, buffer: Int, longestLine: Int
  ) -> Reading {
    let small = read(reading, chunk: chunk, buffer: buffer, longestLine: longestLine)
    let large = read(reading, chunk: 65_536, buffer: 65_536, longestLine: longestLine)
    let plain = read(
      TextSettings(
        encoding: reading.encoding, fallback: reading.fallback, maxBytes: reading.maxBytes,
        takesAnyBytes: reading.takesAnyBytes, gzip: .zlib),
      chunk: 65_536, buffer: 65_536, longestLine: longestLine)
    if plain.summary.problems.contains(where: \.isOfCodes) {
      for fast in [small, large] { expectLines(of: plain, in: fast) }
      return large
    }
    expectAgreement(small, large, "sizes")
    expectAgreement(plain, large, "the decoder of gzip")
    let isFaultless = large.summary.problems.allSatisfy { !$0.isFault }
    expect(large.summary.isComplete == isFaultless, "a fault makes it incomplete")
    return large
  }

  /// Requires that ISA-L gives the lines before the codes that zlib refuses, and then reports a fault
  /// or, if all checksums are right, none.
  private func expectLines(of zlib: Reading, in fast: Reading) {
    let (a, b) = (fast.summary, zlib.summary)
    expect(!b.isComplete, "a fault is told")
    expect(a.isComplete == a.problems.allSatisfy { !$0.isFault }, "a fault makes it incomplete")
    // What follows may change how the encoding is detected; in an archive, the next file follows.
    let mayBeElsewhere = a.container.archive != nil || a.encoding != b.encoding
    expect(mayBeElsewhere || fast.lines.starts(with: zlib.lines), "lines before the fault differ")
  }

  private func expectAgreement(_ one: Reading, _ other: Reading, _ cause: String) {
    expect(one.lines == other.lines, "lines depend on \(cause)")
    expect(one.overLong == other.overLong, "over-long lines depend on \(cause)")
    let (a, b) = (one.summary, other.summary)
    expect(
      a.problems == b.problems && a.isComplete == b.isComplete && a.members == b.members
        && a.container == b.container && a.bytesRead == b.bytesRead && a.textBytes == b.textBytes
        && a.cutLines == b.cutLines && a.sha256 == b.sha256 && a.encoding == b.encoding
        && a.hadByteOrderMark == b.hadByteOrderMark,
      "the account depends on \(cause): \(a) and \(b)")
  }
}

extension IntakeProblem {
  /// Whether text is missing because of it.
  var isFault: Bool { severity == .error || isStop }

  /// Whether zlib refused the codes of a deflate block: too few, or none for its end.
  var isOfCodes: Bool {
    let found = problem.found
    return found.contains("lengths set)") || found.contains("distances set)")
      || found.contains("missing end-of-block)")
  }

  private var isStop: Bool { if case .stopped = self { true } else { false } }
}

/// Whether a line has more bytes than allowed, without a CR at its end.
func isOverLong(_ line: [UInt8], _ longestLine: Int) -> Bool {
  line.count - (line.last == 13 ? 1 : 0) > longestLine
}
