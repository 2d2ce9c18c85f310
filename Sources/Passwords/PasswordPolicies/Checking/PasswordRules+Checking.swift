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
}
