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
  /// What share of each generator's passwords the policy accepts; nil if it cannot be counted.
  package let accepted: [(generator: Generator, share: Share?)]

  /// Counts the passwords of a policy, and what it accepts of what generators make; `counter` caches
  /// its counts.
  ///
  /// - Throws: ``KeyspaceProblem`` if an exact number is out of reach.
  package init(
    _ policy: Policy, _ counter: inout KeyspaceCounter, _ judges: [GeneratorJudge] = []
  ) throws(KeyspaceProblem) {
    keyspace = try PolicyKeyspace(policy, &counter)
    let permitted = keyspace.rows.filter(\.isPermitted).map(\.length)
    let usual = PolicyKeyspace.referenceLengths.filter(permitted.contains)
    var costs: [RuleCosts] = []
    for length in Set(usual + permitted.prefix(1)).sorted() {
      costs.append(try RuleCosts(policy, length: length, &counter))
    }
    self.costs = costs
    let deadline = counter.deadline
    accepted = judges.map { judge in
      var judge = judge
      return (judge.generator, judge.share(of: policy, by: deadline))
    }
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

/// The shortest random strings that a policy permits.
package struct RandomStrings: Sendable {
  /// Their length.
  package let length: Int
  /// Their bits; nil if there are none.
  package let bits: Double?
  /// Bits fewer than all strings of printable ASCII of that length; nil beyond it.
  package let lost: Double?
  private let ranked: RuleCosts?
  private let words: @Sendable (RuleCost) -> String

  /// Takes them from a keyspace; nil if no password can meet the policy.
  init?(_ keyspace: PolicyKeyspace, words: @escaping @Sendable (RuleCost) -> String) {
    guard let floor = keyspace.floor else { return nil }
    (length, bits, lost) = (floor.length, floor.bits, floor.lostFromASCII)
    ranked = keyspace.floorCosts
    self.words = words
  }

  /// The rule that costs most of the bits, in words; nil if none costs any.
  package var costliest: String? { ranked?.costliest.map(words) }

  /// The rules that cost half a hundredth of a bit or more, in words, in the order of the policy.
  package var costs: [(rule: String, bits: Double)] {
    (ranked?.rules ?? []).compactMap { cost in
      guard let bits = cost.shapley ?? cost.last, bits >= 0.005 else { return nil }
      return (words(cost), bits)
    }
  }
}
