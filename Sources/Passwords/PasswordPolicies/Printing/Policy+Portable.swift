import Passwords

extension Policy {
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
    let permitted = alternative.rules.permitted
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
    let required = (alternative.rules.required.map(\.portable) + added)
      .map(PasswordRules.Rule.required)
    losses += alternatives.indices.filter { $0 != index }.map(Loss.alternative)
    return Portable(
      rules: PasswordRules(required + alternative.rules.limits, permitted: permitted.portable),
      alternative: index, losses: losses)
  }
}

extension PasswordRules.CharacterClass {
  /// The characters in both the class and a set.
  func intersection(_ set: CodePointSet) -> Self {
    let shared = members.intersection(set)
    return Self(shared == .unicode ? shared : shared.intersection(.asciiPrintable))
  }
}
