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
  /// `allowed`, `max-consecutive`, `max-repeating`, `max-sequential`, and the others.
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
  public func compiled() -> PasswordPolicy {
    PasswordPolicy([self], readingMaxConsecutiveAs: maxConsecutiveReading)
  }

  /// The rules as a policy without a name.
  package var policy: Policy {
    Policy(name: "", self, location: Location(file: ""), maxConsecutive: maxConsecutiveReading)
  }

  /// A rule that a password breaks, and how: everything to say so in one's own words.
  ///
  ///     switch violation.rule.keyword {
  ///     case "minlength":
  ///       "\(violation.number ?? 0) Zeichen; mindestens \(violation.rule.least ?? 0) sind nötig."
  ///     …
  ///     }
  ///
  /// It holds no part of the password.
  public struct Violation: Hashable, Sendable, CustomStringConvertible {
    /// The rule's name in reports: `minlength`, `required[0]`, `or[1].at-most[0]`.
    ///
    /// The last index counts the policy's rules with that keyword from 0.
    public let id: String
    /// The rule.
    public let rule: Rule
    /// The number of the password that the rule limits: its characters, those of the class or those
    /// that are not permitted, its kinds of character, or the longest stretch.
    public let number: Int?
    /// The characters that are not permitted or too many, as offsets in
    /// `password.unicodeScalars`; empty if characters are missing.
    public let positions: [Range<Int>]
    /// The reason in plain English, with the numbers, for the person who chose the password.
    ///
    /// For example `The password has 6 characters; at least 8 are needed.`
    public let message: String

    /// The id and the rule: `required[0] (required: lower)`.
    public var description: String { "\(id) (\(rule))" }

    fileprivate init(_ rule: Policy.Rule, _ password: [Unicode.Scalar]) {
      let fault = rule.stated.fault(in: password)
      (id, self.rule) = (rule.id.text, rule.stated)
      (number, positions) = (fault.number, fault.positions)
      message = rule.stated.message(on: password)
    }
  }
}

/// A policy that was compiled once, to check many passwords: rules, or alternatives of which a
/// password must meet one.
///
///     let rules: PasswordRules = [.minLength(8), .allowed(.unicode), .atMost(2, .digit)]
///     rules.compiled().isSatisfied(by: "wobbled123")   // false
///
///     let long = try PasswordPolicy(
///       parsing: "minlength: 15; allowed: unicode; or minlength: 8; min-classes: 3;")
///     long.violations(in: "secret").map(\.message)
///     // "The password has 6 characters; at least 8 are needed.", …
///
/// A check takes about the time that it takes to read the password. The value can be used from
/// several threads at once.
public struct PasswordPolicy: Sendable {
  /// The alternatives; at least one.
  public var alternatives: [PasswordRules] { policy.alternatives }
  /// The policy's rules on one line, in the form of a policy file; reading it back gives the same
  /// policy.
  public let text: String
  /// The meaning of `max-consecutive`.
  public var maxConsecutiveReading: PasswordRules.MaxConsecutiveReading { policy.maxConsecutive }
  /// The rules that need a list, the user's name or a score; they are not checked.
  ///
  /// Empty unless the caller accepted them.
  public let unjudged: [PasswordRules.Rule]

  private let policy: Policy
  /// The policy without the rules in ``unjudged``.
  package let judged: Policy
  /// Records the facts of all rules; nil if a signature cannot hold so many, and parts have their own.
  private let profiler: Profiler?
  private let parts: [[Part]]

  /// Some rules of an alternative, as many as a signature can hold the facts of.
  private struct Part: Sendable {
    let rules: [Policy.Rule]
    let compiled: CompiledAlternative
    let profiler: Profiler

    init?(_ rules: [Policy.Rule], _ profiler: Profiler?) {
      var demand = FactDemand()
      for condition in rules.flatMap(\.conditions) { condition.add(to: &demand) }
      guard rules.count <= PolicyMatcher.mostRules,
        let own = try? profiler ?? Profiler(Schema(for: demand))
      else { return nil }
      var compiled = CompiledAlternative()
      for (index, rule) in rules.enumerated() {
        let isAdded: ()? = try? compiled.add(rule, bit: UInt64(index), schema: own.schema) { _ in
          nil
        }
        if isAdded == nil { return nil }
      }
      (self.rules, self.compiled, self.profiler) = (rules, compiled, own)
    }

    /// The bits of the rules that a password breaks, whose profile by the policy's profiler is given.
    func violations(in password: String, _ profile: Profile?) -> UInt64 {
      compiled.violations(in: profile ?? profiler.profile(of: password.utf8.span))
    }

    /// As few parts as possible.
    static func parts(of rules: [Policy.Rule], _ profiler: Profiler?) -> [Part] {
      if let one = Part(rules, profiler) { return [one] }
      let half = rules.count / 2
      return half == 0
        ? []
        : parts(of: Array(rules[..<half]), profiler) + parts(of: Array(rules[half...]), profiler)
    }
  }

  /// Makes a policy of one or several alternatives; without any, printable ASCII is permitted.
  public init(
    _ alternatives: [PasswordRules],
    readingMaxConsecutiveAs reading: PasswordRules.MaxConsecutiveReading = .repeats
  ) {
    self.init(
      Policy(
        name: "", alternatives: alternatives.isEmpty ? [[]] : alternatives,
        location: Location(file: ""), maxConsecutive: reading))
  }

  private init(_ policy: Policy) {
    self.policy = policy
    text = policy.line(.minified)
    unjudged = policy.rules.filter(\.isUncounted).map(\.stated)
    judged = policy.withoutLists(orScore: true)
    let profiler = (try? Schema(for: judged.demand)).map { Profiler($0) }
    self.profiler = profiler
    parts = judged.rulesOfAlternatives.map { Part.parts(of: $0, profiler) }
  }

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
    parsing text: String,
    readingMaxConsecutiveAs reading: PasswordRules.MaxConsecutiveReading = .repeats,
    acceptingUnjudged accepting: Bool = false
  ) throws(PasswordRules.ParseError) {
    let read = PolicyReading(
      policyFile: Array(text.utf8), file: "<rules>", maxConsecutive: reading)
    guard !read.hasErrors, let policy = read.policies.first else {
      throw PasswordRules.ParseError(problems: read.problems)
    }
    if read.policies.count > 1 {
      throw PasswordRules.ParseError(problems: [
        PasswordRules.Problem(
          .severalPolicies(read.policies.count), at: read.policies[1].location, .error)
      ])
    }
    let left = policy.rules.filter(\.isUncounted)
    if !accepting, !left.isEmpty {
      throw PasswordRules.ParseError(
        problems: left.map {
          PasswordRules.Problem(.unjudged($0.text), at: policy.location(of: $0.id), .error)
        })
    }
    self.init(policy)
  }

  /// What Apple's language can say of it, and what it cannot, in sentences.
  ///
  /// A password that meets these rules meets the policy but for the losses.
  public var portable: (rules: PasswordRules, losses: [String]) {
    let portable = policy.portable
    return (portable.rules, portable.losses.map(\.sentence))
  }

  /// Whether a password breaks none of the rules that can be checked; does not normalise it.
  public func isSatisfied(by password: String) -> Bool {
    let profile = profiler?.profile(of: password.utf8.span)
    return parts.contains { parts in
      parts.allSatisfy { $0.violations(in: password, profile) == 0 }
    }
  }

  /// The rules that a password breaks; with several alternatives, those of the alternative of
  /// which it breaks the fewest.
  ///
  /// - Complexity: O(length of the password + rules).
  public func violations(in password: String) -> [PasswordRules.Violation] {
    let profile = profiler?.profile(of: password.utf8.span)
    var fewest: [Policy.Rule]?
    for parts in parts {
      let broken = parts.flatMap { part in
        Verdict(violated: part.violations(in: password, profile)).indices.map { part.rules[$0] }
      }
      if broken.count < fewest?.count ?? .max { fewest = broken }
      if broken.isEmpty { break }
    }
    guard let fewest, !fewest.isEmpty else { return [] }
    let scalars = Array(password.unicodeScalars)
    return fewest.map { PasswordRules.Violation($0, scalars) }
  }
}

extension PasswordPolicy: Hashable, CustomStringConvertible, CustomReflectable {
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

extension PasswordPolicy: Codable {
  private enum CodingKeys: String, CodingKey {
    case text, maxConsecutiveReading, unjudged
  }

  /// Stores the text, the reading and the rules that are not judged.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(text, forKey: .text)
    try container.encode(maxConsecutiveReading, forKey: .maxConsecutiveReading)
    try container.encode(unjudged.map(\.description), forKey: .unjudged)
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
    if unjudged.map(\.description) != accepted {
      throw DecodingError.dataCorruptedError(
        forKey: .unjudged, in: container,
        debugDescription: "accepted \(accepted), but the text has \(unjudged)")
    }
  }
}
