import Auditing
package import Diagnostics
import Reports
import Tallies
import Workers

/// Passes problems on, and remembers all but notes: what makes a result less than it looks stands in the
/// report, and in the exit code.
package final class HeardWarnings: Sendable {
  private let lines: Locked<Set<String>>
  private let receiver: ProblemHandler

  /// Remembers nothing yet, or what a recording states.
  package init(_ lines: Set<String> = [], passingOn receiver: @escaping ProblemHandler) {
    self.lines = Locked(lines)
    self.receiver = receiver
  }

  /// Receives every problem.
  package var tell: ProblemHandler {
    { problem in
      // That a rule has no effect in a run is what the user asked for.
      if problem.severity != .note, !(problem is DoubtfulList) {
        self.lines.withLock { _ = $0.insert(problem.line) }
      }
      self.receiver(problem)
    }
  }

  /// Passes on what can be told again from the lists.
  func passOn(_ problem: any Diagnosable) { receiver(problem) }

  /// The warnings, each on one line, in the order of their texts.
  package var all: [String] { lines.withLock { $0.sorted() } }
}

extension [RecordedInput] {
  /// What is to be known of lists together before any number: some count twice.
  func doubts() -> [any Diagnosable] {
    let twins = twins
    return twins.prefix(Self.mostTwins).map { SameList(list: self[$0], twin: self[$1]) }
      + (twins.count > Self.mostTwins ? [FurtherTwins(count: twins.count - Self.mostTwins)] : [])
  }

  /// The most lists that count twice and are named.
  private static var mostTwins: Int { 10 }
}

/// A list with the same text as another one that was read.
private struct SameList: Diagnosable {
  let list: RecordedInput
  let twin: RecordedInput

  var location: Location? { Location(file: list.name) }
  var severity: Severity { .warning }
  var found: String {
    let same =
      list.name == twin.name ? "named twice" : "\(list.likeness(to: twin)) '\(twin.name)'"
    return "\(same); every password counts twice"
  }
  var expected: String? { nil }
  var remedy: String? { "Name the list once." }
}

/// More lists count twice than are named.
private struct FurtherTwins: Diagnosable {
  let count: Int

  var location: Location? { nil }
  var severity: Severity { .warning }
  var found: String {
    "\(counted(count, "more list")) of the same text as others; every password of these counts twice"
  }
  var expected: String? { nil }
  var remedy: String? { "Name each list once." }
}
