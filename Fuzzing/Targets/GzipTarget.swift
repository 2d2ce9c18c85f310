import Glibc
import Intake

/// The reader of lists, on files as they come and on gzip files with damage in chosen places.
///
/// The first four bytes choose the sizes of chunks and buffers, and how the rest becomes a file.
/// Whatever the sizes, the lines and the account are the same; of a gzip file they are what zlib
/// makes of each member in one call.
func fuzzGzip(_ input: [UInt8]) {
  guard input.count >= 4 else { return }
  let file = file(from: input)
  let longestLine = 8 + Int(input[1] % 64)
  let list = List(file)
  let small = list.read(
    chunk: longestLine + 2 + Int(input[2] % 32), buffer: 2 + Int(input[3] % 64), longestLine)
  let large = list.read(chunk: 65_536, buffer: 65_536, longestLine)
  expect(small.lines == large.lines, "lines depend on sizes")
  expect(small.overLong == large.overLong, "over-long lines depend on sizes")
  let (a, b) = (small.summary, large.summary)
  expect(
    a.problems == b.problems && a.isComplete == b.isComplete && a.members == b.members
      && a.container == b.container && a.bytesRead == b.bytesRead && a.textBytes == b.textBytes
      && a.cutLines == b.cutLines && a.sha256 == b.sha256
      && a.hadByteOrderMark == b.hadByteOrderMark,
    "the account depends on sizes: \(a) and \(b)")
  expect(a.bytesRead == UInt64(file.count), "not all bytes were read")

  guard file.starts(with: [0x1F, 0x8B]), isText(b) else { return }
  let content = Gzip.content(of: file)
  guard content.text.count < 60_000 else { return }
  expect(UInt64(content.members) == b.members, "members")
  expect(UInt64(content.text.count) == b.textBytes, "bytes of text")
  switch content.ending {
  case .whole: expect(b.isComplete && b.problems.isEmpty, "a whole file is complete")
  case .trailing: expect(b.isComplete && b.problems.count == 1, "what trails is told")
  case .cut, .damaged: expect(!b.isComplete && b.problems.count == 1, "a fault is told")
  }
  var text = content.text[...]
  if b.hadByteOrderMark { text = text.dropFirst(3) }
  var lines = text.split(separator: 10, omittingEmptySubsequences: false).map(Array.init)
  let last = lines.removeLast()
  if b.isComplete, !last.isEmpty { lines.append(last) }
  let isLong = { (line: [UInt8]) in line.count - (line.last == 13 ? 1 : 0) > longestLine }
  expect(lines.filter { !isLong($0) } == large.lines, "lines differ from those of zlib")
}

/// Whether a list was not refused for what it is.
private func isText(_ summary: ListSummary) -> Bool {
  !summary.problems.contains {
    switch $0 {
    case .packed, .wide: true
    default: false
    }
  }
}

/// A file of some kind: the bytes themselves, or gzip members of them with damage.
private func file(from input: [UInt8]) -> [UInt8] {
  let rest = input[4...]
  guard input[0] & 1 == 1 else { return Array(rest) }
  let place = Int(input[2]) << 8 | Int(input[3])
  let cut = rest.startIndex + (rest.isEmpty ? 0 : place % rest.count)
  let blocks = Gzip.Block.allCases
  var file = Gzip.member(
    Array(rest[..<cut]), blocks[Int(input[1]) % 3],
    header: Gzip.Header(rawValue: input[0] >> 3))
  switch input[0] >> 1 & 3 {
  case 0: file += Gzip.member(Array(rest[cut...]))
  case 1: file += [0, 0] + Gzip.member(Array(rest[cut...]), .stored) + [0]
  case 2: file.removeLast(min(file.count - 2, Int(input[1])))
  default: file[2 + place % (file.count - 2)] ^= max(1, input[1])
  }
  return file
}

/// A file without a name that can be read again and again.
private struct List: ~Copyable {
  private let input: ListInput

  /// One for all lists: its bytes are replaced.
  private static let descriptor: Int32 = {
    var name = Array("/tmp/audit-fuzz-XXXXXX".utf8CString)
    let descriptor = unsafe mkstemp(&name)
    expect(descriptor >= 0, "no file")
    unsafe unlink(name)
    return descriptor
  }()

  init(_ bytes: [UInt8]) {
    ftruncate(Self.descriptor, 0)
    // SAFETY: the bytes live for the call.
    let written = unsafe bytes.withUnsafeBytes {
      unsafe pwrite(Self.descriptor, $0.baseAddress, $0.count, 0)
    }
    expect(written == bytes.count, "the file is full")
    let inputs = ListInput.resolve(["/proc/self/fd/\(Self.descriptor)"]).inputs
    guard let input = inputs.first else { preconditionFailure("the file is there") }
    self.input = input
  }

  /// The lines that are not over-long, how many are, and the account.
  func read(
    chunk capacity: Int, buffer: Int, _ longestLine: Int
  ) -> (lines: [[UInt8]], overLong: UInt64, summary: ListSummary) {
    var reader = ListReader(input, longestLine: longestLine, inputBufferSize: buffer)
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
    let isLong = { (line: [UInt8]) in line.count - (line.last == 13 ? 1 : 0) > longestLine }
    let whole = lines.filter { !isLong($0) }
    let overLong = reader.summary.overLongLines + UInt64(lines.count - whole.count)
    return (whole, overLong, reader.summary)
  }
}
