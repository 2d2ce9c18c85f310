import Bytes
import Diagnostics
import Intake
import Passwords
import Tallies

/// Facts about lists that were read, now or earlier, besides the counts of their passwords.
struct ReadLists: Sendable {
  /// The lists, as a report names them.
  let lists: FoundLists
  /// The result of reading each list, in order.
  let inputs: [RecordedInput]
  /// The readings chosen where several were possible.
  let readings: [String: String]
  /// Whether distinct passwords were counted, and all of them passed on.
  let countsDistinct: Bool
  /// Whether users' names were marked, and any list named users.
  let namesUsers: Bool
  /// The lines that only readers count, which no tally has yet.
  let unheld: LineCounts
  let shortfalls: Set<Shortfall>
  /// The warnings that are told of them, and of what judges them.
  let heard: HeardWarnings
}

extension ReadLists {
  /// Whether every list names its users, so that each entry is an account.
  var areOfUsers: Bool {
    !inputs.isEmpty
      && inputs.allSatisfy { $0.layout.flatMap(LineLayout.init(description:))?.hasUsers == true }
  }

  /// Whether not all of them was read: what was read is no sample.
  var areInPart: Bool { shortfalls.contains(.readInPart) }

  /// A number of the lists themselves, by which samples are drawn: the first eight bytes of their
  /// digests, each bit that of an odd number of them.
  var seed: UInt64 {
    inputs.reduce(0) { $0 ^ (UInt64($1.sha256.prefix(16), radix: 16) ?? 0) }
  }

  /// Takes the facts of a recording; `tell` receives the problems that come with its answers.
  init(_ recording: Recording, tell: @escaping ProblemHandler) {
    var shortfalls: Set<Shortfall> = recording.isComplete ? [] : [.readInPart]
    if recording.inputs.contains(where: \.hasMalformedLines) { shortfalls.insert(.malformedLines) }
    self.init(
      lists: FoundLists(recorded: recording), inputs: recording.inputs,
      readings: recording.readings.filter { $0.key != Recording.warningsReading },
      countsDistinct: recording.spectrum != nil,
      namesUsers: recording.namesUsers, unheld: LineCounts(), shortfalls: shortfalls,
      heard: HeardWarnings(Set(recording.warnings), passingOn: tell))
  }
}

extension RecordedInput {
  /// Records the summary of a list.
  init(_ summary: ListSummary) {
    self.init(
      name: summary.lastName.map { "\(summary.name) … \($0)" } ?? summary.name,
      container: summary.isOfOneKind ? summary.container.description : "several",
      bytes: summary.bytesRead, sha256: hexadecimal(summary.sha256))
    textBytes = summary.textBytes
    members = summary.members
    encoding = summary.encoding.rawValue
    fallbackLines = summary.fallbackLines
    cutLines = summary.cutLines
    overLongLines = summary.overLongLines
    files = summary.archiveMembers.map { member in
      File(
        name: escaped(member.name), container: member.container.description,
        textBytes: member.textBytes, encoding: member.encoding.rawValue,
        isComplete: member.isComplete)
    }
    skippedFiles = summary.skippedMembers
    layout = summary.layout?.layout.description
    layoutToldBy = summary.layout?.evidence?.text
    hasMalformedLines = summary.hasMalformedLines
    isComplete = summary.isComplete
    lists = summary.lists
    problems =
      summary.problems.map(\.message) + summary.layoutProblems.map(\.message)
      + [summary.furtherProblems.problem?.found].compactMap(\.self)
  }
}

extension LineCounts {
  /// The lines of a list that no chunk held.
  init(unheldOf input: RecordedInput) {
    self.init()
    (cut, unheld) = (input.cutLines, input.overLongLines)
  }
}

extension Recording {
  /// Tells if it holds only a part of its lists, and what its scan warned of.
  func tellShortcomings(in file: String, _ tell: (Problem) -> Void) {
    Problem.recordedInPart(self, in: file).map(tell)
    let told = inputs.flatMap(\.warnings).filter { $0.contains(": warning: ") } + warnings
    for line in told.prefix(10) { tell(.earlierWarning(file, "the scan warned: \(line)")) }
    if told.count > 10 {
      tell(
        .earlierWarning(
          file, "the scan warned: and \(told.count - 10) more times; audit.json has all"))
    }
  }
}

extension Problem {
  /// The scan of a tally, or the run of a report, warned of something.
  static func earlierWarning(_ file: String, _ found: String) -> Problem {
    Problem("earlier-warning", in: file, found, .warning)
  }

  /// The lists of a tally were recorded only in part, so every number is about that part; nil if all
  /// lines of all lists were recorded.
  static func recordedInPart(_ recording: Recording, in file: String) -> Problem? {
    let read = ReadLists(recording) { _ in }
    let isCut = read.areInPart
    guard isCut || read.shortfalls.contains(.malformedLines) else { return nil }
    let lists = read.inputs.filter { isCut ? !$0.isComplete : $0.hasMalformedLines }.map(\.name)
    let all =
      (lists.first.map { "'\($0)'" } ?? "a list")
      + (lists.count > 1 ? " and \(lists.count - 1) more" : "")
    return Problem(
      "recorded-in-part", in: file,
      isCut ? "the scan did not read all of \(all)" : "the scan skipped lines of \(all)",
      remedy:
        "All numbers are about the lines that were recorded. Scan the lists again for the others.",
      .warning)
  }
}
