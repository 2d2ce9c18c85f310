/// What the search knows of the beginnings of a password: the cheapest sequences so far.
///
/// For each end and each number of matches that a sequence up to there can have: the product of the
/// matches' guesses and the last match.
struct SearchRows {
  /// Matches in a sequence that can still win: 10,000 to the power of 78 is no finite number.
  static let longestSequence = 79

  /// The sequences of all rows, row by row, by ascending number of matches.
  struct Sequence: BitwiseCopyable {
    var product: Double
    /// Matches.
    var length: Int32
    /// The index of the last match, or, for a stretch without a pattern, −1 − its first unit.
    var last: Int32
  }

  let sequences = Cells<Sequence>(unusedCount: Engine.longestText * longestSequence)
  /// By end, where a row begins; a row ends where the next one begins.
  let starts = Cells<Int32>(count: Engine.longestText + 1, filledWith: 0)

  /// A sequence that ends with a pattern, so that a stretch without one may follow.
  struct Extensible: BitwiseCopyable {
    var product: Double
    var length: Int32
    /// The unit behind its end.
    var next: Int32
  }

  let extensible = Cells<Extensible>(unusedCount: Engine.longestText * longestSequence)
  var extensibleCount = 0

  // The row at work, by number of matches.
  let guesses = Cells<Double>(count: longestSequence + 2, filledWith: .infinity)
  /// The least guesses of sequences with so many matches or fewer.
  let least = Cells<Double>(count: longestSequence + 2, filledWith: .infinity)
  let products = Cells<Double>(count: longestSequence + 2, filledWith: 0)
  let lasts = Cells<Int32>(count: longestSequence + 2, filledWith: 0)

  func deallocate() {
    sequences.deallocate()
    starts.deallocate()
    extensible.deallocate()
    guesses.deallocate()
    least.deallocate()
    products.deallocate()
    lasts.deallocate()
  }
}
