extension Unsayable {
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
    case lookbehind, property, escape, group, possessive, back
  }

  /// Makes the refusal of a part; an empty part stands for the whole expression.
  init(_ code: Code, _ reason: String, _ part: Range<Int> = 0..<0) {
    self.init(
      code: code.rawValue, reason: reason, start: part.lowerBound,
      end: part.isEmpty ? nil : part.upperBound)
  }

  /// The reason, with the advice that helps.
  ///
  /// `isAnchored` says whether the expression begins with `^` or has a look-ahead.
  func words(isAnchored: Bool) -> String {
    guard let advice = code == "row" && isAnchored ? nil : Self.advice[code] else { return reason }
    return "\(reason); \(advice)"
  }

  private static let anchors = "begin with '^' and end with '$' if the whole password is meant"
  private static let advice = [
    "anchor": anchors, "row": anchors, "property": "name the characters",
    "word": "'context: \"word\" substring' forbids three characters or more in any case",
  ]
}

/// A likely slip of an expression's author.
struct ExpressionNote: Hashable, Sendable {
  /// The part, in code points of the expression.
  let part: Range<Int>
  /// What it probably does not mean.
  let text: String
}
