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
