import Diagnostics
package import PasswordPolicies

extension Finding {
  /// The longest password that is shown whole to people.
  private static let longestShown = 24

  /// What shows the verdict, in words: `accepts 'kvazjkva', 8 characters; minlength: 8`.
  ///
  /// `quoted` writes a password or a rule; `place` stands behind the rule or the setting.
  package func shown(
    for test: Standard.Test, at place: String? = nil, quoted: ((String) -> String)? = nil
  ) -> String {
    let place = place.map { ", \(escaped($0))" } ?? ""
    var parts: [String] = []
    switch evidence {
    case .accepts(let password): parts.append("accepts " + Self.words(password, for: test, quoted))
    case .refuses(let password): parts.append("refuses " + Self.words(password, for: test, quoted))
    case .none, .reason: break
    case .rule: if rule == nil, verdict != .met { parts.append(test.absence) }
    case .count(let bits, let length, _):
      let rounded = (bits * 100).rounded() / 100
      parts.append(
        "\(rounded) bits: the passwords of \(numbered(length, "character")) of printable ASCII")
    case .setting(.lockoutDuration, .unlimited, _) where with != nil:
      // It is the threshold that says so.
      return (with ?? "") + place
    case .setting(let name, let value, _):
      parts.append("\(name.rawValue) = \(value.words(of: name))\(place)")
    }
    if let rule { parts.append((quoted?(rule.text) ?? escaped(rule.text)) + place) }
    if let with { parts.append(escaped(with)) }
    if parts.isEmpty {
      parts.append(evidence == .rule ? "no rule contradicts it" : "no password contradicts it")
    }
    return parts.joined(separator: "; ")
  }

  private static func words(
    _ password: String, for test: Standard.Test, _ quoted: ((String) -> String)?
  ) -> String {
    let length = password.unicodeScalars.count
    if length > longestShown { return "one of \(length) characters" }
    return (quoted?(password) ?? "'\(escaped(password))'")
      + (test.isOfLength ? ", \(numbered(length, "character"))" : "")
  }
}

extension Standard.Test {
  fileprivate var isOfLength: Bool {
    switch self {
    case .minLength, .maxLength, .room, .oneOf: true
    default: false
    }
  }

  /// That the rule which it asks for is missing.
  fileprivate var absence: String {
    switch self {
    case .contextWords: "there are no context words"
    case .userName: "no rule looks for the user's name"
    case .permitsKinds: "too few kinds are permitted"
    default: "there is no blocklist"
    }
  }
}

extension PolicySetting.Value {
  /// The value with its unit: `90 days`, `never`.
  package func words(of name: PolicySetting.Name) -> String {
    switch self {
    case .unlimited: name == .lockoutDuration ? "until someone unlocks" : "never"
    case .flag(let flag): flag ? "yes" : "no"
    case .number(let number):
      if let whole = Int(exactly: number) {
        numbered(whole, name.unit)
      } else if name.unit == "minute", let seconds = Int(exactly: (number * 60).rounded()) {
        numbered(seconds, "second")
      } else {
        "\(number) \(name.unit)s"
      }
    }
  }
}

extension PolicySetting.Name {
  fileprivate var unit: String {
    switch self {
    case .maxAge, .minAge: "day"
    case .history: "password"
    case .lockoutThreshold: "failure"
    case .lockoutDuration, .lockoutWindow: "minute"
    case .reversible, .changedCharacters: "character"
    }
  }
}

private func numbered(_ number: Int, _ noun: String) -> String {
  "\(number) \(noun)\(number == 1 ? "" : "s")"
}
