import Auditing
import Directories
import Intake
import Metrics
import Overview
import PasswordPolicies
import Requests
import Tallies

extension PreparedRun {
  /// Reads dumps and potfiles, and applies the policies to the known passwords of accounts.
  ///
  /// - Parameters:
  ///   - settings: The potfiles, and the datasets beside the whole.
  ///   - display: Shows the progress.
  /// - Returns: The findings; entries are accounts whose password is known.
  /// - Throws: ``ProblemsTold``, and the errors of ``Pass/read(into:showing:)``.
  func run(
    _ settings: DirectorySettings, showing display: (any ProgressDisplay)?
  ) throws -> AuditFindings {
    let (counted, summaries) = try read(settings, showing: display)
    let lists = try pass.facts(of: summaries)
    var found = try findings(of: counted.judged.tally(counted.whole.judged), in: lists)
    found.findings.restrict(counted.whole, counted) { findings(of: $0) }
    if let many = DirectoryProblem.manyBlanks(counted.whole) { pass.tell(many) }
    for policy in counted.policies where policy.day != nil && counted.directory.asOf == nil {
      pass.tell(DirectoryProblem.noDates(policy.name, since: policy.since ?? ""))
    }
    for problem in counted.idlePolicies { pass.tell(problem) }
    found.directory = directoryFindings(counted)
    return found
  }

  private func read(
    _ settings: DirectorySettings, showing display: (any ProgressDisplay)?
  ) throws -> (CountedDirectory, [ListSummary]) {
    display?.begin(pass.reading.progress)
    defer { display?.end() }
    var reader = DirectoryReader(pass.plan, settings, tell: pass.tell)
    try reader.requireFiles()
    try reader.readDumps()
    try reader.readTables()
    let groups = try reader.readNames()
    let cracked = try reader.readPotfiles()
    let lists = pass.rulebook.blocklists.entries.enumerated().filter(\.element.isAsked)
    let listed = reader.listedRows(
      lists.reduce(0) { $0 | 1 << UInt32($1.offset) },
      asksBuiltIn: lists.contains(where: \.element.isBuiltIn))
    let directory = Directory(
      reader.accounts, cracked, groups: groups, listed: listed, asOf: settings.asOf,
      workers: reader.plan.lists.workers)
    let blank = reader.judgeBlank()
    let policies = try pass.rulebook.policies.map {
      try JudgedPolicy($0, pass.rulebook, reader.judged)
    }
    return (
      try CountedDirectory(reader, directory, policies, blank: blank, strata: try reader.strata()),
      reader.summaries
    )
  }

  private func directoryFindings(_ counted: CountedDirectory) -> DirectoryFindings {
    let parts = counted.parts.map { part in
      var found = findings(of: counted.judged.tally(part.counts.judged))
      found.restrict(part.counts, counted) { findings(of: $0) }
      return Report.Part(
        dataset: part.stratum.dataset, findings: found,
        accounts: part.counts.histograms(counted.policies))
    }
    return DirectoryFindings(
      accounts: counted.directory.lineHistograms
        + counted.whole.histograms(counted.policies),
      parts: parts, strata: counted.parts.map(\.stratum), asOf: counted.directory.asOf,
      shortfalls: counted.shortfalls,
      named: counted.settings.namesAccounts
        ? NamedDirectory(
          directory: counted.directory, judgements: counted.judgements, blank: counted.blank,
          policies: counted.policies, scopes: counted.scopes,
          namesReasons: counted.settings.namesReasons) : nil)
  }
}

/// A directory with the counts of its datasets.
private struct CountedDirectory {
  let settings: DirectorySettings
  let directory: Directory
  let judged: JudgedPasswords
  let judgements: [UInt32]
  let blank: UInt32
  let policies: [JudgedPolicy]
  let scopes: PolicyScopes
  let whole: AccountCounts
  let parts: [(stratum: Report.Stratum, counts: AccountCounts)]
  let shortfalls: Set<Shortfall>

  init(
    _ reader: DirectoryReader, _ directory: Directory, _ policies: [JudgedPolicy], blank: UInt32,
    strata: [(option: String, dataset: Dataset)]
  ) throws(DirectoryProblem) {
    settings = reader.settings
    self.directory = directory
    self.blank = blank
    self.policies = policies
    judged = reader.judged
    judgements = reader.judgements
    scopes = try PolicyScopes(
      policies, accounts: directory.accounts.count,
      datasets: strata.map { ($0.dataset.label, $0.dataset.members) }
        + directory.groups.map { ("group: \($0.name)", $0.members) })
    let (judgements, count, scopes) = (judgements, judged.count, scopes)
    let workers = reader.plan.lists.workers
    let counts = { (members: [Int]) in
      AccountCounts(
        directory, of: members, judgements: judgements, judgementCount: count, blank: blank,
        scopes: scopes, isWhole: false, workers: workers)
    }
    whole = AccountCounts(
      directory, of: 0..<directory.accounts.count, judgements: judgements, judgementCount: count,
      blank: blank, scopes: scopes, isWhole: true, workers: workers)
    parts =
      strata.map { option, stratum in
        let counts = counts(stratum.members)
        return (
          Report.Stratum(
            option: "--by \(option)", dataset: stratum.label, accounts: counts.accounts,
            joined: stratum.joined), counts
        )
      }
      + directory.groups.map { group in
        let counts = counts(group.members)
        return (
          Report.Stratum(
            option: "--group", dataset: "group: \(group.name)", accounts: counts.accounts,
            joined: 0, isBelowCell: counts.accounts < UInt64(reader.settings.minCell)), counts
        )
      }
    shortfalls = reader.shortfalls
  }
}

extension CountedDirectory {
  /// The policies that are in force for no account, since others are for all of theirs.
  var idlePolicies: [DirectoryProblem] {
    policies.enumerated().filter { number, policy in
      policy.audience != nil && !whole.judged(by: number).contains { $0 > 0 }
    }.map { DirectoryProblem.idle($1) }
  }
}

extension Findings {
  /// Counts for each policy that is in force for some accounts only the passwords of these.
  fileprivate mutating func restrict(
    _ counts: AccountCounts, _ counted: CountedDirectory, by findings: (Tally) -> Findings
  ) {
    for (number, policy) in counted.policies.enumerated() where policy.audience != nil {
      replace(number, by: findings(counted.judged.tally(counts.judged(by: number))))
    }
  }
}
