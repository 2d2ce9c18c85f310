/// The lists and the scorer from which the facts of a recipe come.
///
/// A bit says "list 3 holds the password"; this tells which list that is and how it was compared.
/// Signatures are comparable only if both agree. The bits of relations to users' names follow those
/// of lists; all code that looks for one asks here, by the relation.
package struct FactSources: Hashable, Sendable {
  /// The list of each bit, in the order of the bits.
  package var lists: [ListSource] = []
  /// The relations of a password to the name of its user that the bits after the lists record, by
  /// ``UserNameRelation`` or, in a file of another program, any name.
  package var userRelations: [String] = []
  /// The scorer of the strength; nil if there is none, or it is unknown.
  package var scorer: ScorerSource?

  /// Makes sources without names.
  package init() {}

  /// The number of named bits.
  package var bitCount: Int { lists.count + userRelations.count }

  /// The name of each bit in reports.
  package var bitNames: [String] { lists.map(\.name) + userRelations }

  /// The bits of relations, numbered as in ``Profile/lists``.
  package var relationBits: Range<Int> { lists.count..<bitCount }

  /// The bits of lists, without those of relations, as in ``Profile/lists``.
  package var listMask: UInt64 { (1 << UInt64(lists.count)) &- 1 }

  /// The number of the bit that records a relation; nil if none does.
  package func bit(of relation: UserNameRelation) -> Int? {
    userRelations.firstIndex(of: relation.rawValue).map { relationBits.lowerBound + $0 }
  }

  /// The bit that records a relation, as in ``Profile/lists``; 0 if none does.
  package func mask(of relation: UserNameRelation) -> UInt32 {
    bit(of: relation).map { 1 << UInt32($0) } ?? 0
  }

  /// Whether any bit records a relation to users' names that has a meaning here.
  package var recordsUserNames: Bool {
    UserNameRelation.allCases.contains { bit(of: $0) != nil }
  }

  /// The sources of some bits, in this order but lists first, and of the score if it is kept.
  func keeping(_ bits: [Int], score: Bool) -> FactSources {
    var sources = FactSources()
    if bitCount > 0 {
      sources.lists = bits.filter { $0 < lists.count }.map { lists[$0] }
      sources.userRelations = bits.filter(relationBits.contains)
        .map { userRelations[$0 - lists.count] }
    }
    sources.scorer = score ? scorer : nil
    return sources
  }
}

/// The properties of a list of refused values that its bit in a recipe depends on.
package struct ListSource: Hashable, Sendable {
  /// Its name in reports, such as its file name.
  package var name: String
  /// How passwords are compared with its values: `exact`, `fold`, `leet+substring:4`, ….
  package var comparison: String
  /// Identifies the content: `sha256:…`, `xxh3:…`, or the like; empty if unknown.
  package var digest: String
  /// Distinct values.
  package var valueCount: UInt64
  /// Values by rank band; empty if it has no ranks.
  package var bandCounts: [UInt64]

  /// Describes a list.
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

/// The properties of the scorer that scores, bins and patterns depend on.
package struct ScorerSource: Hashable, Sendable {
  /// The algorithm and its version.
  package var name: String
  /// The year relative to which years in passwords are guessed.
  package var referenceYear: Int
  /// Guesses at which scores 1, 2, 3 and 4 begin.
  package var cuts: [Double]
  /// A digest of the words that an attacker would try first; empty without such words.
  package var contextDigest: String
  /// The decisive patterns, in the order of their numbers.
  package var patternNames: [String]

  /// Describes a scorer.
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
