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
  init(_ names: [String], tell: (any Diagnosable) -> Void) throws(ProblemsTold) {
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
  /// - Returns: Whether all named lists were read to their ends.
  func review(_ summaries: [ListSummary], tell: (any Diagnosable) -> Void) -> Bool {
    for problem in summaries.flatMap(\.problems) { tell(problem) }
    for problem in summaries.flatMap(\.layoutProblems) { tell(problem) }
    let rest = summaries.reduce(into: ProblemCounts()) { $0.add($1.furtherProblems) }
    if !rest.isEmpty { tell(rest) }
    let empty = summaries.filter { $0.textBytes == 0 && $0.isComplete }
    // If all are, there are no passwords, which is an error.
    if let first = empty.first, empty.count < summaries.count {
      tell(EmptyList(name: first.name, count: empty.reduce(0) { $0 + $1.lists }))
    }
    return !isAnyMissing && summaries.allSatisfy(\.isComplete)
  }
}

extension ListSettings {
  /// Finds the lists, and reports missing ones.
  ///
  /// - Throws: ``ProblemsTold`` if none is found, or one of them is a policy.
  func find(tell: ProblemHandler) throws(ProblemsTold) -> FoundLists {
    let lists = try FoundLists(names, tell: tell)
    let named = reading.takesAnyBytes ? [] : lists.inputs.filter { names.contains($0.name) }
    let policies = named.compactMap(PolicyGivenAsList.init)
    for policy in policies { tell(policy) }
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

/// Some of several lists are empty.
private struct EmptyList: Diagnosable {
  let name: String
  let count: UInt64

  var severity: Severity { .note }
  var location: Location? { Location(file: name) }
  var found: String {
    "an empty list, which adds nothing"
      + (count > 1 ? "; so \(count == 2 ? "does" : "do") \(count - 1) more" : "")
  }
  var expected: String? { nil }
  var remedy: String? { nil }
}

/// The lists are empty: probably the command that should have filled them failed.
struct NoPasswords: Diagnosable {
  let location: Location?
  let remedy: String?

  /// Makes the problem of lists.
  init(lists: FoundLists) {
    location = lists.named.count == 1 ? lists.named.first.map { Location(file: $0) } : nil
    remedy = "If they come through a pipe, see whether the command before it failed."
  }

  /// Makes the problem of a tally.
  init(tally: String) {
    location = Location(file: tally)
    remedy = "Scan a list that holds some: audit scan LIST -o FILE."
  }

  var found: String { "no passwords" }
  var expected: String? { "at least one" }
}

/// A policy file was named as a list, most likely because `--rules` was forgotten.
///
/// Its lines would be audited as passwords and falsify every number of the report.
struct PolicyGivenAsList: Diagnosable {
  private let path: String

  /// Detects a policy file among the named lists; nil for any other file.
  ///
  /// Reads only small regular files, and accepts only those that are a policy without errors, or that
  /// of another system.
  init?(_ input: ListInput) {
    guard let byteCount = input.byteCount, byteCount < Self.largest,
      input.name != ListInput.standardInputName,
      let bytes = try? PolicyFile.text(of: SmallFile.bytes(of: input.name, atMost: Self.largest)),
      Self.isPolicy(bytes, input.name)
    else { return nil }
    path = input.name
  }

  private static func isPolicy(_ bytes: [UInt8], _ name: String) -> Bool {
    if case .source(let kind) = Recognition(of: bytes) {
      // A line that reads as one of these may be a password, and so may the name of a setting.
      return kind != .expression && kind != .keycloak
        && (kind != .pwquality || bytes.contains(UInt8(ascii: "=")))
    }
    guard bytes.contains(UInt8(ascii: ":")), PolicyReading.isPlausible(bytes) else { return false }
    let reading = PolicyReading(policyFile: bytes, file: name, .strict, maxConsecutive: .repeats)
    return !reading.hasErrors && reading.policies.contains { !$0.text(.minified).isEmpty }
  }

  /// The largest file to examine, in bytes; policies are smaller.
  private static let largest = 65_536

  var location: Location? { Location(file: path) }
  var found: String { "the file is a policy, and is named as a list" }
  var expected: String? { "a list of passwords" }
  var remedy: String? {
    "Name policies with --rules, as in 'audit --rules \(path.shellWord) leaked.txt.gz'; --binary reads it as "
      + "a list all the same."
  }
}
