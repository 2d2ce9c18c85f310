/// The lists and the scorer that the facts of a schema come from.
///
/// A bit says "list 3 holds the password"; the sources identify this list and how it was compared.
/// Signatures are comparable only if both agree. The bits of relations to users' names follow the
/// bits of lists; all code finds these bits here, by the relation.
package struct FactSources: Hashable, Sendable {
  /// The list behind each bit, in the order of the bits.
  package var lists: [ListSource] = []
  /// The relations of a password to its user's name that the bits after the lists record.
  ///
  /// Each is a ``UserNameRelation``, or any name in a file of another program.
  package var userRelations: [String] = []
  /// The scorer of the strength; nil if there is none or it is unknown.
  package var scorer: ScorerSource?
  /// The vocabulary of habits; nil if habits are not recorded or it is unknown.
  package var habits: HabitSource?

  /// Makes sources that name nothing.
  package init() {}

  /// The number of bits with a name.
  package var bitCount: Int { lists.count + userRelations.count }

  /// The name of each bit in reports.
  package var bitNames: [String] { lists.map(\.name) + userRelations }

  /// The bits of relations, numbered as in ``Profile/lists``.
  package var relationBits: Range<Int> { lists.count..<bitCount }

  /// The mask of the bits of relations, as in ``Profile/lists``.
  package var relationMask: UInt64 {
    relationBits.reduce(0) { $0 | 1 << UInt64($1) }
  }

  /// The bit number of a relation; nil if no bit records it.
  package func bit(of relation: UserNameRelation) -> Int? {
    userRelations.firstIndex(of: relation.rawValue).map { relationBits.lowerBound + $0 }
  }

  /// The bit mask of a relation, as in ``Profile/lists``; 0 if no bit records it.
  package func mask(of relation: UserNameRelation) -> UInt32 {
    bit(of: relation).map { 1 << UInt32($0) } ?? 0
  }

  /// Whether any bit records a relation to users' names that this program knows.
  package var recordsUserNames: Bool {
    UserNameRelation.allCases.contains { bit(of: $0) != nil }
  }

  /// The sources of some bits, in this order but lists first; the scorer and its model only if a
  /// demand keeps their facts.
  func keeping(_ bits: [Int], for demand: FactDemand) -> FactSources {
    var sources = FactSources()
    if bitCount > 0 {
      sources.lists = bits.filter { $0 < lists.count }.map { lists[$0] }
      sources.userRelations = bits.filter(relationBits.contains)
        .map { userRelations[$0 - lists.count] }
    }
    sources.scorer = demand.score ? scorer : nil
    if !demand.combined { sources.scorer?.model = "" }
    if demand.brought == 0 { sources.scorer?.guesses = "" }
    sources.habits = demand.habits ? habits : nil
    return sources
  }
}

/// The properties of a blocklist on which its bit in a schema depends.
package struct ListSource: Hashable, Sendable {
  /// The name in reports, such as a file name.
  package var name: String
  /// The comparison of passwords with its values: `exact`, `fold`, `leet+substring:4`, ….
  package var comparison: String
  /// A digest that identifies the content: `sha256:…`, `xxh3:…` or similar; empty if unknown.
  package var digest: String
  /// The number of distinct values.
  package var valueCount: UInt64
  /// The number of values in each rank band; empty if the list has no ranks.
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

/// The properties of the scorer on which scores, bins and patterns depend.
package struct ScorerSource: Hashable, Sendable {
  /// The algorithm and its version.
  package var name: String
  /// The reference year for scoring years in passwords.
  package var referenceYear: Int
  /// The numbers of guesses at which scores 1, 2, 3 and 4 begin.
  package var cuts: [Double]
  /// A digest of the words that an attacker would try first; empty if there are none.
  package var contextDigest: String
  /// The decisive patterns, in the order of their numbers.
  package var patternNames: [String]
  /// The model whose guesses the combined estimate joins with the scorer's; empty without it.
  package var model: String
  /// The files of brought guess numbers: `guesses:pcfg (1200 entries, sha256:…), guesses:…`, those
  /// of a source one after another; empty without them.
  package var guesses: String
  /// These files, one by one.
  package var guessFiles: [String] {
    guesses.split(separator: "), ").map { $0.hasSuffix(")") ? String($0) : $0 + ")" }
  }
  /// The sources of these files, in the order of their facts: `guesses:pcfg`.
  package var guessSources: [String] { Self.sources(of: guesses) }

  /// The sources of files of brought guess numbers.
  package static func sources(of guesses: String) -> [String] {
    guesses.split(separator: ", ").map { String($0.prefix { $0 != " " }) }
      .filter { $0.hasPrefix("guesses:") }.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  /// Describes a scorer.
  package init(
    name: String, referenceYear: Int, cuts: [Double], contextDigest: String = "",
    patternNames: [String], model: String = "", guesses: String = ""
  ) {
    self.name = name
    self.referenceYear = referenceYear
    self.cuts = cuts
    self.contextDigest = contextDigest
    self.patternNames = patternNames
    self.model = model
    self.guesses = guesses
  }
}

/// The vocabulary and the year on which habits depend.
package struct HabitSource: Hashable, Sendable {
  /// The version of the vocabulary.
  package let version: Int
  /// The year whose name at the end of a password is this year's.
  package let referenceYear: Int
  /// Identifies the words: `sha256:…`.
  package let digest: String

  /// The vocabulary and the year in words.
  package var stated: String { "vocabulary \(version), reference year \(referenceYear)" }

  /// Describes a vocabulary.
  package init(version: Int, referenceYear: Int, digest: String) {
    self.version = version
    self.referenceYear = referenceYear
    self.digest = digest
  }
}

/// A relation of a password to the name of its user; each relation has its own bit.
///
/// The raw value names the bit in schemas and reports.
///
/// The parts of a name are the whole name; for an address, also the text before the last `@`; and
/// the pieces of it between commas, periods, dashes, underscores, spaces, number signs and tabs
/// that have three characters or more. Case and width are ignored.
package enum UserNameRelation: String, Hashable, Sendable, CaseIterable {
  /// The whole password is a part of the name, or derives from a part as from a context word.
  case whole = "user-name"
  /// The password contains a part of the name that has three characters or more.
  case part = "user-name-part"
}
