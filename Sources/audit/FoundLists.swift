import ArgumentParser
import Diagnostics
import Intake

/// The lists that are there of those that were named, at least one.
struct FoundLists {
  /// The lists, in order.
  let inputs: [ListInput]
  /// The first one's name without directory and endings.
  let name: String
  private let isAnyMissing: Bool

  /// What reports call them: `rockyou+2` with two others.
  var label: String { name + (inputs.count > 1 ? "+\(inputs.count - 1)" : "") }

  /// Finds lists, and tells of what is not there.
  ///
  /// - Throws: ``Outcome/impossible`` where nothing is.
  init(_ names: [String]) throws(ExitCode) {
    let (inputs, problems) = ListInput.resolve(names)
    for problem in problems { Terminal.tell(problem) }
    guard let first = inputs.first else { throw Outcome.impossible }
    self.inputs = inputs
    name = listName(first.name)
    isAnyMissing = problems.contains { $0.severity == .error }
  }

  /// Tells what was wrong with the lists, once they have been read.
  ///
  /// - Returns: Whether all that was named was read to its end.
  func review(_ summaries: [ListSummary]) -> Bool {
    for problem in summaries.flatMap(\.problems) { Terminal.tell(problem) }
    for problem in summaries.flatMap(\.layoutProblems) { Terminal.tell(problem) }
    return !isAnyMissing && summaries.allSatisfy(\.isComplete)
  }
}
