import PasswordStrength
import TestSupport
import Testing

/// The engine agrees with ``NaiveScorer`` on texts that mix the parts of all patterns.
@Suite struct DifferentialTests {
  @Test(.firstFailureOnly, arguments: few(1, of: Array(0..<8)))
  func `random passwords score as by the plain algorithm`(part: Int) throws {
    try expectSame(seeds: part * 1_000..<part * 1_000 + 150)
  }

  // Nearly all texts with "i" may have one, and few without it.
  @Test(.firstFailureOnly, arguments: few(1, of: Array(0..<4)), [[], ["i"]])
  func `context words score as by the plain algorithm`(part: Int, more: [String]) throws {
    let words = ["secret", "ACME", "p4ss", "Österreich", "constructor", "zürich", "acme"] + more
    let first = 50_000 + part * 1_000
    try expectSame(
      seeds: first..<first + 60, contextWords: words, ownWords: words + ["emca", "@cme", "s3cret"])
  }

  // All splits of a date; numbers that are too large for it and zeros among them.
  @Test(.firstFailureOnly, arguments: few(2, of: Array(4...9)))
  func `digits score as by the plain algorithm`(length: Int) throws {
    var generator = SeededGenerator(seed: UInt64(length))
    var scorer = Scorer(referenceYear: 2026)
    let naive = NaiveScorer(referenceYear: 2026)
    for number in 0..<1_500 {
      let digits = (0..<length).map { _ in
        // Small ones make days, months and years.
        Int.random(in: 0...9, using: &generator) % (number % 4 == 0 ? 10 : 4)
      }
      var password = digits.map(String.init).joined()
      if number % 8 == 1 { password = "x" + password }
      if number % 8 == 3 { password += "x" }
      let strength = scorer.score(Array(password.utf8).span)
      try #require(
        isClose(strength.guesses, naive.score(password).guesses), "number \(number), \(length)")
    }
  }

  private func expectSame(
    seeds: Range<Int>, contextWords: [String] = [], ownWords: [String] = []
  ) throws {
    var scorer = Scorer(referenceYear: 2026, contextWords: contextWords)
    let naive = NaiveScorer(referenceYear: 2026, contextWords: contextWords)
    for seed in seeds {
      var generator = PasswordGenerator(seed: UInt64(seed), ownWords: ownWords)
      let password = generator.password()
      let expected = naive.score(password)
      let place = Comment(rawValue: "seed \(seed)")
      let strength = scorer.score(Array(password.utf8).span)
      try #require(isClose(strength.guesses, expected.guesses), place)
      let estimate = scorer.estimate(password)
      try #require(estimate.strength == strength, place)
      try #require(estimate.sequence.map(\.range) == expected.sequence.map { $0.i...$0.j }, place)
    }
  }

  private func isClose(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 1e-12 * abs(b) }
}

/// Makes passwords from the parts of patterns.
struct PasswordGenerator {
  private var random: SeededGenerator
  private let ownWords: [String]

  private static let words = [
    "password", "love", "dragon", "monkey", "anna", "elle", "constructor", "__proto__", "iloveyou",
    "qwerty", "the", "i", "maria", "charlie", "smith", "william", "titanic", "llib", "drowssap",
    "sunshine", "football", "house", "123456", "1q2w3e", "abc123", "trustno1", "blink182",
  ]

  init(seed: UInt64, ownWords: [String] = []) {
    random = SeededGenerator(seed: seed)
    self.ownWords = ownWords
  }

  mutating func password() -> String {
    var text = ""
    for _ in 0..<Int.random(in: 1...4, using: &random) { text += part() }
    // The oracle is slow on long texts.
    return String(text.prefix(28))
  }

  private mutating func pick<T>(_ choices: [T]) -> T {
    choices[Int.random(in: 0..<choices.count, using: &random)]
  }

  private mutating func part() -> String {
    switch Int.random(in: 0..<11, using: &random) {
    case 0, 1: return cased(pick(Self.words + ownWords))
    case 2: return leet(cased(pick(Self.words + ownWords)))
    case 3: return String(cased(pick(Self.words + ownWords)).reversed())
    case 4:
      let row = pick([
        "qwertyuiop", "1234567890", "zxcvbnm,./", "!@#$%^&*()", "aoeuidhtns", "7896321", "QAZwsx",
      ])
      let walk = row.prefix(Int.random(in: 2...7, using: &random))
      return Bool.random(using: &random) ? String(walk) : String(walk.reversed())
    case 5:
      let block =
        Bool.random(using: &random) ? pick(["a", "i", "I", "0", "ab", "7", "\n", "é"]) : part()
      return String(
        repeating: String(block.prefix(6)), count: Int.random(in: 2...4, using: &random))
    case 6:
      let first = Int.random(in: 48...115, using: &random)
      let step = Int.random(in: -6...6, using: &random)
      return String(
        (0..<Int.random(in: 2...6, using: &random)).compactMap {
          Unicode.Scalar(max(33, min(126, first + step * $0))).map { Character($0) }
        })
    case 7, 8: return date()
    case 9: return String(Int.random(in: 0...99_999_999, using: &random))
    default:
      let alphabet = Array("aeiosAEIS4@8({[<369!|1$5+7%20_-. xyzпривет\u{130}\u{212A}\u{2028}😀ß")
      return String((0..<Int.random(in: 1...5, using: &random)).map { _ in pick(alphabet) })
    }
  }

  private mutating func cased(_ word: String) -> String {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return word.uppercased()
    case 1: return word.prefix(1).uppercased() + word.dropFirst()
    case 2: return word.dropLast() + word.suffix(1).uppercased()
    case 3:
      return String(word.map { Bool.random(using: &random) ? Character($0.uppercased()) : $0 })
    default: return word
    }
  }

  private mutating func leet(_ word: String) -> String {
    let table: [Character: [Character]] = [
      "a": ["4", "@"], "b": ["8"], "c": ["(", "{", "[", "<"], "e": ["3"], "g": ["6", "9"],
      "i": ["1", "!", "|"], "l": ["1", "|", "7"], "o": ["0"], "s": ["$", "5"], "t": ["+", "7"],
      "x": ["%"], "z": ["2"],
    ]
    return String(
      word.map { letter in
        guard let symbols = table[letter], Int.random(in: 0..<3, using: &random) > 0 else {
          return letter
        }
        return pick(symbols)
      })
  }

  private mutating func date() -> String {
    let day = pick(["1", "01", "13", "31"])
    let month = pick(["2", "02", "12", "9"])
    let year = pick(["1987", "87", "2026", "05", "1066", "2049", "19"])
    let separator = pick(["", "", "/", "-", ".", "_", " ", "\\", "\u{a0}"])
    return pick([[day, month, year], [month, day, year], [year, month, day]])
      .joined(separator: separator)
  }
}
