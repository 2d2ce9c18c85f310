import Diagnostics
package import Metrics
package import PasswordPolicies
package import PasswordSpaces

/// The keyspace results of one policy.
package struct PolicySpace: Sendable {
  /// The keyspace, with the rules' costs at the shortest length.
  package private(set) var keyspace: PolicyKeyspace
  /// The rules' costs at the reference lengths.
  package let costs: [RuleCosts]

  /// Counts the passwords of a policy; `counter` caches its counts.
  ///
  /// - Throws: ``KeyspaceProblem`` if an exact number is out of reach.
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

  /// The same without the rows of each length, which only tables of keyspaces list.
  package func withoutRows() -> PolicySpace {
    var space = self
    space.keyspace = keyspace.withoutRows()
    return space
  }

  /// The main numbers as histograms.
  package var histograms: [Histogram] { Metric.histograms(of: .space(keyspace)) }
}
