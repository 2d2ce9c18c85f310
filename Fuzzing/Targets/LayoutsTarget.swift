import Diagnostics
import Intake
import Passwords

/// Fuzzes line layouts with any text: each line is counted once, each password lies in its line,
/// and smaller chunks give the same passwords.
func fuzzLayouts(_ input: [UInt8]) {
  guard input.count >= 2 else { return }
  let spelling = spellings[Int(input[0]) % spellings.count]
  guard var request = LayoutRequest(spelling) else { return expect(false, spelling) }
  request.separator = [nil, 9, 0x3A, 0x3B, 0x7C, 0x20][Int(input[1]) % 6]
  request.decodesHex = [nil, true, false][Int(input[1] >> 4) % 3]
  let text = Array(input[2...]) + [10]
  let padded = text + [UInt8](repeating: input[1], count: Chunk.padding)
  // SAFETY: bytes have no padding.
  let whole = unsafe text.span.bytes
  guard let reading = try? LayoutReading(of: whole, request, list: "list") else { return }
  for problem in reading.problems { expect(!problem.message.isEmpty, "no words") }
  let layout = reading.layout

  var lines = PasswordLines(longestLine: 40)
  unsafe lines.take(padded.span.bytes, end: text.count, by: layout)
  check(lines, text: text, layout)
  let all = passwords(of: lines)

  // Line by line, with other bytes as padding.
  var one: [Taken] = []
  var single = PasswordLines(longestLine: 40)
  for line in text.dropLast().split(separator: 10, omittingEmptySubsequences: false) {
    let bytes = Array(line) + [10]
    let padded = bytes + [UInt8](repeating: UInt8(ascii: "\""), count: Chunk.padding)
    unsafe single.take(padded.span.bytes, end: bytes.count, by: layout)
    one += passwords(of: single)
  }
  let order = { (a: Taken, b: Taken) in a.text.lexicographicallyPrecedes(b.text) }
  expect(all.sorted(by: order).map(\.text) == one.sorted(by: order).map(\.text), "chunks matter")
  expect(
    all.reduce(0) { $0 &+ $1.weight } == one.reduce(0) { $0 &+ $1.weight },
    "weights depend on chunks")
}

private let spellings =
  LayoutRequest.spellings.map { $0.replacing("COLUMN", with: "2") } + [
    "csv:password", "csv:1",
  ]

private struct Taken {
  let text: [UInt8]
  let weight: UInt64
}

private func passwords(of lines: borrowing PasswordLines) -> [Taken] {
  let text = lines.withPaddedText { padded, count in
    let bytes = unsafe padded.withUnsafeBytes { unsafe Array($0) }
    return Array(bytes[..<count])
  }
  var taken: [Taken] = []
  for (index, line) in text.split(separator: 10, omittingEmptySubsequences: false).dropLast()
    .enumerated()
  {
    let weight = lines.weights.isEmpty ? 1 : lines.weights[index]
    taken.append(Taken(text: Array(line), weight: weight))
  }
  for apart in lines.apart {
    taken.append(Taken(text: Array(lines.apartText[apart.range]), weight: apart.weight))
  }
  return taken
}

private func check(_ lines: borrowing PasswordLines, text: [UInt8], _ layout: LineLayout) {
  let account = lines.account
  let taken = passwords(of: lines)
  expect(account.lines == UInt64(text.count { $0 == 10 }), "lines were lost")
  let sum =
    account.empty + account.blank + account.overLong + account.malformed + account.headers
  expect(sum + UInt64(taken.count) == account.lines, "a line is counted twice, or not at all")
  expect(lines.weights.isEmpty || layout.isWeighted, "weights nobody asked for")
  for password in taken {
    expect((1...40).contains(password.text.count), "a password of \(password.text.count) bytes")
    expect(password.weight >= 1, "a weight of 0")
  }
  for user in lines.users { expect(user.upperBound <= text.count, "a user beyond the text") }
}
