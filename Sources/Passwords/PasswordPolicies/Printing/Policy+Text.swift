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
    alternatives.map { $0.lines(form).joined(separator: " ") }.joined(separator: " or ")
  }
}

extension Policy.Alternative {
  /// The rules with final line feeds.
  func text(_ form: Policy.Form) -> String { lines(form).map { $0 + "\n" }.joined() }

  /// The rules, with Apple's rules on a separate line; at least one line.
  fileprivate func lines(_ form: Policy.Form) -> [String] {
    let apple = form == .canonical ? rules.canonicalDescriptor : rules.descriptor
    let extras = extraTexts.map { "\($0);" }.joined(separator: " ")
    let lines = [apple, extras].filter { !$0.isEmpty }
    return lines.isEmpty ? ["allowed: ascii-printable;"] : lines
  }

  /// The rules that Apple's language lacks; what one keyword says under several names, as one.
  private var extraTexts: [String] {
    var texts: [String] = []
    var last = ""
    for rule in extras {
      let type = type(of: rule)
      if type.names.count > 1, type.keyword == last {
        texts[texts.count - 1] += ", \(rule.value)"
      } else {
        texts.append(rule.text)
      }
      last = type.keyword
    }
    return texts
  }
}
