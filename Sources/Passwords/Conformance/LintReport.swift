package import PasswordPolicies

/// The result of linting policies: faults, and verdicts by standards.
///
///     let report = LintReport(readings, standards: [standard])
///     report.verdicts.count { $0.isPassed }
package struct LintReport {
  /// The policies that could be read.
  package let policies: [Policy]
  /// Faults of texts and policies that do not depend on a standard.
  package let faults: [LintFinding]
  /// What authors should know besides, which is no fault.
  package let notes: [LintFinding]
  /// The standards to check, without duplicates.
  package let standards: [Standard]
  /// Each policy held against each standard, policy by policy.
  package let verdicts: [Conformance]

  /// Lints policies; a text with errors has no policies to judge.
  ///
  /// `notes` finds what lies beyond the rules themselves.
  package init(
    _ readings: [PolicyReading], standards: [Standard],
    notes: ([Policy], [Standard]) -> [LintFinding] = { _, _ in [] }
  ) {
    var seen: Set<String> = []
    let standards = standards.filter { seen.insert($0.id).inserted }
    policies = readings.filter { !$0.hasErrors }.flatMap(\.policies)
    faults = readings.flatMap { $0.lint() }
    self.standards = standards
    verdicts = policies.flatMap { policy in
      var judge = ConformanceJudge(policy)
      return standards.map { judge.conformance(to: $0) }
    }
    self.notes = notes(policies, standards)
  }

  /// Whether there is no fault and no policy breaks a binding clause of a standard.
  package var isClean: Bool { faults.isEmpty && verdicts.allSatisfy(\.isPassed) }

  /// The verdicts of one standard, in the order of the policies.
  package func verdicts(by standard: Standard) -> [Conformance] {
    verdicts.filter { $0.standard == standard }
  }
}

extension Conformance {
  /// Whether the policy's text breaks no binding clause.
  package var isPassed: Bool { broken.isEmpty }

  /// The numbers of the binding clauses about the text that the policy breaks, without duplicates.
  package var broken: [String] {
    var seen: Set<String> = []
    return textRows.filter {
      $0.clause.force == .must && $0.finding.isFault && seen.insert($0.clause.number).inserted
    }.map(\.clause.number)
  }

  /// The binding clauses about settings beside the text that the file breaks, or keeps in part only.
  package var brokenSettings: [String] {
    faults([.must]).map(\.clause).filter { !$0.test.isOfText }.map(\.id)
  }

  /// Each clause about the text with the finding of lint against it; nil if the policy meets it.
  package var lint: [(clause: Standard.Clause, finding: LintFinding?)] {
    textRows.map { clause, finding in
      if finding.verdict == .met { return (clause, nil) }
      let how = finding.shown(for: clause.test)
      return (
        clause,
        policy.finding(
          .clause(clause, in: standard, finding.verdict, how: how), at: finding.rule?.id)
      )
    }
  }
}
