import Auditing
import Blocklists
package import Diagnostics
package import Intake
import Metrics
package import PasswordPolicies
import PasswordStrength
@_spi(Internal) import Passwords
package import Tallies
import TallyFiles
import Workers

/// Lists ready to be recorded, so that policies can be judged later.
///
///     let scan = try settings.prepareScan(ScanSettings(version: "1.0")) { print($0.message) }
///     let found = try scan.run()
///     found.conclude { print($0.message) }
private struct PreparedScan: Job {
  private let pass: Pass
  private let settings: ScanSettings
  private let output: TallyOutput?
  private let fingerprints: FingerprintWriter?

  var lists: FoundLists { pass.lists }
  var reading: ListsToRead { pass.reading }

  init(
    _ settings: AuditSettings, _ scan: ScanSettings, stop: StopFlag, tell: @escaping ProblemHandler
  ) throws {
    try scan.validate(for: settings)
    self.settings = scan
    pass = try Pass(
      settings, recording: settings.fullFacts,
      signatureLimit: scan.signatureLimit(threads: settings.judging.threads),
      marksUsers: settings.judging.lists.layout.mayHaveUsers, stop: stop, tell: tell)
    // Opened before the long run, so that a bad path is reported at once.
    let inputs = pass.lists.inputs.map(\.name)
    output = try scan.output.map { try TallyOutput($0, force: scan.force) }
    fingerprints = try settings.distinct?.fingerprints.map {
      try FingerprintSettings.writer(
        $0.path, keyID: $0.key().id, force: scan.force, besides: inputs)
    }
  }

  func run(showing display: (any ProgressDisplay)?) throws -> ScanFindings {
    do {
      if let directory = pass.settings.directory { return try run(directory, showing: display) }
      return try record(showing: display)
    } catch {
      fingerprints?.discard()
      throw error
    }
  }

  /// Records lists.
  private func record(showing display: (any ProgressDisplay)?) throws -> ScanFindings {
    let settings = pass.settings
    let (lists, counts) = try pass.read(
      into: ScanCounts(
        schema: pass.policySet.schema, limit: self.settings.signatureLimit, fingerprints),
      showing: display)
    let (whole, spectrum, memory) = (counts.whole, counts.spectrum, self.settings.memory)
    if settings.distinct != nil, !lists.countsDistinct { throw ProblemsTold() }
    if whole.isOver { throw Problem.tooMany("signatures", memory: memory) }
    if lists.countsDistinct, spectrum == nil {
      throw Problem.tooMany("groups of distinct passwords", memory: memory)
    }
    var recording = Recording(tally: whole.tally)
    if lists.countsDistinct { recording.spectrum = spectrum }
    recording.fingerprints = try fingerprints?.finish()
    let forgotten = whole.forgotten.map(\.words).joined(separator: "; ")
    describe(&recording, lists, forgotten.isEmpty ? [:] : ["forgotten": forgotten])
    if let least = self.settings.fold.size {
      recording = try recording.folded(
        below: least, adding: self.settings.workload, of: self.settings.output ?? "tally")
    }
    try settings.judging.blocklists.requireExactness(
      of: pass.policySet.blocklists, lookups: recording.entries)
    var shortfalls = lists.shortfalls
    if recording.entries == 0 { shortfalls.insert(.nothingAudited) }
    if !whole.forgotten.isEmpty {
      pass.tell(.forgottenFacts(whole.forgotten, memory: memory))
      shortfalls.insert(.forgottenFacts)
    }
    if recording.tally.shapes?.isOver == true {
      pass.tell(.tooManyShapes)
      shortfalls.insert(.noShapes)
    }
    if isWarned(lists, recording) { shortfalls.insert(.warned) }
    return ScanFindings(
      recording: recording, shortfalls: shortfalls, lists: self.lists, output: output,
      fingerprints: fingerprints, finished: isStopped ? nil : settings.checkpoints)
  }

  /// Records the accounts of dumps, and the known passwords of the whole and of each dataset.
  private func run(
    _ directory: DirectorySettings, showing display: (any ProgressDisplay)?
  ) throws -> ScanFindings {
    let (counted, summaries) = try pass.read(directory, [], showing: display)
    let lists = try pass.facts(of: summaries)
    var recording = Recording(tally: counted.tally)
    recording.strata = counted.recorded(pass.policySet.schema)
    let signatures = recording.strata.reduce(recording.tally.signatureCount) {
      $0 + $1.tally.signatureCount
    }
    if signatures > settings.signatureLimit {
      throw Problem.tooMany("signatures", memory: settings.memory)
    }
    describe(&recording, lists, counted.readings)
    var shortfalls = lists.shortfalls.union(counted.shortfalls)
    // Reports of the tally are as incomplete as those of the dumps.
    for input in recording.inputs.indices.prefix(1) where shortfalls.contains(.malformedLines) {
      recording.inputs[input].hasMalformedLines = true
    }
    if shortfalls.contains(.readInPart) { recording.isComplete = false }
    if isWarned(lists, recording) { shortfalls.insert(.warned) }
    return ScanFindings(
      recording: recording, shortfalls: shortfalls, lists: self.lists, output: output,
      fingerprints: nil, finished: nil)
  }

  /// Tells what is to be known of the lists together.
  ///
  /// - Returns: Whether a warning was told of anything.
  private func isWarned(_ lists: ReadLists, _ recording: Recording) -> Bool {
    let doubts = lists.inputs.doubts()
    for doubt in doubts { lists.heard.passOn(doubt) }
    return !doubts.isEmpty || !recording.warnings.isEmpty
      || recording.inputs.contains { !$0.warnings.isEmpty }
  }

  /// Adds the facts about lists and blocklists, and what was read how.
  private func describe(
    _ recording: inout Recording, _ lists: ReadLists, _ readings: [String: String]
  ) {
    recording.directories = self.lists.directories
    recording.inputs = lists.inputs
    recording.lists = pass.policySet.blocklists.entries.map(\.recorded)
    recording.readings = lists.readings.merging(readings) { $1 }
    recording.versions = [settings.version]
    recording.isComplete = !lists.shortfalls.contains(.readInPart)
    recording.namesUsers = lists.namesUsers
    let known = Set(lists.inputs.flatMap(\.warnings))
    recording.warnings = lists.heard.all.filter { !known.contains($0) }
    recording.tally.lines.merge(lists.unheld)
  }
}

/// The recording of lists.
package struct ScanFindings: Sendable {
  package let recording: Recording
  fileprivate let shortfalls: Set<Shortfall>
  fileprivate let lists: FoundLists
  fileprivate let output: TallyOutput?
  fileprivate let fingerprints: FingerprintWriter?
  /// The checkpoint of a finished scan, which nothing resumes; nil if there is none.
  fileprivate let finished: CheckpointSettings?

  /// Writes the tally and its fingerprints, unless nothing could be read; then removes the
  /// checkpoint of a finished scan.
  ///
  /// - Parameter tell: Is told if nothing was recorded.
  /// - Returns: The outcome.
  /// - Throws: `Problem`; then neither file is left.
  package func conclude(tell: (Problem) -> Void) throws -> Outcome {
    defer { fingerprints?.discard() }
    if shortfalls.outcome == .impossible { return .impossible }
    if let output {
      try output.publish(recording, fingerprints)
    } else {
      try fingerprints?.publish()
    }
    if let folding = recording.folding {
      tell(.folded(at: folding.least, entries: recording.entries))
    }
    finished?.remove()
    if shortfalls.contains(.nothingAudited) { tell(.noPasswords(lists)) }
    return shortfalls.outcome
  }
}

/// The counts of a scan so far.
private struct ScanCounts: PassReceiver {
  var whole: BoundedTally
  /// Distinct passwords; nil if they have too many groups.
  var spectrum: Spectrum?
  private let limit: Int
  private var areGroupsOver = false

  private let fingerprints: FingerprintWriter?

  init(schema: Schema, limit: Int, _ fingerprints: FingerprintWriter?) {
    whole = BoundedTally(schema: schema, limit: limit)
    self.limit = limit
    self.fingerprints = fingerprints
  }

  var sum: Tally? { whole.tally }

  mutating func resume(from tally: Tally, of file: CheckpointSettings) throws {
    guard let resumed = BoundedTally(resuming: tally, schema: whole.tally.schema, limit: limit)
    else { throw Problem.unlikeCheckpoint }
    whole = resumed
  }

  /// Adds the tally of some lines.
  ///
  /// - Returns: Whether there is room for more.
  mutating func add(_ tally: Tally) -> Bool {
    whole.merge(tally)
    return !whole.isOver
  }

  /// Adds some of the distinct passwords, after all lines.
  mutating func add(_ part: Spectrum) {
    if areGroupsOver { return }
    var sum = spectrum ?? Spectrum(schema: whole.tally.schema)
    spectrum = nil
    sum.merge(whole.coarsening.map { part.coarsened(by: $0) } ?? part)
    areGroupsOver = sum.passwords.count > limit
    spectrum = areGroupsOver ? nil : sum
  }

  func fingerprintTaker() -> FingerprintTaker? {
    fingerprints?.begin(whole.tally)
    // All lines are read, so no more facts are dropped.
    return fingerprints?.taker(coarsening: whole.coarsening)
  }
}

extension AuditSettings {
  /// Prepares lists to be recorded with all usual facts and those that the policies need besides.
  ///
  /// - Throws: ``ProblemsTold``, or the one problem that ends the preparation.
  package func prepareScan(
    _ scan: ScanSettings, stop: StopFlag = StopFlag(), tell: @escaping ProblemHandler
  ) throws -> some Job<ScanFindings> {
    try PreparedScan(self, scan, stop: stop, tell: tell)
  }

  /// The facts that a scan records of every list.
  fileprivate var fullFacts: FactDemand {
    var facts = FactDemand.full(
      strength: estimate, guessBudgets: estimate.hasGuesses ? guessBudgets(ofCurves: true) : [],
      sources: judging.strength.guessSources)
    facts[.uniqueCharacters] = askedFacts[.uniqueCharacters]
    facts.scoreWithoutWords = askedFacts.scoreWithoutWords
    facts.habits = countsHabits
    return facts
  }
}

extension Problem {
  /// A checkpoint has other facts than the scan.
  fileprivate static var unlikeCheckpoint: Problem {
    Problem(
      "unlike-checkpoint", "the checkpoint holds other facts than this scan records",
      remedy: "Remove the checkpoint to begin anew.")
  }

  /// A scan dropped facts of all lines because there were too many signatures.
  fileprivate static func forgottenFacts(_ facts: [LosableFact], memory: Int) -> Problem {
    Problem(
      "forgotten-facts",
      "more signatures than --memory has room for; not recorded: "
        + facts.map(\.words).joined(separator: "; "),
      remedy:
        "Policies on these facts cannot be answered. Raise it: --memory \(2 * (memory >> 20))MiB",
      .warning)
  }

  /// A list has too many signatures, or groups, for the memory, even without the facts that a scan can
  /// drop.
  fileprivate static func tooMany(_ what: String, memory: Int) -> Problem {
    Problem(
      "many-signatures", "more \(what) than the \(memory) bytes of --memory have room for",
      expected: "fewer, as in lists of people's passwords",
      remedy: "Raise it: --memory \(2 * (memory >> 20))MiB. Or leave strength out: --strength none")
  }
}

/// The settings of a scan beyond those of a run.
package struct ScanSettings: Hashable, Sendable {
  /// Where the tally is written; nil to keep it in memory.
  let output: String?
  /// Whether an earlier tally there, and a file of fingerprints, are replaced.
  let force: Bool
  /// The version of the program.
  let version: String
  /// Bytes of memory for signatures; a hostile list can have a different one on each line.
  let memory: Int
  /// How rare rows of the tally are joined.
  let fold: FoldSettings
  /// The policies that a folded tally should answer well, besides the usual ones.
  let workload: [Policy]

  /// Makes settings, by default of a scan that records everything, in a gibibyte.
  package init(
    to output: String? = nil, force: Bool = false, version: String, memory: Int? = nil,
    fold: FoldSettings = FoldSettings(), workload: [Policy] = []
  ) {
    self.output = output
    self.force = force
    self.version = version
    self.memory = memory ?? 1 << 30
    self.fold = fold
    self.workload = workload
  }

  /// Refuses what a scan with these settings of its lists does not accept.
  package func validate(for audit: AuditSettings) throws(Problem) {
    let (isFolded, distinct) = (fold.size != nil, audit.distinct)
    try fold.validate()
    try Problem.requireMemory(memory, mebibytes: 16)
    try Problem.refuse([
      "--output takes a file, not standard output.": output == "-",
      "--checkpoint excludes --distinct: it holds no password's traces.":
        audit.checkpoints != nil && distinct != nil,
      "--min-group excludes --fingerprints, which record single passwords.":
        isFolded && distinct?.fingerprints != nil,
      """
      --min-group excludes --shapes, another table of the same entries. Scan twice: publish a tally \
      with --min-group, and keep one with --shapes.
      """: isFolded && audit.countsShapes,
      "--min-group-distinct needs --distinct.": fold.needsPasswords && distinct == nil,
      "--accounts names people, and goes with an audit, not with a tally.":
        audit.directory?.namesAccounts == true,
    ])
    try audit.directory?.refuse(["--min-group": isFolded])
    try audit.validate()
  }

  /// The most signatures in the tally.
  ///
  /// A signature takes up to 40 bytes while lists are read, and exists five times while the file is
  /// made: in the tally, sorted, as a row, in pages, and as bytes.
  var signatureLimit: Int { memory / 256 }

  /// The most signatures that a worker keeps: all workers together take an eighth of the memory.
  func signatureLimit(threads: Int) -> Int { max(memory / 8 / 96 / threads, 4096) }
}
