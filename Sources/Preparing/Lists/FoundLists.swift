package import Diagnostics
package import Intake

/// The lists that are there of those that were named, at least one.
package struct FoundLists: Sendable {
  /// The lists, in order.
  package let inputs: [ListInput]
  /// The first one's name without directory and endings.
  package let name: String
  private let isAnyMissing: Bool

  /// What reports call them: `rockyou+2` with two others.
  package var label: String { name + (inputs.count > 1 ? "+\(inputs.count - 1)" : "") }

  /// Finds lists, and tells of those that are missing.
  ///
  /// - Throws: ``ProblemsTold`` when none is found.
  package init(_ names: [String], tell: (any Diagnosable) -> Void) throws(ProblemsTold) {
    let (inputs, problems) = ListInput.resolve(names)
    for problem in problems { tell(problem) }
    guard let first = inputs.first else { throw ProblemsTold() }
    self.inputs = inputs
    name = listName(first.name)
    isAnyMissing = problems.contains { $0.severity == .error }
  }

  /// Tells what was wrong with the lists, once they have been read.
  ///
  /// - Returns: Whether all that was named was read to its end.
  package func review(_ summaries: [ListSummary], tell: (any Diagnosable) -> Void) -> Bool {
    for problem in summaries.flatMap(\.problems) { tell(problem) }
    for problem in summaries.flatMap(\.layoutProblems) { tell(problem) }
    return !isAnyMissing && summaries.allSatisfy(\.isComplete)
  }
}

/// What the names of lists end in, the outermost first.
private let listEndings =
  [".tgz", ".gz", ".zst", ".xz", ".bz2", ".lz4", ".lz", ".zip", ".7z", ".tar"]
  + [".txt", ".lst", ".dic", ".blocklist"]

/// A list's name without directory and endings: `leaks/rockyou.txt.gz` is `rockyou`.
package func listName(_ path: String) -> String {
  guard path != ListInput.standardInputName else { return "stdin" }
  var name = path.split(separator: "/").last.map(String.init) ?? "list"
  for ending in listEndings where name.hasSuffix(ending) {
    if name.count > ending.count { name.removeLast(ending.count) }
  }
  return name.hasPrefix(".") ? "list" : name
}
