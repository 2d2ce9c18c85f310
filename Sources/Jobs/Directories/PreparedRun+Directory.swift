import Auditing
import Directories
import Intake
import Metrics
import Overview
import PasswordPolicies
import Requests

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
    if let many = DirectoryProblem.manyBlanks(counted.whole) { pass.tell(many) }
    for policy in counted.policies where policy.day != nil && counted.directory.asOf == nil {
      pass.tell(DirectoryProblem.noDates(policy.name, since: policy.since ?? ""))
    }
    found.directory = try directoryFindings(counted, found.findings)
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
      CountedDirectory(reader, directory, policies, blank: blank, strata: try reader.strata()),
      reader.summaries
    )
  }

  private func directoryFindings(
    _ counted: CountedDirectory, _ whole: Findings
  ) throws -> DirectoryFindings {
    let parts = counted.parts.map { part in
      let findings = findings(of: counted.judged.tally(part.counts.judged))
      return Report.Part(
        dataset: part.stratum.dataset, findings: findings,
        accounts: part.counts.histograms(with: findings, counted.policies))
    }
    return DirectoryFindings(
      accounts: counted.directory.lineHistograms
        + counted.whole.histograms(with: whole, counted.policies),
      parts: parts, strata: counted.parts.map(\.stratum), asOf: counted.directory.asOf,
      shortfalls: counted.shortfalls,
      named: counted.settings.namesAccounts
        ? NamedDirectory(
          directory: counted.directory, judgements: counted.judgements, blank: counted.blank,
          policies: counted.policies, namesReasons: counted.settings.namesReasons) : nil)
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
  let whole: AccountCounts
  let parts: [(stratum: Report.Stratum, counts: AccountCounts)]
  let shortfalls: Set<Shortfall>

  init(
    _ reader: DirectoryReader, _ directory: Directory, _ policies: [JudgedPolicy], blank: UInt32,
    strata: [(option: String, dataset: Dataset)]
  ) {
    settings = reader.settings
    self.directory = directory
    self.blank = blank
    self.policies = policies
    judged = reader.judged
    judgements = reader.judgements
    let (judgements, count, days) = (judgements, judged.count, policies.compactMap(\.day))
    let workers = reader.plan.lists.workers
    let counts = { (members: [Int]) in
      AccountCounts(
        directory, of: members, judgements: judgements, judgementCount: count, blank: blank,
        days: days, isWhole: false, workers: workers)
    }
    whole = AccountCounts(
      directory, of: 0..<directory.accounts.count, judgements: judgements, judgementCount: count,
      blank: blank, days: days, isWhole: true, workers: workers)
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
