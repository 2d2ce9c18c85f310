import Diagnostics
import PasswordRules
import Reporting

/// What a tally says to a question.
struct Answer: Sendable {
  /// The question, once what was to be done to it was done.
  let question: Question
  /// The policies as they are edited, in order.
  let drafts: [Draft]
  /// What the report says of the policies that were judged; nil where none was.
  let report: Report?
  /// Of each draft its place in the report; nil where it was not judged.
  let places: [Int?]
  /// Of each draft why it was not judged though its text is right.
  let refusals: [(any Diagnosable)?]
  /// Of each draft why its keyspace was not counted.
  let uncounted: [(any Diagnosable)?]
  /// What was told while the policies were judged.
  let told: [any Diagnosable]
  /// Passwords that the edited policy accepts.
  let examples: [String]

  /// The draft that is edited.
  var draft: Draft { drafts[question.index] }
  /// The place in the report of the policy that is edited.
  var place: Int? { places[question.index] }
}

extension Answer {
  /// No answer, for a page that shows another part only.
  init(unasked question: Question) {
    self.init(
      question: question, drafts: [], report: nil, places: [], refusals: [], uncounted: [],
      told: [], examples: [])
  }
}
