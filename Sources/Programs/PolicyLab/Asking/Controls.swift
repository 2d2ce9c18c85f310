package import PasswordPolicies
import Passwords

/// The part of a policy that the page's controls show and change.
///
///     var controls = Controls(policy)
///     controls.least = 12
///     policy.changed(by: controls)   // the same policy with minlength 12
///
/// Everything else stays as in the text: custom classes, counts, context words.
package struct Controls: Hashable, Sendable {
  /// The fewest characters; nil for no limit.
  package var least: Int?
  /// The most characters; nil for no limit.
  package var most: Int?
  /// Named classes that must occur.
  package var needs: Set<Kind> = []
  /// How many of the four kinds must occur; nil for no such rule.
  package var kinds: Int?
  /// The permitted characters.
  package var may = Alphabet.named
  /// The longest run of one character; nil for no limit.
  package var run: Int?
  /// The longest sequence; nil for no limit.
  package var sequence: Int?
  /// Whether the list of common passwords is refused.
  package var isListed = false
  /// The numbers of the rules in ``numbered``, by name of their field.
  package var numbers: [String: Int] = [:]

  /// A named class.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case lower, upper, digit, special

    /// The characters of the class.
    package var characters: PasswordRules.CharacterClass {
      switch self {
      case .lower: .lower
      case .upper: .upper
      case .digit: .digit
      case .special: .special
      }
    }
  }

  /// The permitted characters.
  package enum Alphabet: String, Hashable, Sendable, CaseIterable {
    /// Printable ASCII.
    case ascii
    /// Every code point.
    case unicode
    /// Those that the policy names, and no others.
    case named
  }

  /// A field for the number of a rule that needs nothing else.
  struct Numbered: Sendable {
    let name: String
    let label: String
    let group: Group
    let range: ClosedRange<Int>
    let rule: any NumberRule.Type
  }

  /// Where a field stands.
  enum Group { case mustContain, refuse }

  /// The fields for such rules, in the order of the page.
  static let numbered = [
    Numbered(
      name: "unique", label: "different characters", group: .mustContain, range: 1...99,
      rule: MinUnique.self),
    Numbered(
      name: "score", label: "scores under", group: .refuse, range: 1...4, rule: MinScore.self),
  ]

  /// The numbers that the fields accept.
  static let lengths = 1...9999

  /// Takes the controls from an alternative.
  package init(_ alternative: Policy.Alternative) {
    let rules = alternative.rules
    least = rules.minLength
    most = rules.maxLength
    needs = Set(Kind.allCases.filter { rules.required.contains($0.characters) })
    kinds = alternative.extras(MinClasses.self).first { $0.kinds == .ascii }?.minimum
    may =
      rules.permitted == .asciiPrintable ? .ascii : rules.permitted == .unicode ? .unicode : .named
    run = rules.maxRepeating ?? rules.maxConsecutive
    sequence = rules.maxSequential
    isListed = alternative.extras(Unlisted.self).contains(Self.commonPasswords)
    for field in Self.numbered {
      numbers[field.name] = alternative.number(of: field.rule)
    }
  }

  /// Takes the controls from a form; a number that is invalid or out of range stays as it was.
  ///
  /// - Parameters:
  ///   - fields: The form. A box that is missing is not ticked.
  ///   - before: The controls before the form was filled in.
  package init(_ fields: FormFields, before: Controls = Controls()) {
    func number(_ name: String, _ range: ClosedRange<Int>, _ before: Int?) -> Int? {
      guard let text = fields[name] else { return before }
      if text.allSatisfy(\.isWhitespace) { return nil }
      return fields.number(name).flatMap { range.contains($0) ? $0 : nil } ?? before
    }
    least = number("least", Self.lengths, before.least)
    most = number("most", Self.lengths, before.most)
    needs = Set(fields.all("need").compactMap(Kind.init(rawValue:)))
    kinds = number("kinds", 1...Kind.allCases.count, before.kinds)
    may = fields["may"].flatMap(Alphabet.init(rawValue:)) ?? before.may
    run = number("run", Self.lengths, before.run)
    sequence = number("sequence", Self.lengths, before.sequence)
    isListed = fields["list"] != nil
    for field in Self.numbered {
      numbers[field.name] = number(field.name, field.range, before.numbers[field.name])
    }
  }

  /// Controls without any rule.
  package init() {}

  static let commonPasswords = Unlisted(.builtIn)

  /// The controls as fields of a form, from which ``init(_:before:)`` takes them again.
  package var encoded: String {
    var fields = FormFields()
    func add(_ name: String, _ number: Int?) {
      fields.add(name, number.map(String.init) ?? "")
    }
    add("least", least)
    add("most", most)
    for kind in Kind.allCases where needs.contains(kind) { fields.add("need", kind.rawValue) }
    add("kinds", kinds)
    fields.add("may", may.rawValue)
    add("run", run)
    add("sequence", sequence)
    if isListed { fields.add("list", "1") }
    for field in Self.numbered { add(field.name, numbers[field.name]) }
    return fields.encoded
  }

  /// What both a form and a text say, each of which was changed since the form was shown.
  ///
  /// A control that was not touched is that of the text, and so is one whose rule was changed in
  /// the text as well.
  ///
  /// - Parameters:
  ///   - before: The controls that the form showed.
  ///   - text: Those of the text.
  /// - Returns: The controls that the text must get.
  package func merged(since before: Controls, with text: Controls) -> Controls {
    func newer<Value: Equatable>(_ value: KeyPath<Controls, Value>) -> Value {
      let (form, old, written) = (
        self[keyPath: value], before[keyPath: value], text[keyPath: value]
      )
      return form != old && written == old ? form : written
    }
    var result = text
    result.least = newer(\.least)
    result.most = newer(\.most)
    for kind in Kind.allCases
    where needs.contains(kind) != before.needs.contains(kind)
      && text.needs.contains(kind) == before.needs.contains(kind)
    {
      result.needs.formSymmetricDifference([kind])
    }
    result.kinds = newer(\.kinds)
    result.may = newer(\.may)
    result.run = newer(\.run)
    result.sequence = newer(\.sequence)
    result.isListed = newer(\.isListed)
    for field in Self.numbered { result.numbers[field.name] = newer(\.numbers[field.name]) }
    return result
  }
}

extension Policy {
  /// The policy with the controls that differ from it applied; nil if it has several alternatives,
  /// which controls cannot show.
  package func changed(by wanted: Controls) -> Policy? {
    guard alternatives.count == 1, var alternative = alternatives.first else { return nil }
    let shown = Controls(alternative)
    if shown == wanted { return self }
    alternative.rules = alternative.rules.changed(from: shown, to: wanted)
    alternative.put("minlength", wanted.least.map { MinLength($0) })
    alternative.put("maxlength", wanted.most.map { MaxLength($0) })
    alternative.put("max-sequential", wanted.sequence.map { MaxSequential($0) })
    if shown.run != wanted.run {
      if alternative.rules.maxRepeating == nil {
        alternative.put("max-consecutive", wanted.run.map { MaxConsecutive($0, maxConsecutive) })
      } else {
        alternative.put("max-consecutive", nil)
        alternative.put("max-repeating", wanted.run.map { MaxRepeating($0) })
      }
    }
    if shown.kinds != wanted.kinds {
      alternative.put("min-classes", wanted.kinds.map { MinClasses($0) })
    }
    if shown.isListed != wanted.isListed {
      let lists = alternative.extras(Unlisted.self)
      let index = lists.firstIndex(of: Controls.commonPasswords) ?? lists.count
      alternative.put(
        RuleID("blocklist", index), wanted.isListed ? Controls.commonPasswords : nil)
    }
    for field in Controls.numbered where shown.numbers[field.name] != wanted.numbers[field.name] {
      alternative.put(
        RuleID(field.rule.keyword, nil), wanted.numbers[field.name].map { field.rule.init($0) })
    }
    return Policy(
      name: name, alternatives: [alternative], location: location, maxConsecutive: maxConsecutive)
  }
}

extension PasswordRules {
  /// The rules with other classes.
  fileprivate func changed(from shown: Controls, to wanted: Controls) -> PasswordRules {
    var required = required
    var permitted = permitted
    for kind in Controls.Kind.allCases
    where shown.needs.contains(kind) != wanted.needs.contains(kind) {
      if wanted.needs.contains(kind) {
        required.append(kind.characters)
        if permitted != .unicode { permitted = permitted.union(kind.characters) }
      } else {
        required.removeAll { $0 == kind.characters }
        let others = CharacterClass.union(of: required)
        if shown.may == .named {
          permitted = permitted.subtracting(kind.characters).union(others)
        }
      }
    }
    switch wanted.may {
    case .ascii: permitted = .asciiPrintable
    case .unicode: permitted = .unicode
    case .named where shown.may != .named: permitted = CharacterClass.union(of: required)
    case .named: break
    }
    if permitted.isEmpty { permitted = .asciiPrintable }
    return PasswordRules(required.map(Rule.required) + [.allowed(permitted)] + limits)
  }
}
