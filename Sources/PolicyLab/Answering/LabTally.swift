import Auditing
package import Diagnostics
import Findings
import PasswordRules
package import Preparing
package import Tallies

/// A tally that the lab asks, with what to ask of it.
package struct LabTally: Sendable {
  /// The name of the list that was recorded.
  package let name: String
  /// The tally's file, as it was given.
  package let file: String
  /// What was not recorded, and how to record it.
  package let missing: [any Diagnosable]
  /// Passwords recorded.
  package let entries: UInt64
  let recording: AskedRecording
  let settings: AuditSettings

  /// Takes a recording and asks it for all that it holds.
  ///
  /// - Throws: What keeps any policy from being judged by it.
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
    // A first answer, so that what is wrong with the file or its blocklists is told at once.
    let first = Policy(
      name: "first", PasswordRules([PasswordRules.Rule.minLength(8)]), location: Location(file: ""))
    let found = try known.asking([first]).findings(in: self.recording, of: file, tell: tell)
    name = found.lists.label
  }
}

extension AuditSettings {
  /// The same about other policies.
  func asking(_ policies: [Policy]) -> AuditSettings {
    var settings = self
    settings.policies = policies
    return settings
  }
}
