import Diagnostics
@_spi(Internal) import Passwords

extension PasswordRules {
  /// Whether a password breaks no rule.
  ///
  /// Characters are Unicode code points, and nothing is normalised. If a system normalises
  /// passwords before it checks them, pass the normalised form. Compiles the rules each time: see
  /// ``compiled()``.
  ///
  /// - Complexity: O(length of the password + rules).
  public func isSatisfied(by password: String) -> Bool { compiled().isSatisfied(by: password) }

  /// The rules that a password breaks, in the order `minlength`, `maxlength`, `required`,
  /// `allowed`, `max-consecutive`, `max-repeating`, `max-sequential`.
  ///
  ///     let rules: PasswordRules = [.minLength(8), .required(.digit)]
  ///     rules.violations(in: "secret").map(\.id)  // ["minlength", "required[0]", "allowed"]
  ///
  /// Compiles the rules each time: see ``compiled()``.
  ///
  /// - Complexity: O(length of the password + rules).
  public func violations(in password: String) -> [Violation] {
    compiled().violations(in: password)
  }

  /// The rules in the form that checks many passwords.
  ///
  ///     let compiled = rules.compiled()
  ///     let weak = passwords.filter { !compiled.isSatisfied(by: $0) }
  public func compiled() -> Compiled { Compiled(self) }

  /// The rules as a policy without a name.
  package var policy: Policy {
    Policy(name: "", self, location: Location(file: ""), maxConsecutive: maxConsecutiveReading)
  }

  /// Rules that were compiled once, to check many passwords: thresholds and masks in place of texts
  /// and sets.
  ///
  /// A check then takes about the time that it takes to read the password. The value can be used
  /// from several threads at once.
  public struct Compiled: Sendable {
    /// The rules.
    public let rules: PasswordRules
    /// The rules with a bit each, and their thresholds; a word has 64 bits.
    private let parts: [(rules: [Policy.Rule], alternative: CompiledAlternative)]

    /// Compiles rules.
    public init(_ rules: PasswordRules) {
      self.rules = rules
      let all = rules.policy.rules
      parts = stride(from: 0, to: all.count, by: PolicyMatcher.mostRules).map { start in
        let some = Array(all[start...].prefix(PolicyMatcher.mostRules))
        return (some, Self.alternative(of: some))
      }
    }

    /// Whether a password breaks no rule; see ``PasswordRules/isSatisfied(by:)``.
    public func isSatisfied(by password: String) -> Bool {
      let profile = Self.profiler.profile(of: password.utf8.span)
      return parts.allSatisfy { $0.alternative.violations(in: profile) == 0 }
    }

    /// The rules that a password breaks; see ``PasswordRules/violations(in:)``.
    public func violations(in password: String) -> [Violation] {
      let profile = Self.profiler.profile(of: password.utf8.span)
      var violations: [Violation] = []
      var scalars: [Unicode.Scalar] = []
      for part in parts {
        for index in Verdict(violated: part.alternative.violations(in: profile)).indices {
          if scalars.isEmpty { scalars = Array(password.unicodeScalars) }
          let (rule, fault) = (part.rules[index], part.rules[index].stated.fault(in: scalars))
          guard let stated = rule.appleRule else { continue }
          violations.append(
            Violation(
              id: rule.id.text, rule: stated, number: fault.number, positions: fault.positions,
              message: rule.stated.message(on: scalars)))
        }
      }
      return violations
    }

    private static func alternative(of rules: [Policy.Rule]) -> CompiledAlternative {
      var compiled = CompiledAlternative()
      do {
        for (index, rule) in rules.enumerated() {
          try compiled.add(rule, bit: UInt64(index), schema: profiler.schema) { _ in nil }
        }
      } catch {
        preconditionFailure("the schema of all facts lacks one: \(error)")
      }
      return compiled
    }

    /// Records every fact that the language's rules can test.
    private static let profiler: Profiler = {
      var demand = FactDemand()
      demand.classes = Set((0x20...0x7E).map { CodePointSet(ascii: CollectionOfOne($0)) })
      demand[.longestRun] = Condition.beyondAll
      demand[.longestSequence] = Condition.beyondAll
      do {
        return Profiler(try Schema(for: demand))
      } catch {
        preconditionFailure("the facts of Apple's language exceed a signature: \(error)")
      }
    }()
  }

  /// A policy that can also have rules that Apple's language lacks: on the number of classes, of
  /// characters in a class, of one kind in a row; and alternatives.
  ///
  ///     let policy = try PasswordRules.Extended(
  ///       parsing: "minlength: 10; allowed: unicode; min-classes: 3; at-least: 2 digit;")
  ///     policy.violations(in: "secret").map(\.message)
  ///     // "The password has 6 characters; at least 10 are needed.", …
  ///
  /// The text has the form of a policy file with one policy. It is compiled when it is read, so
  /// keep the value to check many passwords.
  public struct Extended: Sendable {
    /// The policy's rules on one line; reading it back gives the same policy.
    public let text: String
    /// The meaning of `max-consecutive`.
    public let maxConsecutiveReading: MaxConsecutiveReading
    /// The rules that need a list, the user's name or a score, as written; they are not checked.
    ///
    /// Empty unless the caller accepted them.
    public let unjudged: [String]

    /// The policy without the rules in ``unjudged``.
    package let judged: Policy
    private let rules: [(rule: Policy.Rule, stated: Rule)]
    private let profiler: Profiler
    private let matcher: PolicyMatcher

    /// Reads a policy strictly.
    ///
    /// - Parameters:
    ///   - text: The text of a policy file with one policy.
    ///   - reading: The meaning of `max-consecutive`.
    ///   - accepting: Whether rules are left to the caller that need a list, the user's name or a
    ///     score: `blocklist`, `context`, `min-score`. ``unjudged`` has them.
    /// - Throws: ``PasswordRules/ParseError`` if there is an error, more than one policy, or a rule
    ///   that cannot be judged and is not accepted.
    /// - Complexity: O(length).
    public init(
      parsing text: String, readingMaxConsecutiveAs reading: MaxConsecutiveReading = .repeats,
      acceptingUnjudged accepting: Bool = false
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
      let left = policy.rules.filter(\.isUncounted)
      if !accepting, !left.isEmpty {
        throw ParseError(
          problems: left.map {
            Problem(.unjudged($0.text), at: policy.location(of: $0.id), .error)
          })
      }
      self.text = policy.line(.minified)
      maxConsecutiveReading = reading
      unjudged = left.map(\.text)
      judged = policy.withoutLists(orScore: true)
      rules = judged.rules.compactMap { rule in rule.extendedRule.map { (rule, $0) } }
      do {
        let schema = try Schema(for: judged.demand)
        profiler = Profiler(schema)
        matcher = try PolicyMatcher(judged, schema: schema)
      } catch {
        throw ParseError(problems: [Problem(.tooManyFacts, at: policy.location, .error)])
      }
    }

    /// Whether a password breaks none of the rules that can be checked; does not normalise it.
    public func isSatisfied(by password: String) -> Bool {
      matcher.verdict(on: profiler.profile(of: password.utf8.span)).isCompliant
    }

    /// The rules that a password breaks; with several alternatives, those of the alternative of
    /// which it breaks the fewest.
    ///
    /// - Complexity: O(length of the password + rules).
    public func violations(in password: String) -> [Violation] {
      let scalars = Array(password.unicodeScalars)
      return matcher.verdict(on: profiler.profile(of: password.utf8.span)).indices.map { index in
        let (rule, stated) = rules[index]
        let fault = rule.stated.fault(in: scalars)
        return Violation(
          id: rule.id.text, rule: stated, number: fault.number, positions: fault.positions,
          message: rule.stated.message(on: scalars))
      }
    }
  }
}

extension PasswordRules.Extended: Hashable, CustomStringConvertible, CustomReflectable {
  /// Whether two policies have the same text and reading.
  public static func == (a: Self, b: Self) -> Bool {
    a.text == b.text && a.maxConsecutiveReading == b.maxConsecutiveReading
  }

  /// Feeds the text and the reading to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(text)
    hasher.combine(maxConsecutiveReading)
  }

  /// The policy's ``text``.
  public var description: String { text }

  /// The text, the reading and the rules that are not judged, without the tables of the compiled
  /// policy.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "text": text, "maxConsecutiveReading": maxConsecutiveReading, "unjudged": unjudged,
      ])
  }
}

extension PasswordRules.Extended: Codable {
  private enum CodingKeys: String, CodingKey {
    case text, maxConsecutiveReading, unjudged
  }

  /// Stores the text, the reading and the rules that are not judged.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(text, forKey: .text)
    try container.encode(maxConsecutiveReading, forKey: .maxConsecutiveReading)
    try container.encode(unjudged, forKey: .unjudged)
  }

  /// Reads a stored policy; accepts the rules that are not judged only if they were stored as such.
  ///
  /// - Throws: `DecodingError`, or ``PasswordRules/ParseError`` if the text is not such a policy.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let accepted = try container.decode([String].self, forKey: .unjudged)
    try self.init(
      parsing: container.decode(String.self, forKey: .text),
      readingMaxConsecutiveAs: container.decode(
        PasswordRules.MaxConsecutiveReading.self, forKey: .maxConsecutiveReading),
      acceptingUnjudged: !accepted.isEmpty)
    if unjudged != accepted {
      throw DecodingError.dataCorruptedError(
        forKey: .unjudged, in: container,
        debugDescription: "accepted \(accepted), but the text has \(unjudged)")
    }
  }
}
