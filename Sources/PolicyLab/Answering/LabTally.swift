import Auditing
package import Diagnostics
package import Jobs
import Metrics
package import PasswordPolicies
package import Requests
package import Tallies

/// A tally that the lab queries, with the settings of its questions.
package struct LabTally: Sendable {
  /// The name of the list that was recorded.
  package let name: String
  /// The tally's file, as the user gave it.
  package let file: String
  /// The facts that were not recorded, and how to record them.
  package let missing: [any Diagnosable]
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
    let (known, missing) = wanted.takingYear(of: recording).asFarAs(recording, of: file)
    self.settings = known
    self.missing = missing
    entries = recording.entries
    // A first answer, so that faults of the file or its blocklists are reported at once.
    let first = Policy(
      name: "first", PasswordRules([PasswordRules.Rule.minLength(8)]), location: Location(file: ""))
    let found = try known.asking([first]).findings(in: self.recording, of: file, tell: tell)
    name = found.lists.label
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
