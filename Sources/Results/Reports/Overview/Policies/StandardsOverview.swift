package import Conformance
package import PasswordPolicies

/// The clauses of standards that policies meet by their text, for which no list need be read.
///
/// It takes milliseconds to find them, in which lists can be read.
package struct StandardsOverview: Sendable {
  /// The names of the policies that have charts, in the order given.
  package let policies: [String]
  /// Each standard, with each of these policies held against it.
  package let rows: [(standard: Standard, verdicts: [Conformance])]
  /// For each policy, also those without charts, the standards that the first screen names.
  package let marks: [[Mark]]
  /// All policies held against the standards that were asked for, policy by policy.
  package let asked: [Conformance]

  /// Whether a policy meets one of the standards that are asked for most.
  package struct Mark: Hashable, Sendable {
    /// The standard in a word: `NIST`.
    package let name: String
    /// How it keeps the binding clauses about the text: all, some only in part, or not.
    package let verdict: Standard.Verdict
    /// Whether it meets them only beside a second factor.
    package var isBesideFactor = false

    /// Whether it keeps all.
    package var isMet: Bool { verdict == .met }

    /// The standard with a sign, which no line break parts: `NIST ✓`, `NIST ✓ beside a second factor`.
    package var words: String {
      "\(name)\u{A0}\(verdict.sign)" + (isBesideFactor ? " beside a second factor" : "")
    }

    /// What is asked for most, by the first part of its name, and the same beside a second factor.
    fileprivate static let asked = [
      ("NIST", "nist-63b-4", "nist-63b-4-mfa"), ("ASVS", "asvs-5-l1", nil),
      ("PCI", "pci-4.0.1", nil),
    ].map { name, alone, beside in
      (name: name, alone: Standard.named(alone), beside: beside.flatMap(Standard.named))
    }

    fileprivate static func all(_ judge: inout ConformanceJudge) -> [Mark] {
      asked.map { name, alone, beside in
        let verdicts = [alone, beside].map { standard in
          standard.map { judge.conformance(to: $0).summary }
        }
        let isBeside = verdicts[0] != .met && verdicts[1] == .met
        return Mark(
          name: name, verdict: (isBeside ? verdicts[1] : verdicts[0]) ?? .notVisible,
          isBesideFactor: isBeside)
      }
    }
  }

  /// The standards of which every report has the sums.
  package static let usual = Mark.asked.flatMap { [$0.alone, $0.beside] }.compactMap(\.self)

  /// Holds the policies of a report against standards.
  ///
  /// - Complexity: O(policies × clauses), for at most ``PolicyOverview/mostCharted`` policies.
  package init(
    _ policies: [(name: String, policy: Policy)], against standards: [Standard] = usual,
    asked: [Conformance] = []
  ) {
    self.asked = asked
    var judges = policies.map { ConformanceJudge($0.policy) }
    let charted = policies.prefix(PolicyOverview.mostCharted)
    self.policies = charted.map(\.name)
    marks = judges.indices.map { Mark.all(&judges[$0]) }
    rows = standards.map { standard in
      (standard, charted.indices.map { judges[$0].conformance(to: standard) })
    }
  }
}

extension StandardsOverview {
  /// The standards that were asked for, each with all policies held against it.
  package var askedRows: [(standard: Standard, verdicts: [Conformance])] {
    asked.map(\.standard).uniqued().map { standard in
      (standard, asked.filter { $0.standard == standard })
    }
  }
}

extension Conformance {
  /// How the policy keeps the binding clauses about the text.
  package var summary: Standard.Verdict {
    let binding = textRows.filter { $0.clause.force == .must }.map(\.finding.verdict)
    return binding.contains(.broken) ? .broken : binding.contains(.partly) ? .partly : .met
  }
}

extension Standard.Verdict {
  /// The verdict as a sign: ✓ ✗ ◐ and · for what cannot be seen.
  package var sign: String {
    switch self {
    case .met: "✓"
    case .broken: "✗"
    case .partly: "◐"
    case .notVisible: "·"
    }
  }
}
