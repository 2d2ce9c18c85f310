import Auditing
import Directories
package import Metrics
package import Overview
import PasswordPolicies
import Requests

/// What dumps and potfiles tell of the accounts of a directory.
package struct DirectoryFindings: Sendable {
  /// The counts of all accounts and lines.
  package let accounts: [Histogram]
  /// The strata and groups, with the findings about their known passwords.
  package let parts: [Report.Part]
  /// What each part is of.
  let strata: [Report.Stratum]
  /// The day at which ages end; nil if no day is known.
  let asOf: Int32?
  /// Why something is missing.
  let shortfalls: Set<Shortfall>
  /// The directory and the policies that each judgement breaks, for the accounts file; nil if no
  /// names are needed.
  package let named: NamedDirectory?
  /// The file that names accounts, as a report mentions it.
  package var file: Report.AccountsFile?

  /// What a reader must know of the dates.
  var readings: [String: String] {
    asOf.map { ["ages end": PasswordDate.text(ofDay: $0)] } ?? [:]
  }
}

/// A policy with what it says of each judgement.
struct JudgedPolicy: Sendable {
  let name: String
  /// The day since which it is in force, as it says; nil if it does not.
  let since: String?
  /// The rules that each judgement breaks.
  private let broken: [Verdict]
  private let rules: [String]

  init(_ policy: Policy, _ rulebook: Rulebook, _ judged: JudgedPasswords) throws {
    (name, since) = (policy.name, policy.since)
    let matcher = try rulebook.matcher(policy)
    broken =
      judged.count == 0
      ? [] : (1...judged.count).map { matcher.verdict(on: judged.profile(of: UInt32($0))) }
    rules = policy.ruleIDs.map(\.text)
  }

  /// The day since which it is in force.
  var day: Int32? {
    guard let since, case .day(let day) = PasswordDate(Array(since.utf8).span) else { return nil }
    return day
  }

  /// Whether a judgement complies; nil for 0, which is of no known password.
  func complies(_ judgement: Int) -> Bool? {
    judgement == 0 ? nil : broken[judgement - 1].isCompliant
  }

  /// The names of the rules that a judgement breaks.
  func rules(brokenBy judgement: Int) -> [String] {
    judgement == 0 ? [] : broken[judgement - 1].indices.map { rules[$0] }
  }
}

/// A directory with the policies that known passwords violate.
package struct NamedDirectory: Sendable {
  let directory: Directory
  /// The number of the judgement of each row's password; 0 without one.
  let judgements: [UInt32]
  /// The judgement of the empty password.
  let blank: UInt32
  let policies: [JudgedPolicy]
  /// Whether the rules that are broken are told.
  let namesReasons: Bool

  /// The judgement of an account's password; 0 if it is not known.
  func judgement(of account: Int) -> Int {
    let row = directory.accounts.rows[account]
    return row == HashRows.none ? 0 : Int(row == HashRows.blank ? blank : judgements[Int(row)])
  }
}

extension AccountCounts {
  /// The counts as histograms, with the verdicts of each policy.
  func histograms(with findings: Findings, _ policies: [JudgedPolicy]) -> [Histogram] {
    var counted = AccountMetric.allCases.compactMap { metric in
      histogram(of: metric).map { bins, total in
        Histogram(
          Metric(name: metric.name, isOfPolicy: false), unit: .accounts, total: total,
          .named(bins))
      }
    }
    var dated = since[...]
    for (policy, found) in zip(policies, findings.policies) {
      counted.append(
        histogram(
          "account_compliance", of: policy,
          [
            ("compliant", found.compliant), ("violating", findings.entries - found.compliant),
            ("open", accounts - findings.entries),
          ]))
      if policy.day == nil { continue }
      let times = zip(PolicyTime.allCases, dated.removeFirst()).flatMap { time, judged in
        var verdicts: [UInt64] = [0, 0, 0]
        for (judgement, count) in judged.enumerated() {
          verdicts[policy.complies(judgement).map { $0 ? 0 : 1 } ?? 2] += count
        }
        return zip(["compliant", "violating", "open"], verdicts).map { ("\(time)-\($0)", $1) }
      }
      counted.append(histogram("since", of: policy, times))
    }
    return counted
  }

  private func histogram(
    _ metric: String, of policy: JudgedPolicy, _ bins: [(String, UInt64)]
  ) -> Histogram {
    Histogram(
      policy: policy.name, Metric(name: metric, isOfPolicy: true), unit: .accounts,
      total: accounts, .named(bins))
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
