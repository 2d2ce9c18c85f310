import Diagnostics
@_spi(House) import Passwords

extension PasswordRules {
  /// A rule that a password breaks.
  public struct Violation: Hashable, Sendable, CustomStringConvertible {
    /// The rule's name in reports.
    ///
    /// For example `minlength`, `required[0]` or `allowed`. The index counts the policy's
    /// `required` rules from 0.
    public let id: String
    /// The rule.
    public let rule: Rule
    /// The reason in plain English, with the numbers, for the person who chose the password.
    ///
    /// For example `The password has 6 characters; at least 8 are needed.` It quotes no part of the
    /// password.
    public let message: String

    /// The id and the rule: `required[0] (required: lower)`.
    public var description: String { "\(id) (\(rule))" }
  }

  /// Whether a password breaks no rule.
  ///
  /// Characters are Unicode code points, and nothing is normalised. If a system normalises
  /// passwords before it checks them, pass the normalised form.
  ///
  /// - Complexity: O(length of the password + rules).
  public func isSatisfied(
    by password: String, readingMaxConsecutiveAs reading: MaxConsecutiveReading = .repeats
  ) -> Bool {
    violations(in: password, readingMaxConsecutiveAs: reading).isEmpty
  }

  /// The rules that a password breaks, in the order `minlength`, `maxlength`, `required`,
  /// `allowed`, `max-consecutive`, `max-repeating`, `max-sequential`.
  ///
  ///     let rules: PasswordRules = [.minLength(8), .required(.digit)]
  ///     rules.violations(in: "secret").map(\.id)  // ["minlength", "required[0]", "allowed"]
  ///
  /// - Complexity: O(length of the password + rules).
  public func violations(
    in password: String, readingMaxConsecutiveAs reading: MaxConsecutiveReading = .repeats
  ) -> [Violation] {
    let profile = Self.profiler.profile(of: password.utf8.span)
    let policy = Policy(
      name: "", self, location: Location(file: ""), maxConsecutive: reading)
    let scalars = Array(password.unicodeScalars)
    var violations: [Violation] = []
    var rules = policy.rules[...]
    while !rules.isEmpty {
      let some = Array(rules.prefix(PolicyMatcher.mostRules))
      rules = rules.dropFirst(some.count)
      let broken = Verdict(violated: Self.violations(of: some, in: profile)).indices
      violations += broken.compactMap { index in
        some[index].appleRule.map {
          Violation(
            id: some[index].id.text, rule: $0, message: some[index].stated.message(on: scalars))
        }
      }
    }
    return violations
  }

  private static func violations(of rules: [Policy.Rule], in profile: Profile) -> UInt64 {
    var compiled = CompiledAlternative()
    do {
      for (index, rule) in rules.enumerated() {
        try compiled.add(rule, bit: UInt64(index), recipe: profiler.recipe) { _ in nil }
      }
    } catch {
      preconditionFailure("the recipe of all facts lacks one: \(error)")
    }
    return compiled.violations(in: profile)
  }

  /// Records every fact that the language's rules can test.
  private static let profiler: Profiler = {
    var demand = FactDemand()
    demand.classes = Set((0x20...0x7E).map { CodePointSet(ascii: CollectionOfOne($0)) })
    demand[.longestRun] = Condition.beyondAll
    demand[.longestSequence] = Condition.beyondAll
    do {
      return Profiler(try Recipe(for: demand))
    } catch {
      preconditionFailure("the facts of Apple's language exceed a signature: \(error)")
    }
  }()
}
