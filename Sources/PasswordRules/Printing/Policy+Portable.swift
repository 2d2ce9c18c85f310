import Passwords

extension Policy {
  /// What of a policy every reader of Apple's language can be told.
  package struct Portable: Hashable, Sendable {
    /// The rules; a password that meets the policy's alternative meets them.
    package let rules: PasswordRules
    /// The alternative that they come from.
    package let alternative: Int
    /// What they do not say, or not to everybody.
    package let losses: [Loss]
  }

  /// Something that a portable text does not say as the policy does.
  package enum Loss: Hashable, Sendable {
    /// A rule that cannot be said.
    case rule(id: String, text: String)
    /// A rule of which only a part can be said.
    case part(id: String, text: String, said: [String])
    /// An alternative that cannot be said beside the chosen one.
    case alternative(Int)
    /// A rule because of which readers from before September 2026 throw the whole text away.
    case recent(id: String, text: String)

    /// What is lost, as a sentence.
    package var sentence: String {
      switch self {
      case .rule(_, let text): "'\(text)' cannot be said in Apple's language."
      case .part(_, let text, let said):
        "Of '\(text)' only '\(said.joined(separator: "; "))' can be said in Apple's language."
      case .alternative(let index):
        "Alternative or[\(index)] cannot be said: Apple's language has no 'or' between policies."
      case .recent(_, let text):
        "Because of '\(text)' readers from before September 2026 throw the whole text away."
      }
    }
  }

  /// The policy as far as Apple's language can say it.
  ///
  /// Of several alternatives it is the one of which the least is lost, the first of equals: what a
  /// password manager makes by it meets the policy, but for the losses.
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
    let prefix = alternatives.count > 1 ? "or[\(index)]." : ""
    for rule in rules(of: alternative, prefix: prefix) {
      switch rule.test {
      case .minLength, .maxLength, .required, .allowed: break
      case .maxRun:
        if case .maxConsecutive = rule.appleRule { break }
        losses.append(.recent(id: rule.id, text: rule.text))
      case .minClasses(let minimum, of: let kinds):
        let available = kinds.map { permitted.intersection($0) }.filter { !$0.isEmpty }
        if permitted == .unicode && alternative.minClasses?.kinds == .unicode
          || available.count != minimum
        {
          losses.append(.rule(id: rule.id, text: rule.text))
        } else {
          added += available
        }
      case .atLeast(let minimum, of: let set):
        let needed = permitted.intersection(set)
        if needed.isEmpty || needed == .asciiPrintable && permitted == .unicode {
          losses.append(.rule(id: rule.id, text: rule.text))
        } else {
          added.append(needed)
          guard minimum > 1 else { break }
          let said = ["\(PasswordRules.Rule.required(needed))"]
          losses.append(.part(id: rule.id, text: rule.text, said: said))
        }
      case .maxClassRun, .unlisted, .minScore:
        losses.append(.rule(id: rule.id, text: rule.text))
      }
    }
    let required = (alternative.rules.required + added).map(PasswordRules.Rule.required)
    losses += alternatives.indices.filter { $0 != index }.map(Loss.alternative)
    return Portable(
      rules: PasswordRules(required + alternative.rules.limits, permitted: permitted),
      alternative: index, losses: losses)
  }
}

extension PasswordRules.CharacterClass {
  /// What is in this class and in a set.
  fileprivate func intersection(_ set: CodePointSet) -> Self {
    let shared = members.intersection(set)
    return Self(shared == .unicode ? shared : shared.intersection(.asciiPrintable))
  }
}
