package import PasswordPolicies
import Passwords

/// The part of a policy that the page's controls show and change.
///
///     var controls = Controls(policy)
///     controls.numbers["least"] = 12
///     policy.changed(by: controls)   // the same policy with minlength 12
///
/// Everything else stays as in the text: custom classes and their counts, context words.
package struct Controls: Hashable, Sendable {
  /// The numbers of the rules in ``all``, by name of their field; none for no such rule.
  package var numbers: [String: Int] = [:]
  /// Named classes that must occur.
  package var needs: Set<Kind> = []
  /// The permitted characters.
  package var may = Alphabet.named
  /// Whether the list of common passwords is refused.
  package var isListed = false

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

  /// A field for the number of a rule.
  struct Number: Sendable {
    let name: String
    let label: String
    let group: Group
    let keyword: Keyword
    var range = 1...9999
    /// The class whose characters the rule counts; nil if it counts none.
    var kind: Kind?
    /// What stands in the field without a number.
    var none = "–"
    /// What stands after the field.
    var after: String?
  }

  /// Where a field stands.
  enum Group { case length, mustContain, count, refuse }

  /// The fields, in the order of the page: some of their own, and those of the table of rules; where a
  /// rule names a class, one for each named class.
  static let all: [Number] =
    [
      Number(name: "least", label: "from", group: .length, keyword: .minLength, none: "any"),
      Number(name: "most", label: "to", group: .length, keyword: .maxLength, none: "any"),
      Number(
        name: "kinds", label: "or at least", group: .mustContain, keyword: .minClasses,
        range: 1...Kind.allCases.count, after: "of these 4 kinds"),
      run,
    ]
    + fields(where: { !$0.namesClass }) { keyword, field in
      Number(
        name: keyword.rawValue, label: field.label, group: field.isDemand ? .mustContain : .refuse,
        keyword: keyword, range: 1...field.largest)
    }
    + Kind.allCases.flatMap { kind in
      fields(where: \.namesClass) { keyword, field in
        Number(
          name: "\(keyword.rawValue)-\(kind.rawValue)",
          label: field.isDemand ? "\(kind.rawValue) \(field.label)" : field.label, group: .count,
          keyword: keyword, range: (field.isDemand ? 1 : 0)...field.largest, kind: kind)
      }
    }

  /// The fields of some rows of the table.
  private static func fields(
    where isWanted: (Keyword.Row) -> Bool, _ number: (Keyword, Keyword.Field) -> Number
  ) -> [Number] {
    Keyword.allCases.filter { isWanted($0.row) }.compactMap { keyword in
      keyword.row.field.map { number(keyword, $0) }
    }
  }

  /// The field for runs, which is `max-consecutive` where there is no `max-repeating`.
  static let run = Number(name: "run", label: "runs over", group: .refuse, keyword: .maxRepeating)

  /// Takes the controls from an alternative.
  package init(_ rules: PasswordRules) {
    needs = Set(Kind.allCases.filter { rules.required.contains($0.characters) })
    may =
      rules.permitted == .asciiPrintable ? .ascii : rules.permitted == .unicode ? .unicode : .named
    isListed = rules.others.contains(Self.commonPasswords)
    for field in Self.all { numbers[field.name] = field.number(in: rules) }
    numbers[Self.run.name] = rules.maxRepeating ?? rules.maxConsecutive
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
    needs = Set(fields.all("need").compactMap(Kind.init(rawValue:)))
    may = fields["may"].flatMap(Alphabet.init(rawValue:)) ?? before.may
    isListed = fields["list"] != nil
    for field in Self.all {
      numbers[field.name] = number(field.name, field.range, before.numbers[field.name])
    }
  }

  /// Controls without any rule.
  package init() {}

  static let commonPasswords = PasswordRules.Rule.blocklist(.builtIn)

  /// The controls as fields of a form, from which ``init(_:before:)`` takes them again.
  package var encoded: String {
    var fields = FormFields()
    for field in Self.all {
      fields.add(field.name, numbers[field.name].map(String.init) ?? "")
    }
    for kind in Kind.allCases where needs.contains(kind) { fields.add("need", kind.rawValue) }
    fields.add("may", may.rawValue)
    if isListed { fields.add("list", "1") }
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
    for kind in Kind.allCases
    where needs.contains(kind) != before.needs.contains(kind)
      && text.needs.contains(kind) == before.needs.contains(kind)
    {
      result.needs.formSymmetricDifference([kind])
    }
    result.may = newer(\.may)
    result.isListed = newer(\.isListed)
    for field in Self.all { result.numbers[field.name] = newer(\.numbers[field.name]) }
    return result
  }
}

extension Policy {
  /// The policy with the controls that differ from it applied; nil if it has several alternatives,
  /// which controls cannot show.
  package func changed(by wanted: Controls) -> Policy? {
    guard alternatives.count == 1, let rules = alternatives.first else { return nil }
    let shown = Controls(rules)
    if shown == wanted { return self }
    var changed = rules.changed(from: shown, to: wanted)
    for field in Controls.all where shown.numbers[field.name] != wanted.numbers[field.name] {
      let number = wanted.numbers[field.name]
      let isOfRepeats = rules.maxRepeating != nil
      switch field.name {
      case Controls.run.name where isOfRepeats:
        changed.put("max-consecutive", nil)
        changed.put("max-repeating", number.map { .maxRepeating($0) })
      case Controls.run.name: changed.put("max-consecutive", number.map { .maxConsecutive($0) })
      default: changed.put(changed.id(like: field.rule(1)), number.map(field.rule))
      }
    }
    if shown.isListed != wanted.isListed {
      let lists = changed.others.filter { $0.word == .blocklist }
      let index = lists.firstIndex(of: Controls.commonPasswords) ?? lists.count
      changed.put(RuleID("blocklist", index), wanted.isListed ? Controls.commonPasswords : nil)
    }
    return Policy(
      name: name, alternatives: [changed], location: location, maxConsecutive: maxConsecutive)
  }
}

extension Controls.Number {
  /// The rule with a number.
  func rule(_ number: Int) -> PasswordRules.Rule {
    keyword == .minClasses
      ? .minClasses(number) : PasswordRules.Rule(keyword, number, kind?.characters)
  }

  /// The number of the rule; nil if there is no such rule.
  fileprivate func number(in rules: PasswordRules) -> Int? {
    let found = rules.rules.first {
      $0.word == keyword && $0.characters == kind?.characters && $0.bound?.kinds != .unicode
    }
    return found.flatMap { $0.least ?? $0.most }
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
    return PasswordRules(required.map(Rule.required) + [.allowed(permitted)] + limits + others)
  }
}
