package import PasswordPolicies

/// The clauses of standards that policies meet by themselves, for which no list need be read.
///
/// It takes milliseconds to find them, in which lists can be read.
package struct StandardsOverview: Sendable {
  /// The names of the policies that have charts, in the order given.
  package let policies: [String]
  /// The standards.
  package let rows: [Row]

  /// A standard.
  package struct Row: Sendable {
    /// Its name.
    package let standard: String
    /// Its clauses that can be tested.
    package let clauses: [Clause]
  }

  /// A clause of a standard.
  package struct Clause: Sendable {
    /// Its number: `3.1.1.2 (5)`.
    package let number: String
    /// The demand on a policy, in our words.
    package let demand: String
    /// Whether it is binding, not only advised.
    package let isBinding: Bool
    /// How each policy breaks it; nil for one that meets it.
    package let breaches: [String?]
  }

  /// Holds the policies of a report against standards.
  ///
  /// - Complexity: O(policies × clauses), for at most ``PolicyOverview/mostCharted`` policies.
  package init(
    _ policies: [(name: String, policy: Policy)], against standards: [Standard] = Standard.all
  ) {
    let charted = policies.prefix(PolicyOverview.mostCharted)
    let results = charted.map { Standard.breaches(of: $0.policy, by: standards) }
    self.policies = charted.map(\.name)
    rows = standards.enumerated().map { number, standard in
      let clauses = results.first?[number].map(\.clause) ?? []
      return Row(
        standard: standard.name,
        clauses: clauses.enumerated().map { index, clause in
          Clause(
            number: clause.number, demand: clause.demand, isBinding: clause.force == .shall,
            breaches: results.map { $0[number][index].breach?.how })
        })
    }
  }
}
