package import PasswordPolicies

/// The clauses of standards that policies meet by themselves, for which no list need be read.
///
/// It takes milliseconds to find them, in which lists can be read.
package struct StandardsOverview: Sendable {
  /// The names of the policies that have charts, in the order given.
  package let policies: [String]
  /// The standards.
  package let rows: [Row]
  /// For each policy, also those without charts, the standards that the first screen names.
  package let marks: [[Mark]]

  /// Whether a policy meets one of the standards that are asked for most.
  package struct Mark: Hashable, Sendable {
    /// The standard in a word: `NIST`.
    package let name: String
    /// Whether it breaks none of the binding clauses that can be tested.
    package let isMet: Bool
    /// Whether it meets them only beside a second factor.
    package let isBesideFactor: Bool

    /// The standard with a sign, which no line break parts: `NIST ✓`, `NIST ✓ beside a second factor`.
    package var words: String {
      "\(name)\u{A0}\(isMet ? "✓" : "✗")" + (isBesideFactor ? " beside a second factor" : "")
    }

    /// Holds a policy against NIST SP 800-63B-4, OWASP ASVS 5.0.0, level 1, and PCI DSS 4.0.1.
    static func all(of policy: Policy) -> [Mark] {
      let results = Standard.breaches(
        of: policy, by: [.nist4, .nist4MFA, .asvs5L1, .pci])
      let isMet = results.map { clauses in
        !clauses.contains { $0.clause.force == .shall && $0.breach != nil }
      }
      return [
        Mark(name: "NIST", isMet: isMet[0] || isMet[1], isBesideFactor: !isMet[0] && isMet[1]),
        Mark(name: "ASVS", isMet: isMet[2], isBesideFactor: false),
        Mark(name: "PCI", isMet: isMet[3], isBesideFactor: false),
      ]
    }
  }

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
    marks = policies.map { Mark.all(of: $0.policy) }
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
