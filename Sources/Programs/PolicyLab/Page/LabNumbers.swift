import Diagnostics
import Foundation
import PasswordPolicies
import Reports

/// What the page shows at once after a key or a click, as JSON for its script.
struct LabNumbers: Encodable {
  /// The text of the edited policy, after the controls changed it.
  private let text: String
  /// The controls as they follow from the text; empty if they do not.
  private let shown: String
  /// The controls of the first of several alternatives.
  private let first: String
  /// The question, as a query.
  private let query: String
  /// The command that opens it again.
  private let command: String
  /// Whether the text has no error.
  private let isWhole: Bool
  /// Whether a policy was asked for that the library does not have.
  private let isUnknown: Bool
  /// Whether errors are among the problems.
  private let hasErrors: Bool
  /// The share that complies, in words and exactly; nil without an answer.
  private let share: String
  private let rate: Double?
  /// The keyword and the value of each rule of the edited policy.
  private let rules: [[String]]
  /// Parts of the page.
  private let top: String
  private let tabs: String
  private let problems: String

  init(_ page: LabPage) {
    let (answer, edited) = (page.answer, page.answer.edited)
    text = answer.question.text
    shown = page.shownControls?.encoded ?? ""
    first = (edited.draft.policy?.alternatives.first).map { Controls($0).encoded } ?? ""
    query = answer.question.query
    command = page.lab.command(opening: answer.question)
    isUnknown = page.search != nil
    isWhole = edited.draft.policy != nil
    hasErrors = edited.draft.problems.contains { $0.severity == .error }
    share = page.share
    rate = edited.place.flatMap { answer.report?.overview.policies[$0].compliant.share }
    rules =
      edited.draft.policy?.rules.map { rule in
        [
          (rule.id.alternative.map { "\($0 + 1): " } ?? "") + type(of: rule.stated).keyword,
          rule.stated.value,
        ]
      } ?? []
    func written(_ parts: [Markup]) -> String {
      String(decoding: LabPage.written(parts), as: UTF8.self)
    }
    top = written(page.topParts)
    tabs = written([page.tabs])
    problems = written([page.problems])
  }

  /// The numbers as JSON.
  func serialized() throws -> [UInt8] { Array(try JSONEncoder().encode(self)) }
}
