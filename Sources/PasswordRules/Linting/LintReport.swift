/// What lint says of some policies: their own faults, and how they fare by standards.
///
///     let report = LintReport(readings, standards: [.nist4])
///     report.verdicts.count { $0.isPassed }
package struct LintReport: Sendable {
  /// The policies that could be read.
  package let policies: [Policy]
  /// Faults of texts and policies, whatever a standard says.
  package let faults: [LintFinding]
  /// The standards that were asked for, each once.
  package let standards: [Standard]
  /// A verdict for each policy and standard: all of the first policy, then those of the next.
  package let verdicts: [StandardVerdict]

  /// Lints what was read; a text with errors has no policies to be judged.
  package init(_ readings: [PolicyReading], standards: [Standard]) {
    var seen: Set<String> = []
    let standards = standards.filter { seen.insert($0.id).inserted }
    policies = readings.filter { !$0.hasErrors }.flatMap(\.policies)
    faults = readings.flatMap { $0.lint() }
    self.standards = standards
    verdicts = policies.flatMap { policy in standards.map { policy.verdict(by: $0) } }
  }

  /// Whether there is no fault, and no binding clause of a standard is broken.
  package var isClean: Bool { faults.isEmpty && verdicts.allSatisfy(\.isPassed) }

  /// The verdicts of one standard, in the order of the policies.
  package func verdicts(by standard: Standard) -> [StandardVerdict] {
    verdicts.filter { $0.standard.id == standard.id }
  }
}
