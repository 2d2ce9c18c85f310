import PasswordStrength
import TestSupport
import Testing

@Suite struct GroupTests {
  @Test(.firstFailureOnly, arguments: [0, 1, 2, 15, 16, 17, 33, 100])
  func `passwords side by side score as on their own, in order`(count: Int) throws {
    // Passwords of each kind that groups exclude, among others.
    let odd = [
      "", "i", "I", "1", "\u{130}password", "pässw0rd", String(repeating: "a", count: 64),
      String(repeating: "1s", count: 33), String(repeating: "xqzj4v7w", count: 80),
    ]
    for seed in seeds(20, of: 100) {
      var generator = PasswordGenerator(seed: 900_000 + seed)
      let passwords = (0..<count).map { index in
        (index + Int(seed)).isMultiple(of: 5)
          ? odd[(index + Int(seed)) / 5 % odd.count] : generator.password()
      }
      var text: [UInt8] = []
      let ranges = passwords.map { password in
        let first = text.count
        text += password.utf8
        return first..<text.count
      }
      var scorer = Scorer(referenceYear: 2026)
      var (places, strengths): ([Int], [Strength]) = ([], [])
      scorer.score(ranges.span, of: text.span) { index, strength in
        places.append(index)
        strengths.append(strength)
      }
      try #require(places == Array(passwords.indices), "seed \(seed)")
      try #require(
        strengths == passwords.map { scorer.estimate($0).strength }, "seed \(seed)")
    }
  }

  /// How many passwords side by side score otherwise than expected.
  private func differences(
    of ranges: [Range<Int>], in text: [UInt8], from expected: [Strength]
  ) -> Int {
    var scorer = Scorer(referenceYear: 2026)
    var differences = 0
    scorer.score(ranges.span, of: text.span) { index, strength in
      if strength != expected[index] { differences += 1 }
    }
    return differences
  }

  // Of few characters, so that most have repeats, sequences, dates and walks at either end; up to
  // 16 characters these are found by masks, in longer ones and single passwords by loops.
  @Test(arguments: [
    "ab", "aab1", "abcd", "acegz", "0123456789", "1290", "19./-", "qwe1\n", "iI", "a1\0",
  ])
  func `short passwords side by side score as on their own`(alphabet: String) {
    let letters = Array(alphabet.utf8)
    var generator = SeededGenerator(seed: 77)
    var text: [UInt8] = []
    var ranges: [Range<Int>] = []
    for index in 0..<3_000 {
      let first = text.count
      for _ in 0..<(1 + index % 18) {
        text.append(letters[Int.random(in: letters.indices, using: &generator)])
      }
      ranges.append(first..<text.count)
    }
    var alone = Scorer(referenceYear: 2026)
    let expected = ranges.map { alone.score(text.span.extracting($0)) }
    #expect(differences(of: ranges, in: text, from: expected) == 0, "seed 77")
  }

  // Of 9,261 passwords some hundreds share one of 131,072 entries, by the hash of all their bytes; a zero
  // byte at the end looks like an entry's padding.
  @Test
  func `repeated passwords have the guesses of their first occurrence`() {
    let letters = "abcdefghijkluvwxyz123".utf8
    var text: [UInt8] = []
    var ranges: [Range<Int>] = []
    func add(_ password: [UInt8]) {
      ranges.append(text.count..<text.count + password.count)
      text += password
    }
    for length in 3...8 {
      add(Array("password".utf8.prefix(length)))
      add(Array("password".utf8.prefix(length)) + [0])
    }
    for a in letters {
      for b in letters { for c in letters { add(Array("password".utf8) + [a, b, c]) } }
    }
    let once = ranges.count
    ranges += ranges + ranges
    var alone = Scorer(referenceYear: 2026)
    let expected = ranges.prefix(once).map { alone.score(text.span.extracting($0)) }
    #expect(differences(of: ranges, in: text, from: expected + expected + expected) == 0)
    #expect(Set(expected.map(\.guesses)).count > 10)
  }

  // After 65,536 look-ups without a find, the cache pauses for a million passwords; a group may not
  // see what the last group before the pause left.
  @Test
  func `passwords after many unique ones score as on their own`() {
    var text: [UInt8] = []
    var ranges: [Range<Int>] = []
    for number in 0..<65_536 + 64 {
      let first = text.count
      text += String(number < 65_536 - 32 ? 0x10_0000 + number : number % 5, radix: 32).utf8
      text += "pwd".utf8
      if number >= 65_536 { text += String(number * 7, radix: 36).utf8 }
      ranges.append(first..<text.count)
    }
    var alone = Scorer(referenceYear: 2026)
    var scorer = Scorer(referenceYear: 2026)
    var differences = 0
    scorer.score(ranges.span, of: text.span) { index, strength in
      guard index >= 65_536 - 64 else { return }
      if strength != alone.score(text.span.extracting(ranges[index])) { differences += 1 }
    }
    #expect(differences == 0)
  }
}
