// Batches for an attacker who knows the caller's words: each password is scored twice.

@_spi(House) import Passwords

extension Scorer {
  /// Whether words of the caller are searched.
  var knowsWords: Bool { !engine.words.isEmpty }

  /// Scores every line of a batch like ``score(_:in:recipe:)``, with and without the caller's words.
  ///
  /// The second evaluation of a password uses the walks of the first, and is left out if no word was
  /// found in it.
  mutating func scoreTwice(
    _ batch: inout LineBatch, in text: RawSpan, recipe: Recipe
  ) -> Int {
    let fields = StrengthFields(recipe)
    let bytes = Span<UInt8>(_bytes: text)
    var truncated = 0
    var first = 0
    while first < batch.count {
      let count = min(Self.groupSize, batch.count - first)
      memo.begin(count)
      if memo.isAwake {
        for slot in 0..<count {
          memo.note(bytes.extracting(batch.line(first + slot).range), at: slot)
        }
      }
      for slot in 0..<count { enter(batch.line(first + slot).range, of: bytes, at: slot) }
      walk(count)
      for slot in 0..<count {
        let index = first + slot
        let password = bytes.extracting(batch.line(index).range)
        engine.usesWords.value = false
        let plain = strength(of: password, at: slot)
        engine.usesWords.value = true
        let strength = strengthKnowingWords(of: password, at: slot, without: plain)
        truncated &+= strength.isTruncated ? 1 : 0
        fields.store(strength, without: plain, in: &batch[signature: index], of: recipe)
        modelWalks.zxcvbnGuesses[index] = strength.guesses
        modelWalks.guessesWithoutWords[index] = plain.guesses
      }
      first += count
    }
    return truncated
  }

  /// Scores a password of the group, whose strength without the caller's words is known.
  private func strengthKnowingWords(
    of utf8: Span<UInt8>, at slot: Int, without plain: Strength
  ) -> Strength {
    var text = engine.texts[slot]
    // The slot is empty if the cache knew the password, or if it is unusual.
    if text.count == 0 { text = engine.prepare(utf8).text }
    let words = engine.findRankedWords(in: text)
    defer { engine.foundWords.count = words.lowerBound }
    if words.isEmpty { return plain }
    let (guesses, pattern) = engine.evaluate(text, knowing: words)
    return Strength(
      guesses: guesses, score: cuts.score(of: guesses), decisivePattern: pattern,
      isTruncated: plain.isTruncated)
  }
}

/// The fields of a recipe for zxcvbn's estimate.
private struct StrengthFields {
  private let score: Signature.Field
  private let scoreWithoutWords: Signature.Field?
  private let guesses: Signature.Field
  private let pattern: Signature.Field
  private let budget: Signature.Field?
  private let bins = Tables.shared.bins
  private let halves: UInt64

  init(_ recipe: Recipe) {
    guard let score = recipe.field(of: .score), let guesses = recipe.field(of: .guessesBin),
      let pattern = recipe.field(of: .decisivePattern)
    else { preconditionFailure("the recipe has no room for a score") }
    (self.score, self.guesses, self.pattern) = (score, guesses, pattern)
    scoreWithoutWords = recipe.field(of: .scoreWithoutWords)
    budget = recipe.field(of: .budgetsTooSmall)
    // Whole decades have the numbers of their first halves.
    halves = ~(recipe.demand.wholeDecades ? 1 : 0)
  }

  func store(
    _ strength: Strength, without plain: Strength, in signature: inout Signature, of recipe: Recipe
  ) {
    signature[score] = UInt64(strength.score)
    if let scoreWithoutWords { signature[scoreWithoutWords] = UInt64(plain.score) }
    signature[guesses] = UInt64(bins.bin(of: strength.guesses)) & halves
    signature[pattern] = UInt64(strength.decisivePattern.rawValue)
    guard let budget else { return }
    let budgets = recipe.demand.guessBudgets.span
    var tooSmall: UInt64 = 0
    for place in budgets.indices where budgets[place] < strength.guesses { tooSmall &+= 1 }
    signature[budget] = tooSmall
  }
}
