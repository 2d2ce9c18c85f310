@_spi(Internal) import Passwords
import TestSupport
import Testing

/// A name with any characters that a file name can have.
private func name(_ generator: inout SeededGenerator) -> String {
  let pieces = [
    "a", "list", " ", "\n", "\r", "\\", "\\n", "\r\n", "-", ",", "é", "e\u{301}", "\u{301}", "日",
    "\t",
  ]
  return (0..<Int.random(in: 1...5, using: &generator))
    .map { _ in pieces[Int.random(in: 0..<pieces.count, using: &generator)] }.joined()
}

private func schema(seed: UInt64) throws -> Schema {
  var generator = SeededGenerator(seed: seed)
  func isSo() -> Bool { Bool.random(using: &generator) }
  var demand = FactDemand()
  for _ in 0..<Int.random(in: 0...4, using: &generator) {
    demand.classes.insert(
      CodePointSet(
        ascii: UInt128.random(in: 0 ... .max, using: &generator) & CodePointSet.special.ascii,
        beyond: CodePointSet.Beyond(rawValue: UInt8.random(in: 0..<32, using: &generator))))
  }
  if isSo() { demand[.longestRun] = Int.random(in: -1...70_000, using: &generator) }
  if isSo() { demand[.longestSequence] = Int.random(in: 0...20, using: &generator) }
  if isSo() { demand[.longestClassRun] = Int.random(in: 0...20, using: &generator) }
  if isSo() { demand.counts = [.digit: 7, .special: Int.random(in: 0...9, using: &generator)] }
  demand.meter = isSo()
  demand.score = isSo()
  if isSo() { (demand.combined, demand.wholeDecades) = (true, isSo()) }
  if isSo() {
    demand.guessBudgets = (0..<9).map { _ in Double.random(in: 0...1e15, using: &generator) }
  }
  var sources = FactSources()
  if isSo() {
    for _ in 0..<Int.random(in: 0...5, using: &generator) {
      sources.lists.append(
        ListSource(
          name: name(&generator), comparison: isSo() ? "exact" : name(&generator),
          digest: isSo() ? "" : name(&generator),
          valueCount: UInt64.random(in: 0 ... .max, using: &generator),
          bandCounts: isSo() ? [] : [1, 0, .max]))
    }
    if isSo() { sources.userRelations = ["user-name", name(&generator)] }
  }
  demand.lists = sources.bitCount > 0 ? sources.bitCount : Int.random(in: 0...9, using: &generator)
  if isSo() {
    sources.scorer = ScorerSource(
      name: name(&generator), referenceYear: 2026, cuts: isSo() ? [1e3, 1e6] : [],
      contextDigest: isSo() ? "" : "x y", patternNames: isSo() ? [] : ["one", name(&generator)],
      model: isSo() ? "" : name(&generator))
  }
  return try Schema(for: demand, sources: sources)
}

@Suite struct SchemaTextTests {
  @Test(.firstFailureOnly, arguments: 1...60 as ClosedRange<UInt64>)
  func `a schema reads back from its text`(seed: UInt64) throws {
    let schema = try schema(seed: seed)
    let read = try Schema(text: schema.text)
    #expect(read == schema, "seed \(seed)")
    #expect(read.text.utf8.elementsEqual(schema.text.utf8), "seed \(seed)")
    #expect(try Schema(for: schema.demand, sources: schema.sources) == schema, "seed \(seed)")
  }

  @Test func `a changed text is refused or has its new meaning`() throws {
    try compared(atLeast: 4) { count in
      for seed in 1...200 as ClosedRange<UInt64> {
        let changed = try changedText(seed: seed)
        guard let read = try? Schema(text: changed) else { continue }
        try #require(read.text.utf8.elementsEqual(changed.utf8), "seed \(seed)")
        count += 1
      }
    }
  }

  /// A schema's text with one to three changes.
  private func changedText(seed: UInt64) throws -> String {
    var generator = SeededGenerator(seed: seed)
    let text = try schema(seed: seed % 60).text
    var bytes = Array(text.utf8)
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &generator)], at: place)
      default: bytes.removeSubrange(place...)
      }
      if bytes.isEmpty { break }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("", SchemaTextError.foreign), ("hello\n", .foreign), ("audit-recipe\n", .foreign),
    ("audit-recipe 2\n", .version("2")), ("audit-recipe 1\nshape 3\n", .line(2)),
    ("audit-recipe 1\nrun 0\n", .line(2)), ("audit-recipe 1\nrun 99999999999999999999\n", .line(2)),
    ("audit-recipe 1\natom 80\n", .line(2)), ("audit-recipe 1\natom 7A-61\n", .line(2)),
    ("audit-recipe 1\nlists 33\n", .line(2)), ("audit-recipe 1\nbudget nan\n", .line(2)),
    ("audit-recipe 1\nuser-relation \n", .line(2)),
    ("audit-recipe 1\nuser-relation a\nuser-relation a\n", .line(3)),
    ("audit-recipe 1\nmeter yes\n", .line(2)), ("audit-recipe 1\nlist exact 1 - - a\n", .line(3)),
  ])
  func `text that is no schema is refused at its line`(text: String, error: SchemaTextError) {
    #expect(throws: error) { try Schema(text: text) }
  }

  @Test func `a schema's text is readable`() throws {
    var demand = FactDemand()
    demand[.longestRun] = 3
    demand.counts = [.digit: 2]
    demand.lists = 1
    var sources = FactSources()
    sources.lists = [
      ListSource(
        name: "top 10", comparison: "exact", digest: "sha256:00", valueCount: 10,
        bandCounts: [0, 10])
    ]
    #expect(
      try Schema(for: demand, sources: sources).text == """
        audit-recipe 1
        atom 00-1F,7F
        atom 20-2F,3A-40,5B-60,7B-7E
        atom 30-39
        atom 41-5A
        atom 61-7A
        atom uppercase
        atom lowercase
        atom letters
        atom others
        atom ill-formed
        run 3
        count 2 30-39
        lists 1
        list exact 10 sha256:00 0,10 top\u{20}10

        """)
  }

  @Test func `the first difference of two schemas is named`() throws {
    let full = try Schema(for: .full(strength: .zxcvbn, guessBudgets: [1, 2], lists: 1))
    func difference(_ change: (inout FactDemand, inout FactSources) -> Void) throws -> String? {
      var (demand, sources) = (full.demand, full.sources)
      change(&demand, &sources)
      return full.difference(from: try Schema(for: demand, sources: sources))
    }
    #expect(try difference { _, _ in } == nil)
    #expect(
      try difference { demand, _ in demand[.longestRun] = 3 }
        == "the longest run (up to 16, and up to 3)")
    #expect(
      try difference { demand, _ in demand.counts[.digit] = nil }
        == "the number of characters in digit (up to 16, and not recorded)")
    #expect(try difference { demand, _ in demand.meter = false } == "the level of the meter")
    #expect(try difference { demand, _ in demand.guessBudgets = [1] } == "the guess budgets")
    #expect(
      try difference { demand, _ in demand.lists = 2 } == "the number of blocklists (1, and 2)")
    let list = ListSource(name: "a", comparison: "exact", digest: "", valueCount: 1)
    #expect(try difference { $1.lists = [list] } == "the names of blocklists")
    let scorer = ScorerSource(name: "z", referenceYear: 2026, cuts: [], patternNames: [])
    #expect(try difference { $1.scorer = scorer } == "the strength estimator")
  }

  @Test func `the full schema fits three words with all lists`() throws {
    let budgets = (0..<63).map { Double($0) }
    let schema = try Schema(for: .full(strength: .zxcvbn, guessBudgets: budgets, lists: 32))
    #expect(schema.characterGroups.sets.count == 42)
    #expect(schema.countFields.count == 5)
    let facts = schema.facts
    #expect(facts.allSatisfy { $0.field != nil })
    #expect(Set(facts.map(\.name)).count == facts.count)
    // The profiler's facts fill the first two words, so that its fast path applies.
    #expect(facts.prefix(9).allSatisfy { $0.field?.word == 1 })
    // No two facts share a bit.
    var used = Signature()
    for fact in facts {
      let field = try #require(fact.field)
      #expect(used[field] == 0, "\(fact.name)")
      used[field] = .max
    }
  }
}
