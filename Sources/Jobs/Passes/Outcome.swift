import Requests

/// The outcome of a command.
package enum Outcome: Hashable, Sendable, CaseIterable {
  /// All was done.
  case done
  /// It was done, but something was skipped, damaged or stopped, or a threshold was missed.
  case incomplete
  /// It could not be done.
  case impossible
}

/// The reasons why the result of reading lists is not complete.
///
/// ``outcome`` derives the outcome of every command that reads lists.
package struct Shortfalls: OptionSet, Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// A list is missing, or was not read to its end.
  package static let readInPart = Shortfalls(rawValue: 1 << 0)
  /// No password was audited, so there is nothing to report.
  package static let nothingAudited = Shortfalls(rawValue: 1 << 1)
  /// A partial result is an answer: the user ended the reading early, by a signal or a limit, or the
  /// command writes lines as it reads them.
  package static let endedOnPurpose = Shortfalls(rawValue: 1 << 2)
  /// Lines without their list's layout were skipped.
  package static let malformedLines = Shortfalls(rawValue: 1 << 3)
  /// Distinct passwords could not be added up.
  package static let noSpectrum = Shortfalls(rawValue: 1 << 4)
  /// The passwords that a policy permits could not be counted.
  package static let uncountedSpace = Shortfalls(rawValue: 1 << 5)
  /// Fewer passwords comply than the threshold requires.
  package static let missedThreshold = Shortfalls(rawValue: 1 << 6)

  /// Facts were dropped because a list has too many signatures.
  package static let forgottenFacts = Shortfalls(rawValue: 1 << 7)
  /// There were too many shapes to count.
  package static let noShapes = Shortfalls(rawValue: 1 << 8)

  /// Those with which something is missing that was to be counted: the exit code is 1, and a report
  /// states that it is not complete.
  ///
  /// Skipped lines are counted in the report, and the list is complete without them; a missed
  /// threshold is a result.
  static let ofReports: Shortfalls = [
    .readInPart, .noSpectrum, .nothingAudited, .noShapes, .uncountedSpace,
  ]

  /// All of them, for tests.
  package static let all = Shortfalls(rawValue: (1 << 9) - 1)

  /// The outcome.
  package var outcome: Outcome {
    if isSuperset(of: [.readInPart, .nothingAudited]), !contains(.endedOnPurpose) {
      return .impossible
    }
    let incomplete: Shortfalls = [
      .readInPart, .nothingAudited, .malformedLines, .noSpectrum, .uncountedSpace, .missedThreshold,
      .forgottenFacts, .noShapes,
    ]
    return isDisjoint(with: incomplete) ? .done : .incomplete
  }
}
