package import Auditing
import Blocklists
import Findings
package import Intake
import PasswordStrength
import Passwords
package import Tallies
package import TallyFiles
import Workers

/// Lists that are ready to be recorded, so that policies can be asked about later.
///
///     let scan = try settings.prepareScan { print($0.message) }
///     let (recording, shortfalls) = try scan.read(version: "1.0")
package struct PreparedScan: Sendable {
  /// The lists, and what their passwords are judged by.
  package let reading: PreparedReading

  /// Reads the lists.
  ///
  /// - Parameters:
  ///   - version: That of the program.
  ///   - writer: Takes the fingerprints of distinct passwords; nil where they are forgotten.
  ///   - read: Runs the plan; a caller with a progress bar has a way of its own.
  /// - Returns: What was counted, and what keeps it from being all that was asked for.
  /// - Throws: What `read` throws, `GroupingProblem`, ``TooManyFalseHits``, ``ProblemsTold`` where
  ///   memory is too short for distinct passwords.
  package func read(
    version: String, writing writer: FingerprintWriter? = nil,
    by read: (AuditPlan, @escaping @Sendable (Tally) -> Void) throws -> [ListSummary] = {
      $0.run(absorb: $1)
    }
  ) throws -> (recording: Recording, shortfalls: Shortfalls) {
    let (settings, rulebook) = (reading.settings, reading.rulebook)
    let whole = Locked(Tally(recipe: rulebook.recipe))
    let spectrum = Locked(Spectrum(recipe: rulebook.recipe))
    let lists = try reading.record(
      by: { plan, absorb in
        let summaries = try read(plan, absorb)
        writer?.begin(whole.withLock { $0 })
        return summaries
      }, passingOn: writer?.taker
    ) { tally in
      whole.withLock { $0.merge(tally) }
    } absorbDistinct: { part in
      spectrum.withLock { $0.merge(part) }
    }
    if settings.distinct != nil, !lists.countsDistinct { throw ProblemsTold() }
    var recording = Recording(tally: whole.withLock { $0 })
    if lists.countsDistinct { recording.spectrum = spectrum.withLock { $0 } }
    recording.fingerprints = try writer?.finish()
    recording.inputs = lists.summaries.map(RecordedInput.init)
    recording.lists = rulebook.blocklists.recordedLists
    recording.readings = ["encoding": settings.lists.reading.stated]
    recording.versions = [version]
    recording.isComplete = !lists.shortfalls.contains(.readInPart)
    recording.namesUsers = lists.namesUsers
    for summary in lists.summaries {
      recording.skippedLines &+= summary.overLongLines
      recording.cutLines &+= summary.cutLines
    }
    try rulebook.blocklists.checkExactness(lookups: recording.entries, settings.blocklists)
    var shortfalls = lists.shortfalls
    if recording.entries == 0 { shortfalls.insert(.nothingAudited) }
    return (recording, shortfalls)
  }
}

extension PreparedScan {
  /// Begins the file of fingerprints, so that a bad place is told before the lists are read.
  ///
  /// - Returns: Nil where nobody wants fingerprints.
  /// - Throws: `FingerprintProblem`.
  package func fingerprintWriter() throws(FingerprintProblem) -> FingerprintWriter? {
    guard let settings = reading.settings.distinct?.fingerprints else { return nil }
    return try FingerprintSettings.writer(new: settings.path, keyID: settings.key().id)
  }
}

extension AuditSettings {
  /// Prepares lists to be recorded with every fact that is asked for most, and those that the policies
  /// ask for besides.
  ///
  /// - Throws: ``ProblemsTold``, or the one problem that ends the preparation.
  package func prepareScan(
    stop: StopFlag = StopFlag(), tell: @escaping ProblemHandler
  ) throws -> PreparedScan {
    PreparedScan(
      reading: try PreparedReading(
        self, recording: fullFacts, namesSources: true,
        marksUsers: lists.layout.mayHaveUsers, stop: stop, tell: tell))
  }

  /// The facts that a scan records of every list.
  private var fullFacts: FactDemand {
    let attacks = attacks.map(\.guesses)
    let budgets = Set(attacks + AttackCurve.strengthBudgets(besides: attacks)).sorted()
    switch estimate {
    case .zxcvbn: return .full(strength: .zxcvbn, guessBudgets: budgets)
    case .meter: return .full(strength: .meter)
    case .none: return .full(strength: .none)
    }
  }

  /// The lists and the scorer that facts come from, as a recorded recipe names them.
  func factSources(_ lists: LoadedBlocklists) -> FactSources {
    var sources = FactSources()
    sources.lists = lists.listSources
    sources.userRelations = lists.userRelations
    sources.scorer = ScorerSource(
      name: "zxcvbn 4.4.2 rules", referenceYear: strength.referenceYear,
      cuts: strength.cuts.guesses,
      contextDigest: strength.contextWords.isEmpty ? "" : Checksum.text(of: strength.contextWords),
      patternNames: DecisivePattern.allCases.map(\.name))
    return sources
  }
}
