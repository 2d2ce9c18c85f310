import Passwords

/// The four-criteria meter of many sign-up forms.
///
/// It gives a point each for eight characters, a decimal digit, an upper-case letter and a
/// punctuation mark.
///
///     let meter = FourCriteria("Secret-77")
///     meter.points         // 4
///     meter.level          // .strong
///     meter.level.colour   // "green"
///
/// Such a meter describes the composition of a password, not how soon it is guessed: `Password1!`
/// is strong by this meter, but among the first guesses of attackers. ``Scorer`` estimates guesses.
///
/// Characters are grapheme clusters, digits and capitals are Unicode's, and punctuation excludes
/// the nine symbols `$`, `+`, `<`, `=`, `>`, `^`, `|`, `~` and the grave accent.
///
/// - Source: a popular SwiftUI tutorial (Mykhelson 2025).
public struct FourCriteria: Hashable, Sendable {
  /// Whether there are eight characters or more.
  public let hasEightCharacters: Bool
  /// Whether there is a decimal digit of any script.
  public let hasDigit: Bool
  /// Whether there is an upper-case letter of any script.
  public let hasUpperCase: Bool
  /// Whether there is a punctuation mark.
  public let hasPunctuation: Bool

  /// Evaluates a password.
  ///
  /// - Complexity: O(length).
  public init(_ password: String) {
    let criteria = Meter.criteria(of: password)
    hasEightCharacters = criteria.length
    hasDigit = criteria.digit
    hasUpperCase = criteria.upper
    hasPunctuation = criteria.punctuation
  }

  /// The number of criteria met.
  public var points: Int {
    [hasEightCharacters, hasDigit, hasUpperCase, hasPunctuation].count { $0 }
  }

  /// The level: weak up to 1 point, medium up to 3, strong with 4.
  public var level: Level {
    switch Meter.level(points: points) {
    case .weak: .weak
    case .medium: .medium
    case .strong: .strong
    }
  }

  /// The levels of the meter.
  public enum Level: String, Hashable, Sendable, CaseIterable {
    case weak, medium, strong

    /// The colour of the level in the tutorial's meter: red, orange or green.
    public var colour: String {
      switch self {
      case .weak: "red"
      case .medium: "orange"
      case .strong: "green"
      }
    }
  }
}
