/// A part of an expression that no rule says.
struct Unsayable: Error, Hashable, Sendable {
  /// Why, as a key to the advice.
  let code: Code
  /// The reason in words.
  let reason: String
  /// The part, in code points of the expression; an empty one stands for the whole expression.
  let part: Range<Int>

  init(_ code: Code, _ reason: String, _ part: Range<Int> = 0..<0) {
    (self.code, self.reason, self.part) = (code, reason, part)
  }

  /// Why a part of an expression cannot be said, as a key to the remedy.
  enum Code: String {
    /// A condition that may begin anywhere.
    case anchor
    /// Several characters in a row.
    case row
    /// Characters in a certain order.
    case order
    /// A character at a certain place.
    case place
    /// A repeated text, or one that must repeat.
    case `repeat`
    /// A character that occurs again elsewhere.
    case occurrences
    /// A text that must occur, whose case matters, or that is too short.
    case word
    /// Engines read it differently.
    case dialect
    /// Engines refuse it.
    case syntax
    /// A limit of this reader.
    case many
    /// Another form.
    case shape
    /// A limit on some characters in a row.
    case run
    case lookbehind, property, escape, group, possessive, back
  }

  /// The reason, with the advice that helps.
  ///
  /// `isAnchored` says whether the expression begins with `^` or has a look-ahead.
  func words(isAnchored: Bool) -> String {
    guard let advice = code == .row && isAnchored ? nil : Self.advice[code] else { return reason }
    return "\(reason); \(advice)"
  }

  private static let anchors = "begin with '^' and end with '$' if the whole password is meant"
  private static let advice: [Code: String] = [
    .anchor: anchors, .row: anchors, .property: "name the characters",
    .word: "'context: \"word\" substring' forbids three characters or more in any case",
  ]
}

/// A likely slip of an expression's author: the part, in code points of the expression, and what it
/// probably does not mean.
typealias ExpressionNote = (part: Range<Int>, text: String)
