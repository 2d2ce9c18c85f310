import Diagnostics
import Findings
package import Keyspaces
package import PasswordRules

/// What is told of one policy's keyspace.
package struct PolicySpace: Sendable {
  /// Its lengths, and the rules' costs at the shortest.
  package let keyspace: PolicyKeyspace
  /// The rules' costs at the lengths that are compared.
  package let costs: [RuleCosts]

  /// Counts what a policy permits; `counter` remembers what it counts.
  ///
  /// - Throws: ``KeyspaceProblem`` where an exact number is out of reach.
  package init(_ policy: Policy, _ counter: inout KeyspaceCounter) throws(KeyspaceProblem) {
    keyspace = try PolicyKeyspace(policy, &counter)
    let permitted = keyspace.rows.filter(\.isPermitted).map(\.length)
    let usual = PolicyKeyspace.referenceLengths.filter(permitted.contains)
    var costs: [RuleCosts] = []
    for length in Set(usual + permitted.prefix(1)).sorted() {
      costs.append(try RuleCosts(policy, length: length, &counter))
    }
    self.costs = costs
  }

  /// The headline numbers as histograms.
  var histograms: [Histogram] {
    let name = keyspace.policy.name
    func make(_ metric: Metric, _ unit: Histogram.Unit, _ bins: [(String, UInt64)]) -> Histogram {
      Histogram(policy: name, metric, unit: unit, total: 0, bins)
    }
    var bits: [(String, UInt64)] = []
    if let floor = keyspace.floor?.bits { bits.append(("floor", Histogram.microbits(floor))) }
    if let lost = keyspace.floor?.lostFromASCII {
      bits.append((lost < 0 ? "gained" : "lost", Histogram.microbits(abs(lost))))
    }
    let costs = keyspace.floorCosts?.rules.compactMap { cost -> (String, UInt64)? in
      guard let bits = cost.shapley ?? cost.last, bits >= 0 else { return nil }
      return (cost.rule, Histogram.microbits(bits))
    }
    return [
      make(.spaceBits, .microbits, bits), make(.spaceCostBits, .microbits, costs ?? []),
      make(.spaceCaveat, .flags, keyspace.caveats.map { ($0.rawValue, 1) }),
    ]
  }
}
