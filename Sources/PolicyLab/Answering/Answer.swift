package import Diagnostics
import PasswordRules
package import Reporting

/// The answer of a tally to a question.
package struct Answer: Sendable {
  /// The question, after the requested change.
  package let question: Question
  /// The edited policies, in order.
  package let drafts: [Draft]
  /// The report on the judged policies; nil if none was judged.
  package let report: Report?
  /// The index in the report of each draft; nil if it was not judged.
  package let places: [Int?]
  /// Why each draft was not judged although its text is valid.
  package let refusals: [(any Diagnosable)?]
  /// Why each draft's keyspace was not counted.
  package let uncounted: [(any Diagnosable)?]
  /// Problems reported while the policies were judged.
  package let told: [any Diagnosable]
  /// Passwords that the edited policy accepts.
  package let examples: [String]

  /// The edited draft.
  package var draft: Draft { drafts[question.index] }
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
