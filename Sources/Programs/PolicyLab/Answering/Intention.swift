import Foundation
import Jobs
import PasswordPolicies

/// A change that a form requests before the answer.
struct Intention: Sendable {
  /// The question after the change.
  private(set) var question: Question
  /// A searched name that no policy of the library has; nil if nothing was searched.
  private(set) var search: String?
  /// Controls that were changed, but cannot change the text, since it has an error.
  private(set) var held: HeldControls?

  /// The fields that request changes.
  static let fields = ["by", "shown", "do", "to", "use", "find"]

  /// Applies the changes that the fields request.
  init(_ fields: FormFields, _ lab: Lab) {
    question = Question(fields)
    if fields["pasted"] != nil { translate() }
    apply(fields, lab)
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

  /// Replaces a text that was pasted from another system by our language, with comments on what the
  /// policy does not say.
  private mutating func translate() {
    guard let pasted = PastedPolicy(question.text) else { return }
    let whole = pasted.source.comments + pasted.text
    question.replaceText(whole.utf8.count <= Question.longestText ? whole : pasted.text)
  }

  /// Changes the text as far as the controls differ from those that the form showed.
  private mutating func apply(_ fields: FormFields, _ lab: Lab) {
    let shown = fields["shown"].flatMap { $0.isEmpty ? nil : Controls(FormFields($0)) }
    guard shown != nil || fields["by"] == "controls" else { return }
    let draft = lab.drafts(of: question)[question.index]
    let current = draft.controlled.map(Controls.init)
    guard let before = shown ?? current else { return }
    let form = Controls(fields, before: before)
    guard let current else {
      held = HeldControls(shown: before, now: form)
      return
    }
    let wanted = form.merged(since: before, with: current)
    if wanted != current, let text = draft.text(changedBy: wanted) { question.replaceText(text) }
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

/// Controls that wait until the text is right.
struct HeldControls: Sendable {
  /// As the form showed them, which is as the last text without an error was.
  let shown: Controls
  /// As they were changed.
  let now: Controls

  /// Whether any was changed.
  var areChanged: Bool { shown != now }
}

extension Policy {
  /// The policy without the rules that cannot be judged, and the texts of these; nil if there are
  /// none of either, or if it has alternatives, of which less would refuse more.
  ///
  /// `isKnown` says whether a policy can be judged.
  func part(where isKnown: (Policy) -> Bool) -> (policy: Policy, omitted: [String])? {
    guard alternatives.count == 1 else { return nil }
    let unknown = rules.filter { rule in
      !isKnown(without(rules.filter { $0.id != rule.id }))
    }
    guard !unknown.isEmpty, unknown.count < rules.count else { return nil }
    var rest = without(unknown)
    guard isKnown(rest) else { return nil }
    rest.name = "\(name) without " + unknown.map(\.text).joined(separator: ", ")
    return (rest, unknown.map(\.text))
  }

  /// The policy without some rules; the last ones go first, since their numbers depend on the
  /// others.
  private func without(_ unwanted: [Rule]) -> Policy {
    unwanted.reversed().reduce(self) { $0.replacing($1.id, with: nil) ?? $0 }
  }
}
