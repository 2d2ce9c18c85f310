import Diagnostics
import Foundation
import PasswordPolicies
import Reports

/// What the page shows at once after a key or a click, as JSON for its script.
struct LabNumbers {
  private let members: JSONObject

  init(_ page: LabPage) {
    let (answer, edited) = (page.answer, page.answer.edited)
    let policy = edited.draft.policy
    func written(_ parts: [Markup]) -> String {
      String(decoding: LabPage.written(parts), as: UTF8.self)
    }
    members = [
      // The text of the edited policy, after the controls changed it.
      "text": answer.question.text,
      // The controls as they follow from the text, empty if they do not; and those of the first of
      // several alternatives.
      "shown": page.shownControls?.encoded ?? "",
      "first": (policy?.alternatives.first).map { Controls($0).encoded } ?? "",
      // The question, as a query, and the command that opens it again.
      "query": answer.question.query, "command": page.lab.command(opening: answer.question),
      // Whether a policy was asked for that the library does not have.
      "isUnknown": page.search != nil,
      // Whether the text has no error, and whether errors are among the problems.
      "isWhole": policy != nil,
      "hasErrors": edited.draft.problems.contains { $0.severity == .error },
      // The share that complies, in words and exactly; nil without an answer.
      "share": page.share,
      "rate": edited.place.flatMap { answer.report?.overview.policies[$0].compliant.share },
      // The keyword and the value of each rule of the edited policy.
      "rules": (policy?.rules ?? []).map { rule in
        [
          (rule.id.alternative.map { "\($0 + 1): " } ?? "") + rule.stated.keyword,
          rule.stated.value,
        ]
      },
      "top": written(page.topParts), "tabs": written([page.tabs]),
      "problems": written([page.problems]),
    ]
  }

  /// The numbers as JSON.
  func serialized() throws -> [UInt8] { Array(try JSONEncoder().encode(members)) }
}
