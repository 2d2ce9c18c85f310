import Passwords

/// A rule in the form of Apple's parser before merging.
struct ReferenceRule: Sendable {
  let name: Keyword
  let value: Value

  init(_ name: Keyword, _ value: Value) {
    self.name = name
    self.value = value
  }

  /// The rule as that parser would read it; nil if it is not in its language.
  init?(_ rule: PasswordRules.Rule) {
    guard rule.word.isApples else { return nil }
    self.init(
      rule.word,
      rule.characters.map { .classes([Element($0)]) } ?? .number(rule.least ?? rule.most ?? 0))
  }

  enum Value: Sendable {
    case number(Int)
    case classes([Element])
  }

  /// A class as written.
  ///
  /// Of the two large ones, only the first in a list counts.
  enum Element: Sendable {
    case unicode
    case printable
    case members(CodePointSet)

    /// Makes a class from its name, in any case.
    init?(named name: String) {
      switch name.lowercased() {
      case "upper": self = .members(.upper)
      case "lower": self = .members(.lower)
      case "digit": self = .members(.digit)
      case "special": self = .members(.special)
      case "ascii-printable": self = .printable
      case "unicode": self = .unicode
      default: return nil
      }
    }

    /// Makes a class that Apple's parser has already united.
    init(_ characters: PasswordRules.CharacterClass) {
      switch characters {
      case .unicode: self = .unicode
      case .asciiPrintable: self = .printable
      default: self = .members(characters.members)
      }
    }
  }
}

extension PasswordRules.CharacterClass {
  /// Unites classes like Apple's parser.
  init(uniting elements: some Sequence<ReferenceRule.Element>) {
    var members = CodePointSet()
    for element in elements {
      switch element {
      case .unicode:
        self = .unicode
        return
      case .printable:
        self = .asciiPrintable
        return
      case .members(let set): members = members.union(set)
      }
    }
    self.init(members)
  }
}

extension [ReferenceRule] {
  /// The classes of the `required` rules, one each.
  private var required: [PasswordRules.CharacterClass] {
    compactMap {
      guard $0.name == .required, case .classes(let elements) = $0.value else { return nil }
      return PasswordRules.CharacterClass(uniting: elements)
    }
  }

  /// The classes of only the `allowed` rules.
  private var allowed: PasswordRules.CharacterClass {
    PasswordRules.CharacterClass(
      uniting: flatMap { rule -> [ReferenceRule.Element] in
        guard rule.name == .allowed, case .classes(let elements) = rule.value else { return [] }
        return elements
      })
  }

  /// The permitted characters: required and allowed classes, in the order of the text.
  private var permitted: PasswordRules.CharacterClass {
    let all = PasswordRules.CharacterClass(
      uniting: flatMap { rule -> [ReferenceRule.Element] in
        guard case .classes(let elements) = rule.value else { return [] }
        return rule.name == .allowed
          ? elements : [ReferenceRule.Element(PasswordRules.CharacterClass(uniting: elements))]
      })
    return all.isEmpty ? .asciiPrintable : all
  }

  /// The policy that consists of these rules.
  var merged: PasswordRules {
    let numbers = compactMap { rule -> PasswordRules.Rule? in
      if case .number(let number) = rule.value {
        PasswordRules.Rule(rule.name, number)
      } else {
        nil
      }
    }
    return PasswordRules(
      required.map(PasswordRules.Rule.required) + numbers, permitted: permitted,
      lines: .reference(self))
  }

  /// The rules in the full form of Apple's parser.
  ///
  /// Copies required classes into `allowed` and writes out the default. This form cannot be read
  /// back reliably.
  var canonicalLines: [String] { lines(allowed: permitted, .inOrder) }

  /// The rules in the minified form of Apple's parser.
  var minifiedLines: [String] { lines(allowed: allowed, .aroundSpecials) }

  private func lines(
    allowed: PasswordRules.CharacterClass, _ form: ClassText.DashAndBracket
  ) -> [String] {
    func line(_ name: String, _ characters: PasswordRules.CharacterClass) -> String {
      let elements = ClassText(characters, dashAndBracket: form).elements
      return elements.isEmpty ? "\(name):" : "\(name): \(elements.joined(separator: ", "))"
    }
    return required.map { line("required", $0) }
      + (allowed.isEmpty ? [] : [line("allowed", allowed)])
      + merged.limits.map(\.description)
  }
}
