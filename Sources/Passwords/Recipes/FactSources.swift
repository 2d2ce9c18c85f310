/// The lists and the scorer that facts of a recipe come from.
///
/// A bit says "list 3 holds the password"; this says which list that is and how it was compared.
/// Signatures mean the same only where both agree.
package struct FactSources: Hashable, Sendable {
  /// The list of each bit, in the order of the bits.
  package var lists: [ListSource] = []
  /// What the bits behind those of the lists say of a password and the name of its user.
  package var userRelations: [String] = []
  /// What judged the strength; nil where nothing did, or nobody says.
  package var scorer: ScorerSource?

  /// Names nothing.
  package init() {}

  /// The bits that are named.
  package var bitCount: Int { lists.count + userRelations.count }

  /// What reports call each bit.
  package var bitNames: [String] { lists.map(\.name) + userRelations }
}

/// A list of refused values, as far as the bit of a recipe depends on it.
package struct ListSource: Hashable, Sendable {
  /// As in reports, such as its file's name.
  package var name: String
  /// How passwords are compared with its values: `exact`, `fold`, `leet+substring:4`, ….
  package var comparison: String
  /// What tells its content: `sha256:…`, `xxh3:…`, or the like; empty where nothing does.
  package var digest: String
  /// Distinct values.
  package var valueCount: UInt64
  /// Values by rank band; empty where it knows no ranks.
  package var bandCounts: [UInt64]

  /// Names a list.
  package init(
    name: String, comparison: String, digest: String, valueCount: UInt64,
    bandCounts: [UInt64] = []
  ) {
    self.name = name
    self.comparison = comparison
    self.digest = digest
    self.valueCount = valueCount
    self.bandCounts = bandCounts
  }
}

/// What judged the strength, as far as scores, bins and patterns depend on it.
package struct ScorerSource: Hashable, Sendable {
  /// The algorithm and its version.
  package var name: String
  /// The year from which years in passwords are counted.
  package var referenceYear: Int
  /// Guesses at which scores 1, 2, 3 and 4 begin.
  package var cuts: [Double]
  /// A digest of the words that an attacker would try first; empty if there are none.
  package var contextDigest: String
  /// The decisive patterns, in the order of their numbers.
  package var patternNames: [String]

  /// Names a scorer.
  package init(
    name: String, referenceYear: Int, cuts: [Double], contextDigest: String = "",
    patternNames: [String]
  ) {
    self.name = name
    self.referenceYear = referenceYear
    self.cuts = cuts
    self.contextDigest = contextDigest
    self.patternNames = patternNames
  }
}
