/// The cheapest sequences found so far for each prefix of a password.
///
/// For each end and each possible number of matches: the product of the matches' guesses, and the
/// last match.
struct SearchRows {
  /// The most matches in a sequence that can still win: 10,000 to the power of 78 is infinite as a
  /// `Double`.
  static let longestSequence = 79

  /// A sequence; rows follow one another, each by ascending number of matches.
  struct Candidate: BitwiseCopyable {
    var product: Double
    /// The number of matches.
    var length: Int32
    /// The index of the last match, or (−1 − first unit) for a stretch without a pattern.
    var last: Int32
  }

  let sequences = Cells<Candidate>(unusedCount: Text.longest * longestSequence)
  /// The start of the row of each end; a row ends where the next one begins.
  let starts = Cells<Int32>(count: Text.longest + 1, filledWith: 0)

  /// A sequence that ends with a pattern, so that a stretch without a pattern may follow.
  struct Extensible: BitwiseCopyable {
    var product: Double
    var length: Int32
    /// The unit after its end.
    var next: Int32
  }

  let extensible = Cells<Extensible>(unusedCount: Text.longest * longestSequence)
  let extensibleCount = Variable(0)

  // The current row, by number of matches.
  let guesses = Cells<Double>(count: longestSequence + 2, filledWith: .infinity)
  /// The least guesses of sequences with this number of matches or fewer.
  let least = Cells<Double>(count: longestSequence + 2, filledWith: .infinity)
  let products = Cells<Double>(count: longestSequence + 2, filledWith: 0)
  let lasts = Cells<Int32>(count: longestSequence + 2, filledWith: 0)

  func deallocate() {
    sequences.deallocate()
    starts.deallocate()
    extensible.deallocate()
    extensibleCount.deallocate()
    guesses.deallocate()
    least.deallocate()
    products.deallocate()
    lasts.deallocate()
  }
}

/// A plain value at a fixed address.
///
/// Swift checks at run time that accesses to the variables of a class do not overlap. That cost 75
/// instructions a password, one in 50. It does not check this value, which only its owner uses,
/// like ``Cells``.
struct Variable<Value: BitwiseCopyable> {
  private let cell: Cells<Value>

  init(_ value: Value) { cell = Cells(count: 1, filledWith: value) }

  func deallocate() { cell.deallocate() }

  var value: Value {
    // SAFETY: there is one cell.
    @inline(__always) get { unsafe cell[unchecked: 0] }
    @inline(__always) nonmutating set { unsafe cell[unchecked: 0] = newValue }
  }
}
