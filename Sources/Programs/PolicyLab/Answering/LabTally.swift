import Auditing
package import Diagnostics
package import Jobs
import Metrics
package import PasswordPolicies
import Reports
package import Tallies

/// A tally that the lab queries, with the settings of its questions.
package struct LabTally: Sendable {
  /// The name of the list that was recorded.
  package let name: String
  /// The tally's file, as the user gave it.
  package let file: String
  /// The facts that were not recorded, and how to record them.
  package let missing: [Problem]
  /// That an answer takes long, and how to record a tally that answers sooner; nil if it does not.
  package let slowness: Problem?
  /// Passwords recorded.
  package let entries: UInt64
  /// The recording, which caches what answers share.
  package let recording: AskedRecording
  /// The settings of questions, but for their policies.
  package let settings: AuditSettings

  /// Whether distinct passwords were counted, so that it can say how long guessing takes.
  var countsDistinct: Bool { settings.distinct != nil }

  /// Takes a recording, to be asked for everything that it contains.
  ///
  /// - Throws: Any problem that keeps all policies from being judged.
  package init(
    _ recording: Recording, file: String, settings: AuditSettings, tell: @escaping ProblemHandler
  ) throws {
    self.recording = AskedRecording(recording)
    self.file = file
    var wanted = settings
    wanted.distinct = settings.distinct ?? CountingSettings()
    let (known, missing) = try wanted.asFarAs(recording, of: file)
    self.settings = known
    self.missing = missing
    entries = recording.entries
    // A first answer, so that faults of the file or its blocklists are reported at once.
    let first = Policy(
      name: "first", PasswordRules([PasswordRules.Rule.minLength(8)]), location: Location(file: ""))
    let start = ContinuousClock.now
    let found = try known.asking([first]).findings(in: self.recording, of: file, tell: tell)
    name = found.lists.label
    slowness =
      ContinuousClock.now - start < Self.limit
      ? nil : try Self.slowness(known, self.recording, file)
  }

  /// The longest time of an answer that is not worth a word.
  private static let limit = Duration.milliseconds(500)

  /// How long the numbers of one more policy take, if that is too long.
  private static func slowness(
    _ settings: AuditSettings, _ recording: AskedRecording, _ file: String
  ) throws -> Problem? {
    var settings = settings
    settings.distinct = nil
    var time = Duration.zero
    for length in [9, 10] {
      let policy = Policy(
        name: "next", PasswordRules([PasswordRules.Rule.minLength(length)]),
        location: Location(file: ""))
      let start = ContinuousClock.now
      _ = try settings.asking([policy]).findings(in: recording, of: file) { _ in }
      time = ContinuousClock.now - start
    }
    guard time >= Self.limit else { return nil }
    return .slowTally(file, time, signatures: recording.recording.tally.signatureCount)
  }
}

extension Problem {
  /// A tally has so many signatures that each question takes long.
  fileprivate static func slowTally(_ file: String, _ time: Duration, signatures: Int) -> Problem {
    let tenths = max(time / .milliseconds(100), 0).rounded()
    return Problem(
      "slow-tally", in: file,
      "this tally has \(grouped(UInt64(signatures))) signatures, so each question "
        + "takes about \(tenths / 10) s",
      remedy:
        "Record a smaller one: audit scan --for RULES LIST -o FILE keeps what the policies of RULES need."
    )
  }
}

extension AuditSettings {
  /// The same settings with other policies.
  package func asking(_ policies: [Policy]) -> AuditSettings {
    var settings = self
    settings.policies = policies
    return settings
  }
}
