import Auditing
import Diagnostics
@_spi(House) import Passwords
import TestSupport
import Testing

/// A line that passed a filter.
private struct PassingLine {
  let password: UInt64
  let weight: UInt64
  let text: String
}

/// Lines as a filter gives them.
private func filtered(_ lines: ArraySlice<PassingLine>) -> FilteredLines {
  var filtered = FilteredLines()
  filtered.text = Concealed(bytes: lines.flatMap { Array($0.text.utf8) })
  filtered.keys = lines.map {
    LineKey(
      high: $0.password &* 0x9E37_79B9_7F4A_7C15, low: $0.password, weight: $0.weight,
      byteCount: UInt32($0.text.utf8.count))
  }
  filtered.keptCount = UInt64(lines.count)
  return filtered
}

/// What is written of lines that come a hundred at a time.
private func written(
  _ lines: [PassingLine], _ order: DistinctLines.Order, in directory: TemporaryDirectory
) throws -> (text: [UInt8], count: UInt64) {
  var distinct = try DistinctLines(order, memory: 1, directory: directory.path)
  var output: [UInt8] = []
  for start in stride(from: 0, to: lines.count, by: 100) {
    output += try distinct.take(filtered(lines[start..<min(start + 100, lines.count)]))
  }
  try distinct.finish { block throws(SystemError) in output += block }
  return (output, distinct.writtenCount)
}

@Suite struct DistinctLinesTests {
  /// The second number of lines takes more than the least memory, so that they spill.
  @Test(.firstFailureOnly, arguments: seeds(2, of: 12), [400, 40_000])
  func `the first line of each password is written, in the chosen order`(
    seed: UInt64, count: Int
  ) throws {
    let directory = try TemporaryDirectory()
    var random = SeededGenerator(seed: seed)
    let padding = String(repeating: "x", count: count > 1000 ? 300 : 3)
    let lines = (0..<count).map { number in
      PassingLine(
        password: UInt64.random(in: 0..<UInt64(count / 2), using: &random),
        weight: UInt64.random(in: 1...9, using: &random), text: "\(number) \(padding)\n")
    }
    var (firsts, counts) = ([PassingLine](), [UInt64: UInt64]())
    for line in lines {
      if counts[line.password] == nil { firsts.append(line) }
      counts[line.password, default: 0] += line.weight
    }
    let asRead = try written(lines, .asRead, in: directory)
    #expect(asRead.text == firsts.flatMap { Array($0.text.utf8) }, "seed \(seed)")
    #expect(asRead.count == UInt64(firsts.count))

    let commonest = firsts.enumerated().sorted { a, b in
      let (countA, countB) = (counts[a.element.password] ?? 0, counts[b.element.password] ?? 0)
      return countA == countB ? a.offset < b.offset : countA > countB
    }
    let byCount = try written(lines, .byCount, in: directory)
    #expect(
      byCount.text == commonest.flatMap { Array($0.element.text.utf8) }, "seed \(seed)")
    #expect(byCount.count == UInt64(firsts.count))
    #expect(directory.names() == [])
  }
}
