import Diagnostics
import Passwords

extension PasswordRules {
  /// A policy that can also have rules that Apple's language lacks: on the number of classes, of
  /// characters in a class, of one kind in a row; and alternatives.
  ///
  ///     let policy = try PasswordRules.Extended(
  ///       parsing: "minlength: 10; allowed: unicode; min-classes: 3; at-least: 2 digit;")
  ///     policy.violations(in: "secret").map(\.message)
  ///     // "The password has 6 characters; at least 10 are needed.", …
  ///
  /// The text has the form of a policy file with one policy. Rules that need a list, the user's
  /// name or a score (`blocklist`, `context`, `min-score`) cannot be checked here; ``unjudged``
  /// contains them.
  public struct Extended: Sendable {
    /// The policy's rules on one line; reading it back gives the same policy.
    public let text: String
    /// The rules that need a list, the user's name or a score, as written; they are not checked.
    public let unjudged: [String]

    private let rules: [Policy.Rule]
    private let profiler: Profiler
    private let matcher: PolicyMatcher

    /// Reads a policy strictly.
    ///
    /// - Throws: ``PasswordRules/ParseError`` if there is an error or more than one policy.
    /// - Complexity: O(length).
    public init(
      parsing text: String, readingMaxConsecutiveAs reading: MaxConsecutiveReading = .repeats
    ) throws(ParseError) {
      let file = "<rules>"
      let read = PolicyReading(
        policyFile: Array(text.utf8), file: file, maxConsecutive: reading)
      guard !read.hasErrors, let policy = read.policies.first else {
        throw ParseError(problems: read.problems)
      }
      if read.policies.count > 1 {
        throw ParseError(problems: [
          Problem(.severalPolicies(read.policies.count), at: read.policies[1].location, .error)
        ])
      }
      self.text = policy.line(.minified)
      unjudged = policy.rules.filter(\.isUncounted).map(\.text)
      let judged = policy.withoutLists(orScore: true)
      rules = judged.rules
      do {
        let recipe = try Recipe(for: judged.demand)
        profiler = Profiler(recipe)
        matcher = try PolicyMatcher(judged, recipe: recipe)
      } catch {
        throw ParseError(problems: [Problem(.tooManyFacts, at: policy.location, .error)])
      }
    }

    /// Whether a password breaks none of the rules that can be checked; does not normalise it.
    public func isSatisfied(by password: String) -> Bool { violations(in: password).isEmpty }

    /// The rules that a password breaks; with several alternatives, those of the alternative of
    /// which it breaks the fewest.
    ///
    /// - Complexity: O(length of the password + rules).
    public func violations(in password: String) -> [Violation] {
      let scalars = Array(password.unicodeScalars)
      return matcher.verdict(on: profiler.profile(of: password.utf8.span)).indices.map { index in
        Violation(
          id: rules[index].id.text, rule: rules[index].text,
          message: rules[index].stated.message(on: scalars))
      }
    }

    /// A rule that a password breaks.
    public struct Violation: Hashable, Sendable, CustomStringConvertible {
      /// The rule's name in reports: `min-classes`, `at-least[0]`, `or[1].minlength`.
      public let id: String
      /// The rule as written in the text.
      public let rule: String
      /// The reason in plain English, with the numbers; it quotes no part of the password.
      public let message: String

      /// The id and the rule: `min-classes (min-classes: 3)`.
      public var description: String { "\(id) (\(rule))" }
    }
  }
}
