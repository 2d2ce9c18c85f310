import Blocklists
import Diagnostics
import EmbeddedData
import Passwords
import TestSupport
import Testing

@Suite struct BlocklistSetTests {
  @Test(arguments: 0...100)
  func `a line of any length and alignment is found, and none that differs in a byte`(
    count: Int
  ) throws {
    var random = SeededGenerator(seed: UInt64(count))
    let line = (0..<count).map { _ in UInt8.random(in: 0x20..<0x7F, using: &random) }
    let others = line.indices.map { place in
      var other = line
      other[place] ^= 1
      return other
    }
    let longer = [line + [0], line + [0x20], [0] + line]
    let set = try BlocklistSet([builder([line])])
    let expected: [UInt32] = [count == 0 ? 0 : 1] + others.map { _ in 0 } + longer.map { _ in 0 }
    for alignment in 0..<32 {
      #expect(try set.marks([line] + others + longer, before: alignment) == expected)
    }
    for after in 0..<20 {
      #expect(try set.marks(others + [line], after: after).last == expected[0])
    }
    #expect(set.lists(holding: line.span) == expected[0])
    for other in others + longer { #expect(set.lists(holding: other.span) == 0) }
  }

  @Test(.firstFailureOnly, arguments: seeds(3, of: 20))
  func `look-ups agree with sets of strings`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let lines = (0..<3_000).map { _ in randomLine(&random) }
    let listed = (0..<Int.random(in: 1...5, using: &random)).map { _ in
      lines.filter { _ in Bool.random(using: &random) && Bool.random(using: &random) }
    }
    let set = try BlocklistSet(listed.map { builder($0) })
    let oracle = listed.map { Set($0.filter { !$0.isEmpty }.map(Value.init)) }
    for (list, values) in zip(set.blocklists, oracle) { #expect(list.valueCount == values.count) }
    #expect(set.valueCount == oracle.reduce(into: Set()) { $0.formUnion($1) }.count)

    let expected = lines.map { line in
      oracle.enumerated().reduce(UInt32(0)) {
        $0 | ($1.element.contains(Value(line)) ? 1 << UInt32($1.offset) : 0)
      }
    }
    let wrong = zip(lines, zip(try set.marks(lines), expected)).filter { $1.0 != $1.1 }
    #expect(wrong.isEmpty, "seed \(seed)")
    #expect(lines.map { set.lists(holding: $0.span) } == expected, "seed \(seed)")
  }

  /// Lines that often repeat: few letters, composed and decomposed, and broken bytes.
  private func randomLine(_ random: inout SeededGenerator) -> [UInt8] {
    let scalars = [
      "a", "b", "é", "e", "\u{301}", "\u{323}", "ệ", "й", "и", "\u{306}", "각", "\u{11A8}",
    ]
    let count = Int.random(in: 0...4, using: &random)
    var line = (0..<count).flatMap { _ in Array((scalars.randomElement(using: &random) ?? "").utf8)
    }
    if Int.random(in: 0..<8, using: &random) == 0 { line.append(0xE9) }
    return line
  }

  @Test
  func `each of 32 lists has its own bit`() throws {
    let set = try BlocklistSet((0..<32).map { builder(["only \($0)", "all"]) })
    let lines = (0..<32).map { Array("only \($0)".utf8) } + [Array("all".utf8), Array("none".utf8)]
    #expect(try set.marks(lines) == (0..<32).map { 1 << UInt32($0) } + [.max, 0])
    #expect(set.valueCount == 33)
  }

  @Test
  func `a 33rd list is refused`() {
    let problem = #expect(throws: Problem.self) {
      try BlocklistSet((0..<33).map { builder(["\($0)"]) })
    }
    #expect(
      problem?.message == """
        error: 33 blocklists; expected at most 32
          Join some of the lists into one file.
        """)
  }

  @Test
  func `a set without lists holds no password`() throws {
    let set = try BlocklistSet([])
    #expect(set.demand == FactDemand())
    #expect(set.lists(holding: "password") == 0)
    #expect(try set.marks([Array("password".utf8)]) == [0])
  }

  @Test
  func `a list counts its values, its repeats and its empty values`() throws {
    let set = try BlocklistSet([
      builder(["a", "b", "", "a", "a", "é", "e\u{301}", ""], name: "first"), builder(["b", "b"]),
    ])
    #expect(set.blocklists[0].name == "first")
    #expect(set.blocklists[0].provenance == "made by a test")
    #expect(set.blocklists.map(\.valueCount) == [3, 1])
    #expect(set.blocklists.map(\.repeatCount) == [3, 1])
    #expect(set.blocklists.map(\.emptyCount) == [2, 0])
    #expect(set.valueCount == 3)
    #expect(set.lists(holding: "") == 0)
  }

  @Test(arguments: [1, 1_000, 100_000])
  func `the set holds no random line`(values: Int) throws {
    var random = SeededGenerator(seed: UInt64(values))
    let set = try BlocklistSet([
      builder(
        (0..<values).lazy.map { _ in (0..<9).map { _ in UInt8.random(in: 0..<0x80, using: &random) }
        })
    ])
    var found = 0
    for _ in 0..<(isExhaustive ? 1_000_000 : 250_000) / 3 {
      let line = InlineArray<10, UInt8> { _ in UInt8.random(in: 0..<0x80, using: &random) }
      found += set.lists(holding: line.span) == 0 ? 0 : 1
    }
    #expect(found == 0)
    #expect(set.expectedFalseHits(lookups: 1_000_000) < 1e-7)
  }

  @Test
  func `false hits are expected by the size of the list and the number of look-ups`() throws {
    let set = try BlocklistSet([builder(["a", "b"]), builder(["b", "c", "d"])])
    #expect(set.expectedFalseHits(lookups: 1 << 30) == 0x1p-32)
    #expect(set.expectedFalseHits(lookups: 0) == 0)
  }

  @Test(.enabled(if: isOptimised, "needs a release build"))
  func `a list too long for the filter is looked up all the same`() throws {
    var list = BlocklistBuilder(name: "long", provenance: "numbers")
    for number in 0..<4_500_000 { list.add(decimal(number).span) }
    let set = try BlocklistSet([list])
    #expect(set.valueCount == 4_500_000)
    let numbers = Array(stride(from: 0, to: 9_000_000, by: 1_001))
    let lines = numbers.map { number in decimal(number).span.indices.map { decimal(number)[$0] } }
    #expect(try set.marks(lines) == numbers.map { $0 < 4_500_000 ? 1 : 0 })
  }

  private func decimal(_ number: Int) -> InlineArray<7, UInt8> {
    var rest = number
    return InlineArray<7, UInt8> { _ in
      defer { rest /= 10 }
      return UInt8(ascii: "0") + UInt8(rest % 10)
    }
  }

  private static var isOptimised: Bool {
    #if DEBUG
      false
    #else
      true
    #endif
  }

  @Test(arguments: [
    (ListComparison.exact, "word 42"), (.fold, "WORD 42"), (.leet, "w0rd a2"),
  ])
  func `the best band belongs to the value that the list's comparison finds`(
    comparison: ListComparison, variant: String
  ) throws {
    let values = (1...200).map { "word \($0)" }
    let set = try BlocklistSet([builder(values, comparison)])
    let (password, other) = (Array(variant.utf8), Array("word".utf8))
    #expect(set.bestBand(of: password.span)?.limit == 100)
    #expect(set.bestBand(of: other.span) == nil)
    // Another list of the same values ranks it better; one without it makes no difference.
    let best = builder([values[41]], comparison)
    for others in [[best], [best, builder(["x"])]] {
      let set = try BlocklistSet([builder(values, comparison)] + others)
      #expect(set.bestBand(of: password.span)?.limit == 10)
    }
    let directory = try TemporaryDirectory()
    let files = try [values, [values[41]]].enumerated().map { number, values in
      try compiled([values.map { Array($0.utf8) }], comparison, in: directory, name: "\(number)")
    }
    for order in [files, files.reversed()] {
      let set = try BlocklistSet(sources: order.map { .compiled($0) })
      #expect(set.bestBand(of: password.span)?.limit == 10)
      #expect(set.valueCount == 201)
    }
  }
}
