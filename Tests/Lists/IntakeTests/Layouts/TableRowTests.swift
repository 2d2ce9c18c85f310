import Intake
import TestSupport
import Testing

/// Rows of a table that span lines.
@Suite struct TableRowTests {
  private static let longestLine = 24

  /// The passwords of a table, read chunk by chunk as a run reads them, and the sum of the accounts.
  private static func read(
    _ input: ListInput, _ layout: LineLayout, chunk capacity: Int, buffer: Int = 4096
  ) -> (passwords: [[UInt8]], counts: PasswordLines.Counts, overLong: UInt64) {
    var reader = ListReader(
      input, longestLine: longestLine, inputBufferSize: buffer, keepsTextsApart: true)
    var lines = PasswordLines(longestLine: longestLine)
    var sum = PasswordLines.Counts()
    var passwords: [[UInt8]] = []
    let chunk = Chunk(capacity: capacity)
    while reader.fill(chunk) {
      reader.keepUnfinishedRow(of: chunk, layout)
      precondition(chunk.byteCount > 0, "a chunk without a row")
      chunk.withPaddedText { text, end in lines.take(text, end: end, by: layout) }
      let counts = lines.counts
      if sum.malformed == 0, counts.malformed > 0 {
        sum.firstMalformed = sum.lines + sum.continued + counts.firstMalformed
      }
      sum.lines += counts.lines
      sum.continued += counts.continued
      sum.empty += counts.empty
      sum.blank += counts.blank
      sum.overLong += counts.overLong
      sum.malformed += counts.malformed
      lines.withPaddedText { text, count in
        passwords += split(unsafe text.withUnsafeBytes { unsafe Array($0.prefix(count)) })
      }
      passwords += lines.apart.map { Array(lines.apartText[$0.range]) }
    }
    return (
      passwords.sorted { $0.lexicographicallyPrecedes($1) }, sum, reader.summary.overLongLines
    )
  }

  @Test func `rows that span lines are read alike in chunks of any size`() throws {
    let scratch = try TemporaryDirectory()
    let pieces = [
      "\"", "\"", "\"\"", ",", ",", "\n", "\n", "\r\n", "a", "bc", "\r", "word,", "\n\"x", "y\"\n",
      "a longer text than others",
    ]
    let layouts = [
      LineLayout(.table(column: 0)), LineLayout(.table(column: 1)),
      LineLayout(.table(column: 1, user: 0)),
    ]
    for seed in seeds(400, of: 20_000) {
      var generator = SeededGenerator(seed: seed)
      var text: [UInt8] = []
      for _ in 0..<Int.random(in: 1...30, using: &generator) {
        text += Array((pieces.randomElement(using: &generator) ?? "").utf8)
      }
      // A list whose lines end in CR alone has a test of its own.
      text.append(10)
      let input = try scratch.list(text)
      let layout = layouts[Int(seed) % layouts.count]
      let (sum, parts) = naiveAccount(of: text, layout, longest: Self.longestLine)
      let expected = parts.map(\.password).sorted { $0.lexicographicallyPrecedes($1) }
      for capacity in [26, 27, 28, 29, 31, 35, 41, 64, 1000] {
        var found = Self.read(input, layout, chunk: capacity, buffer: 2 + Int(seed % 60))
        // Lines that the reader skipped have no number here.
        let skipped = found.overLong
        found.counts.lines += skipped
        found.counts.overLong += skipped
        if skipped > 0 { found.counts.firstMalformed = sum.firstMalformed }
        try #require(found.passwords == expected, "seed \(seed), chunks of \(capacity)")
        try #require(found.counts == sum, "seed \(seed), chunks of \(capacity)")
      }
    }
  }

  @Test func `a row of up to the longest line may span lines, and a longer one costs one line`()
    throws
  {
    let scratch = try TemporaryDirectory()
    let layout = LineLayout(.table(column: 0))
    for (inner, isRead) in [(15, true), (16, false)] {
      let note = String(repeating: "n", count: inner - 4) + "\nabc"
      let text = "Tisch1,\"\(note)\"\r\nOfen33,plain\n"
      let input = try scratch.list(Array(text.utf8))
      for capacity in 26...80 {
        let found = Self.read(input, layout, chunk: capacity)
        let expected = isRead ? ["Ofen33", "Tisch1"] : ["Ofen33", "abc\""]
        #expect(found.passwords.map { String(decoding: $0, as: UTF8.self) } == expected)
        #expect(found.counts.malformed == (isRead ? 0 : 1))
        #expect(found.counts.continued == (isRead ? 1 : 0))
      }
    }
  }

  @Test func `a cell behind a stray quote spans no lines, so a text of such lines is read at once`()
  {
    // Each line ends in an open quote, which none of the 60,000 lines closes.
    let text = Array(repeatElement(Array("x\",\"\n".utf8), count: 60_000).joined())
    let layout = LineLayout(.table(column: 0))
    let padded = text + [UInt8](repeating: 0, count: Chunk.padding)
    var lines = PasswordLines(longestLine: 65_536)
    let time = ContinuousClock().measure {
      // SAFETY: bytes have no padding.
      unsafe lines.take(padded.span.bytes, end: text.count, by: layout)
    }
    #expect(lines.counts.malformed == 60_000 && lines.counts.lines == 60_000)
    // A search of 64 KiB from each line takes a minute.
    #expect(time < .seconds(5))
  }
}
