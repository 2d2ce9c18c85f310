import Intake

/// Fuzzes the reader of gzip lists with any files, and with members damaged in chosen places.
///
/// The first four bytes choose the sizes of chunks and buffers, and how the rest becomes a file.
/// Lines and account must not depend on the sizes and the decoder; those of our zlib decoder must be
/// those of zlib unpacking each member of a gzip file in one call.
func fuzzGzip(_ input: [UInt8]) {
  guard input.count >= 4 else { return }
  let file = file(from: input)
  let longestLine = 8 + Int(input[1] % 64)
  let (chunk, buffer) = (longestLine + 2 + Int(input[2] % 32), 2 + Int(input[3] % 64))
  let list = ListFile(file)
  _ = list.readTwice(chunk: chunk, buffer: buffer, longestLine: longestLine)
  let reading = list.read(
    TextSettings(gzip: .zlib), chunk: chunk, buffer: buffer, longestLine: longestLine)
  let summary = reading.summary

  guard file.starts(with: [0x1F, 0x8B]), summary.container == .gzip, isText(summary) else { return }
  expect(summary.bytesRead == UInt64(file.count), "not all bytes were read")
  let content = Gzip.content(of: file)
  guard content.text.count < 60_000 else { return }
  expect(UInt64(content.members) == summary.members, "members")
  expect(UInt64(content.text.count) == summary.textBytes, "bytes of text")
  // A text without LF, which is examined whole here, has lines that end in CR.
  let endsInCR = content.text.contains(13) && !content.text.contains(10)
  let hasNote = endsInCR && content.text.drop { $0 != 13 }.contains { $0 != 13 }
  let problems = summary.problems.filter { if case .carriageReturns = $0 { false } else { true } }
  expect(summary.problems.count - problems.count == (hasNote ? 1 : 0), "a CR that ends lines")
  switch content.ending {
  case .whole: expect(summary.isComplete && problems.isEmpty, "a whole file is complete")
  case .trailing: expect(problems.count == 1, "what trails is told")
  case .cut, .damaged:
    expect(!summary.isComplete && problems.count == 1, "a fault is told")
  }
  var text = content.text.map { endsInCR && $0 == 13 ? 10 : $0 }[...]
  if summary.hadByteOrderMark { text = text.dropFirst(3) }
  var lines = text.split(separator: 10, omittingEmptySubsequences: false).map(Array.init)
  let last = lines.removeLast()
  if summary.isComplete, !last.isEmpty { lines.append(last) }
  lines.removeAll { isOverLong($0, longestLine) }
  expect(lines == reading.lines, "lines differ from zlib's")
}

/// Whether a list is text in UTF-8, or nearly.
private func isText(_ summary: ListSummary) -> Bool {
  summary.encoding == .utf8
    && !summary.problems.contains {
      switch $0 {
      case .packed, .wide, .mixed, .noLines, .endBlockMissing: true
      default: false
      }
    }
}

/// A file of some kind: the bytes themselves, or damaged gzip members of them.
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
