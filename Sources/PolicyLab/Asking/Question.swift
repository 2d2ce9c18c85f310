import Foundation
import PasswordRules

/// What a page asks: up to four policies as text, which of them is edited, and of which tally.
///
/// A question is a query, so a page can be bookmarked and sent, and no state is kept between two.
///
///     Question(query: "p=minlength%3A+8%3B&p=minlength%3A+12%3B&at=2").texts[1]  // "minlength: 12;"
package struct Question: Hashable, Sendable {
  /// The policies, as text; from one to ``mostPolicies``.
  package private(set) var texts: [String]
  /// The one that is edited, an index of ``texts``.
  package private(set) var index: Int
  /// The tally that is asked, from 0.
  package var tally: Int
  /// The standards that policies are held against, by their ids; none for all of them.
  package private(set) var standards: [String] = []

  /// Policies side by side.
  package static let mostPolicies = 4
  /// Bytes of a policy's text.
  package static let longestText = 4096

  /// Asks about a policy.
  package init(_ text: String) {
    texts = [text]
    index = 0
    tally = 0
  }

  /// Reads a query; what it does not say is nothing, what is too much is left out.
  package init(query: String) { self.init(Fields(query)) }

  /// Reads the fields of a form.
  init(_ fields: Fields) {
    texts = fields.all("p").prefix(Self.mostPolicies).map(Self.clean)
    if texts.isEmpty { texts = [""] }
    index = min(max((fields.number("at") ?? 1) - 1, 0), texts.count - 1)
    tally = max((fields.number("tally") ?? 1) - 1, 0)
    let chosen = Set(fields.all("against"))
    standards = Standard.all.map(\.id).filter(chosen.contains)
  }

  /// The text of the policy that is edited.
  package var text: String { texts[index] }

  /// The fields that say the same.
  package var query: String {
    var fields = Fields()
    for text in texts { fields.add("p", text) }
    if index > 0 { fields.add("at", String(index + 1)) }
    if tally > 0 { fields.add("tally", String(tally + 1)) }
    for standard in standards { fields.add("against", standard) }
    return fields.encoded
  }

  /// The standards that policies are held against.
  var chosenStandards: [Standard] {
    standards.isEmpty ? Standard.all : Standard.all.filter { standards.contains($0.id) }
  }

  /// Whether a policy can stand beside those that are there.
  package var hasRoom: Bool { texts.count < Self.mostPolicies }

  /// Puts another text in the place of the policy that is edited.
  package mutating func replaceText(_ text: String) { texts[index] = Self.clean(text) }

  /// Turns to another policy; does nothing where there is none of this number.
  package mutating func turn(to index: Int) {
    if texts.indices.contains(index) { self.index = index }
  }

  /// Puts a policy beside the others and turns to it; does nothing where there is no room.
  package mutating func add(_ text: String) {
    guard hasRoom else { return }
    texts.append(Self.clean(text))
    index = texts.count - 1
  }

  /// Takes the policy away that is edited, but not the last one.
  package mutating func drop() {
    guard texts.count > 1 else { return }
    texts.remove(at: index)
    index = min(index, texts.count - 1)
  }

  /// Bytes of the longest text.
  package var longest: Int { texts.map(\.utf8.count).max() ?? 0 }

  /// One kind of line end, as a form sends two.
  private static func clean(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where scalar != "\r" { scalars.append(scalar) }
    return String(scalars)
  }
}
