import Findings

/// The hits of blocklists.
struct BlocklistsOverview: Sendable {
  /// Entries that any list holds.
  let listed: Part
  /// The lists, in order.
  let rows: [Row]
  /// The policies, in order.
  let policies: [PolicyRow]
  /// Entries that relate to their users' names, by relation.
  let relations: [Relation]
  /// Whether every list compares the whole password.
  let conforms: Bool
  /// The expected number of false hits.
  let expectedFalseHits: Double

  /// One list.
  struct Row: Sendable {
    /// Its name in the report.
    let name: Manifest.Blocklist.Name
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

  /// One policy.
  struct PolicyRow: Sendable {
    /// Its name.
    let name: String
    /// Entries that comply with it and are on one list alone, for each list in order.
    let only: [Part]
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
    let policies = findings.policies.map { policy in
      PolicyRow(
        name: policy.name,
        only: zip(policy.listedOnlyBy, lists).map { only, _ in Part(only, of: entries) })
    }
    rows = zip(lists, findings.listHits).enumerated().map { number, row in
      let (list, found) = row
      var hits: UInt64 = 0
      return Row(
        name: list.name, comparison: list.comparison, values: list.values,
        hits: Part(found.hits, of: entries),
        best: found.bands.map { band in
          hits &+= band.hits
          return Best(values: band.limit, part: Part(hits, of: entries))
        },
        policies: policies.map { policy in
          PolicyHits(policy: policy.name, only: policy.only[number], idle: list.idle[policy.name])
        })
    }
    self.policies = policies
    relations = findings.relationHits.map {
      Relation(name: $0.name, hits: Part($0.hits, of: entries))
    }
  }
}
