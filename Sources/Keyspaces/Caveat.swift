/// What to bear in mind with the numbers, printed beside them.
package enum Caveat: String, Hashable, Sendable, CaseIterable {
  case strings = "K"
  case unicode = "U"
  case horizon = "H"
  case impossible = "I"
  case uncounted = "L"

  /// The caveat in a sentence.
  package var sentence: String {
    switch self {
    case .strings: "Keyspace is about random strings; people choose differently."
    case .unicode: "Nominal: counts every scalar, though hardly any is typed."
    case .horizon: "Total depends on the chosen horizon."
    case .impossible: "No string satisfies this policy."
    case .uncounted: "Lists and scores are not counted; they refuse more than the numbers say."
    }
  }
}
