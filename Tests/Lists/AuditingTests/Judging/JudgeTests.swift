import Auditing
import Blocklists
import PasswordStrength
@_spi(Internal) import Passwords
import TestSupport
import Testing

/// Passwords of every kind; some are on the list, some contain their user's name.
private func samples(seed: UInt64) -> [(password: [UInt8], user: [UInt8]?)] {
  var random = SeededGenerator(seed: seed)
  let pieces = ["acme", "elaine", "Pässword", "p4ssw0rd", "1970", "\u{65}\u{301}", "\r", "\n", "!"]
  return (0..<200).map { number in
    var text = ""
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      text += pieces[Int.random(in: 0..<pieces.count, using: &random)]
    }
    var bytes = Array(text.utf8)
    if number % 10 == 0 { bytes.append(0xFF) }
    return (bytes, number % 3 == 0 ? nil : Array(number % 3 == 1 ? "elaine@x.org".utf8 : "".utf8))
  } + [(Array(repeating: UInt8(ascii: "a"), count: 70_000), nil), ([], Array("elaine".utf8))]
}

/// Orders and selections of relations that a schema may record.
private let recordedRelations = [
  ["user-name", "user-name-part"], ["user-name-part", "user-name"], ["user-name"],
  ["user-name-part"], ["user-mail", "user-name-part"],
]

@Suite struct JudgeTests {
  @Test(.firstFailureOnly, arguments: [UInt64](1...5))
  func `a judge agrees with the profiler, lists, scorer and user names one by one`(
    seed: UInt64
  ) throws {
    var list = BlocklistBuilder(name: "list", provenance: "test", comparison: .exact)
    for value in ["acme", "1970", "é"] { list.add(Array(value.utf8).span) }
    let lists = try BlocklistSet([list])
    var demand = lists.demand
    let relations = recordedRelations[Int(seed) % recordedRelations.count]
    demand.lists += relations.count
    demand.score = true
    demand[.longestRun] = 4
    var sources = FactSources()
    sources.lists = [ListSource(name: "list", comparison: "exact", digest: "", valueCount: 3)]
    sources.userRelations = relations
    let schema = try Schema(for: demand, sources: sources)
    let strength = StrengthSettings(referenceYear: 2026)
    let criteria = Criteria(schema: schema, blocklists: lists, strength: strength)
    let judge = Judge(criteria)
    let profiler = Profiler(schema)
    var scorer = Scorer(referenceYear: 2026)
    var batch = LineBatch()
    // As workers judge accounts without a password.
    judge.addBlank(to: &batch, counting: 1)
    let blank = schema.profile(of: batch[signature: 0])
    for (password, user) in samples(seed: seed) {
      var expected = profiler.profile(of: password.span)
      expected.lists = lists.lists(holding: password.span)
      if let user {
        let found = UserNameRelations(of: password.span, to: user.span)
        for (bit, name) in relations.enumerated() {
          let isFound =
            name == "user-name" && found.contains(.whole)
            || name == "user-name-part" && found.contains(.part)
          if isFound { expected.lists |= 2 << UInt32(bit) }
        }
      }
      expected[.score] = password.isEmpty ? 0 : scorer.score(password.span).score
      var found: Profile
      if let user {
        found = judge.profile(of: password.span, user: user.span, &batch)
      } else {
        found = judge.profile(of: password.span, user: nil, &batch)
      }
      if password.isEmpty { #expect(found == blank, "seed \(seed)") }
      // Facts that are not recorded are not compared, nor those that no policy needs.
      expected = schema.profile(of: schema.signature(of: expected))
      (found[.guessesBin], found[.decisivePattern]) = (0, 0)
      (expected[.guessesBin], expected[.decisivePattern]) = (0, 0)
      #expect(found == expected, "seed \(seed), password of \(password.count) bytes")
    }
  }
}
