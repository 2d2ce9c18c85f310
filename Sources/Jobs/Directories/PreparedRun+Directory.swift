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
    if let many = ManyBlanks(counted.whole) { pass.tell(many) }
    found.directory = try directoryFindings(counted, found.findings)
    return found
  }

  private func read(
    _ settings: DirectorySettings, showing display: (any ProgressDisplay)?
  ) throws -> (CountedDirectory, [ListSummary]) {
    display?.begin(pass.reading.progress)
    defer { display?.end() }
    var reader = DirectoryReader(pass.plan, settings, tell: pass.tell)
    try reader.readDumps()
    let groups = try reader.readNames()
    let cracked = try reader.readPotfiles()
    let counted = try CountedDirectory(
      &reader,
      Directory(
        reader.accounts, cracked, groups: groups, listed: reader.listedRows(askedLists)))
    return (counted, reader.summaries)
  }

  /// The bits of the blocklists that the run was asked to compare with.
  private var askedLists: UInt32 {
    pass.rulebook.blocklists.entries.enumerated().reduce(0) { bits, list in
      list.element.isAsked ? bits | 1 << UInt32(list.offset) : bits
    }
  }

  private func directoryFindings(
    _ counted: CountedDirectory, _ whole: Findings
  ) throws -> DirectoryFindings {
    let parts = counted.parts.map { label, counts in
      let findings = findings(of: counted.judged.tally(counts.judged))
      return Report.Part(
        dataset: label, findings: findings, accounts: counts.histograms(with: findings))
    }
    return DirectoryFindings(
      accounts: counted.directory.lineHistograms + counted.whole.histograms(with: whole),
      parts: parts, shortfalls: counted.shortfalls,
      named: counted.settings.namesAccounts ? try named(counted) : nil)
  }

  private func named(_ counted: CountedDirectory) throws -> NamedDirectory {
    let rulebook = pass.rulebook
    let judged = counted.judged
    let profiles =
      judged.count == 0 ? [] : (1...judged.count).map { judged.profile(of: UInt32($0)) }
    let policies = try rulebook.policies.map { policy in
      let matcher = try rulebook.matcher(policy)
      return (name: policy.name, complies: profiles.map { matcher.verdict(on: $0).isCompliant })
    }
    return NamedDirectory(
      directory: counted.directory, judgements: counted.judgements, blank: counted.blank,
      policies: policies)
  }
}

/// A directory with the counts of its datasets.
private struct CountedDirectory {
  let settings: DirectorySettings
  let directory: Directory
  let judged: JudgedPasswords
  let judgements: [UInt32]
  let blank: UInt32
  let whole: AccountCounts
  let parts: [(label: String, counts: AccountCounts)]
  let shortfalls: Set<Shortfall>

  init(_ reader: inout DirectoryReader, _ directory: Directory) throws {
    settings = reader.settings
    self.directory = directory
    blank = reader.judgeBlank()
    judged = reader.judged
    judgements = reader.judgements
    let (judgements, count, blank) = (judgements, judged.count, blank)
    let counts = { (members: [Int]?) in
      members.map {
        AccountCounts(
          directory, of: $0, judgements: judgements, judgementCount: count, blank: blank,
          isWhole: false)
      }
        ?? AccountCounts(
          directory, of: 0..<directory.accounts.count, judgements: judgements,
          judgementCount: count, blank: blank, isWhole: true)
    }
    whole = counts(nil)
    let strata =
      settings.separatesDomains ? directory.accounts.strataByDomain(floor: settings.minCell) : []
    if strata.count > DirectorySettings.mostDatasets {
      throw TooManyStrata(count: strata.count, minCell: settings.minCell)
    }
    parts =
      strata.map { (label: $0.label, counts: counts($0.members)) }
      + directory.groups.map { (label: "group: \($0.name)", counts: counts($0.members)) }
    shortfalls = reader.shortfalls
  }
}
