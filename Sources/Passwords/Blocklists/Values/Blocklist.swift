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

// Why lists cannot be looked up together.
extension Problem {
  /// There are more lists than a signature has bits for.
  package static func tooManyLists(_ found: Int, limit: Int) -> Problem {
    Problem(
      "many-lists", "\(found) blocklists", expected: "at most \(limit)",
      remedy: "Join some of the lists into one file.")
  }

  /// The values to search inside passwords have more bytes than an automaton can take.
  static func tooManyParts(list: String, limit: Int) -> Problem {
    Problem(
      "many-parts", "'\(list)' has too many values to be looked for inside passwords",
      expected: "at most \(limit >> 20) MB of them",
      remedy: "Compare it with whole passwords, or give its commonest values only.")
  }

  /// There are more terms than ``ListComparison/entraLike`` allows.
  static func tooManyTerms(list: String, found: Int, limit: Int) -> Problem {
    Problem(
      "many-terms", "\(found) banned terms in '\(list)'", expected: "at most \(limit)",
      remedy: "Give base words, as the service asks for, not leaked passwords.")
  }
}
