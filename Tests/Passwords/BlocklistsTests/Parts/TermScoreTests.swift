import Blocklists
import Diagnostics
import EmbeddedData
import Passwords
import TestSupport
import Testing

@Suite struct TermScoreTests {
  /// The vendor's own examples.
  @Test(arguments: [
    (["contoso", "blank"], "C0ntos0Blank12", true),
    (["contoso", "blank"], "ContoS0Bl@nkf9!", false),
    (["abcdef"], "abcdeg", true), (["abcdef"], "abcdefg", true), (["abcdef"], "abcde", true),
    (["abcdef"], "abcdgh", false), (["abcdef"], "xabdef", false),
  ])
  func `the examples get the vendor's answers`(
    terms: [String], password: String, isRefused: Bool
  ) throws {
    let set = try BlocklistSet([builder(terms, .entraLike)])
    #expect(try set.lists(holding: [password]) == [isRefused ? 1 : 0])
  }

  @Test(arguments: [
    ("ab12", true), ("xkqzv", false), ("é日本語", true), ("é日本語!", false),
    ("GRANITEgranite9", true), ("granitegranitegraniteGranite", true),
    ("granitegranitegranitegranite9", false), ("gr@nitepebb1e", true), ("p3bb1e", true),
    ("p3bb1ez", false), ("Ｇｒａｎｉｔｅ９", true), ("2ZZZ", true), ("ZIPP2IPPxy9", false),
  ])
  func `points are counted in normal form`(password: String, isRefused: Bool) throws {
    let set = try BlocklistSet([builder(["granite", "pebble", "2ipp"], .entraLike)])
    #expect(try set.lists(holding: [password]) == [isRefused ? 1 : 0])
  }

  @Test
  func `overlapping terms are divided as cheaply as can be`() throws {
    let set = try BlocklistSet([builder(["abcd", "cdefg", "efgh"], .entraLike)])
    // abcd + efgh + 2 gives fewer points than ab + cdefg + h + 2.
    #expect(try set.lists(holding: ["abcdefgh12", "abcdefgh123", "xabcdefg"]) == [1, 0, 1])
  }

  @Test
  func `names are refused anywhere, whatever the score`() throws {
    var list = BlocklistBuilder(name: "terms", provenance: "a test", comparison: .entraLike)
    list.add(name: "Acm3 L1d")
    list.add(name: "Ann")
    let set = try BlocklistSet([list])
    let long = String(repeating: "xkqz", count: 40)
    #expect(
      try set.lists(holding: ["xkqzv acm3 lld vqx", "\(long)ACM3 L1D", "xkqzvann", "acm3 lxd"])
        == [1, 1, 0, 0])
  }

  @Test
  func `terms are 4 to 16 characters and 1000 at most`() throws {
    let fit = ["abcd", "abcdefghijklmnop", "éééé"]
    let set = try BlocklistSet([
      builder(fit + ["abc", "ééé", "abcdefghijklmnopq", ""], .entraLike)
    ])
    #expect(set.blocklists[0].valueCount == 3)
    #expect(set.blocklists[0].unfitCount == 3)

    var many = BlocklistBuilder.builtIn(comparison: .entraLike, name: "terms")
    for number in 1000..<2000 { many.add("\(number)".utf8Span.span) }
    #expect(try BlocklistSet([many]).blocklists[0].valueCount == 4000)
    many.add("9999".utf8Span.span)
    let problem = #expect(throws: Problem.self) { try BlocklistSet([many]) }
    #expect(
      problem?.message == """
        error: 1001 banned terms in 'terms'; expected at most 1000
          Give base words, as the service asks for, not leaked passwords.
        """)
  }

  @Test
  func `the built-in list holds base words`() throws {
    let set = try BlocklistSet([.builtIn(comparison: .entraLike, name: "entra-like")])
    #expect(set.blocklists[0].valueCount == 3000)
    #expect(
      try set.lists(holding: ["P@ssw0rd12", "passwore", "Dragon2019!", "xkqzvjwpqy"])
        == [1, 1, 0, 0])
  }

  @Test(.firstFailureOnly, arguments: seeds(3, of: 10))
  func `refusals agree with the definition`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func text(_ letters: String, _ counts: ClosedRange<Int>) -> String {
      let count = Int.random(in: counts, using: &random)
      return String((0..<count).map { _ in letters.randomElement(using: &random) ?? "?" })
    }
    let terms = (0..<40).map { text("abos", $0 < 36 ? 4...6 : 15...16) }
    let set = try BlocklistSet([builder(terms, .entraLike)])
    var passwords: [String] = (0..<300).map { _ in text("aAb0@$s1!é", 1...16) }
    for term in terms {
      passwords += ["\(term)x", "y\(term)", String(term.dropLast()), "\(term.dropFirst(2))xy"]
      let (start, end) = (term.prefix(term.count / 2), term.dropFirst(term.count / 2))
      passwords += ["\(start)x\(end)", "\(start)x\(end.dropFirst())", "\(start)xy\(end)"]
    }
    let expected: [UInt32] = passwords.map { Self.isRefused($0, terms) ? 1 : 0 }
    let found = try set.lists(holding: passwords)
    for (password, (found, expected)) in zip(passwords, zip(found, expected))
    where found != expected {
      Issue.record("seed \(seed): '\(password)' in \(terms): \(found), not \(expected)")
    }
    #expect(Set(expected) == [0, 1])
  }

  private static func isRefused(_ password: String, _ terms: [String]) -> Bool {
    let table: [Character: Character] = ["0": "o", "1": "l", "2": "z", "@": "a", "$": "s"]
    let characters = password.lowercased().map { table[$0] ?? $0 }
    let near = terms.filter { abs($0.count - characters.count) <= 1 }
    if near.contains(where: { distance(Array($0), characters) <= 1 }) { return true }
    var points = Array(0...characters.count)
    for end in 1...characters.count {
      points[end] = points[end - 1] + 1
      for term in terms where characters[..<end].suffix(term.count).elementsEqual(term) {
        points[end] = min(points[end], points[end - term.count] + 1)
      }
    }
    return points[characters.count] < 5
  }

  /// Levenshtein's distance, computed with his table.
  private static func distance(_ one: [Character], _ other: [Character]) -> Int {
    var row = Array(0...other.count)
    for (line, character) in one.enumerated() {
      var next = [line + 1]
      for (column, that) in other.enumerated() {
        next.append(
          min(row[column] + (character == that ? 0 : 1), row[column + 1] + 1, next[column] + 1))
      }
      row = next
    }
    return row[other.count]
  }
}
