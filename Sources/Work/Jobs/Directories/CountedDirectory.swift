import Auditing
import Diagnostics
import Directories
import Intake
import PasswordPolicies
import Reports
import Tallies

/// A directory with the counts of its datasets.
struct CountedDirectory {
  /// The directory, and what each policy says of its passwords.
  let named: NamedDirectory
  let judged: JudgedPasswords
  let whole: AccountCounts
  let parts: [(stratum: Report.Stratum, counts: AccountCounts)]
  let shortfalls: Set<Shortfall>
  /// What a reader must know of how accounts were counted.
  var readings: [String: String]

  init(
    _ reader: DirectoryReader, _ directory: Directory, _ policies: [JudgedPolicy], blank: UInt32,
    strata: [(option: String, dataset: Dataset)]
  ) throws(Problem) {
    judged = reader.judged
    let scopes = try PolicyScopes(
      policies, accounts: directory.accounts.count,
      datasets: strata.map { ($0.dataset.label, $0.dataset.members) }
        + directory.groups.map { ("group: \($0.name)", $0.members) })
    let (judgements, count) = (reader.judgements, judged.count)
    named = NamedDirectory(
      directory: directory, judgements: judgements, blank: blank, policies: policies,
      scopes: scopes, namesReasons: reader.settings.namesReasons)
    let workers = reader.plan.lists.workers
    func counts(_ members: [Int], isWhole: Bool = false) -> AccountCounts {
      AccountCounts(
        directory, of: members, judgements: judgements, judgementCount: count, blank: blank,
        scopes: scopes, isWhole: isWhole, workers: workers)
    }
    whole = counts(Array(0..<directory.accounts.count), isWhole: true)
    parts =
      strata.map { option, stratum in
        let counts = counts(stratum.members)
        let part = Report.Stratum(
          option: "--by \(option)", dataset: stratum.label, accounts: counts.accounts,
          joined: stratum.joined)
        return (part, counts)
      }
      + directory.groups.map { group in
        let counts = counts(group.members)
        let part = Report.Stratum(
          option: "--group", dataset: "group: \(group.name)", accounts: counts.accounts, joined: 0,
          isBelowCell: counts.accounts < UInt64(reader.settings.minCell))
        return (part, counts)
      }
    shortfalls = reader.shortfalls
    readings = reader.settings.readings
    readings["ages end"] = directory.asOf.map { PasswordDate.text(ofDay: $0) }
  }
}

extension CountedDirectory {
  /// The known passwords of all accounts.
  var tally: Tally { judged.tally(whole.judged) }

  /// Doubts about the counts: many blank passwords, policies without dates, and those that are in
  /// force for no account, since others are for all of theirs.
  fileprivate var problems: [Problem] {
    [Problem.manyBlanks(whole)].compactMap(\.self)
      + named.policies.filter { $0.day != nil && named.directory.asOf == nil }.map {
        Problem.noDates($0.name, since: $0.since ?? "")
      }
      + named.policies.enumerated().filter { number, policy in
        policy.audience != nil && !whole.judged(by: number).contains { $0 > 0 }
      }.map { Problem.idleAudience($1) }
  }
}

extension Pass {
  /// Reads dumps and potfiles, and counts the accounts of the whole and of each dataset.
  ///
  /// - Throws: ``ProblemsTold``, and the errors of ``Pass/read(into:showing:)``.
  func read(
    _ settings: DirectorySettings, _ policies: [Policy], showing display: (any ProgressDisplay)?
  ) throws -> (CountedDirectory, [ListSummary]) {
    display?.begin(reading.progress)
    defer { display?.end() }
    var reader = DirectoryReader(plan, settings, tell: tell)
    try reader.requireFiles()
    try reader.readDumps()
    try reader.readTables()
    let groups = try reader.readNames()
    let cracked = try reader.readPotfiles()
    let lists = policySet.blocklists.entries.enumerated().filter(\.element.isAsked)
    let listed = reader.listedRows(
      lists.reduce(0) { $0 | 1 << UInt32($1.offset) },
      asksBuiltIn: lists.contains(where: \.element.isBuiltIn))
    let directory = Directory(
      reader.accounts, cracked, groups: groups, listed: listed, asOf: settings.asOf,
      workers: reader.plan.lists.workers)
    let blank = reader.judgeBlank()
    let policies = try policies.map { try JudgedPolicy($0, policySet, reader.judged) }
    var counted = try CountedDirectory(
      reader, directory, policies, blank: blank, strata: try reader.strata())
    counted.readings["accounts on lists"] = policySet.blocklists.askedOfAccounts
    for problem in counted.problems { tell(problem) }
    return (counted, reader.summaries)
  }
}
