import Blocklists
import Passwords
import TestSupport
import Testing

@Suite struct ContextWordsTests {
  @Test(arguments: [
    // The word itself, in any case and width.
    ("acme", "acme"), ("acme", "AcMe"), ("ACME", "acme"), ("acme", "ａｃｍｅ"),
    ("Grandma Shop", "grandma shop"), ("straße", "STRASSE"), ("Öl & Gas", "öl & gas"),
    // Characters that stand for letters.
    ("acme", "4cme"), ("acme", "@CM3"), ("portals", "p0r741$"), ("portals", "por7@l5"),
    ("iris", "!r15"), ("lily", "1!1y"), ("lily", "l1ly"), ("Grandma Shop", "gr@ndm4 $h0p"),
    ("öltank", "ÖL74NK"),
    // Backwards.
    ("acme", "emca"), ("acme", "3MC@"), ("Grandma Shop", "pohs amdnarg"), ("c3po", "op3c"),
    // Digits and punctuation around it.
    ("acme", "acme1"), ("acme", "2024acme!!"), ("acme", "...emca99"), ("acme", "4cm3!"),
    ("acme", "@cme!"), ("acme", "  acme  "), ("ölig", "ÖLIG2024"), ("acme", "\u{FF11}acme"),
    ("c++", "C++"), ("c3po", "c3po7"), ("c3po", "1c3po"), ("3com", "13com3"),
    // A password without any letter.
    ("tea", "734"), ("tea", "8734##"), ("tesla", "73514"), ("2026", "2026"),
    // Literal: fewer than three characters.
    ("ab", "AB"), ("x1", "X1"), ("é", "É"), ("ß", "SS"), ("7", "7"),
  ])
  func `a password that is a word or derives from one is refused`(
    word: String, password: String
  ) throws {
    #expect(try BlocklistSet([.context([word])]).lists(holding: [password]) == [1])
  }

  @Test(arguments: [
    ("acme", "acme inc"), ("sun", "sun$hine"), ("acme", "xacme"), ("acme", "acmee"),
    ("acme", "acm"), ("acme", "came"),
    ("acme", "a-c-m-e"), ("acme", "acmé"), ("acme", "acme1x"), ("acme", "1"), ("acme", "acme€"),
    ("acme", "4(m3"), ("acme", "acm2"), ("portals", "p9rtals"), ("lily", "!i!y"), ("iris", "lris"),
    ("Grandma Shop", "grandmashop"), ("Grandma Shop", "grandma"), ("Grandma Shop", "shop"),
    ("öltank", "knatlö"), ("öl", "öl1"), ("tea", "7345"), ("tea", "1734"), ("tea", "2222"),
    ("2026", "2026!"), ("2026", "6202"), ("2026", "2o26"), ("ab", "ab1"), ("ab", "ba"),
    ("ai", "41"), ("x1", "xi"), ("4cme", "acme"), ("acme", "\u{1F600}"),
  ])
  func `no other password is refused`(word: String, password: String) throws {
    #expect(try BlocklistSet([.context([word])]).lists(holding: [password]) == [0])
  }

  @Test(
    arguments: [
      ([0x61, 0x63, 0x6D, 0xE9], 0), ([0xE9, 0x61, 0x63, 0x6D, 0x65], 0),
    ] as [([UInt8], UInt32)])
  func `a word beside an ill-formed byte is not refused`(line: [UInt8], expected: UInt32) throws {
    let set = try BlocklistSet([.context(["acme"])])
    #expect(try set.marks([line, [0x61, 0x43, 0x6D, 0x65]]) == [expected, 1])
    #expect(set.lists(holding: line.span) == expected)
  }

  @Test
  func `each rule has its bit, and several rules may share a word`() throws {
    let set = try BlocklistSet([
      .context(["acme", "ACME", "shop"], name: "context"), builder(["acme"]),
      .context(["emca", "tea"], name: "context-2"), builder(["Acme"], .fold),
    ])
    #expect(
      try set.lists(holding: ["acme", "ACME", "5h0p", "4et!", "acme inc"]) == [15, 13, 1, 4, 0])
    #expect(set.blocklists.map(\.name) == ["context", "list", "context-2", "list"])
    #expect(set.blocklists.map(\.valueCount) == [2, 1, 2, 1])
    #expect(set.blocklists.map(\.repeatCount) == [1, 0, 0, 0])
    #expect(set.valueCount == 2)
  }

  @Test(.firstFailureOnly, arguments: seeds(3, of: 20))
  func `refusals agree with the definition`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func text(_ letters: String, _ count: ClosedRange<Int>) -> String {
      let count = Int.random(in: count, using: &random)
      return String((0..<count).map { _ in letters.randomElement(using: &random) ?? "?" })
    }
    let words = (0..<8).map { _ in text("aeix3 ", 1...5) } + [text("abc", 62...66)]
    let set = try BlocklistSet(words.map { .context([$0]) })
    var passwords = (0..<3_000).map { _ in text("aeiAEx34@!12 .", 1...7) }
    for word in words {
      passwords += [word, word.uppercased(), "1" + word + "!!", String(word.reversed()) + "22"]
    }
    let expected = passwords.map { password in
      words.enumerated().reduce(UInt32(0)) {
        $0 | (Self.derives(password, from: $1.element) ? 1 << UInt32($1.offset) : 0)
      }
    }
    let found = try set.lists(holding: passwords)
    for (password, (found, expected)) in zip(passwords, zip(found, expected))
    where found != expected {
      Issue.record("seed \(seed): '\(password)' in \(words): \(found), not \(expected)")
    }
    #expect(expected.contains { $0 != 0 })
  }

  /// The definition, tried at every place: surroundings, then as many characters as the word has,
  /// each equal or a substitute, then surroundings.
  private static func derives(_ password: String, from word: String) -> Bool {
    let (password, word) = (Array(password.lowercased()), Array(word.lowercased()))
    if password == word { return true }
    guard word.count >= 3, word.contains(where: \.isLetter) else { return false }
    let standing: [Character: String] = [
      "a": "4@", "e": "3", "i": "1!", "l": "1", "o": "0", "s": "5$", "t": "7",
    ]
    let standIns = "01!3457@$"
    let hasLetter = password.contains(where: \.isLetter)
    func isSurroundings(_ part: some Sequence<Character>) -> Bool {
      part.allSatisfy { !$0.isLetter && (hasLetter || !standIns.contains($0)) }
    }
    return [word, word.reversed()].contains { word in
      (0...max(0, password.count - word.count)).contains { start in
        let rest = password.dropFirst(start)
        return rest.count >= word.count
          && zip(rest, word).allSatisfy { $0 == $1 || standing[$1, default: ""].contains($0) }
          && isSurroundings(password.prefix(start))
          && isSurroundings(rest.dropFirst(word.count))
      }
    }
  }

  @Test
  func `context words answer a line of 64 KiB`() throws {
    let set = try BlocklistSet([.context(["acme", "ill", String(repeating: "é", count: 70)])])
    for filling in ["1", "2", "a", "."] {
      let long = String(repeating: filling, count: 65_000)
      #expect(
        try set.lists(holding: [long, "acme" + long, "acme\(long)x"])
          == [0, filling == "a" ? 0 : 1, 0])
    }
  }
}
