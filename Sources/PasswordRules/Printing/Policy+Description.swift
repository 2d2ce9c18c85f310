import Passwords

extension Policy.KindCount: CustomStringConvertible {
  /// The rule in the form of a policy file: `min-classes: 3` or `min-classes: 3 unicode`.
  package var description: String {
    "min-classes: \(minimum)\(kinds == .ascii ? "" : " \(kinds.rawValue)")"
  }
}

extension Policy.ClassCount: CustomStringConvertible {
  /// The rule in the form of a policy file: `at-least: 2 digit, special`.
  package var description: String { "at-least: \(minimum) \(characters)" }
}

extension ListReference: CustomStringConvertible {
  /// The rule in the form of a policy file: `blocklist: "words.txt" exact` or `context: "acme"`.
  package var description: String {
    switch self {
    case .blocklist(.builtIn, let comparison): "blocklist: default \(comparison.inPolicy)"
    case .blocklist(.file(let name, directory: _), let comparison):
      "blocklist: \(Self.quoted(name)) \(comparison.inPolicy)"
    case .context, .contextParts, .userName: "context: \(contextText)"
    }
  }

  /// The value of a `context` rule: `"acme", "widgets"`, `"acme" substring` or
  /// `username substring`.
  var contextText: String {
    switch self {
    case .blocklist: ""
    case .context(let words): words.map(Self.quoted).joined(separator: ", ")
    case .contextParts(let words):
      words.map { Self.quoted($0) + " substring" }.joined(separator: ", ")
    case .userName(.whole): "username"
    case .userName(.part): "username substring"
    }
  }

  /// The text in double quotes, with a backslash before `"` and `\`.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }
}

extension ListComparison {
  /// The comparison in the form of a policy file: `exact`, `leet`, `fold substring 4` or
  /// `entra-like`.
  package var inPolicy: String {
    if case .substring(of: let form, atLeast: let count) = self {
      return "\(form.rawValue) substring \(count)"
    }
    return rawValue
  }
}
