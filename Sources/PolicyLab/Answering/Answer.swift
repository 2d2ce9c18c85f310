import Diagnostics
import PasswordRules
import Reporting

/// The answer of a tally to a question.
struct Answer: Sendable {
  /// The question, after the requested change.
  let question: Question
  /// The edited policies, in order.
  let drafts: [Draft]
  /// The report on the judged policies; nil if none was judged.
  let report: Report?
  /// The index in the report of each draft; nil if it was not judged.
  let places: [Int?]
  /// Why each draft was not judged although its text is valid.
  let refusals: [(any Diagnosable)?]
  /// Why each draft's keyspace was not counted.
  let uncounted: [(any Diagnosable)?]
  /// Problems reported while the policies were judged.
  let told: [any Diagnosable]
  /// Passwords that the edited policy accepts.
  let examples: [String]

  /// The edited draft.
  var draft: Draft { drafts[question.index] }
  /// The index of the edited policy in the report.
  var place: Int? { places[question.index] }
}

extension Answer {
  /// Makes an empty answer, for a page that shows only another part.
  init(unasked question: Question) {
    self.init(
      question: question, drafts: [], report: nil, places: [], refusals: [], uncounted: [],
      told: [], examples: [])
  }
}
