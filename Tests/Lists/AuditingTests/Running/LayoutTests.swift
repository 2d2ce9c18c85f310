import Auditing
import Blocklists
import Intake
import PasswordStrength
@_spi(Internal) import Passwords
import Tallies
import TestSupport
import Testing
import Workers

/// The results of an audit of a text.
private func audit(
  _ text: [UInt8], _ layout: String, threads: Int, score: Bool = false
) throws -> (tally: Tally, summary: ListSummary) {
  let directory = try TemporaryDirectory()
  var demand = FactDemand()
  demand[.longestRun] = 4
  demand.meter = true
  demand.score = score
  var builder = BlocklistBuilder(name: "few", provenance: "made up")
  for value in ["word1", "word22", "wo\nrd"] { builder.add(Array(value.utf8).span) }
  let lists = try BlocklistSet([builder])
  demand.formUnion(lists.demand)
  let plan = AuditPlan(
    ListsToRead(
      ListInput.resolve([try directory.file("list", text)]).inputs,
      layout: try #require(LayoutRequest(layout)), threads: threads),
    Criteria(
      schema: try Schema(for: demand), blocklists: lists,
      strength: StrengthSettings(referenceYear: 2026)))
  let whole = Locked(Tally(schema: plan.schema))
  let summaries = plan.run { part in whole.withLock { $0.merge(part) } }
  return (whole.withLock { $0 }, try #require(summaries.first))
}

@Suite struct LayoutTests {
  @Test(arguments: few(1, of: [2, 1, 5]))
  func `a line with a count counts as that many lines`(threads: Int) throws {
    var generator = SeededGenerator(seed: 3)
    var (counted, plain): ([UInt8], [UInt8]) = ([], [])
    for _ in 0..<120_000 {
      let word = Array(["word", "wörd", "WO D"].randomElement(using: &generator)?.utf8 ?? "".utf8)
      let password = word + Array("\(Int.random(in: 0..<500, using: &generator))".utf8)
      let count = Int.random(in: 1...3, using: &generator)
      counted += Array("\(count) ".utf8) + password + [10]
      for _ in 0..<count { plain += password + [10] }
    }
    let (expected, _) = try audit(plain, "plain", threads: 1)
    let (tally, summary) = try audit(counted, "counted:prefix", threads: threads)
    #expect(summary.layoutProblems.isEmpty)
    #expect(tally.lines.audited == 120_000)
    #expect(tally.lines.entries == expected.lines.entries)
    #expect(tally.lines.entries == expected.lines.audited)
    #expect(tally.lines.utf8 == expected.lines.utf8)
    var all = tally
    all.lines = expected.lines
    #expect(all == expected)
  }

  @Test(arguments: [1, 3])
  func `malformed lines are counted, and the first one is found`(threads: Int) throws {
    var text: [UInt8] = []
    for line in 0..<200_000 {
      text += Array(
        (line >= 151_000 && line % 1000 == 7 ? "word\n" : "user:word\(line % 30)\n").utf8)
    }
    let (tally, summary) = try audit(text, "user:password", threads: threads)
    #expect(tally.lines.malformed == 49)
    #expect(tally.lines.audited == 199_951)
    #expect(summary.hasMalformedLines && summary.isComplete)
    guard case .malformed(_, _, 49, of: 200_000, first: 151_008) = summary.layoutProblems.last
    else {
      Issue.record("\(summary.layoutProblems)")
      return
    }
  }

  @Test func `decoded passwords keep line feeds and carriage returns`() throws {
    let text = "a:$HEX[776f0a7264]\nb:x\nc:$HEX[0a]\nd:$HEX[780d]\ne:x\r\r\nf:$HEX[]\n"
    let (tally, _) = try audit(Array(text.utf8), "user:password", threads: 1, score: true)
    // The last one is blank: an account without a password.
    #expect(tally.lines.audited == 6)
    #expect(tally.lines.empty == 0)
    var lengths: [Int: UInt64] = [:]
    var listed: UInt64 = 0
    tally.forEach { signature, count in
      let profile = tally.schema.profile(of: signature)
      lengths[profile.codePointCount, default: 0] += count
      listed += profile.lists == 1 ? count : 0
    }
    #expect(lengths == [0: 1, 1: 2, 2: 2, 5: 1])
    #expect(listed == 1)
  }

  @Test(arguments: [1, 3])
  func `an account without a password is an entry of length 0`(threads: Int) throws {
    var text: [UInt8] = []
    for line in 0..<90_000 { text += Array((line % 3 == 0 ? "u\(line):\n" : "u:word1\n").utf8) }
    text += Array("\n\r\n".utf8)
    let (tally, summary) = try audit(text, "user:password", threads: threads, score: true)
    #expect(summary.layoutProblems.isEmpty)
    #expect(tally.lines.audited == 90_000 && tally.lines.entries == 90_000)
    #expect(tally.lines.empty == 2)
    var blank: [Profile] = []
    tally.forEach { signature, count in
      let profile = tally.schema.profile(of: signature)
      if profile.codePointCount == 0 {
        blank.append(profile)
        #expect(count == 30_000)
      } else {
        #expect(count == 60_000)
      }
    }
    #expect(blank.count == 1)
    #expect(blank.first?.lists == 0 && blank.first?.characterGroups == 0 && blank.first?.score == 0)
    #expect(blank.first?.decisivePattern == DecisivePattern.bruteForce.rawValue)
    // If lines name no user, an empty password means nothing.
    let (hashes, _) = try audit(
      Array("0123:\n0123:word1\n".utf8), "hash:password", threads: threads)
    #expect(hashes.lines.audited == 1 && hashes.lines.empty == 1)
  }

  @Test func `counts that are too large are reported`() throws {
    let most = "9223372036854775807 word1\n"
    let (few, _) = try audit(Array(most.utf8), "counted:prefix", threads: 1)
    #expect(few.lines.entries == 9_223_372_036_854_775_807 && !few.lines.areTooMany)
    for times in [2, 3, 5] {
      let text = String(repeating: most, count: times)
      let (tally, _) = try audit(Array(text.utf8), "counted:prefix", threads: 1)
      #expect(tally.lines.areTooMany)
      var sum = tally.lines
      sum.merge(tally.lines)
      #expect(sum.areTooMany)
    }
  }

  @Test func `a list whose layout is unclear is not read`() throws {
    let (tally, summary) = try audit(Array("user:word\nuser:word\n".utf8), "auto", threads: 2)
    #expect(tally.lines.audited == 0)
    #expect(!summary.isComplete && summary.layout == nil)
    #expect(summary.layoutProblems.count == 1)
  }
}
