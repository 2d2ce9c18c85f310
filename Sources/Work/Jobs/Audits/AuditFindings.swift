import Auditing
import Blocklists
package import Diagnostics
package import Metrics
import PasswordPolicies
import PasswordStrength
import Passwords
package import Reports
import Tallies
import Workers

/// The findings of policies in lists that were read just now or recorded earlier.
package struct AuditFindings: Sendable {
  let settings: AuditSettings
  /// Facts about the lists, besides the counts of their passwords.
  let read: ReadLists
  /// What is to be known of the lists together, each on one line.
  let doubts: [String]
  /// The lists of refused values.
  let blocklists: LoadedBlocklists
  /// The records of the policies for a report.
  let records: MadeAhead<PolicyRecords>
  /// The keyspace of each policy, nil if it could not be counted; nil unless requested.
  let spaces: [PolicySpace?]?
  /// The findings about all lists.
  package internal(set) var findings: Findings
  /// What guesses find; nil if not requested, or if memory was too short.
  let guessed: GuessedPolicies?
  /// What guesses find by what the refused do; nil if not requested, or without exact metrics.
  var behaviours: BehaviourFindings?
  /// The policies held against standards; nil if that is to be done with the report.
  var standards: MadeAhead<StandardsOverview>?
  /// The findings about each list, in order; empty unless lists are separated.
  private(set) var byList: [Findings] = []
  /// The accounts, if the lists are dumps of a directory.
  package var directory: DirectoryFindings?
  /// The checkpoint of a finished run, which nothing resumes; nil if there is none.
  var finished: CheckpointSettings?

  /// The lists, as a report names them.
  package var lists: FoundLists { read.lists }

  /// The reasons why the findings are incomplete.
  package var shortfalls: Set<Shortfall> {
    var shortfalls = read.shortfalls
    if settings.distinct != nil, guessed == nil {
      shortfalls.insert(.noSpectrum)
    }
    if findings.entries == 0, directory == nil { shortfalls.insert(.nothingAudited) }
    if let directory { shortfalls.formUnion(directory.shortfalls) }
    if findings.list.shapes?.isOver == true { shortfalls.insert(.noShapes) }
    if spaces?.contains(where: { $0 == nil }) == true { shortfalls.insert(.uncountedSpace) }
    if !warnings.isEmpty { shortfalls.insert(.warned) }
    return shortfalls
  }

  /// The warnings: about each list, about what judges them, and about the lists together.
  private var warnings: [String] { Manifest.warnings(of: read.inputs, read.heard.all + doubts) }

  /// Ends the work once its report is written: removes the checkpoint of a finished run, and tells
  /// what the outcome lacks.
  ///
  /// A share of an incomplete list cannot be compared with a threshold, so it is missed by complete
  /// ones only.
  ///
  /// - Parameters:
  ///   - gates: What every policy must keep to; nil for the settings' gates.
  ///   - tell: Receives every policy that does not, and that nothing was audited.
  /// - Returns: The outcome.
  package func conclude(failing gates: Gates? = nil, tell: (Problem) -> Void) -> Outcome {
    finished?.remove()
    var shortfalls = shortfalls
    if shortfalls.contains(.nothingAudited) { tell(.noPasswords(lists)) }
    guard shortfalls.isDisjoint(with: .ofReports) else { return shortfalls.outcome }
    for missed in (gates ?? settings.gates).missed(by: findings) {
      tell(missed)
      shortfalls.insert(.missedThreshold)
    }
    return shortfalls.outcome
  }

  /// Adds the findings about each list.
  mutating func add(_ parts: [Findings]) {
    byList = zip(parts, read.inputs).map { part, input in
      var findings = part
      findings.add(LineCounts(unheldOf: input))
      if !read.namesUsers { findings.leaveOutRelations() }
      return findings
    }
  }

  /// What was read and counted how, where that has several readings.
  private var readings: [String: String] {
    let scored = settings.scoresPasswords || findings.habits != nil
    let ofRun = [
      "repetition": settings.distinct?.stated(for: read),
      "behaviour": behaviours == nil ? nil : settings.behaviours?.stated,
      "shape": findings.list.shapes?.stated,
      "reference year": scored ? "\(settings.judging.strength.referenceYear)" : nil,
      "habits": findings.habits?.stated,
    ].compactMapValues(\.self)
    return [read.readings, blocklists.readings, ofRun, directory?.readings ?? [:]]
      .reduce(settings.readings) { $0.merging($1) { $1 } }
  }

  /// Makes a report of the findings.
  ///
  /// - Parameters:
  ///   - version: The program's version.
  ///   - dataset: The label of the lists; nil for the first one's name.
  ///   - counted: The keyspace of each policy, counted elsewhere; nil to use ``spaces``.
  ///   - date: The day that the page states; nil for none.
  /// - Returns: The report, which can be written in any format.
  package func report(
    version: String, dataset: String? = nil, spaces counted: [PolicySpace?]? = nil,
    date: CalendarDay? = nil
  ) -> Report {
    let label = dataset ?? lists.label
    let labels = byList.isEmpty ? [] : lists.labels(besides: label)
    let records = records.value
    var findings = findings
    findings.shapeListing = settings.shapeListing
    let policies = findings.policies.map(\.policy)
    return Report(
      Manifest(
        version: version, complete: shortfalls.isDisjoint(with: .ofReports), dataset: label,
        inputs: read.inputs.enumerated().map { number, input in
          Manifest.Input(labels.isEmpty ? nil : labels[number], input)
        },
        policies: records.policies,
        blocklists: blocklists.manifest(lookups: findings.entries, idle: records.idle),
        dictionaries: settings.statedDictionaries,
        readings: readings,
        doubts: read.heard.all + doubts),
      findings: findings, space: counted ?? spaces, guessed: guessed, behaviours: behaviours,
      parts: zip(labels, byList).map { Report.Part(dataset: $0, findings: $1) }
        + (directory?.parts ?? []),
      accounts: directory.map {
        Report.Accounts(counts: $0.accounts, strata: $0.strata, file: $0.file)
      },
      standards: standards
        ?? MadeAhead(by: .alone) { [settings] in settings.overview(of: policies) },
      date: date)
  }
}

/// The contents of a manifest about policies that do not depend on what lists contain.
struct PolicyRecords: Sendable {
  /// Each policy as it was understood.
  let policies: [Manifest.Policy]
  /// The idle shares of each blocklist, by policy.
  let idle: [[String: Double]]
}

extension Manifest.Policy {
  /// Records how a policy was understood.
  init(_ policy: Policy) {
    let source: Source =
      switch policy.origin {
      case .file: .file(policy.location.file)
      case .site(let site, let file): .site(site, file: file)
      case .preset(let id): .preset(id)
      case .typed: .typed
      }
    self.init(name: policy.name, source: source, rules: policy.line(), system: policy.source)
  }
}

extension LoadedBlocklists {
  /// The lists' entries in the manifest; `idle` is what ``idleShares(_:)`` gives.
  func manifest(lookups: UInt64, idle: [[String: Double]]) -> [Manifest.Blocklist] {
    zip(entries, idle).map { entry, idle in
      let list = entry.list
      return Manifest.Blocklist(
        name: entry.isBuiltIn ? .builtIn : .given(entry.label),
        comparison: list.comparison.rawValue, conforms: list.comparison.conforms,
        values: list.valueCount, sha256: entry.sha256, checksum: entry.checksum,
        sources: entry.recorded.origins,
        expectedFalseHits: list.expectedFalseHits(lookups: lookups), idle: idle)
    }
  }

  /// The share of values of each list that never refuse anything, by policy.
  func idleShares(_ policies: [Policy]) -> [[String: Double]] {
    set.blocklists.map { list in
      let shares = policies.compactMap { policy in
        list.idleShare(policy).map { (policy.name, $0) }
      }
      return Dictionary(shares, uniquingKeysWith: { first, _ in first })
    }
  }
}
