import Auditing
import Directories
import Intake
import Metrics
import PasswordPolicies
import Reports
import Tallies

extension PreparedRun {
  /// Reads dumps and potfiles, and applies the policies to the known passwords of accounts.
  ///
  /// - Throws: ``ProblemsTold``, and the errors of ``Pass/read(into:showing:)``.
  func run(
    _ settings: DirectorySettings, showing display: (any ProgressDisplay)?
  ) throws -> AuditFindings {
    let (counted, summaries) = try pass.read(settings, pass.policySet.policies, showing: display)
    let lists = try pass.facts(of: summaries)
    var found = try findings(of: counted.tally, in: lists)
    found.findings.restrict(counted.whole, counted) { findings(of: $0) }
    found.directory = directoryFindings(counted, namesAccounts: settings.namesAccounts)
    return found
  }

  private func directoryFindings(
    _ counted: CountedDirectory, namesAccounts: Bool
  ) -> DirectoryFindings {
    let named = counted.named
    let parts = counted.parts.map { part in
      var found = findings(of: counted.judged.tally(part.counts.judged))
      found.restrict(part.counts, counted) { findings(of: $0) }
      return Report.Part(
        dataset: part.stratum.dataset, findings: found,
        accounts: part.counts.histograms(named.policies))
    }
    return DirectoryFindings(
      accounts: named.directory.recordedLines.histograms
        + counted.whole.histograms(named.policies),
      parts: parts, strata: counted.parts.map(\.stratum), readings: counted.readings,
      shortfalls: counted.shortfalls, named: namesAccounts ? named : nil)
  }
}

extension Findings {
  /// Counts for each policy that is in force for some accounts only the passwords of these.
  fileprivate mutating func restrict(
    _ counts: AccountCounts, _ counted: CountedDirectory, by findings: (Tally) -> Findings
  ) {
    for (number, policy) in counted.named.policies.enumerated() where policy.audience != nil {
      replace(number, by: findings(counted.judged.tally(counts.judged(by: number))))
    }
  }
}
