import Auditing
import Diagnostics
import Directories
package import Metrics
import PasswordPolicies
package import Reports
import Tallies

/// What dumps and potfiles tell of the accounts of a directory.
package struct DirectoryFindings: Sendable {
  /// The counts of all accounts and lines.
  package let accounts: [Histogram]
  /// The strata and groups, with the findings about their known passwords.
  package let parts: [Report.Part]
  /// What each part is of.
  let strata: [Report.Stratum]
  /// What a reader must know of how accounts were counted; none if a recording has it.
  var readings: [String: String] = [:]
  /// Why something is missing.
  let shortfalls: Set<Shortfall>
  /// The directory and the policies that each judgement breaks, for the accounts file; nil if no
  /// names are needed.
  let named: NamedDirectory?
  /// The file that names accounts, as a report mentions it.
  fileprivate(set) var file: Report.AccountsFile?
}

extension AuditFindings {
  /// The rows of the file that names accounts, which the report mentions from now on; nil without
  /// such a file.
  package mutating func nameAccounts(in file: String?) -> [String]? {
    guard let rows = directory?.named?.rows else { return nil }
    directory?.file = file.map { Report.AccountsFile(file: $0, rows: rows.count) }
    return rows
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

  init(_ policy: Policy, _ policySet: PolicySet, _ judged: JudgedPasswords) throws {
    (name, since, audience) = (policy.name, policy.since, policy.audience)
    location = policy.location
    let matcher = try policySet.matcher(policy)
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

  /// The sums of some counts by judgement: those that comply, that violate, and without a
  /// judgement.
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
  /// The bins of all metrics.
  var recorded: [RecordedStratum.Count] {
    AccountMetric.allCases.flatMap { metric in
      (bins(of: metric) ?? []).map { RecordedStratum.Count(metric.name, $0, $1) }
    }
  }

  /// The counts as histograms, with the verdicts of each policy, and of those in force together.
  func histograms(_ policies: [JudgedPolicy]) -> [Histogram] {
    var counted = recorded.histograms
    var inForce: [UInt64] = [0, 0, 0]
    for (number, policy) in policies.enumerated() {
      let verdicts = policy.verdicts(on: judged(by: number))
      counted.append(Histogram("account_compliance", of: policy.name, verdicts))
      if policy.audience != nil { inForce = zip(inForce, verdicts).map { $0 + $1 } }
      if policy.day == nil { continue }
      let times = scoped[number].flatMap { policy.verdicts(on: $0) }
      counted.append(Histogram("since", of: policy.name, times))
    }
    if policies.contains(where: { $0.audience != nil }) {
      counted.append(Histogram("account_compliance", of: Metric.inForce, inForce))
      counted.append(
        Histogram(
          Metric.compliance.name, of: Metric.inForce, Array(inForce.dropLast()), unit: .entries))
    }
    return counted
  }
}

extension Histogram {
  /// The histogram of a policy, of which these are all counts.
  init(_ metric: String, of policy: String, _ counts: [UInt64], unit: Histogram.Unit = .accounts) {
    let verdicts = ["compliant", "violating", "open"]
    let names =
      counts.count > verdicts.count
      ? PolicyTime.allCases.flatMap { time in verdicts.map { "\(time)-\($0)" } } : verdicts
    self.init(
      policy: policy, Metric(name: metric, isOfPolicy: true), unit: unit,
      total: counts.reduce(0, +), .named(zip(names, counts)))
  }
}

extension [RecordedStratum.Count] {
  /// The histograms of metrics about accounts; nobody is excluded unless asked for.
  var histograms: [Histogram] {
    let groups = Dictionary(grouping: self, by: \.metric)
    return map(\.metric).uniqued().compactMap { name in
      let metric = Metric(name: name, isOfPolicy: false)
      guard Metric.ofAccounts.contains(metric), let bins = groups[name] else { return nil }
      let all = metric.metricOfTotal.map { groups[$0.name] ?? [] } ?? bins
      return Histogram(
        metric, unit: metric.unit, total: all.reduce(0) { $0 + $1.count },
        .named(
          bins.filter { $0.bucket != "excluded" || $0.count > 0 }.map { ($0.bucket, $0.count) }))
    }
  }
}

extension Directory {
  /// The lines of dumps and potfiles, and by which readings passwords were proven.
  var recordedLines: [RecordedStratum.Count] {
    let dumpLines = DumpLineKind.allCases.map { ("\($0)", accounts.lines[$0.rawValue]) }
    let potfileLines = PotfileOutcome.allCases.map { ("\($0)", cracked.outcomes[$0.rawValue]) }
    var proofs = Array(repeating: UInt64(0), count: PotfileReading.allCases.count)
    for row in heldRows {
      if let reading = cracked.reading(of: row) { proofs[Int(reading.rawValue)] += 1 }
    }
    let named = zip(PotfileReading.allCases, proofs).map { ($0.name, $1) }
    let parts = [("dump_lines", dumpLines), ("potfile_lines", potfileLines), ("proof", named)]
    return parts.flatMap { name, bins in bins.map { RecordedStratum.Count(name, $0, $1) } }
  }
}
