import Passwords

// What rules say to programs and to people.
extension PasswordRules.Rule {
  /// What it asks; a rule that asks for nothing cannot be broken.
  package var conditions: [Condition] {
    switch kind {
    case .bound(let bound): bound.conditions
    case .required(let set): set.isEmpty ? [] : [.count(of: set.members, atLeast: 1)]
    case .allowed(let set): set == .unicode ? [] : [.only(set.members)]
    case .first(let set): [.character(.firstCharacter, set.members)]
    case .last(let set): [.character(.lastCharacter, set.members)]
    case .unlisted(let list): [.unlisted(list)]
    case .since, .audience: []
    }
  }

  /// How Apple's language says it, where these characters are permitted.
  func portability(among permitted: PasswordRules.CharacterClass) -> Portability {
    switch kind {
    case .bound(let bound): return bound.portability(among: permitted)
    case .required, .allowed: return portable == self ? .same : .narrowed(portable)
    case .first(let set), .last(let set):
      // The character occurs, somewhere.
      let needed = permitted.intersection(set.members).portable
      return needed.isEmpty || needed == permitted.portable ? .lost : .partly(needed)
    case .unlisted, .since, .audience: return .lost
    }
  }

  /// The rule in a word or two, for narrow columns: `length`, `special`, `blocklist`.
  package var brief: String {
    switch kind {
    case .bound(let bound): bound.brief
    case .required(let set): set.description
    case .unlisted(.userName): "user name"
    default: word.row.brief
    }
  }

  /// The rule in words for readers who do not know the language: `at least 8 characters`.
  package var words: String {
    switch kind {
    case .bound(let bound): bound.words
    case .required(let set): ClassWords.one(of: set)
    case .allowed(let set):
      set.exceptions.map { "anything except \($0)" }
        ?? (set == .asciiPrintable ? "printable ASCII only" : "only \(set)")
    case .first(let set): "begins with \(ClassWords.one(of: set))"
    case .last(let set): "ends with \(ClassWords.one(of: set))"
    case .unlisted(.blocklist(.builtIn, _)): "not on the built-in blocklist"
    case .unlisted(.blocklist(.file(let name, directory: _), _)): "not on the blocklist \(name)"
    case .unlisted(.context): "no word of the site or user"
    case .unlisted(.contextParts): "no word of the site anywhere in it"
    case .unlisted(.userName(.whole)): "not the user's name"
    case .unlisted(.userName(.part)): "no part of the user's name"
    case .since(let day): "in force since \(day)"
    case .audience(let audience): audience.words
    }
  }

  /// What of a password breaks it.
  package func fault(in password: [Unicode.Scalar]) -> RuleFault {
    switch kind {
    case .bound(let bound): return bound.fault(in: password)
    case .required(let set): return RuleFault(password.count { set.contains($0) })
    case .allowed(let set):
      let refused = Stretches.of(password, in: set, are: false)
      return RuleFault(refused.map(\.count).reduce(0, +), at: refused)
    case .first(let set), .last(let set):
      let place = word == .first ? 0 : password.count - 1
      let isMet = password.isEmpty || set.contains(password[place])
      return RuleFault(nil, at: isMet ? [] : [place..<place + 1])
    case .unlisted, .since, .audience: return RuleFault(nil)
    }
  }

  /// One sentence, with the numbers, that says why a password fails it.
  ///
  /// Quotes no part of the password. For lists and scores it gives no reason.
  package func message(on password: [Unicode.Scalar]) -> String {
    switch kind {
    case .bound(let bound): return bound.message(on: password)
    case .required(let set):
      let one = set.oneInWords
      return
        "The password needs \(one.hasPrefix("one of") ? "" : "at least one ")\(one); it has none."
    case .allowed(let set):
      let count = fault(in: password).number ?? 0
      return
        "\(RuleSentences.many(count)) of the password \(count == 1 ? "is" : "are") not permitted; "
        + "\(set.exceptions == nil ? "only " : "")\(set.inWords) are."
    case .first(let set), .last(let set):
      return
        (password.isEmpty
        ? "The password has no \(keyword) character; it" : "The \(keyword) character")
        + " must be one of these: \(set.inWords)."
    case .unlisted: return "A list refuses the password."
    case .since, .audience: return ""
    }
  }
}

/// What of a password breaks a rule.
package struct RuleFault: Hashable, Sendable {
  /// The number of the password that the rule limits; nil if it limits none.
  package let number: Int?
  /// The characters that are too many or not permitted, as offsets in code points; ascending.
  package let positions: [Range<Int>]

  /// Combines a number and positions.
  package init(_ number: Int?, at positions: [Range<Int>] = []) {
    self.number = number
    self.positions = positions
  }

  /// The longest of several stretches, and those of more characters than permitted.
  package init(stretches: [Range<Int>], most: Int) {
    self.init(stretches.map(\.count).max() ?? 0, at: stretches.filter { $0.count > most })
  }
}

/// The named classes in words.
enum ClassWords {
  static let named: [String: (one: String, many: String)] = [
    "lower": ("lower-case letter", "lower-case letters"),
    "upper": ("upper-case letter", "upper-case letters"), "digit": ("digit", "digits"),
    "special": ("special character", "special characters"),
    "ascii-printable": ("printable ASCII character", "printable ASCII characters"),
    "unicode": ("character", "characters of any kind"),
  ]

  /// One character of a class: `a digit`, `one of [-_]`, `a character other than [<>]`.
  static func one(of characters: PasswordRules.CharacterClass) -> String {
    if let exceptions = characters.exceptions { return "a character other than \(exceptions)" }
    let text = characters.description
    guard let one = named[text]?.one else { return "one of \(text)" }
    return "\(one.first == "u" ? "an" : "a") \(one)"
  }
}
