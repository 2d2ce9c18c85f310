package import Diagnostics

extension PasswordRules {
  /// An error or warning about the text of a policy.
  public struct Problem: Hashable, Sendable {
    /// The kind of problem.
    package let kind: Kind
    /// The file and the place in it.
    package let place: Location
    /// Whether the policy may be used despite the problem.
    package let severity: Severity
    /// How lenient reading handles the problem; nil in strict reading.
    package let fate: Fate?

    /// Makes a problem at a place.
    package init(_ kind: Kind, at place: Location, _ severity: Severity, fate: Fate? = nil) {
      self.kind = kind
      self.place = place
      self.severity = severity
      self.fate = fate
    }

    /// A short name for this kind of problem, for programs: `unknown-class`.
    public var code: String { kind.code }
    /// The line it is on, from 1.
    public var line: Int { place.position?.line ?? 1 }
    /// The column it is at, from 1, in code points.
    public var column: Int { place.position?.column ?? 1 }
    /// Whether the policy cannot be used because of it.
    public var isError: Bool { severity == .error }
  }

  /// All reasons why a text could not be read as a policy.
  public struct ParseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// All errors and warnings, in the order of the text; at least one error.
    public let problems: [Problem]

    /// The messages, one per line.
    public var description: String { problems.map(\.description).joined(separator: "\n") }
  }
}

extension PasswordRules.Problem: Error, CustomStringConvertible {
  /// The place, what was found and what was expected; a second line gives a remedy.
  public var description: String { message }
}

extension PasswordRules.Problem: Diagnosable {
  package var location: Location? { place }
}

extension PasswordRules.Problem {
  /// What was found, in words that begin in lower case: `unknown class 'digits'`.
  public var found: String { kind.found }
  /// What was expected instead; nil if that is obvious.
  public var expected: String? { kind.expected }
  /// What to do, in whole sentences; nil if that is obvious.
  public var remedy: String? {
    let parts = [fate?.sentence, kind.remedy].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }
}

extension PasswordRules.Problem {
  /// How Apple's parser handles a problem.
  package enum Fate: String, Hashable, Sendable {
    /// It continues and loses nothing.
    case keep
    /// It ignores this rule and continues after the next semicolon.
    case dropRule = "drop-rule"
    /// It ignores everything from here on.
    case stop
    /// It discards all rules, including earlier ones.
    case discard

    var sentence: String {
      switch self {
      case .keep: "It is skipped."
      case .dropRule: "This rule is dropped."
      case .stop: "Everything from here on is ignored."
      case .discard: "The whole policy is thrown away: the default, printable ASCII, holds."
      }
    }
  }
}
