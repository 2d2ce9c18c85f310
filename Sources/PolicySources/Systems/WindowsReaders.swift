import PasswordPolicies

/// Reads a security template, such as `GptTmpl.inf` or the output of `secedit /export`.
enum SeceditReader {
  private static let length = "MinimumPasswordLength"
  private static let complexity = "PasswordComplexity"

  static func read(_ text: SourceText, into draft: inout Draft) throws(Refusal) {
    let found = settings(of: text)
    if found[length] == nil, found[complexity] == nil {
      throw Refusal(
        "[System Access]",
        "neither MinimumPasswordLength nor PasswordComplexity is set here; export a policy that sets "
          + "them")
    }
    for key in [length, complexity] where found[key] == nil {
      draft.remark(
        .notJudged, key, .start, "it is not set here, so another policy or the default decides")
    }
    func at(_ key: String) -> Place { found[key]?.place ?? .start }
    let least = draft.number(.text(found[length]?.text ?? "0"), length, at(length))
    let kinds = draft.number(.text(found[complexity]?.text ?? "0"), complexity, at(complexity))
    for key in found.keys where key != length && key != complexity {
      let isAboutPasswords = ["Password", "Lockout", "Logon", "ClearText"].contains {
        Array(key.unicodeScalars)[...].contains($0)
      }
      if isAboutPasswords { draft.remark(.notText, key, at(key), ActiveDirectory.silence) }
    }
    ActiveDirectory(
      least: least ?? 0, isComplex: (kinds ?? 0) != 0, placeOfLength: at(length),
      placeOfComplexity: at(complexity)
    ).add(to: &draft)
  }

  /// The settings of the section `[System Access]`.
  private static func settings(
    of text: SourceText
  ) -> OrderedSettings<(text: String, place: Place)> {
    var found = OrderedSettings<(text: String, place: Place)>()
    var isHere = false
    for line in text.lines {
      var rest = line.scalars.trimmed.drop { $0 == "\u{FEFF}" }
      if rest.first == "[" {
        isHere = rest.count < 32 && rest.text.lowercased() == "[system access]"
      } else if isHere, rest.first != ";", rest.contains("=") {
        let key = rest.take { $0 != "=" }
        let place = line.place(line.scalars.startIndex)
        found.set(key.trimmed.text, (rest.dropFirst().trimmed.text, place))
      }
    }
    return found
  }
}

/// Reads the output of `net accounts`, which does not show whether complexity is required.
enum NetAccountsReader {
  private static let length = "Minimum password length"
  private static let others = [
    "Force user", "Minimum password age", "Maximum password age", "Length of", "Lockout",
  ]

  static func read(_ text: SourceText, into draft: inout Draft) throws(Refusal) {
    var isFound = false
    for line in text.lines {
      let place = line.place(line.scalars.startIndex)
      var rest = line.scalars
      rest.skipSpace()
      let start = rest
      let key = rest.prefix(64).prefix { $0 != ":" }.trimmed.text
      if rest.take(length) {
        rest.skipSpace()
        guard rest.take(":") else { continue }
        rest.skipSpace()
        isFound = true
        let least = draft.number(.text(rest.prefix { !$0.isSpace }.text), length, place)
        draft.remark(
          .notJudged, "complexity", place,
          "'net accounts' does not show whether complexity is required; 'secedit /export' does")
        ActiveDirectory(least: least ?? 0, isComplex: false, placeOfLength: place).add(to: &draft)
      } else if others.contains(where: { start.begins(with: $0) }) {
        draft.remark(.notText, key, place, ActiveDirectory.silence)
      }
    }
    if !isFound { throw Refusal(length, "expected a line that begins 'Minimum password length:'") }
  }
}
