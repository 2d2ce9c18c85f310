import Findings

/// What blocklists hold of the list.
struct BlocklistsOverview: Sendable {
  /// Entries that some list holds.
  let listed: Part
  /// The lists, in order.
  let rows: [Row]
  /// Entries that have to do with their users' names, by how.
  let relations: [Relation]
  /// Whether every list compares the whole password.
  let conforms: Bool
  /// How many hits are expected to be chance.
  let expectedFalseHits: Double

  /// One list.
  struct Row: Sendable {
    /// As it is named in the report.
    let name: String
    /// How values are compared.
    let comparison: String
    /// Distinct values.
    let values: Int
    /// Entries that it holds.
    let hits: Part
    /// What its best values hold together, by the powers of ten that their ranks do not exceed;
    /// empty where it knows no ranks.
    let best: [Best]
    /// What it does for each policy, in the policies' order.
    let policies: [PolicyHits]
  }

  /// What the best values of a list hold.
  struct Best: Hashable, Sendable {
    /// How many values.
    let values: UInt64
    /// Entries that they hold.
    let part: Part
  }

  /// What a list does for one policy.
  struct PolicyHits: Hashable, Sendable {
    /// The policy's name.
    let policy: String
    /// Entries that comply with the policy and are on this list alone.
    let only: Part
    /// The share of the list's values whose lengths the policy refuses anyway; nil where unknown.
    let idle: Double?
  }

  /// Entries that relate to their user's name in one way.
  struct Relation: Hashable, Sendable {
    /// Which.
    let name: String
    /// Entries of it.
    let hits: Part
  }

  /// Puts lists and what was found by them together; nil without lists.
  init?(_ lists: [Manifest.Blocklist], _ findings: Findings) {
    guard !findings.listNames.isEmpty else { return nil }
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
    relations = findings.listNames.indices.dropFirst(lists.count).map {
      Relation(name: findings.listNames[$0], hits: Part(findings.list.listed[$0], of: entries))
    }
  }
}
