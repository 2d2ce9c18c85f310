package import Auditing
import Blocklists
import Bytes
package import Diagnostics
import Intake
import Metrics
import PasswordPolicies
import Passwords
package import Tallies
import Workers

/// A recording that is queried repeatedly, with a cache.
///
/// The costs are in dropping the facts that no policy needs, in unpacking profiles and in loading
/// blocklists. The results are usually the same for successive versions of a policy that is being
/// edited.
package final class AskedRecording: Sendable {
  package let recording: Recording
  /// The same without its spectrum, which many questions do not need.
  private let plain: Recording
  private let coarse = Locked(RecentValues<CoarseKey, Coarse>(most: 6, cost: 40 << 20))
  private let isAskedOnce: Bool
  private let blocklists = Locked(RecentValues<ListKey, LoadedBlocklists>(most: 12))

  private struct CoarseKey: Hashable {
    let schema: Schema
    let lists: [Int]
    let hasSpectrum: Bool
  }

  /// The recording in a coarser schema.
  struct Coarse: Sendable {
    let recording: Recording
    /// Its tally with unpacked profiles; nil if it is asked once, or takes too much memory.
    let tally: AskedTally?

    /// About the bytes that it takes: of a signature or group of the spectrum, and of a profile.
    var cost: Int {
      let rows = recording.tally.signatureCount + (recording.spectrum?.passwords.count ?? 0)
      return rows * 64 + (tally == nil ? 0 : recording.tally.signatureCount * 160)
    }
  }

  private struct ListKey: Hashable {
    let settings: BlocklistSettings
    let references: Set<ListReference>
    let names: [String]
    let marksUsers: Bool
  }

  /// Wraps a recording; what only further questions would use is not kept if it is asked once.
  package init(_ recording: Recording, isAskedOnce: Bool = false) {
    self.recording = recording
    self.isAskedOnce = isAskedOnce
    var plain = recording
    plain.spectrum = nil
    self.plain = plain
  }

  /// The most signatures that are unpacked: 20 MB.
  private static let mostUnpacked = 1 << 17

  /// The recording in a coarser schema.
  ///
  /// - Parameters:
  ///   - coarsening: Converts signatures.
  ///   - hasSpectrum: Whether the spectrum is needed.
  /// - Returns: The recording.
  func coarsened(by coarsening: Coarsening, hasSpectrum: Bool) -> Coarse {
    let key = CoarseKey(
      schema: coarsening.coarse, lists: coarsening.lists, hasSpectrum: hasSpectrum)
    if let known = coarse.withLock({ $0.value(for: key) }) { return known }
    let made = (hasSpectrum ? recording : plain).coarsened(by: coarsening)
    let mayUnpack = !isAskedOnce && made.tally.signatureCount <= Self.mostUnpacked
    let known = Coarse(recording: made, tally: mayUnpack ? AskedTally(made.tally) : nil)
    coarse.withLock { $0.keep(known, for: key, cost: known.cost) }
    return known
  }

  /// The blocklists of the settings, and those that their policies name.
  func blocklists(
    _ settings: AuditSettings, marksUsers: Bool, tell: @escaping ProblemHandler
  ) throws -> LoadedBlocklists {
    let key = ListKey(
      settings: settings.blocklists, references: Set(settings.policies.flatMap(\.lists)),
      names: settings.strength.contextWords, marksUsers: marksUsers)
    if let known = blocklists.withLock({ $0.value(for: key) }) {
      if !marksUsers { settings.policies.tellOfMissingUsers(tell) }
      return known
    }
    let loaded = try settings.blocklists.load(
      for: settings.policies, names: settings.strength.contextWords, marksUsers: marksUsers,
      recorded: recording, stop: StopFlag(), tell: tell)
    blocklists.withLock { $0.keep(loaded, for: key) }
    return loaded
  }

  /// The blocklists that answer policies in the recording and can look single passwords up.
  ///
  /// They are loaded only if they are not in memory yet. Nothing can be looked up in recorded ones,
  /// so their files are read.
  ///
  /// - Throws: ``ProblemsTold`` if a list cannot be read.
  package func lookupLists(
    _ settings: AuditSettings, tell: @escaping ProblemHandler
  ) throws -> LoadedBlocklists {
    let known = try blocklists(
      settings, marksUsers: recording.schema.sources.recordsUserNames, tell: tell)
    if known.set.canAnswer { return known }
    return try settings.blocklists.load(
      for: settings.policies, names: settings.strength.contextWords, tell: tell)
  }
}

extension StrengthSettings {
  /// Takes the names of the model and of the files of guess numbers that a recording was made with,
  /// unless others were chosen, and on demand its reference year, on which its scores depend.
  mutating func take(from recording: Recording, year takesYear: Bool) {
    let scorer = recording.schema.sources.scorer
    if takesYear, let scorer { referenceYear = scorer.referenceYear }
    if model == nil, let name = scorer?.model, !name.isEmpty { modelName = name }
    if guessesName.isEmpty { guessesName = scorer?.guesses ?? "" }
  }
}

extension FactDemand.StrengthDetail {
  /// The estimate that a recording has in place of this one: min-auto, brought guess numbers, or
  /// zxcvbn's, in those of before the combined one.
  func recorded(in recording: Recording) -> Self {
    let demand = recording.schema.demand
    if self == .combined, demand.model { return .minAuto }
    if self == .combined, demand.brought > 0 { return .guesses }
    return self == .combined && demand.score && !demand.combined ? .zxcvbn : self
  }
}

extension AuditSettings {
  /// These settings with the estimate that a recording has in place of a missing one, and on demand
  /// with its reference year.
  func asked(of recording: Recording, takingYear takesYear: Bool) -> AuditSettings {
    var settings = self
    settings.judging.strength.take(from: recording, year: takesYear)
    if takesRecordedEstimate { settings.estimate = estimate.recorded(in: recording) }
    return settings
  }

  /// These settings with the reference year of a recording, without the facts that it lacks, and a
  /// problem for each of these, which says how to record it.
  ///
  /// So a user gets every answer that a tally can give.
  ///
  /// - Parameters:
  ///   - recording: The recording.
  ///   - file: Its name in messages.
  /// - Returns: The settings that it can answer, and the problems.
  /// - Throws: ``Problem`` for settings that no tally answers.
  package func asFarAs(
    _ recording: Recording, of file: String
  ) throws(Problem) -> (settings: AuditSettings, missing: [Problem]) {
    try validate(ofTally: true)
    var (settings, missing) = (self, [Problem]())
    settings.judging.strength.take(from: recording, year: true)
    let demand = recording.schema.demand
    settings.estimate = estimate.recorded(in: recording)
    if estimate.hasGuesses, !demand.score {
      settings.estimate = demand.meter ? .meter : .none
      missing.append(
        .missingFact(file: file, fact: "the strength score", option: "--strength combined"))
    }
    if settings.estimate == .meter, !demand.meter { settings.estimate = .none }
    if distinct != nil, recording.spectrum == nil {
      settings.distinct = nil
      missing.append(.missingFact(file: file, fact: "distinct passwords", option: "--distinct"))
    }
    if !judging.blocklists.isOff, recording.schema.sources.lists.isEmpty {
      settings.judging.blocklists = .off
      missing.append(
        .missingFact(
          file: file, fact: "which passwords a blocklist holds", option: "--blocklist FILE"))
    }
    return (settings, missing)
  }
}
