/// What one reading gave.
enum Portion {
  /// So many bytes, at least 1.
  case bytes(Int)
  /// Nothing: all has been read.
  case over(Ending)
}

/// How a stream of bytes ended.
///
/// Streams hand it up, from the file to the ``ListText``, which enters it in the list's account. A
/// stream whose source ended with a fault passes that on, and not what it makes of the missing rest.
enum Ending {
  /// With its last byte.
  case whole
  /// With its last byte, and with something worth telling.
  case noted(IntakeProblem)
  /// Early; other texts of the list may follow.
  case broken(IntakeProblem)
  /// Early, and with it the list. Of an abandoned list not even the digest is wanted any more.
  case brokenOff(IntakeProblem, isAbandoned: Bool)

  /// Whether bytes may be missing.
  var isFault: Bool {
    switch self {
    case .whole, .noted: false
    case .broken, .brokenOff: true
    }
  }
}
