/// The outcome of a command.
package enum Outcome: Hashable, Sendable, CaseIterable {
  /// All was done.
  case done
  /// It was done, but something was skipped, damaged or stopped, or a threshold was missed.
  case incomplete
  /// It could not be done.
  case impossible
}

/// A reason why the result of reading lists is not complete.
package enum Shortfall: Hashable, Sendable, CaseIterable {
  /// A list is missing, or was not read to its end.
  case readInPart
  /// No password was audited, so there is nothing to report.
  case nothingAudited
  /// A partial result is an answer: the user ended the reading early, by a signal or a limit, or the
  /// command writes lines as it reads them.
  case endedOnPurpose
  /// Lines without their list's layout were skipped.
  case malformedLines
  /// Distinct passwords could not be added up.
  case noSpectrum
  /// The passwords that a policy permits could not be counted.
  case uncountedSpace
  /// A policy does not keep to a threshold.
  case missedThreshold
  /// A warning says why the numbers may be less than they look.
  case warned
  /// Facts were dropped because a list has too many signatures.
  case forgottenFacts
  /// There were too many shapes to count.
  case noShapes
}

extension Set<Shortfall> {
  /// Those with which something is missing that was to be counted: the exit code is 1, and a report
  /// states that it is not complete.
  ///
  /// Skipped lines are counted in the report, and the list is complete without them; a missed
  /// threshold is a result.
  static let ofReports: Self = [
    .readInPart, .noSpectrum, .nothingAudited, .noShapes, .uncountedSpace,
  ]

  /// The outcome of every command that reads lists.
  package var outcome: Outcome {
    if isSuperset(of: [.readInPart, .nothingAudited]), !contains(.endedOnPurpose) {
      return .impossible
    }
    return isSubset(of: [.endedOnPurpose]) ? .done : .incomplete
  }
}
