package import Diagnostics
package import Passwords

/// The description of a list of refused values for reports.
package struct Blocklist: Hashable, Sendable {
  /// The list's name, such as its file name.
  package let name: String
  /// The source of its values, in words.
  package let provenance: String
  /// How passwords are compared with its values.
  package let comparison: ListComparison
  /// The number of distinct values; values that the comparison does not distinguish count as one.
  package let valueCount: Int
  /// The number of values that were added again, possibly in another form.
  package let repeatCount: Int
  /// The number of empty values.
  ///
  /// They are skipped: no list refuses the empty password.
  package let emptyCount: Int
  /// The number of values by the ``RankBand/rawValue`` of their bands; empty if ranks are unknown.
  package var bandCounts: [UInt64] = []
  /// The number of values by length in code points; the last bin counts all longer ones.
  ///
  /// Empty if lengths are unknown.
  package var lengthCounts: [UInt64] = []
  /// The number of values skipped because they are too short or too long for the comparison.
  package var unfitCount = 0
}

extension Blocklist {
  /// Describes a list that is known only from a tally.
  package init(
    recorded name: String, provenance: String, comparison: ListComparison, valueCount: Int,
    bandCounts: [UInt64], lengthCounts: [UInt64]
  ) {
    self.init(
      name: name, provenance: provenance, comparison: comparison, valueCount: valueCount,
      repeatCount: 0, emptyCount: 0, bandCounts: bandCounts, lengthCounts: lengthCounts)
  }

  /// The expected number of false hits in look-ups of passwords that this list does not hold.
  ///
  /// Fingerprints have 64 bits, so each of `m` look-ups matches each of `n` values with probability
  /// 2⁻⁶⁴. Comparisons of parts compare the values themselves, without false hits.
  package func expectedFalseHits(lookups: UInt64) -> Double {
    comparison.isByFingerprint
      ? Self.expectedFalseHits(values: valueCount, Double(lookups)) : 0
  }

  static func expectedFalseHits(values: Int, _ lookups: Double) -> Double {
    Double(values) * lookups * 0x1p-64
  }
}

/// The reasons why lists cannot be looked up together.
package enum BlocklistProblem: Hashable, Sendable {
  /// There are more lists than a signature has bits for.
  case tooManyLists(found: Int, limit: Int)
  /// The values to search inside passwords have more bytes than an automaton can take.
  case tooManyParts(list: String, limit: Int)
  /// There are more terms than ``ListComparison/entraLike`` allows.
  case tooManyTerms(list: String, found: Int, limit: Int)
}

extension BlocklistProblem: Diagnosable {
  package var location: Location? { nil }

  package var found: String {
    switch self {
    case .tooManyLists(let found, _): "\(found) blocklists"
    case .tooManyParts(let list, _):
      "'\(list)' has too many values to be looked for inside passwords"
    case .tooManyTerms(let list, let found, _): "\(found) banned terms in '\(list)'"
    }
  }

  package var expected: String? {
    switch self {
    case .tooManyLists(_, let limit), .tooManyTerms(_, _, let limit): "at most \(limit)"
    case .tooManyParts(_, let limit): "at most \(limit >> 20) MB of them"
    }
  }

  package var remedy: String? {
    switch self {
    case .tooManyLists: "Join some of the lists into one file."
    case .tooManyParts: "Compare it with whole passwords, or give its commonest values only."
    case .tooManyTerms: "Give base words, as the service asks for, not leaked passwords."
    }
  }
}
