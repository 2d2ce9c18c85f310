import Auditing
import Diagnostics
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
  /// The accounts for which it is in force; nil if it does not say.
  let audience: Audience?
  /// Where it was read.
  let location: Location
  /// The rules that each judgement breaks.
  private let broken: [Verdict]
  private let rules: [String]

  init(_ policy: Policy, _ rulebook: Rulebook, _ judged: JudgedPasswords) throws {
    (name, since, audience) = (policy.name, policy.since, policy.audience)
    location = policy.location
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

  /// The sums of some counts by judgement: those that comply, that violate, and without a judgement.
  func verdicts(on judged: [UInt64]) -> [UInt64] {
    var verdicts: [UInt64] = [0, 0, 0]
    for (judgement, count) in judged.enumerated() {
      verdicts[complies(judgement).map { $0 ? 0 : 1 } ?? 2] += count
    }
    return verdicts
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
  /// When and for whom the policies are in force.
  let scopes: PolicyScopes
  /// Whether the rules that are broken are told.
  let namesReasons: Bool

  /// The judgement of an account's password; 0 if it is not known.
  func judgement(of account: Int) -> Int {
    let row = directory.accounts.rows[account]
    return row == HashRows.none ? 0 : Int(row == HashRows.blank ? blank : judgements[Int(row)])
  }
}

extension AccountCounts {
  /// The counts as histograms, with the verdicts of each policy, and of those in force together.
  func histograms(_ policies: [JudgedPolicy]) -> [Histogram] {
    var counted = AccountMetric.allCases.compactMap { metric in
      histogram(of: metric).map { bins, total in
        Histogram(
          Metric(name: metric.name, isOfPolicy: false),
          unit: metric == .sharedPasswords ? .distinct : .accounts, total: total, .named(bins))
      }
    }
    var inForce: [UInt64] = [0, 0, 0]
    for (number, policy) in policies.enumerated() {
      let verdicts = policy.verdicts(on: judged(by: number))
      counted.append(Self.histogram("account_compliance", of: policy.name, verdicts))
      if policy.audience != nil { inForce = zip(inForce, verdicts).map { $0 + $1 } }
      if policy.day == nil { continue }
      let times = scoped[number].flatMap { policy.verdicts(on: $0) }
      counted.append(Self.histogram("since", of: policy.name, times))
    }
    if policies.contains(where: { $0.audience != nil }) {
      counted.append(Self.histogram("account_compliance", of: Metric.inForce, inForce))
      counted.append(
        Self.histogram(
          Metric.compliance.name, of: Metric.inForce, Array(inForce.dropLast()), unit: .entries))
    }
    return counted
  }

  /// The histogram of a policy, of which these are all counts.
  private static func histogram(
    _ metric: String, of policy: String, _ counts: [UInt64], unit: Histogram.Unit = .accounts
  ) -> Histogram {
    let verdicts = ["compliant", "violating", "open"]
    let names =
      counts.count > verdicts.count
      ? PolicyTime.allCases.flatMap { time in verdicts.map { "\(time)-\($0)" } } : verdicts
    return Histogram(
      policy: policy, Metric(name: metric, isOfPolicy: true), unit: unit,
      total: counts.reduce(0, +), .named(zip(names, counts)))
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
