import Metrics
package import Requests
package import Tallies
import Workers

extension SweepSettings {
  /// Applies the policies of the grid to lists that were recorded with distinct passwords.
  ///
  /// The settings' own lists are ignored.
  ///
  /// - Parameters:
  ///   - recording: The recording.
  ///   - file: Its name in messages.
  ///   - takesYear: Whether the recording's reference year replaces that of the settings.
  ///   - tell: Receives every problem.
  /// - Returns: The findings of a sweep over the lists.
  /// - Throws: ``MissingFact`` if a fact that a policy needs was not recorded, ``NoPasswords``,
  ///   ``ProblemsTold``.
  package func findings(
    in recording: Recording, of file: String, takingYear takesYear: Bool = false,
    tell: @escaping ProblemHandler
  ) throws -> SweepFindings {
    var settings = self
    if takesRecordedEstimate { settings.estimate = estimate.recorded(in: recording) }
    if takesYear { settings.strength = strength.takingYear(of: recording) }
    return try settings.findings(asking: AskedRecording(recording), of: file, tell: tell)
  }

  private func findings(
    asking recording: AskedRecording, of file: String, tell: @escaping ProblemHandler
  ) throws -> SweepFindings {
    let choices = choices
    let (coarse, rulebook) = try audit(choices).asked(
      of: recording, in: file, facts: facts, marksUsers: false, tell: tell)
    var sums = try sums(choices, rulebook, WorkerPool(width: lanes))
    if let spectrum = coarse.spectrum { sums.absorb(spectrum) }
    return try findings(choices, sums, of: ReadLists(recording.recording), tell: tell)
  }
}
