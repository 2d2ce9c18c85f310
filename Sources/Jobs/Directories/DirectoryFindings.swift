import Directories
package import Metrics
package import Overview

/// What dumps and potfiles tell of the accounts of a directory.
package struct DirectoryFindings: Sendable {
  /// The counts of all accounts and lines.
  package let accounts: [Histogram]
  /// The strata and groups, with the findings about their known passwords.
  package let parts: [Report.Part]
  /// Why something is missing.
  let shortfalls: Set<Shortfall>
  /// The directory and the policies that each judgement breaks, for the accounts file; nil if no
  /// names are needed.
  package let named: NamedDirectory?
}

/// A directory with the policies that known passwords violate.
package struct NamedDirectory: Sendable {
  let directory: Directory
  /// The number of the judgement of each row's password; 0 without one.
  let judgements: [UInt32]
  /// The judgement of the empty password.
  let blank: UInt32
  /// The names of the policies, and for each whether the judgements comply.
  let policies: [(name: String, complies: [Bool])]

  /// The names of the policies that the known password of an account violates.
  func violated(by account: Int) -> [String] {
    let row = directory.accounts.rows[account]
    let judgement =
      row == HashRows.blank ? blank : row == HashRows.none ? 0 : judgements[Int(row)]
    if judgement == 0 { return [] }
    return policies.filter { !$0.complies[Int(judgement) - 1] }.map(\.name)
  }
}

extension AccountCounts {
  /// The counts as histograms, with the verdicts of each policy.
  func histograms(with findings: Findings) -> [Histogram] {
    let counted = AccountMetric.allCases.compactMap { metric in
      histogram(of: metric).map { bins, total in
        Histogram(
          Metric(name: metric.rawValue, isOfPolicy: false), unit: .accounts, total: total,
          .named(bins))
      }
    }
    return counted
      + findings.policies.map { policy in
        let violating = findings.entries - policy.compliant
        return Histogram(
          policy: policy.name, Metric(name: "account_compliance", isOfPolicy: true),
          unit: .accounts, total: accounts,
          .named([
            ("compliant", policy.compliant), ("violating", violating),
            ("open", accounts - findings.entries),
          ]))
      }
  }
}

extension Directory {
  /// The lines of dumps and potfiles, and by which readings passwords were proven.
  var lineHistograms: [Histogram] {
    let dumpLines = DumpLineKind.allCases.map { ("\($0)", accounts.lines[$0.rawValue]) }
    let potfileLines = PotfileOutcome.allCases.map { ("\($0)", cracked.outcomes[$0.rawValue]) }
    var proofs = Array(repeating: UInt64(0), count: PotfileReading.allCases.count)
    for row in heldRows {
      if let reading = cracked.reading(of: row) { proofs[Int(reading.rawValue)] += 1 }
    }
    let named = zip(PotfileReading.allCases, proofs).map { ($0.name, $1) }
    let parts: [(String, Histogram.Unit, [(String, UInt64)])] = [
      ("dump_lines", .lines, dumpLines), ("potfile_lines", .lines, potfileLines),
      ("proof", .distinct, named),
    ]
    return parts.map { name, unit, bins in
      Histogram(
        Metric(name: name, isOfPolicy: false), unit: unit,
        total: bins.reduce(0) { $0 + $1.1 }, .named(bins))
    }
  }
}
