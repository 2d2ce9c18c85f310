import Auditing
import Blocklists
import Intake
import PasswordPolicies
import PasswordStrength
@_spi(Internal) import Passwords
import TestSupport
import Testing
import Workers

/// What a filter keeps, over layouts, lines and passwords, and its opposite.
@Suite struct ListFilterTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// What a filter by a least length keeps of files.
  private func kept(
    _ texts: [String], _ layout: LayoutRequest = .plain, least: Int = 4, isInverted: Bool = false,
    takesPasswords: Bool = false, threads: Int = 1
  ) throws -> (text: String, count: UInt64) {
    let files = try texts.enumerated().map { try directory.file("l\($0).txt", $1) }
    let (inputs, _) = ListInput.resolve(files)
    let policy = PolicyReading(
      policyFile: Array("minlength: \(least); allowed: unicode;".utf8), file: "p"
    ).policies[0]
    let criteria = Criteria(
      schema: try Schema(for: policy.demand), blocklists: try BlocklistSet([]),
      strength: StrengthSettings(referenceYear: 2026))
    let filter = ListFilter(
      ListsToRead(inputs, layout: layout, threads: threads),
      LineFilter(
        schema: criteria.schema, matchers: [try PolicyMatcher(policy, schema: criteria.schema)],
        isInverted: isInverted), criteria, takesPasswords: takesPasswords)
    let found = Locked<[FilteredLines]>([])
    _ = filter.run { lines in found.withLock { $0.append(lines) } }
    let lines = found.withLock { $0 }
    return (
      lines.map { String(decoding: $0.text.bytes, as: UTF8.self) }.joined(),
      lines.reduce(0) { $0 + $1.keptCount }
    )
  }

  private static let forms: [(layout: LayoutRequest, line: @Sendable (String) -> String)] = [
    (.plain, { $0 }), (LayoutRequest(.stated(.user)), { "ann:\($0)" }),
    (LayoutRequest(.stated(.counted(.prefix))), { "3 \($0)" }),
  ]

  @Test(.firstFailureOnly, arguments: seeds(3, of: 60), [1, 3])
  func `lines that pass and lines that do not are the list, in its order`(
    seed: UInt64, threads: Int
  ) throws {
    var random = SeededGenerator(seed: seed)
    let (layout, line) = Self.forms[Int(seed) % 3]
    let words = (0..<Int.random(in: 1...60, using: &random)).map { number in
      String(repeating: "x", count: Int.random(in: 1...8, using: &random)) + "\(number % 10)"
    }
    let ends = words.map { _ in ["\n", "\r\n"].randomElement(using: &random) ?? "\n" }
    let lines = zip(words, ends).map { line($0) + $1 }
    let least = Int.random(in: 1...9, using: &random)
    let passes = words.map { $0.count >= least }
    for isInverted in [false, true] {
      let expected = zip(lines, passes).filter { $1 != isInverted }.map(\.0)
      let found = try kept(
        [lines.joined()], layout, least: least, isInverted: isInverted, threads: threads)
      #expect(found.text == expected.joined() && found.count == UInt64(expected.count))
      let passwords = zip(words, passes).filter { $1 != isInverted }.map { $0.0 + "\n" }
      let taken = try kept(
        [lines.joined()], layout, least: least, isInverted: isInverted, takesPasswords: true,
        threads: threads)
      #expect(taken.text == passwords.joined() && taken.count == found.count)
    }
  }

  @Test(arguments: [
    ("6d6561646f77", "meadow"), ("0a0a0a0a0a", "$HEX[0a0a0a0a0a]"),
    ("6d6561640d", "$HEX[6d6561640d]"),
    ("0d6d656164", "\rmead"), ("244845585b3631", "$HEX[244845585b3631]"), ("24484558", "$HEX"),
    ("6d0a6561", "$HEX[6d0a6561]"), ("ff00ff00", "\u{FFFD}\0\u{FFFD}\0"),
  ])
  func `a password that a line cannot hold is spelt, and reads back as itself`(
    digits: String, written: String
  ) throws {
    var layout = LayoutRequest(.stated(.user))
    layout.decodesHex = true
    let lines = "a:meadow1\nb:$HEX[\(digits)]\nc:abc\nd:lark22\n"
    #expect(
      try kept([lines], layout, takesPasswords: true).text == "meadow1\n\(written)\nlark22\n")
    #expect(try kept([lines], layout).text == "a:meadow1\nb:$HEX[\(digits)]\nd:lark22\n")
    #expect(try kept([lines], layout, isInverted: true).text == "c:abc\n")
  }

  @Test(arguments: [false, true])
  func `the header of the first table is kept above the rows of all`(takesPasswords: Bool) throws {
    let layout = LayoutRequest(.table(.name("password")))
    let tables = [
      "user,password\nann,meadow\nbob,abc\n", "user,password\ncyd,lark\ndee,\"ot,ter\"\n",
    ]
    #expect(
      try kept(tables, layout, takesPasswords: takesPasswords).text
        == (takesPasswords
          ? "meadow\nlark\not,ter\n" : "user,password\nann,meadow\ncyd,lark\ndee,\"ot,ter\"\n"))
    #expect(
      try kept(tables, layout, isInverted: true, takesPasswords: takesPasswords).text
        == (takesPasswords ? "abc\n" : "user,password\nbob,abc\n"))
  }

  @Test(arguments: [1, 3]) func `a row of a table is whole, wherever a block of its text ends`(
    threads: Int
  ) throws {
    let layout = LayoutRequest(.table(.name("password")))
    let note = String(repeating: "note ", count: 40)
    let rows = (0..<24_000).map { "\"\(note)\n\($0)\",meadow\($0 % 97)\n" }
    let found = try kept(
      ["note,password\n" + rows.joined()], layout, takesPasswords: true, threads: threads)
    #expect(found.count == 24_000)
    #expect(found.text == (0..<24_000).map { "meadow\($0 % 97)\n" }.joined())
  }

  @Test func `refused lists and a least score bound what passes, on both sides`() throws {
    var demand = FactDemand()
    (demand.score, demand.lists) = (true, 3)
    let schema = try Schema(for: demand)
    for lists in UInt32(0)..<8 {
      for score in 0...4 {
        var profile = Profiler(schema).profile(of: Array("meadow".utf8).span)
        (profile.lists, profile[.score]) = (lists, score)
        let signature = schema.signature(of: profile)
        for least in 0...4 {
          for refused in UInt32(0)..<8 {
            let isGood = lists & refused == 0 && score >= least
            for isInverted in [false, true] {
              let filter = LineFilter(
                schema: schema, matchers: [], refusedLists: refused, leastScore: least,
                isInverted: isInverted)
              #expect(filter.passes(signature) == (isGood != isInverted))
            }
          }
        }
      }
    }
  }
}
