/// The result of linting policies: faults, and verdicts by standards.
///
///     let report = LintReport(readings, standards: [.nist4])
///     report.verdicts.count { $0.isPassed }
package struct LintReport: Sendable {
  /// The policies that could be read.
  package let policies: [Policy]
  /// Faults of texts and policies that do not depend on a standard.
  package let faults: [LintFinding]
  /// The standards to check, without duplicates.
  package let standards: [Standard]
  /// A verdict for each policy and standard, policy by policy.
  package let verdicts: [StandardVerdict]

  /// Lints policies; a text with errors has no policies to judge.
  package init(_ readings: [PolicyReading], standards: [Standard]) {
    var seen: Set<String> = []
    let standards = standards.filter { seen.insert($0.id).inserted }
    policies = readings.filter { !$0.hasErrors }.flatMap(\.policies)
    faults = readings.flatMap { $0.lint() }
    self.standards = standards
    verdicts = policies.flatMap { policy in standards.map { policy.verdict(by: $0) } }
  }

  /// Whether there is no fault and no policy breaks a binding clause of a standard.
  package var isClean: Bool { faults.isEmpty && verdicts.allSatisfy(\.isPassed) }

  /// The verdicts of one standard, in the order of the policies.
  package func verdicts(by standard: Standard) -> [StandardVerdict] {
    verdicts.filter { $0.standard.id == standard.id }
  }
}
