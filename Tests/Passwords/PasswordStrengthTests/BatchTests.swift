import BigInt
import Foundation
import PasswordStrength
@_spi(Internal) import Passwords
import TestSupport
import Testing

@Suite struct BatchTests {
  @Test
  func `a batch gets score, guesses bin and decisive pattern of each line`() throws {
    var demand = FactDemand()
    demand.score = true
    let schema = try Schema(for: demand)
    var scorer = Scorer(referenceYear: 2026)
    let long = String(repeating: "xqzj4v7w", count: 80)
    var passwords = ["", "password", long, "\u{130}password", long + "!"]
    for seed in seeds(40, of: 200) {
      var generator = PasswordGenerator(seed: 700_000 + seed)
      passwords.append(generator.password())
    }
    var batch = LineBatch()
    let text = fill(&batch, with: passwords)
    // SAFETY: bytes of this function's own array.
    let truncated = unsafe scorer.score(&batch, in: text.span.bytes, schema: schema)
    #expect(truncated == 2)
    for (index, password) in passwords.enumerated() {
      let profile = schema.profile(of: batch[signature: index])
      let strength = scorer.estimate(password).strength
      // From the sixth line on, seed 700,000 and so on.
      try #require(profile.score == strength.score, "line \(index)")
      try #require(profile.decisivePattern == strength.decisivePattern.rawValue, "line \(index)")
      try #require(profile[.guessesBin] == bin(of: strength.guesses), "line \(index)")
    }
  }

  @Test(arguments: [[], ["kalli", "ope"]])
  func `a batch gets the combined estimate of each line`(words: [String]) throws {
    var demand = FactDemand()
    demand.combined = true
    demand.guessBudgets = [1, 1e3, 2.5e4, 1e6, 1e9, 864e12]
    let schema = try Schema(for: demand)
    var scorer = Scorer(referenceYear: 2026, contextWords: words)
    let long = String(repeating: "xqzj4v7w", count: 80)
    var passwords = ["", "password", "\u{130}password", long, "a\u{7F}b", "kalliope7", "epollak9"]
    for seed in seeds(240, of: 240) {
      var generator = PasswordGenerator(seed: 800_000 + seed)
      passwords.append(generator.password())
    }
    var batch = LineBatch()
    let text = fill(&batch, with: passwords)
    for _ in 0..<2 {
      // SAFETY: bytes of this function's own array. The second time the cache knows the passwords.
      _ = unsafe scorer.score(&batch, in: text.span.bytes, schema: schema)
      for (index, password) in passwords.enumerated() {
        let profile = schema.profile(of: batch[signature: index])
        // Beside the combined estimate, zxcvbn's has whole decades.
        let zxcvbn = bin(of: scorer.estimate(password).strength.guesses)
        try #require(profile[.guessesBin] == zxcvbn / 2 * 2, "line \(index)")
        let decades = scorer.combinedGuesses(Array(password.utf8).span).log10Guesses
        try #require(profile[.combinedBin] == Int(decades * 2), "line \(index)")
        let tooSmall = demand.guessBudgets.count { log10($0) < decades }
        try #require(profile[.combinedBudgetsTooSmall] == tooSmall, "line \(index)")
      }
    }
  }

  @Test func `words that only this attacker knows do not change the model's part`() {
    var plain = Scorer(referenceYear: 2026)
    var knowing = Scorer(referenceYear: 2026, contextWords: ["kalliope"])
    for password in ["kalliope7", "xkalliopex", "unrelated"] {
      let utf8 = Array(password.utf8)
      let (before, after) = (plain.combinedGuesses(utf8.span), knowing.combinedGuesses(utf8.span))
      let lowered = after.zxcvbnLog10 - before.zxcvbnLog10
      #expect((lowered < 0) == password.contains("kalliope"))
      #expect(abs(after.log10Guesses - max(0, before.log10Guesses + lowered)) < 1e-9)
    }
  }

  // The word of rank r costs r + 1 guesses; a computed logarithm of 1,000 is 2.9999999999999996.
  @Test(arguments: [(8, 1), (9, 2), (98, 3), (99, 4), (100, 4), (998, 5), (999, 6), (1000, 6)])
  func `a power of ten is in the bin that it begins`(rank: Int, bin: Int) throws {
    var demand = FactDemand()
    demand.score = true
    let schema = try Schema(for: demand)
    let words = (1...1000).map { "zq\($0)xv" }
    var scorer = Scorer(referenceYear: 2026, contextWords: words)
    var batch = LineBatch()
    let text = fill(&batch, with: [words[rank - 1]])
    // SAFETY: bytes of this function's own array.
    _ = unsafe scorer.score(&batch, in: text.span.bytes, schema: schema)
    #expect(scorer.estimate(words[rank - 1]).strength.guesses == Double(rank + 1))
    #expect(schema.profile(of: batch[signature: 0])[.guessesBin] == bin)
  }

  // By strings without a pattern, whose guesses are one more than a power of ten: 10¹⁵ + 1 were
  // counted as 14.5.
  @Test(arguments: 1...60)
  func `bins begin exactly at powers of ten`(length: Int) throws {
    var demand = FactDemand()
    demand.score = true
    demand.guessBudgets = [1e3, 1e15]
    let schema = try Schema(for: demand)
    var scorer = Scorer(referenceYear: 2026)
    // No two of these neighbours are a word, a key's neighbour or a step of a sequence.
    let password = String((0..<length).map { Array("qjzxvkwpfhg")[$0 * 4 % 11] })
    var batch = LineBatch()
    let text = fill(&batch, with: [password])
    // SAFETY: bytes of this function's own array.
    _ = unsafe scorer.score(&batch, in: text.span.bytes, schema: schema)
    let profile = schema.profile(of: batch[signature: 0])
    let guesses = scorer.estimate(password).strength.guesses
    #expect(profile[.guessesBin] == bin(of: guesses))
    let found = [1e3, 1e15].count { $0 >= guesses }
    #expect(profile[.budgetsTooSmall] == 2 - found)
    if guesses > 1e15 { #expect(profile[.guessesBin] >= 30) }
  }

  /// Appends a line for each password; the result is the text of the lines.
  private func fill(_ batch: inout LineBatch, with passwords: [String]) -> [UInt8] {
    var text: [UInt8] = []
    for password in passwords {
      let isASCII = password.utf8.allSatisfy { $0 < 0x80 }
      batch.append(
        LineBatch.Line(
          start: UInt32(text.count), byteCount: UInt32(password.utf8.count),
          encoding: isASCII ? .ascii : .utf8), Signature())
      text += Array(password.utf8) + [0x0A]
    }
    return text + [UInt8](repeating: 0, count: 64)
  }

  /// The half decade of so many guesses, by decimal digits: `g² ≥ 10ᵇ` where `g²` has more than
  /// `b`.
  private func bin(of guesses: Double) -> Int {
    let square = BigUInt(exactly: guesses.rounded(.down)) ?? 0
    return String(square * square).count - 1
  }
}
