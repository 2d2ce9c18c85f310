package import Diagnostics
import PasswordPolicies
package import Reports

/// The answer of a tally to a question.
package struct Answer: Sendable {
  /// The question, after the requested change.
  package let question: Question
  /// What became of each policy, in order.
  package let entries: [Entry]
  /// The report on the judged policies; nil if none was judged.
  package let report: Report?
  /// Problems reported while the policies were judged.
  package let told: [Problem]
  /// Passwords that the edited policy accepts.
  package let examples: [String]
  /// How much was asked.
  package let depth: Depth

  /// How much of an answer is asked: what takes longer comes later, or on demand.
  package enum Depth: Int, Sendable {
    /// Counts alone.
    case numbers
    /// Also keyspaces and examples.
    case figures
    /// Also how long guessing takes, which distinct passwords tell.
    case whole
  }

  /// A policy of the question.
  package struct Entry: Sendable {
    /// The policy as edited.
    package let draft: EditedPolicy
    /// Its index in the report; nil if it was not judged.
    package internal(set) var place: Int?
    /// Why it was not judged although its text is valid.
    package internal(set) var refusal: Problem?
    /// The rules that its answer leaves out, since they need facts that were not recorded.
    package internal(set) var omitted: [String] = []
    /// Why its keyspace was not counted.
    package internal(set) var uncounted: Problem?
    /// Whether its keyspace was not asked for and is not known from before.
    package internal(set) var isUncountedYet = false

    /// Starts without an answer.
    init(_ draft: EditedPolicy) { self.draft = draft }
  }

  /// The policy that is edited.
  package var edited: Entry { entries[question.index] }
}

extension Answer {
  /// Makes an empty answer, for a page that shows only another part.
  init(unasked question: Question) {
    self.init(question: question, entries: [], report: nil, told: [], examples: [], depth: .numbers)
  }
}
