@_spi(Internal) import Passwords

extension Findings {
  /// The hits of one blocklist.
  package struct BlocklistHits: Sendable {
    /// The list's name.
    package let name: String
    /// Entries that it holds.
    package let hits: UInt64
    /// The hits of a ranked list by the power of ten that limits the rank: `hits` counts ranks
    /// above the previous power.
    package let bands: [(limit: UInt64, hits: UInt64)]
  }

  /// The hits of each blocklist, in the order of their bits.
  package var listHits: [BlocklistHits] {
    lists.enumerated().map { number, values in
      var limit: UInt64 = 1
      let ranked = values.bandCounts.indices.dropFirst().dropLast()
      return BlocklistHits(
        name: values.name, hits: list.passwords.listed[number],
        bands: ranked.compactMap { band in
          limit *= 10
          return values.bandCounts[band] == 0 ? nil : (limit, list.hits[number, band])
        })
    }
  }
}

/// What the bits of a schema stand for: lists that a run was asked to compare with, lists that only
/// rules of policies name, and relations to users' names.
///
/// Shares of listed passwords count the asked lists alone. So the numbers of a policy do not depend
/// on the lists and words that policies beside it name.
struct ListGroups: Hashable, Sendable {
  /// The bits of the lists that the run was asked to compare with.
  let asked: UInt64
  /// The bits of the relations to users' names.
  let relations: UInt64
  /// The bits of lists of context words.
  let contexts: UInt64

  /// Groups the bits of lists and of a schema's relations.
  init(_ lists: [ListValues], _ schema: Schema) {
    func mask(_ holds: (ListValues) -> Bool) -> UInt64 {
      lists.indices.reduce(0) { holds(lists[$1]) ? $0 | 1 << UInt64($1) : $0 }
    }
    asked = mask(\.isAsked)
    contexts = mask(\.hasContextWords)
    relations = schema.sources.relationBits.reduce(0) { $0 | 1 << UInt64($1) }
  }
}

/// A blocklist whose hits are counted.
package struct ListValues: Hashable, Sendable {
  /// The name in reports.
  package let name: String
  /// The number of its values by rank band; empty if it has no ranks.
  package let bandCounts: [UInt64]
  /// Whether the run was asked to compare with it; otherwise only rules of policies name it.
  package let isAsked: Bool
  /// Whether its values are context words, which match what derives from them.
  package let hasContextWords: Bool

  /// Names a list.
  package init(
    _ name: String, bandCounts: [UInt64] = [], isAsked: Bool = true, hasContextWords: Bool = false
  ) {
    self.name = name
    self.bandCounts = bandCounts
    self.isAsked = isAsked
    self.hasContextWords = hasContextWords
  }
}
