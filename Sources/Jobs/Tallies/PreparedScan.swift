package import Auditing
import Blocklists
package import Diagnostics
package import Intake
import Metrics
import PasswordStrength
@_spi(House) import Passwords
package import Requests
package import Tallies
package import TallyFiles
import Workers

/// Lists ready to be recorded, so that policies can be judged later.
///
///     let scan = try settings.prepareScan { print($0.message) }
///     let (recording, shortfalls) = try scan.read(version: "1.0")
package struct PreparedScan: Sendable {
  /// The lists, and the rules for judging their passwords.
  package let reading: PreparedReading

  /// Reads the lists.
  ///
  /// - Parameters:
  ///   - version: The version of the program.
  ///   - start: The recording of a checkpoint, whose lines `read` skips; nil to begin.
  ///   - writer: Receives the fingerprints of distinct passwords; nil to drop them.
  ///   - read: Runs the plan; a caller with a progress bar passes its own.
  /// - Returns: The recording, and the reasons why it is not complete.
  /// - Throws: Errors of `read`, `GroupingProblem`, ``TooManyFalseHits``, ``ProblemsTold`` if
  ///   memory is too short for distinct passwords, ``TooManySignatures`` if it is too short for the
  ///   facts that no scan can drop.
  package func read(
    version: String, resuming start: Tally? = nil, writing writer: FingerprintWriter? = nil,
    by read: (
      AuditPlan, _ soFar: @escaping () -> Tally, _ absorb: @escaping @Sendable (Tally) -> Void
    ) throws -> [ListSummary] = { plan, _, absorb in plan.run(absorb: absorb) }
  ) throws -> (recording: Recording, shortfalls: Shortfalls) {
    let (settings, stop) = (reading.settings, reading.plan.lists.stop)
    let scan = settings.scan
    let counts = Locked(
      try Counts(recipe: reading.rulebook.recipe, limit: scan.signatureLimit, resuming: start))
    let lists = try reading.record(
      by: { plan, absorb in
        let summaries = try read(plan, { counts.withLock { $0.whole.tally } }, absorb)
        writer?.begin(counts.withLock { $0.whole.tally })
        return summaries
      },
      passingOn: writer?.taker(of: { signature in counts.withLock { $0.signature(signature) } })
    ) { tally in
      if !counts.withLock({ $0.absorb(tally) }) { stop.raise() }
    } absorbDistinct: { part in
      counts.withLock { $0.absorb(part) }
    }
    if settings.distinct != nil, !lists.countsDistinct { throw ProblemsTold() }
    let (whole, spectrum) = counts.withLock { ($0.whole, $0.spectrum) }
    if whole.isOver { throw TooManySignatures(memory: scan.memory, what: "signatures") }
    if lists.countsDistinct, spectrum == nil {
      throw TooManySignatures(memory: scan.memory, what: "groups of distinct passwords")
    }
    var recording = Recording(tally: scan.leastGroup.map(whole.tally.folded) ?? whole.tally)
    if lists.countsDistinct { recording.spectrum = spectrum }
    recording.fingerprints = try writer?.finish()
    recording.directories = reading.lists.directories
    recording.inputs = lists.inputs
    recording.lists = reading.rulebook.blocklists.entries.map(\.recorded)
    recording.readings = lists.readings.merging(scan.readings(forgotten: whole.forgotten)) { $1 }
    recording.versions = [version]
    recording.isComplete = !lists.shortfalls.contains(.readInPart)
    recording.namesUsers = lists.namesUsers
    recording.tally.lines.merge(lists.unheld)
    try settings.blocklists.requireExactness(
      of: reading.rulebook.blocklists, lookups: recording.entries)
    var shortfalls = lists.shortfalls
    if recording.entries == 0 { shortfalls.insert(.nothingAudited) }
    if !whole.forgotten.isEmpty {
      reading.tell(ForgottenFacts(facts: whole.forgotten, memory: scan.memory))
      shortfalls.insert(.forgottenFacts)
    }
    if recording.tally.shapes?.isOver == true {
      reading.tell(TooManyShapes())
      shortfalls.insert(.noShapes)
    }
    return (recording, shortfalls)
  }

  /// The counts so far.
  private struct Counts: Sendable {
    var whole: BoundedTally
    /// Distinct passwords; nil if they have too many groups.
    var spectrum: Spectrum?
    private let limit: Int
    private var areGroupsOver = false

    init(recipe: Recipe, limit: Int, resuming start: Tally?) throws(UnlikeCheckpoint) {
      let whole =
        if let start {
          BoundedTally(resuming: start, recipe: recipe, limit: limit)
        } else {
          BoundedTally?.some(BoundedTally(recipe: recipe, limit: limit))
        }
      guard let whole else { throw UnlikeCheckpoint() }
      self.whole = whole
      self.limit = limit
    }

    /// Adds the tally of some lines.
    ///
    /// - Returns: Whether there is room for more.
    mutating func absorb(_ tally: Tally) -> Bool {
      whole.merge(tally)
      return !whole.isOver
    }

    /// Adds some of the distinct passwords, after all lines.
    mutating func absorb(_ part: Spectrum) {
      if areGroupsOver { return }
      var sum = spectrum ?? Spectrum(recipe: whole.tally.recipe)
      spectrum = nil
      sum.merge(whole.coarsening.map { part.coarsened(by: $0) } ?? part)
      areGroupsOver = sum.passwords.count > limit
      spectrum = areGroupsOver ? nil : sum
    }

    /// A signature without the dropped facts.
    func signature(_ signature: Signature) -> Signature {
      whole.coarsening?.signature(of: signature) ?? signature
    }
  }
}

extension PreparedScan {
  /// Creates the file of fingerprints, so that a bad path is reported before the lists are read.
  ///
  /// - Returns: Nil if fingerprints are not requested.
  /// - Throws: `FingerprintProblem`.
  package func fingerprintWriter() throws(FingerprintProblem) -> FingerprintWriter? {
    guard let settings = reading.settings.distinct?.fingerprints else { return nil }
    return try FingerprintSettings.writer(new: settings.path, keyID: settings.key().id)
  }
}

extension AuditSettings {
  /// Prepares lists to be recorded with all usual facts and those that the policies need besides.
  ///
  /// - Throws: ``ProblemsTold``, or the one problem that ends the preparation.
  package func prepareScan(
    stop: StopFlag = StopFlag(), tell: @escaping ProblemHandler
  ) throws -> PreparedScan {
    PreparedScan(
      reading: try PreparedReading(
        self, recording: fullFacts, signatureLimit: scan.signatureLimit(lanes: lanes),
        marksUsers: lists.layout.mayHaveUsers, stop: stop, tell: tell))
  }

  /// The facts that a scan records of every list.
  private var fullFacts: FactDemand {
    let attacks = attacks.map(\.guesses)
    let grid = AttackCurve.strengthBudgets(besides: attacks, isCombined: estimate == .combined)
    let budgets = Set(attacks + grid).sorted()
    var facts: FactDemand =
      switch estimate {
      case .combined: .full(strength: .combined, guessBudgets: budgets)
      case .zxcvbn: .full(strength: .zxcvbn, guessBudgets: budgets)
      case .meter: .full(strength: .meter)
      case .none: .full(strength: .none)
      }
    facts[.uniqueCharacters] = askedFacts[.uniqueCharacters]
    facts.habits = countsHabits
    return facts
  }
}

/// A checkpoint has other facts than the scan.
struct UnlikeCheckpoint: Diagnosable {
  var location: Location? { nil }
  var found: String { "the checkpoint holds other facts than this scan records" }
  var expected: String? { nil }
  var remedy: String? { "Remove the checkpoint to begin anew." }
}

/// The settings of a scan beyond those of a run.
package struct ScanSettings: Hashable, Sendable {
  /// Bytes of memory for signatures; a hostile list can have a different one on each line.
  package var memory = 1 << 30
  /// The least number of entries in a row of the tally; nil keeps rare rows.
  package var leastGroup: UInt64?

  /// Makes settings that record everything.
  package init() {}

  /// The most signatures in the tally.
  ///
  /// A signature takes up to 40 bytes while lists are read, and exists five times while the file is
  /// made: in the tally, sorted, as a row, in pages, and as bytes.
  var signatureLimit: Int { memory / 256 }

  /// The most signatures that a lane keeps: all lanes together take an eighth of the memory.
  func signatureLimit(lanes: Int) -> Int { max(memory / 8 / 96 / lanes, 4096) }

  /// Describes what the file omits, for its `meta` table and every report made from it.
  func readings(forgotten: [LosableFact]) -> [String: String] {
    var readings: [String: String] = [:]
    if !forgotten.isEmpty {
      readings["forgotten"] = forgotten.map(\.words).joined(separator: "; ")
    }
    readings["min-group"] = leastGroup.map {
      "\($0): facts of fewer entries are counted as similar ones; shares of rare facts are approximate"
    }
    return readings
  }
}

/// A scan dropped facts of all lines because there were too many signatures.
struct ForgottenFacts: Diagnosable {
  let facts: [LosableFact]
  let memory: Int

  var location: Location? { nil }
  var severity: Severity { .warning }
  var found: String {
    "more signatures than --memory has room for; not recorded: "
      + facts.map(\.words).joined(separator: "; ")
  }
  var expected: String? { nil }
  var remedy: String? {
    "Policies on these facts cannot be answered; give --memory more than \(memory) bytes."
  }
}

/// A list has too many signatures for the memory, even without the facts that a scan can drop.
package struct TooManySignatures: Diagnosable, Hashable {
  let memory: Int
  let what: String

  package var location: Location? { nil }
  package var found: String { "more \(what) than the \(memory) bytes of --memory have room for" }
  package var expected: String? { "fewer, as in lists of people's passwords" }
  package var remedy: String? { "Raise --memory, or leave strength out: --strength none." }
}
