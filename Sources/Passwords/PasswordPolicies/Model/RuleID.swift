/// The name of a rule within its policy: `minlength`, `required[0]`, `or[1].allowed`.
///
/// The one place that writes such names and takes them apart.
///
///     RuleID("or[1].required[0]").name   // "required"
package struct RuleID: Hashable, Sendable {
  /// The number of its alternative, from 0; nil if its policy has only one.
  package let alternative: Int?
  /// The rule's keyword, or what it is called in its place: `max-consecutive`, `username`.
  package let name: String
  /// Its number among the rules of this name, from 0; nil where there can be only one.
  package let index: Int?

  /// Combines the parts.
  package init(_ name: String, _ index: Int? = nil, ofAlternative alternative: Int? = nil) {
    self.alternative = alternative
    self.name = name
    self.index = index
  }

  /// Whether a number stands in it.
  package var isNumbered: Bool { alternative != nil || index != nil }

  /// The name of an alternative as a whole: `or[1]`.
  package static func alternative(_ number: Int) -> RuleID { RuleID("or", number) }

  /// The same rule in this alternative.
  func within(_ alternative: Int?) -> RuleID {
    RuleID(name, index, ofAlternative: alternative)
  }
}

extension RuleID: CustomStringConvertible, LosslessStringConvertible, ExpressibleByStringLiteral {
  /// The name as reports print it.
  package var text: String {
    let own = index.map { "\(name)[\($0)]" } ?? name
    return alternative.map { "or[\($0)].\(own)" } ?? own
  }

  package var description: String { text }

  /// Reads a name as ``text`` writes it; whatever has no other form is a keyword.
  package init(_ text: String) {
    var rest = text[...]
    var alternative: Int?
    if let dot = rest.firstIndex(of: "."), let part = Self.numbered(rest[..<dot]), part.name == "or"
    {
      alternative = part.number
      rest = rest[dot...].dropFirst()
    }
    let part = Self.numbered(rest)
    self.init(
      part.map { String($0.name) } ?? String(rest), part?.number, ofAlternative: alternative)
  }

  package init(stringLiteral text: String) { self.init(text) }

  /// Splits `name[0]`; nil for every other text, such as `name[00]`.
  private static func numbered(_ text: Substring) -> (name: Substring, number: Int)? {
    guard text.last == "]", let bracket = text.firstIndex(of: "["), bracket > text.startIndex,
      let number = Int(text[bracket...].dropFirst().dropLast()), number >= 0,
      text[bracket...] == "[\(number)]"
    else { return nil }
    return (text[..<bracket], number)
  }
}
