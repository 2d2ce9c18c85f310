import Blocklists
import Diagnostics
import Passwords
import TestSupport
import Testing

@Suite struct PartsTests {
  @Test(arguments: [
    ("pass", "pass", true), ("pass", "mypass1", true), ("pass", "passpas", true),
    ("pass", "paspass", true), ("pass", "pas", false), ("pass", "p ass", false),
    ("pass", "Pass", false), ("abab", "aababb", true), ("aaab", "aaaaab", true),
    ("é1é1", "xe\u{301}1é1", true), ("日本語文", "a日本語文z", true), ("日本語文", "日本語", false),
  ])
  func `a value counts at every place in the password`(
    value: String, password: String, isHeld: Bool
  ) throws {
    let set = try BlocklistSet([builder([value], .substring(of: .exact, atLeast: 4))])
    #expect(try set.lists(holding: [password]) == [isHeld ? 1 : 0])
  }

  @Test
  func `forms are folded on both sides`() throws {
    let values = ["Straße", "p4ss"]
    let set = try BlocklistSet([
      builder(values, .substring(of: .fold, atLeast: 4)),
      builder(values, .substring(of: .leet, atLeast: 4)),
      builder(values, .substring(of: .exact, atLeast: 4)), builder(values, .fold),
    ])
    #expect(
      try set.lists(holding: ["xSTRASSE1", "MyP4SS", "mypassé", "x 5TR4553", "p4ss", "straß"])
        == [3, 3, 2, 2, 15, 0])
  }

  @Test
  func `values with fewer characters than requested are skipped`() throws {
    let set = try BlocklistSet([
      builder(["éé", "ab", "abc", "ééé", "abc", ""], .substring(of: .exact, atLeast: 3))
    ])
    #expect(set.blocklists[0].valueCount == 2)
    #expect(set.blocklists[0].unfitCount == 2)
    #expect(set.blocklists[0].repeatCount == 1)
    #expect(set.blocklists[0].emptyCount == 1)
    #expect(set.expectedFalseHits(lookups: 1_000_000) == 0)
    #expect(try set.lists(holding: ["xéé", "xabx", "xabcx", "ééé"]) == [0, 0, 1, 1])
  }

  @Test(.firstFailureOnly, arguments: seeds(3, of: 60))
  func `hits agree with a search for each value`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let alphabet = Array(["ab", "abc", "abcdefghijklmnopqrstuvwxyz0123456789"][Int(seed % 3)])
    func text(_ counts: ClosedRange<Int>) -> String {
      let count = Int.random(in: counts, using: &random)
      return String((0..<count).map { _ in alphabet.randomElement(using: &random) ?? "?" })
    }
    let values = (0..<Int.random(in: 0...300, using: &random)).map { _ in text(1...7) }
    let atLeast = Int.random(in: 2...5, using: &random)
    let set = try BlocklistSet([
      builder(values, .substring(of: .exact, atLeast: atLeast)),
      builder(values.map { $0.uppercased() }, .substring(of: .fold, atLeast: atLeast)),
    ])
    let passwords = (0..<500).map { _ in text(1...14) }
    let expected: [UInt32] = passwords.map { password in
      values.contains { $0.count >= atLeast && password.contains($0) } ? 3 : 0
    }
    #expect(try set.lists(holding: passwords) == expected, "seed \(seed)")
    #expect(
      set.blocklists[0].valueCount == Set(values.filter { $0.count >= atLeast }).count,
      "seed \(seed)")
  }

  @Test
  func `any bytes can be values`() throws {
    let all: [[UInt8]] = [0, 64, 128, 192].map { (first: UInt8) in Array(first...(first + 63)) }
    let set = try BlocklistSet([builder(all, .substring(of: .exact, atLeast: 2))])
    let lines: [[UInt8]] = [all[0] + all[1], [7] + all[3], all[2].dropLast(), [255]]
    #expect(try set.marks(lines) == [1, 1, 0, 0])
  }

  @Test
  func `wide nodes are searched to both ends`() throws {
    let letters = Array("0123456789abcdefghijklmnopqrstuvwxyz")
    let values = letters.filter { $0 != "h" }.map { "ab\($0)" }
    let set = try BlocklistSet([builder(values, .substring(of: .exact, atLeast: 2))])
    let expected = letters.map { $0 == "h" ? 0 : 1 as UInt32 }
    #expect(try set.lists(holding: letters.map { "xab\($0)y" }) == expected)
  }

  @Test
  func `too many values are refused with a reason`() throws {
    var large = BlocklistBuilder(
      name: "huge", provenance: "a test", comparison: .substring(of: .exact, atLeast: 4))
    let value = [UInt8](repeating: 0x61, count: 1 << 22)
    for _ in 0..<17 { large.add(value.span) }
    let problem = #expect(throws: Problem.self) { try BlocklistSet([large]) }
    #expect(
      problem?.message == """
        error: 'huge' has too many values to be looked for inside passwords; expected at most 64 MB \
        of them
          Compare it with whole passwords, or give its commonest values only.
        """)
  }
}
