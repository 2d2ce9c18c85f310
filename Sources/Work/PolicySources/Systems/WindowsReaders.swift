import PasswordPolicies

/// Reads a security template, such as `GptTmpl.inf` or the output of `secedit /export`.
enum SeceditReader {
  private static let length = "MinimumPasswordLength"
  private static let complexity = "PasswordComplexity"

  static func read(_ text: SourceText, into draft: inout Draft) throws(Refusal) {
    let found = settings(of: text)
    if !found.has(length), !found.has(complexity) {
      throw Refusal(
        "[System Access]",
        "neither MinimumPasswordLength nor PasswordComplexity is set here; export a policy that sets "
          + "them")
    }
    for key in [length, complexity] where !found.has(key) {
      draft.remark(
        .notJudged, key, .start, "it is not set here, so another policy or the default decides")
    }
    let least = found.number(length, &draft)
    let kinds = found.number(complexity, &draft)
    for field in found.all where field.name != length && field.name != complexity {
      let isAboutPasswords = ["Password", "Lockout", "Logon", "ClearText"].contains {
        Array(field.name.unicodeScalars)[...].contains($0)
      }
      if isAboutPasswords {
        draft.take(
          field.value, as: SettingForm.template[field.name], field.name, field.place,
          remark: ActiveDirectory.silence)
      }
    }
    ActiveDirectory(
      least: least ?? 0, isComplex: (kinds ?? 0) != 0, placeOfLength: found.place(length),
      placeOfComplexity: found.place(complexity)
    ).add(to: &draft)
  }

  /// The settings of the section `[System Access]`.
  private static func settings(of text: SourceText) -> Fields {
    var found = Fields()
    var isHere = false
    for line in text.lines {
      var rest = line.scalars.trimmed.drop { $0 == "\u{FEFF}" }
      if rest.first == "[" {
        isHere = rest.count < 32 && rest.text.lowercased() == "[system access]"
      } else if isHere, rest.first != ";", rest.contains("=") {
        let key = rest.take { $0 != "=" }
        let place = line.place(line.scalars.startIndex)
        found.set(key.trimmed.text, .text(rest.dropFirst().trimmed.text), at: place)
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
  /// The label of the length in other languages of Windows, by its letters of ASCII: the encodings of
  /// consoles leave no others intact.
  private static let translated = [
    "Minimale Kennwortlänge", "Longueur minimale du mot de passe", "Minimale wachtwoordlengte",
  ].map { letters(Array($0.unicodeScalars)[...]) }

  static func read(_ text: SourceText, into draft: inout Draft) throws(Refusal) {
    var isFound = false
    for line in text.lines {
      let place = line.place(line.scalars.startIndex)
      guard let (label, value) = LabelledLines.setting(of: line.scalars) else { continue }
      if isLength(label) {
        isFound = true
        let least = draft.number(.text(value.prefix { !$0.isSpace }.text), length, place)
        ActiveDirectory.remarkOnMissingComplexity(at: place, "'net accounts'", &draft)
        ActiveDirectory(least: least ?? 0, isComplex: false, placeOfLength: place).add(to: &draft)
      } else if others.contains(where: { label.begins(with: $0) }) {
        draft.take(
          .text(value.prefix { !$0.isSpace }.text), as: SettingForm.netAccounts[label.text],
          label.text, place, remark: ActiveDirectory.silence)
      }
    }
    if !isFound {
      throw Refusal(
        length,
        isShaped(text.lines.map(\.scalars))
          ? "the output of 'net accounts' in a language that is not read here; give that of 'secedit "
            + "/export /cfg policy.inf', which is the same in every language, and shows complexity"
          : "expected a line that begins 'Minimum password length:'")
    }
  }

  /// Whether the lines are such an output, in any language.
  static func fits(_ lines: [Scalars]) -> Bool {
    lines.contains { LabelledLines.setting(of: $0).map { isLength($0.label) } ?? false }
      || isShaped(lines)
  }

  private static func isLength(_ label: Scalars) -> Bool {
    label.elementsEqual(length.unicodeScalars) || translated.contains(letters(label))
  }

  private static func letters(_ label: Scalars) -> String {
    String(String.UnicodeScalarView(label.filter(\.isLetter).map(\.lower)))
  }

  /// Whether the lines are a table of seven rows or more, as 'net accounts' prints it: values in one
  /// column after their labels, numbers of days in the second, of characters in the fourth.
  private static func isShaped(_ lines: [Scalars]) -> Bool {
    let rows = lines.compactMap { line -> (column: Int, value: Scalars)? in
      guard let (_, value) = LabelledLines.setting(of: line), !value.isEmpty else { return nil }
      return (value.startIndex - line.startIndex, value)
    }
    guard 7...10 ~= rows.count, let first = rows.first, first.column >= 40 else { return false }
    return rows.allSatisfy { $0.column == first.column }
      && [1, 3].allSatisfy { Int(rows[$0].value.text).map { 0...999 ~= $0 } ?? false }
  }
}
