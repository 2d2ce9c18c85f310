import PasswordPolicies

/// A value of JSON; objects keep the order of their members, and numbers their text.
enum JSON: Hashable, Sendable {
  case null
  case truth(Bool)
  case number(String)
  case text(String)
  case array([JSON])
  case object(Object)
  /// What is no literal: a variable, a call or a template of a language that holds such values.
  case expression

  /// The members of an object; of two with one key, the last counts.
  typealias Object = OrderedSettings<JSON>

  /// The deepest nesting.
  static let deepest = 100

  /// Parses a whole text strictly.
  ///
  /// - Throws: ``Refusal`` with the place of the first fault.
  /// - Complexity: O(length).
  init(parsing text: SourceText) throws(Refusal) {
    var parser = LiteralParser(text, .json)
    self = try parser.whole()
  }

  /// The object; nil if the value is none.
  var object: Object? {
    if case .object(let object) = self { object } else { nil }
  }

  /// The elements; nil if the value is no array.
  var array: [JSON]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The text; nil if the value is none.
  var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// Whether Python, and so most readers of configurations, takes the value for false.
  var isEmpty: Bool {
    switch self {
    case .null, .truth(false): true
    case .truth(true): false
    case .number(let text): Double(text) == 0
    case .text(let text): text.isEmpty
    case .array(let elements): elements.isEmpty
    case .object(let object): object.keys.isEmpty
    case .expression: false
    }
  }
}
