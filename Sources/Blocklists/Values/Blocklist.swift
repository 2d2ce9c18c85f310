package import Diagnostics
package import Passwords

/// What a report says about one list of refused values.
package struct Blocklist: Hashable, Sendable {
  /// What the list is called, such as its file's name.
  package let name: String
  /// Where its values come from, in words.
  package let provenance: String
  /// How passwords are compared with its values.
  package let comparison: ListComparison
  /// Distinct values, those that the comparison does not tell apart counting as one.
  package let valueCount: Int
  /// Values that were added again, perhaps in another form.
  package let repeatCount: Int
  /// Empty values that were passed over: no list refuses the empty password.
  package let emptyCount: Int
  /// Values by the ``RankBand/rawValue`` of their bands; empty where no ranks are known.
  package var bandCounts: [UInt64] = []
  /// Values by length in code points, the last bin for all that are longer; empty where no lengths
  /// are known.
  package var lengthCounts: [UInt64] = []
  /// Values that were passed over since they are too short, or too long, to be compared so.
  package var unfitCount = 0
}

extension Blocklist {
  /// A list of which no more is known than what a tally records.
  package init(
    recorded name: String, provenance: String, comparison: ListComparison, valueCount: Int,
    bandCounts: [UInt64], lengthCounts: [UInt64]
  ) {
    self.init(
      name: name, provenance: provenance, comparison: comparison, valueCount: valueCount,
      repeatCount: 0, emptyCount: 0, bandCounts: bandCounts, lengthCounts: lengthCounts)
  }

  /// False hits to expect of look-ups of passwords that this list does not hold.
  ///
  /// Values are compared by 64 bits of a hash, so each of `m` look-ups meets each of `n` values
  /// with probability 2⁻⁶⁴; what is not compared as a whole is compared as it is.
  package func expectedFalseHits(lookups: UInt64) -> Double {
    comparison.isByFingerprint
      ? Self.expectedFalseHits(values: valueCount, Double(lookups)) : 0
  }

  static func expectedFalseHits(values: Int, _ lookups: Double) -> Double {
    Double(values) * lookups * 0x1p-64
  }
}

/// Why lists cannot be looked up together.
package enum BlocklistProblem: Hashable, Sendable {
  /// A signature has one bit a list and no more bits than this.
  case tooManyLists(found: Int, limit: Int)
  /// Values that are looked for inside passwords take more bytes than an automaton is made of.
  case tooManyParts(list: String, limit: Int)
  /// More terms are scored than ``ListComparison/entraLike`` allows for.
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
