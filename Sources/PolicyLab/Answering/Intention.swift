import Foundation

/// A change that a form requests before the answer.
struct Intention: Sendable {
  /// The question after the change.
  private(set) var question: Question
  /// A searched name that no policy of the library has; nil if nothing was searched.
  private(set) var search: String?

  /// The fields that request changes.
  static let fields = ["by", "do", "to", "use", "find"]

  /// Applies the changes that the fields request.
  init(_ fields: Fields, _ lab: Lab) {
    question = Question(fields)
    if fields["by"] == "controls" { apply(Controls(fields), lab) }
    if let index = fields.index("to") { question.turn(to: index) }
    if let name = fields["use"] { take(name, lab) { $0.replaceText($1) } }
    let name = fields["find"]?.trimmingCharacters(in: .whitespaces) ?? ""
    switch fields["do"] {
    case "use": take(name, lab) { $0.replaceText($1) }
    case "compare": take(name, lab) { $0.add($1) }
    case "copy": question.add(question.text)
    case "drop": question.drop()
    default: break
    }
  }

  private mutating func apply(_ controls: Controls, _ lab: Lab) {
    let draft = lab.drafts(of: question)[question.index]
    if let text = draft.text(changedBy: controls) { question.replaceText(text) }
  }

  private mutating func take(
    _ name: String, _ lab: Lab, _ change: (inout Question, String) -> Void
  ) {
    if let entry = lab.library.entry(named: name) {
      change(&question, entry.text)
    } else {
      search = name
    }
  }
}
