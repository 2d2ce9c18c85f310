import Foundation
import PasswordPolicies

/// The question of a page: up to four policies as text, the one that is edited, and the tally.
///
/// A question is a query, so a page can be bookmarked and sent, and the server keeps no state.
///
///     Question(query: "p=minlength%3A+8%3B&p=minlength%3A+12%3B&at=2").texts[1]
///     // "minlength: 12;"
package struct Question: Hashable, Sendable {
  /// The policies, as text; from one to ``mostPolicies``.
  package private(set) var texts: [String]
  /// The index in ``texts`` of the edited policy.
  package private(set) var index: Int
  /// The number of the tally, from 0.
  package var tally: Int
  /// The ids of the standards to compare policies with; empty for all of them.
  package private(set) var standards: [String] = []

  /// The most policies of a question.
  static let mostPolicies = 4
  /// The longest text of a policy, in bytes.
  package static let longestText = 4096

  /// Makes a question about one policy.
  package init(_ text: String) {
    texts = [text]
    index = 0
    tally = 0
  }

  /// Parses a query; missing fields get defaults, and excess is dropped.
  package init(query: String) { self.init(FormFields(query)) }

  /// Parses the fields of a form.
  init(_ fields: FormFields) {
    texts = fields.all("p").prefix(Self.mostPolicies).map(Self.clean)
    if texts.isEmpty { texts = [""] }
    index = min(fields.index("at") ?? 0, texts.count - 1)
    tally = fields.index("tally") ?? 0
    let chosen = Set(fields.all("against"))
    standards = Standard.ids.filter(chosen.contains)
  }

  /// The text of the edited policy.
  package var text: String { texts[index] }

  /// The question as a query.
  package var query: String {
    var fields = FormFields()
    for text in texts { fields.add("p", text) }
    if index > 0 { fields.add("at", String(index + 1)) }
    if tally > 0 { fields.add("tally", String(tally + 1)) }
    for standard in standards { fields.add("against", standard) }
    return fields.encoded
  }

  /// Whether it has no text at all.
  package var isEmpty: Bool { texts.allSatisfy(\.isEmpty) }

  /// Whether another policy can be added.
  var hasRoom: Bool { texts.count < Self.mostPolicies }

  /// Replaces the text of the edited policy.
  mutating func replaceText(_ text: String) { texts[index] = Self.clean(text) }

  /// Selects another policy to edit; ignores an invalid number.
  package mutating func turn(to index: Int) {
    if texts.indices.contains(index) { self.index = index }
  }

  /// Adds a policy and selects it; does nothing if there is no module.
  package mutating func add(_ text: String) {
    guard hasRoom else { return }
    texts.append(Self.clean(text))
    index = texts.count - 1
  }

  /// Removes the edited policy, unless it is the only one.
  package mutating func drop() {
    guard texts.count > 1 else { return }
    texts.remove(at: index)
    index = min(index, texts.count - 1)
  }

  /// Replaces the line ends of forms, CR LF, by LF.
  private static func clean(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where scalar != "\r" { scalars.append(scalar) }
    return String(scalars)
  }
}
