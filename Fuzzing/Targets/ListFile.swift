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
    _ reading: TextReading = TextReading(), chunk capacity: Int, buffer: Int, longestLine: Int
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

  /// Reads it in small pieces and in large ones; both must agree.
  ///
  /// Only where zlib refuses the codes of a deflate block (``IntakeProblem/isOfCodes``) may ISA-L
  /// have read on, by one step of a size or another, so that more text stands in one reading.
  func readTwice(
    _ reading: TextReading = TextReading(), chunk: Int, buffer: Int, longestLine: Int
  ) -> Reading {
    let small = read(reading, chunk: chunk, buffer: buffer, longestLine: longestLine)
    let large = read(reading, chunk: 65_536, buffer: 65_536, longestLine: longestLine)
    let (a, b) = (small.summary, large.summary)
    if a.problems.contains(where: \.isOfCodes), b.problems.contains(where: \.isOfCodes) {
      let (short, long) =
        small.lines.count < large.lines.count ? (small, large) : (large, small)
      // What follows may also change how the encoding is detected.
      expect(
        a.encoding != b.encoding || long.lines.starts(with: short.lines), "lines depend on sizes")
      expect(!a.isComplete && !b.isComplete, "a fault is told")
      return short
    }
    expect(small.lines == large.lines, "lines depend on sizes")
    expect(small.overLong == large.overLong, "over-long lines depend on sizes")
    expect(
      a.problems == b.problems && a.isComplete == b.isComplete && a.members == b.members
        && a.container == b.container && a.bytesRead == b.bytesRead && a.textBytes == b.textBytes
        && a.cutLines == b.cutLines && a.sha256 == b.sha256 && a.encoding == b.encoding
        && a.hadByteOrderMark == b.hadByteOrderMark,
      "the account depends on sizes: \(a) and \(b)")
    expect(a.isComplete == a.problems.allSatisfy { !$0.isFault }, "a fault makes it incomplete")
    return large
  }
}

extension IntakeProblem {
  /// Whether text is missing because of it.
  var isFault: Bool { severity == .error || isStop }

  /// Whether zlib refused the codes of a deflate block: too few, or none for its end.
  var isOfCodes: Bool {
    found.contains("lengths set)") || found.contains("distances set)")
      || found.contains("missing end-of-block)")
  }

  private var isStop: Bool { if case .stopped = self { true } else { false } }
}

/// Whether a line has more bytes than allowed, without a CR at its end.
func isOverLong(_ line: [UInt8], _ longestLine: Int) -> Bool {
  line.count - (line.last == 13 ? 1 : 0) > longestLine
}
