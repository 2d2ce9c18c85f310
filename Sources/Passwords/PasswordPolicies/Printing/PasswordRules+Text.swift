extension PasswordRules {
  /// The rules of Apple's language, for example for `UITextInputPasswordRules(descriptor:)`.
  ///
  ///     let rules: PasswordRules = [.minLength(8), .required(.digit), .allowed("]-x")]
  ///     rules.descriptor  // "required: digit; allowed: [-x]]; minlength: 8;"
  ///
  /// Reading it back gives the same policy: in a bracketed class `-` comes first and `]` last, the
  /// only positions where they can be read. `allowed` contains no more than necessary; a policy
  /// that permits printable ASCII of any length is the empty text. A policy that has both printable
  /// ASCII and everything as classes reads back the same only with Apple's parser, which follows
  /// the order of the rules; ``init(parsing:readingMaxConsecutiveAs:)`` refuses it.
  ///
  /// It lacks the ``others``; ``PasswordPolicy/portable`` says as much of them as it can.
  public var descriptor: String { descriptor(inFull: false) }

  /// The same, with all permitted characters written out in `allowed` if they are wanted in full.
  package func descriptor(inFull: Bool) -> String { Self.text(of: apples(inFull: inFull)) }

  /// The rules that Apple's language lacks; what `context` says under several names, as one.
  var otherTexts: String {
    var texts: [(keyword: Keyword, text: String)] = []
    for rule in others {
      if rule.word == .context, texts.last?.keyword == .context {
        texts[texts.count - 1].text += ", \(rule.value)"
      } else {
        texts.append((rule.word, rule.description))
      }
    }
    return texts.map { "\($0.text);" }.joined(separator: " ")
  }

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

extension PasswordRules: LosslessStringConvertible {
  /// The rules as text, from which ``init(_:)-(String)`` makes an equal value.
  ///
  /// The ``descriptor`` and the ``others``. If the reading of `max-consecutive` matters and is not the usual one, it
  /// follows behind `#`:
  /// `max-consecutive: 2; # max-consecutive counts repeats-and-sequences`.
  public var description: String {
    let text = [descriptor, otherTexts].filter { !$0.isEmpty }.joined(separator: " ")
    guard maxConsecutive != nil, maxConsecutiveReading != .repeats else { return text }
    return text + Self.mark + maxConsecutiveReading.rawValue
  }

  /// Reads a ``description``; nil for a text of which Apple's parser would drop something.
  ///
  /// Values that are made in code can be ones for which ``init(parsing:readingMaxConsecutiveAs:)``
  /// throws, such as policies that no password meets; those are read, too.
  public init?(_ description: String) {
    var (text, reading) = (description[...], MaxConsecutiveReading.repeats)
    for marked in MaxConsecutiveReading.allCases {
      let ending = Self.mark + marked.rawValue
      if description.hasSuffix(ending) {
        (text, reading) = (description.dropLast(ending.count), marked)
        break
      }
    }
    let read = ReferenceReading(of: String(text))
    if read.outcome == .clean {
      self = read.rules
    } else {
      let read = PolicyReading(policyFile: Array(text.utf8), file: "<rules>")
      guard !read.hasErrors, read.policies.count == 1, read.policies[0].alternatives.count == 1
      else { return nil }
      self = read.policies[0].alternatives[0]
    }
    maxConsecutiveReading = reading
  }

  private static let mark = " # max-consecutive counts "
}

extension PasswordRules: Codable {
  /// Stores the ``description``.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  /// Reads a stored ``description``.
  ///
  /// - Throws: `DecodingError`, whose debug description says what is wrong with the rules.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let rules = Self(text) else {
      let problems = Self.problems(in: text).map(\.description).joined(separator: "\n")
      throw DecodingError.dataCorruptedError(in: container, debugDescription: problems)
    }
    self = rules
  }
}
