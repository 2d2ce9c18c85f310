// Passwords of an attacker who knows the caller's words: each is scored twice.

extension Scorer {
  /// Whether words of the caller are searched.
  var knowsWords: Bool { !engine.words.isEmpty }

  /// Scores a password of the group as if no word were known.
  mutating func strengthWithoutWords(of utf8: Span<UInt8>, at slot: Int) -> Strength {
    engine.usesWords.value = false
    defer { engine.usesWords.value = true }
    return strength(of: utf8, at: slot)
  }

  /// Scores a password of the group, whose strength without the caller's words is known.
  ///
  /// This second evaluation uses the walks of the first, and is left out if no word is found.
  func strengthKnowingWords(
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
