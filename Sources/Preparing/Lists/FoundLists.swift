package import Diagnostics
import Files
package import Intake
import Tallies

/// The lists that are there of those that were named, at least one.
package struct FoundLists: Sendable {
  /// The lists, in order.
  package let inputs: [ListInput]
  /// The lists and directories that were named, as far as there is anything in them.
  package let named: [String]
  /// The name of the first of them: a list's without directory and endings, a directory's own.
  package let name: String
  /// What reports call each of those named.
  private let labels: [String]
  private let isAnyMissing: Bool

  /// What reports call them: `rockyou+2` with two others.
  package var label: String { name + (named.count > 1 ? "+\(named.count - 1)" : "") }

  /// Lists that can be told apart in one report, at most; the manifest names as many.
  static let mostLabels = 1000

  /// What reports call each list, none as another or as all together: `forum`, `forum-2`.
  func labels(besides whole: String) -> [String] {
    var taken: Set = [whole]
    return inputs.map { input in
      let name = listName(input.name)
      var label = name
      var number = 1
      while !taken.insert(label).inserted {
        number += 1
        label = "\(name)-\(number)"
      }
      return label
    }
  }

  /// Finds lists, and tells of those that are missing.
  ///
  /// - Throws: ``ProblemsTold`` when none is found.
  package init(_ names: [String], tell: (any Diagnosable) -> Void) throws(ProblemsTold) {
    let (inputs, problems) = ListInput.resolve(names)
    for problem in problems.prefix(ProblemCounts.kept) { tell(problem) }
    let rest = ProblemCounts(of: problems.dropFirst(ProblemCounts.kept))
    if !rest.isEmpty { tell(rest) }
    guard let first = inputs.first else { throw ProblemsTold() }
    self.inputs = inputs
    let lists = Set(inputs.map(\.name))
    named = names.map { $0 == "-" ? ListInput.standardInputName : $0 }.filter { name in
      let directory = name.hasSuffix("/") ? name : name + "/"
      return lists.contains(name) || inputs.contains { $0.name.hasPrefix(directory) }
    }
    labels = named.map { lists.contains($0) ? listName($0) : directoryName($0) }
    name = labels.first ?? listName(first.name)
    isAnyMissing = problems.contains { $0.severity == .error }
  }

  /// Names lists that were read before, for their report.
  init(recorded recording: Recording) {
    inputs = []
    // A list in a directory that was named was not named itself.
    var places: [(path: String, label: String)] = []
    for list in recording.inputs.map(\.name) {
      let directory = recording.directories.first { $0.holds(list) }
      let place = (directory?.path ?? list, directory?.label ?? listName(list))
      if directory == nil || places.last?.path != place.0 { places.append(place) }
    }
    named = places.map(\.path)
    labels = places.map(\.label)
    name = labels.first ?? "list"
    isAnyMissing = false
  }

  /// The directories among those named.
  var directories: [RecordedDirectory] {
    let lists = Set(inputs.map(\.name))
    return zip(named, labels).filter { !lists.contains($0.0) }.map(RecordedDirectory.init)
  }

  /// Tells what was wrong with the lists, once they have been read.
  ///
  /// - Returns: Whether all that was named was read to its end.
  package func review(_ summaries: [ListSummary], tell: (any Diagnosable) -> Void) -> Bool {
    for problem in summaries.flatMap(\.problems) { tell(problem) }
    for problem in summaries.flatMap(\.layoutProblems) { tell(problem) }
    tellOfTwins(among: summaries, tell: tell)
    let rest = summaries.reduce(into: ProblemCounts()) { $0.add($1.furtherProblems) }
    if !rest.isEmpty { tell(rest) }
    return !isAnyMissing && summaries.allSatisfy(\.isComplete)
  }
}

extension FoundLists {
  /// Tells of lists that have the same bytes as one before them, since their passwords count twice.
  private func tellOfTwins(among summaries: [ListSummary], tell: (any Diagnosable) -> Void) {
    var names: [[UInt8]: String] = [:]
    for summary in summaries
    where summary.lastName == nil && summary.bytesRead > 0 && !summary.sha256.isEmpty {
      guard let first = names[summary.sha256] else {
        names[summary.sha256] = summary.name
        continue
      }
      tell(SameList(name: summary.name, as: first))
    }
  }
}

/// A list that has the same bytes as another of the run.
private struct SameList: Diagnosable {
  let name: String
  let other: String

  init(name: String, as other: String) {
    self.name = name
    self.other = other
  }

  var location: Location? { Location(file: name) }
  var severity: Severity { .warning }
  var found: String {
    let same = name == other ? "named twice" : "the same bytes as '\(other)'"
    return "\(same); every password counts twice"
  }
  var expected: String? { nil }
  var remedy: String? { "Name the list once." }
}

/// What the names of lists end in, the outermost first.
private let listEndings =
  [".tgz", ".gz", ".zst", ".xz", ".bz2", ".lz4", ".lz", ".zip", ".7z", ".tar"]
  + [".txt", ".lst", ".dic", ".blocklist"]

/// A list's name without directory and endings: `leaks/rockyou.txt.gz` is `rockyou`.
package func listName(_ path: String) -> String {
  guard path != ListInput.standardInputName else { return "stdin" }
  var name = (try? FilePath(path).name) ?? "list"
  for ending in listEndings where name.hasSuffix(ending) {
    if name.count > ending.count { name.removeLast(ending.count) }
  }
  return name.hasPrefix(".") ? "list" : name
}

/// A directory's own name, also where the path does not say it: `.`, `lists/..`.
private func directoryName(_ path: String) -> String {
  var name = (try? FilePath(path).name) ?? ""
  if name == "." || name == ".." {
    name = (try? FilePath(path).resolved.name) ?? ""
  }
  return name.isEmpty || name.hasPrefix(".") || name == "/" ? "lists" : name
}

/// The lists hold nothing to count: most likely what should have filled them failed.
package struct NoPasswords: Diagnosable {
  package let location: Location?
  package let remedy: String?

  /// Says it of lists.
  package init(lists: FoundLists) {
    location = lists.named.count == 1 ? lists.named.first.map { Location(file: $0) } : nil
    remedy = "If they come through a pipe, see whether the command before it failed."
  }

  /// Says it of a tally.
  package init(tally: String) {
    location = Location(file: tally)
    remedy = "Scan a list that holds some: audit scan LIST -o FILE."
  }

  package var found: String { "no passwords" }
  package var expected: String? { "at least one" }
}
