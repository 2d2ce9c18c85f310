import Auditing
package import Conformance
package import PasswordPolicies
import Workers

/// The standards that policies are held against.
///
///     ConformanceSettings(standards: standards).results(policies)
package struct ConformanceSettings: Sendable {
  package let standards: [Standard]
  /// The ids of standards and clauses that do not count.
  private let waived: [(standard: String, clause: String)]

  package init(standards: [Standard], waived: [(standard: String, clause: String)] = []) {
    self.standards = standards
    self.waived = waived
  }

  /// Each policy held against each standard, policy by policy.
  package func results(_ policies: [Policy], threads: Int = 1) -> [Conformance] {
    let workers = threads == 1 ? WorkerPool.alone : WorkerPool(width: threads)
    return workers.map(policies) { policy in
      var judge = ConformanceJudge(policy, isListed: Self.test(of: policy))
      return standards.map { standard in
        var result = judge.conformance(to: standard)
        result.waived = Set(waived.filter { $0.standard == standard.id }.map(\.clause))
        return result
      }
    }.flatMap(\.self)
  }

  /// Whether a list or a score refuses a password; false for what cannot be read, since a witness need
  /// not keep it.
  private static func test(of policy: Policy) -> (String) -> Bool {
    guard policy.rules.contains(where: \.isUncounted),
      let lists = try? BlocklistSettings.off.load(for: [policy], tell: { _ in }),
      let checker = try? PasswordChecker([policy], lists, StrengthSettings())
    else { return { _ in false } }
    let scratch = CheckScratch()
    let isUncounted = Set(policy.rules.filter(\.isUncounted).map(\.id.text))
    return { password in
      !isUncounted.isDisjoint(
        with: checker.violations(in: ArraySlice(password.utf8), scratch).joined())
    }
  }
}
