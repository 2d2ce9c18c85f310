import Passwords

extension Policy {
  /// How much of a policy to write out.
  package enum Form: Sendable {
    /// Everything, with all permitted characters.
    case canonical
    /// Only the parts that are needed to mean the same.
    case minified
  }

  /// The policy as a section of a policy file, with a final line feed.
  ///
  /// Reading it back, from a file in the same directory, gives the same policy.
  package func text(_ form: Form = .canonical) -> String {
    let name = name.unicodeScalars.map {
      "[]".unicodeScalars.contains($0) || isUnprintable($0) ? "_" : $0
    }
    return "[\(String(String.UnicodeScalarView(name)))]\n"
      + alternatives.map { $0.text(form) }.joined(separator: "or\n")
  }

  /// The rules on one line, with `or` between alternatives.
  ///
  ///     minlength: 15; allowed: unicode; or minlength: 8; required: digit;
  ///
  /// Reading it back, from a file in the same directory, gives the same rules.
  package func line(_ form: Form = .canonical) -> String {
    alternatives.map { $0.line(form) }.joined(separator: " or ")
  }

  /// The part of a policy that every reader of Apple's language understands.
  package struct Portable: Hashable, Sendable {
    /// The rules; every password that meets the policy's alternative meets them, unless it has
    /// characters beyond ASCII where the policy permits all but some of ASCII.
    package let rules: PasswordRules
    /// The index of the alternative that the rules come from.
    package let alternative: Int
    /// The parts of the policy that the rules lose, for all readers or for some.
    package let losses: [Loss]
  }

  /// A difference between the portable text and the policy.
  package enum Loss: Hashable, Sendable {
    /// A rule that cannot be expressed.
    case rule(id: RuleID, text: String)
    /// A rule that can be expressed only in part.
    case part(id: RuleID, text: String, said: [String])
    /// An alternative that cannot be expressed together with the chosen one.
    case alternative(Int)
    /// A rule for which readers from before September 2026 discard the whole text.
    case recent(id: RuleID, text: String)

    /// The loss, as a sentence.
    package var sentence: String {
      switch self {
      case .rule(_, let text): "'\(text)' cannot be expressed in Apple's language."
      case .part(_, let text, let said):
        "Of '\(text)' only '\(said.joined(separator: "; "))' can be expressed in Apple's language."
      case .alternative(let index):
        "Alternative or[\(index)] cannot be expressed: Apple's language has no 'or' between policies."
      case .recent(_, let text):
        "Because of '\(text)' readers from before September 2026 throw the whole text away."
      }
    }
  }

  /// The part of the policy that Apple's language can express.
  ///
  /// Among several alternatives, takes the one that loses least; among equals, the first. If a
  /// password manager generates a password from it, the password meets the policy except for the
  /// losses.
  package var portable: Portable {
    var best: Portable?
    for index in alternatives.indices {
      let candidate = portable(index)
      if candidate.losses.count < best?.losses.count ?? .max { best = candidate }
    }
    return best ?? portable(0)
  }

  private func portable(_ index: Int) -> Portable {
    let alternative = alternatives[index]
    let permitted = alternative.permitted
    var added: [PasswordRules.CharacterClass] = []
    var losses: [Loss] = []
    for rule in rulesOfAlternatives[index] {
      switch rule.stated.portability(among: permitted) {
      case .same: break
      case .recent: losses.append(.recent(id: rule.id, text: rule.text))
      case .required(let classes): added += classes
      case .partly(let characters):
        added.append(characters)
        let said = ["\(PasswordRules.Rule.required(characters))"]
        losses.append(.part(id: rule.id, text: rule.text, said: said))
      case .narrowed(let narrower):
        losses.append(.part(id: rule.id, text: rule.text, said: ["\(narrower)"]))
      case .lost: losses.append(.rule(id: rule.id, text: rule.text))
      }
    }
    let required = (alternative.required.map(\.portable) + added)
      .map(PasswordRules.Rule.required)
    losses += alternatives.indices.filter { $0 != index }.map(Loss.alternative)
    return Portable(
      rules: PasswordRules(required + alternative.limits, permitted: permitted.portable),
      alternative: index, losses: losses)
  }

  /// The attributes of a field in a page: `minlength="8" maxlength="64" passwordrules="…"`.
  ///
  /// The numbers are those of the loosest alternative, so that a browser refuses nothing that
  /// complies, but for characters beyond U+FFFF, which count twice there. `passwordrules` is the
  /// ``portable`` text.
  package var htmlAttributes: String {
    let least = alternatives.map { $0.minLength ?? 0 }.min() ?? 0
    let most = alternatives.map(\.maxLength)
    var parts: [String] = []
    if least > 0 { parts.append("minlength=\"\(least)\"") }
    if !most.contains(nil), let most = most.compactMap(\.self).max() {
      parts.append("maxlength=\"\(most)\"")
    }
    return (parts + [portable.rules.htmlAttribute]).joined(separator: " ")
  }
}

extension PasswordRules {
  /// The rules with final line feeds.
  func text(_ form: Policy.Form) -> String { lines(form).map { $0 + "\n" }.joined() }

  /// The rules on one line.
  package func line(_ form: Policy.Form) -> String { lines(form).joined(separator: " ") }

  /// The rules, with Apple's rules on a separate line; at least one line.
  fileprivate func lines(_ form: Policy.Form) -> [String] {
    let lines = [descriptor(inFull: form == .canonical), otherTexts].filter { !$0.isEmpty }
    return lines.isEmpty ? ["allowed: ascii-printable;"] : lines
  }
}

extension PasswordRules.CharacterClass {
  /// The characters in both the class and a set.
  func intersection(_ set: CodePointSet) -> Self {
    let shared = members.intersection(set)
    return Self(shared == .unicode ? shared : shared.intersection(.asciiPrintable))
  }
}
