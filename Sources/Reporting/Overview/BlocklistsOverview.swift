import Findings

/// The hits of blocklists.
struct BlocklistsOverview: Sendable {
  /// Entries that any list holds.
  let listed: Part
  /// The lists, in order.
  let rows: [Row]
  /// Entries that relate to their users' names, by relation.
  let relations: [Relation]
  /// Whether every list compares the whole password.
  let conforms: Bool
  /// The expected number of false hits.
  let expectedFalseHits: Double

  /// One list.
  struct Row: Sendable {
    /// Its name in the report.
    let name: String
    /// How values are compared.
    let comparison: String
    /// Distinct values.
    let values: Int
    /// Entries that it holds.
    let hits: Part
    /// The hits of its best values, by the power of ten that limits their ranks; empty if it has no
    /// ranks.
    let best: [Best]
    /// Its effect for each policy, in the policies' order.
    let policies: [PolicyHits]
  }

  /// The hits of the best values of a list.
  struct Best: Hashable, Sendable {
    /// The number of values.
    let values: UInt64
    /// Entries that match them.
    let part: Part
  }

  /// The effect of a list for one policy.
  struct PolicyHits: Hashable, Sendable {
    /// The policy's name.
    let policy: String
    /// Entries that comply with the policy and are on this list alone.
    let only: Part
    /// The share of the list's values whose lengths the policy refuses anyway; nil if unknown.
    let idle: Double?
  }

  /// Entries that relate to their user's name in one way.
  struct Relation: Hashable, Sendable {
    /// The relation.
    let name: String
    /// Entries with this relation.
    let hits: Part
  }

  /// Combines lists and findings; nil without lists.
  init?(_ lists: [Manifest.Blocklist], _ findings: Findings) {
    guard !findings.bitNames.isEmpty else { return nil }
    let entries = findings.entries
    listed = Part(entries &- findings.list.unlisted, of: entries)
    conforms = lists.allSatisfy(\.conforms)
    expectedFalseHits = lists.reduce(0) { $0 + $1.expectedFalseHits }
    let only = findings.policies.map(\.listedOnlyBy)
    rows = lists.enumerated().map { index, list in
      var hits: UInt64 = 0
      return Row(
        name: list.name, comparison: list.comparison, values: list.values,
        hits: Part(findings.list.listed[index], of: entries),
        best: findings.rankBands(ofList: index).map { band in
          hits &+= band.hits
          return Best(values: band.limit, part: Part(hits, of: entries))
        },
        policies: zip(findings.policies, only).map { policy, only in
          PolicyHits(
            policy: policy.name, only: Part(only[index], of: entries), idle: list.idle[policy.name])
        })
    }
    relations = findings.relationHits.map {
      Relation(name: $0.name, hits: Part($0.hits, of: entries))
    }
  }
}
