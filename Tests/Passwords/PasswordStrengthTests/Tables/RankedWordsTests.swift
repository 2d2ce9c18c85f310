import PasswordStrength
@_spi(Internal) import Passwords
import TestSupport
import Testing

@Suite struct RankedWordsTests {
  // A filter of few numbers would pass nearly all stretches, a wrong one reject some words.
  @Test(arguments: [1, 2, 15, 16, 17, 40, 1_000, 20_000])
  func `each of many words is found at its rank`(count: Int) throws {
    var generator = SeededGenerator(seed: UInt64(count))
    let words = Self.words(count, &generator)
    var scorer = Self.scorer(words)
    // Two parts cost more than 10,000 guesses.
    for (index, word) in words.enumerated().prefix(10_000) where index % 7 == 0 || index < 100 {
      let estimate = scorer.estimate(word)
      try #require(estimate.sequence.count == 1, "word \(index)")
      guard case .dictionary(let found) = estimate.sequence[0].pattern else {
        Issue.record("word \(index)")
        return
      }
      try #require(found.list == .contextWords && found.rank == index + 1, "word \(index)")
      try #require(scorer.score(Array(word.utf8).span).guesses == Double(index + 2))
    }
  }

  @Test func `a word that comes again keeps its first rank, or takes the last`() {
    var first = RankedWords.Builder()
    #expect(add("zqxv", to: &first) && add("kwjq", to: &first))
    #expect(!add("ZQXV", to: &first) && add("vqzk", to: &first))
    #expect(first.count == 3)
    #expect(ranks(first.build()) == [1, 2, 3])
    var last = RankedWords.Builder()
    for word in ["zqxv", "kwjq", "ZQXV", "vqzk"] { last.take(word) }
    #expect(ranks(last.build()) == [3, 2, 4])
  }

  @Test func `lower case is JavaScript's, for words and for passwords`() {
    var scorer = Self.scorer(["ÖSTERREICHISCH", "ΟΔΥΣΣΕΥΣ", "кириллица"])
    for (rank, password) in ["österReichisch", "οδυσσευς", "КИРИЛЛИЦА"].enumerated() {
      guard case .dictionary(let found) = scorer.estimate(password).sequence[0].pattern else {
        Issue.record("\(password)")
        continue
      }
      #expect(found.rank == rank + 1)
    }
  }

  // Words of all lengths up to beyond the longest password, one a beginning of the next.
  @Test func `a long word is found though its beginnings are words`() throws {
    let letters = (0..<600).map { Array("qjzxvkwpfhg")[$0 * 4 % 11] }
    let words = (1...600).map { String(letters[..<$0]) }
    var scorer = Self.scorer(words)
    for length in [2, 3, 4, 5, 8, 16, 17, 32, 63, 64, 65, 67, 128, 511, 512] {
      let strength = scorer.score(Array(words[length - 1].utf8).span)
      #expect(strength.guesses == Double(length + 1), "\(length)")
    }
  }

  @Test(.firstFailureOnly, arguments: few(1, of: Array(0..<6)))
  func `many words score as by the plain algorithm, one by one and in batches`(part: Int) throws {
    var generator = SeededGenerator(seed: UInt64(part))
    let words = Self.words(300, &generator) + ["i", "o", "constructor", "p4ss", "Ünlü", "a b"]
    var scorer = Self.scorer(words)
    let (knowing, plain) = (
      NaiveScorer(referenceYear: 2026, contextWords: words), NaiveScorer(referenceYear: 2026)
    )
    var demand = FactDemand()
    (demand.score, demand.scoreWithoutWords) = (true, true)
    let schema = try Schema(for: demand)
    var batch = LineBatch()
    var (text, expected) = ([UInt8](), [(with: Double, without: Double)]())
    for seed in 0..<90 {
      var made = PasswordGenerator(seed: UInt64(part * 1_000 + seed), ownWords: words)
      let password = made.password()
      let guesses = knowing.score(password).guesses
      let strength = scorer.score(Array(password.utf8).span)
      try #require(isClose(strength.guesses, guesses), "seed \(seed)")
      try #require(scorer.estimate(password).strength == strength, "seed \(seed)")
      expected.append((guesses, plain.score(password).guesses))
      batch.append(
        LineBatch.Line(
          start: UInt32(text.count), byteCount: UInt32(password.utf8.count), encoding: .utf8),
        Signature())
      text += Array(password.utf8) + [0x0A]
    }
    text += [UInt8](repeating: 0, count: 64)
    for _ in 0..<2 {
      // SAFETY: bytes of this function's own array. The second time the cache knows the passwords.
      _ = unsafe scorer.score(&batch, in: text.span.bytes, schema: schema)
      for (index, guesses) in expected.enumerated() {
        let profile = schema.profile(of: batch[signature: index])
        try #require(profile.score == score(guesses.with), "seed \(index)")
        try #require(
          profile[.scoreWithoutWords] == score(guesses.without), "seed \(index)")
      }
    }
  }

  // As a word it would cost 2 guesses.
  @Test func `a single symbol is no word of one letter`() {
    let words = ["i", "a", "e"]
    var scorer = Self.scorer(words)
    let plain = NaiveScorer(referenceYear: 2026, contextWords: words)
    for password in ["1", "!", "4", "@", "3", "i"] {
      let strength = scorer.score(Array(password.utf8).span)
      #expect(strength.guesses == plain.score(password).guesses, "\(password)")
    }
  }

  // "monkey" backwards, and a word of the caller that costs as much: the reference finds it first.
  @Test func `among equals the first in the reference's order decides`() throws {
    var plain = Scorer(referenceYear: 2026)
    let backwards = plain.score(Array("yeknom".utf8).span)
    #expect(backwards.decisivePattern == .reversedWord)
    let rank = Int(backwards.guesses) - 1
    let words = (1..<rank).map { "zq\($0)xv" } + ["yeknom"]
    var scorer = Self.scorer(words)
    let strength = scorer.score(Array("yeknom".utf8).span)
    #expect(strength.guesses == backwards.guesses && strength.decisivePattern == .contextWord)
    #expect(scorer.estimate("yeknom").strength == strength)
    // One rank later it costs more.
    var later = Self.scorer(["zq0xv"] + words)
    #expect(later.score(Array("yeknom".utf8).span).decisivePattern == .reversedWord)
  }

  /// Different words of one to four syllables, none of them in a built-in list by intention.
  private static func words(_ count: Int, _ generator: inout SeededGenerator) -> [String] {
    var (words, seen) = ([String](), Set<String>())
    while words.count < count {
      let number = Int.random(in: 0..<(1 << 30), using: &generator)
      // Digits and rare letters keep other patterns away.
      let word = "zq" + String(number, radix: 18).map { $0.isNumber ? "\($0)" : "\($0)x" }.joined()
      if seen.insert(word).inserted { words.append(word) }
    }
    return words
  }

  private static func scorer(_ words: [String]) -> Scorer {
    var builder = RankedWords.Builder()
    for word in words { _ = builder.add(word.utf8Span.span) }
    return Scorer(referenceYear: 2026, words: builder.build(), cuts: .standard)
  }

  private func add(_ word: String, to builder: inout RankedWords.Builder) -> Bool {
    builder.add(word.utf8Span.span)
  }

  /// The ranks of the three words of the tests above.
  private func ranks(_ words: RankedWords) -> [Int] {
    var scorer = Scorer(referenceYear: 2026, words: words, cuts: .standard)
    return ["zqxv", "kwjq", "vqzk"].map { Int(scorer.score(Array($0.utf8).span).guesses) - 1 }
  }

  private func score(_ guesses: Double) -> Int {
    // As in the reference, which adds 5 to each bound.
    ScoreCuts.standard.guesses.count { $0 + 5 <= guesses }
  }

  private func isClose(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 1e-12 * abs(b) }
}
