package import Diagnostics
import Passwords

/// A policy as one regular expression for the whole password, with look-aheads.
///
///     minlength: 8; required: digit; allowed: lower, digit;   //
///     ^(?=(?:[^0-9]*[0-9]){1})[0-9a-z]{8,}$
///
/// Engines that count code points (JavaScript with the flag `u` or `v`, Python, Java, PCRE with
/// UTF) match exactly the passwords that comply, of those without line ends.
package struct PolicyExpression: Sendable {
  /// The expression.
  package let text: String

  /// A rule that no expression says.
  package struct UnsayableRule: Error, Diagnosable {
    let policy: Policy
    let rule: Policy.Rule
    let reason: String

    package var problem: Problem {
      Problem(
        "unsayable-rule", at: policy.location(of: rule.id),
        "policy '\(policy.name)': no expression says '\(rule.text)', \(reason)",
        remedy: "Print the policy without this rule, and judge the rule by itself.")
    }
  }

  /// Writes a policy.
  ///
  /// - Throws: ``UnsayableRule`` for the first rule that cannot be said exactly.
  package init(_ policy: Policy) throws(UnsayableRule) {
    var writer = ExpressionWriter()
    var parts: [String] = []
    for (alternative, rules) in zip(policy.alternatives, policy.rulesOfAlternatives) {
      var part = ""
      for rule in rules {
        for condition in rule.conditions {
          do throws(ExpressionWriter.Unsayable) {
            part += try writer.lookAhead(condition)
          } catch {
            throw UnsayableRule(policy: policy, rule: rule, reason: error.reason)
          }
        }
      }
      parts.append(part + ExpressionWriter.characters(of: alternative))
    }
    text = parts.count == 1 ? "^\(parts[0])$" : "^(?:\(parts.joined(separator: "|")))$"
  }
}

/// Writes conditions as look-aheads, and counts the groups to which they refer.
private struct ExpressionWriter {
  private var groups = 0

  struct Unsayable: Error { let reason: String }

  /// What must hold at the beginning; empty for what the characters and their number say.
  mutating func lookAhead(_ condition: Condition) throws(Unsayable) -> String {
    switch condition {
    case .only, .fact(.length, _): return ""
    case .count(of: let set, in: let bounds): return Self.holds(set, bounds)
    case .kinds(let sets, atLeast: let least):
      guard sets.allSatisfy({ $0.beyond.isEmpty }) else {
        throw Unsayable(reason: "since engines differ in letters of other scripts")
      }
      let choices = sets[...].choices(of: least).map { sets in
        sets.map { Self.holds($0, 1...Int.max) }.joined()
      }
      return choices.count == 1 ? choices[0] : "(?:\(choices.joined(separator: "|")))"
    case .character(.firstCharacter, let set): return "(?=\(Self.name(set)))"
    case .character(_, let set): return "(?=\(Self.any)*\(Self.name(set))$)"
    case .fact(.longestRun, let bounds):
      groups += 1
      return "(?!\(Self.any)*(\(Self.any))\\\(groups){\(bounds.upperBound)})"
    case .fact(.longestSequence, let bounds): return Self.noSequence(beyond: bounds.upperBound)
    case .fact(let fact, let bounds) where fact.row.stretches != nil:
      let kinds = Self.kinds.filter { $0.isSubset(of: fact.row.stretches ?? CodePointSet()) }
      let runs = kinds.map { "\(Self.name($0)){\(bounds.upperBound)}\(Self.name($0))" }
      return "(?!\(Self.any)*(?:\(runs.joined(separator: "|"))))"
    case .fact(.uniqueCharacters, let bounds):
      switch bounds.lowerBound {
      case ...0: return ""
      case 1: return Self.holds(.unicode, 1...Int.max)
      case 2:
        groups += 1
        return "(?=(\(Self.any)))(?!\\\(groups)*$)"
      default: throw Unsayable(reason: "which engines that try every choice would not end in time")
      }
    case .fact: throw Unsayable(reason: "which is estimated")
    case .unlisted: throw Unsayable(reason: "which needs a list")
    }
  }

  /// The permitted characters, as many as are permitted.
  static func characters(of rules: PasswordRules) -> String {
    let name = name(rules.permitted.members)
    switch (rules.minLength ?? 0, rules.maxLength) {
    case (0, nil): return "\(name)*"
    case (let least, nil): return "\(name){\(least),}"
    // A number of at least so many and at most fewer is no quantifier.
    case (let least, let most?): return least > most ? "(?!)" : "\(name){\(least),\(most)}"
    }
  }

  private static let any = "[\\s\\S]"

  /// The kinds of which runs are limited.
  private static let kinds: [CodePointSet] = {
    let named = Array(CharacterGroups.kinds.prefix(4))
    return named + [named.reduce(.unicode) { $0.subtracting($1) }]
  }()

  /// A number of characters of a set, found without trying twice.
  private static func holds(_ set: CodePointSet, _ bounds: ClosedRange<Int>) -> String {
    let (least, most) = (bounds.lowerBound, bounds.upperBound)
    let others = CodePointSet.unicode.subtracting(set)
    let end = most == .max ? "" : others.isEmpty ? "$" : "\(name(others))*$"
    if most == 0 { return "(?=\(end))" }
    if least == 0, most == .max { return "" }
    let times =
      most == .max || least == most ? "{\(least)}" : "{\(least),\(most)}"
    if others.isEmpty { return "(?=\(any)\(times)\(end))" }
    let one = "\(name(others))*\(name(set))"
    return bounds == 1...Int.max ? "(?=\(one))" : "(?=(?:\(one))\(times)\(end))"
  }

  /// No stretch of more characters through a–z, A–Z or 0–9, up or down.
  private static func noSequence(beyond most: Int) -> String {
    let stretches = [CodePointSet.lower, .upper, .digit].flatMap { family -> [String] in
      let members = family.characters.map { $0.ascii.trailingZeroBitCount }
        .compactMap { Unicode.Scalar($0) }.map(Character.init)
      guard members.count > most else { return [] }
      return (0..<members.count - most).flatMap { start -> [String] in
        let stretch = members[start...start + most]
        return [String(stretch), String(stretch.reversed())]
      }
    }
    return stretches.isEmpty ? "" : "(?!\(any)*(?:\(stretches.joined(separator: "|"))))"
  }

  /// A set in brackets; it must hold all characters beyond ASCII, or none.
  private static func name(_ set: CodePointSet) -> String {
    let others = CodePointSet.unicode.subtracting(set)
    if others.isEmpty { return any }
    return set.beyond.isEmpty ? "[\(ranges(set))]" : "[^\(ranges(others))]"
  }

  private static func ranges(_ set: CodePointSet) -> String {
    var text = ""
    var value = 0
    while value < 128 {
      guard set.ascii >> UInt128(value) & 1 != 0 else {
        value += 1
        continue
      }
      let first = value
      while value < 128, set.ascii >> UInt128(value) & 1 != 0 { value += 1 }
      text += escaped(first)
      if value - first > 2 { text += "-" }
      if value - first > 1 { text += escaped(value - 1) }
    }
    return text
  }

  /// A character of a class, so that each engine reads it alike.
  private static func escaped(_ value: Int) -> String {
    let scalar = Unicode.Scalar(UInt8(truncatingIfNeeded: value))
    if value < 0x20 || value == 0x7F {
      let digits = String(value, radix: 16, uppercase: true)
      return "\\x\(digits.count < 2 ? "0" : "")\(digits)"
    }
    return "\\()[]{}^-/|".unicodeScalars.contains(scalar) ? "\\\(scalar)" : "\(scalar)"
  }
}

extension ArraySlice {
  /// The choices of so many elements, in the order of the elements.
  package func choices(of count: Int) -> [[Element]] {
    if count == 0 { return [[]] }
    guard self.count >= count, let first else { return [] }
    return dropFirst().choices(of: count - 1).map { [first] + $0 }
      + dropFirst().choices(of: count)
  }
}
