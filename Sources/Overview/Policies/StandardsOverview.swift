package import PasswordPolicies

/// The clauses of standards that policies meet by themselves, for which no list need be read.
///
/// It takes milliseconds to find them, in which lists can be read.
package struct StandardsOverview: Sendable {
  /// The standards.
  package let standards: [Standard]
  /// The policies that have charts, in the order given, with the results of all standards.
  package let policies:
    [(name: String, results: [[(clause: Standard.Clause, breach: Standard.Breach?)]])]

  /// Holds the policies of a report against standards.
  ///
  /// - Complexity: O(policies × clauses), for at most ``PolicyOverview/mostCharted`` policies.
  package init(
    _ policies: [(name: String, policy: Policy)], against standards: [Standard] = Standard.all
  ) {
    self.standards = standards
    self.policies = policies.prefix(PolicyOverview.mostCharted).map { name, policy in
      (name: name, results: Standard.breaches(of: policy, by: standards))
    }
  }
}
