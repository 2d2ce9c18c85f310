/// The result of one read.
enum Portion {
  /// The number of bytes read, at least 1.
  case bytes(Int)
  /// No bytes, since everything has been read.
  case over(Ending)
}

/// How a stream of bytes ended.
///
/// All streams return it, from the file up to the ``ListText``, which records it in the account of
/// the list. If the source of a stream ended with a fault, the stream returns that fault, not a
/// fault caused by the missing rest.
enum Ending {
  /// The stream ended after its last byte.
  case whole
  /// The stream ended after its last byte, with a warning.
  case noted(IntakeProblem)
  /// The stream ended early; other texts of the list may follow.
  case broken(IntakeProblem)
  /// The stream ended early, and the whole list with it.
  ///
  /// An abandoned list needs no digest.
  case brokenOff(IntakeProblem, isAbandoned: Bool)

  /// Whether bytes may be missing.
  var isFault: Bool {
    switch self {
    case .whole, .noted: false
    case .broken, .brokenOff: true
    }
  }
}
