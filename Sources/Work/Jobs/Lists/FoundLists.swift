import Auditing
import Diagnostics
import Files
import Intake
import PasswordPolicies
import PolicySources
import Tallies

/// The named lists that exist, at least one.
package struct FoundLists: Sendable {
  /// The lists, in order.
  let inputs: [ListInput]
  /// The named lists and directories, except empty ones.
  let named: [String]
  /// The name of the first of them: a list's without directory and extensions, or a directory's
  /// own.
  let name: String
  /// The label of each of them in reports.
  private let labels: [String]
  private let isAnyMissing: Bool

  /// Their label in reports: `rockyou+2` with two others.
  package var label: String { name + (named.count > 1 ? "+\(named.count - 1)" : "") }

  /// The most lists with rows of their own in one report, the limit of the manifest too.
  static let mostLabels = 1000

  /// A unique label for each list, also different from that of the whole: the shortest end of its
  /// path that no other list has, or a number if there is none: `2018/dump`, `2019/dump`, `forum`,
  /// `forum-2`.
  func labels(besides whole: String) -> [String] {
    var taken: Set = [whole]
    let paths = inputs.map { Array(pathParts($0.name).dropLast()) + [listName($0.name)] }
    return distinctEnds(paths).map { end in
      let name = end.joined(separator: "/")
      var label = name
      var number = 1
      while !taken.insert(label).inserted {
        number += 1
        label = "\(name)-\(number)"
      }
      return label
    }
  }

  /// Finds lists and reports missing ones.
  ///
  /// - Throws: ``ProblemsTold`` if none is found.
  init(_ names: [String], tell: (Problem) -> Void) throws(ProblemsTold) {
    let (inputs, problems) = ListInput.resolve(names)
    for problem in problems.prefix(ProblemCounts.kept) { tell(problem.problem) }
    ProblemCounts(of: problems.dropFirst(ProblemCounts.kept)).problem.map(tell)
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

  /// Names the lists of a recording, for their report.
  init(recorded recording: Recording) {
    inputs = []
    // Lists in a named directory were not named themselves.
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

  /// Reports the problems of the lists after reading.
  ///
  /// - Returns: Why the reading lacks something.
  func review(
    _ summaries: [ListSummary], of reading: ListsToRead, tell: (Problem) -> Void
  ) -> Set<Shortfall> {
    for problem in summaries.flatMap(\.problems) { tell(problem.problem) }
    for problem in summaries.flatMap(\.layoutProblems) { tell(problem.problem) }
    let rest = summaries.reduce(into: ProblemCounts()) { $0.add($1.furtherProblems) }
    rest.problem.map(tell)
    let empty = summaries.filter { $0.textBytes == 0 && $0.isComplete }
    // If all are, there are no passwords, which is an error.
    if let first = empty.first, empty.count < summaries.count {
      tell(.emptyList(first.name, of: empty.reduce(0) { $0 + $1.lists }))
    }
    var shortfalls: Set<Shortfall> = []
    if isAnyMissing || !summaries.allSatisfy(\.isComplete) { shortfalls.insert(.readInPart) }
    if reading.stop.isRaised || reading.reading.maxBytes != nil {
      shortfalls.insert(.endedOnPurpose)
    }
    if summaries.contains(where: \.hasMalformedLines) { shortfalls.insert(.malformedLines) }
    return shortfalls
  }
}

extension ListSettings {
  /// Finds the lists, and reports missing ones.
  ///
  /// - Throws: ``ProblemsTold`` if none is found, or one of them is a policy.
  func find(tell: ProblemHandler) throws(ProblemsTold) -> FoundLists {
    let lists = try FoundLists(names, tell: tell)
    let named = reading.takesAnyBytes ? [] : lists.inputs.filter { names.contains($0.name) }
    let policies = named.filter(\.isPolicy)
    for policy in policies { tell(Problem.policyAsList(policy.name)) }
    guard policies.isEmpty else { throw ProblemsTold() }
    return lists
  }
}

/// A directory's own name, even for paths without it: `.`, `lists/..`.
private func directoryName(_ path: String) -> String {
  var name = (try? FilePath(path).name) ?? ""
  if name == "." || name == ".." {
    name = (try? FilePath(path).resolved.name) ?? ""
  }
  return name.isEmpty || name.hasPrefix(".") || name == "/" ? "lists" : name
}

extension Problem {
  /// Some of several lists are empty, of which this is the first.
  fileprivate static func emptyList(_ name: String, of count: UInt64) -> Problem {
    Problem(
      "empty-list", in: name,
      "an empty list, which adds nothing"
        + (count > 1 ? "; so \(count == 2 ? "does" : "do") \(count - 1) more" : ""), .note)
  }

  /// The lists are empty: probably the command that should have filled them failed.
  static func noPasswords(_ lists: FoundLists) -> Problem {
    Problem(
      "no-passwords", in: lists.named.count == 1 ? lists.named.first : nil, "no passwords",
      expected: "at least one",
      remedy: lists.named.contains(ListInput.standardInputName)
        ? "If they come through a pipe, see whether the command before it failed."
        : "Name a list that holds some: audit LIST")
  }

  /// The lists of a tally are empty.
  static func noPasswords(tally: String) -> Problem {
    Problem(
      "no-passwords-recorded", in: tally, "no passwords", expected: "at least one",
      remedy: "Scan a list that holds some: audit scan LIST -o FILE")
  }

  /// A policy file was named as a list, most likely because `--rules` was forgotten.
  ///
  /// Its lines would be audited as passwords and falsify every number of the report.
  fileprivate static func policyAsList(_ path: String) -> Problem {
    Problem(
      "policy-as-list", in: path, "the file is a policy, and is named as a list",
      expected: "a list of passwords",
      remedy:
        "Name policies with --rules, as in 'audit --rules \(path.shellWord) LIST'; --binary reads it as "
        + "a list all the same.")
  }
}

extension ListInput {
  /// Whether a named list is a policy without errors, or that of another system; only small regular
  /// files are read.
  fileprivate var isPolicy: Bool {
    // Policies are smaller.
    let largest = 65_536
    guard let byteCount, byteCount < largest, name != Self.standardInputName,
      let bytes = try? PolicyFile.text(of: SmallFile.bytes(of: name, atMost: largest))
    else { return false }
    if case .source(let kind) = Recognition(of: bytes) {
      // A line that reads as one of these may be a password, and so may the name of a setting.
      return kind != .expression && kind != .keycloak
        && (kind != .pwquality || bytes.contains(UInt8(ascii: "=")))
    }
    guard bytes.contains(UInt8(ascii: ":")), PolicyReading.isPlausible(bytes) else { return false }
    let reading = PolicyReading(policyFile: bytes, file: name, .strict, maxConsecutive: .repeats)
    return !reading.hasErrors && reading.policies.contains { !$0.text(.minified).isEmpty }
  }
}
