/// The result of one read.
enum Portion {
  /// The number of bytes, at least 1.
  case bytes(Int)
  /// No bytes: everything has been read.
  case over(Ending)
}

/// How a stream of bytes ended.
///
/// Streams return it, from the file up to the ``ListText``, which records it in the list's account.
/// If the source of a stream ended with a fault, the stream returns that fault, not the one caused
/// by the missing rest.
enum Ending {
  /// After its last byte.
  case whole
  /// After its last byte, with a warning.
  case noted(IntakeProblem)
  /// Early; other texts of the list may follow.
  case broken(IntakeProblem)
  /// Early, and with it the whole list.
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
