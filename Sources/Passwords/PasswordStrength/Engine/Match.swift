/// A match of a pattern: a stretch of the password and the guesses for it.
struct Match: BitwiseCopyable {
  var guesses = 0.0
  /// The first and last UTF-16 unit, counted from the first unit of the password.
  var first: UInt16 = 0
  var last: UInt16 = 0
  /// The order in which the reference finds it among matches of the same stretch: the kind, then
  /// the order within the kind.
  var order: UInt32 = 0
  /// The word's entry or the length of the repeated block; otherwise unused.
  var detail: UInt32 = 0
  /// The next match with the same end, by first unit and order; −1 if there is none.
  var next: Int32 = -1

  /// The patterns, in the order in which the reference searches for them.
  enum Kind: UInt32 {
    case word, reversedWord, leetWord, spatial, `repeat`, sequence, recentYear, date

    /// The `order` of a match of this kind.
    @inline(__always) func order(_ own: UInt32 = 0) -> UInt32 { rawValue << 24 | own }
  }

  /// The kind of pattern.
  var kind: Kind { Kind(rawValue: order >> 24) ?? .word }

  /// The decisive pattern of a password that consists of only this match.
  var decisivePattern: DecisivePattern {
    switch kind {
    case .word:
      DecisivePattern(rawValue: WordEntry(rawValue: detail).list) ?? .passwordsWord
    case .reversedWord: .reversedWord
    case .leetWord: .leetWord
    case .spatial: .keyboard
    case .repeat: .repeat
    case .sequence: .sequence
    case .recentYear: .recentYear
    case .date: .date
    }
  }
}

/// A stretch of equal blocks.
struct RepeatMatch: BitwiseCopyable {
  /// The first unit, counted from the first unit of the text.
  var first: UInt16 = 0
  var last: UInt16 = 0
  /// The length of a block, in units.
  var block: UInt16 = 0
  /// The guesses for one block as a password.
  var blockGuesses = 0.0
}

extension Engine {
  /// Adds a match between two places; raises its guesses to the least cost of a part.
  ///
  /// Not inlined: with a copy in each pattern, the code for a password did not fit in the
  /// instruction cache, and twice as many cache lines were loaded again.
  @inline(never)
  func add(
    _ first: Int, _ last: Int, of text: Text, guesses: Double, order: UInt32, detail: UInt32 = 0
  ) {
    let match = Match(
      guesses: atLeastMinimum(guesses, length: last - first + 1, of: text),
      first: UInt16(truncatingIfNeeded: first - text.first),
      last: UInt16(truncatingIfNeeded: last - text.first), order: order, detail: detail)
    switch sink.value {
    case .edges: edges.add(match, of: text)
    case .middles: addMiddle(match, of: text)
    case .list: list.insert(match)
    }
  }

  /// Records a match that does not touch an end.
  @inline(__always)
  private func addMiddle(_ match: Match, of text: Text) {
    guard match.first > 0, Int(match.last) < text.count - 1 else { return }
    if match.guesses.isNaN { edges.haveUnranked.value = true }
    let last = Int(match.last)
    // SAFETY: a text has at most 64 units, the number of heads and products.
    let product = unsafe match.guesses * middles.heads[unchecked: Int(match.first)]
    unsafe middles.products[unchecked: last] = min(middles.products[unchecked: last], product)
  }

  /// The least cost of a match: 1 for a whole password, 10 for one character, 50 for more.
  @inline(__always)
  private func atLeastMinimum(_ guesses: Double, length: Int, of text: Text) -> Double {
    let least = length == text.count ? 1.0 : length == 1 ? 10 : 50
    // Written so that NaN stays NaN.
    return guesses < least ? least : guesses
  }
}
