extension Policy {
  /// The attributes of a field in a page: `minlength="8" maxlength="64" passwordrules="…"`.
  ///
  /// The numbers are those of the loosest alternative, so that a browser refuses nothing that
  /// complies, but for characters beyond U+FFFF, which count twice there. `passwordrules` is the
  /// ``portable`` text.
  package var htmlAttributes: String {
    let least = alternatives.map { $0.rules.minLength ?? 0 }.min() ?? 0
    let most = alternatives.map(\.rules.maxLength)
    var parts: [String] = []
    if least > 0 { parts.append("minlength=\"\(least)\"") }
    if !most.contains(nil), let most = most.compactMap(\.self).max() {
      parts.append("maxlength=\"\(most)\"")
    }
    return (parts + [portable.rules.htmlAttribute]).joined(separator: " ")
  }
}
