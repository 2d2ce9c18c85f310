extension PasswordRules {
  /// The policy in the language, for example for `UITextInputPasswordRules(descriptor:)`.
  ///
  ///     let rules: PasswordRules = [.minLength(8), .required(.digit), .allowed("]-x")]
  ///     rules.descriptor  // "required: digit; allowed: [-x]]; minlength: 8;"
  ///
  /// Reading it back gives the same policy: in a bracketed class `-` comes first and `]` last, the
  /// only positions where they can be read. `allowed` contains no more than necessary; a policy
  /// that permits printable ASCII of any length is the empty text. A policy that has both printable
  /// ASCII and everything as classes reads back the same only with Apple's parser, which follows
  /// the order of the rules; ``init(parsing:readingMaxConsecutiveAs:)`` refuses it.
  public var descriptor: String { Self.text(of: rules) }

  /// The policy with all permitted characters written out in `allowed`.
  package var canonicalDescriptor: String { Self.text(of: rulesInFull) }

  /// The value of the HTML attribute, with `&`, `<`, `>` and quotes as character references.
  public var htmlEscapedDescriptor: String {
    var result = ""
    for scalar in descriptor.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The whole HTML attribute of an `input` element: `passwordrules="minlength: 8;"`.
  public var htmlAttribute: String { "passwordrules=\"\(htmlEscapedDescriptor)\"" }

  private static func text(of rules: [Rule]) -> String {
    var text = ""
    for rule in rules {
      if !text.isEmpty { text += " " }
      text += rule.description
      text += ";"
    }
    return text
  }
}
