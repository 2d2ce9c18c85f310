import Metrics

/// The hits of blocklists.
package struct BlocklistsOverview: Sendable {
  /// Entries that any of the lists holds that the run was asked to compare with, each counted once;
  /// nil without such lists.
  package let listed: Part?
  /// The lists that the run was asked to compare with, in order.
  package let rows: [Row]
  /// The lists that only rules of policies name, in order.
  package let ofRules: [Row]
  /// Entries that relate to their users' names, each counted once; nil if no list names users.
  package let related: Part?
  /// Entries that relate to their users' names, by relation.
  package let relations: [(name: String, hits: Part)]
  /// Whether every list of the run compares the whole password.
  package let conforms: Bool
  /// The expected number of false hits.
  package let expectedFalseHits: Double

  /// One list.
  package struct Row: Sendable {
    /// Its name in the report.
    package let name: Manifest.Blocklist.Name
    /// How values are compared.
    package let comparison: String
    /// Distinct values.
    package let values: Int
    /// Entries that it holds.
    package let hits: Part
    /// The hits of its best values, by the power of ten that limits their ranks; empty if it has no
    /// ranks.
    package let best: [(values: UInt64, part: Part)]
    /// Its effect for each policy, in the policies' order: entries that comply with the policy and are on
    /// this list alone, nil if the run was not asked to compare with it; and the share of its values whose
    /// lengths the policy refuses anyway, nil if unknown.
    package let policies: [(policy: String, only: Part?, idle: Double?)]
  }

  /// Combines lists and findings; nil without lists.
  ///
  /// `most` has the upper ends of all counts; nil if they are exact.
  init?(_ lists: [Manifest.Blocklist], _ findings: Findings, _ most: Findings? = nil) {
    guard !findings.lists.isEmpty || !findings.relations.isEmpty else { return nil }
    let entries = findings.entries
    func part(_ count: (Findings) -> UInt64) -> Part {
      Part(count(findings), of: entries).upTo(most.map { Part(count($0), of: entries) })
    }
    let asked = findings.askedLists
    listed = asked.isEmpty ? nil : part { entries &- $0.list.passwords.unlisted }
    related =
      findings.relations.isEmpty
      ? nil : part { entries &- $0.list.passwords.unrelated }
    conforms = asked.allSatisfy { lists[$0].conforms }
    expectedFalseHits = lists.reduce(0) { $0 + $1.expectedFalseHits }
    let allHits = findings.listHits
    func row(_ number: Int) -> Row {
      let (list, found) = (lists[number], allHits[number])
      let isAsked = asked.contains(number)
      var hits: UInt64 = 0
      return Row(
        name: list.name, comparison: list.comparison, values: list.values,
        hits: part { $0.list.passwords.listed[number] },
        best: found.bands.map { band in
          hits &+= band.hits
          return (band.limit, Part(hits, of: entries))
        },
        policies: findings.policies.enumerated().map { place, policy in
          (
            policy.name, isAsked ? part { $0.policies[place].listedOnlyBy[number] } : nil,
            list.idle[policy.name]
          )
        })
    }
    rows = asked.map(row)
    ofRules = lists.indices.filter { !asked.contains($0) }.map(row)
    relations = findings.relations.map {
      let bit = $0.bit
      return ($0.name, part { $0.list.passwords.listed[bit] })
    }
  }
}
