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
      if problem.severity != .note, !problem.isOfIdleRule {
        self.lines.withLock { _ = $0.insert(problem.line) }
      }
      self.receiver(problem)
    }
  }

  /// Passes on what can be told again from the lists.
  func passOn(_ problem: Problem) { receiver(problem) }

  /// The warnings, each on one line, in the order of their texts.
  package var all: [String] { lines.withLock { $0.sorted() } }
}

extension [RecordedInput] {
  /// What is to be known of lists together before any number: some count twice.
  func doubts() -> [Problem] {
    let twins = twins
    return twins.prefix(Self.mostTwins).map { .sameList(self[$0], as: self[$1]) }
      + (twins.count > Self.mostTwins ? [.furtherTwins(twins.count - Self.mostTwins)] : [])
  }

  /// The most lists that count twice and are named.
  private static var mostTwins: Int { 10 }
}

extension Problem {
  /// A list with the same text as another one that was read.
  fileprivate static func sameList(_ list: RecordedInput, as twin: RecordedInput) -> Problem {
    let same =
      list.name == twin.name ? "named twice" : "\(list.likeness(to: twin)) '\(twin.name)'"
    return Problem(
      "same-list", in: list.name, "\(same); every password counts twice",
      remedy: "Name the list once.", .warning)
  }

  /// More lists count twice than are named.
  fileprivate static func furtherTwins(_ count: Int) -> Problem {
    Problem(
      "further-twins",
      "\(counted(count, "more list")) of the same text as others; every password of these counts twice",
      remedy: "Name each list once.", .warning)
  }
}
