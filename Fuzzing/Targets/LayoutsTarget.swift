import Diagnostics
import Intake
import Passwords

/// Fuzzes line layouts with any text: lines, rows and passwords are those of the naive reader, and
/// smaller chunks give the same passwords.
func fuzzLayouts(_ input: [UInt8]) {
  guard input.count >= 2 else { return }
  let spelling = spellings[Int(input[0]) % spellings.count]
  guard var request = LayoutRequest(spelling) else { return expect(false, spelling) }
  request.separator = [nil, 9, 0x3A, 0x3B, 0x7C, 0x20][Int(input[1]) % 6]
  request.decodesHex = [nil, true, false][Int(input[1] >> 4) % 3]
  let text = Array(input[2...]) + [10]
  // SAFETY: bytes have no padding.
  let whole = unsafe text.span.bytes
  guard let reading = try? LayoutReading(of: whole, request, list: "list") else { return }
  for problem in reading.problems { expect(!problem.message.isEmpty, "no words") }
  let layout = reading.layout
  let headerEnd = reading.headerEnd
  expect(headerEnd == 0 || text[headerEnd - 1] == 10, "a header ends within a line")

  var lines = PasswordLines(longestLine: longestLine)
  take(text, padding: input[1], by: layout, headerEnd: headerEnd, into: &lines)
  check(lines, text: text, layout)
  let all = passwords(of: lines)
  let naive = naiveAccount(of: text, layout, longest: longestLine, headerEnd: headerEnd)
  expect(lines.counts == naive.counts, "the counts differ: \(lines.counts), \(naive.counts)")
  let expected = naive.parts.map { Taken(text: $0.password, weight: $0.weight, user: $0.user) }
  expect(sorted(all.map { $0.of(text, layout) }) == sorted(expected), "passwords differ")

  // Row by row, with other bytes as padding.
  var one: [Taken] = []
  var single = PasswordLines(longestLine: longestLine)
  let starts = naiveRows(of: text, layout, longest: longestLine).map(\.start) + [text.count]
  for (start, end) in zip(starts, starts.dropFirst()) where start >= headerEnd {
    let row = Array(text[start..<end])
    take(row, padding: UInt8(ascii: "\""), by: layout, headerEnd: 0, into: &single)
    expect(single.counts.lines == 1, "a row alone has \(single.counts.lines) rows")
    one += passwords(of: single).map { $0.of(row, layout) }
  }
  expect(sorted(one) == sorted(expected), "chunks matter")
}

private let longestLine = 40

private func take(
  _ text: [UInt8], padding: UInt8, by layout: LineLayout, headerEnd: Int,
  into lines: inout PasswordLines
) {
  let padded = text + [UInt8](repeating: padding, count: Chunk.padding)
  // SAFETY: bytes have no padding.
  unsafe lines.take(padded.span.bytes, end: text.count, by: layout, headerEnd: headerEnd)
}

private func sorted(_ all: [Taken]) -> [Taken] {
  all.sorted { a, b in
    if a.text != b.text { return a.text.lexicographicallyPrecedes(b.text) }
    if a.weight != b.weight { return a.weight < b.weight }
    return a.user.lexicographicallyPrecedes(b.user)
  }
}

private let spellings =
  LayoutRequest.spellings.map { $0.replacing("COLUMN", with: "2") } + [
    "csv:password", "csv:1",
  ]

private struct Taken: Equatable {
  let text: [UInt8]
  let weight: UInt64
  let user: [UInt8]
}

/// A password, and the place of its user.
private struct Found {
  let text: [UInt8]
  let weight: UInt64
  let user: Range<Int>

  func of(_ list: [UInt8], _ layout: LineLayout) -> Taken {
    Taken(text: text, weight: weight, user: layout.hasUsers ? Array(list[user]) : [])
  }
}

private func passwords(of lines: borrowing PasswordLines) -> [Found] {
  let text = lines.withPaddedText { padded, count in
    let bytes = unsafe padded.withUnsafeBytes { unsafe Array($0) }
    return Array(bytes[..<count])
  }
  var taken: [Found] = []
  for (index, line) in text.split(separator: 10, omittingEmptySubsequences: false).dropLast()
    .enumerated()
  {
    let weight = lines.weights.isEmpty ? 1 : lines.weights[index]
    let user = lines.users.isEmpty ? 0..<0 : lines.users[index]
    taken.append(Found(text: Array(line), weight: weight, user: user))
  }
  for apart in lines.apart {
    taken.append(
      Found(text: Array(lines.apartText[apart.range]), weight: apart.weight, user: apart.user))
  }
  return taken
}

private func check(_ lines: borrowing PasswordLines, text: [UInt8], _ layout: LineLayout) {
  let counts = lines.counts
  let taken = passwords(of: lines)
  expect(counts.lines + counts.continued == UInt64(text.count { $0 == 10 }), "lines were lost")
  expect(layout.isTable || counts.continued == 0, "a line goes on")
  let sum =
    counts.empty + counts.blank + counts.overLong + counts.malformed + counts.headers
  expect(sum + UInt64(taken.count) == counts.lines, "a line is counted twice, or not at all")
  expect(lines.weights.isEmpty || layout.isWeighted, "weights nobody asked for")
  for password in taken {
    expect((1...longestLine).contains(password.text.count), "\(password.text.count) bytes")
    expect(password.weight >= 1, "a weight of 0")
  }
  for user in lines.users { expect(user.upperBound <= text.count, "a user beyond the text") }
}

/// The lines of a text, without their LF, for the naive reader.
func split(_ text: [UInt8]) -> [[UInt8]] {
  var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
  if lines.last?.isEmpty == true { lines.removeLast() }
  return lines
}
